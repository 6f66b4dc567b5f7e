"""The recording of a session of play, in as many files as the game changes under it.

Takes the reels of a session as they grow, gives recordings (`arcg.runtime.recording`): a file holds one way of play
with one version of the game from one level, so a save, a jump to another level or a going back begins the next file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from arcg.editor.reel import Reel
from arcg.runtime.recording import Writer


class Recorder(Protocol):
    """Who is told of all that happens in a session."""

    def begin(self, reel: Reel) -> None:
        """Play goes on at the end of the reel's present branch, which is another than before."""
        ...

    def add(self, reel: Reel) -> None:
        """The reel's present branch has got one turn more."""
        ...

    def close(self) -> None:
        """The session is over."""
        ...

    def abandon(self) -> None:
        """Nothing more will come: an error has been raised by one of the others."""
        ...


class Tape:
    """Records to `path`, later stretches to `NAME-2`, `NAME-3`, .. beside it, each begun when an action is taken.

    Args:
        path: a file that does not exist yet.
        source: the game's file (a `Path`), or the id of a shipped game (a string).
    """

    def __init__(self, path: Path, source: str | Path) -> None:
        self._path = path
        self._source = source
        self._writer: Writer | None = None
        self._first = True

    def begin(self, reel: Reel) -> None:
        """A new stretch, which goes on from the end of the reel's present branch.

        Raises:
            OSError: the first file exists or cannot be written.
        """
        self.close()
        if self._first:
            self.add(reel)

    def add(self, reel: Reel) -> None:
        """Record the last turn; a new stretch begins its file with all that led to it.

        Raises:
            OSError: the file cannot be written.
        """
        if self._writer is not None:
            self._writer.write(reel.answer(reel.branch.turn(-1)))
            return
        self._writer = Writer(
            self._next_path(),
            reel.program,
            source=self._source,
            text=reel.text,
            first_level=reel.first_level,
            seed=reel.seed,
        )
        self._first = False
        for turn in reel.branch.path():
            self._writer.write(reel.answer(turn))

    def close(self) -> None:
        """End the stretch."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def abandon(self) -> None:
        """Give up: nothing more can be written."""
        if self._writer is not None:
            self._writer.abandon()
            self._writer = None

    def _next_path(self) -> Path:
        path, number = self._path, 1
        while not self._first and path.exists():
            number += 1
            path = self._path.with_name(f"{self._path.stem}-{number}{self._path.suffix}")
        return path
