"""Drawing the position in play: what is seen of it, kind by kind, one over another.

Tiles lie within their cells, so whether two positions look alike is a matter of the cells in which they differ.
"""

from __future__ import annotations

from arcg.runtime.kernel.cellwise.boards import board_words
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


# ---------------------------------------------------------------- comparing


@kernel
def looks_otherwise(P: Array, M: Array, F: Array, other: int) -> bool:
    """Whether the position in play looks otherwise than the packed board at M[other] from where it is looked at now.

    Only cells in which they differ are drawn, into the first two frames of F.
    """
    board = P[PLANES] - board_words(P, M)
    tiles, stride = P[P[VIEW_AT] + M[LEVEL] * VIEW_WORDS + VIEW_TILES], M[STRIDE]
    look_from(P, M)
    for place in range(stride):
        cells = 0
        for plane in range(P[KINDS]):
            if P[tiles + plane]:
                word = plane * stride + place
                cells |= M[board + word] ^ M[other + word]
        while cells:
            cell = place * CELLS_A_WORD + lowest(cells)
            cells &= cells - 1
            if cell_looks_otherwise(P, M, F, board, other, cell):
                return True
    return False


@kernel
def cell_looks_otherwise(P: Array, M: Array, F: Array, one: int, two: int, cell: int) -> bool:
    """Whether a cell, if it is seen, looks otherwise on one packed board than on another."""
    view, height = P[VIEW_AT] + M[LEVEL] * VIEW_WORDS, P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_HEIGHT]
    x, y = cell // height - M[CORNER_X], cell % height - M[CORNER_Y]
    if not (0 <= x < P[view + VIEW_COLUMNS] and 0 <= y < P[view + VIEW_ROWS]):
        return False
    side = P[view + VIEW_CELL] * P[view + VIEW_FACTOR]
    draw_cell(P, M, F, one, cell, side, 0)
    draw_cell(P, M, F, two, cell, side, FRAME_BYTES)
    for row in range(side):
        for n in range(row * WIDTH, row * WIDTH + side):
            if F[n] != F[FRAME_BYTES + n]:
                return True
    return False


@kernel
def draw_cell(P: Array, M: Array, F: Array, board: int, cell: int, side: int, corner: int) -> None:
    """Draw a cell of a packed board, of so many pixels a side, with its corner at a pixel."""
    for row in range(side):
        for n in range(corner + row * WIDTH, corner + row * WIDTH + side):
            F[n] = P[GROUND]
    tiles, at = P[P[VIEW_AT] + M[LEVEL] * VIEW_WORDS + VIEW_TILES], board + cell // CELLS_A_WORD
    for plane in range(P[KINDS]):
        if P[tiles + plane] and M[at + plane * M[STRIDE]] >> cell % CELLS_A_WORD & 1:
            draw_tile(P, F, P[tiles + plane], corner)
