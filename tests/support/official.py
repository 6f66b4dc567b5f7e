"""The cases of the official scorer, streams of answers to count, and what an official client sees of an answer."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arcg.runtime.official.frames import STATES
from arcg.runtime.reference import ReferenceEngine

CASES = Path(__file__).parents[3] / "shared" / "research" / "scoring-cases.json"


LONG = ("dyer", "glow", "tilt")
"""Shipped games that the reference engine plays quickly: the ones to be played long, and won."""


@dataclass(frozen=True)
class Info:
    """What is known of a game."""

    baselines: tuple[int, ...] = ()
    tags: tuple[str, ...] = ()


def cases(kind: str) -> list[Any]:
    """The cases of one kind, as parameters of a test; one that skips where the file is not there."""
    if not CASES.exists():
        return [pytest.param(None, marks=pytest.mark.skip(reason="../shared/research/scoring-cases.json is not there"))]
    found = json.loads(CASES.read_text(encoding="utf-8"))["cases"]
    return [pytest.param(case, id=case["name"]) for case in found if case["kind"] == kind]


def infos(case: dict[str, Any]) -> dict[str, Info]:
    """The games that a case knows."""
    return {
        one["game_id"]: Info(tuple(one.get("baseline_actions", ())), tuple(one.get("tags", ())))
        for one in case["input"]["env_infos"]
    }


Event = tuple[str, str, int, str, int, bool]
"""Game, session, action, state, levels completed, full reset."""


def stream(
    random: Random, games: dict[str, int], sessions: int, length: int, again: float = 0.05, falls: bool = True
) -> list[Event]:
    """What sessions of games with so many levels could answer, one answer after the other, with every odd thing.

    Levels may jump by two, and with `falls` fall, and play go on after the end. `again` is how often a
    session begins its game anew.
    """
    names = [f"g{number}" for number in range(sessions)]
    where = {name: random.choice(sorted(games)) for name in names}
    done: dict[str, int] = {}
    events: list[Event] = []
    for _ in range(length):
        name = random.choice(names)
        game = where[name]
        if name not in done or random.random() < again:
            done[name] = 0
            events.append((game, name, 0, "NOT_FINISHED", 0, True))
            continue
        if random.random() < 0.1:
            done[name] = min(done[name], games[game])
            events.append((game, name, 0, "NOT_FINISHED", done[name], False))
            continue
        done[name] = max(0, min(games[game], done[name] + random.choices((0, 1, 2, -1), (16, 6, 2, int(falls)))[0]))
        state = "WIN" if done[name] == games[game] else random.choices(("NOT_FINISHED", "GAME_OVER"), (9, 1))[0]
        events.append((game, name, random.randint(1, 7), state, done[name], False))
    return events


def seen(engine: ReferenceEngine) -> dict[str, Any]:
    """What a client sees of an engine's answer, its pictures as a hash."""
    frames = engine.frames()
    return {
        "frames": len(frames),
        "hash": hashlib.sha256(frames.tobytes()).hexdigest(),
        "state": STATES[engine.status],
        "levels_completed": engine.levels_completed,
        "win_levels": len(engine.program.levels),
        "full_reset": engine.full_reset,
        "available_actions": list(engine.actions()),
    }
