"""Chance: drawing from the generator of the environment in play, or from numbers that were handed in.

`docs/semantics.md` says which numbers the generator gives.
"""

from __future__ import annotations

from typing import Any

from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.jit import kernel

Array = Any
"""An array of the kernels, or a word of one."""

SEED_BITS = (1 << 31) - 1
STEP, FIRST_FACTOR, SECOND_FACTOR = 0x4F1BBCDD, 0x2C1B3C6D, 0x297A2D39


@kernel
def choose(M: Array, D: Array, count: int) -> int:
    """A number from 0 to `count` - 1, each as likely as any other; of one there is nothing to choose.

    Of numbers that were handed in, one is used up in any case; past their end, NO_NUMBERS.
    """
    if M[HARNESS]:
        if M[DRAWN] >= M[NUMBERS]:
            M[ERROR] = NO_NUMBERS
            return 0
        number = D[M[DRAWN]]
        M[DRAWN] += 1
        return min(int(number * count), count - 1)
    if count == 1:
        return 0
    last = SEED_BITS - (SEED_BITS + 1) % int(count)
    number = last + 1
    while number > last:
        state = (int(M[RANDOM]) + STEP) & SEED_BITS
        M[RANDOM] = state
        number = state ^ (state >> 15)
        number = (number * FIRST_FACTOR) & SEED_BITS
        number ^= number >> 12
        number = (number * SECOND_FACTOR) & SEED_BITS
        number ^= number >> 15
    return number % int(count)
