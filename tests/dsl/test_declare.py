"""Declarations: what they fill in, and what is said about mistakes."""

from __future__ import annotations

import pytest
from support.sketch import check_sketch

from arcg.dsl import core
from arcg.dsl.diagnostics import Diagnostic
from arcg.dsl.model import Game

GAME = """\
game small
board 6x4 ground grey
actions arrows click
ties left right up down
kind Wall Player on solid
kind Lamp on glow has hue: red blue = blue, n: 0..3, way: facing = left, of: Body
    pic
        .9.
        888
    tint red by hue
    tint blue by n as white grey black red
layer solid
layer glow free clickable
group All = Body Lamp
group Body = Wall Player
world has energy: 5..20, last: Body
bar energy bottom 11
legend
    P = Player
    L = Lamp{n=2}
    # = Wall
level
    map
        #PL
"""


def check(text: str) -> tuple[Game | None, list[Diagnostic]]:
    return check_sketch(text, "small.arcg")


@pytest.fixture(scope="module")
def game() -> Game:
    game, found = check(GAME)
    assert not found
    assert game is not None
    return game


def test_the_header(game: Game) -> None:
    assert (game.name, game.width, game.height, game.cell, game.ground) == ("small", 6, 4, 10, 3)
    assert game.actions == (1, 2, 3, 4, 6)
    assert game.ties == (core.LEFT, core.RIGHT, core.UP, core.DOWN)


def test_layers_and_kinds_are_numbered_in_file_order(game: Game) -> None:
    assert [(layer.name, set(layer.flags)) for layer in game.layers.values()] == [
        ("solid", set()),
        ("glow", {"free", "clickable"}),
    ]
    assert [(kind.name, kind.number, kind.layer.name) for kind in game.kinds.values()] == [
        ("Wall", 0, "solid"),
        ("Player", 1, "solid"),
        ("Lamp", 2, "glow"),
    ]


def test_groups_may_name_groups_that_come_later(game: Game) -> None:
    assert game.kinds_of("All") == (0, 1, 2)
    assert game.kinds_of("Body") == (0, 1)
    assert game.kinds_of("Nobody") is None


def test_attributes_have_domains_and_defaults(game: Game) -> None:
    attrs = game.kinds["Lamp"].attrs

    assert {name: (attr.domain, attr.default) for name, attr in attrs.items()} == {
        "hue": (core.EnumDomain(("red", "blue")), 1),
        "n": (core.IntDomain(0, 3), 0),
        "way": (core.DirDomain(), core.LEFT),
        "of": (core.ThingDomain((0, 1)), core.NONE),
    }
    assert game.fields == {"hue": 0, "n": 1, "way": 2, "of": 3}
    assert game.world["energy"].default == 5
    assert game.world["last"].default == core.NONE


def test_kinds_share_the_number_of_an_attribute_name() -> None:
    game, found = check(GAME.replace("kind Wall Player on solid", "kind Wall Player on solid has n: 0..3"))

    assert not found
    assert game is not None
    assert {kind.attrs["n"].number for kind in game.kinds.values()} == {0}
    assert list(game.fields) == ["n", "hue", "way", "of"]


def test_pictures_and_tints(game: Game) -> None:
    lamp = game.kinds["Lamp"]

    assert [picture.rows for picture in lamp.pictures] == [((-1, 9, -1), (8, 8, 8))]
    assert [(tint.colour, tint.low, tint.palette) for tint in lamp.tints] == [(8, 0, (8, 9)), (9, 0, (0, 3, 5, 8))]


def test_colours_are_written_as_in_pictures_too() -> None:
    text = GAME.replace("        888\n", "        bbb\n").replace("tint red by hue", "tint b by hue as a f")
    text = text.replace("energy bottom 11", "energy bottom b\npaint c on glow at cell(0, 0)")
    text = text.replace("ground grey", "ground e")

    game, found = check(text)

    assert game is not None
    assert not found
    assert [(tint.colour, tint.palette) for tint in game.kinds["Lamp"].tints if tint.colour > 9] == [(11, (10, 15))]
    assert (game.ground, game.bars[0].colour, game.paints[0].colour) == (14, 11, core.Const("int", 12))
    hidden, _ = check(text.replace("last: Body", "last: Body, c: 0..9"))
    assert hidden is not None
    assert hidden.paints[0].colour == core.World(2)  # the attribute of that name


