"""Guided search: positions are looked at in the order of how near they seem to the goals of their game.

Takes a guide (`guide.py`), gives the moves of wins. With a measure that never says too much the search is A*: no win
is shorter than the first one that it gives. With any other it is best-effort: what it finds may be longer than need be.
"""

from __future__ import annotations

import heapq
import itertools
import time
from array import array
from collections.abc import Callable

import numpy as np

from arcg.runtime.explore.budget import Budget
from arcg.runtime.explore.graph import AT_ONCE, STOPPED, Graph, Limits, Watch, one_level, over
from arcg.runtime.explore.guide import PART, Guide, told
from arcg.runtime.explore.positions import explorer_from
from arcg.runtime.kernel import graphs, known
from arcg.runtime.kernel.explorer import Move, Spending, unpacked

OLDEST = 8
"""Of so many positions one is the oldest that is left, however far it seems, so that no hollow holds the search."""

LOW = (1 << 32) - 1

HEAP_BYTES = 64
"""What an entry of the heap takes, about."""

BESIDE = 2
"""How many moves beside the way of a win is looked for a shorter one."""


class Search:
    """A search in progress.

    `haste`: how much more a part of the measure counts than an action that was taken. 0: the measure is a number of
    actions and never says too much; then the search is A*.

    Attributes:
        least: no win takes fewer actions than this (0 unless the search is A*).
        why: why it stopped before all was looked at, in words; empty if it did not.
    """

    def __init__(
        self, guide: Guide, level: int, counter: Budget | None, *, limits: Limits, seed: int, start: bytes | None,
        watch: Watch | None, haste: int,
    ) -> None:  # fmt: skip
        self.level, self.counter, self.limits, self.watch, self.haste = level, counter, limits, watch, haste
        one = one_level(guide.program, level)
        self.explorer = explorer_from(one, start, seed=seed, spending=Spending(guide.attr, 0))
        self.budget = None if counter is None else self.explorer.budget - counter.floor
        self.begun = time.monotonic()
        self.exact = haste == 0
        self.least, self.why = 0, ""
        self._sparing = self.budget is not None and haste > 0
        self._order: list[int] = []
        self._counts: list[int] = []
        self._used, self._actions, self._measures = array("i", [0]), array("i", [0]), array("i", [0])
        """Of each position what was taken of the budget on the way to it (where that is minded), the actions, and how
        far the goals seem from it."""
        self._expanded = bytearray(1)
        self._heap = [0]
        """Positions to look at, each with its priority, and the latest first of equal ones, in one number."""
        self._below, self._certain = graphs.NEVER, graphs.NEVER
        self._oldest, self._look = 0, AT_ONCE

    def __len__(self) -> int:
        return len(self.explorer)

    # ------------------------------------------------------------ searching

    def run(self, accepts: Callable[[list[Move]], bool], best: list[Move] | None = None) -> list[Move] | None:
        """The moves of a win that is accepted; None: no such win was found.

        `best`: what is known already, for a shorter one is looked for. A* goes on until no win is shorter, unless `why`
        says that it was stopped.
        """
        while True:
            self._below = graphs.NEVER if best is None else len(best)
            state = self._next()
            if self.exact:
                left = len(best) if best is not None else self.least
                self.least = min(self._certain, left if state < 0 else max(self.least, self._priority(state)))
            if state < 0 or (self.exact and self._priority(state) >= self._below):
                return best
            if self._take(state):
                found = self._path(state)
                if accepts(found):
                    best = found
                else:
                    self._certain = min(self._certain, len(found))  # a longer way to a position may take less
                if best is not None and not self.exact:
                    return best
            if self._stops():
                return best

    def _stops(self) -> bool:
        """Whether it is time to stop, which is looked at now and then."""
        taken = int(self.explorer.control[known.C_STEPS])
        if taken >= self._look:
            self._look = taken + AT_ONCE
            stop = self.watch is not None and self.watch(len(self), len(self._order))
            left = self.limits._replace(nbytes=self.limits.nbytes - HEAP_BYTES * len(self._heap))
            self.why = STOPPED if stop else over(self.explorer, left, self.begun)
        return bool(self.why)

    def _priority(self, state: int) -> int:
        return self._actions[state] + self._measures[state] * (self.haste or 1)

    def _next(self) -> int:
        """The position whose moves are taken next; -1: there is none."""
        if not self.exact and len(self._order) % OLDEST == OLDEST - 1:
            while self._oldest < len(self._expanded) and not self._is_open(self._oldest):
                self._oldest += 1
            if self._oldest < len(self._expanded):
                return self._oldest
        while self._heap:
            entry = heapq.heappop(self._heap)
            priority, state = entry >> 64, entry & LOW
            if self._is_open(state) and priority == self._priority(state):
                return state
        return -1

    def _is_open(self, state: int) -> bool:
        affordable = self.budget is None or self._used[state] < self.budget
        return not self._expanded[state] and affordable and self._actions[state] + 1 < self._below

    def _take(self, state: int) -> bool:
        """Take all moves of a position; whether one wins."""
        explorer, control = self.explorer, self.explorer.control
        before, begun = len(explorer), int(control[known.C_EDGES])
        control[known.C_NEXT] = state
        explorer.expand(state + 1)
        end, new = int(control[known.C_EDGES]), len(explorer) - before
        self._order.append(state)
        self._counts.append(end - begun)
        self._expanded[state] = 1
        self._expanded.extend(bytes(new))
        for held, value in ((self._used, graphs.NEVER), (self._actions, graphs.NEVER), (self._measures, 0)):
            held.extend(itertools.repeat(value, new))
        used, actions = self._used[state], self._actions[state]
        wins = False
        edges = zip(explorer.to[begun:end].tolist(), explorer.spent[begun:end].tolist(), strict=True)
        for n, (target, cost) in enumerate(edges):
            if target < 0:
                wins = wins or target == known.TO_WIN
                continue
            taken, measure = told(cost)
            if target >= before:
                unknown = 0 if self.exact else self._measures[state]
                self._measures[target] = measure if measure >= 0 else unknown
            label = (used + taken if self._sparing else 0, actions + 1)
            if label < (self._used[target], self._actions[target]):
                self._used[target], self._actions[target] = label
                if target < before:
                    explorer.came[target], explorer.how[target] = state, explorer.by[begun + n]
                    self._expanded[target] &= not self.exact
                late = LOW - len(self._order)
                heapq.heappush(self._heap, self._priority(target) << 64 | late << 32 | target)
        return wins

    def _path(self, state: int) -> list[Move]:
        """The moves to a win from the position whose moves were taken last."""
        end = int(self.explorer.control[known.C_EDGES])
        begun = end - self._counts[-1]
        last = begun + int(np.flatnonzero(self.explorer.to[begun:end] == known.TO_WIN)[0])
        return [*self.explorer.path(state), unpacked(int(self.explorer.by[last]))]

    # ------------------------------------------------------------ shortening

    def shortened(self, moves: list[Move], accepts: Callable[[list[Move]], bool]) -> list[Move]:
        """A win as short as any among what was looked at and what lies beside the way, looked at until that is so."""
        while True:
            graph = self._graph()
            found = graph.solution
            better = found is not None and len(found.moves) < len(moves) and accepts(list(found.moves))
            if found is not None and better:
                moves = list(found.moves)
            states = _beside(graph, moves)
            fresh = [state for state in states if not self._expanded[state]]
            if not fresh:
                return moves
            for state in fresh:
                self._take(state)
                if self._stops():
                    return moves

    def _graph(self) -> Graph:
        """What was looked at as a graph: edges in the order of their positions, which take of the budget alone."""
        explorer = self.explorer
        order, counts = np.array(self._order, np.int64), np.array(self._counts, np.int64)
        edges, states = int(explorer.control[known.C_EDGES]), len(explorer)
        source = np.repeat(order, counts)
        sort = np.argsort(source, kind="stable")
        for held in (explorer.to, explorer.by, explorer.weight, explorer.spent):
            held[:edges] = held[:edges][sort]
        explorer.spent[:edges] %= PART
        again = np.argsort(order, kind="stable")
        self._order, self._counts = order[again].tolist(), counts[again].tolist()
        explorer.firsts[: states + 1] = np.searchsorted(source[sort], np.arange(states + 1))
        explorer.control[known.C_NEXT] = states
        return Graph(explorer, self.level, [0, 1], self.counter, "not all was looked at")


def _beside(graph: Graph, moves: list[Move]) -> list[int]:
    """The positions on a way, and those that are a few moves beside it."""
    way = [0]
    for move in moves[:-1]:
        edges = range(int(graph.firsts[way[-1]]), int(graph.firsts[way[-1] + 1]))
        way.append(next(int(graph.to[edge]) for edge in edges if unpacked(int(graph.by[edge])) == move))
    found, last = dict.fromkeys(way), way
    for _ in range(BESIDE):
        ahead: dict[int, None] = {}
        for state in last:
            targets = graph.to[graph.firsts[state] : graph.firsts[state + 1]].tolist()
            ahead |= dict.fromkeys(target for target in targets if target >= 0 and target not in found)
        found |= ahead
        last = list(ahead)
    return list(found)
