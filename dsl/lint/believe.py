"""Whether a query may hold: what its conditions say of kinds, values and events, taken together.

`Belief` is what is known where the conditions of one query have been read up to some point, in a `World`. An answer is
None (it may hold) or the `Reason` why it certainly does not.
"""

from __future__ import annotations

from typing import Final, Literal

from arcg.dsl import core
from arcg.dsl.functions import ACTION_DOMAIN, EVENTS
from arcg.dsl.lint.nodes import mentions
from arcg.dsl.lint.subsume import entailed
from arcg.dsl.lint.values import FLIPPED, Op, Values, joined, narrowed, packed, sums
from arcg.dsl.lint.world import ANY_TIME, MOTION, WORLD, Moment, Reason, World

ACTION_EVENT: Final = next(number for number, info in enumerate(EVENTS) if info.name == "action")
_SHARING: Final = {number for number, info in enumerate(EVENTS) if info.name in ("enter", "leave")}
"""Events of two things that share a cell, or did."""

_MOVED: Final = next(number for number, info in enumerate(EVENTS) if info.name == "moved")

_NUMBERS: Final = range(-(1 << 40), (1 << 40) + 1)
"""More than all numbers that a calculation may give."""

_SIGNS: Final[dict[Op, int]] = {"<": 1, "=": 2, ">": 4, "<=": 3, ">=": 6, "!=": 5}
"""Which of less, equal, greater an operator allows, as bits."""

_POSITIVE: Final = (core.Bind, core.IsKind, core.Compare, core.Relate, core.Did)
"""Conditions of which `no` may say the opposite."""


