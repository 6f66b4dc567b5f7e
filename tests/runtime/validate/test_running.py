"""Who does the work makes no difference: here, in processes, on a cluster, interrupted, with a worker killed."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from support import lock

from arcg.runtime.loading import load
from arcg.runtime.validate import running
from arcg.runtime.validate.report import validate
from arcg.runtime.validate.settings import settings_for
from arcg.runtime.validate.tasks import Task

FEW = """\
        levels: 2
        stage: prototype
        fuzz_steps: 500
        random_steps: 500
"""


class Counting:
    """Progress that is counted."""

    def __init__(self) -> None:
        self.titles: list[str] = []

    def steps(self, task: Task, count: int) -> None:
        """Nothing."""

    def done(self, task: Task) -> None:
        """Note it."""
        self.titles.append(task.title)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return lock.plant(tmp_path, lock.LEVELS[:2], more=FEW, baselines="4, 30", recorded=False)


def report(game: Path, doing: running.Doing, *, fresh: bool = True) -> str:
    """The report of a game as text."""
    program = load(game)
    asked = [(str(game), program, settings_for(game, program.name))]
    [one] = validate(asked, doing, Counting(), fresh=fresh)
    return json.dumps(one.document(), sort_keys=True)


def test_what_was_found_is_not_found_again(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_place", lambda task: tmp_path / "kept" / f"{task.key}.json")
    given: list[int] = []

    def counted(tasks: Sequence[Task], progress: running.Progress) -> Iterator[tuple[Task, Any]]:
        given.append(len(tasks))
        return running.here(tasks, progress)

    first = report(game, counted, fresh=False)
    assert report(game, counted, fresh=False) == first
    assert given == [5, 1, 0, 0]
    assert report(game, counted, fresh=True) == first


def test_an_interrupted_validation_goes_on(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_place", lambda task: tmp_path / "kept" / f"{task.key}.json")
    expected = report(game, running.here)
    for path in (tmp_path / "kept").glob("*.json"):
        path.unlink()

    def interrupted(tasks: Sequence[Task], progress: running.Progress) -> Iterator[tuple[Task, Any]]:
        yield from running.here(tasks[:2], progress)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        report(game, interrupted, fresh=False)
    left: list[str] = []

    def noted(tasks: Sequence[Task], progress: running.Progress) -> Iterator[tuple[Task, Any]]:
        left.extend(task.title for task in tasks)
        return running.here(tasks, progress)

    assert report(game, noted, fresh=False) == expected
    assert left == ["random", "fuzz", "recordings", "survey"]


def test_a_damaged_result_is_found_again(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_place", lambda task: tmp_path / "kept" / f"{task.key}.json")
    expected = report(game, running.here, fresh=False)
    for path in (tmp_path / "kept").glob("*.json"):
        path.write_text("{", encoding="utf-8")
    assert report(game, running.here, fresh=False) == expected


def killing(children: Callable[[], Sequence[int]]) -> threading.Thread:
    """Kill the first process that appears."""

    def kill() -> None:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            found = children()
            if found:
                time.sleep(0.5)
                os.kill(found[0], signal.SIGKILL)
                return
            time.sleep(0.02)

    thread = threading.Thread(target=kill)
    thread.start()
    return thread


def test_a_killed_process_loses_nothing(game: Path) -> None:
    expected = report(game, running.here)
    thread = killing(lambda: [child.pid for child in multiprocessing.active_children() if child.pid])
    assert report(game, running.processes(2)) == expected
    thread.join()


def test_a_cluster_finds_the_same_and_a_killed_worker_loses_nothing(game: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    expected = report(game, running.here)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as local:
        workers = [worker.process.pid for worker in local.workers.values()]
        thread = killing(lambda: workers)
        assert report(game, running.cluster(local.scheduler_address)) == expected
        thread.join()
