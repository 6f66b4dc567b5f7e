"""Palette numbers as pygame pictures."""

from __future__ import annotations

import numpy as np
import pygame
from numpy.typing import NDArray

from arcg.runtime.palette import PALETTE


def surface_of(pixels: NDArray[np.integer]) -> pygame.Surface:
    """A picture of palette numbers, shape (height, width); where they are -1 it is see-through."""
    height, width = pixels.shape
    colours = PALETTE[np.maximum(pixels, 0)]
    if int(pixels.min(initial=0)) >= 0:
        return pygame.image.frombuffer(colours.tobytes(), (width, height), "RGB").copy()
    alpha = np.where(pixels < 0, 0, 255).astype(np.uint8)
    return pygame.image.frombuffer(np.dstack([colours, alpha]).tobytes(), (width, height), "RGBA").copy()


def enlarged(pixels: NDArray[np.integer], scale: int) -> pygame.Surface:
    """The same, each pixel a square of `scale`."""
    small = surface_of(pixels)
    return pygame.transform.scale(small, (small.get_width() * scale, small.get_height() * scale))


def checkers(width: int, height: int, side: int) -> pygame.Surface:
    """The ground of what is see-through: squares of two greys."""
    ground = pygame.Surface((width, height))
    ground.fill((58, 58, 64))
    for top in range(0, height, side):
        for left in range(top // side % 2 * side, width, 2 * side):
            ground.fill((72, 72, 79), (left, top, side, side))
    return ground
