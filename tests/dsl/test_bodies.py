"""Bodies: what a kind may say of its cells, and where there is room for them in a level."""

from __future__ import annotations

import pytest
from support.sketch import check_sketch

from arcg.compiler.lower import lower
from arcg.compiler.verify import verify
from arcg.dsl.bodies import covered
from arcg.dsl.check import check_text
from arcg.dsl.model import Game

HEAD = """\
game small
board 5x4 cell 4
actions arrows
layer floor
layer solid
layer air free
layer sky open
kind Wall on solid
kind Rod on LAYER has len: 0..9 = 2, n: 1..3, way: facing = right, hue: red green, of: Wall
world has reach: 1..9, n: 1..9 = 9
"""

LEVEL = """\
legend
    # = Wall
    R = Rod
level
    map
"""


def check(parts: str, rows: str = "R", layer: str = "solid", more: str = "") -> tuple[Game | None, list[str]]:
    """A game whose `Rod` has these parts, and the codes of what is said about it; rows of the map part at spaces."""
    kind = HEAD.replace("LAYER", layer).replace("world has", f"{_indented(parts)}world has")
    level = LEVEL + "".join(f"        {row}\n" for row in rows.split()) if rows else "level\n"
    game, found = check_sketch(kind + level + more, "small.arcg")
    return game, [d.code for d in found if d.code not in ("W202", "W210", "W404")]


def _indented(parts: str) -> str:
    return "".join(f"    {line}\n" for line in parts.split("\n"))


@pytest.mark.parametrize(
    "parts",
    [
        "body\n    88\n    8.",
        "body origin 1, 0\n    88\n    8.",
        "body 2, 1",
        "body len, 1",
        "body Rod.len, 1",
        "body len + 1, 3 - n",
        "body least(len, 2), abs(dx(way)) + 1",
        "body 2, 2 when $x = $y",
        "body 2, 2 when hue = red, $x < len",
        "body 2, 2 when { $x = 0 or hue = green, $y = 0 }",
        "body 2, 2 when no { $x = 1, $y = 1 }",
        "body 2, 2 when cw(way) != up",
        "body 2, 1 origin 1, 0",
        "body 1, len origin 0, len - 2 when $y < n",
        "turned by way",
        "mirrored when hue = green",
        "body 2, 1\nturned by way\nmirrored when no hue = green",
        "body 2, 1\npic\n    8888888\n    8888888",
        "body 2, 1\npic cells\n    8888\n    8888\n    8888\n    8888",
        "body\n    8888\npic\n    8",
    ],
)
def test_what_a_body_may_say(parts: str) -> None:
    game, found = check(parts, ".. .R")

    assert not found
    assert game is not None
    assert game.kinds["Rod"].body is not None


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ("body reach, 1", "E380"),
        ("body count { Wall }, 1", "E380"),
        ("body 2, 1 when of = none", "E380"),
        ("body 2, 1 when of.cell = cell(0, 0)", "E380"),
        ("body 2, 1 when Rod.x = 1", "E380"),
        ("body 2, 1 when Wall", "E380"),
        ("body 2, 1 when no Wall near Rod", "E380"),
        ("body 2, 1 when $x = $z", "E380"),
        ("body $x, 1", "E301"),
        ("body 2, 1\nmirrored when $x = 0", "E380"),
        ("body hue, 1", "E304"),
        ("body 2", "E001"),
        ("body\n    ..", "E381"),
        ("body 2, 1\n    88", "E382"),
        ("body", "E383"),
        ("body when $x = 0\n    88", "E385"),
        ("body 2, 1\nbody 1, 1", "E204"),
        ("body 3, 1 origin 4, 0", "E386"),
        ("body 3, 1 origin 0, -1", "E386"),
        ("body origin 1, 1\n    88", "E386"),
        ("turned by way\nturned by way", "E204"),
        ("turned by len", "E384"),
        ("turned by nothing", "E384"),
        ("body\n    888\n    88", "E401"),
        ("body\n    8x", "E402"),
        ("body 2, 1\npic\n    888888888", "E404"),
        ("body 2, 1\npic cells\n    88888", "E404"),
    ],
)
def test_what_it_may_not_say(parts: str, code: str) -> None:
    assert check(parts)[1] == [code]


@pytest.mark.parametrize(
    ("parts", "rows", "layer", "codes"),
    [
        ("body 2, 1", "R#", "solid", ["E413"]),
        ("body 2, 1", "R.#", "solid", []),
        ("body 2, 1", "RR", "solid", ["E413"]),
        ("body 2, 1", "RR", "air", []),
        ("body 2, 1", "R#", "floor", []),
        ("body 2, 1", "....R", "solid", ["E420"]),
        ("body 2, 1", "....R", "air", ["E420"]),
        ("body 2, 1", "....R", "sky", []),
        ("body 2, 1 origin 1, 0", "....R", "solid", []),
        ("body 2, 1 origin 1, 0", "R", "solid", ["E420"]),
        ("body\n    8.8", "R#", "solid", []),
        ("body\n    8.8", "R.#", "solid", ["E413"]),
        ("body\n    .8\n    88", "## R.", "solid", []),
        ("body\n    .8\n    88", "#R #.", "solid", []),
        ("body\n    8\n    8\nturned by way", "R #", "solid", ["E413"]),
        ("body len, 1", "R.", "solid", []),
        ("body len - 2, 1", "R.", "solid", ["E418"]),
        ("body len - 3, 1", "R.", "solid", ["E418"]),
        ("body 64, 1", "R", "sky", []),
        ("body 65, 1", "R", "sky", ["E418"]),
        ("body 2, 1 when $x > 4", "R", "solid", ["E418"]),
        ("body 2, 1 when $x % n = 1", "R", "solid", ["E418"]),
    ],
)
def test_room_in_a_level(parts: str, rows: str, layer: str, codes: list[str]) -> None:
    assert check(parts, rows, layer)[1] == codes


