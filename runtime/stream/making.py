"""A stream is made: fresh levels of each task, written to a folder whole or not at all."""

from __future__ import annotations

import dataclasses
import hashlib
import os
import re
import shutil
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

from arcg import __version__
from arcg.runtime.files import write_whole
from arcg.runtime.generate.certifying import wins
from arcg.runtime.generate.fresh import Source, made, processes, search_of, source_of
from arcg.runtime.generate.searching import Fresh, NoLevelError
from arcg.runtime.generate.writing import written
from arcg.runtime.kernel.explorer import Move
from arcg.runtime.stream.stored import MOST_LEVELS, PROTOCOL, Certified, Plan, Task, document, opened

Watch = Callable[[str, int, int], bool]
"""Is told a task, how many levels of it are made, and of how many; true: enough."""


class StoppedError(Exception):
    """It was enough before the stream was made."""


@dataclasses.dataclass(frozen=True)
class Wanted:
    """A task to be: its name, its game, the level whose block it is (0-based), and whether it is held out."""

    name: str
    source: Source
    level: int
    held_out: bool


def wanted(names: Sequence[str], held_out: Sequence[str]) -> list[Wanted]:
    """The tasks that `GAME` or `GAME@LEVEL` mean.

    Raises:
        ValueError: two are the same, or one has no such block.
        ArcgError, FileNotFoundError, SettingsError: as `source_of`.
    """
    found: list[Wanted] = []
    for name, held in [*((name, False) for name in names), *((name, True) for name in held_out)]:
        at = re.fullmatch(r"(.+)@([1-9][0-9]{0,2})", name)
        source = source_of(name if at is None else at[1])
        level = min(source.recipes) if at is None else int(at[2]) - 1
        search_of(source, level, None, 0)  # says which levels have a block, if this one has none
        game = source.program.name
        found.append(Wanted(game if at is None else f"{game}@{level + 1}", source, level, held))
    for place, one in enumerate(found):
        for other in found[:place]:
            if (one.source.program.name, one.level) == (other.source.program.name, other.level):
                raise ValueError(f"{one.name} is there twice; a task comes once, in the stream or in the held-out test")
            if one.held_out != other.held_out and one.source.program.name == other.source.program.name:
                raise ValueError(f"{one.name} is held out, and {other.name} of the same game is not; hold out games")
    return found


def make(tasks: Sequence[Wanted], plan: Plan, folder: Path, *, jobs: int = 1, watch: Watch) -> None:
    """Make a stream in a new folder. The same arguments give the same bytes.

    Raises:
        NoLevelError: a task has too few levels.
        NoGlyphError: its levels cannot be written.
        StoppedError: `watch` said so.
        ValueError: a file could not hold so many levels.
    """
    if plan.levels(held_out=False) > MOST_LEVELS or plan.held > MOST_LEVELS:
        raise ValueError(
            f"{plan.seen} seen + {plan.users} users x {plan.exposures} exposures are more than {MOST_LEVELS} levels"
        )
    beside = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    beside.mkdir()
    try:
        done = tuple(_task(one, plan, beside, jobs, watch) for one in tasks)
        write_whole(beside / PROTOCOL, document(plan, done, __version__))
        _proved(beside)
        beside.rename(folder)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _task(one: Wanted, plan: Plan, folder: Path, jobs: int, watch: Watch) -> Task:
    count = plan.levels(held_out=one.held_out)
    levels: list[Fresh] = []
    crew = processes(jobs) if jobs > 1 else None
    try:
        for fresh in islice(made(search_of(one.source, one.level, None, plan.seed), crew), count):
            levels.append(fresh)
            if watch(one.name, len(levels), count):
                raise StoppedError
    except NoLevelError as error:
        told = f"{one.name} has {len(levels)} levels, and the stream needs {count}; {error}"
        error.args = (told,)
        raise
    source, file = one.source, f"{one.name}.arcg"
    text = written(source.program, source.text, source.legend, [fresh.level for fresh in levels])
    write_whole(folder / file, text)
    certified = tuple(
        Certified(tuple((move.action, move.x, move.y) for move in proof.moves), proof.proved)
        for proof in (fresh.certificate for fresh in levels)
    )
    digest = hashlib.sha256(source.text.encode()).hexdigest()
    return Task(one.name, source.program.name, one.level + 1, file, digest, one.held_out, certified)


def _proved(folder: Path) -> None:
    """Play every solution in what was written."""
    stream = opened(folder)
    for task in (*stream.tasks, *stream.held_out):
        for number, one in enumerate(task.levels):
            if not wins(stream.program(task, number), tuple(Move(*move) for move in one.moves), 0):
                raise ValueError(f"level {number + 1} of {task.name} is not won by its solution once it is written")
