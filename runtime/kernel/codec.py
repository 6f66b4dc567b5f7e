"""The bytes of states and snapshots, there and back, and the undo stack.

A state is the canonical numbers of `order.encode`, a snapshot a position word for word with the beginning of its level
and the undo stack; both in the form that the reference engine gives and takes.

An entry of an undo stack (a row of `U`) is a position and its saves: tables, one after another, and behind them the
words that they took. A table is written against the beginning of the level in `T`: a thing that is as it was then costs
a bit.

    number of things, the world, a bit for each slot of the beginning (1: here is the same thing),
    then for each other thing: handle, kind * 4096 + y * 64 + x, its attributes

References are handles in it. Of look-alikes those as at the beginning come first, in its order, then the others as
written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from arcg.compiler import ir
from arcg.runtime.engine import Status
from arcg.runtime.kernel import far, layout
from arcg.runtime.kernel.arrange import (
    BY_KEY,
    MAX_ARRANGEMENTS,
    by_sequence,
    hash_clear,
    hash_find,
    hash_size,
    refers,
    room,
    sort,
    word,
    world_refers,
)
from arcg.runtime.kernel.jit import kernel, view_kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import Array, compare_records, copy, copy_block, copy_save, records, saves
from arcg.runtime.kernel.order import encode, surely_differ, told_apart

if TYPE_CHECKING:
    from arcg.runtime.kernel.arrays import Arrays

__all__ = [
    "MAX_ARRANGEMENTS", "encode", "pop_undo", "push_undo", "restore", "snapshot_bytes", "state_bytes", "undone",
    "worth_undoing",
]  # fmt: skip

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
    if top < 0 or not undo_room(M, U, top, 1):
        return
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
        U[top + 1] = kind * 4096 + M[rec + Y] * 64 + M[rec + X]
        for place in range(attrs):
            value = word(M, rec + ATTR + place)
            U[top + 2 + place] = handle_of(P, M, block, value) if refers(P, kind, place) else value
        top += 2 + attrs
    return np.int64(top)


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


@view_kernel
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
    for number in range(P[SAVES]):
        save = saves(P, other) + number * P[SAVE_WORDS]
        M[save + SAVE_PRESENT] = U[at]
        at += 1
        if M[save + SAVE_PRESENT]:
            M[save + SAVE_THINGS] = U[at]
            at = read_table(P, M, T, U, at, save + SAVE_HEAD)
            if at < 0:
                return -1
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
        M[rec + KIND], M[rec + Y], M[rec + X] = packed // 4096, packed // 64 % 64, packed % 64
        attrs = P[P[KIND_AT] + packed // 4096 * KIND_WORDS + KIND_ATTRS]
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
    if crowded_block(P, M, other) or M[ERROR] != 0:
        return False
    copy_block(P, M, live, other)
    M[PLACED] = 0
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
def crowded_block(P: Array, M: Array, block: int) -> bool:
    """Whether two things of a block share a cell of an ordinary layer (or there is no room to find out)."""
    slots, hashed = word(M, block + BLOCK_SLOTS), word(P, POOL)
    size = hash_size(slots)
    if not room(P, M, hashed, 2 * size):
        return True
    hash_clear(M, hashed, size)
    for slot in range(slots):
        rec = records(P, block) + slot * P[RECORD]
        if M[rec + KIND] < 0:
            continue
        facts = P[KIND_AT] + M[rec + KIND] * KIND_WORDS
        if not P[facts + KIND_FREE]:
            cell = (np.int64(P[facts + KIND_LAYER]) * 64 + M[rec + Y]) * 64 + M[rec + X]
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
    M[other + BLOCK_SLOTS] = slots
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


# ---------------------------------------------------------------- bytes


STATE_TAG, SNAPSHOT_TAG = b"S", b"N"
DIGEST_BYTES = 8
"""State and snapshot bytes begin with a tag and the first bytes of the program's digest."""

_PREFIXES: WeakKeyDictionary[Arrays, bytes] = WeakKeyDictionary()


