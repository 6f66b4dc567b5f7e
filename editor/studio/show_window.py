"""The window in which a recording is shown: the picture, what was done, and a bar to go anywhere in it.

Takes a `Showing`, gives it the keys, the mouse and the time, and draws it. It waits for events, so standing costs
nothing.
"""

from __future__ import annotations

import time

import pygame

from arcg.editor import draw
from arcg.editor.lettering import EDGE, FAINT, GOOD, MUTED, SURROUND, TEXT, sans, write
from arcg.editor.showing import HELP, Showing
from arcg.editor.window import events, icon, window_scale

_BAR = 6
"""Height of the bar."""

_REACH = 12
"""Pixels around the bar that belong to it."""


class ShowWindow:
    """An open window that shows a recording until it is closed.

    Args:
        showing: what to show.
        scale: window pixels for a frame pixel at the start; by default as the desktop allows.

    Raises:
        pygame.error: there is no display.
    """

    def __init__(self, showing: Showing, *, scale: int | None = None) -> None:
        self._showing = showing
        self.running = True
        self._dragged = False
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_caption(f"{showing.recording.path.name} - arcg")
        pygame.display.set_icon(icon())
        self._screen = pygame.display.set_mode(draw.window_size(scale or window_scale()), pygame.RESIZABLE)
        pygame.key.set_repeat(260, 60)

    def run(self) -> None:
        """Show until the window is closed."""
        try:
            self._draw()
            while self.running:
                self.turn()
        finally:
            pygame.display.quit()

    def turn(self) -> None:
        """Wait for the next thing to happen and deal with it."""
        wait = self._showing.wait(time.monotonic())
        changed = False
        for event in events(1.0 if wait is None else min(1.0, wait)):
            changed |= self._handle(event)
        changed |= self._showing.advance(time.monotonic())
        if changed and self.running:
            self._draw()

    def _handle(self, event: pygame.Event) -> bool:
        """Whether the picture may have changed."""
        match event.type:
            case pygame.QUIT:
                self.running = False
            case pygame.KEYDOWN:
                name = event.unicode if event.unicode and event.unicode in "+-=" else pygame.key.name(event.key)
                self.running = self._showing.key(name, time.monotonic())
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_LEFT:
                self._dragged = self._bar().inflate(2 * _REACH, 2 * _REACH).collidepoint(event.pos)
                if self._dragged:
                    self._drag(event.pos[0])
            case pygame.MOUSEBUTTONUP:
                self._dragged = False
                return False
            case pygame.MOUSEMOTION if self._dragged:
                self._drag(event.pos[0])
            case pygame.VIDEORESIZE | pygame.WINDOWEXPOSED:
                self._screen = pygame.display.get_surface() or self._screen
            case _:
                return False
        return True

    def _drag(self, x: int) -> None:
        bar = self._bar()
        self._showing.go_to(max(0.0, min(1.0, (x - bar.left) / max(1, bar.width))))

    def _bar(self) -> pygame.Rect:
        place = draw.layout(*self._screen.get_size())
        return pygame.Rect(place.left, place.top + place.side + 12, place.side, _BAR)

    def _draw(self) -> None:
        paint(self._screen, self._showing, self._bar())
        pygame.display.flip()


def paint(surface: pygame.Surface, showing: Showing, bar: pygame.Rect) -> None:
    """Draw everything; `bar` is where the bar lies."""
    surface.fill(SURROUND)
    place = draw.layout(*surface.get_size())
    clicked = showing.clicked()
    at = None
    if clicked is not None:
        x, y = clicked
        at = (place.left + x * place.scale, place.top + y * place.scale)
    draw.picture(surface, showing.frame, place, at)
    left, right = place.left, place.left + place.side
    start = write(surface, showing.head(), sans(15), MUTED, right=right, middle=place.top - 24, limit=place.side)
    write(surface, showing.name, sans(16, bold=True), TEXT, left=left, middle=place.top - 24, limit=start - 12 - left)
    pygame.draw.rect(surface, EDGE, bar, border_radius=3)
    pygame.draw.rect(surface, GOOD, (bar.left, bar.top, round(bar.width * showing.done), bar.height), border_radius=3)
    middle = bar.bottom + 18
    write(surface, showing.foot(), sans(15), TEXT, left=left, middle=middle, limit=place.side)
    font, x = sans(13), left
    for key, does in HELP:
        if x + font.size(f"{key} {does}")[0] > right:
            break
        for part, colour in ((key + " ", MUTED), (does, FAINT)):
            write(surface, part, font, colour, left=x, middle=middle + 22)
            x += font.size(part)[0]
        x += 16
