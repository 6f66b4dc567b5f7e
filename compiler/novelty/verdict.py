"""What a comparison comes to, judged by how unrelated games of that size compare: clone, variant, related, novel.

There is no threshold in the figure itself: two unrelated games of few rules have more in common by chance than two
large ones. The null is a table of quantiles of pairs of unrelated games, by the rules of the smaller one. `null.json`
is the one that is shipped; `calibrate` makes another from a folder of games.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import pairwise
from typing import Any, Literal

from arcg.compiler.canonical.form import FORMAT
from arcg.compiler.novelty.background import shipped
from arcg.compiler.novelty.coding import CODE
from arcg.compiler.novelty.compare import EVIDENCE_BITS, Comparison

FILE = "null.json"

Verdict = Literal["clone", "variant", "related", "novel", "too short to judge"]

Ground = Literal["same form", "too short", "ratio", "containment", "little shared", "as unrelated games"]
"""What a verdict stands on."""

SHARES = (
    0.0,
    0.002,
    0.005,
    0.01,
    0.015,
    0.02,
    0.03,
    0.05,
    0.075,
    0.1,
    0.15,
    0.2,
    0.3,
    0.4,
    0.5,
    0.6,
    0.7,
    0.8,
    0.9,
    1.0,
)
"""The shares of unrelated pairs whose quantiles a null holds."""

VARIANT, RELATED = 0.01, 0.05
"""A pair closer than all but this share of unrelated pairs is no chance."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The quantiles of the unrelated pairs of about one size, for each of `SHARES`.

    `rules` of the smaller game, on average; `ratio` from the nearest pair up, `containment` from the largest down.
    """

    rules: float
    pairs: int
    ratio: tuple[float, ...]
    containment: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Null:
    """How unrelated games compare: `sizes` from small to large, of so many `games`; measured with these versions."""

    games: int
    form: int
    background: str
    code: int
    sizes: tuple[Sizes, ...]

    @property
    def pairs(self) -> int:
        """How many pairs it was measured on."""
        return sum(size.pairs for size in self.sizes)

    def ratio(self, rules: float, share: float) -> float:
        """The unclipped ratio below which that share of unrelated pairs of that size lies."""
        return _between(SHARES, self._at(rules, [size.ratio for size in self.sizes]), share)

    def containment(self, rules: float, share: float) -> float:
        """The containment above which that share of unrelated pairs of that size lies."""
        return _between(SHARES, self._at(rules, [size.containment for size in self.sizes]), share)

    def percentile(self, comparison: Comparison) -> float:
        """The share of unrelated pairs of that size which are at most as novel as this one."""
        levels = self._at(min(comparison.rules), [size.ratio for size in self.sizes])
        return _share(levels, comparison.unclipped)

    def containment_percentile(self, comparison: Comparison) -> float:
        """The share of unrelated pairs of that size of which at least as much of the smaller game is in the larger."""
        levels = self._at(min(comparison.rules), [size.containment for size in self.sizes])
        return _share([-level for level in levels], -contained(comparison))

    def _at(self, rules: float, tables: Sequence[Sequence[float]]) -> list[float]:
        """The quantiles for games of that size, between those of the next smaller and the next larger sizes."""
        places = [math.log(size.rules) for size in self.sizes]
        return [_between(places, column, math.log(rules)) for column in zip(*tables, strict=True)]


def contained(comparison: Comparison) -> float:
    """How much of the smaller game one code takes from the larger; below 0 where knowing it is a hindrance."""
    least = min(comparison.a, comparison.b)
    return (comparison.a + comparison.b - comparison.chained) / least if least else 0.0


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict with what it stands on; `percentile` is that of the ground where that is a figure, else the ratio's."""

    verdict: Verdict
    ground: Ground
    percentile: float | None


def judged(comparison: Comparison, null: Null) -> Judgement:
    """What a comparison comes to, and why."""
    if comparison.same:
        return Judgement("clone", "same form", 0.0)
    if comparison.doubt == "too short":
        return Judgement("too short to judge", "too short", None)
    ratio, containment = null.percentile(comparison), null.containment_percentile(comparison)
    if comparison.shared_bits <= EVIDENCE_BITS:
        return Judgement("novel", "little shared" if ratio < RELATED else "as unrelated games", ratio)
    if ratio < VARIANT:
        return Judgement("variant", "ratio", ratio)
    if ratio < RELATED:
        return Judgement("related", "ratio", ratio)
    if containment < VARIANT:
        return Judgement("related", "containment", containment)
    return Judgement("novel", "as unrelated games", ratio)


