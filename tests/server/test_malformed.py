"""Requests as nobody should send them: ten thousand of them are refused, and nothing is lost or left behind."""

from __future__ import annotations

import asyncio
import json
import random
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from starlette.requests import Request
from support.asgi import Client, Reply

from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.server import bodies

COUNT = 10_000
"""Malformed requests, and one in fifty of a session that is well."""

POSTS = ["/api/scorecard/open", "/api/scorecard/close", "/api/cmd/RESET", "/api/arcg/practice"]
POSTS += [f"/api/cmd/ACTION{number}" for number in range(1, 8)]

ODD: list[Any] = [
    None, True, False, -1, 64, 10**400, 1.5, 1e300, "", "7", "x" * 300, "\x00", "\u202e", "../../etc/passwd", [], [1],
    {}, {"a": 1}, "walk' OR 1=1", "<script>", "%00", [[]] * 3, "\ud83d", "é" * 100, "NaN",
]  # fmt: skip

RAW = [
    b"", b"{", b"}", b"null", b"[]", b'"x"', b"1", b"{'game_id': 1}", b'{"x": NaN}', b'{"x": Infinity}',
    b'{"x": -Infinity}', b"\xff\xfe{}", b'{"game_id": "\xc3"}', b'\xef\xbb\xbf{"game_id": "walk"}', b"[" * 60_000,
    b'{"a":' * 5_000 + b"1" + b"}" * 5_000, b'{"a":' * 65 + b"1" + b"}" * 65, b'{"game_id": 1' + b"0" * 5_000 + b"}",
    b"game_id=walk", b"<xml/>", b"{}" * 2, b'{"a" 1}', b"\x00" * 100, b'{"game_id": "walk"',
]  # fmt: skip


class Mischief:
    """Makes requests that are wrong, each in one of many ways."""

    def __init__(self, server: Client, seed: int) -> None:
        self.server, self.rng = server, random.Random(seed)
        self.card = server.card("victim")
        self.at = server.begin("walk", self.card, "victim")

    async def one(self) -> Reply:
        ways = [self.raw, self.field, self.field, self.missing, self.mixed, self.large, self.headed, self.nowhere]
        return await self.rng.choice(ways)()

    def _good(self, path: str) -> dict[str, Any]:
        """A body with which the request would be right, but for what it speaks of: a session of somebody else."""
        if path.endswith("open"):
            return {"tags": ["a"], "opaque": 1, "source_url": "http://x", "competition_mode": False}
        if path.endswith("close"):
            return {"card_id": self.card}
        if path.endswith("practice"):
            return {"game_id": "walk", "level": 0}
        body = {"game_id": self.at["game_id"], "guid": self.at["guid"], "reasoning": {"a": 1}}
        return body | ({"x": 1, "y": 2} if path.endswith("6") else {})

    async def raw(self) -> Reply:
        data = self.rng.choice([*RAW, self.rng.randbytes(self.rng.randrange(200)), self._cut()])
        return await self.server.asked("POST", self.rng.choice(POSTS), data)

    def _cut(self) -> bytes:
        data = json.dumps(self._good("/api/cmd/ACTION6")).encode()
        return data[: self.rng.randrange(len(data))]

    async def field(self) -> Reply:
        """One field of the wrong type or value; where any would do, a session of somebody else."""
        path = self.rng.choice(POSTS)
        body = self._good(path)
        name = self.rng.choice(list(body))
        body[name] = self.rng.choice(ODD)
        if path.endswith("open"):
            body |= {self.rng.choice(["tags", "source_url", "competition_mode"]): self.rng.choice([1, [1], 2.5, {}])}
        if path.endswith("practice") and name != "level":
            body["level"] = self.rng.choice([-1, 3, "0", 1.5, True, [], {}])
        elif path.endswith("practice"):
            body["game_id"] = "none"
        return await self.server.asked("POST", path, body)

    async def missing(self) -> Reply:
        path = self.rng.choice([path for path in POSTS if "open" not in path and "practice" not in path])
        body = self._good(path)
        del body[self.rng.choice(list(body))]
        return await self.server.asked("POST", path, body)

    async def mixed(self) -> Reply:
        """Ids that are there and do not belong together, and ids that are not there."""
        path = self.rng.choice(POSTS[1:3] + POSTS[4:])
        ids = [str(uuid.UUID(int=self.rng.getrandbits(128))), self.card, self.at["guid"], self.at["game_id"]]
        body = {name: self.rng.choice(ids) for name in ("card_id", "guid", "game_id")}
        return await self.server.asked("POST", path, body | {"x": 1, "y": 1})

    async def large(self) -> Reply:
        path = self.rng.choice(POSTS)
        piece = json.dumps(self._good(path)).encode()
        if self.rng.random() < 0.5:
            headers = {"content-length": self.rng.choice(["999999999999999999999", "70000", "1e9"])}
            return await self.server.asked("POST", path, piece + b"!", headers=headers)
        parts = [b'{"a": "', *([b"x" * 30_000] * 3), b'"}']
        return await self.server.asked("POST", path, headers={"content-length": "-"}, parts=parts)

    async def headed(self) -> Reply:
        path = self.rng.choice(POSTS)
        headers = self.rng.choice(
            [
                {"content-type": "text/plain"}, {"content-type": "-"}, {"content-type": "application/x-www-form"},
                {"x-api-key": "-"}, {"x-api-key": "k" * 201}, {"x-api-key": "a\tb\x01"}, {"x-api-key": ""},
            ]
        )  # fmt: skip
        return await self.server.asked("POST", path, self._good(path), headers=headers)

    async def nowhere(self) -> Reply:
        method = self.rng.choice(["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW"])
        path = self.rng.choice(
            [
                "/api/cmd/ACTION8", "/api/cmd/ACTION0", "/api/cmd/reset", "/api/games/none", "/api/games/none/source",
                f"/api/scorecard/{self.card}", f"/api/scorecard/{uuid.uuid4()}/walk", "/api/scorecard/", "/api", "/..",
                "/page/../app.py", "/page/..%2fapp.py", "/page/app.py", "/page/", "/api/arcg/recordings/x", "/\x00",
                f"/api/arcg/recordings/{self.at['guid']}", "/api/games/\ud83d\ude00", "/" + "a" * 5_000,
            ]
        )  # fmt: skip
        if path.isascii():
            return await self.server.asked(method, path, {})
        return await self.server.asked(method, path.encode("utf-16", "surrogatepass").decode("utf-16"), {})


