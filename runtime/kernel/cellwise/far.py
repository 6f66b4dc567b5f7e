"""Far calls between the kernels of rules over cells; see `arcg.runtime.kernel.far` for what they are good for.

The addresses of the units are the first words of M (`units.py` puts them there).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba import types

from arcg.runtime.kernel.calling import call_at
from arcg.runtime.kernel.jit import kernel

Array = Any
"""An array of the kernels or a pointer to its data, or a word of one."""

FIND_UNIT, FIT_UNIT, APPLY_UNIT, RUN_UNIT, RULE_UNIT, TURN_UNIT, DRAW_UNIT, STEP_UNIT = range(8)

PLAIN: dict[int, Callable[..., int]] = {}
"""The functions themselves, where nothing is compiled."""

SIGNATURE = types.int64(
    types.CPointer(types.int64),
    types.CPointer(types.int64),
    types.CPointer(types.float64),
    types.CPointer(types.int64),
    types.CPointer(types.uint8),
    types.CPointer(types.int64),
    types.int64,
    types.int64,
)
"""Of every unit: the data of P, M, D, U, F, a row at rest, and two numbers. Where one is not used P stands for it."""

if numba.config.DISABLE_JIT:

    def far(unit: int, P: Array, M: Array, D: Array, U: Array, F: Array, E: Array, a: int, b: int) -> int:
        """Call a unit."""
        return PLAIN[unit](P, M, D, U, F, E, a, b)

else:

    @kernel
    def far(unit: int, P: Array, M: Array, D: Array, U: Array, F: Array, E: Array, a: int, b: int) -> int:
        """Call a unit."""
        return call_at(M[unit], P, M, D, U, F, E, a, b)


@kernel
def find(P: Array, M: Array, row: int, way: int) -> int:
    """See `matching.find`."""
    return far(FIND_UNIT, P, M, P, P, P, P, row, way)


@kernel
def taken_fit(P: Array, M: Array, rule: int) -> bool:
    """See `matching.taken_fit`."""
    return far(FIT_UNIT, P, M, P, P, P, P, rule, 0) != 0


@kernel
def apply(P: Array, M: Array, D: Array, rule: int) -> bool:
    """See `changing.apply`."""
    return far(APPLY_UNIT, P, M, D, P, P, P, rule, 0) != 0


@kernel
def run_stage(P: Array, M: Array, D: Array, groups: int, number: int) -> None:
    """See `running.run_stage`."""
    far(RUN_UNIT, P, M, D, P, P, P, groups, number)


@kernel
def rule(P: Array, M: Array, D: Array, way: int) -> bool:
    """See `ruling.rule`."""
    return far(RULE_UNIT, P, M, D, P, P, P, way, 0) != 0


@kernel
def play(P: Array, M: Array, D: Array, U: Array, what: int, way: int) -> None:
    """See `turn.play`."""
    far(TURN_UNIT, P, M, D, U, P, P, what, way)


@kernel
def draw(P: Array, M: Array, F: Array, number: int) -> None:
    """See `drawing.draw`."""
    far(DRAW_UNIT, P, M, P, P, F, P, number, 0)


@kernel
def step(P: Array, M: Array, D: Array, U: Array, F: Array, row: Array, action: int) -> None:
    """See `play.step`."""
    far(STEP_UNIT, P, M, D, U, F, row, action, 0)
