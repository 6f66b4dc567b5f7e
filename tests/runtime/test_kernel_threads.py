"""Batches that several threads step: nothing that they tell depends on how many."""

from __future__ import annotations

import os
from random import Random

import numba
import numpy as np
import pytest
from support import cell_games, generated

import arcg
from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.runtime.engine import SEEDS
from arcg.runtime.kernel import KernelBatch
from arcg.runtime.kernel.team import Team

ENVIRONMENTS = 5
PROGRAMS = ("dyer", "glow", "tilt", *range(8))
"""Shipped games, and numbers of generated ones, by turns of things and of rules over cells."""


def program(source: str | int) -> ir.Program:
    if isinstance(source, str):
        return arcg.load(source)
    made = (cell_games.game(seed) if source % 2 else generated.program(seed) for seed in range(source, 1_000))
    return next(found for found in made if found is not None)


def told(batch: KernelBatch) -> list[object]:
    """All that a batch tells of its environments."""
    each = [
        (batch.snapshot(i), batch.state(i), batch.frames(i).tobytes(), batch.frame(i).tobytes())
        for i in range(len(batch))
    ]
    whole = [batch.counts, batch.turns, batch.status, batch.changed(), batch.pictures(), batch.planes()]
    return [*each, *(values.tobytes() for values in whole)]


@pytest.mark.parametrize("source", PROGRAMS)
def test_as_many_threads_as_one_likes(source: str | int) -> None:
    game, random = program(source), Random(str(source))
    batches = [KernelBatch(game, ENVIRONMENTS, threads=threads) for threads in (1, 2, 3, 9)]
    assert [batch.threads for batch in batches] == [1, 2, 3, ENVIRONMENTS]
    seeds = [random.randrange(SEEDS) for _ in range(ENVIRONMENTS)]
    for batch in batches:
        batch.reset(seeds)
    for turn in range(12):
        moves = [
            (random.choice((-1, 0, 1, 2, 3, 4, 4, 4, 5, 6, 7)), random.randrange(64), random.randrange(64))
            for _ in range(ENVIRONMENTS)
        ]
        begun = random.sample(range(ENVIRONMENTS), 3) if turn % 4 == 3 else []
        answers = []
        for batch in batches:
            batch.begin(begun, turn)
            batch.step(*zip(*moves, strict=True), drawn=turn % 2 == 0)
            answers.append(told(batch))
        for batch, answer in zip(batches, answers, strict=True):
            assert answer == answers[0], (source, turn, batch.threads, moves)


@pytest.mark.parametrize("source", PROGRAMS)
def test_as_many_environments_as_one_likes(source: str | int) -> None:
    """What lies beside an environment in a batch, and how far from it the next lies, is nothing to it."""
    game, few = program(source), 8
    size = 64 if numba.config.DISABLE_JIT else 4096
    random = np.random.default_rng(len(str(source)))
    chosen = random.choice(size, few, replace=False)
    many, alone = KernelBatch(game, size, threads=2), KernelBatch(game, few)
    many.reset(range(size))
    alone.reset(chosen)
    for turn in range(8):
        actions, xs, ys = random.choice(game.actions, size), *random.integers(0, 64, (2, size))
        many.step(actions, xs, ys, drawn=turn % 2 == 0, renew=True)
        alone.step(actions[chosen], xs[chosen], ys[chosen], renew=True)
        pictures = many.pictures()
        for i, n in enumerate(chosen):
            assert many.snapshot(n) == alone.snapshot(i), (source, turn, n)
            assert np.array_equal(many.frames(n), alone.frames(i)), (source, turn, n)
            assert np.array_equal(pictures[n], alone.frame(i)), (source, turn, n)


MANY = """
game many
board 8x8
actions arrows act
layer solid
kind Seed on solid
    pic
        3
kind Player on solid
    pic
        9
Player walks
phase grow on act repeat show
    Seed, $c = ahead(Seed, right), no { Seed at $c }, no { Player at $c } -> make Seed at $c
legend
    s = Seed
    P = Player
level
    map
        s.......
        s.......
        s.......
        s.......
        s.......
        s.......
        s.......
        ......P.
"""


def test_several_threads_lack_room_at_once() -> None:
    checked, diagnostics = check_text(MANY, "many")
    assert checked is not None, diagnostics
    one, three = (KernelBatch(lower(checked), 6, threads=threads) for threads in (1, 3))
    for actions in ([5] * 6, [1] * 6, [3, 4, 5, 1, 2, 5]):
        for batch in (one, three):
            batch.step(actions, drawn=True)
        assert told(one) == told(three)
    fresh, *grown = (batch.arrays.M.size for batch in (KernelBatch(one.program, 6), one, three))
    assert fresh < grown[0] == grown[1], "what several threads lack is made larger once, not once for each"


def test_there_is_no_batch_without_threads() -> None:
    with pytest.raises(ValueError, match="at least one thread, not 0"):
        KernelBatch(arcg.load("dyer"), 4, threads=0)


def test_what_a_thread_raises_is_raised_when_all_have_ended() -> None:
    ended = []

    def task(number: int) -> None:
        if number == 1:
            raise ZeroDivisionError
        ended.append(number)

    with pytest.raises(ZeroDivisionError):
        Team(4).each(task)
    assert sorted(ended) == [0, 2, 3]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork on this system")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own() -> None:
    team = Team(3)
    assert team.each(lambda number: number) == [0, 1, 2]
    child = os.fork()
    if child == 0:
        os._exit(0 if team.each(lambda number: number * number) == [0, 1, 4] else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_clicks_are_for_the_environment_they_were_made_in() -> None:
    game = arcg.load("glow")
    one, four = KernelBatch(game, 8), KernelBatch(game, 8, threads=4)
    random = np.random.default_rng(0)
    for _ in range(10):
        clicks = random.integers(0, 64, (2, 8))
        for batch in (one, four):
            batch.step([6] * 8, *clicks)
        assert [one.state(i) for i in range(8)] == [four.state(i) for i in range(8)]
