"""What a run comes to: budgets used, what was saved, how much of what could be learned was, with intervals over games.

Takes the records of a run, gives numbers. All figures of a phase are made of sums over instances, game by game, and
an interval draws games again (percentiles of a bootstrap): a run says something of games like these, not of these.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.agents.bootstrap import FEWEST, LEVEL, RESAMPLES
from arcg.runtime.stream.records import HELD_OUT, LEARNER, SEEN, STREAM, WIPED, Record

POINTS = 12
"""Of a learning curve."""

GAPS = ((1, 1), (2, 3), (4, 7), (8, 15), (16, 31), (32, 1 << 30))
"""Rounds since the last meeting, as they are told together."""

Sums = NDArray[np.float64]
"""For each game, or for each time that games were drawn: instances, charges of the learner, of the wiped one, of
perfect memory."""


@dataclasses.dataclass(frozen=True, slots=True)
class Estimate:
    """A number, and from where to where it is with a probability of 95 %; None where that cannot be told.

    `enough`: whether there are so many games that the interval says anything.
    """

    value: float | None
    low: float | None
    high: float | None
    games: int
    enough: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a phase.

    Attributes:
        instances: of each arm.
        used, used_reset, used_perfect: budget used by the learner, wiped, and by perfect memory, in percent.
        solved, solved_reset: instances won, as shares.
        difference: T, `used_reset` - `used`.
        saved: 1 - `used` / `used_reset`.
        learned: `difference` / (`used_reset` - `used_perfect`); None in the tests, where nothing is met twice.
    """

    instances: int
    used: Estimate
    used_reset: Estimate
    used_perfect: Estimate | None
    solved: float
    solved_reset: float
    difference: Estimate
    saved: Estimate
    learned: Estimate | None


@dataclasses.dataclass(frozen=True, slots=True)
class Point:
    """Mean charges in percent, of instances that belong together: which, how many, of each arm and perfect memory."""

    label: str
    instances: int
    used: float
    used_reset: float
    used_perfect: float


