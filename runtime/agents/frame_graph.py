"""A graph of frames: what was seen, which moves led from where to where, and which were never tried.

Nodes are whatever stands for a frame (its bytes, a hash), moves whatever can be compared. Each node has its moves in
tiers: of those that were never tried, the nearest one of the best tier comes first, however far it is.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Generic, TypeVar

Node = TypeVar("Node", bound=Hashable)
Move = TypeVar("Move", bound=Hashable)


class FrameGraph(Generic[Node, Move]):
    """Frames and what leads from one to another."""

    def __init__(self) -> None:
        self._untried: dict[Node, list[list[Move]]] = {}
        self._ways: dict[Node, dict[Move, Node]] = {}

    def __contains__(self, node: Node) -> bool:
        return node in self._untried

    def __len__(self) -> int:
        return len(self._untried)

    def add(self, node: Node, *tiers: Sequence[Move]) -> None:
        """A frame that was not seen before, with the moves that it has, best tier first, in order in each tier."""
        self._untried[node] = [list(tier) for tier in tiers]
        self._ways[node] = {}

    def again(self, node: Node, move: Move) -> None:
        """A move that was taken shall be tried once more, after all others of its frame and of every better tier."""
        self._untried[node][-1].append(move)

    def taken(self, node: Node, move: Move, there: Node | None) -> None:
        """A move was taken and led to another frame, or out of the graph (None)."""
        for tier in self._untried[node]:
            if move in tier:
                tier.remove(move)
        self._ways[node].pop(move, None)
        if there is not None:
            self._ways[node][move] = there

    def way(self, here: Node) -> list[tuple[Node, Move]]:
        """The shortest way to a move that was never tried, and that move: each with the frame in which it is taken.

        Of the best tier that can be come to; empty if every move that can be come to was tried.
        """
        before: dict[Node, tuple[Node, Move] | None] = {here: None}
        waiting, best, found = [here], None, here
        for place in waiting:
            tier = next((number for number, moves in enumerate(self._untried[place]) if moves), None)
            if tier is not None and (best is None or tier < best):
                best, found = tier, place
                if tier == 0:
                    break
            for move, there in self._ways[place].items():
                if there not in before and there in self._untried:
                    before[there] = (place, move)
                    waiting.append(there)
        if best is None:
            return []
        steps = [(found, self._untried[found][best][0])]
        step = before[found]
        while step is not None:
            steps.append(step)
            step = before[step[0]]
        return steps[::-1]
