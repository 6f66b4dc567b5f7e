"""From the tables of a program to one tree without names: what is declared, facts, phases, goals.

The last step that looks at the IR. Attributes that are used as one (`Thing.hue` of a group) become one reference, and
so do the values of enumerations that are compared or copied; other attributes have nothing in common, whatever they
are called.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from arcg.compiler import ir
from arcg.compiler.canonical.bodies import Changes
from arcg.compiler.canonical.conflicts import order_of_phases, order_of_rules
from arcg.compiler.canonical.lift_bodies import BodyLifter
from arcg.compiler.canonical.lift_rules import RuleLifter
from arcg.compiler.canonical.prune import VARIES
from arcg.compiler.canonical.tree import Child, Node, Ref, Source, free
from arcg.compiler.canonical.union import Key, Union

UNDO_ACTION, CLICK_ACTION = 7, 6


def lifted(program: ir.Program) -> Node:
    """The tree of a program that the earlier steps have shortened.

    Its children: actions, layers, kinds, world attributes, orders of values, facts, the four facts of motion, phases,
    forbids, goals.
    """
    return _Lifter(program).tree()


@dataclass
class _Lifter:
    program: ir.Program
    union: Union = field(default_factory=Union)

    @cached_property
    def bodies(self) -> list[tuple[Node, ...]]:
        """The body of each kind, if it has one."""
        program, changes = self.program, Changes(self.program)
        lifters = (
            None if kind.body is None else BodyLifter(program, self.union, number, kind.body, changes)
            for number, kind in enumerate(program.kinds)
        )
        return [() if lifter is None else (lifter.body(),) for lifter in lifters]

    def tree(self) -> Node:
        program = self.program
        rules = [self._facts(), self._distances(), *self._motion(), self._phases(), self._forbids(), *self._goals()]
        assert len(self.bodies) == len(program.kinds)  # lifted before kinds, since they tell which values are one
        declared = [
            free("actions", tuple(Node("action", (number,)) for number in program.actions)),
            self._layers(),
            free("kinds", tuple(self._kind(number) for number in range(len(program.kinds)))),
            free("world", tuple(self._world(key[1]) for key in self.union.mentioned("world"))),
        ]
        if UNDO_ACTION in program.actions:
            rules.append(RuleLifter(program, self.union).keep("undo", program.undo))
        if program.lose_first:
            rules.append(Node("lose_first"))
        if program.view is not None and program.view.turned is not None:
            rules.append(self._turned(program.view.turned, program.view.upright))
        ordered = {(self.union.find(space), goes_round, count) for space, goes_round, count in self.union.ordered}
        orders = free("orders", tuple(self._order(*entry) for entry in sorted(ordered, key=repr)))
        return self.union.resolved(Node("game", (*declared, orders, *rules)))

    def _turned(self, attr: int, upright: int) -> Node:
        """What turns the picture and the arrows: a facing, from a direction on, or a number of quarters clockwise."""
        number = isinstance(self.program.world[attr].domain, ir.IntDomain)
        return Node("picture_turned", (self._ref("world", attr), Node("cw") if number else Node("dir", (upright,))))

    # ------------------------------------------------------------ declarations

    def _layers(self) -> Node:
        """Layers with their order only where a click looks for the topmost thing."""
        used = sorted({kind.layer for kind in self.program.kinds})
        layers = [(number, self.program.layers[number]) for number in used]
        if CLICK_ACTION not in self.program.actions:
            ordinary = [(number, layer) for number, layer in layers if not layer.free]
            return free("layers", tuple(self._layer(number, layer, ("open",)) for number, layer in ordinary))
        told = tuple(self._layer(number, la, ("free", "hidden", "clickable", "open")) for number, la in layers)
        return Node("layers", told)

    def _layer(self, number: int, layer: ir.Layer, marks: tuple[str, ...]) -> Node:
        return Node("layer", (self._ref("layer", number), *(Node(mark) for mark in marks if getattr(layer, mark))))

    def _kind(self, number: int) -> Node:
        kind = self.program.kinds[number]
        where = self.program.layers[kind.layer]
        plain = where.free and CLICK_ACTION not in self.program.actions
        layer: Child = Node("open" if where.open else "free") if plain else self._ref("layer", kind.layer)
        attrs = []
        for attr in kind.attrs:
            ref = self.union.ref("field", ("field", number, attr.field))
            start = self._start(("space", number, attr.field), attr.default)
            attrs.append(Node("has", (ref, self._domain(attr.domain), *start)))
        source = Source(f"kind {kind.name}", None)
        numbered = () if kind.numbered is None else (Node("numbered"),)
        parts = (self._ref("kind", number), layer, free("attrs", tuple(attrs)), *numbered, *self.bodies[number])
        return Node("kind", parts, source=source)

    def _world(self, number: int) -> Node:
        attr = self.program.world[number]
        source = Source(f"world {attr.name}", None)
        start = self._start(("space world", number), attr.default)
        return Node("counter", (self._ref("world", number), self._domain(attr.domain), *start), source=source)

    def _start(self, space: Key, value: int) -> tuple[Node, ...]:
        """Where an attribute begins that goes from one value to the next; other values are told apart by rules only."""
        ordered = {self.union.find(key) for key, _, _ in self.union.ordered}
        if value == VARIES or self.union.find(space) not in ordered:
            return ()
        return (Node("starts", (self.union.value(space, value),)),)

    def _domain(self, domain: ir.Domain) -> Node:
        match domain:
            case ir.IntDomain(low, high):
                return Node("numbers", (low, high))
            case ir.ThingDomain(kinds):
                return free("things", tuple(self._ref("kind", kind) for kind in kinds))
            case ir.DirDomain():
                return Node("facing")
        return Node("names")

    def _order(self, space: Key, goes_round: bool, count: int) -> Node:
        """What comes after what in an enumeration that some rule steps through or sorts by."""
        values = [self.union.value(space, value) for value in range(count)]
        if not goes_round:
            return Node("sorted", tuple(values))
        steps = zip(values, values[1:] + values[:1], strict=True)
        return free("steps", tuple(Node("then", pair) for pair in steps))

    def _ref(self, sort: str, number: int) -> Ref:
        return self.union.ref(sort, (sort, number))

    # ------------------------------------------------------------ rules

    def _facts(self) -> Node:
        """The clauses of the facts that something asks for."""
        asked = {node.fact for node in ir.nodes(self.program) if isinstance(node, ir.Fact)}
        clauses = [
            self._clause("clause", f"let {fact.name}", clause, number)
            for number, fact in enumerate(self.program.facts)
            if number in asked
            for clause in fact.clauses
        ]
        return free("facts", tuple(clauses))

    def _distances(self) -> Node:
        """The fields that something asks for."""
        asked = {node.number for node in ir.nodes(self.program) if isinstance(node, ir.Distance | ir.Approach)}
        lines = [
            self._clause(tag, f"let {field.name}", clause, number, "distance")
            for number, field in enumerate(self.program.distances)
            if number in asked
            for tag, clause in (("to", field.to), ("through", field.through))
        ]
        return free("distances", tuple(lines))

    def _motion(self) -> list[Node]:
        return [
            free(name, tuple(self._clause(name, f"let {name}", clause, None) for clause in getattr(self.program, name)))
            for name in ("stops", "pushes", "carries", "stuck")
        ]

    def _clause(self, tag: str, what: str, clause: ir.Clause, fact: int | None, sort: str = "fact") -> Node:
        """A line about fact (or field) `fact`, or about motion."""
        lifter = RuleLifter(self.program, self.union, clause)
        parts: list[Child] = []
        if fact is not None:
            parts.append(self._ref(sort, fact))
            for place, slot in enumerate(clause.params):
                self.union.join(("argument", sort, fact, place), lifter.slot_space(slot))
        parts += [Node("params", tuple(lifter.slot(slot) for slot in clause.params)), lifter.query(clause.query)]
        return Node(tag, tuple(parts), source=Source(what, clause.line))

    def _phases(self) -> Node:
        phases = tuple(self._phase(phase) for phase in self.program.phases)
        return Node("phases", phases, order_of_phases(self.program))

    def _phase(self, phase: ir.Phase) -> Node:
        lifter = RuleLifter(self.program, self.union, phase, phase)
        heads = tuple(lifter.trigger(head) for head in phase.heads)
        # Heads that bind nothing make equal runs, whose order cannot matter.
        plain = not any(isinstance(node, ir.Take) for node in ir.nodes(phase.heads))
        parts: list[Child] = [free("heads", heads) if plain else Node("heads", heads)]
        if phase.when is not None:
            parts.append(Node("when", (lifter.query(phase.when),)))
        parts += [Node(mark) for mark in ("repeat", "first", "plan") if getattr(phase, mark)]
        if phase.each is not None:
            parts.append(lifter.each(phase.each))
        rules = tuple(RuleLifter(self.program, self.union, rule, phase, lifter).rule(rule) for rule in phase.rules)
        head = Node("phase", tuple(parts), source=Source(f"phase {phase.name}", phase.line))
        return Node("block", (head, Node("rules", rules, order_of_rules(self.program, phase))))

    def _forbids(self) -> Node:
        return Node("forbids", tuple(self._forbid(forbid) for forbid in self.program.forbids))

    def _forbid(self, forbid: ir.Forbid) -> Node:
        lifter = RuleLifter(self.program, self.union, forbid)
        parts = (lifter.query(forbid.query), Node("do", tuple(lifter.effect(step) for step in forbid.effects or ())))
        return Node("forbid", parts, source=Source("forbid", forbid.line))

    def _goals(self) -> list[Node]:
        return [
            free(tag + "s", tuple(self._goal(tag, goal) for goal in goals))
            for tag, goals in (("win", self.program.wins), ("lose", self.program.loses))
        ]

    def _goal(self, tag: str, goal: ir.Condition) -> Node:
        lifter = RuleLifter(self.program, self.union, goal)
        return Node(tag, (lifter.query(goal.query),), source=Source(f"{tag} when", goal.line))
