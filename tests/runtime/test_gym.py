"""One game as a Gymnasium environment: checked by Gymnasium, registered, masked, rewarded, rendered."""

from __future__ import annotations

import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.utils.env_checker import check_env
from support import ending

import arcg
from arcg.cli import main
from arcg.gym import Env, SymbolicPlanes
from arcg.runtime.engine import Action, Status
from arcg.runtime.loading import shipped
from arcg.runtime.palette import PALETTE
from arcg.runtime.recording import read

SHIPPED = ("dyer", "glow", "tilt")


@pytest.fixture(autouse=True)
def _no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


# ---------------------------------------------------------------- Gymnasium's own check


@pytest.mark.parametrize("game", SHIPPED)
@pytest.mark.parametrize("arguments", [{}, {"observation": "planes", "flat": True, "reset_action": True}])
def test_gymnasium_has_nothing_to_say(game: str, arguments: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(f"arcg/{game}-v0", **arguments).unwrapped)


def test_gymnasium_checks_the_kernels_too() -> None:
    check_env(gymnasium.make("arcg/tilt-v0", engine="kernel").unwrapped)


# ---------------------------------------------------------------- registration


def test_a_game_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "mine"]) == 0
    name = arcg.gym.register(tmp_path / "mine.arcg", max_episode_steps=3)
    assert name == "arcg/mine-v0"
    assert arcg.gym.register(tmp_path / "mine.arcg", max_episode_steps=3) == name, "registered anew without a word"
    env = gymnasium.make(name)
    env.reset(seed=0)
    assert [env.step(0)[3] for _ in range(3)] == [False, False, True]
    envs = gymnasium.make_vec(name, 2)
    envs.reset(seed=0)
    assert [envs.step([0, 0])[3].tolist() for _ in range(3)] == [[False] * 2, [False] * 2, [True] * 2]
    assert arcg.gym.register(tmp_path / "mine.arcg", env_id="own/other-v3") == "own/other-v3"
    with pytest.raises(FileNotFoundError, match="no file"):
        arcg.gym.register(tmp_path / "other.arcg")


