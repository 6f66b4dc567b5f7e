"""Pictures: what is painted is what the checker reads, and what is done and done back leaves every byte."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.editing import assert_around, assert_comments, edited, game_of, games, windows

from arcg.editor.document import grids, pictures
from arcg.editor.document.changes import Refused
from arcg.editor.document.places import Places

TEXTS = {name: text for name, text in games().items() if any(kind.pictures for kind in Places.of(text).kinds)}
NAMES = st.sampled_from(sorted(TEXTS))
COLOURS = st.integers(-1, 15)

KIND = """\
kind Wall on solid
kind Lamp Torch on solid has lit: no yes  // two
    // while it burns
    pic when lit = yes
        12
        .f
    // else
    pic
        33
        33
    tint 3 by lit
level
"""


def of(text: str, name: str = "Lamp", number: int = 0):
    places = Places.of(text)
    return places, places.kind(name).pictures[number]


def shown(text: str) -> list[list[tuple[tuple[int, ...], ...]]]:
    return [[picture.rows for picture in kind.pictures] for kind in game_of(text).kinds.values()]


@settings(max_examples=40)
@given(NAMES, st.booleans(), st.data())
def test_what_is_painted_is_what_is_shown(name, other_house, data):
    text = windows(TEXTS[name]) if other_house else TEXTS[name]
    places = Places.of(text)
    kind = data.draw(st.sampled_from([kind for kind in places.kinds if kind.pictures]))
    number = data.draw(st.integers(0, len(kind.pictures) - 1))
    picture = kind.pictures[number]
    old = pictures.pixels(picture)
    game = game_of(text)
    assert [pictures.pixels(each) for each in kind.pictures] == [p.rows for p in game.kinds[kind.names[-1]].pictures]
    where = st.tuples(st.integers(0, len(old[0]) - 1), st.integers(0, len(old) - 1))
    cells = data.draw(st.dictionaries(where, COLOURS, max_size=6))

    after = edited(text, pictures.paint(places, picture, cells))

    wanted = tuple(tuple(cells.get((x, y), old[y][x]) for x in range(len(old[0]))) for y in range(len(old)))
    again = Places.of(after).kind(kind.names[0]).pictures[number]
    assert pictures.pixels(again) == wanted
    assert_around(text, after, kind.start, kind.end)
    assert_comments(text, after)


SAME = [
    (lambda p, q: pictures.flip(p, q, "left-right"), lambda p, q: pictures.flip(p, q, "left-right")),
    (lambda p, q: pictures.flip(p, q, "diagonal"), lambda p, q: pictures.flip(p, q, "diagonal")),
    (lambda p, q: pictures.rotate(p, q), lambda p, q: pictures.rotate(p, q, 3)),
    (lambda p, q: pictures.shift(p, q, 2, -1), lambda p, q: pictures.shift(p, q, -2, 1)),
    (lambda p, q: pictures.resize(p, q, 1, 2, 3, 1), lambda p, q: pictures.resize(p, q, -1, -2, -3, -1)),
]


@settings(max_examples=40)
@given(NAMES, st.booleans(), st.sampled_from(SAME), st.data())
def test_what_is_done_back_leaves_every_byte(name, other_house, both, data):
    text = windows(TEXTS[name]) if other_house else TEXTS[name]
    places = Places.of(text)
    at = data.draw(st.integers(0, len(places.kinds) - 1))
    kind = places.kinds[at]
    if not kind.pictures or max(len(row.text) + len(p.rows) for p in kind.pictures for row in p.rows) > 60:
        return
    number = data.draw(st.integers(0, len(kind.pictures) - 1))
    there, back = both

    changed = edited(text, there(places, kind.pictures[number]))
    again = Places.of(changed)

    assert edited(changed, back(again, again.kinds[at].pictures[number])) == text
    assert_comments(text, changed)


@settings(max_examples=40)
@given(NAMES, st.booleans(), st.data())
def test_a_new_picture_comes_and_goes(name, other_house, data):
    text = windows(TEXTS[name]) if other_house else TEXTS[name]
    places = Places.of(text)
    at = data.draw(st.integers(0, len(places.kinds) - 1))
    kind = places.kinds[at]
    own = [picture for picture in kind.pictures if not picture.body]
    always = any(picture.when is None for picture in own)
    rows = ((1, -1), (15, 0))

    after = edited(text, pictures.add(places, kind, rows, "level_is_new" if always else None))

    again = Places.of(after)
    drawn = [pictures.pixels(picture) for picture in again.kinds[at].pictures]
    assert rows in drawn
    assert len(drawn) == len(own) + 1
    number = next(n for n, picture in enumerate(again.kinds[at].pictures) if picture.when in ("level_is_new", None))
    assert edited(after, pictures.remove(again, again.kinds[at].pictures[number])) == text
    if not always:
        assert shown(after) != shown(text)
    assert_comments(text, after)


def test_one_pixel_is_one_character():
    (change,) = pictures.paint(*of(KIND), {(1, 0): 10, (0, 0): 1})

    assert (KIND[change.start : change.end], change.new) == ("2", "a")


def test_pictures_are_written_where_they_count():
    places, _ = of(KIND)
    lamp, wall = places.kind("Torch"), places.kind("Wall")

    before_else = edited(KIND, pictures.add(places, lamp, [[5]], "lit = no", cells=True))
    assert "        .f\n    pic cells when lit = no\n        5\n    // else\n    pic\n" in before_else
    assert edited(KIND, pictures.add(places, wall, [[5]])).startswith(
        "kind Wall on solid\n    pic\n        5\nkind Lamp"
    )
    bare = KIND.replace("    // else\n    pic\n        33\n        33\n", "")
    added = edited(bare, pictures.add(Places.of(bare), Places.of(bare).kind("Lamp"), [[5]]))
    assert "        .f\n    pic\n        5\n    tint" in added


def test_conditions_come_change_and_go():
    places, first = of(KIND)
    _, second = of(KIND, number=1)

    assert "    pic when lit = no\n" in edited(KIND, pictures.set_condition(places, first, "lit = no"))
    assert "burns\n    pic\n        12" in edited(KIND, pictures.set_condition(places, first, None))
    assert "// else\n    pic when lit = no\n" in edited(KIND, pictures.set_condition(places, second, "lit = no"))
    assert pictures.set_condition(places, second, None) == ()


def test_colours_are_exchanged():
    after = edited(KIND, pictures.recolour(*of(KIND), {1: 15, 15: 1, -1: 0}))

    assert "        f2\n        01\n" in after


def test_rows_that_were_not_equally_long_are_then():
    text = KIND.replace("        .f\n", "        .\n")

    assert pictures.pixels(of(text)[1]) == ((1, 2), (-1, -1))
    assert "        12\n        .e\n" in edited(text, pictures.paint(*of(text), {(1, 1): 14}))


def test_a_picture_without_rows_gets_some():
    text = "kind A on b\n    pic\nlevel\n"

    assert edited(text, pictures.repaint(*of(text, "A"), [[1, 2]])) == "kind A on b\n    pic\n        12\nlevel\n"
    with pytest.raises(Refused, match="no pixels yet"):
        pictures.rotate(*of(text, "A"))


BODY = "kind A on b\n    body\n        12\nlevel\n"


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (lambda: pictures.paint(*of(KIND), {(2, 0): 1}), r"pixel \(2, 0\) lies outside"),
        (lambda: pictures.paint(*of(KIND), {(0, 0): 16}), "0 to 15"),
        (lambda: pictures.resize(*of(KIND), -2), "1 to 64 pixels"),
        (lambda: pictures.resize(*of(KIND), 63), "1 to 64 pixels"),
        (lambda: pictures.repaint(*of(KIND), [[1], [1, 2]]), "equally long"),
        (lambda: pictures.add(Places.of(KIND), Places.of(KIND).kind("Lamp"), [[1]]), "always drawn: say when"),
        (lambda: pictures.add(Places.of(KIND), Places.of(KIND).kind("Wall"), [[1]], "= 3"), "cannot be read"),
        (lambda: pictures.set_condition(*of(KIND), "lit ="), "cannot be read"),
        (lambda: pictures.remove(*of(BODY, "A")), "which cells the thing covers"),
        (lambda: pictures.set_condition(*of(BODY, "A"), "x = 1"), "which cells the thing covers"),
    ],
)
def test_what_cannot_be_is_refused(edit, why):
    with pytest.raises(Refused, match=why):
        edit()


def test_pixels_of_all_colours_can_be_written():
    rows = grids.taken(grids.Rect(-1, 0, 17, 1), lambda x, y: x)
    places, picture = of(KIND)

    assert "        .0123456789abcdef\n" in edited(KIND, pictures.repaint(places, picture, rows))
