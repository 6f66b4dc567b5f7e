"""The recorded playthroughs of PuzzleScript's own tests, where they lie: beside the project, never in it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[3] / "shared" / "data" / "puzzlescript"
"""Where the tests lie; those who have them put them there."""

MISSING = f"PuzzleScript's recorded tests are not here: there is no {DATA}"
"""Why a test that needs them is left out."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """One playthrough: `inputs` from `target` (messages count as levels), hashes of the level after each of them.

    `trace[0]` is the level after loading, `trace[n]` after input n. `turns` were played, with
    `draws` choices by chance, on a map of so many `cells`.
    """

    number: int
    name: str
    source: str
    inputs: tuple[int | str, ...]
    target: int
    seed: str | None
    features: tuple[str, ...]
    trace: tuple[str, ...]
    turns: int
    draws: int
    cells: int


def _lines(name: str) -> Iterator[dict[str, Any]]:
    path = DATA / name
    with gzip.open(path, "rt", encoding="utf-8") if name.endswith(".gz") else path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def recorded() -> list[Recorded]:
    """All playthroughs, in the order of their numbers; none if they are not here."""
    if not DATA.is_dir():
        return []
    traces = {line["id"]: tuple(line["trace"]) for line in _lines("tests_trace.jsonl")}
    return [
        Recorded(
            line["id"],
            line["name"],
            line["source"],
            tuple(line["inputs"]),
            line["target_level"],
            line["seed"],
            tuple(line["features"]),
            traces[line["id"]],
            line["stats"]["turns"],
            line["stats"]["rng_calls"],
            line["stats"]["level_width"] * line["stats"]["level_height"],
        )
        for line in _lines("tests.jsonl")
    ]


def compiled() -> Iterator[tuple[int, dict[str, Any]]]:
    """For each test, by number, the rules that the original compiler makes of it."""
    for line in _lines("compiled_rules.jsonl.gz"):
        yield line["id"], line["rules"]
