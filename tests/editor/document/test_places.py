"""Places: whatever a text holds, what is found in it stands there."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.mangled import commented, mangled
from support.texts import bad, shipped, snippets

from arcg.dsl import syntax
from arcg.dsl.check import check_text
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.formatting import format_text
from arcg.dsl.parser import parse
from arcg.editor.document.places import Places

TEXTS = shipped() | snippets() | bad()

SMALL = """\
game small
board 4x2 cell 6 ground grey // all levels
legend
    # = Wall  // stone
    b = Bale{hue=red} Loom
kind Wall Fence on solid has hue: red blue,
        worth: 1..9  // two of them
    pic when hue = red,
            worth > 3
        12
        .f
    pic cells
        3

// not of the first level
// the first
level first // here
    board 5x3 cell 4
    energy = 30
    put Bale{hue=red, of=$b} $a at cell(1, -2)
    put Wall at cell(x, 1)
    map
        #..#
          b.
    // inside
// the second

level
"""


def texts(text: str) -> list[str]:
    return [text, "\ufeff" + text, text.replace("\n", "\r\n"), text.replace("    ", "\t"), text.removesuffix("\n")]


@pytest.mark.parametrize("text", texts(SMALL))
def test_places_are_places_in_the_raw_text(text):
    places = Places.of(text)

    def at(stretch: tuple[int, int]) -> str:
        return text[stretch[0] : stretch[1]]

    first, second = places.levels
    assert places.newline == ("\r\n" if "\r" in text else "\n")
    assert text[: first.start].rstrip().endswith("3")
    assert text[first.start :].startswith("// not of the first level")
    assert text[first.head :].startswith("level first")
    assert text[first.head : first.head_end] == "level first // here"
    assert text[: first.end].endswith("// inside")
    assert (first.name, at(first.name_at), second.name, at(second.name_at)) == ("first", "first", None, "")
    assert [row.text for row in first.rows] == ["#..#", "  b."]
    assert all(text[row.start : row.end] == row.text for row in first.rows)
    assert [(first.glyph(x, 1), first.glyph(3, x)) for x in (0, 2, 9)] == [(" ", "#"), ("b", " "), (" ", " ")]
    assert (second.rows, second.map, text[second.start : second.end]) == ((), None, "level")
    assert at(first.board.size), at(first.board.cell_at) == ("5x3", "4")
    assert (places.size(first), places.size(second)) == ((5, 3), (4, 2))
    assert [(p.name, p.value, at(p.at)) for p in first.params] == [("energy", "30", "30")]
    bale, wall = first.puts
    assert (bale.x, bale.y, at(bale.x_at), at(bale.y_at), at(bale.cell)) == (1, -2, "1", "-2", "cell(1, -2)")
    assert (wall.x, wall.y, at(wall.cell)) == (None, None, "cell(x, 1)")
    assert text[bale.term.start : bale.term.end] == "Bale{hue=red, of=$b} $a"
    assert (bale.term.name, bale.term.value("of"), at(bale.term.braces)) == ("a", "$b", "{hue=red, of=$b}")
    assert [at(value.at) for value in bale.term.values] == ["red", "$b"]


@pytest.mark.parametrize("text", texts(SMALL))
def test_kinds_and_the_legend_are_found(text):
    places = Places.of(text)
    kind, legend = places.kind("Fence"), places.legend

    assert kind.names == ("Wall", "Fence")
    assert kind.layer == "solid"
    assert text[: kind.head_end].endswith("// two of them")
    assert text[: kind.end].endswith("3")
    assert [picture.cells for picture in kind.pictures] == [False, True]
    assert [[row.text for row in picture.rows] for picture in kind.pictures] == [["12", ".f"], ["3"]]
    assert kind.pictures[0].when.split() == ["hue", "=", "red,", "worth", ">", "3"]
    assert [(entry.glyph, entry.things, entry.part.comment) for entry in legend.entries] == [
        ("#", "Wall", True),
        ("b", "Bale{hue=red} Loom", False),
    ]
    assert [term.kind for term in legend.entry("b").terms] == ["Bale", "Loom"]


def test_a_kind_without_pictures_is_drawn_by_the_rows_of_its_body():
    kinds = Places.of("kind A on b\n    body\n        12\nkind C on b\n    body 1, 2\nkind D on b\n").kinds

    assert [[picture.body for picture in kind.pictures] for kind in kinds] == [[True], [], []]


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_places_agree_with_the_parser(name):
    """Of a text that can be read, places and parser tell the same, however it is laid out."""
    for text in laid_out(name):
        agree(text)


def laid_out(name: str) -> list[str]:
    made = format_text(TEXTS[name], name)[0]
    random = Random(name)
    return [TEXTS[name]] + ([mangled(commented(made, random), random)] if made is not None else [])


def agree(text: str) -> None:
    reporter = Reporter()
    statements = parse(text, "x", reporter).statements
    places = Places.of(text)
    if reporter.found:
        return
    levels = [decl for decl in statements if isinstance(decl, syntax.LevelDecl)]
    assert [level.name for level in places.levels] == [decl.name and decl.name.text for decl in levels]
    for level, decl in zip(places.levels, levels, strict=True):
        rows = [part.rows for part in decl.parts if isinstance(part, syntax.MapPart)]
        assert tuple(row.text for row in level.rows) == (rows[0] if rows else ())
        assert all(text[row.start : row.end] == row.text for row in level.rows)
        puts = [part for part in decl.parts if isinstance(part, syntax.PlacePart)]
        assert [(put.term.kind, put.term.name, len(put.term.values)) for put in level.puts] == [
            (put.term.kind, put.term.var, len(put.term.tests)) for put in puts
        ]
        params = [part.name.text for part in decl.parts if isinstance(part, syntax.ParamPart)]
        assert [param.name for param in level.params] == params
    kinds = [decl for decl in statements if isinstance(decl, syntax.KindDecl)]
    assert [kind.names for kind in places.kinds] == [tuple(term.kind for term in decl.names) for decl in kinds]
    for kind, decl in zip(places.kinds, kinds, strict=True):
        pictures = [part for part in decl.parts if isinstance(part, syntax.PicDecl)]
        found = [picture for picture in kind.pictures if not picture.body]
        assert [tuple(row.text.rstrip() for row in picture.rows) for picture in found] == [p.rows for p in pictures]
        assert [(picture.when is not None, picture.cells) for picture in found] == [
            (picture.when is not None, picture.cells) for picture in pictures
        ]
    entries = [entry for decl in statements if isinstance(decl, syntax.LegendDecl) for entry in decl.entries]
    found = places.legend.entries if places.legend else ()
    assert [(entry.glyph, tuple(term.kind for term in entry.terms)) for entry in found] == [
        (entry.glyph, tuple(term.kind for term in entry.things)) for entry in entries
    ]
    game, _ = check_text(text, "x")
    if game is not None:
        assert [places.size(level) for level in places.levels] == [(each.width, each.height) for each in game.levels]


@given(st.text(alphabet="lem kindpcgbo{}$=(),/\n\t\r 12x#.\ufeffAat", max_size=80))
def test_no_text_makes_places_raise(text):
    everything(text)


@given(st.sampled_from(sorted(TEXTS)), st.randoms(use_true_random=False))
def test_no_spoilt_file_makes_places_raise(name, random):
    text = TEXTS[name]
    for _ in range(random.randrange(1, 6)):
        at = random.randrange(len(text) + 1)
        text = (
            text[:at]
            + random.choice(["", "\n", "\t", " ", "    ", "//", "level", "map", "\r", "{", "put "])
            + text[at + random.choice([0, 1, 1, 7, 30]) :]
        )
    everything(text)


def everything(text: str) -> None:
    places = Places.of(text)
    end = -1
    for level in places.levels:
        assert end <= level.start <= level.head <= level.end
        end = level.end
    for stretch in [row for level in places.levels for row in level.rows]:
        assert text[stretch.start : stretch.end] == stretch.text
    _ = places.kinds, places.legend, places.board, places.view, places.step, places.cellwise
