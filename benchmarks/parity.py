"""The same actions on our engines, on exported files under arcengine, and through `arcg serve`: differences and speed.

    python benchmarks/parity.py [GAME...] [--actions 10000] [--official-python PATH] [--json]

Each game is played once for each of its levels: its recorded solution as far as that level, if there is one beside it,
then random actions, mostly offered ones; RESET when the game has ended. What the reference engine answers is compared
with what the others answer to the same actions: number and pixels of the frames, state, levels completed. Speed is
actions a second, frames included, without what the comparison takes. The exported file needs Python 3.12 with
arcengine: an environment of its own will do, whose Python is named. arcg is kept out of its reach.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import http.client
import importlib.util
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

RESET_SHARE, UNASKED_SHARE = 0.01, 0.05
"""Of random actions: RESETs, and actions that need not be offered."""

Asked = list[int]
"""An action, and the place of a click."""

Seen = list[Any]
"""Number of frames, a hash of them, the state, levels completed."""


def seen(frames: list[bytes], state: str, levels: int) -> Seen:
    """An answer, as it is compared."""
    return [len(frames), hashlib.sha256(b"".join(frames)).hexdigest(), state, levels]


# ---------------------------------------------------------------- our engines


def on_engine(engine: Any) -> tuple[Callable[[Asked], float], Callable[[], Seen]]:
    """A game in play: what takes an action and tells its seconds, and what tells the answer."""
    from arcg.runtime.official.frames import STATES

    frames: list[Any] = [engine.frames()]

    def act(asked: Asked) -> float:
        began = time.perf_counter()
        engine.step(*asked)
        frames[0] = engine.frames()
        return time.perf_counter() - began

    def tell() -> Seen:
        return seen([frame.tobytes() for frame in frames[0]], STATES[engine.status], engine.levels_completed)

    return act, tell


def plan(program: Any, count: int, solution: list[Asked]) -> tuple[list[Asked], list[Seen], float]:
    """Actions for a game, the reference engine's answers to them, and the seconds that these took."""
    from arcg.runtime.engine import Status
    from arcg.runtime.reference import ReferenceEngine

    chance = random.Random(program.name)
    engine = ReferenceEngine(program)
    act, tell = on_engine(engine)
    actions: list[Asked] = []
    answers: list[Seen] = []
    seconds = 0.0

    def do(asked: Asked) -> None:
        nonlocal seconds
        actions.append(asked)
        seconds += act(asked)
        answers.append(tell())

    levels = len(program.levels) if solution else 1
    for level in range(levels):
        end = count * (level + 1) // levels
        while not (engine.full_reset and engine.action_count == 0):
            do([0, -1, -1])
        for asked in solution:
            if engine.levels_completed >= level or len(actions) >= end:
                break
            do(asked)
        while len(actions) < end:
            if engine.status != Status.PLAYING or chance.random() < RESET_SHARE:
                do([0, -1, -1])
                continue
            every = range(1, 8) if chance.random() < UNASKED_SHARE or not program.actions else program.actions
            action = chance.choice(every)
            do([action, *((chance.randrange(64), chance.randrange(64)) if action == 6 else (-1, -1))])
    return actions, answers, seconds


def played(engine: Any, actions: list[Asked]) -> tuple[list[Seen], float]:
    """What an engine answers, and the seconds."""
    act, tell = on_engine(engine)
    seconds, answers = 0.0, []
    for asked in actions:
        seconds += act(asked)
        answers.append(tell())
    return answers, seconds


# ---------------------------------------------------------------- the exported file


def play_file(path: Path, class_name: str) -> None:
    """Play an exported file on actions from stdin; runs in the Python that has arcengine, without arcg."""
    sys.modules["arcg"] = None  # type: ignore[assignment]
    from arcengine import ActionInput, GameAction

    names: dict[str, Any] = {"__name__": f"arc_agi_3.{path.stem}"}
    exec(path.read_text(encoding="utf-8"), names)
    game = names[class_name]()
    game.perform_action(ActionInput(), raw=True)
    seconds, answers = 0.0, []
    for action, x, y in json.load(sys.stdin):
        began = time.perf_counter()
        given = ActionInput(id=GameAction.from_id(action), data={"x": x, "y": y} if action == 6 else {})
        answer = game.perform_action(given, raw=True)
        seconds += time.perf_counter() - began
        frames = [frame.tobytes() for frame in answer.frame]
        answers.append(seen(frames, answer.state.value, answer.levels_completed))
    json.dump([answers, seconds], sys.stdout)


def exported(info: Any, actions: list[Asked], python: str) -> tuple[list[Seen], float]:
    """What the exported file answers under arcengine."""
    from arcg.compiler.export.document import python_text

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{info.base}.py"
        path.write_text(python_text(info.program, info.game_id, info.class_name), encoding="utf-8")
        command = [python, "-I", __file__, "--file", str(path), info.class_name]
        done = subprocess.run(command, check=True, input=json.dumps(actions).encode(), stdout=subprocess.PIPE)
    answers, seconds = json.loads(done.stdout)
    return answers, seconds


def official_python(named: str | None) -> str | None:
    """A Python that has arcengine."""
    for python in [named] if named else [sys.executable, "python3.12", "python3.13", "python3.14"]:
        with contextlib.suppress(OSError):
            found = subprocess.run([python, "-c", "import arcengine"], check=False, stderr=subprocess.DEVNULL)
            if found.returncode == 0:
                return python
    if named:
        raise SystemExit(f"{named} has no arcengine; `pip install arc-agi` there brings it")
    return None


