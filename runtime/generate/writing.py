"""Fresh levels as the text of a game: the file as it is, with these levels in the place of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from arcg.compiler import ir
from arcg.dsl.art import Line, normalise, outline
from arcg.dsl.core import DIRECTIONS

GLYPHS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789*+-=@&%$!?:;,^~<>(){}[]|'`\"_#\\"
"""Characters for what stands together in a cell and has none in the legend."""

Stack = tuple[tuple[int, tuple[int, ...]], ...]
"""What stands in a cell: kinds with their attributes, in the order of the legend's entry."""


class NoGlyphError(ValueError):
    """More different cells than there are characters for them."""


def written(program: ir.Program, text: str, legend: dict[str, Stack], levels: Sequence[ir.Level]) -> str:
    """A game file with other levels.

    Args:
        program: the game.
        text: its file.
        legend: what each character of its legend places.
        levels: the levels to write. What a cell holds and the legend has no character for gets one of its own.

    Raises:
        NoGlyphError: there are too few characters.
    """
    glyphs = {_together(program, stack): glyph for glyph, stack in reversed(legend.items())}
    unused = iter([glyph for glyph in GLYPHS if glyph not in legend])
    added: dict[str, Stack] = {}
    blocks = [_level(program, level, glyphs, unused, added) for level in levels]
    rows = _without_levels(
        text, [f"{glyph} = {' '.join(_made(program, *one) for one in s)}" for glyph, s in added.items()]
    )
    return "\n".join([*rows, *("\n" + "\n".join(block) for block in blocks)]) + "\n"


def _together(program: ir.Program, stack: Iterable[tuple[int, tuple[int, ...]]]) -> Stack:
    """What stands in a cell, whatever the order; numbers that a level gives itself are left out."""
    return tuple(sorted((kind, _own(program, kind, attrs)) for kind, attrs in stack))


def _own(program: ir.Program, kind: int, attrs: tuple[int, ...]) -> tuple[int, ...]:
    return attrs[:-1] if program.kinds[kind].numbered is not None else attrs


def _level(
    program: ir.Program, level: ir.Level, glyphs: dict[Stack, str], unused: Iterator[str], added: dict[str, Stack]
) -> list[str]:
    cell = f" cell {level.cell}" if program.view is None else ""
    rows = [f"level {level.name}", f"    board {level.width}x{level.height}{cell}"]
    if level.view is not None:
        rows.append(f"    view {level.view[0]}x{level.view[1]}")
    for attr, value in zip(program.world, level.world, strict=True):
        if value != attr.default:
            rows.append(f"    {attr.name} = {_value(attr.domain, value)}")
    cells: dict[tuple[int, int], list[tuple[int, tuple[int, ...]]]] = {}
    outside = []
    for thing in level.things:
        if 0 <= thing.x < level.width and 0 <= thing.y < level.height:
            cells.setdefault((thing.x, thing.y), []).append((thing.kind, thing.attrs))
        else:
            outside.append(thing)
    drawn = [["."] * level.width for _ in range(level.height)]
    for (x, y), stack in cells.items():
        key = _together(program, stack)
        if key not in glyphs:
            glyph = next(unused, None)
            if glyph is None:
                raise NoGlyphError("there are more different cells than characters for a map; write fewer levels")
            glyphs[key] = glyph
            added[glyph] = tuple(stack)
        drawn[y][x] = glyphs[key]
    rows += [f"    put {_made(program, thing.kind, thing.attrs)} at cell({thing.x}, {thing.y})" for thing in outside]
    return [*rows, "    map", *("        " + "".join(row) for row in drawn)]


def _made(program: ir.Program, kind: int, attrs: tuple[int, ...]) -> str:
    """A thing as the legend and `put` write it."""
    entry = program.kinds[kind]
    said = [
        f"{attr.name}={_value(attr.domain, value)}" for attr, value in zip(entry.attrs, attrs, strict=True)
        if value != attr.default and attr.field != entry.numbered
    ]  # fmt: skip
    return entry.name + (f"{{{', '.join(said)}}}" if said else "")


def _value(domain: ir.Domain, value: int) -> str:
    match domain:
        case ir.EnumDomain(names):
            return names[value]
        case ir.DirDomain():
            return DIRECTIONS[value]
        case ir.ThingDomain():
            return "none"
    return str(value)


def _without_levels(text: str, entries: list[str]) -> list[str]:
    """The rows of a file but for its levels and the comments right above them, with more entries in its legend."""
    text = normalise(text)
    rows = text.split("\n")
    lines = outline(text, "", lambda code, span, **names: None)
    gone: set[int] = set()
    last_entry = None
    for line in lines:
        end = max(_ends(line))
        if line.word == "level":
            start = line.number
            while start > 1 and rows[start - 2].strip().startswith("//"):
                start -= 1
            gone |= set(range(start, end + 1))
        elif line.word == "legend":
            last_entry = end
    made: list[str] = []
    for number, row in enumerate(rows, 1):
        if number not in gone:
            made.append(row)
        if number == last_entry:
            made += ["    " + entry for entry in entries]
    if last_entry is None and entries:
        made += ["", "legend", *("    " + entry for entry in entries)]
    while made and not made[-1].strip():
        made.pop()
    return made


def _ends(line: Line) -> Iterator[int]:
    """The last row of a line, and those of all below it."""
    yield line.number + line.text.count("\n")
    for child in line.children:
        yield from _ends(child)
