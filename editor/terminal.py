"""The terminal player: the frame in half-block characters, for work over a plain connection.

Takes a `Session` and the terminal that the process runs in, plays until the player quits. Two frame pixels share a
character, upper and lower half, so a frame takes 64 columns and 32 rows; four more rows say what stands around it.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import shutil
import sys
import textwrap
import time
from collections.abc import Iterator
from typing import TextIO

import numpy as np
from numpy.typing import NDArray

from arcg.editor.keys import help_items, meaning
from arcg.editor.report import report_lines, scroll_hint
from arcg.editor.session import Session
from arcg.editor.view import View
from arcg.editor.watch import POLL, Watch
from arcg.runtime.engine import SIZE, Action, Status
from arcg.runtime.text import half_blocks, plain

ROWS = SIZE // 2
"""Character rows that a frame takes."""

_ALL_ROWS = ROWS + 4
"""Rows that the frame and what stands around it take."""

_HOME, _CLEAR_LINE, _CLEAR_BELOW, _RESET = "\x1b[H", "\x1b[K", "\x1b[J", "\x1b[0m"
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?1000h\x1b[?1006h"  # other screen; no cursor, no wrapping; mouse presses
_LEAVE = "\x1b[?1006l\x1b[?1000l\x1b[?7h\x1b[?25h\x1b[?1049l"
_BOLD, _DIM, _RED, _GREEN, _AMBER = "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[33m"

_KEYS = {
    "\x1b[A": "up", "\x1b[B": "down", "\x1b[D": "left", "\x1b[C": "right",
    "\x1bOA": "up", "\x1bOB": "down", "\x1bOD": "left", "\x1bOC": "right",
    "\x1b[5~": "page up", "\x1b[6~": "page down",
    " ": "space", "\x7f": "backspace", "\b": "backspace", "\x1a": "ctrl+z", "\x1b": "escape",
}  # fmt: skip
_UNFINISHED = re.compile(r"\x1b(\[[<0-9;]*|O)?$")
_ESCAPE_WAIT = 0.05
"""Seconds after which an escape character is a press of Esc and not the beginning of another key."""

_PIECE = re.compile(r"\x1b\[<(\d+);(\d+);(\d+)([Mm])|\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Z]|\x1b|[^\x1b]", re.DOTALL)


# ---------------------------------------------------------------- pictures


def true_colour() -> bool:
    """Whether the terminal says that it shows all colours; otherwise the nearest of 256 are used."""
    return os.environ.get("COLORTERM", "") in ("truecolor", "24bit") or "direct" in os.environ.get("TERM", "")


def printed(frame: NDArray[np.uint8]) -> str:
    """A frame as text for standard output: in colours on a terminal, else as `plain` writes it."""
    return "\n".join(half_blocks(frame, exact=true_colour()) if sys.stdout.isatty() else plain(frame))


def screen(view: View, size: os.terminal_size, *, exact: bool, scroll: int = 0) -> list[str]:
    """All lines of the screen for a terminal of this `size`; the report on a broken save covers the lower rows.

    What went wrong in the last turn is said in full; where there is no room for it, it covers the end of the frame.
    """
    standing = {Status.WON: f"{_GREEN}won{_RESET}", Status.OVER: f"{_RED}game over{_RESET}"}.get(view.status, "")
    actions = "1 action" if view.action_count == 1 else f"{view.action_count} actions"
    first = f"{_BOLD}{view.name}{_RESET}  level {view.level + 1} of {view.level_count}  {actions}  {standing}"
    meters = "  ".join(f"{meter.name} {meter.value}/{meter.whole}" for meter in view.meters)
    wrapped = [piece for message in view.messages for piece in textwrap.wrap(message, size.columns)]
    said = [f"{_AMBER}{piece}{_RESET}" for piece in wrapped]
    keys = "  ".join(f"{key} {does}" for key, does in help_items(view.offered, view.level_count))
    below = [meters, *(said or [f"{_DIM}{view.note}{_RESET}"]), f"{_DIM}{keys}{_RESET}"]
    if size.columns < SIZE or size.lines < _ALL_ROWS:
        note = f"the terminal has {size.columns}x{size.lines} characters; {SIZE}x{_ALL_ROWS} show all"
        first, below = f"{_AMBER}{note}{_RESET}", [meters, *said]
    lines = [first, *half_blocks(view.frame, exact=exact)]
    lines = [*lines[: max(1, size.lines - len(below))], *below][: size.lines]
    if view.problem:
        lines = _with_report(lines, view, size, scroll)
    return lines


def furthest_scroll(view: View, size: os.terminal_size) -> int:
    """How many lines the report on a broken save scrolls at most."""
    return len(report_lines(view.problem, size.columns)) - _report_rows(view, size)


def _report_rows(view: View, size: os.terminal_size) -> int:
    """How many lines of the report are shown at once."""
    return max(1, min(len(report_lines(view.problem, size.columns)), min(size.lines, _ALL_ROWS) // 2))


def _with_report(lines: list[str], view: View, size: os.terminal_size, scroll: int) -> list[str]:
    report = [line for line, _ in report_lines(view.problem, size.columns)]
    rows = _report_rows(view, size)
    start = max(0, min(scroll, len(report) - rows))
    shown = [f"{_RED}{_BOLD}{view.problem_title}{_RESET}", *report[start : start + rows]]
    if rows < len(report):
        shown.append(f"{_BOLD}{scroll_hint(start, rows, len(report))}{_RESET}")
    return [*lines[: max(0, len(lines) - len(shown))], *shown][: size.lines]


# ---------------------------------------------------------------- play


def keys(text: str) -> Iterator[tuple[str, int, int]]:
    """What the terminal sent, as (name, x, y): key names of `arcg.editor.keys`, or `click` with a frame pixel.

    A left press hits the upper pixel of a character, a right press the lower one.
    """
    for piece in _PIECE.finditer(text):
        if piece[1] is not None:
            button, column, row, kind = int(piece[1]), int(piece[2]) - 1, int(piece[3]) - 2, piece[4]
            if kind == "M" and button in (0, 2) and 0 <= column < SIZE and 0 <= row < ROWS:
                yield "click", column, 2 * row + (button == 2)
            elif kind == "M" and button in (64, 65):
                yield ("page up" if button == 64 else "page down"), -1, -1
        else:
            yield _KEYS.get(piece[0], piece[0].lower()), -1, -1


class Terminal:
    """Plays a session on a terminal.

    Args:
        session: what to play.
        watch: the file to look after, if any.
        out: the terminal's output; the input is standard input.
    """

    def __init__(self, session: Session, *, watch: Watch | None = None, out: TextIO = sys.stdout) -> None:
        self.session = session
        self._watch = watch
        self._out = out
        self._exact = true_colour()
        self._lines: list[str] = []
        self._size = shutil.get_terminal_size()
        self._scroll = 0
        self.running = True

    def run(self) -> None:
        """Play until the player quits; the terminal is left as it was found."""
        with raw(self._out):
            try:
                self._show()
                while self.running:
                    self._turn()
            finally:
                self.session.close()

    def _turn(self) -> None:
        wait = self.session.wait(time.monotonic())
        limit = POLL if self._watch else 0.25
        ready, _, _ = select.select([sys.stdin], [], [], limit if wait is None else min(limit, wait))
        changed = False
        if ready:
            for name, x, y in keys(self._read()):
                self._do(name, x, y)
                changed = True
        if self._watch and self._watch.poll() is not None:
            self.session.reload(time.monotonic())
            self._scroll, changed = 0, True
        changed |= self.session.advance(time.monotonic())
        size = shutil.get_terminal_size()
        if size != self._size:
            self._size, self._lines, changed = size, [], True
        if changed and self.running:
            self._show()

    def _read(self) -> str:
        try:
            sent = os.read(sys.stdin.fileno(), 4096)
        except OSError:
            sent = b""
        self.running = bool(sent)  # nothing to read although there is something: the terminal has gone
        while _UNFINISHED.search(sent.decode("utf-8", "replace")):
            ready, _, _ = select.select([sys.stdin], [], [], _ESCAPE_WAIT)
            more = os.read(sys.stdin.fileno(), 4096) if ready else b""
            if not more:
                break
            sent += more
        return sent.decode("utf-8", "replace")

    def _do(self, name: str, x: int, y: int) -> None:
        now = time.monotonic()
        does = Action.CLICK if name == "click" else meaning(name)
        if isinstance(does, Action):
            self.session.act(does, now, x=x, y=y)
        elif does == "quit":
            self.running = False
        elif does in ("previous level", "next level"):
            self.session.go_to(self.session.level + (1 if does == "next level" else -1), now)
        elif does == "edit":
            self.session.remark("editing needs a window, and there is no display here", now)
        elif does is not None:
            furthest = furthest_scroll(self.session.view(), self._size)
            self._scroll = max(0, min(self._scroll + (5 if does == "scroll down" else -5), furthest))

    def _show(self) -> None:
        """Write the lines that differ from what is on the screen."""
        lines = screen(self.session.view(), self._size, exact=self._exact, scroll=self._scroll)
        parts = [] if self._lines else [_HOME, _CLEAR_BELOW]
        for row, line in enumerate(lines):
            if row >= len(self._lines) or self._lines[row] != line:
                parts.append(f"\x1b[{row + 1};1H{line}{_CLEAR_LINE}")
        if len(lines) < len(self._lines):
            parts.append(f"\x1b[{len(lines) + 1};1H{_CLEAR_BELOW}")
        self._lines = lines
        self._out.write("".join(parts))
        self._out.flush()


@contextlib.contextmanager
def raw(out: TextIO) -> Iterator[None]:
    """Keys one by one and unechoed, Ctrl+Z as a key, the other screen; all put back at the end."""
    import termios  # only where there are terminals of this kind; `play.py` asks `usable` first
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        mode = termios.tcgetattr(descriptor)
        mode[6][termios.VSUSP] = b"\0"
        termios.tcsetattr(descriptor, termios.TCSANOW, mode)
        out.write(_ENTER)
        out.flush()
        yield
    finally:
        with contextlib.suppress(OSError, termios.error):  # the terminal may have been closed
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
            out.write(_RESET + _LEAVE)
            out.flush()


def usable() -> bool:
    """Whether this process has a terminal to play on."""
    if sys.platform == "win32" or os.environ.get("TERM", "dumb") == "dumb":
        return False
    return sys.stdin.isatty() and sys.stdout.isatty()
