"""A stream as it lies in a folder: `stream.json`, and for each task a game file whose levels are its instances.

In the file of a task come the levels of the frozen test first, then those of user 0, of user 1, and so on; so a
stream with more users has the same levels for the first ones, and more.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arcg.compiler.ir import Program
from arcg.runtime.env import from_level
from arcg.runtime.loading import load
from arcg.runtime.stream.schedule import ORDERS, Process, Slot, schedule

VERSION = 1
PROTOCOL = "stream.json"
MOST_LEVELS = 255
"""Of a game file."""


@dataclasses.dataclass(frozen=True, slots=True)
class Certified:
    """An instance: its shortest solution that was found, and whether it is proved that none is shorter."""

    moves: tuple[tuple[int, int, int], ...]
    proved: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Task:
    """A block of a game.

    Attributes:
        name: the game, with `@` and the number of the level if that was named.
        game: the id of the game: figures are bootstrapped over games.
        level: the level whose block it is, 1-based.
        file: the file of its instances, in the folder.
        digest: SHA-256 of the game file that they were made from.
        held_out: whether it is in the held-out test only.
        levels: its instances.
    """

    name: str
    game: str
    level: int
    file: str
    digest: str
    held_out: bool
    levels: tuple[Certified, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Plan:
    """What was asked for: `arcg stream make`'s options."""

    seed: int = 0
    exposures: int = 8
    users: int = 1
    order: str = ORDERS[0]
    seen: int = 4
    held: int = 4
    budget: float = 5.0
    process: Process = dataclasses.field(default_factory=Process)

    def levels(self, *, held_out: bool) -> int:
        """How many a task has."""
        return self.held if held_out else self.seen + self.users * self.exposures


class StreamError(ValueError):
    """A folder that is no stream. The message says why."""


class Stream:
    """A stream: its plan, its tasks, its schedule, and the programs of its instances."""

    def __init__(self, folder: Path, plan: Plan, tasks: tuple[Task, ...], digest: str) -> None:
        self.folder, self.plan, self.digest = folder, plan, digest
        self.tasks = tuple(task for task in tasks if not task.held_out)
        self.held_out = tuple(task for task in tasks if task.held_out)
        self.slots = schedule(
            len(self.tasks), plan.exposures, users=plan.users, seed=plan.seed, order=plan.order, process=plan.process
        )
        self.rounds = len(self.tasks) * plan.exposures
        self._programs: dict[str, Program] = {}

    def number(self, slot: Slot) -> int:
        """Which level of its task a slot is."""
        return self.plan.seen + slot.user * self.plan.exposures + slot.exposure

    def program(self, task: Task, number: int) -> Program:
        """The game with one instance as its only level."""
        if task.file not in self._programs:
            self._programs[task.file] = load(self.folder / task.file)
        program = from_level(self._programs[task.file], number)
        return dataclasses.replace(program, levels=program.levels[:1])

    def budget(self, task: Task, number: int) -> int:
        """Actions that an instance allows."""
        return budget(self.plan.budget, len(task.levels[number].moves))


def budget(multiple: float, shortest: int) -> int:
    """A multiple of the shortest solution, and never less than that."""
    return max(shortest, math.ceil(round(multiple * shortest, 6)))


def document(plan: Plan, tasks: tuple[Task, ...], version: str) -> str:
    """`stream.json`. Nothing in it depends on when, where or by how many processes it was made."""
    slots = schedule(
        sum(not task.held_out for task in tasks), plan.exposures, users=plan.users, seed=plan.seed, order=plan.order,
        process=plan.process,
    )  # fmt: skip
    told = {
        "stream": VERSION, "arcg": version, **dataclasses.asdict(plan), "schedule": _digest(slots),
        "tasks": [
            {
                **{name: value for name, value in dataclasses.asdict(task).items() if name != "levels"},
                "levels": [
                    {
                        "shortest": len(one.moves), "proved": one.proved,
                        "moves": " ".join(str(a) if x < 0 else f"{a}:{x},{y}" for a, x, y in one.moves),
                    }
                    for one in task.levels
                ],
            }
            for task in tasks
        ],
    }  # fmt: skip
    return json.dumps(told, indent=1) + "\n"


def opened(folder: Path) -> Stream:
    """The stream of a folder.

    Raises:
        OSError: it cannot be read.
        StreamError: it is none, or its schedule is another now.
    """
    text = (folder / PROTOCOL).read_bytes()
    try:
        told: Mapping[str, Any] = json.loads(text)
        if told["stream"] != VERSION:
            raise StreamError(f"{folder}: a stream of version {told['stream']}, and this arcg reads version {VERSION}")
        named = {one.name: told[one.name] for one in dataclasses.fields(Plan)}
        plan = Plan(**{**named, "process": Process(**told["process"])})
        tasks = tuple(
            Task(**{**one, "levels": tuple(Certified(_moves(each["moves"]), each["proved"]) for each in one["levels"])})
            for one in told["tasks"]
        )
        stream = Stream(folder, plan, tasks, hashlib.sha256(text).hexdigest())
        schedule_then = told["schedule"]
    except StreamError:
        raise
    except (ValueError, KeyError, TypeError) as error:
        raise StreamError(f"{folder / PROTOCOL}: this is no stream of `arcg stream make` ({error})") from None
    if _digest(stream.slots) != schedule_then:
        raise StreamError(f"{folder}: its schedule comes out otherwise here than where it was made; make it anew")
    if any(len(task.levels) < plan.levels(held_out=task.held_out) for task in tasks) or not stream.tasks:
        raise StreamError(f"{folder / PROTOCOL}: there are fewer levels in it than it says")
    return stream


def _moves(text: str) -> tuple[tuple[int, int, int], ...]:
    moves = []
    for word in text.split():
        action, colon, place = word.partition(":")
        x, y = place.split(",") if colon else ("-1", "-1")
        moves.append((int(action), int(x), int(y)))
    return tuple(moves)


def _digest(slots: list[Slot]) -> str:
    return hashlib.sha256(repr([dataclasses.astuple(slot) for slot in slots]).encode()).hexdigest()[:16]
