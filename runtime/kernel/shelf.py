"""Machine code on disk: written whole or not at all; of too much the least used is thrown away.

What lies in a folder, files or folders, was last used when it was last changed: whoever uses an entry touches it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
import uuid
from pathlib import Path

GONE = ".gone-"
"""How the names begin of what is thrown away: it is renamed first, so that nobody meets half of it."""


def take(path: Path) -> bytes | None:
    """What a file holds, None if it is not there; it counts as used now."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    touch(path)
    return data


def touch(path: Path) -> None:
    """An entry counts as used now."""
    with contextlib.suppress(OSError):
        os.utime(path)


def put(path: Path, data: bytes) -> None:
    """Write a file beside its place and rename it; where nothing can be written, nothing is.

    Two processes that write the same file at once write the same bytes, and one that is ended in the middle leaves
    only a file that no name leads to, which is thrown away like any other.
    """
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        number, beside = tempfile.mkstemp(prefix=path.name + ".", suffix=".part", dir=path.parent)
        try:
            with open(number, "wb") as file:  # noqa: PTH123  an open file, not a path
                file.write(data)
            Path(beside).replace(path)
        except OSError:
            Path(beside).unlink(missing_ok=True)
            raise


def make_room(folder: Path, room: int, spared: float = 0.0) -> None:
    """Throw away the entries of a folder that were not used for longest, until the others fit into `room` bytes.

    What was used in the last `spared` seconds stays. Other processes may read, write and throw away meanwhile; what one
    of them did not finish to throw away, because it was ended, goes first.
    """
    found = []
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            if path.name.startswith(GONE):
                shutil.rmtree(path, ignore_errors=True)
                continue
            with contextlib.suppress(OSError):  # another process may throw the same away
                found.append((path.stat().st_mtime, _size(path), path))
    total = sum(size for _, size, _ in found)
    latest = time.time() - spared
    for used, size, path in sorted(found, key=lambda entry: entry[0]):
        if total <= room or used > latest:
            return
        _throw_away(path)
        total -= size


def _size(path: Path) -> int:
    """The bytes of a file, or of all files in a folder."""
    if not path.is_dir():
        return path.stat().st_size
    return sum(inner.stat().st_size for inner in path.rglob("*") if inner.is_file())


def _throw_away(path: Path) -> None:
    """Remove a file, or a folder as a whole: it has no name any more before the first of its files goes."""
    with contextlib.suppress(OSError):
        if not path.is_dir():
            path.unlink()
            return
        gone = path.with_name(GONE + uuid.uuid4().hex)
        path.rename(gone)
        shutil.rmtree(gone, ignore_errors=True)
