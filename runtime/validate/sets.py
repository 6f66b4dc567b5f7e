"""The table of the sets: how many games and levels are public, semi-private and private, and how far they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arcg.runtime.entry import SETS, GameSet
from arcg.runtime.validate.report import Report


@dataclass(frozen=True)
class SetOfGames:
    """The games of one set among those that were validated.

    Attributes:
        name: of the set.
        games: names, in the order of the reports.
        levels: of all of them together.
        fine: how many of the games meet what is asked for.
        with_baselines: how many of the games have a baseline for each level.
    """

    name: GameSet
    games: tuple[str, ...]
    levels: int
    fine: int
    with_baselines: int


def sets_of(reports: Sequence[Report]) -> list[SetOfGames]:
    """The sets that have games in them, public ones first."""
    sets = []
    for name in SETS:
        own = [report for report in reports if report.settings.set == name]
        if own:
            sets.append(
                SetOfGames(
                    name,
                    tuple(report.program.name for report in own),
                    sum(len(report.program.levels) for report in own),
                    sum(report.ok for report in own),
                    sum(len(report.settings.baselines) == len(report.program.levels) for report in own),
                )
            )
    return sets
