"""The grid behind a picture: how large its cells are, where they begin, and what lies in each.

Takes a picture of 64x64 pixels, gives the tiling that takes the least text to tell: cells of one colour have its
letter, cells of several colours that look alike share a small letter whose picture is told once. A picture that is
drawn on no grid has cells of one pixel; its rows are told by runs.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.engine import SIZE

LETTERS = "WSLADKMPRBCYONGV"
"""A letter for each colour, by number."""

BACKGROUND = "."
"""What stands for the commonest colour of a picture."""

SMALL = "abcdefghijklmnopqrstuvwxyz0123456789"
"""What cells of several colours are called."""

LARGEST = 21
"""Pixels of the largest cells that are looked for."""

LEAST, PIXELS = 3, 2
"""Smaller cells than that are pixels, and a character that tells of pixels counts so many times."""


@dataclass(frozen=True)
class Tiling:
    """A grid over a picture.

    Attributes:
        cell: pixels of a cell, each way.
        left: the column of pixels where the first cell begins.
        top: the row of pixels where the first cell begins.
        rows: the cells as text, a row each.
        tiles: the pictures of small letters, each as rows of text, in cells that are as large as they can be.
        edges: what lies beside the grid: where it is, and its rows of text.
        background: the commonest colour.
        kinds: the small letters by the pixels of their cells.
    """

    cell: int
    left: int
    top: int
    rows: tuple[str, ...]
    tiles: tuple[tuple[str, tuple[str, ...]], ...]
    edges: tuple[tuple[str, tuple[str, ...]], ...]
    background: int
    kinds: Mapping[bytes, str]

    def cost(self) -> int:
        """About how many characters it takes to tell of it. Cells count for more than pixels, for they mean more."""
        pictures = sum(len("/".join(folded(rows))) + 4 for _, rows in self.tiles)
        edges = sum(len("/".join(folded(rows))) + len(where) + 3 for where, rows in self.edges)
        grid = sum(len(row) + 1 for row in folded(self.rows))
        return (grid if self.cell >= LEAST else PIXELS * grid) + PIXELS * (edges + pictures)

    def cells(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The pixels of another picture by cells: shape (rows, columns, cell * cell)."""
        return _cut(picture, self.cell, self.left, self.top)

    def sign(self, pixels: NDArray[np.uint8]) -> str:
        """What stands for a cell with these pixels; a question mark for one that this picture does not have."""
        if (pixels == pixels[0]).all():
            return BACKGROUND if pixels[0] == self.background else LETTERS[pixels[0]]
        return self.kinds.get(pixels.tobytes(), "?")


def tiling(picture: NDArray[np.uint8]) -> Tiling:
    """The tiling of a picture that is the shortest to tell."""
    found = [one for cell, left, top in _candidates(picture) if (one := _tiled(picture, cell, left, top)) is not None]
    return min(found, key=Tiling.cost)


def letters(picture: NDArray[np.uint8], background: int) -> list[str]:
    """Pixels as letters, a row each."""
    names = LETTERS[:background] + BACKGROUND + LETTERS[background + 1 :]
    return ["".join(names[colour] for colour in row) for row in picture.tolist()]


def folded(rows: tuple[str, ...] | list[str]) -> list[str]:
    """Rows with runs told as a sign and how often it stands there, where that is shorter, and equal rows told once."""
    lines = []
    for row, same in itertools.groupby(rows):
        runs = "".join(sign + (str(count) if count > 1 else "") for sign, count in _runs(row))
        count = len(list(same))
        short = runs if len(runs) < len(row) and not any(sign.isdigit() for sign in row) else row
        lines += [short] * count if count * (len(short) + 1) <= len(short) + 3 else [f"{short} x{count}"]
    return lines


def _runs(row: str) -> Iterator[tuple[str, int]]:
    for sign, same in itertools.groupby(row):
        yield sign, len(list(same))


def _candidates(picture: NDArray[np.uint8]) -> Iterator[tuple[int, int, int]]:
    """Cells and where they might begin: at the first change in the picture, or so that they lie in its middle."""
    down, across = _changes(picture), _changes(picture.T)
    seen = {(1, 0, 0)}
    yield 1, 0, 0
    for cell in range(2, LARGEST + 1):
        middles = {(SIZE - count * cell) // 2 % cell for count in (SIZE // cell, SIZE // cell - 1)}
        lefts = {*middles, *(place % cell for place in across[:1])}
        tops = {*middles, *(place % cell for place in down[:1])}
        for left, top in ((0, 0), *sorted(itertools.product(lefts, tops))):
            if (cell, left, top) not in seen:
                seen.add((cell, left, top))
                yield cell, left, top


def _changes(picture: NDArray[np.uint8]) -> list[int]:
    """The rows that are unlike the row above."""
    places: list[int] = (np.flatnonzero((picture[1:] != picture[:-1]).any(1)) + 1).tolist()
    return places


def _cut(picture: NDArray[np.uint8], cell: int, left: int, top: int) -> NDArray[np.uint8]:
    rows, columns = (SIZE - top) // cell, (SIZE - left) // cell
    inner = picture[top : top + rows * cell, left : left + columns * cell]
    return inner.reshape(rows, cell, columns, cell).swapaxes(1, 2).reshape(rows, columns, cell * cell)


def _tiled(picture: NDArray[np.uint8], cell: int, left: int, top: int) -> Tiling | None:
    """The picture cut into such cells; None if there are too many kinds of them."""
    background = int(np.bincount(picture.ravel(), minlength=16).argmax())
    cells = _cut(picture, cell, left, top)
    plain = (cells == cells[:, :, :1]).all(2)
    keys = [tile.tobytes() for tile in cells[~plain]]
    kinds = list(dict.fromkeys(keys))
    if len(kinds) > len(SMALL):
        return None
    names = dict(zip(kinds, SMALL, strict=False))
    signs = letters(cells[:, :, 0], background)
    mixed = iter(keys)
    rows = tuple(
        "".join(sign if one else names[next(mixed)] for sign, one in zip(line, flags, strict=True))
        for line, flags in zip(signs, plain.tolist(), strict=True)
    )
    tiles = tuple(
        (name, tuple(letters(_shrunk(np.frombuffer(kind, np.uint8).reshape(cell, cell)), background)))
        for kind, name in names.items()
    )
    return Tiling(cell, left, top, rows, tiles, tuple(_edges(picture, cell, left, top, background)), background, names)


def _shrunk(tile: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A tile with each of its own cells as one pixel."""
    places = [len(tile), *_changes(tile), *_changes(tile.T)]
    factor = math.gcd(*places)
    return tile[::factor, ::factor]


def _edges(
    picture: NDArray[np.uint8], cell: int, left: int, top: int, background: int
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What lies beside the grid, unless it is all background: rows above and below it, columns at its sides."""
    right = left + (SIZE - left) // cell * cell
    bottom = top + (SIZE - top) // cell * cell
    for name, first, last, strip in (
        ("rows", 0, top, picture[:top]),
        ("rows", bottom, SIZE, picture[bottom:]),
        ("columns", 0, left, picture[top:bottom, :left].T),
        ("columns", right, SIZE, picture[top:bottom, right:].T),
    ):
        if (strip != background).any():
            yield (
                f"{name} {first}-{last - 1}" if last > first + 1 else f"{name[:-1]} {first}",
                tuple(letters(strip, background)),
            )
