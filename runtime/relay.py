"""A relay of engines: play begins on the reference engine and goes on, on the kernels, as soon as they are there.

For whoever must not wait: the play window. Soon after the game has begun the kernels are loaded in a thread, and
compiled in a process of its own where that was never done; the game in play is handed over between two actions, by a
snapshot.
"""

from __future__ import annotations

import contextlib
import threading

import numpy as np
from numpy.typing import NDArray

from arcg.compiler.ir import Program
from arcg.runtime.engine import Engine, Frames, RuleTrace, Status
from arcg.runtime.reference import ReferenceEngine

FIRST_PICTURE = 0.5
"""Seconds after the beginning in which nothing is loaded: what the first picture needs would have to wait for it."""


class RelayEngine:
    """One game in play; see `arcg.runtime.engine.Engine`. `engine` is the one that runs it now."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.engine: Engine = ReferenceEngine(program)
        self._next: Engine | None = None
        self._asked = False

    # ------------------------------------------------------------ handing over

    def _ask(self) -> None:
        """Have the kernel engine made, once."""
        if not self._asked:
            self._asked = True
            timer = threading.Timer(FIRST_PICTURE, self._load)
            timer.daemon = True
            timer.start()

    def _load(self) -> None:
        """Make the kernel engine; runs in a thread of its own."""
        from arcg.runtime.kernel import ready

        if not ready.is_built():
            ready.start_building()
            self._asked = False  # the next action asks again
            return
        from arcg.runtime.kernel import KernelEngine

        # no reason why the kernels cannot be loaded is worth a word to somebody who is playing
        with contextlib.suppress(Exception):
            self._next = KernelEngine(self.program)

    def _hand_over(self) -> None:
        """Go on with the kernel engine if it is there."""
        if self._next is not None:
            self._next.restore(self.engine.snapshot())
            self.engine, self._next = self._next, None
        else:
            self._ask()

    # ------------------------------------------------------------ the engine protocol

    @property
    def status(self) -> Status:
        """Playing, won or over."""
        return self.engine.status

    @property
    def level(self) -> int:
        """The level being played, 0-based."""
        return self.engine.level

    @property
    def levels_completed(self) -> int:
        """How many levels of this game have been won."""
        return self.engine.levels_completed

    @property
    def action_count(self) -> int:
        """Actions other than RESET since the level was loaded."""
        return self.engine.action_count

    @property
    def full_reset(self) -> bool:
        """Whether the last answer was a RESET that started the whole game again."""
        return self.engine.full_reset

    def actions(self) -> tuple[int, ...]:
        """The offered action numbers."""
        return self.engine.actions()

    def world_values(self) -> dict[str, int]:
        """The world's attributes by name."""
        return self.engine.world_values()

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to go back to by undo."""
        return self.engine.can_undo

    def changed(self) -> bool:
        """Whether the last answer changed the world apart from its counters."""
        return self.engine.changed()

    def messages(self) -> tuple[str, ...]:
        """What went wrong in the last turn."""
        return self.engine.messages()

    def trace(self) -> tuple[RuleTrace, ...]:
        """What each rule that matched did in the last turn."""
        return self.engine.trace()

    def reset(self, seed: int = 0) -> None:
        """Start a new game."""
        self._hand_over()
        self.engine.reset(seed)

    def step(self, action: int, x: int = -1, y: int = -1) -> None:
        """Take one action."""
        self._hand_over()
        self.engine.step(action, x, y)

    def frames(self) -> Frames:
        """The pictures of the last answer."""
        return self.engine.frames()

    def frame(self) -> NDArray[np.uint8]:
        """The picture of the present state."""
        return self.engine.frame()

    def state(self) -> bytes:
        """The canonical state."""
        return self.engine.state()

    def snapshot(self) -> bytes:
        """The state with the undo stack and what RESET needs."""
        return self.engine.snapshot()

    def restore(self, data: bytes) -> None:
        """Go to a state or a snapshot."""
        self.engine.restore(data)
