"""All sentences of the library stand in one file side by side, twice over, and it can be played."""

from __future__ import annotations

from random import Random

import pytest
from support.sketch import check_sketch

from arcg.compiler.lower import lower
from arcg.dsl import syntax
from arcg.dsl.expand import Prior, library
from arcg.runtime.engine import Action
from arcg.runtime.reference import ReferenceEngine

FILE = """\
game all
board 5x5
actions arrows act click
layer floor
layer solid
layer air
kind Reed Pad on floor has hue: red blue, size: 1..9, way: facing, left: 0..9
kind Crate Rock on solid has hue: red blue, size: 1..9, way: facing, left: 0..9
kind Bird Kite on air has hue: red blue, size: 1..9, way: facing, left: 0..9
world has count: 0..9, other: 0..9, hour: day night, reed: Reed, rock: Rock
Crate walks
"""
FIRST, SECOND = ("Reed", "Crate", "Bird", "Pad"), ("Rock", "Pad", "Reed", "Kite")
VALUES = {"d": "down", "n": "1", "m": "2", "clock": "hour", "value": "night", "taken": "other", "key": "hue"}
"""What is said for the values of a prior; a counter is `count`, the chosen thing the attribute that can hold it."""


def said(prior: Prior, kinds: tuple[str, ...]) -> str:
    """A sentence of the prior with these kinds for its parameters."""
    given: dict[str, str] = {}
    words = []
    for word in prior.decl.words:
        match word:
            case syntax.ThingTerm(kind=str(kind)):
                words.append(given.setdefault(kind, kinds[len(given)]))
            case syntax.ThingTerm(var="chosen"):
                words.append(kinds[0].lower())
            case syntax.ThingTerm(var=str(var)):
                words.append(VALUES.get(var, "count"))
            case syntax.Name(text=text):
                words.append(text)
    return " ".join(words)


SENTENCES = [said(prior, kinds) for kinds in (FIRST, SECOND) for prior in library()]


def board(random: Random) -> str:
    """A level with things at random, no two of a layer in one cell."""
    cells = [(x, y) for x in range(5) for y in range(5)]
    lines = [
        f"    put {kind}{{hue={random.choice(['red', 'blue'])}, left={random.randrange(3)}}} at cell({x}, {y})\n"
        for kinds in (("Reed", "Pad"), ("Crate", "Rock"), ("Bird", "Kite"))
        for (x, y), kind in zip(random.sample(cells, 6), [*kinds] * 3, strict=True)
    ]
    return "level\n" + "".join(lines)


@pytest.mark.parametrize("seed", range(3))
def test_all_at_once(seed: int) -> None:
    random = Random(seed)
    game, found = check_sketch(FILE + "\n".join(SENTENCES) + "\n" + board(random), "all.arcg")

    assert game is not None, [f"{remark.code} {remark.message}" for remark in found]
    assert len(game.expansions) >= len(SENTENCES)
    play(ReferenceEngine(lower(game)), random)


@pytest.mark.parametrize("seed", range(20))
def test_some_in_any_order(seed: int) -> None:
    """Every turn comes to rest, whichever sentences stand together."""
    random = Random(seed)
    game, found = check_sketch(FILE + "\n".join(random.sample(SENTENCES, 6)) + "\n" + board(random), "some.arcg")

    assert game is not None, [f"{remark.code} {remark.message}" for remark in found]
    play(ReferenceEngine(lower(game)), random)


def play(engine: ReferenceEngine, random: Random) -> None:
    """A few turns, none of which may be taken back."""
    assert not engine.messages()
    for _ in range(6):
        engine.step(random.choice([Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT, Action.ACT]))
        assert not engine.messages()
