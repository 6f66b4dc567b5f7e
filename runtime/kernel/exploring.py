"""Exploring a level of a game of things: all actions of each position, one position after another.

`known.py` says what is remembered and how. The positions of a level differ from the one in which the exploration began
(`base`, a row at rest) in a few words, stretch by stretch; stretches do not depend on how much room there is, so the
memory may be enlarged on the way.
"""

from __future__ import annotations

from arcg.runtime.kernel.answers import PLAYING, WON
from arcg.runtime.kernel.clicks import list_clicks
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.known import *
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import next_chunks, record, records
from arcg.runtime.kernel.order import encode
from arcg.runtime.kernel.play import load_row, load_start, rebase, step
from arcg.runtime.kernel.pointers import data, row_of

# ---------------------------------------------------------------- hashes


@kernel
def record_hash(P: Array, words: Array, at: int, slot: int) -> int:
    """A hash of the thing in a slot, whose record lies at a place: what it is, where, and all that it is."""
    kind = int(words[at + KIND])
    if kind < 0:
        return 0
    number = follow(
        place_hash(slot), kind | ((int(words[at + X]) & 0xFFFF) << 16) | ((int(words[at + Y]) & 0xFFFF) << 32)
    )
    for place in range(P[P[KIND_AT] + kind * KIND_WORDS + KIND_ATTRS]):
        number = follow(number, int(words[at + ATTR + place]))
    return stir(number)


@kernel
def hash_begun(P: Array, T: Array, level: int, begun: Array) -> None:
    """Find the hash of every thing as its level begins, by slot; see `hash_position`."""
    row = row_of(T, level)
    at = records(P, P[LIVE]) - LEVEL
    for slot in range(row[P[LIVE] - LEVEL + BLOCK_SLOTS]):
        begun[slot] = record_hash(P, row, at + slot * P[RECORD], slot)


@kernel
def hash_position(P: Array, M: Array, C: Array, begun: Array) -> bool:
    """Find the hash of the position at rest in the memory; False on ROOM_POOL.

    At rest things lie in their order and refer to each other by their places, so equal states have equal words. Only
    where saves tell things apart that are alike now, the state has to be written out.
    """
    C[C_LOW] = C[C_HIGH] = 0
    live = P[LIVE]
    if P[SAVES] or P[LEVEL_LINKED]:
        count = encode(P, M, live, P[POOL])
        if count < 0:
            return False
        number = count
        for n in range(count):
            number = follow(number, int(M[P[POOL] + n]))
            if n % 16 == 0 or n == count - 1:
                take_in(C, number, 1)
        return True
    number = 1
    for n in range(P[WORLD]):
        number = follow(number, int(M[live + BLOCK_HEAD + n]))
    if P[CHANCE]:
        number = follow(number, int(M[live + BLOCK_RANDOM]))
    take_in(C, stir(number), 1)
    slots, old = M[live + BLOCK_SLOTS], len(begun)
    first, end = next_chunks(P, M[live + BLOCK_TOUCHED], 0, max(slots, old))
    while first < end:
        for slot in range(first, end):
            now = record_hash(P, M, record(P, slot), slot) if slot < slots else 0
            then = begun[slot] if slot < old else 0
            if now != then:
                take_in(C, now, 1)
                take_in(C, then, -1)
        first, end = next_chunks(P, M[live + BLOCK_TOUCHED], end, max(slots, old))
    return True


# ---------------------------------------------------------------- positions as bytes


