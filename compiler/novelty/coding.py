"""Code lengths: a game's units coded one after another, each in the cheapest way, alone or with another game at hand.

A two-part code (Rissanen 1978): what is already in the dictionary is pointed at, what is like an entry is edited, the
rest is written out with the background's prior. How likely each way is is learned as it goes, so that a game of which
another one says nothing costs as much as alone. What commutes is coded in the order that suits: where several rules may
come next, the one that goes on with what the other game goes on with. Every length is an upper bound on the shortest.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from arcg.compiler.canonical.tree import Ref
from arcg.compiler.novelty.background import Background
from arcg.compiler.novelty.edits import bag, edits, least_edits
from arcg.compiler.novelty.units import LAST, Block, Cut, Unit, body_of, class_of
from arcg.compiler.novelty.wiring import SETS, Odds, Wiring

CODE = 3
"""Version of the code: whoever changes a length raises it: `verdict.py` refuses quantiles of another one."""

Mode = Literal["run", "skip", "copy", "edit", "prior", "fresh"]

EDIT_BITS = 8
"""For one token edit: where in the body, of what sort, and the token."""

THEIRS: dict[Mode, float] = {"run": 1.4, "skip": 0.2, "copy": 0.2, "edit": 0.2}
"""How often each way was met before anything was coded, for units of the other game."""
OURS: dict[Mode, float] = {"run": 0.5, "copy": 0.5, "edit": 0.25, "prior": 0.5, "fresh": 0.5}
"""The same for those that are coded without the other game."""

_NEAREST = 8
"""Equal bodies of the other game that are tried, those first that come next."""


@dataclass(frozen=True, slots=True)
class Choice:
    """How one unit was coded: `bits` in all, and from which unit."""

    unit: Unit
    mode: Mode
    bits: float
    entry: Unit | None
    foreign: bool
    """Whether `entry` is one of the other game."""


@dataclass(frozen=True, slots=True)
class Code:
    """The code of a game: its choices, unit by unit."""

    choices: tuple[Choice, ...]

    @property
    def bits(self) -> float:
        """The length of the whole."""
        return sum(choice.bits for choice in self.choices)


class Book:
    """A game's units as a dictionary for another game."""

    def __init__(self, cut: Cut) -> None:
        self.cut = cut
        self.units = cut.units
        self.places: dict[int, list[int]] = {}
        """By the number of a body, where it stands."""
        self.declarations: dict[object, int] = {}
        """Where each thing is declared, and, by its tag, where what is said of the whole game stands."""
        for place, unit in enumerate(self.units):
            self.places.setdefault(unit.number, []).append(place)
        self.classes: defaultdict[str, list[int]] = defaultdict(list)
        """Where the units of each class stand."""
        for place, unit in enumerate(self.units):
            self.classes[unit.group].append(place)
        for place, unit in enumerate(cut.declared, len(self.units) - len(cut.declared)):
            self.declarations.setdefault(unit.declares or unit.body[0], place)

    def __reduce__(self) -> tuple[type[Book], tuple[Cut]]:
        """Another process gives bodies other numbers."""
        return Book, (self.cut,)

    @cached_property
    def numbers(self) -> list[int]:
        """The bodies, each once."""
        return list(self.places)

    @cached_property
    def bags(self) -> NDArray[np.int16]:
        """What the bodies hold: see `edits.bag`."""
        return np.array([bag(number) for number in self.numbers])

    @cached_property
    def rows(self) -> dict[int, int]:
        """The row of each body in `bags`."""
        return {number: row for row, number in enumerate(self.numbers)}

    @cached_property
    def own(self) -> _Near:
        """Which of its bodies are near to each other."""
        return _Near(self, self)


MOST_EDITS = 40
"""More edits than this are never looked for: they cost as much as many a rule."""


