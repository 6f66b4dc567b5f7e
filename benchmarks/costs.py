"""What it costs to say a thing in another way: the factors of docs/costs.md.

    python benchmarks/costs.py [--turns 60] [--runs 7]

Takes the examples off that page: each of its sections says something in two ways, below the page's header. Both play
the same random actions on the reference engine, by turns; printed are the medians of the CPU time of the second as
multiples of that of the first, without drawing and with every frame drawn, as the table of the page.
"""

from __future__ import annotations

import argparse
import re
import statistics
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

from arcg.compiler.ir import Program
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.runtime.env import from_level
from arcg.runtime.reference import ReferenceEngine

PAGE = Path(__file__).parents[1] / "docs" / "costs.md"
_HEADER = re.compile(r"^```arcg header\n(.*?)^```", re.MULTILINE | re.DOTALL)
_PART = re.compile(r"^```arcg part\n(.*?)^```", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Pair:
    """A section of the page: its title, and one wish said in two ways. `alike`: both must show the same frames."""

    title: str
    first: Program
    second: Program
    alike: bool


def pairs() -> list[Pair]:
    """The sections of the page, in its order."""
    text = PAGE.read_text(encoding="utf-8")
    header = _HEADER.search(text)
    assert header is not None, "the page has a header"
    made = []
    for section in text.split("\n## ")[1:]:
        title = section.splitlines()[0]
        first, second = (program(header[1] + part) for part in _PART.findall(section))
        made.append(Pair(title.removesuffix(" *"), first, second, alike=not title.endswith("*")))
    return made


def program(text: str) -> Program:
    """The game of a text, from its last level on: an example with a level of its own is played there."""
    game, found = check_text(text, PAGE.name)
    if game is None:
        raise SystemExit(f"{PAGE.name}: {found[0].message}")
    made = lower(game)
    return from_level(made, len(made.levels) - 1)


def actions(game: Program, run: int, turns: int) -> list[int]:
    """Random actions, the same ones each time."""
    random = Random(run)
    return [random.choice(game.actions) for _ in range(turns)]


def factor(pair: Pair, turns: int, runs: int, *, drawn: bool) -> float:
    """How many times the CPU time of the first way the second takes: the median of all runs, each after the other."""
    engines = [ReferenceEngine(pair.first), ReferenceEngine(pair.second)]
    factors = []
    for run in range(runs):
        spent = []
        for engine in engines:
            engine.reset()
            began = time.process_time()
            for action in actions(pair.first, run, turns):
                engine.step(action)
                if drawn:
                    engine.frames()
            spent.append(time.process_time() - began)
        factors.append(spent[1] / spent[0])
    return statistics.median(factors)


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=60, help="turns of a run")
    parser.add_argument("--runs", type=int, default=7, help="runs of which the median is taken")
    options = parser.parse_args()
    print("| first way, or second | a turn | with every frame drawn |\n|---|---:|---:|")
    for pair in pairs():
        both = [factor(pair, options.turns, options.runs, drawn=drawn) for drawn in (False, True)]
        print(f"| {pair.title}{'' if pair.alike else ' *'} | {both[0]:.1f} | {both[1]:.1f} |", flush=True)


if __name__ == "__main__":
    main()