@kernel
def keep_position(P: Array, M: Array, C: Array, base: Array, kept: Array) -> None:
    """Write how the position at rest in the memory differs from `base`."""
    live = P[LIVE]
    keep(C, kept, M, live, base, live - LEVEL, BLOCK_HEAD + P[WORLD])
    slots, chunks = M[live + BLOCK_SLOTS], M[live + BLOCK_TOUCHED]
    first, end = next_chunks(P, chunks, 0, slots)
    while first < end:
        put(C, kept, first + 1)
        at = records(P, live) + first * P[RECORD]
        keep(C, kept, M, at, base, at - LEVEL, (end - first) * P[RECORD])
        if not P[BODIES]:
            at = P[NEXT] + first
            keep(C, kept, M, at, base, at - LEVEL, end - first)
        first, end = next_chunks(P, chunks, end, slots)
    put(C, kept, 0)
    keep(C, kept, M, P[KSTART], base, P[KSTART] - LEVEL, kind_words(P, M))
    for save in range(P[SAVES]):
        at = records(P, live) + P[CAPACITY] * P[RECORD] + save * P[SAVE_WORDS]
        words = SAVE_HEAD
        if M[at + SAVE_PRESENT]:
            words += P[WORLD] + M[at + SAVE_THINGS] * P[RECORD]
        keep(C, kept, M, at, base, at - LEVEL, words)


@kernel
def kind_words(P: Array, M: Array) -> int:
    """Words of the first slots of kinds, and of cells, which lie behind them in a game without bodies."""
    level = P[LEVEL_AT] + M[LEVEL] * LEVEL_WORDS
    return P[KINDS] + 1 + (0 if P[BODIES] else P[level + LEVEL_WIDTH] * P[level + LEVEL_HEIGHT])


@kernel
def unkeep_position(P: Array, C: Array, base: Array, row: Array, kept: Array, at: int, apply: bool) -> None:
    """Have a row differ from `base` as the bytes say that begin at a place, or (not `apply`) be like it again."""
    C[C_TOP] = at
    live, cells = P[LIVE] - LEVEL, P[KSTART] - LEVEL
    unkeep(C, kept, row, live, base, live, apply)
    first = get(C, kept)
    while first:
        things = records(P, live) + (first - 1) * P[RECORD]
        unkeep(C, kept, row, things, base, things, apply)
        if not P[BODIES]:
            following = P[NEXT] - LEVEL + first - 1
            unkeep(C, kept, row, following, base, following, apply)
        first = get(C, kept)
    unkeep(C, kept, row, cells, base, cells, apply)
    for save in range(P[SAVES]):
        saved = records(P, live) + P[CAPACITY] * P[RECORD] + save * P[SAVE_WORDS]
        unkeep(C, kept, row, saved, base, saved, apply)


# ---------------------------------------------------------------- moves


@kernel
def list_moves(
    P: Array, T: Array, M: Array, R: Array, C: Array, plain: Array, told: Array, moves: Array, hits: Array,
    firsts: Array, marks: Array,
) -> None:  # fmt: skip
    """List the moves of the position in the memory: the actions of `plain`, and the clicks if there are any."""
    C[C_MOVES] = len(plain)
    for n in range(len(plain)):
        moves[n, MOVE_ACTION], moves[n, MOVE_X], moves[n, MOVE_Y] = plain[n], -1, -1
        moves[n, MOVE_WEIGHT] = PIXELS
    if len(told):
        load_start(P, T, M)
        list_clicks(P, M, R, C, told, moves, hits, firsts, marks)


# ---------------------------------------------------------------- the exploration


@kernel
def begin(P: Array, T: Array, M: Array, C: Array, rows: Array, begun: Array, kept: Array) -> bool:
    """Find the hash of the position from which the exploration begins, row 0 of `rows`, and write it.

    False if the memory is too small.
    """
    image, memory, base = data(P), data(M), row_of(rows, 0)
    memory[ERROR] = NO_ERROR
    load_row(image, memory, base)
    load_start(image, T, memory)
    if memory[ERROR] or not hash_position(image, memory, C, begun):
        return False
    keep_position(image, memory, C, base, kept)
    return True


