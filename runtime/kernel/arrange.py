"""Arranging look-alikes: the canonical order of the things of tables in which a handle means the same thing.

A *table* is a position or a save. The things of a position, and those that only its linked saves still know, are
*nodes*. Nodes are ordered by what they are in each table; nodes that are still equal are told apart by what they refer
to and by what refers to them, until nothing changes; of the arrangements that are left the one with the smallest bytes
counts, found by trying the members of the first open class one after another. Of arrangements that are symmetric only
one is tried.

Everything lies in the pool, behind a frame of `FRAME` words that says where.
"""

from __future__ import annotations

import numpy as np

from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import compare_records, copy, records, saves

(
    F_TABLES,    # number of tables
    F_NODES,     # number of nodes
    F_PRESENT,   # those of the first table: nodes 0 to PRESENT - 1
    F_STRIDE,    # words per table in the arrays by table and node
    F_TOP,       # first free word behind the arrays
    F_HASH,      # handles to nodes; 0: not needed
    F_MASK,
    F_SLOT,      # slots of the first table to nodes
    F_REC,       # per table and node: its record, or -1
    F_ORDER,     # the nodes in order
    F_SPARE,     # room for sorting, one word a node
    F_CUT,       # per place: the depth at which a class began there, or NO_CUT
    F_COLOUR,    # per node: where its class begins
    F_REFERRED,  # per table and world attribute: the node that it refers to, or -1
    F_OUT_AT,    # per node and one more: where its references begin in OUT
    F_OUT,       # label, node referred to: by label
    F_IN_AT,     # likewise for the references to a node
    F_IN,        # label, node referring or WORLD_NODE: by label, then colour
    F_AROUND,    # the same with SELF for the node itself, by label, then node
    F_TWIN,      # per node of an open class: the first node that has the same references
    F_CLASS,     # per table and node: where its class begins in the table's own order, or -1
    F_FILL,      # per such class: the next free place
    F_PLACE,     # per node: its place in the table laid out last
    F_LIST,      # the nodes of that table in order
    F_SEARCHED,  # 1: references did not settle the order
    # the search
    F_OPENS,     # nodes of open classes
    F_OPEN_AT,   # their places
    F_OPEN,      # per node: its number among them, or -1
    F_PARENT,    # for joining what symmetries exchange
    F_CHOSEN,    # per depth: the node set first,
    F_SPLIT,     # the place of its class,
    F_TRIED,     # where the list of those tried begins
    F_TRIED_TOP,
    F_TRIED_END,
    F_WRITING,   # the writing of the present arrangement
    F_SECOND,    # the writing of another one
    F_BEST,      # the smallest writing, and the open nodes in its order
    F_BEST_ORDER,
    F_HAS_BEST,
    F_SEEN,      # different writings so far
    F_SEEN_HASH,
    F_SEEN_AT,   # per writing: depth, what was chosen, the open nodes in order
    F_SEEN_TOP,
    F_SEEN_END,
    F_SYMMETRIES,
    F_SYMMETRY_AT,
    F_SYMMETRY_END,
) = range(47)  # fmt: skip
F_TABLE = 48
"""Where the list of tables begins in the frame: form, world, records, number of records."""
FRAME = F_TABLE

T_FORM, T_WORLD, T_RECORDS, T_COUNT = range(4)
TABLE_WORDS = 4
SLOTS_FORM, SAVE_FORM, HANDLES_FORM = range(3)
"""A block whose references are slots; a save; a block whose references are handles."""

NO_CUT = 1 << 30
WORLD_NODE, SELF = -1, -2
MAX_ARRANGEMENTS = 2000
"""Most arrangements of look-alikes that are compared; part of the semantics."""

BY_SEQUENCE, BY_KEYS, BY_KEY, BY_REFERENCES, BY_AROUND, BY_NUMBER, BY_RECORD = range(7)


# ---------------------------------------------------------------- room and hashing


@kernel
def word(M: Array, at: int) -> int:
    """A word as a 64-bit number: functions are compiled once for each combination of the sizes of their arguments."""
    return np.int64(M[at])


