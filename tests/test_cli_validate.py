"""`arcg validate`: what it prints, writes and exits with."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from support import lock

from arcg.cli import main
from arcg.runtime.validate import running

FEW = """\
        levels: 2
        stage: prototype
        fuzz_steps: 500
        random_steps: 500
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return lock.plant(tmp_path, lock.LEVELS[:2], more=FEW, baselines="4, 30", recorded=False)


def test_a_game_that_is_fine(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", str(game), "--fresh"]) == 0
    told = capsys.readouterr().out
    assert re.search(r"1 tiles0 +2 +1 +\d", told)
    assert "luck decided by: exact 2" in told
    assert "fine" in told


def test_a_game_that_falls_short(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_text(game.read_text("utf-8").replace("MRDLsUULDRULo.", "MRDLsUULDRUL.o"), "utf-8")
    assert main(["validate", str(game), "--fresh"]) == 1
    told = capsys.readouterr().out
    assert "error V401: level 2 cannot be won" in told
    assert "falls short" in told


def test_the_table_of_the_sets(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = game.parent / "arcg.yaml"
    settings.write_text(settings.read_text("utf-8").replace("stage:", "set: private\n        stage:"), "utf-8")

    assert main(["validate", str(game), "--fresh"]) == 0
    assert re.search(rf"private +1 +2 +1 +1 +{game.stem}", capsys.readouterr().out)
    assert main(["validate", str(game), "--json"]) == 0
    [one] = json.loads(capsys.readouterr().out)["sets"]
    assert one == {"name": "private", "games": [game.stem], "levels": 2, "fine": 1, "with_baselines": 1}


def test_json_for_programs(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", str(game), "--json", "--fresh"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["ok"] is True
    [one] = document["games"]
    assert one["findings"] == []
    assert one["decided"] == {"exact": 2, "bound": 0, "sample": 0, "nothing": 0}
    first = one["results"]["levels"][0]
    assert first["solution"]["moves"] == [[1, -1, -1], [4, -1, -1]]
    assert first["graph"]["complete"] is True


class Tags(HTMLParser):
    """Which tags a page has, and what they load."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.loads += [value or "" for name, value in attrs if name in ("src", "href")]


def test_one_page_that_loads_nothing(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "report.html"
    assert main(["validate", str(game), "--html", str(page), "--fresh"]) == 0
    tags = Tags()
    tags.feed(page.read_text(encoding="utf-8"))
    assert tags.tags.count("img") == 2 and tags.tags.count("svg") == 2
    assert tags.loads and all(one.startswith("data:image/png;base64,") for one in tags.loads)
    assert str(page) in capsys.readouterr().out


def test_a_folder_stands_for_the_games_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        lock.plant(tmp_path / name, lock.LEVELS[:1], more=FEW, baselines="4", recorded=False)
    assert main(["validate", str(tmp_path), "--fresh"]) == 1
    told = capsys.readouterr().out
    assert "0 of 2 games meet what is asked for" in told
    assert "V103" in told


@pytest.mark.parametrize(
    "games, more, crew", [(2, [], [3]), (1, [], []), (2, ["--workers", "1"], []), (1, ["--workers", "2"], [2])]
)
def test_several_games_are_shared_by_the_processors(
    games: int, more: list[str], crew: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(games):
        folder = tmp_path / str(number)
        folder.mkdir()
        lock.plant(folder, lock.LEVELS[:1], more=FEW, baselines="4", recorded=False)
    asked: list[int] = []
    monkeypatch.setattr("arcg.commands.validate.processors", lambda: 3)
    monkeypatch.setattr(running, "processes", lambda workers: asked.append(workers) or running.here)
    main(["validate", str(tmp_path), *more])
    assert asked == crew


@pytest.mark.parametrize(
    "text, says",
    [
        ("validate:\n    level: 6\n", "`level` under `validate` is not understood; write one of"),
        ("validate:\n    levels: many\n", "`levels: many` is not understood; write a whole number"),
        ("validate:\n    frames_a_second: 0\n", "write a number from 0.1 to 1,000, such as 10.0"),
        ("validate:\n    seed: 99999999999999999999\n", "write a whole number from 0 to 2,147,483,647, such as 0"),
        ("validate:\n    fuzz_steps: 99999999999999999999\n", "from 0 to 1,000,000,000"),
        ("games:\n    lock:\n        stage: ready\n", "write one of specification, prototype, tested, complete"),
        ("games:\n    lock:\n        baselines: 5\n", "write a list of numbers of actions"),
        ("games: [lock]\n", "`games` is not understood"),
        ("other: 1\n", "`other` is not understood; write `validate`, `games` or `novelty`"),
        ("a: [\n", "this is no YAML"),
        ("- a\n", "the file is not understood"),
    ],
)
def test_settings_that_are_wrong(game: Path, text: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    (game.parent / "arcg.yaml").write_text(text, encoding="utf-8")
    assert main(["validate", str(game)]) == 2
    told = capsys.readouterr().err
    assert "arcg.yaml" in told and says in told


def test_a_page_that_cannot_be_written(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", str(game), "--html", str(game.parent / "none" / "report.html")]) == 2
    assert "there is no such folder" in capsys.readouterr().err
    before = game.read_bytes()
    assert main(["validate", str(game), "--html", str(game)]) == 2
    assert "is no page" in capsys.readouterr().err
    assert game.read_bytes() == before
    (game.parent / "taken").mkdir()
    assert main(["validate", str(game), "--html", str(game.parent / "taken")]) == 2
    assert "taken" in capsys.readouterr().err


@pytest.mark.parametrize("given", ["nothing.arcg", "."])
def test_what_is_no_game(given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["validate", given]) == 2


def test_a_scheduler_that_is_not_there(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    assert main(["validate", str(game), "--scheduler", "tcp://127.0.0.1:9", "--fresh"]) == 2
    assert "127.0.0.1:9" in capsys.readouterr().err
