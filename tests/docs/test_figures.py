"""The pictures in the documentation show what the pages say, are told in words, and none is left over."""

from __future__ import annotations

import numpy as np
import pytest
from support.figures import CLEAR, Figure, colours, figures, png, up_to_date

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

    assert np.array_equal(colours(png(drawn)), drawn)
