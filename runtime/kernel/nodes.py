"""The nodes of tables: gathering them, and sorting them by what they are and refer to."""

from __future__ import annotations

from arcg.runtime.kernel.arrange_frame import *
from arcg.runtime.kernel.hashing import hash_clear, hash_find, hash_size, room, word
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import compare_records, copy, records, saves

# ---------------------------------------------------------------- sorting


@kernel
def compare_signatures(P: Array, M: Array, A: int, one: int, two: int) -> int:
    """Two nodes by the colours of what they refer to, then of what refers to them."""
    colour = word(M, A + F_COLOUR)
    for side in range(2):
        starts = word(M, A + F_OUT_AT) if side == 0 else word(M, A + F_IN_AT)
        pairs = word(M, A + F_OUT) if side == 0 else word(M, A + F_IN)
        left, left_end = M[starts + one], M[starts + one + 1]
        right, right_end = M[starts + two], M[starts + two + 1]
        while left < left_end and right < right_end:
            a, b = M[pairs + 2 * left], M[pairs + 2 * right]
            if a == b:
                a, b = M[pairs + 2 * left + 1], M[pairs + 2 * right + 1]
                a = M[colour + a] if a >= 0 else -1
                b = M[colour + b] if b >= 0 else -1
            if a != b:
                return -1 if a < b else 1
            left += 1
            right += 1
        if left < left_end:
            return 1
        if right < right_end:
            return -1
    return 0


@kernel
def compare_around(P: Array, M: Array, A: int, one: int, two: int) -> int:
    """Two nodes by which nodes they refer to and which refer to them; 0 for twins."""
    for side in range(2):
        starts = word(M, A + F_OUT_AT) if side == 0 else word(M, A + F_IN_AT)
        pairs = word(M, A + F_OUT) if side == 0 else word(M, A + F_AROUND)
        left, right = M[starts + one], M[starts + two]
        count = M[starts + one + 1] - left
        if count != M[starts + two + 1] - right:
            return -1 if count < M[starts + two + 1] - right else 1
        for n in range(count):
            a, b = M[pairs + 2 * (left + n)], M[pairs + 2 * (right + n)]
            if a == b:
                a, b = M[pairs + 2 * (left + n) + 1], M[pairs + 2 * (right + n) + 1]
                if side == 0:
                    a = SELF if a == one else a
                    b = SELF if b == two else b
            if a != b:
                return -1 if a < b else 1
    return 0


@kernel
def compare_keys(P: Array, M: Array, A: int, one: int, two: int) -> int:
    """Two nodes by what they are in each table; what is not there comes last."""
    for table in range(word(M, A + F_TABLES)):
        row = word(M, A + F_REC) + table * word(M, A + F_STRIDE)
        left, right = M[row + one], M[row + two]
        if left < 0 or right < 0:
            if left != right:
                return 1 if left < 0 else -1
        else:
            order = compare_records(P, M, left, right)
            if order != 0:
                return order
    return 0


@kernel
def compare(P: Array, M: Array, mode: int, A: int, one: int, two: int) -> int:
    """-1, 0 or 1. Modes on nodes need the frame `A`; `BY_KEY` takes a table's row of REC in its place."""
    if mode == BY_RECORD:  # slots of the block whose records begin at A, sequence deciding
        left, right = A + one * P[RECORD], A + two * P[RECORD]
        order = compare_records(P, M, left, right)
        if order != 0:
            return order
        return -1 if M[left + SEQUENCE] < M[right + SEQUENCE] else 1
    if mode == BY_SEQUENCE:
        return -1 if M[A + one * P[RECORD] + SEQUENCE] < M[A + two * P[RECORD] + SEQUENCE] else 1
    if mode == BY_KEYS:
        return compare_keys(P, M, A, one, two)
    if mode == BY_KEY:
        return compare_records(P, M, M[A + one], M[A + two])
    if mode == BY_REFERENCES:
        return compare_signatures(P, M, A, one, two)
    if mode == BY_AROUND:
        return compare_around(P, M, A, one, two)
    return -1 if one < two else 1 if one > two else 0


