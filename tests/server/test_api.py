"""The official API: what each route answers, the two kinds of RESET, and each error of the official table."""

from __future__ import annotations

import dataclasses
import uuid
from collections.abc import Callable

import pytest
from support.asgi import Client

from arcg.runtime.official.info import GameInfo

RIGHT, LEFT = 4, 3


def standing(reply: dict[str, object]) -> tuple[object, ...]:
    return reply["state"], reply["levels_completed"], reply["full_reset"]


def test_games_are_listed_and_found_by_both_ids(server: Client) -> None:
    (game,) = server.get("/api/games").ok()

    assert game["game_id"].startswith("walk-")
    assert {"title", "tags", "default_fps", "class_name", "date_downloaded"} <= set(game)
    assert server.get("/api/games/walk").ok() == game
    assert server.get(f"/api/games/{game['game_id']}").ok() == game
    server.get("/api/games/wal").fails(404, "SERVER_ERROR")
    server.get("/api/games/walk-00000000").fails(404, "SERVER_ERROR")


def test_the_server_is_healthy_and_gives_keys(server: Client) -> None:
    assert server.get("/api/healthcheck").data == b"okay"
    keys = [server.get("/api/games/anonkey").ok()["api_key"] for _ in range(2)]
    assert keys[0] != keys[1]


def test_a_game_is_played_to_the_end(server: Client) -> None:
    at = server.begin("walk", server.card())

    assert standing(at) == ("NOT_FINISHED", 0, True)
    assert at["win_levels"] == 3
    assert at["available_actions"] == [1, 2, 3, 4, 6, 7]
    assert at["action_input"] == {"id": 0, "data": {"game_id": at["game_id"]}, "reasoning": None}
    assert uuid.UUID(at["guid"]).version == 4
    assert [len(row) for row in at["frame"][0]] == [64] * 64
    for level in range(3):
        assert standing(server.act(at, RIGHT).ok()) == ("NOT_FINISHED" if level < 2 else "WIN", level + 1, False)
    server.act(at, RIGHT).fails(400, "GAME_NOT_STARTED_ERROR")
    server.act(at, 6, x=1, y=1).fails(400, "GAME_NOT_STARTED_ERROR")
    assert standing(server.act(at, 0).ok()) == ("NOT_FINISHED", 0, True)


def test_reset_begins_the_level_or_the_game(server: Client) -> None:
    at = server.begin("walk", server.card())
    server.act(at, RIGHT).ok()  # the first level is won
    server.act(at, 1).ok()

    assert standing(server.act(at, 0).ok()) == ("NOT_FINISHED", 1, False)
    assert standing(server.act(at, 0).ok()) == ("NOT_FINISHED", 0, True)
    assert standing(server.act(at, LEFT).ok()) == ("GAME_OVER", 0, False)
    server.act(at, LEFT).fails(400, "GAME_NOT_STARTED_ERROR")
    assert standing(server.act(at, 0).ok()) == ("NOT_FINISHED", 0, False)


def test_reset_with_a_guid_and_the_card(server: Client) -> None:
    card, other = server.card(), server.card()
    at = server.begin("walk", card)
    server.act(at, 1).ok()

    assert standing(server.act(at, 0, card_id=card).ok()) == ("NOT_FINISHED", 0, False)
    server.act(at, 0, card_id=other).fails(400, "VALIDATION_ERROR")


def test_reasoning_comes_back_as_it_came(server: Client) -> None:
    at = server.begin("walk", server.card())
    for said in ('{"why": "because"}', {"why": ["because", 1.5, None]}, "", 0, None):
        assert server.act(at, 1, reasoning=said).ok()["action_input"]["reasoning"] == said


def test_actions_that_are_not_offered_are_counted(server: Client) -> None:
    card = server.card()
    at = server.begin("walk", card)
    assert 5 not in at["available_actions"]
    server.act(at, 5).ok()

    assert server.get(f"/api/scorecard/{card}").ok()["total_actions"] == 1


