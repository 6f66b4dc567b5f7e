"""Whether two games play alike on a level: what their graphs come to, as two hashes.

Positions are compared by their own hashes and not by their numbers, so the order in which they were found is no matter.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.explore.graph import Graph
from arcg.runtime.kernel.known import TO_LOSS, TO_WIN

_ODD, _ODDER, _ODDEST = (np.uint64(number) for number in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9))


class KnownGraph(NamedTuple):
    """What is known of the graph of a level: how many positions it has, and its `fingerprints`, none of a large one."""

    states: int
    fingerprints: tuple[str, ...]


def fingerprints(graph: Graph) -> tuple[str, str]:
    """What a level comes to, as far as it was explored: equal for games that play alike. Two, each 32 hex digits.

    Of the first, which move leads where does not count, only what leads from one position to which at what cost, by
    whatever move: a click that gets an answer and changes nothing leads where a click on nothing does. Of the second it
    counts.
    """
    keys = graph.explorer.keys[: len(graph)].view(np.uint64)
    ends = np.array([TO_LOSS, TO_WIN], np.int64).view(np.uint64)
    target = np.concatenate([ends, keys[:, 0]])[graph.to - TO_LOSS]
    with np.errstate(over="ignore"):
        edges = keys[graph.source, 0] * _ODD + target * _ODDER + graph.spent.astype(np.uint64)
        ways = np.unique(edges[(graph.to != graph.source) | (graph.spent != 0)])
        moves = edges + graph.by * _ODDEST
        return _hashed(graph, keys, ways), _hashed(graph, keys, moves)


def _hashed(graph: Graph, keys: NDArray[np.uint64], edges: NDArray[np.uint64]) -> str:
    """A hash of a level's budget, its positions and its edges, and whether these are all; their order is no matter."""
    with np.errstate(over="ignore"):
        mixed = (edges ^ (edges >> np.uint64(31))) * _ODD
    sums = int(mixed.sum(dtype=np.uint64)), int(keys.sum(dtype=np.uint64))
    return hashlib.sha256(repr((graph.complete, graph.budget, len(graph), len(edges), sums)).encode()).hexdigest()[:32]
