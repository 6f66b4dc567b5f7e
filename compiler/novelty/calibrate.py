"""A null measured anew: unrelated games of about one size beside each other, and the quantiles of their figures.

Takes games that were made ready and which of them belong together; gives a `Null`. Pairs of one form and pairs that
have most in common are versions of one game, whatever they are called, and are left out. The pairs are drawn by a fixed
rule, as many small ones as large ones, so the same games give the same null.
"""

from __future__ import annotations

import math
import pickle
import random
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from arcg.compiler.canonical.form import FORMAT
from arcg.compiler.novelty.background import shipped
from arcg.compiler.novelty.coding import CODE
from arcg.compiler.novelty.compare import FEW_RULES, Comparison, Prepared, compare_prepared
from arcg.compiler.novelty.ready import Progress, Quiet, spread
from arcg.compiler.novelty.units import rule_count
from arcg.compiler.novelty.verdict import SHARES, Null, Rules, Sizes, between, contained, sort_of

MATCHED = 2.0
"""The larger game of a pair has at most so many times the rules of the smaller one."""

FLOORS = (4, 6, 9, 13, 20, 30, 45, 70)
"""Rules of the smaller game. From each to the next, equally many pairs are drawn; the quantiles are those at these."""

PAIRS = 1000
"""Pairs that are drawn of one size and one kind of rules."""

LEAST_PAIRS = 100
"""Fewer say nothing about one pair in a hundred."""

WIDTH = 0.35
"""How far pairs of other sizes count: the standard deviation in the logarithm of the number of rules."""

WIDER, WIDEST = 1.25, 2.0
"""Where there are few pairs of about a size, those further away count: by this factor at a time, up to that width."""

MOSTLY_SHARED = 0.5
"""Games less new to one another than this have more than half in common."""

BATCH = 16
"""Pairs that a process is given at a time."""

Places = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Sample:
    """An unrelated pair: rules of the smaller game, unclipped ratio, containment."""

    sort: Rules
    rules: int
    ratio: float
    containment: float


def calibrated(
    games: Sequence[Prepared],
    related: Callable[[int, int], bool],
    jobs: int = 1,
    progress: Progress | None = None,
    pairs: int = PAIRS,
) -> Null:
    """The null of these games; `related` tells of the numbers of two of them whether they belong together.

    Raises:
        ValueError: there are too few unrelated pairs.
    """
    places = drawn(games, related, pairs)
    told = progress or Quiet()
    told.begin("comparing pairs", len(places))
    batches = [places[start : start + BATCH] for start in range(0, len(places), BATCH)]
    samples: list[Sample] = []
    for found in _measured(games, batches, jobs):
        for sample in found:
            samples += [] if sample is None else [sample]
            told.advance()
    return null_of(samples, len({number for pair in places for number in pair}))


def drawn(games: Sequence[Prepared], related: Callable[[int, int], bool], most: int) -> list[Places]:
    """The pairs to compare: of about one size, not related, at most so many of each size and each kind of rules."""
    rules = [rule_count(game.turns[0]) for game in games]
    order = [
        (a, b)
        for a, b in combinations(range(len(games)), 2)
        if min(rules[a], rules[b]) > FEW_RULES
        and max(rules[a], rules[b]) <= MATCHED * min(rules[a], rules[b])
        and games[a].form.hash != games[b].form.hash
        and not related(a, b)
    ]
    random.Random(0).shuffle(order)
    taken: dict[tuple[Rules, int], list[Places]] = {}
    for a, b in order:
        size = bisect_right(FLOORS, min(rules[a], rules[b]))
        same = taken.setdefault((sort_of(games[a].form, games[b].form), size), [])
        if len(same) < most:
            same.append((a, b))
    return sorted(pair for same in taken.values() for pair in same)


# ---------------------------------------------------------------- comparing


def _measured(games: Sequence[Prepared], batches: list[list[Places]], jobs: int) -> Iterator[list[Sample | None]]:
    if jobs <= 1 or len(batches) <= 1:
        for batch in batches:
            yield [sample_of(compare_prepared(games[a], games[b])) for a, b in batch]
        return
    yield from spread(_batch, batches, min(jobs, len(batches)), _take, (pickle.dumps(list(games)),))


_TAKEN: list[list[Prepared]] = []
"""The games that a process compares, given to it when it began."""


def _take(packed: bytes) -> None:
    _TAKEN[:] = [pickle.loads(packed)]


def _batch(places: list[Places]) -> list[Sample | None]:
    return [sample_of(compare_prepared(_TAKEN[0][a], _TAKEN[0][b])) for a, b in places]


def sample_of(found: Comparison) -> Sample | None:
    """What a pair says about unrelated ones; nothing where the two are versions of one game."""
    if found.novelty < MOSTLY_SHARED:
        return None
    return Sample(sort_of(*found.forms), min(found.rules), found.unclipped, contained(found))


# ---------------------------------------------------------------- quantiles


def null_of(samples: Sequence[Sample], games: int, least: int = LEAST_PAIRS) -> Null:
    """The null that unrelated pairs give, at least so many of one kind of rules.

    Raises:
        ValueError: there are too few of them.
    """
    sorts: dict[Rules, list[Sample]] = {}
    for sample in samples:
        sorts.setdefault(sample.sort, []).append(sample)
    tables = {sort: _sizes(some) for sort, some in sorted(sorts.items()) if len(some) >= least}
    if not tables:
        most = max(map(len, sorts.values()), default=0)
        raise ValueError(
            f"there are {most} pairs of unrelated games of about one size and more than {FEW_RULES} rules, "
            f"and it takes {least} to know what one pair in a hundred is like"
        )
    return Null(games, FORMAT, shipped().version, CODE, tables)


def _sizes(samples: list[Sample]) -> tuple[Sizes, ...]:
    """The quantiles for each of `FLOORS` that pairs are near to."""
    places = [math.log(sample.rules) for sample in samples]
    within = [floor for floor in FLOORS if min(places) <= math.log(floor) <= max(places)]
    found = []
    for floor in within or [round(math.exp(sum(places) / len(places)))]:
        weights = _weights(places, math.log(floor))
        ratio = quantiles([sample.ratio for sample in samples], weights)
        containment = quantiles([-sample.containment for sample in samples], weights)
        found.append(Sizes(floor, round(effective(weights)), ratio, tuple(-value for value in containment)))
    return tuple(found)


def _weights(places: Sequence[float], middle: float) -> list[float]:
    """How much each pair counts for a size, so that there are enough of them if there are."""
    width = WIDTH
    while True:
        weights = [math.exp(-(((place - middle) / width) ** 2) / 2) for place in places]
        if effective(weights) >= LEAST_PAIRS or width >= WIDEST:
            return weights
        width *= WIDER


def effective(weights: Sequence[float]) -> float:
    """How many equal weights say as much as these (Kish 1965)."""
    return sum(weights) ** 2 / sum(weight**2 for weight in weights)


def quantiles(values: Sequence[float], weights: Sequence[float]) -> tuple[float, ...]:
    """The quantiles of weighted values at `SHARES`, on straight lines between the values.

    The least of n values is at 1 / (n + 1): of other values like these, that share is below it.
    """
    total = sum(weights) * (1 + 1 / effective(weights))
    shares, ordered, below = [], [], 0.0
    for value, weight in sorted(zip(values, weights, strict=True)):
        below += weight
        shares.append(below / total)
        ordered.append(value)
    return tuple(between(shares, ordered, share) for share in SHARES)
