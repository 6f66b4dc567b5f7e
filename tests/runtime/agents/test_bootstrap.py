"""Intervals cover what they should, about as often as they say."""

from __future__ import annotations

import numpy as np
import pytest

from arcg.runtime.agents import bootstrap
from arcg.runtime.agents.bootstrap import by_chance, interval


def test_equal_numbers_have_no_width() -> None:
    found = interval([[2, 2, 2], [4, 4, 4]])

    assert found is not None and (found.mean, found.low, found.high, found.count) == (3, 3, 3, 6)
    assert not found.enough
    assert interval([]) is None and interval([[1.0], []]) is None


def test_groups_count_alike_however_many_numbers_they_have() -> None:
    found = interval([[0.0] * 100, [10.0, 11.0, 9.0, 10.0, 12.0, 8.0]])

    assert found is not None and found.mean == 5
    assert 4 < found.low < 5 < found.high < 6 and found.enough


def test_it_is_the_same_again_and_turned_around_when_signs_are() -> None:
    numbers = np.random.default_rng(3).exponential(size=25).tolist()
    first, again, turned = interval([numbers]), interval([numbers]), interval([[-one for one in numbers]])

    assert first == again and first is not None and turned is not None
    assert turned.mean == pytest.approx(-first.mean)
    assert (turned.low, turned.high) == pytest.approx((-first.high, -first.low), abs=0.02)
    assert first.high - first.mean > first.mean - first.low, "a long tail to the right"


@pytest.mark.parametrize(("groups", "size"), [(1, 20), (3, 8)])
def test_about_95_of_100_intervals_hold_the_truth(groups: int, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "RESAMPLES", 500)
    dice = np.random.default_rng(11)
    held = 0
    for trial in range(300):
        found = interval([dice.normal(1.0, 1 + group, size) for group in range(groups)], seed=trial)
        assert found is not None
        held += found.low <= 1.0 <= found.high
    assert 0.87 <= held / 300 <= 0.98


def test_signs_that_are_thrown() -> None:
    """Of 12 pairs 3 differ, all in one way: a quarter of all signs does that, whatever an interval says."""
    assert by_chance([[1.0] * 3 + [0.0] * 9]) == pytest.approx(0.25, abs=0.02)
    assert by_chance([[2.0] * 6]) == pytest.approx(2 / 64, abs=0.006)
    assert by_chance([[1.0, -1.0, 1.0, -1.0]]) == 1.0
    assert by_chance([[0.0] * 8, [3.0] * 8]) < 0.02


def test_two_that_are_the_same_are_seldom_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "RESAMPLES", 400)
    dice = np.random.default_rng(8)
    told = sum(by_chance([(dice.random(12) < 0.2) * 1.0 - (dice.random(12) < 0.2)], seed=trial) < 0.05
               for trial in range(300))  # fmt: skip
    assert told / 300 < 0.07
