"""One session of play without a screen: the game, its animation, its recording, and what a save of the file does.

Takes actions, saves and the time from a player (window or terminal), gives a `View` of all there is to show. It keeps
the last good game when a save is broken, and the place in the game when a save is sound.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arcg.compiler.ir import Program, full
from arcg.dsl.core import ACTION_NAMES
from arcg.dsl.diagnostics import ArcgError, Diagnostic
from arcg.dsl.render import summary
from arcg.editor.tape import Tape
from arcg.runtime.engine import Action, Engine, Frames, Status
from arcg.runtime.env import from_level

FRAME_TIME = 1 / 15
"""Seconds that a frame of an answer stays on the screen."""

LONGEST = 4.0
"""Seconds that the frames of one answer may take together; a long animation runs faster."""

LEVEL_PAUSE = 0.7
"""Seconds that the frames of an answer that ends a level take at least: the winning position should be seen."""

NOTE_TIME = 2.0
"""Seconds that a passing note stays."""

GUTTER = re.compile(r"^ +\d* \| ")
"""What a line of the file begins with in a report of `arcg.dsl.render`."""


def report_lines(text: str, columns: int) -> list[tuple[str, str]]:
    """A report in lines of so many columns, each with the line it is from: prose is wrapped, file lines are cut."""
    lines: list[tuple[str, str]] = []
    for line in text.expandtabs(4).rstrip().splitlines():
        if GUTTER.match(line):
            pieces = [line if len(line) <= columns else line[: columns - 1] + "…"]
        else:
            indent = " " * min(len(line) - len(line.lstrip()) + 2, columns // 2)
            pieces = textwrap.wrap(line, columns, subsequent_indent=indent) or [""]
        lines += [(piece, line) for piece in pieces]
    return lines


def scroll_hint(scroll: int, rows: int, count: int) -> str:
    """What is said below `rows` lines of a report of `count`, the first `scroll` of which are above them."""
    ways = [key for key, more in (("Page Up", scroll), ("Page Down", count - scroll - rows)) if more > 0]
    return f"lines {scroll + 1}-{scroll + rows} of {count}   {' / '.join(ways)} for more"


@dataclass(frozen=True, slots=True)
class Meter:
    """A world counter that has a bar: its name, value, palette colour, and the value at which its bar is full."""

    name: str
    value: int
    whole: int
    colour: int


@dataclass(frozen=True, slots=True)
class _Standing:
    """How the play stands: what is told of it around the frame."""

    level: int
    won: frozenset[int]
    action_count: int
    meters: tuple[Meter, ...]
    status: Status


@dataclass(frozen=True, slots=True)
class View:
    """All that a player shows. Levels count from 0; `won` are those completed so far.

    While the frames of an answer follow each other, level, action count, meters and status are those of before the
    action: they change with the last frame. `problem` is the checker's report on a broken save and `problem_title`
    what it comes to, `note` a passing remark; all are usually empty.
    """

    frame: NDArray[np.uint8]
    name: str
    level: int
    level_count: int
    won: frozenset[int]
    action_count: int
    meters: tuple[Meter, ...]
    status: Status
    offered: tuple[int, ...]
    messages: tuple[str, ...]
    problem_title: str
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
        seed: that of the game, where it uses chance.
        tape: where to record.
        explain: makes the report on a broken save from what was found and the text it was found in.
        now: the time, in seconds from any moment; all later times count from the same.

    Raises:
        ArcgError: the file has mistakes.
        ValueError: there is no such level, or no such seed.
        OSError: the file cannot be read, or the recording not written.
    """

    def __init__(
        self,
        load: Callable[[], Loaded],
        engine: Callable[[Program], Engine],
        *,
        level: int = 0,
        seed: int = 0,
        tape: Tape | None = None,
        explain: Callable[[list[Diagnostic], str], str],
        now: float = 0.0,
    ) -> None:
        self._load = load
        self._make_engine = engine
        self._seed = seed
        self._tape = tape
        self._explain = explain
        self._problem_title = self._problem = ""
        self._note = ""
        self._note_ends = 0.0
        self._interval = FRAME_TIME
        self._ends_level = False
        self._won_earlier: frozenset[int] = frozenset()
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
        self._before = self._standing()
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
        level being played begins at its first. Levels that were completed stay so.
        """
        try:
            program, found, text = self._load()
        except FileNotFoundError:  # gone again since the save was seen; it will be back, or the game stays as it is
            return
        if program is None:
            self._problem_title = f"{summary(found)} in the save. You are playing the last good game."
            self._problem = self._explain(found, text).rstrip().removesuffix(summary(found)).rstrip()
            return
        self._problem_title = self._problem = ""
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
        standing = self._before if self.animating else self._standing()
        return View(
            frame=self._frames[self._shown],
            name=self.program.name,
            level=standing.level,
            level_count=len(self.program.levels),
            won=standing.won,
            action_count=standing.action_count,
            meters=standing.meters,
            status=standing.status,
            offered=self.engine.actions(),
            messages=self.engine.messages(),
            problem_title=self._problem_title,
            problem=self._problem,
            note=self._note,
            recording=self._tape is not None,
        )

    # ------------------------------------------------------------ inside

    def _standing(self) -> _Standing:
        values = self.engine.world_values()
        meters = []
        for bar in self.program.bars:
            attr = self.program.world[bar.attr]
            meters.append(Meter(attr.name, values[attr.name], full(self.program, self.level, bar), bar.colour))
        return _Standing(self.level, self._won(), self.engine.action_count, tuple(meters), self.engine.status)

    def _won(self) -> frozenset[int]:
        return self._won_earlier | set(range(self._first_level, self._first_level + self.engine.levels_completed))

    def _begin(self, level: int, now: float) -> None:
        self.engine = self._make_engine(from_level(self.program, level))
        self.engine.reset(self._seed)
        self._first_level = level
        self._ends_level = False
        self._before = self._standing()
        self._animate(self.engine.frames(), now)

    def _begin_again(self, level: int, now: float) -> None:
        self._won_earlier = frozenset(number for number in self._won() if number < len(self.program.levels))
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
            self._problem_title = "The recording has stopped. You play on without it."
            self._problem = error.strerror or str(error)
