"""What goes out: JSON answers, the official document of a game's answer made by hand, and errors."""

from __future__ import annotations

import json
from typing import Any

from starlette.responses import Response

from arcg.runtime.official.frames import Answer
from arcg.runtime.server.errors import ApiError

JSON = "application/json"


def document(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A document."""
    return Response(json.dumps(content, separators=(",", ":")).encode(), status, headers, JSON)


def failure(error: ApiError) -> Response:
    """An error, as the official API tells one."""
    headers = None if error.retry is None else {"Retry-After": str(error.retry)}
    return document({"error": error.code, "message": error.message}, error.status, headers)


def frames_response(given: Answer) -> Response:
    """The official FrameResponse."""
    head = {"game_id": given.game_id, "guid": given.guid}
    tail = {
        "state": given.state,
        "levels_completed": given.levels_completed,
        "win_levels": given.win_levels,
        "action_input": {"id": given.action, "data": dict(given.data), "reasoning": given.reasoning},
        "full_reset": given.full_reset,
        "available_actions": list(given.available_actions),
    }
    before, behind = (json.dumps(part, separators=(",", ":")).encode() for part in (head, tail))
    return Response(b'%s,"frame":%s,%s' % (before[:-1], given.frames_text, behind[1:]), 200, None, JSON)
