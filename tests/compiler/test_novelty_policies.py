"""Solutions coded alone and together: what repeats is cheap, what two games share is found."""

from __future__ import annotations

import statistics
from itertools import combinations
from random import Random

import pytest

from arcg.compiler import ir
from arcg.compiler.canonical.symmetry import SYMMETRIES
from arcg.compiler.novelty.policies import FEW_BITS, Plan, Solver, code_of, compare_solvers, turned, worded


def solver(*plans: Plan, levels: int = 0, steps: int = 4) -> Solver:
    return Solver(plans, max(levels, len(plans)), 0, steps)


def wandering(seed: int, plans: int = 6, length: int = 25) -> Solver:
    random = Random(seed)
    return solver(*(tuple(random.choice(ir.DIRECTIONS) for _ in range(length)) for _ in range(plans)))


def test_nothing_takes_no_bits() -> None:
    assert code_of(solver(), ()).bits == 0


def test_holding_one_action_is_cheap_however_long_it_takes() -> None:
    short, long = (code_of(solver(("right",) * count), ()).bits for count in (10, 400))

    assert short < 15
    assert long - short < 2


def test_a_repeated_macro_is_cheap() -> None:
    macro = ("up", "left", "left", "down", "act")

    assert code_of(solver(macro * 20), ()).bits < code_of(solver(macro), ()).bits + 12


def test_wandering_takes_all_its_bits() -> None:
    """Two bits a step, and what it costs to say that it is not copied."""
    steps = 6 * 25

    assert 2 * steps < code_of(wandering(1), ()).bits < 2.8 * steps


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_the_same_solutions_on_a_turned_board_share_most(symmetry) -> None:
    found = compare_solvers(wandering(1), turned(wandering(1), symmetry))

    assert found.a == found.b
    assert found.ratio < 0.25
    assert found.macros


def test_it_makes_no_difference_which_game_comes_first() -> None:
    a, b = wandering(1), solver(*wandering(1).plans[:3], *wandering(2).plans[:3])

    one, two = compare_solvers(a, b), compare_solvers(b, a)

    assert one.joint == two.joint
    assert (one.a, one.b) == (two.b, two.a)


def test_unrelated_solutions_share_nothing() -> None:
    found = [compare_solvers(wandering(one), wandering(two)) for one, two in combinations(range(6), 2)]

    assert 0.93 < statistics.median(each.unclipped for each in found) < 1.05
    assert min(each.ratio for each in found) > 0.9


def test_a_shared_macro_is_found_and_told() -> None:
    macro: Plan = ("up", "up", "left", "act", "down", "right", "down", "act", "left")
    random = Random(3)

    def with_macro(seed: int) -> Solver:
        own = wandering(seed, 4, 6)
        return solver(*((*plan, *macro, random.choice(ir.DIRECTIONS)) for plan in own.plans), steps=5)

    found = compare_solvers(with_macro(1), with_macro(2))

    assert found.ratio < 0.9
    assert any(worded(told.steps).count("act") == 2 for told in found.macros)


def test_all_lengths_are_of_valid_codes() -> None:
    for seed in range(5):
        a, b = wandering(seed, 3, 12), wandering(seed + 50, 4, 9)
        found = compare_solvers(a, b)
        assert max(found.a, found.b) <= found.joint <= found.a + found.b
        assert 0 <= found.ratio <= 1


def test_what_is_not_known_is_said() -> None:
    unsolved = solver(levels=3)
    short = solver(("left", "up"))

    assert compare_solvers(wandering(1), unsolved).doubt == "no level of B was solved within the budget"
    assert f"under {FEW_BITS:.0f} bits" in compare_solvers(short, wandering(1)).doubt
    assert ("B solved", "0 of 3 levels, 0 moves") in compare_solvers(wandering(1), unsolved).rows()


def test_steps_in_words() -> None:
    assert worded(("up", "up", "act", "left", "left", "left")) == "up x2, act, left x3"
