"""Motion: what becomes of the requests of one part.

`resolve` looks at the position before, finds who goes, announces the outcomes and only then moves everything at once,
so that every fact is asked of the position before. Only the things that take part are ever looked at. A step of one
thing, with what it pushes before it, is settled by `try_step`; everything else by `resolve_all`, in four stages:
spread, check, contests, outcomes (`announcing.py`).
"""

from __future__ import annotations

from arcg.runtime.kernel.announcing import announce_all
from arcg.runtime.kernel.asking import rows
from arcg.runtime.kernel.bodies import cell_count, turned_cell, turned_shape
from arcg.runtime.kernel.events import step_x, step_y
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import owner, record
from arcg.runtime.kernel.movers import (
    COUNT,
    DONE,
    DRIVEN,
    DROVE,
    ENDINGS,
    ENDS,
    GOES,
    LOW,
    ORDERED,
    OWN,
    OWNERS,
    QUEUE,
    REFUSALS,
    RESOLUTION_WORDS,
    SPARE,
    STUCK,
    SWAPS,
    TAKEN,
    TAKES_PART,
    TORN,
    WORD,
    carry_out,
    cells_of,
    covers_at,
    end_cell,
    end_shape,
    entered,
    entered_cell,
    fact,
    is_put,
    may_carry,
    may_end,
    note,
    reserve,
    same_motion,
    sort_things,
    sort_words,
    start_cell,
    stops,
    stuck,
    words_of,
)
from arcg.runtime.kernel.opcodes import CALL_ROOM
from arcg.runtime.kernel.single import try_step


@kernel
def resolve(P: Array, M: Array, R: Array) -> None:
    """Resolve the requests of one part: move things, announce the outcomes, forget the requests."""
    if M[ERROR]:
        return
    top = M[ROW_TOP]
    if M[ASKED_COUNT] != 1 or not try_step(P, M, R, int(M[P[ASKED]])):
        M[ROW_TOP] = top
        resolve_all(P, M, R)
    M[ROW_TOP] = top
    for n in range(M[ASKED_COUNT]):
        M[P[REQUEST_AT] + M[P[ASKED] + n] * REQUEST_WORDS + REQUEST_KIND] = NO_REQUEST
    M[ASKED_COUNT] = 0
    M[STAMP] += 1


# ---------------------------------------------------------------- all requests


@kernel
def resolve_all(P: Array, M: Array, R: Array) -> None:
    """Resolve any requests."""
    slots = M[P[LIVE] + BLOCK_SLOTS]
    L = reserve(P, M, RESOLUTION_WORDS + 4 * slots)
    if M[ERROR]:
        return
    for n in range(RESOLUTION_WORDS):
        R[L + n] = 0
    R[L + TAKEN] = L + RESOLUTION_WORDS
    R[L + ORDERED] = R[L + TAKEN] + slots
    R[L + SPARE] = R[L + ORDERED] + slots
    R[L + QUEUE] = R[L + SPARE] + slots
    spread(P, M, R, L)
    if not M[ERROR]:
        check(P, M, R, L)
    if not M[ERROR]:
        settle_contests(P, M, R, L)
    if not M[ERROR]:
        announce_all(P, M, R, L)
    for n in range(R[L + COUNT]):
        slot = R[R[L + TAKEN] + n]
        mine = words_of(P, slot)
        if M[mine + MOTION_FLAGS] & GOES and not M[ERROR]:
            carry_out(P, M, slot)
        for word in range(MOTION_SLOT_WORDS):
            M[mine + word] = 0


# ---------------------------------------------------------------- 1. spread


