"""Steps per second of the engines on the shipped games.

    python benchmarks/steps.py [--seconds 2] [GAME ...]

Plays random offered actions (clicks on random pixels of the frame), resets when the game is over, and counts only
turns that ran phases. Prints the median of five runs per game, without and with drawing every frame.
"""

from __future__ import annotations

import argparse
import platform
import random
import statistics
import time

import arcg
from arcg.runtime.loading import shipped
from arcg.runtime.reference import ReferenceEngine

RUNS = 5


def rate(engine: ReferenceEngine, seconds: float, draw: bool, seed: int) -> float:
    """Turns per second over about `seconds` of random play."""
    chance = random.Random(seed)
    engine.reset()
    actions = engine.actions()
    turns = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        if engine.status is not arcg.Status.PLAYING:
            engine.step(arcg.Action.RESET)
            continue
        engine.step(chance.choice(actions), chance.randrange(64), chance.randrange(64))
        if draw:
            engine.frames()
        turns += 1
    return turns / spent


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="ids or paths; all shipped games when left out")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of one run")
    options = parser.parse_args()
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, one thread")
    print(f"{'game':12} {'things':>6} {'rules':>6} {'steps/s':>10} {'with frames':>12}")
    for game in options.games or shipped():
        program = arcg.load(game)
        engine = ReferenceEngine(program)
        undrawn = statistics.median(rate(engine, options.seconds / RUNS, False, seed) for seed in range(RUNS))
        drawn = statistics.median(rate(engine, options.seconds / RUNS, True, seed) for seed in range(RUNS))
        things = max(len(level.things) for level in program.levels)
        rules = sum(len(phase.rules) for phase in program.phases)
        print(f"{program.name:12} {things:6} {rules:6} {undrawn:10,.0f} {drawn:12,.0f}")


if __name__ == "__main__":
    main()