@kernel
def room(P: Array, M: Array, at: int, words: int) -> bool:
    """Whether the pool goes so far; if not, ROOM_POOL."""
    if at + words <= P[POOL] + P[POOL_SIZE]:
        return True
    M[ERROR] = ROOM_POOL
    M[NEED] = 2 * (at + words - P[POOL])
    return False


@kernel
def hash_size(count: int) -> int:
    """Entries of a hash for so many keys: a power of two."""
    size = 8
    while size < 2 * count:
        size *= 2
    return size


@kernel
def hash_clear(M: Array, at: int, size: int) -> None:
    """An empty hash of two words an entry: a key (not negative) and its value."""
    for n in range(size):
        M[at + 2 * n] = -1


@kernel
def hash_find(M: Array, at: int, mask: int, key: int) -> int:
    """Where the entry of a key lies, or the free entry where it would."""
    entry = ((int(key) * 2654435761) >> 8) & mask
    while M[at + 2 * entry] != -1 and M[at + 2 * entry] != key:
        entry = (entry + 1) & mask
    return at + 2 * entry


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


# ---------------------------------------------------------------- the order


@kernel
def sort_by_keys(P: Array, M: Array, A: int) -> int:
    """Order the nodes by what they are; the number of classes."""
    order, cut, nodes, classes = word(M, A + F_ORDER), word(M, A + F_CUT), word(M, A + F_NODES), 0
    sort(P, M, BY_KEYS, A, order, nodes, word(M, A + F_SPARE))
    for place in range(nodes):
        fresh = place == 0 or compare_keys(P, M, A, M[order + place - 1], M[order + place]) != 0
        M[cut + place] = 0 if fresh else NO_CUT
        classes += fresh
    return classes


@kernel
def arrange(P: Array, M: Array, A: int) -> bool:
    """Put the nodes of a gathered frame in canonical order, in ORDER. False: no room."""
    if sort_by_keys(P, M, A) == word(M, A + F_NODES) or not P[HAS_REFERENCES]:
        return True
    if not draw_edges(P, M, A):
        return False
    if word(M, A + F_OUT_AT) == 0:
        return True
    refine(P, M, A, 0)
    if not find_twins(P, M, A):
        return True
    M[A + F_SEARCHED] = 1
    return search(P, M, A)


@kernel
def draw_edges(P: Array, M: Array, A: int) -> bool:
    """List the references among the nodes. `OUT_AT` is 0 if there are none. False: no room."""
    nodes, tables, stride = word(M, A + F_NODES), word(M, A + F_TABLES), word(M, A + F_STRIDE)
    top = word(M, A + F_TOP)
    if not room(P, M, top, tables * P[WORLD] + 3 * (nodes + 1)):
        return False
    M[A + F_REFERRED], top = top, top + tables * P[WORLD]
    M[A + F_OUT_AT], top = top, top + nodes + 1
    M[A + F_IN_AT], top = top, top + nodes + 1
    M[A + F_TWIN], top = top, top + nodes
    outs, ins = word(M, A + F_OUT_AT), word(M, A + F_IN_AT)
    for n in range(nodes + 1):
        M[outs + n] = 0
        M[ins + n] = 0
    for fill in range(2):
        # The first time they are counted, into the entry behind each node's; the second time they are written.
        for table in range(tables):
            world = M[A + F_TABLE + table * TABLE_WORDS + T_WORLD]
            first = table * (P[WORLD] + P[ATTRS]) + P[WORLD]
            for attr in range(P[WORLD] - 1, -1, -1):
                to = referred(P, M, A, table, M[world + attr]) if world_refers(P, attr) else -1
                M[word(M, A + F_REFERRED) + table * P[WORLD] + attr] = to
                if to >= 0 and fill == 0:
                    M[ins + to + 1] += 1
                elif to >= 0:
                    pair = word(M, A + F_IN) + 2 * M[ins + to + 1]
                    M[pair] = first - 1 - attr
                    M[pair + 1] = WORLD_NODE
                    M[ins + to + 1] += 1
            for place in range(P[ATTRS]):
                for node in range(nodes):
                    rec = M[word(M, A + F_REC) + table * stride + node]
                    if rec < 0:
                        continue
                    kind = M[rec + KIND]
                    facts = P[KIND_AT] + kind * KIND_WORDS
                    if not P[facts + KIND_REFERS] or place >= P[facts + KIND_ATTRS] or not refers(P, kind, place):
                        continue
                    to = referred(P, M, A, table, M[rec + ATTR + place])
                    if to < 0:
                        continue
                    if fill:
                        pair = word(M, A + F_IN) + 2 * M[ins + to + 1]
                        M[pair] = first + place
                        M[pair + 1] = node
                        pair = word(M, A + F_OUT) + 2 * M[outs + node + 1]
                        M[pair] = first + place
                        M[pair + 1] = to
                    M[ins + to + 1] += 1
                    M[outs + node + 1] += 1
        if fill == 0:
            count_out, count_in = 0, 0
            for node in range(nodes):  # from counts to where each list begins, one entry late
                count_out, M[outs + node + 1] = count_out + M[outs + node + 1], count_out
                count_in, M[ins + node + 1] = count_in + M[ins + node + 1], count_in
            if count_in == 0:
                M[A + F_OUT_AT] = 0
                return True
            if not room(P, M, top, 2 * count_out + 4 * count_in):
                return False
            M[A + F_OUT], top = top, top + 2 * count_out
            M[A + F_IN], top = top, top + 2 * count_in
            M[A + F_AROUND], top = top, top + 2 * count_in
    for node in range(nodes):
        draw_around(M, A, node)
    M[A + F_TOP] = top
    return True


