"""Every text of the language that lies in the repository, by name, for tests that hold for all of them."""

from __future__ import annotations

import re
from pathlib import Path

from support.board import read_examples

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```arcg ?(header|part)?\n(.*?)^```", re.MULTILINE | re.DOTALL)
TEMPLATE = ROOT / "arcg" / "commands" / "new.arcg.txt"


def shipped() -> dict[str, str]:
    """The files that designers read as examples: games, priors, benchmarks and what `arcg new` writes."""
    folders = ("games/*/*.arcg", "dsl/priors/*.arcg", "benchmarks/*.arcg", "examples/*/*.arcg")
    paths = [path for pattern in folders for path in sorted(ROOT.glob(pattern))]
    texts = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in paths}
    return {**texts, TEMPLATE.name: TEMPLATE.read_text("utf-8").replace("NAME", "name")}


def snippets() -> dict[str, str]:
    """The examples of the documentation, parts behind the header of their page, and those of the semantics."""
    found = {}
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        text, header = page.read_text("utf-8"), ""
        for match in BLOCK.finditer(text):
            header = match[2] if match[1] == "header" else header
            line = text.count("\n", 0, match.start()) + 1
            found[f"{page.name}:{line}"] = header + match[2] if match[1] == "part" else match[2]
    return {**found, **{example.name: example.source for example in read_examples(ROOT / "docs" / "semantics.md")}}


def bad() -> dict[str, str]:
    """The gallery of mistakes."""
    return {path.stem: path.read_text("utf-8") for path in sorted((ROOT / "tests" / "bad").glob("*.arcg"))}
