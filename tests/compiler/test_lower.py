"""Lowering and the verifier: a checked game becomes a sound program, and an unsound program is refused."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from support.sketch import check_sketch

from arcg.compiler import ir
from arcg.compiler.ir import digest
from arcg.compiler.lower import lower
from arcg.compiler.verify import verify

GAME = """\
game pushing
board 8x4 cell 6 ground grey
actions arrows undo
layer floor
layer solid
kind Goal on floor
    pic
        .3.
        3.3
        .3.
kind Wall Player on solid
kind Crate on solid has hue: red blue, heavy: no yes
    pic when heavy = yes
        88
        88
    pic
        8
    tint red by hue
Crate is pushed by Player
let stuck(Crate, $d) when Crate.heavy = yes, $d = up
let home(Crate) when Crate on Goal
world has energy: 0..60 = 60, last: Crate
bar energy bottom yellow
phase walk
    on arrow($d), Player -> move Player $d
phase pay
    on moved(Player, $d) -> energy - 1
    on moved(Crate), home(Crate) -> last = Crate, arrived(Crate), save home
    on blocked(Player), energy > 3 -> energy - 2 at least 0
phase after
    on arrived(Crate), count { Crate $b, home($b) } > 1 -> Crate{hue=red}.heavy next
forbid Crate $a touches Crate $b, $a.heavy = yes, $b.heavy = yes
win when every Goal has Crate on Goal
lose when energy = 0
undo keeping energy
legend
    # = Wall
    P = Player
    c = Crate{hue=blue}
    G = Goal
    * = Crate Goal
level
    energy = 20
    map
        ########
        #P.c.G.#
        #..*.G.#
        ########
"""


@pytest.fixture(scope="module")
def program() -> ir.Program:
    game, found = check_sketch(GAME, "pushing.arcg")
    assert game is not None, found
    return lower(game)


def test_tables_follow_the_numbers_of_the_game(program: ir.Program) -> None:
    assert [kind.name for kind in program.kinds] == ["Goal", "Wall", "Player", "Crate"]
    assert program.fields == ("hue", "heavy")
    assert [(attr.name, attr.default) for attr in program.world] == [("energy", 60), ("last", ir.NONE)]
    assert program.events[: len(ir.BUILTIN_EVENTS)] == ir.BUILTIN_EVENTS
    assert [event.name for event in program.events[len(ir.BUILTIN_EVENTS) :]] == ["arrived"]
    assert program.saves == ("home",)
    assert [fact.name for fact in program.facts] == ["home"]
    assert (len(program.pushes), len(program.stuck), len(program.stops), len(program.carries)) == (1, 1, 0, 0)
    assert program.undo == ir.Keep((0,), ())


def test_levels_hold_things_and_values(program: ir.Program) -> None:
    (level,) = program.levels

    assert level.world == (20, ir.NONE)
    assert [thing.attrs for thing in level.things if thing.kind == 3] == [(1, 0), (0, 0)]


def test_a_program_survives_its_text_form(program: ir.Program) -> None:
    again = ir.loads(ir.dumps(program))

    assert again == program
    assert ir.digest(again) == ir.digest(program)


def test_the_same_file_gives_the_same_program(program: ir.Program) -> None:
    game, _ = check_sketch(GAME, "pushing.arcg")

    assert game is not None
    assert ir.digest(lower(game)) == ir.digest(program)


def change(node: Any, old: object, new: object) -> Any:
    """`node` with every part that equals `old` replaced by `new`."""
    if type(node) is type(old) and node == old:
        return new
    if isinstance(node, tuple):
        return tuple(change(item, old, new) for item in node)
    if dataclasses.is_dataclass(node) and not isinstance(node, type):
        parts = {part.name: change(getattr(node, part.name), old, new) for part in dataclasses.fields(node)}
        return dataclasses.replace(node, **parts)
    return node


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (ir.WorldTarget(0), ir.WorldTarget(9), "no world attribute has number 9"),
        (ir.World(0), ir.World(9), "no world attribute has number 9"),
        (ir.Slot(0), ir.Slot(9), "slot 9 is read before it is bound"),
        (ir.Bind(0, (3,)), ir.Bind(0, (9,)), "no kind has number 9"),
        (ir.IntDomain(0, 60), ir.IntDomain(60, 0), "the domain has a value"),
        (ir.IntDomain(0, 60), ir.IntDomain(0, 10), "the value 60 lies in"),
        (ir.Save(0), ir.Save(3), "no save has number 3"),
        (ir.Const("int", 1), ir.Const("dir", 1), "of sort dir where int is needed"),
        (((8, 8), (8, 8)), ((8, 8), (8,)), "a picture is a rectangle"),
        ((-1, 3, -1), (-1, 16, -1), "pixels are palette colours"),
        (ir.Placed(3, 3, 1, (1, 0)), ir.Placed(3, 3, 1, (1,)), "one value for each attribute"),
        (ir.Placed(3, 3, 1, (1, 0)), ir.Placed(3, 3, 1, (2, 0)), "the value 2 lies in"),
        (ir.Placed(3, 3, 1, (1, 0)), ir.Placed(3, 9, 1, (1, 0)), "the thing is on the board"),
        (ir.Placed(3, 3, 1, (1, 0)), ir.Placed(3, 1, 1, (1, 0)), "one thing on a cell of an ordinary layer"),
        (ir.Keep((0,), ()), ir.Keep((5,), ()), "no world attribute has number 5"),
    ],
)
def test_a_broken_program_is_refused(program: ir.Program, old: object, new: object, message: str) -> None:
    broken = change(program, old, new)
    assert broken != program

    with pytest.raises(ValueError, match=message.replace("(", r"\(")):
        verify(broken)


def test_a_query_must_list_what_it_binds(program: ir.Program) -> None:
    condition = program.phases[0].rules[0]
    broken = change(program, condition.query, dataclasses.replace(condition.query, things=()))

    with pytest.raises(ValueError, match=r"rule walk\.1: it lists the slots that it binds"):
        verify(broken)


def test_the_digest_is_of_the_game_not_of_its_place() -> None:
    """Neither the file's path nor a comment above the rules changes what the game is."""
    here, _ = check_sketch(GAME, "pushing.arcg")
    there, _ = check_sketch("// a comment\n\n" + GAME, "elsewhere/../pushing.arcg")
    assert here is not None
    assert there is not None

    assert lower(there) == lower(here)
    assert digest(lower(there)) == digest(lower(here))
