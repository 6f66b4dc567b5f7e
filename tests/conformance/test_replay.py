"""PuzzleScript's own recorded playthroughs, replayed: the level is as recorded after every input."""

from __future__ import annotations

import numba
import pytest
from conformance.material import MISSING, Recorded, recorded
from conformance.replaying import directly, kernel, reference, replay

TESTS = recorded()

LONGEST = 100_000
"""Turns times cells of the map: a longer playthrough takes the reference engine seconds.

`benchmarks/puzzlescript.py` plays those too.
"""

SHORT = [test for test in TESTS if test.turns * test.cells <= LONGEST]


@pytest.mark.skipif(not TESTS, reason=MISSING)
def test_most_playthroughs_are_replayed() -> None:
    assert len(SHORT) > 0.9 * len(TESTS)


@pytest.mark.parametrize("test", SHORT, ids=lambda test: str(test.number))
def test_the_reference_engine_plays_as_recorded(test: Recorded) -> None:
    outcome = replay(test, directly(test.source), reference)

    assert outcome.passed, outcome


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="in Python the kernels take minutes for them")
@pytest.mark.parametrize("test", TESTS, ids=lambda test: str(test.number))
def test_the_kernels_play_as_recorded(test: Recorded) -> None:
    outcome = replay(test, directly(test.source), kernel)

    assert outcome.passed, outcome
