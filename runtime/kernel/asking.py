"""Asking the query machine: whether a query holds, what an expression is worth, all solutions as rows."""

from __future__ import annotations

from arcg.runtime.kernel.far import run
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import ROW_TOP


@kernel
def holds(P: Array, M: Array, R: Array, code: int, base: int) -> bool:
    """Whether the query at `code` has a solution, with the known variables set in the registers from `base` on."""
    return run(P, M, R, code, base) == 1


@kernel
def evaluate(P: Array, M: Array, R: Array, code: int, base: int) -> int:
    """The value of the expression at `code`, `UNDEFINED` when it has none."""
    run(P, M, R, code, base)
    return R[base + P[code - 1]]


@kernel
def rows(P: Array, M: Array, R: Array, code: int, base: int) -> int:
    """Collect the solutions of the query at `code` on ROWS, packed, unordered; their number.

    The rows begin where M[ROW_TOP] stood and are P[code - 1] words each.
    """
    start = M[ROW_TOP]
    run(P, M, R, code, base)
    return (M[ROW_TOP] - start) // P[code - 1]
