"""Showing a recording: it is played back as it was seen, in a window, or in the terminal where there is no display.

Takes a recording with all its frames; the game itself need not be here. A person stops and goes on, steps from frame
to frame and from turn to turn, and changes the speed.
"""

from __future__ import annotations

import os
import select
import shutil
import sys
import time
from bisect import bisect_right
from typing import TextIO

import numpy as np
from numpy.typing import NDArray

from arcg.dsl.core import ACTION_NAMES
from arcg.editor.exporting import Span
from arcg.editor.exporting import animation as animated
from arcg.editor.pace import TURN_REST, frame_time
from arcg.editor.pictures import Pictures, unpacked
from arcg.editor.play import has_display, signals_quit
from arcg.editor.reel import Turn, branch_of
from arcg.editor.terminal import keys, raw, true_colour, usable
from arcg.runtime.engine import SIZE, Action, Status
from arcg.runtime.recording import Recording
from arcg.runtime.text import half_blocks

SPEEDS = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)

HELP = (("space", "stop, go on"), ("left right", "frame"), ("up down", "turn"), ("- +", "speed"), ("Q", "quit"))

_STATUS = {Status.PLAYING: "", Status.WON: "won", Status.OVER: "game over"}


def show(recording: Recording, *, speed: float = 1.0) -> None:
    """Play a recording back until the person quits.

    Raises:
        OSError: there is neither a display nor a terminal.
    """
    showing = Showing(recording, speed=speed)
    if has_display():
        import pygame  # which a terminal does not need

        from arcg.editor.studio.show_window import ShowWindow

        try:
            window = ShowWindow(showing)
        except pygame.error as error:
            print(f"arcg replay: no window: {error}", file=sys.stderr)  # noqa: T201
        else:
            with signals_quit(window):
                window.run()
            return
    if not usable():
        raise OSError(
            None, "there is no display and no terminal here to show it in; make an animation instead, with --gif"
        )
    terminal = ShowTerminal(showing)
    with signals_quit(terminal):
        terminal.run()


def animation(recording: Recording, *, speed: float = 1.0) -> bytes:
    """A recording as the bytes of a GIF file."""
    branch = branch_of(recording, Pictures())
    return animated(Span(branch, 0, branch.length - 1), speed=speed)


