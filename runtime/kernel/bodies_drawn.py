"""Drawing things that have bodies, pixel by pixel: pictures turned, mirrored, scaled to a box or put into every cell.

What a picture looks like comes as one word a pixel, as it was drawn: -1 see-through, a colour XORed with the ground, or
16 and more for the tint of that number.
"""

from __future__ import annotations

from arcg.runtime.engine import SIZE as SIDE
from arcg.runtime.kernel.bodies import cell_at, cell_count
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import record
from arcg.runtime.kernel.pointers import data


@kernel
def has_body(P: Array, M: Array, slot: int) -> bool:
    """Whether a thing is drawn as bodies are."""
    return bool(P[P[KIND_AT] + M[record(P, slot) + KIND] * KIND_WORDS + KIND_BODY])


@kernel
def box(P: Array, M: Array, slot: int, raw: int, number: int) -> tuple[int, int, int, int]:
    """A box in which a picture is drawn, in frame pixels from the corner of the board: left, top, width, height.

    `number` is that of a cell, if the picture is drawn in every cell.
    """
    at, shape = record(P, slot), int(M[P[SHAPE_AT] + slot])
    size = int(P[P[PAINT_AT] + M[LEVEL] * VIEW_WORDS + VIEW_CELL])
    x, y = int(M[at + X]), int(M[at + Y])
    if P[raw + RAW_CELLS]:
        dx, dy = cell_at(M, shape, number)
        return (x + dx) * size, (y + dy) * size, size, size
    left, top = x + int(M[shape + SHAPE_BOX_X]), y + int(M[shape + SHAPE_BOX_Y])
    return left * size, top * size, int(M[shape + SHAPE_BOX_WIDTH]) * size, int(M[shape + SHAPE_BOX_HEIGHT]) * size


@kernel
def times_drawn(P: Array, M: Array, slot: int, raw: int) -> int:
    """In how many boxes a picture is drawn."""
    return cell_count(M, int(M[P[SHAPE_AT] + slot])) if P[raw + RAW_CELLS] else 1


@kernel
def placed(P: Array, M: Array, slot: int, raw: int, number: int) -> tuple[int, int, int, int, int]:
    """Where a picture is drawn in a box: left, top, frame pixels a pixel, columns and rows as it is turned."""
    factor = int(P[P[PAINT_AT] + M[LEVEL] * VIEW_WORDS + VIEW_FACTOR])
    left, top, width, height = box(P, M, slot, raw, number)
    columns, rows = int(P[raw + RAW_WIDTH]), int(P[raw + RAW_HEIGHT])
    if M[M[P[SHAPE_AT] + slot] + SHAPE_QUARTERS] & 1:
        columns, rows = rows, columns
    scale = max(1, min(width // factor // columns, height // factor // rows))
    aside = (width // factor - scale * columns) // 2
    down = (height // factor - scale * rows) // 2
    return left + aside * factor, top + down * factor, scale * factor, columns, rows


@kernel
def raw_pixel(P: Array, M: Array, slot: int, raw: int, column: int, row: int) -> int:
    """The pixel of a picture at a place of it as it is turned and mirrored now."""
    shape = M[P[SHAPE_AT] + slot]
    width, height = int(P[raw + RAW_WIDTH]), int(P[raw + RAW_HEIGHT])
    quarters = int(M[shape + SHAPE_QUARTERS])
    if quarters == 1:
        x, y = row, height - 1 - column
    elif quarters == 2:
        x, y = width - 1 - column, height - 1 - row
    elif quarters == 3:
        x, y = width - 1 - row, column
    else:
        x, y = column, row
    if M[shape + SHAPE_MIRRORED]:
        x = width - 1 - x
    return int(P[P[raw + RAW_PIXELS] + y * width + x])


@kernel
def draw_body(P: Array, M: Array, slot: int, raw: int, colours: int, frame: Array) -> None:
    """Draw a thing; `colours` are those of its tints, four bits each, XORed with the ground."""
    view = P[PAINT_AT] + M[LEVEL] * VIEW_WORDS
    size = int(P[view + VIEW_CELL])
    first, top = int(M[CORNER_X]) * size, int(M[CORNER_Y]) * size
    right, bottom = first + int(P[view + VIEW_COLUMNS]) * size, top + int(P[view + VIEW_ROWS]) * size
    aside, down = int(P[view + VIEW_LEFT]) - first, int(P[view + VIEW_TOP]) - top
    ground = int(P[GROUND])
    pixels = data(frame.reshape(SIDE * SIDE))
    for number in range(times_drawn(P, M, slot, raw)):
        x, y, scale, columns, rows = placed(P, M, slot, raw, number)
        for row in range(rows):
            above, below = max(top, y + row * scale), min(bottom, y + (row + 1) * scale)
            for column in range(columns if above < below else 0):
                colour = raw_pixel(P, M, slot, raw, column, row)
                if colour < 0:
                    continue
                if colour >= 16:
                    colour = (colours >> (4 * (colour - 16))) & 15
                colour ^= ground
                begin, end = max(first, x + column * scale), min(right, x + (column + 1) * scale)
                for line in range(above, below):
                    at = (down + line) * SIDE + aside
                    for n in range(at + begin, at + end):
                        pixels[n] = colour


@kernel
def hits_body(P: Array, M: Array, slot: int, raw: int, px: int, py: int) -> bool:
    """Whether a pixel of the board, in frame pixels from its corner, is one that a thing paints."""
    for number in range(times_drawn(P, M, slot, raw)):
        x, y, scale, columns, rows = placed(P, M, slot, raw, number)
        inside = x <= px < x + columns * scale and y <= py < y + rows * scale
        if inside and raw_pixel(P, M, slot, raw, (px - x) // scale, (py - y) // scale) >= 0:
            return True
    return False
