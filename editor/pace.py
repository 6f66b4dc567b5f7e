"""How long frames are shown: those of an answer follow each other fast enough to wait for, slow enough to see.

Takes a branch of a reel and a turn of it, gives seconds. Play, looking back, and exported films share it.
"""

from __future__ import annotations

from arcg.editor.reel import Branch
from arcg.runtime.engine import Action

FRAME_TIME = 1 / 15
"""Seconds that a frame of an answer stays on the screen."""

LONGEST = 4.0
"""Seconds that the frames of one answer may take together; a long animation runs faster."""

LEVEL_PAUSE = 0.7
"""Seconds that the frames of an answer that ends a level take at least: the winning position should be seen."""

TURN_REST = 0.2
"""Seconds that the last frame of an answer stays longer, where nobody acts: so turns can be told apart."""


def ends_level(branch: Branch, turn: int) -> bool:
    """Whether the answer won or lost a level."""
    if not turn or branch.turn(turn).action == Action.RESET:
        return False
    before, after = branch.turn(turn - 1), branch.turn(turn)
    return (before.completed, before.status) != (after.completed, after.status)


def frame_time(branch: Branch, turn: int) -> float:
    """Seconds that each frame of an answer is shown."""
    count = max(1, len(branch.turn(turn).packed))
    at_least = LEVEL_PAUSE if ends_level(branch, turn) else 0.0
    return min(max(FRAME_TIME, at_least / count), LONGEST / count)
