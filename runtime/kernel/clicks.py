"""Which clicks there are: pixels where a click does the same are one move, with their number as its weight.

A click tells the rules what was hit and in which cell. Things of kinds that no rule asks for are as good as others of
such kinds, and cells do not matter unless some rule is told them (`runtime/explore/moves.py` finds out both). Most
cells are decided by one look at their middle, the others pixel by pixel.
"""

from __future__ import annotations

from arcg.runtime.kernel.answers import CLICK
from arcg.runtime.kernel.drawing import FRAME_BOTTOM, compare_heights
from arcg.runtime.kernel.far import hit
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.known import C_MOVES, MOST_MOVES, MOVE_ACTION, MOVE_WEIGHT, MOVE_X, MOVE_Y
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import cell_index, record

CELLS_TOLD, NOTHING_TOLD, ASKED_KINDS = range(3)
"""What rules are told of clicks, an array: 1 if cells; 1 if clicks on nothing; from ASKED_KINDS on, per kind, 1 if
clicks on its things."""

SIDE, LAST = 64, 63
"""Pixels of a row of the frame, and the last of them."""

NOTHING, ANYTHING, BESIDE = -1, -2, -3
"""What is hit if it is no thing that matters: nothing, some other thing, or what is no cell of the board."""
SORTS = 3

HIT_WHAT, HIT_CELL, HIT_NEXT = range(3)
"""Of a move: what it hits, in which cell, and the next move whose hash is the same (-1: none)."""
HIT_WORDS = 3
BUCKETS = MOST_MOVES + SORTS
"""Entries of FIRSTS, which leads from a hash to the first move that has it; all -1 between calls."""


@kernel
def list_clicks(P: Array, M: Array, R: Array, C: Array, told: Array, moves: Array, hits: Array, firsts: Array) -> None:
    """Add the clicks on the position in the memory to the C[C_MOVES] moves that are there."""
    begun = C[C_MOVES]
    view = P[PAINT_AT] + M[LEVEL] * VIEW_WORDS
    if P[view + VIEW_TURNED] >= 0 or P[view + VIEW_LARGE] or P[BODIES]:
        list_pixels(P, M, R, C, told, moves, hits, firsts, 0, 0, SIDE, SIDE)
    else:
        list_cells(P, M, R, C, told, moves, hits, firsts, view)
    for n in range(begun, C[C_MOVES]):
        firsts[bucket(told, hits[n, HIT_WHAT], hits[n, HIT_CELL])] = -1


@kernel
def list_cells(
    P: Array, M: Array, R: Array, C: Array, told: Array, moves: Array, hits: Array, firsts: Array, view: int
) -> None:
    """Add the clicks, cell by cell."""
    cell = P[view + VIEW_CELL]
    for line in range(P[view + VIEW_ROWS]):
        for column in range(P[view + VIEW_COLUMNS]):
            left, top = P[view + VIEW_LEFT] + column * cell, P[view + VIEW_TOP] + line * cell
            px, py = left + cell // 2, top + cell // 2
            slot, x, y = hit(P, M, R, px, py)
            if x < 0 or barred(P, left, top, cell) or not all_alike(P, M, told, slot, x, y):
                list_pixels(P, M, R, C, told, moves, hits, firsts, left, top, left + cell, top + cell)
            else:
                add(P, M, C, told, moves, hits, firsts, slot, x, y, px, py, cell * cell)
    left = SIDE * SIDE - P[view + VIEW_ROWS] * P[view + VIEW_COLUMNS] * cell * cell
    if left:
        corner = 0 if P[view + VIEW_LEFT] or P[view + VIEW_TOP] else LAST  # the picture is in the middle of the frame
        add(P, M, C, told, moves, hits, firsts, -1, -1, -1, corner, corner, left)


@kernel
def list_pixels(
    P: Array, M: Array, R: Array, C: Array, told: Array, moves: Array, hits: Array, firsts: Array,
    left: int, top: int, right: int, bottom: int,
) -> None:  # fmt: skip
    """Add the clicks in a part of the frame, pixel by pixel."""
    for py in range(top, bottom):
        for px in range(left, right):
            slot, x, y = hit(P, M, R, px, py)
            add(P, M, C, told, moves, hits, firsts, slot, x, y, px, py, 1)


@kernel
def barred(P: Array, left: int, top: int, cell: int) -> bool:
    """Whether a bar lies over a part of a cell."""
    for number in range(P[BARS]):
        bar = P[BAR_AT] + number * BAR_WORDS
        across = top if P[bar + BAR_EDGE] <= FRAME_BOTTOM else left
        if P[bar + BAR_FROM] < across + cell and across < P[bar + BAR_TO]:
            return True
    return False


@kernel
def all_alike(P: Array, M: Array, told: Array, middle: int, x: int, y: int) -> bool:
    """Whether a click on any pixel of a cell does what one on its middle does, which hits `middle` (-1: nothing)."""
    looks = P[P[PAINT_AT] + M[LEVEL] * VIEW_WORDS + VIEW_LOOKS]
    first = M[P[HEAD] + cell_index(P, M, x, y)]
    if first < 0:
        return True
    asked, slot = told[NOTHING_TOLD] != 0, first
    while slot >= 0 and not asked:
        asked = told[ASKED_KINDS + M[record(P, slot) + KIND]] != 0
        slot = M[P[NEXT] + slot]
    if not asked:
        return True
    if middle < 0:
        return False
    kind = M[record(P, middle) + KIND]
    if not (P[looks + kind * LOOK_WORDS + LOOK_OPAQUE] or P[P[KIND_AT] + kind * KIND_WORDS + KIND_CLICKABLE]):
        return False
    slot = first
    while slot >= 0:
        seen = P[looks + M[record(P, slot) + KIND] * LOOK_WORDS + LOOK_TILE] != NEVER_SEEN
        if slot != middle and seen and compare_heights(P, M, slot, middle, True) > 0:
            return False
        slot = M[P[NEXT] + slot]
    return True


@kernel
def add(
    P: Array, M: Array, C: Array, told: Array, moves: Array, hits: Array, firsts: Array,
    slot: int, x: int, y: int, px: int, py: int, pixels: int,
) -> None:  # fmt: skip
    """Add pixels that hit a thing (-1: none) in a cell (-1: none) to the move that does so, or as a new one."""
    what, cell = slot, 0
    if x < 0:
        what = BESIDE if told[CELLS_TOLD] else NOTHING
    elif told[CELLS_TOLD]:
        cell = cell_index(P, M, x, y)
    if slot >= 0 and not told[ASKED_KINDS + M[record(P, slot) + KIND]]:
        what = ANYTHING
    if what == ANYTHING and not told[NOTHING_TOLD]:
        what = NOTHING
    place = bucket(told, what, cell)
    n = firsts[place]
    while n >= 0:
        if hits[n, HIT_WHAT] == what and hits[n, HIT_CELL] == cell:
            moves[n, MOVE_WEIGHT] += pixels
            return
        n = hits[n, HIT_NEXT]
    n = C[C_MOVES]
    moves[n, MOVE_ACTION], moves[n, MOVE_X], moves[n, MOVE_Y], moves[n, MOVE_WEIGHT] = CLICK, px, py, pixels
    hits[n, HIT_WHAT], hits[n, HIT_CELL], hits[n, HIT_NEXT] = what, cell, firsts[place]
    firsts[place] = n
    C[C_MOVES] += 1


@kernel
def bucket(told: Array, what: int, cell: int) -> int:
    """The hash of what is hit where."""
    return cell if told[CELLS_TOLD] else what + SORTS
