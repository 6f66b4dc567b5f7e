"""Wiring: what the references of a unit are in the game, and an alignment of two games that grows while one is coded.

Two games call nothing alike. When a unit of one is coded from a unit of the other, their references are taken to
correspond, and the next unit that uses them is cheaper if they still do.
"""

from __future__ import annotations

import math

from arcg.compiler.canonical.tree import Ref, Sort
from arcg.compiler.novelty.units import Unit

SETS = "(set_of_kinds"
"""The declaration of a set: what it refers to after the set itself are the members, in no order."""


class Odds:
    """How likely something is, learned as it goes: (hits + a) / (hits + misses + a + b)."""

    __slots__ = ("hits", "misses")

    def __init__(self, hits: float, misses: float) -> None:
        self.hits, self.misses = hits, misses

    def note(self, hit: bool) -> None:
        """Take note of one case."""
        if hit:
            self.hits += 1
        else:
            self.misses += 1

    @property
    def yes(self) -> float:
        """The bits of a hit."""
        return math.log2((self.hits + self.misses) / self.hits)

    @property
    def no(self) -> float:
        """The bits of a miss."""
        return math.log2((self.hits + self.misses) / self.misses)


class _More:
    """What a unit mentions that was not mentioned before it."""

    __slots__ = ("counts", "refs")

    def __init__(self) -> None:
        self.refs: set[Ref] = set()
        self.counts: dict[Sort, int] = {}

    def add(self, ref: Ref) -> None:
        """One more."""
        self.refs.add(ref)
        self.counts[ref.sort] = self.counts.get(ref.sort, 0) + 1


class Wiring:
    """What was mentioned so far in the game that is being coded, and what of the other game corresponds to it."""

    def __init__(self) -> None:
        self.mentioned: dict[Sort, dict[Ref, None]] = {}
        """By sort, in the order of their first mention."""
        self.ours: dict[Ref, Ref] = {}
        """Of a reference of the other game: that of this one."""
        self.theirs: dict[Ref, Ref] = {}
        """The other way round."""
        self.kept = Odds(4, 0.5)
        """Whether a reference corresponds as before, in a unit of the other game."""
        self.repeated = Odds(1, 1)
        """Whether it is the same again, in an earlier unit of this game."""

    def knows(self, ref: Ref) -> bool:
        """Whether it was mentioned."""
        return ref in self.mentioned.get(ref.sort, ())

    def fresh(self, unit: Unit) -> float:
        """The bits that say what the references are, without any model: each one of those mentioned, or a new one."""
        more = _More()
        bits = 0.0
        for ref in self._open(unit):
            bits += self._which(ref.sort, more)
            if ref not in more.refs and not self.knows(ref):
                more.add(ref)
        if unit.body[0] == SETS:  # members have no order
            bits -= math.lgamma(len(unit.wiring)) / math.log(2)
        return max(0.0, bits)

    def again(self, unit: Unit, model: Unit) -> float:
        """The bits that say what the references are when an earlier unit of this game is the model."""
        bits = 0.0
        yes, no = self.repeated.yes, self.repeated.no
        more = _More()
        pairs = _paired(unit, model)
        for ref, theirs in pairs[1:] if self._is_given(unit) else pairs:
            if theirs is None:
                bits += self._which(ref.sort, more)
            else:
                bits += yes if ref == theirs else no + self._which(ref.sort, more)
            if ref not in more.refs and not self.knows(ref):
                more.add(ref)
        return bits

    def like(self, unit: Unit, model: Unit, most: float = math.inf) -> float:
        """The bits that say what the references are when a unit of the other game is the model; exact below `most`."""
        bits = 0.0
        yes, no = self.kept.yes, self.kept.no
        more = _More()
        found: dict[Ref, Ref] = {}
        pairs = _paired(unit, model)
        for ref, theirs in pairs[1:] if self._is_given(unit) else pairs:
            if bits >= most:
                break
            if theirs is None:
                bits += self._which(ref.sort, more)
            else:
                guess = self.ours.get(theirs) or found.get(theirs)
                # Nothing corresponds yet: it should be something that nothing corresponds to.
                hit = ref == guess if guess is not None else ref not in more.refs and not self.knows(ref)
                bits += yes if hit else no + self._which(ref.sort, more)
                found.setdefault(theirs, ref)
            if ref not in more.refs and not self.knows(ref):
                more.add(ref)
        return bits

    def like_set(self, unit: Unit, model: Unit) -> float:
        """The bits of a set's members when a set of the other game is the model: which ones stay, which ones come."""
        stays, new = self._members(unit, model)
        gone, come = len(model.wiring) - 1 - len(stays), len(unit.wiring) - 1 - len(stays)
        bits = 1 + len(stays) * self.kept.yes + gone * self.kept.no  # 1: whether any come
        bits += new * self._which("kind", _More())  # which of those that nothing corresponds to yet
        return bits + come * (1 + self._which("kind", _More()))

    def _members(self, unit: Unit, model: Unit) -> tuple[list[tuple[Ref, Ref]], int]:
        """The members that stay, with theirs, and how many of them are those to which nothing corresponded before."""
        members = dict.fromkeys(unit.wiring[1:])
        found, unknown = [], []
        for theirs in model.wiring[1:]:
            guess = self.ours.get(theirs)
            if guess is None:
                unknown.append(theirs)
            elif guess in members:
                found.append((guess, theirs))
                del members[guess]
        left = [ref for ref in members if ref not in self.theirs]
        new = list(zip(left, unknown, strict=False))
        return found + new, len(new)

    def learn(self, unit: Unit, model: Unit | None, own: Unit | None) -> None:
        """Take note of a unit that was coded from `model`, of the other game, or from `own`, of this one."""
        if own is not None:
            for ref, theirs in _paired(unit, own):
                self.repeated.note(ref == theirs)
        if model is not None and unit.body[0] == SETS:
            for ref, theirs in self._members(unit, model)[0]:
                self.ours[theirs] = ref
                self.theirs[ref] = theirs
        elif model is not None:
            for ref, theirs in _paired(unit, model):
                if theirs is None:
                    continue
                guess = self.ours.get(theirs)
                self.kept.note(ref == guess if guess is not None else not self.knows(ref))
                self.ours[theirs] = ref
                self.theirs[ref] = theirs
        for ref in unit.wiring:
            self.mentioned.setdefault(ref.sort, {}).setdefault(ref)

    def _which(self, sort: Sort, more: _More) -> float:
        """The bits that tell one of those mentioned, or a new one."""
        return math.log2(len(self.mentioned.get(sort, ())) + more.counts.get(sort, 0) + 1)

    def _is_given(self, unit: Unit) -> bool:
        """Whether what a unit declares goes without saying: declarations come in the order of mention."""
        declared = unit.declares
        return declared is not None and self.knows(declared)

    def _open(self, unit: Unit) -> tuple[Ref, ...]:
        return unit.wiring[1:] if self._is_given(unit) else unit.wiring


def _paired(unit: Unit, model: Unit) -> list[tuple[Ref, Ref | None]]:
    """Each reference of a unit with the one of its sort at the same place of the model, if there is one."""
    if unit.number == model.number:
        return list(zip(unit.wiring, model.wiring, strict=True))  # same sorts in the same places
    left: dict[str, list[Ref]] = {}
    for ref in model.wiring:
        left.setdefault(ref.sort, []).append(ref)
    return [(ref, left[ref.sort].pop(0) if left.get(ref.sort) else None) for ref in unit.wiring]
