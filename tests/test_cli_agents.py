"""`arcg agents` as it is used: tables, JSON, exit codes, agents of one's own, Ctrl+C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arcg.cli import main

GAME = """\
game hall
board 5x1 ground black
actions arrows
layer floor
layer solid
kind Goal on floor
    pic
        b
kind Player on solid
    pic
        9
Player walks
win when every Goal has Player on Goal
legend
    P = Player
    o = Goal
level
    map
        P...o
level
    map
        P..o.
"""

RIGHT = """
class Right:
    def is_done(self, frames, latest_frame):
        return False

    def choose_action(self, frames, latest_frame):
        return 4
"""


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hall.arcg").write_text(GAME, "utf-8")
    (tmp_path / "right.py").write_text(RIGHT, "utf-8")
    return tmp_path


def test_tables_say_who_does_better_and_whether_it_is_noise(hall: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["agents", "hall.arcg", "--agent", "random", "--agent", "right.py:Right", "--runs", "6",
                 "--workers", "2", "--actions", "60"])  # fmt: skip

    told = " ".join(capsys.readouterr().out.split())
    assert code == 0
    assert "right.py:Right 6 6 2.00 [2.00, 2.00] of 2 4 3" in told
    assert "BCa, 10,000 resamples" in told and "more than noise" in told
    assert "right.py:Right played hall-" in told and "alike with every seed" in told


def test_json_has_every_run_with_its_seed_and_a_run_can_be_made_again(
    hall: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def told(*options: str) -> dict:
        assert main(["agents", "hall.arcg", "--agent", "novelty", "--agent", "random", "--json", *options]) == 0
        return json.loads(capsys.readouterr().out)

    many = told("--runs", "3", "--seed", "40", "--actions", "30", "--workers", "2")
    one = told("--runs", "1", "--seed", "42", "--actions", "30")

    assert [run["seed"] for run in many["runs"]] == [40, 41, 42] * 2
    assert [run["played"] for run in many["runs"] if run["seed"] == 42] == [run["played"] for run in one["runs"]]
    assert many["comparisons"][0]["first"] == "random" and not many["comparisons"][0]["more_than_noise"]
    assert "too few runs" in many["comparisons"][0]["sentence"]
    assert many["interrupted"] is False and many["actions"] == 30


def test_a_game_with_baselines_is_scored(hall: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (hall / "arcg.yaml").write_text("games:\n    hall:\n        baselines: [4, 6]\n", "utf-8")

    assert main(["agents", "hall.arcg", "--agent", "right.py:Right", "--runs", "2", "--json"]) == 0

    runs = json.loads(capsys.readouterr().out)["runs"]
    assert [run["score"] for run in runs] == [100.0, 100.0] and runs[0]["level_actions"] == [4, 3]


def test_a_broken_agent_is_told_of_once_and_the_rest_stands(hall: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (hall / "breaks.py").write_text(RIGHT.replace("return 4", "return 1 / 0"), "utf-8")

    code = main(["agents", "hall.arcg", "--agent", "random", "--agent", "breaks.py:Right", "--runs", "2"])

    told = capsys.readouterr()
    assert code == 1
    assert told.err.count("ZeroDivisionError: division by zero") == 1 and "lost 2 runs" in told.err
    assert "0 (2 lost)" in told.out and "Traceback" not in told.out + told.err


def test_a_file_that_is_no_python_is_told_with_its_line(hall: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (hall / "breaks.py").write_text("class Right:\n    def is_done(self:\n", "utf-8")

    assert main(["agents", "hall.arcg", "--agent", "breaks.py:Right", "--runs", "1"]) != 0

    told = capsys.readouterr().err
    assert "SyntaxError" in told and "breaks.py line 2" in told and "importlib" not in told


def test_runs_are_recorded_and_play_again(hall: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = [
        "agents",
        "hall.arcg",
        "--agent",
        "novelty",
        "--agent",
        "right.py:Right",
        "--runs",
        "2",
        "--record",
        "kept",
    ]
    assert main(command) == 0

    files = sorted((hall / "kept").iterdir())
    assert [file.name.split(".", 1)[1] for file in files] == [
        "novelty.0.jsonl", "novelty.1.jsonl", "right.py-Right.0.jsonl", "right.py-Right.1.jsonl",
    ]  # fmt: skip
    assert main(["replay", *map(str, files)]) == 0
    capsys.readouterr()
    assert main(command) == 2
    assert "exists already; give another folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere.arcg"], "there is no file"),
        (["hall.arcg", "--agent", "nobody"], "there is no agent called 'nobody'"),
        (["hall.arcg", "--agent", "right.py:Left"], "has no class Left; its agents are Right"),
        (["hall.arcg", "--agent", "absent.py:Left"], "there is no file absent.py"),
        (["hall.arcg", "--seed", "2147483647", "--runs", "2"], "there are no seeds"),
        (["hall.arcg", "--runs", "0"], "0"),
        (["hall.arcg", "--record", "no/such/folder"], "no/such/folder: no folder can be made there"),
    ],
)
def test_what_cannot_be_asked_for(
    hall: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert main(["agents", *arguments]) == 2
    told = capsys.readouterr().err
    assert said in told and "Traceback" not in told


def test_ctrl_c_gives_what_there_is(hall: Path) -> None:
    noted = RIGHT.replace("return False", "open(f'begun{id(frames)}', 'w').close() if len(frames) == 1 else 0")
    (hall / "noted.py").write_text(noted, "utf-8")
    command = [sys.executable, "-m", "arcg", "agents", "hall.arcg", "--agent", "random", "--agent", "noted.py:Right",
               "--runs", "200", "--workers", "1", "--json"]  # fmt: skip
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    while not list(hall.glob("begun*")):
        assert process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)

    document = json.loads(out)
    assert process.returncode == 130 and b"Traceback" not in err
    assert document["interrupted"] and 0 < len(document["runs"]) < 400
