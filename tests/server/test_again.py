"""What the page relies on beside the official API: actions that are sent again, and pictures of levels."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest
from support.asgi import Client, Reply

from arcg.runtime.official.info import GameInfo
from arcg.runtime.png import png
from arcg.runtime.reference import ReferenceEngine

RIGHT, UP, CLICK = 4, 1, 6


def send(server: Client, at: dict[str, Any], action: int, turn: object, **more: object) -> Reply:
    name = f"ACTION{action}" if action else "RESET"
    body = {"game_id": at["game_id"], "guid": at["guid"], **more}
    return server.run(server.asked("POST", f"/api/cmd/{name}", body, headers={"x-arcg-turn": str(turn)}))


def test_an_action_that_comes_again_is_played_once(server: Client) -> None:
    card = server.card()
    at = server.begin("walk", card)

    first = send(server, at, RIGHT, 1).ok()
    again = send(server, at, RIGHT, 1).ok()

    assert (first["levels_completed"], again["levels_completed"]) == (1, 1)
    assert again["frame"] == first["frame"][-1:]  # the animation is over, where it led to is not
    assert {**again, "frame": []} == {**first, "frame": []}
    assert server.get(f"/api/scorecard/{card}").ok()["total_actions"] == 1
    assert send(server, at, RIGHT, 2).ok()["levels_completed"] == 2
    assert send(server, at, 0, 3).ok()["full_reset"]
    assert send(server, at, 0, 3).ok()["full_reset"]
    assert server.get(f"/api/scorecard/{card}").ok()["environments"][0]["runs"][0]["actions"] == 2


def test_a_final_action_can_be_asked_again(server: Client) -> None:
    at = server.begin("walk", server.card())
    for turn in range(1, 4):
        send(server, at, RIGHT, turn).ok()

    assert send(server, at, RIGHT, 3).ok()["state"] == "WIN"
    send(server, at, RIGHT, 4).fails(400, "GAME_NOT_STARTED_ERROR")


@pytest.mark.parametrize(("action", "turn"), [(UP, 1), (RIGHT, 0), (RIGHT, 3), (RIGHT, 10**11), (0, 1)])
def test_another_turn_than_the_next_or_the_last_is_refused(server: Client, action: int, turn: int) -> None:
    at = server.begin("walk", server.card())
    send(server, at, RIGHT, 1).ok()

    send(server, at, action, turn).fails(409, "SERVER_ERROR")
    assert send(server, at, RIGHT, 2).ok()["levels_completed"] == 2


def test_clicks_are_the_same_only_at_the_same_place(server: Client) -> None:
    at = server.begin("walk", server.card())
    send(server, at, CLICK, 1, x=3, y=4).ok()

    send(server, at, CLICK, 1, x=3, y=4).ok()
    send(server, at, CLICK, 1, x=4, y=3).fails(409, "SERVER_ERROR")


@pytest.mark.parametrize("turn", ["", "-1", "1.0", "x", "\xb2", "9" * 13])
def test_turns_are_numbers(server: Client, turn: str) -> None:
    at = server.begin("walk", server.card())

    send(server, at, RIGHT, turn).fails(400, "VALIDATION_ERROR")


def test_practice_can_be_sent_again_too(server: Client) -> None:
    at = server.post("/api/arcg/practice", {"game_id": "walk", "level": 1}).ok()

    assert [send(server, at, RIGHT, 1).ok()["levels_completed"] for _ in range(3)] == [2, 2, 2]


def test_a_picture_is_the_first_frame_of_its_level(server: Client, walk: list[GameInfo]) -> None:
    engine = ReferenceEngine(walk[0].program)
    engine.reset()
    engine.step(RIGHT)
    path = f"/api/arcg/games/{walk[0].game_id}/picture?level=1"

    reply = server.run(server.asked("GET", path, headers={"x-api-key": "-"}))

    assert (reply.status, reply.headers["content-type"]) == (200, "image/png")
    assert reply.data == png(engine.frame(), scale=1)
    assert server.get(path).data == reply.data


@pytest.mark.parametrize("level", ["3", "-1", "x", "", "1e3", "9" * 12])
def test_pictures_of_levels_that_are_none(server: Client, level: str) -> None:
    assert server.get(f"/api/arcg/games/walk/picture?level={level}").status in (400, 404)


def test_later_levels_of_private_games_are_not_shown(servers: Callable[..., Client], walk: list[GameInfo]) -> None:
    private = [dataclasses.replace(walk[0], set="private")]
    for server in (servers(games=private), servers(competition=True)):
        assert server.get("/api/arcg/games/walk/picture").status == 200
        server.get("/api/arcg/games/walk/picture?level=1").fails(403, "GAME_NOT_AVAILABLE_ERROR")
