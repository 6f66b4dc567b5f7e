"""The engine protocol: what every engine that runs a `Program` offers, and the numbers of the outside world.

An engine holds one game in play. `reset` starts a new game, `step` takes one action, `frames` gives the pictures of
the last answer. The reference engine (`arcg.runtime.reference`) is the semantics in executable form.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from arcg.compiler.ir import Program

Frames = NDArray[np.uint8]
"""Shape (n, 64, 64), dtype uint8, values 0-15, indexed [frame, y, x]; n may be 0 after the game is over."""

SIZE = 64
"""Width and height of a frame in pixels."""

MAX_FRAMES = 1001
"""Most frames of one answer."""

MAX_ITERATIONS = 1000
"""Most iterations of a repeating phase in a turn; one more cancels the turn."""

MAX_THINGS = 4096
"""Most things on a board at once."""

MAX_EVENTS = 250_000
"""Most events in a turn; one more cancels the turn."""

MAX_TUPLES = 100_000
"""A fact that asks itself and would hold of more tuples, those of its whole ring together, holds of none."""

MAX_CELL_WORK = 20_000_000
"""Rules over cells: most rules tried, matches done and cells of boards, turn by turn, in one answer; the turn that
passes it is taken back."""

MAX_CELL_MATCHES = 4_000_000
"""Rules over cells: a row of cells with gaps that has more matches is too much work as well."""

MAX_VALUE = 1_000_000_000
"""Greatest number that a calculation may give, and its negative the least; beyond them the value is undefined."""


SEEDS = 1 << 31
"""Seeds are the numbers from 0 up to this one, without it."""


class Action(IntEnum):
    """The player's actions by their official numbers."""

    RESET = 0
    UP = 1
    DOWN = 2
    LEFT = 3
    RIGHT = 4
    ACT = 5
    CLICK = 6
    UNDO = 7


class Status(IntEnum):
    """Where the game stands: `OVER` after a lost level, `WON` after the last level is won."""

    PLAYING = 0
    WON = 1
    OVER = 2


@dataclass(frozen=True, slots=True)
class RuleTrace:
    """What a rule did in the last turn.

    `matches` found, `applied` applications done, `dropped` ones whose result was illegal, `overwritten` sets that a
    later match of the same rule replaced.
    """

    phase: str
    rule: str
    line: int
    matches: int
    applied: int
    dropped: int
    overwritten: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A thing on the board, in the words of the game's file.

    `x` and `y` are its cell, column and row from 0, and `cells` all cells that its body covers. `attrs` are its
    attributes by name: numbers, named values and directions as words (`"red"`, `"up"`), a thing as its place among
    all things, None for `none`.
    """

    kind: str
    x: int
    y: int
    cells: tuple[tuple[int, int], ...]
    attrs: dict[str, int | str | None]


class Engine(Protocol):
    """One game in play. Engines are deterministic: program, seed and actions determine states and frames."""

    @property
    def program(self) -> Program:
        """The game."""
        ...

    @property
    def levels_completed(self) -> int:
        """How many levels of this game have been won."""
        ...

    @property
    def action_count(self) -> int:
        """Actions other than RESET since the level was loaded, offered or not."""
        ...

    @property
    def full_reset(self) -> bool:
        """Whether the last answer was a RESET that started the whole game again."""
        ...

    @property
    def status(self) -> Status:
        """Playing, won or over."""
        ...

    @property
    def level(self) -> int:
        """The level being played, 0-based; after the last win it stays the last level."""
        ...

    def reset(self, seed: int = 0) -> None:
        """Start a new game at the first level. `seed`: where chance begins, in every level; 0 in a new engine.

        Raises:
            ValueError: the seed is not in 0..2147483647.
        """
        ...

    def step(self, action: int, x: int = -1, y: int = -1) -> None:
        """Take one action (0-7); `x`, `y` are frame pixels for a click.

        Raises:
            ValueError: `action` is not one of 0..7.
        """
        ...

    def frames(self) -> Frames:
        """The pictures of the last answer, oldest first; none after an action that a finished game ignores."""
        ...

    def frame(self) -> NDArray[np.uint8]:
        """The picture of the present state, shape (64, 64)."""
        ...

    def state(self) -> bytes:
        """The canonical state: equal bytes if and only if the two positions are the same up to undo and RESET."""
        ...

    def snapshot(self) -> bytes:
        """The state with the undo stack and what RESET needs: restoring it gives the same future under all actions."""
        ...

    def restore(self, data: bytes) -> None:
        """Go to a `state()` or a `snapshot()` of the same program.

        Raises:
            ValueError: the bytes are neither, or of another program.
        """
        ...

    def actions(self) -> tuple[int, ...]:
        """The action numbers that the game offers, ascending, without RESET."""
        ...

    def world_values(self) -> dict[str, int]:
        """The counters, flags and parameters of `world` by name, as encoded values in the order of declaration."""
        ...

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to go back to by undo."""
        ...

    def changed(self) -> bool:
        """Whether the last answer changed the world apart from its counters.

        Looked at are level and status, the things on the board with all that they are, and the attributes of the world
        that are not whole numbers. Named saves, chance and the undo stack are not. False after `reset` and `restore`.
        """
        ...

    def messages(self) -> tuple[str, ...]:
        """What went wrong in the last turn (a loop that did not rest, a full table), in words; usually empty."""
        ...

    def trace(self) -> tuple[RuleTrace, ...]:
        """The rules that matched in the last turn, in the order of the program."""
        ...
