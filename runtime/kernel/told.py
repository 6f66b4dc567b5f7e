"""What the rules of a game are told of clicks: which of them must be told apart (`clicks.py`)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.kernel.clicks import ASKED_KINDS, CELLS_TOLD, NOTHING_TOLD


def told(program: ir.Program) -> NDArray[np.int64]:
    """What rules are told of clicks; see `clicks.CELLS_TOLD` and what follows it."""
    result = np.zeros(ASKED_KINDS + len(program.kinds), np.int64)
    for node in ir.nodes(program):
        if not isinstance(node, ir.Trigger | ir.Did):
            continue
        if node.event == ir.CLICKCELL:
            result[CELLS_TOLD] = 1
        elif node.event == ir.CLICK and node.args:
            _note(node.args[0], result)
    return result


def _note(arg: ir.Arg, result: NDArray[np.int64]) -> None:
    """Note what an argument in the place of the thing that was hit may tell apart."""
    match arg:
        case ir.Wild():
            pass
        case ir.Take(kinds=tuple(kinds)):
            result[[ASKED_KINDS + kind for kind in kinds]] = 1
        case ir.Equal(ir.Const(value=ir.NONE)):
            result[NOTHING_TOLD] = 1
        case _:
            result[NOTHING_TOLD] = 1
            result[ASKED_KINDS:] = 1
