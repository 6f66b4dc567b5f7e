"""Announcing the outcomes of motion: events of what moved, was refused, entered, left, met and parted."""

from __future__ import annotations

from arcg.compiler.ir import ENTER, LEAVE, MOVED
from arcg.runtime.kernel.events import emit
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import owner
from arcg.runtime.kernel.movers import (
    COUNT,
    ENDINGS,
    ENDS,
    GOES,
    LOW,
    ORDERED,
    OWN,
    REFUSALS,
    UNUSED,
    announce,
    announce_blocked,
    cells_of,
    covers_at,
    end_cell,
    entered,
    entered_cell,
    gather,
    start_cell,
    stops,
    words_of,
)


@kernel
def announce_all(P: Array, M: Array, R: Array, L: int) -> None:
    """Announce `moved`, `blocked`, `enter` and `leave`, each in the order of things."""
    order, count = R[L + ORDERED], R[L + COUNT]
    for n in range(count):
        slot = R[order + n]
        mine = words_of(P, slot)
        direction, flags = int(M[mine + MOTION_DIRECTION]), M[mine + MOTION_FLAGS]
        if direction < 0 or not flags & GOES:
            continue
        if flags & OWN or any_goes(P, M, R, M[mine + MOTION_PUSHERS]):
            emit(P, M, R, int(MOVED), slot, direction, int(UNUSED), int(UNUSED))
    if R[L + REFUSALS]:
        for n in range(count):
            slot = R[order + n]
            if not M[words_of(P, slot) + MOTION_FLAGS] & GOES:
                announce_refused(P, M, R, L, slot)
            if M[ERROR]:
                return
    for n in range(count):
        slot = R[order + n]
        if M[words_of(P, slot) + MOTION_FLAGS] & GOES:
            announce_entered(P, M, R, L, slot)
    for n in range(count):
        slot = R[order + n]
        if M[words_of(P, slot) + MOTION_FLAGS] & GOES:
            announce_left(P, M, R, slot)


@kernel
def any_goes(P: Array, M: Array, R: Array, head: int) -> bool:
    """Whether one of a list goes."""
    node = int(head)
    while node:
        if M[words_of(P, R[node - 1] & LOW) + MOTION_FLAGS] & GOES:
            return True
        node = R[node - 1] >> 32
    return False


@kernel
def first_ending(P: Array, M: Array, R: Array, L: int, cell: int) -> int:
    """Where in `ENDS` those that end on a cell begin; those before it end on earlier cells."""
    low, high = 0, R[L + ENDINGS]
    while low < high:
        middle = (low + high) // 2
        if R[R[L + ENDS] + middle] >> 32 < cell:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def announce_refused(P: Array, M: Array, R: Array, L: int, slot: int) -> None:
    """`blocked` by each thing that stops a refused one and now covers a cell it would newly have entered."""
    first = M[ROW_TOP]
    count = entered(P, M, slot)
    for n in range(count):
        cell = entered_cell(P, M, slot, n, count)
        node = int(M[P[HEAD] + cell])
        while node >= 0:
            other = int(owner(P, M, node))
            if not M[words_of(P, other) + MOTION_FLAGS] & GOES and stops(P, M, R, other, slot):
                gather(P, M, R, other)
            node = int(M[P[NEXT] + node])
        m = first_ending(P, M, R, L, cell)
        while m < R[L + ENDINGS] and R[R[L + ENDS] + m] >> 32 == cell:
            other = R[R[L + ORDERED] + (R[R[L + ENDS] + m] & LOW)]
            if M[words_of(P, other) + MOTION_FLAGS] & GOES and stops(P, M, R, other, slot):
                gather(P, M, R, other)
            m += 1
    announce_blocked(P, M, R, slot, int(M[words_of(P, slot) + MOTION_DIRECTION]), first)