@kernel
def spread(P: Array, M: Array, R: Array, L: int) -> None:
    """Every request offers itself to what it pushes and carries; whoever takes an offer passes it on."""
    taken = R[L + TAKEN]
    for n in range(M[ASKED_COUNT]):
        begin(P, M, R, L, int(M[P[ASKED] + n]))
    sort_things(P, M, R, taken, R[L + COUNT], R[L + SPARE])
    R[L + OWNERS] = R[L + COUNT]
    pushing = P[P[PUSHES_AT] + MOTION_SURE] >= 0
    first = 0
    while first < R[L + COUNT]:
        last = R[L + COUNT]
        for n in range(first, last):
            slot = R[taken + n]
            if pushing and M[words_of(P, slot) + MOTION_DIRECTION] >= 0:
                offer_pushes(P, M, R, L, slot)
            if may_carry(P, M, slot):
                offer_carries(P, M, R, L, slot)
            if M[ERROR]:
                return
        first = last
        sort_things(P, M, R, taken + first, R[L + COUNT] - first, R[L + SPARE])


@kernel
def begin(P: Array, M: Array, R: Array, L: int, slot: int) -> None:
    """Enter a thing that asked itself, unless it asks to go nowhere."""
    request, mine, at = P[REQUEST_AT] + slot * REQUEST_WORDS, words_of(P, slot), record(P, slot)
    dx, dy, direction = 0, 0, -1
    if M[request + REQUEST_KIND] > PUT_REQUEST:
        M[mine + MOTION_FLAGS] = TAKES_PART | GOES | OWN
        M[mine + MOTION_DIRECTION] = -1
        M[mine + MOTION_TURN] = M[request + REQUEST_KIND]
        M[mine + MOTION_PIVOT_X], M[mine + MOTION_PIVOT_Y] = M[request + REQUEST_X], M[request + REQUEST_Y]
        go_round(P, M, slot)
        body = P[P[KIND_AT] + M[at + KIND] * KIND_WORDS + KIND_BODY]
        if M[mine + MOTION_DX] == 0 and M[mine + MOTION_DY] == 0 and (body == 0 or P[body + BODY_TURNED] < 0):
            for word in range(MOTION_SLOT_WORDS):
                M[mine + word] = 0
            return
        R[R[L + TAKEN] + R[L + COUNT]] = slot
        R[L + COUNT] += 1
        return
    if M[request + REQUEST_KIND] == MOVE_REQUEST:
        direction = int(M[request + REQUEST_DIRECTION])
        dx = step_x(direction) * int(M[request + REQUEST_BY])
        dy = step_y(direction) * int(M[request + REQUEST_BY])
    elif M[request + REQUEST_KIND] == PUT_REQUEST:
        dx = int(M[request + REQUEST_X] - M[at + X])
        dy = int(M[request + REQUEST_Y] - M[at + Y])
    if dx == 0 and dy == 0:
        return
    M[mine + MOTION_FLAGS] = TAKES_PART | GOES | OWN
    M[mine + MOTION_DX] = dx
    M[mine + MOTION_DY] = dy
    M[mine + MOTION_DIRECTION] = direction
    R[R[L + TAKEN] + R[L + COUNT]] = slot
    R[L + COUNT] += 1


@kernel
def go_round(P: Array, M: Array, slot: int) -> None:
    """Work out where a thing whose turn is known comes to lie, and how."""
    at, mine = record(P, slot), words_of(P, slot)
    kind, x, y = int(M[at + KIND]), int(M[at + X]), int(M[at + Y])
    back = M[mine + MOTION_TURN] == TURN_CCW
    pivot_x, pivot_y = int(M[mine + MOTION_PIVOT_X]), int(M[mine + MOTION_PIVOT_Y])
    to_x, to_y = turned_cell(P, M, kind, int(M[P[SHAPE_AT] + slot]), x, y, pivot_x, pivot_y, back)
    M[mine + MOTION_DX], M[mine + MOTION_DY] = to_x - x, to_y - y
    M[mine + MOTION_SHAPE] = turned_shape(P, M, kind, at + ATTR, back)


@kernel
def offer_pushes(P: Array, M: Array, R: Array, L: int, slot: int) -> None:
    """A move offers itself to what it would enter and pushes."""
    count = entered(P, M, slot)
    for n in range(count):
        node = int(M[P[HEAD] + entered_cell(P, M, slot, n, count)])
        while node >= 0:
            other = int(owner(P, M, node))
            theirs = words_of(P, other)
            asked = other == slot or M[theirs + MOTION_FLAGS] & OWN
            if not asked and fact(P, M, R, P[PUSHES_AT], slot, other) and offer(P, M, R, L, slot, other):
                note(P, M, R, theirs + MOTION_PUSHERS, slot)
            node = int(M[P[NEXT] + node])


