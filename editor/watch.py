"""Watching one file: tells when it holds something new, and what.

Takes a path, polled by whoever runs the loop; gives the new text once it has come to rest. A save is seen within two
polls. A file that is being written, is empty, or is gone for a moment while it is replaced is waited for.
"""

from __future__ import annotations

import stat
import time
from pathlib import Path

from arcg.dsl.check import MAX_BYTES

POLL = 0.06
"""Seconds between two polls: a save is seen within two of them."""

_FRESH = 1.0
"""A file changed less than so many seconds ago is read again: its time stamp may be too coarse to show a change."""

_Signature = tuple[int, int, int]


class Watch:
    """Watches `path`, which holds `known` at the moment (or whatever it holds now, if that is not given)."""

    def __init__(self, path: Path, known: bytes | None = None) -> None:
        self.path = path
        self._seen = self._look()
        self._settled = True
        self._known = known if known is not None else self._read()
        if known is not None:
            self._settled = False  # it may have changed between the reading of `known` and now

    def poll(self) -> bytes | None:
        """The file's content if it is new and the file was at rest since the last poll, else None."""
        look = self._look()
        if look != self._seen:
            self._seen, self._settled = look, False
            return None
        if look is None or (self._settled and time.time() - look[0] / 1e9 > _FRESH):
            return None
        content = self._read()
        if content is None or self._look() != look:
            return None
        self._settled = True
        if not content.strip() or content == self._known:
            return None
        self._known = content
        return content

    def _look(self) -> _Signature | None:
        try:
            status = self.path.stat()
        except OSError:  # gone or out of reach for the moment; the next poll looks again
            return None
        if not stat.S_ISREG(status.st_mode):  # a pipe or a device would never be read to its end
            return None
        return status.st_mtime_ns, status.st_size, status.st_ino

    def _read(self) -> bytes | None:
        if self._look() is None:
            return None
        try:
            with self.path.open("rb") as file:
                return file.read(MAX_BYTES + 1)  # the checker refuses what is longer
        except OSError:
            return None