def test_importing_arcg_loads_neither_gymnasium_nor_numba() -> None:
    code = (
        "import sys, arcg; print([name for name in ('gymnasium', 'numba', 'numpy', 'pygame') if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


# ---------------------------------------------------------------- spaces and masks


def test_spaces() -> None:
    things, cells = ending.program(ending.THINGS), ending.program(ending.CELLS)
    assert Env(things).observation_space == Box(0, 15, (64, 64), np.uint8)
    assert Env(things).action_space == MultiDiscrete([7, 64, 64])
    assert Env(things).action_names == tuple(f"ACTION{n}" for n in range(1, 8))
    assert Env(cells, reset_action=True).action_space == Discrete(7)
    assert Env(cells, reset_action=True).action_names == (*(f"ACTION{n}" for n in (1, 2, 3, 4, 5, 7)), "RESET")
    flat = Env(things, flat=True, reset_action=True)
    assert flat.action_space == Discrete(7 + 4096)
    assert flat.action_names == (*(f"ACTION{n}" for n in (1, 2, 3, 4, 5, 7)), "RESET", "ACTION6")
    assert Env(cells, observation="planes").observation_space == Box(0, 1, (3, 1, 5), np.uint8)


@pytest.mark.parametrize("flat", [False, True])
def test_a_choice_means_its_action(flat: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    env = Env(ending.program(ending.THINGS), flat=flat, reset_action=True)
    env.reset()
    taken: list[tuple[int, int, int]] = []
    monkeypatch.setattr(env.engine, "step", lambda *action: taken.append(action))
    for choice in [0, 4, 5, 7 + 64 * 3 + 9] if flat else [[0, 5, 6], [4, 5, 6], [6, 5, 6], [5, 9, 3]]:
        env.step(choice)
    assert [action for action, _, _ in taken] == [Action.UP, Action.ACT, Action.UNDO, Action.CLICK]
    assert taken[-1] == (Action.CLICK, 9, 3)


def test_masks_say_what_is_legal() -> None:
    env = Env(ending.program(ending.CELLS), reset_action=True)
    left, right, undo, reset = 2, 3, 5, 6

    def legal(info: dict[str, Any]) -> tuple[int, int]:
        assert info["action_mask"].dtype == np.int8 and info["action_mask"][:undo].all()
        return int(info["action_mask"][undo]), int(info["action_mask"][reset])

    assert legal(env.reset(seed=1)[1]) == (0, 0)
    _, _, _, _, info = env.step(left)
    assert info["changed"] and legal(info) == (1, 1)
    assert legal(env.step(undo)[4]) == (0, 1)
    assert legal(env.step(reset)[4])[1] == 0
    observed, reward, *ended, info = env.step(reset)
    assert (reward, ended, info["changed"], info["frames"]) == (0, [False, False], False, 0), "nothing to restart"
    assert np.array_equal(observed, env.engine.frame())
    for action in (right, right, left):
        info = env.step(action)[4]
    assert env.action_space.sample(info["action_mask"]) in env.action_space
    masked, pixels = Env(ending.program(ending.THINGS)), np.ones(64, np.int8)
    info = masked.reset()[1]
    assert info["action_mask"].tolist() == [1] * 6 + [0]
    assert masked.action_space.contains(masked.action_space.sample((info["action_mask"], pixels, pixels)))


def test_after_the_end_nothing_is_masked() -> None:
    env = Env(ending.program(ending.THINGS))
    env.reset()
    _, reward, terminated, truncated, info = env.step([2, 0, 0])  # to the left is the pit
    assert (reward, terminated, truncated) == (0, True, False) and info["action_mask"].all()
    _, reward, terminated, _, info = env.step([0, 0, 0])
    assert (reward, terminated, info["frames"], info["changed"]) == (0, True, 0, False)


# ---------------------------------------------------------------- what is told


def test_an_episode_to_its_end() -> None:
    env = Env(ending.program(ending.THINGS))
    env.reset()
    act, left, right = [4, 0, 0], [2, 0, 0], [3, 0, 0]
    told = [env.step(action) for action in (act, right, right, left, left)]
    assert told[0][4]["frames"] == 2 and env.frames.shape[1:] == (64, 64)
    assert [info["changed"] for *_, info in told] == [False, True, True, True, True]
    assert [reward for _, reward, *_ in told] == [0, 1, 1, 0, 1]
    assert [info["levels_completed"] for *_, info in told] == [0, 1, 2, 2, 3]
    assert [terminated for _, _, terminated, *_ in told] == [False] * 4 + [True]
    assert env.engine.status is Status.WON


def test_it_begins_at_a_level() -> None:
    env = Env(ending.program(ending.THINGS), level=1)
    first = env.reset()[0]
    other = env.reset(options={"level": 2})[0]
    assert not np.array_equal(first, other)
    assert env.step([2, 0, 0])[1:3] == (0, False) and env.step([2, 0, 0])[1:3] == (1, True)
    again, info = env.reset()
    assert np.array_equal(again, first) and info["levels_completed"] == 0
    assert env.step([3, 0, 0])[4]["levels_completed"] == 1


def test_it_is_cut_off() -> None:
    env = Env("tilt", max_steps=2)
    env.reset()
    assert [env.step(0)[2:4] for _ in range(2)] == [(False, False), (False, True)]
    env.reset()
    assert env.step(0)[2:4] == (False, False)


def test_rewards() -> None:
    things = ending.program(ending.THINGS)
    act, left, right = [4, 0, 0], [2, 0, 0], [3, 0, 0]

    def earned(**arguments: Any) -> list[float]:
        env = Env(things, **arguments)
        env.reset()
        return [env.step(action)[1] for action in (act, right, right, left, left, left)]

    assert earned(reward="win") == [0, 0, 0, 0, 1, 0]
    assert earned(reward="efficiency", baselines=[1, 2, 1]) == [0, 0.5, 1, 0, 0.5, 0]


def test_a_recording_gives_the_baselines() -> None:
    env = Env("tilt", reward="efficiency")
    env.reset()
    recording = read(shipped()["tilt"].parent / "recordings" / "win.jsonl")
    names = {int(action): number for number, action in enumerate(env.program.actions)}
    rewards = [env.step(names[answer.action])[1] for answer in recording.answers[1:]]
    assert sum(rewards) == len(env.program.levels) and set(rewards) == {0, 1}, "whoever plays it earns all"


def test_planes() -> None:
    env = SymbolicPlanes(gymnasium.make("arcg/dyer-v0"))
    observed, _ = env.reset(seed=0)
    assert env.observation_space.contains(observed)
    game = env.unwrapped
    assert isinstance(game, Env)
    things = arcg.make("dyer").things()
    for thing in things:
        assert all(observed[game.kinds.index(thing.kind), y, x] for x, y in thing.cells)
    assert observed.sum() == len({(thing.kind, cell) for thing in things for cell in thing.cells})
    with pytest.raises(TypeError, match=r"around an arcg\.gym\.Env"):
        SymbolicPlanes(gymnasium.make("CartPole-v1"))


def test_the_engines_play_alike() -> None:
    for text in (ending.THINGS, ending.CELLS):
        envs = [Env(ending.program(text), engine=engine, max_steps=5) for engine in ("reference", "kernel")]
        envs[0].action_space.seed(2)
        for seed in (4, None, None):
            observed = [env.reset(seed=seed)[0] for env in envs]
            for _ in range(8):
                assert np.array_equal(*observed)
                action = envs[0].action_space.sample()
                one, two = (env.step(action) for env in envs)
                assert one[1:4] == two[1:4] and str(one[4]) == str(two[4])
                observed = [one[0], two[0]]


# ---------------------------------------------------------------- showing and mistakes


def test_rendering() -> None:
    env = Env("dyer", render_mode="rgb_array")
    observed, _ = env.reset()
    assert np.array_equal(env.render(), PALETTE[observed])
    text = Env("dyer", render_mode="ansi")
    text.reset()
    assert [line.count("▀") for line in text.render().splitlines()] == [64] * 32
    human = Env("dyer", render_mode="human")
    human.reset()
    human.step(0)
    assert human.render() is None
    human.close()
    human.close()
    silent = Env("dyer")
    silent.reset()
    with pytest.warns(UserWarning, match="render_mode"):
        assert silent.render() is None


def test_a_window_that_was_closed_stays_closed() -> None:
    import pygame

    human = Env("dyer", render_mode="human")
    human.reset()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    human.step(0)
    assert not pygame.display.get_init()
    human.step(0)
    assert not pygame.display.get_init()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"engine": "fast"}, "the engines are reference and kernel"),
        ({"observation": "pixels"}, "there are frame, planes"),
        ({"reward": "score"}, "the rewards are levels, win, efficiency"),
        ({"reward": "win", "baselines": [1]}, "baselines are for reward='efficiency'"),
        ({"reward": "efficiency", "baselines": [1, 2]}, "for each of the 9 levels"),
        ({"level": 9}, "the game has 9; there is no level 9"),
        ({"max_steps": 0}, "max_steps is a number from 1 on"),
        ({"render_mode": "svg"}, "the modes are human, rgb_array, ansi"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Env("tilt", **arguments)


def test_efficiency_needs_baselines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=r"needs baselines=\[\.\.\.\]"):
        Env(ending.program(ending.THINGS), reward="efficiency")
    monkeypatch.chdir(tmp_path)
    assert main(["new", "mine"]) == 0
    with pytest.raises(ValueError, match=r"or the recording of a win in"):
        Env(tmp_path / "mine.arcg", reward="efficiency")
    (tmp_path / "recordings").mkdir()
    source = shipped()["tilt"].parent / "recordings" / "win.jsonl"
    (tmp_path / "recordings" / "win.jsonl").write_bytes(source.read_bytes())
    with pytest.raises(ValueError, match="not a recording of this game"):
        Env(tmp_path / "mine.arcg", reward="efficiency")


def test_wrong_use() -> None:
    env = Env("tilt")
    with pytest.raises(ResetNeeded, match="reset"):
        env.step(0)
    env.reset()
    for action in (5, -1, 0.5, [0, 1, 1], "up", None):
        with pytest.raises(ValueError, match="action"):
            env.step(action)
    with pytest.raises(ValueError, match="there is no level 99"):
        env.reset(options={"level": 99})


def test_without_gymnasium_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import arcg; arcg.make_vec"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert told.returncode == 1 and "arcg.gym needs Gymnasium: pip install 'arcg[gym]'" in told.stderr
