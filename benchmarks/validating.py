"""How fast games are played to find faults: steps per second of random play and of fuzzing, in one run.

python benchmarks/validating.py [GAME...] [--steps 1000000] [--json FILE]

One core, its own time (`time.thread_time`), so that others on the machine disturb little. "bare" is the batch stepped
with random actions and nothing looked at, `random` is `play_level` on the last level with attempts of 200 actions,
`fuzz` is `fuzz`, drawing, saving and comparing. A part of the steps is played beforehand.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import arcg
from arcg.compiler.ir import Program
from arcg.runtime.benchmark import machine
from arcg.runtime.engine import SIZE
from arcg.runtime.validate.fuzz import MOST_AT_ONCE, fuzz
from arcg.runtime.validate.random_play import play_level

GAMES = ("dyer", "glow", "tilt", str(Path(__file__).parent / "push.arcg"))
ATTEMPT = 200
WARMING = 20
"""Before a run, one of so many steps is played."""


def bare(program: Program, steps: int) -> int:
    """Step a batch at random; the steps taken."""
    batch, random = arcg.KernelBatch(program, MOST_AT_ONCE), np.random.default_rng(0)
    calls = -(-steps // MOST_AT_ONCE)
    for _ in range(calls):
        xs, ys = random.integers(SIZE, size=(2, MOST_AT_ONCE))
        batch.step(random.choice(program.actions, size=MOST_AT_ONCE), xs, ys, renew=True)
    return calls * MOST_AT_ONCE


def ways(program: Program) -> dict[str, Callable[[int], int]]:
    """What is measured, by name: each plays about so many steps and says how many it played."""
    last = len(program.levels) - 1
    return {
        "bare": lambda steps: bare(program, steps),
        "random": lambda steps: play_level(program, last, steps=steps, actions=ATTEMPT).steps,
        "fuzz": lambda steps: fuzz(program, steps=steps).steps,
    }


def measured(game: str, steps: int) -> dict[str, float]:
    """Steps per second of each way, by name."""
    found = {}
    for name, play in ways(arcg.load(game)).items():
        play(steps // WARMING)
        began = time.thread_time()
        found[name] = play(steps) / (time.thread_time() - began)
    return found


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--json", type=Path, help="write the figures there as well")
    given = parser.parse_args()
    print(f"{machine()['processor']}, Python {machine()['python']}; steps per second of one core\n")
    document = {}
    for game in given.games:
        found = document[Path(game).stem] = measured(game, given.steps)
        print(f"{Path(game).stem:>10}" + "".join(f"  {name} {rate:>11,.0f}" for name, rate in found.items()))
    if given.json:
        given.json.write_text(json.dumps({"machine": machine(), "games": document}, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
