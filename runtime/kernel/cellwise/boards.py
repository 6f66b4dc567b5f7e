"""Boards: putting a position into play, keeping it packed, comparing the two."""

from __future__ import annotations

from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.jit import Array, kernel


@kernel
def cells_of(P: Array, M: Array) -> int:
    """How many cells the level has."""
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    return P[level + LEVEL_WIDTH] * P[level + LEVEL_HEIGHT]


@kernel
def pack(P: Array, M: Array, to: int) -> None:
    """Keep the position in play as a packed board at M[to]."""
    words, kinds, at = P[CELL_WORDS], P[KIND_WORDS], P[BOARD]
    for _ in range(cells_of(P, M)):
        for word in range(kinds):
            M[to + word] = M[at + word]
        at += words
        to += kinds


@kernel
def unpack(P: Array, M: Array, source: int) -> None:
    """Put the packed board at M[source] into play; nothing in it moves."""
    words, kinds, at = P[CELL_WORDS], P[KIND_WORDS], P[BOARD]
    for _ in range(cells_of(P, M)):
        for word in range(kinds):
            M[at + word] = M[source + word]
        for word in range(kinds, words):
            M[at + word] = 0
        at += words
        source += kinds


@kernel
def differs(P: Array, M: Array, other: int) -> bool:
    """Whether the position in play is another one than the packed board at M[other]."""
    words, kinds, at = P[CELL_WORDS], P[KIND_WORDS], P[BOARD]
    for _ in range(cells_of(P, M)):
        for word in range(kinds):
            if M[at + word] != M[other + word]:
                return True
        at += words
        other += kinds
    return False


@kernel
def place_level(P: Array, M: Array) -> None:
    """Put the level into play as it is written."""
    source = P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_BOARD]
    words, kinds, at = P[CELL_WORDS], P[KIND_WORDS], P[BOARD]
    for _ in range(cells_of(P, M)):
        for word in range(kinds):
            M[at + word] = P[source + word]
        for word in range(kinds, words):
            M[at + word] = 0
        at += words
        source += kinds
