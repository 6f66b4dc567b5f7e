"""The whole way from a PuzzleScript text: what is wrong with a rule is told, and the game is played without it."""

from __future__ import annotations

import pytest

from arcg.compiler.lower import lower
from arcg.dsl.importing.puzzlescript.translate import translate
from arcg.runtime.engine import Action
from arcg.runtime.reference import ReferenceEngine

GAME = """title Tins
run_rules_on_level_start

OBJECTS
Floor .
green

Player p
blue

Tin t
gray

Box b
brown

Lamp l
yellow

LEGEND
Background = Floor
Thing = Tin or Box
Odd = Tin or Lamp

SOUNDS

COLLISIONLAYERS
Floor
Lamp
Player, Tin, Box

RULES
{rules}
WINCONDITIONS

LEVELS
p.tbl
"""


def names(engine: ReferenceEngine) -> str:
    """What lies on the floor, from left to right."""
    things = [thing for thing in engine.things() if thing.kind != "Floor"]
    return " ".join(f"{thing.kind}{thing.x}" for thing in sorted(things, key=lambda thing: (thing.x, thing.kind)))


def played(rules: str, text: str = GAME) -> tuple[list[tuple[str, int]], str]:
    """What is said of the rules (they begin in line 0), and what there is after the first turn."""
    made = translate(text.replace("{rules}", rules))
    assert made.game is not None, made.notes
    engine = ReferenceEngine(lower(made.game))
    engine.reset()
    begin = GAME[: GAME.index("{rules}")].count("\n") + 1
    return [(note.severity, note.line - begin) for note in made.notes], names(engine)


AFTER = "\n[ Tin ] -> [ Box ]"
"""A rule that is played whatever happens to the one before it."""


@pytest.mark.parametrize(
    "rule",
    [
        "[ Box ] -> [ Thing ]",
        "[ Player Box ] -> [ Player ]",
        "[ Thing ] -> [ Odd ]",
        "[ Lamp | ... ] -> [ Lamp | ... ]",
    ],
)
def test_a_rule_that_the_original_leaves_out_is_left_out(rule: str) -> None:
    told, seen = played(rule + AFTER)

    assert set(told) == {("error", 0)}
    assert seen == "Player0 Box2 Box3 Lamp4"


def test_the_next_rule_of_a_group_begins_it_then() -> None:
    told, seen = played("[ Lamp ] -> [ Box ]\n[ Box ] -> [ Thing ]\n+ [ Tin ] -> [ Lamp ]")

    assert told == [("error", 1)]
    assert seen == "Player0 Lamp2 Box3 Box4"


def test_of_two_on_one_layer_behind_the_arrow_the_second_comes() -> None:
    assert played("[ Tin ] -> [ Player Box ]") == ([("error", 0)], "Player0 Box2 Box3 Lamp4")
    assert played("[ Odd ] -> [ Odd Box ]") == ([("error", 0)], "Player0 Box2 Box3 Box4 Lamp4")


def test_a_movement_that_cannot_be_told_ends_it_all() -> None:
    made = translate(GAME.replace("{rules}", "[ Tin ] -> [ moving Tin ]" + AFTER))

    assert made.game is None
    assert [note.severity for note in made.notes] == ["error"]


def test_a_game_without_a_player_plays_by_itself() -> None:
    told, seen = played("[ Tin ] -> [ Box ]", GAME.replace("Player", "Nobody"))

    assert [severity for severity, _ in told] == ["error", "error"]
    assert seen == "Nobody0 Box2 Box3 Lamp4"


def test_without_a_player_arrows_move_nothing() -> None:
    made = translate(GAME.replace("Player", "Stone").replace("{rules}", ""))
    assert made.game is not None
    engine = ReferenceEngine(lower(made.game))
    engine.reset()
    before = names(engine)
    engine.step(Action.RIGHT)

    assert names(engine) == before