class Belief:
    """What is known of the variables and values of one query so far."""

    def __init__(self, world: World, slots: tuple[core.Variable, ...]) -> None:
        self.world = world
        self.slots = slots
        self.kinds: dict[int, frozenset[int]] = {}
        self.same: dict[int, core.Expr] = {}
        self.values: dict[core.Expr, Values] = {}
        self.signs: dict[tuple[core.Expr, core.Expr], int] = {}
        self.held: list[core.Atom] = []
        self.covered: list[tuple[core.Expr, core.Expr]] = []
        """Cells with a thing that covers each of them."""

    def copy(self) -> Belief:
        """The same knowledge, for a query inside."""
        other = Belief(self.world, self.slots)
        other.kinds, other.same = dict(self.kinds), dict(self.same)
        other.values, other.signs, other.held = dict(self.values), dict(self.signs), list(self.held)
        other.covered = list(self.covered)
        return other

    # ------------------------------------------------------------ conditions

    def read(self, atoms: tuple[core.Atom, ...], moment: Moment) -> Reason | None:
        """Take conditions in one after another, up to the first that cannot hold."""
        for atom in atoms:
            reason = self.atom(atom, moment)
            if reason is not None:
                return reason
        return None

    def atom(self, atom: core.Atom, moment: Moment) -> Reason | None:
        """Take one condition in; one of a sort that is not known may hold."""
        if isinstance(atom, _POSITIVE):
            self.held.append(atom)
        match atom:
            case core.Bind(slot, kinds):
                return self.kind(slot, kinds)
            case core.IsKind(core.Slot(slot), kinds) if slot not in self.same:
                return self.kind(slot, kinds)
            case core.IsKind(_, kinds):
                return None if self.world.kinds.intersection(kinds) else Reason("kind", kinds)
            case core.Assign(slot, expr):
                return self.undefined(expr, moment) or self.assign(slot, expr)
            case core.Compare(op, left, right):
                undefined = self.undefined(left, moment) or self.undefined(right, moment)
                return undefined or self.compare(op, left, right)
            case core.Relate(relation, left, right, direction):
                found = (self.undefined(side, moment) for side in (left, right, direction) if side is not None)
                undefined = next((reason for reason in found if reason is not None), None)
                return undefined or self.sharing(relation, left, right)
            case core.CellsOf(slot, thing):
                return self.cover(core.Slot(slot), thing)
            case core.Exists(alternatives):
                reasons = [self.copy().read(query.atoms, moment) for query in alternatives]
                return None if None in reasons or not reasons else reasons[0]
            case core.No(query):
                local = {*query.things, *query.values}
                simple = bool(query.atoms) and all(isinstance(inner, _POSITIVE) for inner in query.atoms)
                if simple and entailed(query.atoms, self.held, local) is not None:
                    return Reason("contradiction")
            case core.Did(event, args):
                return self.happened(event, args, moment)
            case core.Fact(fact, args):
                return self.arguments(None, args) or holds(self.world, fact)
        return None

    def trigger(self, trigger: core.Trigger, moment: Moment) -> Reason | None:
        """Take in that an event has happened."""
        return self.happened(trigger.event, trigger.args, moment)

    def happened(self, event: int, args: tuple[core.Arg, ...], moment: Moment) -> Reason | None:
        """Take in an event with its arguments."""
        reason = self.world.occurs(event, moment) or self.arguments(event, args)
        return reason or self.went(event, args) or self.met(event, args)

    def arguments(self, event: int | None, args: tuple[core.Arg, ...]) -> Reason | None:
        """Take the arguments of an event or a fact in."""
        for arg in args:
            if isinstance(arg, core.Take) and arg.kinds is not None:
                reason = self.kind(arg.slot, arg.kinds)
                if reason is not None:
                    return reason
            if event == ACTION_EVENT:
                offered = frozenset(self.world.game.actions)
                if isinstance(arg, core.Take) and core.Slot(arg.slot) not in self.values:
                    self.values[core.Slot(arg.slot)] = offered
                if isinstance(arg, core.Equal) and isinstance(arg.expr, core.Const) and arg.expr.value not in offered:
                    return Reason("event", event=event)
        return None

    def given(self, arg: core.Arg) -> frozenset[int] | None:
        """The kinds that a thing among the arguments of an event may be of; None if nothing is said of it."""
        if isinstance(arg, core.Take):
            return self.kinds.get(arg.slot)
        return self.kinds_of(arg.expr) if isinstance(arg, core.Equal) else None

    def went(self, event: int, args: tuple[core.Arg, ...]) -> Reason | None:
        """Whether the thing of an event of motion can have been asked to go, pushed or carried."""
        kinds = self.given(args[0]) if event in MOTION and args else None
        if kinds is None:
            return None
        by_step, at_all = going(self.world)
        moved = event == _MOVED
        if kinds & (by_step if moved else at_all):
            return None
        return Reason("put" if moved and kinds & at_all else "still", tuple(sorted(kinds)))

    def met(self, event: int, args: tuple[core.Arg, ...]) -> Reason | None:
        """Whether the two things of an event that is about a common cell can have one."""
        if event not in _SHARING or len(args) < 2:
            return None
        known = [self.given(arg) for arg in args[:2]]
        return self.world.apart(known[0], known[1]) if known[0] and known[1] else None

    def sharing(self, relation: core.Relation, left: core.Expr, right: core.Expr) -> Reason | None:
        """Whether a thing can lie where another one or a cell is."""
        if relation == "at":
            return self.cover(right, left)
        return self.world.apart(self.kinds_of(left), self.kinds_of(right)) if relation in ("on", "overlaps") else None

    def cover(self, cell: core.Expr, thing: core.Expr) -> Reason | None:
        """Take in that a thing covers a cell, which no other one of an ordinary layer can then."""
        cell, kinds = self.meant(cell), self.kinds_of(thing)
        others = [other for known, other in self.covered if known == cell]
        match cell:
            # a body need not cover the cell where its thing is
            case core.Apply("cell_of", (other,)) if not self.kinds_of(other) & self.world.shaped:
                others.append(other)
        self.covered.append((cell, thing))
        for other in others:
            # two names of one kind may be names of one thing
            reason = self.world.apart(kinds, self.kinds_of(other)) if not kinds & self.kinds_of(other) else None
            if reason is not None:
                return reason
        return None

    def kind(self, slot: int, kinds: tuple[int, ...]) -> Reason | None:
        """Take in that a variable holds a thing of some kinds."""
        known = self.kinds.get(slot)
        possible = self.world.kinds.intersection(kinds)
        if not possible:
            return Reason("kind", kinds)
        found = frozenset(possible) if known is None else known & possible
        self.kinds[slot] = found
        return None if found else Reason("contradiction")

    def assign(self, slot: int, expr: core.Expr) -> Reason | None:
        """Take in that a variable is the value of an expression."""
        if slot in self.same or slot in self.kinds or core.Slot(slot) in self.values:
            return self.compare("=", core.Slot(slot), expr)
        if slot not in mentions(expr):
            self.same[slot] = expr
        return None

    def compare(self, op: Op, left: core.Expr, right: core.Expr) -> Reason | None:
        """Take a comparison in: against what each side may be, and against other comparisons of the two."""
        left, right = self.meant(left), self.meant(right)
        signs = self.signs.get((left, right), 7) & _SIGNS[op]
        if signs == 0:
            return Reason("contradiction")
        self.signs[left, right] = signs
        self.signs[right, left] = (signs & 2) | (signs >> 2) | ((signs & 1) << 2)
        before_left, before_right = self.value(left), self.value(right)
        if before_left is None or before_right is None:
            return None
        new_left = narrowed(before_left, op, before_right)
        new_right = narrowed(before_right, FLIPPED[op], before_left)
        if not new_left or not new_right:
            expr, seen = (left, before_left) if not isinstance(left, core.Const) else (right, before_right)
            if expr in self.values or isinstance(expr, core.Const):
                return Reason("contradiction")
            what: Literal["value", "undefined"] = "value" if seen else "undefined"
            return Reason(what, expr=expr, values=seen, slots=self.slots)
        for expr, new in ((left, new_left), (right, new_right)):
            if isinstance(expr, core.World | core.Attr | core.Slot):
                self.values[expr] = new
        return None

    # ------------------------------------------------------------ expressions

    def undefined(self, expr: core.Expr, moment: Moment) -> Reason | None:
        """Why an expression never has a value at a moment; None if it may."""
        match self.meant(expr):
            case core.Apply(_, args):
                return next((reason for arg in args if (reason := self.undefined(arg, moment)) is not None), None)
            case core.Either(options):
                reasons = [self.undefined(option, moment) for option in options]
                return None if None in reasons else next(iter(reasons), None)
            case core.Aggregate("first" | "min" | "max", _, query):
                return self.copy().read(query.atoms, moment)
            case core.Distance(number) | core.Approach(number):
                return leads(self.world, number)
            case core.Asked(thing):
                return self.world.asked(self.kinds_of(thing), moment, puts=False)
        return None

    def meant(self, expr: core.Expr) -> core.Expr:
        """The expression that a variable stands for."""
        return self.same.get(expr.index, expr) if isinstance(expr, core.Slot) else expr

    def value(self, expr: core.Expr) -> Values | None:
        """The values that an expression may have; None if that is not known."""
        expr = self.meant(expr)
        known = self.values.get(expr)
        if known is not None:
            return known
        match expr:
            case core.Const(sort, value):
                return frozenset({value}) if sort != "thing" else None
            case core.World(number):
                return self.world.of((WORLD, number))
            case core.Attr(thing, number):
                return self.attribute(thing, number)
            case core.Slot(index):
                return self.variable(index)
            case core.Apply("add", (left, right)):
                one, two = self.value(left), self.value(right)
                return sums(one, two) if one is not None and two is not None else None
            case core.Apply("neg", (inner,)):
                found = self.value(inner)
                if found is None or not found:
                    return found
                return range(-found[-1], 1 - found[0]) if isinstance(found, range) else packed(-v for v in found)
            case core.Apply("way") | core.Approach() | core.Asked():
                return frozenset(range(4))
            case core.Distance():
                return range(self.world.cells)
            case core.Either(options):
                return self.any_of(options)
            case core.Aggregate("first", core.Slot(slot), core.Query((core.Fact(fact, (core.Equal(thing), arg)),))) if (
                arg == core.Take(slot, None)
            ):
                return told(self.world, fact, self.kinds_of(thing))
            case core.Apply("cw" | "ccw" | "back" as turn, (inner,)):
                found = self.value(inner)
                table = {"cw": core.CLOCKWISE, "ccw": core.COUNTER_CLOCKWISE, "back": core.BACK}[turn]
                return packed(table[v] for v in found) if found is not None and len(found) <= 4 else None
            case core.Recode(inner, table):
                found = self.value(inner)
                return packed(table[v] for v in found if v < len(table)) if found is not None else None
        return None

    def any_of(self, options: tuple[core.Expr, ...]) -> Values | None:
        """The values of the first of some expressions that is defined."""
        found: Values = frozenset()
        for option in options:
            values = self.value(option)
            if values is None:
                return None
            found = joined(found, values)
        return found

    def variable(self, index: int) -> Values | None:
        """The values of the sort of a variable."""
        if not 0 <= index < len(self.slots):
            return None
        variable = self.slots[index]
        if variable.sort == "int":
            return _NUMBERS
        if variable.sort == "dir":
            return frozenset(range(4))
        if variable.sort == "enum" and variable.domain is not None and variable.domain != ACTION_DOMAIN:
            return packed(range(len(variable.domain.names)))
        return None

    def attribute(self, thing: core.Expr, number: int) -> Values | None:
        """The values that an attribute of a thing may have."""
        found: Values = frozenset()
        for kind in self.kinds_of(thing):
            if (kind, number) not in self.world.attrs or kind not in self.world.kinds:
                continue
            values = self.world.of((kind, number))
            if values is None:
                return None
            found = joined(found, values)
        return found or None

    def kinds_of(self, thing: core.Expr) -> frozenset[int]:
        """The kinds that a thing may be of."""
        match self.meant(thing):
            case core.Slot(index) if index in self.kinds:
                return self.kinds[index]
            case core.World(number) if (WORLD, number) in self.world.attrs:
                domain = self.world.attrs[WORLD, number].domain
                if isinstance(domain, core.ThingDomain):
                    return frozenset(domain.kinds)
        return frozenset(range(len(self.world.game.kinds)))


