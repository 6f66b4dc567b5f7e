"""Views: which part of the board is seen, and how the picture of it is turned."""

from __future__ import annotations

from arcg.runtime.kernel.asking import evaluate
from arcg.runtime.kernel.events import clockwise
from arcg.runtime.kernel.framing import first_seen
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.opcodes import CALL_ROOM

LAST_PIXEL = 63
"""The last row or column of a frame."""


@kernel
def look_from(P: Array, M: Array, R: Array) -> None:
    """Find the cell at the top left of what is seen: M[CORNER_X], M[CORNER_Y]."""
    view = P[PAINT_AT] + M[LEVEL] * VIEW_WORDS
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    columns, rows = P[view + VIEW_COLUMNS], P[view + VIEW_ROWS]
    middle = P[view + VIEW_MIDDLE]
    M[CORNER_X] = begin(P, M, R, P[view + VIEW_FROM_X], columns, P[level + LEVEL_WIDTH], middle)
    M[CORNER_Y] = begin(P, M, R, P[view + VIEW_FROM_Y], rows, P[level + LEVEL_HEIGHT], middle)


@kernel
def begin(P: Array, M: Array, R: Array, code: int, seen: int, side: int, middle: int) -> int:
    """The first column or row that is seen, of `seen` on a board of `side`; without a number for it, 0."""
    if code < 0 or seen >= side:
        return 0
    value = evaluate(P, M, R, code, P[REGISTERS] + CALL_ROOM)
    return 0 if value == UNDEFINED else first_seen(value, seen, side, middle)


@kernel
def quarters(P: Array, M: Array) -> int:
    """By how many quarters clockwise the picture is turned, 0 to 3."""
    view = P[PAINT_AT] + M[LEVEL] * VIEW_WORDS
    if P[view + VIEW_TURNED] < 0:
        return 0
    value, listed = int(M[P[LIVE] + BLOCK_HEAD + P[view + VIEW_TURNED]]), int(P[view + VIEW_QUARTERS])
    return value % 4 if listed < 0 else int(P[listed + value])


@kernel
def turn_frame(frame: Array, count: int) -> None:
    """Turn a frame by quarters clockwise."""
    for _ in range(count):
        for y in range(LAST_PIXEL // 2 + 1):
            for x in range(y, LAST_PIXEL - y):
                top = frame[y, x]
                frame[y, x] = frame[LAST_PIXEL - x, y]
                frame[LAST_PIXEL - x, y] = frame[LAST_PIXEL - y, LAST_PIXEL - x]
                frame[LAST_PIXEL - y, LAST_PIXEL - x] = frame[x, LAST_PIXEL - y]
                frame[x, LAST_PIXEL - y] = top


@kernel
def turned_back(P: Array, M: Array, x: int, y: int) -> tuple[int, int]:
    """The pixel of the picture, as it was before it was turned, that lies at a pixel of the frame."""
    for _ in range(quarters(P, M)):
        x, y = y, LAST_PIXEL - x
    return x, y


@kernel
def pressed(P: Array, M: Array, direction: int) -> int:
    """The direction on the board in which an arrow points on the turned picture."""
    for _ in range(quarters(P, M)):
        direction = clockwise(direction) ^ 1
    return direction
