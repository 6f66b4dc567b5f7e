"""What is said of the level: its name, size and values, the things that `put` lines place. A press changes a line."""

from __future__ import annotations

import pygame

from arcg.editor import details
from arcg.editor.lettering import sans, write
from arcg.editor.studio.theme import EDGE, HOLLOW, MUTED, TEXT
from arcg.editor.studio.view import Point, ScrollingView

_ROW = 26


class LevelInfoView(ScrollingView):
    """Rows of (what, its value, the command that changes it, with what)."""

    title = "THIS LEVEL"
    _hovered: int | None = None

    def _rows(self) -> list[tuple[str, str, str, str]]:
        bench = self.studio.bench
        level = bench.level_place
        if level is None:
            return []
        width, height = self.studio.workspace.level_view.painter.sheet.size()
        rows = [("name", level.name or "none", "rename level", ""), ("size", f"{width} x {height}", "resize level", "")]
        for name, value, own in details.level_values(bench):
            rows.append((name, value if own else f"{value}  (as usual)", "level value", name))
        for put in level.puts:
            place = f"at {put.x}, {put.y}" if put.x is not None else "at a worked-out cell"
            said = bench.document.text[put.term.start : put.term.end]
            rows.append((said, place, "edit thing", str(level.puts.index(put))))
        return rows

    def content_height(self) -> int:
        """Height of all rows."""
        return len(self._rows()) * self.studio.measures.px(_ROW) + self.studio.measures.px(8)

    def _box(self, number: int) -> pygame.Rect:
        px = self.studio.measures.px
        top = self.inner.top + number * px(_ROW) - self.scroll
        return pygame.Rect(self.inner.left + px(6), top, self.inner.width - px(16), px(_ROW) - px(2))

    def draw(self, surface: pygame.Surface) -> None:
        """The rows."""
        super().draw(surface)
        self.scroll = min(self.scroll, self.furthest)
        px = self.studio.measures.px
        surface.set_clip(self.inner)
        font = sans(self.studio.measures.small)
        for number, (what, value, _, _) in enumerate(self._rows()):
            box = self._box(number)
            if number == self._hovered:
                pygame.draw.rect(surface, HOLLOW, box, border_radius=px(3))
            middle, half = box.centery, box.width * 6 // 10
            left = write(surface, value, font, TEXT, right=box.right - px(6), middle=middle, limit=half)
            write(surface, what, font, MUTED, left=box.left + px(6), middle=middle, limit=left - box.left - px(14))
        self.draw_bar(surface)
        surface.set_clip(self.rect)
        surface.fill(EDGE, (self.rect.left, self.rect.top, 1, self.rect.height))
        surface.fill(EDGE, (self.rect.left, self.rect.top, self.rect.width, 1))

    def _at(self, at: Point) -> int | None:
        return next((n for n in range(len(self._rows())) if self._box(n).collidepoint(at)), None)

    def press(self, at: Point, button: int, mods: int) -> bool:
        """Change a line."""
        number = self._at(at)
        if number is not None and button == pygame.BUTTON_LEFT:
            _, _, name, argument = self._rows()[number]
            self.studio.bench.subject = argument
            self.studio.run_command(self.studio.commands.named(name))
        return False

    def hover(self, at: Point | None) -> None:
        """Mark the row under the mouse."""
        self._hovered = self._at(at) if at is not None else None

    def tip(self, at: Point) -> str:
        """What a row does."""
        number = self._at(at)
        if number is None:
            return ""
        what, _, name, _ = self._rows()[number]
        command = self.studio.commands.named(name)
        return f"{what}: press to change it  ({command.shown_keys})"
