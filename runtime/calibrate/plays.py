"""What testers did, read from a study's file: for each session the levels, with their actions, seconds and resets.

Only the first run counts: each tester plays a game once, and a level counts from the end of the one before to the
moment it is first completed. Actions are counted as the official scorer counts them: every action, offered or not,
and every RESET that does something.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arcg.compiler.ir import Program
from arcg.runtime.calibrate.store import Event, SessionRow, Store
from arcg.runtime.engine import Action

OPEN, LEFT = "open", "left"
"""How a session stands that nobody ended: before the hard limit it may go on, after it the tester has left."""


@dataclass(frozen=True)
class LevelPlay:
    """A level as one tester played it.

    Attributes:
        actions: how many, RESETs included.
        seconds: from its first picture to the one that ended it, or to the last action in it.
        completed: whether it was won.
        resets: after how many actions in the level each RESET came.
        clicks: x and y of every click.
    """

    actions: int
    seconds: float
    completed: bool
    resets: tuple[int, ...]
    clicks: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Play:
    """A session.

    Attributes:
        row: who played what, when.
        ended: `won`, `stopped`, `time` (the hard limit), `actions` (too many), `left`, or `open`.
        soft: whether the soft limit had passed.
        levels: those that were reached, the last of which may not be completed.
        curve: levels completed after so many actions: (actions, levels), one for each level that was completed.
    """

    row: SessionRow
    ended: str
    soft: bool
    levels: tuple[LevelPlay, ...]
    curve: tuple[tuple[int, int], ...]

    @property
    def completed(self) -> int:
        """How many levels were won."""
        return sum(level.completed for level in self.levels)

    @property
    def actions(self) -> int:
        """All actions."""
        return sum(level.actions for level in self.levels)

    @property
    def seconds(self) -> float:
        """The time of all levels."""
        return sum(level.seconds for level in self.levels)


@dataclass(frozen=True)
class Played:
    """A game with everybody's play of it."""

    game_id: str
    program: Program
    plays: tuple[Play, ...]

    @property
    def base(self) -> str:
        """The id without the version."""
        return self.game_id.split("-")[0]


def played(store: Store, now: float | None = None) -> list[Played]:
    """All games of a study, in the order in which they were added, with the plays that have begun.

    `now`: in seconds since 1970; by default the present.
    """
    now = time.time() if now is None else now
    plays: dict[str, list[Play]] = {}
    for row in store.sessions():
        plays.setdefault(row.program, []).append(play_of(row, store.events(row.session), now))
    return [
        Played(game_id, program, tuple(plays.get(digest, ())))
        for digest, (game_id, program) in store.programs().items()
    ]


def answers_of(events: Sequence[Event]) -> Iterator[Event]:
    """The opening and all actions."""
    return (event for event in events if event.kind == "answer")


def play_of(row: SessionRow, events: Sequence[Event], now: float) -> Play:
    """A session from what was kept of it, as it stands now."""
    levels: list[LevelPlay] = []
    curve: list[tuple[int, int]] = []
    completed = total = 0
    level = _Level(row.at)
    for event in answers_of(events):
        body = event.body
        if event.number == 0:
            level = _Level(event.at)
            continue
        total += level.add(event)
        while completed < body["levels"]:  # a turn may win two levels: the second took nothing
            completed += 1
            levels.append(level.ended(True))
            curve.append((total, completed))
            level = _Level(event.at)
    ends = [event.body["why"] for event in events if event.kind == "end"]
    if not ends or ends[0] != "won":
        levels.append(level.ended(False))
    return Play(
        row=row,
        ended=ends[0] if ends else _unended(row, events, now),
        soft=any(event.kind == "soft" for event in events),
        levels=tuple(levels),
        curve=tuple(curve),
    )


def _unended(row: SessionRow, events: Sequence[Event], now: float) -> str:
    """How a session stands that has no end."""
    hard = events[0].body.get("hard_minutes", math.inf) if events else 0.0
    return LEFT if now - row.at >= 60 * hard else OPEN


class _Level:
    """A level while it is played."""

    def __init__(self, begun: float) -> None:
        self._begun = self._last = begun
        self._actions = 0
        self._resets: list[int] = []
        self._clicks: list[tuple[int, int]] = []

    def add(self, event: Event) -> int:
        """Count an answer; gives how many actions it counts for."""
        body = event.body
        self._last = event.at
        if body["action"] == Action.RESET:
            if body["full_reset"]:
                return 0
            self._resets.append(self._actions)
        elif body["action"] == Action.CLICK:
            self._clicks.append((body["x"], body["y"]))
        self._actions += 1
        return 1

    def ended(self, completed: bool) -> LevelPlay:
        seconds = max(0.0, self._last - self._begun)
        return LevelPlay(self._actions, seconds, completed, tuple(self._resets), tuple(self._clicks))
