"""The physical lines of a raw text, and where in it the lines of its outline stand.

Takes a raw text, gives offsets. `art.outline` reads a text without byte order mark and with plain line ends; here its
lines and columns become places in the text as it lies on the disk.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from arcg.dsl.art import TAB_WIDTH, Line, normalise, outline
from arcg.dsl.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Source:
    """A text with its outline: `starts` and `ends` are those of its physical lines, without the line ends."""

    text: str
    lines: list[Line]
    starts: list[int]
    ends: list[int]

    @classmethod
    def of(cls, text: str) -> Source:
        """Read a raw text."""
        starts, ends = [], []
        at = len(text) - len(text.removeprefix("\ufeff"))
        while True:
            starts.append(at)
            end = text.find("\n", at)
            if end < 0:
                ends.append(len(text))
                break
            ends.append(end - 1 if text[at:end].endswith("\r") else end)
            at = end + 1
        return cls(text, outline(normalise(text), "", _unheard), starts, ends)

    @property
    def newline(self) -> str:
        """The line end that most lines have."""
        windows = self.text.count("\r\n")
        return "\r\n" if windows > self.text.count("\n") - windows else "\n"

    def row(self, number: int) -> str:
        """A physical line, from 0, without its end."""
        return self.text[self.starts[number] : self.ends[number]]

    def row_at(self, offset: int) -> int:
        """The physical line that a place in the text lies in, from 0."""
        return max(bisect_right(self.starts, offset) - 1, 0)

    def offset(self, line: Line, index: int) -> int:
        """Where the character `index` of a line's text stands."""
        before = line.text[:index]
        row = line.number - 1 + before.count("\n")
        return self.starts[row] + line.column - 1 + index - (before.rfind("\n") + 1)

    def stretch(self, line: Line, found: re.Match[str], group: int) -> tuple[int, int]:
        """Where a group of a match in a line's text stands."""
        return self.offset(line, found.start(group)), self.offset(line, found.end(group))

    def start_of(self, line: Line) -> int:
        """Where the first physical line of a line begins."""
        return self.starts[line.number - 1]

    def end_of(self, line: Line) -> int:
        """Before the end of the last physical line of a line, behind its comment."""
        return self.ends[line.number - 1 + line.text.count("\n")]

    def written(self, line: Line) -> str:
        """A row of art as it stands in the text."""
        return self.text[self.offset(line, 0) : self.end_of(line)]

    def margin(self, line: Line) -> str:
        """What a line is indented by; characters that cannot be seen are blanks, as for the outline."""
        if line.sort == "art":
            return re.sub(r"[^ \t]", " ", self.text[self.start_of(line) : self.offset(line, 0)])
        return margin_of(line.text)

    def comment_above(self, line: Line) -> int:
        """Where the comment lines begin that stand directly above a line, indented no deeper; else the line itself."""
        at = line.number - 1
        while at and _comment_depth(self.row(at - 1), line.indent + 1) <= line.indent:
            at -= 1
        return self.starts[at]

    def block_end(self, end: int, indent: int) -> int:
        """The end of a block whose last line ends at `end`, with the comments below that are indented into it."""
        for row in range(bisect_left(self.ends, end) + 1, len(self.ends)):
            text = self.row(row)
            if not text.strip(" \t"):
                continue
            if len(margin_of(text).expandtabs(TAB_WIDTH)) <= indent:
                break
            end = self.ends[row]
        return end


def line_before(text: str, start: int) -> int:
    """Where the line ends that stands above the one that begins at `start`; that line goes from here on."""
    if text[:start].endswith("\r\n"):
        return start - 2
    return start - 1 if text[:start].endswith("\n") else start


def margin_of(row: str) -> str:
    """The blanks that a row begins with."""
    return row[: len(row) - len(row.lstrip(" \t"))]


def _comment_depth(row: str, otherwise: int) -> int:
    """The indentation of a line that is a comment; `otherwise` for any other line."""
    margin = margin_of(row)
    return len(margin.expandtabs(TAB_WIDTH)) if row.startswith("//", len(margin)) else otherwise


def _unheard(code: str, span: Span, **names: object) -> None:
    """Mistakes are the checker's business."""
