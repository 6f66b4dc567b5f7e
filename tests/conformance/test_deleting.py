"""Rules of imports are what makes them play: without one that matches in a playthrough, most play otherwise."""

from __future__ import annotations

import dataclasses

import pytest
from conformance.deleting import uses, without
from conformance.importing import imported
from conformance.material import MISSING, recorded
from conformance.replaying import kernel, reference
from conformance.test_replay import HAS_KERNELS
from support import cells

from arcg.compiler import ir

TESTS = [test for test in recorded() if test.turns * test.cells <= 3_000 and not test.draws][::14]
"""Some short ones; `benchmarks/puzzlescript.py --rules` takes all."""


@pytest.mark.skipif(not TESTS, reason=MISSING)
def test_most_rules_that_match_change_what_happens() -> None:
    matched = needed = 0
    for test in TESTS:
        found = uses(test, imported(test.source), kernel if HAS_KERNELS else reference)
        assert found.needed <= found.matched
        matched += len(found.matched)
        needed += len(found.needed)

    assert matched > 20
    assert needed > matched / 2


def test_a_group_of_which_nothing_is_left_is_gone_from_its_loop() -> None:
    program = cells.program("P", "loop\n[ Player ] -> [ Gem ]\n[ Gem ] -> [ Player ]\n+ [ Coin ] -> [ Gem ]\nend")
    assert program.cellwise is not None
    assert program.cellwise.early.loops == ((0, 1),)

    early = [_early(without(program, rule)) for rule in range(3)]

    assert [stage.loops for stage in early] == [((0, 0),), ((0, 1),), ((0, 1),)]
    assert [[rule.source for group in stage.groups for rule in group.rules] for stage in early] == [
        [1, 2],
        [0, 2],
        [0, 1],
    ]


def test_a_loop_of_which_nothing_is_left_is_gone() -> None:
    program = cells.program("P", "loop\n[ Player ] -> [ Gem ]\nend")

    assert _early(without(program, 0)) == ir.CellStage(())
    assert _early(without(program, 1)) == _early(program)


def _early(program: ir.Program) -> ir.CellStage:
    assert program.cellwise is not None
    return dataclasses.replace(program.cellwise.early)
