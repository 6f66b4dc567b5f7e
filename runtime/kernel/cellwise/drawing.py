"""Drawing the position in play: what is seen of it, cell by cell, the kinds of a cell one over another."""

from __future__ import annotations

from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.cellwise.views import look_from
from arcg.runtime.kernel.jit import Array, kernel

WIDTH = 64
"""Width and height of a frame."""
FRAME_BYTES = WIDTH * WIDTH


@kernel
def draw(P: Array, M: Array, F: Array, number: int) -> None:
    """Draw the position in play into a frame of F."""
    level, view = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS, P[VIEW_AT] + M[LEVEL] * VIEW_WORDS
    first, ground = number * FRAME_BYTES, P[GROUND]
    for n in range(FRAME_BYTES):
        F[first + n] = ground
    look_from(P, M)
    side, height = P[view + VIEW_CELL] * P[view + VIEW_FACTOR], P[level + LEVEL_HEIGHT]
    first += P[view + VIEW_TOP] * WIDTH + P[view + VIEW_LEFT]
    for x in range(P[view + VIEW_COLUMNS]):
        at = P[BOARD] + ((M[CORNER_X] + x) * height + M[CORNER_Y]) * P[CELL_WORDS]
        for y in range(P[view + VIEW_ROWS]):
            draw_cell(P, M, F, at, P[view + VIEW_TILES], first + y * side * WIDTH + x * side)
            at += P[CELL_WORDS]


@kernel
def draw_cell(P: Array, M: Array, F: Array, at: int, tiles: int, corner: int) -> None:
    """Draw the cell at M[at] with its corner at a pixel."""
    for word in range(P[KIND_WORDS]):
        held = M[at + word]
        while held:
            low = held & -held
            held ^= low
            tile = P[tiles + KINDS_A_WORD * word + P[P[LOW_BIT_AT] + low % LOW_BITS]]
            if tile == 0:
                continue
            pixel, to = tile + TILE_HEAD, corner + P[tile + TILE_TOP] * WIDTH + P[tile + TILE_LEFT]
            for _ in range(P[tile + TILE_HEIGHT]):
                for column in range(P[tile + TILE_WIDTH]):
                    if P[pixel] >= 0:
                        F[to + column] = P[pixel]
                    pixel += 1
                to += WIDTH
