"""Reading never fails: whatever a text, there is a source, and all that it says can be relied on."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcg.dsl.importing.puzzlescript.reading import read
from arcg.dsl.importing.puzzlescript.source import SourceMap
from arcg.dsl.importing.puzzlescript.words import COMMANDS, DIRECTIONS, MODIFIERS, SOUND_COMMANDS

GAME = """title A game (with a comment)
run_rules_on_level_start
zoomscreen 5x5

========
OBJECTS
========

Grass .
green darkgreen
00100
.....
00000
00000
00000

Sand
yellow

Player P
blue

Rock
gray

Wall #
brown

Gem
pink

=======
LEGEND
=======

Background = Grass or Sand
R = Rock
G = Gem and Sand
Hard = Rock or Wall
Thing = Hard or Gem
Both = Rock and Gem

=======
SOUNDS
=======

sfx1 12345
Rock move 54321

================
COLLISIONLAYERS
================

Background
Gem
Player, Hard

======
RULES
======

(push)
[ > Player | Hard ] -> [ > Player | > Hard ] (always)
startloop
+ late right [ Rock no Gem | ... | Wall ] [ Both ] -> [ Rock | ... | random Hard ] [ no Gem ] again
endloop
random rigid horizontal [ stationary Rock ] -> [ randomdir Rock ] sfx1
late [ Player Gem ] -> checkpoint message Well (done)

==============
WINCONDITIONS
==============

all Gem on Rock
no Wall

=======
LEVELS
=======

message Go

#####
#P.R#
#.G

