"""What keeps a server in bounds and clients apart: expiry, rates, numbers of sessions, keys, undo stacks, seats."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

import pytest
from support.asgi import Client

from arcg.runtime.loading import load
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.server import limits, seats
from arcg.runtime.server.limits import Rates

RIGHT = 4
Servers = Callable[..., Client]


# ---------------------------------------------------------------- clients apart


def test_nobody_touches_the_session_of_another(server: Client) -> None:
    mine, theirs = server.card("mine"), server.card("theirs")
    at = server.begin("walk", mine, "mine")

    for action in (0, RIGHT):
        server.act(at, action, "theirs").fails(400, "VALIDATION_ERROR")
        server.act(at, action, "theirs", card_id=theirs).fails(400, "VALIDATION_ERROR")
    server.get(f"/api/scorecard/{mine}", "theirs").fails(404, "SERVER_ERROR")
    server.get(f"/api/scorecard/{mine}/walk", "theirs").fails(404, "SERVER_ERROR")
    server.post("/api/scorecard/close", {"card_id": mine}, "theirs").fails(404, "SERVER_ERROR")
    server.get(f"/api/arcg/recordings/{at['guid']}", "theirs").fails(404, "SERVER_ERROR")
    assert server.get("/api/arcg/recordings", "theirs").ok() == []
    assert server.act(at, RIGHT, "mine").ok()["levels_completed"] == 1
    assert server.get(f"/api/scorecard/{mine}", "mine").ok()["total_actions"] == 1


def test_sessions_of_one_key_do_not_mix(server: Client) -> None:
    card = server.card()
    first, second = server.begin("walk", card), server.begin("walk", card)
    server.act(first, RIGHT).ok()

    assert server.act(second, 1).ok()["levels_completed"] == 0
    runs = server.get(f"/api/scorecard/{card}").ok()["environments"][0]["runs"]
    assert {run["guid"]: run["levels_completed"] for run in runs} == {first["guid"]: 1, second["guid"]: 0}


# ---------------------------------------------------------------- expiry


def test_what_is_not_used_expires(servers: Servers) -> None:
    server = servers(idle=60.0)
    clock = server.house.settings.clock
    card, other = server.card(), server.card()
    at = server.begin("walk", card)
    for _ in range(3):
        clock.now += 50
        server.act(at, 1).ok()
    server.get(f"/api/scorecard/{other}").fails(404, "SERVER_ERROR")
    assert server.get(f"/api/scorecard/{card}").ok()["total_actions"] == 3
    clock.now += 61

    server.act(at, 1).fails(400, "SERVER_ERROR")
    server.get(f"/api/scorecard/{card}").fails(404, "SERVER_ERROR")
    assert (len(server.house.sessions), len(server.house.cards)) == (0, 0)


def test_a_scorecard_does_not_stay_open_for_ever(servers: Servers) -> None:
    server = servers(idle=60.0, card_lifetime=100.0)
    clock = server.house.settings.clock
    at = server.begin("walk", server.card())
    for _ in range(2):
        clock.now += 50
        server.act(at, 1).ok()
    clock.now += 1
    server.house.cards.expire()

    server.act(at, 1).fails(400, "SERVER_ERROR")


# ---------------------------------------------------------------- how many, how often


def test_there_are_only_so_many_sessions(servers: Servers) -> None:
    server = servers(sessions=4, sessions_per_key=3, idle=60.0)
    mine, theirs = server.card("mine"), server.card("theirs")
    for _ in range(3):
        server.begin("walk", mine, "mine")
    refused = server.post("/api/cmd/RESET", {"game_id": "walk", "card_id": mine}, "mine")
    refused.fails(429, "SERVER_ERROR")
    assert int(refused.headers["retry-after"]) > 0
    server.begin("walk", theirs, "theirs")
    server.post("/api/cmd/RESET", {"game_id": "walk", "card_id": theirs}, "theirs").fails(503, "SERVER_ERROR")
    server.post("/api/arcg/practice", {"game_id": "walk", "level": 1}, "theirs").fails(503, "SERVER_ERROR")

    server.post("/api/scorecard/close", {"card_id": mine}, "mine").ok()
    server.begin("walk", theirs, "theirs")


def test_there_are_only_so_many_scorecards(servers: Servers) -> None:
    server = servers(sessions=3, sessions_per_key=2)
    for _ in range(2):
        server.card("mine")
    server.post("/api/scorecard/open", {}, "mine").fails(429, "SERVER_ERROR")
    server.card("theirs")
    server.post("/api/scorecard/open", {}, "third").fails(503, "SERVER_ERROR")


def test_a_key_has_a_rate(servers: Servers) -> None:
    server = servers(rate=2.0, burst=3.0)
    at = server.begin("walk", server.card())
    for _ in range(4):
        server.act(at, 1).ok()
    refused = server.act(at, RIGHT)
    refused.fails(429, "SERVER_ERROR")
    assert refused.headers["retry-after"] == "1"
    server.card("other")
    server.house.settings.clock.now += 0.5

    assert server.act(at, 1).ok()["levels_completed"] == 0
    server.act(at, 1).fails(429, "SERVER_ERROR")


def test_buckets_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BUCKETS", 10)
    rates = Rates(1.0, 1.0, lambda: 0.0)
    assert rates.take("first") == 0
    assert rates.take("first") == 1
    for number in range(10):
        rates.take(str(number))

    assert rates.take("first") == 0
    assert len(rates._buckets) == 10


def test_undo_stacks_are_bounded(server: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = server.house._table(server.house.game("walk"), 0)
    assert 1_000 <= table.patience <= 20_000
    table.patience = 5
    at = server.begin("walk", server.card())
    for _ in range(5):
        server.act(at, 1).ok()

    assert "RESET" in server.act(at, 1).fails(400, "VALIDATION_ERROR")
    server.act(at, 0).ok()
    server.act(at, 1).ok()


def test_games_without_undo_have_no_such_bound() -> None:
    assert seats.patience(load("glow")) is None
    assert seats.patience(load("dyer")) is not None


# ---------------------------------------------------------------- seats


def test_sessions_leave_their_seats_and_come_back(servers: Servers) -> None:
    """With two seats for eight sessions every game goes on as an engine that nobody disturbs."""
    server = servers(live=2)
    card = server.card()
    program = server.house.game("walk").program
    sessions = [(server.begin("walk", card), ReferenceEngine(program)) for _ in range(8)]
    rng = random.Random(1)
    for _ in range(300):
        at, engine = rng.choice(sessions)
        action = rng.choice([0, 1, 2, 3, 4, 7])
        reply = server.act(at, action)
        if action and engine.status:
            reply.fails(400, "GAME_NOT_STARTED_ERROR")
            continue
        engine.step(action)
        told = reply.ok()
        assert told["frame"] == engine.frames().tolist()
        assert told["levels_completed"] == engine.levels_completed
        assert sum(session.seat is not None for session in server.house.sessions) <= 2


def test_actions_of_one_session_are_taken_one_after_the_other(server: Client) -> None:
    card = server.card()
    at = server.begin("walk", card)
    body = {"game_id": at["game_id"], "guid": at["guid"]}

    async def many() -> list[int]:
        asked = [server.asked("POST", "/api/cmd/ACTION1", body) for _ in range(50)]
        return [reply.status for reply in await asyncio.gather(*asked)]

    assert server.run(many()) == [200] * 50
    assert server.get(f"/api/scorecard/{card}").ok()["total_actions"] == 50


def test_a_card_that_is_closed_during_an_action(server: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The action is finished, its seat is left after it, and what waited behind it is refused."""
    card = server.card()
    at = server.begin("walk", card)
    body = {"game_id": at["game_id"], "guid": at["guid"]}
    held = Held(server, at["guid"], monkeypatch)

    async def both() -> list[int]:
        asked = [asyncio.create_task(server.asked("POST", "/api/cmd/ACTION1", body)) for _ in range(3)]
        await held.began.wait()
        closed = await server.asked("POST", "/api/scorecard/close", {"card_id": card})
        assert server.house._live
        held.go_on.set()
        return [closed.status, *(reply.status for reply in await asyncio.gather(*asked))]

    assert server.run(both()) == [200, 200, 400, 400]
    assert not server.house._live


