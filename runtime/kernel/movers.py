"""What the resolution of motion is made of: lists, facts of motion, where things go, announcing.

What is known of a thing that takes part lies in its words of `MOTION_ROOM`, all zero between calls; lists lie on the
stack of rows, which the queries that facts ask leave alone.
"""

from __future__ import annotations

from arcg.compiler.ir import BLOCKED, MAX_OUTSIDE
from arcg.runtime.kernel.asking import holds
from arcg.runtime.kernel.bodies import POINT, bounds, cell_at, cell_count, covers, lies_well, quarter
from arcg.runtime.kernel.events import emit, pack, step_x, step_y
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import cell_index, covers_cell, link, record, relocate, touch, unlink, written
from arcg.runtime.kernel.opcodes import CALL_ROOM
from arcg.runtime.kernel.order import compare_things

(
    TAKEN,    # where the things that take part begin, in the order in which they came in
    COUNT,    # how many there are
    OWNERS,   # how many of them asked themselves: the first
    ORDERED,  # where the same things begin in the order of things
    ENDS,     # where the ends of those that go begin (cell, place in ORDERED), sorted; some may be refused since
    ENDINGS,  # how many there are
    SPARE,    # room for as many words as there are slots
    QUEUE,    # where the refused things begin
    REFUSALS, # how many there are
    DONE,     # how many of them have had their consequences
    DROVE,    # how many there were when it was last looked who is driven
    RESOLUTION_WORDS,
) = range(12)  # fmt: skip
"""A resolution in R: the words `resolve_all` keeps its lists by."""

TAKES_PART, GOES, OWN, TORN, STUCK, SWAPS, DRIVEN = 1, 2, 4, 8, 16, 32, 64
"""Flags of a thing. `TAKES_PART`: it asked or took an offer; `GOES`: and was not refused. `OWN`: it asked itself.
`TORN`: it was offered to be carried another way than it goes. `STUCK`: what it carries goes another way. `SWAPS`: it
would pass through another. `DRIVEN`: an own request moves it."""

WORD = 1 << 32
LOW = WORD - 1
"""Pairs of numbers in one word of R: the first times `WORD`, the second."""

UNUSED = 0
"""Arguments that an event does not have. (Constants go through `int` where numba would compile a callee for each.)"""


# ---------------------------------------------------------------- room and lists


@kernel
def reserve(P: Array, M: Array, words: int) -> int:
    """Room on the stack of rows: where it begins in R, or -1 (with an error set)."""
    top = M[ROW_TOP]
    if top + words > P[ROWS_SIZE]:
        M[ERROR], M[NEED] = ROOM_ROWS, top + words
        return -1
    M[ROW_TOP] = top + words
    return P[ROWS] + top


@kernel
def note(P: Array, M: Array, R: Array, head: int, slot: int) -> None:
    """Put a slot in front of the list that begins at M[head]: 0, or one more than where its first node lies in R."""
    node = reserve(P, M, 1)
    if node >= 0:
        R[node] = int(M[head]) * WORD + slot
        M[head] = node + 1


@kernel
def sort_words(R: Array, at: int, count: int, spare: int) -> None:
    """Sort numbers; there is room for as many at `spare`."""
    n = 1
    while n < count and R[at + n - 1] <= R[at + n]:
        n += 1
    if n >= count:
        return
    run = 16
    for first in range(0, count, run):
        for n in range(first + 1, min(first + run, count)):
            word = R[at + n]
            m = n - 1
            while m >= first and R[at + m] > word:
                R[at + m + 1] = R[at + m]
                m -= 1
            R[at + m + 1] = word
    source, to = at, spare
    while run < count:
        for first in range(0, count, 2 * run):
            left, right = first, min(first + run, count)
            middle, end = right, min(first + 2 * run, count)
            for n in range(first, end):
                if right >= end or (left < middle and R[source + left] <= R[source + right]):
                    R[to + n] = R[source + left]
                    left += 1
                else:
                    R[to + n] = R[source + right]
                    right += 1
        source, to = to, source
        run *= 2
    if source != at:
        for n in range(count):
            R[at + n] = R[source + n]


@kernel
def place_key(P: Array, M: Array, slot: int) -> int:
    """A number that goes up with the order of things, the same only for things of one kind in one cell."""
    if M[PLACED]:
        return int(M[P[PLACE] + slot])
    at = record(P, slot)
    numbered = P[P[KIND_AT] + M[at + KIND] * KIND_WORDS + KIND_NUMBER]
    if numbered:
        return (int(M[at + KIND]) << 16) + int(M[at + ATTR - 1 + numbered])
    return (int(M[at + KIND]) << 16) + ((int(M[at + Y]) + MAX_OUTSIDE) << 8) + int(M[at + X]) + MAX_OUTSIDE


