"""The page of all messages: for each code a tiny file and what `arcg check` says of it.

    python tests/support/gallery.py > docs/messages.md

Made from `tests/bad/`, so it cannot speak of messages that are not given; a test keeps the page up to date.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from arcg.dsl.check import check_text, in_order, read_source
from arcg.dsl.codes import CODES
from arcg.dsl.diagnostics import Diagnostic
from arcg.dsl.knowledge.review import review
from arcg.dsl.render import render_text, summary
from arcg.runtime.starts import check_starts

BAD = Path(__file__).parents[1] / "bad"

WITHOUT_FILE: dict[str, str] = {
    "E002": "the file cannot be read at all",
    "E003": "the file would be larger than all others together",
}
"""Codes that the text of a small file cannot cause, each with the reason."""

SECTIONS = {
    "E0": "Reading the text",
    "E1": "Names",
    "E2": "Declarations",
    "E3": "Rules",
    "E4": "Pictures and levels",
    "W2": "Warnings: declarations",
    "W3": "Warnings: rules",
    "W4": "Warnings: pictures and levels",
    "W5": "Warnings: signs of a culture",
    "A5": "Advice",
}

LONGEST, WIDEST = 40, 120
"""Lines of a file, and columns of a line, that the page shows."""

INTRODUCTION = """# All messages

Every message of `arcg check`, each with a tiny file that causes it. Other remarks on these files are left out. The
codes are stable. Warnings can be [allowed](check.md#allowing-warnings), errors cannot. This page is made by
`python tests/support/gallery.py > docs/messages.md` from the files in `tests/bad/`.
"""


def told(text: str, name: str) -> tuple[bool, list[Diagnostic]]:
    """Whether a text is a sound game, and all that `arcg check` says of it."""
    game, found = check_text(text, name)
    if game is not None:
        found = in_order([*found, *check_starts(game).diagnostics, *review(game)])
    return game is not None, found


def page() -> str:
    """The page."""
    files = {path.stem.split("_")[0]: path for path in sorted(BAD.glob("*.arcg"))}
    lines = [INTRODUCTION]
    for start, title in SECTIONS.items():
        lines.append(f"## {title}\n")
        for code in sorted(code for code in CODES if code.startswith(start)):
            lines.append(f"### {code}\n")
            if code in files:
                lines += _entry(code, files[code])
            else:
                lines.append(f"    {CODES[code].message}\n\nNo file is shown: {WITHOUT_FILE[code]}.\n")
    return "\n".join(lines)


def _entry(code: str, path: Path) -> Iterator[str]:
    text, _ = read_source(path)
    name = path.stem.partition("_")[2] + ".arcg"
    text = re.sub(rf" *// <- {code}$", "", text, flags=re.MULTILINE)
    text = re.sub(rf"^// {code} in line \d+$", "//", text, flags=re.MULTILINE)
    found = [diagnostic for diagnostic in told(text, name)[1] if diagnostic.code == code]
    report = render_text(found, {name: text}).removesuffix(summary(found) + "\n").rstrip()
    yield _fenced(_shown(text))
    yield _fenced(report)


def _fenced(text: str) -> str:
    return f"```text\n{text}\n```\n"


def _shown(text: str) -> str:
    """A file, without the middle of one that is long."""
    lines = [line if len(line) <= WIDEST else line[: WIDEST - 1] + "…" for line in text.rstrip("\n").split("\n")]
    if len(lines) > LONGEST:
        half = LONGEST // 4
        lines = [*lines[:half], f"… {len(lines) - 2 * half} lines …", *lines[-half:]]
    return "\n".join(_visible(line) for line in lines)


def _visible(line: str) -> str:
    return "".join(char if char.isprintable() or char == "\t" else "�" for char in line)


if __name__ == "__main__":
    sys.stdout.buffer.write(page().encode())
