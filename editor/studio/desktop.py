"""How large the window and its letters are on a desktop."""

from __future__ import annotations

import pygame


def usual_factor() -> float:
    """How much larger than plain the interface is: letters stay legible where pixels are small."""
    height = pygame.display.get_desktop_sizes()[0][1]
    return 2.0 if height >= 2800 else 1.5 if height >= 1900 else 1.25 if height >= 1400 else 1.0


def comfortable(smallest: tuple[int, int]) -> tuple[int, int]:
    """A size of the window that fits well."""
    width, height = pygame.display.get_desktop_sizes()[0]
    factor = usual_factor()
    most = round(1360 * factor), round(860 * factor)
    return min(most[0], max(smallest[0], width * 9 // 10)), min(most[1], max(smallest[1], height * 85 // 100))
