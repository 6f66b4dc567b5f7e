"""Going back: writing a save over the live position, and keeping one.

Saves hold handles; within a turn every handle has one slot, so what comes back gets the slot that it had.
"""

from __future__ import annotations

from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import copy, link_all, record, records, saves, touch_all, written

TURN, LEVEL_START = -1, -2
"""Numbers of the two saves that are always there."""


@kernel
def save_position(P: Array, M: Array, save: int) -> None:
    """Keep the things and the world of the live position under a number."""
    live = P[LIVE]
    to = saves(P, live) + save * P[SAVE_WORDS]
    M[to + SAVE_PRESENT] = 1
    copy(M, to + SAVE_HEAD, live + BLOCK_HEAD, P[WORLD])
    world_to_handles(P, M, to + SAVE_HEAD, live)
    place = to + SAVE_HEAD + P[WORLD]
    count = 0
    for slot in range(M[live + BLOCK_SLOTS]):
        at = record(P, slot)
        if M[at + KIND] < 0:
            continue
        copy(M, place, at, P[RECORD])
        references_to_handles(P, M, place, live)
        place += P[RECORD]
        count += 1
    M[to + SAVE_THINGS] = count


@kernel
def handle_of(P: Array, M: Array, slot: int, block: int) -> int:
    """The handle of a slot of a block; -1 for none."""
    return M[records(P, block) + slot * P[RECORD] + HANDLE] if slot >= 0 else -1


@kernel
def world_to_handles(P: Array, M: Array, at: int, block: int) -> None:
    """Turn the slots of a block, to which a world refers, into handles."""
    if P[HAS_REFERENCES]:
        for number in range(P[WORLD]):
            if P[P[WORLD_AT] + number * ATTR_WORDS + ATTR_DOMAIN] == THING_DOMAIN:
                M[at + number] = handle_of(P, M, M[at + number], block)


@kernel
def references_to_handles(P: Array, M: Array, at: int, block: int) -> None:
    """Turn the slots of a block, to which a record refers, into handles."""
    kind = M[at + KIND]
    if P[P[KIND_AT] + kind * KIND_WORDS + KIND_REFERS]:
        for place in range(P[P[KIND_AT] + kind * KIND_WORDS + KIND_ATTRS]):
            if P[P[ATTR_AT] + (kind * P[ATTRS] + place) * ATTR_WORDS + ATTR_DOMAIN] == THING_DOMAIN:
                M[at + ATTR + place] = handle_of(P, M, M[at + ATTR + place], block)


@kernel
def restore(P: Array, M: Array, save: int, keep: int, only: int, pool: int) -> None:
    """Write a save over the live position: all but what `keep` names, or (`only` 1) just that.

    `keep` has a flag per world attribute, then per kind. POOL is free from `pool` on.
    """
    if save == TURN:
        source = P[BEFORE]
        things = records(P, source)
        count = M[source + BLOCK_SLOTS]
        world = source + BLOCK_HEAD
    elif save == LEVEL_START:
        source = P[START]
        things = records(P, source)
        count = M[source + BLOCK_SLOTS]
        world = source + BLOCK_HEAD
    else:
        source = saves(P, P[LIVE]) + save * P[SAVE_WORDS]
        if M[source + SAVE_PRESENT] == 0:
            return
        things = source + SAVE_HEAD + P[WORLD]
        count = M[source + SAVE_THINGS]
        world = source + SAVE_HEAD
    write_over(P, M, world, things, count, keep, only, pool, save == TURN)


