"""The live position: reading and writing records, the things in a cell, and taking writes back.

Every function takes the image `P` and the memory `M` (see `layout.py`) and changes nothing but `M`. Writes go through
here so that cells, the journal and what is known about the order stay right.
"""

from __future__ import annotations

import numpy as np

from arcg.runtime.kernel.bodies import POINT, cell_at, cell_count, covers, forget_shapes, lies_well, shape_of
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.pointers import copy_words


@kernel
def copy(M: Array, to: int, source: int, words: int) -> None:
    """Copy words within the memory; the two stretches must not overlap."""
    copy_words(M, to, M, source, words)


@kernel
def same_words(M: Array, one: int, two: int, words: int) -> bool:
    """Whether two stretches are equal; several words at once, since indices without a sign never wrap round."""
    left, right, end = np.uint64(one), np.uint64(two), np.uint64(words)
    at = np.uint64(0)
    while at < end:
        stop = min(at + np.uint64(128), end)
        differ = np.int32(0)
        for n in range(at, stop):
            differ |= M[left + n] ^ M[right + n]
        if differ != 0:
            return False
        at = stop
    return True


@kernel
def records(P: Array, block: int) -> int:
    """Where the records of a block begin."""
    return block + BLOCK_HEAD + P[WORLD]


@kernel
def record(P: Array, slot: int) -> int:
    """Where the record of a slot of the live position lies."""
    return P[LIVE] + BLOCK_HEAD + P[WORLD] + slot * P[RECORD]


@kernel
def saves(P: Array, block: int) -> int:
    """Where the named saves of a block begin."""
    return block + BLOCK_HEAD + P[WORLD] + P[CAPACITY] * P[RECORD]


@kernel
def alive(P: Array, M: Array, slot: int) -> bool:
    """Whether a slot number stands for a thing that is there."""
    return slot >= 0 and M[record(P, slot) + KIND] >= 0


# ---------------------------------------------------------------- what is not as it was


@kernel
def touch(P: Array, M: Array, slot: int) -> None:
    """Note that a slot of the live position may not be as it was: its record, what follows it in its cell, or both.

    A slot that is not in use any more is not as it was.
    """
    chunk = 1 << (slot >> P[CHUNK])
    M[TOUCHED] |= chunk
    M[P[LIVE] + BLOCK_TOUCHED] |= chunk


@kernel
def touch_all(P: Array, M: Array) -> None:
    """Note that no slot of the live position may be as it was."""
    M[TOUCHED] = M[P[LIVE] + BLOCK_TOUCHED] = EVERYTHING


@kernel
def chunks_apart(M: Array, one: int, two: int) -> int:
    """The chunks of slots in which two positions may differ, a bit each."""
    if M[one + BLOCK_BEGUN] != M[two + BLOCK_BEGUN]:
        return EVERYTHING
    return M[one + BLOCK_TOUCHED] | M[two + BLOCK_TOUCHED]


@kernel
def next_chunks(P: Array, chunks: int, first: int, slots: int) -> tuple[int, int]:
    """Of the slots before `slots` the next run in marked chunks: its first, one past its last; none if it is empty.

    Chunks that begin before `first` are passed over.
    """
    size = 1 << P[CHUNK]
    chunk = (first + size - 1) >> P[CHUNK]
    first = chunk << P[CHUNK]
    left = chunks >> chunk
    while left and not left & 1:
        left >>= 1
        first += size
    if not left or first >= slots:
        return slots, slots
    end = first
    while left & 1:
        left >>= 1
        end += size
    return first, min(end, slots)


@kernel
def copy_things(P: Array, M: Array, to: int, source: int) -> None:
    """Copy a position without its saves."""
    chunks, slots = chunks_apart(M, to, source), M[source + BLOCK_SLOTS]
    copy(M, to, source, BLOCK_HEAD + P[WORLD])
    first, end = next_chunks(P, chunks, 0, slots)
    while first < end:
        copy(M, records(P, to) + first * P[RECORD], records(P, source) + first * P[RECORD], (end - first) * P[RECORD])
        first, end = next_chunks(P, chunks, end, slots)
    if to == P[LIVE]:
        M[to + BLOCK_TOUCHED] |= M[TOUCHED]  # cells lead to slots in another way than they did


