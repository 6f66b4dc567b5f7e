"""What becomes of cells: changes, the marks of rigid groups, and the masks that say what a board may hold."""

from __future__ import annotations

from arcg.runtime.kernel.cellwise.chance import choose
from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.cellwise.matching import CELL_BITS, CELL_MASK, GAP_BITS, GAP_MASK, step_of
from arcg.runtime.kernel.jit import Array, kernel

DIRECTIONS = 4


@kernel
def take_masks(P: Array, M: Array) -> None:
    """Work out anew what the board and each of its lines hold, all of which count as changed."""
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    width, height, words = P[level + LEVEL_WIDTH], P[level + LEVEL_HEIGHT], P[CELL_WORDS]
    M[STAMP] += 1
    for line in range(width + height):
        M[P[LINE_STAMPS] + line] = M[STAMP]
    for n in range((width + height) * words):
        M[P[LINE_MASKS] + n] = 0
    at = P[BOARD]
    for x in range(width):
        column = P[LINE_MASKS] + x * words
        for y in range(height):
            row = P[LINE_MASKS] + (width + y) * words
            for word in range(words):
                M[column + word] |= M[at]
                M[row + word] |= M[at]
                at += 1
    for word in range(words):
        held = 0
        for x in range(width):
            held |= M[P[LINE_MASKS] + x * words + word]
        M[P[MASKS] + word] = held


@kernel
def touch(P: Array, M: Array, cell: int) -> None:
    """A cell holds something else now: let the masks hold it too."""
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    width, height, words = P[level + LEVEL_WIDTH], P[level + LEVEL_HEIGHT], P[CELL_WORDS]
    x, y = cell // height, width + cell % height
    M[STAMP] += 1
    M[P[LINE_STAMPS] + x] = M[STAMP]
    M[P[LINE_STAMPS] + y] = M[STAMP]
    at, column, row = P[BOARD] + cell * words, P[LINE_MASKS] + x * words, P[LINE_MASKS] + y * words
    for word in range(words):
        held = M[at + word]
        M[column + word] |= held
        M[row + word] |= held
        M[P[MASKS] + word] |= held


@kernel
def change_cell(P: Array, M: Array, D: Array, change: int, cell: int, mark: int) -> bool:
    """Do what a change says to a cell; whether it holds something else then, or is newly marked as rigid."""
    at, writes = P[BOARD] + cell * P[CELL_WORDS], P[change + CHANGE_COUNT]
    word, changed = change + CHANGE_HEAD, False
    drawn = P[change + CHANGE_CHOICES] + P[change + CHANGE_TURNED]
    if drawn:
        for n in range(P[CELL_WORDS]):
            M[P[OLD] + n] = M[at + n]
    for _ in range(writes):
        old = M[at + P[word]]
        new = (old & ~P[word + 1]) | P[word + 2]
        if new != old:
            M[at + P[word]] = new
            changed = True
        word += 3
    if drawn:
        draw_lots(P, M, D, change, at)
        changed = False
        for n in range(P[CELL_WORDS]):
            if M[P[OLD] + n] != M[at + n]:
                changed = True
    if changed:
        touch(P, M, cell)
    if mark and P[change + CHANGE_WIPES]:
        return mark_layers(P, M, change, cell, mark) or changed
    return changed


@kernel
def draw_lots(P: Array, M: Array, D: Array, change: int, at: int) -> None:
    """Put one kind of the choices into the cell at M[at], and turn layers, by chance."""
    choices, moves = P[change + CHANGE_CHOICES], at + P[KIND_WORDS]
    word = change + CHANGE_HEAD + 3 * P[change + CHANGE_COUNT] + 2 * P[change + CHANGE_WIPES]
    if choices:
        bit = P[word + choose(M, D, choices)]
        layer = P[P[BIT_AT] + bit]
        mask = P[P[LAYER_AT] + layer * LAYER_WORDS + LAYER_MASK]
        for n in range(P[KIND_WORDS]):
            M[at + n] &= ~P[mask + n]
        M[at + bit // KINDS_A_WORD] |= P[P[POWER_AT] + bit % KINDS_A_WORD]
        M[moves + layer // LAYERS_A_WORD] &= ~(ALL_WAYS << WAYS * (layer % LAYERS_A_WORD))
    word += choices
    for n in range(P[change + CHANGE_TURNED]):
        layer = P[word + n]
        way = choose(M, D, DIRECTIONS)
        M[moves + layer // LAYERS_A_WORD] |= 1 << way + WAYS * (layer % LAYERS_A_WORD)


@kernel
def mark_layers(P: Array, M: Array, change: int, cell: int, mark: int) -> bool:
    """Mark the layers that a change wipes as moved by a rigid group, unless all are marked; whether that is new."""
    word = change + CHANGE_HEAD + 3 * P[change + CHANGE_COUNT]
    at, every = P[MARKS] + 2 * cell * P[MOVE_WORDS], True
    for n in range(P[change + CHANGE_WIPES]):
        layers = P[word + 2 * n + 1]
        if M[at + 2 * P[word + 2 * n]] & layers != layers:
            every = False
    if every:
        return False
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
