"""What can happen at all: a forward fixed point from the levels and the player's actions.

Gives the kinds that may be on the board, the events that may happen and when in a turn, the values that attributes may
have, and for every rule and phase why it can never run. Nothing here guesses: what is called impossible is impossible.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from arcg.dsl import core
from arcg.dsl.functions import EVENTS
from arcg.dsl.lint.believe import Belief
from arcg.dsl.lint.nodes import step_of
from arcg.dsl.lint.values import Values, joined, least, most, narrowed, packed, sums
from arcg.dsl.lint.world import ANY_TIME, BEFORE_ALL, MOTION, WORLD, Moment, Place, Reason, Request, World
from arcg.dsl.model import ACTION_WORDS, Game

END_OF_PART = 1 << 30
"""Comes after every rule of a phase: motion is resolved there."""

MOST_ROUNDS: Final = 30
"""Rounds over all rules after which nothing is taken to be certain."""

_HARMLESS = (core.Drop, core.Show, core.Save, core.Restore, core.End, core.Finish)
"""Steps that bring nothing about that was not there before."""


@dataclass(slots=True)
class Reach:
    """What may be, and why what may not be may not: by phase, and by phase and rule, in the order of the game.

    `stays` are the kinds that the `stay` effects of a rule may be told to, `turns` those that it asks to turn about
    their own cell.
    """

    world: World
    phases: dict[int, Reason] = field(default_factory=dict)
    rules: dict[tuple[int, int], Reason] = field(default_factory=dict)
    stays: dict[tuple[int, int], frozenset[int]] = field(default_factory=dict)
    turns: dict[tuple[int, int], frozenset[int]] = field(default_factory=dict)

    def fires(self, phase: int, rule: int) -> bool:
        """Whether a rule may fire."""
        return phase not in self.phases and (phase, rule) not in self.rules


def reach(game: Game) -> Reach:
    """The fixed point for a checked game."""
    return _Spread(game).run()


class _Spread:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.world = World(game)
        self.found = Reach(self.world)
        self.rounds = 0
        self.version = 0
        """Grows with everything that is learned."""
        self.seen: dict[tuple[int, int], int] = {}
        """The version at which a rule was last looked at."""

    # ------------------------------------------------------------ the fixed point

    def run(self) -> Reach:
        """Let every rule that may fire do what it does, until nothing new comes of it."""
        self.begin()
        before = -1
        phases = list(enumerate(self.game.phases))
        while self.version != before and not self.world.anything:
            before = self.version
            for number, phase in phases:
                self.phase(number, phase)
            self.forbids()
            phases.reverse()  # what follows from what stands below is found as soon as what stands above
            self.rounds += 1
            if self.rounds == MOST_ROUNDS:
                self.world.anything = True
        if self.world.anything:
            self.found.phases.clear()
            self.found.rules.clear()
            self.found.stays.clear()
            self.found.turns.clear()
        return self.found

    def learned(self) -> None:
        """Something new is possible."""
        self.version += 1
        self.world.grown()

    def begin(self) -> None:
        """What the levels show and the player can do."""
        offered = set(self.game.actions)
        kinds = {kind.number: list(kind.attrs.values()) for kind in self.game.kinds.values()}
        for number, info in enumerate(EVENTS):
            needed = set(ACTION_WORDS[info.action]) if info.action is not None else set(range(8))
            if info.source == "input" and (info.name == "start" or offered & needed):
                self.world.events[number] = BEFORE_ALL
        seen: dict[Place, set[int]] = {}
        for level in self.game.levels:
            for attr, value in zip(self.game.world.values(), level.world, strict=False):
                seen.setdefault((WORLD, attr.number), set()).add(value)
            for thing in level.things:
                self.world.kinds.add(thing.kind)
                for attr, value in zip(kinds[thing.kind], thing.attrs, strict=False):
                    seen.setdefault((thing.kind, attr.number), set()).add(value)
        for place, values in seen.items():
            if self.world.domains[place] is not None:
                self.world.values[place] = packed(values)

    def phase(self, number: int, phase: core.Phase) -> None:
        """The rules of one phase, if it may run."""
        head = self.head(number, phase)
        if isinstance(head, Reason):
            self.found.phases[number] = head
            return
        self.found.phases.pop(number, None)
        again = phase.repeat or phase.each is not None or bool(phase.heads)
        for place, rule in enumerate(phase.rules):
            key = (number, place)
            if self.seen.get(key) == self.version:
                continue
            self.seen[key] = self.version
            belief = head.copy()
            belief.slots = rule.slots
            reason = self.fires(rule, belief, Moment(number, place, again))
            if reason is not None:
                self.found.rules[key] = reason
                continue
            self.found.rules.pop(key, None)
            self.effects(rule.effects, belief, Moment(number, place, False))

    def head(self, number: int, phase: core.Phase) -> Belief | Reason:
        """What is known in the rules of a phase, or why it never runs."""
        start = Moment(number, -1, False)
        belief = Belief(self.world, phase.slots)
        if len(phase.heads) == 1:
            reason = belief.trigger(phase.heads[0], start)
            if reason is not None:
                return reason
        elif phase.heads:
            reasons = [Belief(self.world, phase.slots).trigger(head, start) for head in phase.heads]
            if None not in reasons and reasons[0] is not None:
                return reasons[0]
        if phase.when is not None:
            # tested when the phase begins; what its rules change afterwards is not known from it
            reason = belief.copy().read(phase.when.atoms, start)
            if reason is not None:
                return reason
        if phase.each is not None:
            again = phase.repeat or bool(phase.heads)
            inside = belief.copy()
            reason = inside.read(phase.each.query.atoms, Moment(number, -1, again))
            if reason is not None:
                return reason
            if phase.each.slot in inside.kinds:
                belief.kinds[phase.each.slot] = inside.kinds[phase.each.slot]
        return belief

    def fires(self, rule: core.Rule, belief: Belief, moment: Moment) -> Reason | None:
        """Why a rule never fires; None if it may."""
        if rule.trigger is not None:
            reason = belief.trigger(rule.trigger, moment)
            if reason is not None:
                return reason
        return belief.read(rule.query.atoms, moment)

    def forbids(self) -> None:
        """What happens when the turn is over."""
        after = Moment(len(self.game.phases), 0, True)
        for forbid in self.game.forbids:
            belief = Belief(self.world, forbid.slots)
            if belief.read(forbid.query.atoms, after) is None:
                self.effects(forbid.effects or (), Belief(self.world, forbid.slots), after)

    # ------------------------------------------------------------ effects

    def effects(self, effects: tuple[core.Effect, ...], belief: Belief, moment: Moment) -> None:
        """What effects may bring about."""
        for effect in effects:
            step: object = step_of(effect)  # of whatever sort: one that is not known may do anything
            match step:
                case core.Make(kind, _, given):
                    self.make(kind, dict(given), belief)
                case core.Move(thing) | core.Put(thing):
                    self.request(self.acted_on(thing, belief, effect), Request(*moment[:2], isinstance(step, core.Put)))
                case core.Turn(thing, _, pivot):
                    kinds = self.acted_on(thing, belief, effect)
                    self.request(kinds, Request(*moment[:2], True))
                    if pivot == core.Apply("cell_of", (thing,)):
                        _note(self.found.turns, moment, kinds)
                    for each in self.game.kinds.values():  # what is carried turns as well
                        if each.body is not None and each.body.turned is not None:
                            place = (each.number, each.body.turned)
                            self.grow(place, self.inside(place, None))
                case core.Stay(thing):
                    _note(self.found.stays, moment, self.acted_on(thing, belief, effect))
                case core.Emit(event):
                    self.event(event, moment)
                case core.Set(target, value):
                    known = belief.value(value)
                    for place in self.places(target, belief, effect):
                        self.grow(place, self.inside(place, known))
                case core.Add():
                    self.add(step, belief, effect)
                case core.Cycle(target):
                    for place in self.places(target, belief, effect):
                        self.grow(place, self.inside(place, None))
                case _ if not isinstance(step, _HARMLESS):
                    self.world.anything = True

    def make(self, kind: int, given: dict[int, core.Expr], belief: Belief) -> None:
        """A new thing: the attributes that it is not given have their defaults."""
        if kind not in self.world.kinds:
            self.world.kinds.add(kind)
            self.learned()
        for (holder, number), attr in self.world.attrs.items() if kind != WORLD else ():
            if holder == kind:
                value = given.get(number)
                known = belief.value(value) if value is not None else frozenset({attr.default})
                self.grow((kind, number), self.inside((kind, number), known))

    def acted_on(self, thing: core.Expr, belief: Belief, effect: core.Effect) -> frozenset[int]:
        """The kinds that the thing of a step may be of."""
        if isinstance(effect, core.Keyed):
            belief = belief.copy()
            belief.read(effect.query.atoms, ANY_TIME)
        return belief.kinds_of(thing)

    def request(self, kinds: frozenset[int], request: Request) -> None:
        """Things of some kinds may be asked to move; after plans that happens in the next phase that is none."""
        for kind in kinds:
            known = self.world.requests.setdefault(kind, set())
            if request not in known:
                known.add(request)
                self.learned()
        later = range(request.phase, len(self.game.phases))
        arrival = next((number for number in later if not self.game.phases[number].plan), None)
        if arrival is not None:
            for event in MOTION:
                self.event(event, Moment(arrival, END_OF_PART, False))

    def event(self, event: int, moment: Moment) -> None:
        """An event may happen at a moment."""
        first = self.world.events.get(event)
        if first is None or (moment.phase, moment.rule) < (first.phase, first.rule):
            self.world.events[event] = moment
            self.learned()

    def add(self, step: core.Add, belief: Belief, effect: core.Effect) -> None:
        """Adding again and again: every value that is a number of steps away."""
        amount = belief.value(step.amount)
        bounds = [belief.value(bound) for bound in (step.at_least, step.at_most) if bound is not None]
        for place in self.places(step.target, belief, effect):
            if amount is None or None in bounds:
                self.grow(place, self.inside(place, None))
                continue
            values = self.world.values.get(place)
            while values:
                wider = joined(values, self.inside(place, sums(values, amount)) or values)
                for bound in bounds:
                    wider = joined(wider, self.inside(place, bound) or wider)
                if wider == values:
                    break
                values = self._widened(place, values, wider)
            if values is not None:
                self.grow(place, values)

    def _widened(self, place: Place, before: Values, after: Values) -> Values:
        """Of many values the end that has moved goes to the end of the domain, so that growing ends soon."""
        domain = self.inside(place, None)
        if isinstance(after, frozenset) or not domain:
            return after
        low = least(domain) if least(after) < least(before) else least(after)
        high = most(domain) if most(after) > most(before) else most(after)
        return range(low, high + 1)

    def places(self, target: core.Target, belief: Belief, effect: core.Effect) -> list[Place]:
        """The attributes that a target may be."""
        if isinstance(target, core.WorldTarget):
            return [(WORLD, target.attr)]
        kinds = belief.kinds_of(target.thing) if not isinstance(effect, core.Keyed) else self.world.kinds
        return [(kind, target.field) for kind in kinds if (kind, target.field) in self.world.attrs]

    def inside(self, place: Place, values: Values | None) -> Values | None:
        """Those of some values (None: of all) that an attribute can have; None for things."""
        domain = self.world.domains[place]
        if domain is None or values is None or values is domain:
            return domain
        return narrowed(domain, "=", values)

    def grow(self, place: Place, values: Values | None) -> None:
        """An attribute may have these values too."""
        if values is None:
            return
        known = self.world.values.get(place, frozenset())
        wider = joined(known, values)
        if wider != known:
            self.world.values[place] = wider
            self.learned()


def _note(held: dict[tuple[int, int], frozenset[int]], moment: Moment, kinds: frozenset[int]) -> None:
    """Keep that a rule asks something of kinds."""
    key = (moment.phase, moment.rule)
    held[key] = held.get(key, frozenset()) | kinds
