"""Trees without names: what the canonical form compares. Nodes with ordered or freely ordered children, and references.

A `Ref` stands for something that a game may call as it likes: a kind, an attribute, a value, a variable. Two trees are
the same game when they differ only in what their references are numbered, and in the order of children that commute.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from typing import NamedTuple, TypeVar

Key = TypeVar("Key", str, int)

Sort = str
"""What a reference refers to: `kind`, `layer`, `field`, `world`, `event`, `fact`, `save`, `value`, `slot`, `outer` (a
slot of the phase)."""


class Ref(NamedTuple):
    """Reference number `number` of its sort; the number means nothing but which ones are the same."""

    sort: Sort
    number: int


@dataclass(frozen=True, slots=True)
class Source:
    """Where a unit stands in its file: `what` it is called there, and its line (None: the IR does not keep it)."""

    what: str
    line: int | None


@dataclass(frozen=True, slots=True)
class Node:
    """`tag` says what it is. `before`: for each child the earlier ones it must stay behind; None: the order is fixed.

    A node with a `source` is a unit: a rule, a clause, a goal, something that is declared.
    """

    tag: str
    children: tuple[Child, ...] = ()
    before: tuple[frozenset[int], ...] | None = None
    source: Source | None = field(default=None, compare=False)


Child = Node | Ref | int
"""Whole numbers are meant as they are."""


def free(tag: str, children: tuple[Child, ...]) -> Node:
    """A node whose children have no order."""
    return Node(tag, children, (frozenset(),) * len(children))


def refs(tree: Child) -> list[Ref]:
    """Every reference, as often as it occurs, in the order of the children."""
    found: list[Ref] = []
    left: list[Child] = [tree]
    while left:
        item = left.pop()
        if isinstance(item, Ref):
            found.append(item)
        elif isinstance(item, Node):
            left.extend(reversed(item.children))
    return found


def mapped(tree: Child, change: Callable[[Node], Node], refer: Callable[[Ref], Child]) -> Child:
    """The tree with every node (the inner ones first) and every reference changed."""
    if isinstance(tree, Ref):
        return refer(tree)
    if not isinstance(tree, Node):
        return tree
    children = tuple([mapped(child, change, refer) for child in tree.children])
    same = all(one is other for one, other in zip(children, tree.children, strict=True))
    return change(tree if same else Node(tree.tag, children, tree.before, tree.source))


def arranged(before: tuple[frozenset[int], ...], keys: Sequence[Key]) -> list[int]:
    """The places of partly ordered items in their normal form: always the least key that nothing earlier holds back.

    This is the lexicographic normal form of a trace (Anisimov and Knuth 1979).
    """
    waits = [len(earlier) for earlier in before]
    if not any(waits):
        return sorted(range(len(keys)), key=lambda item: (keys[item], item))
    behind: list[list[int]] = [[] for _ in keys]
    for item, earlier in enumerate(before):
        for other in earlier:
            behind[other].append(item)
    ready = [(keys[item], item) for item, wait in enumerate(waits) if not wait]
    heapify(ready)
    order: list[int] = []
    while ready:
        _, item = heappop(ready)
        order.append(item)
        for other in behind[item]:
            waits[other] -= 1
            if not waits[other]:
                heappush(ready, (keys[other], other))
    return order
