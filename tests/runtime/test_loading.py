"""What a caller may name, and what is said when there is no such thing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arcg.compiler.artefact import LEVELS, MANIFEST, ArtefactError, contents
from arcg.compiler.store import store
from arcg.dsl.check import MAX_BYTES, read_source
from arcg.dsl.diagnostics import ArcgError
from arcg.dsl.parser import MAX_LENGTH
from arcg.runtime import loading
from arcg.runtime.env import make
from arcg.runtime.loading import check_source, load

GAME = """\
game tiny
board 3x1
actions arrows
layer solid
kind Player on solid
Player walks
win when Player at cell(2, 0)
legend
    P = Player
level
    map
        P..
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.arcg"
    path.write_text(GAME, "utf-8")
    return path


def test_a_path_may_be_text_or_a_path(tiny: Path) -> None:
    assert load(tiny) == load(str(tiny))
    assert load(tiny).name == "tiny"


def test_the_id_of_a_shipped_game(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "shipped", lambda: {"tn01": tiny})

    assert load("tn01").name == "tiny"
    with pytest.raises(FileNotFoundError, match="did you mean tn01"):
        load("tn02")
    with pytest.raises(FileNotFoundError, match="shipped games: tn01"):
        load("something")


def test_every_shipped_game_loads() -> None:
    for name in loading.shipped():
        assert load(name).levels


def test_a_missing_file_names_a_near_one(tiny: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"did you mean .*tiny\.arcg"):
        load(tiny.with_name("tny.arcg"))


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no folder"):
        load(tmp_path / "nowhere" / "a.arcg")


def test_errors_are_raised_with_all_diagnostics(tiny: Path) -> None:
    tiny.write_text(GAME.replace("on solid", "on sold").replace("P..", "X.."), "utf-8")

    with pytest.raises(ArcgError) as caught:
        load(tiny)

    assert [d.code for d in caught.value.diagnostics] == ["E102", "E410"]
    assert f"{tiny}:5:16: E102" in str(caught.value)


def test_windows_line_ends_and_a_byte_order_mark_do_not_matter(tiny: Path) -> None:
    expected = load(tiny)

    tiny.write_bytes(b"\xef\xbb\xbf" + GAME.replace("\n", "\r\n").encode())

    assert load(tiny) == expected


@pytest.mark.parametrize(("data", "reason"), [(b"game\n\xff", "line 2 is not UTF-8"), (b"PK\0\1", "binary")])
def test_files_that_are_no_text(tiny: Path, data: bytes, reason: str) -> None:
    tiny.write_bytes(data)

    program, found, text = check_source(tiny)

    assert (program, text) == (None, "")
    assert [d.code for d in found] == ["E002"]
    assert reason in found[0].message


def test_a_folder_without_a_compiled_game(tiny: Path) -> None:
    with pytest.raises(ArtefactError, match=r"holds no compiled game; did you mean .*tiny\.arcg\?"):
        load(tiny.parent)


def test_a_compiled_game(tiny: Path, tmp_path: Path) -> None:
    program = load(tiny)
    store(tmp_path / "build", {"tiny": contents(program, GAME, "0")})
    folder = tmp_path / "build" / "tiny"

    assert load(folder) == load(str(folder)) == load(tmp_path / "build") == load(folder / MANIFEST) == program
    assert loading.find(tmp_path / "build") == folder / MANIFEST
    assert check_source(folder) == (program, [], (folder / MANIFEST).read_text())
    assert make(folder).reset().shape == (1, 64, 64)

    (folder / LEVELS).write_text("{}")
    with pytest.raises(ArtefactError, match="is damaged"):
        make(folder)


def test_a_compiled_game_needs_no_parser(tiny: Path, tmp_path: Path) -> None:
    store(tmp_path / "build", {"tiny": contents(load(tiny), GAME, "0")})
    code = "import sys, arcg; arcg.load('build').levels; sys.exit('lark' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], cwd=tmp_path, timeout=60).returncode == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.arcg"
    os.mkfifo(pipe)

    _, found, _ = check_source(pipe)

    assert [d.code for d in found] == ["E002"]
    assert "it is not a file that can be read to its end" in found[0].message


def test_a_huge_file_is_not_read_whole(tiny: Path) -> None:
    with tiny.open("wb") as file:
        file.write(b"x" * (MAX_BYTES + 1))
        file.truncate(1 << 33)  # a hole, no bytes on the disk

    _, found, text = check_source(tiny)

    assert ([d.code for d in found], text) == (["E003"], "")


def test_the_longest_text_is_read_whole(tiny: Path) -> None:
    tiny.write_bytes(b"\xef\xbb\xbf" + "\U0001f600".encode() * MAX_LENGTH)

    text, problem = read_source(tiny)

    assert (len(text), problem) == (MAX_LENGTH, None)
