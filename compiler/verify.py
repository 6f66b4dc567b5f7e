"""The invariants of the IR, as a program that checks them.

Takes a `Program` and raises at the first node that an engine could not run: a number without an entry, a slot read
before it is bound, a value outside its domain, two things on one ordinary cell. Run after lowering and in tests.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from arcg.compiler import ir
from arcg.compiler.verify_cells import LARGEST, verify_cellwise
from arcg.dsl.boxes import shape

_ARGUMENTS: dict[str, tuple[tuple[ir.Sort, ...], ir.Sort]] = {
    **dict.fromkeys(("add", "sub", "mul", "div", "mod", "least", "most"), (("int", "int"), "int")),
    **dict.fromkeys(("neg", "abs"), (("int",), "int")),
    "cell": (("int", "int"), "cell"),
    "cell_of": (("thing",), "cell"),
    **dict.fromkeys(("x", "y"), (("cell",), "int")),
    "ahead": (("cell", "dir"), "cell"),
    "way": (("cell", "cell"), "dir"),
    **dict.fromkeys(("cw", "ccw", "back"), (("dir",), "dir")),
    **dict.fromkeys(("dx", "dy"), (("dir",), "int")),
}
"""Sorts of the arguments and of the value of every function."""


_OF_NUMBERS = frozenset(name for name, (_, value) in _ARGUMENTS.items() if value in ("int", "dir")) - {"x", "y", "way"}
_OF_BODIES = (
    ir.Const, ir.Slot, ir.Attr, ir.Apply, ir.Recode, ir.Compare, ir.Exists, ir.No, ir.Query,
)  # fmt: skip
"""What a body may be made of."""


def verify(program: ir.Program) -> None:
    """Check every invariant.

    Raises:
        ValueError: one is broken; the message names the node and where it stands.
    """
    _Verifier(program).run()


def domain_sort(domain: ir.Domain) -> ir.Sort:
    """The sort of an attribute's values."""
    match domain:
        case ir.IntDomain():
            return "int"
        case ir.EnumDomain():
            return "enum"
        case ir.DirDomain():
            return "dir"
        case ir.ThingDomain():
            return "thing"


_Asked = tuple[Literal["fact", "field", "stops"], int]


def _asked(node: object, absent: bool) -> Iterator[tuple[_Asked, bool]]:
    """The facts and fields that a piece of a program asks, each with whether it may be asked not to hold."""
    if isinstance(node, tuple):
        for item in node:
            yield from _asked(item, absent)
        return
    match node:
        case ir.Fact(fact):
            yield ("fact", fact), absent
        case ir.Distance(number) | ir.Approach(number):
            yield ("field", number), True
        case ir.Stops():
            yield ("stops", 0), True
        case ir.No() | ir.Every() | ir.Aggregate():
            absent = True
    if dataclasses.is_dataclass(node):
        for part in dataclasses.fields(node):
            yield from _asked(getattr(node, part.name), absent)


class _Scope:
    """Which slots there are, of what sort, and which of them are bound at this point."""

    def __init__(self, sorts: Iterable[ir.Sort | None], bound: Iterable[int] = ()) -> None:
        self.sorts = list(sorts)
        self.bound = set(bound)

    def copy(self) -> _Scope:
        return _Scope(self.sorts, self.bound)


