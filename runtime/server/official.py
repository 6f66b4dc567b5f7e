"""The routes of the official REST API."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from arcg.runtime.engine import Action
from arcg.runtime.official.info import GameInfo
from arcg.runtime.server import bodies
from arcg.runtime.server.answers import document, frames_response
from arcg.runtime.server.errors import NOT_AVAILABLE, SERVER, ApiError, wrong
from arcg.runtime.server.house import House

Handler = Callable[[Request], Awaitable[Response]]


def routes(house: House) -> list[Route]:
    """All of them, over one house."""
    started = datetime.now(UTC).isoformat(timespec="seconds")

    def described(game: GameInfo) -> dict[str, Any]:
        return game.metadata() | {"date_downloaded": started}

    async def games(_request: Request) -> Response:
        return document([described(game) for game in house.games.values()])

    async def game(request: Request) -> Response:
        return document(described(_known(house, request)))

    async def source(request: Request) -> Response:
        found = _known(house, request)
        if found.set != "public" or house.settings.competition:
            raise ApiError(403, NOT_AVAILABLE, f"the source of {found.game_id} is not given out")
        try:
            text = await house.source(found)
        except ValueError as error:
            raise ApiError(404, NOT_AVAILABLE, str(error)) from None
        return PlainTextResponse(text, media_type="text/x-python")

    async def anonymous(_request: Request) -> Response:
        return document({"api_key": secrets.token_urlsafe(24)})

    async def open_card(request: Request) -> Response:
        key, body = await _asked(house, request)
        card = house.cards.open(
            key,
            tags=bodies.tags_in(body),
            source_url=bodies.url_in(body),
            opaque=bodies.blob_in(body, "opaque"),
            competition=bodies.flag_in(body, "competition_mode"),
        )
        return document({"card_id": card.card_id})

    async def close_card(request: Request) -> Response:
        key, body = await _asked(house, request)
        return document(house.close(bodies.name_in(body, "card_id"), key))

    async def card(request: Request) -> Response:
        key = admitted(house, request)
        return document(house.card(request.path_params["card_id"], key).scorecard.as_json(house.games))

    async def card_of_game(request: Request) -> Response:
        key = admitted(house, request)
        found = house.card(request.path_params["card_id"], key)
        game_id = request.path_params["game_id"]
        known = house.game(game_id)
        return document(found.scorecard.raw_json(known.game_id if known is not None else game_id))

    async def reset(request: Request) -> Response:
        key, body = await _asked(house, request)
        game_id = bodies.name_in(body, "game_id")
        card_id, guid = bodies.name_or_none(body, "card_id"), bodies.name_or_none(body, "guid")
        reasoning = bodies.blob_in(body, "reasoning")
        if guid is None:
            return frames_response(await house.start(key, game_id, card_id, reasoning))
        return frames_response(await house.reset(key, game_id, guid, card_id, reasoning, bodies.turn_of(request)))

    def acting(action: Action) -> Handler:
        async def act(request: Request) -> Response:
            key, body = await _asked(house, request)
            game_id = bodies.name_in(body, "game_id")
            x, y = bodies.place_in(body) if action == Action.CLICK else (-1, -1)
            reasoning = bodies.blob_in(body, "reasoning")
            guid = bodies.name_or_none(body, "guid")
            if guid is None:
                raise wrong("missing `guid` for any action other than RESET")
            turn = bodies.turn_of(request)
            return frames_response(await house.act(key, game_id, guid, action, x, y, reasoning, turn))

        return act

    async def healthy(_request: Request) -> Response:
        return PlainTextResponse("okay")

    return [
        *(Route(f"/api/cmd/ACTION{int(one)}", acting(one), methods=["POST"]) for one in Action if one != Action.RESET),
        Route("/api/games", games),
        Route("/api/games/anonkey", anonymous),
        Route("/api/games/{game_id}", game),
        Route("/api/games/{game_id}/source", source),
        Route("/api/scorecard/open", open_card, methods=["POST"]),
        Route("/api/scorecard/close", close_card, methods=["POST"]),
        Route("/api/scorecard/{card_id}", card),
        Route("/api/scorecard/{card_id}/{game_id}", card_of_game),
        Route("/api/cmd/RESET", reset, methods=["POST"]),
        Route("/api/healthcheck", healthy),
    ]


def admitted(house: House, request: Request) -> str:
    """The key of a client that may ask now."""
    key = bodies.api_key(request)
    wait = house.rates.take(key)
    if wait:
        raise ApiError(429, SERVER, f"more than {house.settings.rate:g} requests a second with this key; wait", wait)
    return key


async def _asked(house: House, request: Request) -> tuple[str, bodies.Body]:
    """The key and the body of a request that asks for something to be done."""
    return admitted(house, request), await bodies.body_of(request)


def _known(house: House, request: Request) -> GameInfo:
    game_id = request.path_params["game_id"]
    found = house.game(game_id)
    if found is None:
        raise ApiError(404, SERVER, f"game {game_id} not found")
    return found