@kernel
def sort_things(P: Array, M: Array, R: Array, at: int, count: int, spare: int) -> None:
    """Put slots into the order of things; there is room for as many words at `spare`."""
    if count < 2:
        return
    for n in range(count):
        R[at + n] += place_key(P, M, R[at + n]) * WORD
    sort_words(R, at, count, spare)
    first = 0
    for n in range(count):
        if R[at + n] >> 32 != R[at + first] >> 32:
            first = n
        slot = R[at + n] & LOW
        low, high = first, n
        while low < high:  # look-alikes at first sight: put in by halving, since their comparison may be dear
            middle = (low + high) // 2
            if compare_things(P, M, R[at + middle] & LOW, slot) <= 0:
                low = middle + 1
            else:
                high = middle
        word = R[at + n]
        for m in range(n, low, -1):
            R[at + m] = R[at + m - 1]
        R[at + low] = word
    for n in range(count):
        R[at + n] &= LOW


# ---------------------------------------------------------------- facts


@kernel
def fact(P: Array, M: Array, R: Array, which: int, one: int, two: int) -> bool:
    """Whether `stops`, `pushes` or `carries`, whose words are at P[which], holds of two things."""
    sure = P[which + MOTION_SURE]
    if sure < 0:
        return False
    pair = M[record(P, one) + KIND] * P[KINDS] + M[record(P, two) + KIND]
    if P[sure + pair]:
        return True
    if not P[P[which + MOTION_MAYBE] + pair]:
        return False
    return ask(P, M, R, which, one, two)


@kernel
def stuck(P: Array, M: Array, R: Array, slot: int, direction: int) -> bool:
    """Whether a thing is stuck in a direction."""
    which = P[STUCK_AT]
    sure = P[which + MOTION_SURE]
    if sure < 0:
        return False
    kind = M[record(P, slot) + KIND]
    if P[sure + kind]:
        return True
    if not P[P[which + MOTION_MAYBE] + kind]:
        return False
    return ask(P, M, R, which, slot, direction)


@kernel
def ask(P: Array, M: Array, R: Array, which: int, one: int, two: int) -> bool:
    """Whether a fact holds, by its clauses, in registers behind those of the phase."""
    base = P[REGISTERS] + CALL_ROOM
    R[base] = one
    R[base + 1] = two
    return holds(P, M, R, P[which + MOTION_CODE], base)


@kernel
def stops(P: Array, M: Array, R: Array, one: int, two: int) -> bool:
    """Whether `one` stops `two`: things of one ordinary layer do without any clause."""
    if one == two:
        return False
    here = P[KIND_AT] + M[record(P, one) + KIND] * KIND_WORDS
    there = P[KIND_AT] + M[record(P, two) + KIND] * KIND_WORDS
    if P[here + KIND_LAYER] == P[there + KIND_LAYER] and not P[here + KIND_FREE]:
        return True
    return fact(P, M, R, P[STOPS_AT], one, two)


@kernel
def may_carry(P: Array, M: Array, slot: int) -> bool:
    """Whether there may be something that a thing carries, by its kind."""
    maybe = P[P[CARRIES_AT] + MOTION_MAYBE]
    if maybe < 0:
        return False
    maybe += M[record(P, slot) + KIND] * P[KINDS]
    for kind in range(P[KINDS]):  # noqa: SIM110  numba has no generators
        if P[maybe + kind]:
            return True
    return False


# ---------------------------------------------------------------- where things go


@kernel
def words_of(P: Array, slot: int) -> int:
    """Where the words of a thing lie in the room for motion."""
    return P[MOTION_ROOM] + slot * MOTION_SLOT_WORDS


@kernel
def same_motion(M: Array, mine: int, theirs: int) -> bool:
    """Whether two things, by their words, go in the same way: one displacement, or a turn about one cell."""
    if M[mine + MOTION_TURN] or M[theirs + MOTION_TURN]:
        return (
            M[mine + MOTION_TURN] == M[theirs + MOTION_TURN]
            and M[mine + MOTION_PIVOT_X] == M[theirs + MOTION_PIVOT_X]
            and M[mine + MOTION_PIVOT_Y] == M[theirs + MOTION_PIVOT_Y]
        )
    return (
        M[mine + MOTION_DX] == M[theirs + MOTION_DX]
        and M[mine + MOTION_DY] == M[theirs + MOTION_DY]
        and M[mine + MOTION_DIRECTION] == M[theirs + MOTION_DIRECTION]
    )


@kernel
def is_put(M: Array, mine: int) -> bool:
    """Whether a motion is neither a move nor a turn."""
    return M[mine + MOTION_DIRECTION] < 0 and M[mine + MOTION_TURN] == 0


@kernel
def start_cell(P: Array, M: Array, slot: int) -> int:
    """The cell on which a thing without a body lies."""
    at = record(P, slot)
    return int(cell_index(P, M, int(M[at + X]), int(M[at + Y])))


