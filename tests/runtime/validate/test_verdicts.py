"""Findings for results that no small game shows: each change of what was measured has its own code."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from support import lock

from arcg.runtime.loading import load
from arcg.runtime.validate.report import Report, validate
from arcg.runtime.validate.running import here
from arcg.runtime.validate.settings import settings_for
from arcg.runtime.validate.tasks import Task
from arcg.runtime.validate.verdicts import verdicts

Results = dict[str, Any]


class Quiet:
    """Progress that nobody sees."""

    def steps(self, task: Task, count: int) -> None:
        """Nothing."""

    def done(self, task: Task) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def fine(tmp_path_factory: pytest.TempPathFactory) -> Report:
    path = lock.plant(tmp_path_factory.mktemp("lock"))
    program = load(path)
    [report] = validate([(str(path), program, settings_for(path, program.name))], here, Quiet(), fresh=True)
    assert not report.findings
    return report


def _undecided(results: Results) -> None:
    results["levels"][2]["luck"] |= {"by": None, "low": 0.0, "high": 1.0}


def _sampled(results: Results) -> None:
    results["levels"][2]["luck"] |= {"by": "sample", "limits": [0.01, 0.02], "wins": 15, "attempts": 1000}


def _fault(kind: str) -> Callable[[Results], None]:
    def change(results: Results) -> None:
        results["fuzz"]["faults"] = [{"kind": kind, "level": 2, "seed": 0, "actions": [[1, -1, -1]], "detail": "so"}]

    return change


def _unknown(results: Results) -> None:
    results["levels"][2] |= {"solution": None}
    results["levels"][2]["graph"] |= {"complete": False, "why": "more than 5 positions", "dead": None}
    results["recordings"] = []


def _endless(results: Results) -> None:
    results["levels"][2]["graph"]["losable"] = False


def _flat(results: Results) -> None:
    results["survey"]["mechanics"] = [["jump", "press"]] * 6


def _unneeded(results: Results) -> None:
    results["survey"]["parts"].append(
        {"name": "the rule `x`", "line": 9, "mechanic": "x", "needed": [], "shows": [], "idle": False, "kept": False}
    )


@pytest.mark.parametrize(
    "code, level, change",
    [
        ("V202", 2, _undecided),
        ("V201", 2, _sampled),
        ("V301", 2, _fault("crash")),
        ("V302", 2, _fault("frame")),
        ("V303", 2, _fault("state")),
        ("V304", 2, _fault("rest")),
        ("V402", 2, _unknown),
        ("V601", None, _unneeded),
        ("V602", None, _flat),
        ("V603", 2, _endless),
    ],
)
def test_what_was_measured_has_its_code(
    fine: Report, code: str, level: int | None, change: Callable[[Results], None]
) -> None:
    results = copy.deepcopy(fine.results)
    change(results)
    found = [(one.code, one.level) for one in verdicts(fine.program, fine.settings, results) if one.code != "V107"]
    assert found == [(code, level)]


def test_a_mechanic_that_only_shows_or_restricts_is_no_finding(fine: Report) -> None:
    for what in ({"shows": [3]}, {"kept": True}):
        results = copy.deepcopy(fine.results)
        _unneeded(results)
        results["survey"]["parts"][-1] |= what
        assert not verdicts(fine.program, fine.settings, results)


def test_tutorials_may_be_won_by_luck(fine: Report) -> None:
    results = copy.deepcopy(fine.results)
    results["levels"][0]["luck"] |= {"by": None}
    assert not verdicts(fine.program, fine.settings, results)
