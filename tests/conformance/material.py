"""The recorded playthroughs of PuzzleScript's own tests, where they lie: beside the project, never in it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
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


def lines(name: str) -> Iterator[str]:
    """The lines of a file of the tests, packed or not; each is a JSON document."""
    path = DATA / name
    with gzip.open(path, "rt", encoding="utf-8") if name.endswith(".gz") else path.open(encoding="utf-8") as file:
        yield from file


def documents(name: str) -> Iterator[dict[str, Any]]:
    """The same, read. Those of `compiled_rules.jsonl.gz` are large: let go of each before the next."""
    return map(json.loads, lines(name))


def recorded() -> list[Recorded]:
    """All playthroughs, in the order of their numbers; none if they are not here."""
    if not DATA.is_dir():
        return []
    traces = {line["id"]: tuple(line["trace"]) for line in documents("tests_trace.jsonl")}
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
        for line in documents("tests.jsonl")
    ]


@lru_cache(maxsize=1)
def _compiled() -> list[str]:
    """As text: millions of small lists would slow down every collection of garbage from here on."""
    return list(lines("compiled_rules.jsonl.gz"))


def compiled(place: int) -> tuple[int, dict[str, Any]]:
    """The number of one of the tests, by its place among all, and the rules that the original compiler makes of it."""
    document = json.loads(_compiled()[place])
    return document["id"], document["rules"]
