"""The benchmark over all playthroughs runs, and counts what passes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conformance.material import MISSING, recorded

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "puzzlescript.py"
TESTS = recorded()


@pytest.mark.skipif(not TESTS, reason=MISSING)
def test_the_benchmark_counts_what_passes() -> None:
    first, second = (str(test.number) for test in sorted(TESTS, key=lambda test: test.turns * test.cells)[:2])

    done = subprocess.run(
        [sys.executable, str(BENCHMARK), "--engine", "reference", first, second],
        capture_output=True,
        text=True,
        check=True,
    )

    assert "reference: 2 of 2 as recorded" in done.stdout
    assert "imports: 2" in done.stdout
