"""Scorecards beside the installed official scorer, on streams of answers with every odd thing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from support.official import Event, Info, stream

from arcg.runtime.scoring.scorecard import Scorecard

arc_scorecard = pytest.importorskip("arc_agi.scorecard", reason="the official toolkit is not installed")


def _official(events: list[Event], known: dict[str, Info], *, competition: bool) -> dict[str, Any]:
    """The card that the official toolkit makes of the events."""
    from arc_agi.models import EnvironmentInfo
    from arcengine import ActionInput, FrameDataRaw, GameAction, GameState

    card = arc_scorecard.Scorecard(card_id="card", tags=["agent"], competition_mode=competition or None)
    for game, guid, action, state, levels, full_reset in events:
        data = FrameDataRaw()
        data.game_id = game
        data.state = GameState[state]
        data.levels_completed = levels
        data.action_input = ActionInput(id=GameAction.from_id(action))
        card.update_scorecard(guid, data, full_reset)
    infos = [
        EnvironmentInfo(game_id=game, baseline_actions=list(info.baselines) or None, tags=list(info.tags) or None)
        for game, info in known.items()
    ]
    document: dict[str, Any] = arc_scorecard.EnvironmentScorecard.from_scorecard(card, infos).model_dump(
        mode="json", exclude_none=True
    )
    return document | {"raw": {game: card.get_json_for(game) for game in known}}


def _ours(events: list[Event], known: dict[str, Info], *, competition: bool) -> dict[str, Any]:
    card = Scorecard("card", tags=["agent"], competition=competition)
    for event in events:
        card.observe(*event)
    # What was not played is put on the card by the official server, not by its scorer.
    card.competition = False
    document = card.as_json(known) | ({"competition_mode": True} if competition else {})
    return document | {"raw": {game: card.raw_json(game) for game in known}}


def _plain(document: Any) -> Any:
    """The same with lists for tuples, and states by name."""
    if isinstance(document, dict):
        return {key: _plain(value) for key, value in document.items()}
    if isinstance(document, list | tuple):
        return [_plain(value) for value in document]
    return getattr(document, "name", document)


@pytest.mark.parametrize("seed", range(200))
def test_random_play_is_scored_alike(seed: int) -> None:
    random = Random(seed)
    games = {f"g{number}a{number}-v1": random.randint(1, 6) for number in range(random.randint(1, 4))}
    known = {
        game: Info(
            tuple(random.randint(1, 6) for _ in range(max(0, levels + random.choice((0, 0, 0, 1, -1))))),
            tuple(random.sample(("keyboard", "click", "hard"), random.randint(0, 2))),
        )
        for game, levels in games.items()
        if random.random() < 0.9
    }
    events = stream(random, games, random.randint(1, 5), 150)
    competition = random.random() < 0.3

    official = _plain(_official(events, known, competition=competition))
    ours = _plain(_ours(events, known, competition=competition))

    assert {key: value for key, value in official.items() if key != "api_key"} == ours
