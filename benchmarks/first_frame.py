"""How long a person waits for the first frame of a game, from typing `arcg play GAME` on, and from the window on.

    python benchmarks/first_frame.py [--runs 7] [GAME ...]

Plays each game in new processes, each of which closes its window after the first frame, and prints the median of every
part of the wait. The window is real where there is a display, else SDL's dummy.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

PARTS = {
    "start": "Python, and what of arcg the command brings",
    "game": "reading and checking the game, and its first position",
    "window": "pygame, until the window is there",
    "frame": "from the window to its first frame",
}
GAMES = ("dyer", "glow", "tilt")


def play(game: str) -> None:
    """Play a game to its first frame in this process, and print when each part of the wait ended."""
    from arcg.cli import main
    from arcg.editor import play as player

    ends, opening = {}, player.open_session

    def open_session(*args: object, **options: object) -> object:
        ends["start"] = time.monotonic()
        session = opening(*args, **options)
        ends["game"] = time.monotonic()
        from pygame import display  # what `arcg play` does next

        setting, flipping = display.set_mode, display.flip

        def set_mode(*args: object, **options: object) -> object:
            screen = setting(*args, **options)
            ends["window"] = time.monotonic()
            return screen

        def flip() -> None:
            flipping()
            ends.setdefault("frame", time.monotonic())

        display.set_mode, display.flip = set_mode, flip
        return session

    player.open_session = open_session
    if main(["play", game, "--once"]):
        raise SystemExit(1)
    print(json.dumps(ends))


def waits(game: str) -> dict[str, float]:
    """The seconds that each part of one wait took."""
    environment = dict(os.environ)
    if not environment.get("DISPLAY") and not environment.get("WAYLAND_DISPLAY"):
        environment["SDL_VIDEODRIVER"] = "dummy"
    ended = time.monotonic()
    done = subprocess.run([sys.executable, __file__, "--one", game], capture_output=True, text=True, env=environment)
    if done.returncode:
        raise SystemExit(done.stderr)
    ends = json.loads(done.stdout.splitlines()[-1])
    parts = {}
    for part in PARTS:
        parts[part], ended = ends[part] - ended, ends[part]
    return parts


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME", help="ids or paths of games")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--json", metavar="FILE", help="write the seconds there as well")
    parser.add_argument("--one", metavar="GAME", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        play(options.one)
        return
    figures = {}
    print(f"{'seconds':12} " + " ".join(f"{part:>8}" for part in (*PARTS, "together")))
    for game in options.games:
        waits(game)
        runs = [waits(game) for _ in range(options.runs)]
        figures[game] = {part: statistics.median(run[part] for run in runs) for part in PARTS}
        figures[game]["together"] = statistics.median(sum(run.values()) for run in runs)
        print(f"{game:12} " + " ".join(f"{seconds:8.3f}" for seconds in figures[game].values()))
    for part, told in PARTS.items():
        print(f"{part}: {told}")
    if options.json:
        Path(options.json).write_text(json.dumps(figures, indent=2), "utf-8")


if __name__ == "__main__":
    main()
