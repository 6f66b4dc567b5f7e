"""The file of a study: rows are only added, a kill loses nothing that was answered, and files merge."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from support.testers import WIN, Clock, play, study_of, write_game

from arcg.runtime.calibrate.plays import played
from arcg.runtime.calibrate.store import NAMES, Store, StoreError


def _study(folder: Path, name: str = "data.sqlite", testers: int = 1) -> Path:
    clock = Clock()
    study = study_of([write_game(folder)], folder / name, clock)
    for _ in range(testers):
        play(study, study.enrol()[0], 0, WIN, clock)
    return folder / name


@pytest.mark.parametrize("table", NAMES)
def test_no_row_is_changed_or_taken(tmp_path: Path, table: str) -> None:
    path = _study(tmp_path)
    data = sqlite3.connect(path)
    before = data.execute(f"SELECT * FROM {table}").fetchall()
    [column] = [row[1] for row in data.execute(f"PRAGMA table_info({table})")][:1]

    for change in (f"DELETE FROM {table}", f"UPDATE {table} SET {column} = {column}"):
        with pytest.raises(sqlite3.IntegrityError, match="rows are only added here"):
            data.execute(change)
    assert data.execute(f"SELECT * FROM {table}").fetchall() == before != []


def test_files_merge_whatever_the_order(tmp_path: Path) -> None:
    one, other = _study(tmp_path, "a", 2), _study(tmp_path, "b", 3)
    with Store(tmp_path / "ab") as store:
        assert (store.merge(one), store.merge(other), store.merge(one)) == (2, 3, 0)
        first = sorted(play.row.session for game in played(store) for play in game.plays)
    with Store(tmp_path / "ba") as store:
        store.merge(other)
        store.merge(one)
        assert sorted(play.row.session for game in played(store) for play in game.plays) == first
        assert len(first) == 5


def test_a_session_that_went_on_after_a_merge_merges_again(tmp_path: Path) -> None:
    clock = Clock()
    study = study_of([write_game(tmp_path)], tmp_path / "a", clock)
    tester, _ = study.enrol()
    play(study, tester, 0, WIN[:2], clock)
    with Store(tmp_path / "all") as store:
        store.merge(tmp_path / "a")
        play(study, tester, 0, WIN[2:], clock)
        store.merge(tmp_path / "a")
        [game] = played(store)
    assert [play.ended for play in game.plays] == ["won"]


def test_files_that_contradict_are_not_merged(tmp_path: Path) -> None:
    path = _study(tmp_path)
    other = tmp_path / "other"
    other.write_bytes(path.read_bytes())
    data = sqlite3.connect(other)
    data.execute("DROP TRIGGER event_UPDATE")
    data.execute("UPDATE event SET at = at + 1 WHERE number = 2")
    data.commit()
    data.close()

    with Store(path) as store:
        before = store.sessions()
        with pytest.raises(StoreError, match="says something else"):
            store.merge(other)
        assert store.sessions() == before


@pytest.mark.parametrize("data", [b"", b"hello", b"SQLite format 3\0" + bytes(200)])
def test_what_is_no_study(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "data"
    path.write_bytes(data)

    with pytest.raises(StoreError, match="no file of `arcg calibrate`"):
        Store(path, reading=True)
    assert path.read_bytes() == data


def test_another_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "data"
    with sqlite3.connect(path) as data:
        data.execute("CREATE TABLE other (x)")
    before = path.read_bytes()

    with pytest.raises(StoreError, match="no file of `arcg calibrate`"):
        Store(path)
    assert path.read_bytes() == before


def test_a_file_of_a_later_version(tmp_path: Path) -> None:
    path = _study(tmp_path)
    with sqlite3.connect(path) as data:
        data.execute("PRAGMA user_version = 9")

    with pytest.raises(StoreError, match="version 9"):
        Store(path)


def test_a_missing_file_is_not_made_by_reading(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Store(tmp_path / "none", reading=True)
    assert not (tmp_path / "none").exists()


PLAYS = """
    import sys
    from pathlib import Path
    from support.testers import Clock, study_of, write_game

    folder = Path(sys.argv[1])
    clock = Clock()
    study = study_of([write_game(folder)], folder / "data", clock)
    view = study.begin(study.enrol()[0], 0)
    while True:
        action = (3, 2)[view.turn % 2]
        view = study.act(view_tester := study._store.testers()[0], view.session, view.turn + 1, action)
        sys.stdout.write(f"{view.turn}\\n")
        sys.stdout.flush()
"""


@pytest.mark.skipif(os.name == "nt", reason="processes are killed by a signal here")
def test_what_was_answered_is_kept_when_the_process_is_killed(tmp_path: Path) -> None:
    code = textwrap.dedent(PLAYS).replace("view_tester := ", "")
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stdout is not None
    told = [int(process.stdout.readline()) for _ in range(40)]
    process.send_signal(signal.SIGKILL)
    told += [int(line) for line in process.stdout.read().split("\n") if line]
    process.wait()
    process.stdout.close()

    with Store(tmp_path / "data", reading=True) as store:
        [row] = store.sessions()
        kept = [event.number for event in store.events(row.session)]

    assert kept == list(range(len(kept)))
    assert len(kept) - 1 in (told[-1], told[-1] + 1)
