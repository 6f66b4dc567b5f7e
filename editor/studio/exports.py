"""Exports of the studio: files that are written in the background, one after another, while play goes on.

Takes what writes a file and says what came of it; gives that back to be told.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

import pygame


class Exports:
    """The files that are being written."""

    def __init__(self) -> None:
        self._said: deque[str] = deque()
        self._threads: list[threading.Thread] = []
        self._one = threading.Lock()

    @property
    def busy(self) -> bool:
        """Whether something is still being written."""
        return any(thread.is_alive() for thread in self._threads)

    def start(self, write: Callable[[], str]) -> None:
        """Write a file; `write` returns what is to be said when it is done, and may raise OSError or ValueError."""
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        thread = threading.Thread(target=self._write, args=(write,), name="export")
        self._threads.append(thread)
        thread.start()

    def _write(self, write: Callable[[], str]) -> None:
        with self._one:
            try:
                said = write()
            except OSError as error:
                said = f"nothing was written: {error.strerror or error}"
            except ValueError as error:
                said = f"nothing was written: {error}"
        self._said.append(said)
        if pygame.display.get_init():
            pygame.event.post(pygame.Event(pygame.USEREVENT))

    def take(self) -> str:
        """What is to be said of a file that has been written, or the empty text."""
        return self._said.popleft() if self._said else ""

    def close(self) -> None:
        """Wait until everything is written."""
        for thread in self._threads:
            thread.join()
