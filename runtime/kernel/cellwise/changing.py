"""What becomes of cells: changes, and the marks of rigid groups."""

from __future__ import annotations

from arcg.runtime.kernel.cellwise.boards import first_plane, part_of
from arcg.runtime.kernel.cellwise.chance import choose
from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.cellwise.matching import CELL_BITS, CELL_MASK, GAP_BITS, GAP_MASK, step_of
from arcg.runtime.kernel.cellwise.wordwise import lowest
from arcg.runtime.kernel.jit import Array, kernel

DIRECTIONS = 4


@kernel
def look_at(P: Array, M: Array, cell: int, word: int) -> int:
    """What a cell holds of a word of a set of planes."""
    place, bit, stride = P[PLANES] + cell // CELLS_A_WORD, cell % CELLS_A_WORD, M[STRIDE]
    left, first, held = M[P[MASKS] + word], first_plane(P, word), 0
    while left:
        held |= (M[place + (first + lowest(left)) * stride] >> bit & 1) << lowest(left)
        left &= left - 1
    return held


@kernel
def take_away(P: Array, M: Array, cell: int, word: int, first: int, gone: int) -> bool:
    """Take from a cell what goes, bits of a word of a set whose first plane is `first`; whether any was there."""
    place, bit, stride = P[PLANES] + cell // CELLS_A_WORD, 1 << cell % CELLS_A_WORD, M[STRIDE]
    left, lost = gone & M[P[MASKS] + word], 0
    while left:
        at = place + (first + lowest(left)) * stride
        if M[at] & bit:
            M[at] ^= bit
            lost |= left & -left
        left &= left - 1
    M[P[STALE] + word] |= lost
    return lost != 0


@kernel
def put_there(P: Array, M: Array, cell: int, word: int, first: int, comes: int) -> bool:
    """Put into a cell what comes, as `take_away` has it; whether anything was not there."""
    place, bit, stride = P[PLANES] + cell // CELLS_A_WORD, 1 << cell % CELLS_A_WORD, M[STRIDE]
    part, left, new = part_of(P, M, cell // CELLS_A_WORD), comes, 0
    while left:
        plane = first + lowest(left)
        at = place + plane * stride
        if M[at] & bit == 0:
            M[at] |= bit
            M[P[SUMMARY] + plane] |= part
            new |= left & -left
        left &= left - 1
    M[P[MASKS] + word] |= new
    return new != 0


@kernel
def change_cell(P: Array, M: Array, D: Array, change: int, cell: int, mark: int) -> bool:
    """Do what a change says to a cell; whether it holds something else then, or is newly marked as rigid."""
    word, changed = change + CHANGE_HEAD, False
    drawn = P[change + CHANGE_CHOICES] + P[change + CHANGE_TURNED]
    if drawn:
        for n in range(P[SET_WORDS]):
            M[P[OLD] + n] = look_at(P, M, cell, n)
    for _ in range(P[change + CHANGE_COUNT]):
        if take_away(P, M, cell, P[word], P[word + 1], P[word + 2]):
            changed = True
        if P[word + 3] and put_there(P, M, cell, P[word], P[word + 1], P[word + 3]):
            changed = True
        word += WRITE_WORDS
    if drawn:
        draw_lots(P, M, D, change, cell)
        changed = False
        for n in range(P[SET_WORDS]):
            if M[P[OLD] + n] != look_at(P, M, cell, n):
                changed = True
    if changed:
        M[STAMP] += 1
    if mark and P[change + CHANGE_WIPES]:
        return mark_layers(P, M, change, cell, mark) or changed
    return changed


@kernel
def draw_lots(P: Array, M: Array, D: Array, change: int, cell: int) -> None:
    """Put one kind of the choices into a cell, and turn layers, by chance."""
    choices = P[change + CHANGE_CHOICES]
    word = change + CHANGE_HEAD + WRITE_WORDS * P[change + CHANGE_COUNT] + 2 * P[change + CHANGE_WIPES]
    if choices:
        kind = P[word + choose(M, D, choices)]
        layer = P[P[BIT_AT] + kind]
        mask = P[P[LAYER_AT] + layer * LAYER_WORDS + LAYER_MASK]
        for n in range(P[KIND_WORDS]):
            take_away(P, M, cell, n, first_plane(P, n), P[mask + n])
        n = kind // KINDS_A_WORD
        put_there(P, M, cell, n, first_plane(P, n), 1 << kind % KINDS_A_WORD)
        n = P[KIND_WORDS] + layer // LAYERS_A_WORD
        take_away(P, M, cell, n, first_plane(P, n), ALL_WAYS << WAYS * (layer % LAYERS_A_WORD))
    word += choices
    for n in range(P[change + CHANGE_TURNED]):
        layer = P[word + n]
        way = choose(M, D, DIRECTIONS)
        moves = P[KIND_WORDS] + layer // LAYERS_A_WORD
        put_there(P, M, cell, moves, first_plane(P, moves), 1 << way + WAYS * (layer % LAYERS_A_WORD))


@kernel
def mark_layers(P: Array, M: Array, change: int, cell: int, mark: int) -> bool:
    """Mark the layers that a change wipes as moved by a rigid group, unless all are marked; whether that is new."""
    word = change + CHANGE_HEAD + WRITE_WORDS * P[change + CHANGE_COUNT]
    at, every = P[MARKS] + 2 * cell * P[MOVE_WORDS], True
    for n in range(P[change + CHANGE_WIPES]):
        layers = P[word + 2 * n + 1]
        if M[at + 2 * P[word + 2 * n]] & layers != layers:
            every = False
    if every:
        return False
    M[MARKED] = 1
    for n in range(P[change + CHANGE_WIPES]):
        place, layers = at + 2 * P[word + 2 * n], P[word + 2 * n + 1]
        M[place] |= layers
        M[place + 1] |= layers & (mark * EACH_LAYER)
    return True


@kernel
def change_row(P: Array, M: Array, D: Array, number: int, match: int, step: int, mark: int) -> bool:
    """Do what a rule says to the cells of a match of its row `number`; whether anything changed."""
    pattern = P[PATTERN_AT] + number * PATTERN_WORDS
    part, both = P[pattern + PATTERN_PART], P[pattern + PATTERN_PART] + P[pattern + PATTERN_NEXT_PART]
    gaps, cell, changed = P[pattern + PATTERN_GAPS], match & CELL_MASK, False
    for n in range(P[pattern + PATTERN_LENGTH]):
        if gaps and n == part:
            cell += (match >> CELL_BITS & GAP_MASK) * step
        if gaps > 1 and n == both:
            cell += (match >> CELL_BITS + GAP_BITS) * step
        if change_cell(P, M, D, P[P[pattern + PATTERN_CHANGES] + n], cell, mark):
            changed = True
        cell += step
    return changed


@kernel
def apply(P: Array, M: Array, D: Array, rule: int) -> bool:
    """Do what a rule says to the matches that are taken now; whether anything changed."""
    changed, step = False, step_of(P, M, P[rule + RULE_WAY])
    for n in range(P[rule + RULE_PATTERNS]):
        at = P[FOUND] + 3 * n
        match = M[P[MATCHES] + M[at] + M[at + 2]]
        if change_row(P, M, D, P[rule + RULE_FIRST] + n, match, step, P[rule + RULE_MARK]):
            changed = True
    return changed
