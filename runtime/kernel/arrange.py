"""Arranging look-alikes: the canonical order of the things of tables in which a handle means the same thing.

A *table* is a position or a save. The things of a position, and those that only its linked saves still know, are
*nodes*. Nodes are ordered by what they are in each table; nodes that are still equal are told apart by what they refer
to and by what refers to them, until nothing changes; of the arrangements that are left the one with the smallest bytes
counts, found by trying the members of the first open class one after another. Of arrangements that are symmetric only
one is tried.

Everything lies in the pool, behind a frame that says where (`arrange_frame.py`). `nodes.py` gathers and sorts nodes,
`refining.py` tells them apart by references, what is here tries arrangements.
"""

from __future__ import annotations

from arcg.runtime.kernel.arrange_frame import *
from arcg.runtime.kernel.hashing import room, word
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import copy
from arcg.runtime.kernel.nodes import (
    compare_keys,
    sort,
)
from arcg.runtime.kernel.refining import class_end, classify, draw_edges, find_twins, is_open, lay_out, refine, split

MAX_ARRANGEMENTS = 2000
"""Most arrangements of look-alikes that are compared; part of the semantics."""


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
