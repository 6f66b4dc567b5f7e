"""Texts with mistakes: every edit is made or refused in words, and what it is not about stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from support.texts import bad, shipped

from arcg.editor.document import legend, levels, maps, pictures, puts
from arcg.editor.document.changes import Change, Refused, applied, inverse
from arcg.editor.document.places import Places

TEXTS = shipped() | bad()
PIECES = ["", "\n", "\t", " ", "        ", "//", "level", "level x\n", "map\n", "\r", "{", "put ", "=", ".", "\ufeff"]

Edit = Callable[[], Sequence[Change]]


def spoilt(text: str, random: Random) -> str:
    for _ in range(random.randrange(1, 8)):
        at = random.randrange(len(text) + 1)
        text = text[:at] + random.choice(PIECES) + text[at + random.choice([0, 0, 1, 1, 7, 30]) :]
    return text.replace("\n", "\r\n") if random.random() < 0.3 else text


def level_edits(places: Places, random: Random) -> Iterator[tuple[int, int, Edit]]:
    """Edits of what lies between two places of the text."""
    for level in random.sample(places.levels, min(3, len(places.levels))):
        a, b = random.randrange(-2, 3), random.randrange(-2, 3)
        edits: list[Edit] = [
            lambda level=level, a=a, b=b: maps.resize(places, level, a, b, b, a),
            lambda level=level, a=a, b=b: maps.paint(places, level, {(a + 2, b + 2): "#", (b + 2, 0): " "}),
            lambda level=level: levels.rename(places, level, "quite_new"),
            lambda level=level: levels.rename(places, level, None),
            lambda level=level: levels.set_parameter(places, level, "quite_new", "3"),
            lambda level=level: puts.put(places, level, "Wall", 1, 2, {"a": "b"}, "quite_new"),
            *(lambda level=level, p=p: levels.remove_parameter(places, level, p.name) for p in level.params),
        ]
        for put in level.puts:
            edits += [
                lambda level=level, put=put: puts.move(places, level, put, 3, 4),
                lambda level=level, put=put: puts.change(places, level, put, {"hue": None, "of": "3"}),
                lambda level=level, put=put: puts.name(places, level, put, "quite_new"),
                lambda level=level, put=put: puts.remove(places, level, put),
            ]
        yield from ((level.start, level.end, edit) for edit in edits)


def other_edits(places: Places, random: Random) -> Iterator[tuple[int, int, Edit]]:
    """Edits of a legend or a kind, and those of the whole text."""
    whole = (0, len(places.text))
    for level in places.levels[:3]:
        yield *whole, lambda level=level: levels.move(places, level, random.randrange(9))
        yield *whole, lambda level=level: levels.delete(places, level)
        yield *whole, lambda level=level: levels.duplicate(places, level)
    yield *whole, lambda: levels.add(places, random.randrange(4), "quite_new")
    yield *whole, lambda: legend.glyph_for(places, "Wall{a=b} Player")[1]
    for entry in places.legend.entries[:4] if places.legend else ():
        at = (entry.part.start, entry.part.end)
        yield *at, lambda entry=entry: legend.redefine(places, entry, "Wall")
        yield *at, lambda entry=entry: legend.change(places, entry, 0, {"hue": None, "b": "3"})
        yield *whole, lambda entry=entry: legend.remove(places, entry)
    for kind in random.sample(places.kinds, min(3, len(places.kinds))):
        at = (kind.start, kind.end)
        yield *at, lambda kind=kind: pictures.add(places, kind, [[1, 2]], random.choice(["a = b", None]))
        for picture in kind.pictures:
            yield *at, lambda picture=picture: pictures.paint(places, picture, {(1, 1): 3})
            yield *at, lambda picture=picture: pictures.rotate(places, picture)
            yield *at, lambda picture=picture: pictures.resize(places, picture, 1, -1, 0, 1)
            yield *at, lambda picture=picture: pictures.set_condition(places, picture, random.choice(["a = b", None]))
            yield kind.start, len(places.text), lambda picture=picture: pictures.remove(places, picture)


@settings(max_examples=60)
@given(st.sampled_from(sorted(TEXTS)), st.randoms(use_true_random=False))
def test_edits_of_mistaken_texts_are_made_or_refused(name, random):
    text = spoilt(TEXTS[name], random)
    places = Places.of(text)
    for start, end, edit in [*level_edits(places, random), *other_edits(places, random)]:
        try:
            changes = edit()
        except Refused as refused:
            assert str(refused)
            continue
        after = applied(text, changes)
        assert applied(after, inverse(text, changes)) == text
        assert after.startswith(text[:start])
        assert after.endswith(text[end:])
        Places.of(after).levels  # noqa: B018 - it can be read
