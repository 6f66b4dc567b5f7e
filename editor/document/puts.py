"""Things that a level places by `put`: they come and go, move, and get other values and names.

Takes the places of a text, gives the changes that make it what was asked for, or says why that cannot be.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from arcg.editor.document.changes import Change, Refused
from arcg.editor.document.layout import checked, settled
from arcg.editor.document.maps import check_unnamed, parts_gone
from arcg.editor.document.places import LevelPlace, Places, PutPlace
from arcg.editor.document.terms import changed, written


def put(
    places: Places,
    level: LevelPlace,
    kind: str,
    x: int,
    y: int,
    values: Mapping[str, str] | None = None,
    name: str | None = None,
) -> tuple[Change, ...]:
    """Place a thing with values of its attributes as they are written; behind the other `put`s, or before the map.

    Raises:
        Refused: that cannot be read, or the level has another thing of that name.
    """
    _check_name(level, name)
    line = checked(f"put {written(kind, values or {}, name)} at cell({x}, {y})", "level")
    at = _end_of_puts(level)
    return settled(places.text, [Change(at, at, f"{places.newline}{level.margin}{line}")])


def move(places: Places, level: LevelPlace, thing: PutPlace, x: int, y: int) -> tuple[Change, ...]:
    """Place a thing elsewhere."""
    if thing.x is None or thing.y is None:
        made = [Change(*thing.cell, f"cell({x}, {y})")]
    else:
        made = [Change(*thing.x_at, str(x))] if x != thing.x else []
        made += [Change(*thing.y_at, str(y))] if y != thing.y else []
    return settled(places.text, made)


def change(places: Places, level: LevelPlace, thing: PutPlace, values: Mapping[str, str | None]) -> tuple[Change, ...]:
    """Give a placed thing values of its attributes, as they are written; None leaves one at its default.

    Raises:
        Refused: a value cannot be read.
    """
    for attr, value in values.items():
        if value is not None:
            checked(f"put {written(thing.term.kind, {attr: value})} at cell(0, 0)", "level")
    return settled(places.text, changed(places.text, thing.term, values))


def name(places: Places, level: LevelPlace, thing: PutPlace, called: str | None) -> tuple[Change, ...]:
    """Call a placed thing `$called`, also where the level speaks of it; None takes its name away.

    Raises:
        Refused: the name cannot be read, another thing has it, or the old one is still used.
    """
    old = thing.term.name
    if called == old:
        return ()
    _check_name(level, called)
    checked(f"put {written(thing.term.kind, {}, called)} at cell(0, 0)", "level")
    if called is None:
        check_unnamed(level, [thing])
    text, start, end = places.text, thing.term.start, thing.term.end
    if old is None:
        return settled(text, [Change(end, end, f" ${called}")])
    own = next(re.finditer(rf"\s*\${old}\b", text[start:end]))
    if called is None:
        return settled(text, [Change(start + own.start(), start + own.end(), "")])
    values = [value.at for each in level.puts for value in each.term.values]
    used = [at for at in [*values, *(param.at for param in level.params)] if text[slice(*at)].strip() == f"${old}"]
    made = [Change(start + own.end() - len(old), start + own.end(), called)]
    return settled(text, made + [Change(*at, f"${called}") for at in used])


def remove(places: Places, level: LevelPlace, thing: PutPlace) -> tuple[Change, ...]:
    """Take a placed thing away.

    Raises:
        Refused: its name is still used in the level.
    """
    check_unnamed(level, [thing])
    return settled(places.text, parts_gone(places, level, [thing.part]))


def _check_name(level: LevelPlace, called: str | None) -> None:
    if called is not None and any(each.term.name == called for each in level.puts):
        raise Refused(f"level `{level.title}` has a thing called `${called}` already: choose another name")


def _end_of_puts(level: LevelPlace) -> int:
    """Where the next `put` line goes."""
    if level.puts:
        return level.puts[-1].part.end
    above = level.head_end
    for part in level.parts:
        if part.word == "map":
            break
        above = part.end
    return above
