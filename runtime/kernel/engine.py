"""The kernel engine: one game in play on the kernels, behind the engine protocol.

See `arcg.runtime.engine.Engine` for what the methods promise. What depends on the semantics of the game is in the
classes below `KernelEngine`: `thing_engine.py`, `cellwise/engine.py`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.engine import Action, Frames, RuleTrace, Status
from arcg.runtime.kernel.batch import KernelBatch


class KernelEngine:
    """One game in play, a batch of one."""

    def __new__(cls, program: ir.Program) -> KernelEngine:
        """Take the class for the program's semantics."""
        if cls is not KernelEngine:
            return super().__new__(cls)
        if program.cellwise is None:
            from arcg.runtime.kernel.thing_engine import ThingEngine

            return super().__new__(ThingEngine)
        from arcg.runtime.kernel.cellwise.engine import CellEngine

        return super().__new__(CellEngine)

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.batch = KernelBatch(program, 1)

    # ------------------------------------------------------------ where it stands

    @property
    def status(self) -> Status:
        """Playing, won or over."""
        return Status(int(self.batch.status[0]))

    @property
    def level(self) -> int:
        """The level being played, 0-based."""
        return int(self.batch.level[0])

    @property
    def levels_completed(self) -> int:
        """How many levels of this game have been won."""
        return int(self.batch.levels_completed[0])

    @property
    def action_count(self) -> int:
        """Actions other than RESET since the level was loaded."""
        return int(self.batch.action_count[0])

    @property
    def full_reset(self) -> bool:
        """Whether the last answer was a RESET that started the whole game again."""
        return bool(self.batch.full_reset[0])

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to go back to by undo."""
        return bool(self.batch.can_undo[0])

    def changed(self) -> bool:
        """Whether the last answer changed the world apart from its counters."""
        return bool(self.batch.changed()[0])

    def actions(self) -> tuple[int, ...]:
        """The offered action numbers."""
        return self.program.actions

    # `world_values`, `messages` and `trace` are those of the program's class; see the note in `batch.py`.

    def world_values(self) -> dict[str, int]:
        """The world's attributes by name, as encoded values (things: their place in the order of things)."""
        raise NotImplementedError

    # ------------------------------------------------------------ acting

    def reset(self, seed: int = 0) -> None:
        """Start a new game."""
        self.batch.reset(seed)

    def step(self, action: int, x: int = -1, y: int = -1) -> None:
        """Take one action."""
        if action not in range(len(Action)):
            raise ValueError(f"an action is a number from 0 (RESET) to 7 (undo), not {action!r}")
        self.batch.step((action,), (x,), (y,))

    def frames(self) -> Frames:
        """The pictures of the last answer."""
        return self.batch.frames(0)

    def frame(self) -> NDArray[np.uint8]:
        """The picture of the present state."""
        return self.batch.frame(0)

    # ------------------------------------------------------------ what happened

    def messages(self) -> tuple[str, ...]:
        """What went wrong in the last turn, in words."""
        raise NotImplementedError

    def trace(self) -> tuple[RuleTrace, ...]:
        """What each rule that matched did in the last turn."""
        raise NotImplementedError

    # ------------------------------------------------------------ states and snapshots

    def state(self) -> bytes:
        """The canonical state."""
        return self.batch.state(0)

    def snapshot(self) -> bytes:
        """The state with the undo stack and what RESET needs."""
        return self.batch.snapshot(0)

    def restore(self, data: bytes) -> None:
        """Go to a state or a snapshot."""
        self.batch.restore(0, data)