def _prefix(arrays: Arrays) -> bytes:
    """What tells the bytes of a program from those of others."""
    if arrays not in _PREFIXES:
        _PREFIXES[arrays] = bytes.fromhex(ir.digest(arrays.program))[:DIGEST_BYTES]
    return _PREFIXES[arrays]


@kernel
def to_bytes(M: Array, at: int, count: int, out: Array) -> int:
    """Numbers as bytes: zigzag, then seven bits a byte, least first, the high bit set while more follow. How many."""
    size = 0
    for n in range(at, at + count):
        number = int(M[n])
        number = 2 * number if number >= 0 else -2 * number - 1
        while number > 127:
            out[size] = (number & 127) | 128
            size += 1
            number >>= 7
        out[size] = number
        size += 1
    return size


def varints(numbers: Iterator[int]) -> bytes:
    """As `to_bytes`, for numbers of any size."""
    out = bytearray()
    for number in numbers:
        rest = 2 * number if number >= 0 else -2 * number - 1
        while rest > 127:
            out.append((rest & 127) | 128)
            rest >>= 7
        out.append(rest)
    return bytes(out)


def read_varints(data: bytes) -> list[int]:
    """The numbers that `varints` wrote.

    Raises:
        ValueError: the bytes end inside a number.
    """
    numbers: list[int] = []
    value = shift = 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(-((value + 1) >> 1) if value & 1 else value >> 1)
            value = shift = 0
    if shift:
        raise ValueError("the bytes end inside a number")
    return numbers


def state_bytes(arrays: Arrays, i: int) -> bytes:
    """The canonical state of environment i."""
    while True:
        arrays.load(i)
        body = _encoded(arrays)
        if body is not None:
            return STATE_TAG + _prefix(arrays) + body
        arrays.enlarge()


def _encoded(arrays: Arrays) -> bytes | None:
    """The canonical bytes of the position in the memory; None when the pool is too small."""
    P, M = arrays.P, arrays.M
    at = int(P[layout.POOL])
    count = encode(P, M, int(P[layout.LIVE]), at)
    if count < 0:
        return None
    out = np.empty(5 * count, np.uint8)
    return out[: to_bytes(M, at, count, out)].tobytes()


# ---------------------------------------------------------------- positions as Python has them


@dataclass(slots=True)
class Table:
    """Things (kind, x, y, attributes) by handle, in their order, and the world; references are handles."""

    things: dict[int, tuple[int, ...]]
    world: list[int]


@dataclass(slots=True)
class Position:
    """A table with its saves."""

    now: Table
    saves: list[Table | None]


@dataclass(slots=True)
class Restored:
    """What bytes say."""

    level: int
    status: int
    actions: int
    completed: int
    start: Table | None
    position: Position
    undo: list[Position]


