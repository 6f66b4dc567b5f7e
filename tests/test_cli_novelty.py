"""`arcg novelty` from the outside."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from support.commands import novelty as run
from support.disguise_text import disguised_text
from support.gated import STOPS, gated, gated_text

from arcg.commands.novelty import _text
from arcg.compiler.canonical.symmetry import SYMMETRIES
from arcg.compiler.novelty.behaviour import Behaviour
from arcg.compiler.novelty.collection import read_game
from arcg.compiler.novelty.patterns import LevelMatch
from arcg.compiler.novelty.report import report
from arcg.compiler.novelty.verdict import Verdict
from arcg.runtime.loading import find, load

CASES = [("dyer", 1), ("dyer", 6), ("glow", 3), ("glow", 4), ("tilt", 5), ("tilt", 7)]
"""A game and the number of a symmetry of the board."""

SHARED = find("dyer").read_text(encoding="utf-8").split("\n").index("let Gate stops Walker when no open(Gate)") + 1
"""The line of dyer that the related game has as well."""


@pytest.mark.parametrize(("name", "number"), CASES)
def test_a_disguised_file_is_no_news(name: str, number: int, tmp_path: Path, capsys) -> None:
    text = find(name).read_text(encoding="utf-8")
    other = tmp_path / "other.arcg"
    other.write_text(disguised_text(text, load(name), SYMMETRIES[number], Random(number)), encoding="utf-8")

    code, out, err = run(capsys, name, str(other), "--json", "--quick")
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert document["novelty"] == 0
    assert document["same_program"]
    assert (document["verdict"], document["percentile"]) == ("clone", 0)
    assert document["hashes"]["a"] == document["hashes"]["b"]
    assert len(document["levels"]["duplicates"]) == document["levels"]["a"]


@pytest.fixture
def unplayed(monkeypatch) -> None:
    """Without the part that plays the games, which has tests of its own."""
    monkeypatch.setattr("arcg.runtime.behaviour.played.played", lambda found, _: found)


def test_the_document(tmp_path: Path, capsys, monkeypatch, unplayed) -> None:
    monkeypatch.chdir(find("dyer").parents[2])
    code, out, _ = run(capsys, "dyer", str(gated(tmp_path)), "--json")

    document = json.loads(out)
    assert code == 0
    assert 0.8 < document["novelty"] <= 1
    shared = [rule["a"] for rule in document["shared_rules"]]
    assert {"file": "games/dyer/dyer.arcg", "line": SHARED, "rule": "let stops"} in shared


def test_the_report_for_people(tmp_path: Path, capsys, monkeypatch, unplayed) -> None:
    monkeypatch.chdir(find("dyer").parents[2])
    code, out, _ = run(capsys, "dyer", str(gated(tmp_path)))

    assert code == 0
    assert out.splitlines()[3].split(": ")[0] in get_args(Verdict)
    for word in ("mechanics", "K(A,B)", "novelty", "containment", "levels", "presentation", "shared rules"):
        assert word in out
    assert f"games/dyer/dyer.arcg:{SHARED} let stops" in out


def test_levels_and_shared_abstractions_are_told(tmp_path: Path, capsys, monkeypatch, unplayed) -> None:
    monkeypatch.chdir(find("dyer").parents[2])
    path = str(gated(tmp_path))
    _, out, _ = run(capsys, "dyer", path)
    _, text, _ = run(capsys, "dyer", path, "--json")
    document = json.loads(text)

    assert document["levels"]["novelty"] > 0.9
    assert document["levels"]["copies"] == []
    assert "shared abstractions" in out
    if "missing" in document["stitch"]:
        assert "pip install 'arcg[stitch]'" in out
    else:
        assert 0.7 < document["stitch"]["novelty"] <= 1
        line = gated_text().split("\n").index(STOPS) + 1
        assert any(SHARED in part["a"] and line in part["b"] for part in document["stitch"]["abstractions"])
        assert "let $a stops $b when" in out


def test_quick_leaves_out_what_takes_long(capsys, monkeypatch) -> None:
    monkeypatch.setattr("subprocess.run", lambda *_, **__: pytest.fail("a process was started"))

    _, out, _ = run(capsys, "dyer", "tilt", "--quick")
    _, text, _ = run(capsys, "dyer", "tilt", "--quick", "--json")

    assert "shared abstractions" not in out
    assert json.loads(text)["stitch"] is None


def test_what_speaks_against_the_verdict_stands_beside_it(tmp_path: Path) -> None:
    quick = report(*(read_game(find(name)) for name in ("dyer", "glow")), quick=True)
    assert quick.remarks == ()

    alike = replace(quick, behaviour=Behaviour(True, "", levels=7, same=7))
    assert alike.remarks == ("however the rules are written, both games act alike on all 7 levels played",)
    assert f"but {alike.remarks[0]}" in _text(alike)
    assert replace(quick, behaviour=Behaviour(None, "too few levels", levels=7, same=7)).remarks == ()

    known = replace(quick, levels=LevelMatch(5, 2, (("a", "x"), ("b", "y"))))
    assert known.remarks == ("all 2 levels of B are levels of A, up to symmetry and names",)
    assert replace(known, levels=LevelMatch(5, 3, (("a", "x"), ("b", "y")))).remarks == ()

    same = report(*[read_game(find("dyer"))] * 2, quick=True)
    assert replace(same, behaviour=alike.behaviour).remarks == (), "the verdict says it"
    assert alike.grounds == alike.remarks
    assert known.grounds == (), "old levels under new rules"
    related = report(read_game(find("dyer")), read_game(gated(tmp_path)), quick=True)
    assert related.judgement.verdict == "related"
    assert replace(related, levels=known.levels).grounds == known.remarks


def test_the_report_says_the_same_program(capsys) -> None:
    code, out, _ = run(capsys, "tilt", str(find("tilt")), "--quick")

    assert code == 0
    assert "0.000  (the same program)" in out


SMALL = """\
game small
board 3x1
actions arrows
layer solid
kind Player on solid
Player walks
win when Player.x = 2
legend
    P = Player