@kernel
def announce_entered(P: Array, M: Array, R: Array, L: int, slot: int) -> None:
    """`enter` of a thing and each that it now shares a cell with and did not before."""
    first = M[ROW_TOP]
    if P[BODIES]:
        gather_met(P, M, R, L, slot)
        announce(P, M, R, int(ENTER), slot, first)
        return
    start, cell = start_cell(P, M, slot), end_cell(P, M, slot)
    other = int(M[P[HEAD] + cell])
    while other >= 0:
        if not M[words_of(P, other) + MOTION_FLAGS] & GOES:
            gather(P, M, R, other)
        other = int(M[P[NEXT] + other])
    if R[L + ENDINGS] > 1:
        n = first_ending(P, M, R, L, cell)
        while n < R[L + ENDINGS] and R[R[L + ENDS] + n] >> 32 == cell:
            other = R[R[L + ORDERED] + (R[R[L + ENDS] + n] & LOW)]
            if M[words_of(P, other) + MOTION_FLAGS] & GOES and start_cell(P, M, other) != start:
                gather(P, M, R, other)
            n += 1
    announce(P, M, R, int(ENTER), slot, first)


@kernel
def announce_left(P: Array, M: Array, R: Array, slot: int) -> None:
    """`leave` of a thing and each that it shared a cell with and does no longer."""
    first = M[ROW_TOP]
    if P[BODIES]:
        gather_parted(P, M, R, slot)
        announce(P, M, R, int(LEAVE), slot, first)
        return
    cell = end_cell(P, M, slot)
    other = int(M[P[HEAD] + start_cell(P, M, slot)])
    while other >= 0:
        if not (M[words_of(P, other) + MOTION_FLAGS] & GOES and end_cell(P, M, other) == cell):
            gather(P, M, R, other)
        other = int(M[P[NEXT] + other])
    announce(P, M, R, int(LEAVE), slot, first)


@kernel
def gather_met(P: Array, M: Array, R: Array, L: int, slot: int) -> None:
    """Gather what a thing shares a cell with at its end and did not before, bodies or not."""
    ends = int(P[CELL_LISTS]) + int(P[CELLS])
    for n in range(cells_of(P, M, slot, True, ends)):
        cell = int(M[ends + n])
        node = int(M[P[HEAD] + cell])
        while node >= 0:
            other = int(owner(P, M, node))
            if not M[words_of(P, other) + MOTION_FLAGS] & GOES and not together(P, M, slot, other, False):
                gather(P, M, R, other)
            node = int(M[P[NEXT] + node])
        m = first_ending(P, M, R, L, cell)
        while m < R[L + ENDINGS] and R[R[L + ENDS] + m] >> 32 == cell:
            other = R[R[L + ORDERED] + (R[R[L + ENDS] + m] & LOW)]
            goes = M[words_of(P, other) + MOTION_FLAGS] & GOES
            if goes and other != slot and not together(P, M, slot, other, False):
                gather(P, M, R, other)
            m += 1


@kernel
def gather_parted(P: Array, M: Array, R: Array, slot: int) -> None:
    """Gather what a thing shared a cell with and does no longer, bodies or not."""
    starts = int(P[CELL_LISTS]) + int(P[CELLS])
    for n in range(cells_of(P, M, slot, False, starts)):
        node = int(M[P[HEAD] + M[starts + n]])
        while node >= 0:
            other = int(owner(P, M, node))
            if other != slot and not together(P, M, slot, other, True):
                gather(P, M, R, other)
            node = int(M[P[NEXT] + node])


@kernel
def together(P: Array, M: Array, one: int, two: int, at_end: bool) -> bool:
    """Whether two things share a cell now, or at the end."""
    here = at_end and M[words_of(P, one) + MOTION_FLAGS] & GOES != 0
    there = at_end and M[words_of(P, two) + MOTION_FLAGS] & GOES != 0
    cells = int(P[CELL_LISTS]) + 2 * int(P[CELLS])
    for n in range(cells_of(P, M, one, here, cells)):  # noqa: SIM110  numba has no generators
        if covers_at(P, M, two, there, int(M[cells + n])):
            return True
    return False
