"""Doing all matches of a rule at once.

Most rules are such that none of their matches can keep another from being done (`clashes.py`). Then
nothing is listed, put in order and looked at again: where the rule fits is a plane, which is taken from others or put
into them, shifted by as many cells as a cell of the row is away.
"""

from __future__ import annotations

from arcg.runtime.kernel.cellwise.boards import part_of
from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.cellwise.matching import narrowed, parts_of, room_of, shifts_of
from arcg.runtime.kernel.cellwise.telling import count, spend
from arcg.runtime.kernel.cellwise.wordwise import bits_in, lowest
from arcg.runtime.kernel.jit import Array, kernel

NOWHERE, NOTHING_NEW, CHANGED = range(3)
"""What came of a rule: it did not fit, or what it says was so already, or something changed."""


@kernel
def do_together(P: Array, M: Array, rule: int) -> int:
    """Do all matches of a rule; what came of it."""
    rows, first, way, total = P[rule + RULE_PATTERNS], P[rule + RULE_FIRST], P[rule + RULE_WAY], 1
    for n in range(rows):
        found = fit_all(P, M, first + n, way, n)
        if found == 0:
            return NOWHERE
        total *= found
    if not spend(M, total):
        return NOWHERE
    once, applied = P[rule + RULE_AT_ONCE], total
    if once >= ONCE_EACH:
        applied = M[P[FOUND] + 3 * (once - ONCE_EACH) + 1]
    count(P, M, rule, total, applied, total - applied)
    changed = False
    for n in range(rows):
        if change_all(P, M, first + n, way, n):
            changed = True
    if not changed:
        return NOTHING_NEW
    M[STAMP] += 1
    return CHANGED


@kernel
def fit_all(P: Array, M: Array, number: int, way: int, n: int) -> int:
    """Put the anchors of all matches of row `number` of all rules into the plane `n` of FITS; how many there are.

    In FOUND is kept in which parts of the plane they are looked for, which is all of it that is written, and how many.
    """
    if M[P[NONE_AT] + number] == M[STAMP]:
        return 0
    row, found = P[P[PATTERN_AT] + number * PATTERN_WORDS + PATTERN_ROWS], 0
    anchor, parts = P[row + ROW_ANCHOR], parts_of(P, M, row)
    M[P[FOUND] + 3 * n] = parts
    before, behind = room_of(P, M, way, anchor, P[row + ROW_LENGTH] - 1 - anchor)
    shifts, sign = shifts_of(P, M, way), 2 if way & 1 else -2
    stride, span = M[STRIDE], P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_SPAN]
    fits = P[FITS] + n * stride
    while parts:
        part = lowest(parts) * span
        parts &= parts - 1
        for place in range(part, min(part + span, stride)):
            cells = P[before + place] & P[behind + place]
            if cells:
                cells = narrowed(P, M, row, place, shifts, sign, cells)
            M[fits + place] = cells
            found += bits_in(cells)
    if found == 0:
        M[P[NONE_AT] + number] = M[STAMP]
    M[P[FOUND] + 3 * n + 1] = found
    return found


@kernel
def change_all(P: Array, M: Array, number: int, way: int, n: int) -> bool:
    """Do what a rule says to all matches of its row, after `fit_all`; whether anything changed."""
    pattern, parts, changed = P[PATTERN_AT] + number * PATTERN_WORDS, M[P[FOUND] + 3 * n], False
    sign = 2 if way & 1 else -2
    shift = shifts_of(P, M, way) - sign * P[P[pattern + PATTERN_ROWS] + ROW_ANCHOR]
    stride, span = M[STRIDE], P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_SPAN]
    fits = P[FITS] + n * stride
    while parts:
        part = lowest(parts) * span
        parts &= parts - 1
        for place in range(part, min(part + span, stride)):
            if M[fits + place] and change_word(P, M, pattern, place, shift, sign, M[fits + place]):
                changed = True
    return changed


@kernel
def change_word(P: Array, M: Array, pattern: int, place: int, shift: int, sign: int, cells: int) -> bool:
    """Do what a rule says to the rows whose anchors are some cells, bits of word `place` of a plane.

    `shift`: how planes are shifted to the first cell of the rows. Whether anything changed.
    """
    changed, changes = False, P[pattern + PATTERN_CHANGES]
    for n in range(changes, changes + P[pattern + PATTERN_LENGTH]):
        bit = P[shift + 1]
        here, next_word = cells << bit & EVERY_BIT, cells >> CELLS_A_WORD - bit
        to, change = place + P[shift], P[n]
        word = change + CHANGE_HEAD
        for _ in range(P[change + CHANGE_COUNT]):
            if here and write_all(P, M, word, to, here):
                changed = True
            if next_word and write_all(P, M, word, to + 1, next_word):
                changed = True
            word += WRITE_WORDS
        shift += sign
    return changed


@kernel
def write_all(P: Array, M: Array, write: int, place: int, cells: int) -> bool:
    """Have what goes and what comes by one word of a change do so in some cells; whether anything changed."""
    word, first, stride = P[write], P[write + 1], M[STRIDE]
    at, lost, new = P[PLANES] + place, 0, 0
    left = P[write + 2] & M[P[MASKS] + word]
    while left:
        held = at + (first + lowest(left)) * stride
        if M[held] & cells:
            M[held] &= ~cells
            lost |= left & -left
        left &= left - 1
    left = P[write + 3]
    while left:
        plane = first + lowest(left)
        held = at + plane * stride
        if M[held] & cells != cells:
            M[held] |= cells
            M[P[SUMMARY] + plane] |= part_of(P, M, place)
            new |= left & -left
        left &= left - 1
    M[P[STALE] + word] |= lost
    M[P[MASKS] + word] |= new
    return lost | new != 0
