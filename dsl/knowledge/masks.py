"""Masks: figures as arrays of yes and no, brought to one form whatever their size, their turn and their mirror image.

A mask is a two-dimensional array of booleans. Two masks have one canonical form if they are the same figure up to
whole-number scale and the eight symmetries of the square, so that a verdict about the form is a verdict about all.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]

SMALL_POLYOMINO = 5
"""Figures of at most so many cells say nothing."""


MOST_DOTS = 9
"""More dots of one form are a pattern."""

LEAST_SIDES = (3, 5)
"""Smaller figures are looked at by nobody: the smallest letters that can be read have these sides."""


def is_large(shape: tuple[int, ...]) -> bool:
    """Whether a figure of this height and width is large enough to be read."""
    return min(shape) >= LEAST_SIDES[0] and max(shape) >= LEAST_SIDES[1]


def crop(mask: Mask) -> Mask:
    """The mask without empty rows and columns at its edges; of shape (0, 0) if nothing is set."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return np.zeros((0, 0), dtype=np.bool_)
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def reduce(mask: Mask) -> Mask:
    """The smallest mask of which this one is an enlargement by a whole factor, the same both ways."""
    if len(mask) < 2 or (mask[0] != mask[1]).any() or (mask[-1] != mask[-2]).any():
        return mask
    rows = np.flatnonzero((mask[1:] != mask[:-1]).any(axis=1)) + 1
    columns = np.flatnonzero((mask[:, 1:] != mask[:, :-1]).any(axis=0)) + 1
    factor = math.gcd(*mask.shape, *map(int, rows), *map(int, columns))
    return mask[::factor, ::factor] if factor > 1 else mask


def symmetries(mask: Mask) -> list[Mask]:
    """The mask in its eight positions: four turns, and four turns of its mirror image."""
    turned = mask.T
    return [
        position
        for one in (mask, turned)
        for position in (one, one[::-1], one[:, ::-1], one[::-1, ::-1])
    ]  # fmt: skip


def canonical(mask: Mask) -> Mask:
    """The one form of a cropped mask: reduced, and of its eight positions the first in the order of their bytes."""
    small = reduce(mask)
    height, width = small.shape
    positions = symmetries(small)
    if height != width:
        positions = positions[:4] if height < width else positions[4:]
    return min(positions, key=lambda one: one.tobytes())


def components(mask: Mask, diagonal: bool, least: int = 1) -> tuple[int, list[Mask]]:
    """How many connected parts there are, and those of at least `least` cells, each as a mask of the same shape.

    With `diagonal`, cells that meet in a corner connect.
    """
    bits, stride = _bits(mask), mask.shape[1] + 1
    lonely = bits & ~_around(bits, stride, diagonal) if least > 1 else 0
    count, left = lonely.bit_count(), bits ^ lonely
    parts = []
    while left:
        part = _grown(left & -left, left, stride, diagonal)
        left ^= part
        count += 1
        if part.bit_count() >= least:
            parts.append(_mask(part, mask.shape))
    return count, parts


def enclosed(mask: Mask) -> Mask | None:
    """The ground that the mask encloses, which does not reach the edge; None if there is none."""
    height, width = mask.shape
    edge = np.zeros(mask.shape, dtype=np.bool_)
    edge[[0, -1]] = edge[:, [0, -1]] = True
    ground = _bits(~mask)
    inside = ground ^ _grown(_bits(edge) & ground, ground, width + 1, diagonal=False)
    return _mask(inside, (height, width)) if inside else None


def _bits(mask: Mask) -> int:
    """The mask as one number, a bit for each cell, row by row; each row ends in an empty cell."""
    padded = np.zeros((mask.shape[0], mask.shape[1] + 1), dtype=np.bool_)
    padded[:, :-1] = mask
    return int.from_bytes(np.packbits(padded.ravel(), bitorder="little").tobytes(), "little")


