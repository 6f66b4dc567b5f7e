"""Rows of matches on the ROWS stack: sorting them, taking out doubles, folding them.

Rows are packed, `width` words each, from word `start` of ROWS to M[ROW_TOP]. An *order* in the image tells which
words a match is sorted by: how many words in all, a word that goes before all (-1: none), how many things and their
words, how many values with word and sort; what is still equal goes by its first word.
"""

from __future__ import annotations

from arcg.runtime.engine import MAX_TUPLES, MAX_VALUE
from arcg.runtime.kernel.events import cell_y
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import alive
from arcg.runtime.kernel.opcodes import FOLD_COUNT, FOLD_MAX, FOLD_MIN, FOLD_SUM, SORT_CELL, SORT_DIRECTION
from arcg.runtime.kernel.order import compare_things

RAW = -1
"""In place of the address of an order: the words as they are, one after another."""


@kernel
def compare_values(P: Array, one: int, two: int, sort: int) -> int:
    """-1, 0 or 1: directions by the game's order, cells row by row."""
    if one == two:
        return 0
    if sort == SORT_DIRECTION:
        return -1 if P[P[TIES_AT] + one] < P[P[TIES_AT] + two] else 1
    if sort == SORT_CELL and cell_y(one) != cell_y(two):
        return -1 if cell_y(one) < cell_y(two) else 1
    return -1 if one < two else 1


@kernel
def compare_rows(P: Array, M: Array, R: Array, one: int, two: int, order: int, width: int) -> int:
    """-1, 0 or 1: two rows at addresses of R."""
    if order == RAW:
        for n in range(width):
            if R[one + n] != R[two + n]:
                return -1 if R[one + n] < R[two + n] else 1
        return 0
    leading = P[order + 1]
    if leading >= 0 and R[one + leading] != R[two + leading]:
        return -1 if R[one + leading] < R[two + leading] else 1
    at = order + 3
    for n in range(P[order + 2]):
        left, right = R[one + P[at + n]], R[two + P[at + n]]
        if left != right:
            there, here = alive(P, M, left), alive(P, M, right)
            if there and here:
                result = compare_things(P, M, left, right)
                if result != 0:
                    return result
            elif there != here:
                return 1 if there else -1
    at += P[order + 2]
    for n in range(P[at]):
        word = P[at + 1 + 2 * n]
        result = compare_values(P, R[one + word], R[two + word], P[at + 2 + 2 * n])
        if result != 0:
            return result
    return -1 if R[one] < R[two] else 1 if R[one] > R[two] else 0


@kernel
def sort_rows(P: Array, M: Array, R: Array, start: int, width: int, order: int) -> None:
    """Sort the rows from `start` to the top, in place (a shell sort: rows that are alike are alike in every word)."""
    first = P[ROWS] + start
    count = (M[ROW_TOP] - start) // width
    gap = 1
    while gap < count // 3:
        gap = 3 * gap + 1
    while gap >= 1:
        for n in range(gap, count):
            m = n
            while m >= gap:
                here, there = first + m * width, first + (m - gap) * width
                if compare_rows(P, M, R, there, here, order, width) <= 0:
                    break
                for word in range(width):
                    R[here + word], R[there + word] = R[there + word], R[here + word]
                m -= gap
        gap //= 3


@kernel
def distinct_rows(P: Array, M: Array, R: Array, start: int, width: int) -> None:
    """Leave one of each set of equal rows, sorted word by word."""
    count = (M[ROW_TOP] - start) // width
    if count < 2:
        return
    sort_rows(P, M, R, start, width, RAW)
    drop_doubles(P, M, R, start, width)


