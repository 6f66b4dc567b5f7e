from __future__ import annotations

import os
import stat
import sys
import threading
from pathlib import Path

import pytest

from arcg.runtime.files import write_whole


def test_holds_what_was_written_byte_for_byte(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"

    assert write_whole(path, "\ufeffone\r\ntwo\nthree ü")

    assert path.read_bytes() == b"\xef\xbb\xbfone\r\ntwo\nthree \xc3\xbc"
    assert write_whole(path, b"\0\xff")
    assert path.read_bytes() == b"\0\xff"


def test_a_link_stays_one_and_permissions_stay(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    real, link = tmp_path / "real" / "a.txt", tmp_path / "link.txt"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)

    write_whole(link, "new")

    assert link.is_symlink()
    assert real.read_text() == "new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_what_is_no_file_is_written_into_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()

    assert write_whole(pipe, "told")

    reader.join(timeout=20)
    assert got == [b"told"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert list(tmp_path.iterdir()) == [pipe]


def test_asks_at_the_last_moment(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("theirs")

    assert not write_whole(path, "mine", still=lambda: False)

    assert path.read_text() == "theirs"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on the size of files")
def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    import resource
    import signal

    path = tmp_path / "a.txt"
    path.write_text("old")
    before, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(OSError) as caught:
            write_whole(path, "x" * 5000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)

    assert caught.value.filename == str(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_and_a_missing_folder_are_told_by_the_name_that_was_given(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none" / "a.txt"):
        with pytest.raises(OSError) as caught:
            write_whole(path, "x")

        assert str(caught.value).endswith(f": '{path}'")
        assert not list(tmp_path.iterdir())
