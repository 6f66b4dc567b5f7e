"""The vector environment is so many environments of one game on the reference engine, step by step, in every mode."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from support import ending

import arcg
from arcg.compiler import ir
from arcg.gym import Env, VectorEnv, VectorSymbolicPlanes
from arcg.runtime.palette import PALETTE

MODES = list(AutoresetMode)
NUMBER = 4
STEPS = 24


def alone(game: str | ir.Program, mode: AutoresetMode, **arguments: Any) -> SyncVectorEnv:
    """Gymnasium's own loop over environments on the reference engine."""
    return SyncVectorEnv([lambda: Env(game, **arguments)] * NUMBER, autoreset_mode=mode)


def same(one: Any, two: Any, told: object) -> None:
    """Whether observations, infos and the like are equal, to the shape and dtype."""
    assert type(one) is type(two), told
    if isinstance(one, dict):
        assert set(one) == set(two), told
        for key in one:
            same(one[key], two[key], (told, key))
    elif one.dtype == object:
        assert [value is None for value in one] == [value is None for value in two], told
        assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True) if a is not None), told
    else:
        assert one.dtype == two.dtype and np.array_equal(one, two), (told, one, two)


def played(one: VectorEnv, two: SyncVectorEnv, seed: int) -> Iterator[tuple[Any, ...]]:
    """Play both at random, telling the answers of the first."""
    one.action_space.seed(seed)
    for number, (left, right) in enumerate(zip(one.reset(seed=seed), two.reset(seed=seed), strict=True)):
        same(left, right, ("reset", number))
    for step in range(STEPS):
        actions = one.action_space.sample()
        left, right = one.step(actions), two.step(actions)
        for number, name in enumerate(("observations", "rewards", "terminated", "truncated", "infos")):
            same(left[number], right[number], (step, name))
        yield left
        ended = left[2] | left[3]
        if one.autoreset_mode is AutoresetMode.DISABLED and ended.any():
            seeds = [None if number % 2 else 100 * step + number for number in range(NUMBER)]
            options = {"reset_mask": ended, "level": step % len(one.program.levels)}
            left, right = one.reset(seed=seeds, options=options), two.reset(seed=seeds, options=dict(options))
            same(left[0], right[0], (step, "observations after a reset"))
            same(left[1], right[1], (step, "infos after a reset"))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("text", [ending.THINGS, ending.CELLS], ids=["things", "cells"])
def test_it_is_a_loop_of_single_environments(text: str, mode: AutoresetMode) -> None:
    game = ending.program(text)
    won = ended = cut = 0
    for seed in range(2):
        arguments: dict[str, Any] = {"max_steps": 7, "reset_action": bool(seed), "flat": bool(seed), "level": 1 + seed}
        one = VectorEnv(game, NUMBER, autoreset_mode=mode, **arguments)
        for _, rewards, terminated, truncated, _ in played(one, alone(game, mode, **arguments), seed):
            won, ended, cut = won + rewards.sum(), ended + terminated.sum(), cut + truncated.sum()
    assert won > 2 and ended > 2 and cut > 2, "nothing of interest happened"


@pytest.mark.parametrize("game", ["dyer", "glow", "tilt"])
def test_the_shipped_games(game: str) -> None:
    one = arcg.make_vec(game, NUMBER, max_steps=9, autoreset_mode="SameStep")
    assert any(infos["changed"].any() for *_, infos in played(one, alone(game, one.autoreset_mode, max_steps=9), 3))


@pytest.mark.parametrize("observation", ["frame", "planes"])
@pytest.mark.parametrize("reward", ["win", "efficiency"])
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_other_rewards_and_observations(reward: str, observation: str, mode: AutoresetMode) -> None:
    game = ending.program(ending.THINGS)
    baselines = [1, 2, 3] if reward == "efficiency" else None
    arguments = {"reward": reward, "baselines": baselines, "observation": observation, "level": 1}
    one = VectorEnv(game, NUMBER, autoreset_mode=mode, copy=mode is AutoresetMode.NEXT_STEP, **arguments)
    rewards = np.concatenate([answer[1] for answer in played(one, alone(game, mode, **arguments), 5)])
    assert rewards.any() and ((rewards > 0) & (rewards < 1)).any() == (reward == "efficiency")


