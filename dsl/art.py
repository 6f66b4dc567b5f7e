"""The pre-pass: cuts a text into logical lines, arranges them by indentation and sets art aside.

Takes the text and a `Reporter`, gives the top-level `Line`s with their children; comments are gone, continuation lines
joined, rows of pictures and maps kept as written. The parser reads each line it finds here on its own, so that a
mistake in one line, or anything drawn in a picture, can never spoil another.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

from arcg.dsl.diagnostics import Span

Sort = Literal["statement", "rule", "kind_part", "level_part", "legend_entry", "setting", "recipe_line", "art"]
Report = Callable[..., None]
"""Called as `report(code, span, **names)`: `Reporter.report`, perhaps with a limit on it."""

TAB_WIDTH: Final = 4

# What stands indented below a line, by the sort of that line and its first word.
BLOCKS: Final[dict[tuple[Sort, str], Sort]] = {
    ("statement", "kind"): "kind_part",
    ("statement", "phase"): "rule",
    ("statement", "legend"): "legend_entry",
    ("statement", "level"): "level_part",
    ("statement", "prior"): "statement",
    ("statement", "semantics"): "setting",
    ("kind_part", "pic"): "art",
    ("kind_part", "body"): "art",
    ("level_part", "map"): "art",
    ("level_part", "generate"): "recipe_line",
}

_OPTIONAL: Final = ("kind_part", "setting")  # a kind may do without pictures, a semantics without settings

# Control characters other than the tab and the line end, separators that some editors take for line ends, and the
# signs that reorder text on the screen.
_UNSEEN: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_FIRST_WORD: Final = re.compile(r"[ \t]*([A-Za-z_]\w*)\b(?![ \t]*=)")


@dataclass(slots=True)
class Line:
    """One logical line. `text` holds the physical lines it is made of, comments cut off, columns kept.

    `whole` is false if the line ends where it should go on: it has been reported and the text is not worth reading.
    `stray` is where lines begin that are indented below a line that holds none. `column` is the first one of `text`:
    1, except for rows of art, whose margin is cut off.
    """

    number: int
    indent: int
    text: str
    sort: Sort
    children: list[Line] = field(default_factory=list)
    whole: bool = True
    stray: Span | None = None
    column: int = 1

    @property
    def word(self) -> str:
        """The first word (empty if the line begins otherwise, or with a word that is set: `map = 3`)."""
        found = _FIRST_WORD.match(self.text)
        return found[1] if found else ""

    def span(self, path: str, start: int, end: int) -> Span:
        """The place in `path` of the characters from `start` to before `end` of `text`."""
        before, upto = self.text[:start], self.text[:end]
        return Span(
            path,
            self.number + before.count("\n"),
            start - before.rfind("\n"),
            self.number + upto.count("\n"),
            end - upto.rfind("\n"),
        )


def normalise(text: str) -> str:
    """The text without byte order mark and with plain line ends; the places in diagnostics are places in this."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def outline(text: str, path: str, report: Report) -> list[Line]:
    """The top-level lines of a normalised text, each with what is indented below it."""
    if _UNSEEN.search(text):
        text = _without_unseen(text, path, report)
    return _Outline(text, path, report).read()


def _without_unseen(text: str, path: str, report: Report) -> str:
    """The text with a space for every character that cannot be seen; the first of each line is reported."""
    rows = text.split("\n")
    for number, row in enumerate(rows, 1):
        found = _UNSEEN.search(row)
        if found:
            column = found.start() + 1
            report("E004", Span(path, number, column, number, column + 1), character=f"U+{ord(found[0]):04X}")
            rows[number - 1] = _UNSEEN.sub(" ", row)
    return "\n".join(rows)


