"""Requests read with care: bodies that are bounded JSON objects, and fields of them that are what they should be.

Everything that a client can send wrongly ends in an `ApiError` here, before anything is done about the request.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.requests import ClientDisconnect, Request

from arcg.runtime.engine import SIZE
from arcg.runtime.server.errors import VALIDATION, ApiError, wrong

MOST_BYTES = 64 * 1024
"""Of a body."""
MOST_BLOB = 16 * 1024
"""Of `reasoning` and of `opaque`, as JSON: the official bound."""
MOST_DEPTH = 64
"""Brackets within brackets."""
MOST_NAME = 200
"""Characters of a key, an id, a tag."""
MOST_TAGS = 100
MOST_URL = 2_000
MOST_DIGITS = 12
TURN = "X-Arcg-Turn"
"""A header with which an action can be sent again when its answer was lost; it is not played twice."""
PATIENCE = 10.0
"""Seconds in which a body has to be here."""

Body = dict[str, Any]


def api_key(request: Request) -> str:
    """The key that the client shows."""
    key = request.headers.get("x-api-key", "")
    if not key:
        raise ApiError(401, VALIDATION, "send an API key in the header X-API-Key; any will do, and GET "
                       "/api/games/anonkey makes one")  # fmt: skip
    if len(key) > MOST_NAME or not key.isprintable():
        raise ApiError(401, VALIDATION, f"an API key has at most {MOST_NAME} characters, none of them invisible")
    return key


def turn_of(request: Request) -> int | None:
    """How many answers of its session the client has seen, if it says so."""
    turn = request.headers.get(TURN)
    if turn is None:
        return None
    if not (turn.isascii() and turn.isdigit() and len(turn) <= MOST_DIGITS):
        raise wrong(f"{TURN} must be the number of answers seen in this session")
    return int(turn)


async def body_of(request: Request) -> Body:
    """The JSON object that came with a request."""
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
        raise ApiError(415, VALIDATION, "send JSON, with the header Content-Type: application/json")
    length = request.headers.get("content-length", "")
    if length.isascii() and length.isdigit() and (len(length) > 12 or int(length) > MOST_BYTES):
        raise _too_large()
    try:
        async with asyncio.timeout(PATIENCE):
            data = await _read(request)
    except TimeoutError:
        raise ApiError(408, VALIDATION, f"the body did not come within {PATIENCE:.0f} seconds") from None
    except ClientDisconnect:
        raise wrong("the body was cut off") from None
    return _parsed(data)


async def _read(request: Request) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > MOST_BYTES:
            raise _too_large()
        parts.append(part)
    return b"".join(parts)


def _too_large() -> ApiError:
    return ApiError(413, VALIDATION, f"a body has at most {MOST_BYTES} bytes")


def _parsed(data: bytes) -> Body:
    try:
        document = json.loads(data.decode("utf-8"), parse_constant=_no_number)
    except RecursionError:
        raise wrong("the body is nested too deeply") from None
    except ValueError as error:  # no UTF-8, no JSON, a number of thousands of digits
        raise wrong(f"the body is no JSON: {str(error)[:MOST_NAME]}") from None
    if not isinstance(document, dict):
        raise wrong("the body must be a JSON object")
    if _depth(document) > MOST_DEPTH:
        raise wrong("the body is nested too deeply")
    return document


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no JSON number")


def _depth(document: Body) -> int:
    """How many brackets are within brackets."""
    level: list[Any] = [document]
    depth = 0
    while level and depth <= MOST_DEPTH:
        depth += 1
        inner: list[Any] = []
        for one in level:
            inner += one.values() if isinstance(one, dict) else one
        level = [one for one in inner if isinstance(one, dict | list)]
    return depth


# ---------------------------------------------------------------- fields


def name_in(body: Body, field: str) -> str:
    """A name that has to be there."""
    value = body.get(field)
    if value is None or value == "":
        raise wrong(f"missing `{field}` in action data")
    if not isinstance(value, str) or len(value) > MOST_NAME or not value.isprintable():
        raise wrong(f"`{field}` must be text of at most {MOST_NAME} characters")
    return value


def name_or_none(body: Body, field: str) -> str | None:
    """A name, or None where it is left out, null or empty."""
    return None if body.get(field) in (None, "") else name_in(body, field)


def place_in(body: Body) -> tuple[int, int]:
    """The pixel of a click."""
    return _pixel(body, "x"), _pixel(body, "y")


def _pixel(body: Body, field: str) -> int:
    value = body.get(field)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < SIZE:
        raise wrong(f"`{field}` must be a whole number from 0 to {SIZE - 1}")
    return value


def blob_in(body: Body, field: str) -> Any:
    """Whatever the client wants to be kept: any JSON, within the bound."""
    value = body.get(field)
    try:
        size = len(json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode("utf-8"))
    except UnicodeEncodeError:
        raise wrong(f"`{field}` holds half a character") from None
    except ValueError:  # 1e999 is read as infinity
        raise wrong(f"`{field}` holds a number that is too large") from None
    if size > MOST_BLOB:
        raise wrong(f"`{field}` exceeds {MOST_BLOB} bytes")
    return value


def tags_in(body: Body) -> list[str]:
    """The tags of a scorecard. Who says neither is taken for an agent."""
    tags = body.get("tags")
    if tags is None:
        tags = []
    fits = isinstance(tags, list) and len(tags) <= MOST_TAGS
    if not fits or not all(isinstance(tag, str) and len(tag) <= MOST_NAME and tag.isprintable() for tag in tags):
        raise wrong(f"`tags` must be a list of at most {MOST_TAGS} texts, each of at most {MOST_NAME} characters")
    return tags if "human" in tags or "agent" in tags else [*tags, "agent"]


def url_in(body: Body) -> str | None:
    """Where the client's source is, as it says."""
    url = body.get("source_url")
    if url is None:
        return None
    if not isinstance(url, str) or len(url) > MOST_URL or not url.isprintable():
        raise wrong(f"`source_url` must be text of at most {MOST_URL} characters")
    return url


def flag_in(body: Body, field: str) -> bool:
    """True only if it says so."""
    value = body.get(field)
    if value is not None and not isinstance(value, bool):
        raise wrong(f"`{field}` must be true or false")
    return bool(value)
