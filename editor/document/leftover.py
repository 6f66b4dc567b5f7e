"""What a crash has left behind: a journal that nobody writes any more, and what it would give back."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from arcg.editor.document import disk
from arcg.editor.document.draft import Draft, replayed
from arcg.editor.document.journal import Journal, places_for


@dataclass(frozen=True, slots=True)
class Leftover:
    """A journal that was left behind.

    Attributes:
        path: the file that was edited.
        journal: the file of the journal.
        text: the text as it was, or None if nothing can be had from the journal.
        edits: how many steps of it were not saved.
        when: when it was last written, in seconds since 1970.
        changed: whether the file holds something else now than when it was last read or saved.
        problem: what is damaged in the journal; usually empty.
    """

    path: Path
    journal: Path
    text: str | None
    edits: int
    when: float
    changed: bool
    problem: str

    def discard(self) -> None:
        """Throw away what was not saved.

        Raises:
            Busy: somebody edits the file in the meantime.
        """
        Journal(self.path).close()


class LeftBehind(Exception):  # noqa: N818  nothing went wrong; there is a choice to be made
    """A file with a journal that was left behind; `leftover` says what it holds."""

    def __init__(self, leftover: Leftover) -> None:
        super().__init__(f"edits of {leftover.path} were not saved")
        self.leftover = leftover


def left_behind(path: Path) -> Leftover | None:
    """What was left behind of a file; None if there is nothing that the file does not hold.

    Raises:
        Busy: somebody edits the file.
    """
    if not any(os.access(place, os.F_OK) for place in places_for(path)):
        return None
    journal = Journal(path)
    try:
        return leftover_in(journal, path)
    finally:
        journal.release()


def leftover_in(journal: Journal, path: Path) -> Leftover | None:
    """What an open journal holds that its file does not."""
    draft, _, problem = replayed(journal.content())
    if draft is None and not problem:
        return None
    held = _held(path)
    if draft is not None and not problem:
        saved = held == draft.history.text.encode("utf-8")
        if saved or (held is not None and not draft.edits):
            return None
    return Leftover(
        path,
        journal.place,
        None if draft is None else draft.history.text,
        0 if draft is None else draft.edits,
        journal.place.stat().st_mtime,
        draft is not None and held != draft.base.encode("utf-8"),
        problem,
    )


def taken_up(journal: Journal, path: Path) -> Draft | None:
    """The draft that an open journal leads to, which it goes on with; None, and nothing happens, if it leads nowhere.

    A damaged journal is kept as it is beside it, and what is good of it is gone on with.

    Raises:
        OSError: the damaged journal cannot be kept.
    """
    content = journal.content()
    draft, good, problem = replayed(content)
    if draft is None:
        return None
    if problem:
        _copied(journal.place, content)
    journal.keep(good)
    return draft


def _copied(journal: Path, content: bytes) -> None:
    """Keep a damaged journal under a name that nothing has yet."""
    number = 1
    while os.access(place := journal.with_suffix(f".damaged-{number}"), os.F_OK):
        number += 1
    place.write_bytes(content)


def _held(path: Path) -> bytes | None:
    """What a file holds; None if there is none that can be read."""
    try:
        return disk.found(path)
    except OSError:
        return None
