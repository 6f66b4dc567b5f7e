"""The frame that is played, with what stands around it: the picture of the play window, as a view.

What is past has the edge of a film and says so; two takes that are compared stand side by side.
"""

from __future__ import annotations

import pygame

from arcg.editor import draw
from arcg.editor.lettering import sans, write
from arcg.editor.studio.beside import draw_pair
from arcg.editor.studio.canvas_view import dashed
from arcg.editor.studio.film import film_edge
from arcg.editor.studio.theme import PAST, SURROUND
from arcg.editor.studio.view import Point, View
from arcg.runtime.engine import Action

_HEADING = 34
"""From the top of the heading above the frame to the frame."""

_LOWEST = 14
"""Height of a label that can still be read."""


class PlayView(View):
    """Shows the session; a press is a click of the game."""

    _mouse: Point | None = None
    _report = draw.Report(0, 0)
    _scroll = 0

    def draw(self, surface: pygame.Surface) -> None:
        """The session's view, or two takes, in the frame that says whether this is play or the past."""
        playing = self.studio.workspace.playing
        session, pair = playing.session, playing.back.pair
        if session is None:
            return
        inside = self._inside()
        if pair is not None and pair.has(session.take):
            draw_pair(surface.subsurface(inside), self.studio, session, pair)
            return
        mouse = (self._mouse[0] - inside.left, self._mouse[1] - inside.top) if self._mouse else None
        self._report = draw.draw(
            surface.subsurface(inside), session.view(), mouse=mouse, scroll=self._scroll, keys=False
        )
        if playing.looking_back:
            place = draw.layout(*inside.size)
            frame = pygame.Rect(inside.left + place.left, inside.top + place.top, place.side, place.side)
            surface.set_clip(pygame.Rect(inside.left, inside.top, inside.width, self._report.top))
            film_edge(surface, frame)
            self._label(surface, inside, frame)
            surface.set_clip(self.rect)
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

    def _label(self, surface: pygame.Surface, inside: pygame.Rect, frame: pygame.Rect) -> None:
        """What says that this is the past, hanging from the upper edge where there is room for it."""
        measures, back = self.studio.measures, self.studio.commands.named("last turn").shown_keys
        height = min(measures.px(20), frame.top - _HEADING - inside.top)
        if height < _LOWEST:
            return
        said, font = f"THE PAST    {back}: back to the present", sans(height * 2 // 3, bold=True)
        tab = pygame.Rect(0, inside.top, font.size(said)[0] + 2 * height, height)
        tab.centerx = frame.centerx
        pygame.draw.rect(surface, PAST, tab, border_bottom_left_radius=6, border_bottom_right_radius=6)
        write(surface, said, font, SURROUND, centre=tab.centerx, middle=tab.centery - 1)

    def _inside(self) -> pygame.Rect:
        return self.rect.inflate(-2 * self.studio.measures.px(4), -2 * self.studio.measures.px(4))

    def press(self, at: Point, button: int, mods: int) -> bool:
        """Click into the game."""
        playing, inside = self.studio.workspace.playing, self._inside()
        session, alone = playing.session, playing.back.pair is None
        pixel = draw.layout(*inside.size).pixel(at[0] - inside.left, at[1] - inside.top)
        above = at[1] - inside.top < self._report.top
        if session is not None and alone and pixel and button == pygame.BUTTON_LEFT and above:
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
