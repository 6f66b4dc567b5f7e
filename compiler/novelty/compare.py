"""Two games beside each other: code lengths alone and together, the novelty figure, and which rules are shared.

K(A,B) = min(K(A) + K(B|A), K(B) + K(A|B), K(A) + K(B))       together
S      = K(A) + K(B) - K(A,B)                                 shared bits
novelty     = 2 K(A,B) / (K(A) + K(B)) - 1, within 0 and 1    0 the same, 1 nothing in common
containment = S / min(K(A), K(B))                             1: the smaller is inside the larger
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from arcg.compiler import ir
from arcg.compiler.canonical import Form, canonical
from arcg.compiler.novelty.background import Background, shipped
from arcg.compiler.novelty.coding import Code, coded
from arcg.compiler.novelty.units import Unit, orientations, rule_count, units_of

EVIDENCE_BITS = 40.0
"""Shared bits below this are no evidence that two games have something in common."""

FEW_RULES = 3
"""A game of so few rules says too little about where they come from."""

LEAST_BITS = 1.0
"""What a pair of rules must save to be told."""

Doubt = Literal["too short", "little shared"]


@dataclass(frozen=True, slots=True)
class Shared:
    """A unit of one game that was coded from one of the other; `bits` it saved. `a` and `b` stand in the files."""

    a: Unit
    b: Unit
    bits: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two games have in common. Lengths in bits; `novelty` and `containment` from 0 to 1."""

    forms: tuple[Form, Form]
    rules: tuple[int, int]
    a: float
    b: float
    joint: float
    chained: float
    """One game and then the other, though coding them apart may be shorter."""
    shared: tuple[Shared, ...]
    background: str

    @property
    def same(self) -> bool:
        """Whether the two have one canonical form."""
        return self.forms[0].hash == self.forms[1].hash

    @property
    def shared_bits(self) -> float:
        """What is saved by describing both together."""
        return self.a + self.b - self.joint

    @property
    def novelty(self) -> float:
        """0 for one canonical form, by definition; 1 when knowing one game is of no use for describing the other."""
        total = self.a + self.b
        return 0.0 if self.same or not total else min(1.0, max(0.0, 2 * self.joint / total - 1))

    @property
    def unclipped(self) -> float:
        """The novelty of one game after the other, not kept within 0 and 1: it shows whether the code is calibrated."""
        total = self.a + self.b
        return 2 * self.chained / total - 1 if total else 0.0

    @property
    def containment(self) -> float:
        """How much of the smaller game is in the larger one."""
        least = min(self.a, self.b)
        return 1.0 if self.same else self.shared_bits / least if least else 0.0

    @property
    def doubt(self) -> Doubt | None:
        """Why the figure should not be trusted, if so; that two forms are equal needs no further evidence."""
        if self.same:
            return None
        if min(self.rules) <= FEW_RULES or min(self.a, self.b) < EVIDENCE_BITS:
            return "too short"
        return "little shared" if self.shared_bits < EVIDENCE_BITS else None


def compare(a: ir.Program, b: ir.Program, background: Background | None = None) -> Comparison:
    """Compare the mechanics of two games; the same figures, whichever comes first."""
    return compare_forms(canonical(a), canonical(b), background or shipped())


@dataclass(frozen=True, slots=True)
class Prepared:
    """A form with what every comparison needs of it: its units in each symmetry of the board, and their codes alone."""

    form: Form
    turns: tuple[tuple[Unit, ...], ...]
    alone: tuple[Code, ...]
    background: Background

    @property
    def bits(self) -> float:
        """The length of the game alone."""
        return min(code.bits for code in self.alone)


def prepared(form: Form, background: Background) -> Prepared:
    """A form made ready, so that comparing it with many others does this once."""
    turns = tuple(orientations(form))
    return Prepared(form, turns, tuple(coded(units, background) for units in turns), background)


def compare_forms(a: Form, b: Form, background: Background) -> Comparison:
    """Compare two canonical forms."""
    if a.hash == b.hash:
        return _same(a, b, background)
    return compare_prepared(prepared(a, background), prepared(b, background))


def compare_prepared(a: Prepared, b: Prepared) -> Comparison:
    """Compare two canonical forms that were made ready with one background."""
    background = a.background
    if a.form.hash == b.form.hash:
        return _same(a.form, b.form, background)
    if a.form.text > b.form.text:  # codes are greedy, so which game comes first could show in the last bit
        return _swapped(compare_prepared(b, a))
    first = a.turns[0]
    codes = [(a.alone[0].bits, coded(turn, background, first), True) for turn in b.turns]
    codes += [(code.bits, coded(first, background, turn), False) for code, turn in zip(b.alone, b.turns, strict=True)]
    known, given, a_is_known = min(codes, key=lambda way: way[0] + way[1].bits)
    chained = known + given.bits
    joint = min(chained, a.bits + b.bits)
    return Comparison(
        forms=(a.form, b.form),
        rules=(rule_count(first), rule_count(b.turns[0])),
        # whoever describes both has described each of them
        a=min(a.bits, joint),
        b=min(b.bits, joint),
        joint=joint,
        chained=chained,
        shared=_shared(given, a_is_known),
        background=background.version,
    )


def _same(a: Form, b: Form, background: Background) -> Comparison:
    """Two games of one form: they have the same units in the same order, and describing one describes both."""
    units, other = units_of(a), units_of(b)
    code = coded(units, background)
    pairs = (
        Shared(choice.unit, unit, choice.bits) for choice, unit in zip(code.choices, other, strict=True) if unit.is_rule
    )
    return Comparison(
        forms=(a, b),
        rules=(rule_count(units), rule_count(other)),
        a=code.bits,
        b=code.bits,
        joint=code.bits,
        chained=code.bits,
        shared=_sorted(pairs),
        background=background.version,
    )


def _sorted(pairs: Iterable[Shared]) -> tuple[Shared, ...]:
    """Most bits first."""
    return tuple(sorted(pairs, key=lambda pair: (-pair.bits, pair.a.source.line or 0, pair.b.source.line or 0)))


def _shared(code: Code, a_is_known: bool) -> tuple[Shared, ...]:
    """The units that stand in both files and for which the other game was of use, most bits first."""
    found = []
    for choice in code.choices:
        if choice.entry is None or not choice.entry.foreign or not choice.unit.is_rule or not choice.entry.unit.is_rule:
            continue
        known, new = choice.entry.unit, choice.unit
        a, b = (known, new) if a_is_known else (new, known)
        if choice.alone - choice.bits >= LEAST_BITS:
            found.append(Shared(a, b, choice.alone - choice.bits))
    return _sorted(found)


def _swapped(comparison: Comparison) -> Comparison:
    return Comparison(
        forms=(comparison.forms[1], comparison.forms[0]),
        rules=(comparison.rules[1], comparison.rules[0]),
        a=comparison.b,
        b=comparison.a,
        joint=comparison.joint,
        chained=comparison.chained,
        shared=_sorted(Shared(pair.b, pair.a, pair.bits) for pair in comparison.shared),
        background=comparison.background,
    )
