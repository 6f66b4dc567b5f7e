"""The page on what is cheap: every section says one wish in two ways that play alike, and the table has its factors."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path

import pytest

from arcg.runtime.reference import ReferenceEngine

ROOT = Path(__file__).parents[2]
_spec = importlib.util.spec_from_file_location("costs", ROOT / "benchmarks" / "costs.py")
assert _spec is not None and _spec.loader is not None
costs = importlib.util.module_from_spec(_spec)
sys.modules["costs"] = costs
_spec.loader.exec_module(costs)

PAIRS = costs.pairs()
TURNS = 12


@pytest.mark.parametrize("pair", PAIRS, ids=[pair.title for pair in PAIRS])
def test_both_ways_play_alike_where_the_page_says_so(pair: costs.Pair) -> None:  # type: ignore[name-defined]
    engines = [ReferenceEngine(pair.first), ReferenceEngine(pair.second)]
    begun, moved = [engine.frame().tobytes() for engine in engines], False
    for action in costs.actions(pair.first, 0, TURNS):
        for engine in engines:
            engine.step(action)
        shown = [engine.frame().tobytes() for engine in engines]
        moved = moved or shown[0] != begun[0]
        assert shown[0] == shown[1] or not pair.alike

    assert moved, "something happens in the turns that are measured"


def test_the_table_has_a_row_of_factors_for_every_section() -> None:
    rows = re.findall(r"^\| ([^|]+) \| \d+\.\d \| \d+\.\d \|$", costs.PAGE.read_text(encoding="utf-8"), re.MULTILINE)

    assert rows == [pair.title + ("" if pair.alike else " *") for pair in PAIRS]
