"""Batches: new games in some environments, what is told of all of them at once, held against the reference engine."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from support import cell_games, generated

import arcg
from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.runtime.engine import Action, Engine
from arcg.runtime.env import from_level
from arcg.runtime.kernel import KernelBatch, KernelEngine
from arcg.runtime.reference import ReferenceEngine

SHIPPED = ("dyer", "glow", "tilt")


def with_several_levels(count: int) -> list[ir.Program]:
    """Generated games of both semantics that have more than one level; some of them use chance."""
    things = (generated.program(seed) for seed in range(3, 1_000))
    cells = (cell_games.game(seed) for seed in range(1_000))
    found = []
    for programs in (things, cells):
        several = (program for program in programs if program is not None and len(program.levels) > 1)
        found += [next(several) for _ in range(count)]
    return found


def action(random: Random, first: int = 0) -> tuple[int, int, int]:
    return random.choice((0, 1, 2, 3, 4, 4, 4, 5, 6, 6, 7)[first:]), random.randrange(64), random.randrange(64)


def counters(program: ir.Program) -> set[str]:
    return {attr.name for attr in program.world if isinstance(attr.domain, ir.IntDomain)}


def looks(engine: ReferenceEngine) -> object:
    """What `changed` speaks of, in the words of the environment."""
    world = {name: value for name, value in engine.world_values().items() if name not in counters(engine.program)}
    return engine.level, engine.status, world, engine.things()


def planes(engine: ReferenceEngine) -> np.ndarray:
    program = engine.program
    names = [kind.name for kind in program.kinds]
    height, width = (max(getattr(level, side) for level in program.levels) for side in ("height", "width"))
    out = np.zeros((len(names), height, width), np.uint8)
    level = program.levels[engine.level]
    for thing in engine.things():
        for x, y in thing.cells:
            if 0 <= x < level.width and 0 <= y < level.height:
                out[names.index(thing.kind), y, x] = 1
    return out


def agree(batch: KernelBatch, engines: list[ReferenceEngine], told: object) -> None:
    """All that is told of the whole batch is what the engines say one by one."""
    pictures, changed, marked = batch.pictures(), batch.changed(), batch.planes()
    for number, engine in enumerate(engines):
        assert np.array_equal(pictures[number], engine.frame()), (told, number)
        assert bool(changed[number]) == engine.changed(), (told, number)
        assert bool(batch.can_undo[number]) == engine.can_undo, (told, number)
        assert np.array_equal(marked[number], planes(engine)), (told, number)
        assert (batch.status[number], batch.level[number]) == (engine.status, engine.level), (told, number)
        assert np.array_equal(batch.frames(number), engine.frames()), (told, number)
        assert batch.counts[number] == len(engine.frames()), (told, number)


@pytest.mark.parametrize("source", [*SHIPPED, *range(8)])
def test_a_batch_tells_of_all_what_the_reference_engine_tells_of_each(source: str | int) -> None:
    program = arcg.load(source) if isinstance(source, str) else with_several_levels(4)[source]
    random = Random(str(source))
    batch, engines = KernelBatch(program, 3), [ReferenceEngine(program) for _ in range(3)]
    agree(batch, engines, "at the beginning")
    shown, marked = batch.pictures(), batch.planes()
    some_changed = some_not = False
    for turn in range(16):  # few random clicks hit anything
        actions = [action(random) for _ in engines]
        before = [looks(engine) for engine in engines]
        for engine, move in zip(engines, actions, strict=True):
            engine.step(*move)
        batch.step(*zip(*actions, strict=True), drawn=turn % 2 == 0)
        agree(batch, engines, actions)
        fresh = [
            np.concatenate([drawn[:1], held[1:]])
            for drawn, held in ((batch.pictures(), shown), (batch.planes(), marked))
        ]
        for out, whole in zip(
            (batch.pictures(shown, np.array([0])), batch.planes(marked, np.array([0]))), fresh, strict=True
        ):
            assert np.array_equal(out, whole)
        for engine, held in zip(engines, before, strict=True):
            assert engine.changed() == (looks(engine) != held)
            some_changed, some_not = some_changed or engine.changed(), some_not or not engine.changed()
        if turn == 4:
            data = engines[0].snapshot()
            engines[1].restore(data)
            batch.restore(1, data)
            agree(batch, engines, "after a restore")
    assert not isinstance(source, str) or (some_changed and some_not)


COUNTING = """
game counting
board 3x1
actions arrows act
layer solid
kind Player on solid
    pic
        3
