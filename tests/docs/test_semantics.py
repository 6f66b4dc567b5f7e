"""Every example of docs/semantics.md, played by every engine."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from support.board import Example, Factory, read_examples, run

from arcg.runtime.kernel import KernelEngine
from arcg.runtime.reference.engine import ReferenceEngine

DOCUMENT = Path(__file__).parents[2] / "docs" / "semantics.md"
ENGINES: dict[str, Factory] = {"reference": ReferenceEngine, "kernel": KernelEngine}
EXAMPLES = read_examples(DOCUMENT)
SECTIONS = [
    "board-and-layers", "order-of-things", "state", "frames", "views", "paint-and-fog", "actions", "turn",
    "loading-a-level", "matches", "rules", "chance", "events", "motion", "phases", "repeat", "plans", "patterns",
    "spatial-words", "bodies", "facts", "derived-attributes", "fields", "forbid", "snapshots", "undo", "names",
    "bounds",
]  # fmt: skip
WRONG = [
    "| P", "frame 1", "frame 9", "n = 8", "status = won", "level = 2", "frames = 7", "count Wall = 9", "pixel 0 0 = 0",
    "thing 0 = Rock 0 0", "same state as 0\nright\nother state than 0", "applied none = 1", "message hello",
    "at 0 0 way = up", "never applied = none", "action count = 3", "nonsense", "error E999", "warning W999",
]  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_example(example: Example, engine: str) -> None:
    run(example, ENGINES[engine])


def test_every_section_has_examples() -> None:
    firsts = [example.name for example in EXAMPLES if "-01-" in example.name]
    assert [name.split("-01-")[0] for name in firsts] == SECTIONS


@pytest.mark.parametrize("lines", WRONG)
def test_a_wrong_expectation_fails(lines: str) -> None:
    """Each kind of line can fail, and the failure names the line of the document."""
    example = next(example for example in EXAMPLES if example.name.startswith("frames-01"))
    wrong = dataclasses.replace(example, script=tuple((77, line) for line in lines.split("\n")))
    with pytest.raises(AssertionError, match=r":77: "):
        run(wrong, ReferenceEngine)
