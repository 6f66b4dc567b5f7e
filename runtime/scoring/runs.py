"""Runs: how often each game of a scorecard was begun, and what was counted in each run, in bounded memory.

Takes what the scorecard counts, gives the runs in the order in which they were opened. When a game has more runs than
the card may keep, a tenth of them become one that has their actions: those that were idle longest and that another run
equals or beats in every level. So the best score and the sums stay what they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from arcg.runtime.scoring.rhae import LevelPlay

FRONT = 50
"""Runs that are kept because no other is as good in every level. Of more than that the best are kept."""


@dataclass(slots=True)
class Run:
    """One run of a game, from a new beginning on. `changes` has (levels completed, actions so far) at each change."""

    guid: str
    levels_completed: int = 0
    state: str = "NOT_FINISHED"
    actions: int = 0
    resets: int = 0
    changes: list[tuple[int, int]] = field(default_factory=list)
    touched: int = 0

    def level_actions(self) -> list[int]:
        """The actions of each completed level, in order."""
        totals = [0, *(actions for _, actions in self.changes)]
        return [now - then for then, now in pairwise(totals)]

    def levels(self, baselines: Sequence[int]) -> list[LevelPlay]:
        """The run as levels: those completed, the one in progress with the actions left, and those never reached."""
        done = self.level_actions()
        actions = [*done, self.actions - sum(done), *[0] * len(baselines)]
        plays = zip(actions, baselines, strict=False)
        return [LevelPlay(index < len(done), took, baseline) for index, (took, baseline) in enumerate(plays)]

    def rises(self) -> bool:
        """Whether the number of completed levels only ever grew; no game of ours does otherwise within a run."""
        levels = [0, *(level for level, _ in self.changes)]
        return all(before < after for before, after in pairwise(levels))

    def as_good_as(self, other: Run) -> bool:
        """Whether it scores no less than another run, whatever the baselines are."""
        own, others = self.level_actions(), other.level_actions()
        pairs = zip(own, others, strict=False)
        better = all(mine <= theirs and (mine > 0 or not theirs) for mine, theirs in pairs)
        return better and len(own) >= len(others) and self.rises()


class Plays:
    """The runs of one game on a card, in the order in which they were opened. At most `most` are kept apart."""

    def __init__(self, most: int) -> None:
        self.runs: list[Run] = []
        self.together: Run | None = None
        self.put_together = 0
        self._latest: dict[str, Run] = {}
        self._most = most
        self._clock = 0

    def open(self, guid: str) -> None:
        """A new run, which is the latest of its session."""
        run = Run(guid)
        self.runs.append(run)
        self._latest[guid] = run
        self._touch(run)
        if len(self.runs) > self._most:
            self._make_room()

    def of(self, guid: str) -> Run:
        """The latest run of a session; of one that opened none, the latest of all."""
        run = self._latest.get(guid) or self.together or self.runs[-1]
        self._touch(run)
        return run

    def change(self, run: Run, levels_completed: int) -> None:
        """Note how many levels are completed in a run now."""
        if run is self.together:
            return
        if levels_completed != run.levels_completed:
            run.changes.append((levels_completed, run.actions))
        run.levels_completed = levels_completed

    def all(self) -> list[Run]:
        """Every run, first those that were put together."""
        return [*([] if self.together is None else [self.together]), *self.runs]

    def _touch(self, run: Run) -> None:
        self._clock += 1
        run.touched = self._clock

    def _make_room(self) -> None:
        """Put a tenth of the runs together."""
        kept = self._best()
        idle = sorted(self.runs[:-1], key=lambda run: (id(run) in kept, run.touched))
        going = {id(run) for run in idle[: max(1, self._most // 10)]}
        self.together = self.together or Run("")
        self.put_together += len(going)
        for run in self.runs:
            if id(run) in going:
                self.together.actions += run.actions
                self.together.resets += run.resets
                if self._latest.get(run.guid) is run:  # what its session still does counts for all of them
                    del self._latest[run.guid]
        self.runs = [run for run in self.runs if id(run) not in going]

    def _best(self) -> set[int]:
        """Those that no other run equals, and the first with the most levels, from which tags are scored."""
        first = max(self.runs, key=lambda run: run.levels_completed)
        front: list[Run] = []
        for run in sorted(self.runs, key=lambda run: (-len(run.changes), run.actions)):
            if len(front) < FRONT and run.rises() and not any(other.as_good_as(run) for other in front):
                front.append(run)
        return {id(run) for run in [first, *front]}