class _Shape:
    """Which attributes of a program hold things, and what else a table has to keep to."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.world = [isinstance(attr.domain, ir.ThingDomain) for attr in program.world]
        self.kinds = [[isinstance(attr.domain, ir.ThingDomain) for attr in kind.attrs] for kind in program.kinds]

    def renamed(self, table: Table, names: dict[int, int], handles: dict[int, int]) -> Table:
        """The table with other handles: `names` for what is referred to, `handles` for its own things."""
        things = {}
        for handle, (kind, x, y, *attrs) in table.things.items():
            values = [names.get(v, v) if held else v for v, held in zip(attrs, self.kinds[kind], strict=True)]
            things[handles.get(handle, handle)] = (kind, x, y, *values)
        world = [names.get(v, v) if held else v for v, held in zip(table.world, self.world, strict=True)]
        return Table(things, world)

    def check(self, table: Table, level: int) -> None:
        """Raise ValueError unless everything lies on the board and in its domain."""
        board, program = self.program.levels[level], self.program
        values = [(attr.domain, value) for attr, value in zip(program.world, table.world, strict=True)]
        taken = set()
        for kind, x, y, *attrs in table.things.values():
            if not (0 <= x < board.width and 0 <= y < board.height):
                raise ValueError("a thing lies off the board")
            values += [(attr.domain, value) for attr, value in zip(program.kinds[kind].attrs, attrs, strict=True)]
        if not all(_fits(domain, value, table.things) for domain, value in values):
            raise ValueError("a value is outside the domain of its attribute")
        for kind, x, y, *_ in table.things.values():
            layer = program.kinds[kind].layer
            if not program.layers[layer].free:
                if (layer, x, y) in taken:
                    raise ValueError("two things lie in one cell of an ordinary layer")
                taken.add((layer, x, y))


def _fits(domain: ir.Domain, value: int, things: dict[int, tuple[int, ...]]) -> bool:
    match domain:
        case ir.IntDomain(low, high):
            return low <= value <= high
        case ir.EnumDomain(names):
            return 0 <= value < len(names)
        case ir.DirDomain():
            return 0 <= value < len(ir.DIRECTIONS)
        case ir.ThingDomain(kinds):
            return value == ir.NONE or (value in things and things[value][0] in kinds)


def _record(program: ir.Program, words: list[int]) -> tuple[int, ...]:
    return (*words[: Y + 1], *words[ATTR : ATTR + len(program.kinds[words[KIND]].attrs)])


def _block(arrays: Arrays, memory: Any, block: int, by_slot: bool) -> Table:
    """The things and the world of a block; `by_slot`: its references are slots."""
    P, program = arrays.P, arrays.program
    record, base = int(P[layout.RECORD]), block + BLOCK_HEAD + int(P[layout.WORLD])
    rows = memory[base : base + int(memory[block + BLOCK_SLOTS]) * record].reshape(-1, record).tolist()
    living = sorted((row for row in rows if row[KIND] >= 0), key=lambda row: row[SEQUENCE])
    things = {row[HANDLE]: _record(program, row) for row in living}
    table = Table(things, memory[block + BLOCK_HEAD : base].tolist())
    handles = {slot: row[HANDLE] for slot, row in enumerate(rows)} if by_slot else {}
    return _Shape(program).renamed(table, handles, {})


def _saves(arrays: Arrays, memory: Any, block: int) -> list[Table | None]:
    """The saves of a block."""
    P = arrays.P
    record, world = int(P[layout.RECORD]), int(P[layout.WORLD])
    tables: list[Table | None] = []
    at = block + BLOCK_HEAD + world + int(P[layout.CAPACITY]) * record
    for _ in range(int(P[layout.SAVES])):
        tables.append(None)
        if memory[at + SAVE_PRESENT]:
            base = at + SAVE_HEAD + world
            rows = memory[base : base + int(memory[at + SAVE_THINGS]) * record].reshape(-1, record).tolist()
            things = {row[HANDLE]: _record(arrays.program, row) for row in rows}
            tables[-1] = Table(things, memory[at + SAVE_HEAD : base].tolist())
        at += int(P[layout.SAVE_WORDS])
    return tables


# ---------------------------------------------------------------- snapshots


def snapshot_bytes(arrays: Arrays, i: int) -> bytes:
    """The snapshot of environment i."""
    return SNAPSHOT_TAG + _prefix(arrays) + varints(iter(_snapshot_numbers(arrays.program, _at_rest(arrays, i))))


def _at_rest(arrays: Arrays, i: int) -> Restored:
    """What there is to say of an environment."""
    while True:
        arrays.load(i)
        P, M = arrays.P, arrays.M
        live, level = int(P[layout.LIVE]), int(M[layout.LEVEL])
        if M[layout.ROW_OWN_START]:
            start = _block(arrays, M, int(P[layout.START]), False)
        else:
            start = _begun(arrays, level)
        entries: list[Position] = []
        end = int(M[layout.ROW_UNDO_TOP])
        for _ in range(int(M[layout.ROW_UNDO_COUNT])):
            end = read_undo(P, M, arrays.T, arrays.U[i], end)
            if end < 0:
                break
            other = int(P[layout.OTHER])
            entries.append(Position(_block(arrays, M, other, False), _saves(arrays, M, other)))
        if end < 0:
            arrays.enlarge()
            continue
        position = Position(_block(arrays, M, live, True), _saves(arrays, M, live))
        head = [int(M[n]) for n in (layout.ROW_STATUS, layout.ROW_ACTIONS, layout.ROW_COMPLETED)]
        return Restored(level, *head, start, position, entries[::-1])


def _begun(arrays: Arrays, level: int) -> Table:
    """The position in which a level begins."""
    return _block(arrays, arrays.T[level], int(arrays.P[layout.LIVE]) - layout.LEVEL, True)


def _snapshot_numbers(program: ir.Program, what: Restored) -> list[int]:
    """Counts, the level's start, the position, the undo stack; handles in the order in which they appear."""
    shape, place, numbers = _Shape(program), {ir.NONE: ir.NONE}, [what.actions, what.completed]

    def write(table: Table) -> None:
        for handle in table.things:
            place.setdefault(handle, len(place) - 1)
        named = shape.renamed(table, place, place)
        numbers.append(len(named.things))
        for handle, thing in named.things.items():
            numbers.extend((handle, *thing))
        numbers.extend(named.world)

    def write_position(position: Position, status: int) -> None:
        numbers.extend((what.level, status))
        write(position.now)
        for saved in position.saves:
            numbers.append(int(saved is not None))
            if saved is not None:
                write(saved)

    if what.start is not None:
        write_position(Position(what.start, [None] * len(program.saves)), int(Status.PLAYING))
    write_position(what.position, what.status)
    numbers.append(len(what.undo))
    for entry in what.undo:
        write_position(entry, int(Status.PLAYING))
    return numbers


