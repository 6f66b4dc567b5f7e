"""Drawing on cells: lines, boxes, filling, pieces that are moved, turned and mirrored, strokes that repeat themselves.

Takes cells `(x, y)` and pieces, tuples of equally long rows of anything; gives the same. Nothing here knows a level or
a picture: both are drawn on with this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, NamedTuple, TypeVar

T = TypeVar("T")

Cell = tuple[int, int]
Piece = tuple[tuple[T, ...], ...]
Axis = Literal["left-right", "top-bottom", "diagonal"]
"""What a piece is mirrored by: its left side becomes its right one, its top its bottom, its rows its columns."""

Symmetry = Literal["none", "left-right", "top-bottom", "both", "diagonal", "quarter"]
SYMMETRIES: Final[tuple[Symmetry, ...]] = ("none", "left-right", "top-bottom", "both", "diagonal", "quarter")
"""How a stroke repeats itself: not, mirrored, mirrored both ways, by the falling diagonal, in four quarter turns."""


class Rect(NamedTuple):
    """A rectangle of cells: its upper left one, columns and rows."""

    x: int
    y: int
    width: int
    height: int

    @classmethod
    def spanning(cls, first: Cell, second: Cell) -> Rect:
        """The rectangle that has two cells as corners."""
        (a, b), (c, d) = first, second
        return cls(min(a, c), min(b, d), abs(a - c) + 1, abs(b - d) + 1)

    def cells(self) -> list[Cell]:
        """Its cells, row by row."""
        return [(x, y) for y in range(self.y, self.y + self.height) for x in range(self.x, self.x + self.width)]


def line(first: Cell, last: Cell) -> list[Cell]:
    """The cells of a straight line, both ends included; each touches the next, at a corner at least."""
    (x, y), (to_x, to_y) = first, last
    wide, high = abs(to_x - x), -abs(to_y - y)
    step_x, step_y = (1 if x < to_x else -1), (1 if y < to_y else -1)
    error = wide + high
    cells = [(x, y)]
    while (x, y) != (to_x, to_y):
        twice = 2 * error
        if twice >= high:
            error += high
            x += step_x
        if twice <= wide:
            error += wide
            y += step_y
        cells.append((x, y))
    return cells


def box(first: Cell, last: Cell, *, filled: bool = False) -> list[Cell]:
    """The cells of the rectangle between two corners, or of its edge, row by row."""
    rect = Rect.spanning(first, last)
    right, bottom = rect.x + rect.width - 1, rect.y + rect.height - 1
    return [(x, y) for x, y in rect.cells() if filled or x in (rect.x, right) or y in (rect.y, bottom)]


def flood(start: Cell, width: int, height: int, value: Callable[[int, int], object]) -> list[Cell]:
    """The cells of a board that hang together with `start`, side by side, and have its value; none from outside."""
    if not (0 <= start[0] < width and 0 <= start[1] < height):
        return []
    wanted = value(*start)
    found = {start: None}
    waiting = [start]
    while waiting:
        x, y = waiting.pop()
        for cell in ((x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)):
            inside = 0 <= cell[0] < width and 0 <= cell[1] < height
            if inside and cell not in found and value(*cell) == wanted:
                found[cell] = None
                waiting.append(cell)
    return list(found)


def taken(rect: Rect, value: Callable[[int, int], T]) -> Piece[T]:
    """What lies in a rectangle, as a piece."""
    columns = range(rect.x, rect.x + rect.width)
    return tuple(tuple(value(x, y) for x in columns) for y in range(rect.y, rect.y + rect.height))


def placed(piece: Sequence[Sequence[T]], x: int, y: int, width: int, height: int) -> dict[Cell, T]:
    """The cells of a piece laid down with its upper left cell at `(x, y)`; what is outside of the board is left out."""
    cells = {(x + column, y + row): value for row, values in enumerate(piece) for column, value in enumerate(values)}
    return {cell: value for cell, value in cells.items() if 0 <= cell[0] < width and 0 <= cell[1] < height}


def moved(rect: Rect, piece: Sequence[Sequence[T]], x: int, y: int, width: int, height: int, empty: T) -> dict[Cell, T]:
    """What the cells of a board become if the piece that lay in `rect` lies with its upper left cell at `(x, y)`."""
    left = placed([[empty] * rect.width] * rect.height, rect.x, rect.y, width, height)
    return left | placed(piece, x, y, width, height)


def turned(piece: Piece[T], quarters: int = 1) -> Piece[T]:
    """A piece turned clockwise by so many quarters; less than none turns the other way."""
    for _ in range(quarters % 4):
        piece = tuple(zip(*piece[::-1], strict=True))
    return piece


def mirrored(piece: Piece[T], axis: Axis) -> Piece[T]:
    """A piece mirrored."""
    match axis:
        case "left-right":
            return tuple(row[::-1] for row in piece)
        case "top-bottom":
            return piece[::-1]
    return tuple(zip(*piece, strict=True))


def shifted(piece: Piece[T], dx: int, dy: int) -> Piece[T]:
    """A piece with its columns and rows pushed on; what leaves it at one side comes in at the other."""
    rows = _pushed(piece, dy)
    return tuple(_pushed(row, dx) for row in rows)


def _pushed(items: tuple[T, ...], by: int) -> tuple[T, ...]:
    cut = -by % len(items) if items else 0
    return items[cut:] + items[:cut]


def symmetric(cells: Iterable[Cell], width: int, height: int, symmetry: Symmetry) -> list[Cell]:
    """The cells of a stroke with their images on a board, each once; images outside of the board are left out.

    Everything is mirrored and turned about the middle of the board. Where a quarter turn would lead between cells,
    because one side is even and the other odd, only the half turn is made.
    """
    found: dict[Cell, None] = {}
    for cell in cells:
        for x, y in _images(cell, width, height, symmetry):
            if 0 <= x < width and 0 <= y < height:
                found[x, y] = None
    return list(found)


def _images(cell: Cell, width: int, height: int, symmetry: Symmetry) -> list[Cell]:
    x, y = cell
    right, down = width - 1 - x, height - 1 - y
    match symmetry:
        case "none":
            return [cell]
        case "left-right":
            return [cell, (right, y)]
        case "top-bottom":
            return [cell, (x, down)]
        case "both":
            return [cell, (right, y), (x, down), (right, down)]
        case "diagonal":
            return [cell, (y, x)]
    if (width - height) % 2:
        return [cell, (right, down)]
    shift = (width - height) // 2
    return [cell, (width - 1 - y - shift, x - shift), (right, down), (y + shift, height - 1 - x + shift)]
