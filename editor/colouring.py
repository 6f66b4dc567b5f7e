"""What the parts of a game's text are, for showing it: comments, words of the language, kinds, numbers, rows of art.

Takes the places of a text and one of its lines, gives stretches of the line with their sorts. It knows no window, and
reads line by line, so that only what is seen is ever looked at.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from arcg.dsl.art import TAB_WIDTH, Line
from arcg.dsl.parser import grammar
from arcg.editor.document.places import Places

Sort = Literal["plain", "comment", "word", "kind", "number", "variable", "art", "pixels"]

_PARTS = re.compile(
    r"(?P<comment>//.*)|(?P<variable>\$\w*)|(?P<kind>\b[A-Z]\w*)|(?P<number>\b\d+(?:x\d+)?\b)|(?P<name>\b[a-z_]\w*)"
)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some characters of a line, from `start` to before `end`, that are of one sort."""

    start: int
    end: int
    sort: Sort


@functools.cache
def words() -> frozenset[str]:
    """The words of the language."""
    return frozenset(t.pattern.value for t in grammar().terminals if re.fullmatch("[a-z]+", t.pattern.value))


def special_lines(places: Places) -> dict[int, Literal["art", "pixels", "entry"]]:
    """The lines, from 1, that are not read as others are: rows of maps, rows of pictures, entries of the legend."""
    found: dict[int, Literal["art", "pixels", "entry"]] = {}
    for line, above in _all(places.source.lines, ""):
        if line.sort == "art":
            found[line.number] = "art" if above == "map" else "pixels"
        elif line.sort == "legend_entry":
            found[line.number] = "entry"
    return found


def _all(lines: Iterable[Line], above: str) -> Iterator[tuple[Line, str]]:
    for line in lines:
        yield line, above
        yield from _all(line.children, line.word)


def stretches(row: str, special: Literal["art", "pixels", "entry", ""] = "") -> list[Stretch]:
    """The parts of a line, in order; what lies between them is plain or blank."""
    begin = len(row) - len(row.lstrip())
    if special in ("art", "pixels"):
        return [Stretch(begin, len(row), "art" if special == "art" else "pixels")]
    found = [Stretch(begin, begin + 1, "art")] if special == "entry" else []
    for part in _PARTS.finditer(row, begin + len(found)):
        sort: Sort = "plain"
        match part.lastgroup:
            case "name":
                sort = "word" if part[0] in words() else "plain"
            case "comment" | "variable" | "kind" | "number":
                sort = part.lastgroup
        found.append(Stretch(part.start(), part.end(), sort))
    return _filled(found, begin, len(row))


def _filled(found: list[Stretch], begin: int, end: int) -> list[Stretch]:
    """The stretches, with plain ones between them."""
    whole, at = [], begin
    for one in found:
        if at < one.start:
            whole.append(Stretch(at, one.start, "plain"))
        whole.append(one)
        at = one.end
    return whole if at >= end else [*whole, Stretch(at, end, "plain")]


def shown(row: str) -> str:
    """A line with one visible character for each column: tabs are blanks, what cannot be seen is shown as `�`."""
    row = row.expandtabs(TAB_WIDTH)
    return row if row.isprintable() else "".join(c if c.isprintable() else "�" for c in row)


def column(row: str, index: int) -> int:
    """The column, from 0, in which a character of a line is shown."""
    return len(row[: max(0, index)].expandtabs(TAB_WIDTH))
