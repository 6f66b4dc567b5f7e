"""Sentences and what they are worth: an example goes another way as soon as one of its sentences is taken out."""

from __future__ import annotations

import dataclasses

import pytest
from support.board import Example, build, run

from arcg.dsl.check import check_text
from arcg.dsl.expand import words_text
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.starts import check_starts

UNSAID = {"E146", "E320", "E364"}
"""How the checker refuses a game whose rules ask for what a sentence brought: no such fact, nothing that moves."""

NO_MATTER = {"W404", "W308"}
"""What is said of small games that have no pictures and no goal."""


def heads(example: Example) -> dict[str, int]:
    """The sentences of an example as the heads of their priors, each with the line where it is written."""
    game, _, _, words = build(example.source)
    assert game is not None, f"{example.name} is wrong\n{words}"
    return {words_text(found.prior.words): found.sentence.span.line for found in game.expansions}


def remarks(example: Example) -> list[str]:
    """What a strict check says of an example, but for pictures and goals that it lacks."""
    game, found = check_text(example.source, example.name)
    if game is not None:
        found = [*found, *check_starts(game).diagnostics]
    return [f"{remark.code} {remark.message}" for remark in found if remark.code not in NO_MATTER]


def goes_another_way(example: Example, line: int) -> None:
    """See to it that an example fails without one of its lines.

    Raises:
        AssertionError, Failed: it does not.
    """
    lines = example.source.split("\n")
    del lines[line - 1]
    shorter = dataclasses.replace(example, source="\n".join(lines))
    game, _, codes, words = build(shorter.source)
    if game is None:
        assert {code for code in codes if code.startswith("E")} <= UNSAID, words
        return
    with pytest.raises(AssertionError):
        run(shorter, ReferenceEngine)
