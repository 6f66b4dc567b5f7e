"""The benchmarks that compare engines: games are won as planned, what is printed is whole, charts are drawn."""

from __future__ import annotations

import importlib.util
import json
import sys
from dataclasses import replace
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
    sys.path.insert(0, str(BENCHMARKS))  # as for a script
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(BENCHMARKS))
    return module


engines, drawing, chart, first_frame = map(loaded, ("engines", "drawing", "chart", "first_frame"))
validating, exploring, parity, recording_sizes = map(loaded, ("validating", "exploring", "parity", "recording_sizes"))
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


def test_drawing_tells_shares_of_what_is_copied_and_memory(tmp_path, capsys, monkeypatch):
    file = tmp_path / "figures.json"
    arguments = ["dyer", "--batch", "3", "--seconds", "0.05", "--json", str(file)]
    monkeypatch.setattr(sys, "argv", ["drawing.py", *arguments])

    drawing.main()

    document = json.loads(file.read_text(encoding="utf-8"))
    (row,) = document["games"]
    assert row["frames"] >= row["turns"] > 0
    assert row["share"] == pytest.approx(row["frames"] / document["copied"])
    assert row["megabytes"] * 1e6 > 3 * 64 * 64
    assert f"median share {row['share']:.1%}" in capsys.readouterr().out


def test_first_frame_tells_every_part_of_the_wait(tmp_path, capsys, monkeypatch):
    file = tmp_path / "figures.json"
    monkeypatch.setattr(sys, "argv", ["first_frame.py", "tilt", "--runs", "1", "--json", str(file)])

    first_frame.main()

    parts = json.loads(file.read_text(encoding="utf-8"))["tilt"]
    assert set(parts) == {*first_frame.PARTS, "together"}
    assert all(seconds > 0 for seconds in parts.values())
    assert sum(parts.values()) == pytest.approx(2 * parts["together"])
    assert f"{parts['together']:.3f}" in capsys.readouterr().out


def test_validating_tells_steps_of_every_way(tmp_path, capsys, monkeypatch):
    file = tmp_path / "figures.json"
    monkeypatch.setattr(validating, "MOST_AT_ONCE", 8)
    monkeypatch.setattr(validating, "ATTEMPT", 9)
    monkeypatch.setattr(sys, "argv", ["validating.py", "tilt", "--steps", "40", "--json", str(file)])

    validating.main()

    rates = json.loads(file.read_text(encoding="utf-8"))["games"]["tilt"]
    told = capsys.readouterr().out
    assert list(rates) == ["bare", "random", "fuzz"]
    assert all(rate > 0 and f"{rate:,.0f}" in told for rate in rates.values())


TINY = """\
game tiny
board 3x1
actions arrows
layer floor
layer solid
kind Goal on floor
kind Player on solid
Player walks
win when every Goal has Player on Goal
legend
    P = Player
    o = Goal
level
    map
        P.o
"""


def test_exploring_tells_rates_memory_and_seconds(tmp_path, capsys, monkeypatch):
    file, game = tmp_path / "figures.json", tmp_path / "tiny.arcg"
    game.write_text(TINY, encoding="utf-8")
    (tmp_path / "arcg.yaml").write_text("validate: {attempts: 1, random_steps: 4, fuzz_steps: 4, actions: 4}", "utf-8")
    arguments = [str(game), "--states", "60", "--steps", "40", "--arcengine-python", "false", "--json", str(file)]
    monkeypatch.setattr(exploring, "AT_ONCE", 4)
    monkeypatch.setattr(sys, "argv", ["exploring.py", *arguments])

    exploring.main()

    told = capsys.readouterr().out
    document = json.loads(file.read_text(encoding="utf-8"))
    assert all(seconds > 0 for seconds in document["games"]["tiny"].values())
    assert [one["name"] for one in document["push"]] == ["arcg, edges not kept", "arcg, edges kept"]
    for one in document["push"]:
        assert one["edges"] >= one["states"] >= 60
        assert sum(one["layers"]) <= one["states"]
        assert all(0 <= one["used"][part] <= one["reserved"][part] for part in one["used"])
        assert all(f"{rate:,.0f}" in told for rate in one["rates"])


def test_searches_that_find_other_positions_are_told():
    def found(layers: list[int]):
        return exploring.Search("any", 9, 9, 1.0, layers, {}, {})

    assert "first 2 layers have 4 positions" in exploring.check([found([1, 3, 9]), found([1, 3])])
    with pytest.raises(SystemExit, match="differ"):
        exploring.check([found([1, 3, 9]), found([1, 4])])


