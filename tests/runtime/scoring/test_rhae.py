"""The score of a game: as the official scorer gives it, as worked out by hand, and what must hold of any play."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.official import cases

from arcg.runtime.scoring.rhae import LevelPlay, ScoreError, check_baselines, game_score


@pytest.mark.parametrize("case", cases("calculator"))
def test_equals_the_official_scorer(case: dict[str, Any]) -> None:
    levels = [
        LevelPlay(one["completed"], one["actions_taken"], one["baseline_actions"]) for one in case["input"]["levels"]
    ]

    score = game_score(levels)

    assert {
        "score": score.score,
        "level_scores": list(score.level_scores),
        "levels_completed": score.levels_completed,
        "actions": score.actions,
    } == case["output"]


def plays(*levels: tuple[int, int] | tuple[int, int, bool]) -> list[LevelPlay]:
    """Levels as (actions, baseline), completed unless they say otherwise."""
    return [LevelPlay(level[2] if len(level) == 3 else True, level[0], level[1]) for level in levels]


BY_HAND = [
    ("one level at par", plays((7, 7)), {}, 100),
    ("one level in a third more", plays((4, 3)), {}, 56.25),
    ("one level not completed", plays((4, 3, False)), {}, 0),
    ("the better level lifts the worse", plays((10, 11), (10, 5)), {}, (115 + 2 * 25) / 3),
    ("nothing lifts above what was completed", plays((1, 9), (9, 9, False)), {}, 100 / 3),
    ("the last level alone", plays((9, 9, False), (9, 9, False), (6, 6)), {}, 50),
    ("a ratio of 1.15 is 115 and not more", plays((20, 23), (40, 20)), {}, (115 + 2 * 25) / 3),
    ("capped at 1.0, no level makes up for another", plays((5, 10), (20, 10)), {"cap": 1.0}, (100 + 2 * 25) / 3),
    ("no action is no play", plays((0, 3), (3, 3)), {}, 200 / 3),
    ("five times the baseline is still played", plays((50, 10), (10, 10)), {"cutoff": 5}, (4 + 2 * 100) / 3),
    ("one more ends the run", plays((10, 10), (51, 10), (10, 10)), {"cutoff": 5}, 100 / 6),
    ("so it does where the level was not completed", plays((60, 10, False), (0, 10, False)), {"cutoff": 5}, 0),
    ("a cut-off of one allows par", plays((10, 10), (11, 10)), {"cutoff": 1}, 100 / 3),
    ("without a cut-off it goes on", plays((1000, 10), (10, 10)), {}, (0.01 + 200) / 3),
]


@pytest.mark.parametrize(("levels", "options", "expected"), [pytest.param(*row[1:], id=row[0]) for row in BY_HAND])
def test_by_hand(levels: list[LevelPlay], options: dict[str, float], expected: float) -> None:
    assert game_score(levels, **options).score == pytest.approx(expected, rel=1e-12)


def test_a_cut_off_says_where_and_takes_no_action_away() -> None:
    score = game_score(plays((10, 10), (51, 10), (10, 10)), cutoff=5)

    assert (score.cut, score.levels_completed, score.actions) == (1, 1, 71)
    assert score.level_scores == (100.0, 0.0, 0.0)


LEVELS = st.lists(st.builds(LevelPlay, st.booleans(), st.integers(0, 400), st.integers(1, 60)), min_size=1, max_size=12)
CAP = st.sampled_from((1.0, 1.15))
CUTOFF = st.sampled_from((None, 1.0, 5.0))


@given(LEVELS, CAP, CUTOFF)
def test_scores_keep_to_their_bounds(levels: list[LevelPlay], cap: float, cutoff: float | None) -> None:
    score = game_score(levels, cap=cap, cutoff=cutoff)
    weights = range(1, len(levels) + 1)
    reached = sum(weight for weight, one in zip(weights, score.level_scores, strict=True) if one > 0)

    assert 0 <= score.score <= 100
    assert score.score <= 100 * reached / sum(weights) + 1e-9
    assert all(0 <= one <= cap * 100 + 1e-9 for one in score.level_scores)
    assert score.levels_completed <= sum(level.completed for level in levels)


@given(LEVELS, CAP, CUTOFF, st.data())
def test_an_action_more_is_never_better(
    levels: list[LevelPlay], cap: float, cutoff: float | None, data: st.DataObject
) -> None:
    which = data.draw(st.integers(0, len(levels) - 1))
    level = levels[which]
    before = LevelPlay(level.completed, max(1, level.actions), level.baseline)  # no action at all has no score
    after = LevelPlay(level.completed, before.actions + data.draw(st.integers(1, 50)), level.baseline)

    def score(one: LevelPlay) -> float:
        return game_score([*levels[:which], one, *levels[which + 1 :]], cap=cap, cutoff=cutoff).score

    assert score(after) <= score(before)


@given(LEVELS, CAP, CUTOFF, st.data())
def test_to_complete_a_level_is_never_worse(
    levels: list[LevelPlay], cap: float, cutoff: float | None, data: st.DataObject
) -> None:
    which = data.draw(st.integers(0, len(levels) - 1))

    def score(completed: bool) -> float:
        one = LevelPlay(completed, levels[which].actions, levels[which].baseline)
        return game_score([*levels[:which], one, *levels[which + 1 :]], cap=cap, cutoff=cutoff).score

    assert score(False) <= score(True)


@given(LEVELS)
def test_a_wider_cut_off_and_a_higher_cap_are_never_worse(levels: list[LevelPlay]) -> None:
    none = game_score(levels).score

    assert game_score(levels, cutoff=1).score <= game_score(levels, cutoff=5).score <= none
    assert game_score(levels, cap=1.0).score <= none


@pytest.mark.parametrize(
    ("levels", "options", "told"),
    [
        ([], {}, "without levels"),
        (plays((3, 0)), {}, "baseline of level 1 is 0"),
        (plays((3, 3), (3, -2)), {}, "baseline of level 2 is -2"),
        ([LevelPlay(True, 3, True)], {}, "baseline of level 1 is True"),
        ([LevelPlay(True, 3, 2.5)], {}, "baseline of level 1 is 2.5"),  # type: ignore[arg-type]
        (plays((-1, 3)), {}, "took -1 actions"),
        (plays((3, 3)), {"cap": 0}, "cap"),
        (plays((3, 3)), {"cap": float("nan")}, "cap"),
        (plays((3, 3)), {"cutoff": 0.5}, "cut-off"),
        (plays((3, 3)), {"cutoff": float("inf")}, "cut-off"),
    ],
)
def test_what_has_no_score_is_refused(levels: list[LevelPlay], options: dict[str, float], told: str) -> None:
    with pytest.raises(ScoreError, match=told):
        game_score(levels, **options)


@pytest.mark.parametrize(
    ("baselines", "told"),
    [
        ((), "lock has no baselines"),
        ((3,), "lock has 2 levels, but 1 baseline$"),
        ((3, 4, 5), "lock has 2 levels, but 3 baselines"),
        ((3, 0), "baseline of level 2 of lock is 0"),
        ((-3, 1), "baseline of level 1 of lock is -3"),
    ],
)
def test_baselines_that_do_not_fit_are_refused(baselines: tuple[int, ...], told: str) -> None:
    with pytest.raises(ScoreError, match=told):
        check_baselines(baselines, 2, "lock")


def test_baselines_that_fit_are_taken() -> None:
    check_baselines((3, 1), 2, "lock")
