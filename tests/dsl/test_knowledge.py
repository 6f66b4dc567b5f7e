"""The Core Knowledge check: signs are caught in any position, size and colouring, plain shapes are left alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from arcg.dsl.check import check_path, check_text
from arcg.dsl.diagnostics import Diagnostic
from arcg.dsl.knowledge import fonts, shapes, train
from arcg.dsl.knowledge.figures import of_picture
from arcg.dsl.knowledge.masks import (
    Mask,
    canonical,
    components,
    crop,
    enclosed,
    is_number,
    is_plain,
    reduce,
    symmetries,
)
from arcg.dsl.knowledge.network import Network, fit
from arcg.dsl.knowledge.recogniser import Verdict, recognise
from arcg.dsl.knowledge.review import review
from arcg.dsl.knowledge.signs import in_pictures

ROOT = Path(__file__).parents[2]


def mask(text: str) -> Mask:
    return np.array([[cell == "#" for cell in row] for row in text.split()], dtype=np.bool_)


SIGNS = {
    "A": "..#.. .#.#. #...# #...# ##### #...# #...#",
    "R": "####. #...# #...# ####. #.#.. #..#. #...#",
    "S": ".#### #.... #.... .###. ....# ....# ####.",
    "3": "###. ...# ...# .##. ...# ...# ###.",
    "5 of three by five": "### #.. ### ..# ###",
    "K of three by five": "#.# #.# ##. #.# #.#",
    "heart": ".##.##. ####### ####### .#####. ..###.. ...#...",
    "arrow": "..#.. .###. #.#.# ..#.. ..#.. ..#.. ..#..",
    "filled arrow": "...#... ..###.. .#####. ####### ..###.. ..###.. ..###..",
    "face": ".#####. #.....# #.#.#.# #.....# #.#.#.# #..#..# .#####.",
    "cross": "..#.. ..#.. ##### ..#.. ..#.. ..#.. ..#..",
    "small cross": "..#.. ##### ..#.. ..#.. ..#..",
    "plus": "..#.. ..#.. ##### ..#.. ..#..",
    "thick plus": "..###.. ..###.. ####### ####### ####### ..###.. ..###..",
    "check mark": "......# .....## #...##. ##.##.. .###... ..#....",
}
PLAIN = {
    "box": "##### ##### #####",
    "bar": "#######",
    "frame": "##### #...# #...# #####",
    "round ring": ".###. #...# #...# #...# .###.",
    "disc": ".###. ##### ##### ##### .###.",
    "diamond": "..#.. .###. ##### .###. ..#..",
    "plus of five cells": ".#. ### .#.",
    "crate": "###### #.##.# ##..## ##..## #.##.# ######",
    "two bars": "##### ..... ##### .....  #####",
    "die": "####### #.....# #.#.#.# #.....# #.#.#.# #.....# #######",
    "stairs": "#.... ##... ###.. ####. #####",
}


def picture(figure: Mask, ink: str = "8", ground: str = ".", margin: int = 0) -> tuple[tuple[int, ...], ...]:
    colours = [".0123456789abcdef".index(colour) - 1 for colour in (ground, ink)]
    padded = np.pad(figure, margin)
    return tuple(tuple(colours[int(cell)] for cell in row) for row in padded.tolist())


def verdicts(rows: tuple[tuple[int, ...], ...]) -> list[Verdict]:
    return recognise([figure.mask for figure in of_picture(rows)])


def is_flagged(figure: Mask) -> bool:
    return in_pictures([picture(figure)])[0] is not None


def game(rows: str, level: str = "P..", more: str = "") -> str:
    picture = "".join(f"        {row}\n" for row in rows.split())
    width, height = max(map(len, level.split())), len(level.split())
    cells = "".join(f"        {row}\n" for row in level.split())
    return f"""game small
board {width}x{height}
actions arrows
layer floor
layer solid
kind Player on solid
    pic
        9
kind Thing on solid
    pic
{picture}kind Floor on floor
    pic
        2
Player walks
win when no Player
{more}legend
    P = Player
    t = Thing
    _ = Floor
    x = Floor Thing
    p = Floor Player
