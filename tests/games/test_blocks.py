"""The `generate` blocks of the shipped games: the hand-made levels lie within them, and levels come of them."""

from __future__ import annotations

import pytest

from arcg.runtime.engine import Status
from arcg.runtime.env import make
from arcg.runtime.generate.drawing import Kitchen
from arcg.runtime.generate.fresh import made, search_of, source_of
from arcg.runtime.loading import shipped

GAMES = list(shipped())


@pytest.mark.parametrize("game", GAMES)
def test_the_first_three_levels_have_blocks(game: str) -> None:
    assert {0, 1, 2} <= set(source_of(game).recipes)


@pytest.mark.parametrize("game", GAMES)
def test_the_levels_of_a_game_lie_within_its_blocks(game: str) -> None:
    source = source_of(game)
    for number, recipe in source.recipes.items():
        assert Kitchen(source.program, recipe).held_against(source.program.levels[number]) is None


@pytest.mark.parametrize("game", GAMES)
def test_a_fresh_first_level_is_won_on_the_reference_engine(game: str) -> None:
    source = source_of(game)
    fresh = next(made(search_of(source, None, None, 0)))
    env = make(fresh.program)
    env.reset()
    for move in fresh.certificate.moves:
        env.step(*move)
    assert env.status == Status.WON
    assert Kitchen(source.program, source.recipes[0]).held_against(fresh.level) is None
