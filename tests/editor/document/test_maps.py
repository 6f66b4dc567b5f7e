"""Maps: what is painted is what the map holds then, boards grow and shrink with all that stands on them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.editing import assert_around, assert_comments, drawn, edited, game_of, games, told, windows

from arcg.dsl.check import check_text
from arcg.editor.document import maps
from arcg.editor.document.changes import Refused
from arcg.editor.document.places import Places

TEXTS = games()
NAMES = st.sampled_from(sorted(TEXTS))
FILES = [name for name in sorted(TEXTS) if name.startswith(("games/", "benchmarks/", "tests/expressiveness/rows/"))]

GAME = """\
game small
board 4x3 cell 6
actions arrows
layer solid
kind Wall on solid
    pic
        4
kind Bead on solid has of: Bead
    pic
        5
world has chosen: Bead
legend
    # = Wall
    o = Bead
level
    map
        ####
        #o.#
        ####
"""


def level_of(text: str, number: int = 0):
    places = Places.of(text)
    return places, places.levels[number]


def with_level(body: str, head: str = "") -> str:
    """The game with one level that has these lines, and more lines above the levels."""
    above = GAME[: GAME.index("legend")] + head + GAME[GAME.index("legend") : GAME.index("level")]
    return above + "level\n" + "".join(f"    {line}\n" for line in body.split("\n"))


@given(NAMES, st.booleans(), st.data())
def test_what_is_painted_is_what_the_map_holds(name, other_house, data):
    text = windows(TEXTS[name]) if other_house else TEXTS[name]
    places = Places.of(text)
    level = data.draw(st.sampled_from(places.levels))
    width, height = places.size(level)
    glyphs = [entry.glyph for entry in places.legend.entries] if places.legend else []
    where = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    cells = data.draw(st.dictionaries(where, st.sampled_from([*glyphs, ".", " "]), max_size=8))
    try:
        changes = maps.paint(places, level, cells)
    except Refused:
        assert maps.empty_sign(places) is None
        return

    after = edited(text, changes)

    empty = " ." if maps.empty_sign(places) else " "
    wanted = drawn(text, level.number) | cells
    assert drawn(after, level.number) == {cell: glyph for cell, glyph in wanted.items() if glyph not in empty}
    assert_around(text, after, level.start, level.end)
    assert_comments(text, after)


def test_painting_what_is_there_changes_nothing():
    places, level = level_of(GAME.replace("#o.#", "#o #"))

    assert maps.paint(places, level, {(0, 0): "#", (2, 1): ".", (1, 1): "o"}) == ()


def test_one_cell_is_one_character():
    text = windows(GAME)
    (change,) = maps.paint(*level_of(text), {(2, 1): "o"})

    assert (text[change.start : change.end], change.new) == (".", "o")


@pytest.mark.parametrize(
    ("body", "cells", "rows"),
    [
        ("map\n    ##\n    #", {(3, 2): "o"}, ["##", "#", "...o"]),  # short rows were meant: only what is needed
        ("map\n    .", {(1, 1): "o"}, ["..", ".o"]),  # rows of one length stay so, or the checker would warn
        ("map\n    #o", {(0, 0): " "}, [".o"]),  # the first row cannot begin with a blank
        ("map\n    #o\n    ##", {(0, 1): " ", (1, 1): "."}, ["#o", ".."]),
        ("map", {(1, 0): "o"}, [".o"]),
        ("board 4x3", {(1, 1): "o"}, ["..", ".o"]),
        ("put Bead at cell(0, 0)\n// below", {(0, 0): "o"}, ["o"]),
    ],
)
def test_maps_grow_as_far_as_needed(body, cells, rows):
    text = with_level(body)
    after = edited(text, maps.paint(*level_of(text), cells))

    assert [row.text for row in level_of(after)[1].rows] == rows


def test_a_level_without_any_line_gets_a_map():
    text = GAME[: GAME.index("    map")].rstrip("\n")

    after = edited(text, maps.paint(*level_of(text), {(0, 0): "#"}))

    assert after == text + "\n    map\n        #"


def test_a_full_stop_that_means_something_is_not_used_for_empty_cells():
    text = GAME.replace("    o = Bead", "    . = Bead")
    places, level = level_of(text)

    with pytest.raises(Refused, match=r"the first cell of the map would be empty.* take `\.` out"):
        maps.paint(places, level, {(0, 0): " "})
    with pytest.raises(Refused, match="row 1 of the map would be empty"):
        maps.paint(places, level, {(x, 0): " " for x in range(4)})
    assert "\n         o.#" in edited(text, maps.paint(places, level, {(0, 1): " "}))


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        ({(4, 0): "#"}, "outside of the board, which is 4x3"),
        ({(0, -1): "#"}, "outside"),
        ({(0, 0): "##"}, "one character"),
        ({(0, 0): "\t"}, "one character"),
        ({(0, 0): ""}, "one character"),
    ],
)
def test_what_cannot_be_painted_is_refused(cells, why):
    with pytest.raises(Refused, match=why):
        maps.paint(*level_of(GAME), cells)


SIDES = st.integers(-3, 3)


@given(NAMES, st.booleans(), st.tuples(SIDES, SIDES, SIDES, SIDES), st.data())
def test_all_that_stands_on_a_board_moves_along(name, other_house, sides, data):
    text = windows(TEXTS[name]) if other_house else TEXTS[name]
    places = Places.of(text)
    level = data.draw(st.sampled_from(places.levels))
    glyphs = [entry.glyph for entry in places.legend.entries] if places.legend else []
    fill = data.draw(st.sampled_from([".", ".", *glyphs]))
    width, height = places.size(level)
    left, top, right, bottom = sides
    size = width + left + right, height + top + bottom
    try:
        changes = maps.resize(places, level, *sides, fill=fill)
    except Refused as refused:
        assert (
            min(size) < 1 or max(size) > maps.limit(places) or "would be empty" in str(refused) or "$" in str(refused)
        )
        return

    after = edited(text, changes)

    old = {cell: glyph for cell, glyph in drawn(text, level.number).items() if cell[0] < width and cell[1] < height}
    if not maps.is_empty(places, fill):
        new = [(x, y) for x in range(size[0]) for y in range(size[1])]
        inner = {(x + left, y + top) for x in range(width) for y in range(height)}
        old |= {(x - left, y - top): fill for x, y in new if (x, y) not in inner}
    moved = {(x + left, y + top): glyph for (x, y), glyph in old.items()}
    assert drawn(after, level.number) == {
        cell: glyph for cell, glyph in moved.items() if 0 <= cell[0] < size[0] and 0 <= cell[1] < size[1]
    }
    assert Places.of(after).size(Places.of(after).levels[level.number]) == size
    assert_around(text, after, level.start, level.end)
    assert_comments(text, after)
    others_as_before(text, after, level.number, (left, top), size)


def others_as_before(text, after, number, by, size):
    """The other levels say what they said, and the things that `put` places are where they should be."""
    game, (new, found) = game_of(text), check_text(after, "x")
    if new is None:  # things over the edge, or pictures larger than the smaller cells: the checker tells of them
        assert {d.code for d in found if d.severity == "error"} <= {"E404", "E413", "E418", "E420"}
        return
    for at, (one, other) in enumerate(zip(game.levels, new.levels, strict=True)):
        if at != number:
            assert told(game, one) == told(new, other)
        else:
            puts = [(put.term.kind, put.x, put.y) for put in Places.of(text).levels[number].puts]
            puts = [(kind, x + by[0], y + by[1]) for kind, x, y in puts]
            puts = [put for put in puts if 0 <= put[1] < size[0] and 0 <= put[2] < size[1]]
            assert [(p.term.kind, p.x, p.y) for p in Places.of(after).levels[number].puts] == puts
            assert (other.width, other.height, one.world) == (*size, other.world) or one.things != other.things


@pytest.mark.parametrize("name", FILES)
def test_growing_and_shrinking_again_gives_the_same_levels(name):
    text = TEXTS[name]
    places = Places.of(text)
    for level in places.levels:
        if max(places.size(level)) + 2 > maps.limit(places) or maps.empty_sign(places) is None:
            continue
        if level.board is not None and level.board.cell is not None:
            continue  # smaller cells are not made larger again: nobody knows how large they were
        after = edited(text, maps.resize(places, level, 1, 1, 1, 1))
        again, same = level_of(after, level.number)
        back = edited(after, maps.resize(again, same, -1, -1, -1, -1))

        one, other = game_of(text), game_of(back)
        assert told(one, one.levels[level.number]) == told(other, other.levels[level.number])


@pytest.mark.parametrize(
    ("body", "sides", "lines"),
    [
        ("map\n    #", (0, 0, 1, 0), ["board 5x3 cell 6", "map", "    #"]),
        ("board 5x3 cell 6\nmap\n    #", (0, 0, -1, 0), ["map", "    #"]),
        ("board 5x3 // why\nmap\n    #", (0, 0, -1, 0), ["board 4x3  // why", "map", "    #"]),
        ("board 5x3 cell 12\nmap\n    #", (0, 0, 1, 0), ["board 6x3 cell 10", "map", "    #"]),
        ("board 5x3 cell 7\nmap\n    #", (0, 0, -1, 0), ["board 4x3 cell 7", "map", "    #"]),
        ("map\n    #", (0, 0, 8, 0), ["board 12x3", "map", "    #"]),  # where 6 pixels a cell are too many
        ("map\n    ####", (1, 0, 1, 0), ["board 6x3 cell 6", "map", "    .####."]),
        ("map\n    ###", (1, 1, 1, 1), ["board 6x5 cell 6", "map", "    ....", "    .###"]),
        ("map\n    ####\n    ####\n    ####", (0, 0, -1, 1), ["board 3x4 cell 6", "map", *["    ###"] * 3, "    ..."]),
        ("put Bead at cell(0, 0)", (1, 0, 0, 0), ["board 5x3 cell 6", "put Bead at cell(1, 0)"]),
        ("put Bead at cell(0, 0)\nmap\n    .", (-1, 0, 1, 0), ["map", "    ."]),
        ("put Bead at cell(0, 0)", (-1, 0, 1, 0), ["map", "    ."]),
        ("map\n    #", (-1, 0, 0, 0), ["board 3x3 cell 6", "map", "    ."]),
    ],
)
def test_boards_change_as_little_as_can_be(body, sides, lines):
    text = with_level(body.replace("5x3 //", "5x3  //"))
    after = edited(text, maps.resize(*level_of(text), *sides))

    assert after == with_level("\n".join(lines))


def test_new_cells_hold_what_they_are_filled_with():
    text = with_level("map\n    #\n    o")

    after = edited(text, maps.resize(*level_of(text), 1, 1, 1, 1, fill="o"))

    assert after == with_level("board 6x5 cell 6\nmap\n    oooooo\n    o#...o\n    oo...o\n    o....o\n    oooooo")


@pytest.mark.parametrize(
    ("body", "sides", "why"),
    [
        ("map\n    #", (-4, 0, 0, 0), "a board has 1 to 64 cells each way: 0x3"),
        ("map\n    #", (0, 0, 61, 0), "65x3"),
        ("board 5\nmap\n    #", (1, 0, 0, 0), "`board` line of level `1` cannot be read"),
        ("put Bead at cell(x, 1)", (1, 0, 0, 0), "line 16 is not written as two numbers"),
        ("put Bead", (0, 1, 0, 0), "`put` line of level `1` cannot be read"),
        ("chosen = $a\nput Bead $a at cell(0, 0)", (-1, 0, 0, 0), r"`Bead` that would go is called `\$a`"),
        ("put Bead{of=$a} at cell(1, 1)\nput Bead $a at cell(3, 0)", (0, 0, -1, 0), "is still used"),
    ],
)
def test_what_cannot_be_resized_says_why(body, sides, why):
    with pytest.raises(Refused, match=why):
        maps.resize(*level_of(with_level(body)), *sides)


def test_only_what_has_to_move_has_to_be_read():
    text = with_level("put Bead at cell(x, 1)\nput Bead\nmap\n    #")

    assert "board 5x3" in edited(text, maps.resize(*level_of(text), right=1))


def test_the_view_says_how_large_cells_can_be():
    text = with_level("map\n    #", "view 4x3\n")

    assert "board 60x3 cell 6\n" in edited(text, maps.resize(*level_of(text), right=56))


def test_rules_over_cells_may_have_larger_boards():
    text = GAME.replace("board 4x3 cell 6", "semantics puzzlescript\n    input Bead\nboard 60x3")

    assert "board 100x3" in edited(text, maps.resize(*level_of(text), right=40))
