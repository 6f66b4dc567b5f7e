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


def crop(mask: Mask) -> Mask:
    """The mask without empty rows and columns at its edges; of shape (0, 0) if nothing is set."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return np.zeros((0, 0), dtype=np.bool_)
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def reduce(mask: Mask) -> Mask:
    """The smallest mask of which this one is an enlargement by a whole factor, the same both ways."""
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
    return min(symmetries(small), key=lambda one: (one.shape, one.tobytes()))


def components(mask: Mask, diagonal: bool) -> list[Mask]:
    """The connected parts, each as a mask of the same shape; with `diagonal`, cells that meet in a corner connect.

    Works on runs of cells, row by row, joined by a union-find.
    """
    padded = np.zeros((mask.shape[0], mask.shape[1] + 2), dtype=np.int8)
    padded[:, 1:-1] = mask
    steps = np.diff(padded, axis=1)
    starts, ends = np.argwhere(steps == 1), np.argwhere(steps == -1)[:, 1].tolist()
    runs = [(row, start, end) for (row, start), end in zip(starts.tolist(), ends, strict=True)]
    parent = list(range(len(runs)))

    def root(number: int) -> int:
        while parent[number] != number:
            parent[number] = parent[parent[number]]
            number = parent[number]
        return number

    reach = 1 if diagonal else 0
    above = 0
    for number, (row, start, end) in enumerate(runs):
        while runs[above][0] < row - 1 or (runs[above][0] == row - 1 and runs[above][2] + reach <= start):
            above += 1
        other = above
        while runs[other][0] == row - 1 and runs[other][1] < end + reach:
            parent[root(number)] = root(other)
            other += 1
    parts: dict[int, Mask] = {}
    for number, (row, start, end) in enumerate(runs):
        part = parts.setdefault(root(number), np.zeros(mask.shape, dtype=np.bool_))
        part[row, start:end] = True
    return list(parts.values())


def enclosed(mask: Mask) -> list[Mask]:
    """The parts of the ground that the mask encloses: they do not reach the edge."""
    return [
        part
        for part in components(~mask, diagonal=False)
        if not (part[0].any() or part[-1].any() or part[:, 0].any() or part[:, -1].any())
    ]


def is_plain(mask: Mask) -> bool:
    """Whether a cropped mask is a bar, a box, a disc, a ring or a polyomino of at most five cells, at any scale."""
    small = reduce(mask)
    if small.all():
        return True
    if int(small.sum()) <= SMALL_POLYOMINO:
        return len(components(small, diagonal=False)) == 1
    if not _balanced(small):
        return False
    holes = enclosed(small)
    if not holes:
        return _convex(small)
    return len(holes) == 1 and _convex(small | holes[0]) and _convex(crop(holes[0]))


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
