"""The legend: things that there are keep their character, new ones get a free one, and maps mean what they meant."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.editing import assert_comments, edited, game_of, games, told, windows

from arcg.editor.document import legend
from arcg.editor.document.changes import Refused
from arcg.editor.document.places import Places

TEXTS = {name: text for name, text in games().items() if Places.of(text).legend}
NAMES = st.sampled_from(sorted(TEXTS))

GAME = """\
game small
board 4x1
actions arrows
layer floor
layer solid
kind Wall on solid
    pic
        4
kind Bead on solid has hue: red blue, n: 0..9, way: facing, of: Bead
    pic
        5
kind Goal on floor
    pic
        6
legend
    # = Wall  // all of stone
    // beads
    o = Bead{hue=blue}
    q = Bead{n=3, hue=blue} Goal  // both
level
    map
        #oqW
"""


def said(text: str) -> list[tuple[object, ...]]:
    game = game_of(text)
    return [told(game, level) for level in game.levels]


@settings(max_examples=40)
@given(NAMES, st.booleans(), st.data())
def test_every_thing_of_a_level_has_a_character(name, other_house, data):
    text = windows(TEXTS[name]) if other_house else TEXTS[name]
    game, places = game_of(text), Places.of(text)
    level = data.draw(st.sampled_from([level for level in game.levels if level.things]))
    thing = data.draw(st.sampled_from(level.things))
    kind = list(game.kinds.values())[thing.kind]
    try:
        things = legend.thing_text(game, kind, thing.attrs)
    except Refused as refused:
        assert "place it by `put`" in str(refused)
        return

    glyph, changes = legend.glyph_for(places, things, game)

    after = edited(text, changes)
    assert_comments(text, after)
    assert said(after) == said(text)
    again = Places.of(after)
    assert legend.glyph_for(again, things, game_of(after)) == (glyph, ())
    assert [entry.glyph for entry in again.legend.entries].count(glyph) == 1
    if changes:
        assert not legend.users(places, glyph)
        assert edited(after, legend.remove(again, again.legend.entry(glyph))) == text


@settings(max_examples=40)
@given(NAMES, st.data())
def test_other_values_of_an_entry_are_other_values_of_its_things(name, data):
    text = TEXTS[name]
    game, places = game_of(text), Places.of(text)
    entry = data.draw(st.sampled_from(places.legend.entries))
    number = data.draw(st.integers(0, len(entry.terms) - 1))
    kind = game.kinds[entry.terms[number].kind]
    plain = [attr for attr in kind.attrs.values() if attr.name != "id"]
    attrs = data.draw(st.lists(st.sampled_from(plain), unique=True)) if plain else []
    values = {attr.name: legend.value_text(attr.domain, attr.default) for attr in attrs}

    given_back = dict.fromkeys(values)
    defaults = edited(text, legend.change(places, entry, number, values))
    left_out = edited(text, legend.change(places, entry, number, given_back))

    assert_comments(text, defaults)
    assert said(defaults) == said(left_out)


@pytest.mark.parametrize(
    ("things", "glyph", "line"),
    [
        ("Wall", "#", None),
        ("Bead{hue=blue}", "o", None),
        ("Bead{n=0, hue=blue}", "o", None),  # 0 is what it has anyway
        ("Goal Bead{hue=blue,n = 3}", "q", None),
        ("Bead", "B", "    q = Bead{n=3, hue=blue} Goal  // both\n    B = Bead\n"),
        ("Wall Goal", "w", "    # = Wall  // all of stone\n    w = Wall Goal\n"),  # a map has a `W` already
    ],
)
def test_a_character_for_things(things, glyph, line):
    game = game_of(GAME.replace("qW", "q#"))
    for text in (GAME, GAME.replace(" = ", "=")):
        found, changes = legend.glyph_for(Places.of(text), things, game)

        assert found == glyph
        after = edited(text, changes)
        assert after == text if line is None else (line if " = B" in text else line.replace(" = ", "=")) in after


def test_without_the_checked_game_only_what_is_written_counts():
    assert legend.glyph_for(Places.of(GAME), "Bead{n=0, hue=blue}")[0] == "B"
    assert legend.glyph_for(Places.of(GAME), "Goal Bead{hue=blue, n=3}") == ("q", ())


def test_comments_beside_entries_stay_in_their_column():
    text = "legend\n    # = Wall                // stone\n    q = Bead{n=3, hue=red}  // bead\n"
    places = Places.of(text)

    after = edited(text, legend.change(places, places.legend.entry("q"), 0, {"way": "left"}))

    assert "    # = Wall                          // stone\n" in after
    again = Places.of(after)
    assert edited(after, legend.change(again, again.legend.entry("q"), 0, {"way": None})) == text
    bare = legend.change(places, places.legend.entry("q"), 0, {"n": None, "hue": None})
    assert edited(text, bare) == "legend\n    # = Wall  // stone\n    q = Bead  // bead\n"


def test_the_first_entry_makes_the_legend():
    text = GAME[: GAME.index("legend")] + "\n// the levels\n\nlevel\n    map\n        .\n"

    glyph, changes = legend.glyph_for(Places.of(text), "Goal")

    assert (glyph, edited(text, changes)) == (
        "G",
        text.replace("level\n", "legend\n    G = Goal\n\nlevel\n"),
    )
    assert edited("game a", legend.glyph_for(Places.of("game a"), "Goal")[1]) == "game a\n\nlegend\n    G = Goal\n"
    broken = "game a\nlegend\nlevel\n"
    assert edited(broken, legend.glyph_for(Places.of(broken), "Goal")[1]) == "game a\nlegend\n    G = Goal\nlevel\n"


def test_the_last_entry_takes_the_legend_along():
    text = "game a\n\nlegend\n    G = Goal\n\nlevel\n    map\n        .\n"
    places = Places.of(text)

    after = edited(text, legend.remove(places, places.legend.entry("G")))

    assert after == "game a\n\nlevel\n    map\n        .\n"


def test_no_character_is_given_that_could_be_misread():
    used = "".join(f"    {sign} = A\n" for sign in map(chr, range(33, 127)) if sign not in "/=")
    glyph, _ = legend.glyph_for(Places.of(f"legend\n{used}level\n"), "Goal")

    assert glyph == "\u00c0"


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (lambda p, e: legend.remove(p, e("o")), "`o` is still drawn in level `1`"),
        (lambda p, e: legend.glyph_for(p, "Goal // none"), "more than one line"),
        (lambda p, e: legend.glyph_for(p, ""), "cannot be read"),
        (lambda p, e: legend.change(p, e("o"), 1, {}), "no thing 2"),
        (lambda p, e: legend.change(p, e("o"), 0, {"hue": "a b"}), "cannot be read"),
        (lambda p, e: legend.redefine(p, e("o"), "bead"), "cannot be read"),
    ],
)
def test_what_cannot_be_is_refused(edit, why):
    places = Places.of(GAME)
    with pytest.raises(Refused, match=why):
        edit(places, places.legend.entry)


def test_a_character_stands_for_other_things():
    places = Places.of(GAME)

    assert "    q = Goal  // both\n" in edited(GAME, legend.redefine(places, places.legend.entry("q"), "Goal"))
    mistaken = GAME.replace("o = Bead{hue=blue}", "o")
    places = Places.of(mistaken)
    assert "    o = Goal\n" in edited(mistaken, legend.redefine(places, places.legend.entry("o"), "Goal"))
