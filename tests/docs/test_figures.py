"""The pictures in the documentation show what the pages say, are told in words, and none is left over."""

from __future__ import annotations

import re

import numpy as np
import pytest
from support.figures import LANGUAGE, Figure, colours, figures, up_to_date

from arcg.dsl.functions import FUNCTIONS, OTHER_FUNCTIONS, RELATIONS
from arcg.runtime.png import CLEAR, encode

FIGURES = figures()


@pytest.mark.parametrize("figure", FIGURES, ids=[figure.file.stem for figure in FIGURES])
def test_the_picture_is_up_to_date(figure: Figure) -> None:
    assert up_to_date(figure), "python tests/support/figures.py draws it anew"
    assert len(figure.alt) >= 20 and figure.alt.endswith("."), "a sentence says what is to be seen"
    assert figure.file.stat().st_size < 20_000


def test_no_two_pictures_are_one_file_and_none_is_left_over() -> None:
    files = [figure.file.resolve() for figure in FIGURES]

    assert len(set(files)) == len(files)
    assert {path for file in files for path in file.parent.glob("*.png")} == set(files)


def test_a_file_holds_the_colours_that_were_drawn() -> None:
    drawn = np.arange(6 * 17, dtype=np.uint8).reshape(6, 17) % (CLEAR + 1)

    assert np.array_equal(colours(encode(drawn)), drawn)


def test_every_example_of_the_language_has_a_picture() -> None:
    page = LANGUAGE.read_text("utf-8")
    header, *parts = re.findall(r"^```arcg (?:header|part)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    shown = {figure.source for figure in FIGURES if figure.page == LANGUAGE.name}

    assert [part for part in parts if header + part not in shown] == []
    assert header in shown


def test_every_relation_and_function_has_a_picture() -> None:
    names = {f"relation-{name}" for name in RELATIONS} | {
        f"function-{name}" for name in {**FUNCTIONS, **OTHER_FUNCTIONS}
    }
    drawn = {figure.file.stem for figure in FIGURES}

    assert names - drawn == {"relation-stops", "function-asked"}, "these two are shown by motion and by plans"
