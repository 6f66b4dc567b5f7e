"""Where rows of cells fit: all matches of a row on the board in play, in the order in which they are taken.

A match is one number: its first cell, and how long its gaps are. A row is looked for in all cells of a word of a plane
at once: what each of its cells must hold is a plane, shifted by as many cells as that cell is away. Rules that need
what no cell holds are passed over, and so are rows that were found to fit nowhere when nothing has changed since.
"""

from __future__ import annotations

from arcg.runtime.engine import MAX_CELL_MATCHES
from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.cellwise.wordwise import lowest
from arcg.runtime.kernel.jit import Array, kernel

CELL_BITS, GAP_BITS = 20, 10
"""Of a match: bits of its first cell, then bits for the length of the first gap, then those of the second."""
CELL_MASK, GAP_MASK = (1 << CELL_BITS) - 1, (1 << GAP_BITS) - 1

LEFT_WAY = 2
"""The first of the ways that run along rows; the ways before it run along columns."""


@kernel
def may_fit(P: Array, M: Array, need: int) -> bool:
    """Whether the board may hold what is needed."""
    masks, word = P[MASKS], need + NEED_HEAD
    for _ in range(P[need + NEED_WORDS]):
        if M[masks + P[word]] & P[word + 1] != P[word + 1]:
            return False
        word += 2
    for _ in range(P[need + NEED_SETS]):
        count = P[word]
        word += 1
        found = False
        for _ in range(count):
            if M[masks + P[word]] & P[word + 1]:
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


# ---------------------------------------------------------------- rows without gaps


@kernel
def shifts_of(P: Array, M: Array, way: int) -> int:
    """Where it says how planes are shifted by no cells, along columns or rows; before and behind it for more."""
    longest = P[LONGEST]
    row = 2 * longest - 1 if way >= LEFT_WAY else 0
    return P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_SHIFTS] + 2 * (row + longest - 1)


@kernel
def room_of(P: Array, M: Array, way: int, before: int, behind: int) -> tuple[int, int]:
    """The planes of the cells that have so many others before and behind them in a direction."""
    if not way & 1:
        before, behind = behind, before
    margin = P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_MARGINS]
    longest, stride = P[LONGEST], M[STRIDE]
    side = 2 * longest if way >= LEFT_WAY else 0
    return margin + (side + before) * stride, margin + (side + longest + behind) * stride


@kernel
def narrowed(P: Array, M: Array, row: int, place: int, shifts: int, sign: int, cells: int) -> int:
    """Of some cells, bits of word `place` of a plane, those that can be the anchor of a row.

    `sign`: 2 for rows that go on to higher cells, else -2.
    """
    at, stride, term = P[PLANES] + place, M[STRIDE], row + ROW_TABLE
    for _ in range(P[row + ROW_HELD]):
        shift = shifts + sign * P[term + 1]
        word, bit = at + P[term] * stride + P[shift], P[shift + 1]
        cells &= M[word] >> bit | M[word + 1] << CELLS_A_WORD - bit
        if cells == 0:
            return 0
        term += 2
    for _ in range(P[row + ROW_REFUSED]):
        shift = shifts + sign * P[term + 1]
        word, bit = at + P[term] * stride + P[shift], P[shift + 1]
        cells &= ~(M[word] >> bit | M[word + 1] << CELLS_A_WORD - bit)
        term += 2
    for _ in range(P[row + ROW_SETS]):
        if cells == 0:
            return 0
        shift = shifts + sign * P[term]
        bit, count, held = P[shift + 1], P[term + 1], 0
        term += 2
        for n in range(term, term + count):
            word = at + P[n] * stride + P[shift]
            held |= M[word] >> bit | M[word + 1] << CELLS_A_WORD - bit
        cells &= held
        term += count
    return cells


@kernel
def parts_of(P: Array, M: Array, row: int) -> int:
    """In which parts of a plane the anchor of a row may lie: bits as of a summary."""
    parts = P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_PARTS]
    for n in range(P[row + ROW_LEADING]):
        parts &= M[P[SUMMARY] + P[row + ROW_TABLE + 2 * n]]
    return parts


