"""Looking into a game from Python: what stands where, which pixel is which cell, pictures, beginning at a level."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

import arcg
from arcg.runtime.env import Env
from arcg.runtime.kernel import KernelEngine
from arcg.runtime.palette import PALETTE
from arcg.runtime.reference import ReferenceEngine

HEAD = """\
game look
board 7x3 ground grey
actions arrows click
layer floor
layer solid
layer marks free
"""
GAME = (
    HEAD
    + """\
kind Goal on floor
    pic
        e
kind Player on solid
    pic
        9
kind Rod on solid has len: 1..4, way: facing, hue: red blue, of: Player
    body len, 1
    pic cells
        8
kind Mark on marks
    pic
        0
world has turned: facing, energy: 0..9 = 9, lives: 0..3 = 3
bar energy top yellow
bar energy left yellow
pips lives bottom red
pips lives right red
{view}
Player walks
phase mark
    on clickcell($c) -> make Mark at $c
phase turn on arrow
    -> turned next
win when every Goal has Player on Goal
legend
    P = Player
    o = Goal
level
    put Player $p at cell(0, 0)
    put Rod{{len=2, way=left, hue=blue, of=$p}} at cell(2, 1)
    put Rod at cell(6, 2)
    map
        ..o....
level
    board 64x64
    map
        P....o
"""
)


def make(folder: Path, view: str = "", level: int = 0) -> Env:
    path = folder / "look.arcg"
    path.write_text(GAME.format(view=view), encoding="utf-8")
    return arcg.make(path, level=level)


def test_things_are_told_in_the_words_of_the_file(tmp_path: Path) -> None:
    env = make(tmp_path)
    env.step("right")

    goal, player, long, short = env.things()

    assert (goal.kind, goal.x, goal.y, goal.cells, goal.attrs) == ("Goal", 2, 0, ((2, 0),), {})
    assert (player.kind, player.x, player.y) == ("Player", 1, 0)
    assert (long.kind, long.cells) == ("Rod", ((2, 1), (3, 1)))
    assert long.attrs == {"len": 2, "way": "left", "hue": "blue", "of": 1}
    assert short.attrs == {"len": 1, "way": "up", "hue": "red", "of": None}


def test_every_engine_tells_the_same(tmp_path: Path) -> None:
    env = make(tmp_path, "view 5x3 follow Player turned by turned")
    other = arcg.make(env.program, engine=KernelEngine)
    for action in ("right", "down", "down"):
        env.step(action)
        other.step(action)
        assert other.things() == env.things()
        assert [other.pixel(x, 1) for x in range(7)] == [env.pixel(x, 1) for x in range(7)]
    assert isinstance(env.engine, ReferenceEngine) and isinstance(other.engine, KernelEngine)


@pytest.mark.parametrize("view", ["", "view 3x2 follow Player turned by turned", "view 5x3 from 2, 0 turned by turned"])
@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("level", [0, 1])
def test_a_click_on_the_pixel_of_a_cell_hits_it(tmp_path: Path, view: str, turns: int, level: int) -> None:
    env = make(tmp_path, view, level)
    for _ in range(turns):
        env.step("right")
    width, height = (64, 64) if level else (7, 3)
    before, seen = env.snapshot(), 0
    for x in range(width if level == 0 else 4):
        for y in range(height):
            pixel = env.pixel(x, y)
            if pixel is None:
                continue
            seen += 1
            env.restore(before)
            env.step("click", *pixel)
            assert [(t.x, t.y) for t in env.things() if t.kind == "Mark"] == [(x, y)]

    assert seen


def test_what_is_not_seen_has_no_pixel(tmp_path: Path) -> None:
    env = make(tmp_path, "view 3x2 follow Player")

    assert [env.pixel(x, 0) is not None for x in range(-1, 8)] == [False, True, True, True] + [False] * 5
    assert [env.pixel(0, y) is not None for y in range(-1, 4)] == [False, True, True, False, False]


def test_a_cell_under_a_bar_has_no_pixel_and_one_half_under_it_has(tmp_path: Path) -> None:
    small = make(tmp_path, level=1)

    assert small.pixel(0, 5) is None and small.pixel(5, 0) is None
    assert small.pixel(1, 1) == (1, 1)
    assert small.pixel(61, 61) == (61, 61) and small.pixel(62, 61) is None

    middle = make(tmp_path).pixel(3, 1)

    assert middle is not None and abs(middle[0] - 32) <= 1 and abs(middle[1] - 32) <= 1


def test_play_may_begin_at_a_level(tmp_path: Path) -> None:
    env = make(tmp_path, level=1)

    assert (env.level_count, env.level, env.levels_completed) == (1, 0, 0)
    assert env.step("right").shape == (1, 64, 64)
    for _ in range(4):
        env.step("right")
    assert env.status is arcg.Status.WON
    for level in (2, -1):
        with pytest.raises(ValueError, match="look has 2"):
            make(tmp_path, level=level)
    with pytest.raises(TypeError):
        arcg.make(tmp_path / "look.arcg", level=0.5)  # type: ignore[arg-type]


def read(data: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height and rows of a PNG file with a palette."""
    width, height = struct.unpack_from(">II", data, 16)
    at = data.index(b"IDAT")
    (size,) = struct.unpack_from(">I", data, at - 4)
    rows = zlib.decompress(data[at + 4 : at + 4 + size])
    return width, height, [rows[y * (width + 1) + 1 : (y + 1) * (width + 1)] for y in range(height)]


def test_a_picture_shows_the_frame(tmp_path: Path) -> None:
    env = make(tmp_path)
    data = arcg.png(env.render(), scale=2)
    width, height, rows = read(data)

    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert data[data.index(b"PLTE") + 4 :].startswith(PALETTE.tobytes())
    assert (width, height) == (128, 128)
    assert [row[::2] for row in rows[::2]] == [row.tobytes() for row in env.render()]
    assert rows[::2] == rows[1::2]


def test_several_frames_stand_side_by_side() -> None:
    frames = np.arange(3 * 2 * 2, dtype=np.uint8).reshape(3, 2, 2)
    width, height, rows = read(arcg.png(frames, scale=1))

    assert (width, height) == (3 * 2 + 2 * 4, 2)
    assert list(rows[0]) == [0, 1, *[16] * 4, 4, 5, *[16] * 4, 8, 9]


@pytest.mark.parametrize(
    ("frames", "scale", "message"),
    [
        (np.zeros((0, 64, 64), np.uint8), 1, "a picture needs a frame"),
        (np.zeros(64, np.uint8), 1, "a picture needs a frame"),
        (np.full((2, 2), 16, np.uint8), 1, "colours 0-15, not 16"),
        (np.zeros((2, 2), np.uint8), 0, "the scale must be at least 1, not 0"),
    ],
)
def test_what_is_no_picture_is_refused(frames: np.ndarray, scale: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        arcg.png(frames, scale=scale)