# ---------------------------------------------------------------- facts, motion and fields


def holds(world: World, number: int) -> Reason | None:
    """Whether a fact may hold of anything; facts that ask each other hold of nothing but what follows step by step."""
    if number not in world.facts:
        loop = world.models[number].loop
        ring = loop or (number,)
        world.facts |= {fact: Reason("circle", number=fact) for fact in ring}
        growing = True
        while growing:
            growing = False
            for fact in ring:
                before, now = world.facts[fact], _clauses(world, fact)
                world.facts[fact] = now
                growing = growing or (bool(loop) and before is not None and now is None)
    return world.facts[number]


def _clauses(world: World, number: int) -> Reason | None:
    """Why none of the lines of a fact may hold; of several reasons one that is not the fact itself."""
    clauses = world.models[number].clauses
    reasons = [Belief(world, clause.slots).read(clause.query.atoms, ANY_TIME) for clause in clauses]
    if None in reasons or not reasons:
        return None
    return next((reason for reason in reasons if reason is not None and reason.what != "circle"), reasons[0])


def going(world: World) -> tuple[frozenset[int], frozenset[int]]:
    """The kinds of which things may go by a step, asked to or pushed, and those of which things may go at all."""
    if world.going is None:
        by_step = {kind for kind, known in world.requests.items() if not all(request.put for request in known)}
        at_all = set(world.requests)
        pairs = {way: [_pair(world, clause) for clause in world.game.motion[way]] for way in ("pushes", "carries")}
        before = -1
        while len(at_all) != before:
            before = len(at_all)
            for way, of_way in pairs.items():
                for givers, takers in of_way:
                    if givers & at_all:
                        at_all |= takers
                        by_step |= takers if way == "pushes" else set()
        world.going = (frozenset(by_step), frozenset(at_all))
    return world.going


