"""How many bytes a play takes in each form in which it can be recorded.

    python benchmarks/recording_sizes.py [--actions 500] [GAME ...]

Plays random actions of each game, RESETs and every offered action among them, and prints the rows of the table in
docs/recordings.md. The official toolkit writes the same documents as arcg does, with blanks after commas and colons.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import tempfile
from pathlib import Path

import numpy as np

import arcg
from arcg.cli import main
from arcg.runtime.engine import SIZE, Action, Status
from arcg.runtime.recording import Writer

RESET_SHARE = 0.01


def record(game: str, actions: int, path: Path) -> int:
    """Play a game at random and record it; how many frames it showed."""
    program, random = arcg.load(game), np.random.default_rng(0)
    engine = arcg.KernelEngine(program)
    engine.reset(0)
    frames = len(engine.frames())
    with Writer(path, program, source=game) as writer:
        writer.add(engine, Action.RESET)
        for _ in range(actions):
            action, x, y = int(random.choice(program.actions)), -1, -1
            if engine.status != Status.PLAYING or random.random() < RESET_SHARE:
                action = Action.RESET
            if action == Action.CLICK:
                x, y = random.integers(SIZE, size=2).tolist()
            engine.step(action, x, y)
            writer.add(engine, action, x, y)
            frames += len(engine.frames())
    return frames


def sizes(game: str, actions: int) -> tuple[int, int, int, int, int]:
    """Frames, and bytes: as the toolkit writes, official by arcg, with frames, compact."""
    with tempfile.TemporaryDirectory() as folder:
        own, official, compact = (Path(folder) / f"{name}.jsonl" for name in ("own", "official", "compact"))
        frames = record(game, actions, own)
        for option, path in (("--official", official), ("--compact", compact)):
            with contextlib.redirect_stdout(io.StringIO()):
                failed = main(["replay", str(own), option, str(path)])
            if failed:
                raise SystemExit(f"{game}: {option} failed")
        lines = official.read_text(encoding="utf-8").splitlines()
        toolkit = sum(len(json.dumps(json.loads(line))) + 1 for line in lines)
        return frames, toolkit, *(path.stat().st_size for path in (official, own, compact))


def run() -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=["dyer", "glow", "tilt"])
    parser.add_argument("--actions", type=int, default=500)
    asked = parser.parse_args()
    for game in asked.games:
        frames, toolkit, *others = sizes(game, asked.actions)
        told = " | ".join(f"{number:,}" for number in (frames, toolkit, *others, round(toolkit / others[-1])))
        print(f"| {game} | {told} |", flush=True)


if __name__ == "__main__":
    run()
