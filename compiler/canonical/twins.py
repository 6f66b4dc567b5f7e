"""Look-alikes that can change places: permutations of a few references that leave a tree as it is.

Two references of one colour are each put before the others of their colour. What else gets another colour by that
belongs to them and changes places with them (as in Katebi, Sakallah and Markov 2012). Whether the tree stays the same
is then looked up on the paths from what moves to the root, where equal subtrees have equal numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arcg.compiler.canonical.refinement import Colouring, Graph
from arcg.compiler.canonical.tree import Child, Node, Ref, arranged, refs

Permutation = dict[int, int]
"""Which reference comes to stand for which, by vertices; all others stay."""

UnitText = Callable[[Node, dict[Ref, int]], str]

_LOCAL = "slot"


class Swaps:
    """Looks for permutations that change few references of a tree.

    `unit_text` gives the text of a unit with references of its own, which are in no order yet; None if all of a unit's
    references have numbers.
    """

    def __init__(self, tree: Node, graph: Graph, unit_text: UnitText | None) -> None:
        self.graph = graph
        self.unit_text = unit_text
        self.items: list[Child] = []
        self.children: list[list[int]] = []
        self.parent: list[int] = []
        self.where: dict[int, list[int]] = {}
        self.numbers: dict[object, int] = {}
        self._add(tree)
        self.now: list[int] = []
        for entry in range(len(self.items)):
            self.now.append(self._number(entry, self.now, {}))

    def _add(self, item: Child) -> int:
        """Put down a subtree, children before parents."""
        children: list[int] = []
        atoms: set[int] = set()
        if isinstance(item, Ref):
            atoms = {self.graph.number[item]}
        elif isinstance(item, Node) and self._is_atom(item):
            atoms = {self.graph.number[ref] for ref in refs(item) if ref.sort != _LOCAL}
        elif isinstance(item, Node):
            children = [self._add(child) for child in item.children]
        entry = len(self.items)
        self.items.append(item)
        self.children.append(children)
        self.parent.append(-1)
        for child in children:
            self.parent[child] = entry
        for vertex in atoms:
            self.where.setdefault(vertex, []).append(entry)
        return entry

    def _is_atom(self, node: Node) -> bool:
        """Whether a node is a unit with references of its own."""
        return self.unit_text is not None and node.source is not None and any(ref.sort == _LOCAL for ref in refs(node))

    def _number(self, entry: int, now: Sequence[int] | dict[int, int], move: Permutation) -> int:
        """A number for a subtree, the same for equal ones, once references have changed places."""
        item = self.items[entry]
        key: object = item
        if isinstance(item, Ref):
            vertex = self.graph.number[item]
            key = item.sort, move.get(vertex, vertex)
        elif isinstance(item, Node):
            if self.unit_text is not None and self._is_atom(item):
                number = self.graph.number
                named = {ref: move.get(number[ref], number[ref]) for ref in refs(item) if ref.sort != _LOCAL}
                key = self.unit_text(item, named)
            else:
                parts = [now[child] for child in self.children[entry]]
                if item.before is not None:
                    parts = [parts[place] for place in arranged(item.before, parts)]
                key = item.tag, tuple(parts)
        return self.numbers.setdefault(key, len(self.numbers))

    def _keeps(self, move: Permutation) -> bool:
        """Whether the tree stays the same."""
        touched: set[int] = set()
        for vertex in move:
            for entry in self.where.get(vertex, ()):
                while entry >= 0 and entry not in touched:
                    touched.add(entry)
                    entry = self.parent[entry]
        then = _Over(self.now)
        for entry in sorted(touched):
            then[entry] = self._number(entry, then, move)
        root = len(self.now) - 1
        return then[root] == self.now[root]

    def swap(self, colouring: Colouring, one: int, two: int) -> Permutation | None:
        """What takes the first to the second, and leaves all references but those that belong to them in place."""
        splits = len(colouring.splits)
        firsts, seconds = [one], [two]
        while True:
            first = self._chosen(colouring, firsts, splits)
            second = self._chosen(colouring, seconds, splits)
            if first is None or second is None:
                return None
            move: Permutation = {}
            unsure = _paired(colouring.of, first, second, move)
            if unsure is None:
                return None
            before, after = unsure
            if not before:
                return move if set(move) == set(move.values()) and self._keeps(move) else None
            firsts.append(min(before))
            seconds.append(min(after))

    def _chosen(self, colouring: Colouring, vertices: list[int], splits: int) -> dict[int, int] | None:
        """The references that get another colour when some are chosen, with that colour."""
        for vertex in vertices:
            if len(colouring.cells[colouring.of[vertex]]) == 1:
                colouring.back(splits)
                return None
            colouring.choose(vertex)
        found = {
            member: colouring.of[member]
            for _, part, _ in colouring.splits[splits:]
            for member in colouring.cells[part]
            if member < len(self.graph.refs) and self.graph.refs[member].sort != _LOCAL
        }
        colouring.back(splits)
        return found


def _paired(
    colours: list[int], first: dict[int, int], second: dict[int, int], move: Permutation
) -> tuple[set[int], set[int]] | None:
    """Complete `move`, which takes what has a colour in `first` to what has it in `second`.

    What neither has keeps its colour and its place. Gives those of a colour of which it is not clear which goes where,
    empty if there are none; None if some colour is that of more in one than in the other.
    """
    sides: dict[int, tuple[set[int], set[int]]] = {}
    for vertex in first.keys() | second.keys():
        sides.setdefault(first.get(vertex, colours[vertex]), (set(), set()))[0].add(vertex)
        sides.setdefault(second.get(vertex, colours[vertex]), (set(), set()))[1].add(vertex)
    if any(len(before) != len(after) for before, after in sides.values()):
        return None
    left = [(before - after, after - before) for before, after in sides.values()]
    for before, after in left:
        if len(before) == 1:
            move[min(before)] = min(after)
    back = {after: before for before, after in move.items()}
    for before, after in sorted(left, key=lambda side: (len(side[0]), min(side[0], default=0))):
        if len(before) > 1:
            known = {vertex: back[vertex] for vertex in before if back.get(vertex) in after}
            if len(known) < len(before):
                return before, after
            move |= known
    return set(), set()


class _Over(dict[int, int]):
    """The numbers that changed, over those that did not."""

    def __init__(self, under: Sequence[int]) -> None:
        super().__init__()
        self.under = under

    def __missing__(self, entry: int) -> int:
        return self.under[entry]


def is_family(moves: Sequence[Permutation]) -> bool:
    """Whether any order of some references can be had, by permutations that take one of them to each of the others.

    They must change places with whatever belongs to them, and nothing may belong to two.
    """
    if any(move[move[vertex]] != vertex for move in moves for vertex in move):
        return False
    if len(moves) < 2:
        return True
    core = set(moves[0]).intersection(*moves[1:])
    seen: set[int] = set()
    for move in moves:
        block = {move[vertex] for vertex in core}
        if block != set(move) - core or block & seen:
            return False
        seen |= block
    return True
