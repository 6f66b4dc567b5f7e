"""Regions of a picture: pixels of one colour that hang together, which an agent might take for things."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Run = tuple[int, int, int]
"""Pixels side by side: their row, their first column, and the column after their last."""


class Region(NamedTuple):
    """A region of one colour and so many pixels. `x` and `y`: the one in the middle of them in reading order.

    `runs` are its pixels, row by row; `left`, `top`, `right` and `bottom` its first and last column and row.
    """

    colour: int
    size: int
    x: int
    y: int
    runs: tuple[Run, ...]

    @property
    def left(self) -> int:
        """Its first column."""
        return min(first for _, first, _ in self.runs)

    @property
    def right(self) -> int:
        """Its last column."""
        return max(end for _, _, end in self.runs) - 1

    @property
    def top(self) -> int:
        """Its first row."""
        return self.runs[0][0]

    @property
    def bottom(self) -> int:
        """Its last row."""
        return self.runs[-1][0]

    @property
    def width(self) -> int:
        """How many columns it spans."""
        return self.right - self.left + 1

    @property
    def height(self) -> int:
        """How many rows it spans."""
        return self.bottom - self.top + 1

    @property
    def shape(self) -> tuple[Run, ...]:
        """Its pixels as if it lay at the upper left: regions of one shape have this in common."""
        left, top = self.left, self.top
        return tuple((y - top, first - left, end - left) for y, first, end in self.runs)


def regions(picture: NDArray[np.uint8]) -> list[Region]:
    """The regions of a picture in the order in which their first pixels are read.

    Pixels side by side in a row are taken together as runs; runs of neighbouring rows are joined where they touch.
    """
    runs: list[tuple[int, int, int, int]] = []  # row, first column, end, colour
    roots: list[int] = []
    above: list[int] = []

    def root(run: int) -> int:
        while roots[run] != run:
            roots[run] = run = roots[roots[run]]
        return run

    for y, line in enumerate(picture):
        cuts = [0, *(np.flatnonzero(line[1:] != line[:-1]) + 1).tolist(), len(line)]
        here = []
        for first, end in itertools.pairwise(cuts):
            here.append(len(runs))
            roots.append(len(runs))
            runs.append((y, first, end, int(line[first])))
        for one in above:
            for two in here:
                touch = runs[one][1] < runs[two][2] and runs[two][1] < runs[one][2]
                if touch and runs[one][3] == runs[two][3]:
                    early, late = sorted((root(one), root(two)))
                    roots[late] = early
        above = here
    members: dict[int, list[tuple[int, int, int, int]]] = {}
    for number, run in enumerate(runs):
        members.setdefault(root(number), []).append(run)
    return [_region(found) for found in members.values()]


def _region(runs: list[tuple[int, int, int, int]]) -> Region:
    """The region of these runs, which are in reading order."""
    size = sum(end - first for _, first, end, _ in runs)
    left = size // 2
    for y, first, end, colour in runs:
        if left < end - first:
            return Region(colour, size, first + left, y, tuple(run[:3] for run in runs))
        left -= end - first
    raise ValueError("a region has pixels")
