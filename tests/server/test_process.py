"""`arcg serve` as a program: the address it prints, how it ends, what it refuses, and a kill that loses nothing."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

import pytest

from arcg.cli import main
from arcg.runtime.engine import Status
from arcg.runtime.loading import load
from arcg.runtime.official.jsonl import read_official
from arcg.runtime.recording import read, replay
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.server import serving
from arcg.runtime.server.journal import COMPACT

WAIT = 120


@contextmanager
def served(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], dict[str, Any]]]:
    """A server of a shipped game with what it says of itself."""
    command = [sys.executable, "-m", "arcg", "serve", "tilt", "--port", "0", "--json", "--kernels", "off", *options]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, cwd=folder) as process:
        try:
            assert process.stdout is not None
            yield process, json.loads(process.stdout.readline())
        finally:
            process.kill()


class Player:
    """A client on one connection."""

    def __init__(self, url: str) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=WAIT)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def ask(self, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        headers = {"X-API-Key": "key", "Content-Type": "application/json"}
        self.connection.request("POST", path, json.dumps(body), headers)
        answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read())

    def begin(self) -> dict[str, Any]:
        _, card = self.ask("/api/scorecard/open", {})
        status, at = self.ask("/api/cmd/RESET", {"game_id": "tilt", **card})
        assert status == 200
        return dict(at)


def test_it_says_where_it_is_and_ends_cleanly(tmp_path: Path) -> None:
    with served(tmp_path, "--recordings", "here") as (process, told):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", told["url"])
        assert told["recordings"] == "here"
        assert told["games"][0].startswith("tilt-")
        with Player(told["url"]) as player:
            at = player.begin()
        process.send_signal(signal.SIGINT)

        assert process.wait(WAIT) == 0
        assert process.stderr.read() == ""
    (compact,) = tmp_path.glob("here/*/*.compact.jsonl")
    assert at["guid"] in compact.name
    assert json.loads(compact.read_text("utf-8").splitlines()[-1]) == {"end": True, "answers": 1}


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "tilt", "--port", str(port), "--no-recordings"]) == 2

    assert f"arcg: port {port} is taken; give another one" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tilt", "--host", "no.such.host.invalid"], "there is no address no.such.host.invalid"),
        (["tilt", "--host", "192.0.2.1"], "192.0.2.1 is no address of this machine"),
        (["tilt", "--kernels", "maybe"], "--kernels is one of build, built, off"),
        (["nothing"], "there is no file"),
        ([], "Missing argument"),
        (["tilt", "--port", "70000"], "--port"),
        (["tilt", "--idle", "nan"], "--idle"),
        (["tilt", "--rate", "inf"], "--rate"),
        (["tilt", "--recordings", "file"], "file"),
    ],
)
def test_what_it_cannot_do_is_said(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serving, "serve", lambda *_: pytest.fail("it serves"))
    Path("file").touch()

    assert main(["serve", "--port", "0", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_game_with_mistakes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "bad.arcg").write_text("game bad\nkind\n", encoding="utf-8")

    assert main(["serve", str(tmp_path), "--port", "0"]) == 1
    assert "the game has mistakes" in capsys.readouterr().err


def test_a_killed_server_loses_no_action(tmp_path: Path) -> None:
    """Every answer that a client has is in both files, and these play again to the pixel."""
    answered: list[dict[str, Any]] = []
    enough = threading.Event()

    def played(url: str) -> None:
        rng = random.Random(1)
        with Player(url) as player, contextlib.suppress(OSError, http.client.HTTPException):
            answered.append(player.begin())
            while True:
                at, last = answered[0], answered[-1]
                action = 0 if last["state"] != "NOT_FINISHED" else rng.choice([1, 2, 3, 4, 4, 0])
                name = f"ACTION{action}" if action else "RESET"
                status, answer = player.ask(f"/api/cmd/{name}", {"game_id": at["game_id"], "guid": at["guid"]})
                assert status == 200
                answered.append(answer)
                if len(answered) == 60:
                    enough.set()

    with served(tmp_path, "--rate", "0") as (process, told):
        client = threading.Thread(target=played, args=(told["url"],))
        client.start()
        assert enough.wait(WAIT)
        os.kill(process.pid, signal.SIGKILL)
        client.join(WAIT)

    official = next(path for path in tmp_path.glob("recordings/*/*.jsonl") if "compact" not in path.name)
    written = read_official(official)
    assert len(answered) <= len(written.answers) <= len(answered) + 1
    engine = ReferenceEngine(load("tilt"))
    for turn, (kept, answer) in enumerate(zip(written.answers, answered, strict=False)):
        if turn:
            engine.step(kept.action)
        assert kept.action == answer["action_input"]["id"]
        assert kept.frames.tolist() == answer["frame"] == engine.frames().tolist()
        assert (kept.status is Status.PLAYING) == (answer["state"] == "NOT_FINISHED")
    compact = read(official.with_suffix(COMPACT))
    assert len(answered) <= len(compact.answers) <= len(answered) + 1
    assert not compact.finished
    for recording in (written, compact):
        assert replay(recording, load("tilt")) == []
    assert compact.path.stat().st_size * 50 < official.stat().st_size
