"""The kernels play rules over cells like the reference engine: every answer, byte for byte, of generated games.

`ARCG_EXAMPLES=2000 ARCG_SEED=7 pytest tests/properties/test_cells.py` looks longer and elsewhere.
"""

from __future__ import annotations

import os
import time
from random import Random

import numba
import numpy as np
import pytest
from support.cell_games import game

from arcg.runtime.engine import Action, Engine
from arcg.runtime.kernel import KernelBatch, KernelEngine, ready
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.relay import RelayEngine

EXAMPLES = int(os.environ.get("ARCG_EXAMPLES", "12" if numba.config.DISABLE_JIT else "30"))
SEED = int(os.environ.get("ARCG_SEED", "0")) * 1_000_000
MOVES = 14
ACTIONS = (*range(8), Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT, Action.UNDO)


def answer(engine: Engine) -> dict[str, object]:
    """All that an engine says after an action."""
    return {
        "state": engine.state(),
        "snapshot": engine.snapshot(),
        "frames": engine.frames().tobytes(),
        "frame": engine.frame().tobytes(),
        "where": (engine.status, engine.level, engine.levels_completed, engine.action_count, engine.full_reset),
        "changed": (engine.changed(), engine.can_undo),
        "messages": engine.messages(),
        "trace": engine.trace(),
    }


def same(one: Engine, two: Engine, told: object) -> None:
    """Two engines say the same."""
    left, right = answer(one), answer(two)
    assert [name for name in left if left[name] != right[name]] == [], told


@pytest.mark.parametrize("seed", range(SEED, SEED + EXAMPLES))
def test_every_answer_is_that_of_the_reference_engine(seed: int) -> None:
    program, random = game(seed), Random(seed)
    reference, kernel = ReferenceEngine(program), KernelEngine(program)
    number = random.randrange(1 << 31)
    taken: list[int] = []
    for engine in (reference, kernel):
        engine.reset(number)
    same(reference, kernel, taken)
    for _ in range(MOVES):
        taken.append(random.choice(ACTIONS))
        for engine in (reference, kernel):
            engine.step(taken[-1], 3, 3)
        same(reference, kernel, taken)


@pytest.mark.parametrize("seed", range(SEED, SEED + max(1, EXAMPLES // 4)))
def test_engines_take_turns_in_one_game(seed: int) -> None:
    program, random = game(1_000 + seed), Random(seed)
    alone, one, other = ReferenceEngine(program), KernelEngine(program), ReferenceEngine(program)
    taken: list[int] = []
    for _ in range(MOVES):
        if random.random() < 0.3:
            other.restore(one.snapshot())
            one, other = other, one
        taken.append(random.choice(ACTIONS))
        for engine in (alone, one):
            engine.step(taken[-1], 3, 3)
        same(alone, one, taken)
    for engine in (one, other):
        engine.restore(alone.state())
        assert engine.state() == alone.state()
    assert one.snapshot() == other.snapshot()


def ready_to_go_on(relay: RelayEngine) -> bool:
    """Whether the kernels are loaded, or have taken over."""
    return relay._next is not None or isinstance(relay.engine, KernelEngine)


def test_a_relay_goes_on_with_the_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ready, "is_built", lambda: True)
    program = game(3)
    relay, alone = RelayEngine(program), ReferenceEngine(program)
    for number in range(30):
        deadline = time.monotonic() + 60
        while number == 10 and not ready_to_go_on(relay) and time.monotonic() < deadline:
            time.sleep(0.01)
        action = ACTIONS[number % len(ACTIONS)]
        for engine in (relay, alone):
            engine.step(action, 3, 3)
        same(alone, relay, number)
    assert isinstance(relay.engine, KernelEngine)


@pytest.mark.parametrize("seed", range(SEED, SEED + max(1, EXAMPLES // 8)))
def test_a_batch_plays_like_so_many_reference_engines(seed: int) -> None:
    program, random = game(2_000 + seed), Random(seed)
    seeds = [random.randrange(1 << 31) for _ in range(3)]
    batch, engines = KernelBatch(program, len(seeds)), [ReferenceEngine(program) for _ in seeds]
    batch.reset(seeds)
    for engine, number in zip(engines, seeds, strict=True):
        engine.reset(number)
    for turn in range(MOVES // 2):
        actions = [random.choice(ACTIONS) for _ in seeds]
        batch.step(actions, drawn=turn % 2 == 0)
        for number, engine in enumerate(engines):
            engine.step(actions[number], 3, 3)
            assert batch.snapshot(number) == engine.snapshot()
            assert np.array_equal(batch.frames(number), engine.frames())
            assert batch.counts[number] == len(engine.frames())
