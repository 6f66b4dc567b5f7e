"""The background: what every game may use without being like another one, and how likely each token of a rule is.

A frozen prior, trained from the library of priors by `arcg.compiler.novelty.train` and kept in `background.json`. It
holds the bodies of the units that the priors expand to; token statistics are counted from these. Its `version`, a hash
of what it holds, belongs to every figure: figures of different backgrounds cannot be compared.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Any

from arcg.compiler.canonical.form import FORMAT
from arcg.compiler.novelty.grammar import PLAIN, UNIT, choices
from arcg.compiler.novelty.units import Body, class_of

FILE = "background.json"

WEIGHT = 1.0
"""What a shorter context counts as, in observations."""

_DIRECTIONS, _ACTIONS = 4, 8
_FIRST = Counter(class_of((token,)) for token in UNIT)

Context = tuple[object, ...]
Symbol = tuple[str, int, tuple[Context, ...], float]
"""A token's symbol, the number of symbols that may stand in its place, its contexts from the least to the most telling,
and the bits that tell which one of the symbol it is."""


@dataclass(frozen=True)
class Background:
    """The bodies that belong to nobody, and the statistics of their tokens."""

    bodies: dict[Body, int]
    """Each with the number of uses in which it was met."""
    version: str
    counts: dict[Context, Counter[str]] = field(default_factory=dict, repr=False)
    _known: dict[Body, float] = field(default_factory=dict, repr=False)
    _groups: dict[str, int] = field(default_factory=dict, repr=False)

    def known(self, body: Body) -> float:
        """The bits that say which body of the background it is; infinite if it is none. What class it is is known."""
        uses = self.bodies.get(body)
        if uses is None:
            return math.inf
        if not self._groups:
            for each, count in self.bodies.items():
                self._groups[class_of(each)] = self._groups.get(class_of(each), 0) + count
        return math.log2(self._groups[class_of(body)] / uses)

    def bits(self, body: Body) -> float:
        """The length of a body's code in bits."""
        if body not in self._known:
            self._known[body] = sum(self.prices(body))
        return self._known[body]

    def prices(self, body: Body) -> list[float]:
        """What each token of a body costs: -log2 p.

        A token's probability is that of its context, smoothed with that of the next shorter one, down to an equal
        share for each symbol that the grammar allows there: p(s|c) = (n(c,s) + w p(s|c')) / (n(c) + w), as in MacKay
        and Peto (1995).
        """
        return [self._symbol(*symbol) for symbol in symbols(body)]

    def _symbol(self, symbol: str, choices: int, contexts: tuple[Context, ...], extra: float) -> float:
        share = 1 / choices
        for context in contexts:
            seen = self.counts.get(context)
            if seen is not None:
                share = (seen[symbol] + WEIGHT * share) / (seen.total() + WEIGHT)
        return extra - math.log2(share)


def made_of(bodies: Mapping[Body, int]) -> Background:
    """The background that holds these bodies, met in so many uses; for the statistics of tokens each counts once."""
    counts: dict[Context, Counter[str]] = {}
    for body in sorted(bodies):
        for symbol, _, contexts, _ in symbols(body):
            for context in contexts:
                counts.setdefault(context, Counter())[symbol] += 1
    version = hashlib.sha256(dumps(bodies).encode()).hexdigest()
    return Background(dict(bodies), version, counts)


def dumps(bodies: Mapping[Body, int]) -> str:
    """The text of `background.json`: one body a line with its uses, sorted."""
    lines = ",\n  ".join(json.dumps([uses, " ".join(body)]) for body, uses in sorted(bodies.items()))
    return f'{{"form": {FORMAT}, "bodies": [\n  {lines}\n]}}\n'


@lru_cache(maxsize=1)
def shipped() -> Background:
    """The background that is part of arcg.

    Raises:
        ValueError: the file was made for another version of the canonical form.
    """
    document: dict[str, Any] = json.loads(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
    if document["form"] != FORMAT:
        raise ValueError(f"{FILE} is of form {document['form']}, not {FORMAT}; run python -m {__package__}.train")
    return made_of({tuple(body.split(" ")): uses for uses, body in document["bodies"]})


# ---------------------------------------------------------------- tokens in their places


def symbols(body: Body) -> Iterator[Symbol]:
    """The symbols of a body's tokens with what stands around them."""
    path: list[tuple[str, int, str]] = [("", 0, "")]  # tag, children so far, the last of them
    counts: Counter[str] = Counter()
    for token in body:
        tag, place, last = path[-1]
        above = path[-2][0] if len(path) > 1 else ""
        symbol, extra = _symbol(token, tag, counts)
        if tag:
            near = (tag, min(place, PLAIN))
            yield symbol, choices(tag, place), (near, (*near, above), (*near, above, last)), extra
        else:  # the class is known
            group = class_of(body)
            yield symbol, max(1, _FIRST[group]), ((group,),), extra
        if token == ")":
            path.pop()
            continue
        path[-1] = (tag, place + 1, symbol)
        if token.startswith("("):
            path.append((token, 0, ""))


def _symbol(token: str, tag: str, counts: Counter[str]) -> tuple[str, float]:
    """What is predicted of a token, and the bits for the rest of it."""
    if token.startswith("#"):
        number = int(token[1:])
        if tag == "(dir":  # no direction is likelier than another, so that turning the board changes no length
            return "#", math.log2(_DIRECTIONS)
        if tag == "(action":
            return "#", math.log2(_ACTIONS)
        return (token, 0.0) if abs(number) <= PLAIN else ("#", _number_bits(number))
    sort, colon, number_text = token.partition(":")
    if not colon:
        return token, 0.0
    if int(number_text) == counts[sort]:
        counts[sort] += 1
        return f"{sort}:new", 0.0
    return f"{sort}:old", math.log2(counts[sort])


def _number_bits(number: int) -> float:
    """A sign and the Elias gamma code of the size above `PLAIN` (Elias 1975)."""
    return 2 + 2 * math.floor(math.log2(abs(number) - PLAIN))
