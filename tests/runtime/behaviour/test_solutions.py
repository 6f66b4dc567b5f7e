"""Solutions of levels, what they do, and the positions that they pass through."""

from __future__ import annotations

from pathlib import Path

import numba
import pytest
from support.sokobans import CELLS, PUSH, THINGS, WALKING, game

from arcg.compiler import ir
from arcg.runtime.behaviour.boards import fits
from arcg.runtime.behaviour.cast import cast_of
from arcg.runtime.behaviour.solutions import along, solutions, solver_of
from arcg.runtime.behaviour.telling import replayed
from arcg.runtime.engine import Action, Status
from arcg.runtime.loading import load

pytestmark = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="kernels in Python take minutes for so many moves"
)

MINIATURES = Path(__file__).parents[2] / "expressiveness"


@pytest.mark.parametrize("program", [game(THINGS, WALKING), game(CELLS, PUSH)], ids=["things", "cells"])
def test_solutions_win_and_pass_through_levels_that_can_be_won(program: ir.Program) -> None:
    solved = solutions(program)
    cast = cast_of(program)

    assert all(one.moves and one.shortest for one in solved)
    for one in solved:
        moves = [tuple(move) for move in one.moves or ()]
        assert replayed(program, program.levels[one.level], moves).status == Status.WON
    halfway = along(cast, solved)
    assert len(halfway) > len(solved)
    for level in halfway:
        assert fits(program, level)
    last = halfway[[level.name for level in halfway].index("l1")]
    assert last.things != program.levels[0].things


def test_both_ways_to_write_a_game_have_the_same_solutions() -> None:
    one, two = (game(THINGS, WALKING), game(CELLS, PUSH))

    plans = [solver_of(cast_of(program), solutions(program)).plans for program in (one, two)]

    assert [len(plan) for plan in plans[0]] == [len(plan) for plan in plans[1]]


def test_a_budget_too_small_is_no_solution() -> None:
    program = game(THINGS, WALKING)

    solved = solutions(program, work=300)

    assert [one.moves for one in solved] == [None] * len(solved)
    assert not any(one.impossible for one in solved)


def test_clicks_are_told_by_what_they_hit() -> None:
    program = load(str(MINIATURES / "carousel.arcg"))

    solver = solver_of(cast_of(program), solutions(program))

    assert program.actions == (Action.CLICK,)
    assert len(solver.plans) == 2
    assert {step for plan in solver.plans for step in plan} == {"click 0"}, "it is the crank, every time"
