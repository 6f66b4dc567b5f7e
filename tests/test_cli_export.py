"""`arcg export`: whole folders or none, nothing of games that are not public, and every mistake told."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from arcg.cli import main
from arcg.compiler import ir
from arcg.runtime.loading import load, shipped


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three games, one of each set."""
    monkeypatch.chdir(tmp_path)
    for name in ("dyer", "glow", "tilt"):
        (tmp_path / f"{name}.arcg").write_bytes(shipped()[name].read_bytes())
    games = {"dyer": {"set": "public"}, "glow": {"set": "semi-private"}, "tilt": {"set": "private", "title": "Tilt!"}}
    (tmp_path / "arcg.yaml").write_text(json.dumps({"games": games}))
    return tmp_path


def exported(folder: Path) -> set[str]:
    return {path.parent.parent.name for path in folder.rglob("metadata.json")}


def tree(folder: Path) -> dict[str, bytes | None]:
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


def test_a_game_becomes_a_folder_of_its_version(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "tilt", "-o", str(tmp_path / "out")]) == 0

    version = ir.digest(load("tilt"))[:8]
    place = tmp_path / "out" / "tilt" / version
    assert sorted(path.name for path in place.iterdir()) == ["metadata.json", "tilt.py"]
    document = json.loads((place / "metadata.json").read_text())
    assert document["game_id"] == f"tilt-{version}"
    assert document["class_name"] == "Tilt"
    assert document["tags"] == ["keyboard"]
    assert document["date_downloaded"] == "2000-01-01T00:00:00+00:00"
    assert "class Tilt(ToolkitGame):" in (place / "tilt.py").read_text("utf-8")
    assert "no baselines" in capsys.readouterr().out


def test_it_goes_where_the_toolkit_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["export", "tilt"]) == 0

    assert exported(tmp_path / "environment_files") == {"tilt"}


def test_exporting_again_changes_nothing(tmp_path: Path) -> None:
    for _ in range(2):
        assert main(["export", *shipped(), "-o", str(tmp_path / "a")]) == 0
    assert main(["export", *reversed(list(shipped())), "-o", str(tmp_path / "b")]) == 0

    assert tree(tmp_path / "a") == tree(tmp_path / "b")


def test_games_that_are_not_public_are_not_given_away(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for asked in ([], ["--set", "private"], ["--set", "semi-private"]):
        assert main(["export", ".", "-o", "out", *asked]) == 2
        told = capsys.readouterr().err
        assert "private in arcg.yaml" in told and "--server URL" in told
        assert not (folder / "out").exists()

    assert main(["export", ".", "-o", "one", "--set", "public"]) == 0
    assert exported(folder / "one") == {"dyer"}
    assert "left out: 2 " in capsys.readouterr().out
    assert main(["export", ".", "-o", "all", "--server", "http://127.0.0.1:8001/"]) == 0
    assert exported(folder / "all") == {"dyer", "glow", "tilt"}
    assert "played at http://127.0.0.1:8001" in capsys.readouterr().out


def test_a_guest_holds_nothing_of_the_game(folder: Path) -> None:
    assert main(["export", "tilt.arcg", "-o", "out", "--server", "http://127.0.0.1:8001/"]) == 0

    [place] = (folder / "out" / "tilt").iterdir()
    text = (place / "tilt.py").read_text("utf-8")
    assert "SERVER = 'http://127.0.0.1:8001'" in text
    program = load("tilt")
    names = {kind.name for kind in program.kinds} | {level.name for level in program.levels}
    words = set(re.findall(r"\w+", text))
    assert not names & words, "kinds and levels are nowhere named"
    assert len(text) < 10_000
    assert "import arcg" not in text and "from arcg" not in text
    compile(text, "tilt.py", "exec")


@pytest.mark.parametrize(
    "server",
    [
        "",
        "games",
        "ftp://games",
        "http://",
        "http://a b",
        "http://[::1",
        "http://x:99999",
        "http://x\n'",
        "http://" + "x" * 600,
    ],
)
def test_an_address_that_is_none(folder: Path, server: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "tilt.arcg", "-o", "out", "--server", server]) == 2
    assert "is no address of a server" in capsys.readouterr().err
    assert not (folder / "out").exists()


def test_an_address_cannot_become_code(folder: Path) -> None:
    address = "http://x/'\"\\);exit()#{}%s"
    assert main(["export", "tilt.arcg", "-o", "out", "--server", address]) == 0

    [place] = (folder / "out" / "tilt").iterdir()
    tree = ast.parse((place / "tilt.py").read_text("utf-8"))
    [game] = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Tilt"]
    values = {node.targets[0].id: node.value for node in game.body if isinstance(node, ast.Assign)}
    assert ast.literal_eval(values["SERVER"]) == address
    assert set(values) == {"GAME", "LEVELS", "ACTIONS", "SERVER"}


def test_a_set_without_games_and_one_that_is_none_are_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "dyer.arcg", "--set", "private"]) == 2
    assert "none of these games is private" in capsys.readouterr().err
    assert main(["export", "dyer.arcg", "--set", "secret"]) == 2
    assert "public, semi-private, private" in capsys.readouterr().err
    assert not (folder / "environment_files").exists()


