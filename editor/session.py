"""One session of play without a screen: the game, its animation, its recording, and what a save of the file does.

Takes actions, saves and the time from a player (window or terminal), gives a `View` of all there is to show. It keeps
the last good game when a save is broken, and the place in the game when a save is sound.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arcg.compiler.ir import Program
from arcg.dsl.core import ACTION_NAMES, IntDomain
from arcg.dsl.diagnostics import ArcgError, Diagnostic
from arcg.editor.tape import Tape
from arcg.runtime.engine import Action, Engine, Frames, Status
from arcg.runtime.recording import from_level

FRAME_TIME = 1 / 15
"""Seconds that a frame of an answer stays on the screen."""

LONGEST = 4.0
"""Seconds that the frames of one answer may take together; a long animation runs faster."""

LEVEL_PAUSE = 0.7
"""Seconds that the frames of an answer that ends a level take at least: the winning position should be seen."""

NOTE_TIME = 2.0
"""Seconds that a passing note stays."""


@dataclass(frozen=True, slots=True)
class Meter:
    """A world counter that has a bar: its name, value, palette colour, and the value at which its bar is full."""

    name: str
    value: int
    whole: int
    colour: int


@dataclass(frozen=True, slots=True)
class View:
    """All that a player shows. Levels count from 0; play began at `first_level`, and `completed` were won since.

    `problem` is the checker's report on a broken save, `note` a passing remark; both are usually empty.
    """

    frame: NDArray[np.uint8]
    name: str
    level: int
    level_count: int
    first_level: int
    completed: int
    action_count: int
    meters: tuple[Meter, ...]
    status: Status
    offered: tuple[int, ...]
    messages: tuple[str, ...]
    problem: str
    note: str
    recording: bool


Loaded = tuple[Program | None, list[Diagnostic], str]
"""What `arcg.runtime.loading.check_source` gives: the program unless there are errors, what was found, the text."""


class Session:
    """A game in play.

    Args:
        load: reads the file and builds the game.
        engine: what runs a program.
        level: where to begin, 0-based; RESET twice in a row starts there again.
        tape: where to record.
        explain: makes the report on a broken save from what was found and the text it was found in.
        now: the time, in seconds from any moment; all later times count from the same.

    Raises:
        ArcgError: the file has mistakes.
        ValueError: there is no such level.
        OSError: the file cannot be read, or the recording not written.
    """

    def __init__(
        self,
        load: Callable[[], Loaded],
        engine: Callable[[Program], Engine],
        *,
        level: int = 0,
        tape: Tape | None = None,
        explain: Callable[[list[Diagnostic], str], str],
        now: float = 0.0,
    ) -> None:
        self._load = load
        self._make_engine = engine
        self._tape = tape
        self._explain = explain
        self._problem = ""
        self._note = ""
        self._note_ends = 0.0
        self._interval = FRAME_TIME
        self._ends_level = False
        program, found, self._text = load()
        if program is None:
            raise ArcgError(found)
        self.program = program
        self._begin(level, now)
        if tape is not None:
            tape.begin(program, self._text, level, self.engine)

    # ------------------------------------------------------------ what the player does

    def act(self, action: Action, now: float, *, x: int = -1, y: int = -1, held: bool = False) -> None:
        """Take an action; `held` when it comes from a key that is held down.

        A press during an animation ends the animation and acts at once, so a quick player never waits. Two presses
        are swallowed: the one that ends the animation of a won or lost level, because it was meant for a board that
        is no longer there, and what a held key sends while something still moves.
        """
        if self.animating:
            if held:
                return
            self._shown = len(self._frames) - 1
            if self._ends_level and action != Action.RESET:
                return
        if action != Action.RESET and self.engine.status is not Status.PLAYING:
            return
        if action not in (Action.RESET, *self.engine.actions()):
            self._remark(f"this game has no {ACTION_NAMES[action]}", now)
            return
        before = (self.engine.levels_completed, self.engine.status)
        self._recorded(lambda tape: tape.before(self.engine))
        self.engine.step(action, x, y)
        self._recorded(lambda tape: tape.add(self.engine, action, x, y))
        self._ends_level = action != Action.RESET and before != (self.engine.levels_completed, self.engine.status)
        self._animate(self.engine.frames(), now)

    def go_to(self, level: int, now: float) -> None:
        """Play from another level, 0-based; nothing happens when there is none."""
        if 0 <= level < len(self.program.levels) and level != self.level:
            self._begin_again(level, now)
            self._remark(f"level {level + 1}", now)

    def reload(self, now: float) -> None:
        """The file has been saved: play the new game at the same level, or keep the old one and say what is wrong.

        A save that leaves the game as it is (a comment, a blank line) leaves the play alone. A game that has lost the
        level being played begins at its first.
        """
        try:
            program, found, text = self._load()
        except FileNotFoundError:  # gone again since the save was seen; it will be back, or the game stays as it is
            return
        if program is None:
            self._problem = self._explain(found, text)
            return
        self._problem = ""
        warned = f", {len(found)} warning{'' if len(found) == 1 else 's'}" if found else ""
        if program == self.program:
            self._remark(f"saved, nothing changes{warned}", now)
            return
        level = self.level
        self.program, self._text = program, text
        self._begin_again(level if level < len(program.levels) else 0, now)
        self._remark(f"reloaded{warned}", now)

    def close(self) -> None:
        """End the recording."""
        self._recorded(Tape.close)

    # ------------------------------------------------------------ time

    @property
    def animating(self) -> bool:
        """Whether there are frames of the last answer still to come."""
        return self._shown < len(self._frames) - 1

    def advance(self, now: float) -> bool:
        """Move on to the time `now`; whether anything to show has changed."""
        changed = False
        if self.animating:
            due = min(int((now - self._started) / self._interval), len(self._frames) - 1)
            changed = due > self._shown
            self._shown = max(due, self._shown)
        if self._note and now >= self._note_ends:
            self._note, changed = "", True
        return changed

    def wait(self, now: float) -> float | None:
        """Seconds until `advance` will have something new, or None when nothing is on its way."""
        times = []
        if self.animating:
            times.append(self._started + (self._shown + 1) * self._interval - now)
        if self._note:
            times.append(self._note_ends - now)
        return max(0.0, min(times)) if times else None

    # ------------------------------------------------------------ what there is to show

    @property
    def level(self) -> int:
        """The level being played, 0-based, among all levels of the game."""
        return self._first_level + self.engine.level

    def view(self) -> View:
        """What to show now."""
        values = self.engine.world_values()
        meters = []
        for bar in self.program.bars:
            attr = self.program.world[bar.attr]
            highest = attr.domain.high if isinstance(attr.domain, IntDomain) else 1
            whole = self.program.levels[self.level].world[bar.attr] or highest
            meters.append(Meter(attr.name, values[attr.name], whole, bar.colour))
        return View(
            frame=self._frames[self._shown],
            name=self.program.name,
            level=self.level,
            level_count=len(self.program.levels),
            first_level=self._first_level,
            completed=self.engine.levels_completed,
            action_count=self.engine.action_count,
            meters=tuple(meters),
            status=self.engine.status,
            offered=self.engine.actions(),
            messages=self.engine.messages(),
            problem=self._problem,
            note=self._note,
            recording=self._tape is not None,
        )

    # ------------------------------------------------------------ inside

    def _begin(self, level: int, now: float) -> None:
        self.engine = self._make_engine(from_level(self.program, level))
        self._first_level = level
        self._ends_level = False
        self._animate(self.engine.frames(), now)

    def _begin_again(self, level: int, now: float) -> None:
        self._begin(level, now)
        self._recorded(lambda tape: tape.begin(self.program, self._text, level, self.engine))

    def _animate(self, frames: Frames, now: float) -> None:
        if not len(frames):
            return
        self._frames = frames
        self._shown = 0
        self._started = now
        at_least = LEVEL_PAUSE if self._ends_level else 0.0
        self._interval = min(max(FRAME_TIME, at_least / len(frames)), LONGEST / len(frames))

    def _remark(self, text: str, now: float) -> None:
        self._note, self._note_ends = text, now + NOTE_TIME

    def _recorded(self, write: Callable[[Tape], None]) -> None:
        """Play goes on when the disk is full or gone; the player is told that the recording does not."""
        if self._tape is None:
            return
        try:
            write(self._tape)
        except OSError as error:
            self._tape.abandon()
            self._tape = None
            self._problem = f"the recording has stopped: {error.strerror}"
