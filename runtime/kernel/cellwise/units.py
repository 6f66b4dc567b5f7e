"""The units of the kernels of rules over cells: large parts of the machinery, in the form that `calling.py` wants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arcg.runtime.kernel.calling import Units
from arcg.runtime.kernel.cellwise import changing, drawing, far, matching, play, ruling, running, together, turn

Data = Any
"""The data of an array (or the array itself, where nothing is compiled)."""

find, taken_fit, apply = matching.find, matching.taken_fit, changing.apply
do_together, looks_otherwise = together.do_together, drawing.looks_otherwise
run_stage, rule, play_turn, draw, step = running.run_stage, ruling.rule, turn.play, drawing.draw, play.step


def _find(P: Data, M: Data, D: Data, U: Data, F: Data, E: Data, a: int, b: int) -> int:
    return find(P, M, a, b)


def _taken_fit(P: Data, M: Data, D: Data, U: Data, F: Data, E: Data, a: int, b: int) -> int:
    return 1 if taken_fit(P, M, a) else 0


def _apply(P: Data, M: Data, D: Data, U: Data, F: Data, E: Data, a: int, b: int) -> int:
    return 1 if apply(P, M, D, a) else 0


def _do_together(P: Data, M: Data, D: Data, U: Data, F: Data, E: Data, a: int, b: int) -> int:
    return do_together(P, M, a)


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


def _looks_otherwise(P: Data, M: Data, D: Data, U: Data, F: Data, E: Data, a: int, b: int) -> int:
    return 1 if looks_otherwise(P, M, F, a) else 0


def _step(P: Data, M: Data, D: Data, U: Data, F: Data, E: Data, a: int, b: int) -> int:
    step(P, M, D, U, F, E, a)
    return 0


_FUNCTIONS: dict[int, Callable[..., int]] = {
    far.FIND_UNIT: _find,
    far.FIT_UNIT: _taken_fit,
    far.APPLY_UNIT: _apply,
    far.RUN_UNIT: _run_stage,
    far.RULE_UNIT: _rule,
    far.TURN_UNIT: _turn,
    far.DRAW_UNIT: _draw,
    far.STEP_UNIT: _step,
    far.TOGETHER_UNIT: _do_together,
    far.LOOK_UNIT: _looks_otherwise,
}

UNITS = Units("cellwise.units", far.SIGNATURE, _FUNCTIONS, far.PLAIN)
