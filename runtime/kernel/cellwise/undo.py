"""The undo stack: positions, of which all but the top one are kept as what differs from the one above.

The top one is the packed board LAST. An entry in `U` is pairs of a place in a packed board and the word there, and then
how many pairs they are.
"""

from __future__ import annotations

from arcg.runtime.kernel.cellwise.boards import board_words
from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.pointers import copy_words


@kernel
def push_undo(P: Array, M: Array, U: Array, board: int) -> None:
    """Put the packed board at M[board] on the undo stack, if the game has undo. With ROOM_UNDO it is as it was."""
    if not P[CAN_UNDO]:
        return
    words, last, top = board_words(P, M), P[LAST], M[ROW_UNDO_TOP]
    if M[ROW_UNDO_COUNT]:
        different = 0
        for n in range(words):
            if M[last + n] != M[board + n]:
                different += 1
        if top + 2 * different + 1 > M[UNDO_ROOM]:
            M[ERROR], M[NEED] = ROOM_UNDO, top + 2 * different + 1
            return
        for n in range(words):
            if M[last + n] != M[board + n]:
                U[top], U[top + 1] = n, M[last + n]
                top += 2
        U[top] = different
        M[ROW_UNDO_TOP] = top + 1
    copy_words(M, last, M, board, words)
    M[ROW_UNDO_COUNT] += 1


@kernel
def pop_undo(P: Array, M: Array, U: Array) -> None:
    """Take the position that lies on top off the undo stack."""
    M[ROW_UNDO_COUNT] -= 1
    if M[ROW_UNDO_COUNT] == 0:
        return
    top = M[ROW_UNDO_TOP] - 1
    for _ in range(U[top]):
        top -= 2
        M[P[LAST] + U[top]] = U[top + 1]
    M[ROW_UNDO_TOP] = top
