"""Pictures of levels and of things for editing: the whole board as the file has it, before anything has happened.

Takes a program and the number of a level, gives pixels and what stands where. What a level looks like when it is
played is the engine's matter: there `on start` rules may have run, and a view may show a part.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.engine import Status
from arcg.runtime.reference.drawing import Area, Drawer, Pixels
from arcg.runtime.reference.matching import Matcher
from arcg.runtime.reference.order import Codec
from arcg.runtime.reference.placing import placed
from arcg.runtime.reference.standing import worded
from arcg.runtime.reference.state import Cell, State, Thing, fits

CLEAR = 255
"""What a pixel of a `Board` holds where nothing is drawn. Only boards of hidden layers have such pixels."""


@dataclass(frozen=True, slots=True)
class PlacedThing:
    """A thing of a level, its attributes as words of the file (things: their numbers in the level, or None).

    `cells` are those of its body, row by row; some may lie off the board. `number` is its place in the level's things.
    """

    kind: str
    layer: str
    x: int
    y: int
    cells: tuple[Cell, ...]
    attrs: Mapping[str, int | str | None]
    hidden: bool
    number: int


@dataclass(frozen=True, slots=True)
class Board:
    """A level: `pixels` are palette numbers, `cell` of them to a cell each way; `width` and `height` are in cells.

    `things` are in the order in which they are drawn, the last on top.
    """

    pixels: NDArray[np.uint8]
    width: int
    height: int
    cell: int
    things: tuple[PlacedThing, ...]


def board(program: ir.Program, level: int, cell: int | None = None) -> Board:
    """The whole board of a level, 0-based, without bars, with paint and fog; `cell` as in the game if it is None."""
    return _desk(_Same(program)).board(level, cell)


def hidden(program: ir.Program, level: int, cell: int | None = None) -> Board:
    """The same for the things on hidden layers, which no frame shows; `CLEAR` around them."""
    return _desk(_Same(program)).hidden(level, cell)


def picture_of(program: ir.Program, kind: str, attrs: Mapping[str, int | str | None], cell: int) -> Pixels:
    """A thing alone on a board, as large as the box of its body, -1 transparent.

    Args:
        program: the game.
        kind: the name of a kind.
        attrs: values as in the file or as numbers of the program; what is not named has its default.
        cell: pixels of a cell.

    Raises:
        ValueError: there is no such kind, attribute or value.
    """
    return _desk(_Same(program)).picture(kind, attrs, cell)


class _Same:
    """A program as a key: two are the same if they are one object. To compare or hash what they hold takes long."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.program is other.program

    def __hash__(self) -> int:
        return id(self.program)


@functools.lru_cache(maxsize=4)
def _desk(same: _Same) -> _Desk:
    return _Desk(same.program)


class _Desk:
    """Draws one program; keeps the pictures that it has made."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._codec = Codec(program)
        self._drawer = Drawer(program)

    def board(self, level: int, cell: int | None) -> Board:
        matcher, area = self._matcher(placed(self.program, level)), self._area(level, cell)
        pixels = self._drawer.board(matcher, area)
        return self._made(matcher, pixels, area.cell, self._drawer.draw_order(matcher))

    def hidden(self, level: int, cell: int | None) -> Board:
        matcher, area = self._matcher(placed(self.program, level)), self._area(level, cell)
        pixels = np.full((area.height, area.width), -1, np.int8)
        order = self._drawer.hidden_order(matcher)
        self._drawer.put(pixels, matcher, order, area)
        return self._made(matcher, pixels, area.cell, order)

    def picture(self, kind: str, attrs: Mapping[str, int | str | None], cell: int) -> Pixels:
        number = next((n for n, known in enumerate(self.program.kinds) if known.name == kind), None)
        if number is None:
            raise ValueError(f"the game has no kind {kind}")
        thing = Thing(number, 0, 0, _encoded(self.program.kinds[number], attrs))
        level = self.program.levels[0]
        state = State(0, Status.PLAYING, {0: thing}, list(level.world), [None] * len(self.program.saves), 1)
        shape = self._codec.bodies.shape(thing)
        area = Area(cell, shape.left * cell, shape.top * cell, shape.width * cell, shape.height * cell)
        pixels = np.full((area.height, area.width), -1, np.int8)
        self._drawer.put(pixels, self._matcher(state), [0], area)
        return pixels

    def _matcher(self, state: State) -> Matcher:
        return Matcher(self.program, self._codec, state, state.saved(), ())

    def _area(self, level: int, cell: int | None) -> Area:
        data = self.program.levels[level]
        side = data.cell if cell is None else cell
        return Area(side, 0, 0, data.width * side, data.height * side)

    def _made(self, matcher: Matcher, pixels: Pixels, cell: int, order: list[int]) -> Board:
        data = self.program.levels[matcher.state.level]
        things = tuple(self._thing(matcher.state.things[handle], handle) for handle in order)
        return Board(pixels.astype(np.uint8), data.width, data.height, cell, things)  # -1 becomes `CLEAR`

    def _thing(self, thing: Thing, number: int) -> PlacedThing:
        kind = self.program.kinds[thing.kind]
        layer = self.program.layers[kind.layer]
        attrs = {attr.name: worded(attr.domain, value) for attr, value in zip(kind.attrs, thing.attrs, strict=True)}
        cells = self._codec.bodies.cells(thing)
        return PlacedThing(kind.name, layer.name, thing.x, thing.y, cells, attrs, layer.hidden, number)


def _encoded(kind: ir.Kind, attrs: Mapping[str, int | str | None]) -> tuple[int, ...]:
    """The attributes of a thing of a kind in the kind's order, as the program has them."""
    names = [attr.name for attr in kind.attrs]
    if unknown := [name for name in attrs if name not in names]:
        raise ValueError(f"{kind.name} has no attribute {unknown[0]}")
    return tuple(_number(attr, attrs[attr.name]) if attr.name in attrs else attr.default for attr in kind.attrs)


def _number(attr: ir.AttrInfo, value: int | str | None) -> int:
    """A value as the program has it; a thing that is alone knows no other."""
    if isinstance(attr.domain, ir.ThingDomain):
        return ir.NONE
    words = attr.domain.names if isinstance(attr.domain, ir.EnumDomain) else ir.DIRECTIONS
    number = words.index(value) if value in words else value
    if not isinstance(number, int) or not fits(attr.domain, number, {}):
        raise ValueError(f"{attr.name} cannot be {value}")
    return number
