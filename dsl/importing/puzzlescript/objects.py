"""OBJECTS of a PuzzleScript text: a line with a name, one with colours, and perhaps a sprite of five rows."""

from __future__ import annotations

import re
from typing import Literal

from arcg.dsl.importing.puzzlescript.draft import Draft, DraftObject, Section
from arcg.dsl.importing.puzzlescript.lines import NAME, Line
from arcg.dsl.importing.puzzlescript.source import Definition, SourceObject
from arcg.dsl.importing.puzzlescript.words import COLOURS, KEYWORDS

COLOUR = re.compile("|".join((r"#(?:[0-9a-f]{3}){1,2}", *sorted(COLOURS, key=len, reverse=True))))
PIXEL = re.compile(r"[.0-9]")
SIDE = 5
"""Rows of a sprite, and pixels of a row."""
MOST_COLOURS = 10


class Objects(Section):
    """What is expected next: a `name`, the `colours` of the object before, or rows of its `sprite`."""

    def __init__(self, draft: Draft) -> None:
        super().__init__(draft)
        self.expects: Literal["name", "colours", "sprite"] = "name"
        self.named_here = False
        self.object = DraftObject("", "", 0)

    def word(self, line: Line) -> None:
        """Read a name, a colour or a pixel."""
        if line.first:
            self._start(line)
        if self.named_here:
            self._name(line)
        elif self.expects == "colours":
            self._colour(line)
        else:
            self._pixel(line)

    def end(self, line: Line) -> None:
        """Comments belong to the object whose name stands in their line, or in the next one that has a name."""
        if self.named_here:
            self.object.comments += self.draft.comments.taken()
            self.expects = "colours"
        elif self.expects == "colours":
            self.expects = "sprite"
        elif len(self.object.rows) == SIDE and len(self.object.rows[-1]) == SIDE:
            self.expects = "name"

    def blank(self) -> None:
        """A new object may follow."""
        self.expects = "name"

    def _start(self, line: Line) -> None:
        is_pixel = bool(PIXEL.match(line.text, line.at))
        self.named_here = self.expects == "name" or (self.expects == "sprite" and not self.object.rows and not is_pixel)
        if self.expects == "sprite" and not self.named_here:
            self.object.rows.append("")

    def _name(self, line: Line) -> None:
        start = line.at
        name = line.take(NAME) if line.first else line.word()
        if not name:
            line.skip()
            text = "This is no name, and no row of a sprite. Names are letters, digits and `_`; a sprite has five rows."
            self.notes.warning(line.number, text)
            self.named_here = False
            self.expects = "name"
            return
        original = line.original[start : line.at]
        if name in KEYWORDS:
            self.notes.warning(line.number, f"`{name}` is a word of the language, and better not used as a name.")
        if line.first:
            self._declare(line, name, original)
        else:
            self._alias(line, name)

    def _declare(self, line: Line, name: str, original: str) -> None:
        self.object = DraftObject(name, original, line.number)
        if name in self.draft.objects:
            text = f"There is an object `{name}` in line {self.draft.objects[name].line} already; that one counts."
            self.notes.error(line.number, text)
            return
        if name in self.draft.defined:
            self.notes.error(line.number, f"The name `{name}` is used in line {self.draft.line_of(name)} already.")
        self.draft.objects[name] = self.object

    def _alias(self, line: Line, name: str) -> None:
        if self.draft.is_known(name):
            self.notes.error(line.number, f"The name `{name}` is used in line {self.draft.line_of(name)} already.")
        if name != self.object.name:
            self.draft.define(Definition(name, "synonym", (self.object.name,), line.number))

    def _colour(self, line: Line) -> None:
        colour = line.take(COLOUR)
        if not colour:
            text = f"`{line.word() or line.here}` is no colour; `{self.object.name}` needs a line of them."
            self.notes.error(line.number, text)
            line.skip()
        elif len(self.object.colours) == MOST_COLOURS:
            self.notes.error(line.number, f"`{self.object.name}` has more than {MOST_COLOURS} colours.")
            line.skip()
        else:
            self.object.colours.append(colour)

    def _pixel(self, line: Line) -> None:
        pixel = line.take(PIXEL)
        rows, colours = self.object.rows, len(self.object.colours)
        if not pixel:
            text = f"`{line.here}` is no pixel of `{self.object.name}`: write `.` or the number of a colour."
            self.notes.error(line.number, text)
            line.skip()
        elif len(rows[-1]) == SIDE:
            rows[-1] += "."
            self.notes.warning(line.number, f"Sprites have {SIDE} pixels in a row.")
            line.skip()
        else:
            rows[-1] += pixel
            if pixel != "." and int(pixel) >= colours:
                self.notes.error(line.number, f"`{self.object.name}` has {colours} colours, and no number {pixel}.")


def finished(draft: Draft) -> dict[str, SourceObject]:
    """The objects, with colours and sprites that can be drawn, their layers and numbers."""
    objects = {}
    for name, draft_object in draft.objects.items():
        colours = draft_object.colours
        if not colours:
            draft.notes.error(draft_object.line, f"`{name}` has no colour.")
            colours = ["#ff00ff"]
        layer, number = draft.places.get(name, (-1, -1))
        rows = _sprite(draft, draft_object)
        objects[name] = SourceObject(
            name,
            draft_object.original,
            draft_object.line,
            tuple(colours),
            rows,
            layer,
            number,
            draft_object.comments,
        )
    return objects


def _sprite(draft: Draft, draft_object: DraftObject) -> tuple[str, ...] | None:
    """The sprite as five rows of five; what is missing is transparent, and so are colours that do not exist."""
    rows = draft_object.rows
    if not rows:
        return None
    if len(rows) != SIDE or any(len(row) != SIDE for row in rows):
        draft.notes.warning(draft_object.line, f"The sprite of `{draft_object.name}` is not {SIDE} by {SIDE} pixels.")
    colours = len(draft_object.colours)
    shown = [
        "".join(pixel if pixel == "." or int(pixel) < colours else "." for pixel in row[:SIDE]) for row in rows[:SIDE]
    ]
    return tuple(row.ljust(SIDE, ".") for row in (*shown, *[""] * (SIDE - len(shown))))
