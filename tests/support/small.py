"""Small games of things: a player among walls and goals, lamps, and such rules as a test needs."""

from __future__ import annotations

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text

TEXT = """\
game small
board {width}x{height} ground black
actions {actions}
layer floor
layer solid
kind Goal on floor
    pic
        b
kind Lamp on floor has lit: no yes
    pic
        8
    tint red by lit as 8 14
kind Wall on solid
    pic
        4
kind Player on solid
    pic
        9
Player walks
world has energy: 0..100 = {energy}, charge: 0..9 = 0, flip: 0..1 = 0
{rules}
win when {win}
legend
    # = Wall
    P = Player
    o = Goal
    * = Lamp
{levels}
"""


def small(
    *levels: tuple[str, ...] | list[str],
    actions: str = "arrows",
    energy: int = 20,
    rules: str = "",
    win: str = "every Goal has Player on Goal",
) -> ir.Program:
    """A game with these levels, each the rows of its map."""
    maps = ("level\n    map\n" + "\n".join(" " * 8 + row for row in rows) for rows in levels)
    text = TEXT.format(
        width=len(levels[0][0]), height=len(levels[0]), actions=actions, energy=energy, rules=rules, win=win,
        levels="\n".join(maps),
    )  # fmt: skip
    game, diagnostics = check_text(text, "small.arcg")
    assert game is not None, [str(d) for d in diagnostics]
    return lower(game)
