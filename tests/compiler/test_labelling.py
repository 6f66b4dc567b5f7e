"""The canonical labelling of trees: the same for every numbering and order of a tree, another one for another tree."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from arcg.compiler.canonical import labelling
from arcg.compiler.canonical.labelling import labelled
from arcg.compiler.canonical.refinement import Colouring, Graph
from arcg.compiler.canonical.tree import Child, Node, Ref, Source, free, mapped, refs

RULE = Source("rule", 1)


def kind(number: int) -> Ref:
    return Ref("kind", number)


def game(*units: Node) -> Node:
    return free("game", units)


def unit(tag: str, *children: Child) -> Node:
    return Node(tag, children, source=RULE)


def graph(edges: list[tuple[int, int]]) -> Node:
    """A game with a rule for each edge, which reads the same from both ends."""
    return game(*(Node("edge", tuple(map(kind, edge)), (frozenset(),) * 2, RULE) for edge in edges))


def shuffled(tree: Node, random: Random) -> Node:
    """The tree with other numbers and, where nothing stands against it, in another order."""
    names: dict[Ref, Ref] = {}
    for sort in {ref.sort for ref in refs(tree)}:
        old = sorted({ref for ref in refs(tree) if ref.sort == sort}, key=lambda ref: ref.number)
        names |= dict(zip(old, random.sample(old, len(old)), strict=True))

    def change(node: Node) -> Node:
        if node.before is None:
            return node
        order: list[int] = []
        while len(order) < len(node.children):
            ready = [n for n, before in enumerate(node.before) if n not in order and before <= set(order)]
            order.append(random.choice(ready))
        place = {child: at for at, child in enumerate(order)}
        before = tuple(frozenset(place[other] for other in node.before[child]) for child in order)
        return Node(node.tag, tuple(node.children[child] for child in order), before, node.source)

    other = mapped(tree, change, names.__getitem__)
    assert isinstance(other, Node)
    return other


def wild(random: Random) -> Node:
    """A few rules over a few kinds and layers, some with variables of their own, many of them look-alikes."""
    units = []
    for number in range(random.randrange(1, 5)):
        for _ in range(random.randrange(1, 6)):
            parts: list[Child] = [kind(random.randrange(6)) for _ in range(random.randrange(1, 4))]
            parts += [Ref("layer", random.randrange(3)) for _ in range(random.randrange(2))]
            parts += [free("both", (Ref("slot", n % 2), kind(random.randrange(6)))) for n in range(random.randrange(3))]
            parts.append(Node("word"))
            whole = (
                free(f"rule{number}", tuple(parts)) if random.random() < 0.5 else Node(f"rule{number}", tuple(parts))
            )
            units.append(Node(whole.tag, whole.children, whole.before, RULE))
    if random.random() < 0.5:
        return game(*units)
    held = [set(refs(each)) - {Ref("slot", 0), Ref("slot", 1)} for each in units]
    before = (frozenset(other for other in range(at) if held[other] & held[at]) for at in range(len(units)))
    return Node("game", tuple(units), tuple(before))


@pytest.mark.parametrize("seed", range(150))
def test_any_numbering_and_order_gives_one_text(seed: int) -> None:
    tree = wild(Random(seed))
    text = labelled(tree).text

    for other in range(3):
        assert labelled(shuffled(tree, Random(other))).text == text


def circle(*numbers: int) -> list[tuple[int, int]]:
    return list(zip(numbers, (*numbers[1:], numbers[0]), strict=True))


ROOKS = [(a, b) for a, b in combinations(range(16), 2) if a // 4 == b // 4 or a % 4 == b % 4]
SHRIKHANDE = [
    (a, b)
    for a, b in combinations(range(16), 2)
    if ((b // 4 - a // 4) % 4, (b % 4 - a % 4) % 4) in {(0, 1), (0, 3), (1, 0), (3, 0), (1, 1), (3, 3)}
]
PAIRS = {
    "two circles or one": ([*circle(0, 1, 2), *circle(3, 4, 5)], circle(*range(6))),
    "circles of 3 and 5 or of 4": (circle(0, 1, 2) + circle(*range(3, 8)), circle(0, 1, 2, 3) + circle(4, 5, 6, 7)),
    "two graphs of 16, each neighbour like each other": (ROOKS, SHRIKHANDE),
}  # fmt: skip
"""Pairs that refinement alone cannot tell apart."""


@pytest.mark.parametrize("name", PAIRS)
def test_what_looks_alike_everywhere_is_told_apart(name: str) -> None:
    one, two = map(graph, PAIRS[name])

    assert labelled(one).text != labelled(two).text
    for tree in (one, two):
        for seed in range(3):
            assert labelled(shuffled(tree, Random(seed))).text == labelled(tree).text


@pytest.fixture
def leaves(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts the labellings that are tried."""
    tried: list[int] = []
    leaf = labelling._Search._leaf
    monkeypatch.setattr(labelling._Search, "_leaf", lambda self: tried.append(self.known is None) or leaf(self))
    return tried


