"""Figures: what in a picture or a map somebody may see as a figure on a ground.

Of a picture, everything that is drawn, each colour and each union of colours: the whole, its connected parts, its
outline filled in, and what it encloses. Of a map, the cells of each kind and of each group: the whole and its parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from arcg.dsl.knowledge.masks import LEAST_SIDES, Mask, components, crop, enclosed, is_large
from arcg.dsl.model import COLOURS, Game, LevelModel

FEW_COLOURS = 3
"""Up to so many colours, all unions of colours are looked at; of more, only those of one colour and of all but one."""

MOST_PARTS = 4
"""A sign has at most so many parts: a face has two eyes, a nose and a mouth. More are a pattern."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A cropped mask, what it is called in a message, and where its top left corner lies, as (row, column).

    `is_faint`: it is one of several parts, or a union of colours. `is_edge`: it is less than all that is drawn, and as
    wide and high.
    """

    mask: Mask
    what: str
    corner: tuple[int, int]
    is_faint: bool = False
    is_edge: bool = False


def of_picture(rows: tuple[tuple[int, ...], ...]) -> Iterator[Figure]:
    """The figures of a picture, given as palette numbers with -1 for see-through."""
    pixels = np.array(rows, dtype=np.int8)
    drawn = pixels >= 0
    extent = crop(drawn).shape
    yield from _aspects(drawn, "this picture")
    colours = sorted(set(pixels[drawn].tolist()))
    sizes = range(1, len(colours)) if len(colours) <= FEW_COLOURS else (1, len(colours) - 1)
    for size in sizes:
        for union in combinations(colours, size):
            if size == 1:
                what = f"what is {COLOURS[union[0]]} in this picture"
            elif size == len(colours) - 1:
                left_out = next(colour for colour in colours if colour not in union)
                what = f"what is not {COLOURS[left_out]} in this picture"
            else:
                what = f"what is {' and '.join(COLOURS[colour] for colour in union)} in this picture"
            for figure in _aspects(np.isin(pixels, union), what):
                faint = figure.is_faint or size > 1
                yield replace(figure, is_faint=faint, is_edge=figure.mask.shape == extent)


def of_level(game: Game, cells: dict[int, Mask]) -> Iterator[Figure]:
    """The figures that the things of a level make in its map; `cells` are those of each kind."""
    names = [kind.name for kind in game.kinds.values()]
    for number, mask in cells.items():
        yield from _whole_and_parts(mask, f"what stands here as `{names[number]}`")
    for group in game.groups.values():
        members = [cells[number] for number in group.kinds if number in cells]
        if len(members) > 1:
            yield from _whole_and_parts(np.logical_or.reduce(members), f"what stands here as `{group.name}`")


def cells_of_kinds(game: Game, level: LevelModel) -> dict[int, Mask]:
    """Where in a level the things of each kind stand that is drawn, by its number."""
    seen = {kind.number for kind in game.kinds.values() if "hidden" not in kind.layer.flags}
    places: dict[int, tuple[list[int], list[int]]] = {number: ([], []) for number in seen}
    for thing in level.things:
        if thing.kind in seen and 0 <= thing.x < level.width and 0 <= thing.y < level.height:
            rows, columns = places[thing.kind]
            rows.append(thing.y)
            columns.append(thing.x)
    cells: dict[int, Mask] = {}
    for number, (rows, columns) in places.items():
        if rows:
            cells[number] = np.zeros((level.height, level.width), dtype=np.bool_)
            cells[number][rows, columns] = True
    return cells


def _aspects(mask: Mask, what: str) -> Iterator[Figure]:
    """The figures that may be seen in one mask of a picture."""
    yield from _whole_and_parts(mask, what)
    inside = enclosed(mask)
    if inside is not None:
        yield from _whole_and_parts(inside, f"the hole in {what}")
        yield from _figure(mask | inside, f"the outline of {what}")


def _whole_and_parts(mask: Mask, what: str) -> Iterator[Figure]:
    """The mask, and its connected parts if there are several."""
    count, parts = components(mask, diagonal=True, least=LEAST_SIDES[1])
    if count <= MOST_PARTS:
        yield from _figure(mask, what)
    if count > 1:
        for part in parts:
            yield from _figure(part, f"a part of {what}", is_faint=True)


def _figure(mask: Mask, what: str, is_faint: bool = False) -> Iterator[Figure]:
    """The mask as a figure, if it is large enough."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if len(rows):
        small = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        if is_large(small.shape):
            yield Figure(small, what, (int(rows[0]), int(columns[0])), is_faint)
