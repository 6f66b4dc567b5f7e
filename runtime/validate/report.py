"""The report of a validation: what was measured and what there is to say, as data that goes into JSON as it is."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arcg import __version__
from arcg.compiler import ir
from arcg.runtime.validate.findings import Finding
from arcg.runtime.validate.replays import recordings_of
from arcg.runtime.validate.running import Doing, Progress, run
from arcg.runtime.validate.settings import Settings
from arcg.runtime.validate.tasks import first_round, second_round
from arcg.runtime.validate.verdicts import Results, minutes, verdicts


@dataclass(frozen=True)
class Report:
    """Everything about one game.

    Attributes:
        path: its file, as it was given.
        program: the game.
        settings: what was asked for.
        results: what was measured, see `verdicts.Results`.
        findings: what there is to say, in the order of the codes.
    """

    path: str
    program: ir.Program
    settings: Settings
    results: Results
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether the game meets every requirement: no finding is an error."""
        return not any(one.severity == "error" for one in self.findings)

    def decided(self) -> dict[str, int]:
        """On how many levels what decided about luck: `exact`, `bound`, `sample`, `nothing`."""
        counts = dict.fromkeys(("exact", "bound", "sample", "nothing"), 0)
        for level in self.results["levels"]:
            counts[level["luck"]["by"] or "nothing"] += 1
        return counts

    def document(self) -> dict[str, Any]:
        """The report as plain values; levels count from 1 in `findings`, from 0 in `results`."""
        return {
            "path": self.path,
            "game": self.program.name,
            "program": ir.digest(self.program),
            "arcg": __version__,
            "ok": self.ok,
            "settings": dataclasses.asdict(self.settings),
            "findings": [
                {
                    "code": one.code,
                    "severity": one.severity,
                    "level": None if one.level is None else one.level + 1,
                    "message": one.message,
                    "advice": one.advice,
                }
                for one in self.findings
            ],
            "minutes": minutes(self.settings, self.results),
            "decided": self.decided(),
            "results": self.results,
        }


def validate(
    games: Sequence[tuple[str, ir.Program, Settings]], doing: Doing, progress: Progress, *, fresh: bool = False
) -> list[Report]:
    """Validate games: first all that needs no solution, then what does.

    Args:
        games: of each its file, the program, and what is asked of it.
        doing: who does the tasks; see `running.py`.
        progress: told of the work.
        fresh: do everything again, whatever is kept.

    Raises:
        LostTaskError: a task could not be done.
        OSError: a recording cannot be read.
    """
    rounds = [first_round(program, settings, recordings_of(Path(path))) for path, program, settings in games]
    flat = run([task for tasks in rounds for task in tasks], doing, progress, fresh=fresh)
    firsts: list[list[Any]] = []
    for tasks in rounds:
        firsts.append(flat[: len(tasks)])
        flat = flat[len(tasks) :]
    seconds = [
        second_round(program, settings, results) for (_, program, settings), results in zip(games, firsts, strict=True)
    ]
    surveys = run([task for tasks in seconds for task in tasks], doing, progress, fresh=fresh)
    reports = []
    for (path, program, settings), first, survey in zip(games, firsts, surveys, strict=True):
        levels = len(program.levels)
        results: Results = {
            "levels": first[:levels],
            "random": first[levels],
            "fuzz": first[levels + 1],
            "recordings": first[levels + 2],
            "survey": survey,
        }
        found = tuple(verdicts(program, settings, results))
        reports.append(Report(path, program, settings, results, found))
    return reports


def count_tasks(program: ir.Program) -> int:
    """How many tasks a game comes to."""
    return len(program.levels) + 4
