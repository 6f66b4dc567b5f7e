"""A turn: phases in file order, then forbid, win and lose.

`play` works on the live position, which must be in the order of things, with the input events announced and `BEFORE`
a copy of it. It leaves the position after the turn, the outcome in M[OUTCOME] and, when M[ERROR] is set, nothing that
may be used.
"""

from __future__ import annotations

from arcg.runtime.engine import MAX_FRAMES, MAX_ITERATIONS
from arcg.runtime.engine import SIZE as SIDE
from arcg.runtime.kernel.asking import evaluate, holds, rows
from arcg.runtime.kernel.chance import choose
from arcg.runtime.kernel.effects import gather
from arcg.runtime.kernel.events import cell_x, cell_y
from arcg.runtime.kernel.far import draw, resolve, same_position, write_all
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import alive, copy, copy_block
from arcg.runtime.kernel.numbering import number_anew
from arcg.runtime.kernel.opcodes import *
from arcg.runtime.kernel.pointers import copy_words
from arcg.runtime.kernel.rows import drop_doubles, sort_rows

FRAME_BYTES = SIDE * SIDE

RULE_MADE = 2
"""Source of the events that rules make."""


@kernel
def play(P: Array, M: Array, R: Array, F: Array) -> None:
    """Play the turn. `F`: room for M[FRAME_ROOM] frames, flat, filled from number M[FRAME_FIRST] on if M[DRAWING]."""
    for number in range(P[PHASES]):
        M[ENDED] = 0
        run_phase(P, M, R, F, P[PHASE_AT] + number * PHASE_WORDS)
        if M[ERROR]:
            return
        if M[OUTCOME] or M[ENDED] == TURN_ENDED:
            break
    forget_all_requests(P, M)
    if M[LOADING] == 0 and M[OUTCOME] == 0:
        judge(P, M, R, F)
        if M[ERROR]:
            return
    number_anew(P, M)
    if M[FRAME_COUNT] == 0 or not same_position(P, M, P[SHOWN], P[LIVE]):
        show(P, M, R, F, 1)


@kernel
def forget_all_requests(P: Array, M: Array) -> None:
    """Nothing is asked to move any more."""
    for asked in range(M[ASKED_COUNT]):
        M[P[REQUEST_AT] + M[P[ASKED] + asked] * REQUEST_WORDS + REQUEST_KIND] = NO_REQUEST
    if M[ASKED_COUNT]:
        M[STAMP] += 1
    M[ASKED_COUNT] = 0


@kernel
def show(P: Array, M: Array, R: Array, F: Array, count: int) -> None:
    """Show the live position in `count` frames."""
    if M[FRAME_COUNT] + count > MAX_FRAMES:
        M[ERROR] = TOO_MANY_FRAMES
        return
    if count == 0:
        return
    if M[DRAWING]:
        first = M[FRAME_FIRST] + M[FRAME_COUNT]
        if first + count > M[FRAME_ROOM]:
            M[ERROR], M[NEED] = ROOM_FRAMES, first + count
            return
        draw(P, M, R, F, first)
        for n in range(1, count):
            copy_frame(F, first + n, first)
    M[FRAME_COUNT] += count


@kernel
def copy_frame(F: Array, to: int, source: int) -> None:
    """Copy one frame over another."""
    copy_words(F, to * FRAME_BYTES, F, source * FRAME_BYTES, FRAME_BYTES)


@kernel
def show_again(P: Array, M: Array, R: Array, F: Array, count: int) -> None:
    """Show the live position in the middle of a turn."""
    show(P, M, R, F, count)
    if count > 0:
        copy_block(P, M, P[SHOWN], P[LIVE])


# ---------------------------------------------------------------- phases


