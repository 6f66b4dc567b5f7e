"""Bodies: which cells a thing covers, as its kind's body and its attributes say.

A body knows nothing but the thing's own attributes, so what it comes to is worked out once for each combination.
"""

from __future__ import annotations

from dataclasses import dataclass

from arcg.compiler import ir
from arcg.runtime.reference.state import Cell, State, Thing


@dataclass(frozen=True, slots=True)
class Shape:
    """A body as it lies now, seen from its thing's cell.

    `cells` row by row; `left`, `top`, `width`, `height` are its box, as it is turned; `quarters` clockwise ones it is
    turned by, after it was `mirrored`.
    """

    cells: tuple[Cell, ...]
    left: int = 0
    top: int = 0
    width: int = 1
    height: int = 1
    quarters: int = 0
    mirrored: bool = False


POINT = Shape(((0, 0),))
"""What a thing without a body covers."""

_ZERO = ir.Const("int", 0)

NOTHING = Shape((), width=0, height=0)
"""A body whose box is none, or too large: no position that is legal holds one."""


class Bodies:
    """The shapes of the things of one program."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._known: dict[tuple[int, tuple[int, ...]], Shape] = {}

    def shape(self, thing: Thing) -> Shape:
        """The shape of a thing."""
        if self.program.kinds[thing.kind].body is None:
            return POINT
        key = (thing.kind, thing.attrs)
        if key not in self._known:
            self._known[key] = self._measured(thing)
        return self._known[key]

    def cells(self, thing: Thing) -> tuple[Cell, ...]:
        """The cells that a thing covers, row by row; some may lie off the board."""
        return tuple([(thing.x + dx, thing.y + dy) for dx, dy in self.shape(thing).cells])

    def seen(self, state: State, thing: Thing) -> tuple[Cell, ...]:
        """The cells of the board that a thing covers, row by row."""
        level = self.program.levels[state.level]
        return tuple([(x, y) for x, y in self.cells(thing) if 0 <= x < level.width and 0 <= y < level.height])

    def at(self, state: State, cell: Cell) -> list[int]:
        """The handles of the things that cover a cell of the board, in no particular order."""
        if state.covering is None:
            state.covering = {}
            for handle, thing in state.things.items():
                for covered in self.seen(state, thing):
                    state.covering.setdefault(covered, []).append(handle)
        return state.covering.get(cell, [])

    def legal(self, state: State, thing: Thing) -> bool:
        """Whether a thing has a body, and lies on the board or, on an open layer, not too far outside."""
        cells, level = self.cells(thing), self.program.levels[state.level]
        if not cells:
            return False
        if not self.program.layers[self.program.kinds[thing.kind].layer].open:
            return len(self.seen(state, thing)) == len(cells)
        far = ir.MAX_OUTSIDE
        return -far <= thing.x < level.width + far and -far <= thing.y < level.height + far

    def turned(self, thing: Thing, sense: str, pivot: Cell) -> Thing:
        """A thing after a quarter turn about a cell."""
        x, y = _quarter((thing.x - pivot[0], thing.y - pivot[1]), sense)
        body = self.program.kinds[thing.kind].body
        if body is None or body.turned is None:
            return thing._replace(x=pivot[0] + x, y=pivot[1] + y)
        shape = self.shape(thing)
        attrs = tuple(
            [
                (ir.CLOCKWISE if sense == "cw" else ir.COUNTER_CLOCKWISE)[value] if attr.field == body.turned else value
                for attr, value in zip(self.program.kinds[thing.kind].attrs, thing.attrs, strict=True)
            ]
        )
        if body.origin is None:  # the box goes round the pivot, and the thing's cell is its top left one again
            corners = [(thing.x, thing.y), (thing.x + shape.width - 1, thing.y + shape.height - 1)]
            gone = [_quarter((cx - pivot[0], cy - pivot[1]), sense) for cx, cy in corners]
            x, y = min(cx for cx, _ in gone), min(cy for _, cy in gone)
        return Thing(thing.kind, pivot[0] + x, pivot[1] + y, attrs)

    def _measured(self, thing: Thing) -> Shape:
        from arcg.runtime.reference.asking import Alone  # questions about positions need to know of bodies

        body = self.program.kinds[thing.kind].body
        assert body is not None
        alone = Alone(self.program, body, thing)
        width, height = alone.number(body.width), alone.number(body.height)
        across, down = (alone.number(part) for part in body.origin or (_ZERO, _ZERO))
        if width is None or height is None or across is None or down is None:
            return NOTHING
        if not (1 <= width <= ir.MAX_BODY and 1 <= height <= ir.MAX_BODY):
            return NOTHING
        mirrored = body.mirrored is not None and alone.holds(body.mirrored, 0, 0)
        quarters, facing = 0, body.upright
        while body.turned is not None and facing != alone.attribute(body.turned):
            quarters, facing = quarters + 1, ir.CLOCKWISE[facing]

        def placed(column: int, row: int) -> Cell:
            x, y = column - across, row - down
            x = -x if mirrored else x
            for _ in range(quarters):
                x, y = _quarter((x, y), "cw")
            return x, y

        box = [(column, row) for row in range(height) for column in range(width)]
        corners = [placed(0, 0), placed(width - 1, height - 1)]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        shift = (left, top) if body.origin is None else (0, 0)
        if body.rows:
            box = [(column, row) for column, row in box if body.rows[row][column]]
        elif body.when is not None:
            box = [(column, row) for column, row in box if alone.holds(body.when, column, row)]
        inside = [placed(column, row) for column, row in box]
        cells = sorted(((x - shift[0], y - shift[1]) for x, y in inside), key=lambda cell: (cell[1], cell[0]))
        sides = (height, width) if quarters % 2 else (width, height)
        return Shape(tuple(cells), left - shift[0], top - shift[1], *sides, quarters, mirrored)


def _quarter(cell: Cell, sense: str) -> Cell:
    """A cell seen from a pivot, after a quarter turn about it; y grows downwards."""
    x, y = cell
    return (-y, x) if sense == "cw" else (y, -x)
