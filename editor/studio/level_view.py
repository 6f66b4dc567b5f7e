"""The level being edited: the real pictures, things on hidden layers, things put one by one, the board's edges to pull.

Draws the newest board that the checker has approved, and over it what the text says otherwise since then, so that a
stroke is seen at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
import pygame

from arcg.editor import boards, details, problems
from arcg.editor.document import maps, puts
from arcg.editor.document.grids import Cell
from arcg.editor.document.places import LevelPlace, PutPlace
from arcg.editor.lettering import mono, sans, write
from arcg.editor.painting import LevelSheet, Painter
from arcg.editor.studio.canvas_view import CanvasView, dashed
from arcg.editor.studio.pixels import enlarged
from arcg.editor.studio.theme import ACCENT, BAD, EDIT, FAINT, MUTED, SURROUND, TEXT
from arcg.editor.studio.view import Point
from arcg.runtime.palette import PALETTE

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio

Side = Literal["left", "top", "right", "bottom"]
SIDES: tuple[Side, ...] = ("left", "top", "right", "bottom")

_KEPT = 512
"""Most pictures of palette entries that are kept."""


class LevelView(CanvasView):
    """The board of the level that is worked on."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio, Painter(studio.bench, LevelSheet(studio.bench)))
        self.last_cell: Cell = (0, 0)
        self._side: Side | None = None
        self._pulled = 0
        self._put: PutPlace | None = None
        self._board: tuple[object, pygame.Surface, pygame.Surface | None] | None = None
        self._stamps: dict[object, pygame.Surface] = {}

    @property
    def level(self) -> LevelPlace | None:
        """The level, in the text."""
        return self.studio.bench.level_place

    def grain(self) -> int:
        """Pixels of a cell in this level."""
        good, level = self.studio.bench.good, self.level
        if good is None or good.program is None or level is None or level.number >= len(good.program.levels):
            return 1
        return int(good.program.levels[level.number].cell)

    def findings(self) -> list[problems.Mark]:
        """What the checks have found in this level."""
        return problems.on_level(self.studio.bench)

    def _edge(self, at: Point) -> Side | None:
        """The edge of the board that a window pixel is near to, outside of the board."""
        board, reach = self.area(), self.studio.measures.px(16)
        if board.collidepoint(at) or not board.inflate(2 * reach, 2 * reach).collidepoint(at):
            return None
        if board.top <= at[1] < board.bottom:
            return "left" if at[0] < board.left else "right"
        if board.left <= at[0] < board.right:
            return "top" if at[1] < board.top else "bottom"
        return None

    # ------------------------------------------------------------ drawing

    def draw(self, surface: pygame.Surface) -> None:
        """The board with everything over it."""
        super().draw(surface)
        level = self.level
        if level is None:
            font = sans(self.studio.measures.normal)
            said = "There is no level yet: Ctrl+N adds one."
            write(surface, said, font, MUTED, centre=self.rect.centerx, middle=self.rect.centery)
            return
        kept = self._draw_board(surface, level)
        self._draw_changed(surface, level, kept=kept)
        self.draw_stroke(surface)
        self.draw_grid(surface)
        self._draw_puts(surface, level)
        self._draw_view(surface, level)
        self._draw_ghost(surface)
        self.draw_marks(surface)
        self._draw_handles(surface)

    def _draw_board(self, surface: pygame.Surface, level: LevelPlace) -> bool:
        """The newest board without mistakes, if it has this size; whether it has."""
        good, area, side = self.studio.bench.good, self.area(), self.geometry()[2]
        surface.fill(self._ground(), area)
        if good is None or good.program is None or level.number >= len(good.program.levels):
            return False
        there = good.program.levels[level.number]
        if (there.width, there.height) != self.painter.sheet.size():
            return False
        key = (good.revision, level.number, side)
        if self._board is None or self._board[0] != key:
            board = boards.board(good.program, level.number)
            picture = pygame.transform.scale(enlarged(board.pixels, 1), area.size)
            self._board = (key, picture, self._hidden_things(level.number, area, side))
        surface.blit(self._board[1], area)
        if self._board[2] is not None and self.studio.bench.hidden_shown:
            surface.blit(self._board[2], area)
        return True

    def _hidden_things(self, number: int, area: pygame.Rect, side: int) -> pygame.Surface | None:
        """What stands on hidden layers, as outlines with the first letters of its kinds."""
        good = self.studio.bench.good
        assert good is not None
        assert good.program is not None
        things = boards.hidden(good.program, number).things
        if not things:
            return None
        over = pygame.Surface(area.size, pygame.SRCALPHA)
        for thing in things:
            for x, y in thing.cells:
                _draw_unseen(over, thing.kind, pygame.Rect(x * side, y * side, side, side), self.studio.measures.small)
        return over

    def _ground(self) -> tuple[int, int, int]:
        good = self.studio.bench.good
        red, green, blue = PALETTE[good.program.ground if good is not None and good.program is not None else 5].tolist()
        return red, green, blue

    def _draw_changed(self, surface: pygame.Surface, level: LevelPlace, *, kept: bool) -> None:
        """The cells that the text says otherwise than the board that was drawn."""
        bench = self.studio.bench
        width, height = self.painter.sheet.size()
        before = None
        if kept and bench.good is not None and bench.good_places is not None:
            if bench.good.revision == bench.document.revision:
                return
            before = bench.good_places.levels[level.number]
        for y in range(height):
            for x in range(width):
                glyph = level.glyph(x, y)
                if before is None or glyph != before.glyph(x, y):
                    self.draw_cell(surface, glyph, self.box(x, y))

    def draw_cell(self, surface: pygame.Surface, value: str, box: pygame.Rect) -> None:
        """A cell as its character says; one that the legend does not know is shown as itself."""
        if not box.colliderect(self.rect):
            return
        surface.fill(self._ground(), box)
        glyph, stamps = value, self.studio.bench.stamps.get(value)
        if stamps is None:
            if glyph not in " .":
                known = self.studio.bench.document.places.legend
                colour = MUTED if known is not None and known.entry(glyph) is not None else BAD
                pygame.draw.rect(surface, colour, box.inflate(-2, -2), 1)
                font = mono(max(8, box.height * 6 // 10))
                write(surface, glyph, font, colour, centre=box.centerx, middle=box.centery)
            return
        picture = self.stamp_picture(glyph, box.width)
        surface.blit(picture, picture.get_rect(center=box.center))

    def stamp_picture(self, glyph: str, side: int) -> pygame.Surface:
        """What a character of the legend places, as a picture for a cell of `side` window pixels."""
        bench = self.studio.bench
        assert bench.good is not None
        assert bench.good.program is not None
        assert bench.good.game is not None
        grain = self.grain()
        key = (bench.looks, glyph, side, grain)
        if key not in self._stamps:
            if len(self._stamps) > 512:
                self._stamps.clear()
            picture = pygame.Surface((side, side), pygame.SRCALPHA)
            for stamp in bench.stamps[glyph]:
                values = details.values_of(bench.good.game, stamp)
                pixels = boards.picture_of(bench.good.program, stamp.kind.name, values, grain)
                if pixels.size and int(np.max(pixels)) >= 0:
                    wide, high = pixels.shape[1] * side // grain, pixels.shape[0] * side // grain
                    fits = min(1.0, side / wide, side / high) if wide and high else 1.0  # a body is wider than a cell
                    size = max(1, round(wide * fits)), max(1, round(high * fits))
                    scaled = pygame.transform.scale(enlarged(pixels, 1), size)
                    picture.blit(scaled, scaled.get_rect(center=(side // 2, side // 2)))
            if not picture.get_bounding_rect().width and bench.stamps[glyph]:
                _draw_unseen(picture, bench.stamps[glyph][0].kind.name, picture.get_rect(), self.studio.measures.small)
            self._stamps[key] = picture
        return self._stamps[key]

    def _draw_puts(self, surface: pygame.Surface, level: LevelPlace) -> None:
        """A pin at each thing that stands there by a `put` line, and not by the map."""
        px = self.studio.measures.px
        for put in level.puts:
            if put.x is None or put.y is None:
                continue
            box = self.box(put.x, put.y)
            colour = EDIT if self._put is put else ACCENT
            right, top = box.right - 1, box.top + 1
            points = [(right - px(10), top), (right, top), (right, top + px(10))]
            pygame.draw.polygon(surface, colour, points)
            if self._put is put:
                pygame.draw.rect(surface, EDIT, box, 2)

    def _draw_view(self, surface: pygame.Surface, level: LevelPlace) -> None:
        """How much of the board is seen at once, where that is not all of it."""
        view = level.view or self.studio.bench.document.places.view
        width, height = self.painter.sheet.size()
        if view is None or (view.width >= width and view.height >= height):
            return
        box = self.box(0, 0, view.width, view.height)
        dashed(surface, ACCENT, box)
        said = f"the view is {view.width}x{view.height}"
        write(surface, said, sans(self.studio.measures.small), ACCENT, left=box.left + 6, middle=box.bottom + 10)

    def _draw_handles(self, surface: pygame.Surface) -> None:
        """The edges of the board, which can be pulled; the one that is near, and how large the board would be."""
        px, area = self.studio.measures.px, self.area()
        reach, length = px(8), px(26)
        for side, (x, y) in {"left": area.midleft, "right": area.midright, "top": area.midtop,
                             "bottom": area.midbottom}.items():  # fmt: skip
            upright = side in ("left", "right")
            box = pygame.Rect(0, 0, px(5) if upright else length, length if upright else px(5))
            box.center = (x + (reach if side == "right" else -reach if side == "left" else 0),
                          y + (reach if side == "bottom" else -reach if side == "top" else 0))  # fmt: skip
            pygame.draw.rect(surface, EDIT if side == self._side else FAINT, box, border_radius=px(2))
        if self.doing != "resize" or self._side is None:
            return
        width, height = self.painter.sheet.size()
        grown = self._grown()
        box = self.box(-grown[0], -grown[1], width + grown[0] + grown[2], height + grown[1] + grown[3])
        dashed(surface, EDIT, box)
        said = f"{width + grown[0] + grown[2]} x {height + grown[1] + grown[3]}"
        font = sans(self.studio.measures.normal, bold=True)
        label = pygame.Rect(0, 0, font.size(said)[0] + px(14), font.get_linesize() + px(6))
        label.center = box.center
        pygame.draw.rect(surface, SURROUND, label, border_radius=px(4))
        write(surface, said, font, TEXT, centre=label.centerx, middle=label.centery)

    def _draw_ghost(self, surface: pygame.Surface) -> None:
        """What would be painted under the mouse."""
        bench = self.studio.bench
        tools = ("pen", "line", "box", "block", "fill")
        if self.hovered is None or self.doing or bench.tool not in tools or bench.glyph not in bench.stamps:
            return
        box = self.box(*self.hovered)
        ghost = self.stamp_picture(bench.glyph, box.width).copy()
        ghost.set_alpha(150)
        surface.blit(ghost, box)

    # ------------------------------------------------------------ the mouse

    def take_hold(self, at: Point, cell: Cell | None) -> str:
        """An edge of the board, or a thing that a `put` line places."""
        bench = self.studio.bench
        self._pulled = 0
        if self.level is None:
            return ""
        if cell is None:
            self._side = self._edge(at)
            return "resize" if self._side is not None else ""
        self.last_cell = cell
        inside = bench.area is not None and pygame.Rect(bench.area).collidepoint(cell)
        self._put = self.put_at(cell) if bench.tool in ("put", "select") and not inside else None
        if self._put is not None:
            return "put"
        if bench.tool == "put":
            bench.cursor = None
            self.studio.run_command(self.studio.commands.named("put thing"))
            return "nothing"
        return ""

    def put_at(self, cell: Cell) -> PutPlace | None:
        """What a `put` line places at a cell."""
        level = self.level
        return next((put for put in level.puts if (put.x, put.y) == cell), None) if level is not None else None

    def pull(self, at: Point) -> None:
        """The edge, or the thing, goes with the mouse."""
        if self.doing == "resize":
            upright = self._side in ("left", "right")
            moved = at[0] - self.grabbed[0] if upright else at[1] - self.grabbed[1]
            self._pulled = round(moved / self.geometry()[2])
        elif self.doing == "put":
            self.last = self.hovered = self.nearest(at)

    def let_go(self, doing: str) -> None:
        """The board has its new size, the thing its new place."""
        bench, level, put = self.studio.bench, self.level, self._put
        grown, self._side = self._grown(), None
        if level is None:
            return
        if doing == "resize" and self._pulled:
            bench.attempt("resize level", lambda: maps.resize(bench.document.places, level, *grown))
        elif doing == "put" and put is not None and self.last != self.first:
            to = self.last
            bench.attempt("move thing", lambda: puts.move(bench.document.places, level, put, *to))

    def _grown(self) -> tuple[int, int, int, int]:
        """By how many cells the board would grow at the left, the top, the right and the bottom."""
        width, height = self.painter.sheet.size()
        pull = self._pulled if self._side in ("right", "bottom") else -self._pulled
        pull = max(pull, 1 - (width if self._side in ("left", "right") else height))
        left, top, right, bottom = (pull if side == self._side else 0 for side in SIDES)
        return left, top, right, bottom

    def hover(self, at: Point | None) -> None:
        """Mark the cell under the mouse, or the edge near it."""
        super().hover(at)
        if self.hovered is not None:
            self.last_cell = self.hovered
        self._side = self._edge(at) if at is not None and self.hovered is None else None

    def status(self) -> str:
        """What is under the mouse."""
        if self._side is not None:
            return "pull this edge to make the board larger or smaller"
        return self.studio.workspace.said_of(self.hovered) if self.hovered is not None else ""


def _draw_unseen(surface: pygame.Surface, kind: str, cell: pygame.Rect, largest: int) -> None:
    """A thing that no frame shows: an outline with the first letters of its kind."""
    inset = max(2, cell.width // 6)
    box = cell.inflate(-inset, -inset)
    pygame.draw.rect(surface, (*ACCENT, 70), box)
    pygame.draw.rect(surface, (*ACCENT, 255), box, 1)
    if cell.width >= 12:
        font = sans(max(8, min(largest, cell.width * 2 // 5)), bold=True)
        write(surface, kind[:2], font, (255, 255, 255), centre=box.centerx, middle=box.centery)
