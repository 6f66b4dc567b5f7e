"""The marks of turns on the timeline: an arrow, a dot, a cross-hair or a hook for what was done, drawn small.

Takes an action and a size, gives a picture with a clear ground. The shapes are told apart without colours.
"""

from __future__ import annotations

from functools import cache

import pygame

from arcg.editor.studio.theme import Colour
from arcg.runtime.engine import Action

_FINE = 4

_ARROW = ((0.5, 0.06), (0.94, 0.56), (0.64, 0.56), (0.64, 0.94), (0.36, 0.94), (0.36, 0.56), (0.06, 0.56))
_TURNED = {Action.UP: 0, Action.LEFT: 90, Action.DOWN: 180, Action.RIGHT: 270}


@cache
def turn_mark(action: Action, size: int, colour: Colour) -> pygame.Surface:
    """The mark of an action, `size` pixels square."""
    side = size * _FINE
    big = pygame.Surface((side, side), pygame.SRCALPHA)
    thick, middle = max(1, round(side * 0.13)), (side / 2, side / 2)
    match action:
        case Action.ACT:
            pygame.draw.circle(big, colour, middle, side * 0.34)
        case Action.CLICK:
            pygame.draw.circle(big, colour, middle, side * 0.3, thick)
            for ends in (((0, 0.5), (1, 0.5)), ((0.5, 0), (0.5, 1))):
                pygame.draw.lines(big, colour, False, [(x * side, y * side) for x, y in ends], thick)
            pygame.draw.circle(big, (0, 0, 0, 0), middle, side * 0.14)
        case Action.UNDO:
            path = [(0.3, 0.34), (0.66, 0.34), (0.86, 0.54), (0.86, 0.66), (0.68, 0.84), (0.4, 0.84)]
            pygame.draw.lines(big, colour, False, [(x * side, y * side) for x, y in path], thick)
            head = ((0.04, 0.34), (0.38, 0.06), (0.38, 0.62))
            pygame.draw.polygon(big, colour, [(x * side, y * side) for x, y in head])
        case Action.RESET:
            pygame.draw.rect(big, colour, (side * 0.2, side * 0.2, side * 0.6, side * 0.6), thick)
        case _:
            pygame.draw.polygon(big, colour, [(x * side, y * side) for x, y in _ARROW])
            big = pygame.transform.rotate(big, _TURNED[action])
    return pygame.transform.smoothscale(big, (size, size))
