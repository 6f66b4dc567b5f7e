"""What a `generate` block means, and which can make no level."""

from __future__ import annotations

import pytest
from support.fresh import codes, push, text

from arcg.dsl.check import check_text
from arcg.dsl.model import Kept, Layout, Some


def test_a_block_is_read() -> None:
    program, recipe = push()
    kinds = {kind.name: number for number, kind in enumerate(program.kinds)}
    assert (recipe.least, recipe.most) == ((6, 5), (8, 6))
    assert recipe.layouts == (Layout(kinds["Wall"], "border", (1, 1)), Layout(kinds["Wall"], "blobs", (0, 1)))
    assert recipe.puts == (
        Some(kinds["Goal"], (1, 2), (), "apart", (), None),
        Some(kinds["Crate"], (1, 2), ((0, (0, 1)),), "", (), None),
        Some(kinds["Player"], (1, 1), (), "", (), None),
    )
    assert recipe.vary == ((0, tuple(range(20, 31))),)
    assert [(one.must, one.text) for one in recipe.demands] == [
        (True, "must count { Crate } = count { Goal }"),
        (False, "never every Goal has Crate on Goal"),
    ]
    assert recipe.around == ((kinds["Wall"],),)
    assert recipe.wanted == {"shortest": (3, 9)}


def test_a_length_may_have_no_most() -> None:
    block = "put 1 Player\nshortest 12..\nmechanics 2.."
    assert push(block)[1].wanted == {"shortest": (12, 100_000), "mechanics": (2, 1_000)}


def test_kept_things_and_parts_of_the_board_are_read() -> None:
    program, recipe = push(
        "keep Crate with hue: red blue from cell(0, 0) to cell(3, 4)\n"
        "put 1 Rod with len: 2 on Crate from cell(1, 1) to cell(4, 3)"
    )
    kinds = {kind.name: number for number, kind in enumerate(program.kinds)}
    assert recipe.keep == (Kept(kinds["Crate"], ((0, (0, 1)),), (0, 0, 3, 4)),)
    assert recipe.puts == (Some(kinds["Rod"], (1, 1), ((0, (2,)),), "on", (kinds["Crate"],), (1, 1, 4, 3)),)


@pytest.mark.parametrize("right, code", [(4, []), (3, ["E423"])])
def test_only_what_lies_wholly_in_a_part_of_the_board_is_kept(right: int, code: list[str]) -> None:
    game = text(f"keep Rod from cell(2, 1) to cell({right}, 3)\nput 1 Player")
    game = game.replace("    map\n", "    put Rod{len=2} at cell(3, 1)\n    map\n")
    assert [one.code for one in check_text(game, "shed.arcg")[1] if one.severity == "error"] == code


def test_what_hangs_over_the_edge_of_an_open_layer_is_kept() -> None:
    game = text("keep Rod\nput 1 Player").replace("layer air free", "layer air free open")
    game = game.replace("    map\n", "    put Rod{len=3} at cell(6, 3)\n    map\n")
    assert not [one.code for one in check_text(game, "shed.arcg")[1] if one.severity == "error"]


def test_nothing_in_a_level_that_is_made_refers_to_a_thing() -> None:
    lamp = "kind Rod on air has len: 1..3, of: Goal\n"
    game = text("keep Rod\nput 1 Player").replace("kind Rod on air has len: 1..3\n", lamp)
    game = game.replace("    map\n", "    put Goal $a at cell(1, 2)\n    put Rod{of=$a} at cell(2, 1)\n    map\n")
    [found] = [one for one in check_text(game, "shed.arcg")[1] if one.severity == "error"]
    assert found.code == "E423" and "`of`" in str(found)


def test_a_block_changes_nothing_in_the_game() -> None:
    assert push()[0] == push("put 1 Player")[0]


@pytest.mark.parametrize(
    "block, code",
    [
        ("put 1 Playr", "E101"),
        ("fill Wall as hills", "E421"),
        ("fill Wall as rooms\nmirrored over", "E421"),
        ("hardest 3..4", "E421"),
        ("put 3..2 Crate", "E422"),
        ("put 9999 Crate", "E422"),
        ("board 9x8 to 8x8", "E422"),
        ("fill Wall as caves 90..95", "E422"),
        ("shortest 9..3", "E422"),
        ("shortest 9..", None),
        ("shortest 100001..", "E422"),
        ("hardest 3..", "E421"),
        ("vary steps: 20..99", "E422"),
        ("put 1 Crate with hue: red pink", "E148"),
        ("put 1 Crate with weight: 1..2", "E104"),
        ("put 1 Crate with hue: red, hue: blue", "E221"),
        ("put 1 Crate with hue: 1..2", "E421"),
        ("put 1 Crate with way: up down", None),
        ("vary stepz: 1..2", "E103"),
        ("shortest 3..4\nshortest 3..4", "E221"),
        ("board 7x5\nboard 7x5", "E204"),
        ("must Player near Krate", "E101"),
        ("keep Goal", None),
        ("keep Spark", "E423"),
        ("keep Crate with hue: red blue", None),
        ("keep Crate with hue: pink", "E148"),
        ("keep Wall\nkeep Crate", None),
        ("keep Crate from cell(1, 1) to cell(2, 3)", None),
        ("keep Crate from cell(3, 1) to cell(4, 3)", "E423"),
        ("keep Crate from cell(3, 1) to cell(2, 3)", "E422"),
        ("put 1 Crate from cell(1, 1) to cell(6, 4)", None),
        ("put 1 Crate from cell(1, 1) to cell(7, 4)", "E422"),
        ("put 3 Crate from cell(1, 1) to cell(2, 1)", "E423"),
        ("put 3 Spark from cell(1, 1) to cell(2, 1)", None),
        ("vary steps: 20", None),
        ("keep Goal\nboard 6x5 to 7x5", "E423"),
        ("mirrored across", "E423"),
        ("put 1 Crate on Goal", "E423"),
        ("put 1..2 Goal\nput 3..4 Crate on Goal", "E423"),
        ("put 1..2 Goal\nput 3..4 Spark on Goal", None),
        ("put 36 Crate", "E423"),
        ("put 36 Spark", None),
        ("board 30x30", "E423"),
    ],
)
def test_what_is_wrong_with_a_block_is_told(block: str, code: str | None) -> None:
    assert codes(block) == ([] if code is None else [code])


def test_a_second_block_is_one_too_many() -> None:
    found = check_text(text() + "    generate\n        put 1 Player\n", "shed.arcg")[1]
    assert [one.code for one in found if one.severity == "error"] == ["E204"]