@dataclasses.dataclass(frozen=True, slots=True)
class Summary:
    """All of a run."""

    stream: Figures | None
    seen: Figures | None
    held_out: Figures | None
    by_exposure: tuple[Point, ...]
    by_gap: tuple[Point, ...]
    curve: tuple[Point, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Pair:
    """One instance as both arms played it, and what perfect memory pays for it.

    Perfect memory pays what the wiped learner pays where a task is met first, and after that nothing but the actions
    of the certified solution, which nobody can save.
    """

    learner: Record
    wiped: Record

    @property
    def perfect(self) -> float:
        """Its charge."""
        return self.wiped.charge if self.wiped.exposure == 0 else self.wiped.shortest / self.wiped.budget


def summary(records: Sequence[Record]) -> Summary:
    """What a run comes to, as far as it is."""
    phases = {phase: _pairs(records, phase) for phase in (STREAM, SEEN, HELD_OUT)}
    pairs = phases[STREAM]
    rounds = 1 + max((pair.learner.round for pair in pairs), default=-1)
    return Summary(
        figures(pairs, learned=True) if pairs else None,
        figures(phases[SEEN], learned=False) if phases[SEEN] else None,
        figures(phases[HELD_OUT], learned=False) if phases[HELD_OUT] else None,
        _points(pairs, lambda pair: pair.learner.exposure, lambda number: str(number + 1)),
        _points(pairs, _gap, lambda number: _span(*GAPS[number])),
        _points(pairs, lambda pair: pair.learner.round * POINTS // rounds, lambda piece: _rounds(piece, rounds)),
    )


def figures(pairs: Sequence[Pair], *, learned: bool) -> Figures:
    """The figures of some instances."""
    games = sorted({pair.learner.game for pair in pairs})
    sums = np.array([_sums([pair for pair in pairs if pair.learner.game == game]) for game in games])
    return Figures(
        len(pairs),
        estimate(sums, _used(1)), estimate(sums, _used(2)), estimate(sums, _used(3)) if learned else None,
        float(np.mean([pair.learner.won for pair in pairs])), float(np.mean([pair.wiped.won for pair in pairs])),
        estimate(sums, _difference), estimate(sums, _saved), estimate(sums, _learned) if learned else None,
    )  # fmt: skip


def estimate(sums: Sums, figure: Callable[[Sums], NDArray[np.float64]], seed: int = 0) -> Estimate:
    """A figure of the sums of games, with its interval: games are drawn again, as many as there are."""
    games = len(sums)
    value = float(figure(sums.sum(0, keepdims=True))[0])
    enough = games >= FEWEST
    if not np.isfinite(value) or games < 2:
        return Estimate(value if np.isfinite(value) else None, None, None, games, enough)
    drawn = np.random.default_rng(seed).integers(games, size=(RESAMPLES, games))
    again = figure(sums[drawn].sum(1))
    again = again[np.isfinite(again)]
    low, high = np.quantile(again, [(1 - LEVEL) / 2, (1 + LEVEL) / 2]).tolist()
    return Estimate(value, low, high, games, enough)


def method() -> str:
    """How intervals are made, in a sentence."""
    return (
        f"Intervals hold 95 % of {RESAMPLES:,} bootstraps over games; of fewer than {FEWEST} games they say little, "
        "of one there is none."
    )


def _used(column: int) -> Callable[[Sums], NDArray[np.float64]]:
    return lambda sums: 100 * sums[:, column] / sums[:, 0]


def _difference(sums: Sums) -> NDArray[np.float64]:
    return 100 * (sums[:, 2] - sums[:, 1]) / sums[:, 0]


def _saved(sums: Sums) -> NDArray[np.float64]:
    return _ratio(sums[:, 2] - sums[:, 1], sums[:, 2])


def _learned(sums: Sums) -> NDArray[np.float64]:
    return _ratio(sums[:, 2] - sums[:, 1], sums[:, 2] - sums[:, 3])


def _ratio(part: NDArray[np.float64], whole: NDArray[np.float64]) -> NDArray[np.float64]:
    """A share; no number where there is nothing to have a share of."""
    shares: NDArray[np.float64] = np.divide(part, whole, out=np.full_like(part, np.nan), where=np.abs(whole) > 1e-12)
    return shares


def _pairs(records: Sequence[Record], phase: str) -> list[Pair]:
    """The instances of a phase, each with both arms."""
    arms: dict[str, dict[tuple[int, int, str, int], Record]] = {LEARNER: {}, WIPED: {}}
    for one in records:
        if one.phase == phase:
            arms[one.arm][one.round, one.user, one.task, one.level] = one
    return [Pair(one, arms[WIPED][key]) for key, one in arms[LEARNER].items() if key in arms[WIPED]]


def _sums(pairs: Sequence[Pair]) -> tuple[float, float, float, float]:
    return (
        float(len(pairs)), sum(pair.learner.charge for pair in pairs), sum(pair.wiped.charge for pair in pairs),
        sum(pair.perfect for pair in pairs),
    )  # fmt: skip


def _points(pairs: Sequence[Pair], where: Callable[[Pair], int], label: Callable[[int], str]) -> tuple[Point, ...]:
    """Mean charges of the instances that belong together; a place below 0 is none."""
    together: dict[int, list[Pair]] = {}
    for pair in pairs:
        together.setdefault(where(pair), []).append(pair)
    points = []
    for number in sorted(number for number in together if number >= 0):
        count, *charges = _sums(together[number])
        points.append(Point(label(number), int(count), *(100 * charge / count for charge in charges)))
    return tuple(points)


def _gap(pair: Pair) -> int:
    gap = pair.learner.gap
    return -1 if gap is None else next(number for number, (_, last) in enumerate(GAPS) if gap <= last)


def _span(first: int, last: int) -> str:
    return f"{first}+" if last > 1 << 20 else str(first) if first == last else f"{first}-{last}"


def _rounds(place: int, rounds: int) -> str:
    """The rounds of a piece of the curve."""
    inside = [number for number in range(rounds) if number * POINTS // rounds == place]
    return _span(inside[0] + 1, inside[-1] + 1)
