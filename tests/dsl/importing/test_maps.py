"""Which characters a legend keeps, and which it has to find."""

from __future__ import annotations

from arcg.dsl.importing.puzzlescript.maps import Legend
from arcg.dsl.importing.puzzlescript.source import SourceMap

LAYER_OF = {"grass": 0, "sand": 0, "crate": 1, "player": 1, "flag": 2}


def level(rows: list[str], holds: dict[str, tuple[str, ...]], background: tuple[str, ...] = ()) -> SourceMap:
    """A map whose glyphs hold these objects."""
    cells = tuple(tuple(holds[glyph] for glyph in row) for row in rows)
    return SourceMap(1, len(rows[0]), len(rows), tuple(rows), cells, background)


def test_glyphs_are_kept_and_the_background_is_said() -> None:
    one = level([".p", "#."], {".": (), "p": ("player",), "#": ("crate",)}, ("grass",))
    legend = Legend([one], LAYER_OF)
    assert legend.glyphs == {".": ("grass",), "p": ("grass", "player"), "#": ("grass", "crate")}
    assert legend.rows(one) == [".p", "#."]


def test_another_background_takes_another_character() -> None:
    holds: dict[str, tuple[str, ...]] = {".": (), "p": ("player",)}
    grass, sand = level(["..p"], holds, ("grass",)), level([".p"], holds, ("sand",))
    legend = Legend([grass, sand], LAYER_OF)
    assert legend.rows(grass) == ["..p"]
    assert len(set("".join(legend.rows(grass) + legend.rows(sand)))) == 4
    assert legend.glyphs[legend.rows(sand)[0][0]] == ("sand",)


def test_glyphs_that_mean_the_same_become_one() -> None:
    one = level(["ab"], {"a": ("grass", "crate"), "b": ("crate",)}, ("grass",))
    legend = Legend([one], LAYER_OF)
    assert legend.rows(one)[0] in ("aa", "bb")
    assert len(legend.glyphs) == 1


def test_of_two_things_on_one_layer_the_later_one_is_there() -> None:
    one = level(["a"], {"a": ("crate", "player")}, ("grass",))
    assert list(Legend([one], LAYER_OF).glyphs.values()) == [("grass", "player")]


def test_an_empty_cell_is_a_dot_and_in_no_legend() -> None:
    one = level([".x"], {".": ("crate",), "x": ()})
    legend = Legend([one], LAYER_OF)
    assert legend.rows(one)[0][1] == "."
    assert "." not in legend.glyphs


def test_characters_that_a_file_would_take_for_something_else_are_replaced() -> None:
    one = level(["/\u3042\u0301"], {"/": ("crate",), "\u3042": ("player",), "\u0301": ("flag",)}, ("grass",))
    signs = set(Legend([one], LAYER_OF).rows(one)[0])
    assert len(signs) == 3
    assert not signs & set("/\u3042\u0301")


def test_there_are_characters_for_very_many_contents() -> None:
    layer_of = {f"o{number}": number for number in range(3000)}
    holds = {chr(0x4E00 + number): (f"o{number}",) for number in range(3000)}
    one = level(["".join(holds)], holds)
    row = Legend([one], layer_of).rows(one)[0]
    assert len(set(row)) == 3000
    assert all(sign.isprintable() and not sign.isspace() for sign in row)
