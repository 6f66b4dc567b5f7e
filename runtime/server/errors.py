"""What a client is told when something cannot be done: the official codes, each with the status that goes with it."""

from __future__ import annotations

VALIDATION = "VALIDATION_ERROR"
"""The request itself is wrong."""
SERVER = "SERVER_ERROR"
"""There is no such game, session, scorecard or address, or no room."""
NOT_STARTED = "GAME_NOT_STARTED_ERROR"
"""The game has ended; only RESET goes on."""
NOT_AVAILABLE = "GAME_NOT_AVAILABLE_ERROR"
"""The game is there, and not for this."""


class ApiError(Exception):
    """An answer that is an error. `retry` says in how many seconds the same request may do better."""

    def __init__(self, status: int, code: str, message: str, retry: int | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.retry = retry


def wrong(message: str) -> ApiError:
    """The request is wrong."""
    return ApiError(400, VALIDATION, message)


def no_game(game_id: str, why: str = "") -> ApiError:
    """No game to play: it is unknown, or its session or scorecard is. The official words, and a reason behind them."""
    return ApiError(400, SERVER, f"game {game_id} not found" + (f": {why}" if why else ""))
