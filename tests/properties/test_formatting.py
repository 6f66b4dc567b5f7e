"""Whatever is formatted means the same, keeps its comments and its art, and is formatted then.

`python tests/properties/test_formatting.py FIRST LAST` looks at other seeds than the test run does.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcg.compiler.ir import digest
from arcg.compiler.lower import lower
from arcg.dsl.breaking import WIDTH
from arcg.dsl.check import check_text
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.formatting import format_text
from arcg.dsl.parser import parse

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from support import generated, wild
from support.mangled import art, commented, comments, mangled
from support.texts import bad, shipped, snippets

TEXTS = shipped() | snippets() | bad()
NAMES = sorted(TEXTS)
SEEDS = range(12)


@cache
def formatted(name: str) -> str | None:
    return format_text(TEXTS[name], name)[0]


READABLE = [name for name in NAMES if formatted(name) is not None]


def assert_formatted(text: str, name: str) -> str | None:
    """Format a text and compare everything that must be the same; the result, None for a text that cannot be read."""
    made, found = format_text(text, name)
    reporter = Reporter()
    before = parse(text, name, reporter)
    if made is None:
        assert found
        assert found == reporter.found
        return None
    assert not reporter.found
    assert before.statements == parse(made, name, reporter).statements
    assert not reporter.found
    assert format_text(made, name) == (made, [])
    assert comments(made) == comments(before.text)
    assert art(made) == art(before.text)
    assert_neat(made)
    return made


def assert_neat(text: str) -> None:
    """No blanks and blank rows that say nothing, and no row longer than need be."""
    rows = text.split("\n")
    drawn = set(art(text))
    assert text == "" or (rows[0] and rows[-1] == "" and rows[-2])
    assert "\n\n\n" not in text
    for row in rows:
        assert row == row.rstrip(" ") or row.lstrip() in drawn or any(row.endswith(one) for one in drawn)
        code = row.partition("//")[0].rstrip()
        assert len(code) <= WIDTH or row.strip() in drawn or ", " not in code


def assert_same_game(text: str, made: str) -> None:
    """The same diagnostics, and the same program if there is one."""
    (before, said), (after, says) = check_text(text, "x"), check_text(made, "x")
    assert sorted((d.code, d.message) for d in said) == sorted((d.code, d.message) for d in says)
    assert (before is None) == (after is None)
    if before is not None and after is not None:
        assert digest(lower(before)) == digest(lower(after))


@pytest.mark.parametrize("name", NAMES)
def test_every_text_of_the_repository_means_the_same(name: str) -> None:
    made = assert_formatted(TEXTS[name], name)

    if made is not None:
        assert_same_game(TEXTS[name], made)


@pytest.mark.parametrize("name", sorted(shipped() | snippets()))
def test_what_designers_read_is_formatted(name: str) -> None:
    assert formatted(name) == TEXTS[name]


@settings(max_examples=40)
@given(st.sampled_from(READABLE), st.randoms(use_true_random=False))
def test_a_mangled_text_is_formatted_as_it_was(name: str, random: Random) -> None:
    text = formatted(name)
    assert text is not None

    assert_mangled(text, random)


def assert_mangled(text: str, random: Random) -> None:
    """Spaces, rows and margins at random make no difference, with comments or without."""
    with_comments = assert_formatted(commented(text, random), "commented")

    assert with_comments is not None
    for whole in (text, with_comments):
        spoilt = mangled(whole, random)
        assert assert_formatted(spoilt, "mangled") == whole, spoilt


@pytest.mark.parametrize("seed", SEEDS)
def test_generated_games_mean_the_same(seed: int) -> None:
    assert_generated(seed)


def assert_generated(seed: int) -> None:
    """A game of `support.generated`, as it was written and mangled."""
    text = generated.game(seed)
    made = assert_formatted(text, "generated")

    assert made is not None
    assert_same_game(text, made)
    assert_mangled(made, Random(seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_texts_that_nobody_would_write_are_formatted_or_explained(seed: int) -> None:
    assert_wild(seed)


def assert_wild(seed: int) -> None:
    """A file made from the grammar, and files spoilt by mutation."""
    random = Random(f"formatting {seed}")
    texts = [*TEXTS.values(), wild.made(random)]
    assert_formatted(texts[-1], "wild")
    for _ in range(20):
        assert_formatted(wild.mutant(random, texts), "mutant")


@given(st.text(st.sampled_from("\n\n\n    \t\r/,->={}()#.aK$1é\u2028\u00a0pic map on"), max_size=200))
def test_any_text_is_formatted_or_explained(text: str) -> None:
    assert_formatted(text, "any")


if __name__ == "__main__":
    for number in range(int(sys.argv[1]), int(sys.argv[2])):
        for look in (assert_generated, assert_wild):
            try:
                look(number)
            except Exception:
                print(f"seed {number}: {look.__name__}")
                raise
