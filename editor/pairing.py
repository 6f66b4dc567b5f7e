"""Two takes side by side while one looks at them: which turn stands beside which, and where they part, in words.

Takes two takes, gives for a place in either the place in the other, both pictures and what differs in them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arcg.dsl.core import ACTION_NAMES
from arcg.editor.comparing import Comparison, Divergence, compare
from arcg.editor.looking import Take
from arcg.editor.pictures import unpacked
from arcg.editor.reel import Turn
from arcg.editor.rerun import Rerun
from arcg.editor.versions import same_levels
from arcg.runtime.engine import Action

Picture = NDArray[np.uint8]


class Pair:
    """Two takes that are compared; either may grow meanwhile.

    Args:
        before: the older one, or the one that the other is compared with.
        after: the other one.
        start: the turn of `before` with which the comparison begins, at least.
        names: how to say which of the two is meant.
    """

    def __init__(
        self, before: Take, after: Take, start: int = 0, names: tuple[str, str] = ("in the first", "in the second")
    ) -> None:
        self.before = before
        self.after = after
        self.names = names
        self._from = start
        self._lengths = (0, 0)
        self._comparison = Comparison(0, (), None)
        self._stretches: tuple[tuple[int, int], ...] | None = None

    @classmethod
    def of_rerun(cls, rerun: Rerun) -> Pair:
        """What was played before an edit, and the same on the version after it."""
        return cls(rerun.before, rerun.after, rerun.start, ("before the edit", "after the edit"))

    @property
    def comparison(self) -> Comparison:
        """What they have in common, as they are now."""
        lengths = self.before.branch.length, self.after.branch.length
        if lengths != self._lengths:
            self._lengths, self._stretches = lengths, None
            places = same_levels(self.before.reel.program, self.after.reel.program)
            before = list(self.before.branch.path(self._from, places=places))
            found = compare(before, list(self.after.branch.path()))
            self._comparison = Comparison(found.start + self._from, found.same, found.first)
        return self._comparison

    @property
    def differing(self) -> tuple[tuple[int, int], ...]:
        """The stretches, (first turn, last turn), in which the two differ, counted in `before`."""
        comparison = self.comparison
        if self._stretches is None:
            edges = np.flatnonzero(np.diff(np.array([True, *comparison.same, True], np.int8))) + comparison.start
            self._stretches = tuple((int(one), int(end) - 1) for one, end in edges.reshape(-1, 2))
        return self._stretches

    @property
    def first(self) -> Divergence | None:
        """Where they part; its turn counts in `after`."""
        return self.comparison.first

    def parts_at(self, take: Take) -> int | None:
        """The turn of a take at which they part, if they do and it is one of the two."""
        if self.first is None or not self.has(take):
            return None
        return self.first.turn + (self.offset(self.after) if take == self.before else 0)

    def has(self, take: Take) -> bool:
        """Whether the take is one of the two."""
        return take in (self.before, self.after)

    def offset(self, take: Take) -> int:
        """What has to be added to a turn of a take so that turns with the same number stand side by side."""
        return self.comparison.start if take == self.after else 0

    def same(self, take: Take, turn: int) -> bool | None:
        """Whether a turn looks the same in both; None where nothing is compared."""
        number = turn + self.offset(take) - self.comparison.start
        return self.comparison.same[number] if 0 <= number < len(self.comparison.same) else None

    def partner(self, take: Take, turn: int) -> int | None:
        """The turn of the other take beside a turn of `take`, if there is one."""
        other = self.after if take == self.before else self.before
        number = turn + self.offset(take) - self.offset(other)
        return number if 0 <= number < other.branch.length else None

    def pictures(self, take: Take, turn: int, frame: int) -> tuple[Picture | None, Picture | None]:
        """The pictures of both, before and after, at a place in `take`; None where a take is over or not begun.

        Where a take has fewer pictures in the turn, its last one stays. Of openings only the last one counts.
        """
        number = self.partner(take, turn)
        mine = take.branch.shown(turn)
        picture = unpacked(mine[frame : frame + 1])[0]
        beside: Picture | None = None
        if number is not None:
            other = self.after if take == self.before else self.before
            shown = other.branch.shown(number)
            opening = turn + self.offset(take) == self.comparison.start
            place = len(shown) - len(mine) + frame if opening else min(frame, len(shown) - 1)
            beside = unpacked(shown[max(0, place) :][:1])[0]
        return (picture, beside) if take == self.before else (beside, picture)

    def told(self) -> str:
        """Where they part and in what, in words."""
        found = self.first
        if found is None:
            return "both are the same, turn by turn"
        if found.turn == 0 and found.what == "pixel":
            pixels = "1 pixel" if found.pixels == 1 else f"{found.pixels} pixels"
            return f"they differ from the beginning: {pixels}, the first at column {found.x}, row {found.y}"
        return f"they part at turn {found.turn}, {self._difference(found)}"

    def _difference(self, found: Divergence) -> str:
        before, after, (one, other) = found.before, found.after, self.names
        if before is None or after is None:
            return f"{one if before is None else other} there is nothing more"
        match found.what:
            case "action":
                return f"{done(before)} {one}, {done(after)} {other}"
            case "status":
                return f"{done(after)}: {_said(before)} {one}, {_said(after)} {other}"
            case "level":
                return f"{done(after)}: level {before.level + 1} {one}, level {after.level + 1} {other}"
            case "frames" if not found.pixels:
                return f"{done(after)}: {_frames(before)} {one}, {_frames(after)} {other}"
            case _:
                more = "1 pixel differs" if found.pixels == 1 else f"{found.pixels} pixels differ"
                count = len(after.packed)
                frame = f" in frame {found.frame + 1} of {count}" if count > 1 else ""
                return f"{done(after)}: {more}{frame}, the first at column {found.x}, row {found.y}"


def done(turn: Turn) -> str:
    """What was done in a turn, in words."""
    name = "the level again" if turn.action == Action.RESET else ACTION_NAMES[turn.action]
    return f"{name} at column {turn.x}, row {turn.y}" if turn.action == Action.CLICK else name


def _said(turn: Turn) -> str:
    return {"PLAYING": "not over", "WON": "won", "OVER": "lost"}[turn.status.name]


def _frames(turn: Turn) -> str:
    return "1 frame" if len(turn.packed) == 1 else f"{len(turn.packed)} frames"
