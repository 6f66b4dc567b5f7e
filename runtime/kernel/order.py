"""The order of things in the live position, its canonical numbers, and whether two positions are the same.

Things are ordered by kind, cell and what else they are; look-alikes by what they refer to and by who they were in the
saves that remember identities (`arrange.py`); what is left by who came first.
"""

from __future__ import annotations

from arcg.runtime.kernel import far
from arcg.runtime.kernel.arrange import arrange, sort_by_keys
from arcg.runtime.kernel.arrange_frame import (
    BY_RECORD,
    F_LIST,
    F_NODES,
    F_ORDER,
    F_PLACE,
    F_PRESENT,
    F_REC,
    F_SEARCHED,
    F_STRIDE,
    F_TABLE,
    F_TOP,
    T_WORLD,
    TABLE_WORDS,
)
from arcg.runtime.kernel.hashing import room, word
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import (
    chunks_apart,
    compare_records,
    copy,
    link,
    link_all,
    record,
    records,
    same_records,
    same_words,
    saves,
    touch,
    unlink,
)
from arcg.runtime.kernel.nodes import gather, gather_save, referred, refers, sort, world_refers
from arcg.runtime.kernel.refining import classify, lay_out


@kernel
def told_apart(P: Array) -> bool:
    """Whether anything but their own properties can tell look-alikes apart."""
    return P[HAS_REFERENCES] != 0 or P[LINKED_COUNT] != 0


# ---------------------------------------------------------------- the order of the live position


@kernel
def compare_things(P: Array, M: Array, one: int, two: int) -> int:
    """-1, 0 or 1: two living slots of the live position in the order of things."""
    if one == two:
        return 0
    left, right = record(P, one), record(P, two)
    order = compare_records(P, M, left, right)
    if order != 0:
        return order
    if not told_apart(P):
        return -1 if M[left + SEQUENCE] < M[right + SEQUENCE] else 1
    if not M[PLACED]:
        far.place_all(P, M)
    return -1 if M[P[PLACE] + one] < M[P[PLACE] + two] else 1


