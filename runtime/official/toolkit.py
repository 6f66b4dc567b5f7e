"""A game as the official toolkit knows games: a class below `arcengine.ARCBaseGame` that lets one of our engines play.

`arcg export` puts this module, an engine and a program into one file; a class at its end says which program. The
toolkit runs `step` until an action is complete and takes a picture after each: here the engine answers at the first
`step`, and each `step` shows one frame of the answer.
"""

from __future__ import annotations

import dataclasses
import operator
from importlib import import_module
from typing import Any, SupportsIndex

import arcengine
import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.engine import SEEDS, SIZE, Action, Status
from arcg.runtime.official.screen import Screen
from arcg.runtime.reference.engine import DIGEST_BYTES, ReferenceEngine
from arcg.runtime.reference.order import read_varints, to_bytes

STATES = {
    Status.PLAYING: arcengine.GameState.NOT_FINISHED,
    Status.WON: arcengine.GameState.WIN,
    Status.OVER: arcengine.GameState.GAME_OVER,
}

OUTSIDE = -1
"""Where a click lies that has no place in the frame: it is counted and hits nothing."""


class ToolkitGame(arcengine.ARCBaseGame):
    """One game in play. A class below this one says which."""

    GAME: str
    """Its id with its version."""
    PROGRAM: ir.Program
    ENGINE: type[ReferenceEngine] = ReferenceEngine
    """What plays it where no arcg with compiled kernels is installed."""
    FINGERPRINT: str = ""
    """Of the arcg that `ENGINE` comes from: only its kernels are known to play alike."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = operator.index(seed)
        self._engine: Any = None
        self._first = 0
        """The level at which the engine's game begins: not 0 after `set_level`."""
        self._score_before = 0
        """The score with which it began."""
        self._waiting: list[NDArray[np.uint8]] = []
        """The frames of the present action that were not shown yet."""
        levels = [arcengine.Level(grid_size=(SIZE, SIZE), name=level.name) for level in self.PROGRAM.levels]
        super().__init__(
            self.GAME,
            levels,
            camera=Screen(),
            win_score=len(levels),
            available_actions=list(self.PROGRAM.actions),
            seed=self._seed,
        )

    # ------------------------------------------------------------ levels

    def on_set_level(self, level: arcengine.Level) -> None:
        """Begin the level at which arcengine now is: the first one of a new game, or one that somebody chose."""
        if self._engine is None or self._first != self._current_level_index:
            self._first = self._current_level_index
            self._engine = self._engine_from(self._first)
        self._engine.reset(self._seed % SEEDS)
        self._score_before = self._score
        self._show(self._engine.frame())

    def level_reset(self) -> None:
        """Begin the level again, as RESET does while it is played."""
        if self._engine.action_count == 0:  # then RESET would begin the game again
            self._count_one()
        self._engine.step(Action.RESET)
        self._take_over()

    def _count_one(self) -> None:
        """Have the engine believe that an action was taken; nothing else becomes another."""
        snapshot = self._engine.snapshot()
        head, numbers = snapshot[: 1 + DIGEST_BYTES], list(read_varints(snapshot[1 + DIGEST_BYTES :]))
        self._engine.restore(head + to_bytes(iter([numbers[0] + 1, *numbers[1:]])))

    # ------------------------------------------------------------ acting

    def step(self) -> None:
        """Show the next frame of the answer to the present action; at the first one, have the engine answer."""
        if not self._waiting:
            action, data = int(self.action.id.value), self.action.data
            if action != Action.RESET:  # which the engine has answered already
                self._engine.step(action, _pixel(data.get("x")), _pixel(data.get("y")))
            self._waiting = list(self._engine.frames())
        self._show(self._waiting.pop(0))
        if not self._waiting:
            self._take_over()
            self.complete_action()

    def _show(self, frame: NDArray[np.uint8]) -> None:
        self._camera.picture = frame.astype(np.int8)

    def _take_over(self) -> None:
        """Have arcengine know what the engine has come to."""
        self._current_level_index = self._first + self._engine.level
        self._score = self._score_before + self._engine.levels_completed
        self._action_count = self._engine.action_count
        self._state = STATES[Status(int(self._engine.status))]

    # ------------------------------------------------------------ what tools may ask

    def _get_hidden_state(self) -> NDArray[np.int8]:
        """The canonical state: equal if and only if two positions are the same up to undo and RESET."""
        return np.frombuffer(self._engine.state(), np.int8)[np.newaxis].copy()

    def _get_valid_actions(self) -> list[arcengine.ActionInput]:
        """What can be done here: none after the end, and one click for each that the rules can tell from the others.

        Undo is left out: what it does depends on the way to a position, not on the position.
        """
        if self._engine.status != Status.PLAYING:
            return []
        found = []
        for number in self.PROGRAM.actions:
            action = arcengine.GameAction.from_id(number)
            if number == Action.CLICK:
                found += [arcengine.ActionInput(id=action, data={"x": x, "y": y}) for x, y in self._position().clicks()]
            elif number != Action.UNDO:
                found.append(arcengine.ActionInput(id=action))
        return found

    def _position(self) -> ReferenceEngine:
        """The present position on an engine that can be looked into."""
        if isinstance(self._engine, ReferenceEngine):
            return self._engine
        engine = self.ENGINE(self._program_from(self._first))
        engine.restore(self._engine.state())
        return engine

    # ------------------------------------------------------------ engines

    def _program_from(self, level: int) -> ir.Program:
        """The game as if it began at a level."""
        return dataclasses.replace(self.PROGRAM, levels=self.PROGRAM.levels[level:]) if level else self.PROGRAM

    def _engine_from(self, level: int) -> Any:
        """What is to play from now on: arcg's kernels where they are there, else the engine of this file."""
        program = self._program_from(level)
        return kernel_engine(program, self.FINGERPRINT) or self.ENGINE(program)

    # ------------------------------------------------------------ copies

    def __getstate__(self) -> dict[str, Any]:
        """What there is, for `copy.deepcopy` and `pickle`: of the engine its position, of the action its parts.

        (An action of arcengine can be pickled and not read again.)
        """
        action = (self._action.id.value, self._action.data, self._action.reasoning)
        return {**self.__dict__, "_engine": self._engine.snapshot(), "_action": action}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        number, data, reasoning = state["_action"]
        action = arcengine.GameAction.from_id(number)
        self._action = arcengine.ActionInput(id=action, data=data, reasoning=reasoning)
        self._engine = self._engine_from(self._first)
        self._engine.restore(state["_engine"])


def kernel_engine(program: ir.Program, fingerprint: str) -> Any:
    """An engine of arcg that plays the same game faster; None where there is none that is ready.

    That is: arcg is installed, has its kernels compiled, and comes with the very engine that is in this file.
    """
    try:
        if not fingerprint or import_module("arcg.compiler.export.sources").fingerprint() != fingerprint:
            return None
        if not import_module("arcg.runtime.kernel.ready").is_built():
            return None
        theirs = import_module("arcg.compiler.ir")
        same = theirs.loads(ir.dumps(program))
        if theirs.digest(same) != ir.digest(program):
            return None
        return import_module("arcg.runtime.kernel").KernelEngine(same)
    except Exception:  # whatever is wrong with that arcg: this file can do without
        return None


def _pixel(given: object) -> int:
    """A column or a row of the frame, whatever a player has sent; outside of it if that is no place in it."""
    if isinstance(given, float) and given.is_integer():
        given = int(given)
    place = operator.index(given) if isinstance(given, SupportsIndex) else OUTSIDE
    return place if 0 <= place < SIZE else OUTSIDE