@kernel
def write_over(
    P: Array, M: Array, world: int, things: int, count: int, keep: int, only: int, pool: int, by_slot: bool
) -> None:
    """Write a world and records over the live position. `by_slot`: record n is slot n, and references are slots."""
    live, size = P[LIVE], P[RECORD]
    kinds = keep + P[WORLD]
    for slot in range(M[live + BLOCK_SLOTS]):
        at = record(P, slot)
        if M[at + KIND] >= 0 and P[kinds + M[at + KIND]] == only:
            M[at + KIND] = -1
    mask = 0
    if not by_slot:
        mask = enter_handles(P, M, pool, count)
        if M[ERROR]:
            return
    base = M[live + BLOCK_SEQUENCE]
    for n in range(count):
        source = things + n * size
        kind = M[source + KIND]
        if kind < 0 or P[kinds + kind] != only:
            continue
        slot = n if by_slot else slot_of(P, M, pool, mask, M[source + HANDLE])
        if slot < 0:
            slot = M[live + BLOCK_SLOTS]
            if slot >= P[CAPACITY]:
                M[ERROR], M[NEED] = ROOM_SLOTS, slot + 1
                return
            M[live + BLOCK_SLOTS] = slot + 1
            enter_handle(P, M, pool, mask, M[source + HANDLE], slot)
        copy(M, record(P, slot), source, size)
        M[record(P, slot) + SEQUENCE] += base
        M[live + BLOCK_SEQUENCE] = max(M[live + BLOCK_SEQUENCE], base + M[source + SEQUENCE] + 1)
    for number in range(P[WORLD]):
        if P[keep + number] == only:
            value = M[world + number]
            if not by_slot and P[P[WORLD_AT] + number * ATTR_WORDS + ATTR_DOMAIN] == THING_DOMAIN:
                value = slot_of(P, M, pool, mask, value)
            M[live + BLOCK_HEAD + number] = value
    if P[HAS_REFERENCES]:
        if not by_slot:
            for n in range(count):
                source = things + n * size
                kind = M[source + KIND]
                if kind >= 0 and P[kinds + kind] == only:
                    to_slots(P, M, record(P, slot_of(P, M, pool, mask, M[source + HANDLE])), pool, mask)
        forget_gone(P, M)
    alive = 0
    for slot in range(M[live + BLOCK_SLOTS]):
        if M[record(P, slot) + KIND] >= 0:
            alive += 1
    M[live + BLOCK_ALIVE] = alive
    touch_all(P, M)
    link_all(P, M)
    M[STRUCTURAL] = REMADE
    written(M)


@kernel
def to_slots(P: Array, M: Array, at: int, pool: int, mask: int) -> None:
    """Turn the handles in a record's attributes into slots."""
    kind = M[at + KIND]
    for place in range(P[P[KIND_AT] + kind * KIND_WORDS + KIND_ATTRS]):
        if P[P[ATTR_AT] + (kind * P[ATTRS] + place) * ATTR_WORDS + ATTR_DOMAIN] == THING_DOMAIN:
            M[at + ATTR + place] = slot_of(P, M, pool, mask, M[at + ATTR + place])


@kernel
def forget_gone(P: Array, M: Array) -> None:
    """Whatever refers to a thing that is gone refers to none."""
    live = P[LIVE]
    for number in range(P[WORLD]):
        if P[P[WORLD_AT] + number * ATTR_WORDS + ATTR_DOMAIN] == THING_DOMAIN:
            slot = M[live + BLOCK_HEAD + number]
            if slot >= 0 and M[record(P, slot) + KIND] < 0:
                M[live + BLOCK_HEAD + number] = -1
    for slot in range(M[live + BLOCK_SLOTS]):
        at = record(P, slot)
        kind = M[at + KIND]
        if kind < 0 or P[P[KIND_AT] + kind * KIND_WORDS + KIND_REFERS] == 0:
            continue
        for place in range(P[P[KIND_AT] + kind * KIND_WORDS + KIND_ATTRS]):
            if P[P[ATTR_AT] + (kind * P[ATTRS] + place) * ATTR_WORDS + ATTR_DOMAIN] == THING_DOMAIN:
                other = M[at + ATTR + place]
                if other >= 0 and M[record(P, other) + KIND] < 0:
                    M[at + ATTR + place] = -1


# ---------------------------------------------------------------- from handles to slots: a small table in POOL


@kernel
def enter_handles(P: Array, M: Array, pool: int, more: int) -> int:
    """Make a table of the handles of all slots, with room for `more`; its mask."""
    size = 8
    while size < 2 * (M[P[LIVE] + BLOCK_SLOTS] + more):
        size *= 2
    if pool - P[POOL] + 2 * size > P[POOL_SIZE]:
        M[ERROR], M[NEED] = ROOM_POOL, pool - P[POOL] + 2 * size
        return 0
    for n in range(size):
        M[pool + 2 * n] = -1
    for slot in range(M[P[LIVE] + BLOCK_SLOTS]):
        enter_handle(P, M, pool, size - 1, M[record(P, slot) + HANDLE], slot)
    return size - 1


@kernel
def enter_handle(P: Array, M: Array, pool: int, mask: int, handle: int, slot: int) -> None:
    """Add a handle to the table."""
    n = (handle * 40503) & mask
    while M[pool + 2 * n] >= 0:
        n = (n + 1) & mask
    M[pool + 2 * n] = handle
    M[pool + 2 * n + 1] = slot


@kernel
def slot_of(P: Array, M: Array, pool: int, mask: int, handle: int) -> int:
    """The slot of a handle; -1 for none and for what has no slot."""
    if handle < 0:
        return -1
    n = (handle * 40503) & mask
    while M[pool + 2 * n] >= 0:
        if M[pool + 2 * n] == handle:
            return M[pool + 2 * n + 1]
        n = (n + 1) & mask
    return -1
