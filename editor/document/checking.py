"""Checking in the background: a thread that checks the newest text and builds its program, while the window goes on.

Takes texts with their revisions, gives what was found in the newest one that is done. A text that waits while a newer
one comes is never looked at. The window's thread is held up as little as threads allow: it gets its turn soon, and
collections of garbage, which stop all threads, do not look at what stays for good.
"""

from __future__ import annotations

import contextlib
import gc
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass

from arcg.compiler.ir import Program
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.dsl.diagnostics import Diagnostic
from arcg.dsl.model import Game

TURN = 0.0005
"""Seconds that the check may go on when another thread wants to."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found in a text; without an error its game and its program. `failure`: the checker itself has failed."""

    revision: int
    text: str
    game: Game | None
    program: Program | None
    diagnostics: tuple[Diagnostic, ...]
    failure: str = ""


class Checker:
    """Checks texts in a thread of its own.

    Args:
        path: what diagnostics call the text; may be set anew.
        done: called in that thread when there is something for `poll`.
    """

    def __init__(self, path: str, done: Callable[[], None] = lambda: None) -> None:
        self.path = path
        self._done = done
        self._changed = threading.Condition()
        self._waiting: tuple[int, str] | None = None
        self._working = False
        self._result: Checked | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="checker", daemon=True)
        self._thread.start()

    def submit(self, revision: int, text: str) -> None:
        """Have a text checked, instead of any that waits."""
        with self._changed:
            self._waiting = revision, text
            self._changed.notify_all()

    def poll(self) -> Checked | None:
        """What was found in the newest text that is done, once."""
        with self._changed:
            result, self._result = self._result, None
            return result

    @property
    def busy(self) -> bool:
        """Whether the newest text is not done."""
        return self._working or self._waiting is not None

    def wait(self, seconds: float) -> Checked | None:
        """Wait until the newest text is done, at most so long; then as `poll`."""
        with self._changed:
            self._changed.wait_for(lambda: not self.busy or self._closed, seconds)
        return self.poll()

    def close(self) -> None:
        """End the work, at once: what is being checked is forgotten."""
        with self._changed:
            self._closed = True
            self._waiting = self._result = None
            self._changed.notify_all()

    def _work(self) -> None:
        first = True
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting is not None or self._closed)
                if self._waiting is None:
                    return
                (revision, text), self._waiting = self._waiting, None
                self._working = True
            before = sys.getswitchinterval()
            sys.setswitchinterval(TURN)
            try:
                result = checked(revision, text, self.path)
            finally:
                sys.setswitchinterval(before)
            if first:  # the parser and all that it needs are there now, and stay
                gc.collect()
                gc.freeze()
                first = False
            with self._changed:
                if self._closed:
                    return
                self._result, self._working = result, False
                self._changed.notify_all()
            with contextlib.suppress(Exception):  # a window that cannot be told is none of the checker's business
                self._done()


def checked(revision: int, text: str, path: str) -> Checked:
    """Check a text and build its program, whatever the checker does."""
    try:
        game, diagnostics = check_text(text, path)
        program = lower(game) if game is not None else None
    except Exception as error:  # a fault of ours; the designer goes on
        return Checked(revision, text, None, None, (), f"the checker has failed: {type(error).__name__}: {error}")
    return Checked(revision, text, game, program, tuple(diagnostics))
