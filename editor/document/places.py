"""Where things stand in a text: its levels, pictures, legend and board, whatever mistakes it has.

Takes the raw text of a file (with byte order mark, with any line ends), gives `Places`: offsets into just that text.
Nothing is checked here: a line that cannot be read leaves out what it would have said, and no text makes this raise.
Every place belongs to the `Places` it came from; after a change of the text new ones are made, in a millisecond.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from arcg.dsl.art import Line
from arcg.editor.document.source import Source
from arcg.editor.document.terms import TermPlace, term

_BOARD: Final = re.compile(r"\s*(?:board|view)\s+(([0-9]+)x([0-9]+))(?:\s+cell\s+([0-9]+))?(?:\s+(ground)\b)?")
_LEVEL: Final = re.compile(r"[ \t]*level(?:[ \t]+([a-z][a-z0-9_]*))?")
_PARAM: Final = re.compile(r"\s*([a-z][a-z0-9_]*)\s*=\s*(.*\S)", re.DOTALL)
_PUT: Final = re.compile(r"\s*put\s+")
_AT: Final = re.compile(r"\s*at\s+(.*\S)", re.DOTALL)
_CELL: Final = re.compile(r"cell\s*\(\s*(-?\s*[0-9]+)\s*,\s*(-?\s*[0-9]+)\s*\)")
_KIND: Final = re.compile(r"\s*kind((?:\s+[A-Z][A-Za-z0-9_]*)+)(?:\s+on\s+([a-z][a-z0-9_]*))?")
_PIC: Final = re.compile(r"\s*pic(\s+cells\b)?(?:\s+when\b\s*(.*\S))?", re.DOTALL)
_ENTRY: Final = re.compile(r"\s*=\s*")


@dataclass(frozen=True, slots=True)
class Part:
    """A line of a block with what stands below it: from its first letter to before the last line's end.

    `margin` is what it is indented by, `end` is also where a part that follows it can be put in.
    """

    word: str
    start: int
    end: int
    margin: str
    line_end: int
    """Where the line itself ends, with a comment behind it; the same as `end` if nothing stands below it."""

    comment: bool
    """Whether a comment stands behind it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a map or a picture: where its first cell is, and its characters as written."""

    start: int
    text: str
    line: int
    """Where the line begins, with the row's margin."""

    @property
    def end(self) -> int:
        """Behind its last character."""
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A `board` or `view` line, of the game or of a level.

    `size` is where `8x6` stands, `cell_at` where the number after `cell` does; `ground` is whether it has a colour.
    """

    part: Part
    width: int
    height: int
    cell: int | None
    ground: bool
    size: tuple[int, int]
    cell_at: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class PutPlace:
    """A `put` line. `term` is what it puts; `x` and `y` are None unless plain numbers are written.

    `cell` is where the whole of `cell(x, y)` stands, `x_at` and `y_at` the numbers in it.
    """

    part: Part
    term: TermPlace
    cell: tuple[int, int]
    x: int | None
    y: int | None
    x_at: tuple[int, int]
    y_at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ParamPlace:
    """A line `name = value` of a level; `at` is where the value stands."""

    part: Part
    name: str
    value: str
    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class LevelPlace:
    """A level. `number` is its place among the levels, from 0; `name` as written, or None.

    `start` is where the comment begins that stands directly above it (else the `level` line), `end` is before the end
    of its last line, which may be a comment. `name_at` is where the name stands or would stand. `margin` and
    `row_margin` are what its parts and the rows of its map are indented by, or would be.
    """

    number: int
    name: str | None
    start: int
    head: int
    head_end: int
    end: int
    name_at: tuple[int, int]
    margin: str
    row_margin: str
    parts: tuple[Part, ...]
    map: Part | None
    rows: tuple[Row, ...]
    puts: tuple[PutPlace, ...]
    params: tuple[ParamPlace, ...]
    board: BoardPlace | None
    view: BoardPlace | None

    @property
    def title(self) -> str:
        """What the level is called in messages and lists: its name, or its number from 1."""
        return self.name or str(self.number + 1)

    @property
    def extent(self) -> tuple[int, int]:
        """How many cells the map has each way, blanks at the end of a row apart."""
        return max((len(row.text.rstrip(" ")) for row in self.rows), default=0), len(self.rows)

    def glyph(self, x: int, y: int) -> str:
        """The character that the map has at a cell; a blank where it has none."""
        row = self.rows[y].text if 0 <= y < len(self.rows) else ""
        return row[x] if 0 <= x < len(row) else " "


@dataclass(frozen=True, slots=True)
class PicturePlace:
    """A `pic`, or the rows below a `body`, with its condition as written (None without one) and where that stands."""

    part: Part
    rows: tuple[Row, ...]
    when: str | None
    when_at: tuple[int, int] | None
    cells: bool
    body: bool
    row_margin: str


@dataclass(frozen=True, slots=True)
class KindPlace:
    """A kind line; all kinds that it names share what stands below it. `head_end` is where that begins.

    `pictures` are the `pic`s in order, as in the checked game; a kind without any is drawn by the rows of its `body`,
    which are then the only ones. `body` are these rows in any case, if the kind has them.
    """

    names: tuple[str, ...]
    layer: str
    start: int
    head_end: int
    end: int
    margin: str
    row_margin: str
    parts: tuple[Part, ...]
    pictures: tuple[PicturePlace, ...]
    body: PicturePlace | None


@dataclass(frozen=True, slots=True)
class EntryPlace:
    """An entry of the legend; `at` is where its things stand, `things` what is written there."""

    part: Part
    glyph: str
    things: str
    at: tuple[int, int]
    terms: tuple[TermPlace, ...]


@dataclass(frozen=True, slots=True)
class LegendPlace:
    """The legend: the entries of all `legend` blocks in order, and the blocks themselves."""

    blocks: tuple[Part, ...]
    entries: tuple[EntryPlace, ...]
    margin: str

    def entry(self, glyph: str) -> EntryPlace | None:
        """The entry of a character (the first, if there are several)."""
        return next((entry for entry in self.entries if entry.glyph == glyph), None)


class Places:
    """Where everything stands in `text`. The parts are found when they are first asked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.source = Source.of(text)

    @classmethod
    def of(cls, text: str) -> Places:
        """The places of a raw text."""
        return cls(text)

    @property
    def newline(self) -> str:
        """How the file ends most of its lines."""
        return self.source.newline

    @cached_property
    def step(self) -> str:
        """What the file indents by: the margin of the first line that stands below another, else four blanks."""
        inner = (line.children[0] for line in self.source.lines if line.children and not line.indent)
        return next((margin for line in inner if (margin := self.source.margin(line))), "    ")

    @cached_property
    def cellwise(self) -> bool:
        """Whether rules are rules over cells, which may have larger boards."""
        return any(re.match(r"\s*semantics\b", line.text) for line in self.source.lines)

    @cached_property
    def board(self) -> BoardPlace | None:
        """The game's `board` line."""
        return self._size_line("board", self.source.lines)

    @cached_property
    def view(self) -> BoardPlace | None:
        """The game's `view` line."""
        return self._size_line("view", self.source.lines)

    @cached_property
    def levels(self) -> tuple[LevelPlace, ...]:
        """The levels in the order of the file."""
        heads = [line for line in self.source.lines if line.word == "level"]
        return tuple(self._level(number, line) for number, line in enumerate(heads))

    @cached_property
    def kinds(self) -> tuple[KindPlace, ...]:
        """The kind lines in the order of the file."""
        found = (self._kind(line) for line in self.source.lines if line.word == "kind")
        return tuple(kind for kind in found if kind is not None)

    @cached_property
    def legend(self) -> LegendPlace | None:
        """The legend, or None if the file has none."""
        heads = [line for line in self.source.lines if line.word == "legend"]
        if not heads:
            return None
        inner = [entry for line in heads for entry in line.children]
        margin = self.source.margin(inner[-1]) if inner else self.source.margin(heads[-1]) + self.step
        return LegendPlace(tuple(map(self._part, heads)), tuple(map(self._entry, inner)), margin)

    def kind(self, name: str) -> KindPlace | None:
        """The line that declares a kind (the first, if there are several)."""
        return next((kind for kind in self.kinds if name in kind.names), None)

    def size(self, level: LevelPlace) -> tuple[int, int]:
        """Columns and rows of a level's board: its own, the game's, or where neither is known those of its map."""
        board = level.board or self.board
        return (board.width, board.height) if board else level.extent

    # ------------------------------------------------------------ reading lines

    def _part(self, line: Line) -> Part:
        source = self.source
        line_end = source.end_of(line)
        last = line
        while last.children:
            last = last.children[-1]
        rest = source.text[source.offset(line, len(line.text)) : line_end] if line.sort != "art" else ""
        return Part(
            line.word,
            source.offset(line, len(line.text) - len(line.text.lstrip(" \t"))),
            source.end_of(last),
            source.margin(line),
            line_end,
            "//" in rest or ("\n" in line.text and "//" in source.text[source.start_of(line) : line_end]),
        )

    def _level(self, number: int, line: Line) -> LevelPlace:
        source = self.source
        head = self._part(line)
        found = _LEVEL.match(line.text)
        name = found[1] if found else None
        after = found.end() if found else len(line.text)
        begin = found.start(1) if found and name else after
        inner = line.children
        margin = source.margin(inner[0]) if inner else head.margin + self.step
        drawn = next((part for part in inner if part.word == "map"), None)
        rows = self._rows(drawn)
        return LevelPlace(
            number,
            name,
            source.comment_above(line),
            head.start,
            head.line_end,
            source.block_end(head.end, line.indent),
            (source.offset(line, begin), source.offset(line, after)),
            margin,
            self._row_margin(drawn, margin),
            tuple(map(self._part, inner)),
            self._part(drawn) if drawn else None,
            rows,
            tuple(put for part in inner if part.word == "put" and (put := self._put(part)) is not None),
            tuple(param for part in inner if not part.word and (param := self._param(part)) is not None),
            self._size_line("board", inner),
            self._size_line("view", inner),
        )

    def _rows(self, line: Line | None) -> tuple[Row, ...]:
        source = self.source
        rows = line.children if line is not None else ()
        return tuple(Row(source.offset(row, 0), source.written(row), source.start_of(row)) for row in rows)

    def _row_margin(self, drawn: Line | None, margin: str) -> str:
        return self.source.margin(drawn.children[0]) if drawn and drawn.children else margin + self.step

    def _size_line(self, word: str, lines: Sequence[Line]) -> BoardPlace | None:
        for line in lines:
            if line.word == word and (found := _BOARD.match(line.text)):
                size = self.source.stretch(line, found, 1)
                cell = self.source.stretch(line, found, 4) if found[4] else None
                width, height = _number(found[2]), _number(found[3])
                ground = found[5] is not None
                return BoardPlace(self._part(line), width, height, _number(found[4]) or None, ground, size, cell)
        return None

    def _put(self, line: Line) -> PutPlace | None:
        source = self.source
        start = _PUT.match(line.text)
        made = term(source, line, start.end()) if start else None
        at = _AT.match(line.text, made[1]) if made else None
        if made is None or at is None:
            return None
        whole = source.stretch(line, at, 1)
        cell = _CELL.fullmatch(line.text, at.start(1), at.end(1))
        if cell is None:
            return PutPlace(self._part(line), made[0], whole, None, None, whole, whole)
        x, y = (int(re.sub(r"\s", "", cell[group])) if len(cell[group]) < 10 else None for group in (1, 2))
        places = source.stretch(line, cell, 1), source.stretch(line, cell, 2)
        return PutPlace(self._part(line), made[0], whole, x, y, *places)

    def _param(self, line: Line) -> ParamPlace | None:
        found = _PARAM.match(line.text)
        if found is None:
            return None
        return ParamPlace(self._part(line), found[1], found[2], self.source.stretch(line, found, 2))

    def _kind(self, line: Line) -> KindPlace | None:
        found = _KIND.match(line.text)
        if found is None:
            return None
        source, head, inner = self.source, self._part(line), line.children
        margin = source.margin(inner[0]) if inner else head.margin + self.step
        drawn = [self._picture(part) for part in inner if part.word in ("pic", "body")]
        pictures = tuple(picture for picture in drawn if not picture.body)
        body = next((picture for picture in drawn if picture.body and picture.rows), None)
        art = next((part for part in inner if part.word in ("pic", "body") and part.children), None)
        return KindPlace(
            tuple(found[1].split()),
            found[2] or "",
            head.start,
            head.line_end,
            head.end,
            margin,
            self._row_margin(art, margin),
            tuple(map(self._part, inner)),
            pictures or ((body,) if body else ()),
            body,
        )

    def _picture(self, line: Line) -> PicturePlace:
        found = _PIC.match(line.text)
        margin = self._row_margin(line, self.source.margin(line))
        part, rows, when = self._part(line), self._rows(line), found[2] if found else None
        when_at = self.source.stretch(line, found, 2) if found and when else None
        return PicturePlace(part, rows, when, when_at, bool(found and found[1]), line.word == "body", margin)

    def _entry(self, line: Line) -> EntryPlace:
        edge = len(line.text) - len(line.text.lstrip(" \t"))
        found = _ENTRY.match(line.text, edge + 1)
        begin = found.end() if found else len(line.text)
        end = max(begin, len(line.text.rstrip()))
        terms: list[TermPlace] = []
        at = begin
        while found and (made := term(self.source, line, at)) is not None:
            terms.append(made[0])
            at = made[1]
        stretch = self.source.offset(line, begin), self.source.offset(line, end)
        return EntryPlace(self._part(line), line.text[edge], line.text[begin:end], stretch, tuple(terms))


def _number(text: str | None) -> int:
    """A number as written; one that is too long to be any is 0."""
    return int(text) if text is not None and len(text) < 10 else 0
