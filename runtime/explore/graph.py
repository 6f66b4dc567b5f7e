"""The state graph of a level: positions, the moves between them, and what follows from them.

`explore` goes through the positions of a level breadth first, as far as it is allowed to. A `Graph` then answers: the
shortest solutions, which positions are lost, how likely a win by luck is (`luck.py`). Undo and RESET are no moves in
it: they lead back to what was there before.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.explore.budget import Budget, budget_of
from arcg.runtime.explore.positions import Keys, explorer_from
from arcg.runtime.kernel import graphs, known
from arcg.runtime.kernel.explorer import Explorer, Move, Spending, unpacked

AT_ONCE = 256
"""Moves that are taken between two looks at whether to stop, about."""

Watch = Callable[[int, int], object]
"""Told now and then how many positions are known and how many have had their moves taken; what is true stops it."""

STOPPED = "stopped"


class Limits(NamedTuple):
    """How far an exploration goes: positions known, bytes of its arrays, seconds (None: as long as it takes).

    With limits of positions and bytes alone, an exploration is the same on every machine.
    """

    states: int = 5_000_000
    nbytes: int = 1 << 30
    seconds: float | None = None


class Solution(NamedTuple):
    """Moves that win a level. `proved`: none wins it with fewer."""

    moves: tuple[Move, ...]
    proved: bool


@dataclasses.dataclass(frozen=True)
class Shape:
    """What a graph looks like.

    Attributes:
        states: positions known, ends not counted.
        edges: moves taken from them.
        wins, losses: moves that end the level.
        same: moves that change nothing (what they take of the budget aside).
        merges: moves that lead to another position which was known already.
        depth: most actions that it takes to get to a position by the shortest way.
        rings: components of more than one position in which one can go round.
        branching: moves of a position that change something, on average.
    """

    states: int
    edges: int
    wins: int
    losses: int
    same: int
    merges: int
    depth: int
    rings: int
    branching: float


class Graph:
    """The positions of one level that were explored.

    Attributes:
        program: the game with this level only.
        level: the number of the level, 0-based.
        layers: where the positions of each number of actions begin; one more entry for the end.
        budget: what may be taken before the level is lost, or None if no counter was left out of the positions.
        why: why the exploration is not complete, in words; empty if it is.
    """

    def __init__(self, explorer: Explorer, level: int, layers: list[int], counter: Budget | None, why: str) -> None:
        self.explorer = explorer
        self.program = explorer.program
        self.level = level
        self.layers = layers
        self.counter = counter
        self.budget = None if counter is None else explorer.budget - counter.floor
        self.why = why
        self.lose_first = int(counter is not None and counter.lose_first)

    @property
    def complete(self) -> bool:
        """Whether every position that a player can come to is known, with all its moves."""
        return not self.why

    def __len__(self) -> int:
        return len(self.explorer)

    @property
    def done(self) -> int:
        """How many positions have had all their moves taken: those before this number."""
        return self.explorer.done

    def _counted(self, word: int) -> int:
        return int(self.explorer.control[word])

    # ------------------------------------------------------------ edges

    @property
    def firsts(self) -> NDArray[np.int64]:
        """Where the edges of each position begin, shape (positions + 1,)."""
        return self.explorer.firsts[: self.done + 1]

    @property
    def to(self) -> NDArray[np.int32]:
        """Where each edge leads: a position, or `known.TO_WIN` or `known.TO_LOSS`; shape (edges,)."""
        return self.explorer.to[: self._counted(known.C_EDGES)]

    @property
    def by(self) -> NDArray[np.uint16]:
        """The move of each edge, as `explorer.unpacked` reads it; shape (edges,)."""
        return self.explorer.by[: len(self.to)]

    @property
    def weight(self) -> NDArray[np.uint16]:
        """Of how many of the 4,096 pixels an edge is the click; 4,096 for other actions; shape (edges,)."""
        return self.explorer.weight[: len(self.to)]

    @property
    def spent(self) -> NDArray[np.int32]:
        """What each edge takes of the budget; shape (edges,)."""
        return self.explorer.spent[: len(self.to)]

    @cached_property
    def source(self) -> NDArray[np.int32]:
        """The position of which each edge is; shape (edges,)."""
        result = np.zeros(len(self.to), np.int32)
        graphs.sources(self.firsts, self.done, result)
        return result

    @cached_property
    def _back(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        firsts, back = np.zeros(len(self) + 1, np.int64), np.zeros(int((self.to >= 0).sum()), np.int64)
        graphs.turn_round(self.firsts, self.to, self.done, len(self), firsts, back)
        return firsts, back

    # ------------------------------------------------------------ winning

    @cached_property
    def to_win(self) -> NDArray[np.int32]:
        """Fewest actions from each position to a win, whatever they take; `graphs.NEVER` where there is no way."""
        return self._to_win(hoping=False)

    def hopeless(self, *, hoping: bool) -> NDArray[np.bool_]:
        """From which positions no win can be come to, whatever is taken; shape (positions,).

        `hoping`: as if positions were won whose moves have not been taken.
        """
        return np.asarray((self._to_win(hoping=True) if hoping else self.to_win) >= graphs.NEVER)

    def _to_win(self, *, hoping: bool) -> NDArray[np.int32]:
        result = np.full(len(self), graphs.NEVER, np.int32)
        queue = np.zeros(len(self), np.int32)
        graphs.actions_to_win(self.to, self.done, self.source, *self._back, hoping, queue, result)
        return result

    @cached_property
    def to_spend(self) -> NDArray[np.int32]:
        """The least that a win takes from each position; `graphs.NEVER` where there is no way within the budget.

        A position in which `u` was used is won if and only if u and this are less than the budget together.
        """
        if self.budget is None:
            return np.where(self.to_win < graphs.NEVER, 0, graphs.NEVER).astype(np.int32)
        result = np.full(len(self), graphs.NEVER, np.int32)
        heads = np.full(max(self.budget, 0), -1, np.int64)
        following, waiting = np.zeros((2, len(self.to) + 1), np.int64)
        graphs.least_spent(
            self.to, self.spent, self.source, *self._back, self.lose_first, self.budget, heads, following, waiting,
            result,
        )  # fmt: skip
        return result

    @cached_property
    def solution(self) -> Solution | None:
        """The shortest solution among what was explored; None if there is none.

        Proved if all positions that can be come to with fewer actions had their moves taken, and it is known what these
        take of the budget.
        """
        return self.onward(0, self.budget)

    def onward(self, state: int, left: int | None) -> Solution | None:
        """The shortest way to a win from a position with so much left of the budget; None if there is none.

        Proved as `solution` is.
        """
        found = self._shortest(state, left)
        if found is None:
            return None
        layer, last = (int(np.searchsorted(self.layers, at, "right")) - 1 for at in (state, self.done))
        explored = self.complete or len(found) <= last - layer + 1
        return Solution(tuple(found), bool(explored) and not self.doubtful)

    def lost(self, state: int, left: int | None) -> bool:
        """Whether it is certain that a position with so much left of the budget cannot be won any more."""
        if self.doubtful:
            return False
        if left is None or not self.complete:
            return bool(self._hopeless[state])
        return bool(self.to_spend[state] >= left)

    @cached_property
    def _hopeless(self) -> NDArray[np.bool_]:
        return self.hopeless(hoping=True)

    def _shortest(self, start: int, budget: int | None) -> list[Move] | None:
        if self.to_win[start] >= graphs.NEVER:
            return None
        moves, used, state = [], 0, start
        while True:
            edges = range(int(self.firsts[state]), int(self.firsts[state + 1]))
            want = int(self.to_win[state]) - 1
            costs = [
                (int(self.spent[edge]), edge)
                for edge in edges
                if (self.to[edge] == known.TO_WIN if want == 0 else self._leaves(edge, want))
            ]
            cost, edge = min(costs)
            moves.append(unpacked(int(self.by[edge])))
            if want == 0:
                cost = graphs.win_cost(cost, self.lose_first)
            used += cost
            if budget is not None and used >= budget:
                return self._within(start, budget)
            if want == 0:
                return moves
            state = int(self.to[edge])

    def _leaves(self, edge: int, actions: int) -> bool:
        """Whether an edge leads to where so many actions are left."""
        return bool(self.to[edge] >= 0 and self.to_win[self.to[edge]] == actions)

    def _within(self, start: int, budget: int) -> list[Move] | None:
        """The shortest way within a budget, where the shortest of all takes too much."""
        if self.to_spend[start] >= budget:
            return None
        best = np.full(len(self), graphs.NEVER, np.int32)
        best[start] = 0
        ends = np.array([0, 1, -1, -1], np.int64)
        states, uses, came, by = np.zeros((4, 4 * len(self) + 64), np.int64)
        states[0] = start
        while True:
            outcome = graphs.shortest_within(
                self.firsts, self.to, self.spent, self.done, budget, self.lose_first, best,
                states, uses, came, by, ends,
            )  # fmt: skip
            if outcome == 2:
                states, uses, came, by = (
                    np.concatenate([held, np.zeros_like(held)]) for held in (states, uses, came, by)
                )
                continue
            if outcome == 0:
                return None
            moves = [unpacked(int(self.by[ends[3]]))]
            label = int(ends[2])
            while label:
                moves.append(unpacked(int(self.by[by[label]])))
                label = int(came[label])
            return moves[::-1]

    @cached_property
    def ways(self) -> float:
        """How many shortest ways to a win there are, whatever they take; moves that do the same are one."""
        order = np.argsort(self.to_win, kind="stable")
        order = order[: int((self.to_win < graphs.NEVER).sum())]
        ways = np.zeros(len(self))
        graphs.count_shortest(self.firsts, self.to, self.to_win, order, ways)
        return float(ways[0])

    @property
    def solvable(self) -> bool | None:
        """Whether the level can be won; None if that is not known, since the exploration was not complete."""
        if self.solution is not None:
            return True
        return False if self.complete and not self.doubtful else None

    @property
    def cancelled(self) -> int:
        """How many moves were taken back, since they did not come to rest."""
        return self._counted(known.C_CANCELLED)

    @property
    def doubtful(self) -> bool:
        """Whether an action may take more than there is, of which nothing certain is known then."""
        return self.counter is not None and not self.counter.clamped and self._counted(known.C_COSTLIEST) > 1

    # ------------------------------------------------------------ what it looks like

    @cached_property
    def shape(self) -> Shape:
        """What the graph looks like, as far as it was explored."""
        other = (self.to >= 0) & (self.to != self.source)
        number, low = np.full((2, len(self)), -1, np.int64)
        found = graphs.components(
            self.firsts, self.to, self.done, number, low, np.zeros(len(self), np.int64),
            np.zeros((len(self) + 1, 2), np.int64),
        )  # fmt: skip
        sizes = np.bincount(low, minlength=int(found))
        changing = int(other.sum()) + self._counted(known.C_WINS) + self._counted(known.C_LOSSES)
        return Shape(
            states=len(self),
            edges=len(self.to),
            wins=self._counted(known.C_WINS),
            losses=self._counted(known.C_LOSSES),
            same=self._counted(known.C_SAME),
            merges=int(other.sum()) - (len(self) - 1),
            depth=len(self.layers) - 2,
            rings=int((sizes > 1).sum()),
            branching=changing / max(self.done, 1),
        )

    @cached_property
    def used(self) -> NDArray[np.int32]:
        """The least that was taken of the budget on a way to each position; `graphs.NEVER`: it cannot be come to."""
        return _least_used(self)

    @property
    def dead(self) -> NDArray[np.bool_]:
        """Positions from which the level cannot be won any more, even come to as cheaply as can be; shape (positions,).

        Of an exploration that is not complete only the positions are certain from which all that follows is known.
        """
        if self.budget is None:
            return np.asarray(self.to_win >= graphs.NEVER)
        return np.asarray(self.used + self.to_spend.astype(np.int64) >= self.budget)


def _least_used(graph: Graph) -> NDArray[np.int32]:
    """See `Graph.used`: Dijkstra's algorithm forward."""
    budget = graph.budget
    if budget is None:
        return np.zeros(len(graph), np.int32)
    result = np.full(len(graph), graphs.NEVER, np.int32)
    heads = np.full(max(budget, 1), -1, np.int64)
    following, waiting = np.zeros((2, len(graph.to) + 1), np.int64)
    graphs.least_used(graph.firsts, graph.to, graph.spent, graph.done, budget, heads, following, waiting, result)
    return result


