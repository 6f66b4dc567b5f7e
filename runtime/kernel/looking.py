"""Looking at a batch at rest: the picture of every environment, what the last step changed, which kinds are where.

Nothing here changes an environment. The rows of `E` are environments at rest, those of `B` the same before the last
step (see `play.py`).
"""

from __future__ import annotations

from arcg.runtime.kernel.bodies import cell_at, cell_count
from arcg.runtime.kernel.far import draw
from arcg.runtime.kernel.jit import Array, kernel, view_kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import cell_index, record
from arcg.runtime.kernel.play import load_row, load_start

# ---------------------------------------------------------------- pictures


@view_kernel
def draw_all(P: Array, T: Array, E: Array, M: Array, R: Array, out: Array, which: Array, first: int) -> int:
    """Draw the environments `which`, from place `first` in it on, each into its frame of `out`, which is flat.

    Returns the place of the first that could not be drawn for lack of room.
    """
    for place in range(first, len(which)):
        n = which[place]
        M[ERROR] = NO_ERROR
        load_row(P, M, E[n])
        load_start(P, T, M)
        draw(P, M, R, out, n)
        if M[ERROR]:
            return place
    return len(which)


# ---------------------------------------------------------------- what changed


@view_kernel
def changed_all(P: Array, E: Array, B: Array, out: Array) -> None:
    """For each environment 1 if it is not as it was before, its counters and saves left out, else 0."""
    for n in range(len(E)):
        out[n] = 1 if changed(P, E[n], B[n]) else 0


@kernel
def changed(P: Array, now: Array, before: Array) -> bool:
    """Whether two environments at rest differ in level, status, things or attributes of the world but counters.

    Things lie in order and refer to each other by their places, so equal positions are equal word for word.
    """
    slots = P[LIVE] - LEVEL + BLOCK_SLOTS
    count = now[slots]
    if now[0] != before[0] or now[ROW_STATUS - LEVEL] != before[ROW_STATUS - LEVEL] or count != before[slots]:
        return True
    at = P[LIVE] - LEVEL + BLOCK_HEAD
    for number in range(P[WORLD]):
        counts = P[P[WORLD_AT] + number * ATTR_WORDS + ATTR_DOMAIN] == INT_DOMAIN
        if not counts and now[at + number] != before[at + number]:
            return True
    at += P[WORLD]
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


@view_kernel
def planes_all(P: Array, E: Array, M: Array, out: Array, which: Array, first: int) -> int:
    """Set out[environment, kind, y, x] to 1 where a thing of the kind covers the cell, and all else of `which` to 0.

    From place `first` in `which` on; returns the place of the first environment for which there was no room.
    """
    for place in range(first, len(which)):
        n = which[place]
        out[n] = 0
        M[ERROR] = NO_ERROR
        load_row(P, M, E[n])
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