@kernel
def draw_around(M: Array, A: int, node: int) -> None:
    """What refers to a node, in the order of nodes within each label but the node itself first, as SELF."""
    start = word(M, A + F_IN) + 2 * M[word(M, A + F_IN_AT) + node]
    away = word(M, A + F_AROUND) - word(M, A + F_IN)
    for pair in range(start, word(M, A + F_IN) + 2 * M[word(M, A + F_IN_AT) + node + 1], 2):
        to = pair + away
        M[to] = M[pair]
        M[to + 1] = M[pair + 1]
        if M[pair + 1] == node:
            while to > start + away and M[to - 2] == M[to]:
                M[to + 1] = M[to - 1]
                to -= 2
            M[to + 1] = SELF


@kernel
def class_end(M: Array, A: int, start: int) -> int:
    """Where the class that begins at a place ends."""
    end = start + 1
    while end < word(M, A + F_NODES) and M[word(M, A + F_CUT) + end] == NO_CUT:
        end += 1
    return end


@kernel
def refine(P: Array, M: Array, A: int, depth: int) -> None:
    """Split classes by the colours around their members, until nothing changes. Afterwards COLOUR is right."""
    order, cut, colour, nodes = word(M, A + F_ORDER), word(M, A + F_CUT), word(M, A + F_COLOUR), word(M, A + F_NODES)
    split = True
    while split:
        split = False
        shade = 0
        for place in range(nodes):
            if M[cut + place] != NO_CUT:
                shade = place
            M[colour + M[order + place]] = shade
        start = 0
        while start < nodes:
            end = class_end(M, A, start)
            if end - start > 1:
                for place in range(start, end):
                    node = M[order + place]
                    first = M[word(M, A + F_IN_AT) + node]
                    count = M[word(M, A + F_IN_AT) + node + 1] - first
                    sort_sources(M, word(M, A + F_IN) + 2 * first, count, colour)
                sort(P, M, BY_REFERENCES, A, order + start, end - start, word(M, A + F_SPARE))
                for place in range(start + 1, end):
                    if compare_signatures(P, M, A, M[order + place - 1], M[order + place]) != 0:
                        M[cut + place] = depth
                        split = True
            start = end


@kernel
def find_twins(P: Array, M: Array, A: int) -> bool:
    """Note which look-alikes have the very same references; whether any do not."""
    order, nodes, listed = word(M, A + F_ORDER), word(M, A + F_NODES), word(M, A + F_LIST)
    start, some = 0, False
    while start < nodes:
        end = class_end(M, A, start)
        copy(M, listed, order + start, end - start)
        sort(P, M, BY_AROUND, A, listed, end - start, word(M, A + F_SPARE))
        for n in range(end - start):
            node = M[listed + n]
            if n > 0 and compare_around(P, M, A, M[listed + n - 1], node) == 0:
                M[word(M, A + F_TWIN) + node] = M[word(M, A + F_TWIN) + M[listed + n - 1]]
            else:
                M[word(M, A + F_TWIN) + node] = node
                some = some or n > 0
        start = end
    return some


