"""The assembler of facts and fields: asking for them, and the code that works them out.

A clause of a fact is assembled once for each set of arguments that callers know; facts that ask each other are worked
out as a whole (`_loop`), a field for the arguments that it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from arcg.compiler import ir
from arcg.runtime.kernel import opcodes as op
from arcg.runtime.kernel.code_words import Scope

if TYPE_CHECKING:
    from arcg.runtime.kernel.code import Coder


class Ring(NamedTuple):
    """In a clause of a loop of facts: the registers where tuples begin, how many are known and how many of them new.

    `single`: the clause asks for one fact of the loop only, so what is new can only follow from what was new.
    """

    loop: tuple[int, ...]
    start: int
    known: int
    new: int
    single: bool


class FactCoder:
    """Writes the code of facts and fields, in the middle of what `coder` writes."""

    def __init__(self, coder: Coder) -> None:
        self.coder = coder
        self._ring: Ring | None = None
        """The loop of facts of which a clause is being assembled."""

    # ------------------------------------------------------------ facts in queries

    def fact(self, fact: int, args: Sequence[ir.Arg], scope: Scope) -> None:
        """Go on once for each tuple of a fact that fits the arguments."""
        known: dict[int, int] = {}
        for number, arg in enumerate(args):
            if isinstance(arg, ir.Equal):
                value = self.coder.value(arg.expr, scope)
                self.coder.emit(op.DEFINED, value)
                known[number] = value
            elif isinstance(arg, ir.Take) and arg.slot in scope.bound:
                if arg.kinds is not None:
                    some = self.coder.kindset(arg.kinds)
                    self.coder.emit(op.IS_KIND, arg.slot, some)
                known[number] = arg.slot
        wanted = tuple(number for number, arg in enumerate(args) if isinstance(arg, ir.Take) and number not in known)
        table = self.coder.program.facts[fact]
        if not wanted:
            if table.loop:
                self._ask_loop(fact, known, scope)
            else:
                self.ask(table.clauses, known, scope)
            return
        start, row = scope.fresh(), scope.fresh()
        if not table.loop:
            self.list_rows(table.clauses, known, wanted, start, scope)
        elif len(known) + len(wanted) < len(table.sorts):
            self._list_loop(fact, known, wanted, start, scope)
        else:
            word_of = self._each_of_loop(fact, known, scope)
            self._take_words(args, wanted, lambda read, word: word_of(read, wanted[word]), scope)
            return
        self.coder.emit(op.DISTINCT, start, len(wanted))
        self.coder.emit(op.EACH_ROW, row, start, len(wanted))
        self._take_words(args, wanted, lambda read, word: self.coder.emit(op.ROW_WORD, read, row, word), scope)

    def _take_words(
        self, args: Sequence[ir.Arg], wanted: tuple[int, ...], word_of: Callable[[int, int], object], scope: Scope
    ) -> None:
        """Bind the arguments that are not known; `word_of` reads one of them into a register."""
        for word, number in enumerate(wanted):
            arg = args[number]
            if isinstance(arg, ir.Take):
                read = scope.fresh() if arg.slot in scope.bound else arg.slot
                word_of(read, word)
                self.coder.taken(arg, read, scope)

    # ------------------------------------------------------------ loops of facts

    def _each_of_loop(self, fact: int, known: dict[int, int], scope: Scope) -> Callable[[int, int], object]:
        """Go through the tuples of a fact that asks itself; gives what reads an argument into a register.

        In a clause of the same loop these are the tuples known so far, or, where it asks for but one, the new ones.
        """
        loop = self.coder.program.facts[fact].loop
        width, row = self._width(loop), scope.fresh()
        read_word = op.TUPLE_WORD
        if self._ring is not None and fact in self._ring.loop:
            ring, read_word = self._ring, op.ROW_WORD
            begin, count = ring.start, ring.known
            if ring.single:
                words, skipped = self.coder.number(width, scope), scope.fresh()
                self.coder.emit(op.MUL, skipped, ring.known, words)
                begin, count = scope.fresh(), ring.new
                self.coder.emit(op.ADD, begin, ring.start, skipped)
            self.coder.emit(op.EACH_SPAN, row, begin, count, width)
        else:
            at = self.coder.emit(op.ENTER, 0, 0, 0, 0, self.coder.constant([0]))
            scope.sizes_to_patch.append(at + 4)
            self.coder.call(("loop", loop), partial(self._loop, loop), at + 3)
            self.coder.words[at + 1] = self.coder.words[at + 2] = self.coder.here
            self.coder.emit(op.EACH_TUPLE, row, self.loops.index(loop), width)

        def word_of(register: int, number: int) -> int:
            return self.coder.emit(read_word, register, row, 1 + number)

        which = scope.fresh()
        word_of(which, -1)
        self.coder.emit(op.EQ, which, self.coder.number(fact, scope))
        for number, register in known.items():
            value = scope.fresh()
            word_of(value, number)
            self.coder.emit(op.EQ, value, register)
        return word_of

    def _ask_loop(self, fact: int, known: dict[int, int], scope: Scope) -> None:
        """Go on if a fact that asks itself holds of the known arguments."""
        at = self.coder.emit(op.EXISTS, 0, 0)
        self._each_of_loop(fact, known, scope)
        self.coder.emit(op.SUCCEED)
        self.coder.words[at + 2] = self.coder.here
        self.coder.emit(op.FAIL)
        self.coder.words[at + 1] = self.coder.here

    def _list_loop(self, fact: int, known: dict[int, int], wanted: tuple[int, ...], start: int, scope: Scope) -> None:
        """As `list_rows`, for a fact that asks itself."""
        after = self.coder.emit(op.COLLECT, start, 0) + 2
        word_of = self._each_of_loop(fact, known, scope)
        registers = [scope.fresh() for _ in wanted]
        for register, number in zip(registers, wanted, strict=True):
            word_of(register, number)
        self.coder.row(registers, scope)
        self.coder.words[after] = self.coder.here

    @property
    def loops(self) -> list[tuple[int, ...]]:
        """The loops of facts, in order."""
        return sorted({fact.loop for fact in self.coder.program.facts if fact.loop})

    def _width(self, loop: tuple[int, ...]) -> int:
        """Words of a tuple: the fact, then its arguments."""
        return 1 + max(len(self.coder.program.facts[fact].sorts) for fact in loop)

    def _loop(self, loop: tuple[int, ...]) -> None:
        """Code that works out what the facts of a loop hold of, if that is not known.

        First the clauses that ask for none of them; then the others, of what was new in the last pass, until nothing
        is.
        """
        number, width = self.loops.index(loop), self._width(loop)
        scope = Scope(())
        start, known, new = scope.fresh(), scope.fresh(), scope.fresh()
        done = self.coder.emit(op.LOOP_KNOWN, number, 0) + 2
        self.coder.emit(op.BEGIN_ROWS, start)
        self.coder.emit(op.CONST, known, 0)
        self.coder.emit(op.CONST, new, 0)
        clauses = [(fact, clause) for fact in loop for clause in self.coder.program.facts[fact].clauses]
        asked = {id(clause): _asks(clause.query, loop) for _, clause in clauses}
        for fact, clause in clauses:
            if not asked[id(clause)]:
                self._pass(fact, clause, loop, (), scope)
        grown = self.coder.emit(op.GROW, start, known, new, width, 0) + 5
        over = self.coder.emit(op.JUMP, 0) + 1
        again = self.coder.words[grown] = self.coder.here
        for fact, clause in clauses:
            if asked[id(clause)]:
                self._pass(fact, clause, loop, (start, known, new), scope)
        self.coder.emit(op.GROW, start, known, new, width, again)
        self.coder.words[over] = self.coder.here
        self.coder.emit(op.KEEP_LOOP, number, start, known, width)
        self.coder.words[done] = self.coder.here
        self.coder.emit(op.SUCCEED)
        self.coder.close(scope)

    def _pass(self, fact: int, clause: ir.Clause, loop: tuple[int, ...], given: tuple[int, ...], scope: Scope) -> None:
        """Add the tuples that one clause of a loop gives; `given` are the registers of its `Ring`."""
        first = max(len(clause.slots), 2)
        pairs = [word for place, register in enumerate(given) for word in (register, first + place)]
        at = self.coder.emit(op.ENTER_ROWS, 0, 0, 0, self.coder.constant([len(given), *pairs]))
        scope.sizes_to_patch.append(at + 3)
        self.coder.call(("ring", id(clause)), partial(self._ring_clause, fact, clause, loop), at + 2)
        self.coder.words[at + 1] = self.coder.here

    def _ring_clause(self, fact: int, clause: ir.Clause, loop: tuple[int, ...]) -> None:
        """Code for the rows of one clause of a loop."""
        scope = Scope(clause.slots)
        registers = scope.fresh(), scope.fresh(), scope.fresh()
        self._ring = Ring(loop, *registers, _asks(clause.query, loop) == 1)
        self.coder.atoms(clause.query, scope)
        self._ring = None
        padding = [self.coder.number(0, scope)] * (self._width(loop) - 1 - len(clause.params))
        self.coder.row([self.coder.number(fact, scope), *clause.params, *padding], scope)
        self.coder.close(scope)

    # ------------------------------------------------------------ fields

    def enter_field(self, number: int, registers: Sequence[int], scope: Scope) -> None:
        """Have a field known for the arguments in these registers."""
        pairs = [word for place, register in enumerate(registers) for word in (register, place)]
        at = self.coder.emit(op.ENTER, 0, 0, 0, 0, self.coder.constant([len(registers), *pairs]))
        scope.sizes_to_patch.append(at + 4)
        self.coder.call(("field", number), partial(self._field, number), at + 3)
        self.coder.words[at + 1] = self.coder.words[at + 2] = self.coder.here

    def _field(self, number: int) -> None:
        """Code that works out a field, if it is not known for the arguments in the first registers."""
        field = self.coder.program.distances[number]
        count = len(field.sorts)
        scope = Scope(())
        scope.size = max(scope.size, count)
        start, cell = scope.fresh(), scope.fresh()
        done = self.coder.emit(op.FIELD_KNOWN, number, self.coder.constant([count, *range(count)]), 0) + 3
        known = {place: place for place in range(count)}
        self.list_rows((field.to,), known, (count,), start, scope)
        self.coder.emit(op.FIELD_SEED, number, start)
        again = self.coder.here
        over = self.coder.emit(op.FIELD_NEXT, number, cell, 0) + 3
        arguments = self._passed(field.through, known | {count: cell})
        at = self.coder.emit(op.ENTER, 0, again, 0, 0, arguments)
        scope.sizes_to_patch.append(at + 4)
        self._call_clause(field.through, known | {count: cell}, None, at + 3)
        self.coder.words[at + 1] = self.coder.here
        self.coder.emit(op.FIELD_GROW, number, cell)
        self.coder.emit(op.JUMP, again)
        self.coder.words[over] = self.coder.here
        self.coder.emit(op.FIELD_KEEP, number)
        self.coder.words[done] = self.coder.here
        self.coder.emit(op.SUCCEED)
        self.coder.close(scope)

    # ------------------------------------------------------------ clauses

    def ask(self, clauses: Sequence[ir.Clause], known: dict[int, int], scope: Scope) -> None:
        """Go on if a clause holds of the known arguments."""
        exits = []
        for clause in clauses:
            arguments = self._passed(clause, known)
            at = self.coder.emit(op.ENTER, 0, 0, 0, 0, arguments)
            scope.sizes_to_patch.append(at + 4)
            self._call_clause(clause, known, None, at + 3)
            exits.append(at + 1)
            self.coder.words[at + 2] = self.coder.here
        self.coder.emit(op.FAIL)
        for at in exits:
            self.coder.words[at] = self.coder.here

    def list_rows(
        self, clauses: Sequence[ir.Clause], known: dict[int, int], wanted: tuple[int, ...], start: int, scope: Scope
    ) -> None:
        """Rows of the wanted arguments for which some clause holds; register `start` says where they begin."""
        self.coder.emit(op.BEGIN_ROWS, start)
        for clause in clauses:
            arguments = self._passed(clause, known)
            at = self.coder.emit(op.ENTER_ROWS, 0, 0, 0, arguments)
            scope.sizes_to_patch.append(at + 3)
            self._call_clause(clause, known, wanted, at + 2)
            self.coder.words[at + 1] = self.coder.here

    def _passed(self, clause: ir.Clause, known: dict[int, int]) -> int:
        pairs = [word for number, register in known.items() for word in (register, clause.params[number])]
        return self.coder.constant([len(known), *pairs])

    def _call_clause(self, clause: ir.Clause, known: dict[int, int], wanted: tuple[int, ...] | None, at: int) -> None:
        """Have a clause assembled for these known arguments, and its address written to `at`."""
        places = frozenset(known)
        self.coder.call(("clause", id(clause), places, wanted), partial(self._clause, clause, places, wanted), at)

    def _clause(self, clause: ir.Clause, known: frozenset[int], wanted: tuple[int, ...] | None) -> None:
        """Assemble a clause."""
        scope = Scope(clause.slots, frozenset(clause.params[number] for number in known))
        self.coder.atoms(clause.query, scope)
        if wanted is None:
            self.coder.emit(op.SUCCEED)
        else:
            self.coder.row([clause.params[number] for number in wanted], scope)
        self.coder.close(scope)

    def motion_test(self, clauses: Sequence[ir.Clause]) -> int:
        """Code for `holds` of a fact of motion, its two arguments in registers 0 and 1."""
        scope = Scope(())
        at = self.coder.here
        self.ask(clauses, {0: 0, 1: 1}, scope)
        self.coder.emit(op.SUCCEED)
        return self.coder.finish(at, scope)

    def motion_rows(self, clauses: Sequence[ir.Clause]) -> int:
        """Code for `rows` of the second arguments of which a fact of motion holds, the first one in register 0."""
        scope = Scope(())
        at = self.coder.emit(1) + 1
        start, row, value = scope.fresh(), scope.fresh(), scope.fresh()
        self.list_rows(clauses, {0: 0}, (1,), start, scope)
        self.coder.emit(op.DISTINCT, start, 1)
        self.coder.emit(op.EACH_ROW, row, start, 1)
        self.coder.emit(op.ROW_WORD, value, row, 0)
        self.coder.row([value], scope)
        return self.coder.finish(at, scope)


def _asks(node: object, loop: tuple[int, ...]) -> int:
    """How many times a query asks for facts of a loop."""
    return sum(isinstance(part, ir.Fact) and part.fact in loop for part in ir.nodes(node))
