"""What a `generate` block means, and which can make no level."""

from __future__ import annotations

import pytest
from support.fresh import codes, push, text

from arcg.dsl.check import check_text
from arcg.dsl.model import Layout, Some


def test_a_block_is_read() -> None:
    program, recipe = push()
    kinds = {kind.name: number for number, kind in enumerate(program.kinds)}
    assert (recipe.least, recipe.most) == ((6, 5), (8, 6))
    assert recipe.layouts == (Layout(kinds["Wall"], "border", (1, 1)), Layout(kinds["Wall"], "blobs", (0, 1)))
    assert recipe.puts == (
        Some(kinds["Goal"], (1, 2), (), "apart", ()),
        Some(kinds["Crate"], (1, 2), ((0, (0, 1)),), "", ()),
        Some(kinds["Player"], (1, 1), (), "", ()),
    )
    assert recipe.vary == ((0, tuple(range(20, 31))),)
    assert [(one.must, one.text) for one in recipe.demands] == [
        (True, "must count { Crate } = count { Goal }"),
        (False, "never every Goal has Crate on Goal"),
    ]
    assert recipe.around == ((kinds["Wall"],),)
    assert recipe.wanted == {"shortest": (3, 9)}


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
