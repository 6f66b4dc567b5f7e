"""Work in the background, of which only the newest counts: a thread that is asked for something and then for else.

Takes a function to call, gives what it returns when it is there; what was asked before is forgotten.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Latest(Generic[T]):
    """A thread for one piece of work at a time.

    Args:
        name: of the thread.
        done: called in the thread when there is something for `poll`.
    """

    def __init__(self, name: str, done: Callable[[], object]) -> None:
        self._done = done
        self._changed = threading.Condition()
        self._waiting: Callable[[], T] | None = None
        self._result: T | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def ask(self, work: Callable[[], T]) -> None:
        """Have this done, instead of anything asked before."""
        with self._changed:
            self._waiting, self._result = work, None
            self._changed.notify_all()

    def poll(self) -> T | None:
        """What came of it, once."""
        with self._changed:
            result, self._result = self._result, None
            return result

    def close(self) -> None:
        """End at once: what is being done is forgotten."""
        with self._changed:
            self._closed, self._waiting = True, None
            self._changed.notify_all()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting is not None or self._closed)
                if self._closed or self._waiting is None:
                    return
                work, self._waiting = self._waiting, None
            result = work()
            self._keep(result)
            self._done()

    def _keep(self, result: T) -> None:
        with self._changed:
            if self._waiting is None and not self._closed:
                self._result = result
