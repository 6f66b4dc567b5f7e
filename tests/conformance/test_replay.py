"""PuzzleScript's own recorded playthroughs, replayed: the level is as recorded after every input.

The games are imported; a few are played without our language between too, as one looks for faults.
"""

from __future__ import annotations

import numba
import pytest
from conformance.direct import Built
from conformance.importing import imported
from conformance.material import MISSING, Recorded, recorded
from conformance.replaying import directly, kernel, reference, replay

TESTS = recorded()

LONGEST = 30_000
"""Turns times cells of the map: a longer playthrough takes the reference engine up to a minute.

`benchmarks/puzzlescript.py` plays those too.
"""

HAS_KERNELS = not numba.config.DISABLE_JIT
"""Kernels in Python take minutes."""


def is_short(test: Recorded) -> bool:
    """Whether a playthrough is played on the reference engine."""
    return test.turns * test.cells <= LONGEST


def plays_as_recorded(test: Recorded, game: Built) -> None:
    """On both engines, which have the same states and snapshots."""
    engines = [engine for engine, plays in ((reference, is_short(test)), (kernel, HAS_KERNELS)) if plays]
    if not engines:
        pytest.skip("a long playthrough is for compiled kernels")

    outcomes = [replay(test, game, engine) for engine in engines]

    assert all(outcome.passed for outcome in outcomes), outcomes
    assert len({outcome.states for outcome in outcomes}) == 1


@pytest.mark.skipif(not TESTS, reason=MISSING)
def test_most_playthroughs_are_replayed_on_the_reference_engine() -> None:
    assert sum(map(is_short, TESTS)) > 0.85 * len(TESTS)


@pytest.mark.parametrize("test", TESTS, ids=lambda test: str(test.number))
def test_an_import_plays_as_recorded(test: Recorded) -> None:
    plays_as_recorded(test, imported(test.source))


@pytest.mark.parametrize("test", TESTS[::12], ids=lambda test: str(test.number))
def test_a_source_plays_as_recorded(test: Recorded) -> None:
    plays_as_recorded(test, directly(test.source))
