"""How often the verdicts flag unrelated pairs, as `benchmarks/novelty.py` counts it: no oftener than they say."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from arcg.compiler.canonical import canonical
from arcg.compiler.novelty.background import shipped
from arcg.compiler.novelty.compare import Comparison, compare_forms
from arcg.runtime.loading import load

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from novelty_material import Game
from novelty_verdicts import Unrelated, flagged

sys.path.pop(0)


@pytest.fixture(scope="module")
def found() -> Comparison:
    return compare_forms(canonical(load("dyer")), canonical(load("glow")), shipped())


def pairs(found: Comparison, bits: float) -> list[Unrelated]:
    """All pairs of 40 games of one size, which have something in common by chance."""
    chance = Random(9)
    games = [Game(f"game {number}", load("dyer")) for number in range(40)]
    some = []
    for a, b in combinations(games, 2):
        shared = bits * chance.gauss(0, 0.05)
        figures = replace(
            found, rules=(9, 9), a=bits, b=bits, joint=2 * bits - max(0, shared), chained=2 * bits - shared
        )
        some.append(Unrelated(a, b, figures))
    return some


def test_as_many_unrelated_pairs_are_flagged_as_the_verdicts_say(found: Comparison) -> None:
    verdicts = flagged(pairs(found, 2000))["all"]

    assert 0.005 < verdicts["variant"] / verdicts.total() < 0.015
    assert 0.035 < (verdicts["variant"] + verdicts["related"]) / verdicts.total() < 0.065


def test_without_evidence_nothing_is_flagged(found: Comparison) -> None:
    verdicts = flagged(pairs(found, 200))["all"]

    assert verdicts["novel"] == verdicts.total() > 0
