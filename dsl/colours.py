"""The sixteen colours as numbers, and how different they are to the eye."""

from __future__ import annotations

import math
from functools import cache

HEX: tuple[str, ...] = (
    "FFFFFF", "CCCCCC", "999999", "666666", "333333", "000000", "E53AA3", "FF7BCC",
    "F93C31", "1E93FF", "88D8F1", "FFDC00", "FF851B", "921231", "4FCC30", "A356D6",
)  # fmt: skip
"""The official colours by number, as RRGGBB."""


def distance(first: int, second: int) -> float:
    """How different two colours are to the eye: their distance in CIE L*a*b*, about 100 from white to black."""
    return math.dist(_lab(first), _lab(second))


@cache
def _lab(colour: int) -> tuple[float, float, float]:
    """The place of a colour in CIE L*a*b* (white point D65), where distance is what the eye sees."""
    red, green, blue = (_light(int(HEX[colour][start : start + 2], 16) / 255) for start in (0, 2, 4))
    x = _root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505)
    y = _root(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = _root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.0888)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _light(share: float) -> float:
    """The light of a part of an sRGB colour."""
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _root(light: float) -> float:
    return light ** (1 / 3) if light > (6 / 29) ** 3 else light / (3 * (6 / 29) ** 2) + 4 / 29
