"""A probe: a game on many levels at once, whose positions are kept, moved on and looked at, many in a call.

What is seen of a position is, cell by cell, what parts (`cast.py`) lie there and how they show, as a number; what is
never drawn is not seen. Undo is no move here, since positions are kept without what came before them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.behaviour.boards import with_things
from arcg.runtime.behaviour.cast import Cast
from arcg.runtime.engine import Action, Status
from arcg.runtime.kernel import layout
from arcg.runtime.kernel.batch import KernelBatch
from arcg.runtime.kernel.framing import framing
from arcg.runtime.reference.engine import ReferenceEngine

WIDTH = 128
"""Positions that are moved on in one call."""

Seen = NDArray[np.uint64]
"""Cells of the largest board, row by row, one position after another; 0: nothing is seen there."""


class Resized(Exception):  # noqa: N818  it is no error: what was explored has to be explored again, with more room
    """The arrays had to grow, and positions that were kept are of no use any more."""


class Place(NamedTuple):
    """A position: `key` tells it from others, `row` is what the kernels keep of it; and how the level stands."""

    key: bytes
    row: NDArray[Any]
    status: Status


def bare(program: ir.Program) -> ir.Program:
    """The game without undo, and without pictures unless clicks go by them: it is ready sooner."""
    actions = tuple(action for action in program.actions if action != Action.UNDO)
    program = dataclasses.replace(program, actions=actions)
    if Action.CLICK in actions and program.cellwise is None:
        return program
    kinds = tuple(dataclasses.replace(kind, pictures=(), tints=()) for kind in program.kinds)
    return dataclasses.replace(program, kinds=kinds, paints=())


class Probe:
    """One game on its levels.

    Attributes:
        size: columns and rows of the largest level.
    """

    def __init__(self, cast: Cast, levels: Sequence[ir.Level]) -> None:
        self.cast = cast
        self.program = dataclasses.replace(bare(cast.program), levels=tuple(levels))
        self.size = max(level.width for level in levels), max(level.height for level in levels)
        self.batch = KernelBatch(self.program, WIDTH, translated=False)
        self._framing: dict[int, tuple[int, int, int]] = {}
        random = np.random.default_rng(20_07)
        parts = len(cast.parts)
        self._weights = random.integers(1, 1 << 63, parts, np.uint64) | np.uint64(1)
        most = max((len(kind.attrs) for kind in cast.program.kinds), default=0)
        self._spice = random.integers(1, 1 << 63, (parts, max(1, most)), np.uint64) | np.uint64(1)

    def ended(self) -> list[int]:
        """The levels that are won or lost as they begin."""
        engine, found = ReferenceEngine(self.program), []
        count = len(self.program.levels)
        for first in range(0, count, WIDTH):
            some = range(first, min(first + WIDTH, count))
            self.begin(some)
            for number in some:
                engine.restore(self.batch.state(number - first))
                if engine.status != Status.PLAYING or engine.level != number or engine.verdict() is not None:
                    found.append(number)
        return found

    # ------------------------------------------------------------ positions

    def begin(self, levels: Sequence[int]) -> tuple[list[Place], Seen]:
        """How levels begin, at most `WIDTH` of them."""
        count = len(levels)
        self.batch.begin(np.arange(count), level=np.array(levels, np.int64))
        return self._places(count, np.array(levels)), self._seen(count)

    def step(self, places: Sequence[Place], actions: Sequence[tuple[int, int, int]]) -> tuple[list[Place], Seen]:
        """What positions become, each by its action (for a click with a cell of the board), at most `WIDTH` of them."""
        moves = [(act[0], *self.pixel(int(place.row[0]), act)) for place, act in zip(places, actions, strict=True)]
        return self.move(places, moves)

    def move(self, places: Sequence[Place], moves: Sequence[tuple[int, int, int]]) -> tuple[list[Place], Seen]:
        """The same for clicks with pixels."""
        arrays, count = self.batch.arrays, len(places)
        if any(len(place.row) != arrays.E.shape[1] for place in places):
            raise Resized
        arrays.E[:count] = [place.row for place in places]
        head = self.batch.layout
        levels = arrays.E[:count, 0].copy()
        done = arrays.E[:count, head.ROW_COMPLETED - head.LEVEL].copy()
        asked = np.full((3, WIDTH), -1, np.int64)
        asked[:, :count] = np.array(moves, np.int64).T
        self.batch.step(*asked)
        if self.batch.arrays.E.shape[1] != len(places[0].row):
            raise Resized
        won = self.batch.arrays.E[:count, head.ROW_COMPLETED - head.LEVEL] > done
        return self._places(count, levels, won), self._seen(count)

    def pixel(self, level: int, act: tuple[int, int, int]) -> tuple[int, int]:
        """The pixel in the middle of the cell of a click, where all of the board is seen; for other actions -1, -1."""
        action, x, y = act
        if action != Action.CLICK:
            return -1, -1
        if level not in self._framing:
            found = framing(self.program, level)
            self._framing[level] = found.factor * self.program.levels[level].cell, found.left, found.top
        side, left, top = self._framing[level]
        return left + x * side + side // 2, top + y * side + side // 2

    def cell(self, level: int, x: int, y: int) -> tuple[int, int]:
        """The cell of a pixel, of a board that is seen as a whole."""
        found = framing(self.program, level)
        side = found.factor * self.program.levels[level].cell
        return (x - found.left) // side, (y - found.top) // side

    def _places(self, count: int, levels: NDArray[Any], won: NDArray[np.bool_] | None = None) -> list[Place]:
        head, rows = self.batch.layout, self.batch.arrays.E[:count].copy()
        keys = self._keys(rows)
        status = rows[:, head.ROW_STATUS - head.LEVEL]
        found = []
        for number in range(count):
            stands = Status(int(status[number]))
            if (won is not None and won[number]) or rows[number, 0] != levels[number]:
                stands = Status.WON
            found.append(Place(keys[number], rows[number], stands))
        return found

    def _keys(self, rows: NDArray[Any]) -> list[bytes]:
        """What tells positions apart: of rows at rest, all that is no trace of how they came about.

        At rest things lie in order and refer to one another by their places, so equal positions are equal here. What
        is left in named saves of longer ones may tell equal positions apart, which costs time and nothing else.
        """
        if self.program.cellwise is not None:
            return [
                row[self.batch.layout.ROW_HEAD :].tobytes() + bytes([row[0] & 255, row[0] >> 8 & 255]) for row in rows
            ]
        image = self.batch.arrays.P
        block = int(image[layout.LIVE]) - layout.LEVEL
        world, record, capacity = (int(image[word]) for word in (layout.WORLD, layout.RECORD, layout.CAPACITY))
        first = block + layout.BLOCK_HEAD
        end = first + world + capacity * record
        held = self._records(rows)
        kept = np.delete(held, [layout.HANDLE, layout.SEQUENCE], axis=2).reshape(len(rows), -1)
        parts = np.concatenate([rows[:, :1], rows[:, first : first + world], kept, rows[:, end:]], axis=1)
        return [part.tobytes() for part in np.ascontiguousarray(parts)]

    def _records(self, rows: NDArray[Any]) -> NDArray[Any]:
        """The things of positions of a game of things, shape (positions, most, words); -1 behind the last one."""
        image = self.batch.arrays.P
        block = int(image[layout.LIVE]) - layout.LEVEL
        world, record, capacity = (int(image[word]) for word in (layout.WORLD, layout.RECORD, layout.CAPACITY))
        first = block + layout.BLOCK_HEAD + world
        held = rows[:, first : first + capacity * record].reshape(len(rows), capacity, record).copy()
        counts = rows[:, block + layout.BLOCK_SLOTS]
        held[np.arange(capacity)[None, :] >= counts[:, None]] = -1
        return held

    # ------------------------------------------------------------ positions as levels

    def level(self, place: Place, number: int) -> ir.Level:
        """A position as a level, with nothing but what counts."""
        level, kinds = self.program.levels[number], self.program.kinds
        self.batch.arrays.E[0] = place.row
        if self.program.cellwise is not None:
            planes = self.batch.planes(which=np.arange(1))[0]
            things = [ir.Placed(int(kind), int(x), int(y), ()) for kind, y, x in zip(*np.nonzero(planes), strict=True)]
            world: tuple[int, ...] = ()
        else:
            image = self.batch.arrays.P
            block = int(image[layout.LIVE]) - layout.LEVEL + layout.BLOCK_HEAD
            world = tuple(place.row[block : block + int(image[layout.WORLD])].tolist())
            held = self._records(place.row[None])[0]
            things = []
            for words in held[held[:, layout.KIND] >= 0].tolist():
                kind = words[layout.KIND]
                attrs = words[layout.ATTR :][: len(kinds[kind].attrs)]
                things.append(ir.Placed(kind, words[layout.X], words[layout.Y], tuple(attrs)))
        whole = dataclasses.replace(level, things=tuple(things), world=world)
        return with_things(self.program, whole, [n for n, t in enumerate(things) if t.kind in self.cast.part_of])

    # ------------------------------------------------------------ looking

    def parts(self, count: int) -> NDArray[np.bool_]:
        """Where the parts of the game are, in the first positions of the batch: shape (count, parts, height, width)."""
        planes = self.batch.planes(which=np.arange(count))[:count]
        result = np.zeros((count, len(self.cast.parts), *planes.shape[2:]), np.bool_)
        for kind, part in self.cast.part_of.items():
            result[:, part] |= planes[:, kind] > 0
        return result

    def _seen(self, count: int) -> Seen:
        """What is seen of the first positions of the batch, shape (count, cells)."""
        planes = self.batch.planes(which=np.arange(count))[:count]
        width, height = self.size
        total = np.zeros((count, height, width), np.uint64)
        for kind, part in self.cast.part_of.items():
            if self.cast.parts[part].shown:
                total += planes[:, kind] * self._weights[part]
        if self.program.cellwise is None and any(part.seen for part in self.cast.parts):
            self._add_looks(count, total)
        return total.reshape(count, -1)

    def _add_looks(self, count: int, total: Seen) -> None:
        """Add how things show, in their own cells."""
        held = self._records(self.batch.arrays.E[:count])
        width, height = self.size
        for part, told in enumerate(self.cast.parts):
            if not told.seen or not told.shown:
                continue
            for kind in told.kinds:
                which, slot = np.nonzero(held[:, :, layout.KIND] == kind)
                found = held[which, slot]
                x, y = found[:, layout.X], found[:, layout.Y]
                inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
                look = np.zeros(len(found), np.uint64)
                for place in told.seen:
                    look += self._spice[part, place] * (found[:, layout.ATTR + place].astype(np.int64) + 7).astype(
                        np.uint64
                    )
                np.add.at(total, (which[inside], y[inside], x[inside]), look[inside])