# ---------------------------------------------------------------- restoring


def restore(arrays: Arrays, i: int, data: bytes) -> None:
    """Bring environment i to a state or a snapshot. A refusal leaves it as it is.

    Raises:
        ValueError: the bytes are neither, of another program, or damaged.
    """
    tag, prefix, body = data[:1], data[1 : 1 + DIGEST_BYTES], data[1 + DIGEST_BYTES :]
    if tag not in (STATE_TAG, SNAPSHOT_TAG):
        raise ValueError("these bytes are neither a state nor a snapshot of an arcg game")
    if prefix != _prefix(arrays):
        raise ValueError("these bytes are of another program")
    try:
        numbers = read_varints(body)
        reader = _Reader(arrays.program, numbers)
        what = reader.snapshot() if tag == SNAPSHOT_TAG else reader.state(arrays)
        _enter(arrays, i, what, None if tag == SNAPSHOT_TAG else varints(iter(numbers)))
    except (StopIteration, ValueError) as error:
        raise ValueError(f"these bytes are damaged: {str(error) or 'they end too early'}") from error


class _Reader:
    """Reads positions from numbers and checks them."""

    def __init__(self, program: ir.Program, numbers: list[int]) -> None:
        self.program = program
        self.shape = _Shape(program)
        self.numbers = numbers
        self.next = iter(numbers).__next__

    def level(self) -> int:
        """The number of a level."""
        level = self.next()
        if not 0 <= level < len(self.program.levels):
            raise ValueError(f"the game has no level number {level}")
        return level

    def thing(self) -> tuple[int, ...]:
        """A thing without its handle."""
        kind, x, y = self.next(), self.next(), self.next()
        if not 0 <= kind < len(self.program.kinds):
            raise ValueError(f"the game has no kind number {kind}")
        return (kind, x, y, *[self.next() for _ in self.program.kinds[kind].attrs])

    # ------------------------------------------------------------ states

    def state(self, arrays: Arrays) -> Restored:
        """A state. Handles are new; a thing of a linked save is the thing of the position that it says it is."""
        level, status = self.level(), Status(self.next())
        linked = [int(word) for word in arrays.P[arrays.P[layout.LINKED_AT] :][: arrays.P[layout.LINKED_COUNT]]]
        base = int(arrays.T[level, arrays.P[layout.LIVE] - layout.LEVEL + BLOCK_HANDLES])
        now = self.table(level)
        saved: list[Table | None] = []
        unlinked = []
        for number in range(len(self.program.saves)):
            saved.append(self.table(level) if self.next() else None)
            table = saved[-1]
            if table is not None and number in linked:
                saved[-1] = self.identified(table)
            elif table is not None:
                unlinked.append(number)
        start = self.identified(self.table(level)) if ir.LEVEL_SAVE in linked else None
        together = [table for number, table in enumerate(saved) if table is not None and number not in unlinked]
        known = [now, *together, *([start] if start else [])]
        fresh = base + 1 + max((handle for table in known for handle in table.things), default=0)
        for number in unlinked:
            table = saved[number]
            assert table is not None
            names = {handle: fresh + handle for handle in table.things}
            saved[number] = self.shape.renamed(table, names, names)
            fresh += len(names)
        ours = {handle: base + handle for table in known for handle in table.things}
        for number, table in enumerate(saved):
            if table is not None and number not in unlinked:
                saved[number] = self.shape.renamed(table, ours, ours)
        if start is not None:
            start = self.shape.renamed(start, ours, ours)
        position = Position(self.shape.renamed(now, ours, ours), saved)
        return Restored(level, int(status), 0, level + (status == Status.WON), start, position, [])

    def table(self, level: int) -> Table:
        """A table of a state, its things named by their places."""
        world = [self.next() for _ in self.program.world]
        table = Table({place: self.thing() for place in range(self.next())}, world)
        self.shape.check(table, level)
        return table

    def identified(self, table: Table) -> Table:
        """The table with the names that its things have among all that are told apart."""
        names = {place: self.next() for place in table.things}
        if len(set(names.values())) < len(names) or not all(0 <= name < GONE_ROOM for name in names.values()):
            raise ValueError("a save does not say which thing is which")
        return self.shape.renamed(table, names, names)

    # ------------------------------------------------------------ snapshots

    def snapshot(self) -> Restored:
        """A snapshot, with the handles that it gives."""
        actions, completed = self.next(), self.next()
        level, _, start = self.position()
        level, status, position = self.position()
        undo = [self.position()[2] for _ in range(self.next())]
        what = Restored(level, status, actions, completed, start.now, position, undo)
        counted = 0 <= actions < 1 << 31 and completed in (level, level + 1)
        if not counted or _snapshot_numbers(self.program, what) != self.numbers:
            raise ValueError("they are not written in the canonical way")
        return what

    def position(self) -> tuple[int, int, Position]:
        """A position word for word."""
        level, status = self.level(), int(Status(self.next()))
        now = self.exact(level)
        saved = [self.exact(level) if self.next() else None for _ in self.program.saves]
        return level, status, Position(now, saved)

    def exact(self, level: int) -> Table:
        """A table word for word."""
        things = {}
        for _ in range(self.next()):
            handle = self.next()
            things[handle] = self.thing()
        table = Table(things, [self.next() for _ in self.program.world])
        if min(things, default=0) < 0:
            raise ValueError("a thing has no handle")
        self.shape.check(table, level)
        return table