@kernel
def drop_doubles(P: Array, M: Array, R: Array, start: int, width: int) -> None:
    """Leave one of each run of equal rows."""
    first = P[ROWS] + start
    kept = first
    for n in range(1, (M[ROW_TOP] - start) // width):
        row = first + n * width
        if compare_rows(P, M, R, kept, row, RAW, width) != 0:
            kept += width
            for word in range(width):
                R[kept + word] = R[row + word]
    M[ROW_TOP] = kept + width - P[ROWS]


@kernel
def grow(P: Array, M: Array, R: Array, start: int, known: int, new: int, width: int) -> tuple[int, int]:
    """Take in the tuples that a pass over a loop of facts has found: how many are known now, how many of them are new.

    From `start` on lie the known ones, sorted, then those of them that the last pass added, then what this pass found.
    In the end the known ones lie there, sorted, then those that this pass added. None at all if there are too many.
    """
    first = start + (known + new) * width
    if M[ROW_TOP] > first + width:
        sort_rows(P, M, R, first, width, RAW)
        drop_doubles(P, M, R, first, width)
    here, found, added, old = P[ROWS] + start, (M[ROW_TOP] - first) // width, 0, 0
    for n in range(found):
        row = P[ROWS] + first + n * width
        order = -1
        while old < known:
            order = compare_rows(P, M, R, here + old * width, row, RAW, width)
            if order >= 0:
                break
            old += 1
        if old == known or order > 0:
            for word in range(width):
                R[P[ROWS] + first + added * width + word] = R[row + word]
            added += 1
    top = start + (known + 2 * added) * width
    if top > P[ROWS_SIZE]:
        M[ERROR], M[NEED] = ROOM_ROWS, top
        return 0, 0
    source, to = P[ROWS] + first, here + (known + added) * width
    if to <= source:
        for word in range(added * width):
            R[to + word] = R[source + word]
    else:
        for word in range(added * width - 1, -1, -1):
            R[to + word] = R[source + word]
    old, last = known - 1, added - 1
    for place in range(known + added - 1, -1, -1):
        if last < 0:
            break
        row = to + last * width
        if old >= 0 and compare_rows(P, M, R, here + old * width, row, RAW, width) > 0:
            row = here + old * width
            old -= 1
        else:
            last -= 1
        for word in range(width):
            R[here + place * width + word] = R[row + word]
    known += added
    if known > MAX_TUPLES:
        M[CROWDED] = 1
        M[ROW_TOP] = start
        return 0, 0
    M[ROW_TOP] = top
    return known, added


@kernel
def keep_loop(P: Array, M: Array, R: Array, loop: int, start: int, count: int, width: int) -> None:
    """Keep what a loop of facts holds of, the rows from `start` on, for as long as nothing changes."""
    if M[TUPLES_STAMP] != M[STAMP] or M[TUPLES_EVENTS] != M[EVENT_COUNT]:
        M[TUPLES_STAMP] = M[STAMP]
        M[TUPLES_EVENTS] = M[EVENT_COUNT]
        M[TUPLES_TOP] = 0
    top, words = M[TUPLES_TOP], count * width
    if top + words > P[TUPLES_SIZE]:
        M[ERROR], M[NEED] = ROOM_TUPLES, top + words
        return
    for n in range(words):
        R[P[TUPLES] + top + n] = R[P[ROWS] + start + n]
    M[TUPLES_TOP] = top + words
    at = P[LOOP_AT] + loop * LOOP_WORDS
    M[at + LOOP_STAMP] = M[STAMP]
    M[at + LOOP_EVENTS] = M[EVENT_COUNT]
    M[at + LOOP_BEGIN] = top
    M[at + LOOP_END] = top + words
    M[ROW_TOP] = start


@kernel
def fold_rows(P: Array, M: Array, R: Array, how: int, start: int, width: int, word: int) -> int:
    """How many rows, or the sum, least or greatest of their values at `word`; undefined ones are left out."""
    total = 0 if how == FOLD_COUNT or how == FOLD_SUM else UNDEFINED
    for n in range((M[ROW_TOP] - start) // width):
        if how == FOLD_COUNT:
            total += 1
            continue
        value = R[P[ROWS] + start + n * width + word]
        if value == UNDEFINED:
            continue
        if how == FOLD_SUM:
            total += value
        elif total == UNDEFINED or (how == FOLD_MIN and value < total) or (how == FOLD_MAX and value > total):
            total = value
    if how == FOLD_SUM and (total > MAX_VALUE or total < -MAX_VALUE):
        return UNDEFINED
    return total


@kernel
def first_row(P: Array, M: Array, R: Array, start: int, order: int) -> int:
    """The value (the last word) of the first row, in the order of matches, that has one."""
    width = P[order]
    best = -1
    for n in range((M[ROW_TOP] - start) // width):
        row = P[ROWS] + start + n * width
        if R[row + width - 1] != UNDEFINED and (best < 0 or compare_rows(P, M, R, row, best, order, width) < 0):
            best = row
    return R[best + width - 1] if best >= 0 else UNDEFINED