BOTH = free("both", (Ref("slot", 0), Ref("slot", 1)))

FAMILIES = {
    "alone": lambda n: [unit("rule", kind(n), Node("word"))],
    "each with its layer": lambda n: [unit("rule", kind(n), Ref("layer", n)), unit("all", Ref("layer", n), kind(1000))],
    "each with two more": lambda n: [unit("rule", kind(n), kind(200 + n)), unit("rule", kind(n), kind(400 + n))],
    "each with a variable": lambda n: [unit("rule", kind(n), BOTH, Ref("slot", 0))],
    "each against each": lambda n: [unit("rule", kind(a), kind(b)) for m in range(n) for a, b in ((n, m), (m, n))],
}


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_of_look_alikes_needs_one_labelling(name: str, leaves: list[int]) -> None:
    count = 20 if name == "each against each" else 150
    tree = game(*(each for number in range(count) for each in FAMILIES[name](number)))
    text = labelled(tree).text

    assert sum(leaves) == 1
    assert labelled(shuffled(tree, Random(1))).text == text
    del leaves[:]
    odd = game(*tree.children, unit("rule", kind(3), kind(5)))
    assert labelled(shuffled(odd, Random(2))).text == labelled(odd).text != text


def test_look_alikes_in_a_circle_are_no_family() -> None:
    """Every neighbour can change places with every other one only if all the rest does."""
    tree = graph(circle(*range(12)))
    other = graph([*circle(*range(12))[:-1], (0, 6)])

    assert labelled(tree).text == labelled(shuffled(tree, Random(3))).text != labelled(other).text


def test_the_preferred_one_comes_first() -> None:
    tree = game(*(unit("rule", kind(number)) for number in range(6)))
    ranks = labelled(tree, prefer=lambda ref: -ref.number).ranks

    assert [ranks[kind(number)] for number in range(6)] == [5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize("seed", range(40))
def test_what_was_chosen_is_taken_back(seed: int) -> None:
    colouring = Colouring(Graph(wild(Random(seed))))
    before = list(colouring.of), {colour: set(cell) for colour, cell in colouring.cells.items()}, colouring.fresh
    splits = len(colouring.splits)
    for cell in [sorted(cell) for cell in before[1].values() if len(cell) > 1]:
        if len(colouring.cells[colouring.of[cell[0]]]) > 1:
            colouring.choose(cell[0])
    colouring.back(splits)

    assert before == (colouring.of, colouring.cells, colouring.fresh)


@pytest.mark.parametrize("seed", range(40))
def test_vertices_of_one_colour_see_the_same(seed: int) -> None:
    found = Colouring(Graph(wild(Random(seed))))
    for cell in [sorted(cell) for cell in found.cells.values() if len(cell) > 1][:1]:
        found.choose(cell[0])

    for cell in found.cells.values():
        sights = {tuple(sorted(label + found.of[other] for label, other in found.graph.near[v])) for v in cell}
        assert len(sights) == 1