def test_five_hundred_sessions_at_once(servers: Servers) -> None:
    server = servers()
    keys = [f"key{number % 20}" for number in range(500)]
    cards = {key: server.card(key) for key in set(keys)}

    async def played(number: int) -> tuple[str, int]:
        key, rng = keys[number], random.Random(number)
        begun = await server.asked("POST", "/api/cmd/RESET", {"game_id": "walk", "card_id": cards[key]}, key=key)
        body = {"game_id": begun.ok()["game_id"], "guid": begun.ok()["guid"]}
        done = 0
        for _ in range(6):
            reply = await server.asked("POST", f"/api/cmd/ACTION{rng.choice([1, 2, 7])}", body, key=key)
            done += reply.status == 200
        return body["guid"], done

    async def all_played() -> list[tuple[str, int]]:
        return await asyncio.gather(*(played(number) for number in range(500)))

    results = server.run(all_played())
    assert [done for _, done in results] == [6] * 500
    assert len({guid for guid, _ in results}) == 500
    for key, card in cards.items():
        runs = server.get(f"/api/scorecard/{card}", key).ok()["environments"][0]["runs"]
        assert [run["actions"] for run in runs] == [6] * 25


class Held:
    """The next turns of a session begin and do not end before they are told to."""

    def __init__(self, server: Client, guid: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.began, self.go_on = asyncio.Event(), asyncio.Event()
        seat = next(session.seat for session in server.house.sessions if session.guid == guid)
        step, loop = seat.step, server.loop

        def stepping(*arguments: int) -> None:
            loop.call_soon_threadsafe(self.began.set)
            asyncio.run_coroutine_threadsafe(self.go_on.wait(), loop).result(60)
            step(*arguments)

        monkeypatch.setattr(seat, "step", stepping)


def test_a_slow_turn_does_not_hold_up_the_others(server: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    card = server.card()
    slow, quick = server.begin("walk", card), server.begin("walk", card)
    held = Held(server, slow["guid"], monkeypatch)

    async def both() -> tuple[int, bool, int]:
        body = {"game_id": slow["game_id"]}
        waiting = asyncio.create_task(server.asked("POST", "/api/cmd/ACTION4", body | {"guid": slow["guid"]}))
        await held.began.wait()
        other = await server.asked("POST", "/api/cmd/ACTION4", body | {"guid": quick["guid"]})
        unfinished = not waiting.done()
        held.go_on.set()
        return other.status, unfinished, (await waiting).status

    assert server.run(both()) == (200, True, 200)


# ---------------------------------------------------------------- practice


def test_practice_begins_at_a_level_and_is_not_scored(server: Client) -> None:
    at = server.post("/api/arcg/practice", {"game_id": "walk", "level": 1}).ok()

    assert (at["levels_completed"], at["win_levels"], at["full_reset"]) == (1, 3, True)
    assert server.act(at, RIGHT).ok()["levels_completed"] == 2
    assert server.act(at, 0).ok()["levels_completed"] == 1  # from its beginning, which is that level
    assert server.get("/api/arcg/recordings").ok() == []
    server.post("/api/arcg/practice", {"game_id": "none", "level": 0}).fails(404, "SERVER_ERROR")
    for level in (-1, 3, "1", None, True, 1.5):
        server.post("/api/arcg/practice", {"game_id": "walk", "level": level}).fails(400, "VALIDATION_ERROR")


def test_there_is_no_practice_in_a_competition(servers: Servers) -> None:
    server = servers(competition=True)
    server.post("/api/arcg/practice", {"game_id": "walk", "level": 0}).fails(403, "GAME_NOT_AVAILABLE_ERROR")
    assert server.get("/api/arcg/games").ok()[0]["level_select"] is False
    assert server.get("/api/arcg/settings").ok()["competition"] is True
