"""Values and tests of the query machine: what an instruction makes of registers, and whether they pass one."""

from __future__ import annotations

from arcg.runtime.engine import MAX_VALUE
from arcg.runtime.kernel.bodies import cell_at, cell_count
from arcg.runtime.kernel.events import cell_x, cell_y, clockwise, pack, step_x, step_y, way
from arcg.runtime.kernel.fields import approach, distance
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import alive, cell_index, covers_cell, record
from arcg.runtime.kernel.opcodes import *


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
        value = cell_of(P, M, R[base + P[pc + 2]])
    elif op == RECODE:
        value = R[base + P[pc + 2]]
        if value >= 0:
            value = P[P[pc + 3] + value]
    else:
        value = of_one(op, R[base + P[pc + 2]])
    R[base + P[pc + 1]] = value


@kernel
def cell_of(P: Array, M: Array, slot: int) -> int:
    """The cell of a thing, packed; undefined for none and for what is gone."""
    if not alive(P, M, slot):
        return UNDEFINED
    at = record(P, slot)
    return pack(M[at + X], M[at + Y])


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
        return on_board(P, M, left)
    if op == IS_KIND:
        return is_kind(P, M, left, P[pc + 2])
    if op == STOPS_BY:
        return stops_by(P, M, left, R[base + P[pc + 2]], P[pc + 3])
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
        return lies_at(P, M, left, right)
    return related(P, M, op, left, right, R[base + P[pc + 3]] if op == AHEAD_OF else 0)


@kernel
def on_board(P: Array, M: Array, cell: int) -> bool:
    """Whether a packed cell is one of the board."""
    return cell_index(P, M, cell_x(cell), cell_y(cell)) >= 0


@kernel
def is_kind(P: Array, M: Array, slot: int, kinds: int) -> bool:
    """Whether a thing is there and of a set of kinds."""
    if slot < 0:
        return False
    kind = M[record(P, slot) + KIND]
    return kind >= 0 and P[kinds + kind] == 1


@kernel
def stops_by(P: Array, M: Array, one: int, two: int, pairs: int) -> bool:
    """Whether two things are there whose kinds the table at `pairs` says yes to."""
    if one == two or not alive(P, M, one) or not alive(P, M, two):
        return False
    pair = M[record(P, one) + KIND] * P[KINDS] + M[record(P, two) + KIND]
    return P[pairs + pair] == 1


@kernel
def lies_at(P: Array, M: Array, slot: int, cell: int) -> bool:
    """Whether a thing covers a packed cell of the board."""
    if not alive(P, M, slot):
        return False
    at = record(P, slot)
    x, y = cell_x(cell), cell_y(cell)
    if not P[BODIES]:
        return M[at + X] == x and M[at + Y] == y
    return cell_index(P, M, x, y) >= 0 and covers_cell(P, M, slot, x, y)


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
