"""How many actions a second `arcg serve` answers, how long each takes, and what a session costs in memory.

    python benchmarks/serving.py [--sessions 500] [--seconds 10] [--rate 0] [--record] [--kernels built] [GAME...]
    python benchmarks/serving.py --url http://127.0.0.1:8001 [--pid PID]     # any server of the official API

The server is a process of its own, and so is the client, which holds a connection for each session and plays random
offered actions, RESET when a game has ended. With `--rate` all sessions together send so many actions a second, else
each sends its next action as soon as the last is answered. Latencies are from the first byte sent to the last received.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

KEY = "benchmark"
JSON = "Content-Type: application/json\r\n"
WARM = 3.0
"""Seconds of play before anything is measured."""
FIRST = 40
LONG = 60.0
"""Seconds that kernels may take to be loaded."""


@dataclass
class Measured:
    """What came of the play. Seconds, each of one action."""

    latencies: list[float] = field(default_factory=list)
    failed: int = 0
    counting: bool = False


class Connection:
    """One connection that is kept, if the server keeps it, with as little work for the client as can be."""

    def __init__(self, url: str) -> None:
        self._url = urlsplit(url)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, body: dict[str, Any]) -> tuple[int, bytes]:
        """Post a document; the status and the body of the answer."""
        data = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: {self._url.netloc}\r\nX-API-Key: {KEY}\r\n{JSON}"
        if self._streams is None:
            self._streams = await asyncio.open_connection(self._url.hostname, self._url.port, limit=1 << 20)
        reader, writer = self._streams
        writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        answer = (await reader.readuntil(b"\r\n\r\n")).lower()
        content = await reader.readexactly(int(answer.split(b"content-length:")[1].split(b"\r\n")[0]))
        if b"connection: close" in answer or answer.startswith(b"http/1.0"):
            await self.close()
        return int(answer[9:12]), content

    async def close(self) -> None:
        """Keep it no longer."""
        if self._streams is not None:
            writer, self._streams = self._streams[1], None
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


async def opened(url: str, card: str, game: str) -> tuple[Connection, dict[str, Any]]:
    """A session on a connection of its own."""
    connection = Connection(url)
    status, data = await connection.ask("/api/cmd/RESET", {"game_id": game, "card_id": card})
    if status != 200:
        raise SystemExit(f"RESET was answered {status}: {data[:300]!r}")
    return connection, json.loads(data)


async def play(
    connection: Connection, at: dict[str, Any], number: int, period: float, until: float, seen: Measured
) -> None:
    """Play one session; with a period an action each that many seconds."""
    rng = random.Random(number)
    body = {"game_id": at["game_id"], "guid": at["guid"]}
    due = time.perf_counter() + rng.random() * period
    reset = False
    while True:
        if period:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due += period
        began = time.perf_counter()
        if began >= until:
            return
        action = 0 if reset else rng.choice(at["available_actions"])
        place = {"x": rng.randrange(64), "y": rng.randrange(64)} if action == 6 else {}
        status, data = await connection.ask(f"/api/cmd/ACTION{action}" if action else "/api/cmd/RESET", body | place)
        reset = b"GAME_NOT_STARTED" in data or b'"GAME_OVER"' in data or b'"WIN"' in data
        if seen.counting:
            seen.latencies.append(time.perf_counter() - began)
            seen.failed += status != 200 and b"GAME_NOT_STARTED" not in data


async def measure(url: str, games: list[str], options: argparse.Namespace) -> tuple[Measured, dict[str, float]]:
    """Open the sessions and have them played."""
    first = Connection(url)
    _, data = await first.ask("/api/scorecard/open", {})
    await first.close()
    card = json.loads(data)["card_id"]
    for game in games:  # the first session of a game brings what all of them share
        connection, at = await opened(url, card, game)
        for _ in range(FIRST):
            await connection.ask("/api/cmd/RESET", {"game_id": at["game_id"], "guid": at["guid"]})
        await connection.close()
    before, began = memory(options.pid), time.perf_counter()
    pairs = await asyncio.gather(*(opened(url, card, games[number % len(games)]) for number in range(options.sessions)))
    opening, resting = time.perf_counter() - began, memory(options.pid)
    seen = Measured()
    until = time.perf_counter() + WARM + options.seconds
    period = options.sessions / options.rate if options.rate else 0.0
    playing = [
        asyncio.create_task(play(connection, at, number, period, until, seen))
        for number, (connection, at) in enumerate(pairs)
    ]
    await asyncio.sleep(WARM)
    seen.counting, spent = True, processor(options.pid)
    await asyncio.gather(*playing)
    figures = {
        "seconds to open all": opening,
        "MB before": before / 1e6,
        "KB a session, opened": (resting - before) / options.sessions / 1e3,
        "KB a session, played": (memory(options.pid) - before) / options.sessions / 1e3,
        "ms of processor an action": 1e3 * (processor(options.pid) - spent) / max(1, len(seen.latencies)),
    }
    for connection, _ in pairs:
        await connection.close()
    return seen, figures


def memory(pid: int | None) -> int:
    """Resident bytes of a process; 0 if it is not known."""
    if pid is None:
        return 0
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def processor(pid: int | None) -> float:
    """Seconds of processor time of a process; 0 if they are not known."""
    if pid is None:
        return 0.0
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


@contextlib.contextmanager
def server(options: argparse.Namespace) -> Iterator[str]:
    """Our server in a process of its own; its address."""
    with tempfile.TemporaryDirectory() as folder:
        recordings = ["--recordings", folder] if options.record else ["--no-recordings"]
        command = [sys.executable, "-m", "arcg", "serve", *options.games, "--port", "0", "--json", "--rate", "0"]
        command += [
            *recordings,
            "--kernels",
            options.kernels,
            "--sessions-per-key",
            str(options.sessions + len(options.games)),
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                told, began = json.loads(process.stdout.readline()), time.perf_counter()
                options.pid = process.pid
                while options.kernels != "off" and not kernels_loaded(told["url"]):
                    if process.poll() is not None or time.perf_counter() - began > LONG:
                        raise SystemExit("the kernels are not there; any command that compiles them makes them")
                    time.sleep(0.5)
                yield told["url"]
            finally:
                process.terminate()


def kernels_loaded(url: str) -> bool:
    """Whether our server plays on the kernels by now."""
    with urllib.request.urlopen(f"{url}/api/arcg/settings") as answer:
        return bool(json.load(answer)["kernels"])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=["dyer", "glow", "tilt"], help="ids or paths")
    parser.add_argument("--sessions", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rate", type=float, default=0.0, help="actions a second of all sessions; 0: all they can")
    parser.add_argument("--record", action="store_true", help="record every session")
    parser.add_argument("--kernels", default="built", choices=("built", "off"))
    parser.add_argument("--url", help="of a server that runs already")
    parser.add_argument("--pid", type=int, help="its process")
    options = parser.parse_args()
    with contextlib.nullcontext(options.url) if options.url else server(options) as url:
        seen, figures = asyncio.run(measure(url, options.games, options))
    times = sorted(seen.latencies)
    print(f"{options.sessions} sessions, {len(times)} actions in {options.seconds:g} s, {seen.failed} failed")
    print(f"actions a second {len(times) / options.seconds:,.0f}")
    if times:
        print(
            f"milliseconds: median {1e3 * statistics.median(times):.1f}, 99 % {1e3 * times[len(times) * 99 // 100]:.1f}"
        )
    for name, value in figures.items():
        print(f"{name} {value:,.2f}")


if __name__ == "__main__":
    main()
