"""Things as levels and legends name them, `Crate{hue=red} $first`: where their parts stand.

Takes a line of the outline and where in it a thing begins, gives its place in the raw text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from arcg.dsl.art import Line
from arcg.editor.document.source import Source

_TERM: Final = re.compile(
    r"\s*([A-Z][A-Za-z0-9_]*)"
    r"(?:\s*\$([A-Za-z][A-Za-z0-9_]*))?"
    r"(?:\s*\{([^{}]*)\})?"
    r"(?:\s*\$([A-Za-z][A-Za-z0-9_]*))?"
)
_VALUE: Final = re.compile(r"\s*([a-z][a-z0-9_]*)\s*=\s*([^,]*[^,\s])\s*(?:,|$)")


@dataclass(frozen=True, slots=True)
class ValuePlace:
    """An attribute's value, `hue=red`: `start` and `end` are those of both words, `at` those of the value."""

    name: str
    value: str
    start: int
    end: int
    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class TermPlace:
    """A thing: its kind, the values given, its name without the `$`. `braces` is where `{..}` stands, if at all."""

    kind: str
    name: str | None
    values: tuple[ValuePlace, ...]
    start: int
    kind_end: int
    end: int
    braces: tuple[int, int] | None

    def value(self, name: str) -> str | None:
        """The value given to an attribute, as written."""
        return next((given.value for given in self.values if given.name == name), None)


def term(source: Source, line: Line, at: int) -> tuple[TermPlace, int] | None:
    """The thing that begins at a character of a line's text and where it ends there; None if none begins there."""
    found = _TERM.match(line.text, at)
    if found is None:
        return None
    values: list[ValuePlace] = []
    inner = found.start(3) if found[3] is not None else 0
    while found[3] and (given := _VALUE.match(line.text[: found.end(3)], inner)) is not None:
        start, end = source.offset(line, given.start(1)), source.offset(line, given.end(2))
        values.append(ValuePlace(given[1], given[2], start, end, source.stretch(line, given, 2)))
        inner = given.end()
    braces = None
    if found[3] is not None:
        braces = source.offset(line, found.start(3) - 1), source.offset(line, found.end(3) + 1)
    start, kind_end = source.stretch(line, found, 1)
    name = found[2] or found[4]
    return TermPlace(
        found[1], name, tuple(values), start, kind_end, source.offset(line, found.end()), braces
    ), found.end()
