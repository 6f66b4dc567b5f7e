"""The query machine: runs the code of `opcodes.py` on the live position, by backtracking.

Variables are registers of a frame, R[base + number]. The control stack in M holds two sorts of entries: *choices*
(what is left to try, and where to go on) and *frames* (queries within the query). The position is only read. What
instructions calculate and test is in `values.py`.
"""

from __future__ import annotations

import numpy as np

from arcg.runtime.kernel.bodies import cell_at, cell_count
from arcg.runtime.kernel.events import argument, cell_x, cell_y, pack, step_x, step_y
from arcg.runtime.kernel.fields import field_known, keep_field, next_cell, reach, seed
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import alive, cell_index, first_at, owner, record
from arcg.runtime.kernel.opcodes import *
from arcg.runtime.kernel.rows import distinct_rows, first_row, fold_rows, grow, keep_loop
from arcg.runtime.kernel.values import calculate, neighbour, passes, within

(
    TRY_KINDS, TRY_AT, TRY_BY, TRY_CELL, TRY_EVENT, TRY_RAY, TRY_COVERED, TRY_ROW,
    IN_TOP, IN_EXISTS, IN_FOLD, IN_COLLECT,
) = range(12)  # fmt: skip

WHAT, RESUME, BASE, FRAME, MARK, ONE, TWO, THREE, FOUR = range(9)
"""An entry: its sort, where to go on, the base of its registers, the frame it lies in, `ROW_TOP`, and four words more:

choices: ONE the register, the others what comes next (`choose`); frames: EXISTS goes on at ONE when there is no
solution and at RESUME when there is; FOLD: ONE how, TWO the register; COLLECT: TWO words of a row, THREE and FOUR the
first and last row."""
ENTRY = 9

WORDS_OF = np.array(LENGTHS, np.int64)
"""Words of each instruction."""

ROW_HEADER = 1
"""A collected row begins with the address of the next one of its frame."""


@kernel
def next_of_kinds(P: Array, M: Array, kinds: int, which: int, slot: int) -> tuple[int, int]:
    """The next living thing from `slot` on of the kinds of a list, (which kind of the list, slot); slot -1: none.

    Things that were there when the turn began lie kind by kind; those made since come last, in any order.
    """
    count = P[kinds]
    old = M[P[KSTART] + P[KINDS]]
    while which < count:
        kind = P[kinds + 1 + which]
        end = M[P[KSTART] + kind + 1]
        if slot < 0:
            slot = M[P[KSTART] + kind]
        while slot < end:
            if M[record(P, slot) + KIND] == kind:
                return which, slot
            slot += 1
        which += 1
        slot = -1
    slots = M[P[LIVE] + BLOCK_SLOTS]
    if slot < 0:
        slot = old
    while slot < slots:
        kind = M[record(P, slot) + KIND]
        if kind >= 0:
            for n in range(count):
                if P[kinds + 1 + n] == kind:
                    return which, slot
        slot += 1
    return which, -1


