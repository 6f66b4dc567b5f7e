"""What Python asks of `play.py`: it has arrays, the kernels work on what they point to (`pointers.py`)."""

from __future__ import annotations

from arcg.runtime.kernel import play
from arcg.runtime.kernel.answers import TURN_RAN
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import DRAWING, ERROR, FRAME_COUNT, FRAME_FIRST, LEVEL, RAN, ROW_DRAWN
from arcg.runtime.kernel.pointers import data, row_of
from arcg.runtime.kernel.redrawing import is_shown, show_in, show_nowhere

AHEAD = 2
"""So many places before its turn the head of an environment is sent for, and one before all that will be copied."""
NEAR = 1 << 18
"""Words of a batch, before and after a step, up to which nothing is sent for: the processor's caches have it."""


@kernel
def load(P: Array, M: Array, rows: Array, number: int) -> None:
    """Put an environment at rest, a row of many, into the memory."""
    play.load_row(data(P), data(M), row_of(rows, number))


@kernel
def store(P: Array, M: Array, rows: Array, number: int) -> None:
    """Put the environment in the memory to rest, as a row of many."""
    play.store_row(data(P), data(M), row_of(rows, number))


@kernel
def load_start(P: Array, T: Array, M: Array) -> None:
    """See `play.load_start`."""
    play.load_start(data(P), T, data(M))


@kernel
def rebase(P: Array, T: Array, M: Array) -> None:
    """See `play.rebase`."""
    play.rebase(data(P), T, data(M))


@kernel
def settle(P: Array, M: Array) -> None:
    """See `play.settle`."""
    play.settle(data(P), data(M))


@kernel
def clear_counts(P: Array, M: Array) -> None:
    """See `play.clear_counts`."""
    play.clear_counts(data(P), data(M))


@kernel
def play_start(P: Array, T: Array, M: Array, R: Array, F: Array, level: int, seed: int) -> None:
    """See `play.play_start`."""
    play.play_start(data(P), T, data(M), data(R), data(F), level, seed)


@kernel
def step(
    P: Array, T: Array, M: Array, R: Array, U: Array, F: Array, rows: Array, n: int, action: int, x: int, y: int
) -> None:
    """See `play.step`; the environment in the memory is row `n` of `rows`."""
    play.step(data(P), T, data(M), data(R), U[n], data(F), row_of(rows, n), action, x, y)


@kernel
def step_all(
    P: Array,
    T: Array,
    E: Array,
    to: Array,
    U: Array,
    M: Array,
    R: Array,
    F: Array,
    actions: Array,
    xs: Array,
    ys: Array,
    counts: Array,
    ran: Array,
    G: Array,
    which: Array,
    first: int,
) -> int:
    """Step the environments `which`, from place `first` in it on; the place of the first that lacked room.

    They come to rest in `to`, so that E says afterwards where they were. `counts`: frames of each answer; `ran`: one
    more for each turn that ran phases. `G`: the pictures, a row each, of environments that are drawn.
    """
    image, memory, registers, frames = data(P), data(M), data(R), data(F)
    far = 2 * len(which) * E.shape[1] > NEAR
    memory[FRAME_FIRST], drawing = 0, memory[DRAWING] != 0
    for place in range(first):
        memory[FRAME_FIRST] += counts[which[place]]
    for place in range(first, len(which)):
        n = which[place]
        row = row_of(E, n)
        if far and place + AHEAD < len(which):
            later, following = which[place + AHEAD], which[place + 1]
            play.fetch_head(row_of(E, later))
            play.fetch_head(row_of(to, later))
            play.fetch_row(image, row_of(E, following))
            play.fetch_row(image, row_of(to, following))
        play.load_row(image, memory, row)
        if drawing:
            row[ROW_DRAWN - LEVEL] = 0  # from now on the picture may show anything
            show_in(image, memory, row_of(G, n))
        play.step(image, T, memory, registers, U[n], frames, row, actions[n], xs[n], ys[n])
        if memory[ERROR]:
            show_nowhere(image, memory)
            return place
        if drawing:
            memory[ROW_DRAWN] = is_shown(image, memory)
        elif memory[FRAME_COUNT]:
            memory[ROW_DRAWN] = 0
        play.store_row(image, memory, row_of(to, n))
        counts[n] = memory[FRAME_COUNT]
        if memory[RAN] & TURN_RAN:
            ran[n] += 1
        memory[FRAME_FIRST] += memory[FRAME_COUNT]
    show_nowhere(image, memory)
    return len(which)