class _Near:
    """Which bodies of one game may take few edits to become those of another, by a bound from below."""

    def __init__(self, book: Book, other: Book) -> None:
        self.book, self.other = book, other
        self.least = least_edits(book.bags, other.bags) if book.units and other.units else None
        self.found: dict[int, list[tuple[int, int]]] = {}

    def within(self, number: int, most: float) -> list[tuple[int, int]]:
        """The bodies that are not ruled out, with the bound, the likeliest first; none where no edit is wanted."""
        if self.least is None or most < 1:
            return []
        if number not in self.found:
            row = self.least[self.book.rows[number]]
            near = np.flatnonzero(row <= MOST_EDITS)
            self.found[number] = sorted(zip(row[near].tolist(), [self.other.numbers[n] for n in near], strict=True))
        return self.found[number]


def coded(book: Book, background: Background, other: Book | None = None) -> Code:
    """The code of a game's units, given the units of another game."""
    return _Coder(book, background, other).code()


class _Tally:
    """How likely the ways of one kind are."""

    def __init__(self, before: dict[Mode, float]) -> None:
        self.counts = dict(before)
        self.total = sum(before.values())

    def bits(self, mode: Mode) -> float:
        return math.log2(self.total / self.counts[mode])

    @property
    def least(self) -> float:
        """The bits of the likeliest way."""
        return math.log2(self.total / max(self.counts.values()))

    def note(self, mode: Mode) -> None:
        self.counts[mode] += 1
        self.total += 1


Way = tuple[float, Mode, "int | None"]
"""Bits, mode, and the place of the entry."""


