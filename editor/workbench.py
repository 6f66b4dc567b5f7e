"""The workbench: the document, which part of it is being worked on, and with which tool.

It knows no window: commands change it, views draw it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from arcg.dsl.check import check_text, in_order
from arcg.dsl.diagnostics import Diagnostic, Silent
from arcg.dsl.levels import Stamp, legend_stamps
from arcg.editor.document.changes import Change, Refused, applied
from arcg.editor.document.checking import Checked, Checker
from arcg.editor.document.document import Document
from arcg.editor.document.grids import Cell, Rect, Symmetry
from arcg.editor.document.places import LevelPlace, Places

Tool = Literal["pen", "line", "box", "block", "fill", "pick", "select", "put"]

REST = 0.08
"""Seconds after a change until the text is checked: who goes on painting does not share the processor with it."""

__all__ = ["Cell", "Tool", "Workbench"]


@dataclass
class Workbench:
    """What is being worked on.

    Attributes:
        document: the text and all that was done to it.
        checker: checks it in the background.
        checked: the newest result of a check.
        good: the newest result without errors: its pictures are shown while the text has mistakes.
        good_places: where things stand in the text of that.
        looks: a number that grows when kinds or the legend look different than before.
        stamps: what each character of the legend places, as of that.
        coined: things for which a character was chosen here: it gets its entry when it is painted.
        level: the level that is worked on, 0-based.
        glyph: the character that is painted with; empty: none is chosen.
        area: what is selected, in cells of the level or pixels of the picture.
        cursor: where the keyboard paints, if it is used.
        anchor: where an area begins that is drawn by the keyboard.
        kind: the kind whose picture is worked on.
        picture: which of its pictures, 0-based.
        colour: the pixel that is painted with: `0` to `f`, or `.`.
        line: the line of the text that is looked at, from 1.
        found: what the newest check found; what takes longer to find stays as it was until that is known anew.
        problem: which of it was gone to last.
        subject: what the next command is about, if a view says so; commands take it away.
        notes: what is to be said in passing.
    """

    document: Document
    checker: Checker
    checked: Checked | None = None
    good: Checked | None = None
    good_places: Places | None = None
    looks: int = 0
    stamps: dict[str, tuple[Stamp, ...]] = field(default_factory=dict)
    coined: dict[str, str] = field(default_factory=dict)
    level: int = 0
    glyph: str = ""
    tool: Tool = "pen"
    symmetry: Symmetry = "none"
    area: Rect | None = None
    cursor: Cell | None = None
    anchor: Cell | None = None
    hidden_shown: bool = True
    grid_shown: bool = True
    kind: str = ""
    picture: int = 0
    colour: str = "9"
    line: int = 1
    found: Sequence[Diagnostic] = ()
    problem: Diagnostic | None = None
    subject: str = ""
    notes: list[str] = field(default_factory=list)
    _asked: int = -1
    _seen: int = -1
    _seen_at: float = 0.0
    _later: Sequence[Diagnostic] = ()

    # ------------------------------------------------------------ checking

    def check(self, now: float) -> float | None:
        """Have the text checked if it is new and at rest; seconds until it will be, or None if nothing waits."""
        if self.document.revision == self._asked:
            return None
        if self.document.revision != self._seen:
            self._seen, self._seen_at = self.document.revision, now
        wait = self._seen_at + REST - now
        if wait > 0 and self.checked is not None:
            return wait
        self._submit()
        return None

    def _submit(self) -> None:
        self._asked = self._seen = self.document.revision
        self.checker.submit(self._asked, self.document.text)

    def take(self, checked: Checked | None) -> bool:
        """Take a result of the checker; whether there was one."""
        if checked is None:
            return False
        before, self.checked = self.checked, checked
        if checked.later is not None:
            self._later = checked.later
        self.found = tuple(in_order([*checked.diagnostics, *self._later])) if self._later else checked.diagnostics
        new = self._new_error(checked.diagnostics, before.diagnostics) if before is not None else None
        if new is not None:
            self.remark(f"{new.message}: {new.hint}" if new.hint else new.message)
        if checked.failure:
            self.remark(f"the checker has failed: {checked.failure}")
        if checked.program is not None and checked.game is not None:
            self._take_good(checked, Places.of(checked.text))
            stamps = legend_stamps(checked.game, Silent())
            kept = {glyph: self.stamps[glyph] for glyph in self.coined if glyph in self.stamps}
            self.stamps = kept | stamps
            if not self.kind or self.kind not in checked.game.kinds:
                self.kind, self.picture = next(iter(checked.game.kinds), ""), 0
            if not self.glyph:
                self.glyph = next(iter(self.stamps), "")
        return True

    def _take_good(self, checked: Checked, places: Places) -> None:
        """A version without errors; `looks` goes on if things look otherwise than in the one before."""
        old, new = self.good.program if self.good is not None else None, checked.program
        same = old is not None and new is not None and (old.kinds, old.ground) == (new.kinds, new.ground)
        if not same or _legend_of(self.good_places) != _legend_of(places):
            self.looks += 1
        self.good, self.good_places = checked, places

    def checked_now(self) -> Checked:
        """The check of the text as it is, waited for."""
        if self.document.revision != self._asked:
            self._submit()
        while self.checked is None or self.checked.revision != self.document.revision:
            self.take(self.checker.wait(1.0))
        return self.checked

    def replace_document(self, document: Document) -> None:
        """Work on another document from now on; the one before has been closed."""
        self.document = document
        self._asked, self.checked, self.good, self.good_places = -1, None, None, None
        self.stamps = {}
        self.found = self._later = ()
        self.area = self.cursor = None
        self.go_to_level(self.level)

    # ------------------------------------------------------------ levels

    @property
    def level_place(self) -> LevelPlace | None:
        """The level being worked on, in the text."""
        levels = self.document.places.levels
        return levels[min(self.level, len(levels) - 1)] if levels else None

    def go_to_level(self, number: int) -> None:
        """Work on another level, or the nearest that there is."""
        number = max(0, min(number, len(self.document.places.levels) - 1))
        if number != self.level:
            self.level, self.area, self.cursor = number, None, None

    @property
    def pending(self) -> str:
        """The chosen character, if it gets its entry in the legend only when it is painted; else empty."""
        known = self.document.places.legend
        entered = known is not None and known.entry(self.glyph) is not None
        return self.glyph if self.glyph in self.coined and not entered else ""

    def said_of(self, glyph: str) -> str:
        """What a character stands for, as the legend says it: `c = Crate`."""
        places = self.document.places.legend
        entry = places.entry(glyph) if places is not None else None
        if entry is not None:
            return f"{glyph} = {entry.things}"
        if glyph in self.coined:
            return f"{glyph} = {self.coined[glyph]}"
        return "empty" if glyph in " ." else f"{glyph} is not in the legend"

    def choose(self, glyph: str) -> None:
        """Paint with this character from now on."""
        self.glyph = glyph
        if self.tool in ("pick", "select", "put"):
            self.tool = "pen"

    # ------------------------------------------------------------ changing

    def remark(self, text: str) -> None:
        """Say something in passing."""
        self.notes.append(text)

    def do(self, label: str, changes: Sequence[Change], *, joins: str | None = None) -> bool:
        """Change the text; whether anything changed."""
        return self.document.do(label, changes, joins=joins)

    def attempt(self, label: str, make: Callable[[], Sequence[Change]], *, joins: str | None = None) -> bool:
        """Do what `make()` comes to; if that is refused, say why. Whether anything changed."""
        try:
            return self.do(label, make(), joins=joins)
        except Refused as why:
            self.remark(str(why))
            return False

    def would(self, make: Callable[[], Sequence[Change]]) -> str:
        """What would be wrong with a change: why it is refused, or the first error that it brings; empty if nothing."""
        try:
            text = applied(self.document.text, make())
        except Refused as why:
            return str(why)
        new = self._new_error(check_text(text, str(self.document.path))[1], self.found)
        return "" if new is None else f"{new.message}\n{new.hint}" if new.hint else new.message

    @staticmethod
    def _new_error(found: Sequence[Diagnostic], before: Sequence[Diagnostic]) -> Diagnostic | None:
        """The first error of a code that is found more often than before."""
        often = Counter(one.code for one in before)
        for one in found:
            often[one.code] -= 1
            if one.severity == "error" and often[one.code] < 0:
                return one
        return None


def _legend_of(places: Places | None) -> list[tuple[str, str]]:
    """What each character stands for, as it is written."""
    known = places.legend if places is not None else None
    return [(entry.glyph, entry.things) for entry in known.entries] if known is not None else []
