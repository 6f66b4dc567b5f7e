"""The null measured anew: which pairs are drawn, the quantiles that they give, and families."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.sketch import check_sketch
from support.small_games import texts

from arcg.compiler.canonical import canonical
from arcg.compiler.lower import lower
from arcg.compiler.novelty.background import shipped
from arcg.compiler.novelty.calibrate import (
    LEAST_PAIRS,
    MOSTLY_SHARED,
    Sample,
    calibrated,
    drawn,
    null_of,
    quantiles,
    sample_of,
)
from arcg.compiler.novelty.compare import Prepared, compare_prepared, prepared
from arcg.compiler.novelty.families import families_in, together
from arcg.compiler.novelty.units import rule_count
from arcg.compiler.novelty.verdict import SHARES, dumps, loads


@cache
def games() -> tuple[Prepared, ...]:
    """Games of a few sentences each, no two with the same ones."""
    found = []
    for text in texts(20):
        game, wrong = check_sketch(text, "small.arcg")
        assert game is not None, [diagnostic.message for diagnostic in wrong]
        found.append(prepared(canonical(lower(game)), shipped()))
    return tuple(found)


def alone(a: int, b: int) -> bool:
    """No two games belong together."""
    return False


# ---------------------------------------------------------------- which pairs


def test_only_pairs_of_one_size_with_enough_rules_are_drawn() -> None:
    rules = [rule_count(game.turns[0]) for game in games()]
    pairs = drawn(games(), alone, 10_000)

    assert len(pairs) > 20
    for a, b in pairs:
        assert min(rules[a], rules[b]) > 3
        assert max(rules[a], rules[b]) <= 2 * min(rules[a], rules[b])


def test_copies_and_what_belongs_together_are_not_drawn() -> None:
    pairs = drawn(games(), alone, 10_000)
    a, b = pairs[0]
    twice = (*games(), games()[a])

    assert (a, len(games())) not in drawn(twice, alone, 10_000)
    assert drawn(games(), lambda one, other: {one, other} == {a, b}, 10_000) == pairs[1:]


def test_as_many_pairs_as_asked_for_and_always_the_same() -> None:
    some = drawn(games(), alone, 5)

    assert 5 <= len(some) <= 15, "of three sizes at most"
    assert some == drawn(games(), alone, 5)
    assert set(some) < set(drawn(games(), alone, 10_000))


def test_versions_of_one_game_say_nothing_about_unrelated_ones() -> None:
    a, b = drawn(games(), alone, 1)[0]
    found = compare_prepared(games()[a], games()[b])
    total = found.a + found.b

    def with_novelty(value: float) -> Sample | None:
        joint = total * (1 + value) / 2
        return sample_of(replace(found, joint=joint, chained=joint))

    assert with_novelty(MOSTLY_SHARED - 0.01) is None
    near = with_novelty(MOSTLY_SHARED + 0.01)
    assert near is not None
    assert near.ratio == pytest.approx(MOSTLY_SHARED + 0.01)


# ---------------------------------------------------------------- quantiles


values = st.lists(st.tuples(st.floats(-1, 2), st.floats(0.01, 1)), min_size=1, max_size=30)


@given(values)
def test_quantiles_rise_and_stay_within_the_values(pairs: list[tuple[float, float]]) -> None:
    found = quantiles([value for value, _ in pairs], [weight for _, weight in pairs])

    assert all(low <= high + 1e-12 for low, high in pairwise(found))
    assert min(value for value, _ in pairs) <= found[0]
    assert found[-1] <= max(value for value, _ in pairs)


def test_quantiles_of_equal_weights_are_plain_ones() -> None:
    found = quantiles([number / 1000 for number in range(1, 1000)], [1.0] * 999)

    assert found[1:-1] == pytest.approx(SHARES[1:-1])
    assert (found[0], found[-1]) == (0.001, 0.999)


def test_what_weighs_nothing_does_not_count() -> None:
    found = quantiles([*range(1, 100), -50.0], [1.0] * 99 + [1e-12])

    assert found[SHARES.index(0.01)] == pytest.approx(1)


def test_where_pairs_are_few_those_of_other_sizes_count() -> None:
    chance = Random(8)
    samples = [sample for sample in unrelated(700, chance) if not 8 <= sample.rules <= 30]
    sizes = null_of(samples, 90).tables["cells"]

    assert all(size.pairs >= LEAST_PAIRS for size in sizes)


def unrelated(count: int, chance: Random) -> list[Sample]:
    """Pairs of which small ones scatter more than large ones."""
    found = []
    for _ in range(count):
        rules = round(math.exp(chance.uniform(math.log(4), math.log(80))))
        shared = abs(chance.gauss(0, 0.2 / math.sqrt(rules)))
        found.append(Sample("cells", rules, 1 - shared, shared))
    return found


def test_small_games_are_judged_more_mildly() -> None:
    null = null_of(unrelated(2000, Random(3)), 90)
    small, large = (null.ratio("cells", rules, 0.05) for rules in (4, 70))

    assert small < 0.85
    assert large > 0.92
    assert [size.rules for size in null.tables["cells"]] == [4, 6, 9, 13, 20, 30, 45, 70]


@pytest.mark.parametrize("share", [0.01, 0.05])
def test_as_many_other_pairs_are_below_a_quantile_as_it_says(share: float) -> None:
    """Of other pairs than those that it was taken from, of any size."""
    null = null_of(unrelated(4000, Random(4)), 90)
    others = unrelated(4000, Random(5))

    for low, high in ((4, 8), (9, 20), (21, 80)):
        some = [sample for sample in others if low <= sample.rules <= high]
        below = sum(sample.ratio < null.ratio("cells", sample.rules, share) for sample in some)
        assert share / 4 < below / len(some) < 2.5 * share


def test_the_order_of_the_pairs_makes_no_difference() -> None:
    samples = unrelated(300, Random(5))

    assert dumps(null_of(samples, 90)) == dumps(null_of(samples[::-1], 90))


def test_too_few_pairs_are_no_null() -> None:
    few = unrelated(LEAST_PAIRS - 1, Random(6))

    with pytest.raises(ValueError, match=f"there are {LEAST_PAIRS - 1} pairs of unrelated games"):
        null_of(few, 20)
    with pytest.raises(ValueError, match="there are 0 pairs"):
        null_of([], 0)
    two_sorts = [*few, *(replace(sample, sort="things") for sample in unrelated(LEAST_PAIRS, Random(7)))]
    assert list(null_of(two_sorts, 20).tables) == ["things"]


def test_games_give_a_null_that_can_be_read() -> None:
    null = calibrated(games(), alone)

    assert loads(dumps(null), "null.json").pairs("things", 5) > 0
    assert dumps(null) == dumps(calibrated(games(), alone))


# ---------------------------------------------------------------- families


def test_families_by_the_ends_of_paths(tmp_path: Path) -> None:
    file = tmp_path / "families.yaml"
    file.write_text("families:\n  - [ice_*.arcg, old/*]\n  - [b.arcg]\n")
    names = ("all/ice_1.arcg", "all/ice_2.arcg", "all/old/a.arcg", "all/b.arcg", "all/old/deep/c.arcg")
    related = together(families_in(file), [Path(name) for name in names], "families.yaml")

    assert {pair for pair in combinations(range(5), 2) if related(*pair)} == {(0, 1), (0, 2), (1, 2)}


def test_a_pattern_that_fits_no_game_is_a_mistake() -> None:
    with pytest.raises(ValueError, match=r"families\.yaml: no game is called ice_9\.arcg"):
        together((("ice_1.arcg", "ice_9.arcg"),), [Path("ice_1.arcg")], "families.yaml")


@pytest.mark.parametrize(
    "text",
    ["", "[]", "families: 3", "families: [a.arcg]", "families: [[3]]", "families: [[]]", "other: [[a]]", "{", "\0"],
)
def test_a_file_without_families_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "families.yaml"
    file.write_text(text)

    with pytest.raises(ValueError, match="lists no families"):
        families_in(file)
