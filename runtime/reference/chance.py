"""Chance: the generator from which rules `at random` draw.

Its state is one number below `SEEDS`. A draw adds a constant to it and scrambles the sum; a choice among `count` takes
draws until one is below the greatest multiple of `count`, so that every choice is as likely as any other.
"""

from __future__ import annotations

from arcg.runtime.engine import SEEDS

STEP = 0x4F1BBCDD
"""About SEEDS divided by the golden ratio, and odd: the state goes through all numbers before it comes back."""


def draw(state: int) -> tuple[int, int]:
    """The next state, and the number drawn: 0..SEEDS - 1."""
    state = (state + STEP) % SEEDS
    number = state ^ state >> 15
    number = number * 0x2C1B3C6D % SEEDS
    number ^= number >> 12
    number = number * 0x297A2D39 % SEEDS
    return state, number ^ number >> 15


def choose(state: int, count: int) -> tuple[int, int]:
    """The next state, and a choice: 0..count - 1. Of one thing there is none to make, and the state stays."""
    if count == 1:
        return state, 0
    fair = SEEDS - SEEDS % count
    state, number = draw(state)
    while number >= fair:
        state, number = draw(state)
    return state, number % count
