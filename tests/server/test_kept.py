"""What a server keeps, recordings and closed scorecards: they replay, and have the score that the client was told."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.asgi import Client

from arcg.cli import main
from arcg.runtime.official.info import GameInfo
from arcg.runtime.recording import read, replay

BASELINES = (3, 4, 2)


def played(server: Client, random: Random, *, competition: bool) -> tuple[str, dict[str, Any]]:
    """A card on which the game was played for a while, with RESETs of every kind; its id, and what the close says."""
    more = {"competition_mode": True} if competition else {}
    card = server.card(**more)
    for _ in range(1 if competition else 2):
        at = server.begin(server.house.games[next(iter(server.house.games))].game_id, card)
        for _ in range(60):
            ended = at["state"] != "NOT_FINISHED"
            action = 0 if ended or random.random() < 0.15 else random.choice((1, 4, 4, 4, 3, 7))
            at = server.act(at, action, card_id=card).ok()
    return card, server.post("/api/scorecard/close", {"card_id": card}).ok()


@pytest.mark.parametrize("competition", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_recordings_replay_and_score_as_the_card_says(
    servers: Callable[..., Client],
    walk: list[GameInfo],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    competition: bool,
    seed: int,
) -> None:
    info = dataclasses.replace(walk[0], baselines=BASELINES)
    server = servers(games=[info], recorded=True)

    card, told = played(server, Random(seed), competition=competition)

    folder = tmp_path / "recordings" / card
    official = [path for path in sorted(folder.glob("*.jsonl")) if ".compact" not in path.name]
    compact = sorted(folder.glob("*.compact.jsonl"))
    assert len(official) == len(compact) == (1 if competition else 2)
    for path in (*official, *compact):
        found = read(path)
        assert found.finished
        assert replay(found, info.program) == []
    assert main(["replay", *map(str, official)]) == 0, "the compact ones beside them say where the game is"
    capsys.readouterr()
    assert json.loads((folder / "scorecard.json").read_text()) == told
    (environment,) = told["environments"]
    for files in (official, compact, [folder / "scorecard.json"]):
        options = ["--game", str(info.path), "--baselines", "3,4,2", "--json"]
        assert main(["score", *map(str, files), *options]) == 0
        document = json.loads(capsys.readouterr().out)
        assert document["score"] == told["score"]
        runs = document["environments"][0]["runs"]
        for key in ("level_scores", "level_actions", "resets", "completed"):
            assert sorted(map(str, (run[key] for run in runs))) == sorted(
                map(str, (run[key] for run in environment["runs"]))
            )


def test_a_card_on_which_nothing_was_played_is_not_kept(servers: Callable[..., Client], tmp_path: Path) -> None:
    server = servers(recorded=True)
    server.post("/api/scorecard/close", {"card_id": server.card()}).ok()

    assert not list(tmp_path.rglob("*.json"))
