"""The environment: shapes, names, checks, and the way through a game."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import arcg
from arcg.runtime.engine import Action, Frames, Status
from arcg.runtime.env import Env, make
from arcg.runtime.palette import PALETTE, to_rgb

GAME = """\
game walk
board 4x4 ground grey
actions arrows click undo
layer floor
layer solid
kind Goal on floor
    pic
        e
kind Player on solid
    pic
        9
kind Lamp on solid has lit: no yes
    pic
        0
    tint 0 by lit as 2 yellow
Player walks
phase lamp
    on click(Lamp) -> Lamp.lit next
win when every Goal has Player on Goal
legend
    P = Player
    o = Goal
    l = Lamp
level
    map
        P.o.
        ....
        ..l.
        ....
level
    map
        P..o
        ....
        ..l.
        ....
"""


@pytest.fixture
def env(tmp_path: Path) -> Env:
    path = tmp_path / "walk.arcg"
    path.write_text(GAME, encoding="utf-8")
    return make(path)


def check_frames(frames: Frames, least: int = 1) -> None:
    assert frames.dtype == np.uint8
    assert frames.shape[1:] == (64, 64)
    assert len(frames) >= least
    assert not frames.size or frames.max() <= 15


def test_reset_and_step_give_frames(env: Env) -> None:
    check_frames(env.reset())
    for action in Action:
        check_frames(env.step(action, 1, 1))
    assert env.render().shape == (64, 64)
    assert env.render().dtype == np.uint8


def test_the_front_door_offers_it() -> None:
    assert arcg.make is make
    assert arcg.Env is Env


def test_where_the_game_stands(env: Env) -> None:
    assert (env.status, env.level, env.levels_completed, env.level_count) == (Status.PLAYING, 0, 0, 2)
    assert env.actions == (Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT, Action.CLICK, Action.UNDO)
    assert env.program.name == "walk"
    assert env.messages() == ()
    env.step("right")
    assert env.action_count == 1
    assert repr(env) == "<Env walk: level 1 of 2, playing>"


def test_a_game_can_be_won_and_reset_starts_anew(env: Env) -> None:
    env.step("right")
    assert len(env.step("right")) == 2  # the won level's last frame and the next level's first
    assert (env.level, env.levels_completed, env.action_count) == (1, 1, 0)
    for _ in range(3):
        env.step("right")
    assert env.status is Status.WON
    check_frames(env.step("left"), least=0)
    assert len(env.step("left")) == 0
    env.reset()
    assert (env.status, env.level, env.levels_completed) == (Status.PLAYING, 0, 0)


@pytest.mark.parametrize("action", [4, np.int64(4), Action.RIGHT, "right"])
def test_an_action_has_a_number_and_a_name(env: Env, action: int) -> None:
    before = env.state()
    env.step(action)
    assert env.state() != before


@pytest.mark.parametrize("action", [8, -1, "jump", "RIGHT"])
def test_an_unknown_action_is_refused(env: Env, action: int) -> None:
    with pytest.raises(ValueError, match="there is no action"):
        env.step(action)
    assert env.action_count == 0


def test_a_click_needs_a_place(env: Env) -> None:
    for place in ({}, {"x": 3}, {"y": 3}):
        with pytest.raises(ValueError, match="a click needs a place"):
            env.step("click", **place)
    with pytest.raises(TypeError):
        env.step("click", 1.5, 2)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        env.step(1.5)  # type: ignore[arg-type]
    before = env.render()
    env.step("click", x=40, y=40)
    assert (env.render() != before).any()


def test_a_click_outside_is_counted_and_changes_nothing(env: Env) -> None:
    before = env.state()
    assert len(env.step("click", 64, -1)) == 1
    assert env.state() == before
    assert env.action_count == 1


def test_a_snapshot_brings_back_the_undo(env: Env) -> None:
    start = env.state()
    env.step("right")
    there, state = env.snapshot(), env.state()
    env.reset()
    env.restore(there)
    assert env.state() == state
    env.step("undo")
    assert env.state() == start
    with pytest.raises(ValueError, match=r".+"):
        env.restore(b"nonsense")


@pytest.mark.parametrize("data", [5, None, "text"])
def test_only_bytes_are_restored(env: Env, data: object) -> None:
    with pytest.raises(TypeError, match=r"restore takes the bytes that state\(\) or snapshot\(\) gave, not"):
        env.restore(data)  # type: ignore[arg-type]


def test_an_empty_name_is_no_folder() -> None:
    with pytest.raises(FileNotFoundError, match="the name of the game is empty"):
        make("")


def test_a_program_and_an_engine_may_be_given(env: Env) -> None:
    made = []

    def engine(program: object) -> object:
        made.append(program)
        return env.engine

    assert make(env.program, engine=engine).engine is env.engine  # type: ignore[arg-type]
    assert made == [env.program]


def test_palette() -> None:
    assert PALETTE.shape == (16, 3)
    assert PALETTE[8].tolist() == [0xF9, 0x3C, 0x31]
    assert not PALETTE.flags.writeable
    frames = np.arange(16, dtype=np.uint8).reshape(2, 2, 4)
    assert to_rgb(frames).shape == (2, 2, 4, 3)
    large = to_rgb(frames, scale=3)
    assert large.shape == (2, 6, 12, 3)
    assert (large[1, 3:6, 9:12] == PALETTE[15]).all()
    with pytest.raises(ValueError, match="0-15"):
        to_rgb(frames + 1)
    with pytest.raises(ValueError, match="scale"):
        to_rgb(frames, scale=0)


def test_the_world_is_told_by_name(env: Env) -> None:
    assert env.world() == env.engine.world_values()
    assert all(isinstance(value, int) for value in env.world().values())
