"""Facts that ask themselves: what working them out takes, in the reference engine."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.runtime.engine import Action
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.reference.matching import Env, Matcher, Value

LENGTH = 40
GAME = f"""game chain
board {LENGTH}x1
actions act
layer solid
kind Crate on solid has hue: red blue
    pic
        8
    tint 8 by hue
let linked(Crate) when Crate.x = 0
let linked(Crate) when linked(Crate $b), Crate touches $b
phase mark on act
    linked(Crate) -> Crate.hue next
legend
    c = Crate
level
    map
        {"c" * LENGTH}
"""


def test_each_tuple_is_followed_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain takes as many rounds as it has links; asking for all that is known in each would be quadratic."""
    game, found = check_text(GAME, "chain.arcg")
    assert game is not None, found
    engine = ReferenceEngine(lower(game))
    given: list[int] = []
    fact = Matcher._fact

    def counted(matcher: Matcher, number: int, args: Sequence[ir.Arg], env: Env) -> list[tuple[Value, ...]]:
        tuples = fact(matcher, number, args, env)
        if number in matcher._growing:
            given.append(len(tuples))
        return tuples

    monkeypatch.setattr(Matcher, "_fact", counted)
    engine.step(Action.ACT)

    assert all(thing.attrs["hue"] == "blue" for thing in engine.things())
    assert sum(given) == LENGTH**2  # each crate looks at each tuple, in the round after the one that found it
