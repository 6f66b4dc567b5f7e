"""The list of levels on the left: a small picture and a name for each; a press goes there, a drag moves a level."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from arcg.editor import boards
from arcg.editor.document import levels
from arcg.editor.lettering import sans, write
from arcg.editor.studio.pixels import surface_of
from arcg.editor.studio.theme import ACCENT, CHOSEN, EDGE, HOLLOW, MUTED, TEXT
from arcg.editor.studio.view import Point, ScrollingView

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio

_ROW, _PICTURE = 82, 64


class LevelsView(ScrollingView):
    """All levels of the game."""

    title = "LEVELS"

    _hovered: int | None = None
    _dragged: int | None = None
    _target: int | None = None
    _fresh = False
    _revealed = (-1, 0)

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._pictures: dict[int, tuple[object, pygame.Surface]] = {}

    def content_height(self) -> int:
        """Height of all rows."""
        return len(self.studio.bench.document.places.levels) * self._row + self._plus().height

    def _plus(self) -> pygame.Rect:
        """Where the button below the last level lies, which adds one; it has no height while playing."""
        px, count = self.studio.measures.px, len(self.studio.bench.document.places.levels)
        top = self.inner.top + count * self._row - self.scroll
        height = 0 if self.studio.mode == "play" else px(40)
        return pygame.Rect(self.inner.left + px(4), top + px(2), self.inner.width - px(12), height)

    @property
    def _row(self) -> int:
        return self.studio.measures.px(_ROW)

    def draw(self, surface: pygame.Surface) -> None:
        """The rows that are seen."""
        super().draw(surface)
        self._fresh = False
        current = (self._current(), self.inner.height)
        if current != self._revealed:
            self._revealed = current
            self.reveal(current[0] * self._row, (current[0] + 1) * self._row)
        bench, px, inner = self.studio.bench, self.studio.measures.px, self.inner
        self.scroll = min(self.scroll, self.furthest)
        surface.set_clip(inner)
        for place in bench.document.places.levels:
            top = inner.top + place.number * self._row - self.scroll
            if not inner.top - self._row < top < inner.bottom:
                continue
            row = pygame.Rect(inner.left + px(4), top + px(2), inner.width - px(12), self._row - px(4))
            if place.number == self._current():
                pygame.draw.rect(surface, CHOSEN, row, border_radius=px(4))
            elif place.number == self._hovered:
                pygame.draw.rect(surface, HOLLOW, row, 1, border_radius=px(4))
            side = px(_PICTURE)
            box = pygame.Rect(row.left + px(6), row.top + (row.height - side) // 2, side, side)
            self._draw_picture(surface, place.number, box)
            left = box.right + px(10)
            size = self.studio.measures
            number = str(place.number + 1)
            write(surface, number, sans(size.normal, bold=True), TEXT, left=left, middle=row.top + px(24))
            name = place.name or ""
            write(surface, name, sans(size.small), MUTED, left=left, middle=row.top + px(46),
                  limit=row.right - left - 4)  # fmt: skip
        if self._target is not None:
            at = inner.top + self._target * self._row - self.scroll
            surface.fill(ACCENT, (inner.left + px(4), at - px(1), inner.width - px(12), px(3)))
        if (plus := self._plus()).height:
            pygame.draw.rect(surface, HOLLOW, plus, 1, border_radius=px(4))
            small = sans(self.studio.measures.small)
            write(surface, "+ new level", small, MUTED, centre=plus.centerx, middle=plus.centery)
        self.draw_bar(surface)
        surface.set_clip(self.rect)
        surface.fill(EDGE, (self.rect.right - 1, self.rect.top, 1, self.rect.height))

    def _current(self) -> int:
        studio = self.studio
        return studio.workspace.playing.level if studio.mode == "play" else studio.bench.level

    def _draw_picture(self, surface: pygame.Surface, number: int, box: pygame.Rect) -> None:
        good = self.studio.bench.good
        if good is None or good.program is None or number >= len(good.program.levels):
            pygame.draw.rect(surface, HOLLOW, box, 1)
            return
        key = (self.studio.bench.looks, good.program.levels[number], box.size)
        kept = self._pictures.get(number)
        if (kept is None or kept[0] != key) and self._fresh:
            self.studio.dirty = True  # one in a picture of the window: drawing a level may take some milliseconds
        elif kept is None or kept[0] != key:
            self._fresh = True
            whole = surface_of(boards.board(good.program, number).pixels)
            scale = min(box.width / whole.get_width(), box.height / whole.get_height())
            size = max(1, round(whole.get_width() * scale)), max(1, round(whole.get_height() * scale))
            kept = self._pictures[number] = (key, pygame.transform.smoothscale(whole.convert(24), size))
        if kept is not None:
            surface.blit(kept[1], kept[1].get_rect(center=box.center))

    def _at(self, at: Point) -> int | None:
        number = (at[1] - self.inner.top + self.scroll) // self._row
        return number if at[1] >= self.inner.top and number < len(self.studio.bench.document.places.levels) else None

    def press(self, at: Point, button: int, mods: int) -> bool:
        """Go to a level."""
        number = self._at(at)
        if number is None or button != pygame.BUTTON_LEFT:
            if button == pygame.BUTTON_LEFT and self._plus().collidepoint(at):
                self.studio.run_command(self.studio.commands.named("new level"))
            return False
        if self.studio.mode == "play":
            session = self.studio.workspace.playing.session
            if session is not None:
                session.go_to(number, self.studio.clock())
            return False
        self.studio.bench.go_to_level(number)
        self._dragged = number
        return True

    def drag(self, at: Point, mods: int) -> None:
        """Show where the level would come to."""
        if self._dragged is None:
            return
        count = len(self.studio.bench.document.places.levels)
        target = max(0, min(count, (at[1] - self.inner.top + self.scroll + self._row // 2) // self._row))
        self._target = None if target in (self._dragged, self._dragged + 1) else target

    def release(self, at: Point, button: int, mods: int) -> None:
        """Move the level."""
        dragged, target, self._dragged, self._target = self._dragged, self._target, None, None
        if dragged is None or target is None:
            return
        bench = self.studio.bench
        to = target - (target > dragged)
        places = bench.document.places
        if bench.attempt("move level", lambda: levels.move(places, places.levels[dragged], to)):
            bench.level = to

    def hover(self, at: Point | None) -> None:
        """Outline the row under the mouse."""
        self._hovered = self._at(at) if at is not None else None

    def tip(self, at: Point) -> str:
        """What a row offers."""
        number = self._at(at)
        if number is None:
            return ""
        place = self.studio.bench.document.places.levels[number]
        how = "press to play it" if self.studio.mode == "play" else "press to edit it, drag to move it"
        return f"level {number + 1}{': ' + place.name if place.name else ''}\n{how}"
