"""Every `.arcg` example in the documentation is a file, or the end of one, that checks without an error.

Blocks marked `arcg` are whole files, `arcg part` stand after the page's `arcg header` block. Whole files and headers
must not even give a warning.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arcg.compiler.lower import lower
from arcg.compiler.verify import verify
from arcg.dsl.check import check_text, in_order
from arcg.dsl.knowledge.review import review
from arcg.dsl.render import render_text
from arcg.runtime.reference import ReferenceEngine

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```arcg ?(header|part)?\n(.*?)^```", re.MULTILINE | re.DOTALL)
PLAYED = ("semantics.md", "priors.md")
"""Pages whose examples are played, by tests of their own."""

PAGES = [ROOT / "README.md", *sorted(page for page in (ROOT / "docs").glob("*.md") if page.name not in PLAYED)]


def _snippets() -> list[tuple[str, str, str]]:
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        header = ""
        for match in BLOCK.finditer(text):
            use, body = match.group(1) or "whole", match.group(2)
            if use == "header":
                header = body
            line = text.count("\n", 0, match.start()) + 1
            found.append((f"{page.name}:{line}", use, header + body if use == "part" else body))
    return found


@pytest.mark.parametrize(("where", "use", "text"), [pytest.param(*s, id=s[0]) for s in _snippets()])
def test_example_in_the_docs_runs(where: str, use: str, text: str) -> None:
    game, found = check_text(text, where)
    if game is not None:
        found = in_order([*found, *review(game)])
    relevant = [d for d in found if d.severity == "error" or (d.severity == "warning" and use != "part")]

    assert not relevant, render_text(relevant, {where: text})

    assert game is not None
    program = lower(game)
    verify(program)
    engine = ReferenceEngine(program)
    for action in program.actions:
        engine.step(action, 20, 20)
    assert engine.frame().shape == (64, 64)
