"""Which clicks there are in a position: one pixel for each that the rules can tell from all others.

A click tells the rules what was hit and in which cell. Things of kinds that no rule asks for are as good as others of
them, and cells count only where a rule asks for cells.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.engine import SIZE
from arcg.runtime.reference.drawing import Drawer, Geometry, quarters, strips
from arcg.runtime.reference.matching import Matcher
from arcg.runtime.reference.state import Cell

UNASKED = -2
"""Stands for all things that no rule asks for."""


class Clicks:
    """What the rules of one program tell apart."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        asked = [node for node in ir.nodes(program) if isinstance(node, ir.Trigger | ir.Did)]
        self.cells = any(node.event == ir.CLICKCELL for node in asked)
        """Whether any asks for cells."""
        self.kinds: set[int] = set()
        """The kinds of which any thing is asked for."""
        self.nothing = False
        """Whether a click on nothing differs from one on a thing of another kind."""
        for node in asked:
            if node.event == ir.CLICK and node.args:
                self._note(node.args[0])

    def _note(self, arg: ir.Arg) -> None:
        match arg:
            case ir.Wild():
                pass
            case ir.Take(kinds=tuple(kinds)):
                self.kinds.update(kinds)
            case ir.Equal(ir.Const(value=value)) if value == ir.NONE:
                self.nothing = True
            case _:
                self.nothing = True
                self.kinds.update(range(len(self.program.kinds)))

    def pixels(self, drawer: Drawer, matcher: Matcher) -> tuple[Cell, ...]:
        """For each click that differs the first pixel of the frame, row by row, that does it; see `Drawer.hit`."""
        view = Geometry(self.program, matcher)
        hits = self._hits(drawer, matcher, view)
        if self.cells:
            across, down = (np.arange(start, start + size) // view.cell for start, size in _sides(view))
            board = matcher.program.levels[matcher.state.level]
            hits += (1 + down[:, None] * board.width + across[None, :]) * (hits.max() - UNASKED + 1)
        frame = np.full((SIZE, SIZE), self._bucket(matcher, ir.NONE))
        scaled = hits.repeat(view.factor, 0).repeat(view.factor, 1)
        frame[view.top : view.top + scaled.shape[0], view.left : view.left + scaled.shape[1]] = scaled
        frame = np.rot90(frame, -quarters(self.program, matcher.state)).copy()
        for bar, strip in strips(self.program):
            (frame if bar.edge in ("top", "bottom") else frame.T)[strip] = self._bucket(matcher, ir.NONE)
        _, first = np.unique(frame, return_index=True)
        return tuple((int(at) % SIZE, int(at) // SIZE) for at in sorted(first))

    def _bucket(self, matcher: Matcher, handle: int) -> int:
        """What stands for a thing that is hit."""
        if handle == ir.NONE:
            return ir.NONE if self.nothing else UNASKED
        return handle if matcher.state.things[handle].kind in self.kinds else UNASKED

    def _hits(self, drawer: Drawer, matcher: Matcher, view: Geometry) -> NDArray[np.int64]:
        """What is hit in each pixel of what is seen of the board."""
        hits = np.full((view.height, view.width), self._bucket(matcher, ir.NONE))
        for handle in drawer.draw_order(matcher):
            thing, bucket = matcher.state.things[handle], self._bucket(matcher, handle)
            if self.program.layers[self.program.kinds[thing.kind].layer].clickable:
                for cell in matcher.cells(handle) or ():
                    _fill(hits, view, cell, bucket)
                continue
            for sprite, left, top in drawer.sprites(matcher, handle, view.cell):
                _stamp(hits, sprite >= 0, left - view.x, top - view.y, bucket)
        for cell, _ in drawer.painted(matcher, None):
            _fill(hits, view, cell, self._bucket(matcher, ir.NONE))
        return hits


def _sides(view: Geometry) -> tuple[tuple[int, int], tuple[int, int]]:
    return (view.x, view.width), (view.y, view.height)


def _fill(hits: NDArray[np.int64], view: Geometry, cell: Cell, bucket: int) -> None:
    """All pixels of a cell."""
    square = np.ones((view.cell, view.cell), np.bool_)
    _stamp(hits, square, cell[0] * view.cell - view.x, cell[1] * view.cell - view.y, bucket)


def _stamp(hits: NDArray[np.int64], shape: NDArray[np.bool_], left: int, top: int, bucket: int) -> None:
    """The pixels of a shape; what reaches over the edge of what is seen is cut off."""
    x, y = max(left, 0), max(top, 0)
    inside = shape[y - top : max(0, hits.shape[0] - top), x - left : max(0, hits.shape[1] - left)]
    hits[y : y + inside.shape[0], x : x + inside.shape[1]][inside] = bucket