@kernel
def run_phase(P: Array, M: Array, R: Array, F: Array, phase: int) -> None:
    """Run a phase once, or once for each binding of each event in its head."""
    if not some_rule_runs(P, M, phase):
        return
    base = P[REGISTERS]
    if P[phase + PHASE_HEADS] == 0:
        if P[phase + PHASE_WHEN] < 0 or holds(P, M, R, P[phase + PHASE_WHEN], base):
            run(P, M, R, F, phase)
        return
    start = M[ROW_TOP]
    width = 1 + P[phase + PHASE_SLOTS]
    for number in range(P[phase + PHASE_HEADS]):
        bind_head(P, M, R, P[phase + PHASE_HEAD_AT] + number * PHASE_HEAD_WORDS, phase)
        if M[ERROR]:
            return
    if P[phase + PHASE_WHEN] >= 0:
        kept = start
        for row in range(start, M[ROW_TOP], width):
            load(P, R, row, width, base)
            if holds(P, M, R, P[phase + PHASE_WHEN], base):
                for word in range(width):
                    R[P[ROWS] + kept + word] = R[P[ROWS] + row + word]
                kept += width
        M[ROW_TOP] = kept
    for row in range(start, M[ROW_TOP], width):
        load(P, R, row, width, base)
        if some_gone(P, M, R, phase, base):
            continue
        run(P, M, R, F, phase)
        if M[ERROR] or M[OUTCOME] or M[ENDED]:
            break
    M[ROW_TOP] = start


@kernel
def load(P: Array, R: Array, row: int, width: int, base: int) -> None:
    """Put the variables of a row into the registers."""
    for slot in range(width - 1):
        R[base + slot] = R[P[ROWS] + row + 1 + slot]


@kernel
def runs(P: Array, M: Array, phase: int, rule: int) -> bool:
    """Whether a rule runs: while a level loads, only in phases on `start` or if it answers what rules make."""
    return M[LOADING] == 0 or P[phase + PHASE_ON_START] == 1 or P[rule + RULE_LOADS] == 1


@kernel
def some_rule_runs(P: Array, M: Array, phase: int) -> bool:
    """Whether a phase has a rule that runs."""
    for number in range(P[phase + PHASE_RULES]):
        if runs(P, M, phase, P[RULE_AT] + (P[phase + PHASE_FIRST_RULE] + number) * RULE_WORDS):
            return True
    return False


@kernel
def bind_head(P: Array, M: Array, R: Array, head: int, phase: int) -> None:
    """The bindings of one event in a phase's head, in the order of matches, as rows."""
    if M[LOADING] and P[phase + PHASE_ON_START] == 0 and P[head + HEAD_LOADS] == 0:
        return
    start = M[ROW_TOP]
    base = P[REGISTERS]
    occurrence = M[P[FIRST_OF] + 2 * P[head + HEAD_EVENT]]
    while occurrence >= 0:
        R[base + P[head + HEAD_OCCURRENCE]] = occurrence
        rows(P, M, R, P[head + HEAD_CODE], base)
        if M[ERROR]:
            return
        occurrence = R[P[EVENTS] + occurrence * P[EVENT_ROW] + EVENT_NEXT]
    width = P[head + HEAD_WIDTH]
    if M[ROW_TOP] > start + width:
        sort_rows(P, M, R, start, width, P[head + HEAD_ORDER])
        drop_doubles(P, M, R, start, width)


@kernel
def some_gone(P: Array, M: Array, R: Array, phase: int, base: int) -> bool:
    """Whether a thing that the head bound is gone."""
    things = P[phase + PHASE_THINGS]
    for n in range(P[things]):
        value = R[base + P[things + 1 + n]]
        if value >= 0 and not alive(P, M, value):
            return True
    return False


