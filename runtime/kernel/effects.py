"""Effects: what the matches of a rule do to the live position.

First every application is evaluated, on the position before the rule (`gather`); then they are written one after
another (`write_all`), step by step (`writing.py`), each taken back whole when its own result is illegal. Motion, frames
and ends are only asked for here.
"""

from __future__ import annotations

from arcg.runtime.kernel.asking import evaluate, rows
from arcg.runtime.kernel.events import new_event
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import (
    alive,
    copy_block,
    link_all,
    misplaced,
    record,
    take_back,
)
from arcg.runtime.kernel.opcodes import *
from arcg.runtime.kernel.restoring import restore
from arcg.runtime.kernel.rows import drop_doubles, sort_rows
from arcg.runtime.kernel.writing import ASKED_AT, STEP_ROOM, WRITTEN_AT, fits, place_of, write_step

GATHERED = 2
"""An evaluated application begins with its address and whether all its operands are defined."""


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