R..P
"""

PIECES = st.sampled_from(
    [
        *(
            "(",
            ")",
            "[",
            "]",
            "|",
            "->",
            "...",
            "+",
            "=",
            ",",
            "\n",
            "\n\n",
            " ",
            "\r",
            "\t",
            "\ufeff",
            "\x00",
            "İ",
            "é",
        ),
        *("no ", "random ", "late ", "> ", "rock", "gem ", "both ", "thing ", "player", "background", " or ", " and "),
        *("objects\n", "legend\n", "sounds\n", "collisionlayers\n", "rules\n", "winconditions\n", "levels\n"),
        *("message", " cancel ", " sfx9 ", "startloop\n", "endloop\n", "#f00", "0", "9", "all ", " on ", "title "),
    ]
)


@st.composite
def garbled(draw) -> str:
    """The game with pieces put in, taken out and put elsewhere."""
    text = GAME
    for _ in range(draw(st.integers(1, 8))):
        at = draw(st.integers(0, len(text)))
        change = draw(st.sampled_from(["in", "out", "line", "twice"]))
        if change == "in":
            text = text[:at] + draw(PIECES) + text[at:]
        elif change == "out":
            text = text[:at] + text[at + draw(st.integers(1, 30)) :]
        else:
            lines = text.split("\n")
            place = draw(st.integers(0, len(lines) - 1))
            line = lines[place] if change == "twice" else lines.pop(place)
            lines.insert(draw(st.integers(0, len(lines))), line)
            text = "\n".join(lines)
    return text


def rely_on(text: str) -> None:
    """Check all that `Source` promises."""
    source = read(text)
    lines = text.count("\n") + 1
    assert all(0 <= note.line <= lines and note.text for note in source.notes)
    if not source.playable:
        assert source.notes
        return
    placed = {name for name, each in source.objects.items() if each.layer >= 0}
    assert placed <= {name for layer in source.layers for name in layer} <= source.objects.keys()
    for each in source.objects.values():
        assert each.colours
        assert each.rows is None or (len(each.rows) == 5 and {len(row) for row in each.rows} == {5})
    for definition in source.legend.values():
        assert definition.members
        assert set(definition.members) <= placed
    names = placed | source.legend.keys()
    for rule in source.rules:
        look_at(rule, names, source.legend)
    assert not source.rules or not source.rules[0].plus
    for goal in source.goals:
        assert {goal.first, goal.second} <= names | {None}
    for level in source.levels:
        if isinstance(level, SourceMap):
            assert {len(row) for row in level.cells} == {len(row) for row in level.rows} == {level.width}
            assert len(level.cells) == len(level.rows) == level.height
            assert {name for row in level.cells for cell in row for name in cell} <= placed
            assert set(level.background) <= placed


def look_at(rule, names, legend) -> None:
    """Check what a rule promises: both sides are alike, names have a meaning, no name stands twice in a cell."""
    assert rule.left
    assert all(rule.left)
    if rule.right:
        assert [list(map(bool, gaps(row))) for row in rule.left] == [list(map(bool, gaps(row))) for row in rule.right]
    else:
        assert rule.commands or rule.sounds or rule.message is not None
    assert set(rule.directions) <= DIRECTIONS
    assert set(rule.commands) <= COMMANDS - SOUND_COMMANDS - {"message"}
    for row in (*rule.left, *rule.right):
        assert row[0] is not None
        assert row[-1] is not None
        assert gaps(row).count(True) <= 2
        for cell in row:
            said = [item.name for item in cell or () if item.word != "random"]
            assert len(said) == len(set(said))
            for item in cell or ():
                assert item.name in names
                assert item.word is None or item.word in MODIFIERS
                assert item.word != "no" or item.name not in legend or legend[item.name].sort != "and"
    assert not any(item.word == "random" for row in rule.left for cell in row for item in cell or ())


def gaps(row) -> list[bool]:
    return [cell is None for cell in row]


def test_the_game_itself_is_sound() -> None:
    source = read(GAME)

    assert [(note.severity, note.line) for note in source.notes] == [("warning", 85), ("warning", 65)]
    assert len(source.rules) == 4
    rely_on(GAME)


@given(garbled())
def test_garbled_games(text) -> None:
    rely_on(text)


@settings(max_examples=50)
@given(st.text(max_size=400))
def test_any_text(text) -> None:
    rely_on(text)


@pytest.mark.parametrize(
    "section", ["objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels"]
)
@given(pieces=st.lists(PIECES, max_size=40))
def test_any_words_in_a_section(section, pieces) -> None:
    before, header, after = GAME.partition(f"\n{section.upper()}\n")
    rely_on(f"{before}{header}\n{''.join(pieces)}\n{after}")


LONG = 200_000


def with_legend(lines: str) -> str:
    return GAME.replace("Both =", lines + "Both =")


@pytest.mark.parametrize(
    "text",
    [
        "(" * LONG,
        ")" * LONG,
        "title " + "a" * LONG,
        "objects\n" + "o\nred\n\n" * (LONG // 7),
        "objects\no " + "v " * (LONG // 2),
        with_legend("A0 = Hard\n" + "".join(f"A{n + 1} = A{n} or A{n}\n" for n in range(LONG // 16))),
        with_legend("W = Rock" + " or Gem" * 2000 + "\n" + "".join(f"V{n} = W\n" for n in range(LONG // 8))),
        GAME.replace("(push)", "[ " + "Rock no Rock " * (LONG // 13) + "] -> [ ]"),
        GAME.replace("(push)", "[" + "|" * LONG + "] -> [" + "|" * LONG + "]"),
        GAME.replace("(push)", "[ Rock ] -> " + "again " * (LONG // 6) + "[ ]"),
        GAME.replace("(push)", "[" * LONG),
        GAME.replace("Gem\nPlayer,", "Gem\n" + "Gem, " * (LONG // 5) + "\nPlayer,"),
        GAME.replace("#P.R#", "." * (LONG // 2) + "\n" + ".\n" * (LONG // 4)),
        GAME.replace("#P.R#", "?" * LONG),
        GAME.replace("message Go", "P\n\n" * (LONG // 3)),
    ],
    ids=range(15),
)  # fmt: skip
def test_long_texts(text) -> None:
    """Each takes seconds; work that grows with the square of the length would take hours."""
    rely_on(text)
