"""Paint and fog: the cells that lines of the game colour, over a layer or over everything.

What a line paints comes as rows of its matches, with the cell and the colour as their last words.
"""

from __future__ import annotations

from arcg.runtime.kernel.asking import rows
from arcg.runtime.kernel.events import cell_x, cell_y, pack
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.opcodes import CALL_ROOM
from arcg.runtime.kernel.rows import sort_rows

COLOURS = 16


@kernel
def cover(P: Array, M: Array, R: Array, frame: Array, layer: int) -> None:
    """Paint what lies over the things of a layer, or (FOG) over everything."""
    for number in range(P[STAINS]):
        stain = P[STAIN_AT] + number * STAIN_WORDS
        if P[stain + STAIN_LAYER] != layer:
            continue
        start, width = int(M[ROW_TOP]), int(P[P[stain + STAIN_CODE] - 1])
        rows(P, M, R, P[stain + STAIN_CODE], P[REGISTERS] + CALL_ROOM)
        if M[ERROR]:
            return
        sort_rows(P, M, R, start, width, P[stain + STAIN_ORDER])
        for n in range((M[ROW_TOP] - start) // width):
            row = P[ROWS] + start + n * width
            fill(P, M, frame, R[row + width - 2], R[row + width - 1])
        M[ROW_TOP] = start


@kernel
def fill(P: Array, M: Array, frame: Array, cell: int, colour: int) -> None:
    """Fill a cell, if it is one that is seen and the colour is one."""
    view = P[PAINT_AT] + M[LEVEL] * VIEW_WORDS
    if cell == UNDEFINED or not 0 <= colour < COLOURS:
        return
    x, y = cell_x(cell) - M[CORNER_X], cell_y(cell) - M[CORNER_Y]
    if not (0 <= x < P[view + VIEW_COLUMNS] and 0 <= y < P[view + VIEW_ROWS]):
        return
    size = P[view + VIEW_CELL]
    left, top = P[view + VIEW_LEFT] + x * size, P[view + VIEW_TOP] + y * size
    for line in range(top, top + size):
        for column in range(left, left + size):
            frame[line, column] = colour


@kernel
def in_fog(P: Array, M: Array, R: Array, x: int, y: int) -> bool:
    """Whether a cell lies in fog."""
    found = False
    for number in range(P[STAINS]):
        stain = P[STAIN_AT] + number * STAIN_WORDS
        if P[stain + STAIN_LAYER] != FOG or found:
            continue
        start, width = int(M[ROW_TOP]), int(P[P[stain + STAIN_CODE] - 1])
        rows(P, M, R, P[stain + STAIN_CODE], P[REGISTERS] + CALL_ROOM)
        if M[ERROR]:
            return False
        for n in range((M[ROW_TOP] - start) // width):
            row = P[ROWS] + start + n * width
            if R[row + width - 2] == pack(x, y) and 0 <= R[row + width - 1] < COLOURS:
                found = True
        M[ROW_TOP] = start
    return found