GONE_ROOM = 1 << 20
"""Most things that a state can name."""


def _enter(arrays: Arrays, i: int, what: Restored, canonical: bytes | None) -> None:
    """Put what was read into the memory, and from there to rest as environment i, if it is written as it should be."""
    from arcg.runtime.kernel import play  # which uses this module

    if canonical is None:
        _name_as_begun(arrays, what)
    tables = [what.start, what.position.now, *what.position.saves]
    tables += [table for entry in what.undo for table in (entry.now, *entry.saves)]
    known = [table for table in tables if table is not None]
    most = max(len(table.things) for table in known)
    reset = arrays.E[i, layout.ROW_FULL_RESET - layout.LEVEL]
    while True:
        P, M = arrays.P, arrays.M
        M[layout.ERROR] = 0
        if most > P[layout.CAPACITY]:
            M[layout.ERROR], M[layout.NEED] = layout.ROOM_SLOTS, most
            arrays.enlarge()
            continue
        play.load_row(P, M, arrays.T[what.level])
        M[layout.ROW_STATUS], M[layout.ROW_ACTIONS] = what.status, what.actions
        M[layout.ROW_COMPLETED], M[layout.ROW_FULL_RESET] = what.completed, reset
        M[layout.ROW_UNDO_TOP] = M[layout.ROW_UNDO_COUNT] = 0
        handles = [int(arrays.T[what.level, P[layout.LIVE] - layout.LEVEL + BLOCK_HANDLES])]
        handles += [handle + 1 for table in known for handle in table.things]
        if what.start is not None:
            M[layout.ROW_OWN_START] = 1
            begun = Position(what.start, [None] * len(what.position.saves))
            _put(arrays, int(P[layout.START]), begun, max(handles), False)
        else:
            M[layout.ROW_OWN_START] = 0
            play.load_start(P, arrays.T, M)
        _put(arrays, int(P[layout.LIVE]), what.position, max(handles), True)
        if canonical is not None:
            written = _encoded(arrays)
            if written is not None and written != canonical:
                raise ValueError("they are not written in the canonical way")
        for entry in what.undo:
            if not M[layout.ERROR]:
                _put(arrays, int(P[layout.OTHER]), entry, max(handles), True)
                push_undo(P, M, arrays.T, arrays.U[i], int(P[layout.OTHER]))
        if not M[layout.ERROR]:
            far.sort_slots(P, M)
        if not M[layout.ERROR]:
            play.store_row(P, M, arrays.E[i])
            return
        arrays.enlarge()