@kernel
def another(P: Array, M: Array, R: Array, sp: int) -> bool:
    """Put the next candidate of the choice at `sp` into its register; False when there is none left."""
    what = M[sp + WHAT]
    to = M[sp + BASE] + M[sp + ONE]
    if what == TRY_KINDS:
        which, slot = next_of_kinds(P, M, M[sp + TWO], M[sp + THREE], M[sp + FOUR])
        M[sp + THREE] = which
        M[sp + FOUR] = slot + 1
        R[to] = slot
        return slot >= 0
    if what == TRY_AT or what == TRY_BY:
        node = next_in_cells(P, M, sp, what == TRY_BY)
        if node < 0:
            return False
        R[to] = owner(P, M, node)
        M[sp + FOUR] = M[P[NEXT] + node]
        return True
    number = M[sp + TWO]
    if what == TRY_EVENT:
        if number < 0:
            return False
        R[to] = number
        M[sp + TWO] = R[P[EVENTS] + number * P[EVENT_ROW] + EVENT_NEXT]
        return True
    if what == TRY_CELL:
        level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
        width = P[level + LEVEL_WIDTH]
        if number >= width * P[level + LEVEL_HEIGHT]:
            return False
        R[to] = pack(number % width, number // width)
        M[sp + TWO] = number + 1
        return True
    if what == TRY_RAY:
        left, direction = M[sp + FOUR] >> 2, M[sp + FOUR] & 3
        if left == 0:
            return False
        R[to] = pack(number, M[sp + THREE])
        M[sp + TWO] = number + step_x(direction)
        M[sp + THREE] += step_y(direction)
        M[sp + FOUR] -= 4
        return True
    if what == TRY_COVERED:
        number, cell = next_covered(P, M, M[sp + THREE], number)
        R[to] = cell
        M[sp + TWO] = number
        return cell != UNDEFINED
    # TRY_ROW and TRY_DIRECTION
    if number >= M[sp + THREE]:
        return False
    R[to] = number
    M[sp + TWO] = number + M[sp + FOUR]
    return True


@kernel
def next_covered(P: Array, M: Array, slot: int, number: int) -> tuple[int, int]:
    """Of the cells that a thing covers, from `number` on, the next on the board: (number of the one after, cell).

    The cell is undefined when there is none left.
    """
    at, shape = record(P, slot), int(M[P[SHAPE_AT] + slot])
    while number < cell_count(M, shape):
        dx, dy = cell_at(M, shape, number)
        x, y = int(M[at + X]) + dx, int(M[at + Y]) + dy
        number += 1
        if cell_index(P, M, x, y) >= 0:
            return number, pack(x, y)
    return number, UNDEFINED


@kernel
def next_here(P: Array, M: Array, kinds: int, middle: int, node: int) -> int:
    """From `node` on, the next one of a cell whose thing is of a set of kinds and not `middle`; -1: none is left."""
    while node >= 0:
        slot = owner(P, M, node)
        if slot != middle and P[kinds + M[record(P, slot) + KIND]]:
            return node
        node = M[P[NEXT] + node]
    return -1


@kernel
def next_around(P: Array, M: Array, kinds: int, middle: int, pattern: int, number: int, node: int) -> tuple[int, int]:
    """As `next_here`, in this and the following cells of a pattern around a thing: (number of the cell, node)."""
    while True:
        node = next_here(P, M, kinds, middle, node)
        if node >= 0:
            return number, node
        number += 1
        dx, dy = neighbour(pattern, number)
        if dx == 9:
            return number, -1
        at = record(P, middle)
        node = first_at(P, M, M[at + X] + dx, M[at + Y] + dy)


@kernel
def next_in_cells(P: Array, M: Array, sp: int, around: bool) -> int:
    """The node of the next thing of a choice in a cell, or (`around`) in the cells of a pattern; -1: none is left.

    TWO: the kinds, THREE: the thing in the middle, which does not count, FOUR: the next node of this cell. Around a
    thing MARK is the pattern times 16 plus the number of the cell and one.
    """
    kinds, middle, node = M[sp + TWO], M[sp + THREE], M[sp + FOUR]
    if not around:
        return next_here(P, M, kinds, middle, node)
    number, node = next_around(P, M, kinds, middle, M[sp + MARK] >> 4, (M[sp + MARK] & 15) - 1, node)
    M[sp + MARK] = (M[sp + MARK] >> 4) * 16 + number + 1
    return node


@kernel
def aim(P: Array, M: Array, start: int, direction: int, ends: bool, end: int) -> tuple[int, int, int]:
    """The cells of a ray: column and row of the first, and four times how many there are plus the direction.

    It goes from the cell after `start` up to the edge of the board, or (`ends`) up to the cell before `end`. -1: none.
    """
    if start == UNDEFINED or direction == UNDEFINED or (ends and end == UNDEFINED):
        return 0, 0, -1
    dx, dy = step_x(direction), step_y(direction)
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    x, y, width, height = cell_x(start), cell_y(start), P[level + LEVEL_WIDTH], P[level + LEVEL_HEIGHT]
    if (dx != 0 and not 0 <= y < height) or (dy != 0 and not 0 <= x < width):
        return 0, 0, -1
    place, size, step = (x, width, dx) if dx != 0 else (y, height, dy)
    first = max(place + 1, 0) if step > 0 else min(place - 1, size - 1)
    last = size - 1 if step > 0 else 0
    if ends:
        far = (cell_x(end) - x) * dx + (cell_y(end) - y) * dy
        in_line = cell_y(end) == y if dx != 0 else cell_x(end) == x
        if in_line and far > 0:
            last = min(last, place + far - 1) if step > 0 else max(last, place - far + 1)
    count = (last - first) * step + 1
    if count <= 0:
        return 0, 0, -1
    return (first if dx != 0 else x), (y if dx != 0 else first), count * 4 + direction


@kernel
def choose(P: Array, M: Array, R: Array, op: int, pc: int, base: int, frame: int, sp: int) -> bool:
    """Fill in the choice at `sp` for an `EACH_..`; False when it has no candidates for sure."""
    M[sp + BASE] = base
    M[sp + FRAME] = frame
    M[sp + ONE] = P[pc + 1]
    M[sp + TWO] = 0
    if op == EACH_KIND:
        M[sp + WHAT] = TRY_KINDS
        M[sp + RESUME] = pc + 4
        M[sp + TWO] = P[pc + 2]
        M[sp + THREE] = 0
        M[sp + FOUR] = -1
    elif op == EACH_AT:
        cell = R[base + P[pc + 2]]
        if cell == UNDEFINED:
            return False
        M[sp + WHAT] = TRY_AT
        M[sp + RESUME] = pc + 5
        M[sp + TWO] = P[pc + 3]
        M[sp + THREE] = R[base + P[pc + 4]] if P[pc + 4] >= 0 else -1
        M[sp + FOUR] = first_at(P, M, cell_x(cell), cell_y(cell))
    elif op == EACH_BY:
        slot = R[base + P[pc + 2]]
        if not alive(P, M, slot):
            return False
        M[sp + WHAT] = TRY_BY
        M[sp + RESUME] = pc + 5
        M[sp + TWO] = P[pc + 3]
        M[sp + THREE] = slot
        M[sp + FOUR] = -1
        M[sp + MARK] = P[pc + 4] * 16
    elif op == EACH_EVENT:
        M[sp + WHAT] = TRY_EVENT
        M[sp + RESUME] = pc + 3
        M[sp + TWO] = M[P[FIRST_OF] + 2 * P[pc + 2]]
    elif op == EACH_CELL:
        M[sp + WHAT] = TRY_CELL
        M[sp + RESUME] = pc + 2
    elif op == EACH_RAY:
        M[sp + WHAT] = TRY_RAY
        M[sp + RESUME] = pc + 5
        ends = P[pc + 4] >= 0
        end = R[base + P[pc + 4]] if ends else UNDEFINED
        x, y, cells = aim(P, M, R[base + P[pc + 2]], R[base + P[pc + 3]], ends, end)
        M[sp + TWO], M[sp + THREE], M[sp + FOUR] = x, y, cells
        return cells >= 0
    elif op == EACH_COVERED:
        slot = R[base + P[pc + 2]]
        if not alive(P, M, slot):
            return False
        M[sp + WHAT] = TRY_COVERED
        M[sp + RESUME] = pc + 3
        M[sp + THREE] = slot
    elif op == EACH_SPAN:
        M[sp + WHAT] = TRY_ROW
        M[sp + RESUME] = pc + 5
        M[sp + TWO] = R[base + P[pc + 2]]
        M[sp + THREE] = R[base + P[pc + 2]] + R[base + P[pc + 3]] * P[pc + 4]
        M[sp + FOUR] = P[pc + 4]
    elif op == EACH_TUPLE:
        loop = P[LOOP_AT] + P[pc + 2] * LOOP_WORDS
        M[sp + WHAT] = TRY_ROW
        M[sp + RESUME] = pc + 4
        M[sp + TWO] = M[loop + LOOP_BEGIN]
        M[sp + THREE] = M[loop + LOOP_END]
        M[sp + FOUR] = P[pc + 3]
    elif op == EACH_DIR:
        M[sp + WHAT] = TRY_ROW
        M[sp + RESUME] = pc + 2
        M[sp + THREE] = 4
        M[sp + FOUR] = 1
    else:
        M[sp + WHAT] = TRY_ROW
        M[sp + RESUME] = pc + 4
        M[sp + TWO] = R[base + P[pc + 2]]
        M[sp + THREE] = M[ROW_TOP]
        M[sp + FOUR] = P[pc + 3]
    return True


@kernel
def gather_rows(P: Array, M: Array, R: Array, row: int, top: int, words: int) -> None:
    """Bring the rows of a frame that is done together, packed, from `top` on; `row` is its first, or -1."""
    while row >= 0:
        following = R[P[ROWS] + row]
        for n in range(words):
            R[P[ROWS] + top + n] = R[P[ROWS] + row + ROW_HEADER + n]
        top += words
        row = following
    M[ROW_TOP] = top


@kernel
def new_row(P: Array, M: Array, R: Array, count: int, last: int) -> int:
    """Room for one more row of a frame whose last is `last` (-1: none): where it begins, or -1 (an error is set)."""
    top = M[ROW_TOP]
    if top + ROW_HEADER + count > P[ROWS_SIZE]:
        M[ERROR], M[NEED] = ROOM_ROWS, top + ROW_HEADER + count
        return -1
    R[P[ROWS] + top] = -1
    if last >= 0:
        R[P[ROWS] + last] = top
    M[ROW_TOP] = top + ROW_HEADER + count
    return top


@kernel
def add_row(P: Array, M: Array, R: Array, listed: int, base: int, frame: int) -> None:
    """One more row of a frame: of the registers in a list."""
    count = P[listed]
    last = M[frame + FOUR] if M[frame + THREE] >= 0 else -1
    top = new_row(P, M, R, count, last)
    if top < 0:
        return
    for n in range(count):
        R[P[ROWS] + top + ROW_HEADER + n] = R[base + P[listed + 1 + n]]
    if last < 0:
        M[frame + THREE] = top
        M[frame + TWO] = count
    M[frame + FOUR] = top


@kernel
def term(how: int, total: int, value: int) -> int:
    """What a fold comes to with one more solution."""
    if how == FOLD_COUNT:
        return total + 1
    if value == UNDEFINED:
        return total
    if how == FOLD_SUM:
        return total + value
    if total == UNDEFINED or (how == FOLD_MIN and value < total) or (how == FOLD_MAX and value > total):
        return value
    return total


@kernel
def open_frame(M: Array, sp: int, what: int, base: int, frame: int, resume: int, one: int) -> None:
    """Fill in a frame."""
    M[sp + WHAT] = what
    M[sp + RESUME] = resume
    M[sp + BASE] = base
    M[sp + FRAME] = frame
    M[sp + MARK] = M[ROW_TOP]
    M[sp + ONE] = one
    M[sp + TWO] = 0
    M[sp + THREE] = -1


@kernel
def call(P: Array, M: Array, R: Array, size: int, arguments: int, base: int) -> int:
    """Begin the frame of a fact: where its registers are."""
    new = base + size
    if new + CALL_ROOM > P[REGISTERS] + P[REGISTERS_SIZE]:
        M[ERROR], M[NEED] = ROOM_REGISTERS, 0
        return base
    for n in range(P[arguments]):
        R[new + P[arguments + 2 + 2 * n]] = R[base + P[arguments + 1 + 2 * n]]
    return new


@kernel
def use_rows(P: Array, M: Array, R: Array, op: int, pc: int, base: int) -> None:
    """Execute an instruction on rows that are complete."""
    if op == DISTINCT:
        distinct_rows(P, M, R, R[base + P[pc + 1]], P[pc + 2])
    elif op == ROW_WORD:
        R[base + P[pc + 1]] = R[P[ROWS] + R[base + P[pc + 2]] + P[pc + 3]]
    elif op == BEGIN_ROWS:
        R[base + P[pc + 1]] = M[ROW_TOP]
    elif op == TUPLE_WORD:
        R[base + P[pc + 1]] = R[P[TUPLES] + R[base + P[pc + 2]] + P[pc + 3]]
    elif op == KEEP_LOOP:
        keep_loop(P, M, R, P[pc + 1], R[base + P[pc + 2]], R[base + P[pc + 3]], P[pc + 4])
    elif op == FIELD_SEED:
        seed(P, M, R, P[pc + 1], R[base + P[pc + 2]])
    elif op == FIELD_GROW:
        reach(P, M, P[pc + 1], R[base + P[pc + 2]])
    elif op == FIELD_KEEP:
        keep_field(P, M, P[pc + 1])
    elif op == FOLD_ROWS:
        start = R[base + P[pc + 3]]
        R[base + P[pc + 2]] = fold_rows(P, M, R, P[pc + 1], start, P[pc + 4], P[pc + 5])
        M[ROW_TOP] = start
    else:
        start = R[base + P[pc + 2]]
        R[base + P[pc + 1]] = first_row(P, M, R, start, P[pc + 3])
        M[ROW_TOP] = start


@kernel
def leaves(P: Array, M: Array, R: Array, op: int, pc: int, base: int) -> bool:
    """Execute an instruction whose last word says where to go on if it says so."""
    if op == LOOP_KNOWN:
        loop = P[LOOP_AT] + P[pc + 1] * LOOP_WORDS
        return M[loop + LOOP_STAMP] == M[STAMP] and M[loop + LOOP_EVENTS] == M[EVENT_COUNT]
    if op == FIELD_KNOWN:
        return field_known(P, M, R, P[pc + 1], P[pc + 2], base)
    if op == FIELD_NEXT:
        cell = next_cell(P, M, P[pc + 1])
        R[base + P[pc + 2]] = cell
        return cell == UNDEFINED
    width = P[pc + 4]
    known, new = grow(P, M, R, R[base + P[pc + 1]], R[base + P[pc + 2]], R[base + P[pc + 3]], width)
    R[base + P[pc + 2]] = known
    R[base + P[pc + 3]] = new
    return new > 0


@kernel
def run(P: Array, M: Array, R: Array, code: int, base: int) -> int:
    """Execute code; 1 when an expression ended or a solution was found, 0 when there is none (or an error is set)."""
    pc = code
    limit = P[STACK] + P[STACK_SIZE] - 2 * ENTRY
    sp = int(P[STACK])
    frame = sp
    open_frame(M, sp, IN_TOP, base, frame, 0, 0)
    back = False
    while True:
        if back:
            # back to the last choice that has something left
            what = M[sp + WHAT]
            base = int(M[sp + BASE])
            frame = int(M[sp + FRAME])
            if what < IN_TOP:
                if another(P, M, R, sp):
                    pc = int(M[sp + RESUME])
                    back = False
                else:
                    sp -= ENTRY
                continue
            back = False
            pc = int(M[sp + RESUME])
            if what == IN_EXISTS:
                M[ROW_TOP] = M[sp + MARK]
                pc = int(M[sp + ONE])
            elif what == IN_FOLD:
                M[ROW_TOP] = M[sp + MARK]
                if M[sp + ONE] == FOLD_SUM:
                    R[base + M[sp + TWO]] = within(R[base + M[sp + TWO]])
            else:
                gather_rows(P, M, R, M[sp + THREE], M[sp + MARK], M[sp + TWO])
                if what == IN_TOP:
                    return 0
            sp -= ENTRY
        op = P[pc]
        if op < EQ:
            if op == HALT:
                return 1
            calculate(P, M, R, op, pc, base)
            pc += WORDS_OF[op]
        elif op < FAIL:
            back = not passes(P, M, R, op, pc, base)
            pc += WORDS_OF[op]
        elif op == FAIL:
            back = True
        elif op == JUMP:
            pc = int(P[pc + 1])
        elif op == ARGUMENT:
            R[base + P[pc + 1]] = argument(P, M, R, R[base + P[pc + 2]], P[pc + 3])
            pc += WORDS_OF[op]
        elif op < EXISTS:
            if sp >= limit:
                M[ERROR], M[NEED] = ROOM_STACK, 0
                return 0
            back = True
            if choose(P, M, R, op, pc, base, frame, sp + ENTRY):
                sp += ENTRY
        elif op == SUCCEED:
            M[ROW_TOP] = M[frame + MARK]
            if M[frame + WHAT] == IN_TOP:
                return 1
            sp = frame - ENTRY
            base = int(M[frame + BASE])
            pc = int(M[frame + RESUME])
            frame = int(M[frame + FRAME])
        elif op == TERM:
            how, to = M[frame + ONE], base + M[frame + TWO]
            R[to] = term(how, R[to], R[base + P[pc + 1]] if how != FOLD_COUNT else 0)
            back = True
        elif op == ROW:
            add_row(P, M, R, P[pc + 1], base, frame)
            if M[ERROR]:
                return 0
            back = True
        elif op < BEGIN_ROWS:
            if sp >= limit:
                M[ERROR], M[NEED] = ROOM_STACK, 0
                return 0
            sp += ENTRY
            if op == EXISTS:
                open_frame(M, sp, IN_EXISTS, base, frame, P[pc + 1], P[pc + 2])
                pc += WORDS_OF[op]
            elif op == ENTER:
                open_frame(M, sp, IN_EXISTS, base, frame, P[pc + 1], P[pc + 2])
                base = call(P, M, R, P[pc + 4], P[pc + 5], base)
                pc = int(P[pc + 3])
            elif op == FOLD:
                open_frame(M, sp, IN_FOLD, base, frame, P[pc + 3], P[pc + 1])
                M[sp + TWO] = P[pc + 2]
                R[base + P[pc + 2]] = 0 if P[pc + 1] <= FOLD_SUM else UNDEFINED
                pc += WORDS_OF[op]
            elif op == COLLECT:
                open_frame(M, sp, IN_COLLECT, base, frame, P[pc + 2], 0)
                R[base + P[pc + 1]] = M[ROW_TOP]
                pc += WORDS_OF[op]
            else:
                open_frame(M, sp, IN_COLLECT, base, frame, P[pc + 1], 0)
                base = call(P, M, R, P[pc + 3], P[pc + 4], base)
                pc = int(P[pc + 2])
            frame = sp
            if M[ERROR]:
                return 0
        elif op < LOOP_KNOWN:
            use_rows(P, M, R, op, pc, base)
            pc += WORDS_OF[op]
            if M[ERROR]:
                return 0
        else:
            pc = int(P[pc + WORDS_OF[op] - 1]) if leaves(P, M, R, op, pc, base) else pc + WORDS_OF[op]
            if M[ERROR]:
                return 0
