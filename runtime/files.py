"""Writing files so that nothing is lost: whole or not at all, whatever happens in the middle.

Takes a path and what the file is to hold. Everything of ours that writes over a user's file goes through it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path


def write_whole(path: Path, content: str | bytes, still: Callable[[], bool] = lambda: True) -> bool:
    """Write a file whole or not at all: beside its place first, and to the disk, then moved there.

    A file that is there keeps its permissions and its owner, and a link to it stays one. What is no file, a device or
    a pipe, is written into and stays what it is. `still` is asked at the last moment; if it says no, nothing is
    written. Whether it was written.

    Raises:
        OSError: it cannot be written, its owner has locked it, or it is a folder. It is as it was.
    """
    place = Path(os.path.realpath(path))
    beside = place.with_name(f".{place.name}.{os.getpid()}.part")
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        before = _status(place)
        if before is not None and not stat.S_ISREG(before.st_mode):
            return still() and place.write_bytes(data) == len(data)
        try:
            with beside.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if before is not None:
                _take_over(beside, before)
            if not still():
                return False
            beside.replace(place)
        finally:
            with contextlib.suppress(OSError):
                beside.unlink()
    except OSError as error:
        # The user knows nothing of the file beside it.
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error
    _sync_folder(place.parent)
    return True


def _status(place: Path) -> os.stat_result | None:
    """The status of a file that may be written over; None if there is none yet."""
    try:
        status = place.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not os.access(place, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return status


def _take_over(beside: Path, before: os.stat_result) -> None:
    """Give a new file the owner and the permissions of the one that it replaces."""
    if os.name == "posix" and (os.getuid(), os.getgid()) != (before.st_uid, before.st_gid):
        with contextlib.suppress(OSError):  # not everybody may give files away
            os.chown(beside, before.st_uid, before.st_gid)
    beside.chmod(stat.S_IMODE(before.st_mode))


def _sync_folder(folder: Path) -> None:
    """Have the new name on the disk as well; not every system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
