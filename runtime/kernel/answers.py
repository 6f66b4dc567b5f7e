"""Actions and what comes of them, as the numbers that kernels know them by."""

from __future__ import annotations

RESET, FIRST_ARROW, ACT, CLICK, UNDO = 0, 1, 5, 6, 7
"""See `arcg.runtime.engine.Action`."""

STAY, BEGIN = -1, 8
"""Not of the player: leave the environment as it is; from `BEGIN` on, begin a new game at level action - BEGIN."""

PLAYING, WON, OVER = range(3)
"""See `arcg.runtime.engine.Status`."""

NOTHING_RAN, TURN_RAN, LEVEL_RAN = 0, 1, 2
"""What an answer is made of (M[RAN], bits)."""
