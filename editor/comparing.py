"""Two takes side by side: turn by turn whether they look the same, and where they first part.

Takes the turns of both, gives a `Comparison`. What counts is what a player sees, as in a replay: the pictures, the
level, the outcome.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from arcg.editor.pictures import unpacked
from arcg.editor.reel import Turn

What = Literal["action", "status", "level", "frames", "pixel", "length"]
"""In what two takes part: what was done, the outcome, the level, the number of frames, a picture, that one ends."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first turn at which two takes part, and in what.

    `before` and `after` are that turn in the first and the second; None where the take is over (`what` is `length`).
    For `pixel` and `frames`, `frame` is the first frame that differs, counted in the second take; `x` and `y` are its
    first pixel that does and `pixels` how many do, -1 and 0 where only one of the takes has that frame.
    """

    turn: int
    what: What
    before: Turn | None
    after: Turn | None
    frame: int = -1
    x: int = -1
    y: int = -1
    pixels: int = 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two takes have in common.

    `start` is the turn of the first with which the comparison begins. `same` says for each turn from there, of the
    longer of the two, whether it is the same in both. `first` is where they part, if they do; its turn counts in the
    second take.
    """

    start: int
    same: tuple[bool, ...]
    first: Divergence | None


def compare(before: Sequence[Turn], after: Sequence[Turn]) -> Comparison:
    """Compare two takes, each from its opening on.

    Where the second begins with a level, it is compared with the try at that level in the first whose actions are
    most alike. Of the openings only the last picture counts: a level may open by itself, or with the answer that won
    the one before.
    """
    start = _start(before, after)
    before = before[start:]
    both = min(len(before), len(after))
    same = [_same(number, before[number], after[number]) for number in range(both)]
    parting = same.index(False) if False in same else both
    first = _part(parting, before[parting], after[parting]) if parting < both else None
    if first is None and len(before) != len(after):
        longer = len(before) > both
        first = Divergence(both, "length", before[both] if longer else None, None if longer else after[both])
    more = max(len(before), len(after)) - both
    return Comparison(start, (*same, *[False] * more), first)


def _start(before: Sequence[Turn], after: Sequence[Turn]) -> int:
    """The turn of the first take that loads the level with which the second begins, and is best followed as there."""
    best, most = 0, -1
    for number, turn in enumerate(before):
        if turn.action_count == 0 and turn.level == after[0].level:
            alike = _alike(before, number, after)
            if alike > most:
                best, most = number, alike
    return best


def _alike(before: Sequence[Turn], start: int, after: Sequence[Turn]) -> int:
    """How many actions from there on are those of the second take."""
    count = 0
    while start + count + 1 < len(before) and count + 1 < len(after):
        if not _same_action(before[start + count + 1], after[count + 1]):
            break
        count += 1
    return count


def _same_action(before: Turn, after: Turn) -> bool:
    return (before.action, before.x, before.y) == (after.action, after.x, after.y)


def _same(number: int, before: Turn, after: Turn) -> bool:
    """Whether a turn looks the same in both."""
    if number == 0:
        return before.same_outcome(after) and before.packed[-1:] == after.packed[-1:]
    return _same_action(before, after) and before.same_outcome(after) and before.packed == after.packed


def _part(number: int, before: Turn, after: Turn) -> Divergence | None:
    """In what a turn differs, if it does."""
    what: What
    if number and not _same_action(before, after):
        what = "action"
    elif before.status is not after.status:
        what = "status"
    elif before.level != after.level:
        what = "level"
    else:
        return _pictures(number, before, after)
    return Divergence(number, what, before, after)


def _pictures(number: int, before: Turn, after: Turn) -> Divergence | None:
    old, new = (before.packed, after.packed) if number else (before.packed[-1:], after.packed[-1:])
    if old == new:
        return None
    what: What = "pixel" if len(old) == len(new) else "frames"
    both = min(len(old), len(new))
    place = next((at for at in range(both) if old[at] != new[at]), both)
    frame = len(after.packed) - len(new) + place
    if place == both:
        return Divergence(number, what, before, after, frame)
    places = np.argwhere(unpacked(old[place : place + 1])[0] != unpacked(new[place : place + 1])[0])
    y, x = (int(value) for value in places[0])
    return Divergence(number, what, before, after, frame, x, y, len(places))
