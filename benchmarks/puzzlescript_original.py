"""PuzzleScript games that nobody wrote, on the original engine and on ours: what differs.

    python benchmarks/puzzlescript_original.py --original "node host.js DIR" [--first 0] [--count 1000] [--seconds S]
    python benchmarks/puzzlescript_original.py --original COMMAND --show 4711 [--reduce] [--source FILE]

A number names a mutant of one of the recorded games (`tests/conformance/mutants.py`), with what is pressed. Both
engines play it. Compared are: whether there is a game at all, the lines with errors and with warnings, and the level
after loading and after every input. Prints each difference, then how many mutants differ in which way.

The original engine is not here. COMMAND runs whatever has it: a program that reads a line of JSON for each game,
`{"source", "level", "seed", "inputs", "whole"}`, and answers with one: `ok` (there is a game), `errors` (its messages
after compiling, as they are shown), `trace` (as in the recorded tests; it may end early, `stop` says why), `texts` (the
levels themselves, if `whole`), `draws` (choices by chance). Inputs are those of `tests/conformance/replaying.py`; after
each, and after loading, turns follow while `again` is due, and a level that is won is followed by the next at once. It
may end after an answer; then it is started again.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from conformance.importing import built
from conformance.material import MISSING, Recorded, recorded
from conformance.mutants import Mutant, mutant
from conformance.replaying import Maker, kernel, reference, replay

from arcg.dsl.importing.puzzlescript.reading import read
from arcg.dsl.importing.puzzlescript.translate import Imported, translate

PATIENCE = 60
"""Most seconds for one game on our side."""

SPARE_DRAWS = 64
"""Choices by chance that we may make more than the original before numbers are missing."""

SHOWN = 6
"""So many mutants are named for each way to differ."""


class Original:
    """The original engine, behind a command."""

    def __init__(self, command: str) -> None:
        self._command = shlex.split(command)
        self._process: subprocess.Popen[str] | None = None

    def play(self, game: Mutant, whole: bool = False) -> dict[str, Any]:
        """What the original does with a game."""
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdin is not None and self._process.stdout is not None
        asked = {"source": game.source, "level": game.target, "seed": game.seed, "inputs": game.inputs, "whole": whole}
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline() or '{"stop": "ended", "dirty": true}')
        if answer.get("dirty"):
            self._process.wait()
        return answer


@dataclass(frozen=True, slots=True)
class Difference:
    """`kind`: which way the engines differ; `what`: details. `kind` is empty if they are alike."""

    kind: str = ""
    what: str = ""
    compared: int = 0


def too_slow(*_: object) -> None:
    """What the timer calls."""
    raise TimeoutError(f"more than {PATIENCE} s")


class Judge:
    """Plays a game on both sides and compares."""

    def __init__(self, original: Original, makers: dict[str, Maker], notes: str) -> None:
        self.original = original
        self.makers = makers
        self.severities = {"none": (), "error": ("error",), "warning": ("error", "warning")}[notes]

    def differences(self, game: Mutant) -> list[Difference]:
        """All ways in which the engines differ; one without a kind tells what was compared if there is none."""
        theirs = self.original.play(game)
        if str(theirs.get("stop")).startswith(("timeout", "threw", "ended")) and not theirs.get("trace"):
            return [Difference(compared=0, what=f"original: {theirs['stop']}")]
        signal.signal(signal.SIGALRM, too_slow)
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)
        try:
            made = translate(game.source)
            found = self._notes(theirs, made)
            return found + self._played(game, theirs, made)
        except Exception as error:
            place = error.__traceback__
            while place is not None and place.tb_next is not None:
                place = place.tb_next
            where = f"{Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno}" if place else ""
            return [Difference(f"broken: {type(error).__name__} {where}", str(error)[:200])]
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def complaints(self, game: Mutant) -> set[str]:
        """What the original has to say of a game, without names and numbers."""
        return {_plain(re.sub(r"<[^>]*>", "", text)) for text in self.original.play(game).get("errors", ())}

    def _notes(self, theirs: dict[str, Any], made: Imported) -> list[Difference]:
        """Lines with errors or warnings on one side only."""
        found = []
        if theirs.get("threw") or not theirs.get("ok"):
            return []  # it stopped somewhere
        for severity in self.severities:
            mark = f'"{severity}Text"'
            told: dict[int, str] = {}
            for text in theirs["errors"]:
                if mark in text and "looping" not in text and "endless" not in text:  # those are of the play
                    line = re.search(r"jumpToLine\((\d+)\)", text)
                    told[int(line.group(1)) if line else 0] = re.sub(r"<[^>]*>", "", text)
            ours = {note.line: note.text for note in made.notes if note.severity == severity}
            missed, added = told.keys() - ours.keys(), ours.keys() - told.keys()
            found += [Difference(f"{severity} missed: {_plain(told[n])}", f"line {n}: {told[n]}") for n in missed if n]
            found += [Difference(f"{severity} added: {_plain(ours[n])}", f"line {n}: {ours[n]}") for n in added if n]
        return found

    def _played(self, game: Mutant, theirs: dict[str, Any], made: Imported) -> list[Difference]:
        errors = "; ".join(f"{note.line}: {note.text}" for note in made.notes if note.severity == "error")
        if not theirs.get("ok") or not theirs.get("trace"):
            if made.game is not None and not theirs.get("ok") and not theirs.get("threw") and theirs.get("levels"):
                return [Difference("accepted, not by the original", str(theirs.get("errors"))[:300])]
            return [Difference()]
        if made.game is None:
            return [Difference(f"refused: {_plain(errors.split(': ', 1)[-1])}", errors[:300])]
        if game.target not in made.levels:
            return [Difference("no such level", str(made.levels))]
        features = tuple(f"meta_{key}" for key in read(game.source).prelude)
        inputs = game.inputs[: len(theirs["trace"]) - 1]
        trace, draws = tuple(theirs["trace"]), theirs["draws"] + SPARE_DRAWS
        test = Recorded(
            game.number, game.name, game.source, inputs, game.target, game.seed, features, trace, 0, draws, 0
        )
        program = built(made)
        states = {}
        for name, make in self.makers.items():
            outcome = replay(test, program, make)
            if not outcome.passed:
                after = test.inputs[outcome.differs - 1] if outcome.differs else "loading"
                told = "".join(sorted({_plain(text) for text in outcome.messages}))
                return [Difference(f"played otherwise {told}", f"{name}, after {outcome.differs} ({after!r})", 0)]
            states[name] = outcome.states
        if len(set(states.values())) > 1:
            return [Difference("the engines have other states", "")]
        return [Difference(compared=len(test.trace))]


def _plain(text: str) -> str:
    """A message without names and numbers."""
    return re.sub(r"`[^`]*`|\"[^\"]*\"|\b[A-Z_0-9]{2,}\b|\d+", "_", text)[:70]


def reduced(game: Mutant, judge: Judge, kind: str) -> Mutant:
    """A smaller game that differs in the same way: fewer inputs, fewer lines."""
    told = judge.complaints(game)

    def differs(other: Mutant) -> bool:
        return any(each.kind == kind for each in judge.differences(other)) and judge.complaints(other) <= told

    game = replace(
        game, inputs=tuple(_fewer(list(game.inputs), lambda inputs: differs(replace(game, inputs=tuple(inputs)))))
    )
    lines = _fewer(game.source.split("\n"), lambda lines: differs(replace(game, source="\n".join(lines))))
    game = replace(game, source="\n".join(lines))
    parts = _fewer(re.findall(r"\S+|\s+", game.source), lambda parts: differs(replace(game, source="".join(parts))))
    return replace(game, source="".join(parts))


def _fewer(parts: list[Any], holds: Callable[[list[Any]], bool]) -> list[Any]:
    """A selection of the parts for which something still holds, from which no single one can be left out."""
    size = max(1, len(parts) // 2)
    while True:
        start, smaller = 0, False
        while start < len(parts):
            rest = parts[:start] + parts[start + size :]
            if holds(rest):
                parts, smaller = rest, True
            else:
                start += size
        if size == 1 and not smaller:
            return parts
        size = max(1, size // 2)


def show(game: Mutant, judge: Judge, is_reduced: bool) -> None:
    """Print a game, what differs, and the levels of the original."""
    found = [each for each in judge.differences(game) if each.kind]
    if is_reduced and found:
        game = reduced(game, judge, found[0].kind)
        found = [each for each in judge.differences(game) if each.kind]
    print(game.source)
    print("-" * 40)
    print(f"level {game.target}, seed {game.seed}, inputs {list(game.inputs)}")
    for each in found:
        print(f"{each.kind} | {each.what}")
    theirs = judge.original.play(game, whole=True)
    print("original:", {key: value for key, value in theirs.items() if key not in ("texts", "trace", "states")})
    made = translate(game.source)
    print("ours:", *(f"{note.severity} {note.line}: {note.text}" for note in made.notes), sep="\n    ")
    (Path(tempfile.gettempdir()) / f"arcg_mutant_{game.number}.arcg").write_text(made.text or "", encoding="utf-8")
    for text in theirs.get("texts", ()):
        print(text, end="\n\n")


def main() -> None:
    """Compare many mutants, or show one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--original", required=True, metavar="COMMAND", help="what has the original engine")
    parser.add_argument("--engine", choices=("reference", "kernel", "both"), default="kernel")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--step", type=int, default=1, help="2, from an odd number on: only mutants of the small game")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--show", type=int, metavar="NUMBER")
    parser.add_argument("--reduce", action="store_true", help="make what is shown smaller")
    parser.add_argument("--notes", choices=("none", "error", "warning"), default="error", help="what is compared too")
    options = parser.parse_args()
    tests = recorded()
    if not tests:
        raise SystemExit(MISSING)
    engines: dict[str, Maker] = {"reference": reference, "kernel": kernel}
    makers = engines if options.engine == "both" else {options.engine: engines[options.engine]}
    judge = Judge(Original(options.original), makers, options.notes)
    if options.show is not None:
        show(mutant(options.show, tests), judge, options.reduce)
        return
    began, number, compared, positions = time.monotonic(), options.first, 0, 0
    ways: defaultdict[str, list[int]] = defaultdict(list)
    idle: Counter[str] = Counter()
    while number < options.first + options.count and time.monotonic() - began < options.seconds:
        for each in judge.differences(mutant(number, tests)):
            if each.kind:
                ways[each.kind].append(number)
                if len(ways[each.kind]) <= SHOWN:
                    print(f"{number}: {each.kind} | {each.what}", flush=True)
            elif each.what:
                idle[each.what] += 1
            compared += bool(each.compared)
            positions += each.compared
        number += options.step
    seconds = time.monotonic() - began
    print(
        f"\nmutants {options.first} to {number - 1} in {seconds:.0f} s: {compared} played alike, {positions} positions"
    )
    for what, count in idle.most_common():
        print(f"    {count} {what}")
    for kind, numbers in sorted(ways.items(), key=lambda item: -len(item[1])):
        print(f"    {len(numbers)} {kind}: {', '.join(map(str, numbers[:SHOWN]))}")
    raise SystemExit(bool(ways))


if __name__ == "__main__":
    main()
