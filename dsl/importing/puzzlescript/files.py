"""PuzzleScript files: the text that the bytes of one stand for, and whether a text is meant to be PuzzleScript.

PuzzleScript has no suffix of its own: games lie in `.txt` files among others. A text is taken for a game when lines
of it are headers of sections, and nothing else is.
"""

from __future__ import annotations

from arcg.dsl.importing.puzzlescript.words import SECTIONS

SUFFIXES = (".puzzlescript", ".pzs")
"""Of files that say that they are PuzzleScript."""

POSSIBLE = (".ps", ".txt")
"""Of files that may be PuzzleScript."""

HEADERS = 2
"""A text with so many headers is meant to be PuzzleScript; a single word may stand in any text."""


def decoded(data: bytes) -> str:
    """The text of a game; old files may not be UTF-8.

    Raises:
        ValueError: it is no text at all.
    """
    if b"\0" in data:
        raise ValueError("it is a binary file")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def is_meant(text: str) -> bool:
    """Whether a text says that it is PuzzleScript: several lines are headers of its sections."""
    found = {line.strip().lower() for line in text.splitlines()}
    return sum(header in found for header in SECTIONS) >= HEADERS