class _Coder:
    def __init__(self, book: Book, background: Background, other: Book | None) -> None:
        self.book, self.background, self.other = book, background, other
        self.wiring = Wiring()
        self.done: list[Unit] = []
        self.places: dict[int, list[int]] = {}
        """By the number of a body, where it stands in `done`."""
        self.sizes: Counter[str] = Counter()
        """By class, how many are done."""
        self.own_next: int | None = None
        self.their_next = 0
        self.used: set[int] = set()
        self.near = _Near(book, other) if other is not None else None
        # Apart for each class, and by what the last one was coded from.
        self.theirs: defaultdict[str, _Tally] = defaultdict(lambda: _Tally(THEIRS))
        self.ours: defaultdict[str, _Tally] = defaultdict(lambda: _Tally(OURS))
        self.foreign = {last: Odds(0.5, 0.5) for last in (False, True)}
        self.last = False

    # ------------------------------------------------------------ order

    def code(self) -> Code:
        choices = [*self._block(self.book.cut.rules), *self._declared(self.book.cut.declared)]
        return Code(tuple(choices))

    def _block(self, block: Block) -> Iterator[Choice]:
        """The units of a block: always one of those that may come next."""
        left = dict(enumerate(block.parts))
        done: set[int] = set()
        while left:
            place = self._next([place for place in left if block.before[place] <= done], block)
            part = left.pop(place)
            done.add(place)
            if isinstance(part, Unit):
                yield self._coded(part)
            else:
                yield from self._block(part)

    def _next(self, ready: list[int], block: Block) -> int:
        """Of what may come next that which the other game goes on with, or that which is found in it first."""
        if self.other is None or len(ready) == 1:
            return ready[0]
        return max(ready, key=lambda place: (*self._follows(block.parts[place]), -place))

    def _follows(self, part: Unit | Block) -> tuple[float, float, float]:
        """How well a part goes on with the other game: bits that come next there, fit of wiring, nearness."""
        assert self.other is not None
        units, following = self.other.units, self.their_next
        members = [part] if isinstance(part, Unit) else list(part.units())
        window = {unit.number for unit in units[following : following + len(members)]}
        goes_on = sum(self.background.bits(unit.body) for unit in members if unit.number in window)
        if goes_on:
            fit = 0.0
            if isinstance(part, Unit) and part.number == units[following].number:
                fit = -self.wiring.like(part, units[following])
            return goes_on, fit, 0.0
        ahead = [places[0] for unit in members if (places := self._ahead(unit.number))]
        return 0.0, 0.0, -min(ahead) if ahead else -math.inf

    def _ahead(self, number: int) -> list[int]:
        """Where a body stands in the other game, not used yet: what comes next first, then from the beginning."""
        assert self.other is not None
        found = [place for place in self.other.places.get(number, ()) if place not in self.used]
        return sorted(found, key=lambda place: (place < self.their_next, place))

    def _declared(self, units: Sequence[Unit]) -> Iterator[Choice]:
        """Declarations in the order in which the things were mentioned, those of what was not mentioned after them."""
        left = {unit.declares: unit for unit in units if unit.declares is not None}
        rest = [unit for unit in units if unit.declares is None]
        while left:
            mentioned = (ref for refs in self.wiring.mentioned.values() for ref in refs if ref in left)
            yield self._coded(left.pop(next(mentioned, None) or self._unmentioned(list(left.values()))))
        for unit in rest:
            yield self._coded(unit)

    def _unmentioned(self, units: list[Unit]) -> Ref:
        """Of things that were not mentioned the one that is declared as the other game goes on."""
        best, chosen = math.inf, units[0]
        for unit in units:
            place = self._expected(unit)
            if self.other is None or place is None:
                break
            entry = self.other.units[place]
            if entry.number == unit.number and (bits := self.wiring.like(unit, entry)) < best:
                best, chosen = bits, unit
        assert chosen.declares is not None
        return chosen.declares

    # ------------------------------------------------------------ one unit

    def _coded(self, unit: Unit) -> Choice:
        said, foreign, wired = self.foreign[self.last], False, self.wiring.fresh(unit)
        if self.other is None or not self.other.units:
            best = self._own(unit, self._written(unit, wired), wired)
        else:
            written = self._written(unit, wired)
            theirs = self._their(unit, written[0] + said.no - said.yes)
            best, foreign = (math.inf, "fresh", None), True
            if theirs is not None:
                best = (theirs[0] + said.yes, *theirs[1:])
            if best[0] > self.ours[unit.group].least + said.no:  # else nothing can be cheaper
                own = self._own(unit, written, wired)
                if own[0] + said.no <= best[0]:
                    best, foreign = (own[0] + said.no, *own[1:]), False
        bits, mode, place = best
        entry = None
        if foreign:
            assert self.other is not None and place is not None
            entry = self.other.units[place]
            self.theirs[unit.group].note(mode)
            if mode != "edit" or unit.declares is not None:  # a rule that was edited may still come as it is
                self.used.add(place)
                self.their_next = place + 1
                while self.their_next in self.used:
                    self.their_next += 1
        else:
            self.ours[unit.group].note(mode)
            entry = self.done[place] if place is not None else None
            self.own_next = None if place is None else place + 1
        said.note(foreign)
        self.last = foreign
        self.wiring.learn(unit, entry if foreign else None, None if foreign else entry)
        self.places.setdefault(unit.number, []).append(len(self.done))
        self.sizes[unit.group] += 1
        self.done.append(unit)
        return Choice(unit, mode, bits, entry, foreign)

    def _written(self, unit: Unit, wired: float) -> Way:
        """A unit written out, or named if the background has it; `wired` are the bits of its wiring without a model."""
        tally, background = self.ours[unit.group], self.background
        fresh: Way = (tally.bits("fresh") + background.bits(unit.body) + wired, "fresh", None)
        if unit.body not in background.bodies:
            return fresh
        return min(fresh, (tally.bits("prior") + background.known(unit.body) + wired, "prior", None))

    def _own(self, unit: Unit, best: Way, wired: float) -> Way:
        """The cheapest way without the other game, if it is cheaper than `best`."""
        tally, size = self.ours[unit.group], self.sizes.get(unit.group, 0)
        same = self.places.get(unit.number)
        if (
            self.own_next is not None
            and self.own_next < len(self.done)
            and self.done[self.own_next].number == unit.number
        ):
            like = min(wired, self.wiring.again(unit, self.done[self.own_next])) + 1
            best = min(best, (tally.bits("run") + like, "run", self.own_next))
        if same:
            like = min(wired, self.wiring.again(unit, self.done[same[-1]])) + 1
            best = min(best, (tally.bits("copy") + math.log2(size / len(same)) + like, "copy", same[-1]))
        if size:
            head = tally.bits("edit") + math.log2(size)
            for least, number in self.book.own.within(unit.number, (best[0] - head) / EDIT_BITS):
                if head + EDIT_BITS * least >= best[0]:
                    break
                places = self.places.get(number)
                if places and number != unit.number and self.done[places[-1]].group == unit.group:
                    bits = head + EDIT_BITS * edits(number, unit.number)
                    if bits < best[0]:
                        bits += self.wiring.again(unit, self.done[places[-1]])
                        best = min(best, (bits, "edit", places[-1]), key=lambda way: way[0])
        return best

    def _their(self, unit: Unit, most: float) -> Way | None:
        """The cheapest way with the other game, if it is below `most` bits."""
        other = self.other
        assert other is not None
        tally, size = self.theirs[unit.group], len(other.classes[unit.group])
        if not size:
            return None
        best = min((most, "fresh", None), self._as_expected(unit, most), key=lambda way: way[0])
        copy = tally.bits("copy") + math.log2(size)
        for place in self._ahead(unit.number)[:_NEAREST]:
            mode: Mode = "copy"
            head = copy
            if place > self.their_next:
                gap = tally.bits("skip") + 2 * math.floor(math.log2(place - self.their_next)) + 1  # Elias 1975
                if gap < copy:
                    mode, head = "skip", gap
            if head < best[0]:
                wired = self.wiring.like(unit, other.units[place], best[0] - head)
                best = min(best, (head + wired, mode, place))
        head = tally.bits("edit") + 1 + math.log2(size)
        assert self.near is not None
        for least, number in self.near.within(unit.number, (best[0] - head) / EDIT_BITS):
            if head + EDIT_BITS * least >= best[0]:
                break
            if number == unit.number or class_of(body_of(number)) != unit.group:
                continue
            bits = head + EDIT_BITS * edits(number, unit.number)
            if bits < best[0]:
                for place in self._ahead(number)[:_NEAREST]:
                    wired = self.wiring.like(unit, other.units[place], best[0] - bits)
                    best = min(best, (bits + wired, "edit", place))
        return None if best[2] is None else best

    def _as_expected(self, unit: Unit, most: float) -> Way:
        """The way from what should come next; what it costs is only exact below `most`."""
        place, tally = self._expected(unit), self.theirs[unit.group]
        assert self.other is not None
        if place is None:
            return math.inf, "run", None
        entry = self.other.units[place]
        if unit.body[0] == SETS == entry.body[0]:
            return tally.bits("run") + self.wiring.like_set(unit, entry), "run", place
        if entry.number == unit.number:
            return tally.bits("run") + self.wiring.like(unit, entry), "run", place
        bits = tally.bits("edit") + 1 + EDIT_BITS
        if entry.body[0] == unit.body[0] and bits < most:
            bits += EDIT_BITS * (edits(entry.number, unit.number) - 1)
            if bits < most:
                return bits + self.wiring.like(unit, entry), "edit", place
        return math.inf, "edit", place

    def _expected(self, unit: Unit) -> int | None:
        """What of the other game should come next: what follows there, or the declaration of what corresponds."""
        other = self.other
        if other is None:
            return None
        declared = unit.declares
        if declared is None and unit.body[0] not in LAST:
            return self.their_next if self.their_next < len(other.units) else None
        partner = unit.body[0] if declared is None else self.wiring.theirs.get(declared)
        if partner in other.declarations:
            return other.declarations[partner]
        return next((place for place in other.classes[unit.group] if place not in self.used), None)
