"""Every command can be used on what `arcg import puzzlescript` writes of PuzzleScript's own tests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conformance.material import MISSING, Recorded, recorded

from arcg.cli import main

TESTS = recorded()

LARGE = 282
"""Has a level of 106 cells in a row, and no view."""

SAMPLE = [*[test for test in TESTS if test.cells < 400][::40], *(test for test in TESTS if test.number == LARGE)]


@pytest.mark.skipif(not TESTS, reason=MISSING)
@pytest.mark.parametrize("test", SAMPLE, ids=lambda test: str(test.number))
def test_commands_work_on_an_import(
    test: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.txt").write_text(test.source, encoding="utf-8")

    assert main(["import", "puzzlescript", "game.txt"]) == 0
    said = capsys.readouterr().out
    text = Path("game.arcg").read_text(encoding="utf-8")
    assert ("is larger than a frame" in said) == (test.number == LARGE)

    assert main(["check", "game.arcg"]) == 0
    assert main(["check", "--strict", "game.arcg"]) in (0, 1)  # 1: warnings, which the original has as well
    assert main(["fmt", "--check", "game.arcg"]) == 0
    assert Path("game.arcg").read_text(encoding="utf-8") == text
    assert main(["compile", "game.arcg", "-o", "built"]) == 0
    capsys.readouterr()

    assert main(["explain", "game.arcg"]) == 0
    assert "game" in capsys.readouterr().out

    offered = next(line for line in text.splitlines() if line.startswith("actions")).split()
    moves = ["right", "up", "reset", "left", *(word for word in ("act", "undo") if word in offered)]
    assert main(["play", "game.arcg", "--moves", " ".join(moves), "--record", "play.jsonl"]) == 0
    assert capsys.readouterr().out
    assert main(["replay", "play.jsonl", "--rules", "--json"]) == 0
    rules = json.loads(capsys.readouterr().out)["rules"]
    assert all(rule["phase"] for rule in rules)
