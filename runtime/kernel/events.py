"""The events of a turn: announcing them, and packing cells into values.

An occurrence is a row of R: its event, the number of the next occurrence of the same event, its arguments.
"""

from __future__ import annotations

from arcg.runtime.engine import MAX_EVENTS
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *

HALF = 1 << 32


@kernel
def pack(x: int, y: int) -> int:
    """A cell as one value: x in the upper half, y in the lower."""
    return int(x) * HALF + int(y) + (HALF >> 1)


@kernel
def cell_x(cell: int) -> int:
    """The column of a packed cell."""
    return cell >> 32


@kernel
def cell_y(cell: int) -> int:
    """The row of a packed cell."""
    return (cell & (HALF - 1)) - (HALF >> 1)


@kernel
def step_x(direction: int) -> int:
    """The columns of a step."""
    return 1 if direction == 3 else -1 if direction == 2 else 0


@kernel
def step_y(direction: int) -> int:
    """The rows of a step."""
    return 1 if direction == 1 else -1 if direction == 0 else 0


@kernel
def way(start: int, end: int) -> int:
    """The direction from one packed cell to another in its row or column, undefined where there is none."""
    if start == UNDEFINED or end == UNDEFINED:
        return UNDEFINED
    dx, dy = cell_x(end) - cell_x(start), cell_y(end) - cell_y(start)
    if (dx == 0) == (dy == 0):
        return UNDEFINED
    if dx != 0:
        return 3 if dx > 0 else 2
    return 1 if dy > 0 else 0


@kernel
def clockwise(direction: int) -> int:
    """A quarter turn clockwise."""
    return (3, 2, 0, 1)[direction]


@kernel
def new_event(P: Array, M: Array, R: Array, event: int) -> int:
    """Room for one more occurrence: where its arguments go in R, or -1 (with an error set)."""
    count = M[EVENT_COUNT]
    if count >= MAX_EVENTS:
        M[ERROR] = TOO_MANY_EVENTS
        return -1
    at = count * P[EVENT_ROW]
    if at + P[EVENT_ROW] > P[EVENTS_SIZE]:
        M[ERROR], M[NEED] = ROOM_EVENTS, at + P[EVENT_ROW]
        return -1
    at += P[EVENTS]
    R[at + EVENT_KIND] = event
    R[at + EVENT_NEXT] = -1
    first = P[FIRST_OF] + 2 * event
    if M[first] < 0:
        M[first] = count
    else:
        R[P[EVENTS] + M[first + 1] * P[EVENT_ROW] + EVENT_NEXT] = count
    M[first + 1] = count
    M[EVENT_COUNT] = count + 1
    return at + EVENT_ARG


@kernel
def emit(P: Array, M: Array, R: Array, event: int, a: int, b: int, c: int, d: int) -> None:
    """Announce an event of up to four arguments."""
    at = new_event(P, M, R, event)
    if at < 0:
        return
    arguments = P[P[EVENT_AT] + event * EVENT_WORDS + EVENT_ARGS]
    if arguments > 0:
        R[at] = a
    if arguments > 1:
        R[at + 1] = b
    if arguments > 2:
        R[at + 2] = c
    if arguments > 3:
        R[at + 3] = d


@kernel
def argument(P: Array, M: Array, R: Array, occurrence: int, number: int) -> int:
    """What an argument of an occurrence reads now: `GONE` for a thing that is gone."""
    at = P[EVENTS] + occurrence * P[EVENT_ROW]
    value = R[at + EVENT_ARG + number]
    if value >= 0 and (P[P[EVENT_AT] + R[at + EVENT_KIND] * EVENT_WORDS + EVENT_THINGS] >> number) & 1:
        slot = P[LIVE] + BLOCK_HEAD + P[WORLD] + value * P[RECORD]
        if M[slot + KIND] < 0:
            return GONE
    return value
