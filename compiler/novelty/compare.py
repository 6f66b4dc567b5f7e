"""Two games beside each other: code lengths alone and together, the novelty figure, and which rules are shared.

K(A,B) = min(K(A) + K(B|A), K(B) + K(A|B), K(A) + K(B))       together
S      = K(A) + K(B) - K(A,B)                                 shared bits
novelty     = 2 K(A,B) / (K(A) + K(B)) - 1, within 0 and 1    0 the same, 1 nothing in common
containment = S / min(K(A), K(B))                             1: the smaller is inside the larger
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from arcg.compiler import ir
from arcg.compiler.canonical import Form, canonical
from arcg.compiler.novelty.background import Background, shipped
from arcg.compiler.novelty.coding import EDIT_BITS, Book, Code, coded
from arcg.compiler.novelty.edits import least_edits
from arcg.compiler.novelty.ratio import clipped, ratio
from arcg.compiler.novelty.units import Unit, body_of, orientations, rule_count

EVIDENCE_BITS = 40.0
"""Shared bits below this are no evidence that two games have something in common."""

FEW_RULES = 3
"""A game of so few rules says too little about where they come from."""

LITTLE = 0.01
"""Where knowing the larger game saves less than this share, the smaller one is not taken as the known one as well."""

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
        return 0.0 if self.same else clipped(self.joint, self.a, self.b)

    @property
    def unclipped(self) -> float:
        """The novelty of one game after the other, not kept within 0 and 1: it shows whether the code is calibrated."""
        return ratio(self.chained, self.a, self.b)

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
    """A form with what every comparison needs of it: its units in each symmetry of the board, and its code alone."""

    form: Form
    books: tuple[Book, ...]
    alone: Code
    background: Background

    @property
    def turns(self) -> tuple[tuple[Unit, ...], ...]:
        """The units in each symmetry, without repetitions; first those of the form itself."""
        return tuple(book.units for book in self.books)

    @property
    def bits(self) -> float:
        """The length of the game alone."""
        return self.alone.bits


def prepared(form: Form, background: Background) -> Prepared:
    """A form made ready, so that comparing it with many others does this once."""
    books = tuple(Book(cut) for cut in orientations(form))
    return Prepared(form, books, coded(books[0], background), background)


def compare_forms(a: Form, b: Form, background: Background) -> Comparison:
    """Compare two canonical forms."""
    return compare_prepared(prepared(a, background), prepared(b, background))


def compare_prepared(a: Prepared, b: Prepared) -> Comparison:
    """Compare two canonical forms that were made ready with one background."""
    background = a.background
    if a.form.hash == b.form.hash:
        return _same(a, b)
    if a.form.text > b.form.text:  # codes are greedy, so which game comes first could show in the last bit
        return _swapped(compare_prepared(b, a))
    first, turn = a.books[0], facing(a, b)
    which = math.log2(len(b.books))  # the symmetry is part of the description
    ways = [(a.bits, turn, first), (b.bits, first, turn)]
    if a.bits < b.bits:  # the larger one known: there is less to code
        ways.reverse()
    chained, given, a_is_known = math.inf, Code(()), True
    for known, new, old in ways:
        code = coded(new, background, old)
        bits = known + code.bits + which
        if bits < chained:
            chained, given, a_is_known = bits, code, new is turn
        if bits > (1 - LITTLE) * (a.bits + b.bits):
            break
    joint = min(chained, a.bits + b.bits)
    return Comparison(
        forms=(a.form, b.form),
        rules=(rule_count(first.units), rule_count(turn.units)),
        # whoever describes both has described each of them
        a=min(a.bits, joint),
        b=min(b.bits, joint),
        joint=joint,
        chained=chained,
        shared=_shared(given, b if a_is_known else a, a_is_known),
        background=background.version,
    )


def facing(a: Prepared, b: Prepared) -> Book:
    """The second game in the symmetry in which its units are most like those of the first one."""
    first = a.books[0]
    if len(b.books) == 1 or not first.units:
        return b.books[0]
    costs: dict[int, float] = {}
    totals = []
    for book in b.books:
        new = [number for number in book.numbers if number not in costs]
        if new:
            rows = [book.numbers.index(number) for number in new]
            least = least_edits(book.bags[rows], first.bags).min(axis=1)
            for number, count in zip(new, least, strict=True):
                bits = a.background.bits(body_of(number))
                costs[number] = 0.0 if number in first.places else min(bits, EDIT_BITS * max(1, int(count)))
        totals.append(sum(costs[unit.number] for unit in book.units))
    return b.books[totals.index(min(totals))]


def _same(a: Prepared, b: Prepared) -> Comparison:
    """Two games of one form: they have the same units in the same order, and describing one describes both."""
    other = {id(unit): twin for unit, twin in zip(a.books[0].units, b.books[0].units, strict=True)}
    pairs = (
        Shared(choice.unit, other[id(choice.unit)], choice.bits) for choice in a.alone.choices if choice.unit.is_rule
    )
    return Comparison(
        forms=(a.form, b.form),
        rules=(rule_count(a.books[0].units), rule_count(b.books[0].units)),
        a=a.bits,
        b=a.bits,
        joint=a.bits,
        chained=a.bits,
        shared=_sorted(pairs),
        background=a.background.version,
    )


def _sorted(pairs: Iterable[Shared]) -> tuple[Shared, ...]:
    """Most bits first."""
    return tuple(sorted(pairs, key=lambda pair: (-pair.bits, pair.a.source.line or 0, pair.b.source.line or 0)))


def _shared(code: Code, coded_game: Prepared, a_is_known: bool) -> tuple[Shared, ...]:
    """The units that stand in both files and for which the other game was of use, most bits first."""
    alone = {choice.unit.source: choice.bits for choice in coded_game.alone.choices}
    found = []
    for choice in code.choices:
        if choice.entry is None or not choice.foreign or not choice.unit.is_rule or not choice.entry.is_rule:
            continue
        saved = alone.get(choice.unit.source, 0.0) - choice.bits
        if saved >= LEAST_BITS:
            a, b = (choice.entry, choice.unit) if a_is_known else (choice.unit, choice.entry)
            found.append(Shared(a, b, saved))
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
