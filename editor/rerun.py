"""Playing again: the actions of a level on another version of the game, and going back to a turn.

Both are done bit by bit, so that nobody has to wait for a thousand turns in one piece: they are generators, which say
after each turn how far they are, as (done, all), and return what has come of it.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass

from arcg.editor.comparing import Divergence, compare
from arcg.editor.looking import Take
from arcg.editor.reel import Reel
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
    """What came of playing again the `actions` of a take `before` that followed its turn `start`.

    `after` has all that was played again; play goes on after `last` of the actions. `divergence` is the first turn, of
    `after`, that looks otherwise.
    """

    before: Take
    start: int
    after: Take
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


def go_back(take: Take, engine: Engine, turn: int) -> Generator[Progress, None, None]:
    """Bring an engine of the take's program to the position after a turn."""
    left = take.reel.position(engine, take.branch, turn)
    for number, played in enumerate(left, start=1):
        engine.step(played.action, played.x, played.y)
        yield number, len(left)


def rerun(
    before: Take, turn: int, places: Mapping[int, int], reel: Reel, engine: Engine
) -> Generator[Progress, None, Rerun]:
    """Play the actions of a level again that a take has up to a turn.

    It ends where the outcome is another: what was done then was meant for another level, or for none. Then play goes
    on from the turn before, in a branch of its own.

    Args:
        before: the take.
        turn: the last one that is played again.
        places: where the take's levels are in the game as it is now.
        reel: a new one, empty, that begins with that level.
        engine: that of its program, at its beginning.
    """
    start = before.branch.level_start(turn)
    turns = list(before.branch.path(start, turn, places))
    after = Take(reel, reel.branch)
    new = [reel.add(engine)]
    for number, old in enumerate(turns[1:], start=1):
        yield number - 1, len(turns) - 1
        engine.step(old.action, old.x, old.y)
        new.append(reel.add(engine, old.action, old.x, old.y))
        if not new[-1].same_outcome(old):
            yield from go_back(after, engine, number - 1)
            reel.fork(after.branch, number - 1)
            break
    divergence = compare(turns[: len(new)], new).first
    return Rerun(before, start, after, len(turns) - 1, reel.branch.length - 1, divergence)