@kernel
def sort(P: Array, M: Array, mode: int, A: int, at: int, count: int, spare: int) -> None:
    """Sort the words M[at : at + count], equal ones in the order in which they are; `spare` is room for as many."""
    patience = 4 * count + 64  # what is nearly in order is put in order by insertion, the rest by merging
    for n in range(1, count):
        item = M[at + n]
        m = n
        while m > 0 and compare(P, M, mode, A, M[at + m - 1], item) > 0:
            M[at + m] = M[at + m - 1]
            m -= 1
        M[at + m] = item
        patience -= n - m
        if patience < 0:
            merge_sort(P, M, mode, A, at, count, spare)
            return


@kernel
def merge_sort(P: Array, M: Array, mode: int, A: int, at: int, count: int, spare: int) -> None:
    """As `sort`, for what is in no order yet."""
    width = 1
    while width < count:
        for low in range(0, count - width, 2 * width):
            middle, high = low + width, min(low + 2 * width, count)
            if compare(P, M, mode, A, M[at + middle - 1], M[at + middle]) <= 0:
                continue
            copy(M, spare, at + low, width)
            left, right, to = 0, middle, low
            while left < width:
                if right < high and compare(P, M, mode, A, M[spare + left], M[at + right]) > 0:
                    M[at + to] = M[at + right]
                    right += 1
                else:
                    M[at + to] = M[spare + left]
                    left += 1
                to += 1
        width *= 2


@kernel
def sort_sources(M: Array, pairs: int, count: int, colour: int) -> None:
    """Sort references to a node by label and colour of who refers; shell sort, since most are in order already."""
    gap = 1
    while gap < count // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for n in range(gap, count):
            label, source = M[pairs + 2 * n], M[pairs + 2 * n + 1]
            shade = M[colour + source] if source >= 0 else -1
            m = n
            while m >= gap:
                other = M[pairs + 2 * (m - gap) + 1]
                before = M[pairs + 2 * (m - gap)]
                theirs = M[colour + other] if other >= 0 else -1
                if before < label or (before == label and theirs <= shade):
                    break
                M[pairs + 2 * m] = before
                M[pairs + 2 * m + 1] = other
                m -= gap
            M[pairs + 2 * m] = label
            M[pairs + 2 * m + 1] = source
        gap = (gap - 1) // 3 if gap > 1 else 0


# ---------------------------------------------------------------- gathering


@kernel
def by_sequence(P: Array, M: Array, block: int, at: int, spare: int) -> int:
    """The living slots of a block in the order of their sequence; how many there are."""
    base, count, last, ordered = records(P, block), 0, -1, True
    for slot in range(M[block + BLOCK_SLOTS]):
        rec = base + slot * P[RECORD]
        if M[rec + KIND] >= 0:
            M[at + count] = slot
            count += 1
            ordered = ordered and M[rec + SEQUENCE] > last
            last = M[rec + SEQUENCE]
    if not ordered:
        sort(P, M, BY_SEQUENCE, base, at, count, spare)
    return count


@kernel
def add_block(P: Array, M: Array, A: int, block: int, form: int) -> None:
    """One more table: a block."""
    at = A + F_TABLE + word(M, A + F_TABLES) * TABLE_WORDS
    M[at + T_FORM] = form
    M[at + T_WORLD] = block + BLOCK_HEAD
    M[at + T_RECORDS] = records(P, block)
    M[at + T_COUNT] = M[block + BLOCK_SLOTS]
    M[A + F_TABLES] += 1


@kernel
def add_save(P: Array, M: Array, A: int, save: int) -> None:
    """One more table: a save, if there is one."""
    if M[save + SAVE_PRESENT]:
        at = A + F_TABLE + word(M, A + F_TABLES) * TABLE_WORDS
        M[at + T_FORM] = SAVE_FORM
        M[at + T_WORLD] = save + SAVE_HEAD
        M[at + T_RECORDS] = save + SAVE_HEAD + P[WORLD]
        M[at + T_COUNT] = M[save + SAVE_THINGS]
        M[A + F_TABLES] += 1


@kernel
def gather(P: Array, M: Array, A: int, block: int, linked: bool) -> bool:
    """Begin a frame: the nodes of a position, with `linked` those of its linked saves too. False: no room."""
    if not room(P, M, A, FRAME + (1 + P[LINKED_COUNT]) * TABLE_WORDS):
        return False
    M[A + F_TABLES] = 0
    add_block(P, M, A, block, SLOTS_FORM)
    if linked:
        for n in range(P[LINKED_COUNT]):
            save = P[P[LINKED_AT] + n]
            if save < 0:
                add_block(P, M, A, P[START], HANDLES_FORM)
            else:
                add_save(P, M, A, saves(P, block) + save * P[SAVE_WORDS])
    return gather_nodes(P, M, A)


