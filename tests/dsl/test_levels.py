"""Levels: what stands where, and what is said about mistakes."""

from __future__ import annotations

import pytest
from support.sketch import check_sketch

from arcg.dsl import core
from arcg.dsl.model import Game

HEAD = """\
game small
board 4x3
actions arrows
layer floor
layer solid
layer sky free
kind Goal on floor has n: 1..9
kind Wall Crate on solid has of: Thing
kind Bird on sky
group Thing = Wall Crate Bird
world has energy: 5..20 = 7, chosen: Crate, mood: calm wild
legend
    # = Wall
    c = Crate
    G = Goal{n=3}
    * = Crate Goal
    b = Bird
"""


def check(levels: str) -> tuple[Game | None, list[tuple[str, int, int]]]:
    game, found = check_sketch(HEAD + levels, "small.arcg")
    lines = HEAD.count("\n")
    return game, [(d.code, d.span.line - lines, d.span.column) for d in found if d.code != "W202"]


def level(levels: str) -> Game:
    game, found = check(levels)
    assert not found
    assert game is not None
    return game


def test_a_map_is_read_row_by_row() -> None:
    game = level("level\n    map\n        # *\n        .c \n")

    (first,) = game.levels
    kinds = list(game.kinds)
    assert [(kinds[t.kind], t.x, t.y) for t in first.things] == [
        ("Wall", 0, 0),
        ("Crate", 2, 0),
        ("Goal", 2, 0),
        ("Crate", 1, 1),
    ]
    assert (first.name, first.width, first.height, first.cell) == ("1", 4, 3, 16)


def test_attributes_come_from_the_legend_or_are_defaults() -> None:
    game = level("level\n    map\n        G*\n")

    goals = [thing.attrs for thing in game.levels[0].things if thing.kind == 0]
    assert goals == [(3,), (1,)]


def test_world_values_are_the_levels_or_the_defaults() -> None:
    game = level("level first\n    energy = 20\n    mood = wild\n    map\n        c\nlevel\n    map\n        c\n")

    assert [(a.name, a.world) for a in game.levels] == [("first", (20, core.NONE, 1)), ("2", (7, core.NONE, 0))]


def test_put_things_may_name_each_other_in_any_order() -> None:
    text = "level\n    chosen = $a\n    put Wall{of=$a} at cell(0, 0)\n    put Crate $a at cell(3, 2)\n"

    game = level(text)

    wall, crate = game.levels[0].things
    assert wall.attrs == (1,)
    assert (crate.x, crate.y) == (3, 2)
    assert game.levels[0].world == (7, 1, 0)


def test_a_level_may_have_a_board_of_its_own() -> None:
    game = level("level\n    board 8x8\n    map\n        c\nlevel\n    board 2x2 cell 4\n    map\n        c\n")

    assert [(a.width, a.height, a.cell) for a in game.levels] == [(8, 8, 8), (2, 2, 4)]


def test_the_legend_may_give_the_dot_a_meaning() -> None:
    text = HEAD.replace("b = Bird", ". = Bird") + "level\n    map\n        . c\n"

    game, found = check_sketch(text, "small.arcg")

    assert {d.code for d in found} == {"W202"}
    assert game is not None
    assert len(game.levels[0].things) == 2


