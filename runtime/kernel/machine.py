"""The query machine: runs the code of `opcodes.py` on the live position, by backtracking.

Variables are registers of a frame, R[base + number]. The control stack in M holds two sorts of entries: *choices*
(what is left to try, and where to go on) and *frames* (queries within the query). The position is only read.
"""

from __future__ import annotations

import numpy as np

from arcg.runtime.engine import MAX_VALUE
from arcg.runtime.kernel.bodies import cell_at, cell_count
from arcg.runtime.kernel.events import argument, cell_x, cell_y, clockwise, pack, step_x, step_y, way
from arcg.runtime.kernel.fields import approach, distance, field_known, keep_field, next_cell, reach, seed
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import alive, cell_index, covers_cell, first_at, owner, record
from arcg.runtime.kernel.opcodes import *
from arcg.runtime.kernel.rows import distinct_rows, first_row, fold_rows, grow, keep_loop

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
def neighbour(pattern: int, number: int) -> tuple[int, int]:
    """The cells that a pattern looks at, one after another; (9, 9) when there are no more."""
    if pattern == PATTERN_SAME:
        if number == 0:
            return 0, 0
    elif pattern == PATTERN_TOUCHES:
        if number == 0:
            return 0, -1
        if number == 1:
            return 0, 1
        if number == 2:
            return -1, 0
        if number == 3:
            return 1, 0
    elif pattern == PATTERN_BESIDE:
        if number == 0:
            return -1, 0
        if number == 1:
            return 1, 0
    elif number < 8:
        place = number + (1 if number >= 4 else 0)
        return place % 3 - 1, place // 3 - 1
    return 9, 9


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
        slot = M[sp + THREE]
        at, shape = record(P, slot), int(M[P[SHAPE_AT] + slot])
        while number < cell_count(M, shape):
            dx, dy = cell_at(M, shape, number)
            x, y = int(M[at + X]) + dx, int(M[at + Y]) + dy
            number += 1
            if cell_index(P, M, x, y) >= 0:
                R[to] = pack(x, y)
                M[sp + TWO] = number
                return True
        return False
    # TRY_ROW and TRY_DIRECTION
    if number >= M[sp + THREE]:
        return False
    R[to] = number
    M[sp + TWO] = number + M[sp + FOUR]
    return True


@kernel
def next_in_cells(P: Array, M: Array, sp: int, around: bool) -> int:
    """The node of the next thing of a choice in a cell, or (`around`) in the cells of a pattern; -1: none is left.

    TWO: the kinds, THREE: the thing in the middle, which does not count, FOUR: the next node of this cell. Around a
    thing MARK is the pattern times 16 and the number of the cell.
    """
    kinds, middle, node = M[sp + TWO], M[sp + THREE], M[sp + FOUR]
    while True:
        while node >= 0:
            slot = owner(P, M, node)
            if slot != middle and P[kinds + M[record(P, slot) + KIND]]:
                return node
            node = M[P[NEXT] + node]
        if not around:
            return -1
        M[sp + MARK] += 1
        dx, dy = neighbour(M[sp + MARK] >> 4, M[sp + MARK] & 15)
        if dx == 9:
            return -1
        at = record(P, middle)
        node = first_at(P, M, M[at + X] + dx, M[at + Y] + dy)


