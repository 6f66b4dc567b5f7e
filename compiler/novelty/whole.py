"""A game beside a whole collection: the bits that describe it to somebody who knows all other games.

K(NEW | collection), an upper bound: the least of several codes. Each knows some games at once, as one dictionary whose
games name nothing alike, and says first which games these are and in which symmetry each of them is meant.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from arcg.compiler.canonical.tree import Ref
from arcg.compiler.novelty.coding import Book, coded
from arcg.compiler.novelty.compare import Prepared, facing
from arcg.compiler.novelty.units import Block, Cut, Unit

KNOWN = (1, 2, 4, 8)
"""How many games at once. More would cost more to name than they bring."""

_APART = 1 << 20
"""References of one game are numbered so far from those of another."""


def bits_given(new: Prepared, others: Sequence[Prepared]) -> float:
    """The length of a game with a collection known, whose games stand in the order of how much they should help."""
    best = new.bits
    for count in KNOWN if others else ():
        known = others[:count]
        which = sum(math.log2(len(others) * len(game.books)) for game in known)
        best = min(best, which + coded(new.books[0], new.background, _together(new, known)).bits)
    return best


def _together(new: Prepared, known: Sequence[Prepared]) -> Book:
    """Some games as one dictionary, each in the symmetry in which it is most like the new one."""
    cuts = [_apart(facing(new, game).cut, number * _APART) for number, game in enumerate(known)]
    parts = tuple(part for cut in cuts for part in cut.rules.parts)
    in_order = tuple(frozenset(range(place)) for place in range(len(parts)))
    return Book(Cut(Block(parts, in_order), tuple(unit for cut in cuts for unit in cut.declared)))


def _apart(cut: Cut, by: int) -> Cut:
    """A game with other numbers for what it refers to."""

    def moved(part: Unit | Block) -> Unit | Block:
        if isinstance(part, Block):
            return Block(tuple(moved(inner) for inner in part.parts), part.before)
        return replace(part, wiring=tuple(Ref(ref.sort, ref.number + by) for ref in part.wiring))

    rules = moved(cut.rules)
    assert isinstance(rules, Block)
    return Cut(rules, tuple(unit for unit in map(moved, cut.declared) if isinstance(unit, Unit)))
