"""The units of `far.py`: each large part of the machinery as a C function, compiled or taken from disk on first use."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numba

from arcg.runtime.kernel import cache
from arcg.runtime.kernel.cellwise import changing, drawing, far, matching, play, ruling, running, turn

Data = Any
"""The data of an array (or the array itself, where nothing is compiled)."""

find, taken_fit, apply = matching.find, matching.taken_fit, changing.apply
run_stage, rule, play_turn, draw, step = running.run_stage, ruling.rule, turn.play, drawing.draw, play.step


def _find(P: Data, M: Data, D: Data, U: Data, F: Data, E: Data, a: int, b: int) -> int:
    return find(P, M, a, b)


def _taken_fit(P: Data, M: Data, D: Data, U: Data, F: Data, E: Data, a: int, b: int) -> int:
    return 1 if taken_fit(P, M, a) else 0


def _apply(P: Data, M: Data, D: Data, U: Data, F: Data, E: Data, a: int, b: int) -> int:
    return 1 if apply(P, M, D, a) else 0


def _run_stage(P: Data, M: Data, D: Data, U: Data, F: Data, E: Data, a: int, b: int) -> int:
    run_stage(P, M, D, a, b)
    return 0


def _rule(P: Data, M: Data, D: Data, U: Data, F: Data, E: Data, a: int, b: int) -> int:
    return 1 if rule(P, M, D, a) else 0


def _turn(P: Data, M: Data, D: Data, U: Data, F: Data, E: Data, a: int, b: int) -> int:
    play_turn(P, M, D, U, a, b)
    return 0


def _draw(P: Data, M: Data, D: Data, U: Data, F: Data, E: Data, a: int, b: int) -> int:
    draw(P, M, F, a)
    return 0


def _step(P: Data, M: Data, D: Data, U: Data, F: Data, E: Data, a: int, b: int) -> int:
    step(P, M, D, U, F, E, a)
    return 0


UNITS: dict[int, Callable[..., int]] = {
    far.FIND_UNIT: _find,
    far.FIT_UNIT: _taken_fit,
    far.APPLY_UNIT: _apply,
    far.RUN_UNIT: _run_stage,
    far.RULE_UNIT: _rule,
    far.TURN_UNIT: _turn,
    far.DRAW_UNIT: _draw,
    far.STEP_UNIT: _step,
}


def compiled(unit: int) -> Any:
    """The C function of a unit, compiled if it is not on disk yet."""
    usual = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache.folder("cellwise.units"))
    try:
        return numba.cfunc(far.SIGNATURE, cache=True)(UNITS[unit])
    finally:
        numba.config.CACHE_DIR = usual


def compile_one(unit: int) -> None:
    """Have one unit on disk; for processes that share the work."""
    compiled(unit)


@lru_cache(maxsize=1)
def functions() -> dict[int, Any]:
    """Every unit and its C function, whose code lives as long as it. Compiles what is not on disk yet."""
    return {unit: compiled(unit) for unit in UNITS}


def enter(M: Any) -> None:
    """Write the addresses of the units where `far` finds them."""
    if numba.config.DISABLE_JIT:
        far.PLAIN.update(UNITS)
        return
    for unit, function in functions().items():
        M[unit] = function.address
