"""A canvas: cells on a sheet, painted with the tools; the common part of the views of levels and of pictures.

Takes the mouse, gives strokes to the painter. What a cell looks like, and what else can be taken hold of, say the
views that are canvases.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from arcg.editor import problems
from arcg.editor.document import grids
from arcg.editor.document.grids import Cell, Rect
from arcg.editor.lettering import sans, write
from arcg.editor.painting import Painter
from arcg.editor.studio.marks import FOUND, finding_mark
from arcg.editor.studio.theme import EDIT, FAINT, SURROUND
from arcg.editor.studio.view import Point, View

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio

WHITE = (255, 255, 255)
BLACK = (0, 0, 0)


class CanvasView(View):
    """Cells that can be painted."""

    def __init__(self, studio: Studio, painter: Painter) -> None:
        super().__init__(studio)
        self.painter = painter
        self.zoom = 0
        self.hovered: Cell | None = None
        self.stroke: dict[Cell, str] | None = None
        self.doing = ""
        self.first: Cell = (0, 0)
        self.last: Cell = (0, 0)
        self.grabbed: Point = (0, 0)
        self._pan = [0, 0]
        self._brush = ""

    # ------------------------------------------------------------ what the views say

    def grain(self) -> int:
        """Pixels that a cell's picture has each way: cells are drawn in whole multiples of them."""
        return 1

    def largest(self) -> int:
        """Most window pixels that a cell takes unasked."""
        return self.studio.measures.px(96)

    def margin(self) -> int:
        """Window pixels that are kept free around the sheet."""
        return self.studio.measures.px(40)

    def draw_cell(self, surface: pygame.Surface, value: str, box: pygame.Rect) -> None:
        """Draw a cell that holds `value`."""

    def take_hold(self, at: Point, cell: Cell | None) -> str:
        """What else than the sheet is taken hold of here: a word for `doing`, or the empty text."""
        return ""

    def pull(self, at: Point) -> None:
        """What was taken hold of is pulled."""

    def let_go(self, doing: str) -> None:
        """What was taken hold of is let go."""

    def findings(self) -> list[problems.Mark]:
        """What the checks have found on this sheet."""
        return []

    # ------------------------------------------------------------ measures

    def geometry(self) -> tuple[int, int, int]:
        """Left, top, and the window pixels of a cell."""
        width, height = self.painter.sheet.size()
        free = 2 * self.margin()
        room_x, room_y = self.rect.width - free, self.rect.height - free
        grain = self.grain()
        fits = max(1, min(room_x // max(1, width), room_y // max(1, height), self.largest()))
        side = max(1, fits // grain + self.zoom) * grain if fits >= grain or self.zoom else fits
        left = self.rect.centerx - side * width // 2 + self._pan[0]
        top = self.rect.centery - side * height // 2 + self._pan[1]
        return left, top, side

    def area(self) -> pygame.Rect:
        """The whole sheet, in window pixels."""
        left, top, side = self.geometry()
        width, height = self.painter.sheet.size()
        return pygame.Rect(left, top, width * side, height * side)

    def box(self, x: int, y: int, width: int = 1, height: int = 1) -> pygame.Rect:
        """Some cells, in window pixels."""
        left, top, side = self.geometry()
        return pygame.Rect(left + x * side, top + y * side, width * side, height * side)

    def cell_at(self, at: Point) -> Cell | None:
        """The cell under a window pixel."""
        left, top, side = self.geometry()
        cell = (at[0] - left) // side, (at[1] - top) // side
        return cell if self.painter.inside(cell) else None

    def nearest(self, at: Point) -> Cell:
        """The cell of the sheet nearest to a window pixel."""
        left, top, side = self.geometry()
        width, height = self.painter.sheet.size()
        return max(0, min(width - 1, (at[0] - left) // side)), max(0, min(height - 1, (at[1] - top) // side))

    # ------------------------------------------------------------ drawing

    def draw_stroke(self, surface: pygame.Surface) -> None:
        """The stroke that is being drawn."""
        for cell, value in (self.stroke or {}).items():
            self.draw_cell(surface, value, self.box(*cell))

    def draw_grid(self, surface: pygame.Surface) -> None:
        """Lines between the cells, where there is room for them."""
        area, side = self.area(), self.geometry()[2]
        if not self.studio.bench.grid_shown or side < 7:
            return
        seen = area.clip(self.rect)
        if not seen.width or not seen.height:
            return
        across, down = (pygame.Surface(size, pygame.SRCALPHA) for size in ((seen.width, 2), (2, seen.height)))
        for line in (across, down):  # a dark line beside a bright one is seen on any ground
            line.fill((0, 0, 0, 110))
        across.fill((255, 255, 255, 46), (0, 1, seen.width, 1))
        down.fill((255, 255, 255, 46), (1, 0, 1, seen.height))
        for x in range(area.left + side, area.right, side):
            surface.blit(down, (x, seen.top))
        for y in range(area.top + side, area.bottom, side):
            surface.blit(across, (seen.left, y))

    def draw_marks(self, surface: pygame.Surface) -> None:
        """The area, the axes of symmetry, the cursor, the cell under the mouse."""
        bench, area = self.studio.bench, self.area()
        pygame.draw.rect(surface, FAINT, area.inflate(2, 2), 1)
        self._draw_findings(surface)
        self._draw_symmetry(surface, area)
        if bench.area is not None:
            shown = bench.area
            if self.doing == "move":
                shown = Rect(shown.x + self.last[0] - self.first[0], shown.y + self.last[1] - self.first[1],
                             shown.width, shown.height)  # fmt: skip
            dashed(surface, WHITE, self.box(*shown))
        if self.doing == "area":
            dashed(surface, WHITE, self.box(*Rect.spanning(self.first, self.last)))
        if self.hovered is not None and not self.doing:
            box = self.box(*self.hovered)
            pygame.draw.rect(surface, BLACK, box.inflate(2, 2), 1)
            pygame.draw.rect(surface, WHITE, box, 1)
        if bench.cursor is not None and self.painter.inside(bench.cursor):
            box = self.box(*bench.cursor)
            pygame.draw.rect(surface, BLACK, box.inflate(6, 6), 5)
            pygame.draw.rect(surface, EDIT, box.inflate(4, 4), 3)

    def _draw_findings(self, surface: pygame.Surface) -> None:
        """A mark at each cell that a finding points at; what is about the whole stands at the top."""
        px, row = self.studio.measures.px, 0
        for cells, one in self.findings():
            colour = FOUND[one.severity][1]
            for cell in cells:
                box = self.box(*cell)
                pygame.draw.rect(surface, BLACK, box.inflate(px(2), px(2)), px(5))
                pygame.draw.rect(surface, colour, box, px(3))
            if cells:
                at = self.box(*cells[0]).topleft
                pygame.draw.circle(surface, colour, at, px(11))
                pygame.draw.circle(surface, BLACK, at, px(9))
                finding_mark(surface, one.severity, at, px(10))
                continue
            middle = self.rect.top + px(22) + row * px(20)
            finding_mark(surface, one.severity, (self.rect.left + px(22), middle), px(12))
            write(surface, one.message, sans(self.studio.measures.small), colour, left=self.rect.left + px(36),
                  middle=middle, limit=self.rect.width - px(56))  # fmt: skip
            row += 1

    def tip(self, at: Point) -> str:
        """What the checks have found at the cell under the mouse."""
        cell = self.cell_at(at)
        found = [one for cells, one in self.findings() if cell in cells]
        return "\n".join(line for one in found for line in (one.message, one.hint) if line)

    def _draw_symmetry(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        symmetry, reach = self.studio.bench.symmetry, self.studio.measures.px(12)
        if symmetry in ("left-right", "both", "quarter"):
            pygame.draw.line(surface, EDIT, (area.centerx, area.top - reach), (area.centerx, area.bottom + reach))
        if symmetry in ("top-bottom", "both", "quarter"):
            pygame.draw.line(surface, EDIT, (area.left - reach, area.centery), (area.right + reach, area.centery))
        if symmetry == "diagonal":
            pygame.draw.line(surface, EDIT, area.topleft, area.bottomright)

    def draw(self, surface: pygame.Surface) -> None:
        """The ground; the views draw the rest."""
        surface.fill(SURROUND, self.rect)

    # ------------------------------------------------------------ the mouse

    def press(self, at: Point, button: int, mods: int) -> bool:
        """Begin what the tool does."""
        bench, cell = self.studio.bench, self.cell_at(at)
        self.grabbed, self.doing = at, ""
        if button == pygame.BUTTON_MIDDLE:
            self.doing = "pan"
        elif button == pygame.BUTTON_RIGHT:
            if cell is not None:
                self.painter.sheet.pick(*cell)
        elif held := self.take_hold(at, cell):
            self.doing = held
            self.first = self.last = cell or (0, 0)
        elif cell is None:
            bench.area = None
        else:
            self.first = self.last = cell
            self._begin(cell)
        return bool(self.doing)

    def _begin(self, cell: Cell) -> None:
        bench = self.studio.bench
        bench.cursor = bench.anchor = None
        match bench.tool:
            case "pick":
                self.painter.sheet.pick(*cell)
            case "select":
                inside = bench.area is not None and pygame.Rect(bench.area).collidepoint(cell)
                self.doing = "move" if inside else "area"
                bench.area = bench.area if inside else None
            case _ if brush := self.painter.sheet.brush():
                self._brush, self.doing = brush, "stroke"
                fill = bench.tool == "fill"
                self.stroke = self.painter.flooded(cell, brush) if fill else self.painter.drawn([cell], brush)

    def drag(self, at: Point, mods: int) -> None:
        """Go on with it."""
        if self.doing == "pan":
            self._pan[0] += at[0] - self.grabbed[0]
            self._pan[1] += at[1] - self.grabbed[1]
            self.grabbed = at
            return
        if self.doing not in ("stroke", "area", "move"):
            self.pull(at)
            return
        cell = self.nearest(at)
        if cell == self.last:
            return
        before, self.last, self.hovered = self.last, cell, cell
        if self.doing == "stroke" and self.stroke is not None:
            draw = self.painter.drawn
            match self.studio.bench.tool:
                case "pen":
                    self.stroke |= draw(grids.line(before, cell), self._brush)
                case "line":
                    self.stroke = draw(grids.line(self.first, cell), self._brush)
                case "box" | "block":
                    filled = self.studio.bench.tool == "block"
                    self.stroke = draw(grids.box(self.first, cell, filled=filled), self._brush)

    def release(self, at: Point, button: int, mods: int) -> None:
        """End it: what was done becomes a change of the document."""
        doing, self.doing = self.doing, ""
        stroke, self.stroke = self.stroke, None
        match doing:
            case "stroke" if stroke:
                self.painter.commit(stroke)
            case "area":
                self.studio.bench.area = Rect.spanning(self.first, self.last)
            case "move":
                moved = self.last[0] - self.first[0], self.last[1] - self.first[1]
                self.painter.move(*moved, copied=bool(mods & pygame.KMOD_CTRL))
            case "pan" | "stroke" | "":
                pass
            case _:
                self.let_go(doing)

    def hover(self, at: Point | None) -> None:
        """Mark the cell under the mouse."""
        self.hovered = self.cell_at(at) if at is not None else None

    def wheel(self, at: Point, across: int, down: int, mods: int) -> bool:
        """Zoom about the mouse."""
        self.zoom_by(-1 if down > 0 else 1, at)
        return True

    def zoom_by(self, by: int, about: Point | None = None) -> None:
        """Make the cells larger or smaller, with the place `about` staying where it is; by 0: as large as fits."""
        if by == 0:
            self.zoom, self._pan = 0, [0, 0]
            return
        about = about or self.rect.center
        left, top, side = self.geometry()
        before = (about[0] - left) / side, (about[1] - top) / side
        self.zoom += by
        if self.geometry()[2] == side or self.geometry()[2] > self.studio.measures.px(400):
            self.zoom -= by
            return
        left, top, side = self.geometry()
        self._pan[0] += round(about[0] - (left + before[0] * side))
        self._pan[1] += round(about[1] - (top + before[1] * side))


def dashed(surface: pygame.Surface, colour: tuple[int, int, int], box: pygame.Rect, dash: int = 6) -> None:
    """A dashed outline, dark between the dashes, so that it is seen on any ground."""
    pygame.draw.rect(surface, BLACK, box, 2)
    for start in range(0, box.width, 2 * dash):
        for y in (box.top, box.bottom - 2):
            surface.fill(colour, (box.left + start, y, min(dash, box.width - start), 2))
    for start in range(0, box.height, 2 * dash):
        for x in (box.left, box.right - 2):
            surface.fill(colour, (x, box.top + start, 2, min(dash, box.height - start)))
