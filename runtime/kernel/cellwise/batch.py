"""Many environments of one game of rules over cells, stepped in one call."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.kernel.batch import Ints, KernelBatch
from arcg.runtime.kernel.cellwise import codec, far, layout, looking, play
from arcg.runtime.kernel.cellwise.arrays import Arrays
from arcg.runtime.kernel.store import Space


class CellBatch(KernelBatch):
    """`n` environments of one game; see `KernelBatch`. A click is a turn without input, wherever it is."""

    arrays: Arrays
    layout: ClassVar[ModuleType] = layout
    codec: ClassVar[ModuleType] = codec
    looking: ClassVar[ModuleType] = looking

    def _take_arrays(self, n: int) -> None:
        self.arrays = Arrays(self.program, n, self.threads)

    def _restart(self, seeds: Ints) -> None:
        self.arrays.E[:] = 0
        self._sow(self._all, seeds)
        self.step(np.full(len(self), play.RESET))

    def draw_from(self, numbers: Sequence[float] | NDArray[np.float64] | None) -> None:
        """Take random numbers, at least 0 and less than 1, from here instead of from the generator, from the first on.

        A choice among n takes the next number u and is number u * n, rounded down. A step that asks for more than
        there are is a ValueError. None: the generator again.
        """
        a = self.arrays
        a.D = np.array([] if numbers is None else numbers, np.float64)
        for space in a.spaces:
            space.M[layout.HARNESS], space.M[layout.NUMBERS] = int(numbers is not None), len(a.D)
        self._column(layout.DRAWN)[:] = 0

    def _step_from(self, space: Space, which: Ints, done: int) -> int:
        a, s, actions = self.arrays, space, self._asked[0]
        return int(play.step_all(a.P, a.E, a.B, a.U, s.M, a.D, s.F, actions, self.counts, self.turns, which, done))

    def _mark_from(self, space: Space, out: NDArray[np.uint8], which: Ints, done: int) -> int:
        a = self.arrays
        looking.planes_all(a.P, a.E, np.array(a.bits.kinds), out, which)
        return len(which)

    def _draw_from(self, space: Space, out: NDArray[np.uint8], which: Ints, done: int) -> int:
        looking.draw_all(self.arrays.P, self.arrays.E, space.M, out, which)
        return len(which)

    # ------------------------------------------------------------ the last answer

    def _draw(self, picture: NDArray[np.uint8]) -> None:
        far.draw(self.arrays.P, self.arrays.M, picture, 0)

    def _draw_answer(self, i: int) -> None:
        self._play_again(i, drawing=True)

    def _play_again(self, i: int, drawing: bool, part: int = -1) -> None:
        """Take the last action of environment i once more, in the memory: draw, or trace a part of the answer."""
        a = self.arrays
        while True:
            a.M[layout.DRAWING], a.M[layout.FRAME_FIRST], a.M[layout.TRACING] = int(drawing), 0, part + 1
            far.step(a.P, a.M, a.D, a.U[i], a.F, a.B[i], int(self._asked[0][i]))
            a.M[layout.TRACING] = 0
            if not a.M[layout.ERROR]:
                return
            a.enlarge()

    def at_ease(self, i: int) -> bool:
        """Whether nothing went wrong in the last answer of environment i, of which only the last stepped is known."""
        return i in self._resting or not self.arrays.M[layout.TROUBLE]

    def told(self, i: int) -> list[tuple[list[int], NDArray[np.int64]]]:
        """The messages of the last answer of environment i and what the rules did, of each part of the answer.

        A part is the turn, or the beginning of a level that followed a win. A message is a source times TOLD_SORTS and
        a sort; the counts have shape (sources, COUNT_WORDS).
        """
        if i in self._resting:
            return []
        parts: list[tuple[list[int], NDArray[np.int64]]] = []
        while True:
            self._play_again(i, drawing=False, part=len(parts))
            M, P = self.arrays.M, self.arrays.P
            messages = M[P[layout.TOLD_AT] :][: M[layout.TOLD]].tolist()
            counts = M[P[layout.COUNT_AT] :][: P[layout.SOURCES] * layout.COUNT_WORDS]
            parts.append((messages, counts.reshape(-1, layout.COUNT_WORDS).copy()))
            if len(parts) > M[layout.PART]:
                return parts
