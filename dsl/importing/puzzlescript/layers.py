"""COLLISIONLAYERS of a PuzzleScript text: one layer in a line."""

from __future__ import annotations

import re

from arcg.dsl.importing.puzzlescript.draft import Draft, Section
from arcg.dsl.importing.puzzlescript.lines import NAME, Line

COMMAS = re.compile(r"[\s,]+")


class Layers(Section):
    """The names of a layer, with commas or spaces between them."""

    def __init__(self, draft: Draft) -> None:
        super().__init__(draft)
        self.names: set[str] = set()
        self.layer: list[str] = []
        self.where: dict[str, int] = {}

    def word(self, line: Line) -> None:
        """Read a name or commas."""
        if line.first:
            self.names, self.layer = set(), []
        if line.take(COMMAS):
            return
        name = line.take(NAME)
        if not name:
            self.notes.error(
                line.number, f"`{line.here}` cannot stand in a layer: write names, and commas between them."
            )
            line.at += 1
            return
        if self.names and (name == "background" or "background" in self.names):
            self.notes.error(line.number, "`background` needs a layer of its own.")
        members = self._members(line, name)
        if name in self.names:
            self.notes.warning(line.number, f"`{name}` stands in this layer several times.")
        here = len(self.draft.layers)
        for before in sorted({self.where.get(member, here) for member in members} - {here}):
            self.notes.warning(line.number, f"`{name}` is in layers {before + 1} and {here + 1}; the last one counts.")
        self.where |= dict.fromkeys(members, here)
        self.names.add(name)
        self.layer += members

    def end(self, line: Line) -> None:
        """The layer is complete."""
        self.draft.layers.append(tuple(self.layer))

    def _members(self, line: Line, name: str) -> tuple[str, ...]:
        meaning = self.draft.first_meaning(name)
        if meaning is None:
            self.notes.error(line.number, f"`{name}` has no meaning, and cannot be in a layer.")
            return ()
        if meaning.sort == "and":
            text = f"`{name}` is all of several objects at once, which cannot be in one layer."
            self.notes.error(line.number, text)
            return ()
        return meaning.members