@kernel
def is_open(M: Array, A: int, start: int, end: int) -> bool:
    """Whether a class has members that are no twins."""
    order, twin = word(M, A + F_ORDER), word(M, A + F_TWIN)
    for place in range(start + 1, end):  # noqa: SIM110  numba takes no generators
        if M[twin + M[order + place]] != M[twin + M[order + start]]:
            return True
    return False


# ---------------------------------------------------------------- tables in the order found


@kernel
def classify(P: Array, M: Array, A: int) -> bool:
    """Order the things of each table by what they are in it, so that `lay_out` need not sort. False: no room."""
    nodes, tables, stride, top = word(M, A + F_NODES), word(M, A + F_TABLES), word(M, A + F_STRIDE), word(M, A + F_TOP)
    if word(M, A + F_CLASS) != 0:
        return True
    if not room(P, M, top, tables * stride + 2 * nodes):
        return False
    M[A + F_CLASS], top = top, top + tables * stride
    M[A + F_FILL], top = top, top + nodes
    M[A + F_PLACE], top = top, top + nodes
    M[A + F_TOP] = top
    listed = word(M, A + F_LIST)
    for table in range(1, tables):
        row, own, count, start = word(M, A + F_REC) + table * stride, word(M, A + F_CLASS) + table * stride, 0, 0
        for node in range(nodes):
            M[own + node] = -1
            if M[row + node] >= 0:
                M[listed + count] = node
                count += 1
        sort(P, M, BY_KEY, row, listed, count, word(M, A + F_SPARE))
        for n in range(count):
            if n > 0 and compare_records(P, M, M[row + M[listed + n - 1]], M[row + M[listed + n]]) != 0:
                start = n
            M[own + M[listed + n]] = start
    return True


@kernel
def lay_out(P: Array, M: Array, A: int, table: int) -> int:
    """The things of a table as they are written: LIST, PLACE (-1: not in it) and how many they are."""
    order, place, listed = word(M, A + F_ORDER), word(M, A + F_PLACE), word(M, A + F_LIST)
    nodes, present = word(M, A + F_NODES), word(M, A + F_PRESENT)
    if table == 0:
        for n in range(nodes):
            M[place + M[order + n]] = n if n < present else -1
            M[listed + n] = M[order + n]
        return present
    own, fill, count = word(M, A + F_CLASS) + table * word(M, A + F_STRIDE), word(M, A + F_FILL), 0
    for n in range(nodes):
        M[fill + n] = n
    for n in range(nodes):
        node = M[order + n]
        start = M[own + node]
        M[place + node] = -1
        if start >= 0:
            M[place + node] = M[fill + start]
            M[listed + M[fill + start]] = node
            M[fill + start] += 1
            count += 1
    return count


# ---------------------------------------------------------------- the search


@kernel
def search(P: Array, M: Array, A: int) -> bool:
    """The arrangement with the smallest writing, of those that choices in open classes lead to. False: no room."""
    if not (classify(P, M, A) and begin_search(P, M, A)):
        return False
    order, chosen, depth = word(M, A + F_ORDER), word(M, A + F_CHOSEN), 0
    begin_choice(M, A, 0)
    while depth >= 0:
        node = next_choice(P, M, A, depth)
        if node < 0:
            back = depth
        else:
            M[chosen + depth] = node
            split(M, A, depth, node)
            refine(P, M, A, depth + 1)
            depth += 1
            if begin_choice(M, A, depth):
                continue
            back = leaf(P, M, A, depth)
            if M[ERROR] != 0:
                return False
        depth -= 1
        while depth >= 0 and back < depth:
            depth -= 1
        if depth >= 0:
            join(P, M, A, depth)
            if word(M, A + F_TRIED_TOP) >= word(M, A + F_TRIED_END):
                M[ERROR], M[NEED] = ROOM_POOL, 2 * P[POOL_SIZE]
                return False
            start, count = M[word(M, A + F_TRIED) + 2 * depth], M[word(M, A + F_TRIED) + 2 * depth + 1]
            M[start + count] = M[chosen + depth]
            M[word(M, A + F_TRIED) + 2 * depth + 1] = count + 1
            M[A + F_TRIED_TOP] = start + count + 1  # what was tried at greater depths is forgotten
    for n in range(word(M, A + F_OPENS)):
        M[order + M[word(M, A + F_OPEN_AT) + n]] = M[word(M, A + F_BEST_ORDER) + n]
    return True


