"""What a timeline has to know of a take, turn by turn, kept up to date as the take grows.

Takes a branch, gives the turns at which levels begin, are won and are lost, without going through all turns each time.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Literal

from arcg.editor.pace import ends_level
from arcg.editor.reel import Branch
from arcg.runtime.engine import Status

Ending = Literal["won", "lost"]


class Track:
    """The events of a branch: `loads` are (turn, level) and `endings` (turn, won or lost), in the order of turns."""

    def __init__(self, branch: Branch) -> None:
        self._branch = branch
        self._read = 0
        self.loads: list[tuple[int, int]] = []
        self.endings: list[tuple[int, Ending]] = []

    def read(self) -> None:
        """Take in the turns that have come since."""
        branch = self._branch
        for number in range(self._read, branch.length):
            turn = branch.turn(number)
            if turn.action_count == 0:
                self.loads.append((number, turn.level))
            if ends_level(branch, number):
                self.endings.append((number, "lost" if turn.status is Status.OVER else "won"))
        self._read = branch.length

    def levels(self, first: int, last: int) -> list[tuple[int, int]]:
        """Where levels were begun among these turns, and before the first of them the last one: (turn, level)."""
        start = max(0, bisect_right(self.loads, first, key=lambda one: one[0]) - 1)
        return self.loads[start : bisect_right(self.loads, last, key=lambda one: one[0])]

    def ends(self, first: int, last: int) -> list[tuple[int, Ending]]:
        """What was won and lost in these turns."""
        start = bisect_left(self.endings, first, key=lambda one: one[0])
        return self.endings[start : bisect_right(self.endings, last, key=lambda one: one[0])]


class Tracks:
    """The tracks of all branches that are asked for."""

    def __init__(self) -> None:
        self._kept: dict[Branch, Track] = {}

    def of(self, branch: Branch) -> Track:
        """The track of a branch, as it is now."""
        track = self._kept.setdefault(branch, Track(branch))
        track.read()
        return track

    def keep(self, branches: set[Branch]) -> None:
        """Forget all others."""
        self._kept = {branch: track for branch, track in self._kept.items() if branch in branches}
