"""The edge of a film, which marks what is past: a shape that is seen without its colour."""

from __future__ import annotations

import pygame

from arcg.editor.studio.theme import PAST, SURROUND

_EDGE = 14
"""Its width in pixels of the window; the play window leaves so much free beside the frame."""


def film_edge(surface: pygame.Surface, frame: pygame.Rect) -> None:
    """The edges of a film at the left and the right of what is shown: what is seen between them is past."""
    side, hole = _EDGE, _EDGE // 2
    for left in (frame.left - side - 2, frame.right + 2):
        surface.fill(PAST, (left, frame.top - 2, side, frame.height + 4))
        count = frame.height // (2 * hole)
        for number in range(count):
            top = frame.top + (2 * number + 1) * frame.height // (2 * count) - hole // 2
            pygame.draw.rect(surface, SURROUND, (left + (side - hole) // 2, top, hole, hole), border_radius=2)
    for top in (frame.top - 2, frame.bottom):
        surface.fill(PAST, (frame.left - 2, top, frame.width + 4, 2))
