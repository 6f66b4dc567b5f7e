"""Levels as wholes: whatever is done to one, the others say what they said, and comments go where they belong."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.editing import assert_around, assert_comments, edited, game_of, games, told, windows

from arcg.dsl.art import normalise
from arcg.editor.document import levels
from arcg.editor.document.changes import Refused
from arcg.editor.document.places import Places

TEXTS = games()
NAMES = st.sampled_from(sorted(TEXTS))

TAIL = """\
// ---- levels

// the first
level one
    energy = 3  // little
    map
        #.
    // a note

// of nobody

// the second
level

    board 3x3
    map
        #

// the third

level three
    map
        .
"""


def told_of(text: str) -> list[tuple[object, ...]]:
    """What the levels of a game say; those without a name are not called by their number here."""
    game, places = game_of(text), Places.of(text)
    said = [told(game, level) for level in game.levels]
    return [(place.name, *rest[1:]) for place, rest in zip(places.levels, said, strict=True)]


def written(name: str, other_house: bool) -> str:
    return windows(TEXTS[name]) if other_house else TEXTS[name]


@settings(max_examples=40)
@given(NAMES, st.booleans(), st.data())
def test_moving_changes_the_order_and_nothing_else(name, other_house, data):
    text = written(name, other_house)
    places = Places.of(text)
    order = st.integers(0, len(places.levels) - 1)
    level, to = places.levels[data.draw(order)], data.draw(order)

    after = edited(text, levels.move(places, level, to))

    wanted = told_of(text)
    wanted.insert(to, wanted.pop(level.number))
    assert told_of(after) == wanted
    assert sorted(normalise(after).split("\n")) == sorted(normalise(text).split("\n"))


@settings(max_examples=40)
@given(NAMES, st.booleans(), st.data())
def test_deleting_takes_one_level_away(name, other_house, data):
    text = written(name, other_house)
    places = Places.of(text)
    level = data.draw(st.sampled_from(places.levels))
    if len(places.levels) == 1:
        with pytest.raises(Refused, match="add another"):
            levels.delete(places, level)
        return

    after = edited(text, levels.delete(places, level))

    left = [said for number, said in enumerate(told_of(text)) if number != level.number]
    left_game = Places.of(after)
    assert [place.name for place in left_game.levels] == [said[0] for said in left]
    assert normalise(after) in normalise(text) or normalise(text).startswith(normalise(after)[: level.start // 2])
    assert len(after) < len(text) - (level.end - level.start)


@settings(max_examples=40)
@given(NAMES, st.booleans(), st.data())
def test_a_copy_says_the_same_under_another_name(name, other_house, data):
    text = written(name, other_house)
    places = Places.of(text)
    level = data.draw(st.sampled_from(places.levels))

    after = edited(text, levels.duplicate(places, level))

    said = told_of(text)
    told_after = told_of(after)
    copy = told_after.pop(level.number + 1)
    assert told_after == said
    assert copy[1:] == said[level.number][1:]
    assert (copy[0] is None) == (level.name is None)
    assert_around(text, after, level.end, level.end)


@settings(max_examples=40)
@given(NAMES, st.booleans(), st.data())
def test_a_new_level_is_empty(name, other_house, data):
    text = written(name, other_house)
    places = Places.of(text)
    at = data.draw(st.integers(0, len(places.levels)))
    size = data.draw(st.sampled_from([None, (3, 2)]))

    after = edited(text, levels.add(places, at, "quite_new", size))

    changed = Places.of(after)
    new = changed.levels[at]
    said = [level.name for level in places.levels]
    assert [level.name for level in changed.levels] == [*said[:at], "quite_new", *said[at:]]
    assert new.extent == changed.size(new) == (size or (places.board.width, places.board.height))
    assert_comments(text, after)


@settings(max_examples=40)
@given(NAMES, st.booleans(), st.data())
def test_a_name_and_a_parameter_come_and_go(name, other_house, data):
    text = written(name, other_house)
    places = Places.of(text)
    level = data.draw(st.sampled_from(places.levels))
    new = data.draw(st.sampled_from(["quite_new", "map", "put", None]))

    after = edited(text, levels.rename(places, level, new))

    wanted = told_of(text)
    wanted[level.number] = (new, *wanted[level.number][1:])
    assert told_of(after) == wanted
    assert_around(text, after, level.start, level.end)
    again = Places.of(after)
    assert edited(after, levels.rename(again, again.levels[level.number], level.name)) == text

    set_to = edited(text, levels.set_parameter(places, level, "quite_new", "3"))
    assert_comments(text, set_to)
    assert_around(text, set_to, level.start, level.end)
    again = Places.of(set_to)
    assert [(p.name, p.value) for p in again.levels[level.number].params] == [
        *((p.name, p.value) for p in level.params),
        ("quite_new", "3"),
    ]
    assert edited(set_to, levels.remove_parameter(again, again.levels[level.number], "quite_new")) == text


def test_comments_above_go_with_their_level():
    places = Places.of(TAIL)
    first, second, third = places.levels

    assert (
        edited(TAIL, levels.move(places, first, 2))
        == """\
