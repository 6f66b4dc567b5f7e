"""The arrays that the kernels of rules over cells work on: made for a program, enlarged when one is too small.

See `layout.py` for what lies where.
"""

from __future__ import annotations

from types import ModuleType
from typing import ClassVar

import numpy as np

from arcg.compiler import ir
from arcg.runtime.kernel.cellwise import layout, play
from arcg.runtime.kernel.cellwise.assemble import Bits, assemble, cut
from arcg.runtime.kernel.cellwise.units import UNITS
from arcg.runtime.kernel.store import Space, Store

FIRST_UNDO, FIRST_MATCHES = 64, 1024


class Arrays(Store):
    """The arrays of one program and `n` environments (see `layout.py`).

    Besides those of every game: `D` random numbers from outside.
    """

    layout: ClassVar[ModuleType] = layout
    units = UNITS
    kept = layout.TRACING, layout.DRAWING, layout.FRAME_FIRST, layout.HARNESS, layout.NUMBERS

    def __init__(self, program: ir.Program, n: int, threads: int = 1) -> None:
        self.bits = Bits(program)
        self.words = assemble(program)
        image = cut(self.words, FIRST_MATCHES)
        super().__init__(program, n, threads, image, int(image[layout.ROW_WORDS]), FIRST_UNDO)
        self.D = np.zeros(0)

    def _furnish(self, space: Space) -> None:
        super()._furnish(space)
        space.M[layout.UNDO_ROOM] = self.U.shape[1]

    def prepare(self, turns: int) -> None:
        """Nothing: these games have no code of their own."""

    def load(self, i: int) -> None:
        """Put environment i into the memory."""
        self.M[layout.ERROR] = layout.NO_ERROR
        play.load_row(self.P, self.M, self.E[i])

    def _enlarge_memory(self, error: int, need: int) -> None:
        """See `Store`.

        Raises:
            ValueError: the random numbers from outside have been read to their end.
        """
        if error == layout.NO_NUMBERS:
            raise ValueError(f"the game asked for more than the {len(self.D)} random numbers it was given")
        self.P = cut(self.words, max(2 * int(self.P[layout.MATCHES_SIZE]), need))
