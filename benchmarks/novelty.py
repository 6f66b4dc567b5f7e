"""What the novelty figure tells apart: copies, mutants, crossovers, extensions, families, unrelated games; its speed.

    python benchmarks/novelty.py [--quick] [--json]
    python benchmarks/novelty.py --null [--jobs 2]

Runs on the shipped games, the miniatures of `tests/expressiveness` and PuzzleScript's recorded games, which lie beside
the project in `../shared/data/puzzlescript` (left out with a message where they are not). Prints each figure with its
goal. Families are listed by name in `novelty_families.yaml`; no two games that are listed together there, be it as
kin, count as unrelated. Games with more than `LARGEST` nodes in their form, or `MOST_KINDS` kinds, are left out: they
would take most of the time. `--json` names them. `--null` measures the quantiles of unrelated pairs of these games,
which are shipped (`compiler/novelty/null.json`): run it when the code, the background or the form has changed.

Beside our figure stand, on the same pairs: zlib and lzma (the normalised compression distance of the canonical units as
text, the better of both orders) and Jaccard (the canonical bodies of rules as sets).
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, get_args

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from conformance.material import MISSING, recorded
from novelty_material import (
    LARGEST,
    LARGEST_QUICK,
    MEASURES,
    Game,
    area,
    games,
    listed,
    quantile,
    ready,
    spearman,
)
from novelty_verdicts import Unrelated, flagged, key, unrelated, write_null
from support import disguise, disguise_cells, mutation, mutation_cells

from arcg.compiler.canonical import canonical
from arcg.compiler.canonical.symmetry import SYMMETRIES
from arcg.compiler.novelty import train
from arcg.compiler.novelty.background import made_of, shipped
from arcg.compiler.novelty.calibrate import PAIRS
from arcg.compiler.novelty.compare import FEW_RULES, Comparison, Prepared, compare_prepared
from arcg.compiler.novelty.prefilter import worth_coding
from arcg.compiler.novelty.survey import NEAR
from arcg.compiler.novelty.units import rule_count
from arcg.compiler.novelty.verdict import Rules, Verdict, rules_of, shipped_null, verdict

MOST_UNITS = 80
"""A game that is changed or joined with another one has no more units: many are made of each."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured, beside its goal; `met` is None where there is none to meet."""

    name: str
    value: str
    goal: str
    met: bool | None
    cases: int


# ---------------------------------------------------------------- the benchmark


