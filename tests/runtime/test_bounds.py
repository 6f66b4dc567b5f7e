"""A turn ends: numbers, steps and events that grow without end meet a bound; what lies within the bounds works."""

from __future__ import annotations

import functools
from collections.abc import Callable

import pytest
from support.largest import largest

from arcg.compiler.ir import Program
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.runtime.engine import MAX_VALUE, Action, Engine
from arcg.runtime.kernel import KernelEngine
from arcg.runtime.reference import ReferenceEngine, turn

GAME = """\
game bounds
board 8x2
actions arrows
layer solid
kind Player Crate on solid
    pic
        1
world has energy: 0..9
legend
    P = Player
    c = Crate
level
    map
        P.ccc
"""


def engine(rules: str) -> ReferenceEngine:
    game, found = check_text(GAME.replace("legend", rules + "legend"), "bounds.arcg")
    assert game is not None, found
    return ReferenceEngine(lower(game))


def test_numbers_beyond_the_bound_are_undefined() -> None:
    """Squaring a thousand times in a turn: an event with an undefined number is dropped, so the loop rests."""
    game = engine("phase p on arrow repeat\n    on arrow -> tick(3)\n    on tick($n) -> energy + 1, tick($n * $n)\n")

    game.step(Action.UP)

    squares = next(n for n in range(10) if 3**2**n > MAX_VALUE)
    assert game.world_values()["energy"] == squares - 1
    assert game.messages() == ()


@pytest.mark.parametrize("by", ["999999 * 999", "-999999999", "100"])
def test_a_step_of_any_length_is_refused_at_once(by: str) -> None:
    game = engine(f"phase p on arrow($d)\n    Player -> move Player $d by {by}\n")
    before = game.state()

    game.step(Action.RIGHT)

    assert game.state() == before


def test_too_many_events_take_the_turn_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn, "MAX_EVENTS", 1000)
    game = engine("phase p on arrow repeat\n    on arrow -> tick(3)\n    on tick($n), Crate -> tick($n + Crate.x)\n")
    before = game.state()

    game.step(Action.UP)

    assert game.state() == before
    assert "more than 1000 events" in game.messages()[0]


@pytest.mark.parametrize("make", [ReferenceEngine, KernelEngine])
def test_the_largest_game_loads_and_plays(make: Callable[[Program], Engine]) -> None:
    program = largest_program()
    (level,) = program.levels
    assert (level.width, level.height, len(program.kinds), len(level.things)) == (64, 64, 255, 4096)
    assert sum(len(phase.rules) for phase in program.phases) == 1000
    game = make(program)

    for action, score in ((Action.RIGHT, 4), (Action.DOWN, 4), (Action.UP, 8), (Action.LEFT, 12)):
        game.step(action)
        assert game.world_values()["score"] == score
    assert game.messages() == ()
    assert game.frame().shape == (64, 64)


@functools.cache
def largest_program() -> Program:
    game, found = check_text(largest(), "largest.arcg")
    assert game is not None, found
    assert found == []
    return lower(game)