// ---- levels

// of nobody

// the second
level

    board 3x3
    map
        #

// the third

level three
    map
        .

// the first
level one
    energy = 3  // little
    map
        #.
    // a note
"""
    )
    assert "// of nobody\n\n// the third\n\nlevel three" in edited(TAIL, levels.delete(places, second))
    assert edited(TAIL, levels.move(places, third, 0)).startswith(
        "// ---- levels\n\nlevel three\n    map\n        .\n\n//"
    )
    assert edited(TAIL, levels.delete(places, third)).endswith("        #\n\n// the third\n")


def test_a_file_may_begin_with_a_level_and_end_without_a_line_end():
    text = "level one\n    map\n        .\n\n\nlevel two\n    map\n        #"
    places = Places.of(text)
    one, two = places.levels

    assert edited(text, levels.delete(places, one)) == "level two\n    map\n        #"
    assert edited(text, levels.delete(places, two)) == "level one\n    map\n        ."
    moved = "level two\n    map\n        #\n\n\nlevel one\n    map\n        ."
    assert edited(text, levels.move(places, one, 1)) == moved
    assert edited(text, levels.move(places, two, 0)) == moved


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("game a\nboard 2x1\n", "game a\nboard 2x1\n\nlevel\n    map\n        ..\n"),
        ("board 2x1", "board 2x1\n\nlevel\n    map\n        ..\n"),
        ("board 2x1\nkind A on b\n  pic\n    1\n", "board 2x1\nkind A on b\n  pic\n    1\n\nlevel\n  map\n    ..\n"),
        ("board 2x1\nlevel\n\tmap\n\t\t#\n", "board 2x1\nlevel\n\tmap\n\t\t#\nlevel\n\tmap\n\t\t..\n"),
    ],
)
def test_a_new_level_is_written_as_the_file_is(text, after):
    places = Places.of(text)

    assert edited(text, levels.add(places, len(places.levels))) == after


def test_copies_are_counted():
    text = "level a\n    map\n        .\n\nlevel a_2\n    map\n        .\n"
    places = Places.of(text)

    assert [level.name for level in Places.of(edited(text, levels.duplicate(places, places.levels[1]))).levels] == [
        "a",
        "a_2",
        "a_3",
    ]


def test_a_parameter_changes_where_it_stands():
    places = Places.of(TAIL)
    (change,) = levels.set_parameter(places, places.levels[0], "energy", "30")

    assert (TAIL[change.start : change.end], change.new) == ("3", "30")
    assert levels.set_parameter(places, places.levels[0], "energy", "3") == ()


def test_the_only_part_of_a_level_leaves_an_empty_map():
    text = "level\n    energy = 3\n"
    places = Places.of(text)

    assert edited(text, levels.remove_parameter(places, places.levels[0], "energy")) == "level\n    map\n        .\n"


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (lambda p: levels.rename(p, p.levels[1], "one"), "a level `one` already"),
        (lambda p: levels.rename(p, p.levels[1], "One"), "`level One` cannot be read"),
        (lambda p: levels.rename(p, p.levels[1], "a // b"), "more than one line"),
        (lambda p: levels.add(p, 0), "no `board` line"),
        (lambda p: levels.add(p, 0, "x", (65, 2)), "65x2 cannot be"),
        (lambda p: levels.add(p, 0, "three", (5, 2)), "a level `three` already"),
        (lambda p: levels.set_parameter(p, p.levels[0], "energy", ""), "cannot be read"),
        (lambda p: levels.set_parameter(p, p.levels[0], "energy", "3\n    map"), "more than one line"),
    ],
)
def test_what_cannot_be_is_refused(edit, why):
    with pytest.raises(Refused, match=why):
        edit(Places.of(TAIL))
