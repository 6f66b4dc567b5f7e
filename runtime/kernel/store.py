"""The arrays that every game has: the image, the memory, environments at rest, their undo stacks, room for frames."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.engine import SIZE
from arcg.runtime.kernel.calling import Units

FIRST_FRAMES = 4
FRAME_BYTES = SIZE * SIZE
DIGEST_BYTES = 8
"""So much of a program's digest tells the bytes of its states from those of others."""


class Store(ABC):
    """Arrays of one program and `n` environments, all of sizes that fit together; enlarged when one is too small.

    `P` image, `M` memory, `E` environments at rest, `B` the same before the last step, `U` undo stacks, all of words of
    one width; `F` room for frames, flat, uint8. The layout of the kernels says what lies where.
    """

    layout: ClassVar[ModuleType]
    units: ClassVar[Units]
    kept: ClassVar[tuple[int, ...]]
    """Words of M that outlive the memory."""

    def __init__(self, program: ir.Program, n: int, image: NDArray[Any], row_words: int, undo_words: int) -> None:
        self.program = program
        self.n = n
        self.translated: bool | None = None
        """Whether the game's own machine code is used: at once, never, or (None) when it is there."""
        self.P = image
        self.F = np.zeros(FIRST_FRAMES * FRAME_BYTES, np.uint8)
        self.U = np.zeros((n, undo_words), image.dtype)
        self.E = np.zeros((n, row_words), image.dtype)
        self.B = np.zeros((n, row_words), image.dtype)
        self._take_memory()

    @cached_property
    def prefix(self) -> bytes:
        """What tells the bytes of this program from those of others."""
        return bytes.fromhex(ir.digest(self.program))[:DIGEST_BYTES]

    def _take_memory(self) -> None:
        self.M = np.zeros(int(self.P[self.layout.MEMORY_WORDS]), self.P.dtype)
        self.M[self.layout.FRAME_ROOM] = len(self.F) // FRAME_BYTES
        self.units.enter(self.M)

    @abstractmethod
    def load(self, i: int) -> None:
        """Put environment i into the memory, without an error."""

    def enlarge(self) -> None:
        """Make larger what M[ERROR] says was too small; all that is at rest stays what it is.

        The memory is made anew in any case: it holds half a turn.
        """
        error, need = int(self.M[self.layout.ERROR]), int(self.M[self.layout.NEED])
        if error == self.layout.ROOM_FRAMES:
            more = max(len(self.F), need * FRAME_BYTES - len(self.F))
            self.F = np.concatenate([self.F, np.zeros(more, np.uint8)])
        elif error == self.layout.ROOM_UNDO:
            more = max(self.U.shape[1], need - self.U.shape[1])
            self.U = np.concatenate([self.U, np.zeros((self.n, more), self.U.dtype)], axis=1)
        else:
            self._enlarge_memory(error, need)
        old = self.M
        self._take_memory()
        for word in self.kept:
            self.M[word] = old[word]

    @abstractmethod
    def _enlarge_memory(self, error: int, need: int) -> None:
        """Make an image for a memory in which there is more room for what an error says."""