@kernel
def run(P: Array, M: Array, R: Array, F: Array, phase: int) -> None:
    """Iterate: once, or until an iteration is quiet.

    The bindings of the head are in the registers and stay there: every row of matches holds them too.
    """
    M[RUN] += 1
    for number in range(P[phase + PHASE_RULES]):
        M[P[MARK_AT] + P[phase + PHASE_FIRST_RULE] + number] = 0
    compares = P[phase + PHASE_REPEAT] or P[phase + PHASE_SHOW]
    plans = P[phase + PHASE_REPEAT] and P[phase + PHASE_PLAN]
    for _ in range(MAX_ITERATIONS):
        events = M[EVENT_COUNT]
        if compares:
            M[TURN_DIRTY] |= M[DIRTY]
            M[DIRTY] = 0
            copy_block(P, M, P[ITERATION], P[LIVE])
        if plans:
            words = M[P[LIVE] + BLOCK_SLOTS] * REQUEST_WORDS
            copy(M, P[ASKED_BEFORE], P[REQUEST_AT], words)
        slots = M[P[LIVE] + BLOCK_SLOTS]
        if P[phase + PHASE_EACH] < 0:
            run_part(P, M, R, F, phase, -1)
        else:
            run_round(P, M, R, F, phase)
        if M[ERROR]:
            return
        changed = compares and M[DIRTY] == 1 and not same_position(P, M, P[ITERATION], P[LIVE])
        if changed and P[phase + PHASE_SHOW]:
            show_again(P, M, R, F, P[phase + PHASE_SHOW])
        if M[ERROR] or M[OUTCOME] or M[ENDED] or P[phase + PHASE_REPEAT] == 0:
            return
        if not changed and not made_events(P, M, R, events) and not (plans and asks_anew(P, M, slots)):
            return
    M[ERROR] = TOO_MANY_ITERATIONS
    M[REASON] = (phase - P[PHASE_AT]) // PHASE_WORDS


@kernel
def asks_anew(P: Array, M: Array, slots: int) -> bool:
    """Whether what is asked to move is not what it was in ASKED_BEFORE, where there were so many slots."""
    for slot in range(M[P[LIVE] + BLOCK_SLOTS]):
        now, before = P[REQUEST_AT] + slot * REQUEST_WORDS, P[ASKED_BEFORE] + slot * REQUEST_WORDS
        kind, old = M[now + REQUEST_KIND], M[before + REQUEST_KIND] if slot < slots else NO_REQUEST
        if kind != old:
            return True
        if kind == MOVE_REQUEST:
            same = M[now + REQUEST_DIRECTION] == M[before + REQUEST_DIRECTION]
            same = same and M[now + REQUEST_BY] == M[before + REQUEST_BY]
        elif kind != NO_REQUEST:
            same = M[now + REQUEST_X] == M[before + REQUEST_X] and M[now + REQUEST_Y] == M[before + REQUEST_Y]
        else:
            same = True
        if not same:
            return True
    return False


@kernel
def made_events(P: Array, M: Array, R: Array, since: int) -> bool:
    """Whether rules made events since there were so many."""
    for number in range(since, M[EVENT_COUNT]):
        event = R[P[EVENTS] + number * P[EVENT_ROW] + EVENT_KIND]
        if P[P[EVENT_AT] + event * EVENT_WORDS + EVENT_SOURCE] == RULE_MADE:
            return True
    return False


@kernel
def run_round(P: Array, M: Array, R: Array, F: Array, phase: int) -> None:
    """One part for each thing of an `each` that was there when the round began."""
    start = M[ROW_TOP]
    base = P[REGISTERS]
    width = P[phase + PHASE_EACH_WIDTH]
    rows(P, M, R, P[phase + PHASE_EACH], base)
    if M[ERROR]:
        return
    if P[phase + PHASE_EACH_BY] >= 0:
        for row in range(start, M[ROW_TOP], width):
            load(P, R, row, width, base)
            R[P[ROWS] + row] = sort_key(P, phase, evaluate(P, M, R, P[phase + PHASE_EACH_BY], base))
    if M[ROW_TOP] > start + width:
        sort_rows(P, M, R, start, width, P[phase + PHASE_EACH_ORDER])
        drop_doubles(P, M, R, start, width)
    for row in range(start, M[ROW_TOP], width):
        slot = R[P[ROWS] + row + 1 + P[phase + PHASE_EACH_SLOT]]
        if alive(P, M, slot):
            load(P, R, row, width, base)
            run_part(P, M, R, F, phase, slot)
            if M[ERROR]:
                return
            if M[ENDED]:
                break
    M[ROW_TOP] = start


