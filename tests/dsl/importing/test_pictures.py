"""Sprites in any colours as pictures in sixteen."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from arcg.dsl.colours import HEX
from arcg.dsl.importing.puzzlescript.palettes import NAMES, ORDER, PALETTES, rgb
from arcg.dsl.importing.puzzlescript.pictures import nearest, paint


def square(*colours: str | None) -> tuple[tuple[str | None, ...], ...]:
    """A sprite of five columns, each of one colour; the last one goes on."""
    row = (*colours, *colours[-1:] * (5 - len(colours)))
    return (row,) * 5


def test_a_colour_of_the_sixteen_stays() -> None:
    assert [nearest(colour) for colour in HEX] == list(range(16))


def test_near_colours_become_the_nearest() -> None:
    assert nearest("FE0000") == 8
    assert nearest("010101") == 5


def test_what_is_transparent_stays_so() -> None:
    assert paint({"a": square(None, "FFFFFF")})["a"] == ((-1, 0, 0, 0, 0),) * 5


def test_two_near_shades_do_not_become_one() -> None:
    pictures = paint({"a": square("FF0000"), "b": square("F80008"), "c": square("0000FF")})
    assert len(set(pictures.values())) == 3
    assert all(len({pixel for row in picture for pixel in row}) == 1 for picture in pictures.values())


def test_equal_sprites_stay_equal() -> None:
    pictures = paint({"a": square("123456"), "b": square("123456")})
    assert pictures["a"] == pictures["b"]


def test_more_plain_squares_than_colours_get_textures() -> None:
    pictures = paint({str(n): square(f"{n * 7:02X}{255 - n * 7:02X}80") for n in range(36)})
    assert len(set(pictures.values())) == 36


COLOURS = st.sampled_from(["FF0000", "F00000", "E00000", "00FF00", "00F000", "808080", "7F7F7F", None])


@given(st.lists(st.tuples(*[st.tuples(*[COLOURS] * 5)] * 5), max_size=12))
def test_sprites_that_differ_become_pictures_that_differ(sprites: list[tuple[tuple[str | None, ...], ...]]) -> None:
    pictures = paint({str(number): sprite for number, sprite in enumerate(sprites)})
    for number, sprite in enumerate(sprites):
        picture = pictures[str(number)]
        assert [[p < 0 for p in row] for row in picture] == [[c is None for c in row] for row in sprite]
    assert len(set(pictures.values())) == len(set(sprites))


def test_palettes_hold_a_colour_for_every_name() -> None:
    assert set(ORDER) == set(PALETTES)
    assert all(len(colours.split()) == len(NAMES) for colours in PALETTES.values())


def test_colours_by_name_by_number_and_in_hexadecimal() -> None:
    assert rgb("Gray") == rgb("grey", "4") == rgb("grey", "arnecolors") == "9D9D9D"
    assert rgb("red", "ega") == rgb("red", "8") == "FF5555"
    assert rgb("#1af") == "11AAFF"
    assert rgb("#12aB3c") == "12AB3C"
    assert rgb("rouge") is None
    assert rgb("#12") is None
