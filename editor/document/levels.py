"""Levels as wholes: they come and go, change places and names, and set attributes of the world.

Takes the places of a text, gives the changes that make it what was asked for, or says why that cannot be. What a level
holds is changed in `maps.py` and `puts.py`.
"""

from __future__ import annotations

import re
from itertools import count

from arcg.editor.document.changes import Change, Refused
from arcg.editor.document.layout import checked, settled
from arcg.editor.document.maps import check_glyph, empty_sign, is_empty, limit, parts_gone
from arcg.editor.document.places import LevelPlace, Places
from arcg.editor.document.rows import block


def add(
    places: Places, at: int, name: str | None = None, size: tuple[int, int] | None = None, fill: str = "."
) -> tuple[Change, ...]:
    """A new level that will be number `at`, from 0, with a map full of `fill` of the size of its board.

    Raises:
        Refused: the name cannot be had, the size cannot be, or there is neither a size nor a `board` line.
    """
    board = places.board
    width, height = size or ((board.width, board.height) if board else (0, 0))
    if size is None and board is None:
        raise Refused("the game has no `board` line that can be read, so say how large the level is to be")
    if not (1 <= width <= limit(places) and 1 <= height <= limit(places)):
        raise Refused(f"a board has 1 to {limit(places)} cells each way: {width}x{height} cannot be")
    check_glyph(fill)
    if is_empty(places, fill) and (fill := empty_sign(places) or "") == "":
        raise Refused(
            "no character stands for an empty cell, since the legend gives `.` a meaning: fill with another one"
        )
    head = _named(places, name)
    like = places.levels[min(max(at - 1, 0), len(places.levels) - 1)] if places.levels else None
    margin, row_margin = (like.margin, like.row_margin) if like else (places.step, places.step * 2)
    text = head
    if board is None or (width, height) != (board.width, board.height):
        text += f"{places.newline}{margin}board {width}x{height}"
    text += block(margin, "map", row_margin, [fill * width] * height, places.newline)
    return settled(places.text, [_inserted(places, at, text)])


def duplicate(places: Places, level: LevelPlace) -> tuple[Change, ...]:
    """A copy right behind a level, without the comment above it; a name gets a number, `push_2`."""
    text = places.text[level.head : level.end]
    if level.name is not None:
        names = {other.name for other in places.levels}
        base = re.sub(r"_[0-9]+$", "", level.name)
        name = next(name for number in count(2) if (name := f"{base}_{number}") not in names)
        start, end = (at - level.head for at in level.name_at)
        text = text[:start] + name + text[end:]
    return settled(places.text, [_inserted(places, level.number + 1, text)])


def delete(places: Places, level: LevelPlace) -> tuple[Change, ...]:
    """Take a level away, with the comment above it.

    Raises:
        Refused: it is the only one.
    """
    if len(places.levels) == 1:
        raise Refused("a game has a level at least: add another one before you delete this one")
    return settled(places.text, [_cut(places, level)])


def move(places: Places, level: LevelPlace, to: int) -> tuple[Change, ...]:
    """Have a level be number `to`, from 0, with the comment above it; the others keep their order."""
    to = max(0, min(to, len(places.levels) - 1))
    if to == level.number:
        return ()
    text = places.text[level.start : level.end]
    gap = gap_above(places, level)
    inserted = _inserted(places, to + (to > level.number), text, gap or None)
    return settled(places.text, [_cut(places, level), inserted])


def rename(places: Places, level: LevelPlace, name: str | None) -> tuple[Change, ...]:
    """Give a level a name, or None.

    Raises:
        Refused: the name cannot be read, or another level has it.
    """
    if name == level.name:
        return ()
    _named(places, name)
    start, end = level.name_at
    if name is None:
        start = len(places.text[:start].rstrip(" \t"))
        return settled(places.text, [Change(start, end, "")])
    return settled(places.text, [Change(start, end, name if level.name else f" {name}")])


def set_parameter(places: Places, level: LevelPlace, name: str, value: str) -> tuple[Change, ...]:
    """Have an attribute of the world begin with a value, as it is written (`30`, `day`, `$first`).

    Raises:
        Refused: that cannot be read.
    """
    line = checked(f"{name} = {value}", "level")
    known = next((param for param in level.params if param.name == name), None)
    if known is not None:
        return settled(places.text, [Change(*known.at, value)] if known.value != value else [])
    if level.params:
        at = level.params[-1].part.end
    else:
        at = level.board.part.end if level.board else level.head_end
    return settled(places.text, [Change(at, at, f"{places.newline}{level.margin}{line}")])


def remove_parameter(places: Places, level: LevelPlace, name: str) -> tuple[Change, ...]:
    """Have an attribute of the world begin as the game says."""
    gone = [param.part for param in level.params if param.name == name]
    return settled(places.text, parts_gone(places, level, gone))


# ---------------------------------------------------------------- where levels stand


def _named(places: Places, name: str | None) -> str:
    """The line that begins a level of this name."""
    if name is None:
        return "level"
    if any(level.name == name for level in places.levels):
        raise Refused(f"there is a level `{name}` already: choose another name")
    return checked(f"level {name}")


def gap_above(places: Places, level: LevelPlace) -> str:
    """The line ends, with blank lines, between a level and what stands above it; empty at the beginning of the file."""
    above = places.text[: level.start]
    code = above.rstrip(" \t\r\n")
    return above[len(code) :].lstrip(" \t") if code.strip("\ufeff") else ""


def _cut(places: Places, level: LevelPlace) -> Change:
    """What takes a level away with the blank lines above it, or below it where nothing stands above."""
    gap = gap_above(places, level)
    if gap:
        return Change(level.start - len(gap), level.end, "")
    below = places.text[level.end :]
    return Change(level.start, level.end + len(below) - len(below.lstrip(" \t\r\n")), "")


def _inserted(places: Places, at: int, text: str, gap: str | None = None) -> Change:
    """What puts the lines of a level in, so that it is number `at`; levels stand apart as those of the file do."""
    levels = places.levels
    at = max(0, min(at, len(levels)))
    if not levels:
        end = len(places.text.rstrip(" \t\r\n"))
        rest = places.text[end:]
        apart = places.newline * 2 if places.text.strip("\ufeff \t\r\n") else ""
        return Change(end, end, apart + text + ("" if "\n" in rest else places.newline))
    gap = gap or next((gap for level in levels[::-1] if (gap := gap_above(places, level))), places.newline * 2)
    if at == 0:
        return Change(levels[0].start, levels[0].start, text + gap)
    return Change(levels[at - 1].end, levels[at - 1].end, gap + text)
