"""Games move from the reference engine to the kernels in the middle of play, and sit together in batches there."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest
from support.asgi import Client

from arcg.runtime.loading import load
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.server import kernels, seats
from arcg.runtime.server.kernels import Kernels
from arcg.runtime.server.seats import Table

Servers = Callable[..., Client]


def on_kernels(server: Client) -> list[bool]:
    return [isinstance(session.seat, seats._Place) for session in server.house.sessions]


def play(server: Client, sessions: list[tuple[dict[str, object], ReferenceEngine]], turns: int, seed: int) -> None:
    """Play them by turns; every answer is that of an engine that nobody disturbs."""
    rng = random.Random(seed)
    for _ in range(turns):
        at, engine = rng.choice(sessions)
        action = rng.choice([0, 1, 2, 3, 4, 6, 7]) if engine.status == 0 else 0
        x, y = (rng.randrange(64), rng.randrange(64)) if action == 6 else (-1, -1)
        told = server.act(at, action, **({"x": x, "y": y} if action == 6 else {})).ok()
        engine.step(action, x, y)
        assert told["frame"] == engine.frames().tolist()
        assert told["levels_completed"] == engine.levels_completed
        assert told["full_reset"] == engine.full_reset
        assert told["state"] == ("NOT_FINISHED", "WIN", "GAME_OVER")[engine.status]


@pytest.mark.parametrize("live", [1_000, 3])
def test_sessions_move_to_the_kernels_and_play_as_before(servers: Servers, live: int) -> None:
    server = servers(live=live)
    card = server.card()
    program = server.house.game("walk").program
    sessions = [(server.begin("walk", card), ReferenceEngine(program)) for _ in range(6)]
    play(server, sessions, 60, 1)
    assert not any(on_kernels(server))

    server.house.kernels.ready = True
    sessions += [(server.begin("walk", card), ReferenceEngine(program)) for _ in range(6)]
    play(server, sessions, 250, 2)
    assert sum(on_kernels(server)) == min(live, len(sessions))
    server.post("/api/scorecard/close", {"card_id": card}).ok()
    (bench,) = server.house._table(server.house.game("walk"), 0)._benches
    assert sorted(bench.free) == list(range(seats.PLACES))


def test_places_are_used_again_and_empty_benches_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "PLACES", 2)
    ready = Kernels("off")
    ready.ready = True
    table = Table(load("tilt"), ready)
    taken = [table.begin() for _ in range(5)]
    assert len(table._benches) == 3
    first = taken[0].frame().tolist()
    for seat in taken:
        seat.step(4)
        table.leave(seat)
    assert len(table._benches) == 1

    again = table.begin()
    assert (again.frame().tolist(), again.action_count) == (first, 0)
    assert again.full_reset


def test_kernels_that_cannot_play_leave_it_to_the_reference_engine(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError

    server = servers()
    monkeypatch.setattr(seats, "_Bench", broken)
    server.house.kernels.ready = True
    at = server.begin("walk", server.card())

    assert server.act(at, 4).ok()["levels_completed"] == 1


@pytest.mark.parametrize(("wish", "asked"), [("build", True), ("built", False), ("off", False)])
def test_kernels_are_compiled_only_if_that_is_wished_for(
    monkeypatch: pytest.MonkeyPatch, wish: str, asked: bool
) -> None:
    from arcg.runtime.kernel import ready

    looks: list[bool] = []
    building: list[int] = []

    def is_built() -> bool:
        looks.append(True)
        return len(looks) > 2

    monkeypatch.setattr(ready, "is_built", is_built)
    monkeypatch.setattr(ready, "start_building", lambda: building.append(1))
    monkeypatch.setattr(kernels, "LOOK_AGAIN", 0.01)
    waiting = Kernels(wish)  # type: ignore[arg-type]
    waiting.start()
    until = time.monotonic() + 60
    while wish != "off" and not waiting.ready and time.monotonic() < until:
        time.sleep(0.01)
    waiting.stop()

    assert waiting.ready == (wish != "off")
    assert bool(building) == asked
