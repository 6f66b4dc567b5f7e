"""Fonts of the machine as masks: read where they lie, to train the recogniser and to measure it. None is kept.

Bitmap fonts come from the package `pyfiglet`, outlines from the package `pygame` and from the system; outlines are
drawn small and without grey.
"""

from __future__ import annotations

import os
import string
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from arcg.dsl.knowledge.masks import Mask, crop, is_large

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # pygame greets on standard output when it is imported

CHARACTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits

LARGEST = 16
"""Glyphs are at most so many cells wide and high, and at least 3 one way and 5 the other."""


@dataclass(frozen=True, slots=True)
class Font:
    """A font in one size: `glyphs` by character, each cropped."""

    name: str
    glyphs: dict[str, Mask]

    @property
    def size(self) -> str:
        """The size of most capitals and digits, such as `5x7`."""
        shapes = [self.glyphs[char].shape for char in self.glyphs if char.isupper() or char.isdigit()]
        height, width = max(sorted(set(shapes)), key=shapes.count)
        return f"{width}x{height}"


def fits(mask: Mask) -> bool:
    """Whether a glyph is of the sizes that are spoken of: 3x5 to 16x16."""
    return is_large(mask.shape) and max(mask.shape) <= LARGEST


def bitmap(name: str) -> Font | None:
    """A bitmap font of `pyfiglet` by its name there, or None if that package is not at hand."""
    if find_spec("pyfiglet") is None:
        return None
    import pyfiglet

    figlet = pyfiglet.Figlet(font=name, width=200)
    glyphs = {}
    for char in CHARACTERS:
        rows = figlet.renderText(char).split("\n")
        width = max(map(len, rows), default=0)
        mask = np.array([[cell != " " for cell in row.ljust(width)] for row in rows], dtype=np.bool_)
        if mask.any():
            glyphs[char] = crop(mask)
    return Font(name, glyphs)


def outline(path: Path, size: int, name: str) -> Font | None:
    """An outline font drawn without grey at `size` pixels, or None if it is not at hand."""
    import pygame.freetype

    if not path.is_file():
        return None
    pygame.freetype.init()
    font = pygame.freetype.Font(str(path), size)
    font.antialiased = False
    glyphs = {}
    for char in CHARACTERS:
        surface, _ = font.render(char, fgcolor=(255, 255, 255), bgcolor=(0, 0, 0))
        pixels = pygame.surfarray.array3d(surface)[:, :, 0].T > 127
        if pixels.any():
            glyphs[char] = crop(pixels)
    return Font(f"{name} {size}px", glyphs)


def of_pygame(size: int) -> Iterator[Font]:
    """The outline fonts that `pygame` brings, at one size."""
    import pygame

    home = Path(pygame.__file__).parent
    for place in ("freesansbold.ttf", "examples/data/sans.ttf", "tests/fixtures/fonts/PlayfairDisplaySemibold.ttf"):
        font = outline(home / place, size, Path(place).stem)
        if font is not None:
            yield font
