"""How things look, as words of the image: for each level its view, for each kind its picture, scaled to the frame."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arcg.compiler import ir
from arcg.runtime.kernel.cellwise import views
from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.framing import framing


class Painter:
    """Makes the words of one program, to lie at P[at]. `kinds` are the kinds in the order of their bits."""

    def __init__(self, program: ir.Program, kinds: Sequence[int], at: int) -> None:
        self.program = program
        self.kinds = kinds
        self.at = at
        self.out: list[int] = []
        self.tiles: dict[tuple[int, int], int] = {}

    def paint(self) -> tuple[int, int, int]:
        """The addresses of the views, and of the code for their corners (0: none).

        Raises:
            ValueError: a view or a picture depends on what rules over cells do not have.
        """
        view = self.program.view
        corner = (0, 0)
        if view is not None and view.corner is not None:
            bit = {kind: place for place, kind in enumerate(self.kinds)}
            x, y = (self._put(views.code(part, bit, self.at + len(self.out))) for part in view.corner)
            corner = x, y
        middle = int(view is not None and view.middle)
        entries = []
        for number, level in enumerate(self.program.levels):
            columns, rows, factor, left, top = framing(self.program, number)
            tiles = self._tiles(level.cell, factor)
            entries += [columns, rows, level.cell, factor, left, top, middle, tiles]
        return self._put(entries), *corner

    def _put(self, words: Sequence[int]) -> int:
        at = self.at + len(self.out)
        self.out += words
        return at

    def _tiles(self, cell: int, factor: int) -> int:
        """The address of the addresses of the tiles of all kinds."""
        if (cell, factor) not in self.tiles:
            tiles = [self._tile(self.program.kinds[kind], cell, factor) for kind in self.kinds]
            self.tiles[cell, factor] = self._put(tiles)
        return self.tiles[cell, factor]

    def _tile(self, kind: ir.Kind, cell: int, factor: int) -> int:
        """The address of the picture of a kind in cells of so many pixels, each as many of the frame; 0: none."""
        if self.program.layers[kind.layer].hidden or not kind.pictures:
            return 0
        if kind.pictures[0].when is not None or kind.tints:
            raise ValueError(f"kind {kind.name}: a picture under rules over cells has no conditions and no tints")
        sprite = np.array(ir.drawn(self.program, kind.pictures[0], cell), np.int8)
        enlarged = max(1, min(cell // sprite.shape[1], cell // sprite.shape[0]))
        sprite = sprite.repeat(enlarged, 0).repeat(enlarged, 1)
        left, top = (cell - sprite.shape[1]) // 2 * factor, (cell - sprite.shape[0]) // 2 * factor
        pixels = sprite.repeat(factor, 0).repeat(factor, 1)
        height, width = pixels.shape
        return self._put([width, height, left, top, *pixels.reshape(-1).tolist()])
