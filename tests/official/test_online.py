"""The official client plays our games through `arcg serve`: online, in a competition, and by the random agent."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.official import LONG, seen

from arcg.compiler.ir import Program
from arcg.runtime.engine import Action, Status
from arcg.runtime.loading import load, shipped
from arcg.runtime.official.info import info_of
from arcg.runtime.reference import ReferenceEngine

pytest.importorskip("arc_agi", reason="the official toolkit needs Python 3.12 and is not installed here")
pytest.importorskip("uvicorn", reason="arcg serve needs starlette and uvicorn, which are not installed here")

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[2] / "shared" / "ARC-AGI-3-Agents"
"""Where the official agents may lie, beside this repository; else the environment says it, or there are none."""
ACTIONS = 500


@contextmanager
def serving(folder: Path, *options: str, games: Sequence[str] = LONG) -> Iterator[str]:
    """A server of games; its address."""
    command = [sys.executable, "-m", "arcg", "serve", *games, "--port", "0", "--json", "--kernels", "off"]
    command += ["--recordings", str(folder / "recordings"), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield json.loads(process.stdout.readline())["url"]
        finally:
            process.terminate()


def done(url: str, folder: Path, job: dict[str, Any], key: str = "local-key") -> Any:
    """What the official client does about a job."""
    environment = {name: value for name, value in os.environ.items() if name not in ("ARC_API_KEY", "OPERATION_MODE")}
    environment |= {"ARC_BASE_URL": url, "OPERATION_MODE": job.get("mode", "online"), "RECORDINGS_DIR": str(folder)}
    environment |= {"ARC_API_KEY": key} if key else {}
    command = [sys.executable, str(HERE / "online.py")]
    ran = subprocess.run(
        command, input=json.dumps(job), capture_output=True, text=True, cwd=folder, env=environment, timeout=300
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    return json.loads(ran.stdout)


def moves(program: Program, seed: int) -> tuple[list[list[Any]], list[dict[str, Any]]]:
    """Actions at random, RESET when the game has ended, and what our engine answers to them."""
    engine, random = ReferenceEngine(program), Random(seed)
    actions: list[list[Any]] = []
    answers = [seen(engine)]
    while len(actions) < ACTIONS:
        action = random.choice((*program.actions, *program.actions, *range(1, 8)))
        if engine.status is not Status.PLAYING or random.random() < 0.03:
            action = 0
        x, y = (random.randrange(64), random.randrange(64)) if action == Action.CLICK else (-1, -1)
        actions.append([int(action), {"x": x, "y": y} if x >= 0 else {}, {"why": "so"} if x >= 0 else None])
        engine.step(action, x, y)
        answers.append(seen(engine))
    return actions, answers


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("served")) as found:
        yield found


def test_five_hundred_actions_of_each_game_look_the_same(url: str, tmp_path: Path) -> None:
    plans = {game: moves(load(game), seed) for seed, game in enumerate(LONG)}
    job = {"mode": "online", "games": {info_of(game).base: actions for game, (actions, _) in plans.items()}}

    answers = done(url, tmp_path, job)["answers"]

    for game, (_, expected) in plans.items():
        got = answers[info_of(game).base]
        assert len({answer.pop("guid") for answer in got}) == 1
        for turn, (one, other) in enumerate(zip(got, expected, strict=True)):
            assert one == other, (game, turn)


def test_a_client_without_a_key_gets_one(url: str, tmp_path: Path) -> None:
    job = {"mode": "online", "games": {info_of(LONG[0]).base: [[1, {}, None]]}}

    (answers,) = done(url, tmp_path, job, key="")["answers"].values()

    assert [answer["state"] for answer in answers] == ["NOT_FINISHED"] * 2


def test_a_competition(tmp_path: Path) -> None:
    played, *others = (info_of(game) for game in LONG)
    action = played.program.actions[0]
    job = {
        "mode": "competition",
        "games": {played.base: [[0, {}, None], [action, {}, None], [0, {}, None], [0, {}, None]]},
        "again": [played.base],
    }
    with serving(tmp_path, "--competition") as url:
        found = done(url, tmp_path, job)

    assert [answer["full_reset"] for answer in found["answers"][played.base]] == [True, False, False, False, False]
    assert found["again"] == {played.base: None}
    card = found["card"]
    assert card["competition_mode"] is True
    assert {one["id"] for one in card["environments"]} == {info.game_id for info in (played, *others)}
    (run,) = next(one for one in card["environments"] if one["id"] == played.game_id)["runs"]
    assert (run["actions"], run["resets"]) == (4, 3)
    assert card["total_actions"] == 4


@pytest.mark.parametrize("game", LONG)
def test_the_random_agent(url: str, tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if "ARCG_AGENTS_REPO" not in os.environ and REPOSITORY.is_dir():
        monkeypatch.setenv("ARCG_AGENTS_REPO", str(REPOSITORY))
    game_id = info_of(game).game_id

    card = done(url, tmp_path, {"random": game_id})["card"]

    (environment,) = card["environments"]
    assert environment["id"] == game_id
    assert environment["completed"] or environment["actions"] + len(environment["runs"]) - 1 == 81
    assert set(card["tags"]) >= {"local", "agent", "random"}


def test_a_client_that_plays_for_itself_keeps_its_baselines(tmp_path: Path) -> None:
    """In its normal mode the client writes over its own metadata what the server says, and takes the source from it."""
    (tmp_path / "games").mkdir()
    name = LONG[-1]
    shutil.copy(shipped()[name], tmp_path / "games")
    levels = len(load(name).levels)
    settings = f"games:\n  {name}:\n    baselines: {list(range(10, 10 + levels))}\n"
    (tmp_path / "games" / "arcg.yaml").write_text(settings, encoding="utf-8")
    info = info_of(tmp_path / "games" / f"{name}.arcg")
    job = {"mode": "normal", "games": {info.base: [[info.program.actions[0], {}, None]] * 3}}
    with serving(tmp_path, games=[str(tmp_path / "games")]) as url:
        downloaded = done(url, tmp_path, job)["answers"][info.base]
        again = done(url, tmp_path, job)["answers"][info.base]

    folder = tmp_path / "environment_files" / info.base / info.version
    assert json.loads((folder / "metadata.json").read_text("utf-8"))["baseline_actions"] == list(info.baselines)
    engine = ReferenceEngine(info.program)
    expected = [seen(engine)]
    for _ in range(3):
        engine.step(info.program.actions[0])
        expected.append(seen(engine))
    for answers in (downloaded, again):
        assert [{key: answer[key] for key in expected[0]} for answer in answers] == expected
