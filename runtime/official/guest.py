"""A game that is played elsewhere: a class for the official toolkit that asks a server for every picture.

`arcg export` writes this module for games whose rules and levels must not be given away, with a class at its end that
says which game and which server. It needs numpy and arcengine, and nothing of arcg.
"""

from __future__ import annotations

import json
import os
import uuid
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import arcengine
import numpy as np

from arcg.runtime.official.screen import PIXELS, Screen

RESET, CLICK = 0, 6
"""Numbers of actions."""

PATIENCE = 30.0
"""Seconds in which the server has to answer."""

KEY = os.environ.get("ARC_API_KEY") or str(uuid.uuid4())
"""By which the server knows whose sessions are whose: all games of one process."""


class GuestGame(arcengine.ARCBaseGame):
    """One game in play, on a server. A class below this one says which, and where."""

    GAME: str
    """Its id with its version."""
    LEVELS: int
    """How many levels it has."""
    ACTIONS: tuple[int, ...]
    """The numbers of the offered actions."""
    SERVER: str
    """Address of the server; the environment variable ARC_BASE_URL says another."""
    _action_count: int

    def __init__(self) -> None:
        self._server = (os.environ.get("ARC_BASE_URL") or self.SERVER).rstrip("/")
        self._card = self._guid = ""
        self._waiting: list[Any] = []
        """The frames of the server's answer that were not shown yet."""
        super().__init__(
            self.GAME,
            [arcengine.Level(grid_size=(PIXELS, PIXELS))],
            camera=Screen(),
            win_score=self.LEVELS,
            available_actions=list(self.ACTIONS),
        )

    # ------------------------------------------------------------ acting

    def handle_reset(self) -> None:
        """RESET: which of the two resets it is, the server says."""
        only_levels = os.environ.get("ONLY_RESET_LEVELS") == "true" and self._state != arcengine.GameState.WIN
        if only_levels and self._guid and self._action_count == 0:
            return  # the level has just begun
        if not self._guid:
            self._card = self._ask("scorecard/open", {"tags": ["agent", "guest"]})["card_id"]
        session = {"guid": self._guid} if self._guid else {}
        answer = self._ask("cmd/RESET", {"game_id": self.GAME, "card_id": self._card} | session)
        self._take(answer)
        self._guid = answer["guid"]
        self._action_count = 0

    def step(self) -> None:
        """Show the next frame of the answer to the present action; at the first one, have the server answer."""
        action = int(self.action.id.value)
        if not self._waiting and action != RESET:
            place = {name: _pixel(self.action.data.get(name)) for name in ("x", "y")} if action == CLICK else {}
            if None not in place.values():  # a click beside the picture hits nothing, and the server takes none
                body = {"game_id": self.GAME, "guid": self._guid} | place
                self._take(self._ask(f"cmd/ACTION{action}", body))
        if self._waiting:
            self._camera.picture = np.array(self._waiting.pop(0), np.int8)
        if not self._waiting:
            self.complete_action()

    def _take(self, answer: dict[str, Any]) -> None:
        """Have arcengine know what the server has said."""
        self._waiting = list(answer["frame"])
        self._full_reset = bool(answer["full_reset"])
        self._score = int(answer["levels_completed"])
        self._state = arcengine.GameState(answer["state"])

    def _ask(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Ask the server.

        Raises:
            ConnectionError: there is no server, or it says no; the message says where and why.
        """
        url = f"{self._server}/api/{path}"
        headers = {"Content-Type": "application/json", "X-API-Key": KEY}
        request = Request(url, json.dumps(body).encode(), headers)
        try:
            with urlopen(request, timeout=PATIENCE) as answer:
                told: dict[str, Any] = json.load(answer)
                return told
        except HTTPError as error:
            raise ConnectionError(f"{url}: {error.code} {error.read()[:300].decode(errors='replace')}") from error
        except (OSError, ValueError) as error:
            raise ConnectionError(f"{url}: {error}; {self.GAME} is played at this server only") from error

    # ------------------------------------------------------------ copies

    def __getstate__(self) -> dict[str, Any]:
        """There is no copy of a game that is played elsewhere."""
        raise TypeError(f"{self.GAME} is played at {self._server}, so it cannot be copied")


def _pixel(given: object) -> int | None:
    """A column or a row of the frame; None for what is none."""
    if isinstance(given, float) and given.is_integer():
        given = int(given)
    return given if isinstance(given, int) and 0 <= given < PIXELS else None
