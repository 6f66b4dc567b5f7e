"""The positions that an exploration has come to: found again by a hash of 128 bits, kept as differences.

`exploring.py` and `cellwise/exploring.py` take actions; here is what both do with what they come to. A position is
known by two 64-bit numbers that follow from its state. Two different states of a graph of a hundred million have the
same ones with a probability below 1 in 10^22. What a position is made of is kept as bytes, for each stretch of words
what is not as in the position from which the exploration began: how many words further on, by how much; 0 ends it.
"""

from __future__ import annotations

import numba

from arcg.runtime.kernel.jit import Array, kernel

(
    C_STATES,       # positions known
    C_NEXT,         # the position whose actions are to be taken next
    C_LIMIT,        # the one before which to stop
    C_RECUT,        # positions before this one were found while the memory was smaller
    C_EDGES,        # edges in use
    C_WINS,         # edges that win
    C_LOSSES,       # edges that lose
    C_CANCELLED,    # edges that were taken back, since they did not come to rest
    C_SAME,         # edges that lead to where they began
    C_STEPS,        # edges taken, also those that are not kept
    C_KEEPING,      # 1: edges are kept
    C_EAGER,        # 1: stop at the first win
    C_WON_FROM, C_WON_BY,  # the first win: from which position (-1: none yet), by which move
    C_SPENT,        # the world attribute that is left out of positions, or -1
    C_RICH,         # the value that it has before every action
    C_COSTLIEST,    # most that an action took of it
    C_TOP,          # where writing or reading stands in the bytes of positions
    C_MOVES,        # moves of the position whose actions are taken
    C_LOW, C_HIGH,  # the hash of the position that was looked at last
) = range(21)  # fmt: skip
CONTROL = 32
"""Words of the control array, `C` in the kernels."""

DONE, NO_ROOM, NO_MEMORY = range(3)
"""Why an exploration stopped: it came to the limit or to a win, its tables are full, or the game's memory is."""

TO_WIN, TO_LOSS = -1, -2
"""Where edges lead that end the level."""

MOVE_ACTION, MOVE_X, MOVE_Y, MOVE_WEIGHT = range(4)
"""A move: an action, for a click a pixel, and how many of the 4,096 pixels do the same (all, for other actions)."""
MOVE_SIZE = 4
MOST_MOVES = 4096 + 8
"""Most moves of a position."""

SIDE_BITS = 6
"""Bits of the column or row of a pixel."""

PIXELS = 4096

LONG = 14
"""Most bytes that a word takes which is not as it was."""

SHORT = 60
LOW_PART = (1 << SHORT) - 1
"""Bits of a number that are written at once."""


