"""The gallery of mistakes: every file in `tests/bad/` produces the code it is named after, where it says so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arcg.dsl.check import check_path
from arcg.dsl.codes import CODES

BAD = Path(__file__).parents[1] / "bad"
FILES = sorted(BAD.glob("*.arcg"))

WITHOUT_FILE: dict[str, str] = {
    "E002": "the file cannot be read at all",
    "E003": "the file would be larger than all others together",
}
"""Codes that the text of a file cannot cause, each with the reason."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_bad_file_gives_its_code_at_the_marked_line(path: Path) -> None:
    code = path.stem.split("_")[0]
    text = path.read_text("utf-8")
    marked = [number for number, line in enumerate(text.split("\n"), 1) if f"// <- {code}" in line]
    marked += [int(number) for number in re.findall(rf"// {code} in line (\d+)", text)]  # rows of art hold no comments

    game, found = check_path(path)

    places = [diagnostic.span.line for diagnostic in found if diagnostic.code == code]
    assert places, f"{code} is not among {[d.code for d in found]}"
    assert set(marked) <= set(places)
    assert (game is None) == any(d.severity == "error" for d in found)


@pytest.mark.parametrize("path", [path for path in FILES if path.stem[:2] != "E0"], ids=lambda path: path.stem)
def test_a_bad_file_has_no_other_error(path: Path) -> None:
    code = path.stem.split("_")[0]

    _, found = check_path(path)

    assert {d.code for d in found if d.severity == "error"} <= {code}  # E0xx: lines without the rest of a game


def test_every_code_has_a_file() -> None:
    shown = {path.stem.split("_")[0] for path in FILES}

    assert shown | set(WITHOUT_FILE) == set(CODES)
    assert not shown & set(WITHOUT_FILE)