def test_baselines_and_titles_go_into_the_metadata(folder: Path) -> None:
    numbers = list(range(3, 3 + len(load("dyer").levels)))
    games = {"dyer": {"baselines": numbers, "title": '"); import os', "tags": ['"""'], "id": "rule"}}
    (folder / "arcg.yaml").write_text(json.dumps({"games": games}))

    assert main(["export", "dyer.arcg", "-o", "out"]) == 0

    place = next((folder / "out" / "rule").iterdir())
    document = json.loads((place / "metadata.json").read_text())
    assert document["baseline_actions"] == numbers
    assert (document["title"], document["class_name"]) == ('"); import os', "RULE")
    text = (place / "rule.py").read_text("utf-8")
    assert "import os" not in text and "class RULE(ToolkitGame):" in text


def test_two_games_of_one_id_are_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "arcg.yaml").write_text(json.dumps({"games": {"dyer": {"id": "same"}, "glow": {"id": "same"}}}))

    assert main(["export", "dyer.arcg", "glow.arcg"]) == 2

    assert "same" in capsys.readouterr().err
    assert not (folder / "environment_files").exists()


def test_more_levels_than_the_official_api_can_tell(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head = "game many\nboard 2x1\nactions arrows\nlayer solid\nkind Player on solid\n    pic\n        8\nPlayer walks\n"
    text = head + "win when no Player\nlegend\n    P = Player\n" + "level\n    map\n        P.\n" * 255
    (folder / "many.arcg").write_text(text)

    assert main(["export", "many.arcg"]) == 2

    assert "255 levels" in capsys.readouterr().err
    assert not (folder / "environment_files").exists()


@pytest.mark.parametrize("kind", ["file", "other", "more", "link", "base"])
def test_what_is_not_ours_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str) -> None:
    out, version = tmp_path / "out", ir.digest(load("tilt"))[:8]
    place = out / "tilt" / version
    if kind == "file":
        place.parent.mkdir(parents=True)
        place.write_text("mine")
    elif kind == "other":
        place.mkdir(parents=True)
    elif kind == "more":
        assert main(["export", "tilt", "-o", str(out)]) == 0
        (place / "notes.txt").write_text("mine")
    elif kind == "link":
        (tmp_path / "elsewhere").mkdir()
        out.mkdir()
        (out / "tilt").symlink_to(tmp_path / "elsewhere")
    else:
        out.mkdir()
        (out / "tilt").write_text("mine")
    before = tree(tmp_path)

    assert main(["export", "dyer", "tilt", "-o", str(out)]) == 2

    assert tree(tmp_path) == before
    assert str(out / "tilt") in capsys.readouterr().err


def test_other_versions_stay_and_the_last_one_is_the_newest(folder: Path) -> None:
    (folder / "arcg.yaml").unlink()
    assert main(["export", "glow.arcg", "-o", "out"]) == 0
    path = folder / "glow.arcg"
    path.write_text(path.read_text("utf-8").replace("ground ", "ground red // ", 1), "utf-8")
    assert main(["export", "glow.arcg", "-o", "out"]) == 0

    old, new = ir.digest(load("glow"))[:8], ir.digest(load(path))[:8]
    dates = {
        file.parent.name: json.loads(file.read_text())["date_downloaded"] for file in folder.rglob("metadata.json")
    }
    assert set(dates) == {old, new} and dates[old] < dates[new]


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [
        (["nothing.arcg"], 2, "there is no file"),
        (["nogame"], 2, "no shipped game"),
        (["empty"], 2, "no game in the folder"),
        (["bad.arcg"], 1, "mistakes"),
        ([], 2, "FILE"),
    ],
)
def test_mistakes_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], given, code, said
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad.arcg").write_text("game bad\nkind Wall on nowhere\n")

    assert main(["export", *given]) == code

    told = capsys.readouterr().err
    assert said in told and "Traceback" not in told
    assert not (tmp_path / "environment_files").exists()


def test_the_target_may_not_be_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "out").write_text("mine")

    assert main(["export", "tilt", "-o", str(tmp_path / "out")]) == 2

    assert "is no folder" in capsys.readouterr().err


def test_json_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "glow", "--json", "-o", str(tmp_path)]) == 0

    document = json.loads(capsys.readouterr().out)
    game = document["games"][0]
    assert Path(game["file"]).is_file()
    assert (game["levels"], game["set"], game["title"]) == (8, "public", "glow")


def test_compiled_games_are_exported_as_their_sources_are(tmp_path: Path) -> None:
    assert main(["compile", "tilt", "-o", str(tmp_path / "build")]) == 0
    assert main(["export", str(tmp_path / "build" / "tilt"), "-o", str(tmp_path / "a")]) == 0
    assert main(["export", "tilt", "-o", str(tmp_path / "b")]) == 0

    assert tree(tmp_path / "a") == tree(tmp_path / "b")
