"""Scores through the API: the official cases, played by engines that answer as the cases say."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from support.asgi import Client
from support.official import cases, infos

from arcg.runtime.official.frames import STATES
from arcg.runtime.official.info import GameInfo

STATUS = {state: status for status, state in STATES.items()}


class Scripted:
    """An engine whose next answer stands in a list."""

    def __init__(self, info: GameInfo, answers: list[Any]) -> None:
        self.program = info.program
        self._answers = iter(answers)
        self.action_count = 1
        self.step()

    def step(self, *_: int) -> None:
        _, state, self.levels_completed, self.full_reset = next(self._answers)
        self.status = STATUS[state]

    def actions(self) -> tuple[int, ...]:
        return (1,)

    def frames(self) -> np.ndarray:
        return np.zeros((1, 64, 64), np.uint8)


def played(servers: Callable[..., Client], walk: list[GameInfo], case: Any, plays: list[Any], monkeypatch: Any) -> Any:
    """The card that a server gives for a case."""
    known = infos(case)
    ids = dict.fromkeys([*known, *(play["game_id"] for play in plays)])
    games = [
        dataclasses.replace(
            walk[0],
            base=game_id.split("-")[0],
            version=game_id.split("-")[1],
            tags=tuple(known[game_id].tags) if game_id in known else (),
            baselines=tuple(known[game_id].baselines) if game_id in known else (),
        )
        for game_id in ids
    ]
    server = servers(games=games)
    card = server.card()
    for play in plays:
        scripted = Scripted(walk[0], play["frames"])
        table = SimpleNamespace(begin=lambda it=scripted: it, better=lambda seat: seat, leave=id, patience=None)
        monkeypatch.setattr(server.house, "_table", lambda *_, it=table: it)
        at = server.begin(play["game_id"], card)
        for action, state, levels, full_reset in play["frames"][1:]:
            told = server.act(at, action, **({"x": 1, "y": 1} if action == 6 else {})).ok()
            assert (told["state"], told["levels_completed"], told["full_reset"]) == (state, levels, full_reset)
    for game_id in ids:
        if game_id not in known:
            del server.house.games[game_id]
    return server.post("/api/scorecard/close", {"card_id": card}).ok()


def has(told: Any, expected: Any, where: str = "card") -> None:
    """Whether a document says what another says; what is null there may be left out here."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            has(told.get(key), value, f"{where}.{key}")
    elif isinstance(expected, list):
        assert len(told) == len(expected), where
        for number, (one, other) in enumerate(zip(told, expected, strict=True)):
            has(one, other, f"{where}[{number}]")
    else:
        assert told == expected, where


@pytest.mark.parametrize("case", cases("scorecard"))
def test_scorecards_equal_the_official_ones(
    servers: Callable[..., Client], walk: list[GameInfo], case: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    has(played(servers, walk, case, case["input"]["plays"], monkeypatch), case["output"])


@pytest.mark.parametrize("case", cases("calculator"))
def test_games_score_as_officially(
    servers: Callable[..., Client], walk: list[GameInfo], case: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels = case["input"]["levels"]
    if any(level["completed"] and not level["actions_taken"] for level in levels):
        pytest.skip("no client can complete a level without an action")
    answers: list[Any] = [[0, "NOT_FINISHED", 0, True]]
    for number, level in enumerate(levels):
        answers += [[1, "NOT_FINISHED", number, False]] * (level["actions_taken"] - level["completed"])
        if level["completed"]:
            answers.append([1, "WIN" if number + 1 == len(levels) else "NOT_FINISHED", number + 1, False])
    baselines = [level["baseline_actions"] for level in levels]
    case["input"]["env_infos"] = [{"game_id": "aa11-v1", "baseline_actions": baselines}]

    card = played(servers, walk, case, [{"game_id": "aa11-v1", "frames": answers}], monkeypatch)

    (run,) = card["environments"][0]["runs"]
    assert (run["score"], run["level_scores"]) == (case["output"]["score"], case["output"]["level_scores"])
