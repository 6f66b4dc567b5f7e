"""Fields: breadth-first distance over the board, kept for one set of arguments while nothing changes.

The query machine asks which cells a field leads to and whether it may grow into a cell; what is known lies in M, see
`DISTANCE_STAMP` and what follows in `layout.py`.
"""

from __future__ import annotations

from arcg.runtime.kernel.events import cell_x, cell_y, pack, step_x, step_y
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import cell_index

LOW, HALF = (1 << 32) - 1, 1 << 31
"""A value as two words: its upper half, and its lower half less `HALF`, which has a sign as words have."""


@kernel
def field_at(P: Array, field: int) -> int:
    """Where the words of a field lie."""
    return P[DISTANCE_AT] + field * P[DISTANCE_WORDS]


@kernel
def grid_at(P: Array, field: int) -> int:
    """Where the distances of a field begin; its queue follows."""
    return field_at(P, field) + DISTANCE_HEAD + 2 * P[DISTANCE_ARGS]


@kernel
def board_cells(P: Array, M: Array) -> int:
    """The number of cells of the level."""
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    return P[level + LEVEL_WIDTH] * P[level + LEVEL_HEIGHT]


@kernel
def same_key(P: Array, M: Array, R: Array, field: int, arguments: int, base: int) -> bool:
    """Whether a field was asked for these arguments last."""
    at = field_at(P, field) + DISTANCE_HEAD
    for n in range(P[arguments]):
        value = R[base + P[arguments + 1 + n]]
        if M[at + 2 * n] != value >> 32 or M[at + 2 * n + 1] != (value & LOW) - HALF:
            return False
    return True


@kernel
def field_known(P: Array, M: Array, R: Array, field: int, arguments: int, base: int) -> bool:
    """Whether a field is known for these arguments; if not, it is emptied, to be worked out.

    For undefined arguments it is known to reach nothing.
    """
    at, grid = field_at(P, field), grid_at(P, field)
    undefined = False
    for n in range(P[arguments]):
        undefined |= R[base + P[arguments + 1 + n]] == UNDEFINED
    if (
        not undefined
        and M[at + DISTANCE_STAMP] == M[STAMP]
        and M[at + DISTANCE_EVENTS] == M[EVENT_COUNT]
        and same_key(P, M, R, field, arguments, base)
    ):
        return True
    for cell in range(board_cells(P, M)):
        M[grid + cell] = UNSEEN
    M[at + DISTANCE_STAMP] = 0
    M[at + DISTANCE_FIRST] = 0
    M[at + DISTANCE_LAST] = 0
    M[at + DISTANCE_WAY] = 0
    for n in range(P[arguments]):
        value = R[base + P[arguments + 1 + n]]
        M[at + DISTANCE_HEAD + 2 * n] = value >> 32
        M[at + DISTANCE_HEAD + 2 * n + 1] = (value & LOW) - HALF
    return undefined


@kernel
def enqueue(P: Array, M: Array, field: int, cell: int, steps: int) -> None:
    """A cell of a field that is so many steps away."""
    at, grid = field_at(P, field), grid_at(P, field)
    M[grid + cell] = steps
    M[grid + P[CELLS] + M[at + DISTANCE_LAST]] = cell
    M[at + DISTANCE_LAST] += 1


@kernel
def seed(P: Array, M: Array, R: Array, field: int, start: int) -> None:
    """Begin a field at the cells in the rows from `start` on, which are taken off."""
    grid = grid_at(P, field)
    for row in range(start, M[ROW_TOP]):
        packed = R[P[ROWS] + row]
        cell = cell_index(P, M, cell_x(packed), cell_y(packed))
        if M[grid + cell] == UNSEEN:
            enqueue(P, M, field, cell, 0)
    M[ROW_TOP] = start


@kernel
def next_cell(P: Array, M: Array, field: int) -> int:
    """The next cell that a field may grow into, marked as refused for now; undefined when there is none."""
    at, grid = field_at(P, field), grid_at(P, field)
    width = P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_WIDTH]
    while M[at + DISTANCE_FIRST] < M[at + DISTANCE_LAST]:
        middle = M[grid + P[CELLS] + M[at + DISTANCE_FIRST]]
        while M[at + DISTANCE_WAY] < 4:
            direction = M[at + DISTANCE_WAY]
            M[at + DISTANCE_WAY] = direction + 1
            x, y = middle % width + step_x(direction), middle // width + step_y(direction)
            cell = cell_index(P, M, x, y)
            if cell >= 0 and M[grid + cell] == UNSEEN:
                M[grid + cell] = REFUSED
                return pack(x, y)
        M[at + DISTANCE_FIRST] += 1
        M[at + DISTANCE_WAY] = 0
    return UNDEFINED


@kernel
def reach(P: Array, M: Array, field: int, packed: int) -> None:
    """Grow into the cell that `next_cell` gave last."""
    at, grid = field_at(P, field), grid_at(P, field)
    middle = M[grid + P[CELLS] + M[at + DISTANCE_FIRST]]
    enqueue(P, M, field, cell_index(P, M, cell_x(packed), cell_y(packed)), M[grid + middle] + 1)


@kernel
def keep_field(P: Array, M: Array, field: int) -> None:
    """Keep a field that is complete for as long as nothing changes."""
    at = field_at(P, field)
    M[at + DISTANCE_STAMP] = M[STAMP]
    M[at + DISTANCE_EVENTS] = M[EVENT_COUNT]


@kernel
def steps_from(P: Array, M: Array, field: int, x: int, y: int) -> int:
    """The distance of a cell, undefined where the field does not reach."""
    cell = cell_index(P, M, x, y)
    if cell < 0:
        return UNDEFINED
    steps = M[grid_at(P, field) + cell]
    return steps if steps >= 0 else UNDEFINED


@kernel
def distance(P: Array, M: Array, field: int, packed: int) -> int:
    """The distance of a packed cell in a field that is known."""
    if packed == UNDEFINED:
        return UNDEFINED
    return steps_from(P, M, field, cell_x(packed), cell_y(packed))


@kernel
def approach(P: Array, M: Array, field: int, packed: int) -> int:
    """The direction of the neighbour with the least distance, if that is below the cell's own."""
    if packed == UNDEFINED:
        return UNDEFINED
    x, y = cell_x(packed), cell_y(packed)
    best, found = steps_from(P, M, field, x, y), UNDEFINED
    for n in range(4):
        direction = P[P[TIES_AT] + 4 + n]
        there = steps_from(P, M, field, x + step_x(direction), y + step_y(direction))
        if there != UNDEFINED and (best == UNDEFINED or there < best):
            best, found = there, direction
    return found
