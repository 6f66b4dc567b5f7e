"""Requests for motion that come to nothing: those of a last `plan`, a needless `stay`, refusals that a loop misses.

A request lives until the end of the part of its phase, and from a plan until the next phase that runs. Which phases run
in one turn is told from the events of their heads and rules: a turn has one action.
"""

from __future__ import annotations

from typing import Final

from arcg.dsl import core
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.functions import EVENTS
from arcg.dsl.lint.nodes import step_of
from arcg.dsl.lint.places import Places
from arcg.dsl.lint.reach import Reach
from arcg.dsl.lint.world import Moment
from arcg.dsl.model import ACTION_WORDS, Game
from arcg.dsl.wording import kinds_words

START: Final = 0
"""Stands for the turn in which a level is loaded, beside the numbers of the player's actions."""

BLOCKED: Final = next(number for number, info in enumerate(EVENTS) if info.name == "blocked")
_ONE_A_TURN: Final = ("start", "arrow", "act", "undo")
"""Events of which a turn has one at most, whichever it is."""

_MOTION: Final = (core.Move, core.Put, core.Turn)

_REQUESTS: Final = (*_MOTION, core.Stay, core.Show)
"""Steps that change nothing before motion is resolved."""

EVERY: Final = frozenset(range(len(core.ACTION_NAMES)))


def report_requests(game: Game, reached: Reach, places: Places, reporter: Reporter) -> None:
    """Report plans whose motion is forgotten, and steps that take back what nothing asks."""
    if reached.world.anything:
        return
    _forgotten(game, reached, places, reporter)
    _missed(game, reached, places, reporter)
    for (number, place), kinds in reached.stays.items():
        phase = game.phases[number]
        line = phase.rules[place].line
        again = phase.repeat or phase.each is not None or bool(phase.heads)
        # the rule's own requests count, so the moment is after it
        reason = reached.world.asked(kinds, Moment(number, place + 1, again), puts=True)
        if reason is not None and line not in places.sentences:
            reporter.report("W333", places.rule(line), kinds=kinds_words(game, reason.kinds))
    _turning(game, reached, places, reporter)


def _turning(game: Game, reached: Reach, places: Places, reporter: Reporter) -> None:
    """Turns about the own cell of what has no other side to show. What is carried goes round with it."""
    if game.motion["carries"]:
        return
    bodies = {kind.number: kind.body for kind in game.kinds.values()}
    for (number, place), kinds in reached.turns.items():
        line = game.phases[number].rules[place].line
        shown = [bodies[kind] for kind in kinds if kind in bodies]
        if line in places.sentences or any(body is not None and body.turned is not None for body in shown):
            continue
        reporter.report("W340", places.rule(line), kinds=kinds_words(game, tuple(sorted(kinds))))


def _forgotten(game: Game, reached: Reach, places: Places, reporter: Reporter) -> None:
    """The last plan of each turn after which nothing moves."""
    told: frozenset[int] = frozenset()
    for number, phase in reversed(list(enumerate(game.phases))):
        rules = [rule for place, rule in enumerate(phase.rules) if reached.fires(number, place)]
        turns = frozenset[int]().union(*(_asking(phase, rule) for rule in rules)) if phase.plan else frozenset[int]()
        if not turns or turns & told or phase.line in places.sentences:
            continue
        later = [other for place, other in enumerate(game.phases) if place > number and place not in reached.phases]
        if not any(turns & _turns(other.heads) for other in later if not other.plan):
            told |= turns
            reporter.report("W330", places.statement(phase.line), name=phase.name)


def _missed(game: Game, reached: Reach, places: Places, reporter: Reporter) -> None:
    """Rules on `blocked` in a loop that nothing but motion keeps going: of its last round nobody in it hears.

    What an earlier phase was refused is heard in the first round, so it is only about the first phase that moves.
    """
    for number, phase in enumerate(game.phases):
        rules = [rule for place, rule in enumerate(phase.rules) if reached.fires(number, place)]
        hearing = [rule for rule in rules if rule.trigger is not None and rule.trigger.event == BLOCKED]
        loop = phase.repeat and phase.each is None and not phase.plan and _runs_once(phase)
        if loop and all(_only_asks(rule) for rule in rules if rule not in hearing):
            for rule in hearing:
                if rule.line not in places.sentences:
                    reporter.report("W337", places.rule(rule.line))
        if any(isinstance(step_of(effect), _MOTION) for rule in phase.rules for effect in rule.effects):
            return


def _runs_once(phase: core.Phase) -> bool:
    """Whether a phase runs at most once in a turn."""
    infos = [EVENTS[head.event] for head in phase.heads if head.event < len(EVENTS)]
    if len(infos) < len(phase.heads):
        return False
    return all(i.name in _ONE_A_TURN for i in infos) or (len(infos) == 1 and infos[0].source == "input")


def _only_asks(rule: core.Rule) -> bool:
    """Whether a rule does nothing that would make another round, but for motion."""
    return rule.mode != "random" and all(isinstance(step_of(effect), _REQUESTS) for effect in rule.effects)


def _asking(phase: core.Phase, rule: core.Rule) -> frozenset[int]:
    """The turns in which a rule may ask for motion."""
    if not any(isinstance(step_of(effect), _MOTION) for effect in rule.effects):
        return frozenset()
    return _turns(phase.heads) & _turns((rule.trigger,) if rule.trigger is not None else ())


def _turns(triggers: tuple[core.Trigger, ...]) -> frozenset[int]:
    """The turns in which one of some events may happen; every turn for events that rules or motion make, or none."""
    return frozenset[int]().union(*map(_turns_of, triggers)) if triggers else EVERY


def _turns_of(trigger: core.Trigger) -> frozenset[int]:
    if trigger.event >= len(EVENTS):
        return EVERY
    info = EVENTS[trigger.event]
    match trigger.args:
        case (core.Equal(core.Const(_, value)), *_) if info.name == "arrow":
            return frozenset({ACTION_WORDS["arrows"][value]})
        case (core.Equal(core.Const(_, value)), *_) if info.name == "action":
            return frozenset({value})
    if info.name == "start":
        return frozenset({START})
    return frozenset(ACTION_WORDS[info.action]) if info.action is not None else EVERY