def test_bars(game: Game) -> None:
    (bar,) = game.bars

    assert (bar.shape, bar.attr.name, bar.edge, bar.colour) == ("bar", "energy", "bottom", 11)


def test_five_mistakes_are_five_diagnostics() -> None:
    text = GAME.replace("actions arrows", "actions arows").replace("on glow", "on glw")
    text = text.replace("bar energy", "bar enrgy").replace("n: 0..3", "n: 3..0").replace("#PL", "#PX")

    game, found = check(text)

    assert game is None
    assert [(d.code, d.span.line) for d in found] == [("E107", 3), ("E102", 6), ("E207", 6), ("E103", 17), ("E410", 24)]
    assert "did you mean `energy`?" in found[3].hint


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("ground grey", "ground 16", [("E106", 2)]),
        ("board 6x4", "board 0x4", [("E205", 2)]),
        ("board 6x4", "board 6x4 cell 11", [("E206", 2)]),
        ("board 6x4 ground grey\n", "", [("E202", 1)]),
        ("game small\n", "", [("E201", 1)]),
        ("game small\n", "game small\ngame large\n", [("E204", 2)]),
        ("actions arrows click\n", "", [("W201", 1)]),
        ("free clickable", "free panel", [("E107", 13)]),
        ("hue: red blue = blue", "hue: int", [("E211", 6)]),
        ("on glow has", "on glw has", [("E102", 6)]),
        ("ties left right up down", "ties left right up up", [("E214", 4)]),
        ("ties left right up down", "ties left right up north", [("E107", 4)]),
        ("layer glow free clickable", "layer glow free clickable\nlayer solid", [("E130", 14)]),
        ("group Body = Wall", "group Body = All Wall", [("E213", 14), ("E213", 15)]),
        ("group Body = Wall", "group Body = Wal", [("E101", 15)]),
        ("of: Body", "of: Bdy", [("E101", 6)]),
        ("n: 0..3", "n: 0..1000001", [("E208", 6)]),
        ("hue: red blue = blue", "hue: red red = red", [("E210", 6)]),
        ("hue: red blue", "hue: facin", [("E211", 6)]),
        ("n: 0..3", "n: 0..3 = 4", [("E212", 6)]),
        ("n: 0..3", "n: 0..3, n: 0..4", [("E130", 6)]),
        ("n: 0..3", "n: 0..3, x: 0..4", [("E131", 6)]),
        ("energy: 5..20", "energy: 5..20, red: 0..1", [("E131", 16)]),
        ("energy: 5..20", "energy: 5..20, up: 0..1", [("E131", 16)]),
        ("energy: 5..20", "energy: 5..20, first: 0..1", [("E028", 16)]),
        ("energy: 5..20", "energy: 5..20, turn: 0..1", [("E028", 16)]),
        ("energy: 5..20", "energy: 5..20, place: first third", [("E028", 16)]),
        ("energy: 5..20", "energy: 5..20, next: 0..1, count: 0..1, place: every on", []),
        ("bar energy bottom", "bar energy floor", [("E107", 17)]),
        ("bar energy", "bar last", [("E215", 17)]),
        ("        888\n", "        8888\n", [("E401", 9)]),
        ("        888\n", "        8\n        888\n        888\n        888\n", [("E401", 9)]),
        ("        888\n", "        8G8\n", [("E402", 9)]),
        (" as white grey black red", " as white grey", [("E218", 11)]),
        (" as white grey black red", "", []),
        ("by n as white grey black red", "by way", [("E217", 11)]),
        ("by n as white grey black red", "by of", [("E219", 11)]),
        ("tint blue", "tint red", [("E405", 11)]),
        ("    # = Wall", "    # = Wall\n    # = Player", [("E130", 22)]),
        ("    # = Wall", "    # = Body", [("E220", 21)]),
    ],
)
def test_mistakes(old: str, new: str, expected: list[tuple[str, int]]) -> None:
    assert old in GAME

    _, found = check(GAME.replace(old, new))

    assert [(d.code, d.span.line) for d in found if d.code not in ("W202", "W403")] == expected


@pytest.mark.parametrize(
    ("line", "count", "what"),
    [("layer l{n}", 65, "layers"), ("kind K{n} on solid", 256, "kinds")],
)
def test_limits_are_named(line: str, count: int, what: str) -> None:
    extra = "\n".join(line.format(n=n) for n in range(count))

    _, found = check(GAME.replace("group All", extra + "\ngroup All"))

    assert [d.code for d in found if d.severity == "error"] == ["E216"]
    assert what in found[0].message
