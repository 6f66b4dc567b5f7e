"""What rules need: planes of which the board must hold something somewhere, or else no rule of a stretch can match.

A need is a set of *wants*, each a set of planes of which one at least must hold something, as bits of a number. Rules
that follow one another share wants, mostly because they were written as one. So the rules of a group are the leaves of
a tree, each node of which wants what all below it want: where that is not to be had, they are all passed over at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

Need = frozenset[int]

BRANCHES = 8
"""Most nodes right below a node."""

MOST_WANTS = 3
"""Most wants that a node keeps; while nodes are put together, twice as many."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the tree, as it stands in a list, each before those below it.

    `rule`: the number of the rule, or None. `size`: how many nodes there are up to the next that is not below it.
    """

    need: Need
    rule: int | None
    size: int


class Tree:
    """Builds trees over the rules of groups. `weigh` says of a want how likely it is met."""

    def __init__(self, weigh: Callable[[int], float], hopeless: float) -> None:
        self.weigh = cache(weigh)
        self.hopeless = hopeless
        """A want that weighs so much is no use."""

    def over(self, needs: Sequence[Need], first: int) -> list[Node]:
        """The nodes over rules that need this, the first of which has a number."""
        return self._over(needs, first)[1]

    def _over(self, needs: Sequence[Need], first: int) -> tuple[Need, list[Node]]:
        if len(needs) == 1:
            return needs[0], [Node(needs[0], first, 1)]
        size = 1
        while size * BRANCHES < len(needs):
            size *= BRANCHES
        below: list[Node] = []
        shared: Need | None = None
        for begin in range(0, len(needs), size):
            need, nodes = self._over(needs[begin : begin + size], first + begin)
            below += nodes
            shared = need if shared is None else self._shared(shared, need)
        if not shared:
            return Need(), below
        best = Need(sorted(shared, key=self.weigh)[:MOST_WANTS])
        return best, [Node(best, None, 1 + len(below)), *below]

    def _shared(self, one: Need, two: Need) -> Need:
        """Wants that are met wherever all of one need are, and wherever all of the other are."""
        joined = {first | second for first in one for second in two}
        light = sorted((weight, want) for want in joined if (weight := self.weigh(want)) < self.hopeless)
        kept: list[int] = []
        for _, want in light:
            if not any(other & want == other for other in kept):
                kept.append(want)
            if len(kept) == 2 * MOST_WANTS:
                break
        return Need(kept)


def least(wants: Iterable[int]) -> Need:
    """Wants without those that are met wherever another is."""
    wants = set(wants)
    return Need(want for want in wants if not any(other != want and other & want == other for other in wants))
