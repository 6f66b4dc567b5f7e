"""Chance: drawing from the generator of the live position.

Its state is a word of the block below 2^31. `docs/semantics.md` says which numbers come.
"""

from __future__ import annotations

from arcg.runtime.kernel.jit import kernel
from arcg.runtime.kernel.layout import BLOCK_RANDOM, DIRTY, LIVE
from arcg.runtime.kernel.memory import Array

MASK = (1 << 31) - 1
STEP, FIRST_FACTOR, SECOND_FACTOR = 0x4F1BBCDD, 0x2C1B3C6D, 0x297A2D39


@kernel
def choose(P: Array, M: Array, count: int) -> int:
    """A number from 0 to `count` - 1, each as likely as any other; of one there is nothing to choose."""
    if count == 1:
        return 0
    at = P[LIVE] + BLOCK_RANDOM
    last = MASK - (MASK + 1) % int(count)
    number = last + 1
    while number > last:
        state = (int(M[at]) + STEP) & MASK
        M[at] = state
        number = state ^ (state >> 15)
        number = (number * FIRST_FACTOR) & MASK
        number ^= number >> 12
        number = (number * SECOND_FACTOR) & MASK
        number ^= number >> 15
    M[DIRTY] = 1
    return number % int(count)