def test_things_overlap_on_free_layers() -> None:
    game = level("level\n    map\n        b\n    put Bird at cell(0, 0)\n")

    assert len(game.levels[0].things) == 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("level\n    map\n        .Cc\n", [("E410", 3, 10)]),
        ("level\n    map\n        c....\n", [("E411", 3, 13)]),
        ("level\n    map\n        ....\n        c....\n        ...\n", [("E411", 4, 13)]),
        ("level\n    map\n        c.....\n        .....\n        ....\n", [("E411", 3, 13)]),
        ("level\n    map\n        ....\n        c.\n", [("W405", 4, 9)]),
        ("level\n    map\n        c\n        c\n        c\n        c\n", [("E412", 6, 9)]),
        ("level\n    map\n        c\n    put Wall at cell(0, 0)\n", [("E413", 4, 5)]),
        ("level\n    map\n        c\n    put Wall at cell(4, 0)\n", [("E414", 4, 17)]),
        ("level\n    map\n        c\n    put Wall at cell(-1, 0)\n", [("E414", 4, 17)]),
        ("level\n    map\n        c\n    put Wall at chosen.cell\n", [("E415", 4, 17)]),
        ("level\n    map\n        c\n    put Wal at cell(1, 1)\n", [("E101", 4, 9)]),
        ("level\n    map\n        c\n    put Thing at cell(1, 1)\n", [("E220", 4, 9)]),
        ("level\n    map\n        c\n    put Goal{m=1} at cell(1, 1)\n", [("E104", 4, 14)]),
        ("level\n    map\n        c\n    put Goal{n=10} at cell(1, 1)\n", [("E212", 4, 16)]),
        ("level\n    enrgy = 3\n    map\n        c\n", [("E103", 2, 5)]),
        ("level\n    energy = 3\n    map\n        c\n", [("E212", 2, 14)]),
        ("level\n    energy = 6\n    energy = 8\n    map\n        c\n", [("E204", 3, 5)]),
        ("level\n    chosen = $a\n    map\n        c\n", [("E105", 2, 14)]),
        ("level\n    chosen = $a\n    put Bird $a at cell(0, 0)\n", [("E417", 2, 14)]),
        ("level\n    put Bird $a at cell(0, 0)\n    put Bird $a at cell(1, 0)\n", [("E130", 3, 9)]),
        ("level\n    map\n        c\n    map\n        c\n", [("E204", 4, 5)]),
        ("level\n    board 4x3 ground red\n    map\n        c\n", [("E419", 2, 22)]),
        ("level\n    map\n        ....\n", [("W401", 1, 1)]),
        ("level\n    map\n        c..\n        c\n        c\n", [("W405", 4, 9)]),
        ("level a\n    map\n        c\nlevel a\n    map\n        c\n", [("E130", 4, 7)]),
    ],
)
def test_mistakes(text: str, expected: list[tuple[str, int, int]]) -> None:
    _, found = check(text)

    assert found == expected


@pytest.mark.parametrize(
    ("rows", "others"),
    [(["c.", "c"], ""), (["c", "c.", "c"], "; one more row is short"), (["c", "c"] * 2 + ["c."], "3")],
)
def test_short_rows_are_told_once_a_map(rows: list[str], others: str) -> None:
    _, found = check_sketch(
        HEAD.replace("4x3", "4x5") + "level\n    map\n" + "".join(f"        {row}\n" for row in rows), "small.arcg"
    )
    told = [diagnostic.message for diagnostic in found if diagnostic.code == "W405"]

    assert len(told) == 1
    assert told[0].endswith("2" + (others if others != "3" else "; 3 more rows are short"))


def test_an_unknown_character_in_the_other_case_is_recognised() -> None:
    _, found = check_sketch(HEAD + "level\n    map\n        .C\n", "small.arcg")

    assert "did you mean `c`?" in found[0].hint


def test_kinds_that_never_appear_are_named() -> None:
    _, found = check_sketch(HEAD + "level\n    map\n        #c*\n", "small.arcg")

    assert [(d.code, d.span.line) for d in found] == [("W202", 9)]


def test_a_kind_that_a_rule_makes_appears() -> None:
    rule = "phase lay\n    on start, Crate -> make Bird at Crate.cell\n"

    _, found = check_sketch(HEAD + rule + "level\n    map\n        #c*\n", "small.arcg")

    assert not found


def test_the_number_of_levels_is_bounded() -> None:
    _, found = check("level\n    map\n        c\n" * 256)

    assert [code for code, _, _ in found] == ["E216"]


def test_the_number_of_things_is_bounded() -> None:
    rows = "        " + "b" * 64 + "\n"

    _, found = check("level\n    board 64x64\n    map\n" + rows * 64 + "    put Bird at cell(0, 0)\n")

    assert [code for code, _, _ in found] == ["E216"]


def test_a_board_that_is_too_small_for_its_map_is_told_once_and_how_large_it_should_be() -> None:
    _, found = check_sketch(HEAD + "level\n    map\n        c.....\n        .....\n", "small.arcg")
    [one] = [one for one in found if one.code == "E411"]

    assert "one more row is too long" in one.message
    assert "write `board 6x3` in this level" in one.hint
