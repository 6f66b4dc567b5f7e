"""The number of token edits between two bodies, as far as it is worth knowing (Levenshtein 1966, Ukkonen 1985)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from arcg.compiler.novelty.units import Body


@lru_cache(maxsize=100_000)
def edits(one: Body, two: Body, most: int) -> int | None:
    """The fewest insertions, deletions and replacements of tokens; None if there are more than `most`."""
    if most < 0 or abs(len(one) - len(two)) > most or _different(one, two) > most:
        return None
    row = list(range(len(two) + 1))
    for number, token in enumerate(one, 1):
        low, high = max(1, number - most), min(len(two), number + most)
        above = row
        row = [most + 1] * (len(two) + 1)
        if low == 1:
            row[0] = number
        for place in range(low, high + 1):
            replaced = above[place - 1] + (token != two[place - 1])
            row[place] = min(replaced, above[place] + 1, row[place - 1] + 1)
    return row[-1] if row[-1] <= most else None


def _different(one: Body, two: Body) -> int:
    """A bound from below: an edit mends at most one token too many and one too few."""
    first, second = Counter(one), Counter(two)
    return max((first - second).total(), (second - first).total())
