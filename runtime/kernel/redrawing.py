"""Frames: drawn whole, or from the frame that was drawn last, of which only some cells are not as they were.

Where what is seen in a cell depends on little else than the things in it, the last frame is kept with the position in
it. What differs is found by comparing slots; the cells of those things are drawn anew, where they lie and where they
lay. Bars are drawn anew each time. A batch that is drawn keeps a picture of each environment; where it lies is written
into the memory (`show_in`) for as long as the environment is there.
"""

from __future__ import annotations

import numpy as np

from arcg.runtime.kernel.drawing import EACH_BYTE, SIDE, draw_bars, draw_pile, draw_whole, look, put
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import chunks_apart, copy_things, next_chunks, record, records, same_words
from arcg.runtime.kernel.pointers import copy_words, longs_at, point_at, pointed

WORDS = SIDE * SIDE // 8
"""64-bit words of a frame."""

LOW_BITS = (1 << 63) - 1
"""A shift to the right brings in the sign; these bits are what was there."""


@kernel
def draw(P: Array, M: Array, R: Array, frame: Array) -> None:
    """Draw the live position into a frame, (64, 64) bytes; changes nothing of the turn."""
    if P[P[PAINT_AT] + M[LEVEL] * VIEW_WORDS + VIEW_PLAIN] and not P[BODIES] and not P[STAINS]:
        draw_plain(P, M, R, frame)
    else:
        draw_whole(P, M, R, frame)
    draw_bars(P, M, frame)


@kernel
def draw_plain(P: Array, M: Array, R: Array, frame: Array) -> None:
    """Draw a plain view, all but the bars, and keep it."""
    words = frame.reshape(SIDE * SIDE).view(np.int64)
    kept = P[KEPT]
    block, known = kept + KEPT_BLOCK, M[kept + KEPT_LEVEL] == M[LEVEL] + 1
    picture = longs_at(M, kept + KEPT_PICTURE)
    if M[PICTURE_AT] or M[PICTURE_AT + 1]:
        picture = pointed(M, PICTURE_AT)
    error = M[ERROR]
    M[ERROR] = M[kept + KEPT_LEVEL] = 0
    if known and redraw(P, M, R, picture, block):
        copy_words(words, 0, picture, 0, WORDS)
    elif not M[ERROR]:
        draw_whole(P, M, R, frame)
        copy_words(picture, 0, words, 0, WORDS)
    if M[ERROR]:
        return
    M[ERROR] = error
    copy_things(P, M, block, P[LIVE])
    M[kept + KEPT_LEVEL] = M[LEVEL] + 1


@kernel
def redraw(P: Array, M: Array, R: Array, picture: Array, before: int) -> bool:
    """Make the frame of a position that of the live one; False if it had better be drawn whole."""
    live, view = P[LIVE], P[PAINT_AT] + M[LEVEL] * VIEW_WORDS
    worldly = P[view + VIEW_WORLDLY]
    for n in range(P[worldly]):
        attr = BLOCK_HEAD + P[worldly + 1 + n]
        if M[live + attr] != M[before + attr]:
            return False
    chunks, slots, old = chunks_apart(M, live, before), M[live + BLOCK_SLOTS], M[before + BLOCK_SLOTS]
    most, left = max(slots, old), max(slots, old) // 2
    first, end = next_chunks(P, chunks, 0, most)
    while first < end:
        for slot in range(first, end):
            now, then = record(P, slot), records(P, before) + slot * P[RECORD]
            here, there = slot < slots and M[now + KIND] >= 0, slot < old and M[then + KIND] >= 0
            if here and there and look_alike(P, M, now, then):
                continue
            left -= 1
            if left < 0:
                return False
            if here:
                draw_cell(P, M, R, picture, M[now + X], M[now + Y])
            if there and not (here and M[now + X] == M[then + X] and M[now + Y] == M[then + Y]):
                draw_cell(P, M, R, picture, M[then + X], M[then + Y])
            if M[ERROR]:
                return False
        first, end = next_chunks(P, chunks, end, most)
    return True


