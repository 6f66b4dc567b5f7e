"""Which clicks there are: pixels where a click does the same are one move, with their number as its weight.

A click tells the rules what was hit and in which cell. Things of kinds that no rule asks for are as good as others of
such kinds, and cells do not matter unless some rule is told them (`told.py` finds out both). Most cells are decided
by one look at their middle or because nothing that matters reaches into them, the others pixel by pixel.
"""

from __future__ import annotations

from arcg.runtime.kernel.answers import CLICK
from arcg.runtime.kernel.bodies import POINT, cell_at, cell_count
from arcg.runtime.kernel.bodies_drawn import has_body, placed, times_drawn
from arcg.runtime.kernel.drawing import FRAME_BOTTOM, compare_heights, hide_events, look, reveal_events
from arcg.runtime.kernel.far import hit
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.known import C_MOVES, MOST_MOVES, MOVE_ACTION, MOVE_WEIGHT, MOVE_X, MOVE_Y
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import cell_index, record
from arcg.runtime.kernel.views import look_from, quarters

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
def list_clicks(
    P: Array, M: Array, R: Array, C: Array, told: Array, moves: Array, hits: Array, firsts: Array, marks: Array
) -> None:
    """Add the clicks on the position in the memory to the C[C_MOVES] moves that are there, cell by cell.

    `marks` has a word for each cell of a board, all 0 between calls.
    """
    begun, seen = C[C_MOVES], 0
    view = P[PAINT_AT] + M[LEVEL] * VIEW_WORDS
    cell, width = P[view + VIEW_CELL], P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_WIDTH]
    plain = not (P[view + VIEW_LARGE] or P[BODIES])
    mark, turns = M[ROW_TOP], quarters(P, M)
    hide_events(P, M, R, P[view + VIEW_EVENTS])
    look_from(P, M, R)
    if not plain:
        mark_reached(P, M, R, told, view, marks)
    reveal_events(P, M, R, P[view + VIEW_EVENTS], mark)
    M[ROW_TOP] = mark
    corner_x, corner_y = M[CORNER_X], M[CORNER_Y]
    for line in range(P[view + VIEW_ROWS]):
        for column in range(P[view + VIEW_COLUMNS]):
            left, top = P[view + VIEW_LEFT] + column * cell, P[view + VIEW_TOP] + line * cell
            x, y = corner_x + column, corner_y + line
            px, py = turned(turns, left + cell // 2, top + cell // 2)
            whole = not barred(P, turns, left, top, cell)
            slot = -1
            if whole and plain:
                slot, x, y = hit(P, M, R, px, py)
                whole = all_alike(P, M, told, slot, x, y)
            elif whole:
                whole = marks[y * width + x] == 0
            seen += cell * cell
            if whole:
                add(P, M, C, told, moves, hits, firsts, slot, x, y, px, py, cell * cell)
                continue
            for down in range(top, top + cell):
                for across in range(left, left + cell):
                    px, py = turned(turns, across, down)
                    slot, x, y = hit(P, M, R, px, py)
                    add(P, M, C, told, moves, hits, firsts, slot, x, y, px, py, 1)
    if seen < SIDE * SIDE:
        # The picture is in the middle of the frame: nothing of the board lies in one of these corners.
        corner = 0 if P[view + VIEW_LEFT] or P[view + VIEW_TOP] else LAST
        px, py = turned(turns, corner, corner)
        add(P, M, C, told, moves, hits, firsts, -1, -1, -1, px, py, SIDE * SIDE - seen)
    for place in range(0 if plain else width * P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_HEIGHT]):
        marks[place] = 0
    for n in range(begun, C[C_MOVES]):
        firsts[bucket(told, hits[n, HIT_WHAT], hits[n, HIT_CELL])] = -1


@kernel
def turned(turns: int, x: int, y: int) -> tuple[int, int]:
    """The pixel of the frame where a pixel of the picture lies, when that was turned by quarters clockwise."""
    for _ in range(turns):
        x, y = LAST - y, x
    return x, y


# ---------------------------------------------------------------- cells where a click may hit something that matters


@kernel
def mark_reached(P: Array, M: Array, R: Array, told: Array, view: int, marks: Array) -> None:
    """Mark the cells into which things reach on which a click tells the rules something."""
    for slot in range(M[P[LIVE] + BLOCK_SLOTS]):
        at = record(P, slot)
        kind = M[at + KIND]
        if kind < 0 or not (told[NOTHING_TOLD] or told[ASKED_KINDS + kind]):
            continue
        entry = P[view + VIEW_LOOKS] + kind * LOOK_WORDS
        if P[entry + LOOK_TILE] != NEVER_SEEN:
            mark_thing(P, M, R, view, slot, at, entry, marks)


@kernel
def mark_thing(P: Array, M: Array, R: Array, view: int, slot: int, at: int, entry: int, marks: Array) -> None:
    """Mark the cells into which a thing reaches: those it covers on a `clickable` layer, else those of its picture."""
    cell = P[view + VIEW_CELL]
    left, top = M[at + X] * cell, M[at + Y] * cell
    if P[P[KIND_AT] + M[at + KIND] * KIND_WORDS + KIND_CLICKABLE]:
        shape = M[P[SHAPE_AT] + slot] if P[BODIES] else POINT
        for number in range(cell_count(M, shape)):
            dx, dy = cell_at(M, shape, number)
            mark_pixels(P, M, view, left + dx * cell, top + dy * cell, cell, cell, marks)
        return
    tile, _ = look(P, M, R, slot, at, entry)
    if tile <= 0:
        return
    if has_body(P, M, slot):
        for number in range(times_drawn(P, M, slot, tile)):
            x, y, scale, columns, rows = placed(P, M, slot, tile, number)
            mark_pixels(P, M, view, x, y, columns * scale, rows * scale, marks)
    else:
        left, top = left + P[tile + TILE_LEFT], top + P[tile + TILE_TOP]
        mark_pixels(P, M, view, left, top, P[tile + TILE_WIDTH], P[tile + TILE_HEIGHT], marks)


@kernel
def mark_pixels(P: Array, M: Array, view: int, left: int, top: int, width: int, height: int, marks: Array) -> None:
    """Mark the cells in which there are pixels of a part of the board."""
    cell, level = P[view + VIEW_CELL], P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    for y in range(max(top // cell, 0), min((top + height - 1) // cell + 1, P[level + LEVEL_HEIGHT])):
        for x in range(max(left // cell, 0), min((left + width - 1) // cell + 1, P[level + LEVEL_WIDTH])):
            marks[y * P[level + LEVEL_WIDTH] + x] = 1


# ---------------------------------------------------------------- cells in which all pixels do the same


@kernel
def barred(P: Array, turns: int, left: int, top: int, cell: int) -> bool:
    """Whether a bar lies over a part of a cell of the picture."""
    left, top = turned(turns, left, top)
    if turns == 1 or turns == 2:
        left -= cell - 1
    if turns == 2 or turns == 3:
        top -= cell - 1
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
