"""Answers in the words of the official API."""

from __future__ import annotations

import json

from arcg.runtime.engine import Action
from arcg.runtime.loading import load
from arcg.runtime.official.frames import answer
from arcg.runtime.reference import ReferenceEngine


def test_an_answer_has_what_the_official_one_has() -> None:
    engine = ReferenceEngine(load("tilt"))
    engine.step(Action.CLICK, 3, 4)

    document = answer(engine, "tilt-x", "g", Action.CLICK, 3, 4, reasoning="why").as_json()

    assert json.loads(json.dumps(document)) == document
    assert document == {
        "game_id": "tilt-x",
        "guid": "g",
        "frame": engine.frames().tolist(),
        "state": "NOT_FINISHED",
        "levels_completed": 0,
        "win_levels": len(engine.program.levels),
        "action_input": {"id": 6, "data": {"x": 3, "y": 4}, "reasoning": "why"},
        "full_reset": False,
        "available_actions": list(engine.program.actions),
    }


def test_a_reset_says_whether_the_game_began_anew() -> None:
    engine = ReferenceEngine(load("tilt"))
    told = []
    for action in (Action.UP, Action.RESET, Action.RESET):
        engine.step(action)
        told.append(answer(engine, "tilt-x", "g", action).full_reset)

    assert told == [False, False, True]
