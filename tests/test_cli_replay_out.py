"""`arcg replay` with recordings of any kind: found by their id, shown, written in other forms."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from arcg.cli import main
from arcg.runtime.loading import shipped
from arcg.runtime.official.info import info_of
from arcg.runtime.recording import read

WIN = shipped()["tilt"].parent / "recordings" / "win.jsonl"
LOSS = shipped()["tilt"].parent / "recordings" / "loss.jsonl"

Out = pytest.CaptureFixture[str]


@pytest.fixture
def official(tmp_path: Path, capsys: Out) -> Path:
    assert main(["replay", str(LOSS), "--official", str(tmp_path / "official.jsonl")]) == 0
    capsys.readouterr()
    return tmp_path / "official.jsonl"


def spoil(path: Path, change: Any) -> Path:
    """A copy with every line changed."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    other = path.with_name("spoilt.jsonl")
    other.write_text("".join(json.dumps(change(number, line)) + "\n" for number, line in enumerate(lines)))
    return other


def as_agents(number: int, line: dict[str, Any]) -> dict[str, Any]:
    """As the official agents write it, their actions lost."""
    data = line["data"] | {"action_input": {"id": 0, "data": {}, "reasoning": None}, "full_reset": False}
    return {"timestamp": line["timestamp"], "data": data}


def test_all_forms_say_the_same(tmp_path: Path, capsys: Out) -> None:
    compact, official = tmp_path / "compact.jsonl", tmp_path / "official.jsonl"
    assert main(["replay", str(WIN), "--compact", str(compact), "--official", str(official)]) == 0
    capsys.readouterr()

    assert main(["replay", str(compact), str(official), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [one["kind"] for one in document["recordings"]] == ["compact", "toolkit"]
    assert document["same"]
    assert all(one["game_id"] == info_of("tilt").game_id for one in document["recordings"])
    again = tmp_path / "again.jsonl"
    assert main(["replay", str(official), "--compact", str(again)]) == 0
    assert again.read_text().splitlines()[1:] == compact.read_text().splitlines()[1:]
    assert read(again).answers[-1].levels_completed == read(WIN).answers[-1].levels_completed
    assert official.stat().st_size > 100 * compact.stat().st_size


def test_another_version_is_told(official: Path, capsys: Out) -> None:
    other = spoil(official, lambda _, line: {"data": line["data"] | {"game_id": "tilt-00000000"}, "timestamp": "x"})

    assert main(["replay", str(other)]) == 0
    told = f"the game has changed since it was recorded (it was tilt-00000000, this is {info_of('tilt').game_id})"
    assert told in capsys.readouterr().out


def test_the_game_of_an_unknown_id_has_to_be_given(official: Path, capsys: Out) -> None:
    other = spoil(official, lambda _, line: {"data": line["data"] | {"game_id": "ls20-9607627b"}, "timestamp": "x"})

    assert main(["replay", str(other)]) == 2
    assert "no shipped game has the id ls20; add --game FILE" in capsys.readouterr().err
    assert main(["replay", str(other), "--game", "tilt"]) == 0
    assert main(["replay", str(other), "--gif", str(other.with_name("a.gif"))]) == 0, "its frames are in it"
    assert other.with_name("a.gif").read_bytes().startswith(b"GIF89a")


def test_lost_actions_are_told_and_shown_all_the_same(official: Path, capsys: Out) -> None:
    lost = spoil(official, as_agents)

    assert main(["replay", str(lost)]) == 1
    out = capsys.readouterr().out
    assert "not played again" in out
    assert "#91" in out
    assert "#92" in out
    assert main(["replay", str(lost), "--official", str(lost.with_name("b.jsonl"))]) == 1
    assert not lost.with_name("b.jsonl").exists()
    assert main(["replay", str(lost), "--gif", str(lost.with_name("b.gif"))]) == 0
    assert "#91" in capsys.readouterr().err


def test_what_plays_otherwise_is_not_converted(official: Path, capsys: Out) -> None:
    def other_pixel(number: int, line: dict[str, Any]) -> dict[str, Any]:
        if number == 2:
            line["data"]["frame"][0][3][4] = (line["data"]["frame"][0][3][4] + 1) % 16
        return line

    spoilt = spoil(official, other_pixel)

    assert main(["replay", str(spoilt), "--compact", str(spoilt.with_name("c.jsonl"))]) == 1
    assert "turn 2: frame 0, pixel x=4 y=3" in capsys.readouterr().err
    assert not spoilt.with_name("c.jsonl").exists()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--gif", "no/such/a.gif"], "there is no such folder"),
        (["--gif", "."], "is a folder"),
        (["--gif", "a.gif", "--json"], "take one recording"),
        (["--play", "--rules"], "take one recording"),
        (["--play", "--speed", "0"], "--speed is a number above 0"),
        (["--gif", "a.gif", "--speed", "nan"], "--speed is a number above 0"),
        (["--gif", str(LOSS)], "is the recording that is read"),
    ],
)
def test_wrong_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], told: str, capsys: Out) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["replay", str(LOSS), *options]) == 2
    assert told in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_without_display_and_terminal_it_is_said(monkeypatch: pytest.MonkeyPatch, capsys: Out) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)

    assert main(["replay", str(LOSS), "--play"]) == 2
    assert "make an animation instead, with --gif" in capsys.readouterr().err