@kernel
def sort_key(P: Array, phase: int, value: int) -> int:
    """A value as a number that sorts like it: undefined last, cells row by row."""
    if value == UNDEFINED:
        return -(UNDEFINED + 1)
    if P[phase + PHASE_EACH_CELLS]:
        return cell_y(value) * (1 << 32) + cell_x(value)
    return value


@kernel
def run_part(P: Array, M: Array, R: Array, F: Array, phase: int, slot: int) -> None:
    """Every rule once, then the motion and the frames they asked for. `slot`: the thing of an `each`."""
    M[SHOW_ASKED] = 0
    M[SKIP] = 0
    M[END_ASKED] = 0
    M[FINISH_ASKED] = 0
    for number in range(P[phase + PHASE_RULES]):
        rule = P[phase + PHASE_FIRST_RULE] + number
        if not runs(P, M, phase, P[RULE_AT] + rule * RULE_WORDS):
            continue
        matched = run_rule(P, M, R, rule, slot)
        if M[ERROR]:
            return
        if M[SKIP] or (matched and P[phase + PHASE_FIRST]):
            break
    if M[ASKED_COUNT] > 0 and P[phase + PHASE_PLAN] == 0:
        resolve(P, M, R)
        if M[ERROR]:
            return
    if M[SHOW_ASKED] > 0:
        show_again(P, M, R, F, M[SHOW_ASKED])
    M[ENDED] = M[END_ASKED]
    if M[LOADING] == 0 and M[OUTCOME] == 0:
        M[OUTCOME] = M[FINISH_ASKED]


# ---------------------------------------------------------------- rules


@kernel
def run_rule(P: Array, M: Array, R: Array, number: int, slot: int) -> bool:
    """Find all matches on the position before the rule, then write them; whether any matched."""
    rule = P[RULE_AT] + number * RULE_WORDS
    start = M[ROW_TOP]
    base = P[REGISTERS]
    width = P[rule + RULE_WIDTH]
    if P[rule + RULE_EVENT] < 0:
        rows(P, M, R, P[rule + RULE_CODE], base)
    else:
        occurrence = M[P[FIRST_OF] + 2 * P[rule + RULE_EVENT]]
        if occurrence < 0:
            return False
        seen = look(P, M, number, slot)
        while occurrence >= 0:
            if occurrence >= seen:
                R[base + P[rule + RULE_OCCURRENCE]] = occurrence
                rows(P, M, R, P[rule + RULE_CODE], base)
                if M[ERROR]:
                    return False
            occurrence = R[P[EVENTS] + occurrence * P[EVENT_ROW] + EVENT_NEXT]
    if M[ERROR] or M[ROW_TOP] == start:
        return False
    if M[ROW_TOP] > start + width:
        sort_rows(P, M, R, start, width, P[rule + RULE_ORDER])
        drop_doubles(P, M, R, start, width)
    counts = P[COUNT_AT] + number * COUNT_WORDS
    if P[rule + RULE_MODE] == MODE_TURN:
        take_in_turn(P, M, R, rule, start, counts)
        return True
    if P[rule + RULE_MODE] == MODE_ONCE:
        M[ROW_TOP] = start + width
    elif P[rule + RULE_MODE] == MODE_RANDOM:
        count = (M[ROW_TOP] - start) // width
        chosen = start + choose(M, P[LIVE] + BLOCK_RANDOM, count) * width
        if count > 1:
            M[DIRTY] = 1
        for word in range(width):
            R[P[ROWS] + start + word] = R[P[ROWS] + chosen + word]
        M[ROW_TOP] = start + width
    M[counts + COUNT_MATCHES] += (M[ROW_TOP] - start) // width
    for row in range(start, M[ROW_TOP], width):
        load(P, R, row, width, base)
        gather(P, M, R, P[rule + RULE_EFFECT_AT], P[rule + RULE_EFFECTS], base)
        if M[ERROR]:
            return False
    M[ROW_TOP] = start
    write_all(P, M, R, counts)
    return True


