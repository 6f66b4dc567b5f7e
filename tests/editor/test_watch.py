"""The watch: saves of every kind are seen once and soon, and never half."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from arcg.editor.watch import POLL, Watch


def polls(watch: Watch, count: int = 3) -> list[bytes]:
    return [content for _ in range(count) if (content := watch.poll()) is not None]


def test_nothing_new(tmp_path: Path) -> None:
    path = tmp_path / "a.arcg"
    path.write_text("one")
    assert polls(Watch(path)) == []


def test_a_save_is_seen_once_within_two_polls(tmp_path: Path) -> None:
    path = tmp_path / "a.arcg"
    path.write_text("one")
    watch = Watch(path)
    path.write_text("two and more")
    assert polls(watch, 2) == [b"two and more"]
    assert polls(watch) == []
    assert 2 * POLL < 0.2


def test_a_save_by_rename(tmp_path: Path) -> None:
    path, beside = tmp_path / "a.arcg", tmp_path / "b"
    path.write_text("one")
    watch = Watch(path)
    beside.write_text("two")
    beside.replace(path)
    assert polls(watch) == [b"two"]


def test_a_file_gone_for_a_moment(tmp_path: Path) -> None:
    path = tmp_path / "a.arcg"
    path.write_text("one")
    watch = Watch(path)
    path.unlink()
    assert polls(watch) == []
    path.write_text("two")
    assert polls(watch) == [b"two"]


def test_a_file_that_comes_back_the_same_is_no_news(tmp_path: Path) -> None:
    path = tmp_path / "a.arcg"
    path.write_text("one")
    watch = Watch(path)
    path.unlink()
    watch.poll()
    path.write_text("one")
    assert polls(watch) == []


def test_a_file_being_written_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "a.arcg"
    path.write_text("one")
    watch = Watch(path)
    with path.open("w") as file:
        assert polls(watch) == []  # truncated, nothing written yet
        for part in ("tw", "o", "\nthree"):
            file.write(part)
            file.flush()
            assert watch.poll() is None  # it has changed since the last look
    assert polls(watch) == [b"two\nthree"]


def test_a_change_that_the_time_stamp_does_not_show(tmp_path: Path) -> None:
    path = tmp_path / "a.arcg"
    path.write_text("one")
    watch = Watch(path)
    now = time.time_ns()
    os.utime(path, ns=(now, now))
    assert polls(watch) == []
    with path.open("r+") as file:
        file.write("two")
    os.utime(path, ns=(now, now))
    assert polls(watch) == [b"two"]


def test_a_change_between_the_first_reading_and_the_watch(tmp_path: Path) -> None:
    path = tmp_path / "a.arcg"
    path.write_text("two")
    past = time.time() - 3600
    os.utime(path, (past, past))
    assert polls(Watch(path, b"one")) == [b"two"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "a.arcg"
    os.mkfifo(path)
    watch = Watch(path)
    assert polls(watch) == []
    path.unlink()
    path.write_text("one")
    assert polls(watch) == [b"one"]
