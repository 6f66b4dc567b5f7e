"""Effects: what the matches of a rule do to the live position.

First every application is evaluated, on the position before the rule (`gather`); then they are written one after
another (`write_all`), each taken back whole when its own result is illegal. Motion, frames and ends are only asked
for here.
"""

from __future__ import annotations

from arcg.runtime.engine import MAX_THINGS, MAX_VALUE
from arcg.runtime.kernel.asking import evaluate, rows
from arcg.runtime.kernel.bodies import lies_well, shape_of
from arcg.runtime.kernel.events import cell_x, cell_y, clockwise, new_event
from arcg.runtime.kernel.jit import kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import (
    Array,
    alive,
    cell_index,
    copy_block,
    link,
    link_all,
    misplaced,
    record,
    take_back,
    unlink,
    write,
    written,
)
from arcg.runtime.kernel.numbering import next_number
from arcg.runtime.kernel.opcodes import *
from arcg.runtime.kernel.restoring import restore, save_position
from arcg.runtime.kernel.rows import drop_doubles, sort_rows

GATHERED = 2
"""An evaluated application begins with its address and whether all its operands are defined."""

STEP_ROOM = 10
"""Words of POOL for each step of an application: the thing it made, what it wrote (2), the motion it asked for (6)."""
WRITTEN_AT, ASKED_AT = 1, 3


# ---------------------------------------------------------------- right sides


@kernel
def gather(P: Array, M: Array, R: Array, effects: int, count: int, base: int) -> None:
    """Evaluate what one match does; its variables are in the registers from `base` on."""
    for number in range(count):
        application = effects + number * APPLICATION_WORDS
        if P[application + KEYED_CODE] < 0:
            gather_one(P, M, R, application, base)
        else:
            gather_keyed(P, M, R, application, base)
        if M[ERROR]:
            return


@kernel
def gather_keyed(P: Array, M: Array, R: Array, application: int, base: int) -> None:
    """One application for each match of a keyed target."""
    start = M[ROW_TOP]
    width = P[application + KEYED_WIDTH]
    rows(P, M, R, P[application + KEYED_CODE], base)
    sort_rows(P, M, R, start, width, P[application + KEYED_ORDER])
    if M[ERROR] == 0 and M[ROW_TOP] > start + width:
        drop_doubles(P, M, R, start, width)
    for row in range(start, M[ROW_TOP], width):
        for slot in range(width - 1):
            R[base + slot] = R[P[ROWS] + row + 1 + slot]
        gather_one(P, M, R, application, base)
        if M[ERROR]:
            return
    M[ROW_TOP] = start


@kernel
def gather_one(P: Array, M: Array, R: Array, application: int, base: int) -> None:
    """Evaluate the operands of one application."""
    count = P[application + APPLICATION_OPERANDS]
    top = M[OPERAND_TOP]
    if top + GATHERED + count > P[OPERANDS_SIZE]:
        M[ERROR], M[NEED] = ROOM_OPERANDS, top + GATHERED + count
        return
    at = P[OPERANDS] + top
    R[at] = application
    R[at + 1] = 1
    if count > 0:
        evaluate(P, M, R, P[application + APPLICATION_CODE], base)
        registers = P[application + APPLICATION_REGISTERS]
        for n in range(count):
            register = P[registers + n]
            # what an earlier step makes has no number yet: a value below `GONE` names the step
            value = R[base + register] if register >= 0 else GONE + int(register)
            if value == UNDEFINED:
                R[at + 1] = 0
            R[at + GATHERED + n] = value
    M[OPERAND_TOP] = top + GATHERED + count


# ---------------------------------------------------------------- writing


@kernel
def write_all(P: Array, M: Array, R: Array, counts: int) -> None:
    """Write what was gathered, restores last; then announce the events. `counts`: where the trace counts."""
    M[MADE_COUNT] = 0
    M[SETS_TOP] = 0
    M[SETS_KEPT] = 0
    M[OVERWRITTEN] = 0
    M[PENDING_TOP] = 0
    full = M[FULL]
    for late in range(2):
        some_late = False
        at = 0
        while at < M[OPERAND_TOP]:
            application = R[P[OPERANDS] + at]
            if P[application + APPLICATION_RESTORES] == late or (late == 0 and R[P[OPERANDS] + at + 1] == 0):
                if late == 0 or R[P[OPERANDS] + at + 1] == 1:
                    done = R[P[OPERANDS] + at + 1] == 1 and apply(P, M, R, application, P[OPERANDS] + at + GATHERED)
                    if M[ERROR]:
                        return
                    M[counts + (COUNT_APPLIED if done else COUNT_DROPPED)] += 1
            else:
                some_late = True
            at += GATHERED + P[application + APPLICATION_OPERANDS]
        if not some_late:
            break
    M[OPERAND_TOP] = 0
    if M[FULL] > full:
        M[FULL] = full + 1
    M[counts + COUNT_OVERWRITTEN] += M[OVERWRITTEN]
    announce(P, M, R)