@kernel
def begin_search(P: Array, M: Array, A: int) -> bool:
    """Cut the rest of the pool up for the search. False: no room."""
    nodes, order, opens, start = word(M, A + F_NODES), word(M, A + F_ORDER), 0, 0
    top = word(M, A + F_TOP)
    if not room(P, M, top, 2 * nodes):
        return False
    M[A + F_OPEN], top = top, top + nodes
    M[A + F_OPEN_AT], top = top, top + nodes
    while start < nodes:
        end = class_end(M, A, start)
        wide = is_open(M, A, start, end)
        for place in range(start, end):
            M[word(M, A + F_OPEN) + M[order + place]] = opens if wide else -1
            if wide:
                M[word(M, A + F_OPEN_AT) + opens] = place
                opens += 1
        start = end
    M[A + F_OPENS] = opens
    writing = M[word(M, A + F_OUT_AT) + nodes] + word(M, A + F_TABLES) * (P[WORLD] + nodes)
    if not room(P, M, top, 3 * writing + 8 * (opens + 2) + 2 * MAX_ARRANGEMENTS + 64 * (opens + 8)):
        return False
    M[A + F_PARENT], top = top, top + opens
    M[A + F_CHOSEN], top = top, top + opens + 2
    M[A + F_SPLIT], top = top, top + 2 * (opens + 2)
    M[A + F_TRIED], top = top, top + 2 * (opens + 2)
    M[A + F_BEST_ORDER], top = top, top + opens
    M[A + F_WRITING], top = top, top + writing
    M[A + F_SECOND], top = top, top + writing
    M[A + F_BEST], top = top, top + writing
    M[A + F_SEEN_HASH], top = top, top + MAX_ARRANGEMENTS
    M[A + F_SEEN_AT], top = top, top + MAX_ARRANGEMENTS
    rest = P[POOL] + P[POOL_SIZE] - top
    M[A + F_TRIED_TOP] = top
    M[A + F_TRIED_END] = M[A + F_SEEN_TOP] = top + rest // 8
    M[A + F_SEEN_END] = M[A + F_SYMMETRY_AT] = top + rest // 8 * 5
    M[A + F_SYMMETRY_END] = top + rest
    M[A + F_HAS_BEST] = M[A + F_SEEN] = M[A + F_SYMMETRIES] = 0
    return True


@kernel
def begin_choice(M: Array, A: int, depth: int) -> bool:
    """Find the first open class; False when there is none."""
    start = 0
    while start < word(M, A + F_NODES):
        end = class_end(M, A, start)
        if is_open(M, A, start, end):
            M[word(M, A + F_SPLIT) + 2 * depth] = start
            M[word(M, A + F_SPLIT) + 2 * depth + 1] = start  # the place of the next member to try
            M[word(M, A + F_TRIED) + 2 * depth] = word(M, A + F_TRIED_TOP)
            M[word(M, A + F_TRIED) + 2 * depth + 1] = 0
            return True
        start = end
    return False


@kernel
def next_choice(P: Array, M: Array, A: int, depth: int) -> int:
    """The next member of the class of a depth that is not like one that was tried, or -1."""
    start, place = M[word(M, A + F_SPLIT) + 2 * depth], M[word(M, A + F_SPLIT) + 2 * depth + 1]
    end = class_end(M, A, start)
    while place < end:
        node = M[word(M, A + F_ORDER) + place]
        place += 1
        if not like_one(M, A, node, depth):
            M[word(M, A + F_SPLIT) + 2 * depth + 1] = place
            return node
    return -1


