"""What matters: a backward slice from the goals. What no goal depends on, however indirectly, is left out.

An attribute that only pictures read, the rules that set it, and kinds that stand in nobody's way are all presentation:
they can be added to any game without changing what it is. A game without a goal is taken to be about all its things.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from arcg.compiler import ir
from arcg.compiler.canonical.bodies import asked_by
from arcg.compiler.canonical.conflicts import moves_only
from arcg.compiler.canonical.kinds import Place, Scope, header, holders, places, scope_of

MOTION = ("stops", "pushes", "carries", "stuck")


@dataclass
class Relevance:
    """What matters: kinds, attributes, events, facts, fields. Grows until nothing new is found."""

    program: ir.Program
    kinds: set[int] = field(default_factory=set)
    attrs: set[Place] = field(default_factory=set)
    events: set[int] = field(default_factory=set)
    facts: set[int] = field(default_factory=set)
    distances: set[int] = field(default_factory=set)
    scopes: dict[int, Scope] = field(default_factory=dict)
    """By the identity of the rule, clause or condition, which the program keeps alive."""

    @cached_property
    def moves(self) -> bool:
        """Whether anything moves at all."""
        return any(isinstance(node, ir.Move | ir.Put | ir.Turn) for node in ir.nodes(self.program.phases))

    def scope(self, node: object, *header: object) -> Scope:
        """The scope of a rule, clause or condition."""
        if id(node) not in self.scopes:
            self.scopes[id(node)] = scope_of(self.program, node, *header)
        return self.scopes[id(node)]

    def run(self) -> None:
        """Find all that matters."""
        program = self.program
        if (
            not program.wins
            and not program.loses
            and not any(isinstance(n, ir.Finish) for n in ir.nodes(program.phases))
        ):
            self.kinds = set(range(len(program.kinds)))
        if program.view is not None and program.view.turned is not None:
            self.attrs.add((None, program.view.turned))
        before = None
        while (now := [len(s) for s in (self.kinds, self.attrs, self.events, self.facts, self.distances)]) != before:
            before = now
            for condition in (*program.wins, *program.loses, *program.forbids):
                self.read(self.scope(condition), condition)
            for phase, rules in self.phases():
                self._phase(phase, rules)
            for number in sorted(self.facts):
                for clause in program.facts[number].clauses:
                    self.read(self.scope(clause), clause)
            for number in sorted(self.distances):
                for clause in (program.distances[number].to, program.distances[number].through):
                    self.read(self.scope(clause), clause)
            for clause in self.motion():
                self.read(self.scope(clause), clause)
            for kind in self.kinds:
                self.attrs.update((kind, number) for number in asked_by(program.kinds[kind]))
            self._held()
            self._in_the_way()

    def phases(self) -> list[tuple[ir.Phase, list[ir.Rule]]]:
        """The phases that matter, each with its rules that do; some only move what an earlier one planned."""
        found: list[tuple[ir.Phase, list[ir.Rule]]] = []
        for phase in self.program.phases:
            rules = self.live(phase)
            if rules or moves_only((*(kept for kept, _ in found), phase)):
                found.append((phase, rules))
        return found

    def _phase(self, phase: ir.Phase, rules: list[ir.Rule]) -> None:
        self.read(self.scope(phase), header(phase))
        for rule in rules:
            scope = self.scope(rule, *header(phase))
            self.read(scope, (rule.trigger, rule.query, self.kept(rule.effects, scope)))

    def live(self, phase: ir.Phase) -> list[ir.Rule]:
        """The rules of a phase that bring about something that matters, or keep such a rule from being reached."""
        scopes = [self.scope(rule, *header(phase)) for rule in phase.rules]
        does = [self.matters(rule.effects, scope) for rule, scope in zip(phase.rules, scopes, strict=True)]
        if all(_only_ends(rule) for rule, it_does in zip(phase.rules, does, strict=True) if it_does):
            return []
        if phase.first and any(does):
            last = max(number for number, it_does in enumerate(does) if it_does)
            return list(phase.rules[: last + 1])
        return [rule for rule, it_does in zip(phase.rules, does, strict=True) if it_does]

    # ------------------------------------------------------------ effects

    def matters(self, effects: Iterable[ir.Effect], scope: Scope) -> bool:
        """Whether some of these effects matter."""
        return any(self.effect(effect, scope) for effect in effects)

    def effect(self, effect: ir.Effect, scope: Scope) -> bool:
        """Whether an effect changes something that matters."""
        match effect:
            case ir.Keyed(step=step):
                return self.effect(step, scope)
            case ir.Set(target) | ir.Add(target) | ir.Cycle(target):
                return any(place in self.attrs for place in places(self.program, target, scope))
            case ir.Emit(event):
                return event in self.events
            case ir.Move(thing) | ir.Put(thing) | ir.Turn(thing) | ir.Stay(thing) | ir.Drop(thing):
                return bool(scope.of(thing) & self.kinds)
            case ir.Make(kind):
                return kind in self.kinds
            case ir.Save(save):
                return any(isinstance(node, ir.Restore) and node.save == save for node in ir.nodes(self.program))
        return True

    def kept(self, effects: tuple[ir.Effect, ...], scope: Scope) -> tuple[ir.Effect, ...]:
        """Without those that do not matter and cannot be refused: a refused effect takes the others with it."""
        matter = [self.effect(effect, scope) for effect in effects]
        plain = any(m and not isinstance(e, ir.Keyed) for m, e in zip(matter, effects, strict=True))
        return tuple(
            effect
            for effect, it_does in zip(effects, matter, strict=True)
            if it_does or (plain and not isinstance(effect, ir.Keyed) and self.refusable(effect, scope))
        )

    def refusable(self, effect: ir.Effect, scope: Scope) -> bool:
        """Whether an effect may be illegal or lack a value."""
        match effect:
            case ir.Set(target) | ir.Add(target) | ir.Cycle(target) if self._reshapes(target, scope):
                return True
            case ir.Set(target, value):
                return not self._there(target, scope) or not self._fits(target, value, scope)
            case ir.Cycle(target):
                return not self._there(target, scope)
            case ir.Add(target, ir.Const(value=amount), at_least, at_most):
                bound, domains = (at_least, self._domains(target, scope))
                if amount > 0:
                    bound = at_most
                held = isinstance(bound, ir.Const) and all(
                    isinstance(d, ir.IntDomain) and d.low <= bound.value <= d.high for d in domains
                )
                return not held or not self._there(target, scope)
            case ir.Add():
                return True
            case ir.Make(kind, cell):
                made = self.program.kinds[kind]
                if made.body is not None:
                    return True
                free = self.program.layers[made.layer].free
                return not free or not isinstance(cell, ir.Apply) or cell.function != "cell_of"
        return False

    def _reshapes(self, target: ir.Target, scope: Scope) -> bool:
        """Whether a body depends on the target, so that there may be no room for it."""
        found = places(self.program, target, scope)
        return any(kind is not None and number in asked_by(self.program.kinds[kind]) for kind, number in found)

    def _there(self, target: ir.Target, scope: Scope) -> bool:
        """Whether the target is an attribute of the world, or of a thing that surely has it."""
        if isinstance(target, ir.WorldTarget):
            return True
        kinds = scope.of(target.thing)
        return isinstance(target.thing, ir.Slot) and len(holders(self.program, kinds, target.field)) == len(kinds)

    def _domains(self, target: ir.Target, scope: Scope) -> list[ir.Domain]:
        if isinstance(target, ir.WorldTarget):
            return [self.program.world[target.attr].domain]
        return [attr.domain for _, attr in holders(self.program, scope.of(target.thing), target.field)]

    def _fits(self, target: ir.Target, value: ir.Expr, scope: Scope) -> bool:
        """Whether a value surely lies in the domain of the target."""
        domains = self._domains(target, scope)
        match value:
            case ir.Const(value=number):
                return all(not isinstance(d, ir.IntDomain) or d.low <= number <= d.high for d in domains)
            case ir.World(attr):
                return all(domain == self.program.world[attr].domain for domain in domains)
            case ir.Attr(ir.Slot() as thing, number):
                found = holders(self.program, scope.of(thing), number)
                complete = len(found) == len(scope.of(thing))
                return complete and all(domain == attr.domain for domain in domains for _, attr in found)
        return False

    # ------------------------------------------------------------ reading

    def read(self, scope: Scope, nodes: object) -> None:
        """Everything that these nodes read matters."""
        for node in ir.nodes(nodes):
            match node:
                case ir.Bind(_, kinds) | ir.IsKind(_, kinds):
                    self.kinds.update(kinds)
                case ir.Take(_, kinds) if kinds is not None:
                    self.kinds.update(kinds)
                case ir.Make(kind):
                    self.kinds.add(kind)
                case ir.World(attr) | ir.WorldTarget(attr):
                    self.attrs.add((None, attr))
                case ir.Attr(thing, number) | ir.AttrTarget(thing, number):
                    self.attrs.update((kind, number) for kind, _ in holders(self.program, scope.of(thing), number))
                case ir.Trigger(event) | ir.Did(event):
                    self.events.add(event)
                case ir.Fact(fact):
                    self.facts.add(fact)
                case ir.Distance(number) | ir.Approach(number):
                    self.distances.add(number)

    def motion(self) -> Iterator[ir.Clause]:
        """The clauses about motion that concern things that matter; none where nothing moves."""
        if self.moves or any(isinstance(node, ir.Stops) for node in ir.nodes(self.program)):
            for name in MOTION:
                yield from (clause for clause in getattr(self.program, name) if self.concerns(clause))

    def concerns(self, clause: ir.Clause) -> bool:
        """Whether a motion clause speaks of a thing that matters."""
        scope = self.scope(clause)
        things = [slot for slot in clause.params if clause.slots[slot].sort == "thing"]
        return any(scope.of(ir.Slot(slot)) & self.kinds for slot in things)

    def _held(self) -> None:
        """What an attribute that matters may hold."""
        for kind, number in sorted(self.attrs, key=str):
            if kind is None:
                domains = [self.program.world[number].domain]
            else:
                domains = [attr.domain for attr in self.program.kinds[kind].attrs if attr.field == number]
            self.kinds.update(k for domain in domains if isinstance(domain, ir.ThingDomain) for k in domain.kinds)

    def _in_the_way(self) -> None:
        """What shares an ordinary layer with a thing that matters can stop it; what is hit keeps clicks from others."""
        program = self.program
        layers = {program.kinds[kind].layer for kind in self.kinds}
        clicked = ir.CLICK in self.events
        for number, kind in enumerate(program.kinds):
            layer = program.layers[kind.layer]
            stands = kind.layer in layers and not layer.free
            catches = clicked and not layer.hidden and layers and kind.layer >= min(layers)
            if stands or catches:
                self.kinds.add(number)


def _only_ends(rule: ir.Rule) -> bool:
    """Whether a rule does no more than end what its own phase does."""
    return all(isinstance(effect, ir.End) and effect.scope != "turn" for effect in rule.effects)


# ---------------------------------------------------------------- the step


def without_the_irrelevant(program: ir.Program) -> ir.Program:
    """Only rules, effects and clauses on which a goal depends."""
    relevance = Relevance(program)
    relevance.run()
    phases = []
    for phase, live in relevance.phases():
        rules = []
        for rule in live:
            scope = relevance.scope(rule, *header(phase))
            rules.append(replace(rule, effects=relevance.kept(rule.effects, scope)))
        phases.append(replace(phase, rules=tuple(rules)))
    kept = set(map(id, relevance.motion()))
    motion: dict[str, Any] = {
        name: tuple(clause for clause in getattr(program, name) if id(clause) in kept) for name in MOTION
    }
    return replace(program, phases=tuple(phases), **motion)
