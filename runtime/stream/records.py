"""`records.jsonl`: one line for each instance and arm, whole rounds only, and what is read from it."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

RECORDS = "records.jsonl"
META = "meta.json"

STREAM, SEEN, HELD_OUT = "stream", "seen", "held-out"
PHASES = (STREAM, SEEN, HELD_OUT)

LEARNER, WIPED = "learner", "reset"
"""The arms: the learner, and the same learner wiped before every instance."""


@dataclasses.dataclass(frozen=True, slots=True)
class Record:
    """One instance, played by one arm.

    Attributes:
        round: those of the two tests follow on those of the stream.
        phase: `stream`, `seen` or `held-out`.
        arm: `learner` or `reset`.
        user: whose instance it is.
        task, game: of the stream.
        level: of the task's file, 1-based.
        alias: what the learner was told.
        exposure: how often the user met the task before in the stream.
        gap: rounds since then; None at the first meeting and in the tests.
        shortest, budget: actions.
        actions, losses, won, charge: what came of it.
        played: a digest of its actions.
        resources: what the learner says of itself after the round.
    """

    round: int
    phase: str
    arm: str
    user: int
    task: str
    game: str
    level: int
    alias: str
    exposure: int
    gap: int | None
    shortest: int
    budget: int
    actions: int
    losses: int
    won: bool
    charge: float
    played: str
    resources: dict[str, float]

    def line(self) -> str:
        """Itself as a line."""
        return json.dumps(dataclasses.asdict(self)) + "\n"

    def same(self, other: Record) -> bool:
        """Whether the same was played; what a learner says of itself may be a time."""
        return dataclasses.replace(self, resources={}) == dataclasses.replace(other, resources={})


def append(path: Path, records: Sequence[Record]) -> None:
    """Add a whole round, and have it on the disk."""
    with path.open("ab") as file:
        file.write("".join(record.line() for record in records).encode())
        file.flush()
        os.fsync(file.fileno())


def whole_rounds(path: Path, sizes: Sequence[int]) -> list[list[Record]]:
    """The rounds of a file, of which it is known how many lines each has. What a kill left of the last one is no round.

    Raises:
        ValueError: something else stands in the file.
    """
    lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
    rounds: list[list[Record]] = []
    at = 0
    for number, size in enumerate(sizes):
        if at + size > len(lines):
            break
        try:
            found = [Record(**json.loads(line)) for line in lines[at : at + size]]
        except (ValueError, TypeError):
            raise ValueError(f"{path}: round {number + 1} is no round of a stream") from None
        if any(record.round != number for record in found):
            raise ValueError(f"{path}: round {number + 1} is not where it should be")
        rounds.append(found)
        at += size
    return rounds


def cut(path: Path, rounds: Sequence[Sequence[Record]]) -> None:
    """Cut off what is no whole round."""
    size = sum(len(record.line().encode()) for found in rounds for record in found)
    if path.exists() and path.stat().st_size > size:
        with path.open("r+b") as file:
            file.truncate(size)
            os.fsync(file.fileno())


def read(folder: Path) -> tuple[dict[str, Any], list[Record]]:
    """A run: its `meta.json`, and its records. A torn last line is left out.

    Raises:
        OSError: it cannot be read.
        ValueError: it is none.
    """
    try:
        meta: dict[str, Any] = json.loads((folder / META).read_bytes())
        sizes: list[int] = meta["protocol"]["sizes"]
        found = whole_rounds(folder / RECORDS, sizes)
    except (KeyError, TypeError, json.JSONDecodeError):
        raise ValueError(f"{folder}: this is no run of `arcg stream run`") from None
    return meta, [record for one in found for record in one]