@kernel
def split(M: Array, A: int, depth: int, node: int) -> None:
    """Set a member of the open class before the others."""
    order, start = word(M, A + F_ORDER), M[word(M, A + F_SPLIT) + 2 * depth]
    place = start
    while M[order + place] != node:
        place += 1
    while place > start:
        M[order + place] = M[order + place - 1]
        place -= 1
    M[order + start] = node
    M[word(M, A + F_CUT) + start + 1] = depth + 1


@kernel
def join(P: Array, M: Array, A: int, depth: int) -> None:
    """Go back to the classes as they were at a depth; members of a class lie in the order of their numbers."""
    order, cut, start = word(M, A + F_ORDER), word(M, A + F_CUT), 0
    for place in range(word(M, A + F_NODES)):
        if M[cut + place] > depth:
            M[cut + place] = NO_CUT
    while start < word(M, A + F_NODES):
        end = class_end(M, A, start)
        sort(P, M, BY_NUMBER, A, order + start, end - start, word(M, A + F_SPARE))
        start = end


@kernel
def like_one(M: Array, A: int, node: int, depth: int) -> bool:
    """Whether a symmetry that leaves the choices in place takes a node that was tried to this one."""
    entry = word(M, A + F_TRIED) + 2 * depth
    twin, tried, count = word(M, A + F_TWIN), M[entry], M[entry + 1]
    for n in range(count):
        if M[twin + M[tried + n]] == M[twin + node]:
            return True
    if count == 0 or word(M, A + F_SYMMETRIES) == 0:
        return False
    opens, number, parent = word(M, A + F_OPENS), word(M, A + F_OPEN), word(M, A + F_PARENT)
    for n in range(opens):
        M[parent + n] = n
    for s in range(word(M, A + F_SYMMETRIES)):
        image, still = word(M, A + F_SYMMETRY_AT) + s * opens, True
        for d in range(depth):
            choice = M[word(M, A + F_CHOSEN) + d]
            if M[image + M[number + choice]] != choice:
                still = False
                break
        if still:
            for n in range(opens):
                one, two = root(M, parent, n), root(M, parent, M[number + M[image + n]])
                M[parent + max(one, two)] = min(one, two)
    mine = root(M, parent, M[number + node])
    for n in range(count):  # noqa: SIM110
        if root(M, parent, M[number + M[tried + n]]) == mine:
            return True
    return False


@kernel
def root(M: Array, parent: int, n: int) -> int:
    """Whom all that were joined with `n` have in common."""
    while M[parent + n] != n:
        M[parent + n] = M[parent + M[parent + n]]
        n = M[parent + n]
    return n


@kernel
def leaf(P: Array, M: Array, A: int, depth: int) -> int:
    """Weigh an arrangement; the depth to go back to, -1 after too many arrangements."""
    if word(M, A + F_SEEN) >= MAX_ARRANGEMENTS:
        M[TANGLED] = 1
        return -1
    opens, writing = word(M, A + F_OPENS), word(M, A + F_WRITING)
    order, open_at = word(M, A + F_ORDER), word(M, A + F_OPEN_AT)
    count = write_references(P, M, A, writing)
    if not word(M, A + F_HAS_BEST) or compare_numbers(M, writing, word(M, A + F_BEST), count) < 0:
        M[A + F_HAS_BEST] = 1
        copy(M, word(M, A + F_BEST), writing, count)
        for n in range(opens):
            M[word(M, A + F_BEST_ORDER) + n] = M[order + M[open_at + n]]
    total = 0
    for n in range(count):
        total = ((total ^ (int(M[writing + n]) & 0xFFFFFFFF)) * 0x01000193) & 0x7FFFFFFF
    for s in range(word(M, A + F_SEEN)):
        if M[word(M, A + F_SEEN_HASH) + s] == total and is_seen(P, M, A, s, count):
            return symmetric(P, M, A, s, depth)
    to = word(M, A + F_SEEN_TOP)
    if to + 1 + depth + opens > word(M, A + F_SEEN_END):
        M[ERROR], M[NEED] = ROOM_POOL, 2 * P[POOL_SIZE]
        return -1
    M[word(M, A + F_SEEN_HASH) + word(M, A + F_SEEN)] = total
    M[word(M, A + F_SEEN_AT) + word(M, A + F_SEEN)] = to
    M[A + F_SEEN] += 1
    M[to] = depth
    copy(M, to + 1, word(M, A + F_CHOSEN), depth)
    for n in range(opens):
        M[to + 1 + depth + n] = M[order + M[open_at + n]]
    M[A + F_SEEN_TOP] = to + 1 + depth + opens
    return depth