def one_level(program: ir.Program, level: int) -> ir.Program:
    """The game with one of its levels only.

    Raises:
        ValueError: the program has no such level.
    """
    if not 0 <= level < len(program.levels):
        raise ValueError(f"there is no level {level + 1}; {program.name} has {len(program.levels)}")
    return dataclasses.replace(program, levels=(program.levels[level],))


class Exploration:
    """An exploration of a level, which may be stopped and gone on with.

    Raises:
        ValueError: the program has no such level, or `start` is no state of it.
    """

    def __init__(self, program: ir.Program, level: int = 0, *, seed: int = 0, start: bytes | None = None) -> None:
        self.level, self.counter, self._seed = level, budget_of(program), seed
        spending = None if self.counter is None else Spending(self.counter.attr, self.counter.rich)
        self.explorer = explorer_from(one_level(program, level), start, seed=seed, spending=spending)
        self._layers = [0, 1]
        """The last one is the end of the positions whose moves are being taken."""

    def run(self, limits: Limits, *, eager: bool = False, watch: Watch | None = None) -> Graph:
        """Explore; see `explore`. `limits.seconds` are counted anew each time."""
        explorer, why = self.explorer, ""
        begun = time.monotonic()
        while explorer.done < len(explorer) and not why:
            while explorer.done < self._layers[-1] and not why:
                each = max(1, int(explorer.control[known.C_MOVES]))
                explorer.expand(min(self._layers[-1], explorer.done + max(1, AT_ONCE // each)))
                stop = watch is not None and watch(len(explorer), explorer.done)
                why = STOPPED if stop else over(explorer, limits, begun)
            if explorer.done == self._layers[-1] < len(explorer):
                self._layers.append(len(explorer))
            found = eager and explorer.control[known.C_WINS]
            if found and self._graph("").solution is not None:
                why = why or "a win was found"
        return self._graph("" if explorer.done == len(explorer) else why)

    @cached_property
    def _keys(self) -> Keys:
        spending = None if self.counter is None else Spending(self.counter.attr, self.counter.rich)
        return Keys(self.explorer, seed=self._seed, spending=spending)

    def find(self, state: bytes) -> tuple[int, int | None]:
        """The number of the position that a state is (-1: it is not known), and what is left in it of the budget.

        Raises:
            ValueError: these bytes are no state of the level.
        """
        explorer = self.explorer
        key, counted = self._keys.of(state)
        explorer.control[[known.C_LOW, known.C_HIGH]] = key
        number = int(explorer.table[known.find(explorer.control, explorer.keys, explorer.table)])
        return number, None if self.counter is None else counted - self.counter.floor

    def _graph(self, why: str) -> Graph:
        layers = [*self._layers, len(self.explorer)] if self._layers[-1] < len(self.explorer) else [*self._layers]
        return Graph(self.explorer, self.level, layers, self.counter, why)


def explore(
    program: ir.Program,
    level: int = 0,
    *,
    limits: Limits = Limits(),  # noqa: B008  it is immutable
    seed: int = 0,
    start: bytes | None = None,
    eager: bool = False,
    watch: Watch | None = None,
) -> Graph:
    """Explore a level breadth first.

    Args:
        program: the game.
        level: which of its levels, 0-based.
        limits: how far to go.
        seed: where chance begins, in a game with chance: what is explored is what happens under this seed.
        start: a state of `one_level(program, level)` to begin from, instead of from how the level begins.
        eager: stop when a win is found and all positions that are as near have had their moves taken.
        watch: told of the progress, and may stop it.

    Raises:
        ValueError: the program has no such level, or `start` is no state of it.
    """
    return Exploration(program, level, seed=seed, start=start).run(limits, eager=eager, watch=watch)


def over(explorer: Explorer, limits: Limits, begun: float) -> str:
    """Which limit an exploration has come to, in words."""
    if len(explorer) > limits.states:
        return f"more than {limits.states:,} positions"
    if explorer.nbytes > limits.nbytes:
        return f"more than {limits.nbytes >> 20:,} MB"
    if limits.seconds is not None and time.monotonic() - begun > limits.seconds:
        return f"more than {limits.seconds:g} seconds"
    return ""
