from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcg.editor.document.merging import Clash, Merged, merge

ENDS = st.sampled_from(["\n", "\r\n"])
TEXTS = st.lists(st.tuples(st.sampled_from(["", "a", "b", "  c", "// d"]), ENDS), max_size=8).flatmap(
    lambda lines: st.sampled_from(["", "a"]).map(lambda last: "".join(line + end for line, end in lines) + last)
)


@given(TEXTS, TEXTS)
def test_who_changed_nothing_has_no_say(base: str, changed: str) -> None:
    assert merge(base, base, changed) == Merged(changed)
    assert merge(base, changed, base) == Merged(changed)
    assert merge(base, changed, changed) == Merged(changed)


@given(TEXTS, TEXTS, TEXTS)
def test_both_sides_count_the_same(base: str, mine: str, theirs: str) -> None:
    one, other = merge(base, mine, theirs), merge(base, theirs, mine)

    assert one.text == other.text
    assert [(clash.base, clash.mine, clash.theirs) for clash in one.clashes] == [
        (clash.base, clash.theirs, clash.mine) for clash in other.clashes
    ]
    assert (one.text is None) == bool(one.clashes)


@given(st.data())
def test_changes_of_different_lines_are_both_made(data: st.DataObject) -> None:
    """Every line is kept, changed or removed, or something is put below it: each by one side, with a line between."""
    mine, theirs, both, base = [], [], [], []
    for number in range(data.draw(st.integers(1, 6))):
        for side in (mine, theirs):
            line, kept = f"line {number} {side is mine}\n", f"between {number} {side is mine}\n"
            new = data.draw(st.sampled_from([[line], [], ["new\n"], [line, "more\n"], ["one\n", "two\n"]]))
            base += [line, kept]
            for text in (mine, theirs, both):
                text += [*(new if text is side or text is both else [line]), kept]

    merged = merge(*("".join(text) for text in (base, mine, theirs)))

    assert merged == Merged("".join(both))


@given(TEXTS, TEXTS, TEXTS)
def test_there_are_clashes_only_where_both_differ_from_the_base(base: str, mine: str, theirs: str) -> None:
    for clash in merge(base, mine, theirs).clashes:
        assert len({clash.base, clash.mine, clash.theirs}) == 3


BASE = "one\ntwo\nthree\nfour\nfive\n"


@pytest.mark.parametrize(
    ("mine", "theirs", "clash"),
    [
        ("one\nTWO\nthree\nfour\nfive\n", "one\nzwei\nthree\nfour\nfive\n", Clash(2, "two\n", "TWO\n", "zwei\n")),
        # Lines that touch: each would be made, but nobody can tell whether they fit together.
        (
            "one\nTWO\nthree\nfour\nfive\n",
            "one\ntwo\nTHREE\nfour\nfive\n",
            Clash(2, "two\nthree\n", "TWO\nthree\n", "two\nTHREE\n"),
        ),
        # A line that one side removes and the other changes.
        ("one\nthree\nfour\nfive\n", "one\nTWO\nthree\nfour\nfive\n", Clash(2, "two\n", "", "TWO\n")),
        # Both put something at the end.
        (BASE + "mine\n", BASE + "theirs\n", Clash(6, "", "mine\n", "theirs\n")),
        # The line is counted in the text of the one who is asked.
        ("zero\n" + BASE + "mine\n", BASE + "theirs\n", Clash(7, "", "mine\n", "theirs\n")),
    ],
)
def test_clashes_say_what_each_has_made(mine: str, theirs: str, clash: Clash) -> None:
    assert merge(BASE, mine, theirs) == Merged(None, (clash,))


def test_the_same_change_is_made_once() -> None:
    mine, theirs = "one\nTWO\nthree\nfour\nfive\n", "one\nTWO\nthree\nfour\nFIVE\n"

    assert merge(BASE, mine, theirs).text == theirs


def test_an_editor_that_changes_all_line_ends_touches_no_line() -> None:
    mine = BASE.replace("two", "TWO")
    theirs = BASE.replace("five", "FIVE").replace("\n", "\r\n")

    merged = "one\r\nTWO\r\nthree\r\nfour\r\nFIVE\r\n"
    assert merge(BASE, mine, theirs).text == merge(BASE, theirs, mine).text == merged


def test_a_text_without_an_end_of_line_at_its_end() -> None:
    assert merge("a\nb\nc", "A\nb\nc", "a\nb\nc\nd").text == "A\nb\nc\nd"
    assert merge("a\nb\nc", "A\nb\nc", "a\nb\nc\n").text == "A\nb\nc\n"


def test_files_that_have_nothing_in_common_are_one_clash() -> None:
    base, mine, theirs = ("".join(f"{word} {number}\n" for number in range(3000)) for word in ("a", "b", "c"))

    (clash,) = merge(base, mine, theirs).clashes

    assert (clash.line, clash.mine, clash.theirs) == (1, mine, theirs)