@kernel
def announce(P: Array, M: Array, R: Array) -> None:
    """Emit the events that the applications made."""
    at = P[PENDING]
    end = at + M[PENDING_TOP]
    while at < end:
        to = new_event(P, M, R, R[at])
        if to < 0:
            return
        for n in range(R[at + 1]):
            R[to + n] = R[at + 2 + n]
        at += 2 + R[at + 1]
    M[PENDING_TOP] = 0


@kernel
def apply(P: Array, M: Array, R: Array, application: int, operands: int) -> bool:
    """Write one application; False if it was taken back because its result would be illegal."""
    steps = P[application + APPLICATION_STEPS]
    if steps * STEP_ROOM > P[POOL_SIZE]:
        M[ERROR], M[NEED] = ROOM_POOL, steps * STEP_ROOM
        return False
    M[JOURNAL_TOP] = 0
    pending, made, sets, structural = M[PENDING_TOP], M[MADE_COUNT], M[SETS_TOP], M[STRUCTURAL]
    M[STRUCTURAL] = 0
    saved = False
    for number in range(steps):
        step = P[application + APPLICATION_STEP_AT] + number * STEP_WORDS
        pool = P[POOL] + number * STEP_ROOM
        M[pool + WRITTEN_AT] = -2
        M[pool + ASKED_AT] = -1
        if P[step + STEP_DO] == DO_SAVE and not saved:
            saved = True
            copy_block(P, M, P[BACKUP], P[LIVE])
    legal = True
    for number in range(steps):
        step = P[application + APPLICATION_STEP_AT] + number * STEP_WORDS
        pool = P[POOL] + number * STEP_ROOM
        legal = write_step(P, M, R, step, operands + P[step + STEP_OPERAND], pool)
        if M[ERROR]:
            return False
        if not legal:
            break
    restored = False
    if legal and P[application + APPLICATION_RESTORES]:
        if not saved:
            copy_block(P, M, P[BACKUP], P[LIVE])
        restored = True
        for number in range(steps):
            step = P[application + APPLICATION_STEP_AT] + number * STEP_WORDS
            if P[step + STEP_DO] == DO_RESTORE:
                restore(P, M, P[step + STEP_A], P[step + STEP_B], P[step + STEP_C], P[POOL] + steps * STEP_ROOM)
                if M[ERROR]:
                    return False
    if legal:
        legal = is_legal(P, M, application, steps)
    if not legal:
        relink = M[STRUCTURAL] != 0
        if restored and not saved:
            copy_block(P, M, P[LIVE], P[BACKUP])
            relink = True
        take_back(P, M, relink and not saved)
        if saved:
            copy_block(P, M, P[LIVE], P[BACKUP])
            link_all(P, M)
        M[PENDING_TOP], M[MADE_COUNT], M[SETS_TOP], M[STRUCTURAL] = pending, made, sets, structural
        return False
    commit(P, M, application, steps)
    M[STRUCTURAL] = max(structural, M[STRUCTURAL])
    return True


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
            write(P, M, to, value)
            link(P, M, slot)
            M[STRUCTURAL] = 1
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
    M[STRUCTURAL] = 1
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
    write(P, M, record(P, slot) + KIND, -1)
    write(P, M, P[LIVE] + BLOCK_ALIVE, M[P[LIVE] + BLOCK_ALIVE] - 1)
    M[STRUCTURAL] = 1
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
                        write(P, M, at + ATTR + place, -1)
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


# ---------------------------------------------------------------- the end of an application


@kernel
def is_legal(P: Array, M: Array, application: int, steps: int) -> bool:
    """Whether what an application wrote lies in its domains and no thing shares its cell of an ordinary layer."""
    everything = False
    for number in range(steps):
        step = P[application + APPLICATION_STEP_AT] + number * STEP_WORDS
        pool = P[POOL] + number * STEP_ROOM
        slot = M[pool + WRITTEN_AT]
        if slot == -1 or (slot >= 0 and alive(P, M, slot)):
            _, domain = place_of(P, M, step, slot)
            if not fits(P, M, domain, M[M[pool + WRITTEN_AT + 1]]):
                return False
            if P[BODIES] and slot >= 0 and misplaced(P, M, slot):
                return False
        if P[step + STEP_DO] == DO_MAKE and alive(P, M, M[pool]) and misplaced(P, M, M[pool]):
            return False
        everything = everything or (P[step + STEP_DO] == DO_RESTORE and P[step + STEP_D] == 1)
    if everything:
        for slot in range(M[P[LIVE] + BLOCK_SLOTS]):
            if alive(P, M, slot) and misplaced(P, M, slot):
                return False
    return True


