"""`arcg replay` over several recordings: what differs, and which rules were never applied in them all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.cell_lines import HEAD, LEVEL

from arcg.cli import main
from arcg.runtime.coverage import Coverage
from arcg.runtime.engine import Action
from arcg.runtime.loading import load
from arcg.runtime.recording import Writer
from arcg.runtime.reference import ReferenceEngine

GAME = """\
game lamps
board 3x1
actions arrows act
layer solid
kind Player on solid
    pic
        9
kind Lamp on solid
    pic
        b
kind Door on solid has open: no yes
    pic
        4
world has n: 0..2 = 0
world has sel: Lamp
Player walks
phase count
    tick: on moved(Player) -> n + 1
    spend: on act -> n + 2
    up: on arrow(up) -> n = 1
    doors: on arrow(down) -> Door{open=yes}.open = no
    pick: on arrow(up), Lamp -> sel = Lamp
forbid sel.x = 2
legend
    P = Player
    l = Lamp
    D = Door
level
    map
        P.D
level
    map
        P.l
"""


def record(name: str, *actions: Action) -> str:
    program = load(Path("lamps.arcg"))
    engine = ReferenceEngine(program)
    with Writer(Path(name), program, source=Path("lamps.arcg")) as writer:
        writer.add(engine, Action.RESET)
        for action in actions:
            engine.step(action)
            writer.add(engine, action)
    return name


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Two recordings: in the first only the step is applied, in the second only an arrow up is pressed."""
    monkeypatch.chdir(tmp_path)
    Path("lamps.arcg").write_text(GAME, encoding="utf-8")
    first = record("first.jsonl", Action.RIGHT, Action.ACT, Action.ACT, Action.DOWN)
    return [first, record("second.jsonl", Action.UP)]


def test_rules_never_applied_in_one_recording(played: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", played[0], "--rules"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "lamps: 5 answers, all the same",
        "rules: 2 of 7 were applied",
        "  line 19, `spend`: matched 2 times, always dropped",
        "  line 20, `up`: never matched",
        "  line 21, `doors`: matched once, never with anything to change",
        "  line 22, `pick`: never matched",
        "  line 23, `forbid.1`: never matched",
    ]


def test_rules_over_cells_are_counted_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, recording = tmp_path / "cells.arcg", str(tmp_path / "cells.jsonl")
    path.write_text(
        HEAD + "phase run plan\n    step: [ > Player ] -> [ > Player ]\n    idle: [ > Gem ] -> [ ]\n" + LEVEL
    )
    assert main(["play", str(path), "--moves", "down right", "--record", recording]) == 0
    capsys.readouterr()

    assert main(["replay", recording, "--rules"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "rules: 1 of 2 were applied",
        "  line 23, `idle`: never matched",
    ]
    assert main(["replay", recording, "--rules", "--json"]) == 0
    uses = json.loads(capsys.readouterr().out)["rules"]
    assert [(use["phase"], use["rule"]) for use in uses] == [("run", "step"), ("run", "idle")]


def test_a_rule_counts_if_any_recording_applies_it(played: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", *played, "--rules"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "lamps: 5 answers, all the same\nlamps: 2 answers, all the same\nrules: 3 of 7 were applied\n"
    )
    assert "`up`" not in out
    assert main(["replay", *reversed(played), "--rules", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [one["recording"] for one in document["recordings"]] == played[::-1]
    uses = {use["rule"]: use for use in document["rules"]}
    assert uses["spend"] == {
        "phase": "count", "rule": "spend", "line": 19,
        "matches": 2, "applied": 0, "dropped": 2, "overwritten": 0, "verdict": "dropped",
    }  # fmt: skip
    assert {name: use["verdict"] for name, use in uses.items() if use["verdict"] != "applied"} == {
        "spend": "dropped", "doors": "dropped", "pick": "unmatched", "forbid.1": "unmatched",
    }  # fmt: skip


def test_what_differs_in_any_recording_gives_exit_code_1(played: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    game = Path("lamps.arcg")
    game.write_text(game.read_text().replace("arrow(up) -> n = 1", "arrow(up) -> win"), encoding="utf-8")
    assert main(["replay", played[0]]) == 0
    assert main(["replay", *played]) == 1
    assert "turn 1: level: expected 0, got 1" in capsys.readouterr().out


def test_recordings_of_two_games_have_no_rules_in_common(played: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    program = load("glow")
    with Writer(Path("glow.jsonl"), program, source="glow") as writer:
        writer.add(ReferenceEngine(program), Action.RESET)
    assert main(["replay", played[0], "glow.jsonl"]) == 0
    assert main(["replay", played[0], "glow.jsonl", "--rules"]) == 2
    assert (
        "--rules wants recordings of one game: first.jsonl is of lamps, glow.jsonl of glow" in capsys.readouterr().err
    )


def test_a_trace_of_another_program_is_refused(played: list[str]) -> None:
    engine = ReferenceEngine(load(Path("lamps.arcg")))
    engine.step(Action.RIGHT)
    with pytest.raises(KeyError):
        Coverage(load("glow")).add(engine.trace())
