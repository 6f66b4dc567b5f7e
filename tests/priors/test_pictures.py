"""Every prior of the library has a picture in docs/priors.md, which plays as drawn and not without its sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.board import Example, read_examples, run
from support.sentences import goes_another_way, heads, remarks

from arcg.dsl.expand import library, words_text
from arcg.runtime.reference import ReferenceEngine

PAGE = Path(__file__).parents[2] / "docs" / "priors.md"
TEXT = PAGE.read_text(encoding="utf-8")
PICTURES = read_examples(PAGE)
SHOWN = re.findall(r"^\*\*`(.+)`\*\*$", TEXT, re.MULTILINE)
"""The sentence above each picture."""

PAIRS = list(zip(SHOWN, PICTURES, strict=True))
pictures = pytest.mark.parametrize(("shown", "picture"), PAIRS, ids=SHOWN)


@pictures
def test_the_picture_plays_as_drawn(shown: str, picture: Example) -> None:
    run(picture, ReferenceEngine, "docs/priors.md")


@pictures
def test_nothing_is_wrong_with_its_game(shown: str, picture: Example) -> None:
    assert remarks(picture) == []


@pictures
def test_without_the_sentence_it_goes_another_way(shown: str, picture: Example) -> None:
    goes_another_way(picture, heads(picture)[shown])


def test_every_prior_has_its_picture_and_its_line_in_the_order_of_the_library() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| ", TEXT, re.MULTILINE)
    sections = re.split(r"^## ", TEXT, flags=re.MULTILINE)

    for family in {prior.family for prior in library()}:
        said = [words_text(prior.decl.words) for prior in library() if prior.family == family]
        section = next(text for text in sections if text.startswith(family.capitalize() + "\n"))
        assert [head for head in SHOWN if f"**`{head}`**" in section] == said
        assert [head for head in rows if f"| `{head}` |" in section] == said


def test_the_page_says_of_each_prior_what_its_comment_says() -> None:
    said = {}
    for path in (Path(__file__).parents[2] / "dsl" / "priors").glob("*.arcg"):
        for comment, head in re.findall(r"((?:^// .*\n)+)prior (.+)\n", path.read_text(encoding="utf-8"), re.MULTILINE):
            said[head] = " ".join(line.removeprefix("// ") for line in comment.splitlines())

    assert said == dict(re.findall(r"^\| `([^`]+)` \| (.+) \|$", TEXT, re.MULTILINE))
