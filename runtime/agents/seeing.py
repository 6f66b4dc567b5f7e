"""What agents make of a picture: which parts of it only count, and where a click might mean something.

A counter shows in a picture that something was done, so that no picture is ever seen twice. `Bars` finds such counters
by how they change: rows and columns at the edge of the picture that tick, and black them out.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.agents.protocol import FrameData, Move
from arcg.runtime.engine import SIZE, Action
from arcg.runtime.regions import Region, regions

DEPTH = 8
"""Rows and columns from each edge in which counters are looked for."""

BURNT = 8
"""So often a row must have burnt down by a piece, no pixel twice, to be a counter."""

OFTEN = 0.5
"""And in this share of the turns that changed anything."""

TICKED = 20
"""After so many turns, a row that changed in nearly all of them is a counter whatever its pixels did."""

ALWAYS = 0.95
"""What nearly all means."""

SIDES = range(2, SIZE // 2 + 1)
"""Width and height of a region, in pixels, that may be a thing."""

BRIGHT = 6
"""Colours from this one on are no greys."""

TIERS = 5
"""How many tiers of clicks there are."""


class Bars:
    """Counters at the edges of the pictures of a game, found while it is played; `mask` is false where they are."""

    def __init__(self) -> None:
        self.mask = np.ones((SIZE, SIZE), bool)
        self._turns = self._changing = 0
        self._changes = np.zeros((SIZE, SIZE), np.int64)
        self._ticks = [np.zeros(SIZE, np.int64), np.zeros(SIZE, np.int64)]
        self._steady = [np.ones(SIZE, bool), np.ones(SIZE, bool)]
        self._edge = np.ones(SIZE, bool)
        self._edge[DEPTH : SIZE - DEPTH] = False

    def begin(self) -> None:
        """A level begins or was reset: what has burnt down is whole again."""
        self._changes[:] = 0

    def turn(self, before: NDArray[np.uint8], after: NDArray[np.uint8]) -> bool:
        """The pictures before and after a turn that went on in the level; whether another counter was found."""
        changed = before != after
        self._turns += 1
        self._changing += bool(changed.any())
        self._changes += changed
        found = False
        for axis in (0, 1):  # rows, then columns
            self._ticks[axis] += changed.any(1 - axis)
            self._steady[axis] &= (self._changes <= 1).all(1 - axis)
            burns = self._steady[axis] & (self._ticks[axis] >= max(BURNT, OFTEN * self._changing))
            ticks = self._turns >= TICKED and self._ticks[axis] >= ALWAYS * self._turns
            for place in np.flatnonzero((burns | ticks) & self._edge):
                line = self.mask[place] if axis == 0 else self.mask[:, place]
                found |= bool(line.any())
                line[:] = False
        return found

    def hide(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The picture without its counters."""
        return np.where(self.mask, picture, np.uint8(0))


def plain(latest: FrameData) -> list[Move]:
    """The offered actions that take no place, undo apart."""
    return [Move(action) for action in latest.available_actions if action not in (Action.CLICK, Action.UNDO)]


def click(region: Region) -> Move:
    """A click on a region."""
    return Move(Action.CLICK, region.x, region.y)


def tiers(
    picture: NDArray[np.uint8], mask: NDArray[np.bool_], random: np.random.Generator | None = None
) -> list[list[Region]]:
    """The regions of a picture in five tiers, by how likely they are things that a click means.

    First those that have the size of a thing and a colour that stands out, then the others of that size, then what
    stands out by its colour alone, then the rest, at last what is large as a background or lies in a counter. In a
    tier rare colours and shapes come first, for there are more pieces of scenery than of anything else; of equally
    rare ones the first in reading order, or any (`random`).
    """
    found = regions(picture)
    if random is not None:
        found = [found[number] for number in random.permutation(len(found))]
    colours = Counter(region.colour for region in found)
    shapes = Counter((region.colour, region.shape) for region in found)
    sorted_out: list[list[Region]] = [[] for _ in range(TIERS)]
    for region in found:
        sorted_out[_tier(region, mask)].append(region)
    for tier in sorted_out:
        tier.sort(key=lambda region: (colours[region.colour], shapes[region.colour, region.shape]))
    return sorted_out


def _tier(region: Region, mask: NDArray[np.bool_]) -> int:
    if region.size > SIZE * SIZE // 8 or not mask[region.y, region.x]:
        return 4
    fits = region.width in SIDES and region.height in SIDES
    stands_out = region.colour >= BRIGHT
    return {(True, True): 0, (True, False): 1, (False, True): 2, (False, False): 3}[fits, stands_out]


def undo(latest: FrameData) -> list[Move]:
    """Undo, if it is offered."""
    return [Move(Action.UNDO)] if Action.UNDO in latest.available_actions else []
