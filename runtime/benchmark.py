"""Speed: how many turns a second an engine plays at random, and how long it takes to be ready.

Takes a program, an engine and a batch size, gives rates as the median of several runs. Actions are random ones that
the game offers, clicks at random pixels; a game that has ended is reset; only turns that ran the game's phases are
counted. What drawing is measured by is `rate_copying`: how fast frames can be copied at all.
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

BLOCK = 65_536
"""Actions that are drawn beforehand, for all environments together, so that drawing them is not measured."""

MOST_STEPS = 256
"""Of a block, which a batch of few environments would take too long for."""

COPIED = 64
"""Frames that are copied again and again: few enough to stay in the processor's cache, so that writing is measured."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Turns per second of so many `threads`; `frames` says whether all frames were drawn.

    `frames_per_second` counts what was drawn, those of resets too; 0 without drawing. `bytes_shared`, `bytes_each` and
    `bytes_frames`: what the kernels' arrays took at the end, see `kernel.batch.Memory`; None for other engines.
    """

    game: str
    engine: str
    batch: int
    frames: bool
    turns_per_second: float
    frames_per_second: float
    bytes_shared: int | None = None
    bytes_each: int | None = None
    bytes_frames: int | None = None
    threads: int = 1


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
    """What figures are measured on. `load`: how many processes ran or waited in the last minute; None if not told."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }


def heading(machine: dict[str, object]) -> str:
    """One line on what figures were measured on and how."""
    busy = "" if machine["load"] is None else f"; load {machine['load']} on {machine['cores']} cores when it began"
    return f"{machine['processor']}, {machine['system']}, Python {machine['python']}; median of {RUNS} runs{busy}"


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

    def block(actions: np.ndarray, xs: np.ndarray, ys: np.ndarray) -> tuple[int, int]:
        turns = drawn = 0
        for action, x, y in zip(actions[:, 0].tolist(), xs[:, 0].tolist(), ys[:, 0].tolist(), strict=True):
            if engine.status is not Status.PLAYING:
                engine.step(Action.RESET)
            else:
                engine.step(action, x, y)
                turns += 1
            if frames:
                drawn += len(engine.frames())
        return turns, drawn

    return Rate(program.name, "reference", 1, frames, *_medians(program, block, 1, seconds, runs, 32))


def rate_kernel(
    program: Program,
    batch: int,
    seconds: float,
    *,
    frames: bool,
    translated: bool = False,
    threads: int = 1,
    runs: int = RUNS,
) -> Rate:
    """The kernels, `batch` environments a call; `seconds` for all runs together.

    `translated`: with the game's own machine code, else on the machine that all games share.
    """
    from arcg.runtime.kernel import KernelBatch

    environments = KernelBatch(program, batch, threads=threads, translated=translated)

    def block(actions: np.ndarray, xs: np.ndarray, ys: np.ndarray) -> tuple[int, int]:
        before, drawn = int(environments.turns.sum()), 0
        for step in range(len(actions)):
            environments.step(actions[step], xs[step], ys[step], drawn=frames, renew=True)
            if frames:
                drawn += int(environments.counts.sum())
        return int(environments.turns.sum()) - before, drawn

    engine = "translated" if translated else "kernel"
    steps = max(1, min(MOST_STEPS, BLOCK // batch))
    rates = _medians(program, block, batch, seconds, runs, steps)
    return Rate(program.name, engine, batch, frames, *rates, *environments.memory, threads)


def rate_copying(batch: int, seconds: float, *, runs: int = RUNS) -> float:
    """Frames per second that plain copying writes into an array of `batch` frames: no drawing can be faster.

    As everywhere here the median of the runs, `seconds` for all of them together.
    """
    source = np.random.default_rng(0).integers(0, 16, size=(COPIED, SIZE, SIZE), dtype=np.uint8)
    out = np.zeros((batch, SIZE, SIZE), np.uint8)
    parts = [(out[first : first + COPIED], source[: batch - first]) for first in range(0, batch, COPIED)]
    passes = max(1, BLOCK // batch)
    rates = []
    for run in range(runs + 1):  # the first one warms up
        done, spent = 0, 0.0
        while spent < seconds / runs:
            began = time.perf_counter()
            for _ in range(passes):
                for place, frames in parts:
                    np.copyto(place, frames)
            spent += time.perf_counter() - began
            done += passes * batch
        if run:
            rates.append(done / spent)
    return statistics.median(rates)


def _medians(
    program: Program,
    block: Callable[[np.ndarray, np.ndarray, np.ndarray], tuple[int, int]],
    batch: int,
    seconds: float,
    runs: int,
    steps: int,
) -> tuple[float, float]:
    """Turns and frames per second: `block` plays actions and says how many of both there were."""
    rates = []
    for run in range(runs + 1):  # the first one warms up
        chance = np.random.default_rng(run)
        turns, drawn, spent = 0, 0, 0.0
        while spent < (seconds / runs if run else min(0.1, seconds / runs)):
            actions = chance.choice(program.actions, size=(steps, batch)).astype(np.int64)
            xs, ys = (chance.integers(0, SIZE, size=(steps, batch)) for _ in range(2))
            began = time.perf_counter()
            more_turns, more_drawn = block(actions, xs, ys)
            spent += time.perf_counter() - began
            turns, drawn = turns + more_turns, drawn + more_drawn
        if run:
            rates.append((turns / spent, drawn / spent))
    turned, framed = (statistics.median(column) for column in zip(*rates, strict=True))
    return turned, framed


def seconds_to_assemble(program: Program, runs: int = RUNS) -> float:
    """Seconds from a program to an engine ready to run it, when the kernels are compiled: the median."""
    from arcg.runtime.kernel import KernelEngine

    times = []
    for _ in range(runs):
        began = time.perf_counter()
        KernelEngine(program)
        times.append(time.perf_counter() - began)
    return statistics.median(times)
