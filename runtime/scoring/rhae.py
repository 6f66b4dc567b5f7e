"""RHAE, the score of ARC-AGI-3: how few actions each level took beside a human baseline, as one number for a game.

Takes the levels of one run of a game, in order, gives the score. A level that was completed is worth
`100 * (baseline / actions)^2`, at most 115; the game is the mean of its levels in which level i counts i times, and
at most the share of what was completed. The sums are made in the order in which the official scorer makes them, so
that the last digit is the same.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

CAP = 1.15
"""How much better than the baseline a level may count, as a ratio: the default of the official toolkit."""


class ScoreError(ValueError):
    """What has no score. The message says why."""


@dataclass(frozen=True, slots=True)
class LevelPlay:
    """One level of a run: whether it was completed, the actions it took (resets are actions), and the baseline."""

    completed: bool
    actions: int
    baseline: int


@dataclass(frozen=True, slots=True)
class GameScore:
    """The score of a run, 0 to 100. `cut` is the level, 0-based, at which a cut-off ended it, or None."""

    score: float
    level_scores: tuple[float, ...]
    levels_completed: int
    actions: int
    cut: int | None = None


def game_score(levels: Sequence[LevelPlay], *, cap: float = CAP, cutoff: float | None = None) -> GameScore:
    """The score of one run of a game.

    Args:
        levels: all levels of the game, those that were never reached included.
        cap: the most that a level counts, as a ratio: 1.15, or 1.0.
        cutoff: the run ends in the level that takes more than this many times its baseline: it and all after it were
            not completed. By default nothing ends it. The actions are told as they were.

    Raises:
        ScoreError: there is no level, a baseline or a number of actions is none, or an option makes no sense.
    """
    if not levels:
        raise ScoreError("a game without levels has no score")
    for number, level in enumerate(levels, start=1):
        _sound(number, level)
    most = _most(cap)
    cut = None if cutoff is None else _cut(levels, cutoff)
    counted = [level.completed and (cut is None or index < cut) for index, level in enumerate(levels)]
    scores = [_level_score(level, most) if done else 0.0 for level, done in zip(levels, counted, strict=True)]
    actions = sum(level.actions for level in levels)
    return GameScore(weighted(scores, range(1, len(scores) + 1)), tuple(scores), sum(counted), actions, cut)


def weighted(scores: Sequence[float], weights: Sequence[int]) -> float:
    """The mean of level scores by weight, at most the share, by weight, of those that are above 0."""
    total = 0.0
    reached = 0
    for score, weight in zip(scores, weights, strict=True):
        total += score * weight
        reached += weight if score > 0 else 0
    return min(total / sum(weights), reached / sum(weights) * 100)


def check_baselines(baselines: Sequence[int], levels: int, game: str) -> None:
    """Baselines by which a game can be scored: one for each level, each a whole number above 0.

    Raises:
        ScoreError: they are not; the message names the game.
    """
    if not baselines:
        raise ScoreError(f"{game} has no baselines, so its play has no score")
    if len(baselines) != levels:
        raise ScoreError(f"{game} has {_count(levels, 'level')}, but {_count(len(baselines), 'baseline')}")
    for number, baseline in enumerate(baselines, start=1):
        if not _is_baseline(baseline):
            raise ScoreError(f"the baseline of level {number} of {game} is {baseline!r}, not a whole number above 0")


def usable(baselines: Sequence[int]) -> bool:
    """Whether every baseline is a whole number above 0."""
    return all(map(_is_baseline, baselines))


def _is_baseline(number: object) -> bool:
    return type(number) is int and number > 0  # true is a number to Python


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


def _sound(number: int, level: LevelPlay) -> None:
    if not _is_baseline(level.baseline):
        raise ScoreError(f"the baseline of level {number} is {level.baseline!r}, not a whole number above 0")
    if type(level.actions) is not int or level.actions < 0:
        raise ScoreError(f"level {number} took {level.actions!r} actions, which is no number of actions")


def _most(cap: float) -> float:
    """The greatest score of a level: 115 exactly, which 1.15 * 100 is not."""
    if not (math.isfinite(cap) and cap > 0):
        raise ScoreError(f"the cap of a level is a ratio above 0, such as 1.15, not {cap}")
    return round(cap * 100, 6)


def _level_score(level: LevelPlay, most: float) -> float:
    """What a completed level is worth; one that took no action nobody has played."""
    if not level.actions:
        return 0.0
    return min(((level.baseline / level.actions) ** 2) * 100, most)


def _cut(levels: Sequence[LevelPlay], cutoff: float) -> int | None:
    """The first level that took more actions than are allowed."""
    if not (math.isfinite(cutoff) and cutoff >= 1):
        raise ScoreError(f"the cut-off is at least 1 times the baseline, not {cutoff}")
    return next((index for index, level in enumerate(levels) if level.actions > cutoff * level.baseline), None)