@kernel
def fits_at(P: Array, M: Array, row: int, cell: int, way: int) -> bool:
    """Whether a row without gaps fits from a cell on, where it has room."""
    cell += P[row + ROW_ANCHOR] * step_of(P, M, way)
    shifts, sign = shifts_of(P, M, way), 2 if way & 1 else -2
    at, bit, stride, term = P[PLANES] + cell // CELLS_A_WORD, cell % CELLS_A_WORD, M[STRIDE], row + ROW_TABLE
    for n in range(P[row + ROW_HELD] + P[row + ROW_REFUSED]):
        shift = shifts + sign * P[term + 1]
        place, there = at + P[term] * stride + P[shift], bit + P[shift + 1]
        if there >= CELLS_A_WORD:
            place, there = place + 1, there - CELLS_A_WORD
        if (M[place] >> there & 1 != 0) != (n < P[row + ROW_HELD]):
            return False
        term += 2
    for _ in range(P[row + ROW_SETS]):
        shift, count, found = shifts + sign * P[term], P[term + 1], False
        place, there = at + P[shift], bit + P[shift + 1]
        if there >= CELLS_A_WORD:
            place, there = place + 1, there - CELLS_A_WORD
        term += 2
        for n in range(term, term + count):
            if M[place + P[n] * stride] >> there & 1:
                found = True
        if not found:
            return False
        term += count
    return True


# ---------------------------------------------------------------- matches


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
    if M[P[NONE_AT] + number] == M[STAMP]:
        return 0
    pattern = P[PATTERN_AT] + number * PATTERN_WORDS
    first = M[ROW_BEGIN] = M[TOP]
    if P[pattern + PATTERN_GAPS]:
        over_gaps(P, M, pattern, way)
    else:
        without_gaps(P, M, P[pattern + PATTERN_ROWS], way)
    if M[ERROR]:
        return 0
    found = M[TOP] - first
    if found == 0:
        M[P[NONE_AT] + number] = M[STAMP]
    return found


@kernel
def without_gaps(P: Array, M: Array, row: int, way: int) -> None:
    """Find the matches of a row without gaps."""
    parts = parts_of(P, M, row)
    if parts == 0:
        return
    begin, anchor = M[TOP], P[row + ROW_ANCHOR]
    back = anchor * step_of(P, M, way)
    before, behind = room_of(P, M, way, anchor, P[row + ROW_LENGTH] - 1 - anchor)
    shifts, sign = shifts_of(P, M, way), 2 if way & 1 else -2
    stride, span = M[STRIDE], P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_SPAN]
    while parts:
        part = lowest(parts) * span
        parts &= parts - 1
        for place in range(part, min(part + span, stride)):
            cells = P[before + place] & P[behind + place]
            if cells:
                cells = narrowed(P, M, row, place, shifts, sign, cells)
            while cells:
                cell = place * CELLS_A_WORD + lowest(cells)
                cells &= cells - 1
                if not keep_match(P, M, cell - back):
                    return
    if way >= LEFT_WAY and M[TOP] > begin + 1:
        row_by_row(P, M, begin)


@kernel
def lines_of(P: Array, M: Array, rows: bool) -> tuple[int, int]:
    """The first and the last row, or column, that has a cell in the plane FITS."""
    height = P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_HEIGHT]
    first, last = P[MOST_CELLS], -1
    for place in range(M[STRIDE]):
        cells = M[P[FITS] + place]
        while cells:
            cell = place * CELLS_A_WORD + lowest(cells)
            cells &= cells - 1
            line = cell % height if rows else cell // height
            first, last = min(first, line), max(last, line)
    return first, last