@kernel
def is_seen(P: Array, M: Array, A: int, number: int, count: int) -> bool:
    """Whether a writing of before is that of the present arrangement."""
    at, listed = M[word(M, A + F_SEEN_AT) + number], word(M, A + F_PARENT)
    order, open_at = word(M, A + F_ORDER), word(M, A + F_OPEN_AT)
    arranged = at + 1 + M[at]
    for n in range(word(M, A + F_OPENS)):
        M[listed + n] = M[order + M[open_at + n]]
        M[order + M[open_at + n]] = M[arranged + n]
    write_references(P, M, A, word(M, A + F_SECOND))
    for n in range(word(M, A + F_OPENS)):
        M[order + M[open_at + n]] = M[listed + n]
    return compare_numbers(M, word(M, A + F_WRITING), word(M, A + F_SECOND), count) == 0


@kernel
def symmetric(P: Array, M: Array, A: int, number: int, depth: int) -> int:
    """Two arrangements have one writing: remember the symmetry; the depth at which their choices part."""
    opens, at = word(M, A + F_OPENS), M[word(M, A + F_SEEN_AT) + number]
    order, open_at = word(M, A + F_ORDER), word(M, A + F_OPEN_AT)
    image = word(M, A + F_SYMMETRY_AT) + word(M, A + F_SYMMETRIES) * opens
    if image + opens > word(M, A + F_SYMMETRY_END):
        M[ERROR], M[NEED] = ROOM_POOL, 2 * P[POOL_SIZE]
        return -1
    for n in range(opens):
        M[image + M[word(M, A + F_OPEN) + M[at + 1 + M[at] + n]]] = M[order + M[open_at + n]]
    M[A + F_SYMMETRIES] += 1
    for d in range(min(depth, M[at])):
        if M[at + 1 + d] != M[word(M, A + F_CHOSEN) + d]:
            return d
    return 0


@kernel
def write_references(P: Array, M: Array, A: int, at: int) -> int:
    """The numbers of the writing that depend on the arrangement: references and identities, as they come in it."""
    outs, start = word(M, A + F_OUT_AT), at
    per_table = P[WORLD] + P[ATTRS]
    for table in range(word(M, A + F_TABLES)):
        count = lay_out(P, M, A, table)
        place, listed = word(M, A + F_PLACE), word(M, A + F_LIST)
        for attr in range(P[WORLD]):
            to = M[word(M, A + F_REFERRED) + table * P[WORLD] + attr]
            if to >= 0:
                M[at] = M[place + to]
                at += 1
        for n in range(count):
            node = M[listed + n]
            for edge in range(M[outs + node], M[outs + node + 1]):
                pair = word(M, A + F_OUT) + 2 * edge
                if M[pair] // per_table == table:
                    M[at] = M[place + M[pair + 1]]
                    at += 1
        if table > 0:
            order = word(M, A + F_ORDER)
            for n in range(word(M, A + F_NODES)):
                own = M[place + M[order + n]]
                if own >= 0:
                    M[at + own] = n
            at += count
    return at - start


@kernel
def compare_numbers(M: Array, one: int, two: int, count: int) -> int:
    """-1, 0 or 1: lists of numbers (not negative) as their bytes compare, seven bits a byte, the least first."""
    for n in range(count):
        a, b = 2 * int(M[one + n]), 2 * int(M[two + n])
        if a != b:
            while a & 127 == b & 127 and (a > 127) == (b > 127):
                a >>= 7
                b >>= 7
            left = (a & 127) | (128 if a > 127 else 0)
            right = (b & 127) | (128 if b > 127 else 0)
            return -1 if left < right else 1
    return 0
