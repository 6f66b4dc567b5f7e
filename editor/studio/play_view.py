"""The frame that is played, with what stands around it: the picture of the play window, as a view."""

from __future__ import annotations

import pygame

from arcg.editor import draw
from arcg.editor.studio.canvas_view import dashed
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
        self._report = draw.draw(
            surface.subsurface(inside), session.view(), mouse=mouse, scroll=self._scroll, keys=False
        )
        self._draw_firing(surface, inside)
        self._draw_next_move(surface, inside)

    def _draw_firing(self, surface: pygame.Surface, inside: pygame.Rect) -> None:
        """The cells of the firing that was chosen: dashed as they were, plain as they became."""
        insight = self.studio.workspace.insight
        firing, position = insight.firing, insight.position
        if firing is None or position is None:
            return
        for cells, became in ((firing.cells, False), (firing.became, True)):
            for cell in cells:
                if (box := position.box(*cell)) is None:
                    continue
                rect = self._in_window(inside, *box)
                if became:
                    pygame.draw.rect(surface, (0, 0, 0), rect.inflate(2, 2), 4)
                    pygame.draw.rect(surface, (255, 255, 255), rect, 2)
                else:
                    dashed(surface, (255, 255, 255), rect)

    def _draw_next_move(self, surface: pygame.Surface, inside: pygame.Rect) -> None:
        """Where the known way to win clicks next."""
        move = self.studio.workspace.insight.next_move
        if move is None or move.action != Action.CLICK:
            return
        rect = self._in_window(inside, move.x, move.y, 1, 1)
        for radius, colour in ((12, (0, 0, 0)), (10, (255, 255, 255))):
            pygame.draw.circle(surface, colour, rect.center, self.studio.measures.px(radius), 2)

    def _in_window(self, inside: pygame.Rect, x: int, y: int, width: int, height: int) -> pygame.Rect:
        """Some pixels of the frame, in window pixels."""
        place = draw.layout(*inside.size)
        left, top = inside.left + place.left + x * place.scale, inside.top + place.top + y * place.scale
        return pygame.Rect(left, top, width * place.scale, height * place.scale)

    @property
    def pixel(self) -> tuple[int, int] | None:
        """The pixel of the frame that is under the mouse."""
        inside = self._inside()
        if self._mouse is None:
            return None
        return draw.layout(*inside.size).pixel(self._mouse[0] - inside.left, self._mouse[1] - inside.top)

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