@kernel
def end_cell(P: Array, M: Array, slot: int) -> int:
    """The cell on which a thing without a body would lie at the end if it goes, -1 off the board."""
    at, mine = record(P, slot), words_of(P, slot)
    return int(cell_index(P, M, int(M[at + X]) + M[mine + MOTION_DX], int(M[at + Y]) + M[mine + MOTION_DY]))


@kernel
def may_end(P: Array, M: Array, slot: int) -> bool:
    """Whether a thing may lie where it would at the end."""
    if not P[BODIES]:
        return end_cell(P, M, slot) >= 0
    at, mine = record(P, slot), words_of(P, slot)
    x, y = int(M[at + X]) + int(M[mine + MOTION_DX]), int(M[at + Y]) + int(M[mine + MOTION_DY])
    return lies_well(P, M, int(M[at + KIND]), end_shape(P, M, slot), x, y)


@kernel
def entered(P: Array, M: Array, slot: int) -> int:
    """How many cells of the board a thing would newly enter: a move along its way, another motion at its end."""
    if P[BODIES]:
        return bodies_entered(P, M, slot)
    mine = words_of(P, slot)
    direction = int(M[mine + MOTION_DIRECTION])
    if direction < 0:
        return 1 if end_cell(P, M, slot) >= 0 else 0
    at, level = record(P, slot), P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    if direction < 2:
        space = P[level + LEVEL_HEIGHT] - 1 - M[at + Y] if direction else M[at + Y]
        return min(abs(M[mine + MOTION_DY]), space)
    space = P[level + LEVEL_WIDTH] - 1 - M[at + X] if direction == 3 else M[at + X]
    return min(abs(M[mine + MOTION_DX]), space)


@kernel
def entered_cell(P: Array, M: Array, slot: int, number: int, count: int) -> int:
    """The cells that `entered` counts, numbered row by row."""
    if P[BODIES]:
        return int(M[P[CELL_LISTS] + number])
    direction = int(M[words_of(P, slot) + MOTION_DIRECTION])
    if direction < 0:
        return end_cell(P, M, slot)
    step = step_x(direction) + step_y(direction) * P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_WIDTH]
    return start_cell(P, M, slot) + step * (number + 1 if step > 0 else count - number)


@kernel
def carry_out(P: Array, M: Array, slot: int) -> None:
    """Move a thing to its end."""
    at, mine = record(P, slot), words_of(P, slot)
    if M[mine + MOTION_TURN] == 0:
        relocate(P, M, slot, M[at + X] + M[mine + MOTION_DX], M[at + Y] + M[mine + MOTION_DY])
        return
    unlink(P, M, slot)
    touch(P, M, slot)
    M[at + X] += M[mine + MOTION_DX]
    M[at + Y] += M[mine + MOTION_DY]
    body = P[P[KIND_AT] + M[at + KIND] * KIND_WORDS + KIND_BODY]
    if body and P[body + BODY_TURNED] >= 0:
        place = at + ATTR + P[body + BODY_TURNED]
        M[place] = quarter(int(M[place]), M[mine + MOTION_TURN] == TURN_CCW)
    link(P, M, slot)
    written(M)


# ---------------------------------------------------------------- bodies: lists of cells, row by row, in CELL_LISTS


@kernel
def end_shape(P: Array, M: Array, slot: int) -> int:
    """The shape of a thing at its end, if it goes."""
    mine = words_of(P, slot)
    return int(M[mine + MOTION_SHAPE] if M[mine + MOTION_TURN] else M[P[SHAPE_AT] + slot])


@kernel
def cells_of(P: Array, M: Array, slot: int, at_end: bool, to: int) -> int:
    """List the cells of the board that a thing covers, now or at the end if it goes, at M[to]; how many they are."""
    if not P[BODIES]:
        M[to] = end_cell(P, M, slot) if at_end else start_cell(P, M, slot)
        return 1
    at, mine = record(P, slot), words_of(P, slot)
    x, y, shape = int(M[at + X]), int(M[at + Y]), int(M[P[SHAPE_AT] + slot])
    if at_end:
        x, y, shape = x + int(M[mine + MOTION_DX]), y + int(M[mine + MOTION_DY]), end_shape(P, M, slot)
    count = 0
    for n in range(cell_count(M, shape)):
        dx, dy = cell_at(M, shape, n)
        cell = cell_index(P, M, x + dx, y + dy)
        if cell >= 0:
            M[to + count] = cell
            count += 1
    return count


