"""What every edit of a text has to keep, for the tests of the document, and what levels say before and after one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from support.mangled import comments
from support.texts import ROOT, shipped, snippets

from arcg.dsl import core, syntax
from arcg.dsl.art import normalise
from arcg.dsl.check import check_text
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.formatting import format_text
from arcg.dsl.model import Game, LevelModel
from arcg.dsl.parser import parse
from arcg.editor.document.changes import Change, applied, inverse


@cache
def games() -> dict[str, str]:
    """The texts of the repository that are games."""
    paths = sorted((ROOT / "tests" / "expressiveness").rglob("*.arcg"))
    found = shipped() | snippets() | {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in paths}
    return {name: text for name, text in found.items() if check_text(text, name)[0] is not None}


def windows(text: str) -> str:
    """The same file as an editor of another house would write it."""
    return "\ufeff" + text.replace("\n", "\r\n")


def edited(text: str, changes: Sequence[Change]) -> str:
    """The text after the changes, when they have been taken back as well and the layout of the file has been kept."""
    after = applied(text, changes)
    assert applied(after, inverse(text, changes)) == text
    assert all(change.new != text[change.start : change.end] for change in changes)
    assert text.startswith("\ufeff") == after.startswith("\ufeff")
    if "\r\n" in text:
        assert after.count("\r\n") == after.count("\n")
    plain = normalise(text)
    if format_text(plain, "x")[0] == plain:
        assert format_text(after, "x")[0] == normalise(after)
    return after


def assert_around(text: str, after: str, start: int, end: int) -> None:
    """What stands before `start` and behind `end` of the text stands there afterwards."""
    assert after.startswith(text[:start])
    assert after.endswith(text[end:])
    assert len(after) >= len(text) - (end - start)


def assert_comments(text: str, after: str) -> None:
    """All comments are there, in their order."""
    assert comments(normalise(after)) == comments(normalise(text))


def drawn(text: str, number: int) -> dict[tuple[int, int], str]:
    """The cells of a level's map that hold something, by the parser."""
    statements = parse(text, "x", Reporter()).statements
    level = [statement for statement in statements if isinstance(statement, syntax.LevelDecl)][number]
    maps = [part.rows for part in level.parts if isinstance(part, syntax.MapPart)]
    legend = {e.glyph for decl in statements if isinstance(decl, syntax.LegendDecl) for e in decl.entries}
    empty = " " if "." in legend else " ."
    rows = maps[0] if maps else ()
    return {(x, y): glyph for y, row in enumerate(rows) for x, glyph in enumerate(row) if glyph not in empty}


def game_of(text: str) -> Game:
    """The checked game of a text that is one."""
    game, found = check_text(text, "x")
    assert game is not None, [(d.code, d.message) for d in found]
    return game


def told(game: Game, level: LevelModel) -> tuple[object, ...]:
    """All that a level says, without the places in the text; things that are named by others as what they are."""
    kinds = list(game.kinds.values())

    def value(domain: core.Domain, number: int) -> object:
        if isinstance(domain, core.ThingDomain) and number != core.NONE:
            thing = level.things[number]
            return kinds[thing.kind].name, thing.x, thing.y
        return number

    things = [
        (kinds[t.kind].name, t.x, t.y, *map(value, [a.domain for a in kinds[t.kind].attrs.values()], t.attrs))
        for t in level.things
    ]
    world = list(map(value, [attr.domain for attr in game.world.values()], level.world))
    return level.name, level.width, level.height, level.cell, world, things, level.view
