"""The list of kinds on the left: the pictures of each; a press goes to one."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pygame

from arcg.editor import picturing
from arcg.editor.document.places import PicturePlace
from arcg.editor.lettering import sans, write
from arcg.editor.studio.colours_view import SIGNS
from arcg.editor.studio.pixels import checkers, enlarged
from arcg.editor.studio.theme import ACCENT, CHOSEN, EDGE, FAINT, HOLLOW, TEXT
from arcg.editor.studio.view import Point, ScrollingView

_HEAD, _TILE = 24, 46


class KindsView(ScrollingView):
    """Every kind with its pictures as tiles; a kind without one has an empty tile."""

    title = "KINDS"
    _hovered: tuple[str, int] | None = None
    _revealed: tuple[str, int] | None = None

    def _tiles(self) -> list[tuple[str, list[PicturePlace]]]:
        places = self.studio.bench.document.places
        return [(name, list(kind.pictures)) for kind in places.kinds for name in kind.names]

    @property
    def _columns(self) -> int:
        px = self.studio.measures.px
        return max(1, (self.inner.width - px(16)) // px(_TILE))

    def _boxes(self) -> list[tuple[pygame.Rect, str, int, PicturePlace | None]]:
        """Every tile: its place, its kind, the number of its picture (-1 for the name), and the picture."""
        px = self.studio.measures.px
        found: list[tuple[pygame.Rect, str, int, PicturePlace | None]] = []
        top = self.inner.top - self.scroll
        for name, pictures in self._tiles():
            head = pygame.Rect(self.inner.left + px(8), top, self.inner.width - px(18), px(_HEAD))
            found.append((head, name, -1, None))
            top += px(_HEAD)
            for number, picture in enumerate(pictures or [None]):
                left = self.inner.left + px(8) + number % self._columns * px(_TILE)
                if number and number % self._columns == 0:
                    top += px(_TILE)
                found.append((pygame.Rect(left, top, px(_TILE - 6), px(_TILE - 6)), name, number, picture))
            top += px(_TILE) + px(6)
        return found

    def content_height(self) -> int:
        """Height of all kinds."""
        boxes = self._boxes()
        return boxes[-1][0].bottom + self.scroll - self.inner.top + self.studio.measures.px(10) if boxes else 0

    def draw(self, surface: pygame.Surface) -> None:
        """Names and tiles."""
        super().draw(surface)
        self._reveal_chosen()
        bench, px = self.studio.bench, self.studio.measures.px
        self.scroll = min(self.scroll, self.furthest)
        surface.set_clip(self.inner)
        for box, name, number, picture in self._boxes():
            if not box.colliderect(self.inner):
                continue
            chosen = name == bench.kind
            if number < 0:
                font = sans(self.studio.measures.small, bold=chosen)
                write(surface, name, font, TEXT, left=box.left, middle=box.centery, limit=box.width)
                continue
            ground = CHOSEN if chosen and number == bench.picture else (40, 40, 46)
            pygame.draw.rect(surface, ground, box, border_radius=px(4))
            if picture is None:
                write(surface, "+", sans(px(18)), FAINT, centre=box.centerx, middle=box.centery)
            else:
                self._draw_picture(surface, picture, box.inflate(-px(8), -px(8)))
            if chosen and number == bench.picture:
                pygame.draw.rect(surface, ACCENT, box, px(2), border_radius=px(4))
            elif (name, number) == self._hovered:
                pygame.draw.rect(surface, HOLLOW, box, 1, border_radius=px(4))
        self.draw_bar(surface)
        surface.set_clip(self.rect)
        surface.fill(EDGE, (self.rect.right - 1, self.rect.top, 1, self.rect.height))

    def _reveal_chosen(self) -> None:
        """Scroll to the picture that is worked on, when it has become another one."""
        chosen = (self.studio.bench.kind, self.studio.bench.picture)
        if chosen == self._revealed:
            return
        self._revealed, above = chosen, self.inner.top - self.scroll
        for box, name, number, _ in self._boxes():
            if (name, number) == chosen:
                head = self.studio.measures.px(_HEAD)
                self.reveal(box.top - above - head, box.bottom - above + self.studio.measures.px(8))

    def _draw_picture(self, surface: pygame.Surface, picture: PicturePlace, box: pygame.Rect) -> None:
        made = _tile(tuple(row.text for row in picture.rows), box.size)
        surface.blit(made, made.get_rect(center=box.center))

    def _at(self, at: Point) -> tuple[str, int] | None:
        if not self.inner.collidepoint(at):
            return None
        return next(((name, max(0, number)) for box, name, number, _ in self._boxes() if box.collidepoint(at)), None)

    def press(self, at: Point, button: int, mods: int) -> bool:
        """Go to a picture."""
        found = self._at(at)
        if found is not None and button == pygame.BUTTON_LEFT:
            picturing.go_to_kind(self.studio.bench, *found)
        return False

    def hover(self, at: Point | None) -> None:
        """Outline the tile under the mouse."""
        self._hovered = self._at(at) if at is not None else None

    def tip(self, at: Point) -> str:
        """When a picture is shown."""
        for box, name, number, picture in self._boxes():
            if box.collidepoint(at) and picture is not None:
                return f"{name}, picture {number + 1}\n{'when ' + picture.when if picture.when else 'otherwise'}"
        return ""


@lru_cache(maxsize=512)
def _tile(rows: tuple[str, ...], size: tuple[int, int]) -> pygame.Surface:
    """A picture as large as fits."""
    pixels = pixels_of(rows)
    if not pixels.size:
        return pygame.Surface((0, 0))
    scale = max(1, min(size[0] // pixels.shape[1], size[1] // pixels.shape[0]))
    picture = enlarged(pixels, scale)
    made = checkers(*picture.get_size(), max(2, scale))
    made.blit(picture, (0, 0))
    return made


def pixels_of(rows: tuple[str, ...]) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    """The palette numbers of a picture as it is written, -1 see-through; what is no colour counts as see-through."""
    width = max(map(len, rows), default=0)
    numbers = [[SIGNS.find(sign) for sign in row.ljust(width, ".")] for row in rows]
    return np.array(numbers, np.int8).reshape(len(rows), width)
