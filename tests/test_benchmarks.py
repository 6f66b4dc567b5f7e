"""The benchmarks that compare engines: their games are won as planned, and what they print is whole."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

import arcg
from arcg.runtime.benchmark import rate_copying

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


def loaded(name: str) -> ModuleType:
    """A benchmark as a module."""
    spec = importlib.util.spec_from_file_location(f"benchmarks_{name}", BENCHMARKS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


engines = loaded("engines")
games = pytest.mark.parametrize("game", engines.GAMES)


@games
def test_a_game_of_all_engines_is_won_lost_and_begun_again(game, monkeypatch):
    monkeypatch.setattr(engines, "CHECKED", 60)

    actions, answers = engines.played(arcg.load(str(BENCHMARKS / f"{game}.arcg")))

    statuses = [status for status, *_ in answers]
    assert statuses.count(1) == 2
    assert answers[-1][:2] == [1, 0]  # won with the last of the bar
    assert len(actions) == len(answers) > 60


@games
def test_the_two_writings_of_a_game_have_one_map(game):
    text = (BENCHMARKS / "arcengine_games.py").read_text(encoding="utf-8").split(f'= "{game}"')[1]
    by_hand = text.split("rows: ClassVar = [")[1].split("]")[0]
    rows = (BENCHMARKS / f"{game}.arcg").read_text(encoding="utf-8").split("    map\n")[1].split()

    assert [row.strip('",') for row in by_hand.split()] == rows


def test_engines_prints_a_line_for_each_and_writes_the_same_figures(tmp_path, capsys, monkeypatch):
    file = tmp_path / "figures.json"
    arguments = ["glide", "--without-kernel", "--seconds", "0.05", "--json", str(file)]
    monkeypatch.setattr(sys, "argv", ["engines.py", *arguments])

    engines.main()

    told = capsys.readouterr().out
    document = json.loads(file.read_text(encoding="utf-8"))
    assert "load" in document["machine"]
    reference, *copied = (row for row in document["games"]["glide"] if not row["engine"].startswith("arcengine"))
    assert (reference["engine"], [row["batch"] for row in copied]) == ("reference", [1, 64, 1024, 4096])
    assert reference["frames"] > reference["drawn"] > 0  # a turn shows several frames
    assert f"{reference['plain']:,.0f}" in told
    assert all(f"{row['frames']:,.0f}" in told and row["drawn"] is None for row in copied)


def test_engines_refuses_other_games(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["engines.py", "dyer"])

    with pytest.raises(SystemExit):
        engines.main()

    assert "'dyer'" in capsys.readouterr().err


@pytest.mark.parametrize("batch", [1, 64, 100])
def test_frames_are_copied_into_batches_of_any_size(batch):
    assert rate_copying(batch, 0.001, runs=1) > 0
