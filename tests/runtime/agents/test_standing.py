"""What is said of two agents is what their runs show."""

from __future__ import annotations

import pytest

from arcg.runtime.agents.playing import Run
from arcg.runtime.agents.standing import ALL, comparisons, standings


def run(agent: str, seed: int, actions: tuple[int, ...], *, game: str = "one", stopped: str = "actions",
        score: float | None = None) -> Run:  # fmt: skip
    done = stopped != "error"
    return Run(game, agent, seed, len(actions), 4, "WIN" if len(actions) == 4 else "NOT_FINISHED", 100, actions, score,
               stopped, "" if done else "broke", 1.0, f"{agent}{seed}{actions}")  # fmt: skip


def test_levels_then_actions_in_pairs_of_one_seed() -> None:
    runs = [run("a", seed, (10, 20)) for seed in range(8)] + [run("b", seed, (20,)) for seed in range(8)]
    levels, actions = comparisons(runs, ["one"], ["a", "b"])

    assert (levels.first, levels.second, levels.measure) == ("b", "a", "levels")
    assert levels.found is not None and levels.found.mean == -1 and levels.clear
    assert levels.sentence().startswith(
        "a completes 1.00 levels more a game than b (95% interval 1.00 to 1.00, 8 pairs"
    )
    assert actions.found is not None and actions.found.mean == pytest.approx(2)
    assert actions.sentence().startswith("b takes 2.00 times the actions of a for levels that both completed")


def test_a_lost_run_takes_its_pair_away_and_is_told_of() -> None:
    runs = [run("a", seed, (10,)) for seed in range(7)] + [run("b", seed, (10, 9)) for seed in range(1, 7)]
    runs += [run("b", 0, (1, 1, 1, 1), stopped="error")]
    levels, _ = comparisons(runs, ["one"], ["a", "b"])
    of_b = next(one for one in standings(runs, ["one"], ["a", "b"]) if one.agent == "b")

    assert levels.found is not None and (levels.found.count, levels.found.mean) == (6, 1)
    assert (of_b.runs, of_b.lost, of_b.won) == (6, 1, 0)
    assert of_b.level_actions == ((6, 10), (6, 9))


def test_games_count_alike_and_scores_come_first_where_there_are_any() -> None:
    runs = [run(agent, seed, (5,), game=game, score=score)
            for agent, score in (("a", 10.0), ("b", 30.0)) for game in ("one", "two") for seed in range(6)]  # fmt: skip
    found = standings(runs, ["one", "two"], ["a", "b"])
    points, _ = comparisons(runs, ["one", "two"], ["a", "b"])

    assert [(one.game, one.agent, one.runs) for one in found[-2:]] == [(ALL, "a", 12), (ALL, "b", 12)]
    assert found[-1].score is not None and found[-1].score.mean == 30
    assert points.measure == "score" and points.found is not None and points.found.mean == 20


@pytest.mark.parametrize(("differ", "clear"), [(3, False), (5, False), (12, True)])
def test_few_pairs_that_differ_are_noise_though_they_go_one_way(differ: int, clear: bool) -> None:
    runs = [run("a", seed, ()) for seed in range(12)] + [run("b", seed, (9,) * (seed < differ)) for seed in range(12)]
    levels, actions = comparisons(runs, ["one"], ["a", "b"])

    assert levels.clear is clear
    assert ("more than noise." in levels.sentence()) is clear
    assert "completed no level both" in actions.sentence()


def test_too_few_runs_say_so() -> None:
    runs = [run(agent, seed, (9,) * (agent == "b")) for agent in "ab" for seed in range(5)]
    levels, _ = comparisons(runs, ["one"], ["a", "b"])

    assert not levels.clear and "too few runs to tell it from noise; at least 6" in levels.sentence()