def _name_as_begun(arrays: Arrays, what: Restored) -> None:
    """Give the things of a snapshot the handles that those of the level's beginning have, if it is the beginning.

    Then the environment needs no beginning of its own, and its undo stack is short.
    """
    begun, shape = _begun(arrays, what.level), _Shape(arrays.program)
    start = what.start
    assert start is not None
    names = dict(zip(start.things, begun.things, strict=False))
    same = len(start.things) == len(begun.things)
    same = same and list(shape.renamed(start, names, names).things.items()) == list(begun.things.items())
    same = same and shape.renamed(start, names, names).world == begun.world
    names = names if same else {}
    fresh = int(arrays.T[what.level, arrays.P[layout.LIVE] - layout.LEVEL + BLOCK_HANDLES])

    def named(table: Table) -> Table:
        for handle in table.things:
            names.setdefault(handle, fresh + handle)
        return shape.renamed(table, names, names)

    def named_all(position: Position) -> Position:
        return Position(named(position.now), [named(saved) if saved else None for saved in position.saves])

    what.start = None if same else named(start)
    what.position = named_all(what.position)
    what.undo = [named_all(entry) for entry in what.undo]


def _put(arrays: Arrays, block: int, position: Position, handles: int, by_slot: bool) -> None:
    """Write a position into a block; `by_slot`: references of its things as slots."""
    P, M = arrays.P, arrays.M
    shape = _Shape(arrays.program)
    record, world = int(P[layout.RECORD]), int(P[layout.WORLD])
    count = len(position.now.things)
    M[block : block + BLOCK_HEAD] = count, count, handles, count
    slots = {handle: slot for slot, handle in enumerate(position.now.things)}
    now = shape.renamed(position.now, slots, {}) if by_slot else position.now
    tables: list[tuple[int, Table | None]] = [(block + BLOCK_HEAD, now)]
    at = block + BLOCK_HEAD + world + int(P[layout.CAPACITY]) * record
    for saved in position.saves:
        M[at + SAVE_PRESENT] = saved is not None
        M[at + SAVE_THINGS] = len(saved.things) if saved else 0
        tables.append((at + SAVE_HEAD, saved))
        at += int(P[layout.SAVE_WORDS])
    for to, table in tables:
        if table is None:
            continue
        M[to : to + world] = table.world
        for n, (handle, thing) in enumerate(table.things.items()):
            rec = to + world + n * record
            M[rec : rec + record] = 0
            M[rec : rec + ATTR] = (*thing[:3], handle, n)
            M[rec + ATTR : rec + ATTR + len(thing) - 3] = thing[3:]
