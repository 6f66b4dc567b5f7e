"""The measure that never says too much: held to the true distances, and withheld where something else may move."""

from __future__ import annotations

import numpy as np
import pytest

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.runtime.explore.budget import budget_of
from arcg.runtime.explore.graph import Graph, one_level
from arcg.runtime.explore.guide import PART, guided, told
from arcg.runtime.explore.reach import fewest_left
from arcg.runtime.kernel.explorer import Explorer, Spending

GAME = """\
game measured
board 6x4 ground black
actions arrows act
layer floor
layer solid
kind Goal on floor
    pic
        b
kind Wall on solid
    pic
        4
kind Player on solid
    pic
        9
kind Crate on solid
    pic
        c
kind Door on solid has open: no yes
    pic
        e
world has energy: 0..60 = 60
{rules}
legend
    # = Wall
    P = Player
    o = Goal
    c = Crate
    D = Door
level
    map
{rows}
"""

PUSHING = "Player walks\nCrate is pushed by Player\nwin when every Goal has Crate on Goal"
PAYING = f"{PUSHING}\nPlayer pays 1 energy per action\nlose when energy = 0"
CRATES = "Player walks\nCrate is pushed by Player\nwin when every Crate has Crate on Goal"
ALONE = "Player walks\nwin when Player on Goal"
BOTH = f"{PUSHING}\nwin when Player on Goal"
TWICE = "Player walks\nphase again on arrow($d)\n    Player -> move Player $d\nwin when Player on Goal"

ROOM = ["......", "P.c..o", "..#c..", "o....."]
TWO_PLAYERS = ["P....o", "..c...", "..#c..", "o....P"]
ONE_CRATE = ["..o...", "P.c...", "..#...", "...o.."]
LONE = ["..#...", "P.#..o", "..#.#.", "......"]


def program_of(rules: str, rows: list[str]) -> ir.Program:
    text = GAME.format(rules=rules, rows="\n".join(" " * 8 + row for row in rows))
    game, diagnostics = check_text(text, "measured.arcg")
    assert game is not None, [str(one) for one in diagnostics]
    return lower(game)


@pytest.mark.parametrize(
    "rules, rows",
    [
        (PUSHING, ROOM), (PUSHING, TWO_PLAYERS), (PAYING, ROOM), (CRATES, ONE_CRATE), (ALONE, LONE), (BOTH, ROOM),
        (TWICE, LONE),
    ],
)  # fmt: skip
def test_no_position_is_nearer_than_it_says(rules: str, rows: list[str]) -> None:
    program = program_of(rules, rows)
    counter, measure = budget_of(program), fewest_left(program, 0)
    assert measure is not None
    guide = guided(program, counter, [measure])
    explorer = Explorer(one_level(guide.program, 0), spending=Spending(guide.attr, 0))
    while explorer.done < len(explorer):
        explorer.expand(len(explorer))
    graph = Graph(explorer, 0, [0, 1], None, "")
    inside = graph.to >= 0
    says = graph.spent[inside] // PART - 1
    true = graph.to_win[graph.to[inside]]
    assert (says <= true).all()
    assert (says >= 0).all() and says.max() >= 3
    taken = np.array([told(int(cost))[0] for cost in graph.spent[:50]])
    assert (taken == (0 if counter is None else 1)).all()


@pytest.mark.parametrize(
    "rules, rows",
    [
        (PUSHING, ["....c.", "P.c..o", "..#c..", "o....."]),  # a crate may be left where it is
        (f"{PUSHING}\nCrate is pushed by Crate", ROOM),
        (f"{PUSHING}\nforbid Crate.x = 0", ROOM),
        (f"{PUSHING}\nphase jump on act\n    Player -> put Player at cell(0, 0)", ROOM),
        (f"{PUSHING}\nphase back on act\n    -> restore level", ROOM),
        (f"{PUSHING}\nphase more on act\n    Wall -> drop Wall", ROOM),
        (f"{PUSHING}\nphase more on act\n    -> win", ROOM),
        (f"{PUSHING}\nphase far on act\n    Crate -> move Crate right by 2", ROOM),
        (f"{PUSHING}\nphase fall on arrow repeat\n    Player -> move Player down", ROOM),
        (f"{PUSHING}\nphase each_one on act each Crate $c\n    -> move $c right", ROOM),
        (f"{PUSHING}\nphase answer\n    on moved(Player) -> move Player down", ROOM),
        ("Player walks\nwin when every Door has Door.open = yes", ["P....D", "......", "......", "......"]),
    ],
)
def test_it_is_withheld_where_it_might(rules: str, rows: list[str]) -> None:
    assert fewest_left(program_of(rules, rows), 0) is None