@kernel
def gather_save(P: Array, M: Array, A: int, save: int) -> bool:
    """Begin a frame: the nodes of a save. False: no room."""
    if not room(P, M, A, FRAME + TABLE_WORDS):
        return False
    M[A + F_TABLES] = 0
    add_save(P, M, A, save)
    return gather_nodes(P, M, A)


@kernel
def gather_nodes(P: Array, M: Array, A: int) -> bool:
    """Number the things of all tables."""
    tables, stride = word(M, A + F_TABLES), 0
    for table in range(tables):
        stride += M[A + F_TABLE + table * TABLE_WORDS + T_COUNT]
    by_handle = tables > 1 or M[A + F_TABLE + T_FORM] != SLOTS_FORM
    size = hash_size(stride) if by_handle else 0
    slots = M[A + F_TABLE + T_COUNT]
    top = A + FRAME + tables * TABLE_WORDS
    if not room(P, M, top, (tables + 5) * stride + 2 * size + slots):
        return False
    M[A + F_STRIDE] = stride
    M[A + F_REC], top = top, top + tables * stride
    M[A + F_ORDER], top = top, top + stride
    M[A + F_SPARE], top = top, top + stride
    M[A + F_CUT], top = top, top + stride
    M[A + F_COLOUR], top = top, top + stride
    M[A + F_LIST], top = top, top + stride
    M[A + F_HASH], M[A + F_MASK], top = top, size - 1, top + 2 * size
    M[A + F_SLOT], top = top, top + slots
    M[A + F_TOP], M[A + F_SEARCHED], M[A + F_CLASS] = top, 0, 0
    hash_clear(M, word(M, A + F_HASH), size)
    for n in range(tables * stride):
        M[word(M, A + F_REC) + n] = -1
    for slot in range(slots):
        M[word(M, A + F_SLOT) + slot] = -1
    nodes = 0
    for table in range(tables):
        entry = A + F_TABLE + table * TABLE_WORDS
        base, count = M[entry + T_RECORDS], M[entry + T_COUNT]
        blocklike = M[entry + T_FORM] != SAVE_FORM
        if blocklike:
            count = by_sequence(P, M, M[entry + T_WORLD] - BLOCK_HEAD, word(M, A + F_LIST), word(M, A + F_SPARE))
        for n in range(count):
            slot = M[word(M, A + F_LIST) + n] if blocklike else n
            rec = base + slot * P[RECORD]
            node = nodes
            if by_handle:
                at = hash_find(M, word(M, A + F_HASH), word(M, A + F_MASK), M[rec + HANDLE])
                if M[at] != -1:
                    node = M[at + 1]
                M[at] = M[rec + HANDLE]
                M[at + 1] = node
            nodes = max(nodes, node + 1)
            M[word(M, A + F_REC) + table * stride + node] = rec
            if table == 0 and M[entry + T_FORM] == SLOTS_FORM:
                M[word(M, A + F_SLOT) + slot] = node
        if table == 0:
            M[A + F_PRESENT] = nodes
    M[A + F_NODES] = nodes
    for node in range(nodes):
        M[word(M, A + F_ORDER) + node] = node
    return True


@kernel
def referred(P: Array, M: Array, A: int, table: int, value: int) -> int:
    """The node that a value of a table refers to, or -1."""
    if value < 0:
        return -1
    if M[A + F_TABLE + table * TABLE_WORDS + T_FORM] == SLOTS_FORM:
        return M[word(M, A + F_SLOT) + value] if value < M[A + F_TABLE + table * TABLE_WORDS + T_COUNT] else -1
    at = hash_find(M, word(M, A + F_HASH), word(M, A + F_MASK), value)
    return M[at + 1] if M[at] != -1 else -1


@kernel
def refers(P: Array, kind: int, place: int) -> bool:
    """Whether an attribute of a kind holds things."""
    return P[P[ATTR_AT] + (kind * P[ATTRS] + place) * ATTR_WORDS + ATTR_DOMAIN] == THING_DOMAIN


@kernel
def world_refers(P: Array, attr: int) -> bool:
    """Whether an attribute of the world holds things."""
    return P[P[WORLD_AT] + attr * ATTR_WORDS + ATTR_DOMAIN] == THING_DOMAIN
