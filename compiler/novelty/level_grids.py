"""Levels as grids of numbers: what lies in a cell is one symbol, whatever it is called.

Both kinds of games come to the same: the things that cover a cell, with their attributes, are its symbol. Symbols are
numbered within a game. A reference to another thing only counts as being there or not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arcg.compiler import ir
from arcg.compiler.canonical.symmetry import Symmetry
from arcg.compiler.novelty.patterns import board

Cells = npt.NDArray[np.int32]

EDGE = 0
"""What lies outside of a board; symbols count from 1."""


@dataclass(frozen=True, slots=True)
class Grid:
    """One level: its name and its cells, row by row."""

    name: str
    cells: Cells


@dataclass(frozen=True, slots=True)
class LevelSet:
    """The levels of a game; `symbols`: how many there are in them."""

    grids: tuple[Grid, ...]
    symbols: int

    @property
    def cells(self) -> int:
        """How many cells they have together."""
        return sum(grid.cells.size for grid in self.grids)


def level_set(program: ir.Program) -> LevelSet:
    """The levels of a program; empty boards are none."""
    numbers: dict[object, int] = {}
    grids = []
    for level in program.levels:
        rows = board(program, level)
        told = [[numbers.setdefault(symbol, len(numbers) + 1) for symbol in row] for row in rows]
        grids.append(Grid(level.name, np.array(told, dtype=np.int32)))
    return LevelSet(tuple(grids), len(numbers))


def moved(cells: Cells, symmetry: Symmetry) -> Cells:
    """The cells after a symmetry."""
    if symmetry.transpose:
        cells = cells.T
    if symmetry.mirror:
        cells = cells[:, ::-1]
    return cells[::-1] if symmetry.flip else cells
