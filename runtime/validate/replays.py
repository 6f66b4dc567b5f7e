"""The recordings of a game: whether they still play as recorded, and what they show, wins and losses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arcg.compiler import ir
from arcg.runtime.engine import Status
from arcg.runtime.kernel import KernelEngine
from arcg.runtime.recording import FOLDER, RecordingError, read, replay


def recordings_of(path: Path) -> list[Path]:
    """The recordings beside the file of a game: those in its folder `recordings`, by name."""
    return sorted((path.parent / FOLDER).glob("*.jsonl"))


def replayed(program: ir.Program, paths: Sequence[Path]) -> list[dict[str, Any]]:
    """Play recordings again: of each its path, what differs first (or None), its moves, what it wins and loses."""
    return [_replayed(program, path) for path in paths]


def _replayed(program: ir.Program, path: Path) -> dict[str, Any]:
    report: dict[str, Any] = {
        "path": path.as_posix(), "error": None, "turn": None, "difference": None,
        "first_level": 0, "seed": 0, "moves": [], "won": [], "lost": False,
    }  # fmt: skip
    try:
        recording = read(path)
        if not recording.of_game(program):
            raise RecordingError(f"it is a recording of `{recording.game or recording.game_id}`")
        if not recording.replayable:
            raise RecordingError(recording.notes[0])
        if not 0 <= recording.first_level < len(program.levels):
            raise RecordingError(f"it begins at level {recording.first_level + 1}, which the game does not have")
    except (RecordingError, OSError) as error:
        return report | {"error": str(error).removeprefix(f"{path}: ")}
    differences = replay(recording, program, engine=KernelEngine)
    completed = [answer.levels_completed for answer in recording.answers]
    won = sorted({recording.first_level + one - 1 for one in completed if one})
    return report | {
        "turn": differences[0].turn if differences else None,
        "difference": str(differences[0]).partition(": ")[2] if differences else None,
        "first_level": recording.first_level,
        "seed": recording.seed,
        "moves": [[int(answer.action), answer.x, answer.y] for answer in recording.answers[1:]],
        "won": won,
        "lost": any(answer.status == Status.OVER for answer in recording.answers),
    }
