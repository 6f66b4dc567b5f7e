"""Files of machine code on disk: written whole or not at all; of too many the least used ones are thrown away."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

ROOM = 256 << 20
"""Most bytes of all files of a folder together."""


def take(path: Path) -> bytes | None:
    """What a file holds, None if it is not there; it counts as used now."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    with contextlib.suppress(OSError):
        os.utime(path)
    return data


def put(path: Path, data: bytes, room: int = ROOM) -> None:
    """Write a file beside its place and rename it, then make room; where nothing can be written, nothing is.

    Two processes that write the same file at once write the same bytes, and one that is ended in the middle leaves
    only a file that no name leads to, which is thrown away like any other.
    """
    with contextlib.suppress(OSError):
        number, beside = tempfile.mkstemp(prefix=path.name + ".", suffix=".part", dir=path.parent)
        try:
            with open(number, "wb") as file:  # noqa: PTH123  an open file, not a path
                file.write(data)
            Path(beside).replace(path)
        except OSError:
            Path(beside).unlink(missing_ok=True)
            raise
        make_room(path.parent, room)


def make_room(folder: Path, room: int) -> None:
    """Throw away the files of a folder that were not used for longest, until the others fit into `room` bytes."""
    found = []
    for path in folder.iterdir():
        with contextlib.suppress(OSError):  # another process may throw the same file away
            known = path.stat()
            found.append((known.st_mtime, known.st_size, path))
    total = sum(size for _, size, _ in found)
    for _, size, path in sorted(found, key=lambda entry: entry[0]):
        if total <= room:
            return
        path.unlink(missing_ok=True)
        total -= size
