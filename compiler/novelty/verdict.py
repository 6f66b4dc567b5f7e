"""What a comparison comes to, judged by how unrelated games of that size compare: clone, variant, related, novel.

There is no threshold in the figure itself: two unrelated games of few rules have more in common by chance than two
large ones. The null holds quantiles of pairs of unrelated games, by the rules of the smaller one. `null.json` is the
one that is shipped; `calibrate` makes another from other games.
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
from pathlib import Path
from typing import Any, Literal, get_args

from arcg.compiler.canonical.form import FORMAT, Form
from arcg.compiler.canonical.tree import Node
from arcg.compiler.novelty.background import shipped
from arcg.compiler.novelty.coding import CODE
from arcg.compiler.novelty.compare import EVIDENCE_BITS, Comparison

FILE = "null.json"

Verdict = Literal["clone", "variant", "related", "novel", "too short to judge"]

Ground = Literal["same form", "too short", "ratio", "containment", "little shared", "as unrelated games"]
"""What a verdict stands on."""

Rules = Literal["things", "cells", "mixed"]
"""What the rules of two games are over: they are written so differently that each has quantiles of its own."""

SHARES = (
    *(0.0, 0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.075),
    *(0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
)
"""The shares of unrelated pairs whose quantiles a null holds."""

VARIANT, RELATED = 0.01, 0.05
"""A pair closer than all but this share of unrelated pairs is no chance."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The quantiles of unrelated pairs whose smaller game has about so many `rules`, for each of `SHARES`.

    `ratio` from the nearest pair up, `containment` from the largest down; of so many `pairs`.
    """

    rules: float
    pairs: int
    ratio: tuple[float, ...]
    containment: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Null:
    """How unrelated games compare: for each kind of rules a table, from small games to large ones.

    It was measured on so many `games`, with these versions of form, background and code.
    """

    games: int
    form: int
    background: str
    code: int
    tables: dict[Rules, tuple[Sizes, ...]]

    def table(self, rules: Rules) -> tuple[Sizes, ...]:
        """The table for rules of that kind; where it is missing, the first that there is, those of one kind first."""
        return self.tables.get(rules) or next(self.tables[other] for other in get_args(Rules) if other in self.tables)

    def ratio(self, rules: Rules, size: float, share: float) -> float:
        """The unclipped ratio below which that share of unrelated pairs of that size lies."""
        return between(SHARES, _at(self.table(rules), size, "ratio"), share)

    def containment(self, rules: Rules, size: float, share: float) -> float:
        """The containment above which that share of unrelated pairs of that size lies."""
        return between(SHARES, _at(self.table(rules), size, "containment"), share)

    def pairs(self, rules: Rules, size: float) -> int:
        """On how many pairs the quantiles for that size stand, about."""
        table = self.table(rules)
        return min(table, key=lambda sizes: abs(math.log(sizes.rules / size))).pairs

    def least_ratio(self, share: float) -> float:
        """The unclipped ratio below which no more than that share of unrelated pairs lies, whatever their size."""
        return min(self.ratio(rules, sizes.rules, share) for rules in self.tables for sizes in self.tables[rules])

    def percentile(self, comparison: Comparison) -> float:
        """The share of unrelated pairs of that size which are no more novel than this one."""
        levels = _at(self.table(rules_of(comparison)), min(comparison.rules), "ratio")
        return _share(levels, comparison.unclipped)

    def containment_percentile(self, comparison: Comparison) -> float:
        """The share of unrelated pairs of that size of which no less of the smaller game is in the larger one."""
        levels = _at(self.table(rules_of(comparison)), min(comparison.rules), "containment")
        return _share([-level for level in levels], -contained(comparison))


def _at(table: tuple[Sizes, ...], size: float, figure: Literal["ratio", "containment"]) -> list[float]:
    """The quantiles for games of that size, between those of the next smaller and the next larger size in the table."""
    places = [math.log(sizes.rules) for sizes in table]
    columns = zip(*(getattr(sizes, figure) for sizes in table), strict=True)
    return [between(places, column, math.log(size)) for column in columns]


def rules_of(comparison: Comparison) -> Rules:
    """What the rules of two games are over."""
    return sort_of(*comparison.forms)


def sort_of(a: Form, b: Form) -> Rules:
    """What the rules of two forms are over."""
    one, other = (
        any(isinstance(child, Node) and child.tag == "cell_goals" for child in f.tree.children) for f in (a, b)
    )
    return "mixed" if one != other else "cells" if one else "things"


def contained(comparison: Comparison) -> float:
    """How much of the smaller game one code takes from the larger; below 0 where knowing it is a hindrance."""
    least = min(comparison.a, comparison.b)
    return (comparison.a + comparison.b - comparison.chained) / least if least else 0.0


# ---------------------------------------------------------------- judging


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict with what it stands on; `percentile`: the share of unrelated pairs that come as close."""

    verdict: Verdict
    ground: Ground
    percentile: float | None


