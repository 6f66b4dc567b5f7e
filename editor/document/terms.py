"""Things as levels and legends name them, `Crate{hue=red} $first`: where their parts stand.

Takes a line of the outline and where in it a thing begins, gives its place in the raw text; and from places the changes
that give a thing other values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arcg.dsl.art import Line
from arcg.editor.document.changes import Change
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


def written(kind: str, values: Mapping[str, str], name: str | None = None) -> str:
    """A thing as it is written: `Crate{hue=red, worth=3} $first`."""
    braces = f"{{{', '.join(f'{attr}={value}' for attr, value in values.items())}}}" if values else ""
    return f"{kind}{braces}" + (f" ${name}" if name else "")


def changed(text: str, place: TermPlace, values: Mapping[str, str | None]) -> list[Change]:
    """What gives a thing these values beside those it has; None takes one out, so that the default holds."""
    known = {given.name: given for given in place.values}
    made = [
        Change(*known[name].at, value)
        for name, value in values.items()
        if value is not None and name in known and known[name].value != value
    ]
    new = ", ".join(f"{name}={value}" for name, value in values.items() if value is not None and name not in known)
    kept = [given for given in place.values if values.get(given.name, given) is not None]
    if place.braces is None:
        return [Change(place.kind_end, place.kind_end, f"{{{new}}}")] if new else []
    start, end = place.braces
    if not kept:
        if not new:
            return [Change(len(text[:start].rstrip(" \t")), end, "")]
        return [Change(start + 1, end - 1, new)]
    made += _without(place, kept)
    if new:
        made.append(Change(kept[-1].end, kept[-1].end, f", {new}"))
    return made


def _without(place: TermPlace, kept: list[ValuePlace]) -> list[Change]:
    """What takes the other values out, each with the comma behind it, or those at the end with the one before them."""
    made: list[Change] = []
    for number, given in enumerate(place.values):
        if given not in kept and given.start < kept[-1].start:
            made.append(Change(given.start, place.values[number + 1].start, ""))
    if place.values[-1] not in kept:
        made.append(Change(kept[-1].end, place.values[-1].end, ""))
    return made
