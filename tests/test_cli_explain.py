"""`arcg explain` from the outside: texts, documents, exit codes."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from arcg.cli import main
from arcg.commands import explain
from arcg.dsl.check import check_path
from arcg.runtime.loading import find

GAMES = ("dyer", "glow", "tilt")
KEYS = {
    "path", "ok", "name", "board", "layers", "kinds", "groups", "world", "bars", "paints", "levels", "turn", "phases",
    "solid", "motion", "facts", "loops", "derived", "fields", "forbids", "wins", "loses", "ends", "undo", "sentences",
    "priors", "chance", "never", "allowed",
}  # fmt: skip


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["explain", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize("name", GAMES)
def test_the_shipped_games_are_explained(name: str, capsys) -> None:
    code, out, err = run(capsys, name)

    assert (code, err) == (0, "")
    for title in ("At a glance", "The turn", "What motion asks", "The ends", "The priors", "Chance"):
        assert f"\n{title}\n{'-' * len(title)}\n" in out
    assert "\x1b" not in out
    assert max(map(len, out.split("\n"))) <= 100


@pytest.mark.parametrize("name", GAMES)
def test_the_document_says_what_the_text_says(name: str, capsys) -> None:
    _, text, _ = run(capsys, name)
    code, out, err = run(capsys, name, "--json")
    document = json.loads(out)
    game, _ = check_path(find(name))
    assert game is not None
    flat = " ".join(text.split())

    assert (code, err, document["ok"]) == (0, "", True)
    assert set(document) == KEYS
    rules = [rule for phase in document["phases"] for rule in phase["rules"]]
    assert [rule["name"] for rule in rules] == [rule.name for phase in game.phases for rule in phase.rules]
    for rule in rules:
        assert set(rule) == {"name", "line", "phase", "text", "families", "sentence"}
        assert f"{rule['name']}, line {rule['line']}: {rule['text']}" in flat
    for phase in document["phases"]:
        assert set(phase) == {"name", "line", "text", "rules"}
        assert phase["text"] in flat
    for line in [line for part in ("motion", "facts", "derived", "fields", "wins", "loses") for line in document[part]]:
        assert set(line) == {"name", "line", "text", "families"}
        assert line["text"] in flat
    for kind in document["kinds"]:
        assert set(kind) == {"name", "line", "layer", "text", "attributes"}
        assert f"{kind['name']}: on {kind['layer']}, {kind['text']}" in flat
    for entry in (*document["layers"], *document["groups"], *document["world"], *document["bars"], *document["levels"]):
        assert set(entry) == {"name", "line", "text"}
        assert f"{entry['name']}: {entry['text']}" in flat
    for sentence in document["sentences"]:
        assert set(sentence) == {"text", "line", "prior", "family", "through", "lines"}
    assert [family["name"] for family in document["priors"]] == [
        "objectness", "geometry", "physics", "agentness", "number"
    ]  # fmt: skip


def test_one_rule_or_the_rules_of_one_phase(capsys) -> None:
    code, out, _ = run(capsys, "dyer", "--rule", "dip")
    assert code == 0
    assert [line.split(",")[0].strip() for line in out.split("\n") if ", line " in line] == [
        "phase dip", "dip.1", "dip.2", "dip.3"
    ]  # fmt: skip

    code, out, _ = run(capsys, "dyer", "--rule", "dip.2", "--json")
    document = json.loads(out)
    assert [rule["name"] for rule in document["rules"]] == ["dip.2"]
    assert document["ok"]

    code, out, err = run(capsys, "dyer", "--rule", "dipp")
    assert (code, out) == (2, "")
    assert "did you mean dip?" in err


def test_a_file_with_mistakes(tmp_path: Path, capsys) -> None:
    wrong = tmp_path / "wrong.arcg"
    wrong.write_text("game wrong\nboard 3x3\nphase p\n    on act -> drop Nobody\n")

    code, out, err = run(capsys, str(wrong))
    assert (code, out) == (1, "")
    assert "E101" in err

    code, out, err = run(capsys, str(wrong), "--json")
    document = json.loads(out)
    assert (code, err) == (1, "")
    assert set(document) == {"path", "ok", "diagnostics"}
    assert not document["ok"]
    assert "E101" in {diagnostic["code"] for diagnostic in document["diagnostics"]}


def test_what_cannot_be_read(tmp_path: Path, capsys) -> None:
    binary = tmp_path / "binary.arcg"
    binary.write_bytes(b"game \0")
    code, out, err = run(capsys, str(binary))
    assert (code, out) == (2, "")
    assert "E002" in err
    code, out, _ = run(capsys, str(binary), "--json")
    assert code == 2
    assert not json.loads(out)["ok"]

    code, _, err = run(capsys, "dyr")
    assert code == 2
    assert "did you mean dyer" in err

    assert main(["compile", "tilt", "-o", str(tmp_path / "built")]) == 0
    capsys.readouterr()
    code, _, err = run(capsys, str(tmp_path / "built"))
    assert code == 2
    assert "compiled already" in err


def test_a_narrow_terminal_and_colour(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert explain._width() == shutil.get_terminal_size().columns == 60
    code, out, _ = run(capsys, "tilt")

    assert code == 0
    assert "\x1b[1m" in out
    assert max(len(re.sub("\x1b\\[[0-9;]*m", "", line)) for line in out.split("\n")) <= 60


def test_help_has_an_example(capsys) -> None:
    code, out, _ = run(capsys, "--help")

    assert code == 0
    assert "arcg explain mygame.arcg" in out
