"""The window's lettering: its colours, its fonts, one line of text cut to fit.

Takes pygame surfaces and text; every window of ours writes with it.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

import pygame

Colour = tuple[int, int, int]

SURROUND = (23, 23, 26)
EDGE = (52, 52, 58)
TEXT = (228, 228, 231)
MUTED = (138, 138, 148)
FAINT = (104, 104, 114)
HOLLOW = (66, 66, 73)
GOOD = (98, 200, 110)
BAD = (245, 104, 94)
WARN = (240, 180, 70)
PANEL = (29, 29, 33)


@cache
def sans(size: int, *, bold: bool = False) -> pygame.Font:
    """The font of labels."""
    return _font("NotoSans-Bold.ttf" if bold else "NotoSans-Regular.ttf", size)


@cache
def mono(size: int) -> pygame.Font:
    """The font of what stands in files."""
    return _font("FiraCode-Regular.ttf", size)


def _font(name: str, size: int) -> pygame.Font:
    """A font that comes with the widgets: the same on every machine, and found without asking the system (0.1 s)."""
    found = find_spec("pygame_gui")
    assert found is not None, "a dependency"
    assert found.origin is not None, "a package in a folder"
    return pygame.font.Font(Path(found.origin).with_name("data") / name, size)


@lru_cache(maxsize=4096)
def _rendered(font: pygame.Font, said: str, colour: Colour) -> pygame.Surface:
    """A line of text; most of what is written in a window stays the same from picture to picture."""
    return font.render(said, True, colour)


def write(
    surface: pygame.Surface,
    said: str,
    font: pygame.Font,
    colour: Colour,
    *,
    middle: int,
    left: int | None = None,
    right: int | None = None,
    centre: int | None = None,
    limit: int | None = None,
) -> int:
    """One line of text, cut to `limit` pixels; placed by its left or right edge or centre. Returns its left edge."""
    if limit is not None and font.size(said)[0] > limit:
        while said and font.size(said + "…")[0] > limit:
            said = said[:-1]
        said = said + "…" if said else ""
    picture = _rendered(font, said, colour)
    if right is not None:
        left = right - picture.get_width()
    elif centre is not None:
        left = centre - picture.get_width() // 2
    assert left is not None, "a text needs a place"
    surface.blit(picture, (left, middle - picture.get_height() // 2))
    return left