@kernel
def offer_carries(P: Array, M: Array, R: Array, L: int, slot: int) -> None:
    """A thing that goes offers its motion to what it carries. One that goes another way tears itself off."""
    start = M[ROW_TOP]
    base = P[REGISTERS] + CALL_ROOM
    R[base] = slot
    found = rows(P, M, R, P[P[CARRIES_AT] + MOTION_ENUM], base)
    for n in range(found):
        if M[ERROR]:
            return
        other = R[P[ROWS] + start + n]
        mine, theirs = words_of(P, slot), words_of(P, other)
        if other == slot or M[theirs + MOTION_FLAGS] & OWN:
            continue
        if offer(P, M, R, L, slot, other):
            note(P, M, R, theirs + MOTION_CARRIERS, slot)
            note(P, M, R, mine + MOTION_CARRIED, other)
        else:
            M[mine + MOTION_FLAGS] |= STUCK
            M[theirs + MOTION_FLAGS] |= TORN


@kernel
def offer(P: Array, M: Array, R: Array, L: int, giver: int, other: int) -> bool:
    """Offer a motion to a thing that asked for none itself; whether it goes that way now."""
    mine, theirs = words_of(P, giver), words_of(P, other)
    if M[theirs + MOTION_FLAGS] & TAKES_PART:
        return same_motion(M, mine, theirs)
    M[theirs + MOTION_FLAGS] = TAKES_PART | GOES
    M[theirs + MOTION_DIRECTION] = M[mine + MOTION_DIRECTION]
    if M[mine + MOTION_TURN]:
        for word in range(MOTION_TURN, MOTION_SHAPE):
            M[theirs + word] = M[mine + word]
        go_round(P, M, other)
    else:
        M[theirs + MOTION_DX] = M[mine + MOTION_DX]
        M[theirs + MOTION_DY] = M[mine + MOTION_DY]
    R[R[L + TAKEN] + R[L + COUNT]] = other
    R[L + COUNT] += 1
    return True


# ---------------------------------------------------------------- 2. what cannot go


@kernel
def check(P: Array, M: Array, R: Array, L: int) -> None:
    """Refuse what cannot go, and what can therefore not go either."""
    taken = R[L + TAKEN]
    if R[L + COUNT] > 1:
        for n in range(R[L + COUNT]):
            find_swaps(P, M, R, R[taken + n])
    # Backwards: what is pushed before its pusher, which then meets a thing that stays.
    for n in range(R[L + COUNT] - 1, -1, -1):
        if not can_go(P, M, R, R[taken + n]):
            refuse(P, M, R, L, R[taken + n])
        if M[ERROR]:
            return
    follow(P, M, R, L)


@kernel
def find_swaps(P: Array, M: Array, R: Array, one: int) -> None:
    """Mark a move or turn and those unlike it with which it would pass through each other, if it stops them.

    Whether they stop it is seen when it is their turn.
    """
    first = words_of(P, one)
    if is_put(M, first):
        return
    if not P[BODIES] and end_cell(P, M, one) < 0:
        return
    ends = int(P[CELL_LISTS]) + int(P[CELLS]) if P[BODIES] else 0
    count = cells_of(P, M, one, True, ends) if P[BODIES] else 1
    for n in range(count):
        node = int(M[P[HEAD] + (M[ends + n] if P[BODIES] else end_cell(P, M, one))])
        while node >= 0:
            two = int(owner(P, M, node))
            second = words_of(P, two)
            if (
                M[second + MOTION_FLAGS] & TAKES_PART
                and not is_put(M, second)
                and not same_motion(M, first, second)
                and not (M[first + MOTION_FLAGS] & M[second + MOTION_FLAGS] & SWAPS)
                and ends_on(P, M, two, one)
                and stops(P, M, R, one, two)
            ):
                M[first + MOTION_FLAGS] |= SWAPS
                M[second + MOTION_FLAGS] |= SWAPS
            node = int(M[P[NEXT] + node])


