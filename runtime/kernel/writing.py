"""Writing one step of an application: attributes, places, requests, what is made, what is dropped."""

from __future__ import annotations

from arcg.runtime.engine import MAX_THINGS, MAX_VALUE
from arcg.runtime.kernel.bodies import lies_well, shape_of
from arcg.runtime.kernel.events import cell_x, cell_y, clockwise
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import (
    alive,
    cell_index,
    link,
    record,
    touch,
    unlink,
    write,
    write_slot,
    written,
)
from arcg.runtime.kernel.numbering import next_number
from arcg.runtime.kernel.opcodes import *
from arcg.runtime.kernel.restoring import save_position

STEP_ROOM = 10
"""Words of POOL for each step of an application: the thing it made, what it wrote (2), the motion it asked for (6)."""
WRITTEN_AT, ASKED_AT = 1, 3


@kernel
def operand(M: Array, R: Array, at: int, pool: int, number: int) -> int:
    """The value of an operand; what an earlier step makes is by now a slot."""
    value = R[at]
    if UNDEFINED < value < GONE:
        return M[pool - (number - (GONE - 1 - value)) * STEP_ROOM]
    return value


@kernel
def place_of(P: Array, M: Array, step: int, slot: int) -> tuple[int, int]:
    """Where the target of a step lies in M, and where the domain of the attribute is described; -1: there is none."""
    field = P[step + STEP_A]
    if field < 0:
        return P[LIVE] + BLOCK_HEAD + P[step + STEP_B], P[WORLD_AT] + P[step + STEP_B] * ATTR_WORDS
    if not alive(P, M, slot):
        return -1, -1
    at = record(P, slot)
    kind = M[at + KIND]
    place = P[P[FIELD_AT] + kind * P[FIELDS] + field]
    if place < 0:
        return -1, -1
    return at + ATTR + place, P[ATTR_AT] + (kind * P[ATTRS] + place) * ATTR_WORDS


@kernel
def fits(P: Array, M: Array, domain: int, value: int) -> bool:
    """Whether a value lies in a domain; a thing must be there and of a kind that the domain names."""
    if P[domain + ATTR_DOMAIN] != THING_DOMAIN:
        return P[domain + ATTR_LOW] <= value <= P[domain + ATTR_HIGH]
    if value == -1:
        return True
    return alive(P, M, value) and P[P[domain + ATTR_KINDSET] + M[record(P, value) + KIND]] == 1


@kernel
def write_step(P: Array, M: Array, R: Array, step: int, at: int, pool: int) -> bool:
    """Write one step; False when it cannot be."""
    do = P[step + STEP_DO]
    number = (pool - P[POOL]) // STEP_ROOM
    if do == DO_MOVE or do == DO_PUT:
        return ask(P, M, do, operand(M, R, at, pool, number), R[at + 1], R[at + 2] if do == DO_MOVE else 0, pool)
    if do == DO_TURN:
        return ask_turn(P, M, P[step + STEP_A], operand(M, R, at, pool, number), R[at + 1], pool)
    if do == DO_STAY:
        slot = operand(M, R, at, pool, number)
        M[pool + ASKED_AT] = slot
        M[pool + ASKED_AT + 1] = NO_REQUEST
        return alive(P, M, slot)
    if do == DO_MAKE:
        return make(P, M, R, step, at, pool, number)
    if do == DO_DROP:
        return drop(P, M, operand(M, R, at, pool, number))
    if do == DO_SET or do == DO_ADD or do == DO_CYCLE:
        slot = -1
        if P[step + STEP_A] >= 0:
            slot = operand(M, R, at, pool, number)
            at += 1
        to, domain = place_of(P, M, step, slot)
        if to < 0:
            return False
        if do == DO_SET:
            value = operand(M, R, at, pool, number)
            if not note_set(P, M, to, value):
                return False
        elif do == DO_ADD:
            value = M[to] + R[at]
            if P[step + STEP_C] & 1:
                at += 1
                value = max(value, R[at])
            if P[step + STEP_C] & 2:
                at += 1
                value = min(value, R[at])
        else:
            value = cycled(P, domain, M[to], P[step + STEP_C])
        if value > MAX_VALUE or value < -MAX_VALUE:
            return False
        if P[BODIES] and slot >= 0 and shapes(P, M, slot, to):
            unlink(P, M, slot)
            write_slot(P, M, slot, to, value)
            link(P, M, slot)
            M[STRUCTURAL] = max(M[STRUCTURAL], RESHAPED)
        elif slot >= 0:
            write_slot(P, M, slot, to, value)
        else:
            write(P, M, to, value)
        M[pool + WRITTEN_AT] = slot
        M[pool + WRITTEN_AT + 1] = to
        return True
    if do == DO_SAVE:
        save_position(P, M, P[step + STEP_A])
        written(M)
        return True
    if do == DO_EMIT:
        return emit_later(P, M, R, step, at, pool, number)
    return True


