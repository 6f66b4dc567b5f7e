"""What lies under the mouse while playing, and the counters of the world: in words, live."""

from __future__ import annotations

import pygame

from arcg.editor.lettering import sans, write
from arcg.editor.studio.theme import EDGE, FAINT, MUTED, TEXT
from arcg.editor.studio.view import View


class InspectView(View):
    """Lines: the world, then the cell under the mouse."""

    title = "UNDER THE MOUSE"

    def draw(self, surface: pygame.Surface) -> None:
        """As many lines as fit."""
        super().draw(surface)
        workspace, px = self.studio.workspace, self.studio.measures.px
        position = workspace.insight.position
        small = sans(self.studio.measures.small)
        left, limit, top = self.rect.left + px(12), self.rect.width - px(22), self.inner.top + px(10)
        pixel = workspace.play_view.pixel
        lines = list(position.under(*pixel).words) if position is not None and pixel is not None else []
        if not lines:
            write(surface, "point at the frame", small, FAINT, left=left, middle=top)
            top += px(20)
        for number, line in enumerate(lines):
            write(surface, line, small, TEXT if number else MUTED, left=left, middle=top, limit=limit)
            top += px(20)
        world = position.world if position is not None else ()
        if world:
            top += px(6)
            surface.fill(EDGE, (self.rect.left, top - px(8), self.rect.width, 1))
            bold = sans(self.studio.measures.small, bold=True)
            write(surface, "THE WORLD", bold, MUTED, left=self.rect.left + px(10), middle=top + px(6))
            top += px(26)
        for line in world:
            name, _, value = line.partition(" ")
            write(surface, name, small, MUTED, left=left, middle=top, limit=limit // 2)
            write(surface, value, small, TEXT, right=self.rect.right - px(12), middle=top, limit=limit // 2)
            top += px(20)
        surface.fill(EDGE, (self.rect.left, self.rect.top, 1, self.rect.height))
