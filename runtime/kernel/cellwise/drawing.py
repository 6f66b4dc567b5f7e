"""Drawing the position in play: what is seen of it, kind by kind, one over another; tiles lie within their cells."""

from __future__ import annotations

from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.cellwise.views import look_from
from arcg.runtime.kernel.cellwise.wordwise import lowest
from arcg.runtime.kernel.jit import Array, kernel

WIDTH = 64
"""Width and height of a frame."""
FRAME_BYTES = WIDTH * WIDTH


@kernel
def draw(P: Array, M: Array, F: Array, number: int) -> None:
    """Draw the position in play into a frame of F."""
    view = P[VIEW_AT] + M[LEVEL] * VIEW_WORDS
    first, ground = number * FRAME_BYTES, P[GROUND]
    for n in range(FRAME_BYTES):
        F[first + n] = ground
    look_from(P, M)
    first += P[view + VIEW_TOP] * WIDTH + P[view + VIEW_LEFT]
    for plane in range(-P[KINDS], 0):
        tile = P[P[view + VIEW_TILES] + P[KINDS] + plane]
        if tile:
            draw_kind(P, M, F, plane, tile, first)


@kernel
def draw_kind(P: Array, M: Array, F: Array, plane: int, tile: int, first: int) -> None:
    """Draw the tile of a kind in every cell that has it and is seen; the cells begin at pixel `first`."""
    view = P[VIEW_AT] + M[LEVEL] * VIEW_WORDS
    side, height = P[view + VIEW_CELL] * P[view + VIEW_FACTOR], P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_HEIGHT]
    columns, rows = P[view + VIEW_COLUMNS], P[view + VIEW_ROWS]
    for place in range(M[STRIDE]):
        cells = M[P[PLANES] + plane * M[STRIDE] + place]
        while cells:
            cell = place * CELLS_A_WORD + lowest(cells)
            cells &= cells - 1
            x, y = cell // height - M[CORNER_X], cell % height - M[CORNER_Y]
            if 0 <= x < columns and 0 <= y < rows:
                draw_tile(P, F, tile, first + y * side * WIDTH + x * side)


@kernel
def draw_tile(P: Array, F: Array, tile: int, corner: int) -> None:
    """Draw a tile into a cell whose corner is at a pixel."""
    pixel, to = tile + TILE_HEAD, corner + P[tile + TILE_TOP] * WIDTH + P[tile + TILE_LEFT]
    for _ in range(P[tile + TILE_HEIGHT]):
        for column in range(P[tile + TILE_WIDTH]):
            if P[pixel] >= 0:
                F[to + column] = P[pixel]
            pixel += 1
        to += WIDTH
