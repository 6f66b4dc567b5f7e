"""Runs in processes: what breaks loses its own run and no other, and a stop gives what there is."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.small import small

from arcg.runtime.agents.playing import Run
from arcg.runtime.agents.pool import Job, run_all, why_not
from arcg.runtime.entry import Entry
from arcg.runtime.official.info import described

GAME = described(small(("P......", ".......", "......o"), win="charge = 9"), None, Entry())

BREAKS = """
import os, signal

class Mine:
    def __init__(self, seed):
        self.seed = seed

    def is_done(self, frames, latest_frame):
        return len(frames) > 30

    def choose_action(self, frames, latest_frame):
        print("not for the table")
        if len(frames) > 5 and self.seed == 1:
            raise RuntimeError("lost my way")
        if len(frames) > 5 and self.seed == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        if len(frames) > 5 and self.seed == 3:
            os._exit(7)
        return 4
"""


def test_a_broken_agent_loses_its_run_and_nothing_else(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.py").write_text(BREAKS)
    mine = f"{tmp_path}/mine.py:Mine"
    jobs = [Job(0, agent, seed, 60) for seed in range(4) for agent in ("random", mine)]

    runs = list(run_all([GAME], jobs, 2))

    assert len(runs) == len(jobs)
    mended = {run.seed: run for run in runs if run.agent == mine}
    assert [mended[seed].stopped for seed in range(4)] == ["done", "error", "error", "error"]
    assert "RuntimeError: lost my way; in choose_action" in mended[1].error
    assert "SIGKILL" in mended[2].error and "code 7" in mended[3].error
    assert all(run.stopped == "actions" and run.actions == 60 for run in runs if run.agent == "random")
    assert "not for the table" not in capfd.readouterr().out


def test_runs_do_not_depend_on_how_many_are_made_at_once() -> None:
    jobs = [Job(0, agent, seed, 50) for seed in range(3) for agent in ("random", "novelty")]
    told = [{(run.agent, run.seed): run.played for run in run_all([GAME], jobs, workers)} for workers in (1, 3)]

    assert told[0] == told[1] and len(set(told[0].values())) == 6


def test_a_stop_gives_what_there_is(tmp_path: Path) -> None:
    jobs = [Job(0, "random", 0, 20), *(Job(0, "random", seed, 10**9) for seed in range(1, 4))]
    begun: list[float] = []

    def watch(playing: Sequence[Run]) -> bool:
        if not begun and any(run.seed == 1 and run.actions > 50 for run in playing):
            begun.append(time.monotonic())
        return bool(begun)

    runs = list(run_all([GAME], jobs, 1, watch=watch))

    assert time.monotonic() - begun[0] < 10
    assert [(run.seed, run.stopped) for run in runs] == [(0, "actions"), (1, "interrupted")]
    assert runs[1].actions > 50 and runs[1].lost and not runs[0].lost


def test_a_file_is_looked_at_elsewhere_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("import nothing_of_that_name\nclass Mine: pass\n")
    (tmp_path / "ends.py").write_text("import os\nos._exit(4)\n")

    assert why_not("graph") == ""
    assert "No module named 'nothing_of_that_name'" in why_not(f"{tmp_path}/wrong.py:Mine")
    assert "ended, with code 4" in why_not(f"{tmp_path}/ends.py:Mine")
    assert "there is no file" in why_not(f"{tmp_path}/absent.py:Mine")
