"""Code lengths of rules that are written with a library of abstractions, in bits.

Units that are not of the background are coded one after another, those of one game and then those of the other. A unit
repeats an earlier one or is written out. A token costs what it costs by the background's prior. An abstraction is
defined where it is used first: that use is written out, and a pointer says which part of it is the abstraction and
which parts of that are its holes. Later uses say which abstraction it is and what fills the holes: wherever a tag
stands with which some abstraction begins, a choice is coded between these and writing on (Krichevsky and Trofimov
1981). Every figure is the length of a code that can be read back.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from arcg.compiler.novelty.background import Background
from arcg.compiler.novelty.stitch_terms import Spelled, Term, read, saturated, token_of, written
from arcg.compiler.novelty.stitch_worker import ARITY, Answer
from arcg.compiler.novelty.units import Body

Span = tuple[int, int]
Hole = tuple[int, int, int]
"""Its number, and the tokens that fill it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Games coded with a library: bits of each in the order of coding, and what came of the abstractions.

    `saved`: bits by abstraction, less those of its definition. `repeated`: bits by body of a unit that came again.
    """

    bits: tuple[float, ...]
    saved: dict[str, float]
    repeated: dict[Body, float]


@dataclass(frozen=True, slots=True)
class Rewritten:
    """Games and their units in terms of a library; those of the background have none."""

    library: dict[str, Term]
    terms: dict[Body, Term]
    games: tuple[tuple[Spelled, ...], ...]


def distinct(games: Sequence[Sequence[Spelled]]) -> list[list[Body]]:
    """The bodies that Stitch gets of each game: none twice, and none of the background."""
    seen: set[Body] = set()
    found = []
    for units in games:
        own = []
        for unit in units:
            if not unit.common and unit.body not in seen:
                seen.add(unit.body)
                own.append(unit.body)
        found.append(own)
    return found


def rewritten(games: Sequence[Sequence[Spelled]], answer: Answer | None) -> Rewritten:
    """Games as Stitch rewrote them; as they are without an answer.

    Raises:
        ValueError: the answer does not fit the games.
    """
    library: dict[str, tuple[Term, int]] = {}
    for entry in answer["library"] if answer is not None else ():
        library[entry["name"]] = saturated(read(entry["body"]), library), entry["arity"]
    terms: dict[Body, Term] = {}
    for number, bodies in enumerate(distinct(games)):
        if answer is None:
            told = tuple(read(written(body)) for body in bodies)
        else:
            whole = read(answer["rewritten"][number])
            told = () if isinstance(whole, str) else whole[1:]
        if len(told) != len(bodies):
            raise ValueError("units are missing")
        terms |= {body: saturated(term, library) for body, term in zip(bodies, told, strict=True)}
    return Rewritten({name: body for name, (body, _) in library.items()}, terms, tuple(map(tuple, games)))


def reading(told: Rewritten, order: Sequence[int], background: Background) -> Reading:
    """The code of games, one after the other, with those abstractions that pay, found by leaving out the others.

    Raises:
        ValueError: what stands for a unit is not that unit.
    """
    names = frozenset(told.library)
    best = _Coder(background, told.library, names).code(told, order)
    while names:
        saved = best.saved
        worst = {min(sorted(names), key=lambda name: saved.get(name, 0.0))}
        useless = {name for name in names if saved.get(name, 0.0) <= 0}
        for poor in (useless, worst):
            other = _Coder(background, told.library, names - poor).code(told, order)
            if poor and sum(other.bits) <= sum(best.bits):
                names -= poor
                best = other
                break
        else:
            break
    return best


# ---------------------------------------------------------------- one unit after another


class _Pay(Enum):
    """Who pays for what fills a hole: nobody (it is known), the first place that it fills, every place."""

    NEVER, ONCE, ALWAYS = range(3)


@dataclass
class _Frame:
    """A use of an abstraction: what fills its holes, and where these are seen."""

    arguments: tuple[Term, ...] = ()
    outer: _Frame | None = None
    pay: _Pay = _Pay.ALWAYS
    seen: set[int] = field(default_factory=set)
    holes: list[Hole] = field(default_factory=list)


class _Coder:
    def __init__(self, background: Background, bodies: dict[str, Term], names: frozenset[str]) -> None:
        self.background = background
        self.bodies = bodies
        self.names = names
        """Those that are used as abstractions; the others are written out."""
        self.known: dict[str, list[str]] = {}  # by the token with which they begin
        self.saved: dict[str, float] = {}
        """Of those that are defined."""
        self.counts: Counter[tuple[str, str]] = Counter()
        self.totals: Counter[str] = Counter()
        self.places: dict[Body, int] = {}
        """The units that were written out, in their order."""
        self.cost: dict[Body, float] = {}
        self.repeated: dict[Body, float] = {}
        self.last: int | None = None

    def code(self, told: Rewritten, order: Sequence[int]) -> Reading:
        bits = [
            sum(self._any(unit, told.terms[unit.body]) for unit in told.games[game] if not unit.common)
            for game in order
        ]
        return Reading(tuple(bits), self.saved, self.repeated)

    def _any(self, unit: Spelled, term: Term) -> float:
        place = self.places.get(unit.body)
        if place is None:
            bits = (self._chosen("unit", "new", 2) if self.places else 0.0) + self._unit(unit, term)
            self.places[unit.body] = len(self.places)
            self.last = None
            self.cost[unit.body] = bits
            return bits
        bits = self._chosen("unit", "again", 2)
        follows = None if self.last is None else place == self.last + 1
        if follows is not None:
            bits += self._chosen("run", str(follows), 2)
        if not follows:
            bits += math.log2(len(self.places))
        self.last = place
        self.repeated[unit.body] = self.repeated.get(unit.body, 0.0) + self.cost[unit.body] - bits
        return bits

    def _unit(self, unit: Spelled, term: Term) -> float:
        self.tokens: list[str] = []
        self.paid: list[bool] = []
        self.extra = 0.0
        self.calls: list[tuple[str, Span, float]] = []
        self.new: dict[str, tuple[Span, list[Hole]]] = {}
        self._walk(term, _Frame(), True, True)
        if tuple(self.tokens) != unit.body:
            raise ValueError("a unit was changed")
        if self.names:
            self.extra += sum(self._define(name, *self.new[name]) for name in self.new)
            self.extra += self._chosen("define", "no", 2)
        for name, (start, end), cost in self.calls:
            free = sum(unit.prices[at] for at in range(start, end) if not self.paid[at])
            self.saved[name] += free - cost
        return self.extra + sum(price for price, paid in zip(unit.prices, self.paid, strict=True) if paid)

    # ------------------------------------------------------------ what is written out

    def _walk(self, term: Term, frame: _Frame, paid: bool, fresh: bool) -> None:
        """Write a term out. `paid`: its words are; `fresh`: what fills its holes may be, if it is seen first here."""
        head = term if isinstance(term, str) else term[0]
        assert isinstance(head, str)
        if head in self.bodies:
            self._call(head, () if isinstance(term, str) else term[1:], frame, paid, fresh)
        elif head.startswith("#"):
            self._fill(int(head[1:]), frame, fresh)
        else:
            token = token_of(head, opens=not isinstance(term, str))
            if paid:
                self._choose("", token)
            self._token(token, paid)
            if not isinstance(term, str):
                for child in term[1:]:
                    self._walk(child, frame, paid, fresh)
                self._token(")", paid)

    def _token(self, token: str, paid: bool) -> None:
        self.tokens.append(token)
        self.paid.append(paid)

    def _fill(self, number: int, frame: _Frame, fresh: bool) -> None:
        if number >= len(frame.arguments) or frame.outer is None:
            raise ValueError("a hole without a filling")
        fresh = fresh and (frame.pay == _Pay.ALWAYS or number not in frame.seen)
        frame.seen.add(number)
        start = len(self.tokens)
        self._walk(frame.arguments[number], frame.outer, fresh and frame.pay != _Pay.NEVER, fresh)
        frame.holes.append((number, start, len(self.tokens)))

    def _call(self, name: str, arguments: tuple[Term, ...], frame: _Frame, paid: bool, fresh: bool) -> None:
        body = self.bodies[name]
        start = len(self.tokens)
        if not paid:
            self._walk(body, _Frame(arguments, frame, _Pay.NEVER), False, fresh)
        elif name in self.saved:
            cost = self._choose(name, self._head(name))
            self._walk(body, _Frame(arguments, frame, _Pay.ONCE), False, True)
            self.paid[start] = True  # the tag is coded before the choice
            self.calls.append((name, (start, len(self.tokens)), cost))
        else:
            inner = _Frame(arguments, frame, _Pay.ALWAYS)
            self._walk(body, inner, True, True)
            if name in self.names:
                self.new.setdefault(name, ((start, len(self.tokens)), inner.holes))

    def _head(self, name: str) -> str:
        """The token with which an abstraction begins."""
        body = self.bodies[name]
        head = body if isinstance(body, str) else body[0]
        assert isinstance(head, str)
        return self._head(head) if head in self.bodies else token_of(head, opens=True)

    # ------------------------------------------------------------ what is chosen

    def _choose(self, name: str, token: str) -> float:
        """The bits that say which abstraction it is (none: no name), where one that is known begins with the token."""
        known = self.known.get(token)
        if known is None:
            return 0.0
        bits = self._chosen(token, name, len(known) + 1)
        self.extra += bits
        return bits

    def _chosen(self, what: str, value: str, choices: int) -> float:
        """The bits of a choice between a few, with what was chosen before in mind."""
        share = (self.counts[what, value] + 0.5) / (self.totals[what] + 0.5 * choices)
        self.counts[what, value] += 1
        self.totals[what] += 1
        return -math.log2(share)

    def _define(self, name: str, span: Span, holes: list[Hole]) -> float:
        """The bits that say: one more, where it begins, how often it has a hole, where each is and which one."""
        start, end = span
        begins = sum(token.startswith("(") for token in self.tokens)
        inside = sum(token != ")" for token in self.tokens[start:end])
        bits = self._chosen("define", "yes", 2) + math.log2(begins)
        bits += 2 * math.floor(math.log2(len(holes) + 1)) + 1  # as Elias (1975) writes numbers
        seen: set[int] = set()
        for number, _, _ in holes:
            bits += math.log2(inside) + math.log2(min(ARITY, len(seen) + 1))
            seen.add(number)
        self.saved[name] = -bits
        self.known.setdefault(self._head(name), []).append(name)
        return bits
