"""Refining the order of nodes: by what they refer to and by what refers to them, until nothing changes."""

from __future__ import annotations

from arcg.runtime.kernel.arrange_frame import *
from arcg.runtime.kernel.hashing import room, word
from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import compare_records, copy
from arcg.runtime.kernel.nodes import (
    compare_around,
    compare_signatures,
    referred,
    refers,
    sort,
    sort_sources,
    world_refers,
)


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
