"""Fresh levels in play: `arcg.make(.., levels="fresh")` and the Gymnasium environments."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from support.fresh import text

import arcg
from arcg.gym import Env, VectorEnv, make_vec
from arcg.runtime.env import make
from arcg.runtime.generate.fresh import levels
from arcg.runtime.generate.playing import FreshEnv, fresh_game


@pytest.fixture(scope="module")
def shed(tmp_path_factory):
    path = tmp_path_factory.mktemp("fresh") / "shed.arcg"
    path.write_text(text())
    return path


@pytest.fixture(scope="module")
def made(shed):
    return list(islice(levels(shed, 5), 4))


def played(env, moves):
    for move in moves:
        env.step(move.action)
    return env.status is arcg.Status.WON


def test_each_reset_begins_the_next_level(shed, made):
    env = make(shed, levels="fresh", levels_seed=5)
    for fresh in made:
        env.reset()
        assert env.program.levels == fresh.program.levels
        assert env.level_count == 1
        assert env.shortest == len(fresh.certificate.moves)
        assert played(env, fresh.certificate.moves)


def test_what_was_played_without_a_reset_is_not_played_again(shed, made):
    env = make(shed, levels="fresh", levels_seed=5)
    assert isinstance(env, FreshEnv)
    assert played(env, made[0].certificate.moves)
    env.reset()
    assert env.program.levels == made[1].program.levels
    assert env.status is arcg.Status.PLAYING


def test_things_are_those_of_the_present_level(shed):
    env = make(shed, levels="fresh", levels_seed=5, engine=arcg.KernelEngine)
    for _ in range(3):
        env.reset()
        board = env.program.levels[0]
        assert sorted((one.x, one.y) for one in env.things()) == sorted((one.x, one.y) for one in board.things)


def test_a_game_of_fresh_levels(shed, made):
    program, shortest = fresh_game(shed, 3, 5)
    assert program.levels == tuple(fresh.level for fresh in made[:3])
    assert shortest == tuple(len(fresh.certificate.moves) for fresh in made[:3])
    env = make(program)
    assert played(env, [move for fresh in made[:3] for move in fresh.certificate.moves])


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"levels": "new"}, "'own' or 'fresh'"),
        ({"levels": "fresh", "level": 1}, "level 2 has no `generate` block"),
        ({"levels": "fresh", "levels_seed": -1}, "seeds of levels are 0"),
    ],
)
def test_mistakes(shed, asked, told):
    with pytest.raises(ValueError, match=told):
        make(shed, **asked)


def test_a_program_has_no_blocks(shed):
    for begin in (lambda game: make(game, levels="fresh"), lambda game: Env(game, levels="fresh")):
        with pytest.raises(ValueError, match="give its path"):
            begin(arcg.load(shed))
    with pytest.raises(ValueError, match="one level or more"):
        fresh_game(shed, 0)


# ------------------------------------------------------------ Gymnasium


@pytest.mark.parametrize("engine", ["reference", "kernel"])
def test_an_environment_goes_on_to_the_next_level_with_each_reset(shed, made, engine):
    env = Env(shed, levels="fresh", engine=engine, reward="efficiency")
    for _ in range(2):  # the same seed begins with the same level again
        for number, fresh in enumerate(made):
            env.reset(seed=None if number else 5)
            assert env.engine.program.levels == fresh.program.levels
            for move in fresh.certificate.moves:
                _, reward, terminated, _, _ = env.step(move.action - 1)
            assert (terminated, reward) == (True, 1.0)


def test_without_a_seed_levels_are_left_to_chance(shed):
    one, other = (Env(shed, levels="fresh") for _ in range(2))
    seen = [[env.reset()[0].tobytes() for _ in range(3)] for env in (one, other)]
    assert seen[0] != seen[1]
    assert len(set(seen[0])) > 1


def test_planes_have_room_for_the_largest_board_of_the_block(shed):
    env = Env(shed, levels="fresh", observation="planes")
    assert env.observation_space.shape[1:] == (6, 8)
    for seed in range(4):
        assert env.observation_space.contains(env.reset(seed=seed)[0])


def test_many_environments_go_through_the_levels_in_order(shed, made):
    envs = make_vec(shed, 6, levels="fresh", levels_count=4, levels_seed=5, reward="efficiency")
    assert isinstance(envs, VectorEnv)
    assert envs.program.levels == tuple(fresh.level for fresh in made)
    first = envs.reset(seed=0)[0]
    alone = [make(fresh.program).reset()[-1] for fresh in made]
    for i in range(6):
        assert np.array_equal(first[i], alone[i % 4])
    second = envs.reset(options={"reset_mask": np.arange(6) < 2})[0]
    assert np.array_equal(second[0], alone[1])
    assert np.array_equal(second[1], alone[2])
    assert np.array_equal(second[2], alone[2])
    assert np.array_equal(envs.reset(options={"level": 3})[0][0], alone[3])
    for move in made[3].certificate.moves:
        _, rewards, terminated, _, _ = envs.step(np.full(6, move.action - 1))
    assert terminated.all()
    assert (rewards == 1.0).all()
    after = envs.step(np.zeros(6, np.int64))[0]
    assert np.array_equal(after[0], alone[0])