@kernel
def copy_block(P: Array, M: Array, to: int, source: int) -> None:
    """Copy a position with its saves."""
    copy_things(P, M, to, source)
    for save in range(P[SAVES]):
        at = save * P[SAVE_WORDS]
        copy_save(P, M, saves(P, to) + at, saves(P, source) + at)


@kernel
def same_records(P: Array, M: Array, one: int, two: int) -> bool:
    """Whether the slots of two positions that have as many are equal word for word."""
    chunks, slots = chunks_apart(M, one, two), M[one + BLOCK_SLOTS]
    first, end = next_chunks(P, chunks, 0, slots)
    while first < end:
        at, words = first * P[RECORD], (end - first) * P[RECORD]
        if not same_words(M, records(P, one) + at, records(P, two) + at, words):
            return False
        first, end = next_chunks(P, chunks, end, slots)
    return True


@kernel
def copy_save(P: Array, M: Array, to: int, source: int) -> None:
    """Copy one save."""
    if M[source + SAVE_PRESENT]:
        copy(M, to, source, SAVE_HEAD + P[WORLD] + M[source + SAVE_THINGS] * P[RECORD])
    else:
        M[to + SAVE_PRESENT] = 0


# ---------------------------------------------------------------- cells


@kernel
def cell_index(P: Array, M: Array, x: int, y: int) -> int:
    """The number of a cell in `HEAD`, -1 off the board."""
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    width = P[level + LEVEL_WIDTH]
    if 0 <= x < width and 0 <= y < P[level + LEVEL_HEIGHT]:
        return y * width + x
    return -1


@kernel
def first_at(P: Array, M: Array, x: int, y: int) -> int:
    """The first node in a cell, -1 when there is none; `M[P[NEXT] + node]` goes on, `owner` says whose it is."""
    cell = cell_index(P, M, x, y)
    return M[P[HEAD] + cell] if cell >= 0 else -1


@kernel
def owner(P: Array, M: Array, node: int) -> int:
    """The slot that covers a cell: the node itself, or whose body it is of."""
    return node if node < P[CAPACITY] else M[P[NODE_OWNER] + node - P[CAPACITY]]


@kernel
def link(P: Array, M: Array, slot: int) -> None:
    """Enter a slot in its cell, or in those of its body. There is room for it, or M[ERROR] says that there is not."""
    at = record(P, slot)
    if P[BODIES]:
        kind = M[at + KIND]
        if P[P[KIND_AT] + kind * KIND_WORDS + KIND_BODY]:
            shape = int(shape_of(P, M, kind, at + ATTR))
            M[P[SHAPE_AT] + slot] = shape
            if shape:
                link_body(P, M, slot, shape, int(M[at + X]), int(M[at + Y]))
            return
        M[P[SHAPE_AT] + slot] = POINT
        if cell_index(P, M, M[at + X], M[at + Y]) < 0:
            return
    cell = P[HEAD] + cell_index(P, M, M[at + X], M[at + Y])
    if not P[BODIES] and M[P[NEXT] + slot] != M[cell]:
        touch(P, M, slot)
    M[P[NEXT] + slot] = M[cell]
    M[cell] = slot


@kernel
def link_body(P: Array, M: Array, slot: int, shape: int, x: int, y: int) -> None:
    """Enter a body in those of its cells that are on the board."""
    for n in range(cell_count(M, shape)):
        dx, dy = cell_at(M, shape, n)
        cell = cell_index(P, M, x + dx, y + dy)
        if cell < 0:
            continue
        node = M[NODE_FREE]
        if node < 0:
            M[ERROR], M[NEED] = ROOM_NODES, 2 * P[NODES]
            return
        M[NODE_FREE] = M[P[NEXT] + node]
        M[P[NODE_OWNER] + node - P[CAPACITY]] = slot
        M[P[NEXT] + node] = M[P[HEAD] + cell]
        M[P[HEAD] + cell] = node


