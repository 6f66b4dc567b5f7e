"""The sixteen colours and the see-through one, each with its number, so that they are told apart by everybody."""

from __future__ import annotations

import pygame

from arcg.dsl.model import COLOURS
from arcg.editor.lettering import mono, sans, write
from arcg.editor.studio.pixels import checkers
from arcg.editor.studio.theme import EDGE, MUTED, TEXT
from arcg.editor.studio.view import Point, View
from arcg.runtime.palette import PALETTE

SIGNS = "0123456789abcdef"


class ColoursView(View):
    """A press chooses what is painted with."""

    title = "COLOURS"

    def _box(self, number: int) -> pygame.Rect:
        px = self.studio.measures.px
        width = (self.inner.width - px(20)) // 6
        height = px(38)
        return pygame.Rect(
            self.inner.left + px(10) + number % 6 * width, self.inner.top + number // 6 * (height + px(4)),
            width - px(4), height,
        )  # fmt: skip

    def fixed_height(self) -> int:
        """Three rows of tiles and a line."""
        return self.studio.measures.px(26 + 3 * 42 + 40)

    def draw(self, surface: pygame.Surface) -> None:
        """Seventeen tiles."""
        super().draw(surface)
        px, font = self.studio.measures.px, mono(self.studio.measures.small)
        for number, sign in enumerate([*SIGNS, "."]):
            box = self._box(number)
            if sign == ".":
                surface.blit(checkers(*box.size, px(8)), box)
                bright = False
            else:
                red, green, blue = PALETTE[number].tolist()
                surface.fill((red, green, blue), box)
                bright = 3 * red + 6 * green + blue > 1280
            write(surface, sign, font, (0, 0, 0) if bright else (255, 255, 255), centre=box.centerx, middle=box.centery)
            if sign == self.studio.bench.colour:
                pygame.draw.rect(surface, (0, 0, 0), box.inflate(px(4), px(4)), px(4))
                pygame.draw.rect(surface, (255, 255, 255), box.inflate(px(5), px(5)), px(2))
        said = _name(self.studio.bench.colour)
        small = sans(self.studio.measures.small)
        row = self._box(12)
        write(surface, said, small, TEXT, left=row.left, middle=row.bottom + px(18))
        write(surface, "key " + self.studio.bench.colour, small, MUTED, right=self.inner.right - px(14),
              middle=row.bottom + px(18))  # fmt: skip
        surface.fill(EDGE, (self.rect.left, self.rect.top, 1, self.rect.height))

    def _at(self, at: Point) -> str:
        return next((sign for number, sign in enumerate([*SIGNS, "."]) if self._box(number).collidepoint(at)), "")

    def press(self, at: Point, button: int, mods: int) -> bool:
        """Choose a colour."""
        if button == pygame.BUTTON_LEFT and (sign := self._at(at)):
            self.studio.bench.colour = sign
        return False

    def tip(self, at: Point) -> str:
        """The colour's name."""
        sign = self._at(at)
        return f"{_name(sign)}\nkey {sign}" if sign else ""


def _name(sign: str) -> str:
    return "see-through" if sign == "." else f"{COLOURS[SIGNS.index(sign)]} ({SIGNS.index(sign)})"
