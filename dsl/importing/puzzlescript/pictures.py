"""Sprites in any colours become pictures in the sixteen: each colour the nearest to the eye, no two sprites made equal.

Takes sprites as rows of RRGGBB or None (transparent). Nearest colours may make two sprites look alike that did not;
then a colour takes another of the sixteen, the one that costs the eye least, and where sixteen are too few, a picture
gets a texture of two.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import product

from arcg.dsl.colours import HEX

Sprite = tuple[tuple[str | None, ...], ...]
"""Rows of colours (RRGGBB), None where it is transparent; all sprites of a game are of one size."""

Picture = tuple[tuple[int, ...], ...]
"""Rows of colour numbers, -1 where it is transparent."""

COLOURS = range(len(HEX))
MOST_MOVES = 200


def paint(sprites: Mapping[str, Sprite]) -> dict[str, Picture]:
    """The picture of each sprite, by name. Sprites that differ become pictures that differ."""
    looks = sorted(set(sprites.values()), key=str)
    chosen = _choose(looks)
    pictures = _textured({sprite: _painted(sprite, chosen) for sprite in looks})
    return {name: pictures[sprite] for name, sprite in sprites.items()}


def nearest(colour: str) -> int:
    """The one of the sixteen that is nearest to the eye."""
    return min(COLOURS, key=lambda number: distance(colour, HEX[number]))


def distance(first: str, second: str) -> float:
    """How different two colours (RRGGBB) are on a board.

    That is their distance in OKLab (B. Ottosson, 2020) with half the weight for lightness: a dark green should become
    the one green there is, not a grey of the same lightness.
    """
    return math.dist(_place(first), _place(second))


@cache
def _place(colour: str) -> tuple[float, float, float]:
    """Half the lightness of a colour in OKLab, and its two other coordinates."""
    red, green, blue = (_light(int(colour[start : start + 2], 16) / 255) for start in (0, 2, 4))
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        (0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short) / 2,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def _light(share: float) -> float:
    """The light of a part of an sRGB colour."""
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _painted(sprite: Sprite, chosen: Mapping[str, int]) -> Picture:
    return tuple(tuple(-1 if colour is None else chosen[colour] for colour in row) for row in sprite)


def _choose(sprites: Sequence[Sprite]) -> dict[str, int]:
    """Which of the sixteen stands for each colour: the nearest, moved where sprites would become alike."""
    users: dict[str, list[Sprite]] = defaultdict(list)
    for sprite in sprites:
        for colour in _colours(sprite):
            users[colour].append(sprite)
    chosen = {colour: nearest(colour) for colour in sorted(users)}
    pictures = {sprite: _painted(sprite, chosen) for sprite in sprites}
    for _ in range(MOST_MOVES):
        moves = []
        for colour, number in product(sorted(_confused(pictures)), COLOURS):
            moved = pictures | {sprite: _painted(sprite, {**chosen, colour: number}) for sprite in users[colour]}
            cost = distance(colour, HEX[number]) - distance(colour, HEX[chosen[colour]])
            moves.append((-len(set(moved.values())), cost, colour, number))
        if not moves or -min(moves)[0] <= len(set(pictures.values())):
            break
        _, _, colour, number = min(moves)
        chosen[colour] = number
        pictures |= {sprite: _painted(sprite, chosen) for sprite in users[colour]}
    return chosen


def _confused(pictures: Mapping[Sprite, Picture]) -> set[str]:
    """The colours that tell sprites apart whose pictures are alike."""
    first: dict[Picture, Sprite] = {}
    found: set[str] = set()
    for sprite, picture in pictures.items():
        other = first.setdefault(picture, sprite)
        pairs = ((a, b) for ones, others in zip(sprite, other, strict=True) for a, b in zip(ones, others, strict=True))
        found |= {colour for a, b in pairs if a != b for colour in (a, b) if colour is not None}
    return found


def _colours(sprite: Sprite) -> set[str]:
    return {colour for row in sprite for colour in row if colour is not None}


# ---------------------------------------------------------------- textures


def _textured(pictures: Mapping[Sprite, Picture]) -> dict[Sprite, Picture]:
    """The pictures; one that still looks like an earlier one has every second pixel of a colour in another colour."""
    made: dict[Sprite, Picture] = {}
    seen: set[Picture] = set()
    for sprite, picture in pictures.items():
        if picture in seen:
            picture = next((mixed for mixed in _mixtures(sprite, picture) if mixed not in seen), picture)
        seen.add(picture)
        made[sprite] = picture
    return made


def _mixtures(sprite: Sprite, picture: Picture) -> Iterable[Picture]:
    """The picture with one of its colours mixed with another one, those nearest to the sprite first."""
    found = []
    for colour, number, phase in product(sorted({p for row in picture for p in row} - {-1}), COLOURS, (0, 1)):
        mixed = tuple(
            tuple(number if p == colour and (x + y) % 2 == phase else p for x, p in enumerate(row))
            for y, row in enumerate(picture)
        )
        pixels = ((c, p) for wanted, row in zip(sprite, mixed, strict=True) for c, p in zip(wanted, row, strict=True))
        found.append((sum(distance(c, HEX[p]) for c, p in pixels if c is not None), mixed))
    return [mixed for _, mixed in sorted(found)]