@kernel
def unlink(P: Array, M: Array, slot: int) -> None:
    """Take a slot out of its cell, or of those of its body."""
    at = record(P, slot)
    if P[BODIES]:
        shape = int(M[P[SHAPE_AT] + slot])
        if shape or P[P[KIND_AT] + M[at + KIND] * KIND_WORDS + KIND_OPEN]:
            for n in range(cell_count(M, shape)):
                dx, dy = cell_at(M, shape, n)
                cell = cell_index(P, M, int(M[at + X]) + dx, int(M[at + Y]) + dy)
                if cell >= 0:
                    take_out(P, M, slot, cell, shape != POINT)
            return
    take_out(P, M, slot, cell_index(P, M, M[at + X], M[at + Y]), False)


@kernel
def take_out(P: Array, M: Array, slot: int, cell: int, free: bool) -> None:
    """Take a slot out of one cell; its node is `free` then, or the slot's own."""
    head = P[HEAD] + cell
    before, node = -1, M[head]
    while owner(P, M, node) != slot:
        before = node
        node = M[P[NEXT] + node]
    if before < 0:
        M[head] = M[P[NEXT] + node]
    else:
        M[P[NEXT] + before] = M[P[NEXT] + node]
        if not P[BODIES]:
            touch(P, M, before)
    if free:
        M[P[NEXT] + node] = M[NODE_FREE]
        M[NODE_FREE] = node


@kernel
def link_all(P: Array, M: Array) -> None:
    """Enter every living thing in its cell, from nothing."""
    M[STALE] = 0
    if P[BODIES]:
        if 4 * M[SHAPES_TOP] > 3 * P[SHAPES_SIZE]:
            forget_shapes(P, M)
        first = P[CAPACITY]
        for node in range(first, first + P[NODES]):
            M[P[NEXT] + node] = node + 1
        M[P[NEXT] + first + P[NODES] - 1] = -1
        M[NODE_FREE] = first
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    for cell in range(P[level + LEVEL_WIDTH] * P[level + LEVEL_HEIGHT]):
        M[P[HEAD] + cell] = -1
    for slot in range(M[P[LIVE] + BLOCK_SLOTS] - 1, -1, -1):
        if M[record(P, slot) + KIND] >= 0:
            link(P, M, slot)
            if P[BODIES] and M[ERROR]:
                return


@kernel
def unlink_chunks(P: Array, M: Array, chunks: int) -> None:
    """Take the living things of some chunks of slots out of their cells."""
    slots = M[P[LIVE] + BLOCK_SLOTS]
    first, end = next_chunks(P, chunks, 0, slots)
    while first < end:
        for slot in range(first, end):
            if M[record(P, slot) + KIND] >= 0:
                unlink(P, M, slot)
        first, end = next_chunks(P, chunks, end, slots)


@kernel
def link_chunks(P: Array, M: Array, chunks: int) -> None:
    """Enter the living things of some chunks of slots in their cells, in which all others are entered already."""
    if chunks == EVERYTHING or 4 * M[SHAPES_TOP] > 3 * P[SHAPES_SIZE]:
        link_all(P, M)
        return
    slots = M[P[LIVE] + BLOCK_SLOTS]
    first, end = next_chunks(P, chunks, 0, slots)
    while first < end:
        for slot in range(first, end):
            if M[record(P, slot) + KIND] >= 0:
                link(P, M, slot)
                if M[ERROR]:
                    return
        first, end = next_chunks(P, chunks, end, slots)


