"""A study in the browser: the testers' page and the few addresses that it speaks to.

Takes a `Study`, gives an ASGI application. There is no official API here and nothing of the games but pictures: a
tester can reach what the page shows and no more.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arcg.runtime.calibrate.study import RefusedError, Study, View
from arcg.runtime.engine import Action
from arcg.runtime.official.digits import frames_text
from arcg.runtime.server import site
from arcg.runtime.server.answers import JSON, document
from arcg.runtime.server.app import polite
from arcg.runtime.server.bodies import Body, body_of, place_in
from arcg.runtime.server.errors import ApiError
from arcg.runtime.server.limits import Rates

PAGE = "tester.html"

RATE, BURST = 20.0, 60.0
"""Actions a second that one tester may take, in the long run and at once: more than fingers do."""
ENROLMENTS, AT_ONCE = 2.0, 100.0
"""Testers a second."""

Handler = Callable[[Request], Awaitable[Response]]


def create_app(study: Study) -> Starlette:
    """The testers' page and its addresses as an ASGI application."""
    return polite([*Desk(study).routes(), *site.routes(PAGE)])


class Desk:
    """Answers the requests of testers."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._rates = Rates(RATE, BURST, time.monotonic)
        self._doors = Rates(ENROLMENTS, AT_ONCE, time.monotonic)

    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/api/test/study", _told(self._about)),
            Route("/api/test/tester", _told(self._enrol), methods=["POST"]),
            Route("/api/test/progress", _told(self._progress)),
            Route("/api/test/begin", _told(self._begin), methods=["POST"]),
            Route("/api/test/act", _told(self._act), methods=["POST"]),
            Route("/api/test/end", _told(self._end), methods=["POST"]),
        ]

    async def _about(self, _request: Request) -> Response:
        plan = self._study.plan
        return document(
            {
                "consent": plan.consent,
                "games": len(self._study.games),
                "soft_minutes": plan.soft_minutes,
                "hard_minutes": plan.hard_minutes,
            }
        )

    async def _enrol(self, request: Request) -> Response:
        body = await body_of(request)
        if body.get("consent") is not True:
            raise RefusedError(400, "CONSENT", "nothing is recorded of who has not agreed: send consent: true")
        self._in_time(self._doors, "")
        tester, token = await run_in_threadpool(self._study.enrol)
        return document({"tester": tester, "token": token})

    async def _progress(self, request: Request) -> Response:
        tester = await self._tester(request)
        states = await run_in_threadpool(self._study.progress, tester)
        games = [{"game": number, "state": state} for number, state in enumerate(states)]
        return document({"tester": tester, "games": games})

    async def _begin(self, request: Request) -> Response:
        tester, body = await self._tester(request), await body_of(request)
        return _view(await run_in_threadpool(self._study.begin, tester, _whole(body, "game")))

    async def _act(self, request: Request) -> Response:
        tester, body = await self._tester(request), await body_of(request)
        action = _whole(body, "action")
        if not 0 <= action < len(Action):
            raise RefusedError(400, "ACTION", f"there is no action {action}; the actions are 0 to {len(Action) - 1}")
        x, y = place_in(body) if action == Action.CLICK else (-1, -1)
        act = partial(self._study.act, tester, _text(body, "session"), _whole(body, "turn"), action, x, y)
        return _view(await run_in_threadpool(act))

    async def _end(self, request: Request) -> Response:
        tester, body = await self._tester(request), await body_of(request)
        await run_in_threadpool(self._study.end, tester, _text(body, "session"))
        return document({"state": "done"})

    async def _tester(self, request: Request) -> str:
        tester = await run_in_threadpool(self._study.tester, request.headers.get("x-tester", ""))
        self._in_time(self._rates, tester)
        return tester

    @staticmethod
    def _in_time(rates: Rates, key: str) -> None:
        wait = rates.take(key)
        if wait:
            raise RefusedError(429, "RATE", f"too fast; try again in {wait} s")


def _told(handler: Handler) -> Handler:
    """The handler, with what the study refuses told as JSON."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except RefusedError as error:
            return document({"error": error.code, "message": str(error), **error.more}, error.status)

    return answer


def _view(view: View) -> Response:
    """A view, with its frames as text made fast."""
    behind = document(view.told()).body
    return Response(b'{"frame":%s,%s' % (frames_text(view.frames), bytes(behind)[1:]), 200, None, JSON)


def _whole(body: Body, field: str) -> int:
    value: Any = body.get(field)
    if type(value) is not int or abs(value) > 1_000_000_000:
        raise ApiError(400, "VALIDATION_ERROR", f"`{field}` must be a whole number")
    return value


def _text(body: Body, field: str) -> str:
    value: Any = body.get(field)
    if not isinstance(value, str) or not value.isascii():
        raise ApiError(400, "VALIDATION_ERROR", f"`{field}` must be text")
    return value
