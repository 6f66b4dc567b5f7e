"""One game in many words: pushing crates onto goals, over things and over cells, its rules split, merged, changed."""

from __future__ import annotations

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text

LEVELS = (
    ("######", "#...##", "#@xo.#", "#.x..#", "#..o.#", "######"),
    ("######", "#..o.#", "#.xx.#", "#.@..#", "#.o..#", "######"),
    ("#######", "#o....#", "#.x.#.#", "#..x..#", "#o.@..#", "#######"),
)

THINGS = """\
game warehouse
board 7x6 ground black
actions arrows
layer floor
layer solid
kind Spot on floor
    pic
        b
kind Wall on solid
    pic
        4
kind Box on solid
    pic
        8
kind Keeper on solid
    pic
        9
{rules}
win when every Spot has { Box at Spot }
legend
    # = Wall
    o = Spot
    x = Box
    @ = Keeper
"""

WALKING = "Keeper walks\nBox is pushed by Keeper"

CELLS = """\
game pushing
semantics puzzlescript
    input Man
board 7x6 ground black
actions arrows
layer back
layer mark
layer body
kind Floor on back
    pic
        5
kind Goal on mark
    pic
        b
kind Man on body
    pic
        9
kind Brick on body
    pic
        4
kind Crate on body
    pic
        8
phase push plan
{rules}
win when every [ Goal ] has [ Crate ]
legend
    . = Floor
    # = Brick Floor
    o = Goal Floor
    x = Crate Floor
    @ = Man Floor
"""

PUSH = "    [ > Man | Crate ] -> [ > Man | > Crate ]"

SPLIT = """\
    [ > Man | Crate ] along left -> [ > Man | > Crate ]
    [ > Man | Crate ] along right -> [ > Man | > Crate ]
    [ > Man | Crate ] along up down -> [ > Man | > Crate ]"""
"""The same as `PUSH`, one rule for each of some directions."""

TWICE = PUSH + "\n    [ Crate | < Man ] -> [ < Crate | < Man ]"
"""The same once more, seen from the other side."""

PULL = PUSH + "\n    [ Crate | > Man ] -> [ > Crate | > Man ]"

TWO_AT_ONCE = "    [ > Man | Crate | Crate ] -> [ > Man | > Crate | > Crate ]\n" + PUSH


def game(text: str, rules: str) -> ir.Program:
    """The game of a text, with rules put in, and the levels."""
    text = text.replace("{rules}", rules)
    for number, rows in enumerate(LEVELS, start=1):
        text += f"level l{number}\n    map\n" + "".join(f"        {row}\n" for row in rows)
    checked, diagnostics = check_text(text, "sokoban.arcg")
    assert checked is not None, [str(one) for one in diagnostics]
    return lower(checked)