def test_recordings_are_told_from_the_largest_form_to_the_smallest():
    frames, *forms = recording_sizes.sizes("tilt", 20)

    assert frames > 20
    assert forms == sorted(forms, reverse=True)
    assert len(set(forms)) == 4


def test_first_frame_refuses_what_is_no_game(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["first_frame.py", "no_such_game", "--runs", "1"])

    with pytest.raises(SystemExit, match="no_such_game"):
        first_frame.main()


def test_the_figures_that_are_kept_are_those_of_the_charts(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["chart.py", "--to", str(tmp_path)])

    chart.main()

    drawn = {path.name for path in tmp_path.iterdir()}
    assert drawn == {path.name for path in chart.IMAGES.iterdir()} == {"engines.png", "drawing.png", "puzzlescript.png"}
    assert all(f"images/bench/{name}" in (BENCHMARKS.parent / "docs" / "bench.md").read_text("utf-8") for name in drawn)


def test_a_chart_has_a_bar_for_each_engine_and_the_copies_as_turns_of_the_game():
    def row(engine: str, batch: int, plain: float | None, drawn: float | None, frames: float) -> dict:
        return {"engine": engine, "batch": batch, "plain": plain, "drawn": drawn, "frames": frames}

    rows = [
        row("arcengine 0.9.3, Python 3.12.1", 1, 10.0, 5.0, 20.0),
        row("reference", 1, 3.0, 2.0, 8.0),
        row("kernels", 64, 60.0, 50.0, 200.0),
        row("kernels, own code", 64, 90.0, 80.0, 320.0),
        row("frames copied", 1, None, None, 700.0),
        row("frames copied", 64, None, None, 4000.0),
    ]

    shown = [(name, plain, drawn) for name, plain, drawn, _ in chart.bars(rows)]

    assert shown == [
        ("arcengine 0.9.3", 10.0, 5.0),
        ("reference", 3.0, 2.0),
        ("kernels, 64 a call", 90.0, 80.0),
        ("frames only copied", None, 1000.0),
    ]


@pytest.mark.parametrize(
    ("figure", "told"),
    [(0.25, "0.2"), (7, "7"), (950, "950"), (1000, "1k"), (9540, "9.5k"), (95400, "95k"), (3.14e6, "3.1M")],
)
def test_figures_are_told_short(figure, told):
    assert chart.short(figure) == told


def test_parity_plays_every_level_and_finds_a_difference():
    from arcg.runtime.recording import actions, read
    from arcg.runtime.reference import ReferenceEngine

    program = arcg.load("tilt")
    solution = [list(move) for move in actions(read(BENCHMARKS.parent / "games/tilt/recordings/win.jsonl"))]

    asked, answers, _ = parity.plan(program, 1600, solution)

    assert len(asked) == len(answers) == 1600
    assert {answer[3] for answer in answers} >= set(range(len(program.levels) - 1))
    assert parity.played(ReferenceEngine(program), asked)[0] == answers
    assert parity.played(ReferenceEngine(arcg.load("dyer")), asked)[0] != answers


generating = loaded("generating")


def test_generating_looks_at_levels_by_other_means(tmp_path, capsys, monkeypatch):
    chart = tmp_path / "asked.png"
    monkeypatch.setattr(
        sys, "argv", ["x", "--count", "4", "--proved", "1", "--games", "tilt", "glow_not", "--chart", str(chart)]
    )
    with pytest.raises(FileNotFoundError):
        generating.main()
    monkeypatch.setattr(sys, "argv", ["x", "--count", "4", "--proved", "1", "--games", "tilt", "--chart", str(chart)])

    generating.main()

    line = capsys.readouterr().out.splitlines()[1].split()
    assert line[:3] == ["tilt", "1", "4"]
    assert line[-2:] == ["1", "0"]
    assert chart.stat().st_size > 5_000


def test_generating_finds_what_is_wrong():
    fresh = next(arcg.levels("tilt", 0))
    assert generating.wins(fresh)
    assert generating.shortest(fresh) == len(fresh.certificate.moves)
    cut = replace(fresh, certificate=replace(fresh.certificate, moves=fresh.certificate.moves[:-1]))
    assert not generating.wins(cut)
    frame = arcg.make(fresh.program).render()
    assert generating.like(frame) == generating.like((frame[::-1].T + 3) % 16)
    assert generating.like(frame) != generating.like(frame % 4)
