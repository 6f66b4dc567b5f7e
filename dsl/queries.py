"""Queries: from written conditions to core atoms, with every binding made explicit.

`QueryChecker` adds the atoms of a query to the block of its scope, in the written order, so that what binds a variable
stands before what uses it. It also reads the arguments of events and facts, which bind as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast

from arcg.dsl import core, syntax
from arcg.dsl.diagnostics import Span
from arcg.dsl.expressions import CELL, DIR, INT, ExpressionChecker, key_of
from arcg.dsl.functions import FUNCTIONS, ID, MOTION_FACTS, RELATIONS
from arcg.dsl.mixups import Mixups
from arcg.dsl.model import KindModel, Type
from arcg.dsl.names import Names
from arcg.dsl.patterns import Line, match
from arcg.dsl.scope import Block, Scope, Typed
from arcg.dsl.walk import nodes
from arcg.dsl.wording import count_words, kind_names, type_words, written

Tested = list[tuple[syntax.ThingTerm, Typed]]
"""Things among arguments whose tests are still to be added, after the atom that binds them."""

ORDER = ("<", "<=", ">", ">=")
SELF_LESS = ("enter", "leave", "blocked")
"""Events that never have one thing in two places."""


class QueryChecker(ExpressionChecker):
    """Checks the queries of one scope."""

    def __init__(self, names: Names, scope: Scope, own: KindModel | None = None) -> None:
        super().__init__(names, scope, own)
        self.line: Line | None = None
        """The last pattern among the conditions, which a pattern after the arrow speaks of."""

    def query(self, atoms: syntax.Query, after: object = None) -> None:
        """Add all atoms to the present block. `after` is the syntax that speaks of them, `()` for none, if known."""
        mixups = Mixups(self.names, self.scope, atoms, after)
        for place, atom in enumerate(atoms):
            if isinstance(atom, syntax.No | syntax.Every | syntax.Braces):
                mixups.inside(atom)
            before = set(self.scope.visible)
            self.atom(atom)
            mixups.bound(place, self.scope.visible.keys() - before)

    def closed(self, atoms: syntax.Query) -> core.Query:
        """A query whose bindings are not visible outside."""
        with self.scope.nested() as block:
            self.query(atoms, ())
        return block.query()

    def atom(self, node: syntax.Atom) -> None:
        """Add one condition to the present block."""
        add = self.scope.block.atoms.append
        match node:
            case syntax.Compare():
                self.compare(node)
            case syntax.Related():
                self.related(node)
            case syntax.ThingTerm():
                self.presence(node)
            case syntax.No(atom=inner):
                add(core.No(self.inside(inner)))
            case syntax.Every(over=over, claim=claim):
                self.every(over, claim)
            case syntax.Did(event=event):
                self.did(event)
            case syntax.Pattern():
                self.line = match(self, node)
            case syntax.Braces(alternatives=alternatives):
                add(core.Exists(tuple(self.closed(alternative) for alternative in alternatives)))
            case syntax.Call() if node.name in self.names.facts:
                self.fact(node.name, node.args, node.span)
            case syntax.Name(text=text) if text in self.names.facts and not self._own(text):
                self.fact(text, (), node.span)
            case syntax.Call() if node.name in MOTION_FACTS:
                self.names.report("E330", node.span, name=node.name)
                self.poison_variables(node.args)
            case _:
                self._value_as_condition(node)
                if isinstance(node, syntax.Call) and node.name not in FUNCTIONS:
                    self.poison_variables(node.args)

    def _own(self, text: str) -> bool:
        if self.own is None:
            return False
        derived = self.names.derived.get(text)
        return text in self.own.attrs or (derived is not None and self.own.number in derived.kinds)

    def _value_as_condition(self, node: syntax.Expr) -> None:
        typed = self.expression(node)
        if typed.type is None:
            return
        text = written(node)
        example = {"int": f"{text} > 0", "dir": f"{text} = up", "thing": f"{text} != none", "cell": f"Crate at {text}"}
        compared = example.get(typed.type.sort, text)
        if typed.type.sort == "enum" and typed.type.domain is not None:
            compared = f"{text} = {typed.type.domain.names[-1]}"
            if isinstance(typed.expr, core.Const):
                compared = f"{self.names.holder(typed.type.domain, self.own)} = {text}"
        self.names.report("E311", node.span, text=text, got=type_words(self.names.game, typed.type), example=compared)

    def presence(self, term: syntax.ThingTerm) -> None:
        """A thing as a condition: there is one, or the one that is bound is still there and passes its tests."""
        known, before = key_of(term) in self.scope.visible, len(self.scope.block.atoms)
        typed = self.mention(term)
        if typed.type is None:
            self.scope.learn(typed.expr, self.names.any_thing)
        elif typed.type.sort != "thing":
            got = type_words(self.names.game, typed.type)
            text = written(term)
            self.names.report("E311", term.span, text=text, got=got, example=f"{text} = ..")
            return
        elif known and not term.tests and len(self.scope.block.atoms) == before:
            self.scope.block.atoms.append(core.IsKind(typed.expr, typed.type.kinds))
        self.tests(term, typed)

    # ------------------------------------------------------------ nested queries

    def inside(self, atom: syntax.Atom) -> core.Query:
        """What stands after `no`: braces give their one alternative, or a choice of several."""
        if isinstance(atom, syntax.Braces) and len(atom.alternatives) == 1:
            return self.closed(atom.alternatives[0])
        return self.closed((atom,))

    def _only_alternative(self, braces: syntax.Braces, word: str) -> syntax.Query:
        if len(braces.alternatives) > 1:
            span = braces.alternatives[1][0].span if braces.alternatives[1] else braces.span
            self.names.report("E331", span, word=word)
        return braces.alternatives[0]

    def _warn_nothing_new(self, block: Block, node: syntax.Atom, word: str) -> None:
        """Warn when what is counted or gone through is only what the rule has bound before."""
        if not block.things and not block.values:
            known = [key_of(n) for n in nodes(node) if isinstance(n, syntax.ThingTerm)]
            if known and known[0] in self.scope.visible and self.scope.visible[known[0]].slot >= 0:
                self.names.report("W307", node.span, name=known[0], word=word)

    def every(self, over: syntax.Atom, claim: syntax.Atom) -> None:
        """`every over has claim`: the variables of `over` are visible in `claim`."""
        with self.scope.nested() as outer:
            self.query(self._only_alternative(over, "every") if isinstance(over, syntax.Braces) else (over,))
            self._warn_nothing_new(outer, over, "every")
            claimed = self.inside(claim)
        self.scope.block.atoms.append(core.Every(outer.query(), claimed))

    def aggregate(self, node: syntax.Aggregate, want: Type | None) -> Typed:
        """`count {..}`, and `sum`, `min`, `max`, `first` of an expression over braces."""
        with self.scope.nested() as block:
            self.query(self._only_alternative(node.query, node.op))
            self._warn_nothing_new(block, node.query, node.op)
            if node.value is None:
                return Typed(core.Aggregate("count", None, block.query()), INT)
            with self.scope.without_binding():
                value = self.expression(node.value, want if node.op == "first" else INT)
            if node.op == "first":
                return Typed(core.Aggregate("first", value.expr, block.query()), value.type)
            expr = self.fit(value, INT, node.value, f"what `{node.op}` takes")
            return Typed(core.Aggregate(node.op, expr, block.query()), INT)

    # ------------------------------------------------------------ comparisons

    def unbound(self, node: syntax.Expr) -> bool:
        """Whether a node is a variable that nothing has bound yet."""
        return isinstance(node, syntax.ThingTerm) and node.kind is None and key_of(node) not in self.scope.visible

    def compare(self, node: syntax.Compare) -> None:
        """`left op right`; with `=` and an unbound variable on one side it binds the variable."""
        left, right = node.left, node.right
        if node.op == "=" and self.unbound(left) != self.unbound(right):
            if self.unbound(left):
                left, right = right, left
            self.assign(cast(syntax.ThingTerm, right), self.expression(left))
        elif isinstance(left, syntax.Name) and self._literal(left) and not self._is_literal(right):
            known = self.expression(right)
            if known.type is None and len(self.names.values[left.text]) > 1:
                return  # a mistake on the other side is why the word is not understood
            self.compare_typed(self.expression(left, known.type), node.op, known, node.span, (left, right))
        else:
            self.compare_with(self.expression(left), node.op, right, node.span, written(left), left)

    def _literal(self, node: syntax.Name) -> bool:
        return self.names.is_literal(node.text) and not self._own(node.text)

    def _is_literal(self, node: syntax.Expr) -> bool:
        return isinstance(node, syntax.Name) and self._literal(node)

    def assign(self, term: syntax.ThingTerm, value: Typed) -> None:
        """Give an unbound variable the value of an expression."""
        key = key_of(term)
        slot = self.scope.bind(key, value.type)
        self.scope.block.atoms.append(core.Assign(slot, value.expr))
        self.tests(term, Typed(core.Slot(slot), value.type))

    def compare_with(
        self, left: Typed, op: str, right: syntax.Expr, span: Span, shown: str, node: syntax.Expr | None = None
    ) -> None:
        """Add a comparison whose left side is checked already and was written as `shown` (`node`)."""
        if op == "=" and self.unbound(right) and self.scope.may_bind:
            self.assign(cast(syntax.ThingTerm, right), left)
            return
        if left.type is None and isinstance(right, syntax.Name) and len(self.names.values.get(right.text, ())) > 1:
            return
        self.compare_typed(left, op, self.expression(right, left.type), span, (node or shown, right))

    def compare_typed(
        self, left: Typed, op: str, right: Typed, span: Span, sides: tuple[syntax.Node | str, syntax.Expr]
    ) -> None:
        """Add the comparison of two checked sides, written as `sides`."""
        expr = right.expr
        first, second = left.type, right.type
        if first is None or second is None:
            self.scope.learn(left.expr, second if second is not None else INT if op in ORDER else None)
            self.scope.learn(right.expr, first if first is not None else INT if op in ORDER else None)
        elif first.sort != second.sort:
            self._report_pair("E306", span, sides, first, second)
            return
        elif op in ORDER and first.sort != "int":
            self.names.report("E307", span, op=op, got=type_words(self.names.game, first))
            return
        elif first.sort == "enum":
            expr = self.recode(right, first.domain, sides[1])
        elif first.kinds and second.kinds and not set(first.kinds) & set(second.kinds):
            self._report_pair("E352", span, sides, first, second)
            return
        elif op in ("=", "!="):
            self._warn_outside(left, right, span, op, sides)
        if op in ("=", "!=") and left.expr == expr and isinstance(expr, core.Slot):
            self.names.report("E310", span, name=written(sides[1]), other=f"{written(sides[1])} $b")
            return
        comparison = core.Compare(op, left.expr, expr)  # type: ignore[arg-type]  # the parser gives the six operators
        self.scope.block.atoms.append(comparison)

    def _report_pair(
        self, code: str, span: Span, sides: tuple[syntax.Node | str, syntax.Expr], first: Type, second: Type
    ) -> None:
        game = self.names.game
        left = sides[0] if isinstance(sides[0], str) else written(sides[0])
        words = type_words(game, first), type_words(game, second)
        self.names.report(code, span, left=left, right=written(sides[1]), first=words[0], second=words[1])

    def _warn_outside(
        self, left: Typed, right: Typed, span: Span, op: str, sides: tuple[syntax.Node | str, syntax.Expr]
    ) -> None:
        """Warn when an attribute is compared with a number that it can never be."""
        for side, other, shown in ((left, right, sides[0]), (right, left, sides[1])):
            if isinstance(side.expr, core.Const) or side.bounds is None or not isinstance(other.expr, core.Const):
                continue
            low, high = side.bounds
            if not low <= other.expr.value <= high:
                text = shown if isinstance(shown, str) else written(shown)
                always = "always holds" if op == "!=" else "never holds"
                number = other.expr.value
                self.names.report("W302", span, text=text, low=low, high=high, number=number, always=always)

    # ------------------------------------------------------------ relations

    def related(self, node: syntax.Related) -> None:
        """`left relation right`: a spatial word or a declared fact."""
        info = RELATIONS.get(node.relation)
        if info is None:
            if node.relation in self.names.infix:
                self.fact(node.relation, (node.left, *node.args, node.right), node.span)
                return
            if node.relation in MOTION_FACTS:
                self.names.report("E330", node.span, name=node.relation)
            else:
                self.names.unknown_relation(node)
            self.poison_variables((node.left, *node.args, node.right))
            return
        if node.relation == "sees":
            self.sight(node)
            return
        if len(node.args) != int(info.takes_direction):
            got = count_words(len(node.args), "argument")
            self.names.report("E303", node.span, what=f"`{node.relation}`", want=info.usage, got=got)
            return
        if node.relation == "at":
            self.at(node)
            return
        if node.relation == "after":
            self.after(node)
            return
        role = f"each side of `{node.relation}`"
        left = self.value(node.left, self.names.any_thing, role)
        direction: core.Expr | None = None if info.direction is None else core.Const("dir", info.direction)
        if info.takes_direction:
            direction = self.direction(node.args[0], f"what `{node.relation}` is given")
        right = self.value(node.right, self.names.any_thing, role)
        if left == right and isinstance(left, core.Slot) and left.index >= 0:
            name = written(node.right)
            self.names.report("E310", node.span, name=name, other=f"{name} $b" if name[0] != "$" else "Kind $b")
        match info.relation:
            case "stops":
                self.scope.block.atoms.append(core.Stops(left, right))
            case "in_row" | "in_column":
                self._in_line(left, right, "y" if info.relation == "in_row" else "x")
            case "sees" | "after":
                pass
            case relation:
                self.scope.block.atoms.append(core.Relate(relation, left, right, direction))

    def after(self, node: syntax.Related) -> None:
        """`left after right`: the first was made later; both are of one numbered kind."""
        sides = (node.left, node.right)
        typed = [self.expression(side, self.names.any_thing) for side in sides]
        role = "each side of `after`"
        things = [self.fit(one, self.names.any_thing, side, role) for one, side in zip(typed, sides, strict=True)]
        types = [one.type for one in typed if one.type is not None and one.type.sort == "thing"]
        if len(types) < len(sides):
            return  # something is wrong with them, which has been said
        kinds = {number for type_ in types for number in type_.kinds}
        numbered = [kind for kind in self.names.game.kinds.values() if kind.number in kinds and kind.numbered]
        if len(kinds) != 1 or not numbered:
            got = " and ".join(type_words(self.names.game, type_) for type_ in types)
            name = kind_names(self.names.game, tuple(sorted(kinds)))[0] if kinds else "Kind"
            hint = f"declare it so: `kind {name} on .. numbered`" if len(kinds) == 1 else "say which kind both are of"
            self.names.report("E379", node.span, got=got, hint=hint)
            return
        number = numbered[0].attrs[ID].number
        first, second = (core.Attr(thing, number) for thing in things)
        self.scope.block.atoms.append(core.Compare(">", first, second))

    def _in_line(self, left: core.Expr, right: core.Expr, part: Literal["x", "y"]) -> None:
        """They are two things with cells in one row or column."""
        one, two = self.scope.add(".cell", CELL), self.scope.add(".cell", CELL)
        same = core.Compare("=", core.Apply(part, (core.Slot(one),)), core.Apply(part, (core.Slot(two),)))
        cells = (core.CellsOf(one, left), core.CellsOf(two, right))
        query = core.Query((*cells, core.Compare("!=", left, right), same), (), (one, two))
        self.scope.block.atoms.append(core.Exists((query,)))

    def sight(self, node: syntax.Related) -> None:
        """`A sees B` and `A sees($d) B`: from a cell of A to one of B, with nothing between that stops A."""
        if len(node.args) > 1:
            want, got = RELATIONS["sees"].usage, count_words(len(node.args), "argument")
            self.names.report("E303", node.span, what="`sees`", want=want, got=got)
            return
        role = "each side of `sees`"
        seer, seen = self.value(node.left, self.names.any_thing, role), None
        direction = self.direction(node.args[0], "what `sees` is given") if node.args else None
        seen = self.value(node.right, self.names.any_thing, role)
        names, add = self.names, self.scope.add
        start, end, way, between = add(".from", CELL), add(".to", CELL), add(".way", DIR), add(".between", CELL)
        thing = add(".thing", names.any_thing)
        line = core.Apply("way", (core.Slot(start), core.Slot(end)))
        other = core.Slot(thing)
        stopper = core.Query(
            (
                core.Ray(between, core.Slot(start), core.Slot(way), core.Slot(end)),
                core.Bind(thing, names.all_kinds),
                core.Relate("at", other, core.Slot(between)),
                core.Compare("!=", other, seen),
                core.Stops(other, seer),
            ),
            (thing,),
            (between,),
        )
        told = () if direction is None else (core.Compare("=", core.Slot(way), direction),)
        atoms = (
            core.CellsOf(start, seer), core.CellsOf(end, seen), core.Compare("!=", seer, seen),
            core.Assign(way, line), *told, core.No(stopper),
        )  # fmt: skip
        self.scope.block.atoms.append(core.Exists((core.Query(atoms, (), (start, end, way)),)))

    def direction(self, node: syntax.Expr, role: str) -> core.Expr:
        """A direction; an unbound variable ranges over the four."""
        if self.unbound(node) and isinstance(node, syntax.ThingTerm):
            slot = self.scope.bind(key_of(node), DIR)
            self.scope.block.atoms.append(core.Range(slot, "dir"))
            return core.Slot(slot)
        return self.value(node, DIR, role)

    def at(self, node: syntax.Related) -> None:
        """`A at c`: the right side is a cell, a thing (for its cell), or a variable that takes each cell of A."""
        left = self.value(node.left, self.names.any_thing, "what stands before `at`")
        if self.unbound(node.right) and isinstance(node.right, syntax.ThingTerm):
            slot = self.scope.bind(key_of(node.right), CELL)
            self.scope.block.atoms.append(core.CellsOf(slot, left))
            return
        right = self.cell(node.right, "what stands after `at`")
        self.scope.block.atoms.append(core.Relate("at", left, right))

    # ------------------------------------------------------------ events and facts

    def fact(self, name: str, args: Sequence[syntax.Expr], span: Span) -> None:
        """A declared fact as a condition."""
        before, params = set(self.scope.visible), self.names.facts[name]
        given, tested = self.arguments(args, params, span, f"the fact `{name}`")
        bound = self.scope.visible.keys() - before
        compared: list[core.Atom] = []
        final = list(given)
        for place, (arg, node) in enumerate(zip(given, args, strict=False)):
            # in `fact(Crate, Crate.n)` the number is known only when the fact has found the crate
            if isinstance(arg, core.Equal) and bound & {
                key_of(n) for n in nodes(node) if isinstance(n, syntax.ThingTerm)
            }:
                slot = self.scope.add(written(node), params[place])
                self.scope.enlist(slot, params[place])
                final[place] = core.Take(slot, None)
                compared.append(core.Compare("=", core.Slot(slot), arg.expr))
        self.scope.block.atoms += [core.Fact(self.names.fact_numbers[name], tuple(final)), *compared]
        self.add_tests(tested)

    def did(self, event: syntax.Call) -> None:
        """`did event(..)`."""
        if event.name not in self.names.params:
            self.names.unknown_event(event.name, event.span)
            self.poison_variables(event.args)
            return
        given, tested = self.event_arguments(event)
        self.scope.block.atoms.append(core.Did(self.names.event_numbers[event.name], given))
        self.add_tests(tested)

    def trigger(self, event: syntax.Call) -> tuple[core.Trigger | None, Tested]:
        """The event that a rule or phase answers; its tests are to be added to the query."""
        if event.name not in self.names.params:
            self.names.unknown_event(event.name, event.span)
            self.poison_variables(event.args)
            return None, []
        with self.scope.without_binding():
            given, tested = self.event_arguments(event)
        return core.Trigger(self.names.event_numbers[event.name], given), tested

    def event_arguments(self, event: syntax.Call) -> tuple[tuple[core.Arg, ...], Tested]:
        """The arguments of an event that is known."""
        params = self.names.params[event.name]
        lacks = event.name == "blocked"  # a refused `put` has no direction
        given, tested = self.arguments(event.args, params, event.span, f"the event `{event.name}`", lacks)
        things = [arg.slot for arg in given if isinstance(arg, core.Take) and arg.slot >= 0]
        if event.name in SELF_LESS and len(set(things)) < len(things):
            name = written(event.args[-1])
            self.names.report("E310", event.span, name=name, other=f"{name} $b")
        return given, tested

    def poison_variables(self, args: Sequence[syntax.Expr]) -> None:
        """Take the variables of a mistaken event as bound, so that their uses are not reported as well."""
        for arg in args:
            if isinstance(arg, syntax.ThingTerm) and key_of(arg) not in self.scope.visible:
                known = arg.kind is not None and self.names.game.kinds_of(arg.kind) is not None
                if not known or arg.var is not None:
                    self.scope.poison(key_of(arg))
                elif arg.kind is not None:
                    self.scope.bind(key_of(arg), Type("thing", None, self.names.game.kinds_of(arg.kind) or ()))

    def add_tests(self, tested: Tested) -> None:
        """Add the tests of things that arguments have bound."""
        for term, typed in tested:
            self.tests(term, typed)

    def arguments(
        self, args: Sequence[syntax.Expr], params: Sequence[Type | None], span: Span, what: str, lacks: bool = False
    ) -> tuple[tuple[core.Arg, ...], Tested]:
        """The arguments of an event or a fact; those at the end may be left out. `lacks`: any of them may be none."""
        if len(args) > len(params):
            want, got = count_words(len(params), "argument"), count_words(len(args), "argument")
            self.names.report("E353", span, what=what, want=want, got=got)
        tested: Tested = []
        padded = [*params, *[None] * len(args)]
        none = core.Equal(core.Const("thing", core.NONE))
        given = tuple(
            none if lacks and arg == syntax.Name("none", span=arg.span) else self.argument(arg, param, what, tested)
            for arg, param in zip(args, padded, strict=False)
        )
        return given[: len(params)], tested

    def argument(self, node: syntax.Expr, param: Type | None, what: str, tested: Tested) -> core.Arg:
        """One argument: a variable takes the value or is compared with it, anything else must equal it."""
        role = f"this argument of {what}"
        if not isinstance(node, syntax.ThingTerm):
            typed = self.expression(node, param)
            return core.Equal(self.fit(typed, param, node, role) if param is not None else typed.expr)
        key = key_of(node)
        kinds = self.kinds(node)
        if node.kind is not None and kinds is None:
            return core.Wild()
        binding = self.lookup(node)
        if binding is None:
            type_ = Type("thing", None, kinds) if kinds is not None else param
            slot = self.scope.bind(key, type_)
            expr: core.Expr = core.Slot(slot)
            if param is not None and kinds is not None:
                self.fit(Typed(expr, type_), param, node, role)
        else:
            slot, type_ = binding.slot, self.scope.type_of(binding)
            if kinds is not None and node.var is not None:
                type_ = self.narrow(node, key, binding, kinds)
            typed = Typed(core.Slot(slot), type_)
            expr = self.fit(typed, param, node, role) if param is not None else typed.expr
        if node.tests:
            tested.append((node, Typed(core.Slot(slot), type_)))
        return core.Take(slot, kinds) if isinstance(expr, core.Slot) else core.Equal(expr)
