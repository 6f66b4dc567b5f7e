"""Chance: numbers that were handed in, or else from the generator of the environment in play."""

from __future__ import annotations

from arcg.runtime.kernel import chance
from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.jit import Array, kernel


@kernel
def choose(M: Array, D: Array, count: int) -> int:
    """A number from 0 to `count` - 1, each as likely as any other.

    Of numbers that were handed in, one is used up in any case; past their end, NO_NUMBERS.
    """
    if not M[HARNESS]:
        return chance.choose(M, RANDOM, count)
    if M[DRAWN] >= M[NUMBERS]:
        M[ERROR] = NO_NUMBERS
        return 0
    number = D[M[DRAWN]]
    M[DRAWN] += 1
    return min(int(number * count), count - 1)
