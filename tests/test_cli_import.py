"""`arcg import`: what is written and said, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arcg.cli import main
from arcg.runtime.loading import load
from arcg.runtime.reference import ReferenceEngine

ORCHARD = """title The Orchard
author somebody
run_rules_on_level_start

========
OBJECTS
========

Background
green

(who picks)
Picker P
blue #00f
.000.
.010.
00000
.0.0.
.0.0.

Apple A
red

Basket B
brown darkbrown
00000
01110
01110
01110
00000

=======
LEGEND
=======

. = Background
Player = Picker
@ = Apple and Basket

=======
SOUNDS
=======

sfx0 36301705

================
COLLISIONLAYERS
================

Background
Basket
Picker, Apple

======
RULES
======

( apples roll )
[ > Picker | Apple ] -> [ > Picker | > Apple ] sfx0

==============
WINCONDITIONS
==============

All Apple on Basket

=======
LEVELS
=======

message Bring them in.

......
.PA.B.
......

...
.@P
..A
..B
...
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("orchard.txt").write_text(ORCHARD)


def test_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "--help"]) == 0
    assert "arcg import puzzlescript" in capsys.readouterr().out


def test_a_game_is_written_and_plays(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "puzzlescript", "orchard.txt", "-o", "mine.arcg"]) == 0
    said = capsys.readouterr().out
    assert "left out: a message between levels (line 71); play is the same" in said
    assert "left out: sounds; play is the same" in said
    assert said.endswith("mine.arcg is written\n")
    engine = ReferenceEngine(load("mine.arcg"))
    engine.step(4)
    assert engine.level == 0
    engine.step(4)
    assert engine.level == 1


def test_what_is_written_is_in_the_layout(capsys: pytest.CaptureFixture[str]) -> None:
    main(["import", "puzzlescript", "orchard.txt"])
    assert main(["fmt", "--check", "orchard.arcg"]) == 0
    assert main(["check", "orchard.arcg"]) == 0


def test_names_comments_pictures_and_glyphs_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    main(["import", "puzzlescript", "orchard.txt"])
    text = Path("orchard.arcg").read_text()
    assert "// The Orchard by somebody, from PuzzleScript" in text
    assert "game the_orchard" in text
    assert "// who picks" in text
    assert "// apples roll" in text
    assert "    [ > Picker | Apple ] -> [ > Picker | > Apple ]\n" in text
    assert "win when every [ Apple ] has [ Basket ]" in text
    assert "        .999.\n" in text
    assert "        .pa.b.\n" in text


def test_json_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "puzzlescript", "orchard.txt", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["written"] == "orchard.arcg"
    assert document["sound"] is True
    assert {"line": 71, "what": "a message between levels", "affects_play": False} in document["left_out"]


def test_a_file_that_is_there_is_not_written_over_unasked(capsys: pytest.CaptureFixture[str]) -> None:
    Path("orchard.arcg").write_text("mine")
    assert main(["import", "puzzlescript", "orchard.txt"]) == 2
    assert "is there already" in capsys.readouterr().err
    assert Path("orchard.arcg").read_text() == "mine"
    assert main(["import", "puzzlescript", "orchard.txt", "-o", "orchard.txt"]) == 2
    assert Path("orchard.txt").read_text() == ORCHARD


def test_what_is_no_game_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    Path("orchard.txt").write_text("title nothing\n")
    assert main(["import", "puzzlescript", "orchard.txt"]) == 1
    assert "nothing is written" in capsys.readouterr().out
    assert not Path("orchard.arcg").exists()


def test_mistakes_are_told_with_their_line(capsys: pytest.CaptureFixture[str]) -> None:
    Path("orchard.txt").write_text(ORCHARD.replace("[ > Picker | Apple ] ->", "[ > Picker | Aple ] ->"))
    main(["import", "puzzlescript", "orchard.txt"])
    assert "orchard.txt:59: error: " in capsys.readouterr().out


def test_rules_are_looked_at_also_where_there_is_no_level(capsys: pytest.CaptureFixture[str]) -> None:
    text = ORCHARD[: ORCHARD.index("message Bring")].replace("[ > Picker | > Apple ]", "[ > Picker | moving Apple ]")
    Path("orchard.txt").write_text(text)
    assert main(["import", "puzzlescript", "orchard.txt"]) == 1
    said = capsys.readouterr().out
    assert "orchard.txt:59: error: " in said
    assert "nothing is written" in said


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "puzzlescript", "none.txt"]) == 2
    assert "none.txt" in capsys.readouterr().err
