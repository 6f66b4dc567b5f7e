"""Bodies: the shapes of things that cover more than their cell, made once for each combination of attributes.

A thing's shape lies in `SHAPE_AT` while it is in its cells; 0 is that of a thing without a body. Shapes live as long as
the memory; the position is not needed to make one, only a thing's kind and where its attributes lie.
"""

from __future__ import annotations

from arcg.compiler.ir import MAX_OUTSIDE
from arcg.runtime.engine import MAX_VALUE
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *

POINT = 0
"""The shape of a thing without a body."""


# ---------------------------------------------------------------- a body's code


@kernel
def quarter(direction: int, back: bool) -> int:
    """The direction a quarter turn clockwise, or (`back`) the other way."""
    # up 0 -> right 3 -> down 1 -> left 2 -> up 0
    turned = 3 if direction == 0 else 1 if direction == 3 else 2 if direction == 1 else 0
    return turned ^ 1 if back else turned


@kernel
def bounded(value: int) -> int:
    """A calculated number, undefined when it is too large."""
    return NO_NUMBER if value > MAX_VALUE or value < -MAX_VALUE else value


@kernel
def of_two(op: int, left: int, right: int) -> int:
    """An instruction that takes two numbers, both defined."""
    if op == PLUS:
        return bounded(left + right)
    if op == MINUS:
        return bounded(left - right)
    if op == TIMES:
        return bounded(left * right)
    if op == DIVIDED:
        return NO_NUMBER if right == 0 else bounded(left // right)
    if op == REST:
        return NO_NUMBER if right == 0 else bounded(left % right)
    if op == LESSER:
        return min(left, right)
    if op == GREATER:
        return max(left, right)
    if op == EQUALS:
        return 1 if left == right else 0
    if op == DIFFERS:
        return 1 if left != right else 0
    if op == BELOW:
        return 1 if left < right else 0
    if op == AT_MOST:
        return 1 if left <= right else 0
    if op == ABOVE:
        return 1 if left > right else 0
    if op == AT_LEAST:
        return 1 if left >= right else 0
    if op == BOTH:
        return left & right
    return left | right


@kernel
def of_one_number(op: int, value: int) -> int:
    """An instruction that takes one number, which is defined."""
    if op == NEGATED:
        return -value
    if op == ABSOLUTE:
        return abs(value)
    if op == QUARTER:
        return quarter(value, False)
    if op == QUARTER_BACK:
        return quarter(value, True)
    if op == OPPOSITE:
        return value ^ 1
    if op == ACROSS:
        return 1 if value == 3 else -1 if value == 2 else 0
    return 1 if value == 1 else -1 if value == 0 else 0


@kernel
def calculate(P: Array, M: Array, code: int, attrs: int, x: int, y: int) -> int:
    """The number that a body's code comes to, for attributes that lie at M[attrs] and a cell of the box."""
    top = int(P[BODY_STACK]) - 1
    pc = int(code)
    while True:
        op = P[pc]
        pc += 1
        if op == FINISHED:
            return int(M[top])
        if op <= PUSH_Y:
            top += 1
            if op == PUSH:
                M[top] = P[pc]
                pc += 1
            elif op == PUSH_ATTR:
                M[top] = M[attrs + P[pc]]
                pc += 1
            else:
                M[top] = x if op == PUSH_X else y
        elif op == RENAMED:
            if M[top] >= 0:
                M[top] = P[P[pc] + M[top]]
            pc += 1
        elif op == NOT:
            M[top] = 1 - M[top]
        elif NEGATED <= op <= ABSOLUTE or QUARTER <= op <= DOWNWARDS:
            if M[top] != NO_NUMBER:
                M[top] = of_one_number(op, int(M[top]))
        else:
            left, right = int(M[top - 1]), int(M[top])
            top -= 1
            if left == NO_NUMBER or right == NO_NUMBER:
                M[top] = 0 if op >= EQUALS else NO_NUMBER
            else:
                M[top] = of_two(op, left, right)


# ---------------------------------------------------------------- shapes


@kernel
def shape_of(P: Array, M: Array, kind: int, attrs: int) -> int:
    """The shape of a thing of a kind whose attributes lie at M[attrs]; with M[ERROR] set there was no room for it."""
    body = int(P[P[KIND_AT] + kind * KIND_WORDS + KIND_BODY])
    if body == 0:
        return POINT
    count = int(P[body + BODY_ASKS])
    mixed = int(kind)
    for n in range(count):
        mixed = (mixed * 31 + int(M[attrs + P[body + BODY_ASKED + n]])) & 0xFFFFFF
    head = int(P[SHAPE_HEADS]) + (mixed ^ (mixed >> 9)) % SHAPE_LISTS
    shape = int(M[head])
    while shape:
        if M[shape + SHAPE_KIND] == kind:
            same = True
            for n in range(count):
                same = same and M[shape + SHAPE_KEY + n] == M[attrs + P[body + BODY_ASKED + n]]
            if same:
                return shape
        shape = int(M[shape + SHAPE_NEXT])
    shape = measure(P, M, kind, attrs, body, count)
    if shape:
        M[shape + SHAPE_NEXT] = M[head]
        M[head] = shape
    return shape


@kernel
def measure(P: Array, M: Array, kind: int, attrs: int, body: int, count: int) -> int:
    """Make a shape; 0 when there is no room."""
    top = int(M[SHAPES_TOP])
    most = SHAPE_KEY + count + 2 * MAX_BOX * MAX_BOX + BIT_WORDS * MAX_BOX
    if top + most > P[SHAPES_SIZE]:
        M[ERROR], M[NEED] = ROOM_SHAPES, top + most
        return 0
    shape = int(P[SHAPES]) + top
    M[shape + SHAPE_KIND] = kind
    for n in range(count):
        M[shape + SHAPE_KEY + n] = M[attrs + P[body + BODY_ASKED + n]]
    cells = shape + SHAPE_KEY + count
    M[shape + SHAPE_COUNT] = 0
    M[shape + SHAPE_CELLS] = cells
    M[shape + SHAPE_LEFT], M[shape + SHAPE_TOP], M[shape + SHAPE_RIGHT], M[shape + SHAPE_BOTTOM] = 0, 0, -1, -1
    M[shape + SHAPE_BOX_WIDTH], M[shape + SHAPE_BOX_HEIGHT] = 0, 0
    M[shape + SHAPE_BOX_X], M[shape + SHAPE_BOX_Y] = 0, 0
    M[shape + SHAPE_QUARTERS], M[shape + SHAPE_MIRRORED] = 0, 0
    used = cells
    width = calculate(P, M, P[body + BODY_WIDTH], attrs, 0, 0)
    height = calculate(P, M, P[body + BODY_HEIGHT], attrs, 0, 0)
    origin_x, origin_y = 0, 0
    anchored = P[body + BODY_ORIGIN_X] < 0
    if not anchored:
        origin_x = calculate(P, M, P[body + BODY_ORIGIN_X], attrs, 0, 0)
        origin_y = calculate(P, M, P[body + BODY_ORIGIN_Y], attrs, 0, 0)
    if 1 <= width <= MAX_BOX and 1 <= height <= MAX_BOX and origin_x != NO_NUMBER and origin_y != NO_NUMBER:
        lie(P, M, shape, attrs, body)
        used = fill(P, M, shape, attrs, body, width, height, origin_x, origin_y, anchored)
    M[SHAPES_TOP] = used - P[SHAPES]
    return shape


@kernel
def lie(P: Array, M: Array, shape: int, attrs: int, body: int) -> None:
    """How a shape lies: mirrored, and turned by how many quarters."""
    if P[body + BODY_MIRRORED] >= 0:
        M[shape + SHAPE_MIRRORED] = calculate(P, M, P[body + BODY_MIRRORED], attrs, 0, 0)
    if P[body + BODY_TURNED] >= 0:
        direction, quarters = int(P[body + BODY_UPRIGHT]), 0
        while direction != M[attrs + P[body + BODY_TURNED]] and quarters < 4:
            direction = quarter(direction, False)
            quarters += 1
        M[shape + SHAPE_QUARTERS] = quarters


@kernel
def laid(M: Array, shape: int, x: int, y: int) -> tuple[int, int]:
    """Where a cell, seen from the origin, comes to lie."""
    if M[shape + SHAPE_MIRRORED]:
        x = -x
    for _ in range(M[shape + SHAPE_QUARTERS]):
        x, y = -y, x
    return x, y


@kernel
def fill(
    P: Array,
    M: Array,
    shape: int,
    attrs: int,
    body: int,
    width: int,
    height: int,
    origin_x: int,
    origin_y: int,
    anchored: bool,
) -> int:
    """List the cells of a shape and set its bits; where what is free begins."""
    one_x, one_y = laid(M, shape, -origin_x, -origin_y)
    two_x, two_y = laid(M, shape, width - 1 - origin_x, height - 1 - origin_y)
    left, top = min(one_x, two_x), min(one_y, two_y)
    aside, down = (left, top) if anchored else (0, 0)
    wide, high = abs(two_x - one_x) + 1, abs(two_y - one_y) + 1
    M[shape + SHAPE_BOX_X], M[shape + SHAPE_BOX_Y] = left - aside, top - down
    M[shape + SHAPE_BOX_WIDTH], M[shape + SHAPE_BOX_HEIGHT] = wide, high
    # The bits of the whole box come first, in the room behind that for all cells.
    bits = int(M[shape + SHAPE_CELLS]) + 2 * width * height
    for n in range(BIT_WORDS * high):
        M[bits + n] = 0
    for row in range(height):
        for column in range(width):
            if P[body + BODY_ROWS] >= 0:
                inside = P[P[body + BODY_ROWS] + row * width + column] == 1
            elif P[body + BODY_WHEN] >= 0:
                inside = calculate(P, M, P[body + BODY_WHEN], attrs, column, row) == 1
            else:
                inside = True
            if inside:
                x, y = laid(M, shape, column - origin_x, row - origin_y)
                x, y = x - left, y - top
                M[bits + BIT_WORDS * y + (x >> 4)] |= 1 << (x & 15)
    count = 0
    cells = int(M[shape + SHAPE_CELLS])
    least_x, least_y, most_x, most_y = wide, high, -1, -1
    for y in range(high):
        for x in range(wide):
            if (M[bits + BIT_WORDS * y + (x >> 4)] >> (x & 15)) & 1:
                M[cells + 2 * count], M[cells + 2 * count + 1] = x + left - aside, y + top - down
                count += 1
                least_x, least_y = min(least_x, x), min(least_y, y)
                most_x, most_y = max(most_x, x), max(most_y, y)
    M[shape + SHAPE_COUNT] = count
    if count:
        M[shape + SHAPE_LEFT], M[shape + SHAPE_TOP] = least_x + left - aside, least_y + top - down
        M[shape + SHAPE_RIGHT], M[shape + SHAPE_BOTTOM] = most_x + left - aside, most_y + top - down
    # The bits come to lie right behind the cells that there are.
    to = cells + 2 * count
    for n in range(BIT_WORDS * high):
        M[to + n] = M[bits + n]
    M[shape + SHAPE_BITS] = to
    return to + BIT_WORDS * high


@kernel
def forget_shapes(P: Array, M: Array) -> None:
    """Make room: every shape is made anew when it is wanted."""
    for n in range(SHAPE_LISTS):
        M[P[SHAPE_HEADS] + n] = 0
    M[SHAPES_TOP] = 0


# ---------------------------------------------------------------- where a shape lies


@kernel
def bounds(M: Array, shape: int) -> tuple[int, int, int, int]:
    """The left, top, right and bottom of a shape's cells, seen from the thing's cell; without cells right < left."""
    if shape == POINT:
        return 0, 0, 0, 0
    return (
        int(M[shape + SHAPE_LEFT]),
        int(M[shape + SHAPE_TOP]),
        int(M[shape + SHAPE_RIGHT]),
        int(M[shape + SHAPE_BOTTOM]),
    )


@kernel
def covers(M: Array, shape: int, x: int, y: int) -> bool:
    """Whether a shape covers a cell, seen from its thing's cell."""
    if shape == POINT:
        return x == 0 and y == 0
    if not (
        M[shape + SHAPE_LEFT] <= x <= M[shape + SHAPE_RIGHT] and M[shape + SHAPE_TOP] <= y <= M[shape + SHAPE_BOTTOM]
    ):
        return False
    column, row = x - M[shape + SHAPE_BOX_X], y - M[shape + SHAPE_BOX_Y]
    return bool((M[M[shape + SHAPE_BITS] + BIT_WORDS * row + (column >> 4)] >> (column & 15)) & 1)


@kernel
def cell_count(M: Array, shape: int) -> int:
    """How many cells a shape has."""
    return 1 if shape == POINT else int(M[shape + SHAPE_COUNT])


@kernel
def cell_at(M: Array, shape: int, number: int) -> tuple[int, int]:
    """One cell of a shape, seen from its thing's cell; they are numbered row by row."""
    if shape == POINT:
        return 0, 0
    at = int(M[shape + SHAPE_CELLS]) + 2 * number
    return int(M[at]), int(M[at + 1])


@kernel
def lies_well(P: Array, M: Array, kind: int, shape: int, x: int, y: int) -> bool:
    """Whether a thing of a kind may lie at a cell: on the board or, on an open layer, not too far outside."""
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    width, height = P[level + LEVEL_WIDTH], P[level + LEVEL_HEIGHT]
    if shape != POINT and M[shape + SHAPE_COUNT] == 0:
        return False
    if P[P[KIND_AT] + kind * KIND_WORDS + KIND_OPEN]:
        return bool(-MAX_OUTSIDE <= x < width + MAX_OUTSIDE and -MAX_OUTSIDE <= y < height + MAX_OUTSIDE)
    if shape == POINT:
        return bool(0 <= x < width and 0 <= y < height)
    return bool(
        x + M[shape + SHAPE_LEFT] >= 0
        and y + M[shape + SHAPE_TOP] >= 0
        and x + M[shape + SHAPE_RIGHT] < width
        and y + M[shape + SHAPE_BOTTOM] < height
    )


@kernel
def turned_shape(P: Array, M: Array, kind: int, attrs: int, back: bool) -> int:
    """The shape that a thing has after a quarter turn; its attributes are left as they are."""
    body = int(P[P[KIND_AT] + kind * KIND_WORDS + KIND_BODY])
    if body == 0 or P[body + BODY_TURNED] < 0:
        return shape_of(P, M, kind, attrs)
    place = attrs + P[body + BODY_TURNED]
    kept = M[place]
    M[place] = quarter(int(kept), back)
    shape = shape_of(P, M, kind, attrs)
    M[place] = kept
    return shape


@kernel
def turned_cell(
    P: Array, M: Array, kind: int, shape: int, x: int, y: int, pivot_x: int, pivot_y: int, back: bool
) -> tuple[int, int]:
    """Where the cell of a thing comes to lie by a quarter turn about another cell; `shape` is that before it."""
    body = int(P[P[KIND_AT] + kind * KIND_WORDS + KIND_BODY])
    dx, dy = x - pivot_x, y - pivot_y
    one_x, one_y = (dy, -dx) if back else (-dy, dx)
    if body == 0 or P[body + BODY_TURNED] < 0 or P[body + BODY_ORIGIN_X] >= 0:
        return pivot_x + one_x, pivot_y + one_y
    # The box goes round, and the thing's cell is its top left one again.
    dx, dy = dx + M[shape + SHAPE_BOX_WIDTH] - 1, dy + M[shape + SHAPE_BOX_HEIGHT] - 1
    two_x, two_y = (dy, -dx) if back else (-dy, dx)
    return pivot_x + min(one_x, two_x), pivot_y + min(one_y, two_y)