def verdict(comparison: Comparison, null: Null) -> Verdict:
    """What a comparison comes to."""
    return judged(comparison, null).verdict


# ---------------------------------------------------------------- the file


def dumps(null: Null) -> str:
    """The text of a null, a size a line."""
    rows = ",\n".join(
        f'    {{"rules": {size.rules:.2f}, "pairs": {size.pairs},\n'
        f'     "ratio": {_list(size.ratio)},\n     "containment": {_list(size.containment)}}}'
        for size in null.sizes
    )
    head = f'"form": {null.form}, "background": "{null.background}", "code": {null.code}, "games": {null.games}'
    return f'{{{head},\n "shares": {_list(SHARES)},\n "sizes": [\n{rows}\n]}}\n'


def _list(values: Sequence[float]) -> str:
    return f"[{', '.join(f'{value:.4f}' for value in values)}]"


def loads(text: str, name: str) -> Null:
    """The null of a file called `name`.

    Raises:
        ValueError: it is none, or it was measured with another form, background or code; the message names the file.
    """
    try:
        document: dict[str, Any] = json.loads(text)
        if tuple(document["shares"]) != SHARES:
            raise ValueError("other shares")
        null = Null(
            int(document["games"]),
            int(document["form"]),
            str(document["background"]),
            int(document["code"]),
            tuple(
                Sizes(float(size["rules"]), int(size["pairs"]), _numbers(size["ratio"]), _numbers(size["containment"]))
                for size in document["sizes"]
            ),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{name} holds no table of unrelated pairs as `arcg novelty --calibrate` writes it") from error
    _check(null, name)
    return null


def _numbers(values: Sequence[Any]) -> tuple[float, ...]:
    if len(values) != len(SHARES):
        raise ValueError("other shares")
    return tuple(float(value) for value in values)


def _check(null: Null, name: str) -> None:
    """That a null is sound and was measured with what measures now."""
    sizes = null.sizes
    rising = all(
        all(map(math.isfinite, (size.rules, *size.ratio, *size.containment)))
        and list(size.ratio) == sorted(size.ratio)
        and list(size.containment) == sorted(size.containment, reverse=True)
        for size in sizes
    )
    places = [size.rules for size in sizes]
    if not sizes or not rising or places[0] <= 0 or any(a >= b for a, b in pairwise(places)):
        raise ValueError(f"{name} is damaged: its quantiles are in no order")
    for what, theirs, ours in (
        ("form", null.form, FORMAT),
        ("background", null.background, shipped().version),
        ("code", null.code, CODE),
    ):
        if theirs != ours:
            raise ValueError(
                f"{name} was measured with another {what} ({str(theirs)[:12]}, not {str(ours)[:12]}): "
                "its figures cannot be compared with those of now; measure again with `arcg novelty --calibrate`"
            )


@lru_cache(maxsize=1)
def shipped_null() -> Null:
    """The null that is part of arcg.

    Raises:
        ValueError: it was measured with another form, background or code.
    """
    return loads(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"), FILE)


# ---------------------------------------------------------------- between two numbers of a table


def _between(places: Sequence[float], values: Sequence[float], place: float) -> float:
    """The value at a place of a line through points; the first or last value beyond them. `places` rise."""
    after = bisect_right(places, place)
    if after in (0, len(places)):
        return values[0 if after == 0 else -1]
    low, high = places[after - 1], places[after]
    part = (place - low) / (high - low)
    return values[after - 1] * (1 - part) + values[after] * part


def _share(levels: Sequence[float], value: float) -> float:
    """The share at which a quantile is `value`; `levels` rise, one for each of `SHARES`."""
    after = bisect_right(levels, value)
    if after in (0, len(levels)):
        return 0.0 if after == 0 else 1.0
    low, high = levels[after - 1], levels[after]
    return _between((low, high), (SHARES[after - 1], SHARES[after]), value)
