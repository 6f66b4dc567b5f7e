"""Servers for the tests: small games, on the reference engine, with a clock that stands until it is moved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from support.asgi import Client

from arcg.runtime.official.info import GameInfo, collect
from arcg.runtime.server.app import create_app
from arcg.runtime.server.settings import ServerSettings

WALK = """\
game walk
board 5x1 ground grey
actions arrows click undo
layer solid
kind Player on solid
    pic
        9
kind Goal on solid
    pic
        b
kind Trap on solid
    pic
        8
Player walks
kind Mark on solid
    pic
        c
phase finish on arrow
    Player touches Goal -> win
    Player touches Trap -> lose
legend
    P = Player
    G = Goal
    T = Trap
level
    map
        T.P.G
level
    map
        T.P.G
level
    map
        T.P.G
"""
"""Two moves to the right win a level, two to the left lose it."""


@dataclass
class Clock:
    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Servers:
    games: list[GameInfo]
    folder: Path
    stack: ExitStack
    clock: Clock = field(default_factory=Clock)

    def __call__(self, *, games: list[GameInfo] | None = None, recorded: bool = False, **settings: Any) -> Client:
        made = ServerSettings(**({"kernels": "off", "clock": self.clock, "rate": 0} | settings))
        app = create_app(games or self.games, made, self.folder / "recordings" if recorded else None)
        return self.stack.enter_context(Client(app))


@pytest.fixture(scope="session")
def walk(tmp_path_factory: pytest.TempPathFactory) -> list[GameInfo]:
    path = tmp_path_factory.mktemp("games") / "walk.arcg"
    path.write_text(WALK, encoding="utf-8")
    return collect([path])


@pytest.fixture
def servers(walk: list[GameInfo], tmp_path: Path) -> Iterator[Callable[..., Client]]:
    with ExitStack() as stack:
        yield Servers(walk, tmp_path, stack)


@pytest.fixture
def server(servers: Callable[..., Client]) -> Client:
    return servers()
