"""Counters in pictures are found by how they change, and what is no counter is left alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from arcg.runtime.agents.seeing import Bars, tiers

TURNS = 40


def walked(seed: int, draw: Callable[[np.ndarray, int], None]) -> Bars:
    """A player of 8x8 pixels that walks at random over a whole picture of 8x8 cells, with something else drawn in."""
    dice, bars = np.random.default_rng(seed), Bars()
    x = y = 3
    before = None
    for turn in range(TURNS):
        picture = np.full((64, 64), 5, np.uint8)
        picture[8 * y : 8 * y + 8, 8 * x : 8 * x + 8] = 9
        draw(picture, turn)
        if before is not None:
            bars.turn(before, picture)
        before = picture
        step = dice.integers(-1, 2, size=2)
        x, y = np.clip((x + step[0], y + step[1]), 0, 7)
    return bars


def hidden(bars: Bars) -> tuple[list[int], list[int]]:
    return np.flatnonzero(~bars.mask.any(1)).tolist(), np.flatnonzero(~bars.mask.any(0)).tolist()


@pytest.mark.parametrize("seed", range(10))
def test_a_walk_over_the_whole_picture_is_no_counter(seed: int) -> None:
    assert hidden(walked(seed, lambda picture, turn: None)) == ([], [])


@pytest.mark.parametrize("seed", range(5))
def test_a_bar_that_burns_down_is_one(seed: int) -> None:
    def bar(picture: np.ndarray, turn: int) -> None:
        picture[63] = 14
        picture[63, : 64 - turn] = 8

    assert hidden(walked(seed, bar)) == ([63], [])


@pytest.mark.parametrize("seed", range(5))
def test_a_bar_at_the_side_and_one_that_goes_by_every_second_turn(seed: int) -> None:
    def bars(picture: np.ndarray, turn: int) -> None:
        picture[: turn // 2, 62:] = 11
        picture[turn // 2 :, 62:] = 1

    assert hidden(walked(seed, bars)) == ([], [62, 63])


def test_a_number_that_changes_every_turn_is_one_whatever_its_pixels_do() -> None:
    def digits(picture: np.ndarray, turn: int) -> None:
        picture[0:3, 0:3] = np.unpackbits(np.array([turn % 256, 0], np.uint8))[:9].reshape(3, 3) * 7

    rows, _ = hidden(walked(0, digits))

    assert set(rows) <= {0, 1, 2} and rows


def test_what_is_painted_cell_by_cell_is_none() -> None:
    bars, before = Bars(), np.zeros((64, 64), np.uint8)
    for turn in range(TURNS):
        picture = before.copy()
        picture[8 * (turn // 8) : 8 * (turn // 8) + 8, 8 * (turn % 8) : 8 * (turn % 8) + 8] = 7
        bars.turn(before, picture)
        before = picture
    assert not hidden(bars)[1] and len(hidden(bars)[0]) <= 8  # the first row of cells fills like a bar does


def test_a_bar_is_whole_again_after_a_reset() -> None:
    bars = Bars()
    before = np.full((64, 64), 8, np.uint8)
    for turn in range(30):
        if turn % 5 == 0:
            bars.begin()
            before = np.full((64, 64), 8, np.uint8)
        after = before.copy()
        after[0, turn % 5] = 14
        bars.turn(before, after)
        before = after
    assert hidden(bars) == ([0], [])


def test_things_that_stand_out_come_before_scenery_and_rare_ones_before_many() -> None:
    picture = np.full((64, 64), 5, np.uint8)
    picture[8:12, 8:12] = 3
    for x in (20, 30, 40):
        picture[20:24, x : x + 4] = 8
    picture[40:44, 40:44] = 14
    picture[60, 60] = 9
    mask = np.ones((64, 64), bool)
    mask[60] = False

    found = tiers(picture, mask)

    assert [[region.colour for region in tier] for tier in found] == [[14, 8, 8, 8], [3], [], [], [5, 9]]