def _mask(bits: int, shape: tuple[int, ...]) -> Mask:
    """The mask of a number that `_bits` gave."""
    height, width = shape
    count = height * (width + 1)
    data = np.frombuffer(bits.to_bytes((count + 7) // 8, "little"), dtype=np.uint8)
    flat = np.unpackbits(data, count=count, bitorder="little")
    return flat.reshape(height, width + 1)[:, :-1].astype(np.bool_)


def _around(bits: int, stride: int, diagonal: bool) -> int:
    """The cells next to those that are set."""
    side = bits << 1 | bits >> 1
    middle = bits | side if diagonal else bits
    return side | middle << stride | middle >> stride


def _grown(seed: int, room: int, stride: int, diagonal: bool) -> int:
    """All cells of `room` that are connected with `seed`, which lies in it."""
    while True:
        grown = seed | _around(seed, stride, diagonal) & room
        if grown == seed:
            return seed
        seed = grown


def is_plain(mask: Mask) -> bool:
    """Whether a cropped mask is a bar, a box, a disc, a ring or a polyomino of at most five cells, at any scale."""
    small = reduce(mask)
    if small.all():
        return True
    if int(small.sum()) <= SMALL_POLYOMINO:
        return components(small, diagonal=False)[0] == 1
    if not _balanced(small):
        return False
    hole = enclosed(small)
    if hole is None:
        return _convex(small)
    return _convex(small | hole) and _convex(crop(hole))


def is_cross(mask: Mask) -> bool:
    """Whether a cropped mask is a bar across and a bar down that cross within, both less than half as thick as long."""
    rows, columns = np.flatnonzero(mask.all(axis=1)), np.flatnonzero(mask.all(axis=0))
    for full, side in ((rows, mask.shape[0]), (columns, mask.shape[1])):
        if not full.size or full[0] == 0 or full[-1] == side - 1 or np.ptp(full) >= full.size or 2 * full.size >= side:
            return False
    bars = np.zeros_like(mask)
    bars[rows], bars[:, columns] = True, True
    return bool((mask == bars).all())


def is_number(mask: Mask) -> bool:
    """Whether a cropped mask is dots of one plain form, alone or in a ring about as wide as high, as on dice."""
    return any(_is_number(mask, components(mask, diagonal)[1]) for diagonal in (False, True))


def _is_number(mask: Mask, parts: list[Mask]) -> bool:
    sizes = {np.count_nonzero(part) for part in parts}
    if len(parts) > MOST_DOTS + 1 or len(sizes) > 2:
        return False
    rings = [part for part in parts if crop(part).shape == mask.shape]
    dots = [part for part in parts if crop(part).shape != mask.shape]
    height, width = mask.shape
    if rings and not (is_plain(rings[0]) and 4 * abs(height - width) <= max(height, width)):
        return False
    if not dots or components(np.logical_or.reduce(dots), diagonal=True)[0] < max(len(dots), 2 - len(rings)):
        return False
    first = crop(dots[0])
    return is_plain(first) and all(np.array_equal(crop(dot), first) for dot in dots)


def _balanced(mask: Mask) -> bool:
    """Whether it is its own mirror image both ways."""
    return bool((mask == mask[::-1]).all() and (mask == mask[:, ::-1]).all())


def _convex(mask: Mask) -> bool:
    """Whether a mask that is its own mirror image is convex: its rows are runs whose ends bend one way only."""
    lefts = []
    for row in mask.tolist():
        first = row.index(True) if True in row else -1
        last = len(row) - 1 - row[::-1].index(True) if first >= 0 else -1
        if first < 0 or not all(row[first : last + 1]):
            return False
        lefts.append(first)
    upper = lefts[: (len(lefts) + 1) // 2]
    steps = [before - after for before, after in pairwise(upper)]
    return all(step >= 0 for step in steps) and _bends_one_way(steps)


def _bends_one_way(steps: list[int]) -> bool:
    """Whether a staircase gets steeper from row to row, a step more or less that comes from rounding apart."""
    return all(later <= before + 1 for before, later in pairwise(steps))