class Showing:
    """A place in a recording and the clock that moves it.

    Args:
        recording: what to show, with all its frames.
        speed: so many times the speed of play.
        now: the time at which it begins.
    """

    def __init__(self, recording: Recording, *, speed: float = 1.0, now: float | None = None) -> None:
        self.recording = recording
        self.name = recording.game or recording.game_id
        self.speed = speed
        self.going = True
        self._branch = branch_of(recording, Pictures())
        self._starts: list[int] = []
        self._moments: list[tuple[int, int]] = []
        for number in range(self._branch.length):
            self._starts.append(len(self._moments))
            self._moments += [(number, frame) for frame in range(max(1, len(self._branch.turn(number).packed)))]
        self._at = 0
        self._due = (time.monotonic() if now is None else now) + self._stay()

    # ------------------------------------------------------------ what is seen

    @property
    def turns(self) -> int:
        """How many answers there are, the opening included."""
        return self._branch.length

    @property
    def number(self) -> int:
        """The turn that is shown."""
        return self._moments[self._at][0]

    @property
    def turn(self) -> Turn:
        """The turn that is shown."""
        return self._branch.turn(self.number)

    @property
    def done(self) -> float:
        """How much of the recording is behind, 0 to 1."""
        return self._at / max(1, len(self._moments) - 1)

    @property
    def frame(self) -> NDArray[np.uint8]:
        """The picture."""
        number, frame = self._moments[self._at]
        packed = self._branch.shown(number)
        return unpacked(packed[frame : frame + 1])[0] if packed else np.zeros((SIZE, SIZE), np.uint8)

    def clicked(self) -> tuple[int, int] | None:
        """The pixel that the turn clicked, if it is a click on one."""
        x, y = self.turn.x, self.turn.y
        return (x, y) if self.turn.action == Action.CLICK and 0 <= x < SIZE and 0 <= y < SIZE else None

    def head(self) -> str:
        """The game, the level, the turn and its frame."""
        number, frame = self._moments[self._at]
        frames = max(1, len(self._branch.turn(number).packed))
        of = f", frame {frame + 1} of {frames}" if frames > 1 else ""
        return f"level {self.turn.level + 1}   turn {number} of {self.turns - 1}{of}"

    def foot(self) -> str:
        """What was done, and what came of it."""
        turn = self.turn
        did = ACTION_NAMES[turn.action] + (f" at {turn.x} {turn.y}" if turn.action == Action.CLICK else "")
        end = "" if self._moments[self._at][1] < len(turn.packed) - 1 else _STATUS[turn.status]
        return "   ".join(part for part in (did, end, "" if self.going else "stopped", self._speed()) if part)

    def _speed(self) -> str:
        return "" if self.speed == 1 else f"speed {self.speed:g}"

    # ------------------------------------------------------------ moving

    def _stay(self) -> float:
        """Seconds that the picture is shown."""
        number, frame = self._moments[self._at]
        last = frame >= len(self._branch.turn(number).packed) - 1
        return (frame_time(self._branch, number) + (TURN_REST if last else 0.0)) / self.speed

    def advance(self, now: float) -> bool:
        """Move on to the time `now`; whether another picture is shown."""
        moved = False
        while self.going and now >= self._due:
            if self._at == len(self._moments) - 1:
                self.going = False
                return True
            self._at += 1
            self._due += self._stay()
            moved = True
        return moved

    def wait(self, now: float) -> float | None:
        """Seconds until `advance` will do something, or None when it stands."""
        return max(0.0, self._due - now) if self.going else None

    def go_to(self, share: float) -> None:
        """Go to a place by how much is behind there, 0 to 1, and stand."""
        self._stand(round(share * (len(self._moments) - 1)))

    def _stand(self, at: int) -> None:
        self._at = max(0, min(at, len(self._moments) - 1))
        self.going = False

    def key(self, name: str, now: float) -> bool:
        """Do what a key means; False if it ends the showing."""
        match name:
            case "q" | "escape":
                return False
            case "space":
                self.going = not self.going
                if self.going and self._at == len(self._moments) - 1:
                    self._at = 0
                self._due = now + self._stay()
            case "left" | "right":
                self._stand(self._at + (1 if name == "right" else -1))
            case "up" | "page up":
                start = self._starts[self.number]
                self._stand(start if start < self._at else self._starts[max(0, self.number - 1)])
            case "down" | "page down":
                self._stand(self._starts[self.number + 1] if self.number + 1 < self.turns else len(self._moments) - 1)
            case "home" | "end":
                self._stand(0 if name == "home" else len(self._moments) - 1)
            case "+" | "=" | "-":
                place = bisect_right(SPEEDS, self.speed) - 1 + (-1 if name == "-" else 1)
                self.speed = SPEEDS[max(0, min(place, len(SPEEDS) - 1))]
                self._due = now + self._stay()
        return True


class ShowTerminal:
    """Shows a recording on the terminal of the process."""

    def __init__(self, showing: Showing, *, out: TextIO = sys.stdout) -> None:
        self._showing = showing
        self._out = out
        self._exact = true_colour()
        self.running = True

    def run(self) -> None:
        """Until the person quits; the terminal is left as it was found."""
        with raw(self._out):
            self._show()
            while self.running:
                wait = self._showing.wait(time.monotonic())
                ready, _, _ = select.select([sys.stdin], [], [], 0.25 if wait is None else min(0.25, wait))
                changed = bool(ready)
                if ready:
                    sent = os.read(sys.stdin.fileno(), 4096)
                    self.running = bool(sent)  # nothing to read although there is something: the terminal has gone
                    for name, _, _ in keys(sent.decode("utf-8", "replace")):
                        self.running = self.running and self._showing.key(name, time.monotonic())
                changed |= self._showing.advance(time.monotonic())
                if changed and self.running:
                    self._show()

    def _show(self) -> None:
        size = shutil.get_terminal_size()
        lines = screen(self._showing, size, exact=self._exact)
        self._out.write("".join(f"\x1b[{row};1H{line}\x1b[K" for row, line in enumerate(lines, start=1)) + "\x1b[J")
        self._out.flush()


def screen(showing: Showing, size: os.terminal_size, *, exact: bool) -> list[str]:
    """All lines of the screen for a terminal of this size."""
    bar = "=" * round(showing.done * SIZE)
    helped = "  ".join(f"{key} {does}" for key, does in HELP)
    below = [bar.ljust(SIZE, "-"), showing.foot(), f"\x1b[2m{helped}\x1b[0m"]
    lines = [f"\x1b[1m{showing.name}\x1b[0m  {showing.head()}", *half_blocks(showing.frame, exact=exact)]
    return [*lines[: max(1, size.lines - len(below))], *below][: size.lines]
