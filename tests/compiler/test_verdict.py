"""Verdicts: what a comparison comes to, beside the quantiles of unrelated pairs."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcg.compiler.canonical import canonical
from arcg.compiler.canonical.form import FORMAT
from arcg.compiler.novelty.background import shipped
from arcg.compiler.novelty.coding import CODE
from arcg.compiler.novelty.compare import Comparison, compare_forms
from arcg.compiler.novelty.verdict import (
    SHARES,
    Null,
    Sizes,
    Verdict,
    dumps,
    judged,
    loads,
    rules_of,
    shipped_null,
    verdict,
)
from arcg.runtime.loading import load

LEVELS = tuple(0.5 + share / 2 for share in SHARES)
NULL = Null(
    20,
    FORMAT,
    shipped().version,
    CODE,
    {
        "things": (
            Sizes(5.0, 100, LEVELS, tuple(1 - level for level in LEVELS)),
            Sizes(20.0, 100, tuple(level + 0.2 for level in LEVELS), tuple(0.8 - level for level in LEVELS)),
        ),
        "cells": (Sizes(9.0, 100, (1.0,) * len(SHARES), (0.0,) * len(SHARES)),),
    },
)
"""Unrelated pairs of rules over things: between 0.5 and 1 with 5 rules, between 0.7 and 1.2 with 20."""


@cache
def pair() -> Comparison:
    return compare_forms(canonical(load("dyer")), canonical(load("glow")), shipped())


def figures(a: float, b: float, shared: float, rules: tuple[int, int]) -> Comparison:
    """A comparison with these figures."""
    return replace(pair(), a=a, b=b, joint=a + b - max(0.0, shared), chained=a + b - shared, rules=rules)


def ratio(value: float, rules: int = 5) -> Comparison:
    """Two games of one size with that ratio."""
    return figures(1000, 1000, 1000 * (1 - value), (rules, rules))


CASES: dict[Verdict, Comparison] = {
    "clone": replace(pair(), forms=(pair().forms[0],) * 2),
    "variant": ratio(0.5),
    "related": ratio(0.51),
    "novel": ratio(0.9),
    "too short to judge": ratio(0.5, 3),
}


@pytest.mark.parametrize("wanted", get_args(Verdict))
def test_every_verdict_is_reached(wanted: Verdict) -> None:
    assert verdict(CASES[wanted], NULL) == wanted


def test_one_shared_rule_makes_no_variant_of_a_large_game() -> None:
    """It is closer than all unrelated pairs of its size, but not than small ones are by chance."""
    found = judged(ratio(0.6, 20), NULL)

    assert (found.verdict, found.ground, found.percentile) == ("related", "ratio", 0.0)
    assert verdict(ratio(0.5, 20), NULL) == "variant"


def test_a_clone_needs_no_evidence() -> None:
    short = replace(CASES["clone"], rules=(1, 1), a=3.0, b=3.0, joint=3.0, chained=3.0)

    assert verdict(short, NULL) == "clone"


def test_few_shared_bits_are_no_evidence() -> None:
    found = judged(figures(80, 80, 39.9, (5, 5)), NULL)

    assert (found.verdict, found.ground) == ("novel", "little shared")
    assert judged(figures(80, 80, 40.1, (5, 5)), NULL).verdict == "variant"


def test_a_small_game_inside_a_large_one_is_related() -> None:
    found = judged(figures(200, 4000, 150, (5, 90)), NULL)

    assert (found.verdict, found.ground) == ("related", "containment")


ORDER: list[Verdict] = ["variant", "related", "novel"]


@given(st.floats(-0.5, 1.5), st.floats(-0.5, 1.5), st.integers(4, 200))
def test_less_novelty_is_no_milder_verdict(one: float, other: float, rules: int) -> None:
    low, high = (judged(ratio(value, rules), NULL) for value in sorted((one, other)))

    assert ORDER.index(low.verdict) <= ORDER.index(high.verdict)
    assert low.percentile <= high.percentile


@given(st.sampled_from(SHARES[1:-1]), st.floats(5, 20))
def test_a_quantile_has_its_own_percentile(share: float, rules: float) -> None:
    level = NULL.ratio("things", rules, share)

    assert LEVELS[0] <= level <= LEVELS[-1] + 0.2
    if rules in (5.0, 20.0):
        assert NULL.percentile(ratio(level, int(rules))) == pytest.approx(share)


def test_between_two_sizes_lies_what_lies_between() -> None:
    assert NULL.ratio("things", 4, 0.5) == NULL.ratio("things", 5, 0.5) == 0.75
    assert NULL.ratio("things", 10, 0.5) == pytest.approx(0.85)
    assert NULL.ratio("things", 400, 0.5) == pytest.approx(0.95)


def test_each_kind_of_rules_has_its_quantiles() -> None:
    assert rules_of(pair()) == "things"
    assert NULL.ratio("cells", 9, 0.5) == 1
    assert NULL.table("mixed") == NULL.table("things"), "for want of mixed pairs"


# ---------------------------------------------------------------- the file


def test_the_shipped_null_is_of_this_version() -> None:
    """If this fails, measure it anew: python benchmarks/novelty.py --null."""
    null = shipped_null()

    assert (null.form, null.background, null.code) == (FORMAT, shipped().version, CODE)


def test_a_null_is_read_as_it_was_written() -> None:
    assert loads(dumps(NULL), "null.json") == loads(dumps(loads(dumps(NULL), "null.json")), "null.json")


@pytest.mark.parametrize(
    ("what", "null"),
    [
        ("form", replace(NULL, form=FORMAT + 1)),
        ("background", replace(NULL, background="0" * 64)),
        ("code", replace(NULL, code=CODE + 1)),
    ],
)
def test_a_null_of_another_version_is_refused(what: str, null: Null) -> None:
    with pytest.raises(ValueError, match=rf"mine\.json was measured with another {what}"):
        loads(dumps(null), "mine.json")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "{}",
        dumps(NULL)[:-40],
        dumps(NULL).replace('"pairs": 100', '"pairs": null'),
        dumps(NULL).replace("0.5000, ", "0.9000, ", 1),
        dumps(NULL).replace("0.5000, ", "NaN, ", 1),
        dumps(NULL).replace("0.5000, ", "", 1),
        dumps(NULL).replace('"rules": 5,', '"rules": 50,'),
        dumps(NULL).replace('"rules": 5,', '"rules": 0,'),
        dumps(replace(NULL, tables={})),
        dumps(replace(NULL, tables={"things": ()})),
        dumps(NULL).replace('"games": 20', '"games": [20]'),
    ],
)
def test_a_damaged_null_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"mine\.json"):
        loads(text, "mine.json")
