"""`arcg.text`: a picture can be read off it again, grids are told by their cells, and it is short."""

from __future__ import annotations

import re
import statistics
from pathlib import Path

import numpy as np
import pytest

import arcg
from arcg.dsl.model import COLOURS
from arcg.runtime.agents.protocol import FrameData, GameState
from arcg.runtime.agents.tiling import tiling

ROOT = Path(__file__).parents[3]
GAMES = ["dyer", "glow", "tilt", *map(str, sorted((ROOT / "tests" / "expressiveness").glob("*.arcg")))]


def unfolded(lines: list[str]) -> list[str]:
    rows: list[str] = []
    for line in lines:
        row, _, times = line.partition(" x")
        rows += [re.sub(r"(\D)(\d+)", lambda run: run[1] * int(run[2]), row)] * int(times or 1)
    return rows


def read(told: str) -> np.ndarray:
    """The picture that a text tells of."""
    lines = told.splitlines()
    legend = next(line for line in lines if line.startswith(". "))
    colours = {part[0]: COLOURS.index(part[2:]) for part in legend.split(", ")}
    start = next(number for number, line in enumerate(lines) if line.endswith(":") and "pixels" in line)
    head, body = lines[start], lines[start + 1 :]
    cell = int(match[1]) if (match := re.search(r"cells of (\d+)x", head)) else 1
    left, top = map(int, re.search(r"at x (\d+), y (\d+)", head).groups()) if " at x " in head else (0, 0)
    width = (64 - left) // cell
    rows: list[str] = []
    while len(rows) < (64 - top) // cell:
        line = body.pop(0)
        rows += [line] if len(line) == width else unfolded([line])
    picture = np.full((64, 64), colours["."])
    tiles: dict[str, np.ndarray] = {}
    bottom, right = top + len(rows) * cell, left + width * cell
    while body and (match := re.match(r"(\w|rows? [\d-]+|columns? [\d-]+): (\S.*)", body[0])):
        if not re.search(r"[.A-Z]", match[2]):
            break
        body.pop(0)
        strip = np.array([[colours[sign] for sign in row] for row in unfolded(match[2].split("/"))])
        if len(match[1]) == 1:
            tiles[match[1]] = np.kron(strip, np.ones((cell // len(strip),) * 2, int))
            continue
        kind, first = re.match(r"([rc])\w+ (\d+)", match[1]).groups()
        at = slice(int(first), int(first) + len(strip))
        if kind == "r":
            picture[at] = strip
        else:
            picture[top:bottom, at] = strip.T
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            y, x = top + row * cell, left + column * cell
            picture[y : y + cell, x : x + cell] = tiles[sign] if sign in tiles else colours[sign]
    assert bottom <= 64 and right <= 64
    return picture


@pytest.mark.parametrize("game", GAMES, ids=lambda game: Path(game).stem)
def test_the_picture_can_be_read_off_the_text(game: str) -> None:
    env = arcg.make(game)
    dice = np.random.default_rng(1)
    for _ in range(3):
        frames = env.step(dice.choice(env.actions), *dice.integers(64, size=2))
        told = arcg.text(env.render(), frames)
        assert (read(told) == env.render()).all()
        assert told == arcg.text(env.render(), frames)


@pytest.mark.parametrize("seed", range(8))
def test_whatever_the_picture_is(seed: int) -> None:
    dice = np.random.default_rng(seed)
    cell = int(dice.integers(1, 12))
    small = dice.integers(dice.integers(1, 16), 16, size=(64 // cell, 64 // cell))
    picture = np.full((64, 64), dice.integers(16), np.uint8)
    large = np.kron(small, np.ones((cell, cell), int))
    left, top = dice.integers(65 - len(large), size=2)
    picture[top : top + len(large), left : left + len(large)] = large
    picture[dice.integers(64), dice.integers(64)] = 3

    assert (read(arcg.text(picture)) == picture).all()


@pytest.mark.parametrize("cell", [3, 4, 6, 7, 8, 9, 10, 16])
def test_a_scaled_grid_is_told_by_its_cells(cell: int) -> None:
    count = 64 // cell
    small = np.random.default_rng(cell).integers(6, 14, size=(count, count))
    picture = np.full((64, 64), 5, np.uint8)
    at = (64 - count * cell) // 2
    picture[at : at + count * cell, at : at + count * cell] = np.kron(small, np.ones((cell, cell), int))

    found = tiling(picture)

    assert (found.cell, found.left, found.top, len(found.rows), found.tiles) == (cell, at, at, count, ())


@pytest.mark.parametrize(("game", "cell", "cells"), [("dyer", 7, 9), ("glow", 20, 3), ("tilt", 8, 7)])
def test_boards_of_games_are_found_behind_their_pictures(game: str, cell: int, cells: int) -> None:
    found = tiling(arcg.make(game).render())

    assert (found.cell, len(found.rows), len(found.rows[0])) == (cell, cells, cells)


def test_it_takes_less_than_a_kilobyte() -> None:
    sizes = [len(arcg.text(arcg.make(game).reset()[-1]).encode()) for game in GAMES]

    assert statistics.median(sizes) < 1024


def turn(picture: np.ndarray, *more: np.ndarray, levels: int = 0, full_reset: bool = False) -> FrameData:
    return FrameData("game-1", np.array([picture, *more], np.uint8), GameState.NOT_FINISHED, levels, 3,
                     full_reset=full_reset, available_actions=(1, 2, 6))  # fmt: skip


def board(x: int, y: int, colour: int = 8) -> np.ndarray:
    picture = np.zeros((64, 64), np.uint8)
    picture[8 * y : 8 * y + 8, 8 * x : 8 * x + 8] = colour
    picture[0:8, 0:8] = 9
    return picture


def test_what_an_agent_is_told() -> None:
    first, second, third = turn(board(3, 4)), turn(board(4, 4)), turn(board(5, 4), board(6, 4), board(7, 4, 11))
    told = arcg.text(third, [FrameData(), first, second, third]).splitlines()

    assert told[:3] == [
        "level 1 of 3, 3 actions spent on it, NOT_FINISHED, actions 1 2 6",
        ". white, B blue, Y yellow",
        "cells of 8x8 pixels, the first at x 0, y 0:",
    ]
    assert told[3:11] == ["B.......", *["........"] * 3, ".......Y", *["........"] * 3]
    assert told[11:] == [
        "objects, width x height, pixels, x,y of the upper left of each:",
        "B 8x8 shape 1: 0,0",
        "Y 8x8 shape 1: 56,32",
        "picture 1 of 3: 4,4 R>., 5,4 .>R",
        "picture 2 of 3: 5,4 R>., 6,4 .>R",
        "picture 3 of 3: 6,4 R>., 7,4 .>Y",
    ]


def test_actions_are_those_of_the_level_with_its_resets() -> None:
    won = [turn(board(3, 4)), turn(board(4, 4)), turn(board(1, 1), levels=1)]

    def spent(*turns: FrameData) -> str:
        return arcg.text(turns[-1], [FrameData(), *turns]).splitlines()[0].split(", ")[1]

    assert spent(*won) == "0 actions spent on it"
    assert spent(*won, turn(board(2, 1), levels=1)) == "1 action spent on it"
    assert spent(*won, turn(board(2, 1), levels=1), turn(board(1, 1), levels=1)) == "2 actions spent on it"
    assert spent(*won, turn(board(1, 1), full_reset=True), turn(board(2, 1))) == "1 action spent on it"


def test_the_turn_before_is_found_whether_or_not_the_present_one_is_among_those_kept() -> None:
    first, second = turn(board(3, 4)), turn(board(3, 5))
    copied = turn(board(3, 5))

    assert arcg.text(second, [first]) == arcg.text(second, [first, second]) == arcg.text(second, [first, copied])
    assert "changed: 3,4 R>., 3,5 .>R" in arcg.text(second, [first])


def test_long_turns_and_large_changes_are_told_in_short() -> None:
    dice = np.random.default_rng(0)
    pictures = [np.kron(dice.integers(6, 9, size=(8, 8)), np.ones((8, 8), int)).astype(np.uint8) for _ in range(30)]
    told = arcg.text(pictures[-1], pictures)

    assert "pictures 6-28 of 30: not told" in told and len(told) < 1500
    assert re.search(r"picture 30 of 30: \d+ cells in columns \d-\d, rows \d-\d", told)


def test_what_cannot_be_told() -> None:
    with pytest.raises(ValueError, match="no picture"):
        arcg.text(FrameData(win_levels=3))
    with pytest.raises(ValueError, match="shape"):
        arcg.text(np.zeros((8, 8), np.uint8))
    with pytest.raises(ValueError, match="colours"):
        arcg.text(np.full((64, 64), 16, np.uint8))
