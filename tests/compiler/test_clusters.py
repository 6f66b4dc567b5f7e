"""Average linkage against a plain account of it, and the drawings."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest

from arcg.compiler.novelty.clusters import Tree, tree
from arcg.compiler.novelty.drawing import axis, dendrogram, heat_map, shade


def distances(count: int, seed: int, *, steps: int = 0) -> np.ndarray:
    found = np.random.default_rng(seed).random((count, count))
    if steps:  # many ties
        found = np.round(found * steps) / steps
    found = np.triu(found, 1)
    return found + found.T


def plainly(apart: np.ndarray) -> list[tuple[frozenset[int], float]]:
    """Clusters and their heights: always the two clusters are joined whose members are nearest on average."""
    clusters = [frozenset([game]) for game in range(len(apart))]
    found = []
    while len(clusters) > 1:
        height, one, other = min(
            (float(np.mean([apart[a, b] for a in one for b in other])), sorted(one), sorted(other))
            for one, other in combinations(clusters, 2)
        )
        joined = frozenset(one) | frozenset(other)
        clusters = [*(cluster for cluster in clusters if not cluster <= joined), joined]
        found.append((joined, height))
    return found


def members(found: Tree) -> list[tuple[frozenset[int], float]]:
    count = len(found.order)
    clusters = {game: frozenset([game]) for game in range(count)}
    for number, join in enumerate(found.joins, count):
        clusters[number] = clusters[join.left] | clusters[join.right]
    return [(clusters[number], join.height) for number, join in enumerate(found.joins, count)]


@pytest.mark.parametrize("count", [2, 3, 5, 9, 16])
@pytest.mark.parametrize("seed", range(4))
def test_average_linkage(count: int, seed: int) -> None:
    apart = distances(count, seed)
    found = members(tree(apart))

    assert [cluster for cluster, _ in found] == [cluster for cluster, _ in plainly(apart)]
    assert np.allclose([height for _, height in found], [height for _, height in plainly(apart)])


@pytest.mark.parametrize("apart", [distances(12, 1, steps=2), np.ones((30, 30)) - np.eye(30), np.zeros((7, 7))])
def test_ties_end(apart: np.ndarray) -> None:
    found = tree(apart)
    heights = [join.height for join in found.joins]

    assert sorted(found.order) == list(range(len(apart)))
    assert heights == sorted(heights)
    assert len(members(found)[-1][0]) == len(apart)


@pytest.mark.parametrize("seed", range(6))
def test_no_two_joins_cross(seed: int) -> None:
    found = tree(distances(14, seed))
    place = {game: number for number, game in enumerate(found.order)}
    for cluster, _ in members(found):
        rows = sorted(place[game] for game in cluster)
        assert rows == list(range(rows[0], rows[0] + len(rows)))


def test_one_game_is_a_tree() -> None:
    assert tree(np.zeros((1, 1))) == Tree((0,), ())


def test_a_large_collection_that_has_nothing_in_common() -> None:
    """A tree of a thousand steps is no deep recursion."""
    found = tree(np.ones((1200, 1200)) - np.eye(1200))

    assert len(found.joins) == 1199
    assert dendrogram(found, 60, 60).rows == ()


THREE = np.array([[0.0, 0.2, 0.6], [0.2, 0.0, 0.6], [0.6, 0.6, 0.0]])


def test_a_dendrogram_in_text() -> None:
    drawn = dendrogram(tree(THREE), 22, 60)

    assert [line for _, line in drawn.rows] in (
        [
            "─────┬───────┐",
            "─────┘       │",
            "─────────────┘",
        ],
        [
            "─────────────┐",
            "─────┬───────┘",
            "─────┘",
        ],
    )
    assert (drawn.left_out, axis(22).index("1")) == (0, 21)


def test_a_dendrogram_is_cut_at_its_highest_joins() -> None:
    drawn = dendrogram(tree(THREE), 22, 2)

    assert {game for game, _ in drawn.rows} == {0, 1}
    assert (drawn.cut, drawn.left_out) == (pytest.approx(0.6), 1)


@pytest.mark.parametrize("seed", range(5))
def test_lines_of_a_dendrogram_meet(seed: int) -> None:
    drawn = dendrogram(tree(distances(20, seed)), 70, 60)
    lines = [line.ljust(70) for _, line in drawn.rows]

    assert len(lines) == 20
    for above, below in pairwise(lines):
        for one, other in zip(above, below, strict=True):
            assert (one in "│┐┤┌├┬┼") == (other in "│┘┤└├┴┼")


def test_a_heat_map_that_is_shrunk_shows_the_nearest() -> None:
    apart = distances(10, 3) + 0.1
    np.fill_diagonal(apart, 0)
    cells, group = heat_map(apart, range(10), 4)

    assert (group, len(cells), len(cells[0])) == (3, 4, 4)
    assert cells[0][1] == apart[0:3, 3:6].min()
    assert cells[0][0] == min(apart[0, 1], apart[0, 2], apart[1, 2])
    assert cells[3][3] == 0
    assert [shade(novelty) for novelty in (0, 0.5, 0.7, 0.9, 1)] == list("█▓▒░·")
