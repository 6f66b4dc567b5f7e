"""Far calls: the units of `units.py`, called by address (`calling.py`) under the names of what they do."""

from __future__ import annotations

from collections.abc import Callable

from numba import types

from arcg.runtime.kernel import calling
from arcg.runtime.kernel.jit import Array, kernel

FIND_UNIT, FIT_UNIT, APPLY_UNIT, RUN_UNIT, RULE_UNIT, TURN_UNIT, DRAW_UNIT, STEP_UNIT = range(8)
TOGETHER_UNIT, LOOK_UNIT = range(8, 10)

PLAIN: dict[int, Callable[..., int]] = {}
"""The functions themselves, where nothing is compiled."""

SIGNATURE = calling.signature(types.int64, types.int64, types.float64, types.int64, types.uint8, types.int64)
"""Of every unit: the data of P, M, D, U, F and a row at rest. Where one is not used P stands for it."""

far = calling.caller(PLAIN)


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
def do_together(P: Array, M: Array, rule: int) -> int:
    """See `together.do_together`."""
    return far(TOGETHER_UNIT, P, M, P, P, P, P, rule, 0)


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
def looks_otherwise(P: Array, M: Array, F: Array, other: int) -> bool:
    """See `drawing.looks_otherwise`."""
    return far(LOOK_UNIT, P, M, P, P, F, P, other, 0) != 0


@kernel
def step(P: Array, M: Array, D: Array, U: Array, F: Array, row: Array, action: int) -> None:
    """See `play.step`."""
    far(STEP_UNIT, P, M, D, U, F, row, action, 0)
