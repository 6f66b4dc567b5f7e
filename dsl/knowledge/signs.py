"""Signs in pictures and in maps: which of their figures somebody would read, and the likest of them.

A picture is looked at closely. A map is full of walls and rooms that run anyhow, so it takes more there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from arcg.dsl.knowledge.figures import Figure, cells_of_kinds, of_level, of_picture
from arcg.dsl.knowledge.masks import Mask, enclosed
from arcg.dsl.knowledge.recogniser import Verdict, recognise
from arcg.dsl.model import Game

SURE = 0.45
"""The least share of all signs together at which a figure of a picture counts as one."""

SURE_OF_FAINT = 0.95
"""The same for one of several parts and for unions of colours."""

SURE_IN_MAPS = 0.9
"""The same for figures of maps."""

EDGES = frozenset(f"the letter {letter}" for letter in "CDEFGHIJLTUXYZhnru") | {
    "the digit 7",
    "the digit 1",
    "a cross",
}
"""Walls, rooms and the lit and shaded edges of things have these forms when nobody means a letter."""

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Sign:
    """A figure and what it is like."""

    figure: Figure
    verdict: Verdict


def in_pictures(pictures: Sequence[Rows]) -> list[Sign | None]:
    """The likest sign in each picture, given as palette numbers with -1 for see-through."""
    found = _judged([list(of_picture(rows)) for rows in pictures])
    return [_likest(sign for sign in signs if _is_read(sign)) for signs in found]


def in_levels(game: Game) -> list[Sign | None]:
    """The likest sign in each level's map."""
    cells = [cells_of_kinds(game, level) for level in game.levels]
    found = _judged([list(of_level(game, some)) for some in cells])
    return [
        _likest(sign for sign in signs if _is_read_in_map(sign) and not _is_room(sign.figure, some))
        for some, signs in zip(cells, found, strict=True)
    ]


def _judged(figures: list[list[Figure]]) -> list[list[Sign]]:
    """The figures with their verdicts; all of them are looked at together, which is faster."""
    verdicts = iter(recognise([figure.mask for some in figures for figure in some]))
    return [[Sign(figure, next(verdicts)) for figure in some] for some in figures]


def _likest(signs: Iterator[Sign]) -> Sign | None:
    return max(signs, key=lambda sign: sign.verdict.share, default=None)


def _is_read(sign: Sign) -> bool:
    """Whether a figure of a picture is read as a sign. What runs along the edge of a thing is its shading."""
    least = SURE_OF_FAINT if sign.figure.is_faint else SURE
    return sign.verdict.share >= least and not (sign.figure.is_edge and sign.verdict.names[0] in EDGES)


def _is_read_in_map(sign: Sign) -> bool:
    return sign.verdict.share >= SURE_IN_MAPS and sign.verdict.names[0] not in EDGES


def _is_room(figure: Figure, cells: dict[int, Mask]) -> bool:
    """Whether a figure of a map goes round things, other than a floor that lies nearly everywhere."""
    inside = enclosed(figure.mask)
    if inside is None:
        return False
    row, column = figure.corner
    height, width = inside.shape
    return any(
        2 * np.count_nonzero(mask) < mask.size and (mask[row : row + height, column : column + width] & inside).any()
        for mask in cells.values()
    )
