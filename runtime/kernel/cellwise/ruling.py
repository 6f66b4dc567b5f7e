"""The rules of one turn: what the player asks for, the rules, movement, rigid groups that failed, the late rules."""

from __future__ import annotations

from arcg.runtime.kernel.cellwise.boards import cells_of
from arcg.runtime.kernel.cellwise.changing import take_masks
from arcg.runtime.kernel.cellwise.far import run_stage
from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.cellwise.matching import fits
from arcg.runtime.kernel.cellwise.resolving import ban_failed, resolve, rest
from arcg.runtime.kernel.cellwise.telling import spend, tell
from arcg.runtime.kernel.jit import Array, kernel

MAX_ROUNDS = 50
"""Most times that the rules before movement are run because a rigid group failed."""


@kernel
def ask(P: Array, M: Array, way: int) -> None:
    """Ask what the player moves to go; PLAYERS are the cells it is in."""
    M[PLAYER_COUNT] = 0
    words, kinds = P[CELL_WORDS], P[KIND_WORDS]
    for cell in range(cells_of(P, M)):
        at = P[BOARD] + cell * words
        if not fits(P, M, P[PLAYER], at):
            continue
        M[P[PLAYERS] + M[PLAYER_COUNT]] = cell
        M[PLAYER_COUNT] += 1
        for word in range(kinds):
            asked = M[at + word] & P[P[ASKED_AT] + word]
            while asked:
                low = asked & -asked
                layer = P[P[BIT_AT] + KINDS_A_WORD * word + P[P[LOW_BIT_AT] + low % LOW_BITS]]
                M[at + kinds + layer // LAYERS_A_WORD] |= 1 << way + WAYS * (layer % LAYERS_A_WORD)
                asked ^= low


@kernel
def rule(P: Array, M: Array, D: Array, way: int) -> bool:
    """Run the rules of a turn and move; False: the player had to move and did not."""
    M[QUEUE] = 0
    if not spend(M, cells_of(P, M)):
        return False
    if way >= 0:
        ask(P, M, way)
    else:
        M[PLAYER_COUNT] = 0
    words = cells_of(P, M) * P[CELL_WORDS]
    if P[RIGID]:
        for n in range(words):
            M[P[ASKED_BOARD] + n] = M[P[BOARD] + n]
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
        failed = P[RIGID] > 0 and ban_failed(P, M)
        rest(P, M)
        rounds += 1
        if failed:
            for n in range(words):
                M[P[BOARD] + n] = M[P[ASKED_BOARD] + n]
    if failed:
        tell(P, M, TOLD_ROUNDS, 0)
    elif P[LATE]:
        take_masks(P, M)
        run_stage(P, M, D, P[LATE_AT], P[LATE])
        if M[ERROR]:
            return False
    rest(P, M)
    return not (P[MUST_MOVE] and M[PLAYER_COUNT] and all_stayed(P, M))


@kernel
def all_stayed(P: Array, M: Array) -> bool:
    """Whether something that is asked lies still in each cell in which there was a player when the turn began."""
    for n in range(M[PLAYER_COUNT]):
        at, held = P[BOARD] + M[P[PLAYERS] + n] * P[CELL_WORDS], 0
        for word in range(P[KIND_WORDS]):
            held |= M[at + word] & P[P[ASKED_AT] + word]
        if held == 0:
            return False
    return True