@kernel
def commit(P: Array, M: Array, application: int, steps: int) -> None:
    """Let an application stand: what it asks for is asked for."""
    for number in range(steps):
        step = P[application + APPLICATION_STEP_AT] + number * STEP_WORDS
        pool = P[POOL] + number * STEP_ROOM
        slot = M[pool + ASKED_AT]
        if slot >= 0 and M[pool + ASKED_AT + 1] == NO_REQUEST:
            M[STAMP] += 1
            forget_request(P, M, slot)
        elif slot >= 0:
            M[STAMP] += 1
            request = P[REQUEST_AT] + slot * REQUEST_WORDS
            if M[request + REQUEST_KIND] == NO_REQUEST:
                M[P[ASKED] + M[ASKED_COUNT]] = slot
                M[ASKED_COUNT] += 1
            move = M[pool + ASKED_AT + 1] == MOVE_REQUEST
            M[request + REQUEST_KIND] = M[pool + ASKED_AT + 1]
            M[request + (REQUEST_DIRECTION if move else REQUEST_X)] = M[pool + ASKED_AT + 2]
            M[request + (REQUEST_BY if move else REQUEST_Y)] = M[pool + ASKED_AT + 3]
        do = P[step + STEP_DO]
        if do == DO_SHOW:
            M[SHOW_ASKED] = max(M[SHOW_ASKED], P[step + STEP_A])
        elif do == DO_END:
            if P[step + STEP_A] == END_PART:
                M[SKIP] = 1
            else:
                M[END_ASKED] = max(M[END_ASKED], PHASE_ENDED if P[step + STEP_A] == END_PHASE else TURN_ENDED)
        elif do == DO_FINISH and M[FINISH_ASKED] == 0:
            M[FINISH_ASKED] = P[step + STEP_A]
    if M[STRUCTURAL] or P[application + APPLICATION_RESTORES]:
        forget_requests(P, M, application, steps)
    if M[TRACING]:
        keep_sets(P, M)


@kernel
def forget_request(P: Array, M: Array, slot: int) -> None:
    """A thing asks for nothing any more."""
    for number in range(M[ASKED_COUNT]):
        if M[P[ASKED] + number] == slot:
            M[P[REQUEST_AT] + slot * REQUEST_WORDS + REQUEST_KIND] = NO_REQUEST
            M[ASKED_COUNT] -= 1
            M[P[ASKED] + number] = M[P[ASKED] + M[ASKED_COUNT]]
            return


@kernel
def forget_requests(P: Array, M: Array, application: int, steps: int) -> None:
    """A thing that is gone or was restored asks for nothing any more."""
    number = 0
    while number < M[ASKED_COUNT]:
        slot = M[P[ASKED] + number]
        gone = not alive(P, M, slot)
        if not gone:
            kind = M[record(P, slot) + KIND]
            for n in range(steps):
                step = P[application + APPLICATION_STEP_AT] + n * STEP_WORDS
                if P[step + STEP_DO] == DO_RESTORE:
                    gone = gone or P[P[step + STEP_B] + P[WORLD] + kind] == P[step + STEP_C]
        if gone:
            M[P[REQUEST_AT] + slot * REQUEST_WORDS + REQUEST_KIND] = NO_REQUEST
            M[ASKED_COUNT] -= 1
            M[P[ASKED] + number] = M[P[ASKED] + M[ASKED_COUNT]]
        else:
            number += 1


# ---------------------------------------------------------------- what the trace tells of sets


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


@kernel
def keep_sets(P: Array, M: Array) -> None:
    """Add what an application has set to what its rule has set before, counting what it replaced."""
    kept = M[SETS_KEPT]
    for at in range(P[SETS] + kept, P[SETS] + M[SETS_TOP], 2):
        found = False
        for earlier in range(P[SETS], P[SETS] + M[SETS_KEPT], 2):
            if M[earlier] == M[at]:
                found = True
                if M[earlier + 1] != M[at + 1]:
                    M[OVERWRITTEN] += 1
                    M[earlier + 1] = M[at + 1]
        if not found:
            M[P[SETS] + kept] = M[at]
            M[P[SETS] + kept + 1] = M[at + 1]
            kept += 2
    M[SETS_KEPT] = kept
    M[SETS_TOP] = kept
