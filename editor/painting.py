"""Painting: what tools, areas and the clipboard do to a sheet of characters, be it a map or a picture.

Takes a `Sheet` (how large it is, what it holds, how to change it) and the workbench (tool, area, cursor); knows no
window.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Protocol

from arcg.editor import details
from arcg.editor.document import grids
from arcg.editor.document.grids import Rect
from arcg.editor.document.places import LevelPlace

if TYPE_CHECKING:
    from arcg.editor.workbench import Cell, Workbench

EMPTY = "."
"""The empty cell of a map, the see-through pixel of a picture."""


class Sheet(Protocol):
    """What can be painted on: cells that hold one character each."""

    def size(self) -> tuple[int, int]:
        """Columns and rows; none if there is nothing to paint on."""
        ...

    def at(self, x: int, y: int) -> str:
        """What a cell holds."""
        ...

    def brush(self) -> str:
        """What is painted with; empty, and said, if nothing is chosen."""
        ...

    def paint(self, label: str, cells: Mapping[Cell, str], *, joins: str | None = None) -> bool:
        """Change cells; whether anything changed."""
        ...

    def pick(self, x: int, y: int) -> None:
        """Paint with what a cell holds from now on."""
        ...


class LevelSheet:
    """The map of the level that is worked on."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench

    def _place(self) -> LevelPlace | None:
        return self._bench.level_place

    def size(self) -> tuple[int, int]:
        """Columns and rows of the board."""
        place = self._place()
        return self._bench.document.places.size(place) if place is not None else (0, 0)

    def at(self, x: int, y: int) -> str:
        """The character of the map."""
        place = self._place()
        glyph = place.glyph(x, y) if place is not None else EMPTY
        return EMPTY if glyph == " " else glyph

    def brush(self) -> str:
        """The chosen character; a new one if its attributes have been stepped to values that no entry has."""
        if not self._bench.glyph:
            self._bench.remark("choose something in the palette first")
        return self._bench.glyph

    def paint(self, label: str, cells: Mapping[Cell, str], *, joins: str | None = None) -> bool:
        """Change the map."""
        place, bench = self._place(), self._bench
        if place is None:
            return False
        return bench.attempt(label, lambda: details.painted(bench, cells), joins=joins)

    def pick(self, x: int, y: int) -> None:
        """Choose what is there in the palette."""
        self._bench.choose(self.at(x, y))
        self._bench.remark(f"picked up to paint with: {self._bench.said_of(self.at(x, y))}")