Player walks
world has steps: 0..99
world has light: off on
phase count
    on arrow -> steps + 1
    on act, light = off -> light = on
win when steps = 99
legend
    P = Player
level
    map
        P..
"""


@pytest.mark.parametrize("make", [ReferenceEngine, KernelEngine])
def test_a_counter_alone_is_no_change(make: Callable[[ir.Program], Engine]) -> None:
    game, diagnostics = check_text(COUNTING, "counting")
    assert game is not None, diagnostics
    engine = make(lower(game))
    told = []
    for action in (Action.LEFT, Action.RIGHT, Action.ACT, Action.ACT, Action.RESET, Action.RESET):
        engine.step(action)
        told.append((engine.world_values()["steps"], engine.changed()))
    assert told == [(1, False), (2, True), (2, True), (2, False), (0, True), (0, False)]
    engine.step(Action.RIGHT)
    engine.reset()
    assert not engine.changed()


@pytest.mark.parametrize("number", range(8))
def test_new_games_begin_where_they_are_asked_to(number: int) -> None:
    program, random = with_several_levels(4)[number], Random(number)
    batch, engines = KernelBatch(program, 4), [ReferenceEngine(program) for _ in range(4)]
    for turn in range(6):
        if turn in (2, 4):
            which = random.sample(range(4), 2)
            level, seeds = random.randrange(len(program.levels)), [random.randrange(1 << 31) for _ in which]
            others = [i for i in range(4) if i not in which]
            before = [told(batch, i) for i in others]
            batch.begin(which, seeds, level=level)
            assert [told(batch, i) for i in others] == before
            for i, seed in zip(which, seeds, strict=True):
                engines[i] = ReferenceEngine(from_level(program, level))
                engines[i].reset(seed)
                assert batch.level[i] == engines[i].level + level
                assert batch.levels_completed[i] == engines[i].levels_completed + level
                batch.restore(i, batch.snapshot(i))
                batch.begin([i], seed, level=level)
                assert np.array_equal(batch.frames(i), engines[i].frames()) and not batch.changed()[i]
        moves = [action(random, 1) for _ in engines]
        stays = random.randrange(5)  # nobody in one of five cases
        for i, engine in enumerate(engines):
            if i != stays:
                engine.step(*moves[i])
        batch.step(*zip(*((-1, 0, 0) if i == stays else move for i, move in enumerate(moves)), strict=True))
        for i, engine in enumerate(engines):
            assert np.array_equal(batch.frame(i), engine.frame()), (turn, i, moves)
            assert batch.action_count[i] == engine.action_count
            assert len(batch.frames(i)) == batch.counts[i] == (0 if i == stays else len(engine.frames()))
            assert batch.changed()[i] == (i != stays and engine.changed())


def told(batch: KernelBatch, i: int) -> tuple[object, ...]:
    return batch.snapshot(i), batch.frames(i).tobytes(), batch.counts[i], batch.changed()[i]


@pytest.mark.parametrize("number", [0, 4])
def test_what_there_is_not_cannot_begin(number: int) -> None:
    batch = KernelBatch(with_several_levels(1 + number // 4)[number // 2], 2)
    state = batch.snapshot(1)
    for which in ([2], [-1], [1, 1]):
        with pytest.raises(ValueError, match="0 to 1, each at most once"):
            batch.begin(which)
    with pytest.raises(ValueError, match="levels are counted from 0"):
        batch.begin([1], level=98)
    with pytest.raises(ValueError, match="a seed is a number from 0"):
        batch.begin([1], seed=-1)
    with pytest.raises(ValueError, match="2 actions at a time"):
        batch.begin([0, 1], seed=[1])
    batch.begin([])
    assert batch.snapshot(1) == state


def test_pictures_are_drawn_where_they_fit() -> None:
    batch = KernelBatch(arcg.load("tilt"), 2)
    out = np.full((2, 64, 64), 255, np.uint8)
    assert batch.pictures(out) is out and np.array_equal(out, np.stack([batch.frame(0)] * 2))
    for wrong in (np.zeros((1, 64, 64), np.uint8), np.zeros((2, 64, 64)), np.zeros((2, 64, 128), np.uint8)[:, :, ::2]):
        with pytest.raises(ValueError, match="contiguous uint8 array"):
            batch.pictures(wrong)
