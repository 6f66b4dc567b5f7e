"""Rules that are shadowed: never reached under `first`, or all of whose work the next rule does over.

Only certain cases are told: the conditions of the one rule stand among those of the other, up to names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arcg.dsl import core
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.functions import EVENTS
from arcg.dsl.lint.nodes import shaping
from arcg.dsl.lint.places import Places
from arcg.dsl.lint.reach import Reach
from arcg.dsl.lint.subsume import Renaming, entailed
from arcg.dsl.lint.values import of_domain
from arcg.dsl.model import AttrModel, Game
from arcg.dsl.walk import below

NEAR: Final = 20
"""Rules above a rule that are compared with it."""

_START = next(number for number, info in enumerate(EVENTS) if info.name == "start")


def report_shadowed(game: Game, reached: Reach, places: Places, reporter: Reporter) -> None:
    """Report rules that nothing is left for, and rules whose work is lost."""
    for number, phase in enumerate(game.phases):
        alive = [rule for place, rule in enumerate(phase.rules) if reached.fires(number, place)]
        by_line: dict[int, list[core.Rule | None]] = {}
        for place, rule in enumerate(alive):
            by_line.setdefault(rule.line, []).append(_shadow(game, phase, alive, place))
        for line, shadows in by_line.items():  # a line may stand for several rules
            first = shadows[0]
            if first is not None and None not in shadows and line not in places.sentences:
                notes = [("this one", places.rule(first.line))]
                reporter.report("W323" if phase.first else "W324", places.rule(line), notes=notes, name=first.name)


def _shadow(game: Game, phase: core.Phase, alive: Sequence[core.Rule], place: int) -> core.Rule | None:
    """The rule of another line that leaves nothing for a rule, or nothing of what it does."""
    rule = alive[place]
    if phase.first:
        above = [other for other in alive[max(0, place - NEAR) : place] if other.line != rule.line]
        return next((other for other in above if _comes_first(game, phase, other, rule)), None)
    following = alive[place + 1] if place + 1 < len(alive) else rule
    return following if following.line != rule.line and _lost(game, phase, rule, following) else None


def _comes_first(game: Game, phase: core.Phase, earlier: core.Rule, later: core.Rule) -> bool:
    """Whether the earlier rule has a match whenever the later one has."""
    if earlier.trigger is not None and phase.repeat:
        return False  # it looks at an event once: in the next round it is the later one's turn
    return _covers(game, phase, earlier, later) is not None


def _covers(game: Game, phase: core.Phase, rule: core.Rule, other: core.Rule) -> Renaming | None:
    """How the variables of `rule` are to be read so that it has a match whenever `other` has one; None if unsure."""
    local = range(len(phase.slots), len(rule.slots))
    names: Renaming = {}
    if rule.trigger is None:
        if other.trigger is not None and not phase.heads and not phase.on_start and _at_loading(game, other.trigger):
            return None  # while a level loads, only the other one runs
        return entailed(rule.query.atoms, other.query.atoms, local, names)
    if other.trigger is None or rule.trigger.event != other.trigger.event:
        return None
    for want, have in zip(rule.trigger.args, other.trigger.args, strict=False):
        match want, have:
            case core.Wild(), _:
                continue
            case core.Take(slot, kinds), core.Take(given, fewer) if slot in local:
                if kinds is not None and (fewer is None or not set(fewer) <= set(kinds)):
                    return None
                if names.setdefault(slot, given) != given:
                    return None
            case _ if want != have or not isinstance(want, core.Equal) or not isinstance(want.expr, core.Const):
                return None
    if any(not isinstance(arg, core.Wild) for arg in rule.trigger.args[len(other.trigger.args) :]):
        return None
    return entailed(rule.query.atoms, other.query.atoms, local, names)


def _at_loading(game: Game, trigger: core.Trigger) -> bool:
    made = {event.number for event in game.events.values() if event.source == "rule"}
    return trigger.event == _START or trigger.event in made


# ---------------------------------------------------------------- work that is lost


def _lost(game: Game, phase: core.Phase, rule: core.Rule, following: core.Rule) -> bool:
    """Whether the next rule certainly sets everything again that this one sets, and this one does nothing else."""
    if following.mode != "all" or not all(isinstance(effect, core.Set) for effect in rule.effects):
        return False  # the other modes leave out matches
    names = _covers(game, phase, following, rule)
    if names is None:
        return False
    if not all(isinstance(e, core.Show | core.Emit) or _always_legal(game, e) for e in following.effects):
        return False
    again = {_renamed(effect.target, names) for effect in following.effects if isinstance(effect, core.Set)}
    written = [effect.target for effect in rule.effects if isinstance(effect, core.Set)]
    if not all(target in again for target in written):
        return False
    asked = [node for node in below((following.query, following.effects)) if not _is_target(node)]
    return not any(_reads(node, target) for node in asked for target in written)


def _always_legal(game: Game, effect: core.Effect) -> bool:
    """Whether an effect is a set to a constant of the domain, which is never dropped; unless a body goes by it."""
    if not isinstance(effect, core.Set) or not isinstance(effect.value, core.Const):
        return False
    attrs: list[AttrModel] = []
    match effect.target:
        case core.WorldTarget(number):
            attrs = [attr for attr in game.world.values() if attr.number == number]
        case core.AttrTarget(core.Slot(), number) if number not in shaping(game):
            attrs = [attr for kind in game.kinds.values() for attr in kind.attrs.values() if attr.number == number]
    domains = [of_domain(attr.domain) for attr in attrs]
    return bool(domains) and all(domain is not None and effect.value.value in domain for domain in domains)


def _renamed(target: core.Target, names: Renaming) -> core.Target:
    match target:
        case core.AttrTarget(core.Slot(index), number):
            return core.AttrTarget(core.Slot(names.get(index, index)), number)
    return target


def _is_target(node: object) -> bool:
    return isinstance(node, core.WorldTarget | core.AttrTarget)


def _reads(node: object, target: core.Target) -> bool:
    match node, target:
        case core.World(number), core.WorldTarget(other):
            return number == other
        case core.Attr(_, number), core.AttrTarget(_, other):
            return number == other
        case core.Fact() | core.Stops() | core.Distance() | core.Approach() | core.Did(), _:
            return True
    return False
