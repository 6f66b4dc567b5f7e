"""Numbers for references that do not depend on how they were numbered: a canonical labelling of a tree.

Colour refinement (Weisfeiler and Leman 1968) to a fixed point, then individualise and refine what is still tied,
keeping the least text (McKay and Piperno 2014). Branches that give a text already seen are not searched.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from arcg.compiler.canonical.tree import Child, Node, Ref, arranged, refs

Colours = dict[Ref, int]

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


# ---------------------------------------------------------------- the tree as a table


class _Flat:
    """The tree as a table of nodes, children before parents, for many rounds of refinement."""

    def __init__(self, tree: Node) -> None:
        self.tags: list[str] = []
        self.children: list[tuple[int, ...]] = []
        self.places: list[tuple[int, ...]] = []
        self.before: list[tuple[frozenset[int], ...] | None] = []
        self.height: list[int] = []
        self.leaves: list[tuple[int, Ref]] = []
        self.root = self._add(tree)
        self.refs = sorted({ref for _, ref in self.leaves}, key=lambda ref: (ref.sort, ref.number))
        rows: dict[int, list[int]] = {}
        for entry, height in enumerate(self.height):
            rows.setdefault(height, []).append(entry)
        self.levels = [rows[height] for height in sorted(rows)]
        self.parents = {child: (entry, place) for entry in range(len(self.tags))
                        for child, place in zip(self.children[entry], self.places[entry], strict=True)}  # fmt: skip

    def _add(self, item: Node | Ref | int) -> int:
        children: list[int] = []
        before = None
        if isinstance(item, Node):
            children = [self._add(child) for child in item.children]
            before = item.before
            tag = item.tag
        else:
            tag = "$" if isinstance(item, Ref) else f"#{item}"
        entry = len(self.tags)
        self.tags.append(tag)
        self.children.append(tuple(children))
        self.places.append(_places(len(children), before))
        self.before.append(before)
        self.height.append(1 + max((self.height[child] for child in children), default=0))
        if isinstance(item, Ref):
            self.leaves.append((entry, item))
        return entry


def _places(count: int, before: tuple[frozenset[int], ...] | None) -> tuple[int, ...]:
    """What is known of each child's place: the place itself, or how many must come one after another before it."""
    if before is None:
        return tuple(range(count))
    depths: list[int] = []
    for earlier in before:
        depths.append(-1 + min((depths[item] for item in earlier), default=0))
    return tuple(depths)


# ---------------------------------------------------------------- refinement


def _refined(flat: _Flat, colours: Colours) -> Colours:
    """The coarsest colouring that is finer than `colours` and tells apart what stands in different surroundings."""
    while True:
        below = _inside(flat, colours)
        above = _around(flat, below)
        seen: dict[Ref, list[tuple[int, int]]] = {ref: [] for ref in flat.refs}
        for entry, ref in flat.leaves:
            parent, place = flat.parents[entry]
            seen[ref].append((above[parent], place))
        signatures = {ref: (ref.sort, colours[ref], tuple(sorted(seen[ref]))) for ref in flat.refs}
        ranks = {signature: rank for rank, signature in enumerate(sorted(set(signatures.values())))}
        finer = {ref: ranks[signatures[ref]] for ref in flat.refs}
        if len(ranks) == len(set(colours.values())):
            return finer
        colours = finer


def _inside(flat: _Flat, colours: Colours) -> list[int]:
    """A number for each node by what stands below it, the same for equal contents."""
    numbers = [0] * len(flat.tags)
    own = {entry: (ref.sort, colours[ref]) for entry, ref in flat.leaves}
    first = 0
    for level in flat.levels:
        signatures: dict[int, tuple[object, ...]] = {}
        for entry in level:
            parts = zip(flat.places[entry], (numbers[child] for child in flat.children[entry]), strict=True)
            sort, colour = own.get(entry, ("", 0))
            signatures[entry] = (flat.tags[entry], sort, colour, tuple(sorted(parts)))
        ranks = {signature: rank for rank, signature in enumerate(sorted(set(signatures.values())), first)}
        first += len(ranks)
        for entry, signature in signatures.items():
            numbers[entry] = ranks[signature]
    return numbers


