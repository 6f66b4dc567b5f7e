"""The prefilter: what is alike is never passed over, and most of what is not alike is."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest
from support import disguise
from support.mutation import live_lines, mutated

from arcg.compiler.canonical import canonical
from arcg.compiler.canonical.symmetry import SYMMETRIES
from arcg.compiler.novelty.background import shipped
from arcg.compiler.novelty.compare import Prepared, compare_prepared, prepared
from arcg.compiler.novelty.prefilter import NEAREST, saving, worth_coding
from arcg.compiler.novelty.survey import unlike
from arcg.runtime.loading import load

FILES = sorted(Path(__file__).parents[1].glob("expressiveness/*.arcg"))
SHIPPED = ("dyer", "glow", "tilt")


@cache
def games() -> tuple[Prepared, ...]:
    """The miniatures, the shipped games, of each of these a turned copy and one with half of its rules changed."""
    programs = [load(str(file)) for file in FILES] + [load(name) for name in SHIPPED]
    for name in SHIPPED:
        whole = load(name)
        programs.append(disguise.disguised(whole, SYMMETRIES[6], Random(4)))
        programs.append(mutated(whole, len(live_lines(whole)) // 2))
    return tuple(prepared(canonical(program), shipped()) for program in programs)


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the collection were a large one."""
    monkeypatch.setattr("arcg.compiler.novelty.prefilter.FEW_GAMES", 0)


def test_all_pairs_of_a_small_collection() -> None:
    assert worth_coding(games()[:5]).all()


@pytest.mark.usefixtures("large")
def test_copies_and_half_mutants_are_never_passed_over() -> None:
    chosen, first = worth_coding(games()), len(FILES) + len(SHIPPED)

    for number in range(len(SHIPPED)):
        original, copy, half = len(FILES) + number, first + 2 * number, first + 2 * number + 1
        assert chosen[original, copy]
        assert chosen[original, half]
        assert chosen[copy, half]


@pytest.mark.usefixtures("large")
def test_what_has_much_in_common_is_never_passed_over() -> None:
    chosen = worth_coding(games())

    for a, b in combinations(range(len(games())), 2):
        if not chosen[a, b]:
            found = compare_prepared(games()[a], games()[b])
            assert found.unclipped > 0.9, (a, b)


@pytest.mark.usefixtures("large")
def test_most_unlike_pairs_are_passed_over_and_every_game_has_neighbours() -> None:
    chosen = worth_coding(games())

    assert (chosen == chosen.T).all()
    assert chosen.mean() < 0.6
    assert (chosen.sum(axis=1) >= NEAREST).all()


def test_what_is_saved_is_within_what_it_costs() -> None:
    saved, whole = saving(games())

    assert (saved >= 0).all()
    assert (saved <= whole[:, None] * 1.001).all()
    assert np.diag(saved) == pytest.approx(whole, rel=1e-3), "a game gives itself"


def test_a_pair_that_is_passed_over() -> None:
    dyer, glow = (prepared(canonical(load(name)), shipped()) for name in ("dyer", "glow"))
    pair = unlike(dyer, glow, (0, 1))

    assert not pair.coded
    assert (pair.novelty, pair.containment, pair.shared_bits, pair.verdict) == (1, 0, 0, "novel")
    assert pair.as_json(["a", "b"])["coded"] is False
