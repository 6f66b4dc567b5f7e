"""Small marks beside texts: shapes that are told apart without their colours, which no font has to know."""

from __future__ import annotations

from functools import cache
from typing import Literal

import pygame

from arcg.dsl.diagnostics import Severity
from arcg.editor.studio.theme import ACCENT, BAD, WARN, Colour

Mark = Literal["tick", "cross", "triangle", "left", "right", "dot", "ring", "lost", "bolt"]

FOUND: dict[Severity, tuple[Mark, Colour]] = {
    "error": ("cross", BAD),
    "warning": ("triangle", WARN),
    "advice": ("ring", ACCENT),
}
"""The mark and the colour of what the checks find."""

_FINE = 4
_SHAPES: dict[str, tuple[tuple[float, float], ...]] = {
    "triangle": ((0.5, 0.08), (0.98, 0.92), (0.02, 0.92)),
    "left": ((0.1, 0.5), (0.85, 0.05), (0.85, 0.95)),
    "right": ((0.9, 0.5), (0.15, 0.05), (0.15, 0.95)),
    "bolt": ((0.62, 0.0), (0.16, 0.58), (0.46, 0.58), (0.34, 1.0), (0.86, 0.38), (0.54, 0.38)),
}
_LINES: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "tick": (((0.08, 0.55), (0.38, 0.85), (0.92, 0.15)),),
    "cross": (((0.15, 0.15), (0.85, 0.85)), ((0.85, 0.15), (0.15, 0.85))),
    "lost": (((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9), (0.1, 0.1)), ((0.1, 0.1), (0.9, 0.9))),
}


def mark(
    surface: pygame.Surface, name: Mark, centre: tuple[int, int], size: int, colour: tuple[int, int, int]
) -> pygame.Rect:
    """Draw a mark; where it lies."""
    picture = _picture(name, size, colour)
    place = picture.get_rect(center=centre)
    surface.blit(picture, place)
    return place


def finding_mark(surface: pygame.Surface, severity: Severity, centre: tuple[int, int], size: int) -> pygame.Rect:
    """Draw the mark of a finding; where it lies."""
    name, colour = FOUND[severity]
    return mark(surface, name, centre, size, colour)


@cache
def _picture(name: Mark, size: int, colour: tuple[int, int, int]) -> pygame.Surface:
    side = size * _FINE
    big = pygame.Surface((side, side), pygame.SRCALPHA)
    if name in _SHAPES:
        pygame.draw.polygon(big, colour, [(x * side, y * side) for x, y in _SHAPES[name]])
    elif name in _LINES:
        for line in _LINES[name]:
            placed = [(x * side, y * side) for x, y in line]
            pygame.draw.lines(big, colour, False, placed, side // 6)
            for point in placed:
                pygame.draw.circle(big, colour, point, side // 12)
    else:
        width = 0 if name == "dot" else side // 7
        pygame.draw.circle(big, colour, (side / 2, side / 2), side * 0.42, width)
    return pygame.transform.smoothscale(big, (size, size))
