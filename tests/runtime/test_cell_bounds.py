"""The largest game of rules over cells plays, on both engines alike; one more of anything is told."""

from __future__ import annotations

import functools

import numba
import numpy as np
import pytest
from support.largest_cells import KINDS, LAYERS, SIDE, WAYS, largest

from arcg.compiler.ir import Program
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.runtime.engine import Action
from arcg.runtime.kernel import KernelEngine
from arcg.runtime.reference import ReferenceEngine


@functools.cache
def program() -> Program:
    game, found = check_text(largest(), "largest.arcg")
    assert game is not None, found
    return lower(game)


def test_the_largest_game_has_as_much_as_there_may_be() -> None:
    game = program()
    assert game.cellwise is not None
    assert (game.levels[0].width, game.levels[0].height) == (SIDE, SIDE) == (256, 256)
    assert (len(game.kinds), len(game.layers)) == (KINDS, LAYERS) == (512, 128)
    assert sum(len(group.rules) for group in game.cellwise.early.groups) == WAYS == 16_384


def test_the_largest_game_plays_on_the_reference_engine() -> None:
    engine = ReferenceEngine(program())

    engine.step(Action.RIGHT)

    stack = range(LAYERS - 1)
    places = {thing.kind: (thing.x, thing.y) for thing in engine.things()}
    assert places["Player"] == (1, SIDE - 1)
    assert {places[f"Tile{number}"] for number in stack} == {(2, SIDE - 1)}
    engine.step(Action.UNDO)
    assert {thing.x for thing in engine.things() if thing.kind == "Player"} == {0}


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="kernels in Python take minutes for so large a board")
def test_the_largest_game_plays_alike_on_the_kernels() -> None:
    engines = [KernelEngine(program()), ReferenceEngine(program())]
    for action in (Action.RIGHT, Action.UP, Action.UNDO, Action.RESET):
        for engine in engines:
            engine.step(action)
        kernel, reference = engines
        assert kernel.snapshot() == reference.snapshot()
        assert np.array_equal(kernel.frames(), reference.frames())
    assert kernel.messages() == reference.messages() == ()


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"side": 257}, "a board of 257x257 cells is not possible"),
        ({"kinds": 513}, "there are 513 kinds, and the limit is 512"),
        ({"layers": 129}, "there are 129 layers, and the limit is 128"),
        ({"ways": 16_385}, "there are 16385 ways in which the rules up to here can match, and the limit is 16384"),
    ],
)
def test_one_more_is_told(more: dict[str, int], message: str) -> None:
    game, found = check_text(largest(**more), "largest.arcg")

    assert game is None
    assert [d.message for d in found] == [message]
    assert found[0].hint