def _around(flat: _Flat, below: list[int]) -> list[int]:
    """A number for each node by what stands below and above it."""
    numbers = [0] * len(flat.tags)
    level, first = [flat.root], 0
    while level:
        signatures = {}
        for entry in level:
            parent, place = flat.parents.get(entry, (-1, 0))
            signatures[entry] = (numbers[parent] if parent >= 0 else -1, place, below[entry])
        ranks = {signature: rank for rank, signature in enumerate(sorted(set(signatures.values())), first)}
        first += len(ranks)
        for entry, signature in signatures.items():
            numbers[entry] = ranks[signature]
        level = [child for entry in level for child in flat.children[entry]]
    return numbers


# ---------------------------------------------------------------- ties


class _Search:
    """Looks for the least text of a tree; `known` are the numbers of references that have one already."""

    def __init__(self, tree: Node, prefer: Callable[[Ref], int], known: Colours | None = None) -> None:
        self.tree = tree
        self.prefer = prefer
        self.known = known
        self.flat = _Flat(tree)
        self.left = [ref for ref in self.flat.refs if ref.sort != LOCAL or known is not None or not _in_units(tree)]
        self.leaves = 0
        self.texts: dict[tuple[int, tuple[int, ...]], str] = {}

    def run(self) -> Labelling:
        start = {ref: self.known.get(ref, -1) if self.known else 0 for ref in self.flat.refs}
        best, _ = self._best(_refined(self.flat, start))
        return best

    def _best(self, colours: Colours) -> tuple[Labelling, set[str]]:
        """The least labelling below a colouring, and the texts that were seen on the way."""
        cell = self._tied(colours)
        if not cell:
            leaf = self._leaf(colours)
            return leaf, {leaf.text}
        best, texts = self._best(self._chosen(colours, cell[0]))
        for ref in cell[1:]:
            if self.leaves >= MOST_LEAVES:
                break
            one = self._chosen(colours, ref)
            if self._any(one).text in texts:
                continue
            found, more = self._best(one)
            texts |= more
            if found.text < best.text:
                best = found
        return best, texts

    def _any(self, colours: Colours) -> Labelling:
        """Some labelling below a colouring."""
        while cell := self._tied(colours):
            colours = self._chosen(colours, cell[0])
        return self._leaf(colours)

    def _tied(self, colours: Colours) -> list[Ref]:
        """The first colour that several references have: these, the preferred ones first."""
        cells: dict[int, list[Ref]] = {}
        for ref in self.left:
            cells.setdefault(colours[ref], []).append(ref)
        tied = min((colour for colour, cell in cells.items() if len(cell) > 1), default=None)
        return [] if tied is None else sorted(cells[tied], key=self.prefer)

    def _chosen(self, colours: Colours, ref: Ref) -> Colours:
        """Refined after one of the tied references was put before the others."""
        return _refined(self.flat, {**{r: 2 * c + 1 for r, c in colours.items()}, ref: 2 * colours[ref]})

    def _leaf(self, colours: Colours) -> Labelling:
        self.leaves += 1
        ranks: Colours = dict(self.known or {})
        counts: dict[str, int] = {}
        for ref in sorted(self.left, key=colours.__getitem__):
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
        parts = [self._text(child, ranks) for child in item.children]
        if item.before is not None:
            parts = [parts[place] for place in arranged(item.before, parts)]
        return f"({' '.join([item.tag, *parts])})" if parts else item.tag

    def _unit_text(self, unit: Node, ranks: Colours) -> str:
        """A unit as text: what is left to number in it concerns nothing outside."""
        key = id(unit), tuple(ranks[ref] for ref in refs(unit) if ref.sort != LOCAL)
        if key not in self.texts:
            known = {ref: ranks[ref] for ref in refs(unit) if ref.sort != LOCAL}
            self.texts[key] = _Search(unit, lambda _: 0, known).run().text
        return self.texts[key]


def _in_units(tree: Child) -> bool:
    """Whether there are units in a tree."""
    return isinstance(tree, Node) and (tree.source is not None or any(_in_units(child) for child in tree.children))
