"""Playing again: the actions of a level on another version of the game, and going back to a turn.

Both are done bit by bit, so that nobody has to wait for a thousand turns in one piece: they are generators, which say
after each turn how far they are, as (done, all), and return what has come of it.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass

from arcg.editor.comparing import Divergence, compare
from arcg.editor.reel import Branch, Reel, Turn
from arcg.runtime.engine import Engine

Progress = tuple[int, int]
"""How many turns have been played again, of how many."""

Job = Generator[Progress, None, str]
"""Something that is done bit by bit; it returns what is to be said of it."""


class Work:
    """A job that is being done: `progress` is how far it is, `said` what it returned."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self.progress: Progress = (0, 0)
        self.said = ""

    def go(self, seconds: float) -> bool:
        """Do at least a bit of it, for about so long; whether it is done."""
        ends = time.perf_counter() + seconds
        try:
            self.progress = next(self._job)
            while time.perf_counter() < ends:
                self.progress = next(self._job)
        except StopIteration as finished:
            self.said = finished.value
            return True
        return False

    def told(self) -> str:
        """How far it is, in words."""
        done, count = self.progress
        return f"playing again, action {done} of {count} (R: begin anew)"


@dataclass(frozen=True, slots=True)
class Rerun:
    """What came of playing again. `actions` were to be played; play goes on after `last` of them.

    `divergence` is the first turn at which it looks otherwise.
    """

    reel: Reel
    engine: Engine
    actions: int
    last: int
    divergence: Divergence | None

    def told(self) -> str:
        """In words, for a passing note."""
        if not self.actions:
            return ""
        actions = f"the {self.actions} actions" if self.actions > 1 else "the action"
        plays, ends = ("play", "end") if self.actions > 1 else ("plays", "ends")
        if self.last < self.actions:
            return f"action {self.last + 1} of {self.actions} ends otherwise, play goes on before it"
        if self.divergence is None:
            return f"{actions} {plays} as before"
        if self.divergence.turn == 0:
            return f"it looks different from the beginning, {actions} {ends} as before"
        return f"action {self.divergence.turn} of {self.actions} goes another way"


def go_back(reel: Reel, engine: Engine, branch: Branch, turn: int) -> Generator[Progress, None, None]:
    """Bring an engine of the reel's program to the position after a turn."""
    left = reel.position(engine, branch, turn)
    for number, played in enumerate(left, start=1):
        engine.step(played.action, played.x, played.y)
        yield number, len(left)


def rerun(turns: Sequence[Turn], reel: Reel, engine: Engine) -> Generator[Progress, None, Rerun]:
    """Play the actions of `turns` again, the first of which loaded the level with which `reel` begins.

    It ends where the outcome is another: what was done then was meant for another level, or for none. Then play goes
    on from the turn before, in a branch of its own.

    Args:
        turns: what was played.
        reel: a new one, empty.
        engine: that of its program, at its beginning.
    """
    new = [reel.add(engine)]
    for number, old in enumerate(turns[1:], start=1):
        yield number - 1, len(turns) - 1
        engine.step(old.action, old.x, old.y)
        new.append(reel.add(engine, old.action, old.x, old.y))
        if not new[-1].same_outcome(old):
            yield from go_back(reel, engine, reel.branch, number - 1)
            reel.fork(reel.branch, number - 1)
            break
    divergence = compare(turns[: len(new)], new).first
    return Rerun(reel, engine, len(turns) - 1, reel.branch.length - 1, divergence)
