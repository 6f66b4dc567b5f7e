"""Steps per second of PuzzleScript games on the kernels, beside the original engine in JavaScript.

    python benchmarks/puzzlescript_speed.py [GAME...] [--sources FOLDER] [--original COMMAND] [--seconds 10]
        [--batch N] [--json FILE]

The games are those of a table of the original engine's speed, `../shared/research/puzzlescript-bench.json`, and are
played in the way that the table states: actions are uniformly random, a step is an action and all turns that follow it
by `again`, the level is loaded anew after a win or 200 steps; the median of five runs of two seconds on one thread,
nothing is drawn. (With less than ten seconds in all JavaScript is measured before it has warmed up.)
Most of them are among the recorded tests, `../shared/data/puzzlescript`; the others are taken from FOLDER, where each
is a file named as in the table, `2048.txt`, and the level is the first of the size that the table gives.

The ratio is to the figure of the table, which was measured on another machine, or, with COMMAND, to the original engine
in the same run. COMMAND runs whatever has it, once for each game: a program that reads a line of JSON, `{"source",
"level", "actions", "seconds"}` (the text; the level, messages counted; how many of up, left, down, right, action there
are; how long to measure), plays as above and answers with one: `{"steps_per_second"}`.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import shlex
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from conformance.importing import imported
from conformance.material import MISSING, Recorded, recorded

from arcg.compiler import ir
from arcg.runtime.benchmark import RUNS, heading, machine
from arcg.runtime.engine import Action, Status
from arcg.runtime.kernel import KernelBatch, ready

TABLE = Path(__file__).parents[2] / "shared" / "research" / "puzzlescript-bench.json"

TESTS = {
    "sokoban basic": 1,
    "microban (demo)": 131,
    "block faker": 2,
    "MazezaM": 51,
    "beam islands": 177,
    "Drop Swap": 87,
    "vertebrae": 222,
    "Rose": 211,
}
"""The recorded tests that are games of the table, or have the same rules and the same level."""

BATCHES = (1, 64, 1024)
BLOCK = 4096
"""Actions that are drawn beforehand, for all environments together."""

STEPS = 200
"""So many steps after it was loaded a level is loaded anew."""

MOST_BYTES = 2 * 10**9
"""A batch that takes more is not measured."""

ARROWS = (Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT)


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the table: its text, its one level as a program, and which level of the original that is."""

    name: str
    source: str
    program: ir.Program
    level: int

    @property
    def actions(self) -> list[int]:
        """What is played at random."""
        return [action for action in (*ARROWS, Action.ACT) if action in self.program.actions]


def found(row: dict[str, Any], tests: dict[int, Recorded], folder: Path | None) -> Game | None:
    """A game of the table, if it is here; a file in the folder goes before a recorded test."""
    name, path = row["name"], folder and folder / f"{row['name']}.txt"
    if path and path.exists():
        source, target = path.read_text(encoding="utf-8"), None
    elif TESTS.get(name) in tests:
        source, target = tests[TESTS[name]].source, tests[TESTS[name]].target
    else:
        return None
    game = imported(source)
    width, height = map(int, row["level_size"].split("x"))
    for number, level in zip(game.levels, game.program.levels, strict=True):
        if (level.width, level.height) == (width, height) and target in (None, number):
            return Game(name, source, dataclasses.replace(game.program, levels=(level,)), number)
    raise SystemExit(f"{name}: it has no level of {width}x{height} cells, so it is not the game of the table")


class Batch:
    """Some environments of a game, played as the table says."""

    def __init__(self, game: Game, size: int) -> None:
        self.environments = KernelBatch(game.program, size)
        self.size = size
        self.actions = game.actions
        self.since = np.zeros(size, np.int64)
        """Steps since each was loaded."""

    def play(self, actions: np.ndarray) -> None:
        """Take steps, shape (steps, environments), and load anew what is due."""
        for chosen in actions:
            self.environments.step(chosen)
            self.since += 1
            due = np.flatnonzero((self.since == STEPS) | (self.environments.status != Status.PLAYING))
            if len(due):
                self.environments.begin(due)
                self.since[due] = 0

    def rate(self, seconds: float) -> float:
        """Steps per second, of all environments together: the median of the runs, after one to warm up."""
        rates = []
        steps = 1
        for run in range(RUNS + 1):
            chance = np.random.default_rng(run)
            done, spent = 0, 0.0
            while spent < seconds / RUNS:
                actions = chance.choice(self.actions, size=(steps, self.size))
                began = time.perf_counter()
                self.play(actions)
                spent += time.perf_counter() - began
                done += actions.size
                if not run and steps * self.size < BLOCK:
                    steps *= 2  # so that drawing actions and looking at the clock come to nothing
            if run:
                rates.append(done / spent)
        return statistics.median(rates)