class Painter:
    """Paints on a sheet with the tools of the workbench."""

    def __init__(self, bench: Workbench, sheet: Sheet) -> None:
        self.bench = bench
        self.sheet = sheet
        self.clipboard: grids.Piece[str] = ()

    # ------------------------------------------------------------ strokes

    def drawn(self, cells: Iterable[Cell], brush: str) -> dict[Cell, str]:
        """The cells, and their images under the symmetry that is on, with what is painted."""
        return dict.fromkeys(grids.symmetric(cells, *self.sheet.size(), self.bench.symmetry), brush)

    def flooded(self, cell: Cell, brush: str) -> dict[Cell, str]:
        """All that hangs together with a cell and is like it."""
        return self.drawn(grids.flood(cell, *self.sheet.size(), self.sheet.at), brush)

    def inside(self, cell: Cell) -> bool:
        """Whether the sheet has this cell."""
        width, height = self.sheet.size()
        return 0 <= cell[0] < width and 0 <= cell[1] < height

    def commit(self, stroke: Mapping[Cell, str]) -> bool:
        """A stroke becomes a change of the document."""
        return self.sheet.paint({"fill": "fill"}.get(self.bench.tool, "paint"), stroke)

    # ------------------------------------------------------------ the cursor and the area

    def move_cursor(self, dx: int, dy: int) -> None:
        """Move the cursor; it comes in at the area, or in the middle."""
        bench, (width, height) = self.bench, self.sheet.size()
        if bench.cursor is None:
            bench.cursor = bench.area[:2] if bench.area is not None else (width // 2, height // 2)
            return
        x, y = bench.cursor
        bench.cursor = max(0, min(width - 1, x + dx)), max(0, min(height - 1, y + dy))

    def extend(self, dx: int, dy: int) -> None:
        """Make the area larger or smaller, from the cursor on."""
        bench = self.bench
        if bench.cursor is None:
            self.move_cursor(0, 0)
        assert bench.cursor is not None
        if bench.area is None or bench.anchor is None:
            bench.anchor = bench.cursor
        self.move_cursor(dx, dy)
        bench.area = Rect.spanning(bench.anchor, bench.cursor)

    def move(self, dx: int, dy: int, *, copied: bool = False) -> None:
        """Move what is in the area, or a copy of it; the area goes along."""
        area = self.bench.area
        if area is None or not (dx or dy):
            return
        piece = grids.taken(area, self.sheet.at)
        x, y = area.x + dx, area.y + dy
        left = {} if copied else dict.fromkeys(area.cells(), EMPTY)
        self.sheet.paint("copy area" if copied else "move area", left | self._laid(piece, x, y))
        self._mark(Rect(x, y, area.width, area.height))

    def _mark(self, area: Rect) -> None:
        """The part of an area that lies on the sheet is the area."""
        width, height = self.sheet.size()
        left, top = max(0, area.x), max(0, area.y)
        right, bottom = min(width, area.x + area.width), min(height, area.y + area.height)
        self.bench.area = Rect(left, top, right - left, bottom - top) if left < right and top < bottom else None

    # ------------------------------------------------------------ commands

    def select_all(self) -> None:
        """Everything is the area."""
        width, height = self.sheet.size()
        self.bench.area = Rect(0, 0, width, height) if width and height else None

    def deselect(self) -> None:
        """No area and no cursor."""
        self.bench.area = self.bench.cursor = self.bench.anchor = None

    def copy(self) -> None:
        """Remember what is in the area."""
        if self.bench.area is not None:
            self.clipboard = grids.taken(self.bench.area, self.sheet.at)
            self.bench.remark(f"copied {self.bench.area.width} x {self.bench.area.height}")

    def cut(self) -> None:
        """Remember what is in the area, and empty it."""
        self.copy()
        self.clear("cut")

    def clear(self, label: str = "empty") -> None:
        """Empty the area, or the cell of the cursor."""
        bench = self.bench
        cells = bench.area.cells() if bench.area is not None else [bench.cursor] if bench.cursor is not None else []
        if not cells:
            bench.remark("first select an area (S), or move the cursor to a cell (arrows)")
        self.sheet.paint(label, dict.fromkeys(cells, EMPTY))

    def paste(self, near: Cell | None) -> None:
        """Lay down what was remembered, with its upper left cell at the cursor, or else `near`; it is the area then."""
        bench = self.bench
        if not self.clipboard:
            bench.remark("nothing has been copied yet: select an area (S), then Ctrl+C")
            return
        x, y = bench.cursor or near or (bench.area[:2] if bench.area is not None else (0, 0))
        self.sheet.paint("paste", self._laid(self.clipboard, x, y))
        self._mark(Rect(x, y, len(self.clipboard[0]), len(self.clipboard)))
        bench.tool = "select"

    def turn(self, quarters: int) -> None:
        """Turn what is in the area (or everything that is square) about its middle."""
        area = self._area()
        piece = grids.turned(grids.taken(area, self.sheet.at), quarters)
        x = area.x + (area.width - area.height) // 2
        y = area.y + (area.height - area.width) // 2
        size = self.sheet.size()
        x, y = max(0, min(x, size[0] - area.height)), max(0, min(y, size[1] - area.width))
        if x < 0 or y < 0 or area.height > size[0] or area.width > size[1]:
            self.bench.remark("turned, it would not fit: make the board larger, or select a part")
            return
        whole = self.bench.area is None
        self.sheet.paint("turn", dict.fromkeys(area.cells(), EMPTY) | self._laid(piece, x, y))
        if not whole:
            self.bench.area = Rect(x, y, area.height, area.width)

    def flip(self, axis: grids.Axis) -> None:
        """Mirror what is in the area, or everything."""
        area = self._area()
        piece = grids.mirrored(grids.taken(area, self.sheet.at), axis)
        self.sheet.paint("flip", grids.placed(piece, area.x, area.y, *self.sheet.size()))

    def _laid(self, piece: grids.Piece[str], x: int, y: int) -> dict[Cell, str]:
        """A piece laid down: what is empty in it leaves what is there."""
        cells = grids.placed(piece, x, y, *self.sheet.size())
        return {cell: value for cell, value in cells.items() if value != EMPTY}

    def _area(self) -> Rect:
        return self.bench.area or Rect(0, 0, *self.sheet.size())

    def paint_here(self) -> None:
        """Use the tool at the cursor."""
        bench = self.bench
        if bench.cursor is None:
            self.move_cursor(0, 0)
        assert bench.cursor is not None
        if bench.tool == "pick":
            self.sheet.pick(*bench.cursor)
            return
        if not (brush := self.sheet.brush()):
            return
        if bench.tool == "fill":
            self.commit(self.flooded(bench.cursor, brush))
        elif bench.area is not None and bench.tool in ("select", "block", "box"):
            area = bench.area
            corners = (area.x, area.y), (area.x + area.width - 1, area.y + area.height - 1)
            self.commit(self.drawn(grids.box(*corners, filled=bench.tool != "box"), brush))
        else:
            self.commit(self.drawn([bench.cursor], brush))
