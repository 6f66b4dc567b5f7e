"""Boards: putting a position into play, keeping it packed, comparing the two, and what planes hold at all."""

from __future__ import annotations

from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.cellwise.wordwise import lowest
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.pointers import copy_words


@kernel
def cells_of(P: Array, M: Array) -> int:
    """How many cells the level has."""
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    return P[level + LEVEL_WIDTH] * P[level + LEVEL_HEIGHT]


@kernel
def board_words(P: Array, M: Array) -> int:
    """Words of a packed board of the level."""
    return P[KINDS] * P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_STRIDE]


@kernel
def holds(P: Array, M: Array, plane: int, cell: int) -> bool:
    """Whether a plane has a cell."""
    return M[P[PLANES] + plane * M[STRIDE] + cell // CELLS_A_WORD] >> cell % CELLS_A_WORD & 1 != 0


@kernel
def pack(P: Array, M: Array, to: int) -> None:
    """Keep the position in play as a packed board at M[to]."""
    words = P[KINDS] * M[STRIDE]
    copy_words(M, to, M, P[PLANES] - words, words)


@kernel
def unpack(P: Array, M: Array, source: int) -> None:
    """Put the packed board at M[source] into play; nothing in it moves."""
    put_into_play(P, M, M, source)


@kernel
def put_into_play(P: Array, M: Array, source: Array, at: int) -> None:
    """Put a packed board of the level, which lies anywhere, into play; nothing in it moves."""
    forget_moves(P, M)
    words = board_words(P, M)
    M[STRIDE] = P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_STRIDE]
    copy_words(M, P[PLANES] - words, source, at, words)
    look_over(P, M, -P[KINDS], 0)


@kernel
def differs(P: Array, M: Array, other: int) -> bool:
    """Whether the position in play is another one than the packed board at M[other]."""
    words = P[KINDS] * M[STRIDE]
    at = P[PLANES] - words
    for n in range(words):  # noqa: SIM110  numba has no generators
        if M[at + n] != M[other + n]:
            return True
    return False


@kernel
def place_level(P: Array, M: Array) -> None:
    """Put the level into play as it is written."""
    put_into_play(P, M, P, P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_BOARD])


# ---------------------------------------------------------------- what planes hold at all


@kernel
def forget_moves(P: Array, M: Array) -> None:
    """Take everything from the planes of movements."""
    stride = M[STRIDE]
    for word in range(P[KIND_WORDS], P[SET_WORDS]):
        held, first = M[P[MASKS] + word], (word - P[KIND_WORDS]) * WAYS * LAYERS_A_WORD
        while held:
            plane = first + lowest(held)
            held &= held - 1
            M[P[SUMMARY] + plane] = 0
            for place in range(P[PLANES] + plane * stride, P[PLANES] + (plane + 1) * stride):
                M[place] = 0
        M[P[MASKS] + word] = M[P[STALE] + word] = 0


@kernel
def part_of(P: Array, M: Array, place: int) -> int:
    """The part of a plane in which word `place` of it lies, as a bit of a summary."""
    span = P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_SPAN]
    return 1 << (place if span == 1 else place // span)


@kernel
def sum_up(P: Array, M: Array, plane: int) -> int:
    """Work out the summary of a plane anew: what it is."""
    stride, span = M[STRIDE], P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_SPAN]
    at, summary = P[PLANES] + plane * stride, 0
    for place in range(stride):
        if M[at + place]:
            summary |= 1 << (place if span == 1 else place // span)
    M[P[SUMMARY] + plane] = summary
    return summary


@kernel
def look_over(P: Array, M: Array, first: int, last: int) -> None:
    """Work out anew what the planes from one on hold at all, up to another: all planes of kinds, or of movements."""
    word, bits = (0, KINDS_A_WORD) if first < 0 else (P[KIND_WORDS], WAYS * LAYERS_A_WORD)
    stride, at = M[STRIDE], P[PLANES] + first * M[STRIDE]
    while first < last:
        mask = 0
        for bit in range(min(bits, last - first)):
            if stride <= 2:  # the usual board is small, and a call takes longer than looking at it
                summary = 1 if M[at] else 0
                if stride == 2 and M[at + 1]:
                    summary |= 2
                M[P[SUMMARY] + first + bit] = summary
            else:
                summary = sum_up(P, M, first + bit)
            if summary:
                mask |= 1 << bit
            at += stride
        M[P[MASKS] + word], M[P[STALE] + word] = mask, 0
        first += bits
        word += 1


@kernel
def take_masks(P: Array, M: Array) -> None:
    """Look anew at the planes that lost something. The board counts as changed."""
    M[STAMP] += 1
    for word in range(P[SET_WORDS]):
        stale = M[P[STALE] + word]
        M[P[STALE] + word] = 0
        first = first_plane(P, word)
        while stale:
            bit = lowest(stale)
            stale &= stale - 1
            if sum_up(P, M, first + bit) == 0:
                M[P[MASKS] + word] &= ~(1 << bit)


@kernel
def first_plane(P: Array, word: int) -> int:
    """The plane of the lowest bit of a word of a set of planes."""
    kinds = P[KIND_WORDS]
    return word * KINDS_A_WORD - P[KINDS] if word < kinds else (word - kinds) * WAYS * LAYERS_A_WORD