@kernel
def expand(
    P: Array, T: Array, M: Array, R: Array, U: Array, F: Array, C: Array,
    rows: Array, begun: Array, plain: Array, told: Array, moves: Array, hits: Array, firsts: Array, marks: Array,
    keys: Array, table: Array, came: Array, how: Array, starts: Array, kept: Array,
    edges: Array, to: Array, by: Array, weight: Array, spent: Array, bound: int,
) -> int:  # fmt: skip
    """Take all actions of the positions from C[C_NEXT] on, before C[C_LIMIT]; why it stopped.

    `rows`: the row from which the exploration began, and one that is like it. `keys`, `came`, `how`, `starts`: of each
    position its hash, from which one it was reached first, by which move, and where its bytes begin in `kept`. `edges`:
    where the edges of each position begin in `to`, `by`, `weight`, `spent`. `bound`: most bytes that a position takes.
    """
    image, base, row = data(P), row_of(rows, 0), row_of(rows, 1)
    while C[C_NEXT] < C[C_LIMIT]:
        state, end = C[C_NEXT], C[C_TOP]
        unkeep_position(image, C, base, row, kept, starts[state], True)
        C[C_TOP] = end
        counted = C[C_WINS], C[C_LOSSES], C[C_CANCELLED], C[C_SAME], C[C_STEPS], C[C_EDGES]
        outcome = take_all(
            P, T, M, R, U, F, C, rows, begun, plain, told, moves, hits, firsts, marks, keys, table, came, how, starts,
            kept, to, by, weight, spent, bound,
        )  # fmt: skip
        end = C[C_TOP]
        unkeep_position(image, C, base, row, kept, starts[state], False)
        C[C_TOP] = end
        if outcome != DONE:
            C[C_WINS], C[C_LOSSES], C[C_CANCELLED], C[C_SAME], C[C_STEPS], C[C_EDGES] = counted
            return outcome
        C[C_NEXT] += 1
        if C[C_KEEPING]:
            edges[C[C_NEXT]] = C[C_EDGES]
        if C[C_EAGER] and C[C_WINS]:
            break
    return DONE


@kernel
def take_all(
    P: Array, T: Array, M: Array, R: Array, U: Array, F: Array, C: Array,
    rows: Array, begun: Array, plain: Array, told: Array, moves: Array, hits: Array, firsts: Array, marks: Array,
    keys: Array, table: Array, came: Array, how: Array, starts: Array, kept: Array,
    to: Array, by: Array, weight: Array, spent: Array, bound: int,
) -> int:  # fmt: skip
    """Take all actions of the position at C[C_NEXT], which is row 1 of `rows`."""
    image, memory, registers, frames = data(P), data(M), data(R), data(F)
    base, row = row_of(rows, 0), row_of(rows, 1)
    counter = image[LIVE] + BLOCK_HEAD + C[C_SPENT]
    if C[C_NEXT] < C[C_RECUT]:
        row[image[LIVE] - LEVEL + BLOCK_TOUCHED] = EVERYTHING  # chunks were of another size
        load_row(image, memory, row)
        rebase(image, T, memory)
        row[image[LIVE] - LEVEL + BLOCK_TOUCHED] = memory[image[LIVE] + BLOCK_TOUCHED]
    else:
        load_row(image, memory, row)
    list_moves(image, T, memory, registers, C, plain, told, moves, hits, firsts, marks)
    if memory[ERROR]:
        return NO_MEMORY
    if not has_room(C, came, to, C[C_MOVES]):
        return NO_ROOM
    for n in range(C[C_MOVES]):
        if n:
            load_row(image, memory, row)
        move = moves[n, MOVE_ACTION], moves[n, MOVE_X], moves[n, MOVE_Y]
        step(image, T, memory, registers, U[0], frames, row, move[0], move[1], move[2])
        if memory[ERROR]:
            return NO_MEMORY
        if memory[CANCELLED]:
            C[C_CANCELLED] += 1
        cost = 0
        if C[C_SPENT] >= 0:
            cost = C[C_RICH] - memory[counter]
            memory[counter] = C[C_RICH]
        target = TO_WIN if memory[ROW_STATUS] == WON else TO_LOSS
        if memory[ROW_STATUS] == PLAYING:
            if not hash_position(image, memory, C, begun):
                return NO_MEMORY
            place = find(C, keys, table)
            target = int(table[place])
            if target < 0:
                if C[C_TOP] + bound > len(kept):
                    return NO_ROOM
                target = new_position(C, keys, table, place, came, how, moves, n)
                keep_position(image, memory, C, base, kept)
                starts[C[C_STATES]] = C[C_TOP]
        note_edge(C, moves, n, target, cost, to, by, weight, spent)
    return DONE
