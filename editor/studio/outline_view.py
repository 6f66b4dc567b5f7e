"""The outline of the text on the left: kinds, rules, legend, levels; a press goes there."""

from __future__ import annotations

import pygame

from arcg.editor.document.places import Places
from arcg.editor.lettering import sans, write
from arcg.editor.sections import Entry, sections
from arcg.editor.studio.theme import CHOSEN, EDGE, HOLLOW, MUTED, TEXT
from arcg.editor.studio.view import Point, ScrollingView

_ROW = 23


class OutlineView(ScrollingView):
    """Headings, and the names below them."""

    title = "OUTLINE"
    _hovered: int | None = None
    _read: tuple[Places, list[Entry]] | None = None
    _shown_for = 0

    def _entries(self) -> list[Entry]:
        places = self.studio.bench.document.places
        if self._read is None or self._read[0] is not places:
            self._read = places, sections(places)
        return self._read[1]

    @property
    def _row(self) -> int:
        return self.studio.measures.px(_ROW)

    def content_height(self) -> int:
        """Height of all rows."""
        return len(self._entries()) * self._row + self.studio.measures.px(8)

    def _current(self) -> int | None:
        """The entry that the line looked at belongs to: the last that begins above it."""
        line = self.studio.bench.line
        entries = [(entry.line, number) for number, entry in enumerate(self._entries()) if entry.line <= line]
        return max(entries)[1] if entries else None

    def draw(self, surface: pygame.Surface) -> None:
        """The rows; that of the line looked at is kept in sight when that moves."""
        super().draw(surface)
        px, inner = self.studio.measures.px, self.inner
        current = self._current()
        if current is not None and self._shown_for != self.studio.bench.line:
            self._shown_for = self.studio.bench.line
            self.reveal(current * self._row, (current + 1) * self._row)
        self.scroll = min(self.scroll, self.furthest)
        surface.set_clip(inner)
        size = self.studio.measures.small
        for number, entry in enumerate(self._entries()):
            box = self._box(number)
            if not box.colliderect(inner):
                continue
            if number == current:
                pygame.draw.rect(surface, CHOSEN, box, border_radius=px(3))
            elif number == self._hovered:
                pygame.draw.rect(surface, HOLLOW, box, 1, border_radius=px(3))
            font, colour = sans(size, bold=entry.heading), MUTED if entry.heading else TEXT
            left = box.left + px(6 if entry.heading else 16)
            write(surface, entry.title, font, colour, left=left, middle=box.centery, limit=box.right - left - px(4))
        self.draw_bar(surface)
        surface.set_clip(self.rect)
        surface.fill(EDGE, (self.rect.right - 1, self.rect.top, 1, self.rect.height))

    def _box(self, number: int) -> pygame.Rect:
        px, inner = self.studio.measures.px, self.inner
        return pygame.Rect(
            inner.left + px(4), inner.top + number * self._row - self.scroll, inner.width - px(14), self._row
        )

    def _at(self, at: Point) -> int | None:
        number = (at[1] - self.inner.top + self.scroll) // self._row
        return number if at[1] >= self.inner.top and number < len(self._entries()) else None

    def press(self, at: Point, button: int, mods: int) -> bool:
        """Go there."""
        number = self._at(at)
        if number is not None and button == pygame.BUTTON_LEFT:
            self.studio.workspace.jump_to_line(self._entries()[number].line)
        return False

    def hover(self, at: Point | None) -> None:
        """Outline the row under the mouse."""
        self._hovered = self._at(at) if at is not None else None

    def tip(self, at: Point) -> str:
        """The whole of what a row says."""
        number = self._at(at)
        return "" if number is None else f"{self._entries()[number].title}\nline {self._entries()[number].line}"