@kernel
def calculate(P: Array, M: Array, R: Array, op: int, pc: int, base: int) -> None:
    """Execute an instruction that gives a value."""
    if op == CONST:
        value = P[pc + 2]
    elif op == UNDEF:
        value = UNDEFINED
    elif op == COPY:
        value = R[base + P[pc + 2]]
    elif op == WORLD_OF:
        value = M[P[LIVE] + BLOCK_HEAD + P[pc + 2]]
    elif op == ATTR_OF:
        value = attribute(P, M, R[base + P[pc + 2]], P[pc + 3])
    elif op <= MOST:
        value = number_of_two(op, R[base + P[pc + 2]], R[base + P[pc + 3]])
    elif op == CELL or op == AHEAD:
        value = cell_of_two(op, R[base + P[pc + 2]], R[base + P[pc + 3]])
    elif op == WAY:
        value = way(R[base + P[pc + 2]], R[base + P[pc + 3]])
    elif op == EITHER:
        value = R[base + P[pc + 2]]
        if value == UNDEFINED:
            value = R[base + P[pc + 3]]
    elif op == ASKED_OF:
        value = asked_of(P, M, R[base + P[pc + 2]])
    elif op == REACH_OF:
        value = distance(P, M, P[pc + 2], R[base + P[pc + 3]])
    elif op == NEARER:
        value = approach(P, M, P[pc + 2], R[base + P[pc + 3]])
    elif op == CELL_OF:
        slot = R[base + P[pc + 2]]
        value = UNDEFINED
        if slot >= 0:
            at = record(P, slot)
            if M[at + KIND] >= 0:
                value = pack(M[at + X], M[at + Y])
    elif op == RECODE:
        value = R[base + P[pc + 2]]
        if value >= 0:
            value = P[P[pc + 3] + value]
    else:
        value = of_one(op, R[base + P[pc + 2]])
    R[base + P[pc + 1]] = value


@kernel
def asked_of(P: Array, M: Array, slot: int) -> int:
    """The direction of the move that is asked for a thing, undefined for none and while something is drawn."""
    if not alive(P, M, slot) or M[HIDDEN]:
        return UNDEFINED
    request = P[REQUEST_AT] + slot * REQUEST_WORDS
    return M[request + REQUEST_DIRECTION] if M[request + REQUEST_KIND] == MOVE_REQUEST else UNDEFINED


@kernel
def attribute(P: Array, M: Array, slot: int, field: int) -> int:
    """A field of a thing; undefined for none, for what is gone, and for kinds that have it not."""
    if slot < 0:
        return UNDEFINED
    at = record(P, slot)
    kind = M[at + KIND]
    if kind < 0:
        return UNDEFINED
    place = P[P[FIELD_AT] + kind * P[FIELDS] + field]
    return M[at + ATTR + place] if place >= 0 else UNDEFINED


@kernel
def within(value: int) -> int:
    """A calculated number, undefined when it is too large."""
    return UNDEFINED if value > MAX_VALUE or value < -MAX_VALUE else value


