"""The board as Python numbers: what each cell holds, and where each kind and each movement is.

Cells are numbered column by column, downwards: `cell = x * height + y`. Sets of kinds and of movements are as in
`arcg.dsl.cellwise.nodes`; a set of cells is a number whose bit c stands for cell c.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from arcg.compiler import ir
from arcg.runtime.reference.state import Thing

HORIZONTAL = (ir.LEFT, ir.RIGHT)


@lru_cache(maxsize=1 << 16)
def bits(number: int) -> tuple[int, ...]:
    """The places of the bits of a set, ascending. For kinds and movements: the same few sets come again and again."""
    found = []
    while number:
        lowest = number & -number
        found.append(lowest.bit_length() - 1)
        number ^= lowest
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def asked(moves: int) -> tuple[tuple[int, int], ...]:
    """The layers that a set of movements speaks of, ascending, each with its ways as bits."""
    layers = dict.fromkeys(move // ir.MOVES for move in bits(moves))
    return tuple((layer, moves >> ir.MOVES * layer & ir.ALL_MOVES) for layer in layers)


def listed(cells: int) -> list[int]:
    """The cells of a set, ascending."""
    text = f"{cells:b}"[::-1]
    found, at = [], text.find("1")
    while at >= 0:
        found.append(at)
        at = text.find("1", at + 1)
    return found


def united(sets: Sequence[int], which: int) -> int:
    """All that is in any of the sets whose numbers are in `which`."""
    found = 0
    for number in bits(which):
        found |= sets[number]
    return found


class Grid:
    """What all boards of one size share: how cells are numbered and how rows of them lie."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.size = width * height
        self.every = (1 << self.size) - 1
        self.steps = (-1, 1, -height, height)
        """What a step in each direction adds to the number of a cell."""
        self.by_rows = [y * width + x for x in range(width) for y in range(height)]
        """The place of each cell when they are counted row by row."""
        self._begins: dict[tuple[int, int], int] = {}

    def cell(self, x: int, y: int) -> int:
        """The number of a cell."""
        return x * self.height + y

    def room(self, cell: int, way: int) -> int:
        """How many cells lie in a direction up to the edge, this one counted."""
        x, y = divmod(cell, self.height)
        return (y + 1, self.height - y, x + 1, self.width - x)[way]

    def begins(self, way: int, length: int) -> int:
        """The cells with which a row of `length` cells in a direction may begin."""
        key = (way, length)
        if key not in self._begins:
            text = "".join("1" if self.room(cell, way) >= length else "0" for cell in reversed(range(self.size)))
            self._begins[key] = int(text, 2)
        return self._begins[key]

    def neighbour(self, cell: int, way: int) -> int | None:
        """The next cell in a direction; None beyond the edge."""
        return cell + self.steps[way] if self.room(cell, way) > 1 else None


Kinds = tuple[int, ...]
"""The set of kinds in each cell: a whole position."""


class Board:
    """The cells of a level during a turn, each fact kept twice: by cell and by kind or movement.

    `kinds` and `moves` say what each cell holds, `where` and `going` in which cells each kind and each movement is,
    `present` and `moving` which there are at all. `marks` are the layers of cells that a rigid rule has moved, with
    the numbers of the groups that did, as bits one over another (see `resolving.py`).
    """

    def __init__(self, grid: Grid, kinds: int, layers: int) -> None:
        self.grid = grid
        self.kinds = [0] * grid.size
        self.moves = [0] * grid.size
        self.where = [0] * kinds
        self.going = [0] * (layers * ir.MOVES)
        self.present = 0
        self.moving = 0
        self.marks: dict[tuple[int, int], int] = {}
        self.known: dict[int, int] = {}
        """For tests of cells by number, the cells that fit, until anything changes; for `matching.py`."""

    def put(self, cell: int, kinds: int, moves: int) -> bool:
        """Replace what a cell holds; whether that is anything else than before."""
        new_kinds, new_moves = self.kinds[cell] ^ kinds, self.moves[cell] ^ moves
        if not new_kinds and not new_moves:
            return False
        bit = 1 << cell
        if new_kinds:
            self.kinds[cell] = kinds
            self.present = _exchanged(self.where, self.present, new_kinds, bit)
        if new_moves:
            self.moves[cell] = moves
            self.moving = _exchanged(self.going, self.moving, new_moves, bit)
        if self.known:
            self.known = {}
        return True

    def become(self, kinds: Kinds) -> None:
        """Put another position in the place of this one."""
        for cell, (old, new) in enumerate(zip(self.kinds, kinds, strict=True)):
            if old != new:
                self.put(cell, new, self.moves[cell])

    def rest(self) -> None:
        """Forget all movements and marks."""
        for cell in listed(united(self.going, self.moving)):
            self.put(cell, self.kinds[cell], 0)
        self.marks = {}


def _exchanged(sets: list[int], there: int, which: int, bit: int) -> int:
    """Change whether a cell is in each of some sets; of which of all sets there is any cell then."""
    for number in bits(which):
        sets[number] ^= bit
        if sets[number]:
            there |= 1 << number
        else:
            there &= ~(1 << number)
    return there


def kinds_of(grid: Grid, things: Mapping[int, Thing]) -> Kinds:
    """The position that some things come to."""
    kinds = [0] * grid.size
    for thing in things.values():
        kinds[grid.cell(thing.x, thing.y)] |= 1 << thing.kind
    return tuple(kinds)


def things_of(grid: Grid, kinds: Kinds) -> dict[int, Thing]:
    """A position as things, with the handles 0, 1, 2 and so on in the order of things."""
    of_kind: dict[int, list[Thing]] = {}
    for y in range(grid.height):
        for x in range(grid.width):
            for kind in bits(kinds[grid.cell(x, y)]):
                of_kind.setdefault(kind, []).append(Thing(kind, x, y, ()))
    return dict(enumerate(thing for kind in sorted(of_kind) for thing in of_kind[kind]))


def union(numbers: Iterable[int]) -> int:
    """All that is in any of some sets."""
    found = 0
    for number in numbers:
        found |= number
    return found


def in_order(things: Mapping[int, Thing]) -> dict[int, Thing]:
    """Things with the handles 0, 1, 2 and so on in the order of things."""
    return dict(enumerate(sorted(things.values(), key=lambda thing: (thing.kind, thing.y, thing.x))))
