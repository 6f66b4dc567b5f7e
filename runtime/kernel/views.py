"""Views: which part of the board is seen, and how the picture of it is turned."""

from __future__ import annotations

from arcg.runtime.kernel.asking import evaluate
from arcg.runtime.kernel.events import clockwise
from arcg.runtime.kernel.jit import kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import Array
from arcg.runtime.kernel.opcodes import CALL_ROOM

LAST_PIXEL = 63
"""The last row or column of a frame."""


@kernel
def look_from(P: Array, M: Array, R: Array) -> None:
    """Find the cell at the top left of what is seen: M[CORNER_X], M[CORNER_Y]."""
    view = P[PAINT_AT] + M[LEVEL] * VIEW_WORDS
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    M[CORNER_X] = begin(P, M, R, P[view + VIEW_FROM_X], P[level + LEVEL_WIDTH] - P[view + VIEW_COLUMNS])
    M[CORNER_Y] = begin(P, M, R, P[view + VIEW_FROM_Y], P[level + LEVEL_HEIGHT] - P[view + VIEW_ROWS])


@kernel
def begin(P: Array, M: Array, R: Array, code: int, last: int) -> int:
    """The first column or row that is seen, at most `last`; without a number for it, 0."""
    if code < 0 or last <= 0:
        return 0
    value = evaluate(P, M, R, code, P[REGISTERS] + CALL_ROOM)
    return 0 if value == UNDEFINED else max(0, min(value, last))


@kernel
def quarters(P: Array, M: Array) -> int:
    """By how many quarters clockwise the picture is turned, 0 to 3."""
    view = P[PAINT_AT] + M[LEVEL] * VIEW_WORDS
    if P[view + VIEW_TURNED] < 0:
        return 0
    value = M[P[LIVE] + BLOCK_HEAD + P[view + VIEW_TURNED]]
    return value % 4 if P[view + VIEW_QUARTERS] < 0 else P[P[view + VIEW_QUARTERS] + value]


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
