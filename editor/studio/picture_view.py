"""The picture being painted: large pixels on a ground that shows what is see-through."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from arcg.editor import picturing, problems
from arcg.editor.lettering import mono, sans, write
from arcg.editor.painting import Painter
from arcg.editor.picturing import PictureSheet
from arcg.editor.studio.canvas_view import CanvasView
from arcg.editor.studio.colours_view import SIGNS
from arcg.editor.studio.pixels import checkers
from arcg.editor.studio.theme import BAD, MUTED
from arcg.runtime.palette import PALETTE

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio


class PictureView(CanvasView):
    """The pixels of the picture that is worked on."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio, Painter(studio.bench, PictureSheet(studio.bench)))

    def largest(self) -> int:
        """Most window pixels that a pixel takes unasked."""
        return self.studio.measures.px(56)

    def findings(self) -> list[problems.Mark]:
        """What the checks have found in this picture."""
        return problems.on_picture(self.studio.bench)

    def draw(self, surface: pygame.Surface) -> None:
        """Pixels, lines between them, marks."""
        super().draw(surface)
        width, height = self.painter.sheet.size()
        if not width:
            said = f"{self.studio.bench.kind or 'This game'} has no picture yet: + adds one."
            font = sans(self.studio.measures.normal)
            write(surface, said, font, MUTED, centre=self.rect.centerx, middle=self.rect.centery)
            return
        area, side = self.area(), self.geometry()[2]
        seen = area.clip(self.rect)
        surface.blit(checkers(*seen.size, max(2, side // 4)), seen)
        for y in range(height):
            for x in range(width):
                self._draw_pixel(surface, self.painter.sheet.at(x, y), self.box(x, y))
        self.draw_stroke(surface)
        self.draw_grid(surface)
        self._draw_ghost(surface)
        self.draw_marks(surface)

    def _draw_pixel(self, surface: pygame.Surface, sign: str, box: pygame.Rect) -> None:
        if sign in SIGNS:
            surface.fill(PALETTE[SIGNS.index(sign)].tolist(), box)
        elif sign != ".":
            font = mono(max(8, box.height // 2))
            write(surface, sign, font, BAD, centre=box.centerx, middle=box.centery)

    def draw_cell(self, surface: pygame.Surface, value: str, box: pygame.Rect) -> None:
        """A pixel of the stroke."""
        if value == ".":
            surface.blit(checkers(*box.size, max(2, box.width // 4)), box)
        self._draw_pixel(surface, value, box)

    def _draw_ghost(self, surface: pygame.Surface) -> None:
        """The colour that would be painted under the mouse."""
        bench = self.studio.bench
        if self.hovered is None or self.doing or bench.tool in ("pick", "select"):
            return
        box = self.box(*self.hovered)
        inner = box.inflate(-box.width // 3, -box.height // 3)
        self.draw_cell(surface, bench.colour, inner)

    def status(self) -> str:
        """Which pixel is under the mouse."""
        if self.hovered is None:
            return ""
        x, y = self.hovered
        place = picturing.picture_place(self.studio.bench)
        when = f"   shown when {place.when}" if place is not None and place.when else ""
        return f"column {x}, row {y}   {self.painter.sheet.at(x, y)}{when}"
