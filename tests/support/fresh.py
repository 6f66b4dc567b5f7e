"""A push game with a `generate` block, in which lines can be exchanged."""

from __future__ import annotations

from arcg.compiler.ir import Program
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.dsl.model import Recipe

BLOCK = """\
board 6x5 to 8x6
fill Wall as border
fill Wall as blobs 0..1
put 1..2 Goal apart
put 1..2 Crate with hue: red blue
put 1 Player
vary steps: 20..30
connected around Wall
must count { Crate } = count { Goal }
never every Goal has Crate on Goal
shortest 3..9"""

GAME = """\
game shed
board 7x5 cell 8 ground grey
actions arrows
layer floor
layer solid
layer air free
kind Goal on floor
    pic
        b
kind Wall on solid
    pic
        4
kind Player on solid
    pic
        9
kind Crate on solid has hue: red blue, way: facing
    pic
        8
    tint 8 by hue
kind Spark on air numbered
    pic
        c
kind Rod on air has len: 1..3
    body len, 1
    pic cells
        7
world has steps: 0..30 = 30
bar steps bottom sky
Player walks
Crate is pushed by Player
phase pay on arrow
    -> steps - 1
win when every Goal has Crate on Goal
lose when steps = 0
legend
    # = Wall
    P = Player
    c = Crate
    o = Goal
// A first level.
level first
    map
        #######
        #P....#
        #.c.o.#
        #.....#
        #######
    generate
{block}
"""


def text(block: str = BLOCK) -> str:
    """The game with a block of its own."""
    return GAME.format(block="\n".join(f"        {line}" for line in block.split("\n")))


def push(block: str = BLOCK) -> tuple[Program, Recipe]:
    """The program and the recipe of its only block."""
    game, found = check_text(text(block), "shed.arcg")
    assert game is not None, [str(one) for one in found]
    return lower(game), game.recipes[0]


def codes(block: str) -> list[str]:
    """The codes of what is wrong with a block."""
    return [one.code for one in check_text(text(block), "shed.arcg")[1] if one.severity == "error"]
