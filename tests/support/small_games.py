"""Small games of a few sentences each, drawn from one list: many of about one size, no two the same."""

from __future__ import annotations

from itertools import combinations
from random import Random

GAME = """\
game small
board 4x1
actions arrows act
layer floor
layer solid
kind Mark Sign on floor
kind Wall on solid
kind One Two Six on solid has way: facing
One walks
{lines}
win when every Mark has Six on Mark
legend
    # = Wall
    1 = One
    2 = Two
    6 = Six
    m = Mark
    s = Sign
level
    map
        126m
"""

LINES = (
    "Two is pushed by One",
    "Two walks",
    "Six copies One",
    "Six mirrors Two",
    "One collects Mark",
    "Sign stops Six",
    "Mark stops Two",
    "Two patrols",
    "Six follows One",
    "Two opposes One",
    "Six flees One around Wall",
    "Two seeks Mark around Wall",
)


def texts(count: int) -> list[str]:
    """So many games, always the same ones."""
    chosen = Random(1).sample(list(combinations(LINES, 6)), count)
    return [GAME.format(lines="\n".join(lines)) for lines in chosen]
