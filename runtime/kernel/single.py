"""One step of one thing with what it pushes before it: what nearly every turn asks of motion."""

from __future__ import annotations

from arcg.compiler.ir import ENTER, LEAVE, MOVED
from arcg.runtime.kernel.events import emit, step_x, step_y
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import record, relocate
from arcg.runtime.kernel.movers import (
    LOW,
    UNUSED,
    WORD,
    announce,
    announce_blocked,
    fact,
    gather,
    may_carry,
    place_key,
    reserve,
    sort_words,
    start_cell,
    stops,
    stuck,
)


@kernel
def try_step(P: Array, M: Array, R: Array, slot: int) -> bool:
    """Resolve a single request if it is a step that pushes at most one thing on each cell; False when it is not.

    The things of the chain all have one displacement and lie on cells of their own. So nothing swaps or contests a
    cell, and since what is pushed goes only with its pusher, those that go are the first of the chain.
    """
    request = P[REQUEST_AT] + slot * REQUEST_WORDS
    if M[request + REQUEST_KIND] != MOVE_REQUEST or M[request + REQUEST_BY] != 1 or may_carry(P, M, slot):
        return False
    if P[BODIES]:
        return False
    direction = int(M[request + REQUEST_DIRECTION])
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    width, height = P[level + LEVEL_WIDTH], P[level + LEVEL_HEIGHT]
    at = record(P, slot)
    start = int(M[at + Y]) * width + M[at + X]
    step = step_x(direction) + step_y(direction) * width
    if direction < 2:
        space = height - 1 - M[at + Y] if direction else M[at + Y]
    else:
        space = width - 1 - M[at + X] if direction == 3 else M[at + X]
    chain = reserve(P, M, 2 * (space + 1))
    if chain < 0:
        return True
    R[chain] = slot
    count = 1
    pushing = P[P[PUSHES_AT] + MOTION_SURE] >= 0
    while pushing and count <= space:
        pushed = -1
        other = int(M[P[HEAD] + start + step * count])
        while other >= 0:
            if fact(P, M, R, P[PUSHES_AT], R[chain + count - 1], other):
                if pushed >= 0 or may_carry(P, M, other):
                    return False
                pushed = other
            other = int(M[P[NEXT] + other])
        if pushed < 0:
            break
        R[chain + count] = pushed
        count += 1
    going = count
    for n in range(count - 1, -1, -1):
        if n >= space or stuck(P, M, R, R[chain + n], direction):
            going = n
            continue
        along = R[chain + n + 1] if n + 1 < going else -1
        other = int(M[P[HEAD] + start + step * (n + 1)])
        while other >= 0:
            if other != along and stops(P, M, R, other, R[chain + n]):
                going = n
                break
            other = int(M[P[NEXT] + other])
    if M[ERROR]:
        return True
    announce_step(P, M, R, chain, count, going, space, direction)
    return True


@kernel
def announce_step(P: Array, M: Array, R: Array, chain: int, count: int, going: int, space: int, direction: int) -> None:
    """Announce what became of a chain of which the first `going` go, and move them."""
    start = start_cell(P, M, R[chain])
    step = step_x(direction) + step_y(direction) * P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_WIDTH]
    order = chain + space + 1  # the chain's numbers in the order of things: no two are alike, since their cells differ
    R[order] = 0
    if count > 1:
        spare = reserve(P, M, count)
        if spare < 0:
            return
        for n in range(count):
            R[order + n] = place_key(P, M, R[chain + n]) * WORD + n
        sort_words(R, order, count, spare)
        for n in range(count):
            R[order + n] &= LOW
    for n in range(count):
        if R[order + n] < going:
            emit(P, M, R, int(MOVED), R[chain + R[order + n]], direction, int(UNUSED), int(UNUSED))
    first = M[ROW_TOP]
    for n in range(count):
        number = R[order + n]
        if number >= going:
            slot = R[chain + number]
            other = int(M[P[HEAD] + start + step * (number + 1)]) if number < space else -1
            while other >= 0:
                if stops(P, M, R, other, slot):
                    gather(P, M, R, other)
                other = int(M[P[NEXT] + other])
            announce_blocked(P, M, R, slot, direction, first)
    for leaving in range(2):
        for n in range(count):
            number = R[order + n]
            if number < going:
                slot = R[chain + number]
                along = slot if leaving else R[chain + number + 1] if number + 1 < going else -1
                other = int(M[P[HEAD] + start + step * (number if leaving else number + 1)])
                while other >= 0:
                    if other != along:
                        gather(P, M, R, other)
                    other = int(M[P[NEXT] + other])
                announce(P, M, R, LEAVE if leaving else ENTER, slot, first)
    for n in range(going):
        slot = R[chain + n]
        at = record(P, slot)
        relocate(P, M, slot, M[at + X] + step_x(direction), M[at + Y] + step_y(direction))
