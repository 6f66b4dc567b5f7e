"""How a board lies in a frame: how much of it is seen, how large, and where."""

from __future__ import annotations

from typing import NamedTuple

from arcg.compiler import ir
from arcg.runtime.engine import SIZE
from arcg.runtime.kernel.jit import kernel


class Framing(NamedTuple):
    """What is seen of a level, in cells; how many frame pixels one of its pixels has; where it begins in the frame."""

    columns: int
    rows: int
    factor: int
    left: int
    top: int


def framing(program: ir.Program, level: int) -> Framing:
    """The picture of a level, as large as it can be and in the middle of the frame."""
    columns, rows = ir.seen(program, level)
    width, height = columns * program.levels[level].cell, rows * program.levels[level].cell
    factor = min(SIZE // width, SIZE // height)
    return Framing(columns, rows, factor, (SIZE - width * factor) // 2, (SIZE - height * factor) // 2)


@kernel
def first_seen(value: int, seen: int, side: int, middle: int) -> int:
    """The first column or row that is seen, of `seen` on a board of `side`, if a view asks for one.

    `middle`: it asks for the one in the middle. No view leaves the board.
    """
    if middle:
        value -= (seen - 1) // 2
    return max(0, min(value, side - seen))
