"""The undo stack: positions packed into a row of `U` and brought back.

An entry of an undo stack (a row of `U`) is a position and its saves: tables, one after another, and behind them the
state of the generator, in a game with chance, and the words that all that took. A table is written against the
beginning of the level in `T`: a thing that is as it was then costs a bit.

    number of things, the world, a bit for each slot of the beginning (1: here is the same thing),
    then for each other thing: handle, kind * 4096 + y * 64 + x, its attributes

References are handles in it. Of look-alikes those as at the beginning come first, in its order, then the others as
written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arcg.compiler.ir import MAX_OUTSIDE
from arcg.runtime.kernel import far
from arcg.runtime.kernel.arrange_frame import BY_KEY
from arcg.runtime.kernel.bodies import POINT, cell_at, cell_count, lies_well, shape_of
from arcg.runtime.kernel.hashing import hash_clear, hash_find, hash_size, room, word
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import (
    cell_index,
    compare_records,
    copy,
    copy_block,
    copy_save,
    records,
    saves,
    touch_all,
)
from arcg.runtime.kernel.nodes import by_sequence, refers, sort, world_refers
from arcg.runtime.kernel.order import surely_differ, told_apart

if TYPE_CHECKING:
    pass

BITS = 30
"""Bits of a word of an undo entry that are used."""

# ---------------------------------------------------------------- writing undo entries


@kernel
def push_undo(P: Array, M: Array, T: Array, U: Array, block: int) -> None:
    """Put a position (its references are slots) on the undo stack. On an error ROOM_... the stack is what it was."""
    first = word(M, ROW_UNDO_TOP)
    top = write_table(P, M, T, U, first, block + BLOCK_HEAD, block, word(M, block + BLOCK_SLOTS))
    for number in range(P[SAVES]):
        if top < 0:
            return
        save = saves(P, block) + number * P[SAVE_WORDS]
        if not undo_room(M, U, top, 1):
            return
        U[top] = 1 if M[save + SAVE_PRESENT] else 0
        top += 1
        if M[save + SAVE_PRESENT]:
            top = write_table(P, M, T, U, top, save + SAVE_HEAD, -1, word(M, save + SAVE_THINGS))
    if top < 0 or not undo_room(M, U, top, 2):
        return
    if P[CHANCE]:
        U[top] = M[block + BLOCK_RANDOM]
        top += 1
    U[top] = top + 1 - first
    M[ROW_UNDO_TOP] = top + 1
    M[ROW_UNDO_COUNT] += 1


@kernel
def undo_room(M: Array, U: Array, at: int, words: int) -> bool:
    """Whether the stack goes so far; if not, ROOM_UNDO."""
    if at + words <= len(U):
        return True
    M[ERROR], M[NEED] = ROOM_UNDO, at + words
    return False


@kernel
def handle_of(P: Array, M: Array, block: int, slot: int) -> int:
    """The handle of a slot of a block, -1 for none; `block` -1: handles are what is given."""
    if slot < 0 or block < 0:
        return slot
    return word(M, records(P, block) + slot * P[RECORD] + HANDLE)


@kernel
def first_record(P: Array) -> int:
    """Where the records of the live position begin in a row of T."""
    return np.int64(records(P, P[LIVE]) - LEVEL)


@kernel
def write_table(P: Array, M: Array, T: Array, U: Array, top: int, world: int, block: int, slots: int) -> int:
    """Write a table of a block, or (-1) of a save, behind the words that are there. Where it ends, -1: no room."""
    base, words, level = world + P[WORLD], P[RECORD], word(M, LEVEL)
    begun = np.int64(T[level, P[LIVE] - LEVEL + BLOCK_SLOTS])
    listed, match = word(P, POOL), word(P, POOL) + slots
    rows, spare = match + slots, match + 2 * slots
    # The hash of handles is made when a thing is first not found near its old slot.
    hashed = spare + slots
    size = hash_size(begun)
    if not room(P, M, hashed, 2 * size):
        return -1
    M[hashed] = -2
    count = slots
    if block >= 0:
        count = by_sequence(P, M, block, listed, spare)
    else:
        for n in range(slots):
            M[listed + n] = n
    if told_apart(P):
        for n in range(slots):
            M[rows + n] = base + n * words
        sort(P, M, BY_KEY, rows, listed, count, spare)
    marks = top + 1 + P[WORLD]
    if not undo_room(M, U, marks, (begun + BITS - 1) // BITS):
        return -1
    U[top] = count
    for attr in range(P[WORLD]):
        value = word(M, world + attr)
        U[top + 1 + attr] = handle_of(P, M, block, value) if world_refers(P, attr) else value
    straight = not P[HAS_REFERENCES]
    for n in range(count):
        straight = straight and M[listed + n] == n
    n = 0
    while n < count:
        chunk = n >> P[CHUNK]
        if straight and block >= 0 and chunk << P[CHUNK] == n and as_it_began(M, block, level, chunk):
            for m in range(n, min(n + (1 << P[CHUNK]), count)):
                M[match + m] = m
            n = min(n + (1 << P[CHUNK]), count)
            continue
        whole = straight and n % 8 == 0 and n + 8 <= min(count, begun)
        if whole and same_as_begun(P, M, T, base + n * words, n, 8 * words):
            for m in range(n, n + 8):
                M[match + m] = m
            n += 8
            continue
        rec = base + M[listed + n] * words
        slot = begun_slot(P, M, T, word(M, rec + HANDLE), word(M, listed + n), begun, hashed, size)
        M[match + n] = slot if slot >= 0 and as_begun(P, M, T, rec, slot, block) else -1
        n += 1
    if told_apart(P):
        keep_order(P, M, listed, match, base, count)
    top = marks + (begun + BITS - 1) // BITS
    for at in range(marks, top):
        U[at] = 0
    for n in range(count):
        if M[match + n] >= 0:
            U[marks + M[match + n] // BITS] |= 1 << (M[match + n] % BITS)
    for n in range(count):
        if M[match + n] >= 0:
            continue
        rec = base + M[listed + n] * words
        kind = word(M, rec + KIND)
        attrs = P[P[KIND_AT] + kind * KIND_WORDS + KIND_ATTRS]
        if not undo_room(M, U, top, 2 + attrs):
            return -1
        U[top] = M[rec + HANDLE]
        U[top + 1] = (kind << 16) + ((M[rec + Y] + MAX_OUTSIDE) << 8) + M[rec + X] + MAX_OUTSIDE
        for place in range(attrs):
            value = word(M, rec + ATTR + place)
            U[top + 2 + place] = handle_of(P, M, block, value) if refers(P, kind, place) else value
        top += 2 + attrs
    return np.int64(top)


@kernel
def as_it_began(M: Array, block: int, level: int, chunk: int) -> bool:
    """Whether a chunk of slots is known to be as the level began."""
    return M[block + BLOCK_BEGUN] == level + 1 and not (M[block + BLOCK_TOUCHED] >> chunk) & 1


@kernel
def begun_slot(P: Array, M: Array, T: Array, handle: int, near: int, begun: int, hashed: int, size: int) -> int:
    """The slot that a thing had when the level began, or -1."""
    level, base = word(M, LEVEL), first_record(P)
    for slot in range(max(0, near - 2), min(begun, near + 3)):
        if T[level, base + slot * P[RECORD] + HANDLE] == handle:
            return slot if T[level, base + slot * P[RECORD] + KIND] >= 0 else -1
    if M[hashed] == -2:
        hash_clear(M, hashed, size)
        for slot in range(begun):
            rec = base + slot * P[RECORD]
            if T[level, rec + KIND] >= 0:
                at = hash_find(M, hashed, size - 1, np.int64(T[level, rec + HANDLE]))
                M[at], M[at + 1] = T[level, rec + HANDLE], slot
    at = hash_find(M, hashed, size - 1, handle)
    return word(M, at + 1) if M[at] != -1 else -1


@kernel
def same_as_begun(P: Array, M: Array, T: Array, rec: int, slot: int, words: int) -> bool:
    """Whether the records from one on are word for word those that lay in the same slots when the level began."""
    level, now, then = np.uint64(M[LEVEL]), np.uint64(rec), np.uint64(first_record(P) + slot * P[RECORD])
    differ = np.int32(0)
    for n in range(np.uint64(words)):
        differ |= M[now + n] ^ T[level, then + n]
    return differ == 0


@kernel
def as_begun(P: Array, M: Array, T: Array, rec: int, slot: int, block: int) -> bool:
    """Whether a record says what that of a slot said when the level began."""
    level = word(M, LEVEL)
    old = first_record(P) + slot * P[RECORD]
    if M[rec + KIND] != T[level, old + KIND] or M[rec + X] != T[level, old + X] or M[rec + Y] != T[level, old + Y]:
        return False
    kind = word(M, rec + KIND)
    facts = P[KIND_AT] + kind * KIND_WORDS
    for place in range(P[facts + KIND_ATTRS]):
        now, then = word(M, rec + ATTR + place), np.int64(T[level, old + ATTR + place])
        if P[facts + KIND_REFERS] and refers(P, kind, place):
            now = handle_of(P, M, block, now)
            if then >= 0:
                then = np.int64(T[level, first_record(P) + then * P[RECORD] + HANDLE])
        if now != then:
            return False
    return True


@kernel
def keep_order(P: Array, M: Array, listed: int, match: int, base: int, count: int) -> None:
    """Where look-alikes would be read back in another order, have all of them written."""
    start = 0
    while start < count:
        end, right = start + 1, True
        first = base + M[listed + start] * P[RECORD]
        while end < count and compare_records(P, M, first, base + M[listed + end] * P[RECORD]) == 0:
            before, after = M[match + end - 1], M[match + end]
            right = right and (after < 0 or 0 <= before < after)
            end += 1
        if not right:
            for n in range(start, end):
                M[match + n] = -1
        start = end


# ---------------------------------------------------------------- reading them


@kernel
def read_undo(P: Array, M: Array, T: Array, U: Array, end: int) -> int:
    """Read the entry that ends at a place into OTHER, references as handles; where it begins. On an error -1."""
    first = np.int64(end - U[end - 1])
    other = word(P, OTHER)
    at = read_table(P, M, T, U, first, other + BLOCK_HEAD)
    if at < 0:
        return -1
    count = U[first]
    M[other + BLOCK_SLOTS] = M[other + BLOCK_ALIVE] = M[other + BLOCK_SEQUENCE] = count
    M[other + BLOCK_HANDLES] = M[P[LIVE] + BLOCK_HANDLES]
    M[other + BLOCK_TOUCHED] = EVERYTHING
    for number in range(P[SAVES]):
        save = saves(P, other) + number * P[SAVE_WORDS]
        M[save + SAVE_PRESENT] = U[at]
        at += 1
        if M[save + SAVE_PRESENT]:
            M[save + SAVE_THINGS] = U[at]
            at = read_table(P, M, T, U, at, save + SAVE_HEAD)
            if at < 0:
                return -1
    M[other + BLOCK_RANDOM] = U[at] if P[CHANCE] else 0
    return first


@kernel
def read_table(P: Array, M: Array, T: Array, U: Array, at: int, world: int) -> int:
    """Read a table to where a world is to lie, its records behind it; where it ends, -1 on ROOM_SLOTS."""
    level, base = word(M, LEVEL), first_record(P)
    count, begun = np.int64(U[at]), np.int64(T[level, P[LIVE] - LEVEL + BLOCK_SLOTS])
    if count > P[CAPACITY]:
        M[ERROR], M[NEED] = ROOM_SLOTS, count
        return -1
    for attr in range(P[WORLD]):
        M[world + attr] = U[at + 1 + attr]
    marks = at + 1 + P[WORLD]
    at = marks + (begun + BITS - 1) // BITS
    rec, last = world + P[WORLD], world + P[WORLD] + count * P[RECORD]
    for slot in range(begun):
        if (U[marks + slot // BITS] >> (slot % BITS)) & 1:
            old = base + slot * P[RECORD]
            for n in range(P[RECORD]):
                M[rec + n] = T[level, old + n]
            kind = word(M, rec + KIND)
            facts = P[KIND_AT] + kind * KIND_WORDS
            if P[facts + KIND_REFERS]:
                for place in range(P[facts + KIND_ATTRS]):
                    if M[rec + ATTR + place] >= 0 and refers(P, kind, place):
                        M[rec + ATTR + place] = T[level, base + M[rec + ATTR + place] * P[RECORD] + HANDLE]
            rec += P[RECORD]
    while rec < last:
        M[rec + HANDLE] = U[at]
        packed = np.int64(U[at + 1])
        M[rec + KIND] = packed >> 16
        M[rec + Y], M[rec + X] = ((packed >> 8) & 255) - MAX_OUTSIDE, (packed & 255) - MAX_OUTSIDE
        attrs = P[P[KIND_AT] + (packed >> 16) * KIND_WORDS + KIND_ATTRS]
        for place in range(P[ATTRS]):
            M[rec + ATTR + place] = U[at + 2 + place] if place < attrs else 0
        at += 2 + attrs
        rec += P[RECORD]
    for n in range(count):
        M[world + P[WORLD] + n * P[RECORD] + SEQUENCE] = n
    return np.int64(at)


@kernel
def pop_undo(P: Array, M: Array, T: Array, U: Array) -> None:
    """Take the top entry from the undo stack."""
    M[ROW_UNDO_TOP] -= U[M[ROW_UNDO_TOP] - 1]
    M[ROW_UNDO_COUNT] -= 1


@kernel
def undone(P: Array, M: Array, T: Array, U: Array) -> bool:
    """Bring the live position to what undo makes of it, not yet in order, cells not made anew.

    False, and nothing is changed, if there is nothing to undo, or if what undo keeps is in the way; or on an error.
    """
    if M[ROW_UNDO_COUNT] == 0 or read_undo(P, M, T, U, word(M, ROW_UNDO_TOP)) < 0:
        return False
    live, other, words = word(P, LIVE), word(P, OTHER), P[RECORD]
    base, came = records(P, other), word(M, other + BLOCK_SLOTS)
    here = word(M, live + BLOCK_SLOTS)
    size = hash_size(came + here)
    listed = word(P, POOL)
    hashed = listed + 2 * here
    if not room(P, M, hashed, 2 * size):
        return False
    hash_clear(M, hashed, size)
    for slot in range(came):
        rec = base + slot * words
        if P[P[KIND_AT] + M[rec + KIND] * KIND_WORDS + KIND_UNDO_KEPT]:
            M[rec + KIND] = -1
        else:
            at = hash_find(M, hashed, size - 1, word(M, rec + HANDLE))
            M[at], M[at + 1] = M[rec + HANDLE], slot
    # What is kept comes first, in its order; what comes back follows in its own.
    staying = by_sequence(P, M, live, listed, listed + here)
    slots = came
    for n in range(staying):
        rec = records(P, live) + M[listed + n] * words
        if not P[P[KIND_AT] + M[rec + KIND] * KIND_WORDS + KIND_UNDO_KEPT]:
            continue
        at = hash_find(M, hashed, size - 1, word(M, rec + HANDLE))
        if M[at] != -1:
            M[base + M[at + 1] * words + SEQUENCE] = n - here
            continue
        if slots >= P[CAPACITY]:
            M[ERROR], M[NEED] = ROOM_SLOTS, came + staying
            return False
        to = base + slots * words
        copy(M, to, rec, words)
        M[to + SEQUENCE] = n - here
        references_of(P, M, to, live)
        M[at], M[at + 1] = M[rec + HANDLE], slots
        slots += 1
    M[other + BLOCK_SLOTS] = slots
    for attr in range(P[WORLD]):
        value = word(M, other + BLOCK_HEAD + attr)
        if P[P[WORLD_AT] + attr * ATTR_WORDS + ATTR_KEPT]:
            value = word(M, live + BLOCK_HEAD + attr)
            value = handle_of(P, M, live, value) if world_refers(P, attr) else value
        if world_refers(P, attr):
            value = slot_of(M, hashed, size, value)
        M[other + BLOCK_HEAD + attr] = value
    things = 0
    for slot in range(slots):
        rec = base + slot * words
        if M[rec + KIND] < 0:
            continue
        things += 1
        M[rec + SEQUENCE] += here
        kind = word(M, rec + KIND)
        facts = P[KIND_AT] + kind * KIND_WORDS
        if P[facts + KIND_REFERS]:
            for place in range(P[facts + KIND_ATTRS]):
                if refers(P, kind, place):
                    M[rec + ATTR + place] = slot_of(M, hashed, size, word(M, rec + ATTR + place))
    M[other + BLOCK_ALIVE], M[other + BLOCK_SEQUENCE] = things, came + here
    if misplaced_block(P, M, other) or M[ERROR] != 0:
        return False
    copy_block(P, M, live, other)
    M[STALE] = 1
    touch_all(P, M)
    M[PLACED] = 0
    M[STAMP] += 1
    return True


@kernel
def slot_of(M: Array, hashed: int, size: int, handle: int) -> int:
    """The slot of a handle, -1 if there is no such thing."""
    if handle < 0:
        return -1
    at = hash_find(M, hashed, size - 1, handle)
    return word(M, at + 1) if M[at] != -1 else -1


@kernel
def references_of(P: Array, M: Array, rec: int, block: int) -> None:
    """Turn the references of a record from slots of a block into handles."""
    kind = word(M, rec + KIND)
    facts = P[KIND_AT] + kind * KIND_WORDS
    if P[facts + KIND_REFERS]:
        for place in range(P[facts + KIND_ATTRS]):
            if refers(P, kind, place):
                M[rec + ATTR + place] = handle_of(P, M, block, word(M, rec + ATTR + place))


@kernel
def misplaced_block(P: Array, M: Array, block: int) -> bool:
    """Whether two things of a block share a cell of an ordinary layer, or one lies off the board.

    True, too, when there is no room to find out; M[ERROR] is set then.
    """
    slots, hashed = word(M, block + BLOCK_SLOTS), word(P, POOL)
    covered = slots
    if P[BODIES]:
        covered = 0
        for slot in range(slots):
            rec = records(P, block) + slot * P[RECORD]
            if M[rec + KIND] >= 0:
                covered += cell_count(M, shape_of(P, M, word(M, rec + KIND), rec + ATTR))
                if M[ERROR]:
                    return True
    size = hash_size(covered)
    if not room(P, M, hashed, 2 * size):
        return True
    hash_clear(M, hashed, size)
    for slot in range(slots):
        rec = records(P, block) + slot * P[RECORD]
        if M[rec + KIND] < 0:
            continue
        shape = shape_of(P, M, word(M, rec + KIND), rec + ATTR) if P[BODIES] else POINT
        if P[BODIES] and not lies_well(P, M, word(M, rec + KIND), shape, word(M, rec + X), word(M, rec + Y)):
            return True
        facts = P[KIND_AT] + M[rec + KIND] * KIND_WORDS
        if P[facts + KIND_FREE]:
            continue
        for n in range(cell_count(M, shape)):
            dx, dy = cell_at(M, shape, n)
            x, y = word(M, rec + X) + dx, word(M, rec + Y) + dy
            if cell_index(P, M, x, y) >= 0:
                cell = (np.int64(P[facts + KIND_LAYER]) * 64 + y) * 64 + x
                at = hash_find(M, hashed, size - 1, cell)
                if M[at] != -1:
                    return True
                M[at] = cell
    return False


# ---------------------------------------------------------------- is there anything to undo?


@kernel
def worth_undoing(P: Array, M: Array) -> bool:
    """Whether a turn, from BEFORE to the live position, changed anything but what undo keeps."""
    before, live, other = word(P, BEFORE), word(P, LIVE), word(P, OTHER)
    if surely_differ(P, M, live, before, True):
        return True
    old, now, words = word(M, before + BLOCK_SLOTS), word(M, live + BLOCK_SLOTS), P[RECORD]
    slots = max(old, now)
    sequence = word(M, live + BLOCK_SEQUENCE)
    for slot in range(slots):
        at = records(P, other) + slot * words
        then, current = records(P, before) + slot * words, records(P, live) + slot * words
        M[at + KIND] = -1
        if slot < old and M[then + KIND] >= 0 and P[P[KIND_AT] + M[then + KIND] * KIND_WORDS + KIND_UNDO_KEPT]:
            copy(M, at, then, words)
            M[at + SEQUENCE] += sequence
            continue
        there = slot < now and M[current + KIND] >= 0
        if there and not P[P[KIND_AT] + M[current + KIND] * KIND_WORDS + KIND_UNDO_KEPT]:
            copy(M, at, current, words)
    M[other + BLOCK_SLOTS], M[other + BLOCK_RANDOM] = slots, M[live + BLOCK_RANDOM]
    M[other + BLOCK_TOUCHED] = EVERYTHING
    for attr in range(P[WORLD]):
        kept = P[P[WORLD_AT] + attr * ATTR_WORDS + ATTR_KEPT] != 0
        M[other + BLOCK_HEAD + attr] = M[(before if kept else live) + BLOCK_HEAD + attr]
    if P[HAS_REFERENCES]:
        forget_gone(P, M, other)
    for number in range(P[SAVES]):
        at = number * P[SAVE_WORDS]
        copy_save(P, M, saves(P, other) + at, saves(P, live) + at)
    return not far.same_position(P, M, other, before)


@kernel
def forget_gone(P: Array, M: Array, block: int) -> None:
    """References to dead slots of a block become none."""
    base = records(P, block)
    for attr in range(P[WORLD]):
        at = block + BLOCK_HEAD + attr
        if M[at] >= 0 and world_refers(P, attr) and M[base + M[at] * P[RECORD] + KIND] < 0:
            M[at] = -1
    for slot in range(M[block + BLOCK_SLOTS]):
        rec = base + slot * P[RECORD]
        kind = word(M, rec + KIND)
        if kind < 0 or not P[P[KIND_AT] + kind * KIND_WORDS + KIND_REFERS]:
            continue
        for place in range(P[P[KIND_AT] + kind * KIND_WORDS + KIND_ATTRS]):
            at = rec + ATTR + place
            if M[at] >= 0 and refers(P, kind, place) and M[base + M[at] * P[RECORD] + KIND] < 0:
                M[at] = -1
