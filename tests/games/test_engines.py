"""Both engines on the shipped games under random play: every state, answer and frame.

`ARCG_STEPS=1000000 pytest tests/games/test_engines.py -s` takes a longer walk (half an hour; frames are then compared
at every twentieth step).
"""

from __future__ import annotations

import os
from random import Random

import numpy as np
import pytest

from arcg.runtime.engine import SIZE, Action, Status
from arcg.runtime.env import from_level
from arcg.runtime.kernel import KernelBatch, KernelEngine
from arcg.runtime.loading import load, shipped
from arcg.runtime.reference import ReferenceEngine

STEPS = int(os.environ.get("ARCG_STEPS", "3000"))
"""Over all games together."""

SHORT = 100_000
"""In walks of more steps than this not all frames are compared."""


@pytest.mark.parametrize("game", shipped())
def test_engines_agree_over_a_long_walk(game: str) -> None:
    """Random offered actions from each level in turn, with a RESET now and then and after every end."""
    program = load(game)
    steps = STEPS // len(shipped())
    every = 20 if STEPS > SHORT else 1
    for level in range(len(program.levels)):
        rest = from_level(program, level)
        reference, kernel = ReferenceEngine(rest), KernelEngine(rest)
        random = Random(f"{game} {level}")
        for step in range(steps // len(program.levels) + 1):
            action = random.choice(program.actions)
            if reference.status is not Status.PLAYING or random.random() < 0.005:
                action = Action.RESET
            x, y = random.randrange(-1, SIZE + 1), random.randrange(-1, SIZE + 1)
            reference.step(action, x, y)
            kernel.step(action, x, y)
            where = f"{game}, level {level + 1}, step {step + 1}"
            assert kernel.state() == reference.state(), where
            assert (kernel.status, kernel.level, kernel.action_count) == (
                reference.status, reference.level, reference.action_count,
            ), where  # fmt: skip
            if step % every == 0:
                assert np.array_equal(kernel.frames(), reference.frames()), where
                assert kernel.trace() == reference.trace(), where


@pytest.mark.parametrize("game", shipped())
def test_drawing_at_once_and_drawing_later_give_the_same_frames(game: str) -> None:
    program = load(game)
    random = np.random.default_rng(1)
    now, later = KernelBatch(program, 3), KernelBatch(program, 3)
    for _ in range(60):
        actions = random.choice(program.actions, 3)
        xs, ys = random.integers(0, SIZE, (2, 3))
        now.step(actions, xs, ys, drawn=True, renew=True)
        later.step(actions, xs, ys, renew=True)
        assert np.array_equal(now.counts, later.counts)
        for number in range(3):
            assert np.array_equal(now.frames(number), later.frames(number))


def test_what_a_batch_refuses() -> None:
    program = load("dyer")
    with pytest.raises(ValueError, match="at least one environment"):
        KernelBatch(program, 0)
    batch = KernelBatch(program, 2)
    with pytest.raises(ValueError, match="from 0"):
        batch.step([1, 8])
    with pytest.raises(ValueError, match="2 actions"):
        batch.step([1])
    assert batch.turns.tolist() == [0, 0]


def test_a_finished_game_is_renewed_when_asked() -> None:
    program = load("dyer")
    batch = KernelBatch(program, 1)
    random = np.random.default_rng(2)
    for _ in range(3000):
        batch.step(random.choice(program.actions, 1))
        if batch.status[0] == Status.OVER:
            break
    assert batch.status[0] == Status.OVER
    turns = int(batch.turns[0])
    batch.step([Action.UP], renew=True)
    assert batch.status[0] == Status.PLAYING
    assert batch.turns[0] == turns, "a reset is no turn"
