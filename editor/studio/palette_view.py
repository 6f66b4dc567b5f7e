"""The palette: what the legend offers, with the real pictures, and the attribute values of what is chosen.

A press chooses what the tools paint with; the rows below step its attributes.
"""

from __future__ import annotations

import pygame

from arcg.editor import details
from arcg.editor.lettering import mono, sans, write
from arcg.editor.studio.canvas_view import dashed
from arcg.editor.studio.marks import mark
from arcg.editor.studio.pixels import checkers
from arcg.editor.studio.theme import ACCENT, CHOSEN, EDGE, FAINT, HOLLOW, MUTED, RAISED, TEXT
from arcg.editor.studio.view import Point, ScrollingView

_TILE = 54
_ROW = 28


class PaletteView(ScrollingView):
    """The characters of the legend; the first is the empty cell, the last adds a new one."""

    title = "PALETTE"
    _hovered: int | None = None

    def _glyphs(self) -> list[str]:
        legend = self.studio.bench.document.places.legend
        entries = [entry.glyph for entry in legend.entries] if legend is not None else []
        entries += [pending] if (pending := self.studio.bench.pending) else []
        return [".", *(glyph for glyph in dict.fromkeys(entries) if glyph != "."), "+"]

    @property
    def _columns(self) -> int:
        return max(1, (self.inner.width - self.studio.measures.px(14)) // self._tile)

    @property
    def _tile(self) -> int:
        return self.studio.measures.px(_TILE)

    def content_height(self) -> int:
        """Tiles, then what is said of the chosen one."""
        return -(-len(self._glyphs()) // self._columns) * self._tile + self._details_height()

    def _details_height(self) -> int:
        px, rows = self.studio.measures.px, details.chosen_rows(self.studio.bench)
        return px(_ROW) * (len(rows) + 1) + px(24)

    def _box(self, number: int) -> pygame.Rect:
        px, tile = self.studio.measures.px, self._tile
        left = self.inner.left + px(8) + number % self._columns * tile
        top = self.inner.top + number // self._columns * tile - self.scroll
        return pygame.Rect(left, top, tile - px(4), tile - px(4))

    def draw(self, surface: pygame.Surface) -> None:
        """Tiles and rows."""
        super().draw(surface)
        self.scroll = min(self.scroll, self.furthest)
        surface.set_clip(self.inner)
        glyphs = self._glyphs()
        for number, glyph in enumerate(glyphs):
            self._draw_tile(surface, number, glyph, last=number == len(glyphs) - 1)
        self._draw_details(surface)
        self.draw_bar(surface)
        surface.set_clip(self.rect)
        surface.fill(EDGE, (self.rect.left, self.rect.top, 1, self.rect.height))

    def _draw_tile(self, surface: pygame.Surface, number: int, glyph: str, *, last: bool) -> None:
        bench, px, box = self.studio.bench, self.studio.measures.px, self._box(number)
        if not box.colliderect(self.inner):
            return
        chosen = not last and glyph == bench.glyph
        pygame.draw.rect(surface, CHOSEN if chosen else RAISED, box, border_radius=px(5))
        middle = box.inflate(-px(12), -px(12))
        middle.top = box.top + px(4)
        font = mono(self.studio.measures.small)
        if last:
            write(surface, "+", sans(px(24)), MUTED, centre=box.centerx, middle=box.centery)
        elif glyph == "." and glyph not in bench.stamps:
            side = px(32)
            surface.blit(checkers(side, side, px(8)), middle)
            write(surface, "empty", sans(px(11)), TEXT, centre=box.centerx, middle=box.bottom - px(8))
        else:
            side = px(32)
            place = pygame.Rect(0, 0, side, side)
            place.midtop = box.centerx, box.top + px(3)
            if glyph in bench.stamps:
                surface.blit(self.studio.workspace.level_view.stamp_picture(glyph, side), place)
            write(surface, glyph, font, TEXT, centre=box.centerx, middle=box.bottom - px(8))
        if glyph == bench.pending:
            dashed(surface, ACCENT, box)
        elif chosen:
            pygame.draw.rect(surface, ACCENT, box, px(2), border_radius=px(5))
        elif number == self._hovered:
            pygame.draw.rect(surface, HOLLOW, box, 1, border_radius=px(5))

    # ------------------------------------------------------------ the chosen one

    def _details_top(self) -> int:
        return self._box(len(self._glyphs()) - 1).bottom + self.studio.measures.px(14)

    def _row_box(self, number: int) -> pygame.Rect:
        px = self.studio.measures.px
        top = self._details_top() + (number + 1) * px(_ROW)
        return pygame.Rect(self.inner.left + px(8), top, self.inner.width - px(20), px(_ROW) - px(3))

    def _draw_details(self, surface: pygame.Surface) -> None:
        bench, px = self.studio.bench, self.studio.measures.px
        middle = self._details_top() + px(12)
        said = details.chosen_text(bench)
        left, limit = self.inner.left + px(10), self.inner.width - px(20)
        write(surface, said, mono(self.studio.measures.small), TEXT, left=left, middle=middle, limit=limit)
        font = sans(self.studio.measures.small)
        for number, row in enumerate(details.chosen_rows(bench)):
            box = self._row_box(number)
            pygame.draw.rect(surface, RAISED, box, border_radius=px(4))
            mark(surface, "left", (box.left + px(14), box.centery), px(11), ACCENT)
            mark(surface, "right", (box.right - px(14), box.centery), px(11), ACCENT)
            name = f"{row.kind} {row.name}" if row.kind else row.name
            write(surface, name, font, MUTED, left=box.left + px(30), middle=box.centery, limit=box.width // 2 - px(20))
            write(surface, row.value, font, TEXT, right=box.right - px(30), middle=box.centery, limit=box.width // 2)
        if not details.chosen_rows(bench) and bench.glyph in bench.stamps:
            write(surface, "no attributes", font, FAINT, left=left, middle=middle + px(_ROW))

    # ------------------------------------------------------------ the mouse

    def _at(self, at: Point) -> int | None:
        return next((n for n in range(len(self._glyphs())) if self._box(n).collidepoint(at)), None)

    def press(self, at: Point, button: int, mods: int) -> bool:
        """Choose, add, or step an attribute."""
        bench, number = self.studio.bench, self._at(at)
        if button != pygame.BUTTON_LEFT:
            return False
        if number is not None:
            glyphs = self._glyphs()
            if number == len(glyphs) - 1:
                self.studio.run_command(self.studio.commands.named("new entry"))
            else:
                bench.choose(glyphs[number])
            return False
        for place, row in enumerate(details.chosen_rows(bench)):
            box = self._row_box(place)
            if box.collidepoint(at):
                details.step_attribute(bench, row, -1 if at[0] < box.centerx else 1)
        return False

    def hover(self, at: Point | None) -> None:
        """Outline the tile under the mouse."""
        self._hovered = self._at(at) if at is not None else None

    def tip(self, at: Point) -> str:
        """What a tile places."""
        number, glyphs = self._at(at), self._glyphs()
        if number is None:
            over = any(self._row_box(n).collidepoint(at) for n in range(len(details.chosen_rows(self.studio.bench))))
            return "press the arrows for another value" if over else ""
        if number == len(glyphs) - 1:
            command = self.studio.commands.named("new entry")
            return f"{command.title}  ({command.shown_keys})\n{command.tip}"
        return f"{self.studio.bench.said_of(glyphs[number])}\nkeys Q and W go through the palette"