def test_clicks(server: Client) -> None:
    at = server.begin("walk", server.card())

    assert server.act(at, 6, x=0, y=63).ok()["action_input"]["data"] == {"game_id": at["game_id"], "x": 0, "y": 63}
    assert server.act(at, 6, x=7.0, y=0).ok()["action_input"]["data"]["x"] == 7
    for place in ({}, {"x": 1}, {"x": 64, "y": 1}, {"x": 1, "y": -1}, {"x": None, "y": 1}, {"x": "7", "y": 1},
                  {"x": True, "y": 1}, {"x": 1.5, "y": 1}, {"x": [1], "y": 1}, {"x": 1e300, "y": 1}):  # fmt: skip
        server.act(at, 6, **place).fails(400, "VALIDATION_ERROR")


def test_what_the_official_table_says_of_errors(server: Client) -> None:
    card = server.card()
    at = server.begin("walk", card)
    game, guid, other = at["game_id"], at["guid"], str(uuid.uuid4())
    reset, up = "/api/cmd/RESET", "/api/cmd/ACTION1"

    server.post(reset, {"card_id": card}).fails(400, "VALIDATION_ERROR")
    server.post(up, {"guid": guid}).fails(400, "VALIDATION_ERROR")
    server.post(up, {"game_id": game, "card_id": card}).fails(400, "VALIDATION_ERROR")
    server.post(up, {"game_id": game, "guid": guid}, key="other").fails(400, "VALIDATION_ERROR")
    server.post(up, {"game_id": game, "guid": guid, "reasoning": "x" * 16_384}).fails(400, "VALIDATION_ERROR")
    server.post(reset, {"game_id": "none", "card_id": card}).fails(400, "SERVER_ERROR")
    server.post(reset, {"game_id": game}).fails(400, "SERVER_ERROR")
    server.post(reset, {"game_id": game, "card_id": other}).fails(400, "SERVER_ERROR")
    server.post(reset, {"game_id": game, "card_id": card}, key="other").fails(400, "SERVER_ERROR")
    server.post(up, {"game_id": game, "guid": other}).fails(400, "SERVER_ERROR")
    server.post(up, {"game_id": game, "guid": other, "card_id": card}).fails(400, "SERVER_ERROR")
    server.post(reset, {"game_id": game, "guid": other, "card_id": card}).fails(400, "SERVER_ERROR")
    server.post("/api/cmd/ACTION8", {"game_id": game, "guid": guid}).fails(404, "SERVER_ERROR")
    server.get("/nowhere").fails(404, "SERVER_ERROR")
    server.get(up).fails(405, "VALIDATION_ERROR")

    (run,) = server.get(f"/api/scorecard/{card}").ok()["environments"][0]["runs"]
    assert (run["guid"], run["actions"], run["resets"]) == (guid, 0, 0)


def test_double_slashes(server: Client) -> None:
    assert server.get("//api/games").ok() == server.get("/api/games").ok()
    assert server.get("/api///games//walk").ok()


def test_every_answer_has_careful_headers(server: Client) -> None:
    for reply in (server.get("/api/games"), server.get("/nowhere"), server.post("/api/scorecard/open", b"{")):
        assert "default-src 'none'" in reply.headers["content-security-policy"]
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["cache-control"] == "no-store"


# ---------------------------------------------------------------- scorecards


def test_scorecards_open_and_close(server: Client) -> None:
    card = server.card(tags=["mine"], source_url="https://example.org", opaque={"a": [1]})
    at = server.begin("walk", card)
    server.act(at, RIGHT).ok()
    seen = server.get(f"/api/scorecard/{card}").ok()

    assert (seen["tags"], seen["source_url"], seen["opaque"]) == (["mine", "agent"], "https://example.org", {"a": [1]})
    assert seen["environments"][0]["runs"][0]["levels_completed"] == 1
    raw = server.get(f"/api/scorecard/{card}/{at['game_id']}").ok()
    assert raw["cards"][at["game_id"]]["actions"] == [1]
    assert server.post("/api/scorecard/close", {"card_id": card}).ok() == seen
    server.post("/api/scorecard/close", {"card_id": card}).fails(404, "SERVER_ERROR")
    server.get(f"/api/scorecard/{card}").fails(404, "SERVER_ERROR")
    server.act(at, RIGHT).fails(400, "SERVER_ERROR")
    assert len(server.house.sessions) == 0


