"""A guest: the official toolkit plays a game that is not public at a server, and sees what the game itself shows."""

from __future__ import annotations

import json
import logging
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from arcg.cli import main
from arcg.runtime.loading import find, load
from arcg.runtime.official.frames import STATES
from arcg.runtime.recording import actions, read
from arcg.runtime.reference import ReferenceEngine

arc_agi = pytest.importorskip("arc_agi", reason="the official toolkit needs Python 3.12 and is not installed here")
arcengine = pytest.importorskip("arcengine")
pytest.importorskip("uvicorn", reason="the extra `serve` is not installed")

GAMES = ("glow", "tilt")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("guests")
    for name in GAMES:
        shutil.copy(find(name), folder / f"{name}.arcg")
    settings = {"games": {"glow": {"set": "semi-private"}, "tilt": {"set": "private"}}}
    (folder / "arcg.yaml").write_text(json.dumps(settings))
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[str]:
    command = ["serve", str(folder), "--port", "0", "--json", "--no-recordings", "--kernels", "off"]
    process = subprocess.Popen([sys.executable, "-m", "arcg", *command], stdout=subprocess.PIPE, text=True, cwd=folder)
    try:
        assert process.stdout is not None
        yield json.loads(process.stdout.readline())["url"]
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)


@pytest.fixture
def arcade(folder: Path, server: str, monkeypatch: pytest.MonkeyPatch) -> object:
    for name in ("ARC_BASE_URL", "ONLY_RESET_LEVELS", "OPERATION_MODE"):
        monkeypatch.delenv(name, raising=False)
    out = folder / "environment_files"
    assert main(["export", str(folder), "-o", str(out), "--server", server]) == 0
    logger = logging.getLogger("silent")
    logger.addHandler(logging.NullHandler())
    logger.propagate = False
    return arc_agi.Arcade(operation_mode=arc_agi.OperationMode.OFFLINE, environments_dir=str(out), logger=logger)


@pytest.mark.parametrize("game", GAMES)
def test_a_guest_shows_what_the_game_shows(arcade: object, game: str) -> None:
    won = [(int(action), x, y) for action, x, y in actions(read(find(game).parent / "recordings" / "win.jsonl"))]
    odd = [(6, None, 3), (6, 64, 0), (3, -1, -1), (0, -1, -1), (0, -1, -1), (7, -1, -1), (5, -1, -1), (0, -1, -1)]
    engine = ReferenceEngine(load(game))
    env = arcade.make(game)
    first = env.observation_space
    assert np.array_equal(first.frame, engine.frames().astype(np.int8))

    for action, x, y in [*odd, *won, (0, -1, -1), *won[:5]]:
        data = {"x": x, "y": y} if action == 6 else {}
        answer = env.step(arcengine.GameAction.from_id(action), data)
        engine.step(action, -1 if x is None else x, y)
        assert np.array_equal(answer.frame, engine.frames().astype(np.int8)), (action, x, y)
        assert answer.state.value == STATES[engine.status]
        assert (answer.levels_completed, answer.win_levels) == (engine.levels_completed, len(engine.program.levels))
        assert answer.full_reset == engine.full_reset
        assert list(answer.available_actions) == list(engine.actions())


def test_two_guests_do_not_meet(arcade: object) -> None:
    one, other = arcade.make("tilt"), arcade.make("tilt")
    before = np.array(other.observation_space.frame[-1])
    one.step(arcengine.GameAction.ACTION4)
    answer = other.step(arcengine.GameAction.RESET)

    assert np.array_equal(answer.frame[-1], before)


def test_without_its_server_it_says_so(folder: Path, arcade: object) -> None:
    out = folder / "elsewhere"
    assert main(["export", str(folder), "-o", str(out), "--server", "http://127.0.0.1:1"]) == 0
    [path] = out.glob("tilt/*/tilt.py")
    code = (
        f"exec(compile(open({str(path)!r}).read(), 'tilt.py', 'exec'))\nTilt().perform_action(arcengine.ActionInput())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=dict(os.environ)
    )

    assert "is played at this server only" in done.stderr.splitlines()[-1]