def original_rate(command: str, game: Game, seconds: float) -> float | None:
    """Steps per second of the original engine, in a process of its own, if it plays the game."""
    asked = {"source": game.source, "level": game.level, "actions": len(game.actions), "seconds": seconds}
    done = subprocess.run(
        shlex.split(command), input=json.dumps(asked) + "\n", stdout=subprocess.PIPE, text=True, check=False
    )
    rate = json.loads(done.stdout or "{}").get("steps_per_second")
    if rate is None:
        print(f"{game.name}: the original engine gives no figure: {done.stdout.strip()}", file=sys.stderr)
    return rate


def measure(game: Game, batches: list[int], seconds: float) -> dict[int, float]:
    """Steps per second for each number of environments that has room."""
    rates: dict[int, float] = {}
    each = 0
    for size in sorted(batches):
        if size * each > MOST_BYTES:
            print(f"{game.name}: {size:,} environments would take more than {MOST_BYTES:,} bytes", file=sys.stderr)
            continue
        batch = Batch(game, size)
        rates[size] = batch.rate(seconds)
        each = batch.environments.memory.each
    return rates


def line(row: dict[str, Any], batches: list[int]) -> str:
    """A game with its figures, each of ours with what it is a multiple of the original's."""
    figures = ""
    for size in batches:
        rate = row["rates"].get(size)
        figures += f" {rate:12,.0f} {rate / row['original']:7,.1f}" if rate else f" {'-':>12} {'-':>7}"
    return f"{row['game']:24} {row['original']:10,.0f}{figures}"


def main() -> None:
    """Measure and print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="names as in the table; all when left out")
    parser.add_argument("--sources", type=Path, metavar="FOLDER", help="games that are no recorded tests")
    parser.add_argument("--original", metavar="COMMAND", help="measures the original engine in the same run")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each figure, all runs together")
    parser.add_argument("--batch", type=int, action="append", metavar="N", help="environments a call; again for more")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    options = parser.parse_args()
    if not TABLE.exists():
        raise SystemExit(f"the table of the original engine's speed is not here: there is no {TABLE}")
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    unknown = set(options.games) - {row["name"] for row in table["games"]}
    if unknown:
        parser.error(
            f"the table has no game {min(unknown)!r}; it has {', '.join(row['name'] for row in table['games'])}"
        )
    tests = {test.number: test for test in recorded()}
    if not tests and not options.sources:
        raise SystemExit(MISSING)
    if not ready.is_built():
        print("compiling the kernels, once for this version of arcg; this takes a few minutes", file=sys.stderr)
        ready.build()
    batches = sorted(options.batch or BATCHES)
    here = machine()
    print(heading(here))
    print("original: measured now" if options.original else f"original: {table['engine']}, {table['machine']}")
    print(f"{'game':24} {'original':>10}" + "".join(f" {f'batch {size:,}':>12} {'ratio':>7}" for size in batches))
    rows, missing = [], []
    for entry in table["games"]:
        if options.games and entry["name"] not in options.games:
            continue
        game = found(entry, tests, options.sources)
        if game is None:
            missing.append(entry["name"])
            continue
        other = entry["steps_per_s"]
        if options.original:
            other = original_rate(options.original, game, options.seconds)
        if other is not None:
            row = {"game": game.name, "original": other, "rates": measure(game, batches, options.seconds)}
            rows.append(row)
            print(line(row, batches), flush=True)
    for size in batches:
        ratios = [row["rates"][size] / row["original"] for row in rows if size in row["rates"]]
        if ratios:
            print(f"batch {size:,}: {min(ratios):,.1f} to {max(ratios):,.1f}, median {statistics.median(ratios):,.1f}")
    if missing:
        print(f"not here (see --sources): {', '.join(missing)}")
    if options.json:
        document = {"machine": here, "measured": bool(options.original), "games": rows}
        options.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
