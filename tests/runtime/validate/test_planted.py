"""Planted faults: each is found with its own code and no other; the game without any has no finding at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import lock

from arcg.runtime.loading import load
from arcg.runtime.validate.report import Report, validate
from arcg.runtime.validate.running import here
from arcg.runtime.validate.settings import settings_for
from arcg.runtime.validate.tasks import Task

LUCKY = (*lock.LEVELS[:2], "MDLLRo........", *lock.LEVELS[3:])
BLIND = (*lock.LEVELS[:3], "MUUUUUsUUUUUUo", *lock.LEVELS[4:])
BLOCKED = (*lock.LEVELS[:5], "MRRLsUDDsURL.o")


class Quiet:
    """Progress that nobody sees."""

    def steps(self, task: Task, count: int) -> None:
        """Nothing."""

    def done(self, task: Task) -> None:
        """Nothing."""


def report_on(path: Path) -> Report:
    program = load(path)
    [report] = validate([(str(path), program, settings_for(path, program.name))], here, Quiet(), fresh=True)
    return report


def codes(report: Report) -> list[str]:
    return sorted({one.code for one in report.findings})


def test_a_game_with_nothing_wrong(tmp_path: Path) -> None:
    report = report_on(lock.plant(tmp_path))
    assert not report.findings, [str(one) for one in report.findings]
    assert report.ok
    assert report.decided() == {"exact": 6, "bound": 0, "sample": 0, "nothing": 0}
    assert report.results["survey"]["mechanics"] == [["press"], *[["jump", "press"]] * 5]
    assert report.results["survey"]["kinds"] == [
        ["Tile", "Goal", "Marker"],
        *[["Tile", "Spring", "Goal", "Marker"]] * 5,
    ]
    assert [len(level["solution"]["moves"]) for level in report.results["levels"]] == [2, 10, 11, 11, 11, 9]


ENDLESS = """\
phase spin on arrow(up) repeat
    Marker, Marker.x = 0, Spring, Spring.x = 5 -> put Spring at cell(Spring.x, 1 - Spring.y)
"""
TRAP = """\
    trap: Marker, Marker.x = 0, $d = left, Goal -> put Goal at cell(Goal.x, 1)
"""
ANSWER = """\
phase tell on click
    on click(Goal) -> show 2
"""
TOLL = """\
phase toll on click
    on click(Goal) -> steps - 1
"""
IDLE = """\
phase idle on arrow
    Goal near Spring, Goal.y = 1 -> drop Goal
"""


@pytest.mark.parametrize(
    "code, level, planted",
    [
        ("V201", 2, {"levels": LUCKY}),
        ("V304", 2, {"rules": ENDLESS}),
        ("V401", 5, {"levels": BLOCKED, "more": "        stage: prototype\n"}),
        ("V403", None, {"pressing": TRAP}),
        ("V501", 3, {"levels": BLIND}),
        ("V801", None, {"rules": IDLE}),
        ("V901", None, {"baselines": "4, 30, 30, 30, 30, 30, 30"}),
        ("V902", 5, {"baselines": "4, 30, 30, 30, 30"}),
        ("V904", 3, {"baselines": "4, 30, 30, 9, 30, 30"}),
        ("V107", None, {"recorded": False}),
        ("V604", None, {"actions": "arrows undo"}),
        ("V101", None, {"more": "        levels: 7\n"}),
        ("V105", None, {"more": "        name_length: 3\n"}),
        ("V106", None, {"more": "        minutes: 2\n"}),
        ("V102", None, {"more": "        first_mechanics: 0\n"}),
        ("V103", None, {"more": "        mechanics: 3\n"}),
        ("V108", 5, {"more": "        opening: 5\n        shortest: 1000\n"}),
        ("V109", 5, {"more": "        opening: 5\n        level_mechanics: 3\n"}),
    ],
)
def test_a_planted_fault_has_its_own_code(
    tmp_path: Path, code: str, level: int | None, planted: dict[str, object]
) -> None:
    report = report_on(lock.plant(tmp_path, **planted))  # type: ignore[arg-type]
    assert codes(report) == [code], [str(one) for one in report.findings]
    assert level in {one.level for one in report.findings}
    assert not [one for one in report.findings if "{" in one.message + one.advice]


def test_an_answer_to_a_click_is_a_mechanic_that_no_solution_needs_and_no_finding(tmp_path: Path) -> None:
    report = report_on(lock.plant(tmp_path, rules=ANSWER, actions="arrows click"))
    assert codes(report) == ["V903"]  # no click changes anything, which is so
    [tell] = [part for part in report.results["survey"]["parts"] if part["mechanic"] == "tell"]
    assert (tell["needed"], tell["shows"], tell["idle"], tell["kept"]) == ([], [], False, True)


def test_what_a_click_that_changes_nothing_costs_is_no_answer(tmp_path: Path) -> None:
    report = report_on(lock.plant(tmp_path, rules=TOLL, actions="arrows click"))
    assert "V601" in codes(report)


def test_a_recording_that_plays_differently(tmp_path: Path) -> None:
    path = lock.plant(tmp_path)
    path.write_text(path.read_text("utf-8").replace("bar steps bottom sky", "bar steps top sky"), "utf-8")
    assert codes(report_on(path)) == ["V701"]


def test_a_recording_that_is_none(tmp_path: Path) -> None:
    path = lock.plant(tmp_path)
    (tmp_path / "recordings" / "other.jsonl").write_text("hello\n", "utf-8")
    (tmp_path / "recordings" / "there.jsonl").mkdir()
    report = report_on(path)
    assert len(report.findings) == 2
    assert codes(report) == ["V702"]
    assert "line 1" in report.findings[0].message


def test_a_recording_of_another_game(tmp_path: Path) -> None:
    path = lock.plant(tmp_path)
    text = (tmp_path / "recordings" / "win.jsonl").read_text("utf-8").replace('"game":"lock"', '"game":"key"')
    (tmp_path / "recordings" / "other.jsonl").write_text(text, "utf-8")
    report = report_on(path)
    assert codes(report) == ["V702"]
    assert "it is a recording of `key`" in report.findings[0].message