# ---------------------------------------------------------------- the server


class Client:
    """A session on one connection."""

    def __init__(self, url: str, game: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc)
        card = self._ask("/api/scorecard/open", {})["card_id"]
        begun = self._ask("/api/cmd/RESET", {"game_id": game, "card_id": card})
        self._session = {"game_id": begun["game_id"], "guid": begun["guid"]}

    def _ask(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"X-API-Key": "parity", "Content-Type": "application/json"}
        self._connection.request("POST", path, json.dumps(body), headers)
        answer = self._connection.getresponse()
        data = json.loads(answer.read())
        if answer.status != 200:
            raise SystemExit(f"{path} was answered {answer.status}: {data}")
        return dict(data)

    def act(self, asked: Asked) -> dict[str, Any]:
        """Take an action."""
        action, x, y = asked
        place = {"x": x, "y": y} if action == 6 else {}
        return self._ask(f"/api/cmd/ACTION{action}" if action else "/api/cmd/RESET", self._session | place)


def served(url: str, game: str, actions: list[Asked]) -> tuple[list[Seen], float]:
    """What the server answers."""
    client = Client(url, game)
    seconds, answers = 0.0, []
    for asked in actions:
        began = time.perf_counter()
        answer = client.act(asked)
        seconds += time.perf_counter() - began
        frames = [bytes(pixel for row in frame for pixel in row) for frame in answer["frame"]]
        answers.append(seen(frames, answer["state"], answer["levels_completed"]))
    return answers, seconds


@contextlib.contextmanager
def server(games: list[str], kernels: str) -> Iterator[str | None]:
    """Our server in a process of its own; its address, None where it cannot be."""
    if importlib.util.find_spec("starlette") is None or importlib.util.find_spec("uvicorn") is None:
        yield None
        return
    command = [sys.executable, "-m", "arcg", "serve", *games, "--port", "0", "--json", "--rate", "0", "--no-recordings"]
    process = subprocess.Popen([*command, "--kernels", kernels], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield json.loads(process.stdout.readline())["url"]
    finally:
        process.terminate()
        process.wait()


# ---------------------------------------------------------------- side by side


def measured(info: Any, count: int, python: str | None, url: str | None, kernels: bool) -> dict[str, Any]:
    """One game on all of them: of each its differences and its speed."""
    from arcg.runtime.recording import actions as recorded
    from arcg.runtime.recording import read

    record = info.path.parent / "recordings" / "win.jsonl" if info.path is not None else None
    solution = [list(map(int, move)) for move in recorded(read(record))] if record and record.exists() else []
    actions, expected, seconds = plan(info.program, count, solution)
    columns: dict[str, Any] = {"reference": {"differences": 0, "rate": len(actions) / seconds}}
    others: dict[str, Callable[[], tuple[list[Seen], float]]] = {}
    if kernels:
        from arcg.runtime.kernel import KernelEngine

        others["kernel"] = lambda: played(KernelEngine(info.program), actions)
    if python is not None:
        others["exported"] = lambda: exported(info, actions, python)
    if url is not None:
        others["REST"] = lambda: served(url, info.game_id, actions)
    for name, play in others.items():
        answers, seconds = play()
        pairs = zip(answers, expected, strict=True)
        columns[name] = {"differences": sum(one != other for one, other in pairs), "rate": len(actions) / seconds}
    return {
        "game": info.game_id,
        "actions": len(actions),
        "levels": 1 + max(answer[3] for answer in expected),
        "frames": sum(answer[0] for answer in expected),
        "engines": columns,
    }


def main() -> None:
    """Play everything and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=["dyer", "glow", "tilt"], help="ids, files or folders")
    parser.add_argument("--actions", type=int, default=10_000, help="of each game")
    parser.add_argument("--official-python", metavar="PATH", help="a Python with arcengine")
    parser.add_argument("--json", action="store_true", help="print a JSON document")
    parser.add_argument("--file", nargs=2, metavar=("PATH", "CLASS"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.file:
        play_file(Path(options.file[0]), options.file[1])
        return
    from arcg.runtime.kernel import ready
    from arcg.runtime.official.info import collect

    infos = collect(options.games)
    python, kernels = official_python(options.official_python), ready.is_built()
    with server(options.games, "built" if kernels else "off") as url:
        results = [measured(info, options.actions, python, url, kernels) for info in infos]
    if options.json:
        print(json.dumps(results, indent=2))
        return
    for result in results:
        print("{game}: {actions} actions, {frames} frames, {levels} levels seen".format(**result))
        for name, column in result["engines"].items():
            print(f"    {name:10} {column['differences']:6} differences {column['rate']:12,.0f} actions a second")
    for name, there, why in (
        ("kernel", kernels, "the kernels are not compiled (`arcg bench` compiles them)"),
        ("exported", python, "no Python with arcengine; name one with --official-python"),
        ("REST", url, "starlette and uvicorn are not installed (`pip install 'arcg[serve]'`)"),
    ):
        if not there:
            print(f"{name}: left out; {why}")
    if any(column["differences"] for result in results for column in result["engines"].values()):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
