"""A survey drawn in text: the tree of games as a dendrogram, the distances as a heat map.

Games go in as numbers, rows of text come out; what does not fit is left out or put together, and the result says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from arcg.compiler.novelty.clusters import Join, Tree

LEFT, RIGHT, UP, DOWN = 1, 2, 4, 8

LINES = {
    0: " ",
    LEFT: "─",
    RIGHT: "─",
    LEFT | RIGHT: "─",
    UP | DOWN: "│",
    LEFT | DOWN: "┐",
    LEFT | UP: "┘",
    RIGHT | DOWN: "┌",
    RIGHT | UP: "└",
    LEFT | UP | DOWN: "┤",
    RIGHT | UP | DOWN: "├",
    LEFT | RIGHT | DOWN: "┬",
    LEFT | RIGHT | UP: "┴",
    LEFT | RIGHT | UP | DOWN: "┼",
}

APART = 0.995
"""Joins above this say that their sides have nothing in common."""

SHADES = ((0.25, "█"), (0.6, "▓"), (0.8, "▒"), (0.95, "░"))
"""What a cell of the heat map shows up to a novelty; above the last nothing."""


@dataclass(frozen=True, slots=True)
class Dendrogram:
    """`rows`: a game and its line each. Joins above `cut` are not drawn; `left_out` games are joined only there."""

    rows: tuple[tuple[int, str], ...]
    cut: float
    left_out: int


def dendrogram(found: Tree, width: int, most: int) -> Dendrogram:
    """The tree from left (the same program) to right (nothing in common): its lowest joins, of at most `most` games."""
    count = len(found.order)
    kept: list[Join] = []
    games: set[int] = set()
    cut = APART
    for join in found.joins:
        more = games | {side for side in (join.left, join.right) if side < count}
        if join.height > APART or len(more) > most:
            cut = min(cut, join.height)
            break
        kept.append(join)
        games = more
    rows = [game for game in found.order if game in games]
    grid = _grid({game: row for row, game in enumerate(rows)}, kept, count, width)
    lines = tuple((game, "".join(map(LINES.__getitem__, line)).rstrip()) for game, line in zip(rows, grid, strict=True))
    return Dendrogram(lines, cut, count - len(rows))


def _grid(places: dict[int, int], joins: Sequence[Join], count: int, width: int) -> list[list[int]]:
    """For each cell of the drawing the sides to which lines go from it; `places` are the rows of the games."""
    grid = [[0] * width for _ in places]
    ends = {game: (row, 0) for game, row in places.items()}
    for number, join in enumerate(joins, count):
        column = 1 + round(join.height * (width - 2))
        (top, _), (bottom, _) = sides = sorted((ends[join.left], ends[join.right]))
        for row, start in sides:
            for place in range(start, column):
                grid[row][place] |= RIGHT
                grid[row][place + 1] |= LEFT
        for row in range(top, bottom):
            grid[row][column] |= DOWN
            grid[row + 1][column] |= UP
        ends[number] = ((top + bottom) // 2, column)
    return grid


def axis(width: int) -> str:
    """The scale above a dendrogram."""
    line = [" "] * (width + 3)
    for text, at in (("0", 0.0), ("0.25", 0.25), ("0.5", 0.5), ("0.75", 0.75), ("1", 1.0)):
        column = 1 + round(at * (width - 2))
        line[column : column + len(text)] = text
    return "".join(line).rstrip()


def heat_map(
    distances: np.ndarray[Any, np.dtype[np.float64]], order: Sequence[int], most: int
) -> tuple[list[list[float]], int]:
    """Distances in an order, at most `most` a row, and how many games each cell stands for: it is their least."""
    group = -(-len(order) // most)
    starts = range(0, len(order), group)
    sorted_ = distances[np.ix_(order, order)]
    cells = [[float(sorted_[top : top + group, left : left + group].min()) for left in starts] for top in starts]
    if group > 1:  # a game beside itself says nothing
        apart = sorted_ + np.diag([np.inf] * len(order))
        for number, start in enumerate(starts):
            least = float(apart[start : start + group, start : start + group].min())
            cells[number][number] = least if np.isfinite(least) else 0.0
    return cells, group


def shade(novelty: float) -> str:
    """The character for a novelty: the nearer, the darker."""
    return next((sign for limit, sign in SHADES if novelty <= limit), "·")
