"""Races: matches of one rule that give one attribute different values, so that the last of them silently wins.

For a `let` line of a derived attribute it is the first of them that wins. Told where the value comes from a thing of
which there may be several and that nothing ties to what is set, and where that value can differ. Matches that are taken
`once`, `in turn` or `at random` are no race. Rules of a phase run one after another, so a later rule that sets what an
earlier one has set is an exception to it, not a race.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from arcg.dsl import core
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.lint.because import derived_of
from arcg.dsl.lint.believe import Belief
from arcg.dsl.lint.census import Census
from arcg.dsl.lint.nodes import mentions, step_of
from arcg.dsl.lint.places import Places
from arcg.dsl.lint.reach import Reach
from arcg.dsl.lint.ties import BOUND, Groups, ties
from arcg.dsl.lint.world import WORLD
from arcg.dsl.model import Game
from arcg.dsl.walk import below


def report_races(game: Game, reached: Reach, census: Census, places: Places, reporter: Reporter) -> None:
    """Report rules whose matches set one attribute to different values, and rules that set one twice."""
    tables = _tables(game, census)
    for number, phase in enumerate(game.phases):
        for place, rule in enumerate(phase.rules):
            if rule.line in places.sentences or not reached.fires(number, place):
                continue
            _twice(game, rule, places, reporter)
            for effect in rule.effects:
                step = step_of(effect)
                if isinstance(step, core.Set) and _races(reached, census, tables, rule, effect, step):
                    reporter.report("W325", places.rule(rule.line), name=_name(game, step.target))
                    break
    _derived(game, reached, census, tables, places, reporter)


def _derived(game: Game, reached: Reach, census: Census, tables: Set[int], places: Places, reporter: Reporter) -> None:
    """Report lines of derived attributes that may give one thing several values."""
    models = {fact.number: fact for fact in game.facts.values()}
    for derived in game.derived.values():
        for clause in (clause for number in derived.facts for clause in models[number].clauses):
            thing, value = clause.params
            given: core.Expr = core.Slot(value)  # what a thing stands for is bound like any other
            given = next((a.expr for a in clause.query.atoms if isinstance(a, core.Assign) and a.slot == value), given)
            if clause.line in places.sentences:
                continue
            own = {*clause.query.things, *clause.query.values}
            groups = ties(clause.query.atoms, own, tables=tables)
            _join_single(groups, clause.query.atoms, census)
            groups.join([BOUND, thing])
            free = {slot for slot in mentions(given) & own if groups.of(slot) != groups.of(BOUND)}
            if free and _differs(reached, clause.slots, given, free):
                reporter.report("W338", places.statement(clause.line), name=derived.name)


def _twice(game: Game, rule: core.Rule, places: Places, reporter: Reporter) -> None:
    seen: dict[core.Target, core.Expr] = {}
    for effect in rule.effects:
        if isinstance(effect, core.Set):
            if seen.setdefault(effect.target, effect.value) != effect.value:
                reporter.report("W326", places.rule(rule.line), name=_name(game, effect.target))
            seen[effect.target] = effect.value


def _tables(game: Game, census: Census) -> frozenset[int]:
    """The facts of which each line holds of one thing or value only: a table that is looked up."""
    found: set[int] = set()
    while True:
        more = {
            fact.number
            for fact in game.facts.values()
            if fact.number not in found and all(_is_single(clause.query, census, found) for clause in fact.clauses)
        }
        if not more:
            return frozenset(found)
        found |= more


def _is_single(query: core.Query, census: Census, tables: Set[int]) -> bool:
    """Whether conditions that begin with nothing known certainly have one match at most."""
    own = {*query.things, *query.values}
    groups = ties(query.atoms, own, tables=tables)
    _join_single(groups, query.atoms, census)
    return all(groups.of(slot) == groups.of(BOUND) for slot in own)


def _join_single(groups: Groups, atoms: Iterable[object], census: Census) -> None:
    """Tie things of which there is only one to what is fixed."""
    for atom in atoms:
        if isinstance(atom, core.Bind | core.Take) and atom.kinds is not None and census.single(atom.kinds):
            groups.join((atom.slot, BOUND))


def _races(
    reached: Reach, census: Census, tables: Set[int], rule: core.Rule, effect: core.Effect, step: core.Set
) -> bool:
    """Whether two matches may set the same thing's attribute to different values."""
    value = mentions(step.value)
    if not value:
        return False
    # of a rule that takes one match, or one after another, only the things that the effect itself chooses are several
    own = {*rule.query.things, *rule.query.values} if rule.mode == "all" else set()
    if isinstance(effect, core.Keyed):
        own |= {*effect.query.things, *effect.query.values}
    atoms = rule.query.atoms + (effect.query.atoms if isinstance(effect, core.Keyed) else ())
    groups = ties(atoms, own, rule.trigger, tables)
    _join_single(groups, [*rule.query.atoms, *(rule.trigger.args if rule.trigger is not None else ())], census)
    groups.join([BOUND, *(mentions(step.target) & own)])
    free = {slot for slot in value & own if groups.of(slot) != groups.of(BOUND)}
    return bool(free) and _differs(reached, rule.slots, step.value, free)


def _differs(reached: Reach, slots: tuple[core.Variable, ...], value: core.Expr, free: set[int]) -> bool:
    """Whether an expression can have more than one value; attributes that are always the same cannot make it differ."""
    if derived_of(reached.world.game, value) is not None:
        told = Belief(reached.world, slots).value(value)
        return told is None or len(told) > 1
    if isinstance(value, core.Attr) and isinstance(value.thing, core.Slot):
        found = {
            number
            for (kind, field), values in reached.world.values.items()
            if kind != WORLD and field == value.field
            for number in (values if isinstance(values, frozenset) else (values[0], values[-1]))
        }
        return len(found) != 1
    inside = {slot for node in below(value) if isinstance(node, core.Aggregate) for slot in mentions(node.query)}
    return bool(free - inside)


def _name(game: Game, target: core.Target) -> str:
    if isinstance(target, core.WorldTarget):
        return next(attr.name for attr in game.world.values() if attr.number == target.attr)
    return next(name for name, number in game.fields.items() if number == target.field)