def judged(comparison: Comparison, null: Null) -> Judgement:
    """What a comparison comes to, and why.

    Large games that share one rule are closer than all unrelated pairs of their size. That is no chance, and yet no
    variant: a variant has to be closer than pairs of any size are by chance.
    """
    if comparison.same:
        return Judgement("clone", "same form", 0.0)
    if comparison.doubt == "too short":
        return Judgement("too short to judge", "too short", None)
    ratio, containment = null.percentile(comparison), null.containment_percentile(comparison)
    if comparison.shared_bits <= EVIDENCE_BITS:
        return Judgement("novel", "little shared" if ratio < RELATED else "as unrelated games", ratio)
    if ratio < VARIANT and comparison.unclipped < null.least_ratio(VARIANT):
        return Judgement("variant", "ratio", ratio)
    if ratio < RELATED:
        return Judgement("related", "ratio", ratio)
    if containment < RELATED:
        return Judgement("related", "containment", containment)
    return Judgement("novel", "as unrelated games", ratio)


def verdict(comparison: Comparison, null: Null) -> Verdict:
    """What a comparison comes to."""
    return judged(comparison, null).verdict


# ---------------------------------------------------------------- the file


def dumps(null: Null) -> str:
    """The text of a null, a size a line."""
    tables = ",\n".join(
        f'  "{rules}": [\n' + ",\n".join(map(_row, table)) + "\n  ]" for rules, table in null.tables.items()
    )
    head = f'"form": {null.form}, "background": "{null.background}", "code": {null.code}, "games": {null.games}'
    return f'{{{head},\n "shares": {_list(SHARES)},\n "tables": {{\n{tables}\n}}}}\n'


def _row(sizes: Sizes) -> str:
    return (
        f'    {{"rules": {sizes.rules:g}, "pairs": {sizes.pairs},\n'
        f'     "ratio": {_list(sizes.ratio)},\n     "containment": {_list(sizes.containment)}}}'
    )


def _list(values: Sequence[float]) -> str:
    return f"[{', '.join(f'{value:.4f}' for value in values)}]"


DAMAGED = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""What reading a file that is no null may end with."""


def loads(text: str | bytes, name: str) -> Null:
    """The null of a file called `name`.

    Raises:
        ValueError: it is none, or it was measured with another form, background or code; the message names the file.
    """
    try:
        null = _read(json.loads(text))
    except DAMAGED as error:
        raise ValueError(f"{name} holds no table of unrelated pairs as `arcg novelty --calibrate` writes it") from error
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
    return null


def _read(document: Any) -> Null:
    """The null of a document.

    Raises:
        ValueError, KeyError, TypeError, AttributeError: it is not sound.
    """
    tables = {rules: tuple(map(_sizes, document["tables"].get(rules, ()))) for rules in get_args(Rules)}
    found = {rules: table for rules, table in tables.items() if table}
    if not found or tuple(document["shares"]) != SHARES:
        raise ValueError("no tables, or for other shares")
    for table in found.values():
        if table[0].rules <= 0 or any(one.rules >= next_.rules for one, next_ in pairwise(table)):
            raise ValueError("sizes in no order")
    return Null(int(document["games"]), document["form"], str(document["background"]), document["code"], found)


def _sizes(document: Any) -> Sizes:
    ratio, containment = (tuple(map(float, document[figure])) for figure in ("ratio", "containment"))
    sizes = Sizes(float(document["rules"]), int(document["pairs"]), ratio, containment)
    if len(ratio) != len(SHARES) or len(containment) != len(SHARES):
        raise ValueError("other shares")
    if not all(map(math.isfinite, (sizes.rules, *ratio, *containment))):
        raise ValueError("no numbers")
    if any(a > b for a, b in pairwise(ratio)) or any(a < b for a, b in pairwise(containment)):
        raise ValueError("quantiles in no order")
    return sizes


def is_null(text: str | bytes) -> bool:
    """Whether a file holds a null, of whichever version."""
    try:
        _read(json.loads(text))
    except DAMAGED:
        return False
    return True


def null_in(file: Path) -> Null:
    """The null of a file.

    Raises:
        ValueError: as `loads`.
        OSError: it cannot be read.
    """
    return loads(file.read_bytes(), str(file))


@lru_cache(maxsize=1)
def shipped_null() -> Null:
    """The null that is part of arcg.

    Raises:
        ValueError: it was measured with another form, background or code.
    """
    return loads(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"), FILE)


# ---------------------------------------------------------------- between two numbers of a table


def between(places: Sequence[float], values: Sequence[float], place: float) -> float:
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
    return between((low, high), (SHARES[after - 1], SHARES[after]), value)
