"""Chance: drawing from a generator, whose state is a word of the memory below 2^31.

`docs/semantics.md` says which numbers come.
"""

from __future__ import annotations

from arcg.runtime.kernel.jit import Array, kernel

MASK = (1 << 31) - 1
STEP, FIRST_FACTOR, SECOND_FACTOR = 0x4F1BBCDD, 0x2C1B3C6D, 0x297A2D39


@kernel
def choose(M: Array, at: int, count: int) -> int:
    """A number from 0 to `count` - 1, each as likely as any other, by the generator at M[at]; 0 of one."""
    if count == 1:
        return 0
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
    return number % int(count)
