"""Pictures of kinds: pixels are painted, pictures flipped, turned, shifted, resized, recoloured, added and removed.

Takes the places of a text and palette numbers, 0 to 15 and -1 for see-through, gives the changes that make it what was
asked for, or says why that cannot be. The kinds of one line share their pictures, so they change together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from arcg.dsl.pictures import MAX_SIDE
from arcg.editor.document import grids
from arcg.editor.document.changes import Change, Refused
from arcg.editor.document.layout import checked, settled
from arcg.editor.document.places import KindPlace, PicturePlace, Places
from arcg.editor.document.rows import Wanted, block, rewritten, without

CHARACTERS: Final = ".0123456789abcdef"
"""The characters of pixels, see-through first: that of palette number `n` is `CHARACTERS[n + 1]`."""

CLEAR: Final = -1
_HEAD: Final = re.compile(r"pic(?:\s+cells\b)?")


def pixels(picture: PicturePlace) -> grids.Piece[int]:
    """The palette numbers of a picture, all rows equally long; what is no pixel is see-through."""
    rows = [row.text.rstrip() for row in picture.rows]
    width = max(map(len, rows), default=0)
    return tuple(tuple(max(CHARACTERS.find(sign), 0) - 1 for sign in row.ljust(width, ".")) for row in rows)


def paint(places: Places, picture: PicturePlace, cells: Mapping[grids.Cell, int]) -> tuple[Change, ...]:
    """Give pixels `(x, y)` palette numbers.

    Raises:
        Refused: a pixel lies outside of the picture, or a number is no colour.
    """
    rows = [list(row) for row in pixels(picture)]
    for (x, y), colour in cells.items():
        if not (0 <= y < len(rows) and 0 <= x < len(rows[y])):
            raise Refused(f"the pixel ({x}, {y}) lies outside of the picture: resize it first")
        rows[y][x] = colour
    return repaint(places, picture, rows)


def repaint(places: Places, picture: PicturePlace, rows: Sequence[Sequence[int]]) -> tuple[Change, ...]:
    """Have a picture be these rows of palette numbers, whatever size it had.

    Raises:
        Refused: there is no pixel or too many, rows are not equally long, or a number is no colour.
    """
    written = _written(rows)
    wanted: list[Wanted] = []
    for number, row in enumerate(written):
        if number < len(picture.rows):
            old = picture.rows[number].text
            wanted.append((number, row + old[len(old.rstrip()) :]))
        else:
            wanted.append((None, row))
    return tuple(
        rewritten(places.text, picture.part.line_end, picture.rows, wanted, picture.row_margin, places.newline)
    )


def flip(places: Places, picture: PicturePlace, axis: grids.Axis) -> tuple[Change, ...]:
    """Mirror a picture."""
    return repaint(places, picture, grids.mirrored(_drawn(picture), axis))


def rotate(places: Places, picture: PicturePlace, quarters: int = 1) -> tuple[Change, ...]:
    """Turn a picture clockwise by so many quarters."""
    return repaint(places, picture, grids.turned(_drawn(picture), quarters))


def shift(places: Places, picture: PicturePlace, dx: int, dy: int) -> tuple[Change, ...]:
    """Push the pixels of a picture on; what leaves it at one side comes in at the other."""
    return repaint(places, picture, grids.shifted(_drawn(picture), dx, dy))


def resize(
    places: Places, picture: PicturePlace, left: int = 0, top: int = 0, right: int = 0, bottom: int = 0
) -> tuple[Change, ...]:
    """Add see-through columns and rows at the sides of a picture, or take some away where a number is negative.

    Raises:
        Refused: nothing would be left, or it would be too large.
    """
    old = _drawn(picture)
    width, height = len(old[0]) + left + right, len(old) + top + bottom
    cells = grids.placed(old, left, top, width, height)
    return repaint(places, picture, [[cells.get((x, y), CLEAR) for x in range(width)] for y in range(height)])


def recolour(places: Places, picture: PicturePlace, colours: Mapping[int, int]) -> tuple[Change, ...]:
    """Give all pixels of some colours other ones, as of a table from old to new."""
    return repaint(places, picture, [[colours.get(pixel, pixel) for pixel in row] for row in _drawn(picture)])


def add(
    places: Places, kind: KindPlace, rows: Sequence[Sequence[int]], when: str | None = None, *, cells: bool = False
) -> tuple[Change, ...]:
    """Give a kind one more picture: with a condition before the one that is always drawn, else behind all.

    Raises:
        Refused: the kind has a picture that is always drawn, and this would be another one; the rows are no picture, or
            the condition cannot be read.
    """
    drawn = [picture for picture in kind.pictures if not picture.body]
    always = next((picture for picture in drawn if picture.when is None), None)
    if when is None and always is not None:
        raise Refused(f"`{kind.names[0]}` has a picture that is always drawn: say when this one is to be drawn instead")
    line = checked(f"pic{' cells' if cells else ''}" + (f" when {when}" if when is not None else ""), _BLOCK)
    text = block(kind.margin, line, kind.row_margin, _written(rows), places.newline)
    at = kind.head_end
    if always is not None:
        above = [part.end for part in kind.parts if part.start < always.part.start]
        at = above[-1] if above else kind.head_end
    elif drawn:
        at = drawn[-1].part.end
    return settled(places.text, [Change(at, at, text)])


def remove(places: Places, picture: PicturePlace) -> tuple[Change, ...]:
    """Take a picture away.

    Raises:
        Refused: it is the rows of a body.
    """
    if picture.body:
        raise Refused("these rows say which cells the thing covers: give it a picture of its own, which can be removed")
    return settled(places.text, [without(places.text, picture.part)])


def set_condition(places: Places, picture: PicturePlace, when: str | None) -> tuple[Change, ...]:
    """Say when a picture is drawn; None for always.

    Raises:
        Refused: the condition cannot be read, or it is the rows of a body.
    """
    if picture.body:
        raise Refused(
            "these rows say which cells the thing covers: give it a picture of its own, which can have `when`"
        )
    if when == picture.when:
        return ()
    head = _HEAD.match(places.text, picture.part.start, picture.part.line_end)
    after = head.end() if head else picture.part.start
    if when is None:
        return settled(places.text, [Change(after, picture.when_at[1], "")] if picture.when_at else [])
    checked(f"pic when {when}", _BLOCK)
    change = Change(*picture.when_at, when) if picture.when_at else Change(after, after, f" when {when}")
    return settled(places.text, [change])


_BLOCK: Final = "kind A on b"
"""A line that what belongs to a kind can stand below."""


def _drawn(picture: PicturePlace) -> grids.Piece[int]:
    """The pixels of a picture that has some."""
    rows = pixels(picture)
    if not rows:
        raise Refused("this picture has no pixels yet: give it a size first")
    return rows


def _written(rows: Sequence[Sequence[int]]) -> list[str]:
    """Rows of palette numbers as they are written."""
    widths = {len(row) for row in rows}
    if len(widths) != 1 or not 1 <= max(widths) <= MAX_SIDE or len(rows) > MAX_SIDE:
        raise Refused(f"a picture has 1 to {MAX_SIDE} pixels each way, and all its rows are equally long")
    if any(not CLEAR <= pixel <= 15 for row in rows for pixel in row):
        raise Refused("the colours are 0 to 15")
    return ["".join(CHARACTERS[pixel + 1] for pixel in row) for row in rows]
