"""Many environments of one game of things, stepped in one call."""

from __future__ import annotations

from types import ModuleType
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.kernel import codec, entries, layout, looking
from arcg.runtime.kernel.answers import LEVEL_RAN, RESET
from arcg.runtime.kernel.arrays import Arrays, Loading
from arcg.runtime.kernel.batch import Ints, KernelBatch
from arcg.runtime.kernel.far import draw
from arcg.runtime.kernel.store import Space

TOLD = [layout.RAN, layout.CANCELLED, layout.FULL, layout.REASON, layout.TANGLED, layout.CROWDED]
"""Words of M that say how the last answer came about."""


class ThingBatch(KernelBatch):
    """`n` environments of one game; see `KernelBatch`."""

    arrays: Arrays
    layout: ClassVar[ModuleType] = layout
    codec: ClassVar[ModuleType] = codec
    looking: ClassVar[ModuleType] = looking

    def _take_arrays(self, n: int) -> None:
        self.arrays = Arrays(self.program, n, self.threads)

    def _restart(self, seeds: Ints) -> None:
        a = self.arrays
        a.E[:] = a.T[0]
        self._column(layout.ROW_FULL_RESET)[:] = 1
        self._sow(self._all, seeds)
        if self._chance:
            self._column(int(a.P[layout.LIVE]) + layout.BLOCK_RANDOM)[:] = seeds
        if a.P[layout.CHANCE_AT_START]:
            self.step(np.full(a.n, RESET))
            return
        a.B[:] = a.E
        self._column(layout.ROW_ACTIONS, a.B)[:] = 0
        self.counts[:] = a.T[0, layout.ROW_LOADING_FRAMES - layout.LEVEL]
        self._asked[0][:] = RESET
        self._drawn = False
        self._resting.clear()
        a.M[TOLD] = 0
        a.M[layout.RAN] = LEVEL_RAN

    def _step_from(self, space: Space, which: Ints, done: int) -> int:
        a, s = self.arrays, space
        asked = self._asked
        return int(
            entries.step_all(a.P, a.T, a.E, a.B, a.U, s.M, s.R, s.F, *asked, self.counts, self.turns, a.G, which, done)
        )

    def _draw(self, picture: NDArray[np.uint8]) -> None:
        draw(self.arrays.P, self.arrays.M, self.arrays.R, picture, 0)

    def _draw_answer(self, i: int) -> None:
        a = self.arrays
        while True:
            entries.load(a.P, a.M, a.B, i)
            a.M[layout.DRAWING], a.M[layout.FRAME_FIRST] = 1, 0
            told = a.M[TOLD].copy()
            entries.step(a.P, a.T, a.M, a.R, a.U, a.F, a.B, i, *(int(column[i]) for column in self._asked))
            a.M[layout.DRAWING] = 0
            if not a.M[layout.ERROR]:
                a.M[TOLD] = told
                return
            a.enlarge()

    def _draw_from(self, space: Space, out: NDArray[np.uint8], which: Ints, done: int) -> int:
        a = self.arrays
        return int(looking.draw_all(a.P, a.T, a.E, a.B, space.M, space.R, a.G, out, which, done))

    def _mark_from(self, space: Space, out: NDArray[np.uint8], which: Ints, done: int) -> int:
        return int(looking.planes_all(self.arrays.P, self.arrays.E, space.M, out, which, done))

    # ------------------------------------------------------------ start turns

    @property
    def draws_at_start(self) -> bool:
        """Whether the start turn of a level may be left to chance, so that every load plays it."""
        return bool(self.arrays.P[layout.CHANCE_AT_START])

    def loading(self, i: int, level: int) -> Loading:
        """What is to be told of the start turn of a level in the game of environment i."""
        if self.draws_at_start:
            return self.arrays.begun(level, int(self._column(layout.ROW_SEED)[i]))
        return self.arrays.loading[level]
