"""Reading the files that are edited: their bytes, once they have come to rest, and the text that they are.

A text is what the file holds, character by character: byte order mark and line ends stay, so that saving keeps them.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from pathlib import Path

from arcg.dsl.check import MAX_BYTES, decode_source

REST = 0.03
"""Seconds after which a file that is being written by somebody is read again."""

LOOKS = 20
"""Most times that it is read again."""


class Unreadable(ValueError):  # noqa: N818  the designer chose a file that is no text; nothing went wrong
    """A file that is no text of the language; the message says why."""


def read(path: Path) -> bytes:
    """What a file holds; of one that is too large for the checker a little more than that may have.

    Raises:
        OSError: there is no such file, it cannot be read, or it is no file.
    """
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode):  # to open a pipe would wait for somebody to write into it
        reason = "it is a folder" if stat.S_ISDIR(mode) else "it is not a file that can be read to its end"
        raise OSError(errno.EINVAL, reason, os.fspath(path))
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def found(path: Path) -> bytes | None:
    """The same, or None where there is no file.

    Raises:
        OSError: it cannot be read, or it is no file.
    """
    try:
        return read(path)
    except FileNotFoundError:
        return None


def at_rest(path: Path, known: bytes) -> bytes | None:
    """What a file holds, or None where there is none; if that is not `known`, once it holds the same at two looks.

    Raises:
        OSError: it cannot be read, or it is no file.
    """
    content = found(path)
    for _ in range(LOOKS):
        if content in (known, None):
            break
        time.sleep(REST)
        before, content = content, found(path)
        if content == before:
            break
    return content


def text_of(data: bytes, path: Path) -> str:
    """The text that these bytes of a file are.

    Raises:
        Unreadable: they are no text, or too many.
    """
    _, problem = decode_source(data, os.fspath(path))
    if problem is not None:
        raise Unreadable(problem.message)
    return data.decode("utf-8")