@kernel
def look_alike(P: Array, M: Array, one: int, two: int) -> bool:
    """Whether two records are of things that look alike, in the same cell."""
    if M[one + KIND] != M[two + KIND] or M[one + X] != M[two + X] or M[one + Y] != M[two + Y]:
        return False
    return same_words(M, one + ATTR, two + ATTR, P[ATTRS])


@kernel
def draw_cell(P: Array, M: Array, R: Array, picture: Array, x: int, y: int) -> None:
    """Draw one cell of the live position anew, if it is seen."""
    view = P[PAINT_AT] + M[LEVEL] * VIEW_WORDS
    if x >= P[view + VIEW_COLUMNS] or y >= P[view + VIEW_ROWS]:
        return
    cell, ground = P[view + VIEW_CELL], P[GROUND]
    left, top = P[view + VIEW_LEFT] + x * cell, P[view + VIEW_TOP] + y * cell
    colour = int(ground) * EACH_BYTE
    clear(picture, left, top, cell, colour)
    slot = M[P[HEAD] + y * P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_WIDTH] + x]
    if slot < 0:
        return
    tiles = P.view(np.int64)
    if M[P[NEXT] + slot] >= 0:
        draw_pile(P, M, R, picture, tiles, colour, slot, left, top)
        return
    at = record(P, slot)
    entry = P[view + VIEW_LOOKS] + M[at + KIND] * LOOK_WORDS
    tile, colours = look(P, M, R, slot, at, entry)
    if tile > 0:
        put(P, picture, tiles, tile, colours, left, top, colour, False)


@kernel
def clear(picture: Array, left: int, top: int, side: int, colour: int) -> None:
    """Fill a square of a picture with a colour, given as that of eight pixels."""
    for strip in range(0, side, 8):
        x, mask = left + strip, np.int64(-1)
        if side - strip < 8:
            mask = (np.int64(1) << np.int64(8 * (side - strip))) - 1
        shift = np.int64((x & 7) << 3)
        here, there = mask << shift, (mask >> 1 & LOW_BITS) >> (63 - shift)
        for at in range((top << 3) + (x >> 3), ((top + side) << 3) + (x >> 3), 8):
            picture[at] = picture[at] & ~here | colour & here
            if there:
                picture[at + 1] = picture[at + 1] & ~there | colour & there


# ---------------------------------------------------------------- a picture of each environment


@kernel
def show_in(P: Array, M: Array, picture: Array) -> None:
    """Draw the environment in the memory into this picture from now on; M[ROW_DRAWN] says whether it is shown there."""
    point_at(M, PICTURE_AT, picture)
    kept = P[KEPT]
    M[kept + KEPT_LEVEL] = 0
    if M[ROW_DRAWN]:
        copy_things(P, M, kept + KEPT_BLOCK, P[LIVE])
        M[kept + KEPT_LEVEL] = M[LEVEL] + 1


@kernel
def shown_before(P: Array, M: Array, row: Array) -> None:
    """The picture of the environment shows the position of another row of it."""
    kept, live = P[KEPT], P[LIVE] - LEVEL
    block, words, chunks = kept + KEPT_BLOCK, P[RECORD], EVERYTHING
    if M[block + BLOCK_BEGUN] == row[live + BLOCK_BEGUN]:
        chunks = M[block + BLOCK_TOUCHED] | row[live + BLOCK_TOUCHED]
    copy_words(M, block, row, live, BLOCK_HEAD + P[WORLD])
    slots, things = M[block + BLOCK_SLOTS], live + BLOCK_HEAD + P[WORLD]
    first, end = next_chunks(P, chunks, 0, slots)
    while first < end:
        copy_words(M, records(P, block) + first * words, row, things + first * words, (end - first) * words)
        first, end = next_chunks(P, chunks, end, slots)
    M[kept + KEPT_LEVEL] = row[0] + 1


@kernel
def is_shown(P: Array, M: Array) -> int:
    """1 if the picture of the environment shows the position in the memory, which was drawn last, else 0."""
    return 1 if M[P[KEPT] + KEPT_LEVEL] == M[LEVEL] + 1 else 0


@kernel
def show_nowhere(P: Array, M: Array) -> None:
    """Draw into the memory's own picture again."""
    M[PICTURE_AT] = M[PICTURE_AT + 1] = M[P[KEPT] + KEPT_LEVEL] = 0