@pytest.mark.parametrize("seed", [1])
def test_ten_thousand_malformed_requests_are_refused_and_harm_nothing(
    servers: Callable[..., Client], seed: int
) -> None:
    server = servers(recorded=True)
    mischief = Mischief(server, seed)
    card = server.card("good")
    at = server.begin("walk", card, "good")
    engine = ReferenceEngine(server.house.game("walk").program)
    rng = random.Random(seed)
    refused: dict[int, int] = {}

    async def good() -> None:
        action = rng.choice([0, 1, 2, 7]) if engine.status == 0 else 0
        body = {"game_id": at["game_id"], "guid": at["guid"]}
        name = f"ACTION{action}" if action else "RESET"
        told = (await server.asked("POST", f"/api/cmd/{name}", body, key="good")).ok()
        engine.step(action)
        assert told["frame"] == engine.frames().tolist()

    async def all_of_them() -> None:
        for number in range(COUNT):
            reply = await mischief.one()
            assert 400 <= reply.status < 500, (number, reply.status, reply.data[:300])
            assert set(reply.json) == {"error", "message"}
            refused[reply.status] = refused.get(reply.status, 0) + 1
            if number % 50 == 0:
                await good()

    server.run(all_of_them())
    assert {400, 401, 404, 405, 413, 415} <= set(refused)
    assert (len(server.house.sessions), len(server.house.cards)) == (2, 2)
    assert server.act(mischief.at, 1, "victim").ok()["levels_completed"] == 0
    (run,) = server.get(f"/api/scorecard/{mischief.card}", "victim").ok()["environments"][0]["runs"]
    assert (run["actions"], run["resets"]) == (1, 0)
    (run,) = server.get(f"/api/scorecard/{card}", "good").ok()["environments"][0]["runs"][-1:]
    assert run["state"] == "NOT_FINISHED"


def test_a_body_that_never_comes_is_not_waited_for(server: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "PATIENCE", 0.01)

    async def asked() -> None:

        async def receive() -> dict[str, object]:
            await asyncio.sleep(60)
            raise AssertionError

        scope = {"type": "http", "method": "POST", "path": "/", "headers": [(b"content-type", b"application/json")]}
        await bodies.body_of(Request(scope, receive))

    with pytest.raises(bodies.ApiError) as raised:
        server.run(asked())
    assert raised.value.status == 408
