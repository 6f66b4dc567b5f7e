"""The recording of a session of play, in as many files as the game changes under it.

Takes the answers that a session gets, gives recordings (`arcg.runtime.recording`): a file holds one stretch of play
with one version of the game from one level, so a save or a jump to another level begins the next file.
"""

from __future__ import annotations

from pathlib import Path

from arcg.compiler.ir import Program
from arcg.runtime.engine import Action, Engine
from arcg.runtime.recording import Writer


class Tape:
    """Records to `path`, later stretches to `NAME-2`, `NAME-3`, .. beside it, each begun when an action is taken.

    Args:
        path: a file that does not exist yet.
        source: the game's file (a `Path`), or the id of a shipped game (a string).
        seed: that of the game.
    """

    def __init__(self, path: Path, source: str | Path, seed: int = 0) -> None:
        self._path = path
        self._source = source
        self._seed = seed
        self._writer: Writer | None = None
        self._waiting: tuple[Program, str, int] | None = None
        self._first = True

    def begin(self, program: Program, text: str, first_level: int, engine: Engine) -> None:
        """A new stretch: `engine` has just begun to play `program`, made from `text`, at `first_level`.

        Raises:
            OSError: the first file exists or cannot be written.
        """
        self.close()
        self._waiting = (program, text, first_level)
        if self._first:
            self.before(engine)

    def before(self, engine: Engine) -> None:
        """To be called before each action: begins the file of a new stretch with the answer that opened it.

        Raises:
            OSError: the file cannot be written.
        """
        if self._waiting is None:
            return
        (program, text, level), self._waiting = self._waiting, None
        self._writer = Writer(
            self._next_path(), program, source=self._source, text=text, first_level=level, seed=self._seed
        )
        self._first = False
        self._writer.add(engine, Action.RESET)

    def add(self, engine: Engine, action: int, x: int, y: int) -> None:
        """Record the answer that `engine` has just given.

        Raises:
            OSError: the file cannot be written.
        """
        if self._writer is not None:
            self._writer.add(engine, action, x, y)

    def close(self) -> None:
        """End the stretch."""
        self._waiting = None
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def abandon(self) -> None:
        """Give up: nothing more can be written."""
        self._waiting = None
        if self._writer is not None:
            self._writer.abandon()
            self._writer = None

    def _next_path(self) -> Path:
        path, number = self._path, 1
        while not self._first and path.exists():
            number += 1
            path = self._path.with_name(f"{self._path.stem}-{number}{self._path.suffix}")
        return path