@kernel
def shapes(P: Array, M: Array, slot: int, to: int) -> bool:
    """Whether the attribute that lies at M[to] has a say in the body of a thing."""
    at = record(P, slot)
    body = P[P[KIND_AT] + M[at + KIND] * KIND_WORDS + KIND_BODY]
    if body:
        for n in range(P[body + BODY_ASKS]):
            if at + ATTR + P[body + BODY_ASKED + n] == to:
                return True
    return False


@kernel
def cycled(P: Array, domain: int, value: int, step: int) -> int:
    """The next or previous value of a domain, wrapping round; a facing turns. Too large a number for none."""
    sort = P[domain + ATTR_DOMAIN]
    if sort == DIR_DOMAIN:
        return clockwise(value) if step == 1 else clockwise(value) ^ 1
    if sort == THING_DOMAIN:
        return MAX_VALUE + 1
    low = P[domain + ATTR_LOW]
    return low + (value - low + step) % (P[domain + ATTR_HIGH] - low + 1)


@kernel
def ask(P: Array, M: Array, do: int, slot: int, first: int, by: int, pool: int) -> bool:
    """Remember a request for motion; one that goes nowhere is none."""
    if not alive(P, M, slot):
        return False
    at = record(P, slot)
    if do == DO_PUT:
        x, y = cell_x(first), cell_y(first)
        if x == M[at + X] and y == M[at + Y]:
            return True
        M[pool + ASKED_AT] = slot
        M[pool + ASKED_AT + 1] = PUT_REQUEST
        M[pool + ASKED_AT + 2] = x
        M[pool + ASKED_AT + 3] = y
        return True
    direction = first
    if by < 0:
        direction, by = direction ^ 1, -by
    if by != 0:
        M[pool + ASKED_AT] = slot
        M[pool + ASKED_AT + 1] = MOVE_REQUEST
        M[pool + ASKED_AT + 2] = direction
        M[pool + ASKED_AT + 3] = by
    return True


@kernel
def ask_turn(P: Array, M: Array, sense: int, slot: int, pivot: int, pool: int) -> bool:
    """Remember a request for a turn; one that changes nothing is none."""
    if not alive(P, M, slot):
        return False
    at = record(P, slot)
    kind = int(M[at + KIND])
    x, y = int(M[at + X]), int(M[at + Y])
    body = P[P[KIND_AT] + kind * KIND_WORDS + KIND_BODY]
    if not (body and P[body + BODY_TURNED] >= 0) and cell_x(pivot) == x and cell_y(pivot) == y:
        return True
    M[pool + ASKED_AT] = slot
    M[pool + ASKED_AT + 1] = sense
    M[pool + ASKED_AT + 2] = cell_x(pivot)
    M[pool + ASKED_AT + 3] = cell_y(pivot)
    return True


