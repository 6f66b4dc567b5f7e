"""The gallery of mistakes: every file in `tests/bad/` produces the code it is named after, where it says so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.gallery import BAD, WITHOUT_FILE, page, told

from arcg.dsl.check import read_source
from arcg.dsl.codes import CODES

FILES = sorted(BAD.glob("*.arcg"))


def marked_lines(text: str, code: str) -> set[int]:
    """The lines that end with `// <- CODE`, or that a note `// CODE in line N` names: rows of art hold no comments."""
    ends = {number for number, line in enumerate(text.split("\n"), 1) if line.endswith(f"// <- {code}")}
    return ends | {int(number) for number in re.findall(rf"^// {code} in line (\d+)$", text, re.MULTILINE)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_bad_file_gives_its_code_at_the_marked_lines_and_no_others(path: Path) -> None:
    code = path.stem.split("_")[0]
    marked = marked_lines(path.read_text("utf-8"), code)

    sound, found = told(read_source(path)[0], str(path))

    assert marked, f"no line says `// <- {code}`, and no note `// {code} in line N`"
    assert {d.span.line for d in found if d.code == code} == marked
    assert sound != any(d.severity == "error" for d in found)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_found_lies_inside_its_line(path: Path) -> None:
    lines = path.read_text("utf-8").split("\n")

    _, found = told(read_source(path)[0], str(path))

    for diagnostic in found:
        span = diagnostic.span
        assert Path(span.file).name == path.name, span
        assert 1 <= span.line <= span.end_line <= len(lines), span
        assert 1 <= span.column <= len(lines[span.line - 1]) + 1, span
        assert 1 <= span.end_column <= len(lines[span.end_line - 1]) + 1, span
        assert (span.line, span.column) <= (span.end_line, span.end_column), span


@pytest.mark.parametrize("path", [path for path in FILES if path.stem[:2] != "E0"], ids=lambda path: path.stem)
def test_a_bad_file_has_no_other_error(path: Path) -> None:
    code = path.stem.split("_")[0]

    _, found = told(read_source(path)[0], str(path))

    assert {d.code for d in found if d.severity == "error"} <= {code}  # E0xx: lines without the rest of a game


def test_every_code_has_a_file() -> None:
    shown = {path.stem.split("_")[0] for path in FILES}

    assert shown | set(WITHOUT_FILE) == set(CODES)
    assert not shown & set(WITHOUT_FILE)


def test_the_page_of_all_messages_is_up_to_date() -> None:
    written = (BAD.parents[1] / "docs" / "messages.md").read_text("utf-8")

    assert written == page(), "run `python tests/support/gallery.py > docs/messages.md`"
