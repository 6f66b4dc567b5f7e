"""Reading a collection: files of all kinds, damaged ones, names of all sorts."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from support.puzzlescript import PUSH

from arcg.compiler import artefact
from arcg.compiler.canonical import canonical
from arcg.compiler.novelty.collection import NoGamesError, games_in, read_game
from arcg.runtime.loading import find, load

RULE_LINE = PUSH.split("\n").index("[ > Player | Crate ] -> [ > Player | > Crate ]") + 1


def names(folder: Path) -> list[str]:
    return [Path(game.file).relative_to(folder).as_posix() for game in games_in(folder).games]


def test_all_kinds_of_files_mix(tmp_path: Path) -> None:
    shutil.copy(find("tilt"), tmp_path / "tilt.arcg")
    (tmp_path / "deep" / "er").mkdir(parents=True)
    shutil.copy(find("dyer"), tmp_path / "deep" / "er" / "dyer.arcg")
    (tmp_path / "a push.txt").write_text(PUSH)
    (tmp_path / "Kästchen ☃.pzs").write_text(PUSH.replace("orange", "red"))
    (tmp_path / "cr.ps").write_bytes(PUSH.replace("\n", "\r\n").encode())
    built = tmp_path / "built"
    built.mkdir()
    for name, data in artefact.contents(load("glow"), "", "").items():
        (built / name).write_bytes(data)

    found = games_in(tmp_path)

    assert found.left_out == ()
    assert names(tmp_path) == sorted(
        ["Kästchen ☃.pzs", "a push.txt", "built", "cr.ps", "deep/er/dyer.arcg", "tilt.arcg"],
        key=lambda name: Path(name),
    )
    forms = {Path(game.file).name: canonical(game.program).hash for game in found.games}
    assert forms["a push.txt"] == forms["Kästchen ☃.pzs"] == forms["cr.ps"]
    assert forms["built"] == canonical(load("glow")).hash


def test_a_rule_is_known_by_its_line_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "push.txt").write_text(PUSH)
    game = read_game(tmp_path / "push.txt")

    assert game.program.cellwise.lines == (RULE_LINE,)
    assert "Crate ] ->" in game.text.split("\n")[RULE_LINE - 1]


@pytest.mark.parametrize(
    ("name", "content", "line", "reason"),
    [
        ("slip.arcg", b"game slip\nboard 3x3\nlayer\nlevel\n", 3, "E0"),
        ("empty.arcg", b"", None, "E"),
        ("image.arcg", b"\x89PNG\0\0", None, "binary"),
        ("old.arcg", "game é\n".encode("latin-1"), None, "UTF-8"),
        ("maps.txt", PUSH[: PUSH.index("#######\n#P")].encode(), None, "level"),
        ("notes.pzs", b"buy milk\n", None, ""),
        ("zeros.pzs", b"\0\0\0", None, "binary"),
    ],
)
def test_damaged_files_are_told_and_left_out(
    name: str, content: bytes, line: int | None, reason: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(content)
    shutil.copy(find("tilt"), tmp_path / "tilt.arcg")

    found = games_in(tmp_path)

    assert [Path(game.file).name for game in found.games] == ["tilt.arcg"]
    [left] = found.left_out
    assert Path(left.file).name == name
    assert reason in left.reason
    if line is not None:
        assert left.line == line


def test_what_is_no_game_is_passed_over(tmp_path: Path) -> None:
    shutil.copy(find("tilt"), tmp_path / "tilt.arcg")
    (tmp_path / "README.txt").write_text("The LEVELS are hard.\nRULES\nof the house\n")
    (tmp_path / "drawing.ps").write_text("%!PS-Adobe-3.0\n/Times-Roman findfont\n")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    (tmp_path / ".trash").mkdir()
    shutil.copy(find("dyer"), tmp_path / ".trash" / "dyer.arcg")
    shutil.copy(find("dyer"), tmp_path / ".dyer.arcg")

    found = games_in(tmp_path)

    assert found.left_out == ()
    assert names(tmp_path) == ["tilt.arcg"]


def test_links_in_a_ring_end(tmp_path: Path) -> None:
    shutil.copy(find("tilt"), tmp_path / "tilt.arcg")
    (tmp_path / "again").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "gone.arcg").symlink_to(tmp_path / "nowhere.arcg")

    found = games_in(tmp_path)

    assert names(tmp_path) == ["tilt.arcg"]
    [left] = found.left_out
    assert "gone.arcg cannot be read: no such file" in left.reason


@pytest.mark.skipif(os.name != "posix", reason="names of files are bytes there only")
def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    shutil.copy(find("tilt"), os.fsencode(tmp_path) + b"/\xff\xfe.arcg")

    [game] = games_in(tmp_path).games

    game.file.encode("utf-8")


def test_a_folder_without_games(tmp_path: Path) -> None:
    with pytest.raises(NoGamesError, match="there is no game in"):
        games_in(tmp_path)

    (tmp_path / "slip.arcg").write_text("game\n")
    with pytest.raises(NoGamesError, match=r"slip\.arcg:1: E"):
        games_in(tmp_path)

    with pytest.raises(FileNotFoundError):
        games_in(tmp_path / "nowhere")
