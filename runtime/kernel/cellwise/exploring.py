"""Exploring a level of a game of rules over cells: all actions of each position, one position after another.

See `arcg.runtime.kernel.known` for what is remembered and how. A position is its packed board, with the board saved for
restarts, if there is one, and the state of the generator; no attribute is left out of it.
"""

from __future__ import annotations

from arcg.runtime.kernel.answers import PLAYING, WON
from arcg.runtime.kernel.cellwise.boards import board_words
from arcg.runtime.kernel.cellwise.far import step as take_step
from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.cellwise.play import load_row
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.known import *


@kernel
def hash_board(C: Array, now: Array, at: int, base: Array, there: int, words: int, salt: int) -> None:
    """Add what differs between two boards to the hash."""
    for n in range(words):
        if now[at + n] != base[there + n]:
            take_in(C, stir(follow(place_hash(salt + n), now[at + n])), 1)


@kernel
def hash_position(P: Array, M: Array, C: Array, base: Array) -> None:
    """Find the hash of the position in play, nothing in which moves."""
    words = board_words(P, M)
    C[C_LOW] = C[C_HIGH] = 0
    take_in(C, stir(follow(M[CHECKED] + 1, M[RANDOM])), 1)
    hash_board(C, M, P[PLANES] - words, base, P[OBJECTS] - LEVEL, words, 2)
    if M[CHECKED]:
        hash_board(C, M, P[CHECK], base, P[OBJECTS] - LEVEL, words, words + 2)


@kernel
def keep_position(P: Array, M: Array, C: Array, base: Array, kept: Array) -> None:
    """Write how the position in play differs from `base`."""
    words = board_words(P, M)
    keep(C, kept, M, RANDOM, base, RANDOM - LEVEL, CHECKED + 1 - RANDOM)
    keep(C, kept, M, P[PLANES] - words, base, P[OBJECTS] - LEVEL, words)
    if M[CHECKED]:
        keep(C, kept, M, P[CHECK], base, P[OBJECTS] - LEVEL, words)


@kernel
def unfold(P: Array, C: Array, rows: Array, kept: Array, starts: Array, state: int, words: int) -> None:
    """Have row 1 of `rows` be a known position; `words`: those of a board."""
    top, base, row = C[C_TOP], rows[0], rows[1]
    board, saved, head = P[OBJECTS] - LEVEL, P[CHECK] - LEVEL, RANDOM - LEVEL
    for n in range(CHECKED + 1 - RANDOM):
        row[head + n] = base[head + n]
    for n in range(words):
        row[board + n] = base[board + n]
    C[C_TOP] = starts[state]
    unkeep(C, kept, row, head, base, head, True)
    unkeep(C, kept, row, board, base, board, True)
    if row[CHECKED - LEVEL]:
        for n in range(words):
            row[saved + n] = base[board + n]
        unkeep(C, kept, row, saved, base, board, True)
    C[C_TOP] = top


@kernel
def begin(P: Array, M: Array, C: Array, rows: Array, kept: Array) -> int:
    """Find the hash of the position from which the exploration begins, row 0 of `rows`, and write it."""
    load_row(P, M, rows[0])
    hash_position(P, M, C, rows[0])
    keep_position(P, M, C, rows[0], kept)
    return board_words(P, M)


@kernel
def expand(
    P: Array, D: Array, M: Array, U: Array, F: Array, C: Array,
    rows: Array, moves: Array,
    keys: Array, table: Array, came: Array, how: Array, starts: Array, kept: Array,
    edges: Array, to: Array, by: Array, weight: Array, spent: Array, bound: int, words: int,
) -> int:  # fmt: skip
    """Take all C_MOVES actions of the positions from C[C_NEXT] on, before C[C_LIMIT]; why it stopped.

    The arrays are those of `exploring.expand` of games of things; `words` are those of a board.
    """
    while C[C_NEXT] < C[C_LIMIT]:
        if not has_room(C, came, to, C[C_MOVES]):
            return NO_ROOM
        unfold(P, C, rows, kept, starts, C[C_NEXT], words)
        counted = C[C_WINS], C[C_LOSSES], C[C_CANCELLED], C[C_SAME], C[C_STEPS], C[C_EDGES]
        for n in range(C[C_MOVES]):
            outcome = DONE
            take_step(P, M, D, U[0], F, rows[1], moves[n, MOVE_ACTION])
            if M[ERROR]:
                outcome = NO_MEMORY
            elif C[C_TOP] + bound > len(kept):
                outcome = NO_ROOM
            if outcome != DONE:
                C[C_WINS], C[C_LOSSES], C[C_CANCELLED], C[C_SAME], C[C_STEPS], C[C_EDGES] = counted
                return outcome
            if M[TROUBLE]:
                C[C_CANCELLED] += 1
            target = TO_WIN if M[ROW_STATUS] == WON else TO_LOSS
            if M[ROW_STATUS] == PLAYING:
                hash_position(P, M, C, rows[0])
                place = find(C, keys, table)
                target = int(table[place])
                if target < 0:
                    target = new_position(C, keys, table, place, came, how, moves, n)
                    keep_position(P, M, C, rows[0], kept)
                    starts[C[C_STATES]] = C[C_TOP]
            note_edge(C, moves, n, target, 0, to, by, weight, spent)
        C[C_NEXT] += 1
        if C[C_KEEPING]:
            edges[C[C_NEXT]] = C[C_EDGES]
        if C[C_EAGER] and C[C_WINS]:
            break
    return DONE
