"""The rules of one turn: what the player asks for, the rules, movement, rigid groups that failed, the late rules."""

from __future__ import annotations

from arcg.runtime.kernel.cellwise.boards import cells_of, first_plane, look_over, part_of, take_masks
from arcg.runtime.kernel.cellwise.far import run_stage
from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.cellwise.matching import narrowed, room_of, shifts_of
from arcg.runtime.kernel.cellwise.resolving import ban_failed, resolve, rest
from arcg.runtime.kernel.cellwise.telling import spend, tell
from arcg.runtime.kernel.cellwise.wordwise import lowest
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.pointers import copy_words

MAX_ROUNDS = 50
"""Most times that the rules before movement are run because a rigid group failed."""


@kernel
def ask(P: Array, M: Array, way: int) -> None:
    """Ask what the player moves to go; PLAYERS are the cells it is in."""
    M[PLAYED] = 0
    row, room, shifts = P[PLAYER], room_of(P, M, way, 0, 0)[0], shifts_of(P, M, way)
    for place in range(M[STRIDE]):
        cells = narrowed(P, M, row, place, shifts, 2, P[room + place])
        M[P[PLAYERS] + place] = cells
        if cells:
            M[PLAYED] = 1
            ask_word(P, M, way, place, cells)


@kernel
def ask_word(P: Array, M: Array, way: int, place: int, cells: int) -> None:
    """Ask what the player moves in some cells, bits of word `place` of a plane, to go."""
    stride, part = M[STRIDE], part_of(P, M, place)
    at = P[PLANES] + place
    for word in range(P[KIND_WORDS]):
        asked, first = P[P[ASKED_AT] + word] & M[P[MASKS] + word], first_plane(P, word)
        while asked:
            bit = lowest(asked)
            asked &= asked - 1
            going = M[at + (first + bit) * stride] & cells
            if going:
                layer = P[P[BIT_AT] + KINDS_A_WORD * word + bit]
                plane = WAYS * layer + way
                M[at + plane * stride] |= going
                M[P[SUMMARY] + plane] |= part
                M[P[MASKS] + P[KIND_WORDS] + layer // LAYERS_A_WORD] |= 1 << way + WAYS * (layer % LAYERS_A_WORD)


@kernel
def rule(P: Array, M: Array, D: Array, way: int) -> bool:
    """Run the rules of a turn and move; False: the player had to move and did not."""
    M[QUEUE] = 0
    if not spend(M, cells_of(P, M)):
        return False
    if way >= 0:
        ask(P, M, way)
    else:
        M[PLAYED] = 0
    kinds, moves = P[KINDS] * M[STRIDE], P[LAYERS] * WAYS * M[STRIDE]
    if P[RIGID]:
        copy_words(M, P[ASKED_BOARD], M, P[PLANES] - kinds, kinds + moves)
        for group in range(P[RIGID] + 1):
            M[P[BANNED] + group] = 0
    rounds, failed = 0, True
    while failed and rounds < MAX_ROUNDS:
        M[QUEUE] = 0
        take_masks(P, M)
        run_stage(P, M, D, P[EARLY_AT], P[EARLY])
        if M[ERROR]:
            return False
        resolve(P, M)
        failed = M[MARKED] != 0 and ban_failed(P, M)
        rest(P, M)
        rounds += 1
        if failed:
            copy_words(M, P[PLANES] - kinds, M, P[ASKED_BOARD], kinds + moves)
            look_over(P, M, -P[KINDS], 0)
            look_over(P, M, 0, P[LAYERS] * WAYS)
    if failed:
        tell(P, M, TOLD_ROUNDS, 0)
    elif P[LATE]:
        take_masks(P, M)
        run_stage(P, M, D, P[LATE_AT], P[LATE])
        if M[ERROR]:
            return False
    rest(P, M)
    return not (P[MUST_MOVE] and M[PLAYED] and all_stayed(P, M))


@kernel
def all_stayed(P: Array, M: Array) -> bool:
    """Whether something that is asked lies still in each cell in which there was a player when the turn began."""
    for place in range(M[STRIDE]):
        left = M[P[PLAYERS] + place]
        for word in range(P[KIND_WORDS]):
            asked, first = P[P[ASKED_AT] + word] & M[P[MASKS] + word], first_plane(P, word)
            while asked and left:
                left &= ~M[P[PLANES] + (first + lowest(asked)) * M[STRIDE] + place]
                asked &= asked - 1
        if left:
            return False
    return True