@kernel
def place_all(P: Array, M: Array) -> None:
    """Give every living slot its place in the order of things, dead ones -1. On ROOM_POOL the places mean nothing."""
    for slot in range(M[P[LIVE] + BLOCK_SLOTS]):
        M[P[PLACE] + slot] = -1
    A = P[POOL]
    if not order_things(P, M, A, P[LIVE]):
        return
    base = records(P, P[LIVE])
    for place in range(word(M, A + F_PRESENT)):
        rec = M[word(M, A + F_REC) + M[word(M, A + F_ORDER) + place]]
        M[P[PLACE] + (rec - base) // P[RECORD]] = place
    M[PLACED] = 1


@kernel
def order_things(P: Array, M: Array, A: int, block: int) -> bool:
    """Put the things of a position in order: those of the frame's nodes that are present. False: no room."""
    if not gather(P, M, A, block, False):
        return False
    if sort_by_keys(P, M, A) == word(M, A + F_NODES) or not told_apart(P):
        return True
    if P[LINKED_COUNT] == 0:
        return arrange(P, M, A)
    return gather(P, M, A, block, True) and arrange(P, M, A)


@kernel
def sort_slots(P: Array, M: Array) -> None:
    """Renumber the live slots by the order of things, without dead ones. Nothing is changed on ROOM_POOL.

    SEQUENCE is the slot from then on; KSTART is made anew, and cells are as far as they lead to what is elsewhere now.
    """
    live, slots, words = P[LIVE], M[P[LIVE] + BLOCK_SLOTS], P[RECORD]
    base, listed, count = records(P, live), P[POOL], 0
    settled = True
    if told_apart(P):
        if not order_things(P, M, P[POOL], live):
            return
        settled = word(M, P[POOL] + F_SEARCHED) == 0
        count = word(M, P[POOL] + F_PRESENT)
        for place in range(count):  # the frame is left behind: each word is read before it is overwritten
            M[word(M, P[POOL] + F_ORDER) + place] = (
                M[word(M, P[POOL] + F_REC) + M[word(M, P[POOL] + F_ORDER) + place]] - base
            ) // words
        listed = word(M, P[POOL] + F_ORDER)
    else:
        if not room(P, M, listed, 2 * slots):
            return
        for slot in range(slots):
            if M[base + slot * words + KIND] >= 0:
                M[listed + count] = slot
                count += 1
        sort(P, M, BY_RECORD, base, listed, count, listed + slots)
    moved = count != slots
    for place in range(count):
        moved = moved or M[listed + place] != place
    for slot in range(count, slots):
        touch(P, M, slot)
    if moved and not rearrange(P, M, listed, count):
        return
    finish_order(P, M, count)
    if M[STALE]:
        link_all(P, M)
    elif moved:
        for place in range(count):
            if M[listed + place] != place:
                link(P, M, place)
    M[PLACED] = 0
    M[STAMP] += 1
    if settled and told_apart(P):
        # Places are slots now. After a search a second one may find a symmetric order, and that one counts from now on.
        for slot in range(count):
            M[P[PLACE] + slot] = slot
        M[PLACED] = 1


@kernel
def rearrange(P: Array, M: Array, listed: int, count: int) -> bool:
    """Put the listed slots of the live position first, in that order, and let nothing follow. False: no room."""
    live, slots, words = P[LIVE], M[P[LIVE] + BLOCK_SLOTS], P[RECORD]
    base = records(P, live)
    place_of = listed + slots
    copied = place_of + slots
    if told_apart(P):  # the list lies within a frame
        place_of = word(M, P[POOL] + F_TOP)
        copied = place_of + slots
    if not room(P, M, copied, count * words):
        return False
    if not M[STALE]:
        for place in range(count):
            if M[listed + place] != place:
                unlink(P, M, M[listed + place])
    for slot in range(slots):
        M[place_of + slot] = -1
    for place in range(count):
        if M[listed + place] != place:
            touch(P, M, place)
        M[place_of + M[listed + place]] = place
        copy(M, copied + place * words, base + M[listed + place] * words, words)
    copy(M, base, copied, count * words)
    if P[HAS_REFERENCES]:
        for attr in range(P[WORLD]):
            at = live + BLOCK_HEAD + attr
            if M[at] >= 0 and world_refers(P, attr):
                M[at] = M[place_of + M[at]]
        for slot in range(count):
            rec = base + slot * words
            facts = P[KIND_AT] + M[rec + KIND] * KIND_WORDS
            if P[facts + KIND_REFERS]:
                for place in range(P[facts + KIND_ATTRS]):
                    at = rec + ATTR + place
                    if M[at] >= 0 and refers(P, M[rec + KIND], place) and M[at] != M[place_of + M[at]]:
                        M[at] = M[place_of + M[at]]
                        touch(P, M, slot)
    return True


@kernel
def finish_order(P: Array, M: Array, count: int) -> None:
    """What follows from slots being places."""
    live = P[LIVE]
    base, kind = records(P, live), 0
    for slot in range(count):
        rec = base + slot * P[RECORD]
        if M[rec + SEQUENCE] != slot:
            M[rec + SEQUENCE] = slot
            touch(P, M, slot)
        while kind <= M[rec + KIND]:
            M[P[KSTART] + kind] = slot
            kind += 1
    while kind <= P[KINDS]:
        M[P[KSTART] + kind] = count
        kind += 1
    M[live + BLOCK_SLOTS] = M[live + BLOCK_ALIVE] = M[live + BLOCK_SEQUENCE] = count


# ---------------------------------------------------------------- canonical numbers


@kernel
def table_bound(P: Array, things: int) -> int:
    """The most numbers that a table of so many things is written in."""
    return 2 + P[WORLD] + things * (4 + P[ATTRS])


@kernel
def encode(P: Array, M: Array, block: int, out_at: int) -> int:
    """Write a position as numbers to `out_at` in the pool: what the bytes of a state consist of. How many they are.

    What lies behind them in the pool is overwritten; -1 on ROOM_POOL.
    """
    bound = 4 + table_bound(P, M[block + BLOCK_SLOTS])
    for number in range(P[SAVES]):
        save = saves(P, block) + number * P[SAVE_WORDS]
        bound += table_bound(P, M[save + SAVE_THINGS] if M[save + SAVE_PRESENT] else 0)
    if P[LEVEL_LINKED]:
        bound += table_bound(P, M[P[START] + BLOCK_SLOTS])
    A = out_at + bound
    if not (gather(P, M, A, block, P[LINKED_COUNT] != 0) and arrange(P, M, A) and classify(P, M, A)):
        return -1
    M[out_at], M[out_at + 1] = M[LEVEL], M[ROW_STATUS]
    at, linked = out_at + 2, 0
    if P[CHANCE]:
        M[at], M[at + 1] = M[ROW_SEED], M[block + BLOCK_RANDOM]
        at += 2
    at = write_table(P, M, A, 0, at)
    for number in range(P[SAVES]):
        save = saves(P, block) + number * P[SAVE_WORDS]
        M[at] = 1 if M[save + SAVE_PRESENT] else 0
        at += 1
        if not M[save + SAVE_PRESENT]:
            continue
        if is_linked(P, number):
            linked += 1
            at = write_linked(P, M, A, linked, at)
        else:
            B = word(M, A + F_TOP)
            if not (gather_save(P, M, B, save) and arrange(P, M, B) and classify(P, M, B)):
                return -1
            at = write_table(P, M, B, 0, at)
    if P[LEVEL_LINKED]:
        at = write_linked(P, M, A, linked + 1, at)
    return at - out_at


@kernel
def is_linked(P: Array, save: int) -> bool:
    """Whether the things of a save are told apart."""
    for n in range(P[LINKED_COUNT]):  # noqa: SIM110  numba takes no generators
        if P[P[LINKED_AT] + n] == save:
            return True
    return False


@kernel
def write_linked(P: Array, M: Array, A: int, table: int, at: int) -> int:
    """A table, then who its things are: places in the order of all nodes. Gives where it ends."""
    at = write_table(P, M, A, table, at)
    order, count = word(M, A + F_ORDER), 0
    for n in range(word(M, A + F_NODES)):
        own = M[word(M, A + F_PLACE) + M[order + n]]
        if own >= 0:
            M[at + own] = n
            count += 1
    return at + count


@kernel
def write_table(P: Array, M: Array, A: int, table: int, at: int) -> int:
    """The world and the things of a table, references as places in its order. Gives where it ends."""
    count = lay_out(P, M, A, table)
    place, row = word(M, A + F_PLACE), word(M, A + F_REC) + table * word(M, A + F_STRIDE)
    world = M[A + F_TABLE + table * TABLE_WORDS + T_WORLD]
    for attr in range(P[WORLD]):
        value = M[world + attr]
        if world_refers(P, attr):
            node = referred(P, M, A, table, value)
            value = M[place + node] if node >= 0 else -1
        M[at] = value
        at += 1
    M[at] = count
    at += 1
    for n in range(count):
        rec = M[row + M[word(M, A + F_LIST) + n]]
        kind = M[rec + KIND]
        M[at], M[at + 1], M[at + 2] = kind, M[rec + X], M[rec + Y]
        at += 3
        facts = P[KIND_AT] + kind * KIND_WORDS
        attrs = P[facts + KIND_ATTRS]
        if P[facts + KIND_REFERS]:
            for attr in range(attrs):
                value = M[rec + ATTR + attr]
                if refers(P, kind, attr):
                    node = referred(P, M, A, table, value)
                    value = M[place + node] if node >= 0 else -1
                M[at] = value
                at += 1
        else:
            for attr in range(attrs):
                M[at] = M[rec + ATTR + attr]
                at += 1
    return at


# ---------------------------------------------------------------- the same position?


@kernel
def same_position(P: Array, M: Array, one: int, two: int) -> bool:
    """Whether two positions of one turn (slots mean the same things) have the same bytes. ROOM_POOL may stop it."""
    slots = M[one + BLOCK_SLOTS]
    if slots == M[two + BLOCK_SLOTS] and M[one + BLOCK_RANDOM] == M[two + BLOCK_RANDOM]:
        same = same_words(M, one + BLOCK_HEAD, two + BLOCK_HEAD, P[WORLD]) and same_records(P, M, one, two)
        if same and same_saves(P, M, one, two):
            return True
    return same_in_disguise(P, M, one, two)


@kernel
def same_saves(P: Array, M: Array, one: int, two: int) -> bool:
    """Whether the saves of two positions are equal word for word."""
    for number in range(P[SAVES]):
        left, right = saves(P, one) + number * P[SAVE_WORDS], saves(P, two) + number * P[SAVE_WORDS]
        if M[left + SAVE_PRESENT] != M[right + SAVE_PRESENT]:
            return False
        if M[left + SAVE_PRESENT]:
            words = SAVE_HEAD + P[WORLD] + M[left + SAVE_THINGS] * P[RECORD]
            if M[left + SAVE_THINGS] != M[right + SAVE_THINGS] or not same_words(M, left, right, words):
                return False
    return True


@kernel
def same_in_disguise(P: Array, M: Array, one: int, two: int) -> bool:
    """As `same_position`, for positions that are not equal word for word."""
    if surely_differ(P, M, one, two, False):
        return False
    if not told_apart(P):
        return same_things(P, M, one, two) and same_save_things(P, M, one, two)
    count = encode(P, M, one, P[POOL])
    if count < 0:
        return False
    other = encode(P, M, two, P[POOL] + count)
    return count == other and same_words(M, P[POOL], P[POOL] + count, count)


@kernel
def surely_differ(P: Array, M: Array, one: int, two: int, but_kept: bool) -> bool:
    """Whether worlds, things or counts of saves tell two positions of one turn apart at once: true is always right.

    Of things that are not what they were a sum is taken. `but_kept`: what undo keeps is not looked at.
    """
    if M[one + BLOCK_RANDOM] != M[two + BLOCK_RANDOM]:
        return True
    for attr in range(P[WORLD]):
        kept = but_kept and P[P[WORLD_AT] + attr * ATTR_WORDS + ATTR_KEPT]
        if not kept and M[one + BLOCK_HEAD + attr] != M[two + BLOCK_HEAD + attr] and not world_refers(P, attr):
            return True
    for number in range(P[SAVES]):
        at = number * P[SAVE_WORDS]
        left, right = saves(P, one) + at, saves(P, two) + at
        if M[left + SAVE_PRESENT] != M[right + SAVE_PRESENT]:
            return True
        if M[left + SAVE_PRESENT] and M[left + SAVE_THINGS] != M[right + SAVE_THINGS]:
            return True
    total, left, right, slot = 0, records(P, one), records(P, two), 0
    both, chunks = min(M[one + BLOCK_SLOTS], M[two + BLOCK_SLOTS]), chunks_apart(M, one, two)
    while slot < max(M[one + BLOCK_SLOTS], M[two + BLOCK_SLOTS]):
        chunk = slot >> P[CHUNK]
        if chunk << P[CHUNK] == slot and not (chunks >> chunk) & 1:
            slot += 1 << P[CHUNK]
            left += P[RECORD] << P[CHUNK]
            right += P[RECORD] << P[CHUNK]
            continue
        group = 8 * P[RECORD]
        if slot % 8 == 0 and slot + 8 <= both and same_words(M, left, right, group):
            slot += 8
            left += group
            right += group
            continue
        mine = M[left + KIND] if slot < M[one + BLOCK_SLOTS] else -1
        theirs = M[right + KIND] if slot < M[two + BLOCK_SLOTS] else -1
        if mine < 0 or theirs < 0 or compare_records(P, M, left, right) != 0:
            if mine >= 0 and not (but_kept and P[P[KIND_AT] + mine * KIND_WORDS + KIND_UNDO_KEPT]):
                total += mixed(P, M, left)
            if theirs >= 0 and not (but_kept and P[P[KIND_AT] + theirs * KIND_WORDS + KIND_UNDO_KEPT]):
                total -= mixed(P, M, right)
        slot += 1
        left += P[RECORD]
        right += P[RECORD]
    return total != 0


@kernel
def mixed(P: Array, M: Array, rec: int) -> int:
    """A number for what a thing is, as far as it refers to nothing."""
    kind = int(M[rec + KIND])
    total = (kind * 4099 + int(M[rec + X])) * 4099 + int(M[rec + Y])
    for place in range(P[P[KIND_AT] + kind * KIND_WORDS + KIND_ATTRS]):
        if not refers(P, kind, place):
            total = ((total ^ (int(M[rec + ATTR + place]) & 0xFFFFFFFF)) * 0x01000193) & 0xFFFFFFFF
            total ^= total >> 15
    total = ((total ^ (total >> 16)) * 0x45D9F3B) & 0xFFFFFFFF
    return total ^ (total >> 13)


@kernel
def same_things(P: Array, M: Array, one: int, two: int) -> bool:
    """Whether the slots that differ hold the same things in another order."""
    left, right, most = records(P, one), records(P, two), max(M[one + BLOCK_SLOTS], M[two + BLOCK_SLOTS])
    mine, theirs, count, other = P[POOL], P[POOL] + most, 0, 0
    if not room(P, M, P[POOL], 3 * most):
        return False
    for slot in range(most):
        at = slot * P[RECORD]
        here = slot < M[one + BLOCK_SLOTS] and M[left + at + KIND] >= 0
        there = slot < M[two + BLOCK_SLOTS] and M[right + at + KIND] >= 0
        if not (here and there and compare_records(P, M, left + at, right + at) == 0):
            if here:
                M[mine + count] = slot
                count += 1
            if there:
                M[theirs + other] = slot
                other += 1
    return count == other and same_lists(P, M, left, mine, right, theirs, count, P[POOL] + 2 * most)


@kernel
def same_lists(P: Array, M: Array, left: int, mine: int, right: int, theirs: int, count: int, spare: int) -> bool:
    """Whether two lists of records, after sorting, hold equal things."""
    sort(P, M, BY_RECORD, left, mine, count, spare)
    sort(P, M, BY_RECORD, right, theirs, count, spare)
    for n in range(count):
        one, two = left + M[mine + n] * P[RECORD], right + M[theirs + n] * P[RECORD]
        if compare_records(P, M, one, two) != 0:
            return False
    return True


@kernel
def same_save_things(P: Array, M: Array, one: int, two: int) -> bool:
    """Whether the saves of two positions hold the same things each, where nothing tells look-alikes apart."""
    for number in range(P[SAVES]):
        left, right = saves(P, one) + number * P[SAVE_WORDS], saves(P, two) + number * P[SAVE_WORDS]
        if not M[left + SAVE_PRESENT]:
            continue
        count = M[left + SAVE_THINGS]
        if not same_words(M, left + SAVE_HEAD, right + SAVE_HEAD, P[WORLD]):
            return False
        if same_words(M, left, right, SAVE_HEAD + P[WORLD] + count * P[RECORD]):
            continue
        mine, theirs = P[POOL], P[POOL] + count
        if not room(P, M, mine, 3 * count):
            return False
        for n in range(count):
            M[mine + n] = M[theirs + n] = n
        things = SAVE_HEAD + P[WORLD]
        if not same_lists(P, M, left + things, mine, right + things, theirs, count, theirs + count):
            return False
    return True
