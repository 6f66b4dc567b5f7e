"""Sampling: a picture that is larger than a cell as the smaller picture that is drawn in its place.

The drawings of both engines use it, so that they show the same pixels.
"""

from __future__ import annotations

from typing import Final

Rows = tuple[tuple[int, ...], ...]

CLEAR: Final = -1
"""The pixel that nothing is drawn in."""


def sampled(rows: Rows, side: int) -> Rows:
    """The rows of a picture, scaled down so that it fits into a square of `side` pixels; as they are if it does.

    Each pixel takes the colour that covers most of the area that it stands for, of equals the first of the palette,
    and is clear if more than half of that area is. A picture with any colour keeps some: where it would lose all, the
    pixels with the most colour in their area show it. Turned and mirrored pictures give turned and mirrored ones.
    """
    height, width = len(rows), len(rows[0])
    longest = max(height, width)
    if longest <= side:
        return rows
    across, down = (max(1, (2 * size * side + longest) // (2 * longest)) for size in (width, height))
    shares = [[_shares(rows, y, x, down, across) for x in range(across)] for y in range(down)]
    area = height * width  # of one pixel, in the units of the shares
    made = tuple(tuple(_colour(share, area // 2) for share in row) for row in shares)
    if any(pixel != CLEAR for row in made for pixel in row):
        return made
    most = max(_covered(share) for row in shares for share in row)
    return tuple(tuple(_colour(share, area - most) if most else CLEAR for share in row) for row in shares)


def _shares(rows: Rows, y: int, x: int, down: int, across: int) -> dict[int, int]:
    """How much of the area of one pixel has which colour.

    A pixel of the picture is `down` units high and `across` wide, so that one of the result is as many units as the
    picture has pixels.
    """
    height, width = len(rows), len(rows[0])
    shares: dict[int, int] = {}
    for row, high in _overlaps(y, height, down):
        for column, wide in _overlaps(x, width, across):
            colour = rows[row][column]
            shares[colour] = shares.get(colour, 0) + high * wide
    return shares


def _overlaps(place: int, count: int, size: int) -> list[tuple[int, int]]:
    """The pixels of `size` units that the stretch of `count` units at `place` lies over, with how much of each."""
    start, end = place * count, (place + 1) * count
    pixels = range(start // size, -(-end // size))
    return [(pixel, min(end, (pixel + 1) * size) - max(start, pixel * size)) for pixel in pixels]


def _covered(shares: dict[int, int]) -> int:
    return sum(share for colour, share in shares.items() if colour != CLEAR)


def _colour(shares: dict[int, int], most_clear: int) -> int:
    """The colour of a pixel of which at most `most_clear` units may be clear."""
    if shares.get(CLEAR, 0) > most_clear:
        return CLEAR
    return min((-share, colour) for colour, share in shares.items() if colour != CLEAR)[1]
