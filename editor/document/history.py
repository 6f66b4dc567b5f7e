"""The history of a text: every step that was taken in it, back to its beginning and forward again.

Takes changes with a label, gives the text as it is after them. It keeps what was changed, never whole texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from arcg.editor.document.changes import Change, applied, inverse


@dataclass(slots=True)
class _Step:
    """One step. `way` leads across it: the changes to be made for that, the last ones first."""

    label: str
    way: list[tuple[Change, ...]] = field(default_factory=list)


class History:
    """A text and the way it came about; `revision` grows by one with every change, back and forth included."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.revision = 0
        self._done: list[_Step] = []
        self._undone: list[_Step] = []
        self._joins: str | None = None
        """What the next change must give as `joins` to belong to the last step."""

    def __len__(self) -> int:
        """How many steps there are to go back."""
        return len(self._done)

    @property
    def undo_label(self) -> str | None:
        """What `undo` would take back."""
        return self._done[-1].label if self._done else None

    @property
    def redo_label(self) -> str | None:
        """What `redo` would do again."""
        return self._undone[-1].label if self._undone else None

    def do(self, label: str, changes: Sequence[Change], joins: str | None = None) -> bool:
        """Make changes; False if they change nothing. Equal `joins` in a row are one step.

        Raises:
            ValueError: two changes overlap, or one lies outside of the text.
        """
        text = applied(self.text, changes)
        if text == self.text:
            return False
        if joins is None or joins != self._joins:
            self._done.append(_Step(label))
        self._done[-1].way.append(inverse(self.text, changes))
        self._joins = joins
        self._undone.clear()
        self._become(text)
        return True

    def undo(self) -> str | None:
        """Take the last step back; its label, or None if there is none."""
        return self._cross(self._done, self._undone)

    def redo(self) -> str | None:
        """Take the step again that was taken back last; its label, or None if there is none."""
        return self._cross(self._undone, self._done)

    def pause(self) -> None:
        """What comes next is a step of its own, whatever it joins."""
        self._joins = None

    def _cross(self, source: list[_Step], target: list[_Step]) -> str | None:
        self.pause()
        if not source:
            return None
        step = source.pop()
        text, back = self.text, _Step(step.label)
        for changes in reversed(step.way):
            back.way.append(inverse(text, changes))
            text = applied(text, changes)
        target.append(back)
        self._become(text)
        return step.label

    def _become(self, text: str) -> None:
        self.text = text
        self.revision += 1
