"""The shipped games: they check without a remark, replay to the pixel, and random play cannot break them."""

from __future__ import annotations

import random

import numpy as np
import pytest

from arcg.compiler.ir import digest
from arcg.dsl.check import check_path
from arcg.dsl.render import render_text
from arcg.runtime.engine import MAX_FRAMES, Action, Status
from arcg.runtime.loading import load, shipped
from arcg.runtime.recording import read, replay
from arcg.runtime.reference import ReferenceEngine

GAMES = sorted(shipped().items())


@pytest.mark.parametrize(("name", "path"), GAMES)
def test_checks_without_a_remark(name: str, path) -> None:
    _, found = check_path(path)

    assert not found, render_text(found, {str(path): path.read_text(encoding="utf-8")})


@pytest.mark.parametrize(("name", "path"), GAMES)
@pytest.mark.parametrize("outcome", ["win", "loss"])
def test_recording_replays_frame_for_frame(name: str, path, outcome: str) -> None:
    recording = read(path.parent / "recordings" / f"{outcome}.jsonl")

    program = load(path)

    assert recording.finished
    assert recording.program_digest == digest(program)
    assert not replay(recording, program)


@pytest.mark.parametrize(("name", "path"), GAMES)
def test_every_level_is_won_and_the_game_can_be_lost(name: str, path) -> None:
    program = load(path)
    win = read(path.parent / "recordings" / "win.jsonl").answers
    loss = read(path.parent / "recordings" / "loss.jsonl").answers

    assert len(program.levels) >= 6
    assert {answer.levels_completed for answer in win} == set(range(len(program.levels) + 1))
    assert win[-1].status is Status.WON
    assert loss[-1].status is Status.OVER


@pytest.mark.parametrize(("name", "path"), GAMES)
def test_random_play_breaks_nothing(name: str, path) -> None:
    """Frames keep their shape and colours, states and snapshots restore, the same actions give the same frames."""
    engine, twin = ReferenceEngine(load(path)), ReferenceEngine(load(path))
    chance = random.Random(name)
    for turn in range(300):
        action = Action.RESET if engine.status is not Status.PLAYING else chance.choice(engine.actions())
        x, y = chance.randrange(64), chance.randrange(64)
        engine.step(action, x, y)
        twin.step(action, x, y)
        frames = engine.frames()

        assert frames.dtype == np.uint8
        assert frames.shape[1:] == (64, 64)
        assert 1 <= len(frames) <= MAX_FRAMES
        assert frames.max() < 16
        assert np.array_equal(frames, twin.frames())
        assert not engine.messages()
        if turn % 50 == 0:
            state, snapshot = engine.state(), engine.snapshot()
            twin.restore(snapshot)
            assert (twin.state(), twin.snapshot()) == (state, snapshot)
            other = ReferenceEngine(engine.program)
            other.restore(state)
            assert other.state() == state
