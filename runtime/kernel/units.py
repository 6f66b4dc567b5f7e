"""The units of the kernels of games of things: large parts of the machinery, in the form that `calling.py` wants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from arcg.runtime.kernel import drawing, effects, far, machine, motion, order, redrawing, turn, undo
from arcg.runtime.kernel.calling import Units
from arcg.runtime.kernel.jit import array_kernel
from arcg.runtime.kernel.layout import BLOCK_WORDS, LEVELS, ROW_WORDS

Data = Any
"""The data of an array (or the array itself, where nothing is compiled)."""

ANY = 1 << 28
"""Length given to arrays of which only the data is known; nothing asks for it."""

run, resolve, write_all, play = machine.run, motion.resolve, effects.write_all, turn.play
draw, hit = redrawing.draw, drawing.hit
place_all, sort_slots, same_position = order.place_all, order.sort_slots, order.same_position
undone, push_undo, pop_undo, worth_undoing = undo.undone, undo.push_undo, undo.pop_undo, undo.worth_undoing

if numba.config.DISABLE_JIT:

    def words(data: Data) -> Any:
        """An array of 32-bit words."""
        return data

    def longs(data: Data) -> Any:
        """An array of 64-bit words."""
        return data

    def frame(data: Data, number: int) -> Any:
        """One of many frames."""
        return data.reshape(-1, 64, 64)[number]

    def stack(data: Data, length: int) -> Any:
        """An undo stack."""
        return data

    def table(P: Any, data: Data) -> Any:
        """The beginnings of the levels."""
        return data

else:

    @array_kernel
    def words(data: Data) -> Any:
        """An array of 32-bit words."""
        return numba.carray(data, ANY)

    @array_kernel
    def longs(data: Data) -> Any:
        """An array of 64-bit words."""
        return numba.carray(data, ANY)

    @array_kernel
    def frame(data: Data, number: int) -> Any:
        """One of many frames."""
        return numba.carray(data, (number + 1, 64, 64))[number]

    @array_kernel
    def stack(data: Data, length: int) -> Any:
        """An undo stack."""
        return numba.carray(data, length, np.int32)

    @array_kernel
    def table(P: Any, data: Data) -> Any:
        """The beginnings of the levels."""
        return numba.carray(data, (2 * P[LEVELS], P[ROW_WORDS] + P[BLOCK_WORDS]), np.int32)


def _run(P: Data, M: Data, R: Data, X: Data, Y: Data, Z: Data, a: int, b: int) -> int:
    return run(P, M, R, a, b)


def _resolve(P: Data, M: Data, R: Data, X: Data, Y: Data, Z: Data, a: int, b: int) -> int:
    resolve(P, M, R)
    return 0


def _draw(P: Data, M: Data, R: Data, X: Data, Y: Data, Z: Data, a: int, b: int) -> int:
    draw(words(P), words(M), longs(R), frame(X, a))
    return 0


def _hit(P: Data, M: Data, R: Data, X: Data, Y: Data, Z: Data, a: int, b: int) -> int:
    slot, x, y = hit(words(P), words(M), longs(R), a, b)
    return ((slot + 1) << 16) + ((y + 1) << 8) + x + 1


def _place(P: Data, M: Data, R: Data, X: Data, Y: Data, Z: Data, a: int, b: int) -> int:
    place_all(P, M)
    return 0


def _sort(P: Data, M: Data, R: Data, X: Data, Y: Data, Z: Data, a: int, b: int) -> int:
    sort_slots(P, M)
    return 0


def _same(P: Data, M: Data, R: Data, X: Data, Y: Data, Z: Data, a: int, b: int) -> int:
    return 1 if same_position(P, M, a, b) else 0


def _undone(P: Data, M: Data, R: Data, X: Data, Y: Data, Z: Data, a: int, b: int) -> int:
    return 1 if undone(words(P), words(M), table(P, Y), stack(Z, a)) else 0


def _push_undo(P: Data, M: Data, R: Data, X: Data, Y: Data, Z: Data, a: int, b: int) -> int:
    push_undo(words(P), words(M), table(P, Y), stack(Z, a), b)
    return 0


def _pop_undo(P: Data, M: Data, R: Data, X: Data, Y: Data, Z: Data, a: int, b: int) -> int:
    pop_undo(words(P), words(M), table(P, Y), stack(Z, a))
    return 0


def _worth(P: Data, M: Data, R: Data, X: Data, Y: Data, Z: Data, a: int, b: int) -> int:
    return 1 if worth_undoing(P, M) else 0


def _write(P: Data, M: Data, R: Data, X: Data, Y: Data, Z: Data, a: int, b: int) -> int:
    write_all(P, M, R, a)
    return 0


def _play(P: Data, M: Data, R: Data, X: Data, Y: Data, Z: Data, a: int, b: int) -> int:
    play(P, M, R, X)
    return 0


_FUNCTIONS: dict[int, Callable[..., int]] = {
    far.RUN_UNIT: _run,
    far.RESOLVE_UNIT: _resolve,
    far.DRAW_UNIT: _draw,
    far.HIT_UNIT: _hit,
    far.PLACE_UNIT: _place,
    far.SORT_UNIT: _sort,
    far.SAME_UNIT: _same,
    far.UNDONE_UNIT: _undone,
    far.PUSH_UNDO_UNIT: _push_undo,
    far.POP_UNDO_UNIT: _pop_undo,
    far.WORTH_UNIT: _worth,
    far.WRITE_UNIT: _write,
    far.PLAY_UNIT: _play,
}

UNITS = Units("units", far.SIGNATURE, _FUNCTIONS, far.PLAIN)