level
    map
        P
"""


def test_the_report_says_its_doubts(tmp_path: Path, capsys) -> None:
    small = tmp_path / "small.arcg"
    small.write_text(SMALL)

    code, out, _ = run(capsys, str(small), "tilt", "--quick")
    assert code == 0
    assert "too short to judge" in out


def test_a_game_with_mistakes(tmp_path: Path, capsys) -> None:
    wrong = tmp_path / "wrong.arcg"
    wrong.write_text("game wrong\nboard 3x3\nphase p\n    on act -> drop Nobody\n")

    code, out, err = run(capsys, "dyer", str(wrong))
    assert (code, out) == (1, "")
    assert "E101" in err
    assert err.rstrip().endswith("arcg: the game has mistakes")


def test_wrong_use(capsys) -> None:
    code, _, err = run(capsys, "dyer", "dyr")
    assert code == 2
    assert "did you mean dyer" in err

    assert run(capsys, "dyer")[0] == 2
    assert "Examples:" in run(capsys, "--help")[1]


def test_rules_over_cells_are_compared_with_rules_over_things(tmp_path: Path, capsys) -> None:
    file = tmp_path / "cells.arcg"
    file.write_text(
        "game cells\nsemantics puzzlescript\n    input Player\nboard 2x1\nactions arrows\nlayer solid\n"
        "kind Player on solid\n    pic\n        8\nwin when no [ Player ]\nlegend\n    P = Player\n"
        "level\n    map\n        P.\n",
        encoding="utf-8",
    )

    code, out, err = run(capsys, "dyer", str(file), "--quick")

    assert (code, err) == (0, "")
    assert "too short to judge" in out
