"""What the checks have found, on the bench: where it lies in the text, in a level, in a picture, and which comes next.

Takes the workbench, gives places and findings for views and commands. It knows no window.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from arcg.dsl.diagnostics import Diagnostic, Severity, Span
from arcg.editor import picturing
from arcg.editor.document.places import Places, Row

if TYPE_CHECKING:
    from arcg.editor.workbench import Cell, Workbench

Mark = tuple[tuple["Cell", ...], Diagnostic]
"""A finding with the cells or pixels that it points at; none if it is about the whole."""

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "advice")
_NAMES = {"error": ("error", "errors"), "warning": ("warning", "warnings"), "advice": ("advice", "pieces of advice")}


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a line of the text is mended by painting: a level, or a picture of a kind."""

    mode: Literal["level", "picture"]
    level: int = 0
    kind: str = ""
    picture: int = 0


def counted(severity: Severity, number: int) -> str:
    """How many there are, in words: `2 errors`."""
    one, many = _NAMES[severity]
    return f"{number} {one if number == 1 else many}"


def here(bench: Workbench) -> list[Diagnostic]:
    """The findings that lie in the text itself, and not in what comes with a prior, in order."""
    return [one for one in bench.found if in_text(bench, one)]


def in_text(bench: Workbench, one: Diagnostic) -> bool:
    """Whether a finding lies in the text itself."""
    return one.span.file == bench.checker.path


def said(one: Diagnostic) -> str:
    """A finding with its advice, on one line."""
    return f"{one.message}: {one.hint}" if one.hint else one.message


# ---------------------------------------------------------------- lines


def line_of(places: Places, offset: int) -> int:
    """The line of the text, from 1, that an offset lies in."""
    return places.source.row_at(offset) + 1


def spot_of(places: Places, line: int) -> Spot | None:
    """Where a line is mended by painting, if it is."""
    for level in places.levels:
        if line_of(places, level.start) <= line <= line_of(places, level.end):
            return Spot("level", level=level.number)
    for kind in places.kinds:
        for number, picture in enumerate(kind.pictures):
            if line_of(places, picture.part.start) <= line <= line_of(places, picture.part.end):
                return Spot("picture", kind=kind.names[0], picture=number)
    return None


def line_worked_on(bench: Workbench, mode: str) -> int:
    """The line of what is worked on: of the level, of the picture, or the line that is looked at."""
    places = bench.document.places
    if mode == "picture" and (picture := picturing.picture_place(bench)) is not None:
        return line_of(places, picture.part.start)
    if mode in ("level", "play") and (level := bench.level_place) is not None:
        rows = level.rows
        if mode == "level" and bench.cursor is not None and bench.cursor[1] < len(rows):
            return line_of(places, rows[bench.cursor[1]].start)
        return line_of(places, level.head)
    return bench.line


def next_problem(bench: Workbench, step: int) -> Diagnostic | None:
    """The finding after the one that was gone to last, or before it; else the nearest to the line looked at."""
    found = here(bench)
    if not found:
        return None
    if bench.problem in found:
        return found[(found.index(bench.problem) + step) % len(found)]
    if step > 0:
        return next((one for one in found if one.span.line >= bench.line), found[0])
    return next((one for one in reversed(found) if one.span.line <= bench.line), found[-1])


# ---------------------------------------------------------------- cells and pixels


def on_level(bench: Workbench) -> list[Mark]:
    """What is said of the level that is worked on, with the cells of its map or of the things put there."""
    place, places = bench.level_place, bench.document.places
    if place is None:
        return []
    marks: list[Mark] = []
    for one in _within(bench, place.start, place.end):
        cells = _covered(places, place.rows, one.span)
        for put in place.puts:
            first, last = line_of(places, put.part.start), line_of(places, put.part.end)
            if first <= one.span.line <= last and put.x is not None and put.y is not None:
                cells = ((put.x, put.y),)
        marks.append((cells, one))
    return marks


def on_picture(bench: Workbench) -> list[Mark]:
    """What is said of the picture that is worked on, with its pixels."""
    place = picturing.picture_place(bench)
    if place is None:
        return []
    places = bench.document.places
    return [(_covered(places, place.rows, one.span), one) for one in _within(bench, place.part.start, place.part.end)]


def worst(bench: Workbench, start: int, end: int) -> Severity | None:
    """The worst that is said of a stretch of the text."""
    found = {one.severity for one in _within(bench, start, end)}
    return next((severity for severity in SEVERITIES if severity in found), None)


def _within(bench: Workbench, start: int, end: int) -> list[Diagnostic]:
    places = bench.document.places
    first, last = line_of(places, start), line_of(places, end)
    return [one for one in here(bench) if first <= one.span.line <= last]


def _covered(places: Places, rows: Sequence[Row], span: Span) -> tuple[Cell, ...]:
    """The cells of rows that lie within a span."""
    cells: list[Cell] = []
    for y, row in enumerate(rows):
        line = line_of(places, row.start)
        if not span.line <= line <= span.end_line:
            continue
        margin = row.start - places.source.starts[line - 1]
        first = max(0, span.column - 1 - margin) if line == span.line else 0
        last = span.end_column - 1 - margin if line == span.end_line else len(row.text)
        cells += [(x, y) for x in range(first, min(last, len(row.text)))]
    return tuple(cells)
