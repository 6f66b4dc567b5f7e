"""Resolving movement: what was asked to move goes where there is room; rigid groups that failed are banned."""

from __future__ import annotations

from arcg.runtime.kernel.cellwise.boards import cells_of, first_plane, forget_moves
from arcg.runtime.kernel.cellwise.changing import look_at, put_there, take_away
from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.cellwise.wordwise import lowest
from arcg.runtime.kernel.jit import Array, kernel

UP_MOVE, DOWN_MOVE, LEFT_MOVE, RIGHT_MOVE, ACT_MOVE = 1, 2, 4, 8, 16


@kernel
def movers_in(P: Array, M: Array, place: int) -> int:
    """The cells of word `place` of a plane in which something is asked to move."""
    stride, movers = M[STRIDE], 0
    at = P[PLANES] + place
    for word in range(P[KIND_WORDS], P[SET_WORDS]):
        held, first = M[P[MASKS] + word], first_plane(P, word)
        while held:
            movers |= M[at + (first + lowest(held)) * stride]
            held &= held - 1
    return movers


@kernel
def resolve(P: Array, M: Array) -> None:
    """Sweep over the cells until nothing moves; what could not go keeps its movement.

    What arrives lies still. A layer that is asked to go two ways stays.
    """
    level, moved = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS, True
    while moved:
        moved = False
        for place in range(M[STRIDE]):
            movers = movers_in(P, M, place)
            while movers:
                if leave(P, M, level, place * CELLS_A_WORD + lowest(movers)):
                    moved = True
                movers &= movers - 1


@kernel
def leave(P: Array, M: Array, level: int, cell: int) -> bool:
    """Let what is asked to move in a cell go, lowest layer first; whether anything could."""
    moved = False
    for word in range(P[KIND_WORDS], P[SET_WORDS]):
        asked, layer = look_at(P, M, cell, word), (word - P[KIND_WORDS]) * LAYERS_A_WORD
        way = 0
        while asked >> way:
            ways = asked >> way & ALL_WAYS
            if ways and go(P, M, level, cell, layer, ways):
                take_away(P, M, cell, word, first_plane(P, word), ALL_WAYS << way)
                moved = True
            way += WAYS
            layer += 1
    return moved


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
    entry, there = P[LAYER_AT] + layer * LAYER_WORDS, x * height + y
    first, last, mask = P[entry + LAYER_FIRST], P[entry + LAYER_LAST] + 1, P[entry + LAYER_MASK]
    for word in range(first, last):
        if has_any(P, M, there, word, P[mask + word]):
            return False
    for word in range(first, last):
        held = look_at(P, M, cell, word) & P[mask + word]
        if held:
            take_away(P, M, cell, word, first_plane(P, word), held)
            put_there(P, M, there, word, first_plane(P, word), held)
    return True


@kernel
def has_any(P: Array, M: Array, cell: int, word: int, mask: int) -> bool:
    """Whether a cell holds any of some bits of a word of a set of planes."""
    left = mask & M[P[MASKS] + word]
    place, bit, stride = P[PLANES] + cell // CELLS_A_WORD, cell % CELLS_A_WORD, M[STRIDE]
    place += first_plane(P, word) * stride
    while left:
        if M[place + lowest(left) * stride] >> bit & 1:
            return True
        left &= left - 1
    return False


@kernel
def ban_failed(P: Array, M: Array) -> bool:
    """Ban the rigid groups that moved what could not go; whether there is a new one.

    Of each cell only the lowest layer is looked at. One that several groups have marked may stand for another group,
    or for none, which is banned as well.
    """
    new = False
    for place in range(M[STRIDE]):
        movers = movers_in(P, M, place)
        while movers:
            if ban_of(P, M, place * CELLS_A_WORD + lowest(movers)):
                new = True
            movers &= movers - 1
    return new


@kernel
def ban_of(P: Array, M: Array, cell: int) -> bool:
    """Ban the rigid group that moved what could not leave a cell; whether it is a new one."""
    marks = P[MARKS] + 2 * cell * P[MOVE_WORDS]
    for word in range(P[MOVE_WORDS]):
        asked = look_at(P, M, cell, P[KIND_WORDS] + word) & M[marks + 2 * word]
        mark = M[marks + 2 * word + 1]
        while asked:
            if asked & ALL_WAYS:
                group = mark & ALL_WAYS
                if group > P[RIGID]:
                    group = 0
                if M[P[BANNED] + group]:
                    return False
                M[P[BANNED] + group] = 1
                return True
            asked >>= WAYS
            mark >>= WAYS
    return False


@kernel
def rest(P: Array, M: Array) -> None:
    """Forget all movements, and which layers are marked as rigid."""
    forget_moves(P, M)
    if M[MARKED]:
        for n in range(2 * cells_of(P, M) * P[MOVE_WORDS]):
            M[P[MARKS] + n] = 0
        M[MARKED] = 0
