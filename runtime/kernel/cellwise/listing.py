"""The things of a packed board, listed in the order in which states have them: by kind, then row by row."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.cellwise.wordwise import lowest
from arcg.runtime.kernel.jit import Array, kernel


def listed(places: Array, board: Array, height: int) -> NDArray[np.int64]:
    """The things of a packed board, shape (things, 3): kind, column, row.

    `places`: of each kind, which of the planes is its own.
    """
    planes = board.reshape(len(places), -1)
    out = np.empty((int(count_things(planes)), 3), np.int64)
    put_things(places, planes, height, np.zeros(height + 1, np.int64), out)
    return out


@kernel
def count_things(planes: Array) -> int:
    """How many things there are on a board."""
    count = 0
    for plane in planes:
        for word in plane:
            held = word
            while held:
                held &= held - 1
                count += 1
    return count


@kernel
def put_things(places: Array, planes: Array, height: int, rows: Array, out: Array) -> None:
    """Write down each thing; `rows` has room to count those of each row."""
    first = 0
    for kind in range(len(places)):
        plane = planes[places[kind]]
        rows[:] = 0
        for place in range(len(plane)):
            held = plane[place]
            while held:
                rows[(place * CELLS_A_WORD + lowest(held)) % height + 1] += 1
                held &= held - 1
        for y in range(height):
            rows[y + 1] += rows[y]
        for place in range(len(plane)):
            held = plane[place]
            while held:
                cell = place * CELLS_A_WORD + lowest(held)
                x, y = cell // height, cell % height
                thing = first + rows[y]
                out[thing, 0], out[thing, 1], out[thing, 2] = kind, x, y
                rows[y] += 1
                held &= held - 1
        first += rows[height]