@kernel
def misplaced(P: Array, M: Array, slot: int) -> bool:
    """Whether a thing lies where it cannot, or shares a cell of an ordinary layer."""
    at = record(P, slot)
    kind = P[KIND_AT] + M[at + KIND] * KIND_WORDS
    shape = POINT
    if P[BODIES]:
        shape = int(M[P[SHAPE_AT] + slot])
        if not lies_well(P, M, M[at + KIND], shape, M[at + X], M[at + Y]):
            return True
    if P[kind + KIND_FREE]:
        return False
    for n in range(cell_count(M, shape)):
        dx, dy = cell_at(M, shape, n)
        node = first_at(P, M, int(M[at + X]) + dx, int(M[at + Y]) + dy)
        while node >= 0:
            other = owner(P, M, node)
            if other != slot:
                theirs = P[KIND_AT] + M[record(P, other) + KIND] * KIND_WORDS
                if P[theirs + KIND_LAYER] == P[kind + KIND_LAYER]:
                    return True
            node = M[P[NEXT] + node]
    return False


@kernel
def covers_cell(P: Array, M: Array, slot: int, x: int, y: int) -> bool:
    """Whether a thing covers a cell."""
    at = record(P, slot)
    shape = int(M[P[SHAPE_AT] + slot]) if P[BODIES] else POINT
    return covers(M, shape, x - M[at + X], y - M[at + Y])


# ---------------------------------------------------------------- writing


@kernel
def written(M: Array) -> None:
    """Note that the live position is not what it was."""
    M[PLACED] = 0
    M[DIRTY] = 1
    M[STAMP] += 1


@kernel
def write(P: Array, M: Array, at: int, value: int) -> None:
    """Write a word so that it can be taken back."""
    top = M[JOURNAL_TOP]
    if top + 2 > P[JOURNAL_SIZE]:
        M[ERROR], M[NEED] = ROOM_JOURNAL, 0
        return
    M[P[JOURNAL] + top] = at
    M[P[JOURNAL] + top + 1] = M[at]
    M[JOURNAL_TOP] = top + 2
    M[at] = value
    written(M)


@kernel
def write_slot(P: Array, M: Array, slot: int, at: int, value: int) -> None:
    """Write a word of a slot so that it can be taken back."""
    touch(P, M, slot)
    write(P, M, at, value)


@kernel
def take_back(P: Array, M: Array, relink: bool) -> None:
    """Undo every write in the journal; with `relink` things were made or dropped, so the cells are made anew."""
    top = M[JOURNAL_TOP]
    while top > 0:
        top -= 2
        M[M[P[JOURNAL] + top]] = M[P[JOURNAL] + top + 1]
    M[JOURNAL_TOP] = 0
    if relink:
        link_all(P, M)
    written(M)


@kernel
def relocate(P: Array, M: Array, slot: int, x: int, y: int) -> None:
    """Put a thing into another cell of the board; not taken back by the journal."""
    unlink(P, M, slot)
    touch(P, M, slot)
    at = record(P, slot)
    M[at + X] = x
    M[at + Y] = y
    link(P, M, slot)
    written(M)


# ---------------------------------------------------------------- the order of things


@kernel
def compare_records(P: Array, M: Array, one: int, two: int) -> int:
    """-1, 0 or 1: two records by kind, number, row, column and the attributes that hold no things."""
    if M[one + KIND] != M[two + KIND]:
        return -1 if M[one + KIND] < M[two + KIND] else 1
    number = P[P[KIND_AT] + M[one + KIND] * KIND_WORDS + KIND_NUMBER]
    if number and M[one + ATTR - 1 + number] != M[two + ATTR - 1 + number]:
        return -1 if M[one + ATTR - 1 + number] < M[two + ATTR - 1 + number] else 1
    if M[one + Y] != M[two + Y]:
        return -1 if M[one + Y] < M[two + Y] else 1
    if M[one + X] != M[two + X]:
        return -1 if M[one + X] < M[two + X] else 1
    kind = M[one + KIND]
    for place in range(P[P[KIND_AT] + kind * KIND_WORDS + KIND_ATTRS]):
        if P[P[ATTR_AT] + (kind * P[ATTRS] + place) * ATTR_WORDS + ATTR_DOMAIN] != THING_DOMAIN:
            left, right = M[one + ATTR + place], M[two + ATTR + place]
            if left != right:
                return -1 if left < right else 1
    return 0
