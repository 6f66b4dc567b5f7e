"""A draft: a text with its history and what its file holds, as the lines of a journal make them.

Takes the records of a journal one by one, whether they are just being made or read again after a crash, so that what
was there before a crash is there after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arcg.editor.document.changes import Change, applied
from arcg.editor.document.history import History
from arcg.editor.document.journal import FORMAT, VERSION, Record, digest, records_in

FOREIGN = (KeyError, TypeError, ValueError)
"""What `Draft.take` raises for a record that nobody has written."""


class Draft:
    """A text in work. `base` is the text that its file was last known to hold."""

    def __init__(self, text: str) -> None:
        self.history = History(text)
        self.base = text
        self._marked = 0

    @property
    def edits(self) -> int:
        """How many steps lie between the text and its file."""
        return max(1, abs(len(self.history) - self._marked)) if self.history.text != self.base else 0

    def take(self, record: Record) -> bool:
        """Do what a record says; whether the text is another one after that."""
        before = self.history.revision
        match record["act"]:
            case "do":
                self.history.do(str(record["label"]), _read(record["changes"]), record.get("joins"))
            case "undo":
                self.history.undo()
            case "redo":
                self.history.redo()
            case "saved":
                if record["sha256"] != digest(self.history.text):
                    raise ValueError("what was saved is another text")
                self._mark(self.history.text)
            case "outside":
                edits = self.edits
                self._mark(applied(self.base, _read(record["base"])))
                self.history.do(str(record["label"]), _read(record["changes"]))
                self._marked = len(self.history) - edits
            case "opened" | "moved":
                self.history.pause()
            case act:
                raise ValueError(f"nothing is called {act}")
        return self.history.revision != before

    def _mark(self, base: str) -> None:
        """The file holds this text now."""
        self.base = base
        self.history.pause()
        self._marked = len(self.history)


def written(changes: Sequence[Change]) -> list[list[int | str]]:
    """Changes as a record has them."""
    return [[change.start, change.end, change.new] for change in changes]


def _read(changes: Any) -> list[Change]:
    """What `written` has written."""
    return [Change(int(start), int(end), str(new)) for start, end, new in changes]


def replayed(content: bytes) -> tuple[Draft | None, int, str]:
    """The draft that a journal leads to, how many bytes of it are good, and what is wrong with the rest, if anything.

    There is no draft if not even the header can be read.
    """
    draft: Draft | None = None
    good = 0
    for number, (end, record) in enumerate(records_in(content), 1):
        try:
            if record is None:
                raise ValueError("it is not JSON")
            if draft is None:
                draft = _begun(record)
            else:
                draft.take(record)
        except FOREIGN:
            return draft, good, f"line {number} of the journal is damaged; what came before it is kept"
        good = end
    return draft, good, ""


def _begun(record: Record) -> Draft:
    if (record["format"], record["version"]) != (FORMAT, VERSION) or record["sha256"] != digest(record["text"]):
        raise ValueError("it is no header")
    return Draft(record["text"])
