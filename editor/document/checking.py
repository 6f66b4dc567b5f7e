"""Checking in the background: a thread that checks the newest text and builds its program, while the window goes on.

Takes texts with their revisions, gives what was found in the newest one that is done: first what the checker itself
says, with the program; then the same again with what takes longer, how the levels begin and the Core Knowledge check.
So all that `arcg check` finds is found here. A text that waits while a newer one comes is never looked at. The window's
thread is held up as little as threads allow: it gets its turn soon, and collections of garbage, which stop all threads,
do not look at what stays for good.
"""

from __future__ import annotations

import contextlib
import gc
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from arcg.compiler.ir import Program
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text, in_order
from arcg.dsl.diagnostics import Diagnostic
from arcg.dsl.knowledge.review import review
from arcg.dsl.model import Game
from arcg.runtime.starts import check_starts

TURN = 0.0005
"""Seconds that the check may go on when another thread wants to."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found in a text; without an error its game and its program. `failure`: the checker itself has failed.

    `later` is what takes longer to find, in order; None while that is not known. A text with errors has none.
    """

    revision: int
    text: str
    game: Game | None
    program: Program | None
    diagnostics: tuple[Diagnostic, ...]
    failure: str = ""
    later: tuple[Diagnostic, ...] | None = ()


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
        """Whether there is no result yet for the newest text."""
        return self._working or self._waiting is not None

    def wait(self, seconds: float) -> Checked | None:
        """Wait until the newest text is done but for what takes longer, at most so long; then as `poll`."""
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
            with _giving_way():
                result = checked(revision, text, self.path)
            if first:  # the parser and all that it needs are there now, and stay
                gc.collect()
                gc.freeze()
                first = False
            if self._publish(result) and result.later is None:
                with _giving_way():
                    result = completed(result)
                self._publish(result)

    def _publish(self, result: Checked) -> bool:
        """Have a result taken; whether it is still wanted."""
        with self._changed:
            if self._closed:
                return False
            self._result, self._working = result, False
            self._changed.notify_all()
            newest = self._waiting is None
        with contextlib.suppress(Exception):  # a window that cannot be told is none of the checker's business
            self._done()
        return newest


@contextlib.contextmanager
def _giving_way() -> Iterator[None]:
    """Other threads get their turn soon."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(TURN)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def checked(revision: int, text: str, path: str) -> Checked:
    """Check a text and build its program, whatever the checker does."""
    try:
        game, diagnostics = check_text(text, path)
        program = lower(game) if game is not None else None
    except Exception as error:  # a fault of ours; the designer goes on
        return Checked(revision, text, None, None, (), f"the checker has failed: {type(error).__name__}: {error}")
    return Checked(revision, text, game, program, tuple(diagnostics), later=None if game is not None else ())


def completed(result: Checked) -> Checked:
    """The same with what takes longer: how the levels of the game begin, and what of it looks like a sign."""
    assert result.game is not None
    try:
        later = in_order([*check_starts(result.game).diagnostics, *review(result.game)])
    except Exception as error:  # as above
        return replace(result, later=(), failure=f"the checker has failed: {type(error).__name__}: {error}")
    return replace(result, later=tuple(later))
