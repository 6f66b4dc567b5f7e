"""How sure a mean over runs is, and a difference between two agents that played the same.

Takes numbers in groups (one group for each game), gives the mean of the groups' means with an interval. Games are
taken as they are, runs are drawn again within each game, as often as there were; the interval is BCa (bias-corrected
and accelerated: Efron 1987; for groups Davison and Hinkley 1997). What is drawn depends on nothing but the numbers.

An interval of few numbers is too narrow, most of all where many of them are 0. So a difference must also stand a test
that asks for nothing but pairs: if two agents were the same, every difference could as well have the other sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 10_000
LEVEL = 0.95
METHOD = "BCa"

FEWEST = 6
"""Numbers in a group of which an interval says anything: six pairs that go one way do so by chance 3 times in 100."""

_ROOM = 4_000_000
"""Numbers that are drawn at once."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean, and from where to where it is with a probability of 95 %. `count`: of how many numbers it is made."""

    mean: float
    low: float
    high: float
    count: int
    enough: bool


def interval(groups: Sequence[Sequence[float]], *, seed: int = 0) -> Interval | None:
    """The mean of the groups' means; None if a group is empty or there is none."""
    values = [np.asarray(group, float) for group in groups]
    if not values or any(not len(group) for group in values):
        return None
    mean = float(np.mean([group.mean() for group in values]))
    count, enough = sum(map(len, values)), min(map(len, values)) >= FEWEST
    spread = np.concatenate([(group - group.mean()) / (len(values) * len(group)) for group in values])
    variance = float((spread**2).sum())
    if variance < 1e-18 * max(1.0, mean**2):
        return Interval(mean, mean, mean, count, enough)
    drawn = _drawn(values, np.random.default_rng(seed))
    near = 1e-9 * max(1.0, abs(mean))
    below = float(np.mean(drawn < mean - near) + np.mean(np.abs(drawn - mean) <= near) / 2)
    low, high = _bca(below, float((spread**3).sum()) / (6 * variance**1.5))
    return Interval(mean, float(np.quantile(drawn, low)), float(np.quantile(drawn, high)), count, enough)


def by_chance(groups: Sequence[Sequence[float]], *, seed: int = 0) -> float:
    """How often signs that are thrown give a mean of the groups' means that is as far from 0: a p-value, two-sided."""
    values = [np.asarray(group, float) for group in groups]
    random = np.random.default_rng(seed)
    thrown = np.zeros(RESAMPLES)
    for group in values:
        thrown += (random.integers(2, size=(RESAMPLES, len(group)), dtype=np.int8) * 2 - 1) @ group / len(group)
    mean = sum(float(group.mean()) for group in values)
    return float(1 + np.sum(np.abs(thrown) >= abs(mean) - 1e-9)) / (1 + RESAMPLES)


def _drawn(values: Sequence[NDArray[np.float64]], random: np.random.Generator) -> NDArray[np.float64]:
    """The mean of the groups' means, so often drawn again."""
    means = np.zeros(RESAMPLES)
    for group in values:
        rows = max(1, _ROOM // len(group))
        for first in range(0, RESAMPLES, rows):
            last = min(first + rows, RESAMPLES)
            means[first:last] += group[random.integers(len(group), size=(last - first, len(group)))].mean(1)
    return means / len(values)


def _bca(below: float, acceleration: float) -> tuple[float, float]:
    """Which quantiles of what was drawn are the ends of the interval."""
    normal = NormalDist()
    half = 1 / (2 * RESAMPLES)
    bias = normal.inv_cdf(min(max(below, half), 1 - half))
    ends = []
    for tail in ((1 - LEVEL) / 2, (1 + LEVEL) / 2):
        at = bias + normal.inv_cdf(tail)
        ends.append(normal.cdf(bias + at / (1 - acceleration * at)))
    return ends[0], ends[1]