@kernel
def ends_on(P: Array, M: Array, one: int, two: int) -> bool:
    """Whether a thing ends on a cell that another covers now."""
    if not P[BODIES]:
        return end_cell(P, M, one) == start_cell(P, M, two)
    ends = int(P[CELL_LISTS]) + 2 * int(P[CELLS])
    for n in range(cells_of(P, M, one, True, ends)):  # noqa: SIM110  numba has no generators
        if covers_at(P, M, two, False, int(M[ends + n])):
            return True
    return False


@kernel
def can_go(P: Array, M: Array, R: Array, slot: int) -> bool:
    """Whether nothing keeps a thing back, as far as those that go now go; it is noted with those it relies on."""
    mine = words_of(P, slot)
    flags = M[mine + MOTION_FLAGS]
    # Offers to be carried in different ways make all who offer stuck; they and their cargo are tied together.
    if flags & (STUCK | SWAPS) or (flags & TORN and M[mine + MOTION_CARRIERS]):
        return False
    if not may_end(P, M, slot):
        return False
    direction = int(M[mine + MOTION_DIRECTION])
    if direction >= 0 and stuck(P, M, R, slot, direction):
        return False
    count = entered(P, M, slot)
    for n in range(count):
        node = int(M[P[HEAD] + entered_cell(P, M, slot, n, count)])
        while node >= 0:
            other = int(owner(P, M, node))
            theirs = words_of(P, other)
            if M[theirs + MOTION_FLAGS] & GOES:
                if other != slot:
                    note(P, M, R, theirs + MOTION_FOLLOWERS, slot)
            elif stops(P, M, R, other, slot):
                return False
            node = int(M[P[NEXT] + node])
    return True


@kernel
def refuse(P: Array, M: Array, R: Array, L: int, slot: int) -> None:
    """Refuse the motion of a thing that goes; the consequences are for `follow`."""
    mine = words_of(P, slot)
    if M[mine + MOTION_FLAGS] & GOES:
        M[mine + MOTION_FLAGS] &= ~GOES
        R[R[L + QUEUE] + R[L + REFUSALS]] = slot
        R[L + REFUSALS] += 1


@kernel
def follow(P: Array, M: Array, R: Array, L: int) -> None:
    """Refuse what relied on refused things, until nothing changes."""
    while not M[ERROR]:
        while R[L + DONE] < R[L + REFUSALS]:
            slot = R[R[L + QUEUE] + R[L + DONE]]
            R[L + DONE] += 1
            mine = words_of(P, slot)
            node = int(M[mine + MOTION_FOLLOWERS])
            while node:
                other = R[node - 1] & LOW
                if M[words_of(P, other) + MOTION_FLAGS] & GOES and stops(P, M, R, slot, other):
                    refuse(P, M, R, L, other)
                node = R[node - 1] >> 32
            for tie in range(MOTION_CARRIERS, MOTION_CARRIED + 1):
                node = int(M[mine + tie])
                while node:
                    refuse(P, M, R, L, R[node - 1] & LOW)
                    node = R[node - 1] >> 32
        if R[L + DROVE] == R[L + REFUSALS] or R[L + OWNERS] == R[L + COUNT]:
            return
        R[L + DROVE] = R[L + REFUSALS]
        drive(P, M, R, L)


@kernel
def drive(P: Array, M: Array, R: Array, L: int) -> None:
    """Refuse what no own request drives any more, by offers of those that go."""
    taken, owners, count = R[L + TAKEN], R[L + OWNERS], R[L + COUNT]
    for n in range(owners, count):
        M[words_of(P, R[taken + n]) + MOTION_FLAGS] &= ~DRIVEN
    changed = True
    while changed:
        changed = False
        idle = False
        for n in range(owners, count):
            mine = words_of(P, R[taken + n])
            if M[mine + MOTION_FLAGS] & (GOES | DRIVEN) == GOES:
                if any_driven(P, M, R, M[mine + MOTION_PUSHERS]) or any_driven(P, M, R, M[mine + MOTION_CARRIERS]):
                    M[mine + MOTION_FLAGS] |= DRIVEN
                    changed = True
                else:
                    idle = True
        if not idle:
            return
    for n in range(owners, count):
        slot = R[taken + n]
        if not M[words_of(P, slot) + MOTION_FLAGS] & DRIVEN:
            refuse(P, M, R, L, slot)


