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


class Space:
    """What a thread needs for itself: `M` memory; `R` registers, of games of things; `F` frames, flat, uint8."""

    def __init__(self) -> None:
        self.M: NDArray[Any] = np.zeros(0, np.int32)
        self.R: NDArray[np.int64] = np.zeros(0, np.int64)
        self.F: NDArray[np.uint8] = np.zeros(FIRST_FRAMES * FRAME_BYTES, np.uint8)


class Store(ABC):
    """Arrays of one program and `n` environments, all of sizes that fit together; enlarged when one is too small.

    `P` image, `E` environments at rest, `B` the same before the last step, `U` undo stacks, all of words of one width;
    `spaces` for each thread what it needs besides, the first of them for what one thread does; `G` a picture of each
    environment as it was drawn last, 64-bit words. The layout of the kernels says what lies where.
    """

    layout: ClassVar[ModuleType]
    units: ClassVar[Units]
    kept: ClassVar[tuple[int, ...]]
    """Words of M that outlive the memory."""
    pictured: ClassVar[bool] = False
    """Whether drawing goes by a picture of each environment."""

    def __init__(
        self, program: ir.Program, n: int, threads: int, image: NDArray[Any], row_words: int, undo_words: int
    ) -> None:
        self.program = program
        self.n = n
        self.translated: bool | None = None
        """Whether the game's own machine code is used: at once, never, or (None) when it is there."""
        self.P = image
        self.U = np.zeros((n, undo_words), image.dtype)
        self.E = np.zeros((n, row_words), image.dtype)
        self.B = np.zeros((n, row_words), image.dtype)
        # Pages of zeros take no memory before they are written.
        self.G = np.zeros((n, FRAME_BYTES // 8 if self.pictured else 0), np.int64)
        self.spaces = [Space() for _ in range(threads)]
        self._take_memory()

    @property
    def M(self) -> NDArray[Any]:  # noqa: N802  as the kernels call it
        """The memory of the first thread."""
        return self.spaces[0].M

    @property
    def R(self) -> NDArray[np.int64]:  # noqa: N802
        """The registers of the first thread."""
        return self.spaces[0].R

    @property
    def F(self) -> NDArray[np.uint8]:  # noqa: N802
        """The frames of the first thread."""
        return self.spaces[0].F

    @cached_property
    def prefix(self) -> bytes:
        """What tells the bytes of this program from those of others."""
        return bytes.fromhex(ir.digest(self.program))[:DIGEST_BYTES]

    def _take_memory(self) -> None:
        for space in self.spaces:
            self._furnish(space)

    def _furnish(self, space: Space) -> None:
        """Make the memory of a thread anew."""
        space.M = np.zeros(int(self.P[self.layout.MEMORY_WORDS]), self.P.dtype)
        space.M[self.layout.FRAME_ROOM] = len(space.F) // FRAME_BYTES
        self.units.enter(space.M)

    @abstractmethod
    def load(self, i: int) -> None:
        """Put environment i into the memory, without an error."""

    @abstractmethod
    def prepare(self, turns: int) -> None:
        """Get ready for that many turns."""

    def enlarge(self) -> None:
        """Make larger what M[ERROR] of some thread says was too small; all that is at rest stays what it is.

        The memories are made anew in any case: they hold half a turn.
        """
        short: dict[int, int] = {}
        for space in self.spaces:
            error, need = int(space.M[self.layout.ERROR]), int(space.M[self.layout.NEED])
            if error == self.layout.ROOM_FRAMES:
                more = max(len(space.F), need * FRAME_BYTES - len(space.F))
                space.F = np.concatenate([space.F, np.zeros(more, np.uint8)])
            elif error:
                short[error] = max(need, short.get(error, 0))
        for error, need in short.items():
            if error == self.layout.ROOM_UNDO:
                more = max(self.U.shape[1], need - self.U.shape[1])
                self.U = np.concatenate([self.U, np.zeros((self.n, more), self.U.dtype)], axis=1)
            else:
                self._enlarge_memory(error, need)
        old = [space.M for space in self.spaces]
        self._take_memory()
        for space, before in zip(self.spaces, old, strict=True):
            for word in self.kept:
                space.M[word] = before[word]

    @abstractmethod
    def _enlarge_memory(self, error: int, need: int) -> None:
        """Make an image for a memory in which there is more room for what an error says."""
