"""Placed things: they come, go, move and change, and only what is said of them changes in the text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.editing import assert_around, assert_comments, edited, game_of, games, told, windows

from arcg.editor.document import puts
from arcg.editor.document.changes import Refused
from arcg.editor.document.places import Places

TEXTS = {name: text for name, text in games().items() if "\n    put " in text}
NAMES = st.sampled_from(sorted(TEXTS))

TEXT = """\
level
    chosen = $a  // not b
    put Bead{of=$a, hue=red} at cell(1, 0)
    put Bead $a at cell(x, 1)  // here
    map
        #

level two
    // its map
    map
        #
"""


def of(text: str, number: int = 0):
    places = Places.of(text)
    return places, places.levels[number], *places.levels[number].puts


@settings(max_examples=40)
@given(NAMES, st.booleans(), st.data())
def test_things_are_where_they_were_put(name, other_house, data):
    text = windows(TEXTS[name]) if other_house else TEXTS[name]
    places = Places.of(text)
    level = data.draw(st.sampled_from([level for level in places.levels if level.puts]))
    thing = data.draw(st.sampled_from(level.puts))
    width, height = places.size(level)
    x, y = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))

    moved = edited(text, puts.move(places, level, thing, x, y))
    new = Places.of(moved).levels[level.number].puts
    assert [(p.x, p.y) for p in new] == [(x, y) if p == thing else (p.x, p.y) for p in level.puts]

    copy = {value.name: value.value for value in thing.term.values}
    added = edited(text, puts.put(places, level, thing.term.kind, x, y, copy, "quite_new"))
    *others, last = Places.of(added).levels[level.number].puts
    assert [(p.x, p.y, p.term.name) for p in others] == [(p.x, p.y, p.term.name) for p in level.puts]
    assert (last.term.kind, last.x, last.y, last.term.name) == (thing.term.kind, x, y, "quite_new")
    again = Places.of(added).levels[level.number]
    assert edited(added, puts.remove(Places.of(added), again, again.puts[-1])) == text

    named = edited(text, puts.name(places, level, thing, "quite_new"))
    game, same = game_of(text), game_of(named)
    assert [told(game, each) for each in game.levels] == [told(same, each) for each in same.levels]
    for after in (moved, added, named):
        assert_around(text, after, level.start, level.end)
        assert_comments(text, after)


@settings(max_examples=40)
@given(NAMES, st.data())
def test_values_are_what_they_were_set_to(name, data):
    text = TEXTS[name]
    places = Places.of(text)
    level = data.draw(st.sampled_from([level for level in places.levels if level.puts]))
    thing = data.draw(st.sampled_from(level.puts))
    names = [value.name for value in thing.term.values]
    values = data.draw(st.dictionaries(st.sampled_from([*names, "one", "two"]), st.sampled_from(["7", "red", None])))

    after = edited(text, puts.change(places, level, thing, values))

    number = level.puts.index(thing)
    wanted = {value.name: value.value for value in thing.term.values} | values
    new = Places.of(after).levels[level.number].puts[number]
    assert {value.name: value.value for value in new.term.values} == {k: v for k, v in wanted.items() if v is not None}
    assert (new.term.kind, new.term.name, new.x, new.y) == (thing.term.kind, thing.term.name, thing.x, thing.y)


@pytest.mark.parametrize("style", ["{}{}", "{} {}", "{}\t{}"])
@pytest.mark.parametrize(
    ("old", "values", "new"),
    [
        ("{a=1, b=2, c=3}", {"b": None}, "{a=1, c=3}"),
        ("{a=1, b=2, c=3}", {"a": None, "b": None}, "{c=3}"),
        ("{a=1, b=2, c=3}", {"b": None, "c": None}, "{a=1}"),
        ("{a=1, b=2, c=3}", {"a": None, "c": None, "b": "9"}, "{b=9}"),
        ("{a=1, b=2}", {"a": None, "b": None, "c": "4"}, "{c=4}"),
        ("{a=1}", {"b": "2", "c": "3"}, "{a=1, b=2, c=3}"),
        ("{a=1}", {"a": "1", "b": None}, "{a=1}"),
    ],
)
def test_values_come_and_go(style, old, values, new):
    text = f"level\n    put {style.format('Bead', old)} $x at cell(0, 0)\n    map\n        .\n"

    assert edited(text, puts.change(*of(text), values)) == text.replace(old, new)


def test_without_values_there_are_no_braces():
    text = "level\n    put Bead {a=1} $x at cell(0, 0) // why\n"
    bare = "level\n    put Bead $x at cell(0, 0) // why\n"

    assert edited(text, puts.change(*of(text), {"a": None})) == bare
    assert "put Bead{b=2} $x at" in edited(bare, puts.change(*of(bare), {"b": "2"}))


def test_where_things_are_put():
    places, level, *_ = of(TEXT)
    assert "// here\n    put Bead at cell(3, 4)\n    map" in edited(TEXT, puts.put(places, level, "Bead", 3, 4))
    places, level = of(TEXT, 1)
    assert "level two\n    put Bead at cell(3, 4)\n    // its map\n" in edited(
        TEXT, puts.put(places, level, "Bead", 3, 4)
    )


def test_a_place_that_is_calculated_is_written_as_numbers():
    places, level, _, second = of(TEXT)

    assert "put Bead $a at cell(2, 5)  // here" in edited(TEXT, puts.move(places, level, second, 2, 5))


def test_a_name_changes_wherever_it_is_used():
    places, level, first, second = of(TEXT)
    after = edited(TEXT, puts.name(places, level, second, "b"))

    assert after == TEXT.replace("$a", "$b")
    assert "put Bead{of=$a, hue=red} $c at" in edited(TEXT, puts.name(places, level, first, "c"))


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (lambda p, level, one, two: puts.remove(p, level, two), r"called `\$a`, and that name is still used"),
        (lambda p, level, one, two: puts.name(p, level, two, None), "still used"),
        (lambda p, level, one, two: puts.name(p, level, one, "a"), "has a thing called"),
        (lambda p, level, one, two: puts.name(p, level, one, "a b"), "cannot be read"),
        (lambda p, level, one, two: puts.put(p, level, "bead", 0, 0), "cannot be read"),
        (lambda p, level, one, two: puts.put(p, level, "Bead", 0, 0, name="a"), "another name"),
        (lambda p, level, one, two: puts.change(p, level, one, {"hue": "red}"}), "cannot be read"),
    ],
)
def test_what_cannot_be_is_refused(edit, why):
    with pytest.raises(Refused, match=why):
        edit(*of(TEXT))
