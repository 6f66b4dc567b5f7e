"""The pictures of an answer over cells, drawn when they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.engine import MAX_FRAMES, SIZE, Frames
from arcg.runtime.reference.cellwise.board import Kinds

Picture = NDArray[np.uint8]
"""Shape (64, 64), indexed [y, x], values 0-15."""

Draw = Callable[[int, Kinds], Picture]
"""Draws a position of a level."""


class Film:
    """Gathers positions, each with its level.

    The first picture of each level is shown; after it those that differ from the one before. Of too many the first
    are left out.
    """

    def __init__(self, draw: Draw) -> None:
        self._draw = lru_cache(maxsize=256)(draw)  # turns that follow without end mostly go in a circle
        self._pictures: list[Picture] = []
        self._waiting: list[tuple[int, Kinds]] = []
        self._level: int | None = None
        """The level of the last picture."""
        self._places: list[int] = []
        """Of each position that was developed, its picture, counted with those that were left out."""
        self._left_out = 0

    @property
    def positions(self) -> int:
        """How many positions it was given."""
        return len(self._places) + len(self._waiting)

    def place(self, position: int) -> int:
        """The place in `frames` of the picture of a position, by its number; 0 for one that was left out."""
        self._develop()
        return max(0, self._places[position] - self._left_out)

    def show(self, level: int, kinds: Kinds) -> None:
        """Add a position of a level."""
        self._waiting.append((level, kinds))
        if len(self._waiting) > MAX_FRAMES:
            self._develop()

    def frames(self) -> Frames:
        """The pictures, oldest first."""
        self._develop()
        return np.stack(self._pictures) if self._pictures else np.zeros((0, SIZE, SIZE), np.uint8)

    def _develop(self) -> None:
        for level, kinds in self._waiting:
            picture = self._draw(level, kinds)
            if level != self._level or not np.array_equal(picture, self._pictures[-1]):
                self._pictures.append(picture)
            self._level = level
            self._places.append(self._left_out + len(self._pictures) - 1)
        self._waiting = []
        self._left_out += len(self._pictures[:-MAX_FRAMES])
        del self._pictures[:-MAX_FRAMES]
