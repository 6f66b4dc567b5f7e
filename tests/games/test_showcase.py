"""The gallery of the shipped games says what they are, and every game has what a designer hands over."""

from __future__ import annotations

import re

import pytest
from support.showcase import IMAGES, PAGE, animation, page, wins

from arcg.runtime.loading import load, shipped
from arcg.runtime.official.info import info_of


def test_the_gallery_is_up_to_date() -> None:
    assert page() == PAGE.read_text(encoding="utf-8"), "python tests/support/showcase.py writes it anew"
    assert {path.stem for path in IMAGES.iterdir()} == set(shipped())


@pytest.mark.parametrize("name", shipped())
def test_the_animation_is_up_to_date(name: str) -> None:
    kept = (IMAGES / f"{name}.gif").read_bytes()

    assert kept == animation(name), "python tests/support/showcase.py draws it anew"
    assert len(kept) < 250_000


@pytest.mark.parametrize("name", shipped())
def test_the_note_tells_the_length_of_every_level(name: str) -> None:
    """In the table of the designer's note: the number of the level, then its shortest solution, as recorded."""
    text = (shipped()[name].parent / "README.md").read_text(encoding="utf-8")

    told = [int(length) for length in re.findall(r"^\| *\d+[^|]*\| *(\d+) *\|", text, re.MULTILINE)]

    assert told == [len(moves) for moves in wins(name)]
    assert "testers stumbled over" in text


@pytest.mark.parametrize("name", shipped())
def test_the_name_is_the_official_id(name: str) -> None:
    assert info_of(name).base == name == load(name).name
    assert len(name) == 4
