"""The arrays that the kernels of rules over cells work on: made for a program, enlarged when one is too small.

See `layout.py` for what lies where.
"""

from __future__ import annotations

import numpy as np

from arcg.compiler import ir
from arcg.runtime.engine import SIZE as FRAME_SIDE
from arcg.runtime.kernel.cellwise import layout, units
from arcg.runtime.kernel.cellwise.assemble import Bits, assemble, cut

FIRST_FRAMES, FIRST_UNDO, FIRST_MATCHES = 4, 64, 1024


class Arrays:
    """The arrays of one program and `n` environments (see `layout.py`), all of sizes that fit together.

    `P` image, `E` environments at rest, `B` the same before the last step, `U` undo stacks, `M` memory, `D` random
    numbers from outside, `F` room for frames, flat.
    """

    def __init__(self, program: ir.Program, n: int) -> None:
        self.program = program
        self.n = n
        self.bits = Bits(program)
        self.words = assemble(program)
        self.P = cut(self.words, FIRST_MATCHES)
        self.E = np.zeros((n, int(self.P[layout.ROW_WORDS])), np.int64)
        self.B = self.E.copy()
        self.U = np.zeros((n, FIRST_UNDO), np.int64)
        self.D = np.zeros(0)
        self.F = np.zeros(FIRST_FRAMES * FRAME_SIDE * FRAME_SIDE, np.uint8)
        self._take_memory()

    def _take_memory(self) -> None:
        self.M = np.zeros(int(self.P[layout.MEMORY_WORDS]), np.int64)
        self.M[layout.FRAME_ROOM] = len(self.F) // (FRAME_SIDE * FRAME_SIDE)
        self.M[layout.UNDO_ROOM] = self.U.shape[1]
        units.enter(self.M)

    def enlarge(self) -> None:
        """Make larger what M[ERROR] says was too small; all that is at rest stays what it is.

        Raises:
            ValueError: the random numbers from outside have been read to their end.
        """
        error, need = int(self.M[layout.ERROR]), int(self.M[layout.NEED])
        kept = self.M
        if error == layout.NO_NUMBERS:
            raise ValueError(f"the game asked for more than the {len(self.D)} random numbers it was given")
        if error == layout.ROOM_FRAMES:
            more = max(len(self.F), need * FRAME_SIDE * FRAME_SIDE - len(self.F))
            self.F = np.concatenate([self.F, np.zeros(more, np.uint8)])
        elif error == layout.ROOM_UNDO:
            more = max(self.U.shape[1], need - self.U.shape[1])
            self.U = np.concatenate([self.U, np.zeros((self.n, more), np.int64)], axis=1)
        else:
            self.P = cut(self.words, max(2 * int(self.P[layout.MATCHES_SIZE]), need))
        self._take_memory()
        for word in (layout.TRACING, layout.DRAWING, layout.FRAME_FIRST, layout.HARNESS, layout.NUMBERS):
            self.M[word] = kept[word]
