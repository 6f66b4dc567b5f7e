"""Levels and pictures as patterns: what is the same up to the symmetries of the square and the choice of symbols.

Levels and pictures are compared apart from mechanics: an old level pack under new rules is a new game, new levels for
old rules are not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from arcg.compiler import ir
from arcg.compiler.canonical.symmetry import SYMMETRIES, Symmetry
from arcg.dsl.boxes import shape
from arcg.dsl.core import ThingDomain

Rows = Sequence[Sequence[Hashable]]
Pattern = tuple[tuple[int, ...], ...]


def pattern(rows: Rows) -> Pattern:
    """The same for all rectangles that differ by a turn, a mirror or a renaming of their symbols."""
    return min(_renumbered(_turned(rows, symmetry)) for symmetry in SYMMETRIES)


def _turned(rows: Rows, symmetry: Symmetry) -> Rows:
    height, width = len(rows), len(rows[0])
    cells = {symmetry.cell(x, y, width, height): rows[y][x] for y in range(height) for x in range(width)}
    across, down = (height, width) if symmetry.transpose else (width, height)
    return [[cells[x, y] for x in range(across)] for y in range(down)]


def _renumbered(rows: Rows) -> Pattern:
    numbers: dict[Hashable, int] = {}
    return tuple(tuple(numbers.setdefault(symbol, len(numbers)) for symbol in row) for row in rows)


# ---------------------------------------------------------------- levels


@dataclass(frozen=True, slots=True)
class LevelMatch:
    """`a` and `b` levels in all; `duplicates` are the names of those of one pattern, each level used once."""

    a: int
    b: int
    duplicates: tuple[tuple[str, str], ...]


def match_levels(a: ir.Program, b: ir.Program) -> LevelMatch:
    """The levels that two games have in common, whatever their things are called and whatever budget they give."""
    left: dict[Pattern, list[str]] = {}
    for level in b.levels:
        left.setdefault(pattern(board(b, level)), []).append(level.name)
    found = []
    for level in a.levels:
        names = left.get(pattern(board(a, level)))
        if names:
            found.append((level.name, names.pop(0)))
    return LevelMatch(len(a.levels), len(b.levels), tuple(found))


def board(program: ir.Program, level: ir.Level) -> list[list[Hashable]]:
    """What covers each cell: kinds with their attributes, in no order."""
    cells: dict[tuple[int, int], Counter[Hashable]] = {}
    for thing in level.things:
        kind = program.kinds[thing.kind]
        offsets: set[tuple[int, int]] | None = {(0, 0)}
        if kind.body is not None:
            values = {attr.field: value for attr, value in zip(kind.attrs, thing.attrs, strict=True)}
            offsets = shape(kind.body, values)
        told = tuple(_told(attr, value) for attr, value in zip(kind.attrs, thing.attrs, strict=True))
        for dx, dy in offsets or ():
            cells.setdefault((thing.x + dx, thing.y + dy), Counter())[thing.kind, told] += 1
    return [[frozenset(cells.get((x, y), Counter()).items()) for x in range(level.width)] for y in range(level.height)]


def _told(attr: ir.AttrInfo, value: int) -> int:
    """The value of an attribute; of a reference only whether it is one, since it is a place in a list of things."""
    return min(value, 0) if isinstance(attr.domain, ThingDomain) else value


# ---------------------------------------------------------------- pictures


@dataclass(frozen=True, slots=True)
class PictureMatch:
    """`a` and `b` pictures of more than one colour; `equal` of them have a partner in the other game."""

    a: int
    b: int
    equal: int

    @property
    def share(self) -> float:
        """From 0 to 1: the pictures with a partner among all of both games (Dice 1945)."""
        return 2 * self.equal / (self.a + self.b) if self.a + self.b else 0.0


def match_pictures(a: ir.Program, b: ir.Program) -> PictureMatch:
    """How many pictures are equal up to symmetry and colours; plain ones say nothing and are left out."""
    one, two = _pictures(a), _pictures(b)
    return PictureMatch(one.total(), two.total(), (one & two).total())


def _pictures(program: ir.Program) -> Counter[Pattern]:
    """The patterns of the pictures."""
    drawn = [picture.rows for kind in program.kinds for picture in kind.pictures]
    return Counter(pattern(rows) for rows in drawn if len({pixel for row in rows for pixel in row}) > 1)
