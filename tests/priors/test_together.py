"""Priors of the library work together: the games of together.md, and each of them without any one of its sentences."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.board import Example, read_examples, run
from support.sentences import goes_another_way, heads, remarks

from arcg.dsl.expand import library, words_text
from arcg.runtime.reference import ReferenceEngine

GAMES = read_examples(Path(__file__).with_name("together.md"))
ORDINARY = {"X walks", "X is pushed by Y"}
"""What stands in nearly every game, and so says little about working together."""

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@games
def test_it_plays_as_written(game: Example) -> None:
    run(game, ReferenceEngine, "tests/priors/together.md")


@games
def test_nothing_is_wrong_with_it(game: Example) -> None:
    assert remarks(game) == []


@games
def test_without_any_one_of_its_sentences_it_goes_another_way(game: Example) -> None:
    for line in sorted(set(heads(game).values())):
        goes_another_way(game, line)


def test_every_prior_works_together_with_another_one() -> None:
    together = set()
    for game in GAMES:
        used = set(heads(game))
        together |= {head for head in used if used - ORDINARY - {head}}

    assert {words_text(prior.decl.words) for prior in library()} == together
