"""Which games of a collection belong together: average linkage, and an order in which near games are neighbours.

Distances go in, a tree comes out. Clusters are joined by the mean distance of their members (Sokal and Michener 1958)
along chains of nearest neighbours (Murtagh 1983), and turned so that what meets in the middle is near (Gruvaeus and
Wainer 1972).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Distances = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Join:
    """Two clusters become one: `left` and `right` are numbers of games or, from the number of games on, of joins."""

    left: int
    right: int
    height: float


@dataclass(frozen=True, slots=True)
class Tree:
    """The games in an order in which no two joins cross, and the joins by their heights."""

    order: tuple[int, ...]
    joins: tuple[Join, ...]


def tree(distances: Distances) -> Tree:
    """The tree of games with these distances, a symmetric square."""
    count = len(distances)
    joins = _sorted(_chained(distances), count)
    return Tree(_order(joins, distances), joins)


def _chained(distances: Distances) -> list[tuple[int, int, float]]:
    """Pairs of games whose clusters are joined, with the distance of these, in the order of the chain."""
    count = len(distances)
    apart = distances.astype(np.float64, copy=True)
    np.fill_diagonal(apart, np.inf)
    sizes = np.ones(count)
    there = np.ones(count, dtype=bool)
    found: list[tuple[int, int, float]] = []
    chain: list[int] = []
    while len(found) < count - 1:
        if not chain:
            chain.append(int(np.flatnonzero(there)[0]))
        last = chain[-1]
        row = np.where(there, apart[last], np.inf)
        near = int(np.argmin(row))
        if len(chain) > 1 and row[chain[-2]] <= row[near]:  # of several nearest the one before, or the chain has no end
            near = chain[-2]
            del chain[-2:]
            found.append((near, last, float(row[near])))
            merged = (sizes[near] * apart[near] + sizes[last] * apart[last]) / (sizes[near] + sizes[last])
            apart[near], apart[:, near] = merged, merged
            apart[near, near] = np.inf
            sizes[near] += sizes[last]
            there[last] = False
        else:
            chain.append(near)
    return found


def _sorted(found: Sequence[tuple[int, int, float]], count: int) -> tuple[Join, ...]:
    """The joins by their heights; games are replaced by the clusters that they are in by then."""
    inside = list(range(count))  # of each game the cluster that it is in, by a path of clusters
    parent: dict[int, int] = {}
    joins = []
    for number, (one, other, height) in enumerate(sorted(found, key=lambda join: join[2])):
        left, right = (_root(inside[game], parent) for game in (one, other))
        parent[left] = parent[right] = count + number
        joins.append(Join(min(left, right), max(left, right), height))
    return tuple(joins)


def _root(cluster: int, parent: dict[int, int]) -> int:
    path = []
    while cluster in parent:
        path.append(cluster)
        cluster = parent[cluster]
    for step in path:
        parent[step] = cluster
    return cluster


def _order(joins: Sequence[Join], distances: Distances) -> tuple[int, ...]:
    """The games from left to right: each join turns its two sides so that the games that meet are as near as can be."""
    rows: dict[int, list[int]] = {game: [game] for game in range(len(distances))}
    for number, join in enumerate(joins, len(distances)):
        left, right = rows.pop(join.left), rows.pop(join.right)
        turns = [(one, other) for one in (left, left[::-1]) for other in (right, right[::-1])]
        one, other = min(turns, key=lambda turn: distances[turn[0][-1], turn[1][0]])
        rows[number] = one + other
    [order] = rows.values()
    return tuple(order)