@kernel
def covers_at(P: Array, M: Array, slot: int, at_end: bool, cell: int) -> bool:
    """Whether a thing covers a cell of the board, now or at the end if it goes."""
    width = P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_WIDTH]
    x, y = int(cell % width), int(cell // width)
    if not at_end:
        return covers_cell(P, M, slot, x, y)
    at, mine = record(P, slot), words_of(P, slot)
    shape = end_shape(P, M, slot) if P[BODIES] else POINT
    return covers(M, shape, x - M[at + X] - M[mine + MOTION_DX], y - M[at + Y] - M[mine + MOTION_DY])


@kernel
def bodies_entered(P: Array, M: Array, slot: int) -> int:
    """List the cells that a thing would newly enter; how many they are."""
    mine = words_of(P, slot)
    direction, to = int(M[mine + MOTION_DIRECTION]), int(P[CELL_LISTS])
    steps = abs(int(M[mine + MOTION_DX]) + int(M[mine + MOTION_DY]))
    if direction < 0 or steps == 1:
        listed, count = cells_of(P, M, slot, True, to), 0
        for n in range(listed):
            cell = int(M[to + n])
            if not covers_at(P, M, slot, False, cell):
                M[to + count] = cell
                count += 1
        return count
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    width, height = int(P[level + LEVEL_WIDTH]), int(P[level + LEVEL_HEIGHT])
    at, shape = record(P, slot), int(M[P[SHAPE_AT] + slot])
    dx, dy, count = step_x(direction), step_y(direction), 0
    far = min(steps, 2 * (width + height))
    left, top, right, bottom = bounds(M, shape)
    across, down = int(M[at + X]), int(M[at + Y])
    left, right = across + left + min(0, dx * far), across + right + max(0, dx * far)
    top, bottom = down + top + min(0, dy * far), down + bottom + max(0, dy * far)
    for row in range(max(0, top), min(height, bottom + 1)):
        for column in range(max(0, left), min(width, right + 1)):
            x, y = column - across, row - down
            if covers(M, shape, x, y):
                continue
            for step in range(1, far + 1):
                if covers(M, shape, x - dx * step, y - dy * step):
                    M[to + count] = row * width + column
                    count += 1
                    break
    return count


# ---------------------------------------------------------------- announcing


@kernel
def gather(P: Array, M: Array, R: Array, slot: int) -> None:
    """Put a slot on the stack of rows."""
    at = reserve(P, M, 1)
    if at >= 0:
        R[at] = slot


@kernel
def gathered(P: Array, M: Array, R: Array, first: int) -> int:
    """How many slots were gathered since ROW_TOP was `first`, each once; they are put into the order of things."""
    count = M[ROW_TOP] - first
    if count > 1:
        spare = reserve(P, M, count)
        if spare < 0:
            return 0
        sort_things(P, M, R, P[ROWS] + first, count, spare)
    if P[BODIES]:
        at, kept = P[ROWS] + first, 0
        for n in range(count):
            if kept == 0 or R[at + n] != R[at + kept - 1]:
                R[at + kept] = R[at + n]
                kept += 1
        return kept
    return count


@kernel
def announce(P: Array, M: Array, R: Array, event: int, slot: int, first: int) -> None:
    """`enter` or `leave` of a thing and each of those gathered since ROW_TOP was `first`; they are taken off."""
    for n in range(gathered(P, M, R, first)):
        emit(P, M, R, event, slot, R[P[ROWS] + first + n], int(UNUSED), int(UNUSED))
    M[ROW_TOP] = first


@kernel
def announce_blocked(P: Array, M: Array, R: Array, slot: int, direction: int, first: int) -> None:
    """`blocked` of a thing by each of those gathered since ROW_TOP was `first`, or by nobody; they are taken off."""
    way = direction if direction >= 0 else int(UNDEFINED)
    count = gathered(P, M, R, first)
    cells = entered(P, M, slot) if P[BODIES] and count else 0
    for n in range(max(count, 1)):
        other, cell = -1, UNDEFINED
        if n < count and P[BODIES]:
            other = R[P[ROWS] + first + n]
            cell = first_covered(P, M, other, cells)
        elif n < count:
            other = R[P[ROWS] + first + n]
            at, theirs = record(P, other), words_of(P, other)
            x, y = int(M[at + X]), int(M[at + Y])
            if M[theirs + MOTION_FLAGS] & GOES:
                x += M[theirs + MOTION_DX]
                y += M[theirs + MOTION_DY]
            cell = pack(x, y)
        emit(P, M, R, int(BLOCKED), slot, way, other, cell)
    M[ROW_TOP] = first


@kernel
def first_covered(P: Array, M: Array, other: int, count: int) -> int:
    """The first of the cells that `entered` has listed which a thing covers at the end, as a value."""
    goes = M[words_of(P, other) + MOTION_FLAGS] & GOES != 0
    width = P[P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS + LEVEL_WIDTH]
    for n in range(count):
        cell = int(M[P[CELL_LISTS] + n])
        if covers_at(P, M, other, goes, cell):
            return pack(cell % width, cell // width)
    return UNDEFINED