@pytest.mark.parametrize(
    "body",
    [
        [], "x", {"opaque": "x" * 16_384}, {"tags": "x"}, {"tags": [1]}, {"tags": ["x"] * 101}, {"source_url": 1},
        {"competition_mode": "yes"}, {"opaque": "\ud800"},
    ],
)  # fmt: skip
def test_scorecards_that_cannot_be(server: Client, body: object) -> None:
    server.post("/api/scorecard/open", body).fails(400, "VALIDATION_ERROR")


def test_a_key_is_needed_to_play(server: Client) -> None:
    asked = server.asked("POST", "/api/scorecard/open", {}, headers={"x-api-key": "-"})
    server.run(asked).fails(401, "VALIDATION_ERROR")


# ---------------------------------------------------------------- competition


def test_a_competition_of_the_server(servers: Callable[..., Client], walk: list[GameInfo]) -> None:
    server = servers(competition=True)
    card = server.card()
    server.post("/api/scorecard/open", {}).fails(409, "SERVER_ERROR")
    at = server.begin("walk", card)

    server.post("/api/cmd/RESET", {"game_id": "walk", "card_id": card}).fails(400, "SERVER_ERROR")
    server.get(f"/api/scorecard/{card}").fails(403, "SERVER_ERROR")
    assert standing(server.act(at, RIGHT).ok()) == ("NOT_FINISHED", 1, False)
    for _ in range(2):  # nothing was done in the second level: this would begin the game anew
        assert standing(server.act(at, 0).ok()) == ("NOT_FINISHED", 1, False)
    server.act(at, 1).ok()
    assert standing(server.act(at, 0).ok()) == ("NOT_FINISHED", 1, False)
    (run,) = server.post("/api/scorecard/close", {"card_id": card}).ok()["environments"][0]["runs"]
    assert (run["actions"], run["resets"], run["levels_completed"]) == (5, 3, 1)
    server.post("/api/scorecard/open", {}).fails(409, "SERVER_ERROR")


def test_a_competition_of_a_card(server: Client) -> None:
    card = server.card(competition_mode=True)
    closed = server.post("/api/scorecard/close", {"card_id": card}).ok()

    assert closed["competition_mode"] is True
    assert (closed["total_environments"], closed["score"]) == (1, 0.0)
    free = server.card(competition_mode=False)
    assert "competition_mode" not in server.get(f"/api/scorecard/{free}").ok()


def test_a_won_game_stays_won_in_a_competition(server: Client) -> None:
    at = server.begin("walk", server.card(competition_mode=True))
    for _ in range(3):
        server.act(at, RIGHT).ok()

    assert standing(server.act(at, 0).ok()) == ("WIN", 3, False)


# ---------------------------------------------------------------- sets


def test_private_games_are_played_and_not_shown(servers: Callable[..., Client], walk: list[GameInfo]) -> None:
    hidden = [dataclasses.replace(walk[0], base=f"{name[:3]}1", set=name) for name in ("private", "semi-private")]
    public = dataclasses.replace(walk[0], base="pub1")
    server = servers(games=[*hidden, public])
    for game in hidden:
        assert server.begin(game.game_id, server.card())["win_levels"] == 3
        server.get(f"/api/games/{game.game_id}/source").fails(403, "GAME_NOT_AVAILABLE_ERROR")
        told = server.post("/api/arcg/practice", {"game_id": game.base, "level": 1})
        told.fails(403, "GAME_NOT_AVAILABLE_ERROR")
    assert [one["level_select"] for one in server.get("/api/arcg/games").ok()] == [False, False, True]
    source = server.get(f"/api/games/{public.game_id}/source")
    assert (source.status, source.headers["content-type"]) == (200, "text/x-python; charset=utf-8")
    compile(source.data, "pub1.py", "exec")


def test_baselines_are_told_so_that_clients_keep_theirs(servers: Callable[..., Client], walk: list[GameInfo]) -> None:
    server = servers(games=[dataclasses.replace(walk[0], baselines=(1, 2, 3))])

    assert server.get("/api/games/walk").ok()["baseline_actions"] == [1, 2, 3]