level
    map
{cells}"""


def found(text: str) -> list[Diagnostic]:
    checked, problems = check_text(text, "small.arcg")
    assert checked is not None, problems
    return review(checked)


# ---------------------------------------------------------------- verdicts


@pytest.mark.parametrize("name", SIGNS)
def test_a_sign_is_caught(name: str) -> None:
    assert is_flagged(mask(SIGNS[name]))


@pytest.mark.parametrize("name", PLAIN)
def test_a_plain_shape_is_not(name: str) -> None:
    assert not is_flagged(mask(PLAIN[name]))


@pytest.mark.parametrize("name", SIGNS)
def test_turn_mirror_size_and_colours_make_no_difference(name: str) -> None:
    figure = mask(SIGNS[name])
    (expected,) = recognise([figure])

    for position in symmetries(figure):
        for factor in (1, 2, 3, 4):
            large = position.repeat(factor, axis=0).repeat(factor, axis=1)
            assert recognise([large]) == [expected]
            for ink, ground in (("8", "."), ("0", "5"), ("c", "3")):
                assert expected in verdicts(picture(large, ink, ground, margin=1))
                assert expected in verdicts(picture(~np.pad(large, 1), ink, ground))
                assert in_pictures([picture(large, ink, ground, margin=1)]) != [None]
                assert in_pictures([picture(~np.pad(large, 1), ink, ground)]) != [None]


def test_the_sign_is_named() -> None:
    names = {name: recognise([mask(SIGNS[name])])[0].likeness for name in ("A", "heart", "filled arrow")}

    assert names == {"A": "the letter A", "heart": "a heart", "filled arrow": "an arrow"}


def test_a_letter_among_several_colours_is_seen() -> None:
    letter = np.pad(mask(SIGNS["R"]), 1)
    rows = np.where(letter, 0, np.arange(letter.shape[1]) % 2 + 8)

    assert in_pictures([tuple(map(tuple, rows.tolist()))])[0] is not None


# ---------------------------------------------------------------- masks

masks = arrays(np.bool_, st.tuples(st.integers(1, 7), st.integers(1, 7)))


@given(masks, st.integers(1, 4))
def test_one_form_for_all_positions_and_sizes(figure: Mask, factor: int) -> None:
    if not figure.any():
        return
    form = canonical(crop(figure))
    for position in symmetries(crop(figure)):
        large = position.repeat(factor, axis=0).repeat(factor, axis=1)
        other = canonical(large)
        assert other.shape == form.shape
        assert (other == form).all()


@given(masks, st.booleans())
def test_components_are_those_of_a_flood(figure: Mask, diagonal: bool) -> None:
    waiting = {(y, x) for y, x in np.argwhere(figure).tolist()}
    expected = set()
    while waiting:
        part, edge = set(), [waiting.pop()]
        while edge:
            y, x = edge.pop()
            part.add((y, x))
            for dy in (-1, 0, 1):
                for dx in (-1, 0, 1):
                    near = (y + dy, x + dx)
                    if near in waiting and (diagonal or dy == 0 or dx == 0):
                        waiting.remove(near)
                        edge.append(near)
        expected.add(frozenset(part))

    count, parts = components(figure, diagonal)
    _, large = components(figure, diagonal, least=3)

    assert count == len(expected)
    assert {frozenset(map(tuple, np.argwhere(part).tolist())) for part in parts} == expected
    assert {frozenset(map(tuple, np.argwhere(part).tolist())) for part in large} == {
        part for part in expected if len(part) >= 3
    }


def test_what_is_plain() -> None:
    plain = ("box", "bar", "frame", "round ring", "disc", "diamond", "plus of five cells")

    assert [name for name in PLAIN if is_plain(mask(PLAIN[name]))] == list(plain)
    assert not [name for name in SIGNS if is_plain(mask(SIGNS[name]))]


def test_dots_are_a_number() -> None:
    assert is_number(mask(PLAIN["die"]))
    assert is_number(mask("#..# .... #..#"))
    assert not is_number(mask(SIGNS["face"]))
    assert not is_number(mask("#...# .#.#. ..#.. .#.#. #...#"))  # its cells meet in corners: an X
    assert not is_number(mask("#####"))
    assert not is_number(mask(".###. #...# #...# #.#.# #...# #...# .###."))  # a zero with a dot: it is not round


def test_reduce_takes_the_largest_factor() -> None:
    figure = mask(SIGNS["K of three by five"])

    assert (reduce(figure.repeat(6, axis=0).repeat(6, axis=1)) == figure).all()
    assert reduce(figure.repeat(2, axis=0)).shape == (10, 3)


def test_enclosed_ground() -> None:
    inside = enclosed(mask("#### #.## #### ##.. ##.#"))

    assert inside is not None
    assert np.argwhere(inside).tolist() == [[1, 1]]
    assert enclosed(mask("### #.# #.#")) is None


# ---------------------------------------------------------------- games


def test_a_picture_is_told_once_with_its_place() -> None:
    heart = SIGNS["heart"].replace("#", "8")

    (told,) = [one for one in found(game(heart, "P.t")) if one.code.startswith("W")]

    assert (told.code, told.severity, told.span.line) == ("W501", "warning", 10)
    assert "a heart" in told.message


def test_a_picture_that_is_never_drawn_may_be_a_sign() -> None:
    text = game(SIGNS["heart"].replace("#", "8")).replace("layer solid\n", "layer solid\nlayer notes hidden\n")

    assert not found(text.replace("kind Thing on solid", "kind Thing on notes"))


@pytest.mark.parametrize("name", ["A", "R", "S", "heart", "arrow"])
def test_things_that_stand_like_a_sign_are_told(name: str) -> None:
    rows = ["." * 9, *(f".{row:.<8}" for row in SIGNS[name].replace("#", "t").split()), "P" + "." * 8]

    told = [one for one in found(game("4", " ".join(rows))) if one.code == "W502"]

    assert [(one.span.line, one.severity) for one in told] == [
        (25 + next(place for place, row in enumerate(rows) if "t" in row), "warning")
    ]


def test_walls_round_a_room_are_no_letter() -> None:
    room = "ttttt.. tp__t.. t___t.. ttttttt ......t ttttttt"
    letter = room.replace("p", "_").replace(".", "p", 1)

    assert not [one for one in found(game("4", room)) if one.code == "W502"]
    assert letter.count("p") == 1


@pytest.mark.parametrize("path", sorted(ROOT.glob("games/*/*.arcg")), ids=lambda path: path.stem)
def test_our_games_hold_no_signs(path: Path) -> None:
    checked, _ = check_path(path)

    assert checked is not None
    assert not [one for one in review(checked) if one.severity == "warning"]


# ---------------------------------------------------------------- advice


def test_four_quantities_are_no_matter() -> None:
    world = "world has " + ", ".join(f"n{number}: 0..3 = 3" for number in range(5)) + "\n"
    bars = [f"bar n{number} top red\n" for number in range(5)]

    assert "A501" not in {one.code for one in found(game("4", more=world + "".join(bars[:4])))}
    assert "A501" in {one.code for one in found(game("4", more=world + "".join(bars)))}


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [("6", "7", True), ("0", "1", True), ("8", "9", False), ("6", "6", False), ("66", "7", False)],
)
def test_things_that_only_a_colour_tells_apart(first: str, second: str, alike: bool) -> None:
    more = f"kind Other on solid\n    pic\n        {second}\n"

    assert ("A502" in {one.code for one in found(game(first, more=more))}) == alike


@pytest.mark.parametrize(("colours", "alike"), [("white silver", True), ("white red", False), ("pink magenta", True)])
def test_values_that_only_a_colour_tells_apart(colours: str, alike: bool) -> None:
    more = f"kind Other on solid has lit: no yes\n    pic\n        c\n    tint orange by lit as {colours}\n"

    assert ("A502" in {one.code for one in found(game("4", more=more))}) == alike


def test_a_thing_lost_in_the_ground() -> None:
    text = game("1", "P.t").replace("board 3x1", "board 3x1 ground white")

    assert "A502" in {one.code for one in found(text)}
    assert "A502" not in {one.code for one in found(text.replace("        1\n", "        8\n"))}


CRATES = "Thing is pushed by Player\nPlayer collects Floor\nphase sink\n    on enter(Thing, Floor) -> drop Thing\n"


def test_a_first_level_with_three_mechanics() -> None:
    assert "A503" in {one.code for one in found(game("4", "Pt_", CRATES))}
    assert "A503" not in {one.code for one in found(game("4", "Pt.", CRATES))}  # no floor: nothing sinks
    assert "A503" not in {one.code for one in found(game("4", "Pt_", CRATES.split("phase")[0]))}


def test_what_is_made_only_where_it_already_is_does_not_count() -> None:
    again = CRATES.replace("drop Thing", "drop Thing, make Floor at Floor.cell")
    assert "A503" in {one.code for one in found(game("4", "Pt_", again))}
    assert "A503" not in {one.code for one in found(game("4", "Pt.", again))}


def test_advice_never_fails_a_file(tmp_path: Path) -> None:
    path = tmp_path / "small.arcg"
    path.write_text(game("4", "Pt_", CRATES), encoding="utf-8")

    run = subprocess.run(
        [sys.executable, "-m", "arcg", "check", "--strict", str(path)], capture_output=True, text=True, check=False
    )

    assert run.returncode == 0, run.stdout
    assert "1 piece of advice" in run.stdout


# ---------------------------------------------------------------- the two rates


def test_letters_and_digits_of_fonts_are_caught() -> None:
    seen = caught = 0
    read = set()
    for font in [*train.trained_fonts(), fonts.bitmap("5x7"), fonts.bitmap("clb8x8")]:
        assert font is not None
        read.add(font.name)
        for glyph in font.glyphs.values():
            if fonts.fits(glyph) and not is_plain(glyph):
                seen += 1
                caught += is_flagged(glyph)

    assert len(read) > 20
    assert caught / seen >= 0.97


@pytest.mark.parametrize("name", ["5x7", "clb8x8"])
def test_fonts_that_were_kept_out_are_caught(name: str) -> None:
    font = fonts.bitmap(name)
    assert font is not None
    glyphs = [glyph for glyph in font.glyphs.values() if fonts.fits(glyph) and not is_plain(glyph)]

    assert name not in train.BITMAP_FONTS
    assert sum(map(is_flagged, glyphs)) / len(glyphs) >= 0.95


@pytest.fixture(scope="module")
def flagged() -> dict[str, float]:
    """The share of each family of plain shapes that is flagged."""
    random = np.random.default_rng(77)
    families = {**shapes.TRAINED, **shapes.KEPT_OUT}
    return {name: sum(is_flagged(family(random)) for _ in range(500)) / 500 for name, family in families.items()}


@pytest.mark.parametrize("name", ["boxes", "bars", "rings", "discs", "diamonds", "polyominoes", "blobs", "polygons"])
def test_plain_shapes_are_left_alone(name: str, flagged: dict[str, float]) -> None:
    assert flagged[name] <= 0.025


def test_plain_shapes_all_together_are_left_alone(flagged: dict[str, float]) -> None:
    assert sum(flagged.values()) / len(flagged) <= 0.015
    assert max(flagged.values()) <= 0.06


# ---------------------------------------------------------------- the network


def test_a_network_learns_and_comes_back_from_its_file() -> None:
    random = np.random.default_rng(3)
    inputs = random.normal(size=(4096, 6)).astype(np.float32)
    targets = (inputs[:, 0] * inputs[:, 1] > 0).astype(np.int64)

    network = fit(inputs, targets, ("plain", "sign"), (16, 8), 150, seed=1)
    again = Network.from_bytes(network.to_bytes())

    assert (network.outputs(inputs).argmax(axis=1) == targets).mean() > 0.95
    assert again.labels == network.labels
    assert abs(again.outputs(inputs) - network.outputs(inputs)).max() < 0.5
    assert again.to_bytes() == Network.from_bytes(again.to_bytes()).to_bytes()
