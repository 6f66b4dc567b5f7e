"""Small games that end soon, in every way, for the tests of environments."""

from __future__ import annotations

from functools import cache

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text

THINGS = """
game ending
board 5x2
actions arrows act click undo
layer floor
layer solid
kind Goal on floor
    pic
        b
kind Pit on floor
    pic
        5
kind Lamp on solid
    pic
        4
kind Player on solid
    pic
        3
world has steps: 0..99
Player walks
phase count
    on arrow -> steps + 1
phase light
    on act -> show 2
    on click(none), Lamp $a at random -> drop $a
undo keeping steps
win when Player on Goal
lose when Player on Pit
bar steps bottom red
legend
    P = Player
    G = Goal
    x = Pit
    l = Lamp
level
    map
        xPG..
        l.l..
level
    map
        x.PG.
        ll...
level
    map
        G.P.x
        l.lll
"""

CELLS = """
game ending
semantics puzzlescript
    input Player
board 5x1
actions arrows act undo
layer floor
layer solid
kind Goal on floor
    pic
        b
kind Player on solid
    pic
        3
kind Crate on solid
    pic
        4
phase push plan
    [ > Player | Crate ] -> [ > Player | > Crate ]
    [ Crate ] at random -> [ randomdir Crate ]
phase go
    [ Crate Goal ] -> save level
win when [ Player Goal ]
legend
    P = Player
    G = Goal
    c = Crate
level
    map
        .PG.c
level
    map
        cP.G.
level
    map
        .GP.c
"""


@cache
def program(text: str) -> ir.Program:
    """The program of one of the games above: three levels of a step or two, in one of them a pit beside the player."""
    game, diagnostics = check_text(text, "ending")
    assert game is not None, diagnostics
    return lower(game)
