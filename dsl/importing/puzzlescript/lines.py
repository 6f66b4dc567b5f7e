"""Lines of a PuzzleScript text: where reading stands in one, comments that may go on over lines, and what was said."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from arcg.dsl.importing.puzzlescript.source import Note

SPACE = re.compile(r"\s*")
NAME = re.compile(r"\w+")
WORD = re.compile(r"[^\s()]+")
TO_COMMENT = re.compile(r"[^(]*")
IN_COMMENT = re.compile(r"[^()]*")

MOST_ERRORS = 5
"""With more errors in its lines than these, a text is not read to its end."""
MOST_NOTES = 100
"""With more to say of a text than this, it is not read to its end either."""
LONGEST_NOTE = 400
"""Characters of a note; what a text says may be longer."""


class UnreadableError(Exception):
    """Reading stops, with the reason: the text is no PuzzleScript, or hardly."""


@dataclass(slots=True)
class Notes:
    """What is wrong with a text, in the order in which it was found; nothing is said twice of one line."""

    found: dict[Note, None] = field(default_factory=dict)
    errors: int = 0

    def error(self, line: int, text: str) -> None:
        """Something is wrong."""
        self._add("error", line, text)

    def warning(self, line: int, text: str) -> None:
        """Something is odd."""
        self._add("warning", line, text)

    def _add(self, severity: Literal["error", "warning"], line: int, text: str) -> None:
        if len(text) > LONGEST_NOTE:
            text = f"{text[: LONGEST_NOTE // 2]} .. {text[-LONGEST_NOTE // 2 :]}"
        note = Note(severity, line, text)
        if note in self.found:
            return
        self.found[note] = None
        self.errors += severity == "error"
        if len(self.found) > MOST_NOTES:
            raise UnreadableError(f"There is more to say than {MOST_NOTES} notes hold")


class Line:
    """One line while it is read: `text` in lower case, `original` as it was spelled, `at` where reading stands.

    `first`: no word of it was read yet.
    """

    __slots__ = ("at", "first", "number", "original", "text")

    def __init__(self, number: int, original: str) -> None:
        self.number = number
        self.original = original
        self.text = lowered(original)
        self.at = 0
        self.first = True

    @property
    def ended(self) -> bool:
        """Nothing is left."""
        return self.at >= len(self.text)

    @property
    def here(self) -> str:
        """The character where reading stands."""
        return self.text[self.at]

    def take(self, pattern: re.Pattern[str]) -> str:
        """What fits the pattern here, perhaps nothing; reading goes on behind it."""
        match = pattern.match(self.text, self.at)
        if match is None:
            return ""
        self.at = match.end()
        return match.group()

    def word(self) -> str:
        """The word here, whatever its characters."""
        return self.take(WORD)

    def skip(self) -> None:
        """Leave the rest of the line unread, up to a comment."""
        self.take(TO_COMMENT)

    def end(self) -> str:
        """The rest of the line as it was spelled, comments included; the line is read then."""
        rest = self.original[self.at :]
        self.at = len(self.text)
        return rest


@dataclass(slots=True)
class Comments:
    """Comments: how deep reading is in them, and what those said that nothing was read after yet."""

    depth: int = 0
    said: list[str] = field(default_factory=list)

    def read(self, line: Line, notes: Notes) -> bool:
        """Go behind a comment, if one stands here or is going on; whether one was."""
        if not self.depth:
            if line.here == ")":
                line.at += 1
                notes.warning(line.number, "`)` closes a comment, but none is open. Remove it.")
                return True
            if line.here != "(":
                return False
            self.depth = 1
            line.at += 1
        start = line.at
        while self.depth:
            line.take(IN_COMMENT)
            if line.ended:
                break
            self.depth += 1 if line.here == "(" else -1
            line.at += 1
        said = line.original[start : line.at - (not self.depth)].strip()
        if said:
            self.said.append(said)
        return True

    def taken(self) -> tuple[str, ...]:
        """What comments said since this was asked last."""
        said, self.said = tuple(self.said), []
        return said


def lowered(text: str) -> str:
    """The text in lower case, no longer and no shorter than it was."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(sign.lower() if len(sign.lower()) == 1 else sign for sign in text)
