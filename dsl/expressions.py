"""Expressions: from what is written to typed core expressions.

`ExpressionChecker` holds the scope of one rule and turns syntax expressions into `Typed` core ones, binding the things
that they mention first. Queries and effects build on it (`queries.py`, `effects.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from arcg.dsl import core, syntax
from arcg.dsl.diagnostics import Span
from arcg.dsl.functions import FIELD_FUNCTIONS, FUNCTIONS, PROPERTIES, FunctionInfo
from arcg.dsl.model import AttrModel, DerivedModel, KindModel, Type
from arcg.dsl.names import Names
from arcg.dsl.scope import UNKNOWN, Binding, Scope, Typed
from arcg.dsl.wording import count_words, quoted, type_words, written

INT = Type("int")
DIR = Type("dir")
CELL = Type("cell")
ARITHMETIC: dict[str, core.Function] = {"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod"}


def key_of(term: syntax.ThingTerm) -> str:
    """The name under which a term's variable is known: `$a` if it has one, else its kind."""
    return f"${term.var}" if term.var is not None else str(term.kind)


class ExpressionChecker(ABC):
    """Checks the expressions of one scope. `own` is the kind whose attributes stand bare (slot 0 is the thing)."""

    def __init__(self, names: Names, scope: Scope, own: KindModel | None = None) -> None:
        self.names = names
        self.scope = scope
        self.own = own

    # ------------------------------------------------------------ types

    def fit(self, typed: Typed, want: Type, node: syntax.Node, role: str) -> core.Expr:
        """The expression as a value of type `want`; reports when it is none. `role` begins the message."""
        got = typed.type
        if got is None:
            self.scope.learn(typed.expr, want)
            return typed.expr
        if got.sort != want.sort:
            words = type_words(self.names.game, want), type_words(self.names.game, got)
            hint = ""
            if want.sort == "cell" and got.sort == "thing":
                hint = f"write `{written(node)}.cell`"
            elif want.sort == "dir":
                hint = "a direction is `up`, `down`, `left`, `right`, a variable such as `$d`, or a facing"
            elif want.sort == "thing" and got.sort == "cell":
                hint = f"what is on a cell is asked with `at`: `Kind at {written(node)}`"
            text = f"`{written(node)}`"
            self.names.report("E304", node.span, role=role, want=words[0], got=words[1], text=text, hint=hint)
        elif got.sort == "enum":
            return self.recode(typed, want.domain, node)
        elif got.sort == "thing" and got.kinds and want.kinds and not set(got.kinds) & set(want.kinds):
            words = type_words(self.names.game, want), type_words(self.names.game, got)
            self.names.report("E309", node.span, role=role, want=words[0], got=words[1], text=f"`{written(node)}`")
        return typed.expr

    def recode(self, typed: Typed, domain: core.EnumDomain | None, node: syntax.Node) -> core.Expr:
        """A named value of one list as the value of the same name in the list `domain`."""
        source = typed.type.domain if typed.type is not None else None
        if domain is None or source is None or source == domain:
            return typed.expr
        table = tuple(domain.names.index(name) if name in domain.names else -1 for name in source.names)
        if all(place < 0 for place in table):
            lists = quoted(source.names, "or"), quoted(domain.names, "or")
            self.names.report("E308", node.span, text=written(node), first=lists[0], second=lists[1])
            return typed.expr
        if isinstance(typed.expr, core.Const):
            return core.Const("enum", table[typed.expr.value])
        return core.Recode(typed.expr, table)

    def value(self, node: syntax.Expr, want: Type, role: str) -> core.Expr:
        """A checked expression that must be of type `want`."""
        return self.fit(self.expression(node, want), want, node, role)

    def cell(self, node: syntax.Expr, role: str) -> core.Expr:
        """A cell; a thing stands for its cell."""
        typed = self.expression(node, CELL)
        if typed.type is not None and typed.type.sort == "thing" and typed.type.kinds:
            return core.Apply("cell_of", (typed.expr,))
        return self.fit(typed, CELL, node, role)

    # ------------------------------------------------------------ expressions

    def expression(self, node: syntax.Expr, want: Type | None = None) -> Typed:
        """Any expression. `want` only helps to understand bare words; it is not enforced."""
        match node:
            case syntax.Int(value=number):
                return Typed(core.Const("int", number), INT, (number, number))
            case syntax.Name():
                return self.word(node, want)
            case syntax.ThingTerm():
                return self.thing(node)
            case syntax.Path():
                return self.path(node)
            case syntax.Call():
                return self.call(node)
            case syntax.Neg(value=inner):
                expr = self.value(inner, INT, "what follows `-`")
                if isinstance(expr, core.Const):
                    return Typed(core.Const("int", -expr.value), INT, (-expr.value, -expr.value))
                return Typed(core.Apply("neg", (expr,)), INT)
            case syntax.Arith(op=op, left=left, right=right):
                role = f"each side of `{op}`"
                args = self.value(left, INT, role), self.value(right, INT, role)
                return Typed(core.Apply(ARITHMETIC[op], args), INT)
            case syntax.Aggregate():
                return self.aggregate(node, want)

    def word(self, node: syntax.Name, want: Type | None) -> Typed:
        """A bare lower-case word."""
        text, game = node.text, self.names.game
        if self.own is not None and text in self.own.attrs:
            return attribute_value(core.Attr(core.Slot(0), self.own.attrs[text].number), self.own.attrs[text])
        if self.own is not None and text in self.names.derived and self.own.number in self.names.derived[text].kinds:
            return self.derived(core.Slot(0), self.names.derived[text])
        if want is not None and want.domain is not None and text in want.domain.names:
            return Typed(core.Const("enum", want.domain.names.index(text)), Type("enum", want.domain))
        if text in game.world:
            return attribute_value(core.World(game.world[text].number), game.world[text])
        if text in core.DIRECTIONS:
            return Typed(core.Const("dir", core.DIRECTIONS.index(text)), DIR)
        if text == "none":
            return Typed(core.Const("thing", core.NONE), Type("thing"))
        if want is not None and want.domain is not None and (text in self.names.values or not self._means(text)):
            near = self.names.near(text, [*want.domain.names, *game.world])
            hint = near or f"it may be {quoted(want.domain.names, 'or')}"
            self.names.report("E148", node.span, name=text, hint=hint)
            return UNKNOWN
        domains = self.names.values.get(text, [])
        if len(domains) == 1 or (domains and want is not None and want.sort != "enum"):
            return Typed(core.Const("enum", domains[0].names.index(text)), Type("enum", domains[0]))
        if domains:
            self.names.report("E149", node.span, name=text)
        else:
            self.names.unknown_word(text, node.span, self.own.attrs if self.own is not None else ())
        return UNKNOWN

    def _means(self, text: str) -> bool:
        names = self.names
        return text in names.facts or text in names.params or text in names.owners or text in FUNCTIONS

    def path(self, node: syntax.Path) -> Typed:
        """`base.name`."""
        base = self.expression(node.base)
        return self.member(base, node.name, node.span, written(node.base))

    def member(self, base: Typed, name: str, span: Span, shown: str) -> Typed:
        """Attribute or property `name` of a checked thing (or cell)."""
        info = PROPERTIES.get(name)
        type_ = base.type
        if type_ is None:
            self._learn_member(base.expr, name)
            if info is None:
                return UNKNOWN
            return Typed(core.Apply("cell_of" if info.name == "cell" else info.name, (base.expr,)), Type(info.result))
        if info is not None and type_.sort == "cell" and info.of_cells:
            return Typed(core.Apply(info.name if info.name != "cell" else "cell_of", (base.expr,)), Type(info.result))
        if type_.sort != "thing" or not type_.kinds:
            self.names.report("E350", span, text=shown, name=name, got=type_words(self.names.game, type_))
            return UNKNOWN
        if info is not None:
            cell = core.Apply("cell_of", (base.expr,))
            return Typed(cell if info.name == "cell" else core.Apply(info.name, (cell,)), Type(info.result))
        derived = self.names.derived.get(name)
        if derived is not None and set(type_.kinds) & set(derived.kinds):
            return self.derived(base.expr, derived)
        attr = self.names.attribute(type_.kinds, name, span, shown)
        return UNKNOWN if attr is None else attribute_value(core.Attr(base.expr, attr.number), attr)

    def derived(self, thing: core.Expr, derived: DerivedModel) -> Typed:
        """A derived attribute of a thing: what the first of its lines that applies says."""
        if not derived.facts:
            return UNKNOWN  # its only lines are mistaken
        options: list[core.Expr] = []
        for fact in derived.facts:
            slot = self.scope.add(f".{derived.name}", derived.type)
            holds = core.Fact(fact, (core.Equal(thing), core.Take(slot, None)))
            is_thing = derived.type.sort == "thing"
            query = core.Query((holds,), (slot,) if is_thing else (), () if is_thing else (slot,))
            options.append(core.Aggregate("first", core.Slot(slot), query))
        return Typed(options[0] if len(options) == 1 else core.Either(tuple(options)), derived.type)

    def _learn_member(self, expr: core.Expr, name: str) -> None:
        if name == "cell":
            self.scope.learn(expr, self.names.any_thing)
        elif name in self.names.owners or name in self.names.derived:
            derived = self.names.derived[name].kinds if name in self.names.derived else ()
            game = self.names.game
            kinds = tuple(k.number for k in game.kinds.values() if name in k.attrs or k.number in derived)
            self.scope.learn(expr, Type("thing", None, kinds))

    def call(self, node: syntax.Call) -> Typed:
        """A function with its arguments."""
        info = FUNCTIONS.get(node.name)
        if node.name in FIELD_FUNCTIONS:
            return self._step(node)
        if node.name == "asked":
            return self._asked(node)
        if node.name in self.names.distances:
            found = self._of_field(node.name, node.args, node)
            return Typed(core.Distance(*found), INT) if found is not None else Typed(UNKNOWN.expr, INT)
        if info is None:
            if node.name in self.names.facts:
                self.names.report("E327", node.span, name=node.name)
            else:
                self.names.unknown_call(node)
            return UNKNOWN
        if len(node.args) != len(info.params):
            got = count_words(len(node.args), "argument")
            self.names.report("E303", node.span, what=f"`{node.name}`", want=info.usage, got=got)
            return Typed(UNKNOWN.expr, Type(info.result))
        args = tuple(self._argument(arg, sort, info) for arg, sort in zip(node.args, info.params, strict=True))
        return Typed(core.Apply(info.name, args), Type(info.result))

    def _argument(self, node: syntax.Expr, sort: core.Sort, info: FunctionInfo) -> core.Expr:
        role = f"in `{info.usage}`, `{written(node)}`"
        return self.cell(node, role) if sort == "cell" else self.value(node, Type(sort), role)

    def _asked(self, node: syntax.Call) -> Typed:
        """`asked(Player)`: the direction of the move that is asked for a thing."""
        if len(node.args) != 1:
            got = count_words(len(node.args), "argument")
            self.names.report("E303", node.span, what="`asked`", want="asked(Player)", got=got)
            return Typed(UNKNOWN.expr, DIR)
        thing = self.value(node.args[0], self.names.any_thing, "what `asked` is given")
        return Typed(core.Asked(thing), DIR)

    def _step(self, node: syntax.Call) -> Typed:
        """`step(field, ..)`: the direction in which a field gets less."""
        field = node.args[0] if node.args else None
        if not isinstance(field, syntax.Name) or field.text not in self.names.distances:
            text = written(field) if field is not None else written(node)
            near = self.names.near(text, self.names.distances)
            hint = near or f"declare it: `let {text}(Guard, $c) to {{ .. }} through {{ .. }}`"
            self.names.report("E372", node.span, text=text, hint=hint)
            for arg in node.args[1:]:
                self.expression(arg)  # what it binds is not one more mistake
            return Typed(UNKNOWN.expr, DIR)
        given = node.args[1:]
        if len(given) == len(self.names.distances[field.text]) - 1 and given:
            given = (*given, given[-1])  # a thing that is named last stands for its cell too
        found = self._of_field(field.text, given, node)
        return Typed(core.Approach(*found) if found is not None else UNKNOWN.expr, DIR)

    def _of_field(
        self, name: str, args: Sequence[syntax.Expr], node: syntax.Call
    ) -> tuple[int, tuple[core.Expr, ...], core.Expr] | None:
        """The number of a field, its checked arguments and the cell; None after a report."""
        params = self.names.distances[name]
        if len(args) != len(params):
            want, got = count_words(len(params), "argument"), count_words(len(args), "argument")
            self.names.report("E353", node.span, what=f"the field `{name}`", want=want, got=got)
            return None
        role = f"this argument of the field `{name}`"
        checked: list[core.Expr] = []
        for arg, param in zip(args[:-1], params[:-1], strict=True):
            typed = self.expression(arg, param)
            checked.append(self.fit(typed, param, arg, role) if param is not None else typed.expr)
        return self.names.distance_numbers[name], tuple(checked), self.cell(args[-1], role)

    # ------------------------------------------------------------ things and variables

    def lookup(self, term: syntax.ThingTerm) -> Binding | None:
        """The visible variable that a term names, if there is one; reports one that only some events bind."""
        binding = self.scope.visible.get(key_of(term))
        if binding is not None and binding.missing_in is not None:
            self.names.report("E323", term.span, name=key_of(term), event=binding.missing_in)
            self.scope.poison(key_of(term))
            return self.scope.visible[key_of(term)]
        return binding

    def thing(self, term: syntax.ThingTerm) -> Typed:
        """A kind or variable as a value; one that is met first is bound, if this is a place for it."""
        typed = self.mention(term)
        if term.tests:
            if self.scope.may_bind:
                self.tests(term, typed)
            else:
                self.names.report("E351", term.span, text=written(term), name=key_of(term))
        return typed

    def kinds(self, term: syntax.ThingTerm) -> tuple[int, ...] | None:
        """The kinds that a term names, if it names any that are known; a mistake is reported once in a scope."""
        if term.kind is None:
            return None
        kinds = self.names.game.kinds_of(term.kind)
        if kinds is None:
            known = self.scope.visible.get(key_of(term))
            if known is None or known.slot >= 0:
                self.names.kinds(term.kind, term.span)
                meant = self.names.meant_kind(term.kind)
                if term.var is None and meant is not None and meant not in self.scope.visible:
                    self.scope.poison(meant)  # what comes later by the right name is not one more mistake
            self.scope.poison(key_of(term))
        return kinds

    def mention(self, term: syntax.ThingTerm) -> Typed:
        """A kind or variable without its tests."""
        key = key_of(term)
        kinds = self.kinds(term)
        if term.kind is not None and kinds is None:
            return UNKNOWN
        binding = self.lookup(term)
        if binding is None:
            return self._first_mention(term, key, kinds)
        type_ = self.scope.type_of(binding)
        expr = core.Slot(binding.slot)
        if kinds is not None and term.var is not None:
            narrowed = self.narrow(term, key, binding, kinds)
            if narrowed is not None and narrowed != type_:
                self._test_kind(term, key, expr, kinds)
            type_ = narrowed
        return Typed(expr, type_)

    def _test_kind(self, term: syntax.ThingTerm, key: str, expr: core.Expr, kinds: tuple[int, ...]) -> None:
        if self.scope.may_bind:
            self.scope.block.atoms.append(core.IsKind(expr, kinds))
        else:
            self.names.report("E351", term.span, text=written(term), name=key)

    def _first_mention(self, term: syntax.ThingTerm, key: str, kinds: tuple[int, ...] | None) -> Typed:
        if kinds is None:
            self.names.report("E301", term.span, name=key)
        elif not self.scope.may_bind:
            self.names.report("E302", term.span, name=term.kind, text=written(term))
        else:
            type_ = Type("thing", None, kinds)
            slot = self.scope.bind(key, type_)
            self.scope.block.atoms.append(core.Bind(slot, kinds))
            return Typed(core.Slot(slot), type_)
        self.scope.poison(key)
        return UNKNOWN

    def narrow(self, term: syntax.ThingTerm, key: str, binding: Binding, kinds: tuple[int, ...]) -> Type | None:
        """What a bound variable is known to be once it has been tested to be of `kinds`."""
        type_ = self.scope.type_of(binding)
        if type_ is None:
            self.scope.learn(core.Slot(binding.slot), Type("thing", None, kinds))
            return None
        common = tuple(kind for kind in kinds if kind in type_.kinds)
        if type_.sort != "thing" or not common:
            words = type_words(self.names.game, type_)
            self.names.report("E309", term.span, role=f"`{key}`", want=f"a `{term.kind}`", got=words, text="it")
            return None
        if common == type_.kinds:
            return type_
        narrowed = Type("thing", None, common)
        self.scope.narrow(key, narrowed)
        return narrowed

    def tests(self, term: syntax.ThingTerm, typed: Typed) -> None:
        """Add the tests in the braces of a term; the thing itself is checked already."""
        for test in term.tests:
            left = self.member(typed, test.name, test.span, key_of(term))
            self.compare_with(left, test.op, test.value, test.span, f"{key_of(term)}.{test.name}")

    # ------------------------------------------------------------ what queries.py adds

    @abstractmethod
    def aggregate(self, node: syntax.Aggregate, want: Type | None) -> Typed:
        """`count`, `sum` and the like."""

    @abstractmethod
    def compare_with(self, left: Typed, op: str, right: syntax.Expr, span: Span, shown: str) -> None:
        """Add a comparison whose left side is checked already."""


def attribute_value(expr: core.Expr, attr: AttrModel) -> Typed:
    """The value of an attribute, with its type and bounds."""
    bounds = (attr.domain.low, attr.domain.high) if isinstance(attr.domain, core.IntDomain) else None
    return Typed(expr, attr.type, bounds)
