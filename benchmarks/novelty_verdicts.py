"""Unrelated games for `novelty.py`: pairs of them, how many a verdict flags, and the null that is shipped.

How many are flagged is measured out of sample: the null comes from the pairs of one half of the games, the pairs that
are judged from the other half, so no game is in both.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from novelty_material import LARGEST, ROOT, Game, games, listed, ready

from arcg.compiler.novelty.calibrate import PAIRS, calibrated, drawn, null_of, sample_of
from arcg.compiler.novelty.compare import Comparison, Prepared
from arcg.compiler.novelty.verdict import FILE, Verdict, dumps, rules_of, verdict

HALVES = 40
"""Times that the games are split in two halves."""

LEAST = 20
"""Pairs of one kind of rules in a half; of games over things there are not many."""

SIZES = ((4, 8), (9, 20), (21, 10_000))
"""Rules of the smaller game of a pair, from and to."""


@dataclass(frozen=True, slots=True)
class Unrelated:
    """Two games that are not listed together, of about one size, and how they compare."""

    a: Game
    b: Game
    found: Comparison

    @property
    def size(self) -> str:
        """About how many rules they have."""
        low, high = next(size for size in SIZES if min(self.found.rules) <= size[1])
        return f"{low} to {high} rules" if high < SIZES[-1][1] else f"{low} rules and more"


def key(game: Game) -> str:
    """What a game is called among all."""
    return game.name if game.number is None else str(game.number)


def unrelated(
    found: Sequence[Game],
    forms: Sequence[Prepared],
    kin: set[frozenset[str]],
    most: int,
    compared: Callable[[Prepared, Prepared], Comparison],
) -> list[Unrelated]:
    """Pairs of games that are not listed together, at most so many of each size and each kind of rules."""
    places = drawn(forms, lambda a, b: frozenset((key(found[a]), key(found[b]))) in kin, most)
    return [Unrelated(found[a], found[b], compared(forms[a], forms[b])) for a, b in places]


def flagged(pairs: Sequence[Unrelated]) -> dict[str, Counter[Verdict]]:
    """The verdicts on unrelated pairs by nulls of other games: of all, by kind of rules, by size."""
    names = sorted({key(game) for pair in pairs for game in (pair.a, pair.b)})
    told: dict[str, Counter[Verdict]] = {}
    for number in range(HALVES):
        half = set(random.Random(number).sample(names, len(names) // 2))
        known = [sample_of(pair.found) for pair in pairs if key(pair.a) in half and key(pair.b) in half]
        try:
            null = null_of([sample for sample in known if sample is not None], len(half), LEAST)
        except ValueError:  # too few pairs in that half
            continue
        for pair in pairs:
            rules = rules_of(pair.found)
            if key(pair.a) in half or key(pair.b) in half or rules not in null.tables:
                continue
            said = verdict(pair.found, null)
            groups = (f"rules over {rules}",) if rules == "mixed" else ("all", f"rules over {rules}", pair.size)
            for group in groups:
                told.setdefault(group, Counter())[said] += 1
    return told


def write_null(jobs: int) -> None:
    """Measure the null of all games anew and write it where it is shipped from."""
    found, left = games(LARGEST)
    _, kin = listed(found)
    forms = []
    for game in found:
        forms.append(ready(game.program))
        sys.stderr.write(f"\r{len(forms)} of {len(found)} games ready\x1b[K")
    sys.stderr.write(f"\n{len(left)} left out for their size; comparing\n")
    null = calibrated(forms, lambda a, b: frozenset((key(found[a]), key(found[b]))) in kin, jobs, pairs=PAIRS)
    path = ROOT / "compiler" / "novelty" / FILE
    path.write_text(dumps(null), encoding="utf-8")
    for rules, table in null.tables.items():
        for size in table:
            print(
                f"{rules:8}{size.rules:5g} rules {size.pairs:6} pairs   1% {size.ratio[3]:.3f}   5% {size.ratio[7]:.3f}"
            )
    print(f"{path}: {null.games} games")
