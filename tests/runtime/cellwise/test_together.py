"""Rules whose matches the kernels do all at once: which they are, and that it comes to what it is one after another."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest
from support.cells import PLAYED, program

from arcg.compiler import ir
from arcg.runtime.kernel import KernelEngine
from arcg.runtime.kernel.cellwise.clashes import ONE_BY_ONE, at_once, layers_of
from arcg.runtime.kernel.cellwise.layout import ALL_OF_THEM, ONCE_EACH
from arcg.runtime.reference import ReferenceEngine

RULES = {
    # each match has its own cell
    "[ Gem ] -> [ Coin ]": ALL_OF_THEM,
    # what is put is refused by the next match, or what is taken away is wanted by it
    "right [ Gem | no Gem ] -> [ Gem | Gem ]": ONE_BY_ONE,
    "right [ Crate | Crate ] -> [ | Rock ]": ONE_BY_ONE,
    # neither
    "right [ Gem | Crate ] -> [ Gem | Crate Ghost ]": ALL_OF_THEM,
    "right [ > Player | Crate ] -> [ > Player | > Crate ]": ALL_OF_THEM,
    # one match puts what another takes away
    "right [ Crate | Crate ] -> [ Crate Ghost | Crate no Ghost ]": ONE_BY_ONE,
    # a match of a row is done with each of the others
    "[ Gem ] [ Crate ] -> [ Gem Ghost ] [ Crate ]": ALL_OF_THEM,
    "[ Gem ] [ Crate ] [ Wall ] -> [ Gem Ghost ] [ Crate Hole ] [ Wall ]": ALL_OF_THEM,
    # or only once, since it does not fit any more
    "[ Gem ] [ Crate ] -> [ Coin ] [ Crate ]": ONCE_EACH,
    "[ Crate ] [ Gem ] -> [ Crate ] [ ]": ONCE_EACH + 1,
    # which then is not done to those of the other row
    "[ Gem ] [ Crate ] -> [ Coin ] [ Crate Hole ]": ONE_BY_ONE,
    "[ Gem ] [ Crate ] -> [ ] [ ]": ONE_BY_ONE,
    # or the other row wants what goes
    "[ Gem ] [ Treasure ] -> [ Coin ] [ Treasure ]": ONE_BY_ONE,
    # chance is asked match by match
    "[ Gem ] -> [ random Treasure ]": ONE_BY_ONE,
    # gaps are looked over match by match
    "right [ Gem | ... | Crate ] -> [ Gem | ... | Rock ]": ONE_BY_ONE,
}


def first_rule(game: ir.Program) -> ir.CellRule:
    assert game.cellwise is not None
    return game.cellwise.early.groups[0].rules[0]


@pytest.mark.parametrize(("rules", "how"), RULES.items())
def test_which_rules_are_done_at_once(rules: str, how: int) -> None:
    game = program("g", rules)

    assert at_once(first_rule(game), False, layers_of(game)) == how


def test_what_marks_as_rigid_is_not_done_at_once() -> None:
    game = program("g", "right [ > Player | Crate ] -> [ > Player | > Crate ]")

    assert at_once(first_rule(game), True, layers_of(game)) == ONE_BY_ONE


def test_where_a_layer_may_hold_two_things_in_a_cell_all_that_goes_counts() -> None:
    game = program("g", "right [ Gem | Coin ] -> [ Gem | Coin ]\n[ Crate ] -> [ Rock ]")
    assert game.cellwise is not None
    crates = game.cellwise.early.groups[1].rules[0]
    careless = dataclasses.replace(crates.changes[0][0], clear=0)
    group = ir.CellGroup((dataclasses.replace(crates, changes=((careless,),)),))
    stage = ir.CellStage((game.cellwise.early.groups[0], group))
    open_game = dataclasses.replace(game, cellwise=dataclasses.replace(game.cellwise, early=stage))

    assert layers_of(game)
    assert layers_of(open_game) == []
    assert at_once(first_rule(game), False, layers_of(game)) == ALL_OF_THEM
    assert at_once(first_rule(game), False, []) == ONE_BY_ONE


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(3))
def test_both_engines_do_and_tell_the_same(rules: str, seed: int) -> None:
    chance = Random(seed)
    level = ["".join(chance.choice("..Pgcs#hGC") for _ in range(9)) for _ in range(8)]
    game = program(level, rules)
    engines = [make(game) for make in (ReferenceEngine, KernelEngine)]

    for action in ("right", "tick", "left", "tick"):
        for engine in engines:
            engine.step(PLAYED[action])

        one, other = engines
        assert one.state() == other.state()
        assert one.trace() == other.trace()
