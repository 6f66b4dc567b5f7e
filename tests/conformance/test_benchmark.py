"""The benchmarks over PuzzleScript's games run, count what plays as recorded, and set speed beside the original's."""

from __future__ import annotations

import importlib.util
import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from conformance.material import DATA, MISSING, recorded

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
BENCHMARK = BENCHMARKS / "puzzlescript.py"
SPEED = BENCHMARKS / "puzzlescript_speed.py"
TABLE = DATA.parents[1] / "research" / "puzzlescript-bench.json"
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


def speed(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(SPEED), *arguments], capture_output=True, text=True, check=False)


@pytest.mark.skipif(not TABLE.exists() or not TESTS, reason=MISSING)
def test_speed_is_told_as_a_multiple_of_the_original(tmp_path) -> None:
    original = tmp_path / "original.py"
    original.write_text(
        "import json\nasked = json.loads(input())\n"
        "assert 'RULES' in asked['source'] and (asked['level'], asked['actions']) == (0, 5)\n"
        "print(json.dumps({'steps_per_second': 2 * asked['seconds']}))\n"
    )
    command, file = f"{shlex.quote(sys.executable)} {shlex.quote(str(original))}", tmp_path / "figures.json"

    done = speed("sokoban basic", "--seconds", "0.05", "--batch", "2", "--original", command, "--json", str(file))

    (row,) = json.loads(file.read_text())["games"]
    assert (row["game"], row["original"]) == ("sokoban basic", 0.1)
    assert f"{row['rates']['2'] / 0.1:,.1f}" in done.stdout.splitlines()[-2]


@pytest.mark.skipif(not TABLE.exists(), reason=MISSING)
def test_a_source_that_is_another_game_is_refused(tmp_path) -> None:
    (tmp_path / "2048.txt").write_text(next(test.source for test in TESTS if test.number == 1))

    done = speed("2048", "--sources", str(tmp_path))

    assert "2048: it has no level of 4x4 cells" in done.stderr


def test_without_the_table_speed_says_what_is_missing(tmp_path, monkeypatch) -> None:
    spec = importlib.util.spec_from_file_location("puzzlescript_speed", SPEED)
    benchmark = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, benchmark)
    spec.loader.exec_module(benchmark)
    monkeypatch.setattr(benchmark, "TABLE", tmp_path / "bench.json")
    monkeypatch.setattr(sys, "argv", ["puzzlescript_speed.py"])

    with pytest.raises(SystemExit, match=r"is not here: there is no .*bench\.json"):
        benchmark.main()