@kernel
def take_in_turn(P: Array, M: Array, R: Array, rule: int, start: int, counts: int) -> None:
    """Write the matches of a rule, the rows from `start` on, one after another, if the rule still holds of them."""
    base, width = P[REGISTERS], P[rule + RULE_WIDTH]
    for row in range(start, M[ROW_TOP], width):
        load(P, R, row, width, base)
        if holds(P, M, R, P[rule + RULE_AGAIN], base):
            M[counts + COUNT_MATCHES] += 1
            load(P, R, row, width, base)
            gather(P, M, R, P[rule + RULE_EFFECT_AT], P[rule + RULE_EFFECTS], base)
            if M[ERROR]:
                return
            write_all(P, M, R, counts)
        if M[ERROR]:
            return
    M[ROW_TOP] = start


@kernel
def look(P: Array, M: Array, number: int, slot: int) -> int:
    """Which events a rule has looked at in this run (for this thing of an `each`); it has looked at all from now on."""
    if slot < 0:
        at = P[MARK_AT] + number
        seen = M[at]
        M[at] = M[EVENT_COUNT]
        return seen
    at = P[SEEN_AT] + (number * P[CAPACITY] + slot) * SEEN_WORDS
    seen = M[at + SEEN_COUNT] if M[at + SEEN_RUN] == M[RUN] else 0
    M[at + SEEN_RUN] = M[RUN]
    M[at + SEEN_COUNT] = M[EVENT_COUNT]
    return seen


# ---------------------------------------------------------------- the end of a turn


@kernel
def judge(P: Array, M: Array, R: Array, F: Array) -> None:
    """`forbid` in file order, each on the position that the last one left, then the goals."""
    for number in range(P[FORBIDS]):
        run_forbid(P, M, R, F, number)
        if M[ERROR] or M[OUTCOME]:
            return
    base = P[REGISTERS]
    won = P[WINS] > 0
    for n in range(P[WINS]):
        won = won and holds(P, M, R, P[P[WIN_AT] + n], base)
    lost = False
    for n in range(P[LOSES]):
        lost = lost or holds(P, M, R, P[P[LOSE_AT] + n], base)
    if won and not (lost and P[LOSE_FIRST]):
        M[OUTCOME] = WIN
    elif lost:
        M[OUTCOME] = LOSE


@kernel
def run_forbid(P: Array, M: Array, R: Array, F: Array, number: int) -> None:
    """Take a turn back: tested for existence; its effects run once, one after another in the written order."""
    forbid = P[FORBID_AT] + number * FORBID_WORDS
    base = P[REGISTERS]
    if not holds(P, M, R, P[forbid + FORBID_CODE], base):
        return
    counts = P[COUNT_AT] + (P[RULES] + number) * COUNT_WORDS
    M[counts + COUNT_MATCHES] += 1
    for n in range(P[forbid + FORBID_EFFECTS]):
        M[SHOW_ASKED] = 0
        M[FINISH_ASKED] = 0
        gather(P, M, R, P[forbid + FORBID_EFFECT_AT] + n * APPLICATION_WORDS, 1, base)
        if M[ERROR] == 0:
            write_all(P, M, R, counts)
        if M[ERROR] == 0:
            show_again(P, M, R, F, M[SHOW_ASKED])
        if M[ERROR]:
            return
        forget_all_requests(P, M)
        if M[OUTCOME] == 0:
            M[OUTCOME] = M[FINISH_ASKED]
