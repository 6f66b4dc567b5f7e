"""The journal of a document: everything that is done to it, written down at once, so that a crash loses nothing.

It lies beside the file as `.NAME.arcg-journal`, or in the user's state folder where that cannot be, and is held locked
while the file is edited. It is JSON Lines: a header, and a line for each thing done. A line is handed to the system as
it is written, which outlives the end of this process; `sync` takes it to the disk, which outlives the machine's.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FORMAT = "arcg-journal"
VERSION = 1

Record = dict[str, Any]
"""A line of a journal."""

_FAR = 1 << 40
"""Where Windows locks a byte: behind all that is written, for nobody else can read what is locked there."""

_FLAGS = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)


class Busy(OSError):  # noqa: N818  nothing went wrong; the file is in good hands
    """Somebody else edits the file."""


def places_for(path: Path) -> tuple[Path, ...]:
    """Where the journal of a file may lie, the best first."""
    real = Path(os.path.realpath(path))
    name = f".{real.name}.arcg-journal"
    known_by = hashlib.sha256(os.fsencode(real)).hexdigest()[:16]
    return real.with_name(name), _state_folder() / f"{known_by}.arcg-journal"


def header(path: Path, text: str) -> Record:
    """The first line of the journal of a file that is opened."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "path": os.path.realpath(path),
        "pid": os.getpid(),
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "sha256": digest(text),
        "text": text,
    }


def digest(text: str) -> str:
    """What a text is known by."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


class Journal:
    """An open journal, locked against others. Where none can be written there is none, and `trouble` says why.

    What could not be written, because the disk is full, is kept, and written with what comes next.
    """

    def __init__(self, path: Path) -> None:
        self.trouble = ""
        self.place = Path()
        self._handle = -1
        self._size = 0
        self._synced = True
        self._waiting: list[bytes] = []
        for place in sorted(places_for(path), key=lambda place: not os.access(place, os.F_OK)):  # one left behind first
            try:
                self._open(place, path)
            except Busy:
                self.release()
                raise
            except OSError as error:
                self.release()
                self.trouble = self.trouble or f"{place}: {(error.strerror or str(error)).lower()}"
            else:
                self.trouble = ""
                return

    @property
    def is_open(self) -> bool:
        """Whether there is one."""
        return self._handle >= 0

    def content(self) -> bytes:
        """All that is in it."""
        return _content(self._handle) if self.is_open else b""

    def begin(self, records: list[Record]) -> None:
        """Write it anew."""
        if self.is_open:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, 0)
        self._size = 0
        self._waiting = []
        for record in records:
            self.write(record)

    def keep(self, size: int) -> None:
        """Go on behind the first so many bytes of it."""
        self._size = size
        self._cut()

    def write(self, record: Record) -> None:
        """Write a line."""
        self._waiting.append(json.dumps(record, separators=(",", ":")).encode("ascii") + b"\n")
        if not self.is_open:
            return
        self._synced = False
        try:
            if os.fstat(self._handle).st_nlink == 0:
                self._write_again()
            data = b"".join(self._waiting)
            while data:
                data = data[os.write(self._handle, data) :]
        except OSError as error:
            self._cut()
            self.trouble = f"{self.place}: {(error.strerror or str(error)).lower()}"
            return
        self._size += sum(map(len, self._waiting))
        self._waiting.clear()
        self.trouble = ""

    def sync(self) -> None:
        """Take what was written to the disk itself, if that was not done yet. It may take a moment."""
        if self.is_open and not self._synced:
            with contextlib.suppress(OSError):
                getattr(os, "fdatasync", os.fsync)(self._handle)
            self._synced = True

    def moved(self, path: Path) -> Journal:
        """The journal of another file, with all that is in this one, which stays.

        Raises:
            Busy: somebody edits that file.
        """
        other = Journal(path)
        if other.is_open:
            os.ftruncate(other._handle, 0)
        other._waiting = [self.content()[: self._size], *self._waiting]
        other.write({"act": "moved", "path": os.path.realpath(path), "pid": os.getpid()})
        return other

    def close(self) -> None:
        """Remove it: nothing in it is needed any more."""
        if not self.is_open:
            return
        if sys.platform == "win32":  # no file can be removed there while it is open
            self.release()
        with contextlib.suppress(OSError):
            if not self.is_open or self._is_in_place():
                self.place.unlink()
        self.release()

    def release(self) -> None:
        """Leave it where it is, and let others have it."""
        if self.is_open:
            os.close(self._handle)  # and with it goes the lock
            self._handle = -1

    def _open(self, place: Path, path: Path) -> None:
        """Open and lock the file at a place; another process may just be removing it."""
        if place.parent == _state_folder():
            place.parent.mkdir(parents=True, exist_ok=True)
        while True:
            self._handle = os.open(place, _FLAGS, _mode_of(path))
            self.place = place
            _lock(self._handle, path)
            if self._is_in_place():
                self._size = os.fstat(self._handle).st_size
                return
            self.release()

    def _is_in_place(self) -> bool:
        """Whether the file that is open is the one that has the name."""
        try:
            return os.path.samestat(os.fstat(self._handle), self.place.stat())
        except FileNotFoundError:
            return False

    def _write_again(self) -> None:
        """Somebody has removed the file under our hands: have it again."""
        before = _content(self._handle)[: self._size]
        handle = os.open(self.place, _FLAGS | os.O_EXCL, 0o600)
        os.close(self._handle)
        self._handle, self._size = handle, 0
        _lock(handle, self.place)
        self._waiting.insert(0, before)

    def _cut(self) -> None:
        """Remove the beginning of a line that could not be written."""
        with contextlib.suppress(OSError):
            os.ftruncate(self._handle, self._size)


def records_in(content: bytes) -> Iterator[tuple[int, Record | None]]:
    """The whole lines of a journal, each with where it ends; None for one that is damaged.

    What comes after the last line end was being written when the process ended.
    """
    end = 0
    for line in content.split(b"\n")[:-1]:
        end += len(line) + 1
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            record = None
        yield end, record if isinstance(record, dict) else None


def _content(handle: int) -> bytes:
    os.lseek(handle, 0, os.SEEK_SET)
    parts = []
    while part := os.read(handle, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def _lock(handle: int, path: Path) -> None:
    """Lock an open file; raises `Busy` if somebody else has. Where the file system has no locks nobody is kept out."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(handle, _FAR, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        raise Busy(errno.EBUSY, "another window edits it", os.fspath(path)) from None
    except OSError:
        return


def _mode_of(path: Path) -> int:
    """Who may read the journal: who may read the file, and its owner in any case."""
    try:
        return path.stat().st_mode & 0o666 | 0o600
    except OSError:
        return 0o600


def _state_folder() -> Path:
    """Where programs of this user keep what is to outlive them."""
    if sys.platform == "win32" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"]) / "arcg" / "journals"
    state = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")  # noqa: PTH111  it never fails
    return Path(state) / "arcg" / "journals"
