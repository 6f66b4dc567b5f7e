"""A study in the browser: its addresses, one tester apart from another, and requests that are wrong in every way."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed")
from support.asgi import Client, Reply
from support.testers import WIN, Clock, study_of, write_game

from arcg.runtime.calibrate.study import Study
from arcg.runtime.calibrate.web import create_app


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return study_of([write_game(tmp_path, more=" click")], tmp_path / "data.sqlite", Clock())


@pytest.fixture
def client(study: Study) -> Iterator[Client]:
    app = create_app(study)
    app.state.house = None  # the server's store of sessions, which a study does not have
    with Client(app) as client:
        yield client


def _asked(client: Client, path: str, headers: dict[str, str] | None = None, body: object = None) -> Reply:
    """A POST if there is a body."""
    return client.run(client.asked("GET" if body is None else "POST", f"/api/test/{path}", body, headers=headers))


def _tester(client: Client) -> dict[str, str]:
    return {"x-tester": _asked(client, "tester", body={"consent": True}).ok()["token"]}


def _begin(client: Client, headers: dict[str, str]) -> Reply:
    return _asked(client, "begin", headers, {"game": 0})


def _act(client: Client, headers: dict[str, str], session: str, turn: int, action: int) -> Reply:
    return _asked(client, "act", headers, {"session": session, "turn": turn, "action": action})


def test_a_whole_game(client: Client, study: Study) -> None:
    about = _asked(client, "study").ok()
    assert about == {"consent": study.plan.consent, "games": 1, "soft_minutes": 20, "hard_minutes": 30}
    headers = _tester(client)
    view = _begin(client, headers).ok()
    assert (view["turn"], view["state"], view["over"], view["win_levels"]) == (0, "NOT_FINISHED", False, 3)
    assert [len(view["frame"]), len(view["frame"][0]), len(view["frame"][0][0])] == [1, 64, 64]
    for turn, (action, _, _) in enumerate(WIN, start=1):
        view = _act(client, headers, view["session"], turn, action).ok()
    assert (view["state"], view["over"], view["levels_completed"]) == ("WIN", True, 3)
    assert _asked(client, "progress", headers).ok()["games"] == [{"game": 0, "state": "done"}]
    _begin(client, headers).fails(409, "PLAYED")


def test_testers_are_kept_apart(client: Client) -> None:
    one, other = _tester(client), _tester(client)
    session = _begin(client, one).ok()["session"]

    for headers, status in ((other, 404), ({"x-tester": "nobody"}, 401), ({}, 401)):
        assert _act(client, headers, session, 1, 4).status == status
    assert _act(client, one, session, 1, 4).status == 200


def test_nothing_is_recorded_of_who_has_not_agreed(client: Client, study: Study) -> None:
    for body in ({}, {"consent": False}, {"consent": "true"}, {"consent": 1}):
        assert _asked(client, "tester", body=body).status == 400
    assert not study._store.testers()


def test_no_official_address_is_there(client: Client) -> None:
    for path in ("/api/games", "/api/arcg/games", "/api/scorecard/open", "/api/cmd/RESET", "/page/../study.py"):
        assert client.get(path).status == 404
        assert client.post(path, {}).status in (404, 405)


def test_a_tester_who_is_too_fast_is_told(client: Client) -> None:
    headers = _tester(client)
    statuses = {_asked(client, "progress", headers).status for _ in range(100)}

    assert statuses == {200, 429}


def _nonsense(draw: random.Random) -> object:
    values = [None, True, -1, 0, 3, 64, 10**30, 1.5, "", "0", "x" * 300, [], {}, [[1]], {"a": 1}, "\ud800"]
    keys = ["session", "turn", "action", "x", "y", "game", "consent", "other"]
    return {key: draw.choice(values) for key in draw.sample(keys, draw.randrange(len(keys)))}


def test_requests_that_are_wrong_are_told_so_and_harm_nothing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arcg.runtime.server.limits.Rates.take", lambda *_: 0)
    headers = _tester(client)
    session = _begin(client, headers).ok()["session"]
    draw = random.Random(1)
    for _ in range(1000):
        path = draw.choice(["act", "begin", "end", "tester", "progress", "study", "none"])
        data = draw.choice([b"", b"{", b"[]", b"\xff", b"1e999", b"[" * 5000, json.dumps(_nonsense(draw)).encode()])
        told = draw.choice([headers, {}, {"x-tester": "x"}])
        told = told | {"content-type": draw.choice(["application/json", "text/plain"])}
        method = draw.choice(["POST", "GET", "PUT"])
        answer = client.run(client.asked(method, f"/api/test/{path}", data, headers=told))
        right = path in ("progress", "study") or (path in ("begin", "tester") and answer.status == 200)
        assert 400 <= answer.status < 500 or right, (path, data, answer)
        assert answer.json
    view = _begin(client, headers).ok()
    assert (view["session"], view["turn"]) == (session, 0)
    for turn, (action, _, _) in enumerate(WIN, start=1):
        view = _act(client, headers, session, turn, action).ok()
    assert view["state"] == "WIN"
