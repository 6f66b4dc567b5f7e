"""Rules that can never fire, phases that never run, goals that never hold, kinds that only such rules make: and why.

Each cause is told once: what `W202`, `W302` and `W303` have said already is not said again.
"""

from __future__ import annotations

from arcg.dsl import core
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.lint.because import HINTS, because
from arcg.dsl.lint.believe import Belief
from arcg.dsl.lint.census import Census
from arcg.dsl.lint.places import Places
from arcg.dsl.lint.reach import Reach
from arcg.dsl.lint.values import least, most, narrowed, sums
from arcg.dsl.lint.world import WORLD, Moment, Reason
from arcg.dsl.model import Game

_SAID = ("W302", "W303")


def report_dead(game: Game, reached: Reach, census: Census, places: Places, reporter: Reporter) -> None:
    """Report what can never happen."""
    absent = never_made(game, reached, census)
    _kinds(game, reached, absent, reporter)
    by_line: dict[int, list[Reason | None]] = {}
    for number, phase in enumerate(game.phases):
        reason = reached.phases.get(number)
        if reason is not None and phase.line not in places.sentences:
            if not _said(reason, phase.line, absent, places):
                words, hint = because(game, reason), HINTS[reason.what]
                reporter.report("W322", places.statement(phase.line), name=phase.name, reason=words, hint=hint)
            continue
        for place, rule in enumerate(phase.rules):
            by_line.setdefault(rule.line, []).append(reason or reached.rules.get((number, place)))
            if rule.line not in places.sentences and reached.fires(number, place):
                _dropped(game, reached, rule, places, reporter)
    _goals(game, reached, absent, places, reporter)
    for line, rules in by_line.items():  # a line may stand for several rules
        first = rules[0]
        if first is not None and None not in rules and not _said(first, line, absent, places):
            words, hint = because(game, first), HINTS[first.what]
            reporter.report("W321", places.rule(line), reason=words, hint=hint)


def _goals(game: Game, reached: Reach, absent: set[int], places: Places, reporter: Reporter) -> None:
    """Winning, losing and what is forbidden: what of these can never hold, also in what `every` asks for."""
    if reached.world.anything:
        return
    for what, conditions in (("win", game.wins), ("lose", game.loses), ("forbid", game.forbids)):
        for condition in conditions:
            after = Moment(len(game.phases), 0, True)
            found = [(f"this `{what}`", Belief(reached.world, condition.slots).read(condition.query.atoms, after))]
            for atom in condition.query.atoms:
                if isinstance(atom, core.Every):
                    belief = Belief(reached.world, condition.slots)
                    if belief.read(atom.over.atoms, after) is None:
                        found.append(("what stands after `has`", belief.read(atom.claim.atoms, after)))
            for words, reason in found:
                if reason is not None and not _said(reason, condition.line, absent, places):
                    span, hint = places.statement(condition.line), HINTS[reason.what]
                    reporter.report("W335", span, what=words, reason=because(game, reason), hint=hint)
                    break


def _dropped(game: Game, reached: Reach, rule: core.Rule, places: Places, reporter: Reporter) -> None:
    """Report a rule that adds so much that the result is never one of the values, so that every match is dropped."""
    if reached.world.anything or any(isinstance(effect, core.Keyed | core.Restore) for effect in rule.effects):
        return
    targets = [effect.target for effect in rule.effects if isinstance(effect, core.Set | core.Add | core.Cycle)]
    for effect in rule.effects:
        match effect:
            case core.Add(core.WorldTarget(attr) as target, amount, None, None) if targets.count(target) == 1:
                place = (WORLD, attr)
                domain, values = reached.world.domains[place], reached.world.of(place)
                added = Belief(reached.world, rule.slots).value(amount)
                if domain is None or not values or not added or narrowed(domain, "=", sums(values, added)):
                    continue
                name = next(model.name for model in game.world.values() if model.number == attr)
                reporter.report("W339", places.rule(rule.line), name=name, low=least(domain), high=most(domain))
                return


def _said(reason: Reason, line: int, absent: set[int], places: Places) -> bool:
    """Whether a warning tells the cause already."""
    if reason.what == "field":
        return True  # W331
    return places.noted(line, *_SAID) or (reason.what == "kind" and absent.issuperset(reason.kinds))


def never_made(game: Game, reached: Reach, census: Census) -> set[int]:
    """The kinds that are in no level and that no rule makes."""
    return {kind.number for kind in game.kinds.values()} - reached.world.kinds - census.made


def _kinds(game: Game, reached: Reach, absent: set[int], reporter: Reporter) -> None:
    if reached.world.anything:
        return
    for kind in game.kinds.values():
        if kind.number not in reached.world.kinds and kind.number not in absent:
            reporter.report("W213", kind.span, name=kind.name)
