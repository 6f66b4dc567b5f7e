"""The schedule of a stream: which task each user meets in which round, and for the how manieth time.

Takes numbers only, gives slots. Tasks arrive at random times, some are active at once; each is worked in a spell of a
few instances, then rests, until all were served equally often. Draws are rounded to whole slots at once, so the last
digits of a machine's logarithm change nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from statistics import NormalDist

MOST_USERS = 16

ORDERS = ("mixed", "blocked", "shuffled")
"""`mixed` is the process; `blocked` (one task after another) and `shuffled` make the same visits, to compare with."""


@dataclass(frozen=True, slots=True)
class Process:
    """What the draws go by, in instances of one user.

    Attributes:
        spell: a task is worked for so many in a row of its own, on average (exponential, at least 1).
        rest: then it rests for so many, in the median (log-normal).
        spread: the standard deviation of the logarithm of a rest.
        arrival: so many lie between two new tasks, on average (a Poisson process).
    """

    spell: float = 2.0
    rest: float = 4.0
    spread: float = 1.0
    arrival: float = 4.0


@dataclass(frozen=True, slots=True)
class Slot:
    """One instance: its round, whose it is, which task, how often that user met this task before."""

    round: int
    user: int
    task: int
    exposure: int


def schedule(
    tasks: int, exposures: int, *, users: int = 1, seed: int = 0, order: str = "mixed", process: Process | None = None
) -> list[Slot]:
    """All slots of a stream, round by round, in a round user by user.

    Each user has all tasks, as tasks of their own, in a walk of their own that the number of users does not change.

    Raises:
        ValueError: a number or the order is none that a stream can have.
    """
    if tasks < 1 or exposures < 1 or not 1 <= users <= MOST_USERS or order not in ORDERS:
        raise ValueError(f"no stream has {tasks} tasks, {exposures} exposures, {users} users and the order {order!r}")
    walks = [walk(tasks, exposures, f"{seed} {user}", order, process or Process()) for user in range(users)]
    return [
        Slot(number, user, *walks[user][number]) for number in range(tasks * exposures) for user in range(users)
    ]  # fmt: skip


def walk(tasks: int, exposures: int, seed: str, order: str, process: Process) -> list[tuple[int, int]]:
    """What one user meets, one instance after another: the task, and how often it was met before."""
    met = _mixed(tasks, exposures, Random(f"walk {seed}"), process)
    if order == "blocked":
        first = list(dict.fromkeys(met))
        met = [task for task in first for _ in range(exposures)]
    elif order == "shuffled":
        random = Random(f"shuffle {seed}")
        met = [task for _, _, task in sorted((random.random(), place, task) for place, task in enumerate(met))]
    counts = [0] * tasks
    numbered = []
    for task in met:
        numbered.append((task, counts[task]))
        counts[task] += 1
    return numbered


def _mixed(tasks: int, exposures: int, random: Random, process: Process) -> list[int]:
    """The process: of the tasks that are there and do not rest, any is served next."""
    order = [task for _, task in sorted((random.random(), task) for task in range(tasks))]
    wakes, spells, left = [0] * tasks, [0] * tasks, [exposures] * tasks
    at = 0.0
    for task in order:
        wakes[task] = int(at)
        at += _exponential(random, process.arrival)
    now, met = 0, []
    while any(left):
        awake = [task for task in order if left[task] and wakes[task] <= now]
        if not awake:  # all rest: the time until one comes is nobody's work
            now = min(wakes[task] for task in order if left[task])
            continue
        task = awake[int(random.random() * len(awake))]
        if not spells[task]:
            spells[task] = 1 + int(_exponential(random, max(process.spell - 0.5, 0.0)))
        met.append(task)
        now += 1
        spells[task] -= 1
        left[task] -= 1
        if not spells[task]:
            wakes[task] = now + math.ceil(_log_normal(random, process.rest, process.spread))
    return met


def _exponential(random: Random, mean: float) -> float:
    return -math.log(1.0 - random.random()) * mean


def _log_normal(random: Random, median: float, spread: float) -> float:
    return median * math.exp(spread * NormalDist().inv_cdf(min(max(random.random(), 1e-9), 1 - 1e-9)))
