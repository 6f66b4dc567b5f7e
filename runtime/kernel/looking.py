"""Looking at a batch at rest: the picture of every environment, what the last step changed, which kinds are where.

Nothing here changes an environment, but what is known of its picture. The rows of `E` are environments at rest, those
of `B` the same before the last step (see `play.py`).
"""

from __future__ import annotations

from arcg.runtime.kernel.bodies import cell_at, cell_count
from arcg.runtime.kernel.far import draw
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import cell_index, next_chunks, record
from arcg.runtime.kernel.play import load_row, load_start
from arcg.runtime.kernel.pointers import data, row_of
from arcg.runtime.kernel.redrawing import is_shown, show_in, show_nowhere, shown_before

# ---------------------------------------------------------------- pictures


@kernel
def draw_all(
    P: Array, T: Array, E: Array, B: Array, M: Array, R: Array, G: Array, out: Array, which: Array, first: int
) -> int:
    """Draw the environments `which`, from place `first` in it on, each into its frame of `out`, which is flat.

    `G` has their pictures, a row each. Returns the place of the first that could not be drawn for lack of room.
    """
    image, memory, registers, frames = data(P), data(M), data(R), data(out)
    for place in range(first, len(which)):
        n = which[place]
        memory[ERROR] = NO_ERROR
        row, before = row_of(E, n), row_of(B, n)
        load_row(image, memory, row)
        load_start(image, T, memory)
        show_in(image, memory, row_of(G, n))
        if before[ROW_DRAWN - LEVEL] and not memory[ROW_DRAWN]:
            shown_before(image, memory, before)
        row[ROW_DRAWN - LEVEL] = before[ROW_DRAWN - LEVEL] = 0
        draw(image, memory, registers, frames, n)
        if memory[ERROR]:
            show_nowhere(image, memory)
            return place
        row[ROW_DRAWN - LEVEL] = is_shown(image, memory)
    show_nowhere(image, memory)
    return len(which)


# ---------------------------------------------------------------- what changed


@kernel
def changed_all(P: Array, E: Array, B: Array, out: Array) -> None:
    """For each environment 1 if it is not as it was before, its counters and saves left out, else 0."""
    for n in range(len(E)):
        out[n] = 1 if changed(data(P), row_of(E, n), row_of(B, n)) else 0


@kernel
def changed(P: Array, now: Array, before: Array) -> bool:
    """Whether two environments at rest differ in level, status, things or attributes of the world but counters.

    Things lie in order and refer to each other by their places, so equal positions are equal word for word.
    """
    slots = P[LIVE] - LEVEL + BLOCK_SLOTS
    count = now[slots]
    if now[0] != before[0] or now[ROW_STATUS - LEVEL] != before[ROW_STATUS - LEVEL] or count != before[slots]:
        return True
    chunks = now[slots - BLOCK_SLOTS + BLOCK_TOUCHED] | before[slots - BLOCK_SLOTS + BLOCK_TOUCHED]
    if now[slots - BLOCK_SLOTS + BLOCK_BEGUN] != before[slots - BLOCK_SLOTS + BLOCK_BEGUN]:
        chunks = EVERYTHING
    at = P[LIVE] - LEVEL + BLOCK_HEAD
    for number in range(P[WORLD]):
        counts = P[P[WORLD_AT] + number * ATTR_WORDS + ATTR_DOMAIN] == INT_DOMAIN
        if not counts and now[at + number] != before[at + number]:
            return True
    records = at + P[WORLD]
    first, end = next_chunks(P, chunks, 0, count)
    while first < end:
        if some_changed(P, now, before, records + first * P[RECORD], end - first):
            return True
        first, end = next_chunks(P, chunks, end, count)
    return False


@kernel
def some_changed(P: Array, now: Array, before: Array, at: int, count: int) -> bool:
    """Whether one of so many things in a row, the first of which lies at `at`, is not what it was."""
    for _ in range(count):
        if now[at + KIND] != before[at + KIND] or now[at + X] != before[at + X] or now[at + Y] != before[at + Y]:
            return True
        attrs = P[P[KIND_AT] + now[at + KIND] * KIND_WORDS + KIND_ATTRS]
        for place in range(at + ATTR, at + ATTR + attrs):
            if now[place] != before[place]:
                return True
        at += P[RECORD]
    return False


# ---------------------------------------------------------------- kinds


@kernel
def planes_all(P: Array, E: Array, M: Array, out: Array, which: Array, first: int) -> int:
    """Set out[environment, kind, y, x] to 1 where a thing of the kind covers the cell, and all else of `which` to 0.

    From place `first` in `which` on; returns the place of the first environment for which there was no room.
    """
    for place in range(first, len(which)):
        n = which[place]
        out[n] = 0
        M[ERROR] = NO_ERROR
        load_row(data(P), data(M), row_of(E, n))
        M[ERROR] = M[UNLINKED]
        if M[ERROR]:
            return place
        for slot in range(M[P[LIVE] + BLOCK_SLOTS]):
            at = record(P, slot)
            kind, x, y = M[at + KIND], M[at + X], M[at + Y]
            shape = M[P[SHAPE_AT] + slot] if P[BODIES] else 0
            for number in range(cell_count(M, shape)):
                dx, dy = cell_at(M, shape, number)
                if cell_index(P, M, x + dx, y + dy) >= 0:
                    out[n, kind, y + dy, x + dx] = 1
    return len(which)
