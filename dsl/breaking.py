"""Breaking: one long line becomes several rows, each ending where the language lets a line go on.

Takes words, gives rows. What fits stays on one row, however it was written. What does not is broken after `->`, and
the parts that still do not fit after commas, those outside brackets first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from arcg.dsl.spacing import ARROW, Word

WIDTH: Final = 120
"""Most columns of a row, without its comment."""

STEP: Final = 4
"""Spaces for one level of indentation."""


def rows(words: Sequence[Word], first: int, later: int) -> list[str]:
    """The rows of a line, or of what stands between two of its comments: indented by `first`, then by `later`."""
    if _fits(words, WIDTH - first):
        return [" " * first + _joined(words)]
    made: list[str] = []
    for part in _parts(words):
        made += _filled(part, later if made else first, later)
    return made


def _parts(words: Sequence[Word]) -> Iterable[Sequence[Word]]:
    """What stands before an arrow, with it, and what stands behind; an arrow that begins a line begins a part too."""
    start = 0
    for at, word in enumerate(words):
        if word.text == ARROW and at > start:
            yield words[start : at + 1]
            start = at + 1
    if start < len(words):
        yield words[start:]


def _filled(words: Sequence[Word], first: int, later: int) -> list[str]:
    """Rows that hold as much as fits."""
    made: list[str] = []
    start = 0
    while start < len(words):
        indent = later if made else first
        end = _end(words, start, WIDTH - indent)
        made.append(" " * indent + _joined(words[start:end]))
        start = end
    return made


def _end(words: Sequence[Word], start: int, room: int) -> int:
    """Where the row that begins at `start` ends: after the last outermost comma that fits, or the first at all."""
    best: int | None = None
    width = -1
    for at in range(start, len(words)):
        word = words[at]
        width += 1 + len(word.text)
        if width > room and best is not None:
            return best + 1
        if word.breaks and (best is None or word.depth <= words[best].depth):
            best = at
    return len(words) if width <= room or best is None else best + 1


def _fits(words: Sequence[Word], room: int) -> bool:
    return sum(len(word.text) + 1 for word in words) - 1 <= room


def _joined(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)
