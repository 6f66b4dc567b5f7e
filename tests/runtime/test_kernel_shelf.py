"""Machine code on disk: whole or not there, bounded, whatever other processes do meanwhile and where one was ended."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from arcg.runtime.kernel import shelf

DAY = 86_400


def folder_of(path: Path, size: int, age: float) -> Path:
    """A folder of two files in a folder, last used so many seconds ago."""
    (path / "inner").mkdir(parents=True)
    for name in ("one", "two"):
        (path / "inner" / name).write_bytes(bytes(size // 2))
    used = time.time() - age
    os.utime(path, (used, used))
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# ---------------------------------------------------------------- files


def test_of_too_many_files_the_least_used_goes(tmp_path: Path) -> None:
    for number in range(5):
        shelf.put(tmp_path / f"{number}.o", bytes(100))
        os.utime(tmp_path / f"{number}.o", (number, number))
    assert shelf.take(tmp_path / "0.o") == bytes(100)
    shelf.make_room(tmp_path, 300)
    assert names(tmp_path) == ["0.o", "3.o", "4.o"]


def test_what_a_process_left_half_written_is_never_taken(tmp_path: Path) -> None:
    path = tmp_path / "code.o"
    (tmp_path / "code.o.x.part").write_bytes(bytes(50))
    os.utime(tmp_path / "code.o.x.part", (1, 1))
    assert shelf.take(path) is None
    shelf.put(path, b"whole")
    shelf.make_room(tmp_path, 5)
    assert names(tmp_path) == ["code.o"]


def test_where_nothing_can_be_written_nothing_is(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    shelf.put(tmp_path / "file" / "code.o", b"code")
    assert shelf.take(tmp_path / "file" / "code.o") is None
    shelf.make_room(tmp_path / "file", 0)
    assert names(tmp_path) == ["file"]


def test_random_bytes_are_kept_as_they_are(tmp_path: Path) -> None:
    data = Random(1).randbytes(5_000)
    shelf.put(tmp_path / "code.o", data)
    assert shelf.take(tmp_path / "code.o") == data


# ---------------------------------------------------------------- folders


def test_of_too_many_folders_the_least_used_goes(tmp_path: Path) -> None:
    for number in range(5):
        folder_of(tmp_path / str(number), 1000, (5 - number) * DAY)
    shelf.touch(tmp_path / "0")
    shelf.make_room(tmp_path, 3000)
    assert names(tmp_path) == ["0", "3", "4"]
    assert (tmp_path / "0" / "inner" / "one").exists()


def test_what_is_in_use_stays_though_there_is_too_much(tmp_path: Path) -> None:
    for name, age in (("new", 10), ("newer", 5), ("old", DAY)):
        folder_of(tmp_path / name, 1000, age)
    shelf.make_room(tmp_path, 500, spared=3600)
    assert names(tmp_path) == ["new", "newer"]


def test_what_was_not_thrown_away_to_the_end_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process is ended when the first folder has lost its name and none of its files."""

    class Ended(BaseException):
        pass

    def ended(*_: object, **__: object) -> None:
        raise Ended

    for number in range(3):
        folder_of(tmp_path / str(number), 1000, (3 - number) * DAY)
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "rmtree", ended)
        with pytest.raises(Ended):
            shelf.make_room(tmp_path, 2000)
    assert [name for name in names(tmp_path) if not name.startswith(shelf.GONE)] == ["1", "2"]
    assert len(names(tmp_path)) == 3
    shelf.make_room(tmp_path, 2000)
    assert names(tmp_path) == ["1", "2"]


def test_several_processes_throw_away_at_once(tmp_path: Path) -> None:
    for number in range(60):
        folder_of(tmp_path / f"{number:02}", 1000, (60 - number) * DAY)
    program = "import sys; from pathlib import Path; from arcg.runtime.kernel import shelf;"
    program += "input(); shelf.make_room(Path(sys.argv[1]), 10_000)"
    command = [sys.executable, "-c", program, str(tmp_path)]
    children = [subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(3)]
    for child in children:
        assert child.stdin is not None
        child.stdin.write(b"\n")
        child.stdin.flush()
    for child in children:
        _, told = child.communicate(timeout=60)
        assert (child.returncode, told) == (0, b"")
    assert names(tmp_path) == [f"{number:02}" for number in range(50, 60)]