def test_a_cell_that_a_body_leaves_out_is_free_even_if_it_is_its_own() -> None:
    game, found = check("body\n    .8\n    88", more="    put Wall at cell(0, 0)\n")

    assert not found
    assert game is not None
    verify(lower(game))


@pytest.mark.parametrize(
    ("attrs", "codes"),
    [("", []), ("{way=up}", []), ("{way=down}", []), ("{way=left}", ["E420"]), ("{way=right}", ["E420"])],
)
def test_attributes_turn_what_is_placed(attrs: str, codes: list[str]) -> None:
    found = check("body 4, 1\nturned by way", "", more=f"    put Rod{attrs or '{way=up}'} at cell(3, 0)\n")[1]

    assert found == codes


@pytest.mark.parametrize(
    ("layer", "cell", "codes"),
    [
        ("sky", "-1, 0", []),
        ("sky", "-64, 67", []),
        ("sky", "-65, 0", ["E414"]),
        ("sky", "0, 68", ["E414"]),
        ("air", "-1, 0", ["E414"]),
    ],
)
def test_a_thing_may_begin_outside_on_an_open_layer(layer: str, cell: str, codes: list[str]) -> None:
    more = f"    put Rod at cell({cell})\n    put Wall at cell(0, 0)\n"

    game, found = check("body 2, 1", "", layer, more)

    assert found == codes
    if game is not None:
        verify(lower(game))


@pytest.mark.parametrize(
    ("parts", "attrs", "cells"),
    [
        ("body 2, 1", {}, [(1, 1), (2, 1)]),
        ("body\n    .8\n    88", {}, [(2, 1), (1, 2), (2, 2)]),
        ("body\n    .8\n    88\nturned by way", {"way": 1}, [(1, 1), (1, 2), (2, 2)]),
        ("body\n    .8\n    88\nmirrored when hue = green", {"hue": 1}, [(1, 1), (1, 2), (2, 2)]),
        ("body 1, len origin 0, len - 1", {"len": 2}, [(1, 0), (1, 1)]),
        ("body 1, 2 origin 0, 1\nturned by way", {"way": 1}, [(1, 1), (2, 1)]),
        ("body 1, 2 origin 0, 1\nturned by way", {"way": 0}, [(0, 1), (1, 1)]),
        ("turned by way", {"way": 2}, [(1, 1)]),
        ("body len, 1", {"len": 0}, None),
    ],
)
def test_the_cells_of_a_thing(parts: str, attrs: dict[str, int], cells: list[tuple[int, int]] | None) -> None:
    game, _ = check(parts, layer="sky")
    assert game is not None
    kind = game.kinds["Rod"]
    values = tuple(attrs.get(attr.name, attr.default) for attr in kind.attrs.values())

    assert covered(kind, values, 1, 1) == cells


@pytest.mark.parametrize(
    ("parts", "layer", "codes"),
    [
        ("body\n    88", "floor", []),
        ("body 2, 1", "floor", ["W404"]),
        ("turned by way", "floor", ["W404"]),
        ("body 2, 1\npic\n    8", "floor", []),
        ("body 2, 1", "floor hidden", []),
        ("body\n    88\ntint 8 by hue", "floor", []),
        ("body\n    88\ntint 7 by hue", "floor", ["W403"]),
        ("body\n    88\npic\n    7\ntint 8 by hue", "floor", ["W403"]),
        ("body\n    88\npic when hue = red\n    7\npic cells\n    9", "floor", []),
        ("body\n    88\npic cells\n    7\npic\n    9", "floor", ["W402"]),
    ],
)
def test_what_is_said_of_its_looks(parts: str, layer: str, codes: list[str]) -> None:
    head = HEAD.replace("layer floor", f"layer {layer}").replace("LAYER", "floor")
    text = head.replace("world has", f"{_indented(parts)}world has") + LEVEL + "        R\n"

    found = check_text(text, "small.arcg")[1]

    line = text.split("\n").index(next(row for row in text.split("\n") if row.startswith("kind Rod"))) + 1
    of_rod = [d for d in found if line <= d.span.line < line + len(parts.split("\n")) + 1]
    assert [d.code for d in of_rod if d.code != "W210"] == codes


def test_an_attribute_that_is_worked_out_makes_no_body() -> None:
    assert check("body lid, 1", more="let Rod.lid = 2\n")[1] == ["E380"]
