"""Colour refinement (Weisfeiler and Leman 1968) of the references of a tree: which stand in different surroundings.

Vertices are the references, and the nodes that hold several of them; whatever holds one is part of an edge's label, and
what holds none part of a vertex's. Colours are refined in rounds, each of which looks only at the neighbours of what
got another colour in the round before, while the largest part of a colour keeps it (Hopcroft 1971). So a choice made
among look-alikes costs what it changes, not the size of the game.
"""

from __future__ import annotations

from collections.abc import Iterable

from arcg.compiler.canonical.tree import Node, Ref, refs

Colours = dict[Ref, int]

_WIDE = 1 << 32
"""More than there are colours."""


class Graph:
    """The graph of a tree. Vertices below `len(refs)` are the references."""

    def __init__(self, tree: Node, known: Colours | None = None) -> None:
        self.refs: list[Ref] = []
        self.number: dict[Ref, int] = {}
        self.labels: list[tuple[int, str, int]] = []
        self.edges: list[tuple[str, int, int]] = []
        for ref in sorted(set(refs(tree)), key=lambda ref: (ref.sort, ref.number)):
            self.number[ref] = len(self.refs)
            self.refs.append(ref)
            self.labels.append((0, ref.sort, known.get(ref, -1) if known else -1))
        self._add(tree)
        self.near: list[list[tuple[int, int]]] = [[] for _ in self.labels]
        ranks = {label: rank for rank, label in enumerate(sorted({label for label, _, _ in self.edges}))}
        for label, above, below in self.edges:
            down = 2 * ranks[label]
            self.near[above].append((down * _WIDE, below))
            self.near[below].append(((down + 1) * _WIDE, above))

    def _add(self, item: Node | Ref | int) -> tuple[str, int]:
        """What a subtree looks like and the vertex in it, or -1."""
        if isinstance(item, Ref):
            return "$", self.number[item]
        if not isinstance(item, Node):
            return f"#{item}", -1
        if not item.children:
            return item.tag, -1
        told: list[tuple[int, str]] = []
        held: list[tuple[int, str, int]] = []
        for child, place in zip(item.children, places(len(item.children), item.before), strict=True):
            text, vertex = self._add(child)
            if vertex < 0:
                told.append((place, text))
            else:
                held.append((place, text, vertex))
        if len(held) == 1:
            place, text, vertex = held[0]
            told.append((place, f"!{text}"))
            return _told(item.tag, told), vertex
        whole = _told(item.tag, told)
        if not held:
            return whole, -1
        own = len(self.labels)
        self.labels.append((1, whole, len(held)))
        self.edges += [(f"{place} {text}", own, vertex) for place, text, vertex in held]
        return "*", own


def _told(tag: str, told: list[tuple[int, str]]) -> str:
    told.sort()
    return f"({tag} {' '.join([f'{place}{text}' for place, text in told])})"


def places(count: int, before: tuple[frozenset[int], ...] | None) -> list[int]:
    """What is known of each child's place: the place itself, or how many must come one after another before it."""
    if before is None:
        return list(range(count))
    depths: list[int] = []
    for earlier in before:
        depths.append(1 + max([depths[item] for item in earlier], default=-1))
    return depths


class Colouring:
    """The coarsest colouring of a graph in which vertices of one colour have neighbours of the same colours.

    The numbers of the colours do not depend on how references are numbered. What was chosen can be taken back.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        ranks = {label: rank for rank, label in enumerate(sorted(set(graph.labels)))}
        self.of = [ranks[label] for label in graph.labels]
        self.cells: dict[int, set[int]] = {}
        for vertex, colour in enumerate(self.of):
            self.cells.setdefault(colour, set()).add(vertex)
        self.splits: list[tuple[int, int, bool]] = []
        self.fresh = len(ranks)
        self._refine(range(len(self.of)))

    def choose(self, vertex: int) -> None:
        """Put one vertex before the others of its colour, and refine."""
        self._split(self.of[vertex], {vertex}, first=True)
        self._refine([vertex])

    def back(self, splits: int) -> None:
        """Take back all but the first so many splits."""
        while len(self.splits) > splits:
            colour, part, _ = self.splits.pop()
            members = self.cells.pop(part)
            self.cells[colour] |= members
            for vertex in members:
                self.of[vertex] = colour
            self.fresh -= 1

    def order(self) -> list[int]:
        """The colours in their order: what was chosen stands before what was left, and what was split off behind."""
        count = self.fresh - len(self.splits)
        behind = {colour: colour + 1 for colour in range(-1, count - 1)} | {count - 1: -1}
        before = {other: colour for colour, other in behind.items()}
        for colour, part, first in self.splits:
            left = before[colour] if first else colour
            right = behind[left]
            behind[left] = before[right] = part
            before[part], behind[part] = left, right
        found, colour = [], behind[-1]
        while colour >= 0:
            found.append(colour)
            colour = behind[colour]
        return found

    def _split(self, colour: int, members: set[int], first: bool = False) -> None:
        self.cells[colour] -= members
        self.cells[self.fresh] = members
        self.splits.append((colour, self.fresh, first))
        for vertex in members:
            self.of[vertex] = self.fresh
        self.fresh += 1

    def _refine(self, changed: Iterable[int]) -> None:
        """Split colours until their members see the same. A new colour is a new number: only those need be seen."""
        of, cells, near = self.of, self.cells, self.graph.near
        while changed:
            seen: dict[int, list[int]] = {}
            for vertex in changed:
                colour = of[vertex]
                for label, other in near[vertex]:
                    if other in seen:
                        seen[other].append(label + colour)
                    else:
                        seen[other] = [label + colour]
            found: dict[int, dict[tuple[int, ...], set[int]]] = {}
            for vertex, sight in seen.items():
                colour = of[vertex]
                if len(cells[colour]) > 1:
                    sight.sort()
                    found.setdefault(colour, {}).setdefault(tuple(sight), set()).add(vertex)
            changed = []
            for colour in sorted(found):
                parts = found[colour]
                rest = len(cells[colour]) - sum(map(len, parts.values()))
                if rest == 0 and len(parts) == 1:
                    continue
                order = sorted(parts)
                sizes = [rest, *(len(parts[sight]) for sight in order)]
                keeps = sizes.index(max(sizes)) - 1
                if rest and keeps >= 0:
                    others = cells[colour].difference(*parts.values())
                    self._split(colour, others)
                    changed += others
                for place, key in enumerate(order):
                    if place != keeps:
                        self._split(colour, parts[key])
                        changed += parts[key]