if numba.config.DISABLE_JIT:

    def wrap(number: int) -> int:
        """The number that is left of one in 64 bits."""
        return ((int(number) + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)

else:

    @kernel
    def wrap(number: int) -> int:
        """The number that is left of one in 64 bits, which in machine code all have."""
        return number


# ---------------------------------------------------------------- hashes


@kernel
def stir(number: int) -> int:
    """A number in which every bit depends on all of the given one, and of which no two come to the same.

    The finalizer of splitmix64 (Steele, Lea and Flood 2014, Stafford's variant 13).
    """
    number = wrap(int(number) * -4658895280553007687)
    number ^= (number >> 27) & 0x1FFFFFFFFF
    number = wrap(number * -7723592293110705685)
    return number ^ ((number >> 31) & 0x1FFFFFFFF)


@kernel
def place_hash(place: int) -> int:
    """The hash with which that of what lies at a place begins: far from those of other places."""
    return wrap(int(place + 1) * -7070675565921424023)


@kernel
def follow(number: int, word: int) -> int:
    """A hash of what was taken in so far and one more word."""
    number = wrap((int(number) ^ int(word)) * -7046029254386353131)
    return number ^ ((number >> 32) & 0xFFFFFFFF)


@kernel
def take_in(C: Array, number: int, sign: int) -> None:
    """Add a part of a position, given by a hash, to the hash of the whole, or (`sign` -1) take it out."""
    C[C_LOW] = wrap(int(C[C_LOW]) + sign * int(number))
    C[C_HIGH] = wrap(int(C[C_HIGH]) + sign * stir(number ^ 0x5851F42D4C957F2D))


# ---------------------------------------------------------------- the table


@kernel
def find(C: Array, keys: Array, table: Array) -> int:
    """The place in the table of the position that was looked at last: where it is, or where it would be."""
    mask = len(table) - 1
    place = stir(C[C_LOW]) & mask
    while table[place] >= 0:
        known = table[place]
        if keys[known, 0] == C[C_LOW] and keys[known, 1] == C[C_HIGH]:
            break
        place = (place + 1) & mask
    return place


@kernel
def enter_all(keys: Array, table: Array, count: int, C: Array) -> None:
    """Enter so many known positions in an empty table."""
    low, high = C[C_LOW], C[C_HIGH]
    for state in range(count):
        C[C_LOW], C[C_HIGH] = keys[state, 0], keys[state, 1]
        table[find(C, keys, table)] = state
    C[C_LOW], C[C_HIGH] = low, high


@kernel
def packed_move(moves: Array, n: int) -> int:
    """A move in 15 bits: the action, then for a click the column and the row of the pixel."""
    if moves[n, MOVE_X] < 0:
        return moves[n, MOVE_ACTION]
    return moves[n, MOVE_ACTION] | (moves[n, MOVE_X] << 3) | (moves[n, MOVE_Y] << (3 + SIDE_BITS))


@kernel
def new_position(C: Array, keys: Array, table: Array, place: int, came: Array, how: Array, moves: Array, n: int) -> int:
    """Enter the position that was looked at last, which a move of the one at C_NEXT leads to; its number."""
    state = C[C_STATES]
    table[place] = state
    keys[state, 0], keys[state, 1] = C[C_LOW], C[C_HIGH]
    came[state], how[state] = C[C_NEXT], packed_move(moves, n)
    C[C_STATES] += 1
    return state


@kernel
def has_room(C: Array, came: Array, to: Array, moves: int) -> bool:
    """Whether so many positions and edges more have room."""
    return C[C_STATES] + moves <= len(came) and (C[C_KEEPING] == 0 or C[C_EDGES] + moves <= len(to))


# ---------------------------------------------------------------- edges


@kernel
def note_edge(
    C: Array, moves: Array, n: int, target: int, cost: int, to: Array, by: Array, weight: Array, spent: Array
) -> None:
    """Note where a move of the position at NEXT leads, and what it takes of the world attribute that is left out."""
    C[C_STEPS] += 1
    if target == TO_WIN:
        C[C_WINS] += 1
        if C[C_WON_FROM] < 0:
            C[C_WON_FROM], C[C_WON_BY] = C[C_NEXT], packed_move(moves, n)
    elif target == TO_LOSS:
        C[C_LOSSES] += 1
    elif target == C[C_NEXT]:
        C[C_SAME] += 1
    C[C_COSTLIEST] = max(C[C_COSTLIEST], cost)
    if C[C_KEEPING]:
        edge = C[C_EDGES]
        to[edge], by[edge], weight[edge] = target, packed_move(moves, n), moves[n, MOVE_WEIGHT]
        spent[edge] = cost
        C[C_EDGES] += 1


# ---------------------------------------------------------------- bytes


@kernel
def put(C: Array, kept: Array, number: int) -> None:
    """Write a number, seven bits a byte, the high bit set while more follow."""
    at = C[C_TOP]
    while number >= 128:
        kept[at] = (number & 127) | 128
        number >>= 7
        at += 1
    kept[at] = number
    C[C_TOP] = at + 1


@kernel
def get(C: Array, kept: Array) -> int:
    """Read a number."""
    at, number, shift = C[C_TOP], 0, 0
    while kept[at] >= 128:
        number |= (int(kept[at]) & 127) << shift
        shift += 7
        at += 1
    C[C_TOP] = at + 1
    return number | (int(kept[at]) << shift)


@kernel
def keep(C: Array, kept: Array, now: Array, at: int, base: Array, there: int, words: int) -> None:
    """Write how a stretch of words differs from another."""
    last = -1
    for n in range(words):
        difference = wrap(int(now[at + n]) - int(base[there + n]))
        if difference:
            put(C, kept, n - last)
            put_signed(C, kept, difference)
            last = n
    put(C, kept, 0)


@kernel
def put_signed(C: Array, kept: Array, number: int) -> None:
    """Write a number with a sign: its low bits, whether there are more, and the sign; then what is left."""
    size = number if number >= 0 else -(number + 1)
    more = size >> SHORT
    put(C, kept, ((size & LOW_PART) << 2) | (2 if more else 0) | (1 if number < 0 else 0))
    if more:
        put(C, kept, more)


@kernel
def get_signed(C: Array, kept: Array) -> int:
    """Read a number with a sign."""
    read = get(C, kept)
    size = read >> 2
    if read & 2:
        size |= get(C, kept) << SHORT
    return -size - 1 if read & 1 else size


@kernel
def unkeep(C: Array, kept: Array, row: Array, at: int, base: Array, there: int, apply: bool) -> None:
    """Read how a stretch of words differs from another, and have it differ so, or (not `apply`) be like that again."""
    place = -1
    step = get(C, kept)
    while step:
        place += step
        difference = get_signed(C, kept)
        word = int(base[there + place])
        row[at + place] = wrap(word + difference) if apply else word
        step = get(C, kept)
