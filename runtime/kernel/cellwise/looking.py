"""Looking at a batch at rest: the picture of every environment, what the last step changed, which kinds are where.

Nothing here changes an environment. The rows of `E` are environments at rest, those of `B` the same before the last
step (see `play.py`).
"""

from __future__ import annotations

from arcg.runtime.kernel.cellwise.far import draw
from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.cellwise.play import load_row
from arcg.runtime.kernel.cellwise.wordwise import lowest
from arcg.runtime.kernel.jit import Array, kernel


@kernel
def draw_all(P: Array, E: Array, M: Array, out: Array, which: Array) -> None:
    """Draw the environments `which`, each into its frame of `out`, which is flat."""
    for n in which:
        load_row(P, M, E[n])
        draw(P, M, out, n)


@kernel
def changed_all(P: Array, E: Array, B: Array, out: Array) -> None:
    """For each environment 1 if it is not as it was before, else 0."""
    for n in range(len(E)):
        out[n] = 1 if changed(P, E[n], B[n]) else 0


@kernel
def changed(P: Array, now: Array, before: Array) -> bool:
    """Whether two environments at rest differ in level, status or what is in the cells."""
    if now[0] != before[0] or now[ROW_STATUS - LEVEL] != before[ROW_STATUS - LEVEL]:
        return True
    at, level = P[OBJECTS] - LEVEL, P[LEVEL_AT] + now[0] * LEVEL_WORDS
    for place in range(at, at + P[KINDS] * P[level + LEVEL_STRIDE]):  # noqa: SIM110  numba has no generators
        if now[place] != before[place]:
            return True
    return False


@kernel
def planes_all(P: Array, E: Array, kinds: Array, out: Array, which: Array) -> None:
    """Set out[environment, kind, y, x] to 1 where a thing of the kind is, and all else of `which` to 0.

    `kinds`: the kind of each plane of a packed board.
    """
    for n in which:
        row = E[n]
        out[n] = 0
        at, level = P[OBJECTS] - LEVEL, P[LEVEL_AT] + row[0] * LEVEL_WORDS
        height = P[level + LEVEL_HEIGHT]
        for plane in range(len(kinds)):
            for place in range(P[level + LEVEL_STRIDE]):
                held = row[at]
                at += 1
                while held:
                    cell = place * CELLS_A_WORD + lowest(held)
                    held &= held - 1
                    out[n, kinds[plane], cell % height, cell // height] = 1
