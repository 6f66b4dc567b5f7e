"""Scorecards: the official document from streams of answers, in bounded memory."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.official import Info, cases, infos, stream

from arcg.runtime.scoring.runs import Run
from arcg.runtime.scoring.scorecard import Scorecard

CARD_KEYS = (
    "score",
    "environments",
    "tags_scores",
    "total_levels_completed",
    "total_levels",
    "total_actions",
    "total_environments",
    "total_environments_completed",
)
RUN_KEYS = (
    "score",
    "levels_completed",
    "actions",
    "resets",
    "state",
    "completed",
    "level_scores",
    "level_actions",
    "level_baseline_actions",
    "message",
)


def _as_case(document: dict[str, Any]) -> dict[str, Any]:
    """A card with the keys that the cases have."""
    shown = {key: document[key] for key in CARD_KEYS}
    for environment in shown["environments"]:
        environment["runs"] = [{key: run.get(key) for key in RUN_KEYS} for run in environment["runs"]]
    for tag in shown["tags_scores"]:
        del tag["number_of_environments"]
    return shown


@pytest.mark.parametrize("case", cases("scorecard"))
def test_equals_the_official_card(case: dict[str, Any]) -> None:
    card = Scorecard("card")
    for play in case["input"]["plays"]:
        for action, state, levels, full_reset in play["frames"]:
            card.observe(play["game_id"], play["guid"], action, state, levels, full_reset)

    assert _as_case(card.as_json(infos(case))) == case["output"]


def begun(game: str = "aa11-v1", guid: str = "g1", **options: Any) -> Scorecard:
    """A card with one session that has begun."""
    card = Scorecard("card", **options)
    card.observe(game, guid, 0, "NOT_FINISHED", 0, True)
    return card


def test_an_action_before_any_reset_is_not_counted() -> None:
    card = Scorecard("card")

    card.observe("aa11-v1", "g1", 1, "NOT_FINISHED", 0, False)

    assert card.as_json({})["environments"] == []
    assert card.as_json({})["score"] == 0.0


def test_sessions_of_one_game_are_runs_of_their_own() -> None:
    card = begun()
    card.observe("aa11-v1", "g2", 0, "NOT_FINISHED", 0, True)
    for _ in range(3):
        card.observe("aa11-v1", "g1", 1, "NOT_FINISHED", 0, False)
    card.observe("aa11-v1", "g2", 1, "WIN", 1, False)

    runs = card.as_json({"aa11-v1": Info((1,))})["environments"][0]["runs"]

    assert [(run["guid"], run["actions"], run["score"]) for run in runs] == [("g1", 3, 0.0), ("g2", 1, 100.0)]


def test_a_level_reset_after_the_end_leaves_the_state() -> None:
    card = begun()
    card.observe("aa11-v1", "g1", 1, "GAME_OVER", 0, False)
    card.observe("aa11-v1", "g1", 0, "NOT_FINISHED", 0, False)

    run = card.as_json({})["environments"][0]["runs"][0]

    assert (run["state"], run["actions"], run["resets"]) == ("GAME_OVER", 2, 1)


def test_a_competition_counts_the_games_that_were_not_played() -> None:
    games = {"aa11-v1": Info((1,), ("click",)), "bb22-v1": Info((2, 2), ("click",)), "cc33-v1": Info((3,))}
    card = begun(competition=True)
    card.observe("aa11-v1", "g1", 1, "WIN", 1, False)

    document = card.as_json(games)

    assert document["score"] == pytest.approx(100 / 3)
    assert document["competition_mode"] is True
    assert [one["id"] for one in document["environments"]] == ["aa11-v1", "bb22-v1", "cc33-v1"]
    assert document["total_levels"] == 4
    assert all(one["runs"] for one in document["environments"])
    assert document["tags_scores"][0]["score"] == pytest.approx(100 / 4)


def test_what_the_client_said_is_on_the_card_and_nothing_else() -> None:
    full = Scorecard("card", tags=("agent", "random"), source_url="https://example.org", opaque={"a": [1]})

    assert {key: full.as_json({})[key] for key in ("card_id", "tags", "source_url", "opaque")} == {
        "card_id": "card",
        "tags": ["agent", "random"],
        "source_url": "https://example.org",
        "opaque": {"a": [1]},
    }
    assert not {"source_url", "opaque", "competition_mode"} & set(Scorecard("card").as_json({}))


def test_baselines_that_are_not_above_zero_give_no_score() -> None:
    card = begun()
    card.observe("aa11-v1", "g1", 1, "WIN", 1, False)

    run = card.as_json({"aa11-v1": Info((-5,))})["environments"][0]["runs"][0]

    assert run["score"] == 0
    assert "above 0" in run["message"]


def test_cap_and_cut_off_reach_the_card() -> None:
    card = begun()
    for levels in (0, 0, 1, 2):
        card.observe("aa11-v1", "g1", 1, "NOT_FINISHED", levels, False)
    games = {"aa11-v1": Info((6, 1, 9), ("click",))}

    loose = card.as_json(games)
    strict = card.as_json(games, cap=1.0)
    cut = card.as_json({"aa11-v1": Info((2, 1, 9), ("click",))}, cutoff=1)

    assert loose["environments"][0]["runs"][0]["level_scores"] == [115.0, 100.0, 0.0]
    assert strict["environments"][0]["runs"][0]["level_scores"] == [100.0, 100.0, 0.0]
    assert cut["environments"][0]["runs"][0]["level_scores"] == [0.0, 0.0, 0.0]
    assert cut["tags_scores"][0]["levels_completed"] == cut["total_levels_completed"] == 0


def test_the_raw_card_has_the_lists_of_its_runs() -> None:
    card = begun()
    card.observe("aa11-v1", "g1", 1, "WIN", 1, False)
    card.observe("aa11-v1", "g1", 0, "NOT_FINISHED", 0, True)

    raw = card.raw_json("aa11-v1")

    assert (raw["won"], raw["played"], raw["total_actions"], raw["levels_completed"]) == (1, 1, 1, 1)
    assert raw["cards"]["aa11-v1"] == {
        "game_id": "aa11-v1",
        "total_plays": 2,
        "guids": ["g1", "g1"],
        "levels_completed": [1, 0],
        "states": ["WIN", "NOT_FINISHED"],
        "actions": [1, 0],
        "actions_by_level": [[[1, 1]], []],
        "resets": [0, 0],
        "total_actions": 1,
    }
    assert card.raw_json("zz99-v1")["cards"] == {}


@given(st.integers(0, 1 << 32), st.integers(1, 40))
def test_runs_that_are_put_together_keep_the_sums(seed: int, most: int) -> None:
    whole, small = Scorecard("card"), Scorecard("card", most_runs=most)
    games = {"aa11-v1": 3, "bb22-v1": 2}
    for event in stream(Random(seed), games, 4, 200, again=0.3):
        for card in (whole, small):
            card.observe(*event)

    for game in games:
        few, all_of_them = small.runs(game), whole.runs(game)
        assert len(few) <= most + 1
        assert sum(run.actions for run in few) == sum(run.actions for run in all_of_them)
        assert sum(run.resets for run in few) == sum(run.resets for run in all_of_them)


@given(st.integers(0, 1 << 32), st.integers(20, 40))
def test_runs_that_are_put_together_keep_the_scores(seed: int, most: int) -> None:
    random = Random(seed)
    known = {"aa11-v1": Info((2, 3, 1), ("click",)), "bb22-v1": Info((1, 4), ("click",))}
    whole, small = Scorecard("card"), Scorecard("card", most_runs=most)
    for event in stream(random, {"aa11-v1": 3, "bb22-v1": 2}, 4, 400, again=0.3, falls=False):
        for card in (whole, small):
            card.observe(*event)

    expected, got = whole.as_json(known), small.as_json(known)

    assert expected["score"] == got["score"]
    assert expected["tags_scores"] == got["tags_scores"]
    for one, other in zip(expected["environments"], got["environments"], strict=True):
        for key in ("score", "levels_completed", "completed", "level_count"):
            assert one[key] == other[key]


def test_a_client_that_only_resets_costs_bounded_memory() -> None:
    card = begun()
    for _ in range(5_000):
        card.observe("aa11-v1", "g1", 0, "NOT_FINISHED", 0, True)
    for levels in (1, 2):
        card.observe("aa11-v1", "g1", 3, "NOT_FINISHED", levels, False)
    for number in range(5_000):
        card.observe("aa11-v1", f"h{number}", 0, "NOT_FINISHED", 0, True)

    environment = card.as_json({"aa11-v1": Info((1, 1, 1))})["environments"][0]

    assert len(environment["runs"]) <= 1_001
    assert environment["score"] == pytest.approx(50)
    assert environment["actions"] == 2
    assert environment["runs"][0]["message"].endswith("runs put together")


def test_a_session_whose_run_was_put_together_is_still_counted_and_counts_for_nobody_else() -> None:
    card = begun(guid="first", most_runs=10)
    card.observe("aa11-v1", "old", 0, "NOT_FINISHED", 0, True)
    for number in range(50):
        card.observe("aa11-v1", f"h{number}", 0, "NOT_FINISHED", 0, True)
    card.observe("aa11-v1", "old", 1, "NOT_FINISHED", 1, False)

    runs = card.as_json({"aa11-v1": Info((1,))})["environments"][0]["runs"]

    assert [run["actions"] for run in runs] == [1] + [0] * (len(runs) - 1)
    assert not any(run["score"] for run in runs)


def test_a_level_won_without_an_action_is_no_better() -> None:
    """It scores 0, so a run with an action in it is kept beside it."""
    quick, slow = Run("quick", actions=1, changes=[(1, 1), (2, 1)]), Run("slow", actions=4, changes=[(1, 2), (2, 4)])

    assert not quick.as_good_as(slow)
    assert not slow.as_good_as(quick)
    assert quick.as_good_as(quick)
    assert Run("", actions=9, changes=[(1, 2)]).as_good_as(Run("", actions=2, changes=[(1, 2)]))
    assert not Run("", actions=9, changes=[(1, 2)]).as_good_as(slow)


def test_a_number_of_levels_that_falls_is_a_change_as_well() -> None:
    card = begun()
    for levels in (1, 0, 1):
        card.observe("aa11-v1", "g1", 1, "NOT_FINISHED", levels, False)

    assert card.runs("aa11-v1")[0].changes == [(1, 1), (0, 2), (1, 3)]
