"""What a study says of a game: completion, actions, time, baselines, whether people can do it, what it takes to learn.

Takes what testers played, gives numbers. The baseline of a level is the upper median of the actions of those who
completed it, as with the official games: of an even number the greater of the two in the middle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.calibrate.plays import OPEN, LevelPlay, Play, Played
from arcg.runtime.engine import SIZE
from arcg.runtime.scoring import rhae

TESTERS = 10
COMPLETE = 2
"""A game is fit for a benchmark if at least so many of so many testers complete all of it."""

Inclusion = Literal["in", "out", "too few testers"]


@dataclass(frozen=True)
class LevelMeasures:
    """A level.

    Attributes:
        reached: testers who came to it.
        completed: testers who won it.
        actions: of those who won it, ascending.
        seconds: median of those who won it; None if nobody did.
        resets: RESETs in it, of all testers.
        reset_after: after how many actions in the level each of them came, ascending.
        baseline: upper median of `actions`; None if nobody won it.
        shortest: actions of the shortest solution, as far as that is known.
        clicks: how often each pixel was clicked, shape (64, 64), int64, indexed [y, x].
    """

    reached: int
    completed: int
    actions: tuple[int, ...]
    seconds: float | None
    resets: int
    reset_after: tuple[int, ...]
    baseline: int | None
    shortest: int | None
    clicks: NDArray[np.int64]

    @property
    def rate(self) -> float | None:
        """Share of those who came to the level that won it."""
        return self.completed / self.reached if self.reached else None

    @property
    def learning_cost(self) -> float | None:
        """How many times the shortest solution the baseline is: what is left over went into finding out."""
        return self.baseline / self.shortest if self.baseline is not None and self.shortest else None


@dataclass(frozen=True)
class TesterMeasures:
    """A tester in a game.

    Attributes:
        tester: the anonymous id.
        session: the id of the session, by which it can be played again.
        ended: how: `won`, `stopped`, `time`, `actions`, `left`, or `open`.
        soft: whether it took longer than the soft limit.
        levels: completed.
        actions: in all.
        seconds: in all.
        resets: in all.
        curve: (actions, levels): so many levels were completed after so many actions.
        score: RHAE from 0 to 100 against the baselines of this study; None while a level has none.
    """

    tester: str
    session: str
    ended: str
    soft: bool
    levels: int
    actions: int
    seconds: float
    resets: int
    curve: tuple[tuple[int, int], ...]
    score: float | None


@dataclass(frozen=True)
class GameMeasures:
    """A game: its levels, its testers, and whether people can do it."""

    played: Played
    levels: tuple[LevelMeasures, ...]
    testers: tuple[TesterMeasures, ...]

    @property
    def baselines(self) -> tuple[int, ...] | None:
        """One for each level; None while a level has none."""
        found = [level.baseline for level in self.levels if level.baseline is not None]
        return tuple(found) if len(found) == len(self.levels) else None

    @property
    def completed(self) -> int:
        """Testers who won the whole game."""
        return sum(tester.ended == "won" for tester in self.testers)

    @property
    def closed(self) -> int:
        """Testers who are through with the game, in whatever way."""
        return sum(tester.ended != OPEN for tester in self.testers)

    @property
    def inclusion(self) -> Inclusion:
        """The rule of two of ten: at least two who complete the game, and a fifth of all who are through with it.

        Until ten testers are through it is not decided.
        """
        if self.closed < TESTERS:
            return "too few testers"
        enough = self.completed >= COMPLETE and self.completed * TESTERS >= self.closed * COMPLETE
        return "in" if enough else "out"


def measure(played: Played, shortest: Mapping[int, int] | None = None) -> GameMeasures:
    """What the plays of a game come to. `shortest`: the shortest solution of levels, where it is known (0-based)."""
    known = shortest or {}
    levels = tuple(
        _level([play.levels[number] for play in played.plays if number < len(play.levels)], known.get(number))
        for number in range(len(played.program.levels))
    )
    baselines = [level.baseline for level in levels]
    testers = tuple(_tester(play, baselines) for play in played.plays)
    return GameMeasures(played, levels, testers)


def upper_median(values: Sequence[int]) -> int:
    """The value in the middle; of an even number the greater of the two in the middle.

    Raises:
        ValueError: there are none.
    """
    if not values:
        raise ValueError("nothing has no median")
    return sorted(values)[len(values) // 2]


def _level(plays: Sequence[LevelPlay], shortest: int | None) -> LevelMeasures:
    won = [play for play in plays if play.completed]
    actions = sorted(play.actions for play in won)
    clicks = np.zeros((SIZE, SIZE), np.int64)
    for play in plays:
        for x, y in play.clicks:
            clicks[y, x] += 1
    counted = [count for count in actions if count]  # a level that was won in the turn of the one before took nothing
    return LevelMeasures(
        reached=len(plays),
        completed=len(won),
        actions=tuple(actions),
        seconds=median(play.seconds for play in won) if won else None,
        resets=sum(len(play.resets) for play in plays),
        reset_after=tuple(sorted(after for play in plays for after in play.resets)),
        baseline=upper_median(counted) if counted else None,
        shortest=shortest,
        clicks=clicks,
    )


def _tester(play: Play, baselines: Sequence[int | None]) -> TesterMeasures:
    return TesterMeasures(
        tester=play.row.tester,
        session=play.row.session,
        ended=play.ended,
        soft=play.soft,
        levels=play.completed,
        actions=play.actions,
        seconds=play.seconds,
        resets=sum(len(level.resets) for level in play.levels),
        curve=play.curve,
        score=_score(play, baselines),
    )


def _score(play: Play, baselines: Sequence[int | None]) -> float | None:
    known = [baseline for baseline in baselines if baseline is not None]
    if not known or len(known) < len(baselines):
        return None
    levels = [
        rhae.LevelPlay(played.completed, played.actions, baseline)
        for played, baseline in zip(play.levels, known, strict=False)
    ]
    levels += [rhae.LevelPlay(False, 0, baseline) for baseline in known[len(levels) :]]
    return rhae.game_score(levels).score
