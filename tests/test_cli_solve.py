"""`arcg solve` as it is used: what it says, its exit codes, recordings and pictures, Ctrl+C."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from arcg.cli import main
from arcg.runtime.recording import read

GAME = """\
game shed
board 7x3 ground black
actions arrows
layer floor
layer solid
kind Goal on floor
    pic
        b
kind Wall on solid
    pic
        4
kind Player on solid
    pic
        9
kind Crate on solid
    pic
        c
Player walks
Crate is pushed by Player
world has energy: 0..20 = 20
Player pays 1 energy per action
win when every Goal has Crate on Goal
lose when energy = 0
legend
    # = Wall
    P = Player
    o = Goal
    c = Crate
level
    map
        .......
        .Pc..o.
        .......
level
    map
        .......
        .Pc.#o#
        ....#.#
level
    map
        ......o
        .Pc....
        .......
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("shed.arcg").write_text(GAME)


def test_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "shed.arcg"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("level 1: 3 actions, none is shorter; energy 3 of 20; ")
    assert lines[1] == "    right right right"
    assert lines[2].startswith(
        "level 2: cannot be solved, which is proved; 100% of the positions lost; breadth-first, "
    )
    assert lines[3].startswith("level 3: 7 actions, none is shorter; ")


def test_one_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "shed.arcg", "--level", "3", "--dead-ends"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("level 3: ") and "of the positions lost" in out


def test_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "shed.arcg", "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["game"] == "shed" and not document["interrupted"]
    first, second, third = document["levels"]
    assert (first["level"], first["actions"], first["proved"], first["moves"]) == (1, 3, True, "right right right")
    assert (first["used"], first["budget"], first["at_least"], first["stopped"]) == (3, 20, 3, None)
    assert second["unsolvable"] and not second["solved"] and second["moves"] is None and second["at_least"] is None
    assert third["solved"]


def test_the_moves_are_those_of_play(capsys: pytest.CaptureFixture[str]) -> None:
    for game in ("shed.arcg", "glow"):
        assert main(["solve", game, "--level", "1", "--json"]) == 0
        moves = json.loads(capsys.readouterr().out)["levels"][0]["moves"]
        assert main(["play", game, "--moves", moves]) == 0
        assert "level 2 of" in capsys.readouterr().out


def test_what_is_cut_off_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    main(["solve", "tilt", "--level", "8", "--states", "30", "--json"])
    [level] = json.loads(capsys.readouterr().out)["levels"]
    assert level["stopped"] == "more than 30 positions"
    assert 1 < level["at_least"] < 14 and not level["unsolvable"] and not level["proved"]


def test_the_recording_replays_and_the_picture_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "shed.arcg", "--level", "3", "--record", "win.jsonl", "--gif", "win.gif"]) == 0
    played = read(Path("win.jsonl"))
    assert played.finished and played.first_level == 2 and len(played.answers) == 8
    assert played.answers[-1].status.name == "WON"
    assert Path("win.gif").read_bytes().startswith(b"GIF89a")
    capsys.readouterr()
    assert main(["replay", "win.jsonl"]) == 0
    assert "all the same" in capsys.readouterr().out


def test_a_recording_goes_as_far_as_levels_are_solved(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "shed.arcg", "--record", "some.jsonl"]) == 1
    assert read(Path("some.jsonl")).answers[-1].levels_completed == 1
    assert "recorded and shown are the levels before level 2" in capsys.readouterr().err
    assert main(["solve", "shed.arcg", "--level", "2", "--gif", "none.gif"]) == 1
    assert "there is no solution" in capsys.readouterr().err and not Path("none.gif").exists()


def test_a_whole_game_is_recorded(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "tilt", "--record", "tilt.jsonl"]) == 0
    assert main(["replay", "tilt.jsonl"]) == 0
    assert read(Path("tilt.jsonl")).answers[-1].status.name == "WON"


@pytest.mark.parametrize(
    "arguments, word",
    [
        (["--level", "4"], "there is no level 4"),
        (["--record", "shed.arcg"], "exists already"),
        (["--gif", "."], "exists already"),
        (["--states", "0"], "states"),
    ],
)
def test_what_is_used_wrongly(arguments: list[str], word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "shed.arcg", *arguments]) == 2
    assert word in capsys.readouterr().err


def test_mistakes_and_files_that_are_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.arcg").write_text("game bad\nnothing\n")
    assert main(["solve", "bad.arcg"]) == 1
    assert main(["solve", "none.arcg"]) == 2
    capsys.readouterr()


def test_ctrl_c_tells_what_is_known(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from arcg.commands import solve as command

    real = command._Progress.__call__

    def interrupted(self: command._Progress, states: int, done: int) -> bool:
        if self.level == 2 and not self.asked:
            os.kill(os.getpid(), signal.SIGINT)
        return real(self, states, done)

    monkeypatch.setattr(command._Progress, "__call__", interrupted)
    before = signal.getsignal(signal.SIGINT)
    assert main(["solve", "shed.arcg"]) == 130
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("level 1: 3 actions")
    assert lines[-1].startswith("level 3: not solved, it takes at least ") and lines[-1].endswith("; stopped")
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize(
    "options, says",
    [
        (["--record", "same.x", "--gif", "same.x"], "cannot be both a recording and a GIF"),
        (["--record", "none/win.jsonl"], "there is no such folder"),
        (["--gif", "none/win.gif"], "there is no such folder"),
    ],
)
def test_files_that_cannot_be_written_are_told_before_the_search(
    options: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["solve", "tilt", *options]) == 2
    assert says in capsys.readouterr().err
    assert {path.name for path in tmp_path.iterdir()} <= {"shed.arcg"}
