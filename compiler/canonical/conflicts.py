"""What may change places: which rules, phases and effects read or write what another one writes.

Two neighbours commute when neither writes what the other reads or writes. Sets of resources are over-estimates, so a
pair that is called free is free; some pairs that would be free as well keep their written order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from arcg.compiler import ir
from arcg.compiler.canonical.bodies import asked_by, turned_places
from arcg.compiler.canonical.kinds import Scope, header, places, scope_of

Resource = tuple[str, object]
EVERYTHING: Resource = ("everything", None)


@dataclass
class Use:
    """What a rule or effect reads and writes. `EVERYTHING` among the written: it commutes with nothing."""

    program: ir.Program
    reads: set[Resource] = field(default_factory=set)
    writes: set[Resource] = field(default_factory=set)
    asked: set[tuple[str, int]] = field(default_factory=set)
    """Facts and fields whose lines are among what is read already."""
    room: set[Resource] = field(default_factory=set)
    """What decides whether bodies have room to change as they are written; part of `reads`."""
    turns: bool = False
    """Whether a turn is among what is asked for."""

    def clashes(self, other: Use) -> bool:
        """Whether the order of the two may matter."""
        if EVERYTHING in self.writes or EVERYTHING in other.writes:
            return True
        return bool(self.writes & (other.reads | other.writes) or other.writes & self.reads)

    # ------------------------------------------------------------ reading

    def read(self, scope: Scope, nodes: object) -> None:
        """Everything that these nodes look at."""
        for node in ir.nodes(nodes):
            match node:
                case ir.Bind(_, kinds) | ir.IsKind(_, kinds):
                    self.reads |= {("things", kind) for kind in kinds}
                case ir.Take(_, kinds):
                    self.reads |= {("things", kind) for kind in kinds or ()}
                case ir.Attr(thing) as attr:
                    self.reads |= {("attr", place) for place in places(self.program, _target(attr), scope)}
                    self.reads |= {("things", kind) for kind in scope.of(thing)}
                case ir.World(number):
                    self.reads.add(("attr", (None, number)))
                case ir.Relate(_, left, right):
                    self._read_places(scope.of(left) | scope.of(right))
                case ir.Apply("cell_of", (thing,)) | ir.CellsOf(_, thing):
                    self._read_places(scope.of(thing))
                case ir.Asked(thing):
                    self.reads |= {("request", kind) for kind in scope.of(thing)}
                case ir.Trigger(event) | ir.Did(event):
                    self.reads.add(("event", event))
                case ir.Stops(thing, other):
                    self._read_places(scope.of(thing) | scope.of(other))
                    self._read_clauses(("stops", 0), self.program.stops)
                case ir.Fact(fact):
                    self._read_clauses(("fact", fact), self.program.facts[fact].clauses)
                case ir.Distance(number) | ir.Approach(number):
                    field = self.program.distances[number]
                    self._read_clauses(("field", number), (field.to, field.through))

    def _read_clauses(self, what: tuple[str, int], clauses: tuple[ir.Clause, ...]) -> None:
        """What a fact or field asks; once, since facts may ask each other in a ring."""
        if what not in self.asked:
            self.asked.add(what)
            for clause in clauses:
                self.read(scope_of(self.program, clause), clause)

    def _read_places(self, kinds: Iterable[int]) -> None:
        self.reads |= self._places(kinds)

    def _places(self, kinds: Iterable[int]) -> set[Resource]:
        """What says where things of these kinds are: their cells, and what their bodies depend on."""
        found: set[Resource] = set()
        for kind in kinds:
            found |= {("things", kind), ("place", kind)}
            found |= {("attr", (kind, number)) for number in asked_by(self.program.kinds[kind])}
        return found

    # ------------------------------------------------------------ writing

    def write(self, scope: Scope, effects: Iterable[ir.Effect]) -> None:
        """What these effects change and what they ask for."""
        for effect in effects:
            match effect:
                case ir.Keyed(query=query, step=step):
                    self.read(scope, query)
                    self.write(scope, (step,))
                case ir.Move(thing) | ir.Put(thing) | ir.Turn(thing) | ir.Stay(thing):
                    self.turns = self.turns or isinstance(effect, ir.Turn)
                    self.writes |= {("request", kind) for kind in scope.of(thing)}
                case ir.Make(kind):
                    self.writes |= {("things", kind), ("place", kind)}
                    self._read_places(self._beside(kind))
                case ir.Drop(thing):
                    self._drop(scope.of(thing))
                case ir.Set(target) | ir.Add(target) | ir.Cycle(target):
                    found = places(self.program, target, scope)
                    self.writes |= {("attr", place) for place in found}
                    for owner, number in found:
                        if owner is not None and number in asked_by(self.program.kinds[owner]):
                            self.room |= self._places({owner, *self._beside(owner)})
                    self.reads |= self.room
                case ir.Emit(event):
                    self.writes.add(("event", event))
                case ir.Save() | ir.Restore() | ir.End() | ir.Finish():
                    self.writes.add(EVERYTHING)

    def _beside(self, kind: int) -> list[int]:
        """The kinds whose things take the room of a thing of this kind: those of its layer, if it is ordinary."""
        layer = self.program.kinds[kind].layer
        if self.program.layers[layer].free:
            return []
        return [number for number, other in enumerate(self.program.kinds) if other.layer == layer]

    def _drop(self, kinds: Iterable[int]) -> None:
        """A thing that is gone takes its attributes along, and whoever held it holds none."""
        for kind in kinds:
            self.writes |= {("things", kind), ("place", kind), ("request", kind)}
            self.writes |= {("attr", (kind, attr.field)) for attr in self.program.kinds[kind].attrs}
            for number, world in enumerate(self.program.world):
                if _holds(world.domain, kind):
                    self.writes.add(("attr", (None, number)))
            for other, holder in enumerate(self.program.kinds):
                self.writes |= {("attr", (other, attr.field)) for attr in holder.attrs if _holds(attr.domain, kind)}

    def move(self) -> None:
        """What motion reads and writes, when some request is among what is written."""
        moving = {kind for what, kind in self.writes if what == "request" and isinstance(kind, int)}
        if not moving:
            return
        program = self.program
        clauses = (*program.stops, *program.pushes, *program.carries, *program.stuck)
        for clause in clauses:
            self.read(scope_of(program, clause), clause)
        for clause in (*program.pushes, *program.carries):
            moving |= scope_of(program, clause).of(ir.Slot(clause.params[1]))
        self._read_places(range(len(program.kinds)))
        if self.turns:
            self.writes |= {("attr", place) for place in turned_places(program, moving)}
        self.writes |= {("place", kind) for kind in moving}
        self.writes |= {("event", event) for event in (ir.MOVED, ir.BLOCKED, ir.ENTER, ir.LEAVE)}


def _target(attr: ir.Attr) -> ir.AttrTarget:
    return ir.AttrTarget(attr.thing, attr.field)


def _holds(domain: ir.Domain, kind: int) -> bool:
    return isinstance(domain, ir.ThingDomain) and kind in domain.kinds


# ---------------------------------------------------------------- orders


Order = tuple[frozenset[int], ...]
"""For each of several neighbours, the places of the earlier ones that it must stay behind."""


def order_of(uses: list[Use]) -> Order:
    """Each stays behind every earlier one that it does not commute with."""
    return tuple(
        frozenset(before for before in range(number) if uses[before].clashes(use)) for number, use in enumerate(uses)
    )


def order_of_rules(program: ir.Program, phase: ir.Phase) -> Order:
    """Of the rules of a phase. In a `first` phase every rule keeps the later ones from being reached."""
    if phase.first:
        return tuple(frozenset(range(number)) for number in range(len(phase.rules)))
    return order_of([_rule(program, phase, rule) for rule in phase.rules])


def _rule(program: ir.Program, phase: ir.Phase, rule: ir.Rule) -> Use:
    use, scope = Use(program), scope_of(program, rule, *header(phase))
    use.read(scope, (rule.trigger, rule.query, rule.effects))
    use.write(scope, rule.effects)
    if rule.mode == "random":
        use.writes.add(("generator", None))
    return use


def awaited(phases: Iterable[ir.Phase]) -> list[bool]:
    """For each of some phases, whether what an earlier one planned may be left to it to move."""
    pending, found = False, []
    for phase in phases:
        found.append(pending)
        surely = not phase.heads and phase.when is None and phase.each is None
        pending = phase.plan or (pending and not surely)
    return found


def moves_only(phases: tuple[ir.Phase, ...]) -> bool:
    """Whether the last of some phases, though it had no rules, may move what an earlier one planned."""
    return not phases[-1].plan and awaited(phases)[-1]


def order_of_phases(program: ir.Program) -> Order:
    """Of the phases of the game; the motion that a phase asks for belongs to it."""
    uses = []
    for phase, left in zip(program.phases, awaited(program.phases), strict=True):
        whole = Use(program)
        whole.read(scope_of(program, phase), header(phase))
        for rule in phase.rules:
            use = _rule(program, phase, rule)
            whole.reads |= use.reads
            whole.writes |= use.writes
            whole.turns = whole.turns or use.turns
        whole.move()
        if phase.plan or left:
            whole.writes.add(EVERYTHING)  # what is planned moves at the end of whatever runs next
        uses.append(whole)
    return order_of(uses)


def order_of_effects(program: ir.Program, scope: Scope, effects: tuple[ir.Effect, ...]) -> Order:
    """Of the effects of a rule, which all read the position before it.

    Only what they write counts, a save, which keeps what was written before it, things that are made for the later
    ones, and room for the bodies of many things, which change one after another. Ends and outcomes wait for the end of
    the rule.
    """
    uses = []
    for effect in effects:
        use = Use(program)
        use.write(scope, (effect,))
        use.reads = {("slot", node.index) for node in ir.nodes(effect) if isinstance(node, ir.Slot)}
        if isinstance(effect, ir.Keyed):
            use.reads |= use.room
        if isinstance(effect, ir.Make) and effect.slot is not None:
            use.writes.add(("slot", effect.slot))
        if isinstance(effect, ir.End | ir.Finish):
            use.writes.clear()
        uses.append(use)
    return order_of(uses)