@kernel
def number_of_two(op: int, left: int, right: int) -> int:
    """Functions of two numbers."""
    if left == UNDEFINED or right == UNDEFINED or (right == 0 and (op == DIV or op == MOD)):
        return UNDEFINED
    if op == ADD:
        return within(left + right)
    if op == SUB:
        return within(left - right)
    if op == MUL:
        return within(left * right)
    if op == DIV:
        return within(left // right)
    if op == MOD:
        return within(left % right)
    return within(min(left, right) if op == LEAST else max(left, right))


@kernel
def cell_of_two(op: int, left: int, right: int) -> int:
    """A cell by column and row, or one step from another."""
    if left == UNDEFINED or right == UNDEFINED:
        return UNDEFINED
    if op == CELL:
        return pack(left, right)
    return pack(cell_x(left) + step_x(right), cell_y(left) + step_y(right))


@kernel
def of_one(op: int, value: int) -> int:
    """Functions of one number, cell or direction."""
    if value == UNDEFINED:
        return UNDEFINED
    if op == NEG:
        return within(-value)
    if op == ABS:
        return within(abs(value))
    if op == CELL_X:
        return cell_x(value)
    if op == CELL_Y:
        return cell_y(value)
    if op == CLOCKWISE:
        return clockwise(value)
    if op == COUNTER:
        return clockwise(value) ^ 1
    if op == BACK:
        return value ^ 1
    return step_x(value) if op == STEP_X else step_y(value)


@kernel
def passes(P: Array, M: Array, R: Array, op: int, pc: int, base: int) -> bool:
    """Execute a test."""
    left = R[base + P[pc + 1]]
    if op == DEFINED:
        return left != UNDEFINED
    if op == ON_BOARD:
        return cell_index(P, M, cell_x(left), cell_y(left)) >= 0
    if op == IS_KIND:
        if left < 0:
            return False
        kind = M[record(P, left) + KIND]
        return kind >= 0 and P[P[pc + 2] + kind] == 1
    if op == STOPS_BY:
        other = R[base + P[pc + 2]]
        if left == other or not alive(P, M, left) or not alive(P, M, other):
            return False
        pair = M[record(P, left) + KIND] * P[KINDS] + M[record(P, other) + KIND]
        return P[P[pc + 3] + pair] == 1
    right = R[base + P[pc + 2]]
    if op == TAKE:
        R[base + P[pc + 1]] = -1 if right == GONE else right
        return right != UNDEFINED
    if op == ARGUMENT_IS:
        return left != UNDEFINED and (left == right or (left == -1 and right == UNDEFINED))
    if left == UNDEFINED or right == UNDEFINED:
        return False
    if op <= GE:
        return compare(op, left, right)
    if op == LIES_AT:
        if left < 0:
            return False
        at = record(P, left)
        x, y = cell_x(right), cell_y(right)
        if not P[BODIES]:
            return M[at + KIND] >= 0 and M[at + X] == x and M[at + Y] == y
        return M[at + KIND] >= 0 and cell_index(P, M, x, y) >= 0 and covers_cell(P, M, left, x, y)
    return related(P, M, op, left, right, R[base + P[pc + 3]] if op == AHEAD_OF else 0)


@kernel
def compare(op: int, left: int, right: int) -> bool:
    """Comparisons of two values."""
    if op == EQ:
        return left == right
    if op == NE:
        return left != right
    if op == LT:
        return left < right
    if op == LE:
        return left <= right
    return left > right if op == GT else left >= right


@kernel
def related(P: Array, M: Array, op: int, left: int, right: int, direction: int) -> bool:
    """Spatial relations of two things."""
    if left < 0 or right < 0 or left == right:
        return False
    one, two = record(P, left), record(P, right)
    if M[one + KIND] < 0 or M[two + KIND] < 0:
        return False
    if P[BODIES]:
        return bodies_related(P, M, op, left, right, direction)
    dx, dy = M[one + X] - M[two + X], M[one + Y] - M[two + Y]
    if op == SAME_CELL:
        return dx == 0 and dy == 0
    if op == TOUCHES:
        return abs(dx) + abs(dy) == 1
    if op == NEAR:
        return max(abs(dx), abs(dy)) == 1
    if op == BESIDE:
        return dy == 0 and abs(dx) == 1
    return direction != UNDEFINED and dx == step_x(direction) and dy == step_y(direction)


@kernel
def bodies_related(P: Array, M: Array, op: int, left: int, right: int, direction: int) -> bool:
    """Spatial relations of two things that may cover any number of cells; what lies off the board does not count."""
    at, shape = record(P, left), int(M[P[SHAPE_AT] + left])
    found = 0
    for n in range(cell_count(M, shape)):
        dx, dy = cell_at(M, shape, n)
        x, y = int(M[at + X]) + dx, int(M[at + Y]) + dy
        if cell_index(P, M, x, y) < 0:
            continue
        if op == ON_TOP:
            if not covers_cell(P, M, right, x, y):
                return False
            found = 1
        elif op == SAME_CELL:
            if covers_cell(P, M, right, x, y):
                return True
        elif op == BESIDE:
            if enters(P, M, right, x, y, 2) or enters(P, M, right, x, y, 3):
                return True
        elif op == AHEAD_OF:
            if direction != UNDEFINED and enters(P, M, right, x, y, direction):
                return True
        else:
            for number in range(4 if op == TOUCHES else 8):
                across, down = neighbour(PATTERN_TOUCHES if op == TOUCHES else PATTERN_NEAR, number)
                inside = cell_index(P, M, x + across, y + down) >= 0
                if inside and covers_cell(P, M, right, x + across, y + down):
                    return True
    return found == 1


@kernel
def enters(P: Array, M: Array, slot: int, x: int, y: int, direction: int) -> bool:
    """Whether a thing would newly enter a cell by a step, as far as it lies on the board."""
    from_x, from_y = x - step_x(direction), y - step_y(direction)
    inside = cell_index(P, M, from_x, from_y) >= 0
    return inside and covers_cell(P, M, slot, from_x, from_y) and not covers_cell(P, M, slot, x, y)


@kernel
def aim(P: Array, M: Array, R: Array, pc: int, base: int, sp: int) -> bool:
    """Fill in the choice of an `EACH_RAY`: the first cell, and four times how many there are plus the direction."""
    start, direction = R[base + P[pc + 2]], R[base + P[pc + 3]]
    if start == UNDEFINED or direction == UNDEFINED:
        return False
    dx, dy = step_x(direction), step_y(direction)
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    x, y, width, height = cell_x(start), cell_y(start), P[level + LEVEL_WIDTH], P[level + LEVEL_HEIGHT]
    if (dx != 0 and not 0 <= y < height) or (dy != 0 and not 0 <= x < width):
        return False
    place, size, step = (x, width, dx) if dx != 0 else (y, height, dy)
    first = max(place + 1, 0) if step > 0 else min(place - 1, size - 1)
    last = size - 1 if step > 0 else 0
    if P[pc + 4] >= 0:
        end = R[base + P[pc + 4]]
        if end == UNDEFINED:
            return False
        far = (cell_x(end) - x) * dx + (cell_y(end) - y) * dy
        in_line = cell_y(end) == y if dx != 0 else cell_x(end) == x
        if in_line and far > 0:
            last = min(last, place + far - 1) if step > 0 else max(last, place - far + 1)
    count = (last - first) * step + 1
    if count <= 0:
        return False
    M[sp + TWO] = first if dx != 0 else x
    M[sp + THREE] = y if dx != 0 else first
    M[sp + FOUR] = count * 4 + direction
    return True


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
        M[sp + MARK] = P[pc + 4] * 16 - 1
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
        return aim(P, M, R, pc, base, sp)
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
def gather_rows(M: Array, R: Array, P: Array, frame: int) -> None:
    """Bring the rows of a frame that is done together, packed, where its first row began."""
    row, top, words = M[frame + THREE], M[frame + MARK], M[frame + TWO]
    while row >= 0:
        following = R[P[ROWS] + row]
        for n in range(words):
            R[P[ROWS] + top + n] = R[P[ROWS] + row + ROW_HEADER + n]
        top += words
        row = following
    M[ROW_TOP] = top


@kernel
def add_row(P: Array, M: Array, R: Array, listed: int, base: int, frame: int) -> None:
    """One more row of a frame: of the registers in a list."""
    count, top = P[listed], M[ROW_TOP]
    if top + ROW_HEADER + count > P[ROWS_SIZE]:
        M[ERROR], M[NEED] = ROOM_ROWS, top + ROW_HEADER + count
        return
    at = P[ROWS] + top
    R[at] = -1
    for n in range(count):
        R[at + ROW_HEADER + n] = R[base + P[listed + 1 + n]]
    if M[frame + THREE] < 0:
        M[frame + THREE] = top
        M[frame + TWO] = count
    else:
        R[P[ROWS] + M[frame + FOUR]] = top
    M[frame + FOUR] = top
    M[ROW_TOP] = top + ROW_HEADER + count


@kernel
def add_term(R: Array, how: int, to: int, value: int) -> None:
    """One more solution of a fold."""
    if how == FOLD_COUNT:
        R[to] += 1
    elif value != UNDEFINED:
        total = R[to]
        if how == FOLD_SUM:
            R[to] = total + value
        elif total == UNDEFINED or (how == FOLD_MIN and value < total) or (how == FOLD_MAX and value > total):
            R[to] = value


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
                gather_rows(M, R, P, sp)
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
            how = M[frame + ONE]
            add_term(R, how, base + M[frame + TWO], R[base + P[pc + 1]] if how != FOLD_COUNT else 0)
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
