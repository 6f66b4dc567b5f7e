"""Joins without a link: queries that name several things with nothing between them, so that all combinations count.

The estimate is the product of the numbers of things (the most in any level) of the parts that nothing links. It is
rough on purpose: only large products are told.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Final

from arcg.dsl import core
from arcg.dsl.diagnostics import Reporter, Span
from arcg.dsl.lint.census import Census
from arcg.dsl.lint.places import Places
from arcg.dsl.lint.ties import BOUND, links
from arcg.dsl.model import Game
from arcg.dsl.walk import below
from arcg.dsl.wording import quoted

MANY: Final = 20_000
"""Combinations of which a query is said to be slow."""

TOO_MANY: Final = 10_000_000
"""Combinations of which a query of `NAMES` or more parts without a link is refused."""

NAMES: Final = 3


def report_joins(game: Game, census: Census, places: Places, reporter: Reporter) -> None:
    """Report queries that go through the product of many things."""
    for span, query, fixed, slots in _queries(game, places):
        parts = _parts(query, census, fixed)
        count = prod(size for size, _ in parts)
        if count <= MANY:
            continue
        names = quoted([slots[slot].name for _, slot in parts])
        code = "E390" if len(parts) >= NAMES and count > TOO_MANY else "W328"
        reporter.report(code, span, names=names, count=f"{count:,}", limit=f"{TOO_MANY:,}")


def _parts(query: core.Query, census: Census, fixed: set[int]) -> list[tuple[int, int]]:
    """The parts of a query that nothing links: how many choices each has, and one of its variables."""
    sizes: dict[int, int] = {}
    free = {*query.things, *query.values} - fixed
    for atom in query.atoms:
        match atom:
            case core.Bind(slot, kinds) if slot in free:
                sizes.setdefault(slot, census.things(kinds))
            case core.Range(slot, over) if slot in free:
                sizes.setdefault(slot, census.cells if over == "cell" else len(core.DIRECTIONS))
    if len(sizes) < 2:
        return []
    groups = links(query.atoms, free)
    largest: dict[int, tuple[int, int]] = {}
    for slot, size in sizes.items():
        group = groups.of(slot)
        if group != groups.of(BOUND) and size > 1:
            known = largest.get(group)
            largest[group] = (max(size, known[0]), known[1]) if known else (size, slot)
    return list(largest.values())


def _queries(game: Game, places: Places) -> Iterator[tuple[Span, core.Query, set[int], tuple[core.Variable, ...]]]:
    """Every query with its place, the variables that are fixed where it begins, and the scope."""
    for phase in game.phases:
        before = {arg.slot for head in phase.heads for arg in head.args if isinstance(arg, core.Take)}
        span = places.statement(phase.line)
        for query in _all((phase.when, phase.each)):
            yield span, query, before, phase.slots
        for rule in phase.rules:
            fixed = set(range(len(phase.slots)))
            if rule.trigger is not None:
                fixed |= {arg.slot for arg in rule.trigger.args if isinstance(arg, core.Take)}
            for query in _all((rule.query, rule.effects)):
                yield places.rule(rule.line), query, fixed, rule.slots
    for clause, asked in _clauses(game):
        fixed = set(clause.params) if asked else set()
        for query in _all(clause.query):
            yield places.statement(clause.line), query, fixed, clause.slots
    conditions: list[core.Condition | core.Forbid | core.Paint] = [
        *game.wins, *game.loses, *game.forbids, *game.paints,
    ]  # fmt: skip
    for condition in conditions:
        for query in _all(condition.query):
            yield places.statement(condition.line), query, set(), condition.slots


def _clauses(game: Game) -> Iterator[tuple[core.Clause, bool]]:
    """Every line of a fact or a field, and whether who asks knows what the parameters are, or links them.

    A fact that asks itself is worked out as a whole, whatever is asked.
    """
    for fact in game.facts.values():
        yield from ((clause, not fact.loop) for clause in fact.clauses)
    for clauses in game.motion.values():
        yield from ((clause, True) for clause in clauses)
    for field in game.distances.values():
        yield from ((clause, True) for clause in (field.to, field.through))


def _all(root: object) -> Iterator[core.Query]:
    return (node for node in below(root) if isinstance(node, core.Query))
