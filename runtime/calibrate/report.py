"""A study as data for programs, and its sessions as recordings that replay."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from arcg.compiler import artefact
from arcg.compiler import store as artefacts
from arcg.compiler.ir import Program
from arcg.runtime.calibrate.measures import GameMeasures, LevelMeasures
from arcg.runtime.calibrate.plays import answers_of
from arcg.runtime.calibrate.store import SessionRow, Store
from arcg.runtime.reference import ReferenceEngine

GAME = "game"
"""The folder of the compiled game beside its recordings."""

PRIVATE = "private"


def document(game: GameMeasures) -> dict[str, Any]:
    """A game's measures as plain values; levels in order."""
    return {
        "game": game.played.program.name,
        "game_id": game.played.game_id,
        "testers": len(game.testers),
        "closed": game.closed,
        "completed": game.completed,
        "inclusion": game.inclusion,
        "baselines": None if game.baselines is None else list(game.baselines),
        "levels": [_level(level) for level in game.levels],
        "plays": [asdict(tester) for tester in game.testers],
    }


def _level(level: LevelMeasures) -> dict[str, Any]:
    clicks = [[x, y, int(level.clicks[y, x])] for y, x in zip(*map(list, level.clicks.nonzero()), strict=True)]
    return {
        "reached": level.reached,
        "completed": level.completed,
        "rate": level.rate,
        "actions": list(level.actions),
        "seconds": level.seconds,
        "resets": level.resets,
        "reset_after": list(level.reset_after),
        "baseline": level.baseline,
        "shortest": level.shortest,
        "learning_cost": level.learning_cost,
        "clicks": [[int(x), int(y), count] for x, y, count in clicks],
    }


class DamagedSessionError(ValueError):
    """A session that does not replay: a game that plays otherwise now, or data that was changed."""


def replayed(store: Store, row: SessionRow, program: Program) -> Iterator[tuple[ReferenceEngine, int, int, int]]:
    """A session played again: the engine after each answer, with the action and its place; the opening first.

    Raises:
        DamagedSessionError: a picture is not what the tester saw.
    """
    engine = ReferenceEngine(program)
    engine.reset(row.seed)
    for event in answers_of(store.events(row.session)):
        body = event.body
        action, x, y = body["action"], body.get("x", -1), body.get("y", -1)
        if event.number:
            engine.step(action, x, y)
        if hashlib.sha256(engine.frames().tobytes()).hexdigest()[:16] != body["sha256"]:
            raise DamagedSessionError(f"session {row.session}: answer {event.number} is not what the tester saw")
        yield engine, action, x, y


def write_recordings(store: Store, folder: Path) -> list[Path]:
    """Every session as a recording in a folder, `<game>/<tester>.jsonl`; gives the paths.

    The games as they were lie beside them, compiled, in `<game>/game`, so that the recordings replay by themselves.
    What set they were in is not known any more, so they are marked as private.

    Raises:
        DamagedSessionError: a session does not replay.
        OSError: a file exists already or cannot be written.
    """
    from arcg.runtime.recording import Writer

    paths = []
    programs = store.programs()
    sessions = store.sessions()
    for digest in dict.fromkeys(row.program for row in sessions):
        game_id, program = programs[digest]
        artefacts.store(folder / game_id, {GAME: artefact.contents(program, "", "", PRIVATE)})
    for row in sessions:
        game_id, program = programs[row.program]
        path = folder / game_id / f"{row.tester}.jsonl"
        with Writer(path, program, source=path.parent / GAME / artefact.MANIFEST, seed=row.seed) as writer:
            for engine, action, x, y in replayed(store, row, program):
                writer.add(engine, action, x, y)
        paths.append(path)
    return paths
