"""From expressions, events and queries of the IR to trees without names."""

from __future__ import annotations

from arcg.compiler import ir
from arcg.compiler.canonical.kinds import header, holders, scope_of
from arcg.compiler.canonical.tree import Child, Node, Ref, free
from arcg.compiler.canonical.union import ACTIONS, Key, Union

_UNORDERED = frozenset({"add", "mul", "least", "most", "overlaps", "touches", "near", "=", "!="})
"""Functions, relations and comparisons whose two sides may change places."""


class QueryLifter:
    """Lifts what stands in one scope: a rule with its phase, a clause, a condition, a `forbid`.

    The program has its one spelling (`desugar`), so there is no `Every` left, and no `>`.
    """

    def __init__(
        self, program: ir.Program, union: Union, node: object = None, phase: ir.Phase | None = None,
        parent: QueryLifter | None = None,
    ) -> None:  # fmt: skip
        self.program = program
        self.union = union
        self.number = union.scope()
        self.parent = parent
        self.outer = len(phase.slots) if phase is not None else 0
        self.scope = scope_of(program, node, *(header(phase) if phase is not None else ()))
        self.slots: tuple[ir.Variable, ...] = getattr(node, "slots", ())

    # ------------------------------------------------------------ variables and values

    def slot(self, index: int) -> Ref:
        """A variable; those of the phase are the same in all its rules."""
        if index < self.outer:
            owner = self.parent or self
            return self.union.ref("outer", ("slot", owner.number, index))
        return self.union.ref("slot", ("slot", self.number, index))

    def slot_space(self, index: int) -> Key | None:
        """The enumeration that a variable holds a value of."""
        if self.slots[index].sort != "enum":
            return None
        owner = self.parent if index < self.outer and self.parent is not None else self
        return ("slot space", owner.number, index)

    def constant(self, const: ir.Const, space: Key | None) -> Child:
        """A value known from the text; `space` is the enumeration that it belongs to."""
        match const.sort:
            case "dir":
                return Node("dir", (const.value,))
            case "thing":
                return Node("none")
            case "enum" if space is not None:
                return self.union.value(space, const.value)
        return const.value

    def space_of(self, expr: ir.Expr | None) -> Key | None:
        """The enumeration that an expression yields a value of, where that can be told from it alone."""
        match expr:
            case ir.Slot(index) if index < len(self.slots):
                return self.slot_space(index)
            case ir.World(attr) if isinstance(self.program.world[attr].domain, ir.EnumDomain):
                return ("space world", attr)
            case ir.Attr(thing, number):
                held = holders(self.program, self.scope.of(thing), number)
                spaces = [("space", kind, number) for kind, attr in held if isinstance(attr.domain, ir.EnumDomain)]
                for space in spaces[1:]:
                    self.union.join(spaces[0], space)
                return spaces[0] if spaces else None
            case ir.Aggregate(value=value):
                return self.space_of(value)
            case ir.Either(options):
                told = [key for option in options if (key := self.space_of(option)) is not None]
                for key in told[1:]:
                    self.union.join(told[0], key)
                return told[0] if told else None
        return None

    def field(self, thing: ir.Expr, number: int) -> Ref:
        """An attribute; of several kinds at once it is one attribute."""
        keys: list[Key] = [
            ("field", kind, number) for kind, _ in holders(self.program, self.scope.of(thing), number)
        ] or [("field", "nobody's", number)]
        for key in keys[1:]:
            self.union.join(keys[0], key)
        return self.union.ref("field", keys[0])

    def expr(self, expr: ir.Expr, space: Key | None = None) -> Child:
        """An expression; `space` is the enumeration that its value is wanted in."""
        match expr:
            case ir.Const():
                return self.constant(expr, space)
            case ir.Slot(index):
                return self.slot(index)
            case ir.World(attr):
                return self.union.ref("world", ("world", attr))
            case ir.Attr(thing, number):
                self.space_of(expr)
                return Node("of", (self.expr(thing), self.field(thing, number)))
            case ir.Apply(function, args):
                return self._node(function, tuple(self.expr(arg) for arg in args))
            case ir.Recode(inner, table):
                return self._recode(inner, table, space)
            case ir.Aggregate(op, value, query):
                values = () if value is None else (self.expr(value, space),)
                return Node(op, (self.query(query), *values))
            case ir.Asked(thing):
                return Node("asked", (self.expr(thing),))
            case ir.Either(options):
                return Node("either", tuple(self.expr(option, space) for option in options))
            case ir.Distance(number, args, cell) | ir.Approach(number, args, cell):
                tag = "distance" if isinstance(expr, ir.Distance) else "approach"
                field = self.union.ref("distance", ("distance", number))
                spaces = self._spaces("distance", number, self.program.distances[number].sorts)
                told = tuple(self.expr(arg, place) for arg, place in zip(args, spaces, strict=True))
                return Node(tag, (field, *told, self.expr(cell)))

    def _node(self, tag: str, children: tuple[Child, ...]) -> Node:
        return free(tag, children) if tag in _UNORDERED else Node(tag, children)

    def _recode(self, inner: ir.Expr, table: tuple[int, ...], space: Key | None) -> Node:
        own = self.space_of(inner)
        if own is None or space is None:
            pairs = [Node("as", (old, new)) for old, new in enumerate(table)]
        else:
            told = [(old, new) for old, new in enumerate(table) if new >= 0]
            pairs = [Node("as", (self.union.value(own, old), self.union.value(space, new))) for old, new in told]
        return Node("recode", (self.expr(inner), free("pairs", tuple(pairs))))

    # ------------------------------------------------------------ events, facts and their arguments

    def _event(self, event: int) -> Child:
        if event < len(ir.BUILTIN_EVENTS):
            return Node(self.program.events[event].name)
        return self.union.ref("event", ("event", event))

    def _spaces(self, what: str, number: int, sorts: tuple[ir.Sort, ...]) -> list[Key | None]:
        if (what, number) == ("event", ir.ACTION):
            return [ACTIONS]
        return [("argument", what, number, place) if sort == "enum" else None for place, sort in enumerate(sorts)]

    def _args(self, args: tuple[ir.Arg, ...], spaces: list[Key | None]) -> tuple[Child, ...]:
        return tuple(self._arg(arg, space) for arg, space in zip(args, spaces, strict=False))

    def _arg(self, arg: ir.Arg, space: Key | None) -> Node:
        match arg:
            case ir.Equal(expr):
                self.union.join(self.space_of(expr), space)
                return Node("equal", (self.expr(expr, space),))
            case ir.Take(slot, kinds):
                self.union.join(self.slot_space(slot), space)
                return Node("take", (self.slot(slot), *(() if kinds is None else (self._among(kinds),))))
        return Node("any")

    def trigger(self, trigger: ir.Trigger) -> Node:
        """The event that a rule or a phase waits for."""
        return self._occurrence("on", trigger.event, trigger.args)

    def _occurrence(self, tag: str, event: int, args: tuple[ir.Arg, ...]) -> Node:
        spaces = self._spaces("event", event, self.program.events[event].sorts)
        return Node(tag, (self._event(event), *self._args(args, spaces)))

    def _among(self, kinds: tuple[int, ...]) -> Node:
        return free("among", tuple(self.union.ref("kind", ("kind", kind)) for kind in kinds))

    # ------------------------------------------------------------ queries

    def query(self, query: ir.Query) -> Node:
        """Atoms that hold together. Their order only says in which order matches come, which is not kept."""
        return free("query", tuple(self.atom(atom) for atom in query.atoms))

    def atom(self, atom: ir.Atom) -> Node:
        """One condition."""
        match atom:
            case ir.Bind(slot, kinds):
                return Node("bind", (self.slot(slot), self._among(kinds)))
            case ir.IsKind(thing, kinds):
                return Node("is_kind", (self.expr(thing), self._among(kinds)))
            case ir.Range(slot, over):
                return Node(f"any_{over}", (self.slot(slot),))
            case ir.Assign(slot, expr):
                space = self.slot_space(slot)
                self.union.join(self.space_of(expr), space)
                return Node("let", (self.slot(slot), self.expr(expr, space)))
            case ir.CellsOf(slot, thing):
                return Node("at", (self.expr(thing), self.slot(slot)))
            case ir.Ray(slot, start, direction, until):
                ends = (self.expr(start), self.expr(direction), *(() if until is None else (self.expr(until),)))
                return Node("ray", (self.slot(slot), *ends))
            case ir.Stops(thing, other):
                return Node("would_stop", (self.expr(thing), self.expr(other)))
            case ir.Compare(op, left, right):
                one, two = self.space_of(left), self.space_of(right)
                self.union.join(one, two)
                return self._node(op, (self.expr(left, one or two), self.expr(right, one or two)))
            case ir.Relate(relation, left, right, direction):
                told = () if direction is None else (self.expr(direction),)
                tag = {"ahead": "ahead_of", "on": "lies_on"}.get(relation, relation)  # others have the short names
                return self._node(tag, (self.expr(left), self.expr(right), *told))
            case ir.Exists(alternatives):
                return free("some", tuple(self.query(alternative) for alternative in alternatives))
            case ir.No(query):
                return Node("no", (self.query(query),))
            case ir.Did(event, args):
                return self._occurrence("did", event, args)
            case ir.Fact(fact, args):
                spaces = self._spaces("fact", fact, self.program.facts[fact].sorts)
                return Node("holds", (self.union.ref("fact", ("fact", fact)), *self._args(args, spaces)))
        raise TypeError(f"{type(atom).__name__} should have been spelled otherwise")
