"""LEVELS of a PuzzleScript text: maps, row by row, and messages."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from arcg.dsl.importing.puzzlescript.draft import Draft, Section
from arcg.dsl.importing.puzzlescript.lines import TO_COMMENT, Line
from arcg.dsl.importing.puzzlescript.prelude import lines_of
from arcg.dsl.importing.puzzlescript.source import SourceMap, SourceMessage

MESSAGE = re.compile(r"message\b\s*")
MESSAGE_TOO = re.compile(r"message")
LARGEST = 256
"""Cells of a map in a row, and rows of it."""
MESSAGE_LINES = 12


@dataclass(slots=True)
class DraftMap:
    """A map while it is read."""

    line: int
    rows: list[str] = field(default_factory=list)
    comments: tuple[str, ...] = ()


class Levels(Section):
    """A row of a map or a message in a line. A blank line ends a map."""

    def __init__(self, draft: Draft) -> None:
        super().__init__(draft)
        self.written: list[DraftMap | SourceMessage] = []
        self.map: DraftMap | None = None

    def word(self, line: Line) -> None:
        """Read a whole line up to a comment; of what stands behind one, only whether it could be in a map."""
        if line.first and line.take(MESSAGE):
            self._message(line)
            return
        if line.first and line.take(MESSAGE_TOO):
            self.notes.warning(line.number, "A space is missing behind `message`.")
            self._message(line)
            return
        row = line.take(TO_COMMENT).strip()
        for glyph in sorted(set(row)):
            if glyph == ")":
                self.notes.warning(line.number, "`)` closes a comment, but none is open. Remove it.")
            elif glyph not in self.draft.glyphs and not glyph.isspace():
                self.notes.error(line.number, f"`{glyph}` is no glyph: no object or name of the legend.")
        if line.first:
            self._row(line, row)

    def end(self, line: Line) -> None:
        """Comments belong to the map that they stand before or beside."""
        if self.map is not None and len(self.map.rows) == 1:
            self.map.comments += self.draft.comments.taken()

    def blank(self) -> None:
        """A map ends."""
        self.map = None

    def _message(self, line: Line) -> None:
        text = line.end().strip()
        if lines_of(text) > MESSAGE_LINES:
            self.notes.warning(line.number, "The message is too long for a screen.")
        self.written.append(SourceMessage(line.number, text))
        self.map = None

    def _row(self, line: Line, row: str) -> None:
        if self.map is None:
            self.map = DraftMap(line.number)
            self.written.append(self.map)
        elif len(row[:LARGEST]) != len(self.map.rows[0]):
            self.notes.warning(line.number, "The rows of a map should be of one length.")
        if len(self.map.rows) == LARGEST or len(row) > LARGEST:
            self.notes.error(self.map.line, f"A map can have {LARGEST} by {LARGEST} cells; what is beyond is cut off.")
        if len(self.map.rows) < LARGEST:
            self.map.rows.append(row[:LARGEST])

    def finished(self, background: str | None) -> list[SourceMap | SourceMessage]:
        """All levels. `background`: the object that fills maps in which nothing of its layer is drawn."""
        levels: list[SourceMap | SourceMessage] = []
        glyphs: dict[str, tuple[str, ...] | None] = {}
        layer = -1 if background is None else self.draft.layer(background)
        ground = frozenset(self.draft.layers[layer]) if layer >= 0 else frozenset()
        for written in self.written:
            if isinstance(written, DraftMap):
                levels.append(self._map(written, background, ground, glyphs))
            else:
                levels.append(written)
        if not levels:
            self.notes.error(0, "There are no levels.")
        return levels

    def _map(
        self,
        written: DraftMap,
        background: str | None,
        ground: frozenset[str],
        glyphs: dict[str, tuple[str, ...] | None],
    ) -> SourceMap:
        """The objects of each cell. From the first unknown glyph on, column by column, all cells stay empty."""
        width, height = len(written.rows[0]), len(written.rows)
        rows = [row[:width].ljust(width, row[-1:] or " ") for row in written.rows]
        cells: list[list[tuple[str, ...]]] = [[()] * width for _ in range(height)]
        fill: str | None = None
        for x in range(width):
            for y in range(height):
                glyph = rows[y][x]
                if glyph not in glyphs:
                    glyphs[glyph] = self._cell(glyph)
                cell = glyphs[glyph]
                if cell is None:
                    self._unknown(written.line + y, glyph)
                    return _source(written, rows, cells, ())
                cells[y][x] = cell
                if fill is None:
                    fill = next((name for name in cell if name in ground), None)
        fill = background if fill is None else fill
        return _source(written, rows, cells, () if fill is None else (fill,))

    def _cell(self, glyph: str) -> tuple[str, ...] | None:
        """The objects that a glyph puts, one for each layer: of two on one layer the first."""
        names = self.draft.glyph(glyph)
        if names is None:
            return None
        layers: dict[int, str] = {}
        for name in names:
            if name in self.draft.places:
                layers.setdefault(self.draft.layer(name), name)
        return tuple(layers.values())

    def _unknown(self, line: int, glyph: str) -> None:
        if any(definition.sort == "or" for definition in self.draft.defined.get(glyph, ())):
            text = f"`{glyph}` is any of several objects; a map must say which."
            self.notes.error(line, text)
        else:
            self.notes.error(line, f"`{glyph}` in a map has no meaning; the rest of the map stays empty.")


def _source(
    written: DraftMap, rows: list[str], cells: list[list[tuple[str, ...]]], background: tuple[str, ...]
) -> SourceMap:
    shape = tuple(tuple(row) for row in cells)
    return SourceMap(written.line, len(rows[0]), len(rows), tuple(rows), shape, background, written.comments)
