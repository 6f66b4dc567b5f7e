"""The help overlay: every command of the present mode with its key, over everything else.

Takes events while it is open; any key or press closes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from arcg.editor.lettering import sans, write
from arcg.editor.studio.commands import MENUS, key_text
from arcg.editor.studio.theme import ACCENT, MUTED, TEXT

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio

_MOUSE = {
    "level": (("drag", "paint with the tool"), ("right button", "pick what is there"), ("wheel", "zoom"),
              ("drag the board's edge", "resize"), ("middle button", "move the view")),
    "picture": (("drag", "paint with the tool"), ("right button", "pick a colour"), ("wheel", "zoom")),
    "play": (("press", "click"), ("drag the timeline", "look back"), ("wheel on the timeline", "turn by turn"),
             ("press another take", "look at it")),
    "source": (("press", "go to a line"), ("wheel", "scroll")),
}  # fmt: skip


class Help:
    """The overlay; `open` says whether it is seen."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self.open = False

    def handle(self, event: pygame.Event) -> None:
        """Any key or press closes it."""
        self.open = False

    def draw(self, surface: pygame.Surface) -> None:
        """Everything in columns."""
        studio = self._studio
        veil = pygame.Surface(studio.size, pygame.SRCALPHA)
        veil.fill((12, 12, 14, 247))
        surface.blit(veil, (0, 0))
        blocks = self._blocks()
        width, height = studio.size
        size = next((s for s in (15, 14, 13, 12, 11, 10, 9) if self._fits(blocks, studio.measures.px(s))), 9)
        size = studio.measures.px(size)
        line, column = _line(size), self._column(blocks, size)
        left, top = studio.measures.px(28), studio.measures.px(56)
        title = {"play": "Keys while playing", "level": "Keys on a level", "picture": "Keys on a picture",
                 "source": "Keys on the text"}[studio.mode]  # fmt: skip
        write(surface, title, sans(size + 4, bold=True), TEXT, left=left, middle=top - line)
        write(surface, "any key closes this", sans(size), MUTED, right=width - left, middle=top - line)
        at = top
        for heading, rows in blocks:
            if at + line * (len(rows) + 1) > height - 20 and at > top:
                left, at = left + column, top
            write(surface, heading, sans(size, bold=True), ACCENT, left=left, middle=at + line // 2)
            at += line
            keys_width = max(sans(size).size(keys)[0] for keys, _ in rows) + studio.measures.px(14)
            for keys, does in rows:
                write(surface, keys, sans(size), TEXT, left=left, middle=at + line // 2)
                write(surface, does, sans(size), MUTED, left=left + keys_width, middle=at + line // 2)
                at += line
            at += line // 2

    def _blocks(self) -> list[tuple[str, list[tuple[str, str]]]]:
        studio = self._studio
        blocks = []
        blocks.append(("Mouse", list(_MOUSE[studio.mode])))
        for menu in MENUS:
            offered = [command for command in studio.commands.menu(menu) if studio.mode in command.modes]
            rows = [(" ".join(key_text(key) for key in command.keys), command.title) for command in offered]
            if rows:
                blocks.append((menu, rows))
        return blocks

    def _column(self, blocks: list[tuple[str, list[tuple[str, str]]]], size: int) -> int:
        font = sans(size)
        widths = [
            max(font.size(keys)[0] for keys, _ in rows) + max(font.size(does)[0] for _, does in rows)
            for _, rows in blocks
        ]
        return max(widths) + self._studio.measures.px(40)

    def _fits(self, blocks: list[tuple[str, list[tuple[str, str]]]], size: int) -> bool:
        line, top = _line(size), self._studio.measures.px(56)
        columns, at = 1, top
        for _, rows in blocks:
            if at + line * (len(rows) + 1) > self._studio.size[1] - 20 and at > top:
                columns, at = columns + 1, top
            at += line * (len(rows) + 1) + line // 2
        return columns * self._column(blocks, size) + self._studio.measures.px(40) <= self._studio.size[0]


def _line(size: int) -> int:
    return size * 3 // 2
