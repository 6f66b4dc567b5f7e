"""The frame that is played, with what stands around it: the picture of the play window, as a view."""

from __future__ import annotations

import pygame

from arcg.editor import draw
from arcg.editor.studio.view import Point, View
from arcg.runtime.engine import Action


class PlayView(View):
    """Shows the session; a press is a click of the game."""

    _mouse: Point | None = None
    _report = draw.Report(0, 0)
    _scroll = 0

    def draw(self, surface: pygame.Surface) -> None:
        """The session's view, in the frame that says that this is play."""
        session = self.studio.workspace.playing.session
        if session is None:
            return
        inside = self._inside()
        mouse = (self._mouse[0] - inside.left, self._mouse[1] - inside.top) if self._mouse else None
        self._report = draw.draw(surface.subsurface(inside), session.view(), mouse=mouse, scroll=self._scroll)

    def _inside(self) -> pygame.Rect:
        return self.rect.inflate(-2 * self.studio.measures.px(4), -2 * self.studio.measures.px(4))

    def press(self, at: Point, button: int, mods: int) -> bool:
        """Click into the game."""
        session, inside = self.studio.workspace.playing.session, self._inside()
        pixel = draw.layout(*inside.size).pixel(at[0] - inside.left, at[1] - inside.top)
        if session is not None and pixel and button == pygame.BUTTON_LEFT and at[1] - inside.top < self._report.top:
            session.act(Action.CLICK, self.studio.clock(), x=pixel[0], y=pixel[1])
        return False

    def hover(self, at: Point | None) -> None:
        """Outline the pixel under the mouse."""
        self._mouse = at

    def wheel(self, at: Point, across: int, down: int, mods: int) -> bool:
        """Scroll the report on mistakes."""
        before = self._scroll
        self._scroll = max(0, min(self._scroll + 3 * down, self._report.furthest))
        return self._scroll != before
