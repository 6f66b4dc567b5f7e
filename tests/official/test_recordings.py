"""Recordings of the official toolkit, which plays exported games, are replayed; ours are as it writes them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.official import LONG

from arcg.cli import main
from arcg.runtime.engine import Action
from arcg.runtime.loading import shipped
from arcg.runtime.official.frames import answer
from arcg.runtime.official.info import info_of
from arcg.runtime.official.jsonl import OfficialWriter
from arcg.runtime.recording import read, replay
from arcg.runtime.reference import ReferenceEngine

pytest.importorskip("arc_agi", reason="the official toolkit needs Python 3.12 and is not installed here")

PLAYER = """\
import json, logging, sys
import arc_agi
from arcengine import GameAction
games, recordings = sys.argv[1:]
logger = logging.getLogger("silent")
logger.addHandler(logging.NullHandler())
arcade = arc_agi.Arcade(
    operation_mode=arc_agi.OperationMode.OFFLINE, environments_dir=games, recordings_dir=recordings, logger=logger
)
for game, actions in json.load(sys.stdin).items():
    env = arcade.make(game, save_recording=True)
    for number, data, reasoning in actions:
        env.step(GameAction.from_id(number), data, reasoning)
"""


def moves(game: str) -> list[tuple[int, dict[str, int], Any]]:
    """The solution, with RESETs, odd actions and clicks among it, and actions after the end."""
    random = Random(game)
    win = read(shipped()[game].parent / "recordings" / "win.jsonl")
    found: list[tuple[int, dict[str, int], Any]] = [(0, {}, None), (3, {}, None), (0, {}, None), (0, {}, None)]
    clicks = ({"x": one.x, "y": one.y} if one.action == Action.CLICK else {} for one in win.answers[1:])
    found += [(int(one.action), data, None) for one, data in zip(win.answers[1:], clicks, strict=True)]
    found += [(1, {}, None), (0, {}, None), (6, {"x": random.randrange(64), "y": 3}, {"why": "so"}), (7, {}, None)]
    return found


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """For each of the games the recording of the toolkit."""
    folder = tmp_path_factory.mktemp("toolkit")
    assert main(["export", *LONG, "-o", str(folder / "environment_files")]) == 0
    job = {info_of(game).game_id: moves(game) for game in LONG}
    command = [sys.executable, "-c", PLAYER, str(folder / "environment_files"), str(folder / "recordings")]
    environment = {name: value for name, value in os.environ.items() if name != "OPERATION_MODE"}
    ran = subprocess.run(
        command, input=json.dumps(job), capture_output=True, text=True, cwd=folder, env=environment, timeout=300
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    found = {path.name.partition("-")[0]: path for path in (folder / "recordings").glob("*/*.jsonl")}
    return {game: found[info_of(game).base] for game in LONG}


@pytest.mark.parametrize("game", LONG)
def test_what_the_toolkit_recorded_is_replayed(recordings: dict[str, Path], game: str) -> None:
    found = read(recordings[game])

    assert (found.kind, found.game_id, found.notes) == ("toolkit", info_of(game).game_id, ())
    assert len(found.answers) == len(moves(game)) + 1
    assert replay(found, info_of(game).program) == []
    assert main(["replay", str(recordings[game])]) == 0


@pytest.mark.parametrize("game", LONG)
def test_ours_are_as_the_toolkit_writes_them(recordings: dict[str, Path], game: str, tmp_path: Path) -> None:
    info = info_of(game)
    theirs = [json.loads(line) for line in recordings[game].read_text().splitlines()]
    engine, guid = ReferenceEngine(info.program), theirs[0]["data"]["guid"]
    writer = OfficialWriter(tmp_path / "a.jsonl", info)
    writer.add(answer(engine, info.game_id, guid, 0))
    for action, data, reasoning in moves(game):
        x, y = data.get("x", -1), data.get("y", -1)
        engine.step(action, x, y)
        writer.add(answer(engine, info.game_id, guid, action, x, y, reasoning=reasoning))

    ours = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]

    for one, other in zip(theirs, ours, strict=True):
        if not one["data"]["frame"]:  # the official engine says 0 of 0 levels after the end, and drops the rest
            assert other["data"]["frame"] == []
            continue
        assert list(one["data"]) == list(other["data"])
        assert one["data"] == other["data"]
        assert list(one) == [key for key in other if key != "arcg"]


def test_what_the_agents_record_is_told(recordings: dict[str, Path], tmp_path: Path) -> None:
    """Their frames are made of the toolkit's without the actions, and written as they write them."""
    from arcengine import FrameData, GameState

    path = tmp_path / "tilt.random.80.guid.recording.jsonl"
    lines = [json.loads(line) for line in recordings["tilt"].read_text().splitlines()]
    with path.open("w", encoding="utf-8") as file:
        for line in lines[1:40]:
            given = {key: value for key, value in line["data"].items() if key != "action_input"}
            frame = FrameData(**given | {"state": GameState[given["state"]]})
            json.dump({"timestamp": line["timestamp"], "data": json.loads(frame.model_dump_json())}, file)
            file.write("\n")

    found = read(path)

    assert (found.kind, found.replayable, len(found.answers)) == ("agents", False, 40)
    assert ["#91" in note for note in found.notes] == [True, False]
    assert main(["replay", str(path)]) == 1
    assert main(["replay", str(path), "--gif", str(tmp_path / "a.gif")]) == 0


@pytest.mark.parametrize("game", LONG)
def test_the_official_card_and_the_score_of_the_recording_agree(
    recordings: dict[str, Path], game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from arc_agi.models import EnvironmentInfo
    from arc_agi.scorecard import EnvironmentScorecard, Scorecard
    from arcengine import ActionInput, FrameDataRaw, GameAction, GameState

    info = info_of(game)
    baselines = [7 + level for level in range(len(info.program.levels))]
    card = Scorecard(card_id="card")
    for line in recordings[game].read_text().splitlines():
        data = json.loads(line)["data"]
        if data["frame"]:
            given = FrameDataRaw(game_id=data["game_id"], state=GameState[data["state"]])
            given.levels_completed = data["levels_completed"]
            given.action_input = ActionInput(id=GameAction.from_name(data["action_input"]["id"]))
            card.update_scorecard(data["guid"], given, data["full_reset"])
    known = [EnvironmentInfo(game_id=info.game_id, baseline_actions=baselines)]
    official = EnvironmentScorecard.from_scorecard(card, known)

    assert main(["score", str(recordings[game]), "--baselines", ",".join(map(str, baselines)), "--json"]) == 0
    ours = json.loads(capsys.readouterr().out)

    assert ours["score"] == official.score > 0
    (environment,) = official.environments
    runs = ours["environments"][0]["runs"]
    assert [run["level_scores"] for run in runs] == [run.level_scores for run in environment.runs]
    assert [run["level_actions"] for run in runs] == [run.level_actions for run in environment.runs]
    assert [run["resets"] for run in runs] == [run.resets for run in environment.runs]