@kernel
def any_driven(P: Array, M: Array, R: Array, head: int) -> bool:
    """Whether one of a list goes and is driven, by itself or by others."""
    node = int(head)
    while node:
        flags = M[words_of(P, R[node - 1] & LOW) + MOTION_FLAGS]
        if flags & GOES and flags & (OWN | DRIVEN):
            return True
        node = R[node - 1] >> 32
    return False


# ---------------------------------------------------------------- 3. contests


@kernel
def settle_contests(P: Array, M: Array, R: Array, L: int) -> None:
    """Put those who take part in order, list where they end, and settle the contests cell by cell.

    Refusals make no new contests, so a cell that is settled stays so.
    """
    order, count = R[L + ORDERED], R[L + COUNT]
    for n in range(count):
        R[order + n] = R[R[L + TAKEN] + n]
    if R[L + OWNERS] < count:
        sort_things(P, M, R, order, count, R[L + SPARE])
    most = count
    if P[BODIES]:
        most = 0
        for n in range(count):
            most += cell_count(M, end_shape(P, M, R[order + n]))
    ends = reserve(P, M, 2 * most)
    if ends < 0:
        return
    R[L + ENDS] = ends
    endings = 0
    for n in range(count):
        if M[words_of(P, R[order + n]) + MOTION_FLAGS] & GOES:
            if P[BODIES]:
                listed = cells_of(P, M, R[order + n], True, P[CELL_LISTS])
                for m in range(listed):
                    R[ends + endings] = int(M[P[CELL_LISTS] + m]) * WORD + n
                    endings += 1
            else:
                R[ends + endings] = end_cell(P, M, R[order + n]) * WORD + n
                endings += 1
    sort_words(R, ends, endings, ends + most)
    R[L + ENDINGS] = endings
    first = 0
    while first < endings:
        last = first + 1
        while last < endings and R[ends + last] >> 32 == R[ends + first] >> 32:
            last += 1
        if last - first > 1:
            while settle(P, M, R, L, first, last):
                follow(P, M, R, L)
            if M[ERROR]:
                return
        first = last


@kernel
def settle(P: Array, M: Array, R: Array, L: int, first: int, last: int) -> bool:
    """Settle the contest between those of `ENDS` from `first` to before `last`; False when there is none."""
    cell = R[R[L + ENDS] + first] >> 32
    rivals, count = R[L + SPARE], 0
    for later in range(2):
        for n in range(first, last):
            slot = R[R[L + ORDERED] + (R[R[L + ENDS] + n] & LOW)]
            if M[words_of(P, slot) + MOTION_FLAGS] & GOES and pushes_out(P, M, R, slot, cell) != later:
                R[rivals + count] = slot
                count += 1
    for n in range(count - 1):
        one = R[rivals + n]
        before = R[L + REFUSALS]
        for m in range(n + 1, count):
            if stops(P, M, R, one, R[rivals + m]):
                refuse(P, M, R, L, R[rivals + m])
        if M[ERROR]:
            return False
        if R[L + REFUSALS] > before:
            return True
        for m in range(n + 1, count):
            if stops(P, M, R, R[rivals + m], one):
                refuse(P, M, R, L, one)
                return not M[ERROR]
    return False


@kernel
def pushes_out(P: Array, M: Array, R: Array, slot: int, cell: int) -> int:
    """1 if a thing pushes another out of a cell, else 0."""
    node = int(M[P[HEAD] + cell])
    while node >= 0:
        theirs = words_of(P, owner(P, M, node))
        if M[theirs + MOTION_FLAGS] & GOES:
            pusher = int(M[theirs + MOTION_PUSHERS])
            while pusher:
                if R[pusher - 1] & LOW == slot:
                    return 1
                pusher = R[pusher - 1] >> 32
        node = int(M[P[NEXT] + node])
    return 0
