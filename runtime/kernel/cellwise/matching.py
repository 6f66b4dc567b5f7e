"""Where rows of cells fit: all matches of a row on the board in play, in the order in which they are taken.

A match is one number: its first cell, and how long its gaps are. Lines of the board that cannot hold what a row needs
are passed over, and so are those in which nothing has changed since the row was found to fit nowhere.
"""

from __future__ import annotations

from arcg.runtime.engine import MAX_CELL_MATCHES
from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.jit import Array, kernel

CELL_BITS, GAP_BITS = 20, 10
"""Of a match: bits of its first cell, then bits for the length of the first gap, then those of the second."""
CELL_MASK, GAP_MASK = (1 << CELL_BITS) - 1, (1 << GAP_BITS) - 1

LEFT_WAY = 2
"""The first of the ways that run along rows; the ways before it run along columns."""


@kernel
def fits(P: Array, M: Array, test: int, at: int) -> bool:
    """Whether the words that begin at M[at], of a cell or of a mask, fit a test."""
    word = test + TEST_HEAD
    for _ in range(P[test + TEST_WORDS_COUNT]):
        if M[at + P[word]] & P[word + 1] != P[word + 2]:
            return False
        word += 3
    for _ in range(P[test + TEST_SETS]):
        count = P[word]
        word += 1
        found = False
        for _ in range(count):
            if M[at + P[word]] & P[word + 1]:
                found = True
            word += 2
        if not found:
            return False
    return True


@kernel
def step_of(P: Array, M: Array, way: int) -> int:
    """What a step in a direction adds to the number of a cell."""
    along = 1 if way < LEFT_WAY else P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_HEIGHT]
    return along if way & 1 else -along


@kernel
def part_fits(P: Array, M: Array, tests: int, count: int, cell: int, step: int) -> bool:
    """Whether cells in a row, from one on, fit the tests of a list."""
    at, stride = P[BOARD] + cell * P[CELL_WORDS], step * P[CELL_WORDS]
    for number in range(count):
        if not fits(P, M, P[tests + number], at):
            return False
        at += stride
    return True


@kernel
def keep_match(P: Array, M: Array, match: int) -> bool:
    """Put a match behind those that were found; False, with ROOM_MATCHES, when there is no room."""
    if M[TOP] >= P[MATCHES_SIZE]:
        M[ERROR], M[NEED] = ROOM_MATCHES, M[TOP] + 1
        return False
    M[P[MATCHES] + M[TOP]] = match
    M[TOP] += 1
    return True


@kernel
def keep_over_gaps(P: Array, M: Array, match: int) -> bool:
    """As `keep_match`, of a row with gaps; False, with OUT_OF_WORK, when it has too many matches."""
    if M[TOP] - M[ROW_BEGIN] == MAX_CELL_MATCHES:
        M[ERROR] = OUT_OF_WORK
        return False
    return keep_match(P, M, match)