def _pair(world: World, clause: core.Clause) -> tuple[frozenset[int], frozenset[int]]:
    """The kinds that a line of `pushes` or `carries` may speak of."""
    belief = Belief(world, clause.slots)
    if belief.read(clause.query.atoms, ANY_TIME) is not None:
        return frozenset(), frozenset()
    giver, taker = (belief.kinds_of(core.Slot(slot)) for slot in clause.params)
    return giver, taker


def leads(world: World, number: int) -> Reason | None:
    """Whether a field may lead to any cell."""
    clause = world.distances[number].to
    nowhere = Belief(world, clause.slots).read(clause.query.atoms, ANY_TIME) is not None
    return Reason("field", number=number) if nowhere else None


def told(world: World, number: int, kinds: frozenset[int]) -> Values | None:
    """The values that one line of a derived attribute may give to things of some kinds; None if they are not known."""
    key = (number, kinds)
    if key not in world.told:
        found: Values | None = frozenset()
        for clause in world.models[number].clauses:
            belief = Belief(world, clause.slots)
            belief.kinds[clause.params[0]] = kinds
            if belief.read(clause.query.atoms, ANY_TIME) is None and found is not None:
                values = belief.value(core.Slot(clause.params[1]))
                found = joined(found, values) if values is not None else None
        world.told[key] = found
    return world.told[key]
