"""What lies under the mouse: the things of a cell or a frame pixel from top to bottom, in words ready to show.

`Inspector` takes states of a game from any engine and gives a `Position` that answers for cells and pixels. The last
position is kept, and in it every answer, so that a mouse may ask as often as it moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from arcg.compiler import ir
from arcg.runtime.engine import Standing
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.reference.drawing import bar_at
from arcg.runtime.reference.standing import worded

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Lying:
    """A thing of a position.

    Attributes:
        standing: its kind, cell, cells and attributes.
        layer: the name of its layer.
        hidden: it is on a hidden layer, so it is not drawn.
        words: what it is, as `Bale: hue red, woven 2`.
    """

    standing: Standing
    layer: str
    hidden: bool
    words: str


@dataclass(frozen=True, slots=True)
class Spot:
    """What lies in a cell, or under a pixel.

    Attributes:
        cell: the cell of the board; None: there is none, since the pixel is outside the board or under a bar.
        things: all things whose body covers the cell, the topmost first.
        hit: what a click there hits; None for nothing, and where only a cell was asked for.
        bar: the counter whose bar is there, in words; empty if there is none.
    """

    cell: Cell | None
    things: tuple[Lying, ...]
    hit: Lying | None = None
    bar: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """Lines to show: the counter of a bar, or the cell and what lies there."""
        if self.bar:
            return (self.bar,)
        if self.cell is None:
            return ()
        lines = [f"{one.words} (hidden)" if one.hidden else one.words for one in self.things]
        return (f"cell({self.cell[0]}, {self.cell[1]})", *lines)


NOWHERE = Spot(None, ())


class Inspector:
    """Looks into positions of one game."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._engine = ReferenceEngine(program)
        self._last: tuple[bytes, Position] | None = None

    def look(self, state: bytes) -> Position:
        """The position of a `state()` or a `snapshot()`; it is good until another one is looked at.

        Raises:
            ValueError: the bytes are neither, or of another program.
        """
        if self._last is None or self._last[0] != state:
            self._engine.restore(state)
            self._last = state, Position(self._engine)
        return self._last[1]


class Position:
    """What is where in one position."""

    def __init__(self, engine: ReferenceEngine) -> None:
        self._engine = engine
        self._spots: dict[Cell, Spot] = {}
        self._pixels: dict[Cell, Spot] = {}

    @cached_property
    def things(self) -> tuple[Lying, ...]:
        """All things, in the order of things."""
        standings = self._engine.things()
        return tuple([self._lying(standing, standings) for standing in standings])

    @cached_property
    def world(self) -> tuple[str, ...]:
        """The attributes of the world, one in a line, as `energy 17 of 20`; those of the player's counters first."""
        program, values = self._engine.program, self._engine.world_values()
        standings, with_bar = self._engine.things(), {bar.attr for bar in program.bars}
        lines = [self._counter(bar) for bar in program.bars]
        lines += [
            f"{attr.name} {_value(attr.domain, worded(attr.domain, values[attr.name]), standings)}"
            for number, attr in enumerate(program.world)
            if number not in with_bar
        ]
        return tuple(dict.fromkeys(lines))

    def at(self, x: int, y: int) -> Spot:
        """What lies in a cell of the board."""
        if (x, y) not in self._spots:
            level = self._engine.program.levels[self._engine.level]
            inside = 0 <= x < level.width and 0 <= y < level.height
            self._spots[x, y] = Spot((x, y), tuple(self._covering.get((x, y), ()))) if inside else NOWHERE
        return self._spots[x, y]

    def under(self, x: int, y: int) -> Spot:
        """What lies under a pixel of the frame."""
        if (x, y) not in self._pixels:
            self._pixels[x, y] = self._under(x, y)
        return self._pixels[x, y]

    def box(self, x: int, y: int) -> tuple[int, int, int, int] | None:
        """Where a cell of the board lies in the frame: left, top, width, height in pixels; None if it is not seen."""
        return self._engine.box(x, y)

    # ------------------------------------------------------------ inside

    def _under(self, x: int, y: int) -> Spot:
        bar = bar_at(self._engine.program, x, y)
        if bar is not None:
            return Spot(None, (), bar=self._counter(bar))
        cell, place = self._engine.hit(x, y)
        if cell is None:
            return NOWHERE
        return Spot(cell, self.at(*cell).things, None if place is None else self.things[place])

    @cached_property
    def _covering(self) -> dict[Cell, list[Lying]]:
        """The things that cover each cell, the topmost first: by layers, and on each in the order of things."""
        layers = {layer.name: number for number, layer in enumerate(self._engine.program.layers)}
        found: dict[Cell, list[Lying]] = {}
        for one in sorted(self.things, key=lambda one: layers[one.layer]):
            for cell in one.standing.cells:
                found.setdefault(cell, []).insert(0, one)
        return found

    def _lying(self, standing: Standing, standings: tuple[Standing, ...]) -> Lying:
        program = self._engine.program
        kind = next(kind for kind in program.kinds if kind.name == standing.kind)
        layer = program.layers[kind.layer]
        values = [f"{attr.name} {_value(attr.domain, standing.attrs[attr.name], standings)}" for attr in kind.attrs]
        words = f"{kind.name}: {', '.join(values)}" if values else kind.name
        return Lying(standing, layer.name, layer.hidden, words)

    def _counter(self, bar: ir.Bar) -> str:
        program = self._engine.program
        name = program.world[bar.attr].name
        full = ir.full(program, self._engine.level, bar)
        return f"{name} {self._engine.world_values()[name]} of {full}"


def _value(domain: ir.Domain, value: int | str | None, standings: tuple[Standing, ...]) -> str:
    """A value to be read; of a thing, given by its place, what and where it is."""
    if isinstance(domain, ir.ThingDomain):
        if not isinstance(value, int):
            return "none"
        thing = standings[value]
        return f"{thing.kind} at ({thing.x}, {thing.y})"
    return str(value)
