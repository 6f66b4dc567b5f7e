"""Changes: what is made can be taken back, and few small changes lie between two texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcg.editor.document.changes import LARGEST_DIFF, Change, applied, between, inverse

TEXTS = st.text(alphabet="ab.#\n\r \ufeff\U0001f600", max_size=60)


@st.composite
def edits(draw) -> tuple[str, list[Change]]:
    text = draw(TEXTS)
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=12)))
    pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
    return text, draw(st.permutations([Change(start, end, draw(TEXTS)) for start, end in pairs]))


@given(edits())
def test_what_is_made_can_be_taken_back(edit):
    text, changes = edit
    after = applied(text, changes)
    back = inverse(text, changes)

    assert applied(after, back) == text
    assert applied(text, inverse(after, back)) == after


@given(TEXTS, TEXTS)
def test_what_lies_between_two_texts_makes_the_one_of_the_other(old, new):
    changes = between(old, new)

    assert applied(old, changes) == new
    assert all(change.new != old[change.start : change.end] for change in changes)


def test_changes_are_made_wherever_they_stand_in_the_list():
    assert applied("abcdef", [Change(4, 6, "!"), Change(0, 1, ""), Change(2, 2, "x"), Change(2, 2, "y")]) == "bxycd!"


@pytest.mark.parametrize(
    "changes",
    [
        [Change(0, 2, ""), Change(1, 3, "")],
        [Change(0, 3, ""), Change(1, 1, "x")],
        [Change(2, 5, "")],
        [Change(-1, 0, "")],
        [Change(2, 1, "")],
    ],
)
def test_changes_that_overlap_or_lie_outside_are_refused(changes):
    with pytest.raises(ValueError, match=r"overlaps|outside"):
        applied("abcd", changes)


def test_only_what_differs_in_a_line_changes():
    old = "legend\r\n    # = Wall\r\n    o = Goal\r\nlevel\r\n"
    new = "legend\r\n    # = Wall\r\n    o = Gaol\r\nlevel\r\n    map\r\n"

    assert between(old, new) == (Change(31, 33, "ao"), Change(43, 43, "    map\r\n"))


def test_lines_that_came_and_went_are_changes_of_their_own():
    old = "".join(f"line {number}\n" for number in range(100))
    new = old.replace("line 20\n", "").replace("line 50\n", "line 50\nanother\n")

    assert [change.new for change in between(old, new)] == ["", "another\n"]


def test_texts_too_long_to_compare_are_one_change():
    lines = int(LARGEST_DIFF**0.5) + 1
    old, new = (f"{sign}\nsame\n" * lines for sign in "ab")

    (change,) = between(old, new)

    assert applied(old, [change]) == new
