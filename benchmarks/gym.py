"""What Gymnasium's interface costs: steps per second of `arcg.make_vec` beside the bare `KernelBatch`, in one run.

python benchmarks/gym.py [GAME...] [--sizes 1 64 1024 4096] [--seconds 1.0]

One thread and its own time (`time.thread_time`), so that others on the machine disturb little; random actions drawn
beforehand; the median of five runs. "bare" is the batch stepped without anything
drawn, "drawn" with the present pictures of all environments drawn after each step, which is what an observation is.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np

import arcg
from arcg.gym import VectorEnv
from arcg.runtime.benchmark import machine

RUNS = 5
BLOCK = 16_384
"""Actions drawn beforehand, for all environments together."""


def rate(step: Callable[[np.ndarray], object], blocks: list[np.ndarray], size: int, seconds: float) -> float:
    """Environment steps per second: the median of some runs, after one to warm up."""
    rates = []
    for run in range(RUNS + 1):
        steps, began = 0, time.thread_time()
        while (spent := time.thread_time() - began) < seconds / RUNS:
            for actions in blocks[run % len(blocks)]:
                step(actions)
            steps += len(blocks[run % len(blocks)])
        if run:
            rates.append(steps * size / spent)
    return statistics.median(rates)


def measured(game: str, size: int, seconds: float) -> dict[str, float]:
    """Steps per second of each way, by name."""
    program = arcg.load(game)
    numbers = list(program.actions)
    chance = np.random.default_rng(0)
    shape = (max(4, BLOCK // size), size)
    choices = [
        np.stack([chance.integers(len(numbers), size=shape), *(chance.integers(64, size=shape) for _ in range(2))], -1)
        for _ in range(2)
    ]
    batch = arcg.KernelBatch(program, size)
    pictures = np.zeros((size, 64, 64), np.uint8)
    offered = np.array(numbers)

    def bare(chosen: np.ndarray) -> None:
        batch.step(offered[chosen[:, 0]], chosen[:, 1], chosen[:, 2], renew=True)

    def drawn(chosen: np.ndarray) -> None:
        bare(chosen)
        batch.pictures(pictures)

    found = {"bare": rate(bare, choices, size, seconds), "drawn": rate(drawn, choices, size, seconds)}
    for name, arguments in (
        ("make_vec", {}),
        ("copy=False", {"copy": False}),
        ("SameStep", {"autoreset_mode": "SameStep"}),
        ("planes", {"observation": "planes", "copy": False}),
    ):
        envs = VectorEnv(program, size, max_steps=1000, **arguments)
        envs.reset(seed=0)
        given = choices if envs.action_space.shape == (size, 3) else [block[..., 0] for block in choices]
        found[name] = rate(envs.step, given, size, seconds)
    return found


def main() -> None:
    """Print a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=["dyer", "glow", "tilt"])
    parser.add_argument("--sizes", nargs="+", type=int, default=[1, 64, 1024, 4096])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure")
    given = parser.parse_args()
    print(f"{machine()['processor']}, Python {machine()['python']}, one thread\n")
    for game in given.games:
        print(f"{game}: environment steps per second")
        for number, size in enumerate(given.sizes):
            found = measured(game, size, given.seconds)
            if number == 0:
                print(f"{'environments':>12}" + "".join(f"{name:>13}" for name in found))
            print(f"{size:>12}" + "".join(f"{value:>13,.0f}" for value in found.values()))
        print()


if __name__ == "__main__":
    main()
