"""RULES of a PuzzleScript text, first reading: lines are set aside, and words that can stand in none are told.

The second reading is in `rules.py`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from arcg.dsl.importing.puzzlescript.draft import Draft, Section
from arcg.dsl.importing.puzzlescript.lines import Line
from arcg.dsl.importing.puzzlescript.words import COMMANDS, DIRECTIONS, MODIFIERS

ARROW = re.compile(r"->")
SIGN = re.compile(r"[\[\]|+]")
TOKEN = re.compile(r"[^\[\]|\s]+")
BEFORE = DIRECTIONS | {"late", "rigid", "random"}


@dataclass(slots=True)
class RuleLine:
    """A line with a rule. `text`: its first stretch without `(`, in lower case; `original`: all of it, as spelled."""

    number: int
    text: str
    original: str
    comments: tuple[str, ...] = ()


class RuleLines(Section):
    """One rule in a line, or `startloop` or `endloop`."""

    def __init__(self, draft: Draft) -> None:
        super().__init__(draft)
        self.written: list[RuleLine] = []
        self.in_cells = False

    def word(self, line: Line) -> None:
        """Read a word of a rule."""
        if line.first:
            stretches = [stretch for stretch in line.text.split("(") if stretch]
            self.written.append(RuleLine(line.number, stretches[0] if stretches else "", line.original))
            self.in_cells = False
        if line.take(ARROW):
            return
        sign = line.take(SIGN)
        if sign:
            self.in_cells = self.in_cells or sign != "+"
            return
        token = line.take(TOKEN)
        if token == "message" and token not in self.draft.names:
            line.end()
        elif not self._fits(line, token):
            self.notes.error(line.number, f"`{token}` has no meaning in a rule: no object or name of the legend.")

    def _fits(self, line: Line, token: str) -> bool:
        if not self.in_cells:
            if token in BEFORE or token in ("startloop", "endloop"):
                return True
        elif token in MODIFIERS:
            return True
        if token in self.draft.names:
            if line.first:
                self.notes.error(line.number, f"`{token}` is an object, and must stand in brackets.")
            return True
        return token in ("...", "rigid", "random") or token in COMMANDS

    def end(self, line: Line) -> None:
        """Comments belong to the rule that they stand before or beside."""
        if self.written and self.written[-1].number == line.number:
            self.written[-1].comments = self.draft.comments.taken()
