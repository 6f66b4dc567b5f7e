"""Rows of maps and pictures: their characters change, rows come and go, and everything about them stays.

Takes the rows that there are and those that there should be, gives changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arcg.editor.document.changes import Change, replaced
from arcg.editor.document.places import Part, Row
from arcg.editor.document.source import line_before

Wanted = tuple[int | None, str]
"""A row as it should be: the number of the row that becomes it, None for a new one."""


def rewritten(
    text: str, head_end: int, rows: Sequence[Row], wanted: Sequence[Wanted], margin: str, newline: str
) -> list[Change]:
    """What makes the rows below the line that ends at `head_end` the wanted ones, in the order of the old ones."""
    made: list[Change] = []
    at = head_end
    kept = {number for number, _ in wanted}
    for number, cells in wanted:
        if number is None:
            made.append(Change(at, at, f"{newline}{margin}{cells}"))
        else:
            made += replaced(rows[number].start, rows[number].text, cells)
            at = rows[number].end
    made += [Change(line_before(text, row.line), row.end, "") for number, row in enumerate(rows) if number not in kept]
    return made


def block(margin: str, line: str, row_margin: str, rows: Iterable[str], newline: str) -> str:
    """A line with rows below it, each behind a line end: to be put in where a line ends."""
    return "".join(f"{newline}{text}" for text in [margin + line, *(row_margin + row for row in rows)])


def without(text: str, part: Part) -> Change:
    """What takes a part away, with its line: with the line end above it, or the one below if nothing stands above."""
    line = part.start - len(part.margin)
    above = line_before(text, line)
    if above < line:
        return Change(above, part.end, "")
    below = "\r\n" if text.startswith("\r\n", part.end) else text[part.end : part.end + 1]
    return Change(line, part.end + len(below), "")
