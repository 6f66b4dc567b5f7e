"""The environment: one game in play behind the two calls that agents know, `reset` and `step`.

`make` takes a file, the id of a shipped game or a `Program` and gives an `Env`; an `Env` takes actions and gives
frames. It adds names, checks and documentation to an `Engine` and no rule of its own.
"""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Callable
from os import PathLike
from typing import TYPE_CHECKING, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from arcg.compiler.ir import Program
from arcg.dsl.core import ACTION_NAMES
from arcg.runtime.engine import Action, Engine, Frames, Standing, Status

if TYPE_CHECKING:
    from arcg.runtime.reference import ReferenceEngine  # which another engine can do without

Source = str | PathLike[str] | Program
"""A path to an `.arcg` file, the id of a shipped game, or a program that is already built."""


class Env:
    """One game in play.

    Observation: the frames of the last answer, a `uint8` array of shape (n, 64, 64) with values 0-15 (the colours of
    `arcg.runtime.palette`), indexed [frame, y, x], oldest first. n is at least 1 while the game is being played and 0
    after an action that a finished game ignores.

    Actions: `Action` members, their numbers 0-7, or their names: 0 `reset`, 1 `up`, 2 `down`, 3 `left`, 4 `right`,
    5 `act`, 6 `click` (with `x` and `y`), 7 `undo`. `actions` tells which of them the game offers; the others are
    counted and change nothing.

    End: `status` becomes `WON` after the last level and `OVER` after a lost one; then only RESET has an effect.

        env = arcg.make("games/mygame/mygame.arcg")
        frames = env.reset()
        while env.status is arcg.Status.PLAYING:
            frames = env.step("right")
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._looked_into: ReferenceEngine | None = None

    def reset(self, seed: SupportsIndex = 0) -> Frames:
        """Start a new game at the first level, whatever was played before.

        (The player's own RESET is `step(0)`: it restarts the level if an action was taken in it, else the game.)

        Args:
            seed: where the generator begins in every level of a game with chance, 0..2147483647. Without chance it
                does not matter.

        Returns:
            The frames of the first level's loading, shape (n, 64, 64) with n >= 1, dtype uint8.

        Raises:
            ValueError: there is no such seed.
            TypeError: the seed is no whole number.
        """
        self._engine.reset(operator.index(seed))
        return self._engine.frames()

    def step(
        self, action: SupportsIndex | str, x: SupportsIndex | None = None, y: SupportsIndex | None = None
    ) -> Frames:
        """Take one action.

        Args:
            action: an `Action`, its number 0-7, or its name (`"up"`, `"click"`, ...).
            x: for a click, the column of the frame, 0 (left) to 63. Other actions ignore it.
            y: for a click, the row of the frame, 0 (top) to 63. A click outside 0..63 hits nothing and is counted.

        Returns:
            Shape (n, 64, 64), dtype uint8: the frames of this action, oldest first, at most 1,001; n is 0 when the
            game is over and the action is not RESET.

        Raises:
            ValueError: there is no such action, or a click has no `x` or no `y`.
            TypeError: `action` is neither a whole number nor a string, or a click's `x` or `y` is no whole number.
        """
        number = action_number(action)
        if number != Action.CLICK:
            self._engine.step(number)
        elif x is None or y is None:
            raise ValueError("a click needs a place: step(Action.CLICK, x=.., y=..), both 0..63")
        else:
            self._engine.step(number, operator.index(x), operator.index(y))
        return self._engine.frames()

    def render(self) -> NDArray[np.uint8]:
        """The picture of the present state: shape (64, 64), dtype uint8, values 0-15, indexed [y, x]."""
        return self._engine.frame()

    @property
    def status(self) -> Status:
        """`PLAYING`, `WON` or `OVER`."""
        return self._engine.status

    @property
    def level(self) -> int:
        """The level being played, counted from 0; after the last win it stays the last level."""
        return self._engine.level

    @property
    def levels_completed(self) -> int:
        """How many levels of this game have been won."""
        return self._engine.levels_completed

    @property
    def level_count(self) -> int:
        """How many levels the game has; winning that many wins the game."""
        return len(self._engine.program.levels)

    @property
    def action_count(self) -> int:
        """Actions other than RESET since the level was loaded, offered or not."""
        return self._engine.action_count

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that the game offers, in ascending order, without RESET, which is always there."""
        return tuple(Action(number) for number in self._engine.actions())

    @property
    def program(self) -> Program:
        """The game being played, as data."""
        return self._engine.program

    @property
    def engine(self) -> Engine:
        """The engine underneath, with its trace and world values."""
        return self._engine

    def state(self) -> bytes:
        """The canonical state: equal bytes if and only if two positions are the same up to undo and RESET."""
        return self._engine.state()

    def snapshot(self) -> bytes:
        """The whole position, undo included: restoring it gives the same future under all actions."""
        return self._engine.snapshot()

    def restore(self, data: bytes) -> None:
        """Go to a `state()` or `snapshot()` of the same program.

        Raises:
            ValueError: the bytes are neither, or of another program.
            TypeError: `data` is not bytes.
        """
        given: object = data
        if not isinstance(given, bytes):
            raise TypeError(f"restore takes the bytes that state() or snapshot() gave, not {type(given).__name__}")
        self._engine.restore(data)

    def things(self) -> tuple[Standing, ...]:
        """All things on the board, in the order of things (by kind, then row by row): where and how each is.

        For people and tools that look into a game; a player sees the frames and nothing else.
        """
        return self._position().things()

    def pixel(self, x: int, y: int) -> tuple[int, int] | None:
        """Where a click hits a cell: the pixel nearest to its middle, in the present frame.

        Args:
            x: the column of the board, 0 is the left one.
            y: the row of the board, 0 is the upper one.

        Returns:
            x and y of the frame, both 0..63. None if no pixel of the cell is seen: it lies off the board, outside the
            view or under a bar.
        """
        return self._position().pixel(x, y)

    def world(self) -> dict[str, int]:
        """The world's counters, flags and parameters by name: numbers, or the place of a value in its domain."""
        return self._engine.world_values()

    def messages(self) -> tuple[str, ...]:
        """What went wrong in the last turn, in words (a loop that did not rest, a full table); usually empty."""
        return self._engine.messages()

    def _position(self) -> ReferenceEngine:
        """The present position on the reference engine, whatever engine plays: the one that can be looked into."""
        from arcg.runtime.reference import ReferenceEngine

        if isinstance(self._engine, ReferenceEngine):
            return self._engine
        if self._looked_into is None:
            self._looked_into = ReferenceEngine(self.program)
        self._looked_into.restore(self.state())
        return self._looked_into

    def __repr__(self) -> str:
        return f"<Env {self.program.name}: level {self.level + 1} of {self.level_count}, {self.status.name.lower()}>"


def make(
    source: Source,
    *,
    level: SupportsIndex = 0,
    engine: Callable[[Program], Engine] | None = None,
    levels: str = "own",
    levels_seed: SupportsIndex = 0,
) -> Env:
    """An environment that plays `source`, standing at the start of its first level, or of `level`.

    Args:
        source: a path to an `.arcg` file, the id of a shipped game, or a `Program`.
        level: where to begin, counted from 0: a game without the levels before it, whose `level` counts from there.
        engine: what runs the program; by default the reference engine.
        levels: `own`, or `fresh`: then each `reset` begins a game of one level that there never was, made like `level`
            from the `generate` block beside it. The kernels solve it, which are compiled on their first use.
        levels_seed: of fresh levels: the same seed gives the same ones, in the same order, on every machine.

    Raises:
        ArcgError: the file has mistakes; its `diagnostics` say which, and where.
        OSError: the file cannot be read, or `source` is empty.
        ValueError: the game has no such level, or levels are to be fresh and it has no block, or there is no such seed.
        NoLevelError: the block gives no level; see `arcg.levels`.
    """
    if engine is None:
        from arcg.runtime.reference import ReferenceEngine

        engine = ReferenceEngine
    if are_fresh(levels):
        from arcg.runtime.generate.playing import FreshEnv, Supply

        return FreshEnv(Supply(source, operator.index(levels_seed)), operator.index(level), engine)
    return Env(engine(from_level(program_of(source), operator.index(level))))


def are_fresh(levels: str) -> bool:
    """Whether `levels` asks for fresh ones.

    Raises:
        ValueError: it is neither `own` nor `fresh`.
    """
    if levels not in ("own", "fresh"):
        raise ValueError(f"levels are 'own' or 'fresh', not {levels!r}")
    return levels == "fresh"


def program_of(source: Source) -> Program:
    """The program that `source` names or is.

    Raises:
        ArcgError: the file has mistakes; its `diagnostics` say which, and where.
        OSError: the file cannot be read, or `source` is empty.
    """
    if isinstance(source, Program):
        return source
    from arcg.runtime.loading import load  # brings the parser, which a ready program does not need

    return load(source)


def from_level(program: Program, level: int) -> Program:
    """The game as if it began at `level` (0-based): the same program without the levels before.

    Raises:
        ValueError: the program has no such level.
    """
    if not 0 <= level < len(program.levels):
        raise ValueError(f"there is no level {level + 1}; {program.name} has {len(program.levels)}")
    return dataclasses.replace(program, levels=program.levels[level:]) if level else program


def action_number(action: SupportsIndex | str) -> Action:
    """The action meant by a member, a number 0-7 or a name.

    Raises:
        ValueError: there is no such action.
        TypeError: `action` is neither a whole number nor a string.
    """
    if isinstance(action, str):
        if action not in ACTION_NAMES:
            raise ValueError(f"there is no action {action!r}; the actions are {', '.join(ACTION_NAMES)}")
        return Action(ACTION_NAMES.index(action))
    number = operator.index(action)
    if not 0 <= number < len(Action):
        raise ValueError(f"there is no action {number}; the actions are 0 (reset) to 7 (undo)")
    return Action(number)
