"""How fast levels are explored and games are validated, beside what people do in plain Python.

    python benchmarks/exploring.py [GAME...] [--states 1500000] [--seconds 30] [--steps 1000000]
        [--arcengine-python PATH] [--json FILE]

In one run, on one core:

- `push.arcg` is explored breadth first until so many positions are known, without and with the edges kept: new
  positions and edges per second, and the bytes of the arrays by what they are for, in use and reserved;
- the same game written by hand for `arcengine` is searched breadth first over `copy.deepcopy`, for so many seconds, in
  a process of its own (`on_arcengine.py`), once as it is written and once as cheap as that package can be had. Both
  searches must find as many positions in every layer;
- each game, the shipped ones and `push.arcg` when none is named, is fuzzed for so many steps and validated by a whole
  `arcg validate --fresh` with its own settings, start of the process and all.

Rates and fuzzing are told in the process's own time, so that others on the machine disturb little; of a validation
both that and the time on the clock are told.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from engines import HERE, MISSING, kernels_ready, official, with_arcengine

import arcg
from arcg.compiler.ir import Program
from arcg.runtime.benchmark import machine
from arcg.runtime.explore.budget import budget_of
from arcg.runtime.explore.graph import AT_ONCE
from arcg.runtime.kernel import known
from arcg.runtime.kernel.explorer import Explorer, Spending
from arcg.runtime.loading import find, shipped
from arcg.runtime.validate.fuzz import fuzz

PUSH = str(HERE / "push.arcg")
ITSELF = "state"
"""The part of the arrays in which positions are written; the others are what an exploration needs beyond them."""


@dataclass(frozen=True, slots=True)
class Search:
    """A search breadth first.

    `layers`: how many positions are so many actions away, for all layers that were found whole. `used`, `reserved`:
    bytes a position by what they are for; empty for a search in Python.
    """

    name: str
    states: int
    edges: int
    seconds: float
    layers: list[int]
    used: dict[str, float]
    reserved: dict[str, float]

    @property
    def rates(self) -> tuple[float, float]:
        """New positions and edges per second."""
        return (self.states - 1) / self.seconds, self.edges / self.seconds


@dataclass(frozen=True, slots=True)
class Validated:
    """What a game takes: seconds of fuzzing; seconds of a validation on the clock and of the processor."""

    levels: int
    fuzz: float
    validate: float
    busy: float


def search(program: Program, most: int, *, edges: bool) -> Search:
    """Explore a game of one level until so many positions are known, or all."""
    counter = budget_of(program)
    explorer = Explorer(program, spending=counter and Spending(counter.attr, counter.rich), edges=edges)
    layers = [1]
    began = time.thread_time()
    while explorer.done < len(explorer) < most:
        end = len(explorer)
        while explorer.done < end and len(explorer) < most:
            explorer.expand(min(end, explorer.done + AT_ONCE))
        if explorer.done == end:
            layers.append(len(explorer) - end)
    seconds = time.thread_time() - began
    name = f"arcg, edges {'kept' if edges else 'not kept'}"
    used, reserved = (each_state(explorer, reserved=reserved) for reserved in (False, True))
    return Search(name, len(explorer), int(explorer.control[known.C_STEPS]), seconds, layers, used, reserved)


def each_state(explorer: Explorer, *, reserved: bool) -> dict[str, float]:
    """Bytes a position of the arrays of an exploration, by what they are for: those in use, or all."""
    states, done = len(explorer), explorer.done
    edges, top = int(explorer.control[known.C_EDGES]), int(explorer.control[known.C_TOP])
    keeping = bool(explorer.control[known.C_KEEPING])
    parts = {
        "table": [(explorer.keys, states), (explorer.table, states)],
        "parents": [(explorer.came, states), (explorer.how, states)],
        "offsets": [(explorer.starts, states + 1), (explorer.firsts, (done + 1) * keeping)],
        "edges": [(held, edges) for held in (explorer.to, explorer.by, explorer.weight, explorer.spent)],
        ITSELF: [(explorer.kept, top)],
    }
    sizes = {
        part: sum(held.nbytes if reserved else held[:count].nbytes for held, count in arrays) / states
        for part, arrays in parts.items()
    }
    if reserved and abs(sum(sizes.values()) * states - explorer.nbytes) > 1:
        raise SystemExit("an exploration has arrays that are told here as no part of it")
    return sizes


def beyond(sizes: Mapping[str, float]) -> float:
    """Bytes a position beyond the position itself."""
    return sum(size for part, size in sizes.items() if part != ITSELF)


def searched_by_arcengine(python: str, game: str, seconds: float) -> list[Search]:
    """The searches over `copy.deepcopy`."""
    told = official(python, "explore", game, "--seconds", seconds)
    names = f"deepcopy, arcengine {told['version']}", "deepcopy, walls merged, nothing drawn"
    return [
        Search(name, one["states"], one["edges"], one["seconds"], one["layers"], {}, {})
        for name, one in zip(names, told["searches"], strict=True)
    ]


def check(searches: Sequence[Search]) -> str:
    """All searches must find as many positions in every layer that both found."""
    first, *others = searches
    for other in others:
        layers = min(len(first.layers), len(other.layers))
        if first.layers[:layers] != other.layers[:layers]:
            raise SystemExit(f"{first.name} and {other.name} differ: {first.layers[:layers]}, {other.layers[:layers]}")
    layers = min(len(one.layers) for one in searches)
    return f"the first {layers} layers have {sum(first.layers[:layers]):,} positions in all searches"


def validated(game: str, steps: int) -> Validated:
    """Fuzz a game, and validate it in a process of its own."""
    program = arcg.load(game)
    fuzz(program, steps=1)
    own = time.thread_time()
    fuzz(program, steps=steps)
    own = time.thread_time() - own
    command = [sys.executable, "-m", "arcg", "validate", str(find(game)), "--fresh", "--json"]
    began, before = time.perf_counter(), os.times()
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE)
    clock, after = time.perf_counter() - began, os.times()
    if "games" not in json.loads(done.stdout or b"{}"):  # it also fails on a game that does not meet what is asked
        raise SystemExit(f"{game} could not be validated")
    busy = after.children_user + after.children_system - before.children_user - before.children_system
    return Validated(len(program.levels), own, clock, busy)


def table(searches: Sequence[Search]) -> str:
    """A line for each search, and below one for the bytes in use and reserved of each that tells them."""
    lines = [f"{'breadth first':37} {'states':>10} {'new/s':>11} {'edges/s':>11}"]
    for one in searches:
        states, edges = one.rates
        lines.append(f"{one.name:37} {one.states:10,} {states:11,.0f} {edges:11,.0f}")
    parts = list(searches[0].used)
    lines += ["", f"{'bytes a state':37}" + "".join(f" {part:>8}" for part in parts) + "  beyond it"]
    for one in searches:
        for name, sizes in (("in use", one.used), ("reserved", one.reserved)):
            if sizes:
                told = "".join(f" {sizes[part]:8.1f}" for part in parts)
                lines.append(f"{f'{one.name}, {name}':37}{told} {beyond(sizes):10.1f}")
    return "\n".join(lines)


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="fuzzed and validated")
    parser.add_argument("--states", type=int, default=1_500_000, help="positions of push that are explored")
    parser.add_argument("--seconds", type=float, default=30.0, help="for each search over deepcopy")
    parser.add_argument("--steps", type=int, default=1_000_000, help="of fuzzing")
    parser.add_argument("--arcengine-python", metavar="PATH", help="a Python that has `arcengine`")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    options = parser.parse_args()
    python = with_arcengine(options.arcengine_python or sys.executable)
    kernels_ready(without=False)

    here = machine()
    print(f"{here['processor']}, Python {here['python']}; load {here['load']} on {here['cores']} cores when it began\n")
    push = arcg.load(PUSH)
    search(push, 2, edges=True)
    searches = [search(push, options.states, edges=edges) for edges in (False, True)]
    if python:
        searches += searched_by_arcengine(python, push.name, options.seconds)
    print(table(searches))
    print(f"{check(searches)}\n" if python else f"\n{MISSING}\n", flush=True)

    print(f"{'seconds':>10} {'levels':>7} {'fuzz':>7} {'validate':>9} {'its CPU':>8}")
    games = {}
    for game in options.games or [*shipped(), PUSH]:
        name = Path(game).stem
        one = games[name] = validated(game, options.steps)
        print(f"{name:>10} {one.levels:7} {one.fuzz:7.2f} {one.validate:9.1f} {one.busy:8.1f}", flush=True)
    if options.json:
        told = [asdict(one) | {"rates": one.rates} for one in searches]
        document = {"machine": here, "push": told, "games": {name: asdict(one) for name, one in games.items()}}
        options.json.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