class _Outline:
    """Reads the physical lines from top to bottom; `at` is the index of the next one."""

    def __init__(self, text: str, path: str, report: Report) -> None:
        self.rows = text.split("\n")
        self.path = path
        self.report = report
        self.at = 0

    def read(self) -> list[Line]:
        """Everything, and one diagnostic for all tabs that indent."""
        lines = self._block("statement", -1, top=True)
        tabbed = [
            number
            for number, row in enumerate(self.rows, 1)
            if "\t" in row and "\t" in _margin(row) and _code(row).strip(" \t")
        ]
        if tabbed:
            more = f" (and {len(tabbed) - 1} more)" if len(tabbed) > 1 else ""
            margin = _margin(self.rows[tabbed[0] - 1])
            self.report("E005", self._span(tabbed[0], margin.index("\t"), len(margin)), more=more)
        return lines

    def _block(self, sort: Sort, above: int, *, top: bool = False) -> list[Line]:
        """The lines from here on that are indented deeper than `above`; the first one sets the indentation."""
        if sort == "art":
            return self._art(above)
        lines: list[Line] = []
        expected = 0 if top else self._next_indent(sort)
        while (indent := self._next_indent(sort)) > above:
            if indent != expected:
                self._ragged(indent, expected)
            line = self._entry(indent) if sort == "legend_entry" else self._logical(indent, sort)
            lines.append(line)
            self._below(line, max(indent, expected), top)
        return lines

    def _below(self, line: Line, indent: int, top: bool) -> None:
        """Give `line` what is indented below it: deeper than `indent`."""
        holds = BLOCKS.get((line.sort, line.word))
        if self._next_indent(holds or line.sort) <= indent:
            if holds and holds not in _OPTIONAL and line.word != "body":
                self.report("E009" if holds == "art" else "E008", self._extent(line.number), word=line.word)
            return
        holds = holds or _meant(line)
        if holds and (top or holds != "statement"):
            line.children = self._block(holds, indent)
        else:
            line.stray = self._extent(self.at + 1)
            while self._next_indent(line.sort) > indent:
                self.at += 1

    def _logical(self, indent: int, sort: Sort) -> Line:
        """The logical line that begins at the next physical line, with its continuations."""
        line = Line(self.at + 1, indent, _code(self.rows[self.at]), sort)
        parts = [line.text]
        self.at += 1
        while parts[-1].endswith((",", "->")):
            end = self.at
            if self._next_indent(sort) <= indent:
                self.at = end
                sign = "->" if parts[-1].endswith("->") else ","
                self.report("E010", self._span(end, len(parts[-1]) - len(sign), len(parts[-1])), sign=sign)
                line.whole = False
                break
            parts += [""] * (self.at - end)
            parts.append(_code(self.rows[self.at]))
            self.at += 1
        line.text = "\n".join(parts)
        return line

    def _entry(self, indent: int) -> Line:
        """An entry of the legend: its character may be any, so a comment is looked for only behind it."""
        row = self.rows[self.at]
        edge = len(_margin(row)) + 1
        self.at += 1
        return Line(self.at, indent, row[:edge] + _code(row[edge:]), "legend_entry")

    def _art(self, above: int) -> list[Line]:
        """Rows of characters as written; the first one sets how much of the margin is cut off."""
        rows: list[Line] = []
        while (indent := self._next_indent("art")) > above:
            if rows and indent < rows[0].indent:
                self._ragged(indent, rows[0].indent)
            row = self.rows[self.at]
            cut = len(row) - len(_beyond(row, rows[0].indent if rows else indent))
            self.at += 1
            rows.append(Line(self.at, indent, row[cut:], "art", column=cut + 1))
        return rows

    def _next_indent(self, sort: Sort) -> int:
        """Skip what says nothing; the indentation of the next line, or -2 at the end of the text.

        Comments say nothing, except among rows of art.
        """
        while self.at < len(self.rows):
            row = self.rows[self.at]
            body = row.lstrip(" \t")
            if body and not (sort != "art" and body.startswith("//")):
                return len(_margin(row).expandtabs(TAB_WIDTH))
            self.at += 1
        return -2

    def _ragged(self, indent: int, expected: int) -> None:
        """Report the indentation of the next physical line."""
        span = self._span(self.at + 1, 0, max(len(_margin(self.rows[self.at])), 1))
        self.report("E006", span, found=indent, expected=expected)

    def _extent(self, number: int) -> Span:
        """Where the code of a physical line begins and ends."""
        row = self.rows[number - 1]
        start = len(_margin(row))
        return self._span(number, start, max(len(_code(row)), start + 1))

    def _span(self, number: int, start: int, end: int) -> Span:
        return Span(self.path, number, start + 1, number, end + 1)


def _meant(line: Line) -> Sort | None:
    """What would stand below `line` if its first word were spelt right: those lines are read for their own mistakes."""
    words = [word for sort, word in BLOCKS if sort == line.sort]
    near = difflib.get_close_matches(line.word.lower(), words, n=1, cutoff=0.75)
    return BLOCKS[line.sort, near[0]] if near else None


def _code(row: str) -> str:
    """The row without its comment and the blanks before it."""
    return row.partition("//")[0].rstrip(" \t")


def _beyond(row: str, width: int) -> str:
    """The row without the first `width` columns of its margin."""
    while width > 0 and row[0] in " \t":
        width -= TAB_WIDTH if row[0] == "\t" else 1
        row = row[1:]
    return row


def _margin(row: str) -> str:
    """The blanks that a row begins with."""
    return row[: len(row) - len(row.lstrip(" \t"))]
