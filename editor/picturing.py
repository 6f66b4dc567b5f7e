"""The picture that is worked on: which it is, what its pixels are, and how they are changed. It knows no window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from arcg.editor.document import grids, pictures
from arcg.editor.document.places import KindPlace, PicturePlace

if TYPE_CHECKING:
    from arcg.editor.workbench import Cell, Workbench


def kind_place(bench: Workbench) -> KindPlace | None:
    """The kind that is worked on, in the text."""
    return bench.document.places.kind(bench.kind)


def picture_place(bench: Workbench) -> PicturePlace | None:
    """The picture that is worked on, in the text."""
    kind = kind_place(bench)
    if kind is None or not kind.pictures:
        return None
    return kind.pictures[min(bench.picture, len(kind.pictures) - 1)]


def pictures_of(bench: Workbench) -> tuple[PicturePlace, ...]:
    """The pictures of the kind that is worked on, in the text."""
    kind = kind_place(bench)
    return kind.pictures if kind is not None else ()


def kind_names(bench: Workbench) -> list[str]:
    """All kinds of the text, in its order; of kinds that share a line each."""
    return [name for kind in bench.document.places.kinds for name in kind.names]


def go_to_kind(bench: Workbench, name: str, picture: int = 0) -> None:
    """Work on a picture of another kind."""
    if (name, picture) != (bench.kind, bench.picture):
        bench.kind, bench.picture, bench.area, bench.cursor = name, picture, None, None


def next_kind(bench: Workbench, step: int) -> None:
    """Work on the next kind, or the one before."""
    names = kind_names(bench)
    if names:
        at = names.index(bench.kind) if bench.kind in names else 0
        go_to_kind(bench, names[(at + step) % len(names)])


def next_picture(bench: Workbench, step: int) -> None:
    """Work on the next picture of the kind, or the one before."""
    kind = kind_place(bench)
    if kind is not None and kind.pictures:
        go_to_kind(bench, bench.kind, (bench.picture + step) % len(kind.pictures))


def first_rows(bench: Workbench) -> grids.Piece[int]:
    """What a new picture begins with: the picture that is worked on, else a square of the chosen colour."""
    place = picture_place(bench)
    if place is not None and place.rows:
        return pictures.pixels(place)
    side = bench.good.game.cell if bench.good is not None and bench.good.game is not None else 4
    colour = max(0, pictures.CHARACTERS.index(bench.colour) - 1)
    return ((colour,) * side,) * side


class PictureSheet:
    """The pixels of the picture that is worked on: `0` to `f`, and `.` for see-through."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench

    def size(self) -> tuple[int, int]:
        """Columns and rows of pixels."""
        place = picture_place(self._bench)
        if place is None or not place.rows:
            return 0, 0
        return max(len(row.text) for row in place.rows), len(place.rows)

    def at(self, x: int, y: int) -> str:
        """A pixel."""
        place = picture_place(self._bench)
        row = place.rows[y].text if place is not None and y < len(place.rows) else ""
        return row[x] if x < len(row) else "."

    def brush(self) -> str:
        """The chosen colour."""
        return self._bench.colour

    def paint(self, label: str, cells: Mapping[Cell, str], *, joins: str | None = None) -> bool:
        """Change pixels."""
        place, bench = picture_place(self._bench), self._bench
        if place is None:
            bench.remark(f"{bench.kind} has no picture yet: + adds one")
            return False
        numbers = {cell: pictures.CHARACTERS.index(sign) - 1 for cell, sign in cells.items()}
        return bench.attempt(label, lambda: pictures.paint(bench.document.places, place, numbers), joins=joins)

    def pick(self, x: int, y: int) -> None:
        """Paint with this pixel's colour."""
        self._bench.colour = self.at(x, y)
        if self._bench.tool == "pick":
            self._bench.tool = "pen"
