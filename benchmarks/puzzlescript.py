"""PuzzleScript's own recorded tests on both engines: how many play as recorded, and how long that takes.

    python benchmarks/puzzlescript.py [--engine reference|kernel|both] [--direct] [--rules]
        [--shortest N] [NUMBER ...]

Each game is imported (`--direct`: made a program without our language between, to tell whose fault a difference is)
and played on the engines; the level is compared after loading and after every input. Prints each test that differs,
with the first input that shows it, then the counts, the seconds of a processor, the slowest tests, and what the
imports are like: how many lose nothing, how many lose nothing that play depends on, and how many rules they have for
one of the original.
`--rules` does something else: on the kernels it plays each game once for each rule that matches in it, without that
rule, and counts how often some state is another one then.
The tests lie beside the project, in `../shared/data/puzzlescript`.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from conformance.deleting import uses
from conformance.importing import built
from conformance.material import MISSING, Recorded, recorded
from conformance.replaying import Maker, Outcome, directly, kernel, reference, replay

from arcg.dsl.importing.puzzlescript.reading import read
from arcg.dsl.importing.puzzlescript.translate import Imported, translate

ENGINES: dict[str, Maker] = {"reference": reference, "kernel": kernel}

SLOWEST = 8
"""So many of the slowest tests are named."""


def main() -> None:
    """Play, compare, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--engine", choices=(*ENGINES, "both"), default="both")
    parser.add_argument("--direct", action="store_true", help="without our language between")
    parser.add_argument("--shortest", type=int, metavar="N", help="only the N shortest playthroughs")
    parser.add_argument("--rules", action="store_true", help="delete each rule that matches, and play again")
    parser.add_argument(
        "numbers", nargs="*", type=int, metavar="NUMBER", help="the tests to play; all if none is named"
    )
    args = parser.parse_args()
    tests = [test for test in recorded() if not args.numbers or test.number in args.numbers]
    if args.shortest:
        tests = sorted(tests, key=lambda test: test.turns * test.cells)[: args.shortest]
    if not tests:
        raise SystemExit(MISSING)
    if args.rules:
        _rules(tests)
        return
    engines = ENGINES if args.engine == "both" else {args.engine: ENGINES[args.engine]}
    outcomes: dict[str, dict[int, Outcome]] = {name: {} for name in engines}
    imports: list[tuple[Recorded, Imported]] = []
    making = 0.0
    for test in tests:
        began = time.process_time()
        made = None if args.direct else translate(test.source)
        try:
            game = directly(test.source) if made is None else built(made)
        except ValueError as error:
            print(f"{test.number} {test.name}: no game is made: {error}", flush=True)
            continue
        making += time.process_time() - began
        if made is not None:
            imports.append((test, made))
        for name, make in engines.items():
            outcomes[name][test.number] = replay(test, game, make)
            _tell(name, test, outcomes[name][test.number])
    _summary(tests, outcomes, making)
    if imports:
        _quality(imports)


def _tell(engine: str, test: Recorded, outcome: Outcome) -> None:
    if outcome.passed:
        return
    after = f"input {outcome.differs} ({test.inputs[outcome.differs - 1]!r})" if outcome.differs else "loading"
    told = "; ".join(outcome.messages)
    print(f"{test.number} {test.name}: differs on the {engine} after {after} of {len(test.inputs)} {told}", flush=True)


def _summary(tests: list[Recorded], outcomes: dict[str, dict[int, Outcome]], making: float) -> None:
    print(f"\n{len(tests)} tests; making the programs took {making:.1f} s, all of this {time.process_time():.1f} s")
    for engine, found in outcomes.items():
        passed = sum(outcome.passed for outcome in found.values())
        seconds = sum(outcome.seconds for outcome in found.values())
        slowest = sorted(found.items(), key=lambda item: -item[1].seconds)[:SLOWEST]
        print(f"{engine}: {passed} of {len(tests)} as recorded, {seconds:.1f} s of play")
        print("    slowest:", ", ".join(f"{number} {outcome.seconds:.1f} s" for number, outcome in slowest))
    first, *others = outcomes.values()
    for found in others:
        apart = [number for number in found if found[number].states != first[number].states]
        print(f"the engines have other states or snapshots in {len(apart)} tests", *apart)


def _rules(tests: list[Recorded]) -> None:
    count = matched = needed = 0
    began = time.process_time()
    for test in tests:
        found = uses(test, built(translate(test.source)), kernel)
        count, matched, needed = count + found.count, matched + len(found.matched), needed + len(found.needed)
    share = f" ({needed / matched:.0%})" if matched else ""
    print(f"{len(tests)} tests: {count} rules are imported, {matched} of them match in their playthrough")
    print(f"    without {needed}{share} of these it has other states; {time.process_time() - began:.0f} s")


def _quality(imports: list[tuple[Recorded, Imported]]) -> None:
    whole = sum(not made.left_out for _, made in imports)
    alike = sum(not any(left.affects_play for left in made.left_out) for _, made in imports)
    ratios = []
    for test, made in imports:
        written = len(read(test.source).rules)
        if made.game is not None and made.game.brackets is not None and written:
            ratios.append(sum(len(phase.rules) for phase in made.game.brackets.phases) / written)
    print(f"imports: {len(imports)}, of which {whole} leave out nothing and {alike} nothing that play depends on")
    if ratios:
        print(f"    rules for one of the original: median {statistics.median(ratios):.2f}, most {max(ratios):.2f}")


if __name__ == "__main__":
    main()
