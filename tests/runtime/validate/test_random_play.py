"""Random play of levels: as many wins as the exact chance promises, all attempts counted, lengths as allowed."""

from __future__ import annotations

import pytest
from support.small import small

from arcg.compiler import ir
from arcg.runtime.explore.graph import explore
from arcg.runtime.explore.luck import chance_to_win, confidence
from arcg.runtime.validate.random_play import GENEROUS, Attempts, play_level

PER_ACTION = "Player pays 1 energy per action\nlose when energy = 0"
PER_STEP = "Player pays 1 energy per step\nlose when energy = 0"
LAMPS = "phase light\n    on click(Lamp) -> Lamp.lit next"
LIT = "every Lamp has Lamp.lit = yes"


def agrees(program: ir.Program, actions: int, found: Attempts) -> bool:
    """Whether the exact chance lies within limits that it leaves once in ten thousand times."""
    exact = chance_to_win(explore(program, found.level), actions)
    low, high = confidence(found.wins, found.attempts, 0.99995)
    return exact.exact and low <= exact.low and exact.high <= high


@pytest.mark.parametrize(
    "rows, rules, energy, actions",
    [
        (["P.o"], "", 20, 4),
        (["P..", "..o"], "", 20, 9),
        (["P..", "..o"], PER_ACTION, 7, 1),
        (["P.o"], PER_STEP, 4, 1),
    ],
)
def test_wins_are_as_many_as_the_exact_chance_says(rows: list[str], rules: str, energy: int, actions: int) -> None:
    program = small(rows, rules=rules, energy=energy)

    found = play_level(program, 0, steps=3000, actions=actions, seed=3)

    assert found.attempts > 200
    assert agrees(program, actions, found)
    assert not agrees(program, actions, Attempts(0, 0, found.attempts, found.wins // 3, 0, None))


def test_clicks_go_to_every_pixel_alike() -> None:
    """The lamp lies at the far edges of the picture."""
    program = small(["....", "....", "....", "...*"], actions="click", rules=LAMPS, win=LIT)

    found = play_level(program, 0, steps=6000, actions=5)

    assert agrees(program, 5, found)
    assert found.wins > 0


def test_attempts_under_way_when_the_steps_are_used_up_are_played_to_their_end() -> None:
    """Wins are short and the others long: leaving out what was not finished would find more wins."""
    program = small(["oP.......#"])

    found = play_level(program, 0, steps=100, actions=50, seed=1)

    assert found.steps > 100
    assert found.steps <= 150
    assert found.wins + found.losses <= found.attempts
    long = [play_level(program, 0, steps=100, actions=50, seed=seed) for seed in range(40)]
    summed = Attempts(0, 0, sum(one.attempts for one in long), sum(one.wins for one in long), 0, None)
    assert agrees(program, 50, summed)


def test_the_level_is_the_one_that_was_asked_for() -> None:
    program = small(["P.#o"], ["Po.."])

    first, second = (play_level(program, level, steps=400, actions=8) for level in (0, 1))

    assert (first.level, first.wins, first.shortest_win) == (0, 0, None)
    assert (second.level, second.shortest_win) == (1, 1)
    assert second.wins > 0


def test_neither_undo_nor_reset_is_taken() -> None:
    program = small(["P.o"], actions="arrows undo", rules="phase cheat\n    on undo -> win")

    assert play_level(program, 0, steps=300, actions=1).wins == 0


def test_a_budget_ends_an_attempt_and_free_actions_do_not_go_on_for_ever() -> None:
    spent = play_level(small(["P..#o"], rules=PER_ACTION, energy=6), 0, steps=300, actions=1)
    assert (spent.wins, spent.losses) == (0, spent.attempts)
    assert spent.steps == 6 * spent.attempts

    stuck = play_level(small(["P#.o"], rules=PER_STEP, energy=3), 0, steps=300, actions=1)
    assert (stuck.wins, stuck.losses) == (0, 0)
    assert stuck.steps == 3 * GENEROUS * stuck.attempts


def test_each_attempt_of_a_game_with_chance_has_a_seed_of_its_own() -> None:
    rules = "phase luck\n    on act, Lamp at random -> Lamp.lit = yes"
    program = small(["*****"], actions="act", rules=rules, win="Lamp.x = 0, Lamp.lit = yes")

    found = play_level(program, 0, steps=400, actions=1)

    low, high = confidence(found.wins, found.attempts, 0.9999)
    assert low < 1 / 5 < high
    assert high < 1 / 2


def test_the_same_seed_plays_the_same_and_another_does_not() -> None:
    program = small(["P....o"])

    plays = [play_level(program, 0, steps=300, actions=30, seed=seed) for seed in (5, 5, 6)]

    assert plays[0] == plays[1] != plays[2]


def test_steps_are_told_and_an_interruption_goes_through() -> None:
    told: list[int] = []
    program = small(["P....#o"])
    found = play_level(program, 0, steps=200, actions=10, watch=told.append)
    assert told == sorted(told) and told[-1] == found.steps

    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_level(program, 0, steps=200, actions=10, watch=interrupt)
    assert play_level(program, 0, steps=200, actions=10) == found


def test_an_attempt_without_actions_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one action"):
        play_level(small(["Po"]), 0, steps=10, actions=0)
