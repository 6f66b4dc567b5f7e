"""The assembler of queries and expressions: core nodes become instructions of the query machine.

`Coder` appends to one list of words, the image, and gives addresses in it. Which slots are bound at each atom is
known here, so an atom becomes either a loop or a test. Constant data (sets of kinds, lists of registers) lies before
all code, so everything is assembled twice: the first time finds out what data there is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arcg.compiler import ir
from arcg.runtime.kernel import opcodes as op
from arcg.runtime.kernel.code_facts import FactCoder
from arcg.runtime.kernel.code_words import Scope, Writer
from arcg.runtime.kernel.sizes import has_bodies

NOWHERE = -1
NUMBERS = {"add": op.ADD, "sub": op.SUB, "mul": op.MUL, "div": op.DIV, "mod": op.MOD, "least": op.LEAST, "most":
op.MOST,
           "cell": op.CELL, "ahead": op.AHEAD, "way": op.WAY}  # fmt: skip
OTHERS = {"neg": op.NEG, "abs": op.ABS, "cell_of": op.CELL_OF, "x": op.CELL_X, "y": op.CELL_Y, "cw": op.CLOCKWISE,
          "ccw": op.COUNTER, "back": op.BACK, "dx": op.STEP_X, "dy": op.STEP_Y}  # fmt: skip
TESTS = {"=": op.EQ, "!=": op.NE, "<": op.LT, "<=": op.LE, ">": op.GT, ">=": op.GE}
RELATIONS = {"on": op.SAME_CELL, "overlaps": op.SAME_CELL, "touches": op.TOUCHES, "near": op.NEAR, "beside": op.BESIDE}
PATTERNS = {"on": op.PATTERN_SAME, "overlaps": op.PATTERN_SAME, "touches": op.PATTERN_TOUCHES, "near": op.PATTERN_NEAR,
            "beside": op.PATTERN_BESIDE}  # fmt: skip
"""Things that cover one cell are on one another when they overlap, and every relation here but `ahead` is symmetric."""
FOLDS = {"count": op.FOLD_COUNT, "sum": op.FOLD_SUM, "min": op.FOLD_MIN, "max": op.FOLD_MAX}


class Coder(Writer):
    """Writes code of queries and expressions into `words`. `plan` puts the conditions of a query into a good order."""

    def __init__(
        self,
        program: ir.Program,
        words: list[int],
        plan: Callable[[ir.Query, frozenset[int]], ir.Query],
        data: dict[tuple[int, ...], int],
    ) -> None:
        super().__init__(program, words, data)
        self.bodies = has_bodies(program)
        self.plan = plan
        self.facts = FactCoder(self)

    # ------------------------------------------------------------ whole pieces

    def query(self, query: ir.Query, scope: Scope) -> int:
        """Code for `holds`: whether there is a solution."""
        at = self.here
        with scope.inner():
            self.atoms(query, scope)
            self.emit(op.SUCCEED)
        return at

    def goal(self, condition: ir.Condition) -> int:
        """Code for `holds` of a condition of which nothing is known."""
        scope = Scope(condition.slots)
        return self.finish(self.query(condition.query, scope), scope)

    def condition(self, condition: ir.Condition) -> int:
        """Code for `holds` of a condition whose slot 0 is the thing that is drawn."""
        scope = Scope(condition.slots, frozenset({0}))
        return self.finish(self.query(condition.query, scope), scope)

    def expression(self, slots: Sequence[ir.Variable], expr: ir.Expr) -> int:
        """Code for `evaluate` of an expression whose slot 0 is the thing that is drawn."""
        scope = Scope(slots, frozenset({0}))
        return self.finish(self.evaluation(expr, scope), scope)

    def calculation(self, slots: Sequence[ir.Variable], expr: ir.Expr) -> int:
        """Code for `evaluate` of an expression of whose scope nothing is bound."""
        scope = Scope(slots)
        return self.finish(self.evaluation(expr, scope), scope)

    def evaluation(self, expr: ir.Expr, scope: Scope) -> int:
        """Code for `evaluate`; the word before it is the register of the result."""
        before = self.emit(0)
        register = self.value(expr, scope)
        self.words[before] = register
        self.emit(op.HALT, register)
        return before + 1

    def row(self, columns: Sequence[int], scope: Scope, *always: int) -> None:
        """One row of these registers; variables that are not bound read undefined."""
        unbound = scope.fresh()
        self.emit(op.UNDEF, unbound)
        known = [c if c >= len(scope.variables) or c in scope.bound or c in always else unbound for c in columns]
        at = self.constant([len(known), *known])
        self.emit(op.ROW, at)

    def order(self, query: ir.Query, scope: Scope, width: int, first: int, leading: int = NOWHERE) -> int:
        """How rows of all variables of a scope, from word `first` on, are sorted (see `rows.py`)."""
        values = [word for slot in query.values for word in (first + slot, _sorting(scope.variables[slot].sort))]
        things = [first + slot for slot in query.things]
        return self.constant([width, leading, len(things), *things, len(query.values), *values])

    # ------------------------------------------------------------ expressions

    def value(self, expr: ir.Expr, scope: Scope) -> int:
        """Code that calculates an expression; the register of the result."""
        if isinstance(expr, ir.Slot):
            if expr.index in scope.bound:
                return expr.index
            to = scope.fresh()
            self.emit(op.UNDEF, to)
            return to
        if isinstance(expr, ir.Aggregate):
            return self._aggregate(expr, scope)
        match expr:
            case ir.Const(_, value):
                to = scope.fresh()
                self.emit(op.CONST, to, value)
            case ir.World(attr):
                to = scope.fresh()
                self.emit(op.WORLD_OF, to, attr)
            case ir.Attr(thing, field):
                of = self.value(thing, scope)
                to = scope.fresh()
                self.emit(op.ATTR_OF, to, of, field)
            case ir.Apply(function, args):
                registers = [self.value(arg, scope) for arg in args]
                to = scope.fresh()
                self.emit(NUMBERS[function] if function in NUMBERS else OTHERS[function], to, *registers)
            case ir.Recode(inner, table):
                of = self.value(inner, scope)
                to = scope.fresh()
                self.emit(op.RECODE, to, of, self.constant(table))
            case ir.Asked(thing):
                of = self.value(thing, scope)
                to = scope.fresh()
                self.emit(op.ASKED_OF, to, of)
            case ir.Either(options):
                registers = [self.value(option, scope) for option in options]
                to = registers[-1]
                for register in reversed(registers[:-1]):
                    left, to = to, scope.fresh()
                    self.emit(op.EITHER, to, register, left)
            case ir.Distance(number, args, cell) | ir.Approach(number, args, cell):
                registers = [self.value(arg, scope) for arg in args]
                place = self.value(cell, scope)
                self.facts.enter_field(number, registers, scope)
                to = scope.fresh()
                self.emit(op.REACH_OF if isinstance(expr, ir.Distance) else op.NEARER, to, number, place)
            case _:
                raise TypeError(f"not an expression: {type(expr).__name__}")
        return to

    def _aggregate(self, expr: ir.Aggregate, scope: Scope) -> int:
        to = scope.fresh()
        query = self.plan(expr.query, frozenset(scope.bound))
        bound = (*query.things, *query.values)
        twice = any(isinstance(atom, ir.Did) for atom in query.atoms)
        if expr.op != "first" and not twice:
            after = self.emit(op.FOLD, FOLDS[expr.op], to, 0) + 3
            with scope.inner():
                self.atoms(query, scope)
                self.emit(op.TERM, self.value(expr.value, scope) if expr.value is not None else -1)
            self.words[after] = self.here
            return to
        start = scope.fresh()
        after = self.emit(op.COLLECT, start, 0) + 2
        with scope.inner():
            self.atoms(query, scope)
            value = self.value(expr.value, scope) if expr.value is not None else self.number(1, scope)
            self.row([*bound, value], scope)
        self.words[after] = self.here
        width = len(bound) + 1
        if expr.op == "first":
            values = [(len(query.things) + n, scope.variables[slot].sort) for n, slot in enumerate(query.values)]
            sorting = [word for place, sort in values for word in (place, _sorting(sort))]
            things = range(len(query.things))
            order = self.constant([width, NOWHERE, len(things), *things, len(values), *sorting])
            self.emit(op.FIRST_ROW, to, start, order)
        else:
            self.emit(op.DISTINCT, start, width)
            self.emit(op.FOLD_ROWS, FOLDS[expr.op], to, start, width, width - 1)
        return to

    def number(self, value: int, scope: Scope) -> int:
        """A register that holds a number."""
        to = scope.fresh()
        self.emit(op.CONST, to, value)
        return to

    # ------------------------------------------------------------ atoms

    def atoms(self, query: ir.Query, scope: Scope) -> None:
        """Code that goes on with each solution of a query in turn, its variables bound."""
        query = self.plan(query, frozenset(scope.bound))
        at = 0
        while at < len(query.atoms):
            following = query.atoms[at + 1] if at + 1 < len(query.atoms) else None
            at += 1 + self._atom(query.atoms[at], following, scope)

    def _atom(self, atom: ir.Atom, following: ir.Atom | None, scope: Scope) -> bool:
        """Code of one atom; whether it does the work of the following one too."""
        match atom:
            case ir.Bind(slot, kinds):
                if slot in scope.bound:
                    self.emit(op.IS_KIND, slot, self.kindset(kinds))
                    return False
                probed = following is not None and self._probe(slot, kinds, following, scope)
                if not probed:
                    some, every = self.kindset(kinds), self.kindlist(kinds)
                    self.emit(op.EACH_KIND, slot, every, some)
                scope.bound.add(slot)
                return probed
            case ir.Range(slot, over):
                self._range(slot, over, scope)
            case ir.Assign(slot, expr):
                self._let(slot, self.value(expr, scope), scope)
            case ir.CellsOf(slot, thing):
                if not self.bodies:
                    self._let(slot, self._cell_of(thing, scope), scope)
                elif slot in scope.bound:
                    self.emit(op.LIES_AT, self.value(thing, scope), slot)
                else:
                    self.emit(op.EACH_COVERED, slot, self.value(thing, scope))
                    scope.bound.add(slot)
            case ir.Ray(slot, start, direction, until):
                ends = [self.value(start, scope), self.value(direction, scope)]
                ends.append(NOWHERE if until is None else self.value(until, scope))
                to = scope.fresh() if slot in scope.bound else slot
                self.emit(op.EACH_RAY, to, *ends)
                if to != slot:
                    self.emit(op.EQ, to, slot)
                scope.bound.add(slot)
            case ir.Did(event, args):
                occurrence = scope.fresh()
                self.emit(op.EACH_EVENT, occurrence, event)
                self.arguments(event, args, occurrence, scope)
            case ir.Fact(fact, args):
                self.facts.fact(fact, args, scope)
            case _:
                self._test(atom, scope)
        return False

    def _let(self, slot: int, value: int, scope: Scope) -> None:
        """Bind a slot to a value, or test that it has it."""
        if slot in scope.bound:
            self.emit(op.EQ, slot, value)
            return
        self.emit(op.DEFINED, value)
        self.emit(op.COPY, slot, value)
        scope.bound.add(slot)

    def _cell_of(self, thing: ir.Expr, scope: Scope) -> int:
        of = self.value(thing, scope)
        to = scope.fresh()
        self.emit(op.CELL_OF, to, of)
        return to

    def _range(self, slot: int, over: str, scope: Scope) -> None:
        if slot not in scope.bound:
            self.emit(op.EACH_DIR if over == "dir" else op.EACH_CELL, slot)
            scope.bound.add(slot)
        elif over == "cell":
            self.emit(op.ON_BOARD, slot)
        else:
            self.emit(op.GE, slot, self.number(0, scope))

    def _probe(self, slot: int, kinds: Sequence[int], atom: ir.Atom, scope: Scope) -> bool:
        """Look for a thing where the next atom says it must lie, instead of trying all; False when it does not say."""
        me = ir.Slot(slot)
        match atom:
            case ir.Compare("=", left, right):
                for one, other in ((left, right), (right, left)):
                    if one == me and not mentions(other, slot):
                        value = self.value(other, scope)
                        self.emit(op.COPY, slot, value)
                        self.emit(op.IS_KIND, slot, self.kindset(kinds))
                        return True
                    if one == ir.Apply("cell_of", (me,)) and not mentions(other, slot) and not self.bodies:
                        self._each_at(slot, self.value(other, scope), kinds)
                        return True
            case ir.Relate("at", left, right) if left == me and not mentions(right, slot):
                self._each_at(slot, self.value(right, scope), kinds)
                return True
            case ir.Relate("at", _, _):
                return False
            case ir.Relate() if self.bodies:
                return False  # which cells a thing covers is not known before the thing is
            case ir.Relate("ahead", left, right, direction) if direction is not None and not mentions(direction, slot):
                if left == me and not mentions(right, slot):
                    cell, towards = self._cell_of(right, scope), self.value(direction, scope)
                elif right == me and not mentions(left, slot):
                    cell = self._cell_of(left, scope)
                    towards = scope.fresh()
                    self.emit(op.BACK, towards, self.value(direction, scope))
                else:
                    return False
                ahead = scope.fresh()
                self.emit(op.AHEAD, ahead, cell, towards)
                self._each_at(slot, ahead, kinds)
                return True
            case ir.Relate(relation, left, right) if relation in PATTERNS:
                for one, other in ((left, right), (right, left)):
                    if one == me and not mentions(other, slot):
                        middle = self.value(other, scope)
                        some = self.kindset(kinds)
                        self.emit(op.EACH_BY, slot, middle, some, PATTERNS[relation])
                        return True
        return False

    def _each_at(self, slot: int, cell: int, kinds: Sequence[int]) -> None:
        some = self.kindset(kinds)
        self.emit(op.EACH_AT, slot, cell, some, NOWHERE)

    def _test(self, atom: ir.Atom, scope: Scope) -> None:
        """Atoms that bind nothing."""
        match atom:
            case ir.IsKind(thing, kinds):
                of = self.value(thing, scope)
                some = self.kindset(kinds)
                self.emit(op.IS_KIND, of, some)
            case ir.Compare(sign, left, right):
                one, two = self.value(left, scope), self.value(right, scope)
                self.emit(TESTS[sign], one, two)
            case ir.Relate("at", left, right):
                one, two = self.value(left, scope), self.value(right, scope)
                self.emit(op.LIES_AT, one, two)
            case ir.Relate("ahead", left, right, direction) if direction is not None:
                registers = [self.value(expr, scope) for expr in (left, right, direction)]
                self.emit(op.AHEAD_OF, *registers)
            case ir.Relate(relation, left, right):
                one, two = self.value(left, scope), self.value(right, scope)
                self.emit(op.ON_TOP if relation == "on" and self.bodies else RELATIONS[relation], one, two)
            case ir.Stops(thing, other):
                self._stops(self.value(thing, scope), self.value(other, scope), scope)
            case ir.Exists(alternatives):
                self._exists(alternatives, scope)
            case ir.No(query):
                self._no(query, scope)
            case ir.Every(over, claim):
                self._every(over, claim, scope)
            case _:
                raise TypeError(f"not a test: {type(atom).__name__}")

    def _exists(self, alternatives: Sequence[ir.Query], scope: Scope) -> None:
        exits = []
        for query in alternatives:
            at = self.emit(op.EXISTS, 0, 0)
            with scope.inner():
                self.atoms(query, scope)
            self.emit(op.SUCCEED)
            exits.append(at + 1)
            self.words[at + 2] = self.here
        self.emit(op.FAIL)
        for at in exits:
            self.words[at] = self.here

    def _stops(self, one: int, two: int, scope: Scope) -> None:
        """Go on if a thing stops another: they lie on one ordinary layer, or a clause says so."""
        kinds, layers = self.program.kinds, self.program.layers
        matrix = [int(a.layer == b.layer and not layers[a.layer].free) for a in kinds for b in kinds]
        self.emit(op.NE, one, two)
        at = self.emit(op.EXISTS, 0, 0)
        self.emit(op.STOPS_BY, one, two, self.constant(matrix))
        self.emit(op.SUCCEED)
        self.words[at + 2] = self.here
        self.facts.ask(self.program.stops, {0: one, 1: two}, scope)
        self.words[at + 1] = self.here

    def _no(self, query: ir.Query, scope: Scope) -> None:
        at = self.emit(op.EXISTS, 0, 0)
        with scope.inner():
            self.atoms(query, scope)
        self.emit(op.SUCCEED)
        self.words[at + 1] = self.emit(op.FAIL)
        self.words[at + 2] = self.here

    def _every(self, over: ir.Query, claim: ir.Query, scope: Scope) -> None:
        """No match of `over` without a match of `claim`."""
        at = self.emit(op.EXISTS, 0, 0)
        with scope.inner():
            self.atoms(over, scope)
            self._no(claim, scope)
        self.emit(op.SUCCEED)
        self.words[at + 1] = self.emit(op.FAIL)
        self.words[at + 2] = self.here

    # ------------------------------------------------------------ events

    def arguments(self, event: int, args: Sequence[ir.Arg], occurrence: int, scope: Scope) -> None:
        """Bind or test the arguments of a pattern for the occurrence whose number is in a register."""
        for number, (arg, _) in enumerate(zip(args, self.program.events[event].sorts, strict=False)):
            if isinstance(arg, ir.Wild):
                continue
            wanted = self.value(arg.expr, scope) if isinstance(arg, ir.Equal) else NOWHERE
            value = scope.fresh()
            self.emit(op.ARGUMENT, value, occurrence, number)
            if isinstance(arg, ir.Take):
                read = scope.fresh() if arg.slot in scope.bound else arg.slot
                self.emit(op.TAKE, read, value)
                self.taken(arg, read, scope)
            else:
                self.emit(op.ARGUMENT_IS, wanted, value)

    def taken(self, arg: ir.Take, read: int, scope: Scope) -> None:
        """Bind the variable of an argument to what was read into a register."""
        if arg.kinds is not None:
            some = self.kindset(arg.kinds)
            self.emit(op.IS_KIND, read, some)
        if read != arg.slot:
            self.emit(op.EQ, read, arg.slot)
        scope.bound.add(arg.slot)


def _sorting(sort: ir.Sort) -> int:
    return op.SORT_DIRECTION if sort == "dir" else op.SORT_CELL if sort == "cell" else op.SORT_NUMBER


def mentions(expr: ir.Expr, slot: int) -> bool:
    """Whether an expression may read a slot."""
    match expr:
        case ir.Slot(index):
            return index == slot
        case ir.Attr(inner, _) | ir.Recode(inner, _) | ir.Asked(inner):
            return mentions(inner, slot)
        case ir.Apply(_, args):
            return any(mentions(arg, slot) for arg in args)
        case ir.Either(options):
            return any(mentions(option, slot) for option in options)
        case ir.Distance(_, args, cell) | ir.Approach(_, args, cell):
            return any(mentions(part, slot) for part in (*args, cell))
        case ir.Aggregate():
            return True
        case _:
            return False