@kernel
def row_by_row(P: Array, M: Array, begin: int) -> None:
    """Put the matches from one on, which are in the order of cells, into that of rows."""
    level, matches, top = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS, P[MATCHES], M[TOP]
    width, height = P[level + LEVEL_WIDTH], P[level + LEVEL_HEIGHT]
    if (top - begin) * (top - begin) <= width * height:
        for n in range(matches + begin + 1, matches + top):
            match, at = M[n], n
            while at > matches + begin and M[at - 1] % height > match % height:
                M[at] = M[at - 1]
                at -= 1
            M[at] = match
        return
    for place in range(P[FITS], P[FITS] + M[STRIDE]):
        M[place] = 0
    for n in range(matches + begin, matches + top):
        M[P[FITS] + M[n] // CELLS_A_WORD] |= 1 << M[n] % CELLS_A_WORD
    first, last = lines_of(P, M, True)
    at = matches + begin
    for y in range(first, last + 1):
        for cell in range(y, width * height, height):
            if M[P[FITS] + cell // CELLS_A_WORD] >> cell % CELLS_A_WORD & 1:
                M[at] = cell
                at += 1


# ---------------------------------------------------------------- rows with gaps


@kernel
def fit_part(P: Array, M: Array, row: int, way: int, to: int) -> bool:
    """Put the first cells of all places where a part of a row fits into the plane at M[to]; whether there are any."""
    parts = parts_of(P, M, row)
    if parts == 0:
        return False
    stride, span = M[STRIDE], P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_SPAN]
    before, behind = room_of(P, M, way, 0, P[row + ROW_LENGTH] - 1)
    shifts, sign, found = shifts_of(P, M, way), 2 if way & 1 else -2, False
    for place in range(stride):
        M[to + place] = 0
    while parts:
        part = lowest(parts) * span
        parts &= parts - 1
        for place in range(part, min(part + span, stride)):
            cells = P[before + place] & P[behind + place]
            if cells:
                cells = narrowed(P, M, row, place, shifts, sign, cells)
            if cells:
                M[to + place] = cells
                found = True
    return found


@kernel
def over_gaps(P: Array, M: Array, pattern: int, way: int) -> None:
    """Find the matches of a row with gaps: of those of a cell short gaps first, the last grows fastest."""
    stride = M[STRIDE]
    for part in range(P[pattern + PATTERN_GAPS] + 1):
        if not fit_part(P, M, P[pattern + PATTERN_ROWS + part], way, P[FITS] + part * stride):
            return
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    width, height, length = P[level + LEVEL_WIDTH], P[level + LEVEL_HEIGHT], P[pattern + PATTERN_LENGTH]
    line_stride, extent, along = (height, height, 1) if way < LEFT_WAY else (1, width, height)
    first, last = lines_of(P, M, way >= LEFT_WAY)
    words, bits = P[shifts_of(P, M, way) + 2], P[shifts_of(P, M, way) + 3]
    for line in range(first, last + 1):
        cell = line * line_stride
        at, bit = P[FITS] + cell // CELLS_A_WORD, cell % CELLS_A_WORD
        for place in range(extent):
            if M[at] >> bit & 1:
                room = extent - place if way & 1 else place + 1
                cell = line * line_stride + place * along
                gaps_from(P, M, pattern, cell, along if way & 1 else -along, room - length)
                if M[ERROR]:
                    return
            at, bit = at + words, bit + bits
            if bit >= CELLS_A_WORD:
                at, bit = at + 1, bit - CELLS_A_WORD


@kernel
def part_lies(P: Array, M: Array, part: int, cell: int) -> bool:
    """Whether a part of a row with gaps was found to fit from a cell on."""
    return M[P[FITS] + part * M[STRIDE] + cell // CELLS_A_WORD] >> cell % CELLS_A_WORD & 1 != 0


@kernel
def gaps_from(P: Array, M: Array, pattern: int, cell: int, step: int, spare: int) -> None:
    """Find the matches of a row with gaps whose first part fits from a cell on.

    `spare`: how many cells the gaps may have together.
    """
    part = P[pattern + PATTERN_PART]
    both = part + P[pattern + PATTERN_NEXT_PART]
    for gap in range(spare + 1):
        if not part_lies(P, M, 1, cell + (part + gap) * step):
            continue
        if P[pattern + PATTERN_GAPS] == 1:
            if not keep_over_gaps(P, M, cell | gap << CELL_BITS):
                return
            continue
        for other in range(spare - gap + 1):
            fit = part_lies(P, M, 2, cell + (both + gap + other) * step)
            if fit and not keep_over_gaps(P, M, cell | gap << CELL_BITS | other << CELL_BITS + GAP_BITS):
                return


# ---------------------------------------------------------------- matches that were found before


@kernel
def still_fits(P: Array, M: Array, number: int, match: int, way: int) -> bool:
    """Whether a match of a row fits the board as it is now."""
    pattern = P[PATTERN_AT] + number * PATTERN_WORDS
    rows, cell, gaps = pattern + PATTERN_ROWS, match & CELL_MASK, P[pattern + PATTERN_GAPS]
    if not fits_at(P, M, P[rows], cell, way):
        return False
    if gaps == 0:
        return True
    step = step_of(P, M, way)
    cell += (P[pattern + PATTERN_PART] + (match >> CELL_BITS & GAP_MASK)) * step
    if not fits_at(P, M, P[rows + 1], cell, way):
        return False
    if gaps == 1:
        return True
    cell += (P[pattern + PATTERN_NEXT_PART] + (match >> CELL_BITS + GAP_BITS)) * step
    return fits_at(P, M, P[rows + 2], cell, way)


@kernel
def taken_fit(P: Array, M: Array, rule: int) -> bool:
    """Whether the matches that are taken now all fit the board as it is."""
    for n in range(P[rule + RULE_PATTERNS]):
        at = P[FOUND] + 3 * n
        if not still_fits(P, M, P[rule + RULE_FIRST] + n, M[P[MATCHES] + M[at] + M[at + 2]], P[rule + RULE_WAY]):
            return False
    return True
