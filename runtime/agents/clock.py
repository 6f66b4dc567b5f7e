"""The time of a run: an agent that thinks for too long is interrupted where the system has alarms.

Elsewhere, and in threads, its time is looked at when it has answered.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Iterator
from types import FrameType, TracebackType
from typing import Any


class OutOfTimeError(BaseException):
    """The time of a run is over. No `Exception`, so that agents do not take it for one of their own."""


class Clock:
    """Runs for so many seconds, or for ever."""

    def __init__(self, seconds: float | None) -> None:
        self._ends = None if seconds is None else time.monotonic() + seconds
        here = threading.current_thread() is threading.main_thread()
        self._rings = seconds is not None and here and hasattr(signal, "setitimer")
        self._before: Any = None

    def __enter__(self) -> Clock:
        if self._rings:
            self._before = signal.signal(signal.SIGALRM, _ring)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if self._rings:
            signal.signal(signal.SIGALRM, self._before)

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """What may take no longer than the clock runs.

        Raises:
            OutOfTimeError: it did.
        """
        self._look()
        if self._ends is not None and self._rings:
            signal.setitimer(signal.ITIMER_REAL, max(self._ends - time.monotonic(), 1e-6))
            try:
                yield
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        else:
            yield
        self._look()

    def _look(self) -> None:
        if self._ends is not None and time.monotonic() >= self._ends:
            raise OutOfTimeError


def _ring(_: int, __: FrameType | None) -> None:
    raise OutOfTimeError
