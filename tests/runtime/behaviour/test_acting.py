"""Whether two games act alike: copies, the same game in other words, and games that differ in one rule."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import numba
import pytest
from support import disguise, disguise_cells, mutation
from support.sokobans import CELLS, PULL, PUSH, SPLIT, THINGS, TWICE, TWO_AT_ONCE, WALKING, game

from arcg.compiler import ir
from arcg.compiler.canonical import canonical
from arcg.compiler.canonical.symmetry import SYMMETRIES
from arcg.compiler.novelty.alignment import aligned_kinds
from arcg.compiler.novelty.behaviour import Behaviour
from arcg.compiler.novelty.compare import compare
from arcg.runtime.behaviour.acting import acting
from arcg.runtime.behaviour.solutions import solutions
from arcg.runtime.behaviour.telling import replayed
from arcg.runtime.loading import load

pytestmark = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="kernels in Python take minutes for so many moves"
)

MINIATURES = Path(__file__).parents[2] / "expressiveness"


def found(a: ir.Program, b: ir.Program) -> Behaviour:
    return acting(a, b, aligned_kinds(compare(a, b)), (solutions(a), solutions(b)))


def differs(a: ir.Program, b: ir.Program) -> Behaviour:
    """The findings, which must be a difference that shows on both reference engines, and not one move earlier."""
    told = found(a, b)
    assert told.alike is False, told.rows()
    difference = told.difference
    assert difference is not None
    for cut in (False, True):
        acts = [list(acts)[: len(acts) - cut] for acts in difference.acts]
        engines = [replayed(p, level, some) for p, level, some in zip((a, b), difference.levels, acts, strict=True)]
        stands = [(engine.status, engine.level) for engine in engines]
        if difference.cell is None:
            assert (stands[0] != stands[1]) is not cut
        else:
            assert stands[0] == stands[1]
    return told


# ---------------------------------------------------------------- the same game


@pytest.mark.parametrize(("name", "number"), [("tilt", 5), ("carousel", 4), ("derrick", 0)])
def test_a_disguised_copy_acts_alike(name: str, number: int) -> None:
    program = load(name if name == "tilt" else str(MINIATURES / f"{name}.arcg"))

    told = found(program, disguise.disguised(program, SYMMETRIES[number], Random(number)))

    assert told.alike is True, told.rows()
    assert told.same == told.levels
    assert told.difference is None


@pytest.mark.parametrize("number", [0, 5])
def test_a_disguised_copy_over_cells_acts_alike(number: int) -> None:
    program = game(CELLS, PULL)
    copy = disguise_cells.disguised(program, SYMMETRIES[number], Random(number))
    drawn = tuple(replace(kind, pictures=(ir.Picture(None, ((n,),)),)) for n, kind in enumerate(copy.kinds))

    assert found(program, replace(copy, kinds=drawn)).alike is True


def test_of_what_is_never_drawn_nothing_is_seen() -> None:
    program = game(CELLS, PUSH)
    hidden = replace(program, kinds=tuple(replace(kind, pictures=()) for kind in program.kinds))

    assert found(hidden, hidden).alike is True, "they are won by the same moves"
    assert found(program, hidden).alike is False


def test_rules_over_things_and_over_cells_are_one_game() -> None:
    told = found(game(THINGS, WALKING), game(CELLS, PUSH))

    assert told.alike is True, told.rows()
    assert set(told.parts) == {("Spot", "Goal"), ("Wall", "Brick"), ("Box", "Crate"), ("Keeper", "Man")}
    assert told.whole > 0, "on some boards every position was met"


@pytest.mark.parametrize("rules", [SPLIT, TWICE])
def test_a_rule_that_is_split_or_said_twice_acts_alike(rules: str) -> None:
    once, other = game(CELLS, PUSH), game(CELLS, rules)

    assert canonical(once).hash != canonical(other).hash
    told = found(once, other)
    assert told.same == told.levels > 20
    assert told.difference is None


# ---------------------------------------------------------------- another game


@pytest.mark.parametrize("rules", [PULL, TWO_AT_ONCE, "    [ Man | Crate ] -> [ Man | > Crate ]"])
def test_another_rule_shows(rules: str) -> None:
    for one in (game(CELLS, PUSH), game(THINGS, WALKING)):
        differs(one, game(CELLS, rules))


def test_a_game_that_is_won_otherwise_is_another() -> None:
    text = CELLS.replace("win when every [ Goal ] has [ Crate ]", "win when every [ Crate ] has [ Goal ]")

    told = differs(game(THINGS, WALKING), game(text, PUSH))

    assert told.difference is not None and told.difference.cell is None
    assert set(told.difference.shows) == {"is won", "goes on"}


@pytest.mark.parametrize("name", ["tilt", "carousel"])
def test_a_mutated_rule_shows(name: str) -> None:
    program = load(name if name == "tilt" else str(MINIATURES / f"{name}.arcg"))

    differs(program, mutation.mutated(program, 1))


def test_findings_are_the_same_twice_and_the_other_way_round() -> None:
    a, b = game(THINGS, WALKING), game(CELLS, PULL)

    assert found(a, b) == found(a, b)
    assert found(b, a).alike is False


# ---------------------------------------------------------------- when too little is known


def test_what_never_happens_is_named() -> None:
    """No level of these has two goals in a row, so the rule has nothing to do on them, and nothing is claimed."""
    rules = (
        PUSH
        + "\n    [ > Man | Crate Goal | Goal | Goal | Goal | Goal ] -> [ | Crate Goal | Goal | Goal | Goal | Goal ]"
    )

    told = found(game(CELLS, PUSH), game(CELLS, rules))

    assert told.alike is None
    assert told.unfired[1] == ("push.2 (line 26)",)
    assert "push.2 (line 26)" in told.why


def test_chance_is_not_compared() -> None:
    random = game(CELLS, "    [ > Man | Crate ] at random -> [ > Man | > Crate ]")
    assert ir.uses_chance(random)

    told = acting(game(CELLS, PUSH), random)

    assert (told.alike, told.why) == (None, "B uses chance")
    assert told.rows() == [("act alike", "not known: B uses chance")]
