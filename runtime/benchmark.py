"""Speed: how many turns a second an engine plays at random, and how long it takes to be ready.

Takes a program, an engine and a batch size, gives rates as the median of several runs. Actions are random ones that
the game offers, clicks at random pixels; a game that has ended is reset; only turns that ran the game's phases are
counted.
"""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from arcg.compiler.ir import Program
from arcg.runtime.engine import SIZE, Action, Status

RUNS = 5
"""Runs of which the median is taken."""

BLOCK = 256
"""Steps whose random actions are drawn beforehand, so that drawing them is not measured."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Turns per second on one core; `frames` says whether all frames were drawn."""

    game: str
    engine: str
    batch: int
    frames: bool
    turns_per_second: float


@dataclass(frozen=True, slots=True)
class Size:
    """How large a game is: its widest and highest board, most things of a level, rules, phases."""

    width: int
    height: int
    things: int
    rules: int
    phases: int


def size(program: Program) -> Size:
    """The size of a game."""
    return Size(
        max(level.width for level in program.levels),
        max(level.height for level in program.levels),
        max(len(level.things) for level in program.levels),
        sum(len(phase.rules) for phase in program.phases),
        len(program.phases),
    )


def machine() -> dict[str, object]:
    """What the figures were measured on."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "threads": 1,
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"


def rate_reference(program: Program, seconds: float, *, frames: bool, runs: int = RUNS) -> Rate:
    """The reference engine, one game at a time; `seconds` for all runs together."""
    from arcg.runtime.reference import ReferenceEngine

    engine = ReferenceEngine(program)

    def block(actions: np.ndarray, xs: np.ndarray, ys: np.ndarray) -> int:
        turns = 0
        for action, x, y in zip(actions[:, 0].tolist(), xs[:, 0].tolist(), ys[:, 0].tolist(), strict=True):
            if engine.status is not Status.PLAYING:
                engine.step(Action.RESET)
            else:
                engine.step(action, x, y)
                turns += 1
            if frames:
                engine.frames()
        return turns

    return Rate(program.name, "reference", 1, frames, _median(program, block, 1, seconds, runs, 32))


def rate_kernel(
    program: Program, batch: int, seconds: float, *, frames: bool, translated: bool = False, runs: int = RUNS
) -> Rate:
    """The kernels, `batch` environments a call, one thread; `seconds` for all runs together.

    `translated`: with the game's own machine code, else on the machine that all games share.
    """
    from arcg.runtime.kernel import KernelBatch

    environments = KernelBatch(program, batch, translated=translated)

    def block(actions: np.ndarray, xs: np.ndarray, ys: np.ndarray) -> int:
        before = int(environments.turns.sum())
        for step in range(len(actions)):
            environments.step(actions[step], xs[step], ys[step], drawn=frames, renew=True)
        return int(environments.turns.sum()) - before

    engine = "translated" if translated else "kernel"
    return Rate(program.name, engine, batch, frames, _median(program, block, batch, seconds, runs, BLOCK))


def _median(
    program: Program,
    block: Callable[[np.ndarray, np.ndarray, np.ndarray], int],
    batch: int,
    seconds: float,
    runs: int,
    steps: int,
) -> float:
    rates = []
    for run in range(runs + 1):  # the first one warms up
        chance = np.random.default_rng(run)
        turns, spent = 0, 0.0
        while spent < (seconds / runs if run else min(0.1, seconds / runs)):
            actions = chance.choice(program.actions, size=(steps, batch)).astype(np.int64)
            xs, ys = (chance.integers(0, SIZE, size=(steps, batch)) for _ in range(2))
            began = time.perf_counter()
            turns += block(actions, xs, ys)
            spent += time.perf_counter() - began
        if run:
            rates.append(turns / spent)
    return statistics.median(rates)


def seconds_to_assemble(program: Program, runs: int = RUNS) -> float:
    """Seconds from a program to an engine ready to run it, when the kernels are compiled: the median."""
    from arcg.runtime.kernel import KernelEngine

    times = []
    for _ in range(runs):
        began = time.perf_counter()
        KernelEngine(program)
        times.append(time.perf_counter() - began)
    return statistics.median(times)