class _Verifier:
    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.where = "the program"
        self.shapes: dict[tuple[int, tuple[int, ...]], set[tuple[int, int]]] = {}
        self.field_sorts: dict[int, set[ir.Sort]] = {}
        for kind in program.kinds:
            for attr in kind.attrs:
                self.field_sorts.setdefault(attr.field, set()).add(domain_sort(attr.domain))

    def need(self, holds: bool, what: str, node: object) -> None:
        if not holds:
            raise ValueError(f"broken program: in {self.where}: {what}: {node!r}")

    def index(self, number: int, table: tuple[object, ...], what: str, node: object) -> None:
        self.need(0 <= number < len(table), f"no {what} has number {number}", node)

    # ------------------------------------------------------------ tables

    def run(self) -> None:
        program = self.program
        builtin = ir.BUILTIN_EVENTS
        self.need(program.events[: len(builtin)] == builtin, "the built-in events come first", program.events)
        self.need(sorted(program.ties) == [0, 1, 2, 3], "ties are the four directions", program.ties)
        self.need(0 <= program.ground < 16, "the ground is a palette colour", program.ground)
        offered = sorted(set(program.actions))
        self.need(list(program.actions) == offered and all(1 <= a <= 7 for a in offered), "actions", program.actions)
        for kind in program.kinds:
            self.where = f"kind {kind.name}"
            self.kind(kind)
        for attr in program.world:
            self.where = f"world attribute {attr.name}"
            self.domain(attr.domain)
            self.value(attr.domain, attr.default, attr)
        self.keep(program.undo)
        for bar in program.bars:
            self.where = "a bar"
            self.index(bar.attr, program.world, "world attribute", bar)
            self.need(isinstance(program.world[bar.attr].domain, ir.IntDomain), "a bar shows a number", bar)
            self.need(0 <= bar.colour < 16, "a palette colour", bar)
        for paint in program.paints:
            self.where = f"the paint in line {paint.line}"
            scope = self.scope(paint.slots)
            self.query(paint.query, scope)
            self.sorted(paint.cell, "cell", scope)
            self.expr(paint.colour, scope)
            if paint.layer is not None:
                self.index(paint.layer, program.layers, "layer", paint)
        if program.view is not None:
            self.where = "the view"
            self.view(program.view)
        self.rules()
        if program.cellwise is not None:
            verify_cellwise(program, program.cellwise)
        for number, level in enumerate(program.levels):
            self.where = f"level {level.name}"
            self.level(number, level)

    def kind(self, kind: ir.Kind) -> None:
        self.index(kind.layer, self.program.layers, "layer", kind)
        self.need(len({attr.field for attr in kind.attrs}) == len(kind.attrs), "fields are distinct", kind.attrs)
        for attr in kind.attrs:
            self.index(attr.field, self.program.fields, "field", attr)
            self.need(self.program.fields[attr.field] == attr.name, "the field has the attribute's name", attr)
            self.domain(attr.domain)
            self.value(attr.domain, attr.default, attr)
        for picture in kind.pictures:
            widths = {len(row) for row in picture.rows}
            self.need(len(widths) == 1 and 0 not in widths, "a picture is a rectangle", picture.rows)
            colours = {pixel for row in picture.rows for pixel in row}
            self.need(all(-1 <= pixel < 16 for pixel in colours), "pixels are palette colours", picture.rows)
            if picture.when is not None:
                self.query(picture.when.query, self.scope(picture.when.slots, {0}))
        if kind.body is not None:
            self.body(kind, kind.body)
        own = [attr for attr in kind.attrs if attr.field == kind.numbered]
        counts = [isinstance(attr.domain, ir.IntDomain) and attr.domain.low == attr.default == 1 for attr in own]
        self.need(kind.numbered is None or counts == [True], "an attribute numbers the things from 1", kind)
        for tint in kind.tints:
            self.need(all(0 <= c < 16 for c in (tint.colour, *tint.palette)), "palette colours", tint)
            self.expr(tint.expr, self.scope(tint.slots, {0}))

    def body(self, kind: ir.Kind, body: ir.Body) -> None:
        thing, cell = {0}, {0, 1, 2}
        self.need(len(body.slots) >= len(cell), "a body has slots for the thing and a cell of its box", body.slots)
        for side in (body.width, body.height, *(body.origin or ())):
            self.sorted(side, "int", self.scope(body.slots, thing))
        for query, bound in ((body.when, cell), (body.mirrored, thing)):
            if query is not None:
                self.need(not query.things and not query.values, "a body binds nothing", query)
                self.query(query, self.scope(body.slots, bound))
        own = {attr.field for attr in kind.attrs if not isinstance(attr.domain, ir.ThingDomain)}
        for node in ir.nodes((body.width, body.height, body.when, body.origin, body.mirrored)):
            asks = isinstance(node, _OF_BODIES) and (not isinstance(node, ir.Apply) or node.function in _OF_NUMBERS)
            self.need(asks, "a body depends on attributes of its thing alone", node)
            if isinstance(node, ir.Attr):
                self.need(node.thing == ir.Slot(0) and node.field in own, "an attribute of its thing, no thing", node)
        if body.rows:
            sides = (ir.Const("int", len(body.rows[0])), ir.Const("int", len(body.rows)))
            self.need((body.width, body.height) == sides, "the box is that of the rows", body)
            self.need(all(len(row) == len(body.rows[0]) for row in body.rows), "rows are of one length", body)
            self.need(body.when is None, "what is drawn has no condition", body)
        turns = [attr for attr in kind.attrs if attr.field == body.turned and isinstance(attr.domain, ir.DirDomain)]
        self.need(body.turned is None or len(turns) == 1, "a facing of the kind turns it", body)
        self.need(0 <= body.upright < 4, "a direction", body)

    def view(self, view: ir.View) -> None:
        self.need(1 <= view.width <= 64 and 1 <= view.height <= 64, "a view has 1 to 64 cells each way", view)
        scope = self.scope(view.slots)
        for part in view.corner or ():
            self.sorted(part, "int", scope)
        self.need(0 <= view.upright < 4, "a direction", view)
        if view.turned is not None:
            self.index(view.turned, self.program.world, "world attribute", view)
            domain = self.program.world[view.turned].domain
            self.need(isinstance(domain, ir.IntDomain | ir.DirDomain), "a number or a facing turns a view", view)

    def domain(self, domain: ir.Domain) -> None:
        match domain:
            case ir.IntDomain(low, high):
                self.need(low <= high, "the domain has a value", domain)
            case ir.EnumDomain(names):
                self.need(0 < len(names) == len(set(names)), "the names are distinct", domain)
            case ir.ThingDomain(kinds):
                self.kinds(kinds, domain)

    def value(self, domain: ir.Domain, value: int, node: object, things: tuple[ir.Placed, ...] = ()) -> None:
        match domain:
            case ir.IntDomain(low, high):
                sound = low <= value <= high
            case ir.EnumDomain(names):
                sound = 0 <= value < len(names)
            case ir.DirDomain():
                sound = 0 <= value < 4
            case ir.ThingDomain(kinds):
                sound = value == ir.NONE or (0 <= value < len(things) and things[value].kind in kinds)
        self.need(sound, f"the value {value} lies in {domain!r}", node)

    def level(self, number: int, level: ir.Level) -> None:
        program = self.program
        most = 64 if program.cellwise is None else LARGEST
        size = 1 <= level.width <= most and 1 <= level.height <= most
        self.need(size, f"a board has 1 to {most} cells each way", level)
        sizes = level.view or (1, 1)
        self.need(program.view is not None or level.view is None, "a level of a game with a view has one", level)
        self.need(min(sizes) >= 1, "a view has a cell", level)
        fits = level.cell >= 1 and max(ir.seen(program, number)) * level.cell <= 64
        self.need(fits, "what is seen fits the frame", level)
        self.need(len(level.world) == len(program.world), "one value for each world attribute", level.world)
        for info, value in zip(program.world, level.world, strict=True):
            self.value(info.domain, value, info, level.things)
        taken: set[tuple[int, int, int]] = set()
        for thing in level.things:
            self.index(thing.kind, program.kinds, "kind", thing)
            kind = program.kinds[thing.kind]
            layer = program.layers[kind.layer]
            far = ir.MAX_OUTSIDE if layer.open else 0
            near = -far <= thing.x < level.width + far and -far <= thing.y < level.height + far
            self.need(near, "the thing is on the board, or not too far outside", thing)
            self.need(len(thing.attrs) == len(kind.attrs), "one value for each attribute", thing)
            for attr, value in zip(kind.attrs, thing.attrs, strict=True):
                self.value(attr.domain, value, thing, level.things)
            self.room(kind, level, thing, taken)

    def room(self, kind: ir.Kind, level: ir.Level, thing: ir.Placed, taken: set[tuple[int, int, int]]) -> None:
        """Have a thing take its cells, each of which belongs to one thing of an ordinary layer."""
        layer, offsets = self.program.layers[kind.layer], {(0, 0)}
        if kind.body is not None:
            known = (thing.kind, thing.attrs)
            if known not in self.shapes:
                values = {attr.field: value for attr, value in zip(kind.attrs, thing.attrs, strict=True)}
                self.shapes[known] = shape(kind.body, values) or set()
            offsets = self.shapes[known]
            self.need(bool(offsets), "its body has a cell", thing)
        for dx, dy in offsets:
            x, y = thing.x + dx, thing.y + dy
            inside = 0 <= x < level.width and 0 <= y < level.height
            self.need(inside or layer.open, "the thing is on the board", thing)
            if inside and not layer.free:
                self.need((kind.layer, x, y) not in taken, "one thing on a cell of an ordinary layer", thing)
                taken.add((kind.layer, x, y))

    # ------------------------------------------------------------ rules

    def rules(self) -> None:
        program = self.program
        for fact in program.facts:
            self.where = f"fact {fact.name}"
            for clause in fact.clauses:
                self.clause(clause, fact.sorts)
            for other in fact.loop:
                self.index(other, program.facts, "fact", fact.loop)
                self.need(program.facts[other].loop == fact.loop, "the facts of a loop name the same loop", fact.loop)
            self.need(not fact.loop or "int" not in fact.sorts, "a fact in a loop has no numbers", fact.sorts)
        self.no_rings()
        for field in program.distances:
            self.where = f"field {field.name}"
            self.clause(field.to, (*field.sorts, "cell"))
            self.clause(field.through, (*field.sorts, "cell"))
        for clause in program.stops + program.pushes + program.carries:
            self.where = f"the motion fact in line {clause.line}"
            self.clause(clause, ("thing", "thing"))
        for clause in program.stuck:
            self.where = f"the motion fact in line {clause.line}"
            self.clause(clause, ("thing", "dir"))
        for phase in program.phases:
            self.phase(phase)
        for number, forbid in enumerate(program.forbids, 1):
            self.where = f"forbid {number}"
            scope = self.scope(forbid.slots)
            self.query(forbid.query, scope)
            self.effects(forbid.effects or (), scope)
        for name, conditions in (("win", program.wins), ("lose", program.loses)):
            self.where = f"{name} when"
            for condition in conditions:
                self.query(condition.query, self.scope(condition.slots))

    def no_rings(self) -> None:
        """Facts and fields ask each other in a ring only where `loop` says so, and there never for an absence."""
        program = self.program
        parts: dict[_Asked, object] = {("fact", n): fact.clauses for n, fact in enumerate(program.facts)}
        parts |= {("field", n): (field.to, field.through) for n, field in enumerate(program.distances)}
        parts["stops", 0] = program.stops
        done: set[_Asked] = set()
        path: list[_Asked] = []

        def visit(place: _Asked) -> None:
            path.append(place)
            for asked, absent in _asked(parts[place], False):
                loop = program.facts[place[1]].loop if place[0] == "fact" else ()
                if asked[0] == "fact" and asked[1] in loop:
                    self.need(not absent, "a fact in a loop does not ask for an absence", program.facts[place[1]])
                    continue
                self.need(asked not in path, "facts and fields do not depend on themselves", path)
                if asked not in done:
                    visit(asked)
            done.add(path.pop())

        for place in parts:
            if place not in done:
                visit(place)

    def scope(self, slots: tuple[ir.Variable, ...], bound: Iterable[int] = ()) -> _Scope:
        return _Scope([slot.sort for slot in slots], bound)

    def clause(self, clause: ir.Clause, sorts: tuple[ir.Sort, ...]) -> None:
        scope = self.scope(clause.slots)
        self.query(clause.query, scope)
        self.need(len(clause.params) == len(sorts), "the head has the arguments of its fact", clause)
        for param, sort in zip(clause.params, sorts, strict=True):
            self.index(param, clause.slots, "slot", clause)
            self.need(clause.slots[param].sort == sort, f"parameter {param} is a {sort}", clause)
            self.need(param in scope.bound, f"the query binds parameter {param}", clause)

    def phase(self, phase: ir.Phase) -> None:
        self.where = f"phase {phase.name}"
        starts = any(head.event == ir.START for head in phase.heads)
        self.need(phase.on_start == starts, "`on_start` says whether `start` is a head", phase.heads)
        # Each head is one way in; what the rules may read is what all of them bind.
        ways: list[set[int]] = []
        for head in phase.heads:
            scope = self.scope(phase.slots)
            self.args(head.args, self.event_sorts(head.event, head), scope, head)
            ways.append(scope.bound)
        scope = self.scope(phase.slots, set.intersection(*ways) if ways else ())
        if phase.when is not None:
            self.query(phase.when, scope, own=False)
        if phase.each is not None:
            each = phase.each
            inner = scope.copy()
            self.query(each.query, inner, own=False)
            self.need(inner.bound - scope.bound == {each.slot}, "`each` binds its slot and no other", each)
            scope = inner
            if each.by is not None:
                self.expr(each.by, scope)
        for rule in phase.rules:
            self.where = f"rule {rule.name}"
            self.need(
                rule.slots[: len(phase.slots)] == phase.slots, "its slots begin with those of the phase", rule.slots
            )
            inner = self.scope(rule.slots, scope.bound)
            before = set(inner.bound)
            if rule.trigger is not None:
                sorts = self.event_sorts(rule.trigger.event, rule.trigger)
                self.args(rule.trigger.args, sorts, inner, rule.trigger)
            self.query(rule.query, inner, before=before)
            self.effects(rule.effects, inner)

    def event_sorts(self, event: int, node: object) -> tuple[ir.Sort, ...]:
        self.index(event, self.program.events, "event", node)
        return self.program.events[event].sorts

    # ------------------------------------------------------------ queries

    def query(self, query: ir.Query, scope: _Scope, own: bool = True, before: set[int] | None = None) -> None:
        """Check a query and leave what it binds bound in `scope`.

        `own`: its list of bound slots must agree with its atoms; `before` are the slots bound before the trigger.
        """
        known = set(scope.bound) if before is None else before
        for atom in query.atoms:
            self.atom(atom, scope)
        bound = scope.bound - known
        listed = (*query.things, *query.values)
        self.need(len(set(listed)) == len(listed), "each bound slot is listed once", query)
        if own or listed:
            self.need(set(listed) == bound, f"it lists the slots that it binds, {sorted(bound)}", query)
        for slot in query.things:
            self.need(scope.sorts[slot] in ("thing", None), f"slot {slot} is a thing", query)
        for slot in query.values:
            self.need(scope.sorts[slot] != "thing", f"slot {slot} is not a thing", query)

    def inner(self, query: ir.Query, scope: _Scope) -> _Scope:
        """Check a query inside braces, which binds nothing outside; gives the scope inside."""
        inside = scope.copy()
        self.query(query, inside)
        return inside

    def bind(self, slot: int, sort: ir.Sort | None, scope: _Scope, node: object) -> None:
        self.need(0 <= slot < len(scope.sorts), f"no slot has number {slot}", node)
        known = scope.sorts[slot]
        if known is None:
            scope.sorts[slot] = sort
        self.need(sort is None or known is None or known == sort, f"slot {slot} holds a {known}, not a {sort}", node)
        scope.bound.add(slot)

    def atom(self, atom: ir.Atom, scope: _Scope) -> None:
        match atom:
            case ir.Bind(slot, kinds):
                self.kinds(kinds, atom)
                self.bind(slot, "thing", scope, atom)
            case ir.IsKind(thing, kinds):
                self.kinds(kinds, atom)
                self.sorted(thing, "thing", scope)
            case ir.Range(slot, over):
                self.bind(slot, over, scope, atom)
            case ir.Assign(slot, expr):
                self.bind(slot, self.expr(expr, scope), scope, atom)
            case ir.CellsOf(slot, thing):
                self.sorted(thing, "thing", scope)
                self.bind(slot, "cell", scope, atom)
            case ir.Ray(slot, start, direction, until):
                self.sorted(start, "cell", scope)
                self.sorted(direction, "dir", scope)
                if until is not None:
                    self.sorted(until, "cell", scope)
                self.bind(slot, "cell", scope, atom)
            case ir.Stops(thing, other):
                self.sorted(thing, "thing", scope)
                self.sorted(other, "thing", scope)
            case ir.Compare(op, left, right):
                sorts = {self.expr(left, scope), self.expr(right, scope)} - {None}
                self.need(len(sorts) <= 1, "both sides are of one sort", atom)
                self.need(op in ("=", "!=") or sorts <= {"int"}, "only numbers have an order", atom)
            case ir.Relate():
                self.sorted(atom.left, "thing", scope)
                self.sorted(atom.right, "cell" if atom.relation == "at" else "thing", scope)
                self.need((atom.direction is not None) == (atom.relation == "ahead"), "`ahead` has a direction", atom)
                if atom.direction is not None:
                    self.sorted(atom.direction, "dir", scope)
            case ir.Exists(alternatives):
                for query in alternatives:
                    self.inner(query, scope)
            case ir.No(query):
                self.inner(query, scope)
            case ir.Every(over, claim):
                self.inner(claim, self.inner(over, scope))
            case ir.Did(event, args):
                self.args(args, self.event_sorts(event, atom), scope, atom)
            case ir.Fact(fact, args):
                self.index(fact, self.program.facts, "fact", atom)
                self.args(args, self.program.facts[fact].sorts, scope, atom)

    def args(self, args: tuple[ir.Arg, ...], sorts: tuple[ir.Sort, ...], scope: _Scope, node: object) -> None:
        self.need(len(args) <= len(sorts), "it has no more arguments than declared", node)
        for arg, sort in zip(args, sorts, strict=False):
            match arg:
                case ir.Equal(ir.Const("thing", ir.NONE)):
                    pass  # any argument of an event may be missing
                case ir.Equal(expr):
                    self.sorted(expr, sort, scope)
                case ir.Take(slot, kinds):
                    self.need(kinds is None or sort == "thing", "only things have kinds", node)
                    self.kinds(kinds or (), node)
                    self.bind(slot, sort, scope, node)

    def kinds(self, kinds: tuple[int, ...], node: object) -> None:
        for kind in kinds:
            self.index(kind, self.program.kinds, "kind", node)

    # ------------------------------------------------------------ expressions

    def sorted(self, expr: ir.Expr, sort: ir.Sort, scope: _Scope) -> None:
        found = self.expr(expr, scope)
        self.need(found is None or found == sort, f"this is of sort {found} where {sort} is needed", expr)

    def expr(self, expr: ir.Expr, scope: _Scope) -> ir.Sort | None:
        """Check an expression; its sort, or None where the tables do not tell."""
        match expr:
            case ir.Const(sort, _):
                return sort
            case ir.Slot(index):
                self.need(index in scope.bound, f"slot {index} is read before it is bound", expr)
                return scope.sorts[index]
            case ir.World(attr):
                self.index(attr, self.program.world, "world attribute", expr)
                return domain_sort(self.program.world[attr].domain)
            case ir.Attr(thing, field):
                self.sorted(thing, "thing", scope)
                return self.field(field, expr)
            case ir.Apply(function, args):
                sorts, result = _ARGUMENTS[function]
                self.need(len(args) == len(sorts), f"`{function}` has {len(sorts)} arguments", expr)
                for arg, sort in zip(args, sorts, strict=True):
                    self.sorted(arg, sort, scope)
                return result
            case ir.Recode(inner, _):
                self.sorted(inner, "enum", scope)
                return "enum"
            case ir.Aggregate(op, value, query):
                inside = self.inner(query, scope)
                self.need((value is None) == (op == "count"), "`count` alone has no value", expr)
                found = self.expr(value, inside) if value is not None else "int"
                return found if op == "first" else "int"
            case ir.Either(options):
                found_sorts = {self.expr(option, scope) for option in options} - {None}
                self.need(len(found_sorts) <= 1 and bool(options), "the options are of one sort", expr)
                return next(iter(found_sorts), None)
            case ir.Asked(thing):
                self.sorted(thing, "thing", scope)
                return "dir"
            case ir.Distance(number, args, cell) | ir.Approach(number, args, cell):
                self.index(number, self.program.distances, "field", expr)
                sorts = self.program.distances[number].sorts
                self.need(len(args) == len(sorts), f"the field has {len(sorts)} arguments", expr)
                for arg, sort in zip(args, sorts, strict=True):
                    self.sorted(arg, sort, scope)
                self.sorted(cell, "cell", scope)
                return "int" if isinstance(expr, ir.Distance) else "dir"

    def field(self, field: int, node: object) -> ir.Sort | None:
        """The sort of a field, or None when kinds differ in it."""
        self.index(field, self.program.fields, "field", node)
        sorts = self.field_sorts.get(field, set())
        return next(iter(sorts)) if len(sorts) == 1 else None

    # ------------------------------------------------------------ effects

    def effects(self, effects: Iterable[ir.Effect], scope: _Scope) -> None:
        for effect in effects:
            if isinstance(effect, ir.Keyed):
                inside = scope.copy()
                self.query(effect.query, inside)
                self.need(effect.slot in inside.bound, "the query binds the slot", effect)
                self.step(effect.step, inside)
            else:
                self.step(effect, scope)

    def step(self, step: ir.Step, scope: _Scope) -> None:
        value: Callable[[ir.Expr, ir.Sort], None] = lambda expr, sort: self.sorted(expr, sort, scope)  # noqa: E731
        match step:
            case ir.Move(thing, direction, by):
                value(thing, "thing")
                value(direction, "dir")
                value(by, "int")
            case ir.Stay(thing):
                value(thing, "thing")
            case ir.Put(thing, cell) | ir.Turn(thing, _, cell):
                value(thing, "thing")
                value(cell, "cell")
            case ir.Make(kind, cell, attrs, slot):
                self.kinds((kind,), step)
                value(cell, "cell")
                fields = {attr.field for attr in self.program.kinds[kind].attrs}
                for field, expr in attrs:
                    self.need(field in fields, f"kind {self.program.kinds[kind].name} has field {field}", step)
                    self.expr(expr, scope)
                if slot is not None:
                    self.bind(slot, "thing", scope, step)
            case ir.Drop(thing):
                value(thing, "thing")
            case ir.Set(target, expr):
                sort, found = self.target(target, scope), self.expr(expr, scope)
                self.need(sort is None or found is None or sort == found, f"a {found} cannot be set here", step)
            case ir.Add(target, amount, least, most):
                self.need(self.target(target, scope) in ("int", None), "only numbers are added to", step)
                for bound in (amount, least, most):
                    if bound is not None:
                        value(bound, "int")
            case ir.Cycle(target, _):
                self.target(target, scope)
            case ir.Show(count):
                self.need(count >= 0, "a count of frames", step)
            case ir.Save(save):
                self.index(save, self.program.saves, "save", step)
            case ir.Restore(save, keep, _):
                if save not in (ir.TURN_SAVE, ir.LEVEL_SAVE):
                    self.index(save, self.program.saves, "save", step)
                self.keep(keep)
            case ir.Emit(event, args):
                sorts = self.event_sorts(event, step)
                self.need(len(args) == len(sorts), "it has the arguments of its event", step)
                for expr, sort in zip(args, sorts, strict=True):
                    value(expr, sort)
            case ir.End() | ir.Finish():
                pass

    def target(self, target: ir.Target, scope: _Scope) -> ir.Sort | None:
        if isinstance(target, ir.WorldTarget):
            self.index(target.attr, self.program.world, "world attribute", target)
            return domain_sort(self.program.world[target.attr].domain)
        self.sorted(target.thing, "thing", scope)
        return self.field(target.field, target)

    def keep(self, keep: ir.Keep) -> None:
        for attr in keep.world:
            self.index(attr, self.program.world, "world attribute", keep)
        self.kinds(keep.kinds, keep)
