"""Threads that share the work on a batch.

They are Python's own: the kernels hold no lock, so plain threads run at the same time, each with a memory of its own
(`store.Space`), and nothing depends on which threading layer numba finds, of which some must not be entered twice.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

Answer = TypeVar("Answer")


class Team:
    """So many threads, that of the caller among them."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0
        """In which the threads were started: a forked one has none of them."""

    def each(self, task: Callable[[int], Answer]) -> list[Answer]:
        """What a task answers to 0, 1, .. size - 1, all at the same time; every one has ended when this returns."""
        if self.size == 1:
            return [task(0)]
        pool = self._threads()
        others = [pool.submit(task, number) for number in range(1, self.size)]
        try:
            first = task(0)
        finally:
            wait(others)
        return [first, *(other.result() for other in others)]

    def _threads(self) -> ThreadPoolExecutor:
        if self._pool is None or self._process != os.getpid():
            self._pool = ThreadPoolExecutor(self.size - 1, thread_name_prefix="arcg")
            self._process = os.getpid()
        return self._pool
