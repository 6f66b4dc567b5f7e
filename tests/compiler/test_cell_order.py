"""Rules over cells that are said to commute do: in any order that is left to them a game goes the same way."""

from __future__ import annotations

import os
from dataclasses import replace
from random import Random

import pytest
from support.cell_games import game
from support.disguise import any_order

from arcg.compiler import ir
from arcg.compiler.canonical.cell_conflicts import order_of_groups
from arcg.compiler.canonical.cell_reach import cell_game
from arcg.runtime.reference import ReferenceEngine

EXAMPLES = int(os.environ.get("ARCG_EXAMPLES", "60"))
MOVES = 8


def reordered(program: ir.Program, random: Random) -> ir.Program:
    """The program with its groups in another order that says the same."""
    cellwise, read = program.cellwise, cell_game(program, program.cellwise)
    stages = {}
    for name in ("early", "late"):
        stage = getattr(cellwise, name)
        order = order_of_groups(program, [[group] for group in getattr(read, name)])
        stages[name] = stage if stage.loops else replace(stage, groups=any_order(random, stage.groups, order))
    return replace(program, cellwise=replace(cellwise, **stages))


def played(program: ir.Program, seed: int) -> list[object]:
    engine, random = ReferenceEngine(program), Random(seed)
    engine.reset(seed)
    seen = []
    for _ in range(MOVES):
        engine.step(random.choice(range(1, 8)), 3, 3)
        seen.append((engine.level, engine.status, engine.frame().tobytes(), engine.state()[9:]))
    return seen


def program(seed: int) -> ir.Program:
    """A generated game with several groups, all of whose layers count."""
    made = game(seed)
    several = max(len(made.cellwise.early.groups), len(made.cellwise.late.groups)) > 1
    return replace(made, cellwise=replace(made.cellwise, goals=())) if several else program(seed + 10_000)


@pytest.mark.parametrize("seed", range(EXAMPLES))
def test_rules_that_commute_may_come_in_any_order(seed: int) -> None:
    whole = program(seed)
    expected = played(whole, seed)

    for other in range(2):
        assert played(reordered(whole, Random(other)), seed) == expected


def test_some_orders_are_others() -> None:
    orders = [(program(seed), reordered(program(seed), Random(0))) for seed in range(EXAMPLES)]

    assert sum(one.cellwise != two.cellwise for one, two in orders) > EXAMPLES / 8
