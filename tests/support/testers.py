"""Testers that are programs: they play a study's games by recorded wins, or aimlessly, on a clock of their own."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from arcg.runtime.calibrate.store import Store
from arcg.runtime.calibrate.study import Plan, Study, View
from arcg.runtime.loading import find
from arcg.runtime.official.info import GameInfo, info_of
from arcg.runtime.recording import actions, read
from arcg.runtime.reference import ReferenceEngine

GAME = """game {name}
board 3x1
actions arrows{more}
layer floor
layer solid
kind Goal on floor
    pic
        b
kind Player on solid
    pic
        9
kind Hole on floor
    pic
        2
Player walks
win when every Goal has Player on Goal
lose when Player on Hole
legend
    P = Player
    o = Goal
    x = Hole
level
    map
        .Po
level
    map
        P.o
level
    map
        xPo
"""
"""Won by right; right right; right. Left in the third level loses it."""

WIN = [(4, -1, -1)] * 4


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


def write_game(folder: Path, name: str = "walk", more: str = "") -> GameInfo:
    """A small game of three levels."""
    path = folder / f"{name}.arcg"
    path.write_text(GAME.format(name=name, more=more), encoding="utf-8")
    return info_of(path)


def study_of(games: Sequence[GameInfo], data: Path, clock: Clock, **plan: object) -> Study:
    """A study on the reference engine."""
    return Study(games, Plan(**plan), Store(data), clock=clock, engine=ReferenceEngine)


def play(
    study: Study, tester: str, number: int, moves: Sequence[tuple[int, int, int]], clock: Clock, each: float = 2.0
) -> View:
    """Begin a game and take moves, so many seconds each."""
    view = study.begin(tester, number)
    for turn, (action, x, y) in enumerate(moves, start=view.turn + 1):
        clock.now += each
        view = study.act(tester, view.session, turn, action, x, y)
    return view


def winning(game: str) -> list[tuple[int, int, int]]:
    """The moves of the recorded win of a shipped game."""
    return [(int(action), x, y) for action, x, y in actions(read(find(game).parent / "recordings" / "win.jsonl"))]


def aimless(study: Study, tester: str, number: int, count: int, clock: Clock, seed: int) -> View:
    """Begin a game and take actions at random among those that are offered, RESET where nothing else is taken."""
    draw = random.Random(seed)
    view = study.begin(tester, number)
    for _ in range(count):
        if view.over:
            break
        clock.now += draw.uniform(0.2, 5)
        if view.state == "GAME_OVER":
            view = study.act(tester, view.session, view.turn + 1, 0)
            continue
        action = draw.choice(view.available_actions)
        x, y = (draw.randrange(64), draw.randrange(64)) if action == 6 else (-1, -1)
        view = study.act(tester, view.session, view.turn + 1, action, x, y)
    return view