class Benchmark:
    """All classes of cases on one set of games."""

    def __init__(self, quick: bool) -> None:
        self.quick = quick
        self.games, self.left = games(LARGEST_QUICK if quick else LARGEST)
        self.families, self.kin = listed(self.games)
        self.figures: list[Figure] = []
        self.seconds: list[float] = []
        self.labelled: list[tuple[Prepared, Prepared]] = []
        """Pairs that belong together because one was made of the other, or by their names."""
        self.forms: dict[str, Prepared] = {}
        self.preparing: list[float] = []
        self.lives: dict[str, int] = {}
        for game in self.games:
            began = time.process_time()
            self.forms[key(game)] = ready(game.program)
            self.preparing.append(time.process_time() - began)
        cells = [game for game in self.games if game.cells]
        self.judged = [game for game in cells if self.rules(game) > FEW_RULES]
        forms = [self.form(game) for game in self.games]
        self.unrelated = unrelated(self.games, forms, self.kin, 12 if quick else PAIRS, self.compared)

    def form(self, game: Game) -> Prepared:
        """The form of a game as it is."""
        return self.forms[key(game)]

    def rules(self, game: Game) -> int:
        """How many rules of it are left."""
        return rule_count(self.form(game).turns[0])

    def compared(self, a: Prepared, b: Prepared) -> Comparison:
        """A comparison, timed."""
        began = time.process_time()
        found = compare_prepared(a, b)
        self.seconds.append(time.process_time() - began)
        return found

    def note(self, name: str, value: str, goal: str, met: bool | None, cases: int) -> None:
        """Keep a figure and tell of it."""
        self.figures.append(Figure(name, value, goal, met, cases))
        print(f"  .. {name}: {value}", file=sys.stderr, flush=True)

    # ------------------------------------------------------------ unrelated pairs

    def distant(self, rules: Rules) -> list[Unrelated]:
        """The unrelated pairs of one kind of rules."""
        return [pair for pair in self.unrelated if rules_of(pair.found) == rules]

    def unrelated_pairs(self) -> None:
        """How calibrated the figure is, and how many unrelated pairs a null of other games flags."""
        for rules in get_args(Rules):
            pairs = self.distant(rules)
            if pairs:
                median = statistics.median(pair.found.unclipped for pair in pairs)
                self.note(f"unrelated, rules over {rules}: median of the unclipped ratio", f"{median:.3f}",
                          "0.95 to 1.05", 0.95 <= median <= 1.05, len(pairs))  # fmt: skip
            for size in sorted({pair.size for pair in pairs}, key=lambda name: int(name.split()[0])):
                some = [pair.found.unclipped for pair in pairs if pair.size == size]
                low_ends = f"1% {quantile(some, 0.01):.3f}, 5% {quantile(some, 0.05):.3f}"
                told = f"median {statistics.median(some):.3f}, {low_ends}"
                self.note(f"  of {size}", told, "", None, len(some))
        for group, verdicts in flagged(self.unrelated).items():
            variants = verdicts["variant"] / verdicts.total()
            both = variants + verdicts["related"] / verdicts.total()
            whole = group == "all"
            told = f"variant {variants:.2%}, variant or related {both:.2%}"
            name = "unrelated: flagged by a null of other games" if whole else f"  {group}"
            self.note(name, told, "at most 1% variant, 5% in all" if whole else "",
                      variants <= 0.01 and both <= 0.05 if whole else None, verdicts.total())  # fmt: skip
        nearest = sorted(self.unrelated, key=lambda pair: pair.found.unclipped)[:5]
        for pair in nearest:
            told = f"{pair.found.unclipped:.3f} {pair.a.name[:40]} / {pair.b.name[:40]}"
            self.note("  nearest", told, "", None, 1)

    def verdicts(self, name: str, found: Sequence[Comparison], wanted: Sequence[Verdict], goal: str) -> None:
        """How many of some pairs have one of the verdicts, by the null that is shipped."""
        said = Counter(verdict(each, shipped_null()) for each in found)
        good = sum(said[each] for each in wanted)
        told = f"{good} of {len(found)} ({', '.join(f'{count} {each}' for each, count in said.most_common())})"
        self.note(name, told, goal, good == len(found) if goal else None, len(found))

    # ------------------------------------------------------------ copies

    def copies(self) -> None:
        """Re-skins, sugar and commuting orders; parts without effect."""
        count = 60 if self.quick else 1000
        pool = [game for game in self.games if self.form(game).form.text and self.preparing_of(game) < 0.5]
        found: dict[str, list[bool]] = {"things": [], "cells": []}
        missed: list[str] = []
        for case in range(count):
            game = pool[case % len(pool)]
            chance = random.Random(case)
            change = disguise_cells.disguised if game.cells else disguise.disguised
            try:
                other = change(game.program, SYMMETRIES[case % 8], chance)
            except ValueError:  # the language has no mirror image of it
                other = change(game.program, SYMMETRIES[0], chance)
            same = canonical(other).hash == self.form(game).form.hash
            found["cells" if game.cells else "things"].append(same)
            missed += [] if same else [game.name]
        for sort, hits in found.items():
            if hits:
                self.note(
                    f"copies found, rules over {sort}", f"{sum(hits)} of {len(hits)}", "all", all(hits), len(hits)
                )
        if missed:
            self.note("  missed", ", ".join(sorted(set(missed)))[:300], "", None, len(set(missed)))
        self._padded(pool, count // 5)

    def _padded(self, pool: list[Game], count: int) -> None:
        """Unreachable rules and unused kinds, in games that can be won."""
        same = []
        for case, game in enumerate(game for game in pool if game.cells and game.program.cellwise.goals):
            if case < count:
                padded = disguise_cells.padded(game.program, random.Random(case))
                same.append(canonical(padded).hash == self.form(game).form.hash)
        if same:
            told = f"{sum(same)} of {len(same)}"
            self.note("unreachable rules, unused kinds: same form", told, "all", all(same), len(same))

    def preparing_of(self, game: Game) -> float:
        """The seconds that making it ready took."""
        return self.preparing[self.games.index(game)]

    # ------------------------------------------------------------ changes

    def chosen(self, least: int, count: int) -> list[Game]:
        """Some games that can be won, with at least so many rules that matter."""
        pool = [g for g in self.judged if self.usable(g, least)]
        return random.Random(7).sample(pool, min(count, len(pool)))

    def mutants(self) -> None:
        """Novelty against the number of changed rules."""
        rising: list[float] = []
        for game in self.chosen(6, 4 if self.quick else 25):
            donor = self.donor(game)
            chain = mutation_cells.mutants(game.program, donor.program, random.Random(5))
            counts = sorted({round((len(chain) - 1) * part / 6) for part in range(7)})
            if len(counts) < 4:
                continue  # too few rules can be exchanged without the others losing their part
            forms = [ready(chain[count]) for count in counts]
            most = len(mutation_cells.live(game.program)) / 2
            self.labelled += [(self.form(game), form) for form, n in zip(forms, counts, strict=True) if n <= most]
            rising.append(spearman([self.compared(self.form(game), form).novelty for form in forms]))
        self._rising("cells", rising)
        rising = []
        for game in [game for game in self.games if not game.cells]:
            most = len(mutation.live_lines(game.program))
            if most >= 3 and len(game.program.kinds) >= 5:
                counts = sorted({round(most * part / 4) for part in range(5)})
                others = [ready(mutation.mutated(game.program, count)) for count in counts]
                rising.append(spearman([self.compared(others[0], other).novelty for other in others]))
        self._rising("things", rising[: 3 if self.quick else None])

    def _rising(self, sort: str, rising: list[float]) -> None:
        if rising:
            told = f"mean {statistics.mean(rising):.3f}, least {min(rising):.3f}"
            good = statistics.mean(rising) > 0.95
            self.note(f"mutants: Spearman, rules over {sort}", told, "above 0.95", good, len(rising))

    def donor(self, game: Game) -> Game:
        """Another game that is not listed with it."""
        others = [g for g in self.judged if g is not game and frozenset((key(g), key(game))) not in self.kin]
        return random.Random(key(game)).choice([g for g in others if self.usable(g, 4)])

    def usable(self, game: Game, least: int) -> bool:
        """Whether a game of rules over cells may be changed or joined: it has goals, and takes no long time."""
        cellwise = game.program.cellwise
        if cellwise is None or not cellwise.goals or self.preparing_of(game) >= 0.3:
            return False
        if key(game) not in self.lives:
            self.lives[key(game)] = len(mutation_cells.live(game.program))
        return self.lives[key(game)] >= least

    def halves(self) -> None:
        """Half of the rules changed, padding, crossovers, extensions, and families, against unrelated pairs."""
        chosen = self.chosen(4, 10 if self.quick else 60)
        near, padding, crossing, inside = [], [], [], []
        for case, game in enumerate(chosen):
            donor, chance = self.donor(game), random.Random(case)
            chain = mutation_cells.mutants(game.program, donor.program, chance)
            half = round(len(mutation_cells.live(game.program)) / 2)
            if half < len(chain):
                near.append((self.form(game), ready(disguise_cells.renumbered(chain[half], chance))))
            padded = mutation_cells.padded_alive(game.program, donor.program, 0.5, chance)
            padding.append((self.form(game), ready(padded)))
            crossing += [(game, donor, child) for child in self._crossed(game, donor, chance)]
            more = mutation_cells.joined(game.program, donor.program, (1, 0.5), chance)
            if more is not None:
                inside.append((self.form(game), ready(more)))
        self._crossovers(crossing)
        self.labelled += near + [(self.form(parent), form) for one, two, form in crossing for parent in (one, two)]
        self.labelled += padding + inside
        values = [self.compared(*pair).containment for pair in inside]
        if values:
            told = f"median {statistics.median(values):.3f}, least {min(values):.3f}"
            self.note("containment in an extension", told, "near 1", statistics.median(values) > 0.9, len(values))
        found = [self.compared(*pair) for pair in padding]
        self.verdicts("clones with 50% live junk: clone or variant", found, ("clone", "variant"), "all")
        if found:
            figure = statistics.median(each.novelty for each in found)
            self.note("  their novelty", f"median {figure:.3f}", "", None, len(found))
        pairs = [
            (self.form(a), self.form(b)) for members in self.families.values() for a, b in combinations(members, 2)
        ]
        long = [pair for pair in pairs if min(rule_count(side.turns[0]) for side in pair) > FEW_RULES]
        self.labelled += long
        if self.quick:
            pairs = random.Random(3).sample(pairs, min(40, len(pairs)))
        near_found = [self.compared(a, b) for a, b in near]
        self.verdicts("half mutated: clone, variant or related", near_found, NEAR, "")
        kin_found = [self.compared(a, b) for a, b in long]
        self.verdicts("families of more than 3 rules: clone, variant or related", kin_found, NEAR, "")
        self._areas("half mutated against unrelated: AUC", near, 0.99)
        self._areas("families against unrelated: AUC", pairs, 0.9)
        self._areas("  families of more than 3 rules", long, 0.9)

    def _crossed(self, one: Game, two: Game, chance: random.Random) -> list[Prepared]:
        """A game with half of each, if there is one: between two and three fifths of the bits of either one's rules.

        Of rules, not of what they are about, and of games of like size: half of a game has little of its novelty beside
        one that is several times as large.
        """
        parents = [self.form(game) for game in (one, two)]
        if not 1 / 2 <= parents[0].bits / parents[1].bits <= 2:
            return []
        for _ in range(10):
            child = mutation_cells.joined(one.program, two.program, (0.5, 0.5), chance)
            if child is None:
                continue
            form = ready(child)
            taken = [0.0, 0.0]
            for choice in form.alone.choices:
                if choice.unit.source.line is not None:
                    taken[choice.unit.source.line >= mutation_cells.LINES] += choice.bits
            whole = [sum(choice.bits for choice in p.alone.choices if choice.unit.is_rule) for p in parents]
            if all(0.4 <= part / bits <= 0.6 for part, bits in zip(taken, whole, strict=True)):
                return [form]
        return []

    def _crossovers(self, crossing: list[tuple[Game, Game, Prepared]]) -> None:
        values = []
        for one, two, form in crossing:
            values += [self.compared(self.form(parent), form).novelty for parent in (one, two)]
        inside = sum(0.3 <= value <= 0.8 for value in values)
        if values:
            told = f"{inside} of {len(values)}, median {statistics.median(values):.3f}"
            self.note("crossovers between 0.3 and 0.8 of each parent", told, "all", inside == len(values), len(values))

    def _areas(self, name: str, near: list[tuple[Prepared, Prepared]], goal: float) -> None:
        distant = self.distant("cells")
        if not near or not distant:
            return
        found = {}
        for measure, distance in MEASURES.items():
            if measure == "ours":
                far = [pair.found.unclipped for pair in distant]
            else:
                far = [distance(self.form(pair.a), self.form(pair.b)) for pair in distant]
            found[measure] = area([distance(a, b) for a, b in near], far)
        best = max(found.values())
        told = ", ".join(f"{measure} {value:.3f}" for measure, value in found.items())
        self.note(
            name, told, f"at least {goal}, and no less than the others", found["ours"] >= max(goal, best), len(near)
        )

    # ------------------------------------------------------------ background, time

    def background(self) -> None:
        """That the background is what training gives, and training reads nothing but its own texts."""
        made = made_of(train.bodies()).version
        same = made == shipped().version
        told = f"{shipped().version[:12]}, {'as trained from its own texts' if same else 'not as trained'}"
        self.note("background holds no game of a pair", told, "yes", same, len(shipped().bodies))

    def times(self) -> None:
        """Time of a pair, and of all pairs of 400 games."""
        median, mean = (1000 * value for value in (statistics.median(self.seconds), statistics.mean(self.seconds)))
        told = f"median {median:.1f} ms, mean {mean:.1f}, most {1000 * max(self.seconds):.0f}"
        self.note("a pair of forms made ready", told, "within 5 ms", median <= 5, len(self.seconds))
        each = [1000 * value for value in self.preparing]
        told = f"median {statistics.median(each):.0f} ms, mean {statistics.mean(each):.0f}, most {max(each):.0f}"
        self.note("  making a form ready", told, "", None, len(each))
        self._collection(100 if self.quick else 400)

    def _collection(self, count: int) -> None:
        """All pairs of so many games, changed ones among them, as `arcg novelty FOLDER` compares them; on one core."""
        forms = {form.form.hash: form for pair in self.labelled for form in pair}
        forms |= {form.form.hash: form for form in self.forms.values()}
        games = list(forms.values())[:count]
        began = time.process_time()
        chosen = worth_coding(games)
        pairs = [(a, b) for a, b in combinations(range(len(games)), 2) if chosen[a, b]]
        for a, b in pairs:
            compare_prepared(games[a], games[b])
        seconds, whole = time.process_time() - began, len(games) * (len(games) - 1) // 2
        told = f"{seconds:.0f} s, {len(pairs):,} of {whole:,} pairs coded"
        self.note(f"all pairs of {len(games)} games made ready", told, "within 60 s", seconds <= 60, len(games))
        place = {game.form.hash: number for number, game in enumerate(games)}
        known = [(place.get(a.form.hash), place.get(b.form.hash)) for a, b in self.labelled]
        known = [(a, b) for a, b in known if a is not None and b is not None and a != b]
        lost = sum(not chosen[pair] for pair in known)
        self.note("  labelled pairs that are not coded", f"{lost} of {len(known)}", "none", not lost, len(known))


def report(figures: Iterable[Figure]) -> str:
    """The figures as a table."""
    rows = [f"{'figure':58}{'measured':66}{'goal':44}{'met':5}cases"]
    for figure in figures:
        met = {True: "yes", False: "NO", None: ""}[figure.met]
        rows.append(f"{figure.name:58}{figure.value:66}{figure.goal:44}{met:5}{figure.cases}")
    return "\n".join(rows)


@cache
def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer cases and smaller games: under two minutes")
    parser.add_argument("--json", action="store_true", help="write a JSON document instead of a table")
    parser.add_argument("--null", action="store_true", help="measure the null that is shipped, and write it")
    parser.add_argument("--jobs", type=int, default=2, help="processes for the pairs of the null")
    return parser.parse_args()


def main() -> None:
    """Measure and print."""
    given = arguments()
    if not recorded():
        sys.stderr.write(f"{MISSING}; only the shipped games and the miniatures are measured\n")
    if given.null:
        write_null(given.jobs)
        return
    benchmark = Benchmark(given.quick)
    benchmark.background()
    benchmark.copies()
    benchmark.mutants()
    if benchmark.judged:
        benchmark.unrelated_pairs()
        benchmark.halves()
    if benchmark.seconds:
        benchmark.times()
    if given.json:
        document: dict[str, Any] = {
            "games": len(benchmark.games),
            "left_out": benchmark.left,
            "background": shipped().version,
            "figures": [{name: getattr(f, name) for name in Figure.__slots__} for f in benchmark.figures],
        }
        sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")
        return
    sys.stdout.write(f"{len(benchmark.games)} games; {len(benchmark.left)} left out for their size\n")
    sys.stdout.write(report(benchmark.figures) + "\n")


if __name__ == "__main__":
    main()
