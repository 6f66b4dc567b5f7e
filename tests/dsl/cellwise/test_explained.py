"""Rules over cells in words."""

from __future__ import annotations

import pytest
from support.cell_lines import HEAD, LEVEL

from arcg.dsl.check import check_text
from arcg.dsl.explain.explanation import Explanation, explain


def explained(lines: str, head: str = HEAD) -> Explanation:
    game, found = check_text(head + lines + LEVEL, "cells.arcg")
    assert game is not None, found
    return explain(game, found)


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (
            "[ > Player | Crate ] -> [ > Player | > Crate ]",
            "In all four directions, where a cell holds a Player that is to move ahead and the next holds a Crate: "
            "the Crate is to move ahead.",
        ),
        (
            "[ Wall | ... | no Stone Goal ] along left up -> [ | ... | Goal Wall ]",
            "Going left or up, where a cell holds a Wall and one farther on holds no Stone and a Goal: the Wall goes "
            "and a Wall comes into the second cell.",
        ),
        (
            "[ moving Crate ], [ ] -> [ Crate ], [ Hole ], again",
            "Where a cell holds a Crate that is to move or act, and another cell holds anything: the Crate is to stay; "
            "a Hole comes into the second cell; if the turn changed anything, another one without input follows.",
        ),
        (
            "[ Goal Wall ] at random -> [ Goal no Hole random Odd randomdir Player ]",
            "Where a cell holds a Goal and a Wall: every Hole goes; an Odd, chosen by chance, comes; a Player comes "
            "and is to move, somewhere by chance; the Wall goes. "
            "Of all matches one is taken, by chance, and only once.",
        ),
        (
            "[ > Crate | Crate ] rigid -> [ > Crate | > Crate ]",
            "In all four directions, where a cell holds a Crate that is to move ahead and the next holds a Crate: the "
            "Crate of the second cell is to move ahead. If something that it moves cannot move, the turn is played "
            "again without its group of rules.",
        ),
        ("[ Player Hole ] -> restore turn", "Where a cell holds a Player and a Hole: the turn is taken back."),
        ("[ Player ] -> [ Player ]", "Where a cell holds a Player: nothing changes."),
    ],
)
def test_rules(rule: str, text: str) -> None:
    (told,) = explained(f"phase a plan\n    {rule}\n").rules
    assert told.text == text


def test_a_game() -> None:
    head = HEAD.replace("input Player", "input Player Goal\n    from start\n    must move")
    told = explained(
        "phase a repeat plan\n    two: [ > Player | ] -> [ | > Player ]\n    two: [ Gem ] -> [ random Stone ]\n"
        "phase b\n    [ Gem ] -> win\nwin when every [ Goal ] has [ Crate ], [ Player Hole ]\n",
        head,
    )
    assert "wherever a cell holds a Player and a Goal, they are asked to move" in told.turn
    assert "nobody of the player leaves a cell is taken back. When a level begins" in told.turn
    assert [phase.text for phase in told.phases] == [
        "Before what is to move does; its rules are gone through from the first to the last until nothing changes any "
        "more.",
        "After everything has moved.",
    ]
    assert told.rules[1].text.endswith("It is tried together with the rule above it.")
    assert [goal.text for goal in told.wins] == [
        "Every cell that holds a Goal also holds a Crate.",
        "Some cell holds a Player and a Hole.",
        "No cell holds a Crate.",
    ]
    assert told.ends == "A level is won when all conditions of winning hold at once."
    assert [line.name for line in told.chance] == ["two.2"]
    used = {family.name: [reason.text for reason in family.reasons] for family in told.priors if family.reasons}
    assert used == {
        "objectness": ["things that come into being", "things that disappear"],
        "geometry": ["neighbouring cells"],
        "physics": ["motion that goes on round after round"],
    }
