"""No file breaks the checker: a short run of what `benchmarks/fuzz.py` does by the hundred thousand."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support.hostile import SORTS, garble, hostile, sort_of

from arcg.dsl.parser import MAX_LENGTH, grammar

FUZZ = Path(__file__).parents[2] / "benchmarks" / "fuzz.py"


def fuzz(*arguments: object) -> str:
    """What the script prints; it ends with an error if something broke."""
    return subprocess.run(
        [sys.executable, FUZZ, *map(str, arguments)], check=True, capture_output=True, text=True, timeout=600
    ).stdout


def test_some_hundred_files_are_told_right_or_wrong() -> None:
    assert "broken in 0 ways" in fuzz("--first", 0, "--count", 600)


@pytest.mark.parametrize("number", [number for number in range(3000) if sort_of(number) == "large"])
def test_large_files_too(number: int) -> None:
    assert "broken in 0 ways" in fuzz("--first", number, "--count", 1)


def test_a_number_names_a_file() -> None:
    numbers = {sort: next(n for n in range(10**5) if sort_of(n) == sort) for sort in SORTS}

    assert all(hostile(number) == hostile(number) for number in numbers.values())
    assert len(hostile(numbers["large"])) > MAX_LENGTH // 30
    assert fuzz("--show", numbers["garbled"]).encode() == hostile(numbers["garbled"])


def test_lines_of_every_rule_of_the_grammar_are_made() -> None:
    assert set(garble().rules) == {rule.origin.name for rule in grammar().rules}
    assert all(garble().cheapest.values())
