"""A document: the text of a game while it is edited, its file, its history, and its journal.

Every edit is a list of changes of the text. A save rewrites the file whole or not at all; what others have written
into the file meanwhile is taken in first. Nothing here knows a window, a thread or a clock.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from arcg.dsl.parser import MAX_LENGTH
from arcg.editor.document import disk
from arcg.editor.document.changes import Change, Refused, between
from arcg.editor.document.disk import Unreadable
from arcg.editor.document.draft import Draft, written
from arcg.editor.document.journal import Journal, Record, digest, header
from arcg.editor.document.leftover import LeftBehind, Leftover, left_behind, leftover_in, taken_up
from arcg.editor.document.merging import Clash, merge
from arcg.editor.document.places import Places
from arcg.runtime.files import write_whole

CHANGED_OUTSIDE = "changed outside"
KEPT_MINE = "kept over the change outside"
"""Labels of the steps that nobody took in this window."""

_SURROGATE = re.compile("[\ud800-\udfff]")

TRIES = 10
"""Most times that a save begins again because somebody else saves at the same moment."""

Outside = Literal["same", "taken", "merged", "conflict"]
"""What a new file comes to: the same text as before, a new text taken over, one merged with edits that are not saved
yet, or one that does not go together with them."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A file that somebody else has changed where it was edited here too.

    `theirs` is its text, None if it is no text any more, and then `why` says so; `clashes` are the places.
    """

    data: bytes
    theirs: str | None
    clashes: tuple[Clash, ...] = ()
    why: str = ""


class Document:
    """A text being edited. It is made by `open` or `recovered` and ended by `close`.

    Attributes:
        path: its file.
        disk: the bytes that the file holds as far as is known; a `Watch` begins with them.
        conflict: what has to be resolved before the document can be saved.
    """

    def __init__(self, path: Path, draft: Draft, data: bytes, journal: Journal) -> None:
        self.path = path
        self.disk = data
        self.conflict: Conflict | None = None
        self._draft = draft
        self._journal = journal
        self._places: tuple[int, Places] | None = None

    @classmethod
    def open(cls, path: Path) -> Document:
        """Begin to edit a file.

        Raises:
            OSError: it cannot be read.
            Unreadable: it is no text.
            Busy: somebody else edits it. It is an `OSError`.
            LeftBehind: a crash has left edits behind; recover or discard them first.
        """
        _nothing(left_behind(path))
        disk.text_of(disk.read(path), path)  # nothing is made for a file that cannot be opened
        journal = Journal(path)
        try:
            _nothing(leftover_in(journal, path))  # a moment ago there was nothing
            data = disk.read(path)
            text = disk.text_of(data, path)
        except BaseException:
            journal.release()
            raise
        journal.begin([header(path, text)])
        return cls(path, Draft(text), data, journal)

    @classmethod
    def recovered(cls, leftover: Leftover) -> Document:
        """Go on where a crash has ended the editing, history and all.

        The file is left alone. If it has changed since, that is for `outside` to take in, as when it changes later.

        Raises:
            OSError: the journal cannot be read, or not be kept where it is damaged.
            Unreadable: nothing can be had from it.
            Busy: somebody else edits the file. It is an `OSError`.
        """
        journal = Journal(leftover.path)
        try:
            draft = taken_up(journal, leftover.path)
            if draft is None:
                raise Unreadable(f"{leftover.journal}: nothing can be had from this journal")
        except BaseException:
            journal.release()
            raise
        document = cls(leftover.path, draft, draft.base.encode("utf-8"), journal)
        document._take({"act": "opened", "pid": os.getpid()})
        return document

    # ------------------------------------------------------------ the text

    @property
    def text(self) -> str:
        """All of it, as the file would hold it: with byte order mark and line ends."""
        return self._draft.history.text

    @property
    def revision(self) -> int:
        """A number that grows by one with every change."""
        return self._draft.history.revision

    @property
    def modified(self) -> bool:
        """Whether the file holds something else, as far as is known."""
        return self.text.encode("utf-8") != self.disk

    @property
    def places(self) -> Places:
        """Where things stand in the text."""
        if self._places is None or self._places[0] != self.revision:
            self._places = self.revision, Places.of(self.text)
        return self._places[1]

    @property
    def trouble(self) -> str:
        """Why no journal is kept at the moment; usually empty."""
        return self._journal.trouble

    # ------------------------------------------------------------ edits

    def do(self, label: str, changes: Sequence[Change], *, joins: str | None = None) -> bool:
        """Make changes as one step, or with equal `joins` in a row as part of the last one; False if nothing changes.

        Raises:
            Refused: the text would become one that no file of the language can hold.
            ValueError: two changes overlap, or one lies outside of the text.
        """
        more = sum(len(change.new) - (change.end - change.start) for change in changes)
        if more > 0 and len(self.text) + more > MAX_LENGTH:
            raise Refused(f"the file would be too large: it may have {MAX_LENGTH:,} characters")
        for change in changes:
            if "\0" in change.new or _SURROGATE.search(change.new):
                raise Refused("these characters cannot be written into a file")
        return self._take({"act": "do", "label": label, "changes": written(changes), "joins": joins})

    def undo(self) -> str | None:
        """Take back the last step; its label, or None if there is none."""
        label = self.undo_label
        self._take({"act": "undo"})
        return label

    def redo(self) -> str | None:
        """Take the step again that was taken back last; its label, or None if there is none."""
        label = self.redo_label
        self._take({"act": "redo"})
        return label

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return self.undo_label is not None

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to take again."""
        return self.redo_label is not None

    @property
    def undo_label(self) -> str | None:
        """What `undo` would take back."""
        return self._draft.history.undo_label

    @property
    def redo_label(self) -> str | None:
        """What `redo` would do again."""
        return self._draft.history.redo_label

    # ------------------------------------------------------------ the file

    def save(self) -> Outside:
        """Write the text into its file; what others have written there meanwhile is taken in first, and said.

        On a conflict nothing is written.

        Raises:
            OSError: it cannot be written. The file is as it was, and so is the document.
        """
        said: Outside = "same"
        for _ in range(TRIES):
            data = disk.at_rest(self.path, self.disk)
            if data is not None and data != self.disk:
                found = self.outside(data)
                said = said if found == "same" else found
            if self.conflict is not None:
                return "conflict"
            new = self.text.encode("utf-8")
            if data == new or self._written(new, data):
                self._saved(new)
                return said
        raise OSError(errno.EBUSY, "somebody else writes it all the time", os.fspath(self.path))

    def save_as(self, path: Path) -> Outside:
        """Write the text into another file, whatever that holds, and go on with that one.

        Raises:
            OSError: it cannot be written, or somebody edits it (`Busy`). The document stays with its file.
            LeftBehind: a crash has left edits of that file behind; recover or discard them first.
        """
        if os.path.realpath(path) == os.path.realpath(self.path):
            return self.save()
        _nothing(left_behind(path))
        new = self.text.encode("utf-8")
        journal = self._journal.moved(path)
        try:
            write_whole(path, new)
        except BaseException:
            journal.close()
            raise
        self._journal.close()
        self._journal, self.path, self.conflict = journal, path, None
        self._saved(new)
        return "same"

    def outside(self, data: bytes) -> Outside:
        """Take in what the file holds now.

        Without edits that are not saved, its text becomes that of the document. With such edits it is merged with them.
        Where that cannot be, nothing changes until `resolve` is called, or the file is another one again.
        """
        self.conflict = None
        if data == self.disk:
            return "same"
        try:
            theirs = disk.text_of(data, self.path)
        except Unreadable as error:
            self.conflict = Conflict(data, None, why=str(error))
            return "conflict"
        modified = self.modified
        merged = merge(self._draft.base, self.text, theirs) if modified else None
        text = theirs if merged is None else merged.text
        if text is None:
            self.conflict = Conflict(data, theirs, merged.clashes if merged else ())
            return "conflict"
        same = theirs == self.text
        self._accept(theirs, data, text)
        return "same" if same else "merged" if modified else "taken"

    def resolve(self, whose: Literal["mine", "theirs"]) -> None:
        """End a conflict: keep the text as it is, or take that of the file. Undo gives the other one.

        Raises:
            Unreadable: the file is no text that could be taken.
        """
        conflict = self.conflict
        if conflict is None:
            return
        if conflict.theirs is None:
            if whose == "theirs":
                raise Unreadable(conflict.why)
            self.disk, self.conflict = conflict.data, None
            return
        mine = self.text
        self._accept(conflict.theirs, conflict.data, conflict.theirs)
        self.conflict = None
        if whose == "mine":
            self.do(KEPT_MINE, between(self.text, mine))

    # ------------------------------------------------------------ the journal

    def rest(self) -> None:
        """To be called when there is a moment: takes the journal to the disk, so that it outlives the machine."""
        self._journal.sync()

    def close(self) -> None:
        """End the editing; what is not saved is gone, and so is the journal."""
        self._journal.close()

    def leave(self) -> None:
        """End the editing as a crash would: what is not saved stays in the journal, for the next start."""
        self._journal.release()

    def _take(self, record: Record) -> bool:
        """Do something and write it down, if it changes anything."""
        changed = self._draft.take(record)
        if changed or record["act"] not in ("do", "undo", "redo"):
            self._journal.write(record)
        return changed

    def _accept(self, theirs: str, data: bytes, text: str) -> None:
        """The file holds `data`, which is the text `theirs`; the document becomes `text`."""
        base = written(between(self._draft.base, theirs))
        changes = written(between(self.text, text))
        self._take({"act": "outside", "base": base, "label": CHANGED_OUTSIDE, "changes": changes})
        self.disk = data

    def _written(self, new: bytes, old: bytes | None) -> bool:
        """Write the file unless it holds something other than `old` by then; whether it was written."""
        return write_whole(self.path, new, lambda: disk.found(self.path) == old)

    def _saved(self, data: bytes) -> None:
        self.disk = data
        self._take({"act": "saved", "sha256": digest(self.text)})


def _nothing(leftover: Leftover | None) -> None:
    """Go on if nothing was left behind."""
    if leftover is not None:
        raise LeftBehind(leftover)
