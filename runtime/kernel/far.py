"""Far calls: the units of `units.py`, called by address (`calling.py`) under the names of what they do."""

from __future__ import annotations

from collections.abc import Callable

from numba import types

from arcg.runtime.kernel import calling
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.opcodes import NATIVE

(
    RUN_UNIT, RESOLVE_UNIT, DRAW_UNIT, HIT_UNIT, PLACE_UNIT, SORT_UNIT, SAME_UNIT, UNDONE_UNIT, PUSH_UNDO_UNIT,
    POP_UNDO_UNIT, WORTH_UNIT, WRITE_UNIT, PLAY_UNIT,
) = range(13)  # fmt: skip

LOW = (1 << 32) - 1

PLAIN: dict[int, Callable[..., int]] = {}
"""The functions themselves, where nothing is compiled."""

SIGNATURE = calling.signature(types.int32, types.int32, types.int64, types.uint8, None, None)
"""Of every unit: the data of P, M, R, frames and two more arrays. Where one is not used another stands for it."""

far = calling.caller(PLAIN)


@kernel
def run(P: Array, M: Array, R: Array, code: int, base: int) -> int:
    """See `machine.run`; what was translated for this game (`native`) is called where it lies."""
    if P[code] == NATIVE:
        at = P[code + 1]
        return calling.call_at((P[at] & LOW) | (P[at + 1] << 32), P, M, R, P, P, P, code, base)
    return far(RUN_UNIT, P, M, R, P, P, P, code, base)


@kernel
def resolve(P: Array, M: Array, R: Array) -> None:
    """See `motion.resolve`."""
    far(RESOLVE_UNIT, P, M, R, P, P, P, 0, 0)


@kernel
def draw(P: Array, M: Array, R: Array, F: Array, number: int) -> None:
    """Draw the live position into a frame of F, which is flat; see `redrawing.draw`."""
    far(DRAW_UNIT, P, M, R, F, P, P, number, 0)


@kernel
def hit(P: Array, M: Array, R: Array, x: int, y: int) -> tuple[int, int, int]:
    """See `drawing.hit`."""
    packed = far(HIT_UNIT, P, M, R, P, P, P, x, y)
    return (packed >> 16) - 1, (packed & 255) - 1, ((packed >> 8) & 255) - 1


@kernel
def place_all(P: Array, M: Array) -> None:
    """See `order.place_all`."""
    far(PLACE_UNIT, P, M, M, P, P, P, 0, 0)


@kernel
def sort_slots(P: Array, M: Array) -> None:
    """See `order.sort_slots`."""
    far(SORT_UNIT, P, M, M, P, P, P, 0, 0)


@kernel
def same_position(P: Array, M: Array, one: int, two: int) -> bool:
    """See `order.same_position`."""
    return far(SAME_UNIT, P, M, M, P, P, P, one, two) != 0


@kernel
def undone(P: Array, M: Array, T: Array, U: Array) -> bool:
    """See `undo.undone`."""
    return far(UNDONE_UNIT, P, M, M, P, T, U, len(U), 0) != 0


@kernel
def push_undo(P: Array, M: Array, T: Array, U: Array, block: int) -> None:
    """See `undo.push_undo`."""
    far(PUSH_UNDO_UNIT, P, M, M, P, T, U, len(U), block)


@kernel
def pop_undo(P: Array, M: Array, T: Array, U: Array) -> None:
    """See `undo.pop_undo`."""
    far(POP_UNDO_UNIT, P, M, M, P, T, U, len(U), 0)


@kernel
def worth_undoing(P: Array, M: Array) -> bool:
    """See `undo.worth_undoing`."""
    return far(WORTH_UNIT, P, M, M, P, P, P, 0, 0) != 0


@kernel
def write_all(P: Array, M: Array, R: Array, counts: int) -> None:
    """See `effects.write_all`."""
    far(WRITE_UNIT, P, M, R, P, P, P, counts, 0)


@kernel
def play(P: Array, M: Array, R: Array, F: Array) -> None:
    """See `turn.play`."""
    far(PLAY_UNIT, P, M, R, F, P, P, 0, 0)