@kernel
def make(P: Array, M: Array, R: Array, step: int, at: int, pool: int, number: int) -> bool:
    """Make a thing, unless this rule has made the same already."""
    kind = P[step + STEP_A]
    x, y = cell_x(R[at]), cell_y(R[at])
    attrs = P[P[KIND_AT] + kind * KIND_WORDS + KIND_ATTRS]
    made = P[MADE] + M[MADE_COUNT] * (MADE_HEAD + P[ATTRS])
    if M[MADE_COUNT] >= P[CAPACITY]:
        M[ERROR], M[NEED] = ROOM_SLOTS, 0
        return False
    for place in range(attrs):
        M[made + MADE_ATTR + place] = P[P[ATTR_AT] + (kind * P[ATTRS] + place) * ATTR_WORDS + ATTR_DEFAULT]
    for n in range(P[step + STEP_B]):
        place = P[P[step + STEP_C] + n]
        if place >= 0:
            value = operand(M, R, at + 1 + n, pool, number)
            if not fits(P, M, P[ATTR_AT] + (kind * P[ATTRS] + place) * ATTR_WORDS, value):
                return False
            M[made + MADE_ATTR + place] = value
    for place in range(attrs):
        if not fits(P, M, P[ATTR_AT] + (kind * P[ATTRS] + place) * ATTR_WORDS, M[made + MADE_ATTR + place]):
            return False
    for other in range(P[MADE], made, MADE_HEAD + P[ATTRS]):
        if M[other + MADE_KIND] == kind and M[other + MADE_X] == x and M[other + MADE_Y] == y:
            same = True
            for place in range(attrs):
                same = same and M[other + MADE_ATTR + place] == M[made + MADE_ATTR + place]
            if same:
                M[pool] = M[other + MADE_SLOT]
                return True
    if P[BODIES]:
        shape = int(shape_of(P, M, kind, made + MADE_ATTR))
        if M[ERROR] or not lies_well(P, M, kind, shape, x, y):
            return False
    elif cell_index(P, M, x, y) < 0:
        return False
    live = P[LIVE]
    if M[live + BLOCK_ALIVE] >= MAX_THINGS:
        M[FULL] += 1
        return False
    slot = M[live + BLOCK_SLOTS]
    if slot >= P[CAPACITY]:
        M[ERROR], M[NEED] = ROOM_SLOTS, slot + 1
        return False
    touch(P, M, slot)
    to = record(P, slot)
    M[to + KIND] = kind
    M[to + X] = x
    M[to + Y] = y
    M[to + HANDLE] = M[live + BLOCK_HANDLES]
    M[to + SEQUENCE] = M[live + BLOCK_SEQUENCE]
    for place in range(P[ATTRS]):
        M[to + ATTR + place] = M[made + MADE_ATTR + place] if place < attrs else 0
    numbered = P[P[KIND_AT] + kind * KIND_WORDS + KIND_NUMBER]
    if numbered:
        M[to + ATTR - 1 + numbered] = next_number(P, M, kind)
    write(P, M, live + BLOCK_SLOTS, slot + 1)
    write(P, M, live + BLOCK_ALIVE, M[live + BLOCK_ALIVE] + 1)
    write(P, M, live + BLOCK_HANDLES, M[live + BLOCK_HANDLES] + 1)
    write(P, M, live + BLOCK_SEQUENCE, M[live + BLOCK_SEQUENCE] + 1)
    link(P, M, slot)
    M[STRUCTURAL] = REMADE
    M[made + MADE_SLOT] = slot
    M[made + MADE_KIND] = kind
    M[made + MADE_X] = x
    M[made + MADE_Y] = y
    M[MADE_COUNT] += 1
    M[pool] = slot
    return True


@kernel
def drop(P: Array, M: Array, slot: int) -> bool:
    """A thing is gone, and whatever referred to it refers to none."""
    if not alive(P, M, slot):
        return False
    unlink(P, M, slot)
    write_slot(P, M, slot, record(P, slot) + KIND, -1)
    write(P, M, P[LIVE] + BLOCK_ALIVE, M[P[LIVE] + BLOCK_ALIVE] - 1)
    M[STRUCTURAL] = REMADE
    if P[HAS_REFERENCES]:
        for number in range(P[WORLD]):
            at = P[LIVE] + BLOCK_HEAD + number
            if M[at] == slot and P[P[WORLD_AT] + number * ATTR_WORDS + ATTR_DOMAIN] == THING_DOMAIN:
                write(P, M, at, -1)
        for other in range(M[P[LIVE] + BLOCK_SLOTS]):
            at = record(P, other)
            kind = M[at + KIND]
            if kind >= 0 and P[P[KIND_AT] + kind * KIND_WORDS + KIND_REFERS]:
                for place in range(P[P[KIND_AT] + kind * KIND_WORDS + KIND_ATTRS]):
                    domain = P[ATTR_AT] + (kind * P[ATTRS] + place) * ATTR_WORDS
                    if M[at + ATTR + place] == slot and P[domain + ATTR_DOMAIN] == THING_DOMAIN:
                        write_slot(P, M, other, at + ATTR + place, -1)
    return True


@kernel
def emit_later(P: Array, M: Array, R: Array, step: int, at: int, pool: int, number: int) -> bool:
    """Keep an event until the rule is written."""
    count = P[step + STEP_B]
    top = M[PENDING_TOP]
    if top + 2 + count > P[PENDING_SIZE]:
        M[ERROR], M[NEED] = ROOM_PENDING, top + 2 + count
        return False
    to = P[PENDING] + top
    R[to] = P[step + STEP_A]
    R[to + 1] = count
    for n in range(count):
        R[to + 2 + n] = operand(M, R, at + n, pool, number)
    M[PENDING_TOP] = top + 2 + count
    return True


@kernel
def note_set(P: Array, M: Array, to: int, value: int) -> bool:
    """Remember what an application sets to what; False only when there is no room."""
    if M[TRACING] == 0:
        return True
    for at in range(P[SETS] + M[SETS_KEPT], P[SETS] + M[SETS_TOP], 2):
        if M[at] == to:
            M[at + 1] = value
            return True
    if M[SETS_TOP] + 2 > P[SETS_SIZE]:
        M[ERROR], M[NEED] = ROOM_SETS, M[SETS_TOP] + 2
        return False
    M[P[SETS] + M[SETS_TOP]] = to
    M[P[SETS] + M[SETS_TOP] + 1] = value
    M[SETS_TOP] += 2
    return True
