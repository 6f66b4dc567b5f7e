"""Resolving movement: what was asked to move goes where there is room; rigid groups that failed are banned."""

from __future__ import annotations

from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.jit import Array, kernel

UP_MOVE, DOWN_MOVE, LEFT_MOVE, RIGHT_MOVE, ACT_MOVE = 1, 2, 4, 8, 16


@kernel
def resolve(P: Array, M: Array) -> None:
    """Sweep over the cells until nothing moves; what could not go keeps its movement.

    What arrives lies still. A layer that is asked to go two ways stays.
    """
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    cells, words, kinds = P[level + LEVEL_WIDTH] * P[level + LEVEL_HEIGHT], P[CELL_WORDS], P[KIND_WORDS]
    moved = True
    while moved:
        moved = False
        for cell in range(cells):
            at = P[BOARD] + cell * words + kinds
            for word in range(P[MOVE_WORDS]):
                asked, layer = M[at + word], word * LAYERS_A_WORD
                while asked:
                    if asked & ALL_WAYS and go(P, M, level, cell, layer, asked & ALL_WAYS):
                        M[at + word] &= ~(ALL_WAYS << WAYS * (layer % LAYERS_A_WORD))
                        moved = True
                    asked >>= WAYS
                    layer += 1


@kernel
def go(P: Array, M: Array, level: int, cell: int, layer: int, asked: int) -> bool:
    """Let what lies on a layer of a cell go; whether it could. What is asked to act always can, and stays."""
    width, height = P[level + LEVEL_WIDTH], P[level + LEVEL_HEIGHT]
    x, y = cell // height, cell % height
    if asked == ACT_MOVE:
        return True
    if asked == UP_MOVE:
        y -= 1
    elif asked == DOWN_MOVE:
        y += 1
    elif asked == LEFT_MOVE:
        x -= 1
    elif asked == RIGHT_MOVE:
        x += 1
    else:
        return False
    if not (0 <= x < width and 0 <= y < height):
        return False
    entry = P[LAYER_AT] + layer * LAYER_WORDS
    first, last, mask = P[entry + LAYER_FIRST], P[entry + LAYER_LAST] + 1, P[entry + LAYER_MASK]
    here, there = P[BOARD] + cell * P[CELL_WORDS], P[BOARD] + (x * height + y) * P[CELL_WORDS]
    for word in range(first, last):
        if M[there + word] & P[mask + word]:
            return False
    for word in range(first, last):
        M[there + word] |= M[here + word] & P[mask + word]
        M[here + word] &= ~P[mask + word]
    return True


@kernel
def ban_failed(P: Array, M: Array) -> bool:
    """Ban the rigid groups that moved what could not go; whether there is a new one.

    Of each cell only the lowest layer is looked at. One that several groups have marked may stand for another group,
    or for none, which is banned as well.
    """
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    new = False
    for cell in range(P[level + LEVEL_WIDTH] * P[level + LEVEL_HEIGHT]):
        at = P[BOARD] + cell * P[CELL_WORDS] + P[KIND_WORDS]
        marks, found = P[MARKS] + 2 * cell * P[MOVE_WORDS], False
        for word in range(P[MOVE_WORDS]):
            asked, mark = M[at + word] & M[marks + 2 * word], M[marks + 2 * word + 1]
            while asked and not found:
                if asked & ALL_WAYS:
                    found = True
                    group = mark & ALL_WAYS
                    if group > P[RIGID]:
                        group = 0
                    if M[P[BANNED] + group] == 0:
                        M[P[BANNED] + group] = 1
                        new = True
                asked >>= WAYS
                mark >>= WAYS
    return new


@kernel
def rest(P: Array, M: Array) -> None:
    """Forget all movements, and which layers are marked as rigid."""
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    cells = P[level + LEVEL_WIDTH] * P[level + LEVEL_HEIGHT]
    for cell in range(cells):
        at = P[BOARD] + cell * P[CELL_WORDS] + P[KIND_WORDS]
        for word in range(P[MOVE_WORDS]):
            M[at + word] = 0
    if P[RIGID]:
        for n in range(2 * cells * P[MOVE_WORDS]):
            M[P[MARKS] + n] = 0
