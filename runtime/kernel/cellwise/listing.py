"""The things of a packed board, listed in the order in which states have them: by kind, then row by row."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.jit import Array, kernel


def listed(P: Array, kinds: Array, board: Array, width: int, height: int) -> NDArray[np.int64]:
    """The things of a packed board of so many cells, shape (things, 3): kind, column, row; `kinds` by bit of a cell."""
    ends = np.zeros(len(kinds), np.int64)
    count_things(P, kinds, board, ends)
    np.cumsum(ends, out=ends)
    out = np.empty((int(ends[-1]), 3), np.int64)
    put_things(P, kinds, board, width, height, ends, out)
    return out


@kernel
def count_things(P: Array, kinds: Array, board: Array, counts: Array) -> None:
    """Add to the count of each kind how often it is on the board."""
    words = P[KIND_WORDS]
    for n in range(len(board)):
        held, first = board[n], n % words * KINDS_A_WORD
        while held:
            lowest = held & -held
            counts[kinds[first + P[P[LOW_BIT_AT] + lowest % LOW_BITS]]] += 1
            held ^= lowest


@kernel
def put_things(P: Array, kinds: Array, board: Array, width: int, height: int, ends: Array, out: Array) -> None:
    """Put each thing where it belongs; `ends`: how many things there are up to each kind, which is used up."""
    words = P[KIND_WORDS]
    for y in range(height - 1, -1, -1):
        for x in range(width - 1, -1, -1):
            for word in range(words):
                held, first = board[(x * height + y) * words + word], word * KINDS_A_WORD
                while held:
                    lowest = held & -held
                    kind = kinds[first + P[P[LOW_BIT_AT] + lowest % LOW_BITS]]
                    ends[kind] -= 1
                    out[ends[kind], 0], out[ends[kind], 1], out[ends[kind], 2] = kind, x, y
                    held ^= lowest
