"""What a rule becomes where our language has no word for a part of it."""

from __future__ import annotations

import pytest

from arcg.dsl.importing.puzzlescript.reading import read
from arcg.dsl.importing.puzzlescript.writing import write

GAME = """title x

OBJECTS
Background
green

Player P
blue

Gem G
red

LEGEND
. = Background

SOUNDS

COLLISIONLAYERS
Background
Player, Gem

RULES
{rules}

WINCONDITIONS

LEVELS

P.
"""

DRAWS = "random [ Gem | no Player ] -> [ | Gem ] again\n"


def written(rules: str) -> list[str]:
    """The rules that some rules become."""
    text = write(read(GAME.format(rules=rules))).text
    return [line.strip() for line in text.splitlines() if "->" in line]


@pytest.mark.parametrize("first", ["[ Gem | Player ] -> [ | Player ]", "[ Gem ] -> sfx0"])
def test_the_first_rule_of_a_group_says_whether_it_is_random(first: str) -> None:
    """Also if nothing is left of it, for it only sounds."""
    rules = written(f"{first}\n+ random [ > Player | Gem ] -> [ | Player ]")
    assert rules[-1].endswith("[ > Player | Gem ] -> [ | Player ]")
    assert written("random " + first + "\n+ [ > Player | Gem ] -> [ | Player ]")[0].count("at random") == 1


@pytest.mark.parametrize("more", ["sfx3", "message no"])
def test_a_turn_taken_back_with_a_sound_follows_by_itself_where_that_draws(more: str) -> None:
    """A trial of a turn that is taken back, and asks for something beside, counts as one in which something happens."""
    assert written(f"{DRAWS}[ > Player | Gem ] -> cancel {more}")[1] == "[ > Player | Gem ] -> restore turn, again"


@pytest.mark.parametrize(
    "rules",
    [
        DRAWS + "[ > Player | Gem ] -> cancel",
        "[ Gem | no Player ] -> [ | Gem ] again\n[ > Player | Gem ] -> cancel sfx3",
        "random [ Gem | no Player ] -> [ | Gem ]\n[ > Player | Gem ] -> cancel sfx3",
    ],
)
def test_else_a_sound_leaves_nothing(rules: str) -> None:
    assert written(rules)[1] == "[ > Player | Gem ] -> restore turn"


def test_a_turn_taken_back_with_again_needs_no_other() -> None:
    assert written(f"{DRAWS}[ > Player | Gem ] -> cancel again sfx3")[1] == "[ > Player | Gem ] -> restore turn, again"


def test_a_rule_does_not_join_a_group_over_late_rules() -> None:
    rules = "[ Gem ] -> [ Gem ]\nlate [ Gem ] -> [ Gem ]\n+ [ > Player ] -> [ Player ]\n"
    assert all(":" not in line for line in written(rules))


def test_every_comment_is_kept_near_what_it_was_said_of() -> None:
    text = GAME.format(rules="(of a rule)\n[ Player ] -> [ Player ] (beside it)")
    for before, said in {
        "\nOBJECTS": "of it all", "Gem G": "of the gem", ". = Back": "of glyphs", "Player, Gem": "of layers",
        "\nLEVELS": "of winning", "P.\n": "of the map",
    }.items():  # fmt: skip
        text = text.replace(before, f"\n({said})\n{before}", 1)
    lines = write(read(text + "\n(at the end)\n")).text.splitlines()
    following = {
        line.strip().removeprefix("// "): next(word.strip() for word in lines[at + 1 :] if "//" not in word)
        for at, line in enumerate(lines[:-1])
        if "//" in line
    }
    assert following | {"x, from PuzzleScript": "game x"} == {
        "x, from PuzzleScript": "game x",
        "of it all": "game x",
        "of layers": "layer background",
        "of the gem": "kind Gem on layer2",
        "of a rule": "[ Player ] -> [ Player ]",
        "beside it": "[ Player ] -> [ Player ]",
        "of winning": "",
        "of glyphs": "legend",
        "of the map": "level",
    }
    assert lines[-1] == "// at the end"