def test_the_wrapper_observes_planes() -> None:
    game = ending.program(ending.THINGS)
    plain, wrapped = VectorEnv(game, 3, observation="planes"), VectorSymbolicPlanes(VectorEnv(game, 3))
    assert wrapped.observation_space == plain.observation_space
    assert wrapped.single_observation_space == plain.single_observation_space
    same(wrapped.reset(seed=1)[0], plain.reset(seed=1)[0], "reset")
    actions = np.full((3, 3), 1)
    observed = wrapped.step(actions)[0]
    same(observed, plain.step(actions)[0], "step")
    assert observed.shape == (3, len(game.kinds), 2, 5) and observed[:, plain.kinds.index("Player")].sum() == 3
    assert wrapped.observation_space.contains(observed)
    with pytest.raises(TypeError, match=r"around an arcg\.gym\.VectorEnv"):
        VectorSymbolicPlanes(alone(game, AutoresetMode.NEXT_STEP))


def test_observations_are_new_arrays_unless_asked_otherwise() -> None:
    for copy in (True, False):
        envs = arcg.make_vec("tilt", 2, copy=copy)
        first = envs.reset(seed=0)[0]
        held = first.copy()
        second = envs.step([1, 1])[0]
        assert np.shares_memory(first, second) != copy
        assert np.array_equal(first, held) == copy or np.array_equal(second, held)


def test_the_spaces() -> None:
    things, cells = ending.program(ending.THINGS), ending.program(ending.CELLS)
    assert arcg.make_vec(cells, 2).single_action_space == Discrete(6)
    assert arcg.make_vec(things, 2).single_action_space == MultiDiscrete([7, 64, 64])
    assert arcg.make_vec(things, 2, flat=True).single_action_space == Discrete(6 + 4096)
    envs = arcg.make_vec(things, 5)
    assert envs.observation_space.shape == (5, 64, 64) and envs.action_space.shape == (5, 3)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


def test_a_seed_brings_the_same_games() -> None:
    game = ending.program(ending.THINGS)
    taken = np.tile(np.array([[5, 60, 60]]), (NUMBER, 1))  # a click on nothing, which drops a lamp by chance

    def seen(envs: VectorEnv, seed: Any) -> np.ndarray:
        first = [envs.reset(seed=seed, options={"level": 2})[0], *(envs.step(taken)[0] for _ in range(2))]
        return np.stack([*first, envs.reset(options={"level": 2})[0], *(envs.step(taken)[0] for _ in range(2))])

    one, two = VectorEnv(game, NUMBER), VectorEnv(game, NUMBER)
    assert np.array_equal(seen(one, 7), seen(two, [7, 8, 9, 10]))
    assert np.array_equal(seen(one, 7), seen(one, 7))
    assert not np.array_equal(seen(one, 7), seen(two, 11))
    whole = seen(one, 7)
    assert not np.array_equal(whole[:3], whole[3:]), "the game after the first is another"
    assert not all(np.array_equal(whole[:, 0], whole[:, i]) for i in range(NUMBER)), "seeds count up"


def test_what_is_wrong_is_said() -> None:
    envs = arcg.make_vec("tilt", 2, autoreset_mode="Disabled", max_steps=1)
    with pytest.raises(ResetNeeded, match="reset"):
        envs.step([0, 0])
    envs.reset()
    for actions in ([0], [0, 0, 0], [0, 9], [0, -1], [0.5, 1], [[0, 1, 1], [0, 1, 1]]):
        with pytest.raises(ValueError, match="action"):
            envs.step(actions)
    envs.step([0, 0])
    with pytest.raises(ValueError, match=r"environments \[0, 1\] have ended"):
        envs.step([0, 0])
    for options in ({"level": 99}, {"level": -1}, {"level": 0.5}):
        with pytest.raises(ValueError, match="levels are counted from 0"):
            envs.reset(options=options)
    for mask in (np.zeros(2, np.bool_), np.ones(3, np.bool_), [1, 0]):
        with pytest.raises(ValueError, match="reset_mask is a boolean array"):
            envs.reset(options={"reset_mask": mask})
    for seed in ([1], [1, -1], [1, 2, 3]):
        with pytest.raises(ValueError, match="seeds are"):
            envs.reset(seed=seed)
    with pytest.raises(ValueError, match="at least one environment"):
        arcg.make_vec("tilt", 0)


def test_rendering(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    envs = arcg.make_vec("tilt", 3, render_mode="rgb_array")
    observed = envs.reset(seed=0)[0]
    pictures = envs.render()
    assert len(pictures) == 3 and all(picture.shape == (64, 64, 3) for picture in pictures)
    assert np.array_equal(pictures[1], PALETTE[observed[1]])
    text = arcg.make_vec("tilt", 2, render_mode="ansi")
    text.reset(seed=0)
    assert [len(picture.splitlines()) for picture in text.render()] == [32, 32]
    human = arcg.make_vec("tilt", 20, render_mode="human")
    human.reset()
    human.step(human.action_space.sample())
    assert human.render() is None
    human.close()
