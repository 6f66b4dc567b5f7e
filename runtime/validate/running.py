"""Doing tasks: here one after another, in processes of this machine, or on a cluster; results are kept as they come.

Results are files in the user's cache folder under the keys of their tasks, so a validation that was interrupted goes on
where it was, and one of an unchanged game is there at once. Whoever does a task finds the same result, so the report
depends on neither.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Protocol

from arcg.runtime.cluster import distributed
from arcg.runtime.kernel import cache, shelf
from arcg.runtime.validate.tasks import Task, perform

ROOM = 64 << 20
"""Most bytes of results that are kept."""

TRIES = 3
"""So often a task is given out again whose process ended in the middle."""


class Progress(Protocol):
    """What is told of the work."""

    def steps(self, task: Task, count: int) -> None:
        """So many steps of a task are done; only of tasks that are done in this process."""

    def done(self, task: Task) -> None:
        """A task is done."""


class LostTaskError(RuntimeError):
    """A task whose process ended in the middle again and again."""


Doing = Callable[[Sequence[Task], Progress], Iterator[tuple[Task, Any]]]
"""Does tasks and gives each with its result, in any order."""


def run(tasks: Sequence[Task], doing: Doing, progress: Progress, *, fresh: bool = False) -> list[Any]:
    """The results of tasks, in their order. What is kept from before is not done again, unless `fresh`.

    Raises:
        LostTaskError: a task could not be done.
    """
    found: dict[str, Any] = {}
    for task in tasks:
        result = None if fresh else _kept(task)
        if result is not None:
            found[task.key] = result
            progress.done(task)
    left = list({task.key: task for task in tasks if task.key not in found}.values())
    for task, result in doing(left, progress):
        found[task.key] = result
        _keep(task, result)
        progress.done(task)
    return [found[task.key] for task in tasks]


# ---------------------------------------------------------------- results on disk


def _place(task: Task) -> Path | None:
    root = cache.root()
    return None if root is None else root / "validation" / f"{task.key}.json"


def _kept(task: Task) -> Any:
    place = _place(task)
    data = None if place is None else shelf.take(place)
    try:
        return None if data is None else json.loads(data)
    except ValueError:
        return None


def _keep(task: Task, result: Any) -> None:
    place = _place(task)
    if place is not None:
        shelf.put(place, json.dumps(result).encode())
        shelf.make_room(place.parent, ROOM)


# ---------------------------------------------------------------- who does them


def here(tasks: Sequence[Task], progress: Progress) -> Iterator[tuple[Task, Any]]:
    """One after another, in this process."""
    for task in tasks:
        yield task, perform(task, lambda count, task=task: progress.steps(task, count))  # type: ignore[misc]


def processes(workers: int) -> Doing:
    """In so many processes of this machine. A process that is killed loses nothing: its tasks are given out again."""

    def doing(tasks: Sequence[Task], progress: Progress) -> Iterator[tuple[Task, Any]]:
        left = {task.key: task for task in tasks}
        for _ in range(TRIES):
            if not left:
                return
            pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
            try:
                given: dict[Future[Any], Task] = {pool.submit(perform, task): task for task in left.values()}
                for future in as_completed(given):
                    task = given[future]
                    result = future.result()
                    del left[task.key]
                    yield task, result
            except BrokenProcessPool:
                continue
            finally:
                pool.shutdown(wait=False, cancel_futures=True)
        if left:
            raise LostTaskError(_lost(left))

    return doing


def cluster(address: str) -> Doing:
    """On a cluster of `dask.distributed`, whose scheduler is at an address.

    Raises:
        ModuleNotFoundError: the extra `cluster` is not installed. Doing the tasks raises OSError if there is no
            scheduler.
    """
    library = distributed()

    def doing(tasks: Sequence[Task], progress: Progress) -> Iterator[tuple[Task, Any]]:
        with library.Client(address, timeout=10) as client:
            given = {
                client.submit(perform, task, key=f"arcg-{task.part}-{task.key}", pure=False, retries=TRIES): task
                for task in tasks
            }
            for future in library.as_completed(list(given)):
                yield given[future], future.result()

    return doing


def _lost(left: dict[str, Task]) -> str:
    titles = ", ".join(task.title for task in left.values())
    return f"the processes that did these tasks ended in the middle, {TRIES} times: {titles}"
