"""A client of an ASGI application in the same process: requests as bytes, whatever they hold, and their answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from starlette.applications import Starlette

from arcg.runtime.server.house import House


@dataclass(frozen=True)
class Reply:
    status: int
    headers: dict[str, str]
    data: bytes

    @property
    def json(self) -> Any:
        assert self.headers["content-type"] == "application/json", self
        return json.loads(self.data)

    def ok(self) -> Any:
        assert self.status == 200, self.data[:500]
        return self.json

    def fails(self, status: int, code: str) -> str:
        assert self.status == status, (self.status, self.data[:500])
        told = self.json
        assert told["error"] == code, told
        assert told["message"]
        return str(told["message"])


class Client:
    """Use it in a `with`: the application begins and ends with it."""

    def __init__(self, app: Starlette, key: str = "key") -> None:
        self.app = app
        self.key = key
        self.house: House = app.state.house
        self._runner = asyncio.Runner()
        self._open = app.router.lifespan_context(app)

    def __enter__(self) -> Self:
        self.run(self._open.__aenter__())
        return self

    def __exit__(self, *error: object) -> None:
        self.run(self._open.__aexit__(None, None, None))
        self._runner.close()

    def run(self, coroutine: Any) -> Any:
        return self._runner.run(coroutine)

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        return self._runner.get_loop()

    def get(self, path: str, key: str | None = None) -> Reply:
        return self.run(self.asked("GET", path, key=key))

    def post(self, path: str, body: object = None, key: str | None = None) -> Reply:
        return self.run(self.asked("POST", path, body, key=key))

    async def asked(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        key: str | None = None,
        headers: Mapping[str, str] | None = None,
        parts: Iterable[bytes] | None = None,
    ) -> Reply:
        """One request. A body that is no bytes is sent as JSON; `parts`: the body in several pieces."""
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        sent = {"x-api-key": key or self.key, "content-type": "application/json", "content-length": str(len(data))}
        sent |= headers or {}
        raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in sent.items() if value != "-"]
        path, _, query = path.partition("?")
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "", "headers": raw,
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 2), "state": {}, "app": self.app,
        }  # fmt: skip
        pieces = [data] if parts is None else list(parts)
        messages = [{"type": "http.request", "body": piece, "more_body": True} for piece in pieces]
        messages[-1]["more_body"] = False
        waiting = iter(messages)
        told: list[Any] = []

        async def receive() -> Any:
            return next(waiting, {"type": "http.disconnect"})

        async def send(message: Any) -> None:
            told.append(message)

        await self.app(scope, receive, send)
        got = {name.decode().lower(): value.decode() for name, value in told[0]["headers"]}
        return Reply(told[0]["status"], got, b"".join(one.get("body", b"") for one in told[1:]))

    # ------------------------------------------------------------ playing

    def card(self, key: str | None = None, **more: object) -> str:
        return str(self.post("/api/scorecard/open", more, key).ok()["card_id"])

    def begin(self, game: str, card: str, key: str | None = None) -> dict[str, Any]:
        return dict(self.post("/api/cmd/RESET", {"game_id": game, "card_id": card}, key).ok())

    def act(self, at: Mapping[str, Any], action: int, key: str | None = None, **more: object) -> Reply:
        name = f"ACTION{action}" if action else "RESET"
        return self.post(f"/api/cmd/{name}", {"game_id": at["game_id"], "guid": at["guid"], **more}, key)