@kernel
def find(P: Array, M: Array, number: int, way: int) -> int:
    """Find all matches of row `number` of all rules: put them behind those that were found before. How many."""
    pattern = P[PATTERN_AT] + number * PATTERN_WORDS
    none = M[P[NONE_AT] + number]
    if none == M[STAMP]:
        return 0
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    width, height = P[level + LEVEL_WIDTH], P[level + LEVEL_HEIGHT]
    length, gaps, tests = P[pattern + PATTERN_LENGTH], P[pattern + PATTERN_GAPS], P[pattern + PATTERN_TESTS]
    need, words = P[pattern + PATTERN_NEED], P[CELL_WORDS]
    first = M[ROW_BEGIN] = M[TOP]
    if way < LEFT_WAY:
        lines, line_stride, extent, along, line = width, height, height, 1, 0
    else:
        lines, line_stride, extent, along, line = height, 1, width, height, width
    # behind the masks and stamps of the columns are those of the rows
    mask, stamp = P[LINE_MASKS] + line * words, P[LINE_STAMPS] + line
    forward = way & 1
    step = along if forward else -along
    low = 0 if forward else length - 1
    stride = step * words
    begin, one = P[tests], P[tests + 1] if length > 1 else 0
    for number_of_line in range(lines):
        if M[stamp + number_of_line] <= none or not fits(P, M, need, mask + number_of_line * words):
            continue
        cell = number_of_line * line_stride + low * along
        for place in range(low, low + extent - length + 1):
            at = P[BOARD] + cell * words
            if fits(P, M, begin, at):
                if gaps:
                    room = extent - place if forward else place + 1
                    over_gaps(P, M, pattern, cell, step, room - length)
                    if M[ERROR]:
                        return 0
                elif (
                    length == 1
                    or (fits(P, M, one, at + stride) and part_fits(P, M, tests + 2, length - 2, cell + 2 * step, step))
                ) and not keep_match(P, M, cell):
                    return 0
            cell += along
    if M[TOP] == first:
        M[P[NONE_AT] + number] = M[STAMP]
    return M[TOP] - first


@kernel
def over_gaps(P: Array, M: Array, pattern: int, cell: int, step: int, spare: int) -> None:
    """Find the matches of a row with gaps that begin with a cell: short gaps first, the last one grows fastest.

    `spare`: how many cells the gaps may have together.
    """
    tests, length = P[pattern + PATTERN_TESTS], P[pattern + PATTERN_LENGTH]
    part, next_part = P[pattern + PATTERN_PART], P[pattern + PATTERN_NEXT_PART]
    if not part_fits(P, M, tests, part, cell, step):
        return
    if P[pattern + PATTERN_GAPS] == 1:
        for gap in range(spare + 1):
            fit = part_fits(P, M, tests + part, length - part, cell + (part + gap) * step, step)
            if fit and not keep_over_gaps(P, M, cell | gap << CELL_BITS):
                return
        return
    both = part + next_part
    for gap in range(spare + 1):
        if not part_fits(P, M, tests + part, next_part, cell + (part + gap) * step, step):
            continue
        for other in range(spare - gap + 1):
            fit = part_fits(P, M, tests + both, length - both, cell + (both + gap + other) * step, step)
            if fit and not keep_over_gaps(P, M, cell | gap << CELL_BITS | other << CELL_BITS + GAP_BITS):
                return


@kernel
def still_fits(P: Array, M: Array, number: int, match: int, step: int) -> bool:
    """Whether a match of a row fits the board as it is now."""
    pattern = P[PATTERN_AT] + number * PATTERN_WORDS
    tests, length = P[pattern + PATTERN_TESTS], P[pattern + PATTERN_LENGTH]
    cell, gaps = match & CELL_MASK, P[pattern + PATTERN_GAPS]
    if gaps == 0:
        return part_fits(P, M, tests, length, cell, step)
    part, both = P[pattern + PATTERN_PART], P[pattern + PATTERN_PART] + P[pattern + PATTERN_NEXT_PART]
    gap, other = match >> CELL_BITS & GAP_MASK, match >> CELL_BITS + GAP_BITS
    if not part_fits(P, M, tests, part, cell, step):
        return False
    if gaps == 1:
        return part_fits(P, M, tests + part, length - part, cell + (part + gap) * step, step)
    return part_fits(P, M, tests + part, both - part, cell + (part + gap) * step, step) and part_fits(
        P, M, tests + both, length - both, cell + (both + gap + other) * step, step
    )


@kernel
def taken_fit(P: Array, M: Array, rule: int) -> bool:
    """Whether the matches that are taken now all fit the board as it is."""
    step = step_of(P, M, P[rule + RULE_WAY])
    for n in range(P[rule + RULE_PATTERNS]):
        at = P[FOUND] + 3 * n
        if not still_fits(P, M, P[rule + RULE_FIRST] + n, M[P[MATCHES] + M[at] + M[at + 2]], step):
            return False
    return True
