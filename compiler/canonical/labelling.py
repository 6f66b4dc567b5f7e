"""Numbers for references that do not depend on how they were numbered: a canonical labelling of a tree.

Colour refinement to a fixed point (`refinement`), then individualise and refine what is still tied, keeping the least
text (McKay and Piperno 2014). Look-alikes that can change places, with what belongs to them, are found by trying to
(`twins`) and need no search. Other branches that give a text already seen are not searched.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from arcg.compiler.canonical.refinement import Colouring, Colours, Graph
from arcg.compiler.canonical.tree import Child, Node, Ref, arranged, refs
from arcg.compiler.canonical.twins import Permutation, Swaps, is_family

MOST_LEAVES = 400
"""Complete labellings tried before the least one so far is taken; a game needs that many only when it holds large
families of look-alikes that are no automorphic copies of each other."""

LOCAL = "slot"
"""The sort of references that occur in one unit only. They are numbered there, once all others have their numbers."""


@dataclass(frozen=True, slots=True)
class Labelling:
    """`text` is the same for equal trees and differs for others; `ranks` are the canonical numbers within each sort.

    Those of `LOCAL` references of units are numbered in the text alone.
    """

    text: str
    ranks: Colours


def labelled(tree: Node, prefer: Callable[[Ref], int] = lambda _: 0) -> Labelling:
    """The canonical labelling of a tree. Among labellings of one text, the tied references that `prefer` puts first."""
    return _Search(tree, prefer).run()


_NONE = frozenset[int]()


class _Search:
    """Looks for the least text of a tree; `known` are the numbers of references that have one already."""

    def __init__(self, tree: Node, prefer: Callable[[Ref], int], known: Colours | None = None) -> None:
        self.tree = tree
        self.known = known
        self.graph = Graph(tree, known)
        self.colouring = Colouring(self.graph)
        whole = known is not None or not _in_units(tree)
        self.left = [place for place, ref in enumerate(self.graph.refs) if whole or ref.sort != LOCAL]
        self.prefer = {vertex: prefer(self.graph.refs[vertex]) for vertex in self.left}
        self.leaves = 0
        self.texts: dict[tuple[int, tuple[int, ...]], str] = {}
        self.swaps: Swaps | None = None

    def run(self) -> Labelling:
        best, _ = self._best(_NONE)
        return best

    def _best(self, alike: frozenset[int], colour: int = -1) -> tuple[Labelling, set[str]]:
        """The least labelling below the present colouring, and the texts that were seen on the way.

        Something of that colour was chosen last, and the references `alike` can change places.
        """
        splits = len(self.colouring.splits)
        while cell := self._tied(colour):
            colour = self.colouring.of[cell[0]]
            branches = self._branches(cell, alike)
            if len(branches) > 1:
                break
            chosen, alike = branches[0]
            self.colouring.choose(chosen)
        if not cell:
            best = self._leaf()
            texts = {best.text}
        else:
            best, texts = self._below(branches[0], colour)
            for branch in branches[1:]:
                if self.leaves >= MOST_LEAVES:
                    break
                if self._any(branch[0]).text not in texts:
                    found, more = self._below(branch, colour)
                    texts |= more
                    if found.text < best.text:
                        best = found
        self.colouring.back(splits)
        return best, texts

    def _below(self, branch: tuple[int, frozenset[int]], colour: int) -> tuple[Labelling, set[str]]:
        """The same once something was chosen."""
        chosen, alike = branch
        splits = len(self.colouring.splits)
        self.colouring.choose(chosen)
        found = self._best(alike, colour)
        self.colouring.back(splits)
        return found

    def _any(self, chosen: int) -> Labelling:
        """Some labelling in which something was chosen."""
        splits = len(self.colouring.splits)
        cell = [chosen]
        while cell:
            colour = self.colouring.of[cell[0]]
            self.colouring.choose(cell[0])
            cell = self._tied(colour)
        leaf = self._leaf()
        self.colouring.back(splits)
        return leaf

    def _tied(self, colour: int) -> list[int]:
        """The references of a colour, if several have it, or of the smallest such one; the preferred ones first."""
        of, cells = self.colouring.of, self.colouring.cells
        if colour < 0 or len(cells[colour]) == 1:
            tied = {(len(cells[of[vertex]]), of[vertex]) for vertex in self.left if len(cells[of[vertex]]) > 1}
            if not tied:
                return []
            _, colour = min(tied)
        return sorted(cells[colour], key=lambda vertex: (self.prefer[vertex], vertex))

    def _branches(self, cell: list[int], alike: frozenset[int]) -> list[tuple[int, frozenset[int]]]:
        """Of each family of references that can change places, one; and those that still can once it is chosen."""
        found, left = [], cell
        while left:
            one, moves = left[0], dict[int, Permutation]()
            known = alike if one in alike else _NONE
            for two in left[1:]:
                if two not in known and (move := self._swap(one, two)) is not None:
                    moves[two] = move
            same = known & set(left[1:])
            if not same and is_family(list(moves.values())):
                same = frozenset(moves)
            found.append((one, same))
            left = [two for two in left[1:] if two not in known and two not in moves]
        return found

    def _swap(self, one: int, two: int) -> Permutation | None:
        if self.swaps is None:
            self.swaps = Swaps(self.tree, self.graph, self._unit_text if self.known is None else None)
        return self.swaps.swap(self.colouring, one, two)

    def _leaf(self) -> Labelling:
        self.leaves += 1
        ranks: Colours = dict(self.known or {})
        counts: dict[str, int] = {}
        place = {colour: place for place, colour in enumerate(self.colouring.order())}
        for vertex in sorted(self.left, key=lambda vertex: place[self.colouring.of[vertex]]):
            ref = self.graph.refs[vertex]
            if ref not in ranks:
                ranks[ref] = counts[ref.sort] = counts.get(ref.sort, -1) + 1
        return Labelling(self._text(self.tree, ranks), ranks)

    # ------------------------------------------------------------ texts

    def _text(self, item: Child, ranks: Colours) -> str:
        """The tree as text, with the numbers `ranks` and with children that commute in their normal form."""
        if isinstance(item, Ref):
            return f"{item.sort}:{ranks[item]}"
        if not isinstance(item, Node):
            return f"#{item}"
        if item.source is not None and self.known is None:
            return self._unit_text(item, ranks)
        return self._plain(item, ranks)

    def _plain(self, item: Node, ranks: Colours) -> str:
        """A node whose references all have numbers, as text."""
        parts = [self._text(child, ranks) for child in item.children]
        if item.before is not None:
            parts = [parts[place] for place in arranged(item.before, parts)]
        return f"({' '.join([item.tag, *parts])})" if parts else item.tag

    def _unit_text(self, unit: Node, ranks: Colours) -> str:
        """A unit as text: what is left to number in it concerns nothing outside."""
        found = refs(unit)
        known = {ref: ranks[ref] for ref in found if ref.sort != LOCAL}
        key = id(unit), tuple(known.values())
        if key not in self.texts:
            own = any(ref.sort == LOCAL for ref in found)
            self.texts[key] = _Search(unit, lambda _: 0, known).run().text if own else self._plain(unit, ranks)
        return self.texts[key]


def _in_units(tree: Child) -> bool:
    """Whether there are units in a tree."""
    return isinstance(tree, Node) and (tree.source is not None or any(_in_units(child) for child in tree.children))
