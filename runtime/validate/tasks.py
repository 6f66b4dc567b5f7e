"""The work of a validation as tasks: each a few plain values, done in any process, with plain values for a result.

A game is validated in two rounds: its levels and everything that needs no solution, then the survey of its parts, which
needs the solutions. The key of a task is a hash of all that its result depends on, so that a result may be kept.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, NamedTuple

from arcg import __version__
from arcg.compiler import ir
from arcg.runtime.validate.settings import Settings

Part = Literal["level", "random", "fuzz", "recordings", "survey"]
Watch = Callable[[int], None]


class Task(NamedTuple):
    """A part of the work: `program` is the text of the program, `inputs` what else the part needs."""

    part: Part
    program: str
    settings: Settings
    inputs: dict[str, Any]

    @property
    def key(self) -> str:
        """A hash of all that the result depends on, in hex."""
        text = json.dumps(
            [__version__, self.part, self.program, dataclasses.asdict(self.settings), self.inputs], sort_keys=True
        )
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    @property
    def title(self) -> str:
        """What it is about, for people who wait."""
        return f"level {self.inputs['level'] + 1}" if self.part == "level" else self.part


def first_round(program: ir.Program, settings: Settings, recordings: list[Path]) -> list[Task]:
    """What needs nothing but the game."""
    text = ir.dumps(program)
    tasks = [Task("level", text, settings, {"level": level}) for level in range(len(program.levels))]
    hashes = [_hash(path) for path in recordings]
    paths = [path.as_posix() for path in recordings]
    return [
        *tasks,
        Task("random", text, settings, {}),
        Task("fuzz", text, settings, {}),
        Task("recordings", text, settings, {"paths": paths, "sha256": hashes}),
    ]


def _hash(path: Path) -> str:
    """A hash of what a file holds; empty for one that cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def second_round(program: ir.Program, settings: Settings, results: list[Any]) -> list[Task]:
    """What needs the results of the first round, in their order."""
    levels = results[: len(program.levels)]
    solutions = [None if level["solution"] is None else level["solution"]["moves"] for level in levels]
    graphs = [[level["graph"]["states"], level["fingerprints"]] for level in levels]
    plays = [[one["first_level"], one["moves"], one["seed"]] for one in results[-1] if one["error"] is None]
    return [Task("survey", ir.dumps(program), settings, {"solutions": solutions, "plays": plays, "graphs": graphs})]


def perform(task: Task, watch: Watch | None = None) -> Any:
    """Do a task: plain values, as they go into JSON."""
    program, settings, inputs = ir.loads(task.program), task.settings, task.inputs
    match task.part:
        case "level":
            from arcg.runtime.validate.levels import judge

            result: Any = judge(program, inputs["level"], settings, watch)
        case "random":
            from arcg.runtime.validate.random_play import play_level

            result = []
            for steps in (settings.qualifying_steps, settings.random_steps):
                each = max(1, steps // len(program.levels))
                played = [
                    play_level(program, level, steps=each, actions=settings.actions, seed=settings.seed, watch=watch)
                    for level in range(len(program.levels))
                ]
                result.append([dataclasses.asdict(one) for one in played])
        case "fuzz":
            from arcg.runtime.validate.fuzz import fuzz

            result = dataclasses.asdict(fuzz(program, steps=settings.fuzz_steps, seed=settings.seed, watch=watch))
        case "recordings":
            from arcg.runtime.validate.replays import replayed

            result = replayed(program, [Path(path) for path in inputs["paths"]])
        case "survey":
            from arcg.runtime.explore.graph import Limits
            from arcg.runtime.kernel.explorer import Move
            from arcg.runtime.validate.alike import KnownGraph
            from arcg.runtime.validate.mutants import survey

            solutions = [None if one is None else [Move(*move) for move in one] for one in inputs["solutions"]]
            plays = [(first, [Move(*move) for move in moves], seed) for first, moves, seed in inputs["plays"]]
            limits = Limits(settings.part_states, settings.memory << 20)
            graphs = [KnownGraph(states, tuple(both)) for states, both in inputs["graphs"]]
            result = survey(program, solutions, plays, graphs, limits, settings.seed, watch)
    return json.loads(json.dumps(result))
