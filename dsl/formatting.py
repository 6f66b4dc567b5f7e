"""The one layout of a file: the same words, comments and art, each in its place.

Takes the text of a file, gives the text as it should be written; a file with a line that cannot be read has none.
`art.py` tells lines from art, `spacing.py` and `breaking.py` print a line, and this module sets everything below one
another: indentation, blank rows, comments. It knows no construct; a line that it would spoil stays as it was written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from lark import Tree, UnexpectedInput

from arcg.dsl.art import TAB_WIDTH, Line, normalise, outline
from arcg.dsl.breaking import STEP, rows
from arcg.dsl.diagnostics import Diagnostic, Reporter, Span
from arcg.dsl.parser import MAX_LENGTH, MAX_LINE, parse, tree_of
from arcg.dsl.reader import Token
from arcg.dsl.spacing import Word, tokens, words

GAP: Final = 2
"""Columns between code and the comment behind it."""


def format_text(text: str, path: str) -> tuple[str | None, list[Diagnostic]]:
    """The text in the one layout, or None and what is wrong (`E0..`); `path` is what diagnostics call the file.

    Formatting what comes out gives the same again. A text that in this layout would pass a bound has none either.
    """
    text = normalise(text)
    reporter = Reporter()
    printed: dict[int, list[Word]] = {}

    def seen(line: Line, tree: Tree[Token]) -> None:
        printed[line.number] = _printed(line, tree)

    parse(text, path, reporter, seen)
    if reporter.found:
        return None, reporter.found
    page = _Page(text, printed)
    made = page.text(outline(text, path, reporter.report))
    for line in page.too_long:
        reporter.report("E034", line.span(path, 0, len(line.text.partition("\n")[0])), limit=MAX_LINE)
    if len(made) > MAX_LENGTH:
        reporter.report("E003", Span(path, 1, 1, 1, 2), limit=MAX_LENGTH)
    return (None if reporter.found else made), reporter.found


def _printed(line: Line, tree: Tree[Token]) -> list[Word]:
    """The words of a line; if they would be read in another way, its rows as they were written."""
    made = words(tree)
    new = " ".join(word.text for word in made)
    if new == " ".join(line.text.split()):
        return made
    try:
        same = tokens(tree_of(new, line.sort)) == tokens(tree)
    except UnexpectedInput:
        same = False
    if same:
        return made
    return [Word(row.strip(), number, 0) for number, row in enumerate(line.text.split("\n")) if row.strip()]


@dataclass(slots=True)
class _Row:
    """A row to be printed: indented code, or only the indentation of a comment.

    `column` is where its comment began in the file, from 0.
    """

    code: str
    comment: str = ""
    column: int | None = None

    @property
    def blank(self) -> bool:
        """Whether nothing is printed."""
        return not self.comment and not self.code.strip(" ")


class _Page:
    """Sets rows below one another. `at` is how many rows of the file are done, `above` the last line and its owners."""

    def __init__(self, text: str, printed: dict[int, list[Word]]) -> None:
        self.source = text.split("\n")
        self.printed = printed
        self.at = 0
        self.above: list[Line] = []
        self.made: list[_Row] = []
        self.too_long: list[Line] = []

    def text(self, lines: list[Line]) -> str:
        """The whole text, printed from its top-level lines. Those that became too long are in `too_long`."""
        for depth, line in _nested(lines, 0):
            self._between(line.number - 1, depth)
            if line.sort == "art":
                self.made.append(_Row(" " * (STEP * depth) + line.text))
                self.at += 1
            else:
                self._line(line, STEP * depth)
            self.above[depth:] = [line]
        self._between(len(self.source), 0)
        while self.made and self.made[-1].blank:
            self.made.pop()
        return "".join(f"{row}\n" for run in _runs(self.made) for row in _aligned(run))

    def _between(self, end: int, least: int) -> None:
        """Blank rows and comments up to the row `end`; `least` is the depth of the line that stands there."""
        for row in self.source[self.at : end]:
            comment = row.strip(" \t")
            if comment:
                column = _column(row, comment)
                self.made.append(_Row(" " * (STEP * max(self._depth(column), least)), comment, column))
            elif self.made and not self.made[-1].blank:
                self.made.append(_Row(""))
        self.at = end

    def _depth(self, column: int) -> int:
        """The depth of a comment that began at `column`: that of the lines above which began there.

        Below a map it never gets as deep as the rows, for there it would have been one of them.
        """
        return sum(line.indent < column for line in self.above)

    def _line(self, line: Line, indent: int) -> None:
        """One logical line, from all rows in which it was written. A comment between them parts what is printed."""
        waiting = self.printed[line.number]
        if line.sort == "legend_entry":
            waiting = [Word(" ".join([line.text.lstrip(" \t")[0], *(word.text for word in waiting)]), 0, 0)]
        begin, done, first = len(self.made), 0, indent
        later = indent + STEP * (2 if line.children else 1)  # not where the block below begins
        codes = line.text.split("\n")
        for number, code in enumerate(codes):
            row = self.source[self.at + number]
            comment = row[len(code) :].strip(" \t")
            if not comment and number < len(codes) - 1:
                continue
            end = done
            while end < len(waiting) and waiting[end].row <= number:
                end += 1
            if end > done:
                self.made += [_Row(made) for made in rows(waiting[done:end], first, later)]
                done, first = end, later
            if comment and not code:
                self.made.append(_Row(" " * later))
            if comment:
                self.made[-1].comment = comment
                self.made[-1].column = _column(row, comment)
        self.at += len(codes)
        if sum(len(row.code.rstrip()) + 1 for row in self.made[begin:]) - 1 > MAX_LINE:
            self.too_long.append(line)


def _nested(lines: Iterable[Line], depth: int) -> Iterator[tuple[int, Line]]:
    """All lines in the order of the file, each with its depth."""
    for line in lines:
        yield depth, line
        yield from _nested(line.children, depth + 1)


def _column(row: str, comment: str) -> int:
    """Where the comment that ends a row begins."""
    return len(row.rstrip(" \t")[: -len(comment)].expandtabs(TAB_WIDTH))


def _runs(made: Iterable[_Row]) -> Iterator[list[_Row]]:
    """Rows one below another whose comments the author began in one column, behind code at first; others alone."""
    run: list[_Row] = []
    for row in made:
        if not (run and row.column is not None and row.column == run[0].column and run[0].code.strip()):
            if run:
                yield run
            run = []
        run.append(row)
    if run:
        yield run


def _aligned(run: list[_Row]) -> Iterator[str]:
    """The rows as text, the comments behind code in one column."""
    column = max(len(row.code.rstrip()) for row in run) + GAP
    for row in run:
        if not row.comment:
            yield row.code
        elif run[0].code.strip():
            yield row.code.rstrip().ljust(column) + row.comment
        else:
            yield row.code + row.comment
