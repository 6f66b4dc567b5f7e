"""The application: routes, errors as JSON, and what goes with every answer, whatever it is."""

from __future__ import annotations

import re
import traceback
from collections.abc import Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Lifespan, Message, Receive, Scope, Send

from arcg.runtime.official.info import GameInfo
from arcg.runtime.server import extra, official, site
from arcg.runtime.server.answers import failure
from arcg.runtime.server.errors import SERVER, VALIDATION, ApiError
from arcg.runtime.server.house import House, complain
from arcg.runtime.server.settings import ServerSettings

CACHE = b"cache-control"
HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        b"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
"""With every answer. Answers that do not say how long they are good for are not kept anywhere."""

SLASHES = re.compile("//+")


def create_app(
    games: Sequence[GameInfo],
    settings: ServerSettings | None = None,
    recordings: Path | None = None,
    *,
    routes: Sequence[BaseRoute] = (),
) -> Starlette:
    """The server as an ASGI application.

    Args:
        games: what is played.
        settings: bounds and modes.
        recordings: the folder below which every session is written; None: nothing is.
        routes: more of them, looked at before ours.
    """
    house = House(games, settings or ServerSettings(), recordings)
    app = polite([*routes, *official.routes(house), *extra.routes(house), *site.routes()], house.open)
    app.state.house = house
    return app


def polite(routes: Sequence[BaseRoute], lifespan: Lifespan[Starlette] | None = None) -> Starlette:
    """An application of these routes whose every answer has our headers, and whose errors are all JSON."""
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Manners)],
        exception_handlers={ApiError: _told, HTTPException: _unknown},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return app


class Manners:
    """Takes double slashes for one, and puts the headers of every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and its answer back."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        begun = False

        async def with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                given = message["headers"]
                kept = any(name == CACHE for name, _ in given)
                message["headers"] = [*given, *HEADERS] if kept else [*given, *HEADERS, (CACHE, b"no-store")]
            await send(message)

        if "//" in scope["path"]:
            scope = {**scope, "path": SLASHES.sub("/", scope["path"])}
        try:
            await self._app(scope, receive, with_headers)
        except Exception as error:
            # a fault of ours: what happened is told to whoever runs the server, not to the client
            complain(f"{scope['method']} {scope['path']} failed\n{''.join(traceback.format_exception(error))}")
            if not begun:
                await failure(ApiError(500, SERVER, "the server made a mistake"))(scope, receive, with_headers)


async def _told(_request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    return failure(error)


async def _unknown(request: Request, error: Exception) -> Response:
    """What starlette itself says no to: addresses and methods that are not there."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        found = failure(ApiError(405, VALIDATION, f"{request.method} is not for this address"))
        found.headers.update(error.headers or {})
        return found
    return failure(ApiError(error.status_code, SERVER, "there is nothing at this address"))
