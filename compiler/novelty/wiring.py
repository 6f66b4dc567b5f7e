"""Wiring: what the references of a unit are in the game, and an alignment of two games that grows while one is coded.

Two games call nothing alike. When a unit of one is coded from a unit of the other, their references are taken to
correspond, and the next unit that uses them is cheaper if they still do.
"""

from __future__ import annotations

import math

from arcg.compiler.canonical.tree import Ref
from arcg.compiler.novelty.units import Unit

KEPT = 0.9
"""How likely a reference is to correspond as it did before, in an entry of the other game."""

REPEATED = 0.5
"""How likely a reference is to be the same again, in an earlier unit of the same game."""


class Wiring:
    """What was mentioned so far in the game that is being coded, and what of the other game corresponds to it."""

    def __init__(self) -> None:
        self.mentioned: dict[str, list[Ref]] = {}
        self.partner: dict[Ref, Ref] = {}
        """Of a reference of the other game: that of this one."""

    def fresh(self, unit: Unit) -> float:
        """The bits that say what the references are, without any model."""
        seen: dict[str, list[Ref]] = {sort: list(known) for sort, known in self.mentioned.items()}
        bits = 0.0
        for ref in unit.wiring:
            known = seen.setdefault(ref.sort, [])
            bits += math.log2(len(known) + 1)  # one of them, or a new one
            if ref not in known:
                known.append(ref)
        return bits

    def like(self, unit: Unit, model: Unit, foreign: bool) -> float:
        """The bits that say what the references are when those of a dictionary entry are the model."""
        bits = 0.0
        partner = dict(self.partner) if foreign else {}
        taken = {ref for known in self.mentioned.values() for ref in known}
        count = {sort: len(known) for sort, known in self.mentioned.items()}
        for ref, theirs in _paired(unit, model):
            likely = KEPT if foreign and theirs is not None else REPEATED
            if foreign:
                guess = partner.get(theirs) if theirs is not None else None
                # Nothing corresponds yet: it should be something new.
                hit = ref == guess if guess is not None else ref not in taken
            else:
                hit = ref == theirs
            bits += -math.log2(likely) if hit else math.log2(count.get(ref.sort, 0) + 1) - math.log2(1 - likely)
            if theirs is not None:
                partner.setdefault(theirs, ref)
            if ref not in taken:
                taken.add(ref)
                count[ref.sort] = count.get(ref.sort, 0) + 1
        return bits

    def learn(self, unit: Unit, model: Unit | None) -> None:
        """Take note of a unit that was coded, and of what corresponds when it was coded from `model`."""
        if model is not None:
            for ref, theirs in _paired(unit, model):
                if theirs is not None:
                    self.partner.setdefault(theirs, ref)
        for ref in unit.wiring:
            known = self.mentioned.setdefault(ref.sort, [])
            if ref not in known:
                known.append(ref)


def _paired(unit: Unit, model: Unit) -> list[tuple[Ref, Ref | None]]:
    """Each reference of a unit with the one of its sort at the same place of the model, if there is one."""
    left: dict[str, list[Ref]] = {}
    for ref in model.wiring:
        left.setdefault(ref.sort, []).append(ref)
    return [(ref, left[ref.sort].pop(0) if left.get(ref.sort) else None) for ref in unit.wiring]
