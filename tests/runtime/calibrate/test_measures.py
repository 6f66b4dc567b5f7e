"""What a study says: levels, baselines, the rule of two of ten, scores; worked out by hand for small cases."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.testers import WIN, Clock, play, study_of, write_game

from arcg.runtime.calibrate.measures import GameMeasures, measure, upper_median
from arcg.runtime.calibrate.plays import played
from arcg.runtime.calibrate.store import Store

LEFT, RIGHT, RESET = (3, -1, -1), (4, -1, -1), (0, -1, -1)


def _measured(
    folder: Path, testers: list[list[tuple[int, int, int]]], shortest: dict[int, int] | None = None
) -> GameMeasures:
    clock = Clock()
    study = study_of([write_game(folder, more=" click")], folder / "data", clock)
    for moves in testers:
        tester, _ = study.enrol()
        view = play(study, tester, 0, moves, clock)
        if not view.over:
            study.end(tester, view.session)
        clock.now += 100
    with Store(folder / "data", reading=True) as store:
        [game] = played(store)
    return measure(game, shortest)


def test_levels_by_hand(tmp_path: Path) -> None:
    game = _measured(
        tmp_path,
        [
            WIN,  # 1, 2 and 1 actions
            [LEFT, RIGHT, RIGHT, RIGHT, LEFT, RIGHT, RIGHT, RIGHT],  # level 1: 3, level 2: 4, level 3: 1
            [RIGHT, RIGHT, RESET, RIGHT, (6, 5, 9)],  # level 1: 1, level 2: left after 4, the second a RESET
        ],
        {0: 1, 1: 2},
    )

    first, second, third = game.levels
    assert (first.reached, first.completed, first.actions, first.baseline) == (3, 3, (1, 1, 3), 1)
    assert (second.reached, second.completed, second.actions, second.baseline) == (3, 2, (2, 4), 4)
    assert (third.reached, third.completed, third.actions, third.baseline) == (2, 2, (1, 1), 1)
    assert (second.resets, second.reset_after) == (1, (1,))
    assert (first.rate, second.rate) == (1.0, pytest.approx(2 / 3))
    assert (first.learning_cost, second.learning_cost, third.learning_cost) == (1.0, 2.0, None)
    assert first.seconds == 2.0
    assert second.clicks.sum() == second.clicks[9, 5] == 1
    assert game.baselines == (1, 4, 1)
    assert (game.completed, game.closed, game.inclusion) == (2, 3, "too few testers")

    fast, slow, stopped = game.testers
    assert (fast.ended, fast.levels, fast.actions, fast.seconds) == ("won", 3, 4, 8.0)
    assert fast.curve == ((1, 1), (3, 2), (4, 3))
    assert (stopped.ended, stopped.levels, stopped.actions, stopped.resets) == ("stopped", 1, 5, 1)
    assert fast.score == 100  # 100, 115 and 100 at weights 1, 2, 3 are more than all there is
    assert slow.score == pytest.approx((100 / 9 + 2 * 100 + 3 * 100) / 6)
    assert stopped.score == pytest.approx(100 / 6)


def test_a_reset_that_does_nothing_is_no_action(tmp_path: Path) -> None:
    game = _measured(tmp_path, [[RESET, RESET, *WIN]])

    assert game.levels[0].actions == (1,)
    assert game.levels[0].resets == 0


@pytest.mark.parametrize(
    ("wins", "others", "verdict"),
    [
        (2, 8, "in"),
        (1, 9, "out"),
        (3, 12, "in"),
        (2, 9, "out"),
        (9, 0, "too few testers"),
        (4, 16, "in"),
        (0, 10, "out"),
    ],
)
def test_two_of_ten(tmp_path: Path, wins: int, others: int, verdict: str) -> None:
    game = _measured(tmp_path, [WIN] * wins + [[RIGHT]] * others)

    assert game.inclusion == verdict


def test_nobody_has_played(tmp_path: Path) -> None:
    game = _measured(tmp_path, [])

    assert game.baselines is None
    assert [level.rate for level in game.levels] == [None] * 3
    assert game.inclusion == "too few testers"


def test_without_all_baselines_there_is_no_score(tmp_path: Path) -> None:
    game = _measured(tmp_path, [[RIGHT]])

    assert game.levels[0].baseline == 1
    assert game.baselines is None
    assert game.testers[0].score is None


def test_who_went_away_counts_once_the_hard_limit_has_passed(tmp_path: Path) -> None:
    clock = Clock()
    study = study_of([write_game(tmp_path)], tmp_path / "data", clock, hard_minutes=25)
    play(study, study.enrol()[0], 0, WIN[:2], clock)
    with Store(tmp_path / "data", reading=True) as store:
        [soon] = played(store, clock.now + 24 * 60)
        [late] = played(store, clock.now + 26 * 60)

    assert [play.ended for play in soon.plays] == ["open"]
    assert [play.ended for play in late.plays] == ["left"]
    assert (measure(soon).closed, measure(late).closed) == (0, 1)


@given(st.lists(st.integers(1, 100), min_size=1))
def test_the_upper_median(values: list[int]) -> None:
    found = upper_median(values)

    assert found in values
    assert sum(value <= found for value in values) * 2 > len(values)
    assert sum(value >= found for value in values) * 2 >= len(values)
