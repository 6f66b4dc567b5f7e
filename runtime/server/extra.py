"""The routes beside the official ones: what the page needs, under `/api/arcg/`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from arcg.runtime.server import bodies
from arcg.runtime.server.answers import JSON, document, frames_response
from arcg.runtime.server.errors import SERVER, ApiError, wrong
from arcg.runtime.server.house import House
from arcg.runtime.server.journal import Entry
from arcg.runtime.server.official import admitted

MOST_DIGITS = 9
PICTURE_AGE = 86_400
"""Seconds for which a browser may keep a picture; the id says the game's version."""


def routes(house: House) -> list[Route]:
    """All of them, over one house."""

    async def games(_request: Request) -> Response:
        practice = not house.settings.competition
        return document(
            [
                {
                    "game_id": game.game_id,
                    "title": game.title,
                    "tags": list(game.tags),
                    "set": game.set,
                    "levels": len(game.program.levels),
                    "actions": list(game.program.actions),
                    "fps": game.fps,
                    "level_select": practice and game.set == "public",
                }
                for game in house.games.values()
            ]
        )

    async def picture(request: Request) -> Response:
        level = request.query_params.get("level", "0")
        if not (level.isascii() and level.isdigit() and len(level) <= MOST_DIGITS):
            raise wrong("`level` must be a whole number, 0 for the first level")
        drawn = await house.picture(request.path_params["game_id"], int(level))
        return Response(drawn, 200, {"Cache-Control": f"max-age={PICTURE_AGE}"}, "image/png")

    async def settings(_request: Request) -> Response:
        told = house.settings
        return document(
            {
                "competition": told.competition,
                "idle_seconds": told.idle,
                "rate": told.rate,
                "sessions": told.sessions,
                "sessions_per_key": told.sessions_per_key,
                "recording": house.journal.recording,
                "kernels": house.kernels.ready,
            }
        )

    async def practice(request: Request) -> Response:
        key, body = admitted(house, request), await bodies.body_of(request)
        level = body.get("level", 0)
        if isinstance(level, bool) or not isinstance(level, int):
            raise wrong("`level` must be a whole number, 0 for the first level")
        return frames_response(await house.practise(key, bodies.name_in(body, "game_id"), level))

    async def recordings(request: Request) -> Response:
        key = admitted(house, request)
        return document([entry.as_json() for entry in house.journal.of(key)])

    async def recording(request: Request) -> Response:
        key = admitted(house, request)
        guid = request.path_params["guid"]
        entry = house.journal.find(guid, key)
        if entry is None:
            raise ApiError(404, SERVER, f"there is no recording {guid} of this API key")
        if entry.path is None or not entry.path.is_file():
            raise ApiError(404, SERVER, f"the session {guid} was not recorded")
        return StreamingResponse(_told(entry, house.journal.turns(entry)), media_type=JSON)

    return [
        Route("/api/arcg/games", games),
        Route("/api/arcg/games/{game_id}/picture", picture),
        Route("/api/arcg/settings", settings),
        Route("/api/arcg/practice", practice, methods=["POST"]),
        Route("/api/arcg/recordings", recordings),
        Route("/api/arcg/recordings/{guid}", recording),
    ]


def _told(entry: Entry, turns: Iterator[dict[str, Any]]) -> Iterator[bytes]:
    """A recording as a document, turn by turn, so that a long one need not be held."""
    head = json.dumps({"game_id": entry.game_id, "guid": entry.guid}).encode()
    yield head[:-1] + b', "turns": ['
    for number, turn in enumerate(turns):
        yield (b"," if number else b"") + json.dumps(turn, separators=(",", ":")).encode()
    yield b"]}"
