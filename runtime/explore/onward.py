"""What can still be done from positions of a game: won, in how few actions, or lost.

`Onward` keeps the explored graph of each level that it was asked about, so that most later answers are only looked up.
A position beyond a graph, or of which the graph does not decide, is searched from by itself.
"""

from __future__ import annotations

import dataclasses
from collections import OrderedDict
from collections.abc import Sequence

from arcg.compiler.ir import Program
from arcg.runtime.engine import Status
from arcg.runtime.explore.graph import STOPPED, Exploration, Graph, Limits, Watch
from arcg.runtime.explore.positions import States
from arcg.runtime.explore.solving import solve
from arcg.runtime.kernel.engine import KernelEngine
from arcg.runtime.kernel.explorer import Move
from arcg.runtime.reference.engine import DIGEST_BYTES

GRAPH = Limits(states=1_000_000, nbytes=512 << 20)
"""How far the graph of a level goes."""

AT_FIRST = 1.0
"""Seconds for which a graph grows before a position is searched from; in the time between questions it goes on."""

SEARCH = Limits(states=2_000_000, nbytes=512 << 20, seconds=20.0)

LEVELS_KEPT = 3

PREFIX = 1 + DIGEST_BYTES
"""Bytes at the beginning of a state that say which game it is of: a level that an edit has not touched stays known."""


@dataclasses.dataclass(frozen=True, slots=True)
class Continuation:
    """What is known of a position.

    Attributes:
        moves: a way to win; empty: it is won; None: none was found.
        proved: no way is shorter, or (without `moves`) there is none.
        why: why no more is known, in words; empty if it is proved.
        looked_up: the answer was there already.
        states: positions that are known of the level, or were in the search.
        seed: of a game with chance, the seed for which this holds; else None.
    """

    moves: tuple[Move, ...] | None
    proved: bool
    why: str
    looked_up: bool
    states: int
    seed: int | None = None


class Onward:
    """Answers for one position after another, of any programs; those of levels asked about lately come at once."""

    def __init__(self, graph: Limits = GRAPH, search: Limits = SEARCH, at_first: float = AT_FIRST) -> None:
        self._graph, self._search, self._at_first = graph, search, at_first
        self._states: States | None = None
        self._levels: OrderedDict[tuple[bytes, int], _Level] = OrderedDict()

    def answer(self, program: Program, state: bytes, watch: Watch | None = None) -> Continuation:
        """What is known of a position; `watch` may stop the search, and `why` says so then.

        Raises:
            ValueError: these bytes are no `state()` of the program.
        """
        if self._states is None or self._states.program is not program:
            self._states = States(program)
        where = self._states.position(state)
        if where.status != Status.PLAYING:
            return Continuation(() if where.status == Status.WON else None, True, "", True, 0)
        key = (where.alone[:PREFIX], where.seed)
        if key not in self._levels:
            self._levels[key] = _Level(self._states.one_level(where.level), where.seed)
        self._levels.move_to_end(key)
        while len(self._levels) > LEVELS_KEPT:
            self._levels.popitem(last=False)
        found = self._levels[key].answer(where.alone, self._limits, self._search, watch)
        return dataclasses.replace(found, seed=where.seed) if self._states.chance else found

    def explore_on(self, watch: Watch) -> None:
        """Let the graph of the level asked about last grow, until it is whole, at its limits, or `watch` stops it."""
        if self._levels:
            next(reversed(self._levels.values())).grow(self._graph, watch)

    @property
    def _limits(self) -> Limits:
        return self._graph._replace(seconds=self._at_first)


class _Level:
    """What is known of one level under one seed."""

    def __init__(self, one: Program, seed: int) -> None:
        self.one, self.seed = one, seed
        self.exploration = Exploration(one, seed=seed)
        self.graph: Graph | None = None
        self.engine = KernelEngine(one)
        self.known: dict[bytes, Continuation] = {}
        """What searches have found: for the positions on the ways to a win too."""

    def grow(self, limits: Limits, watch: Watch | None) -> None:
        """Have a larger graph, if it is not whole or at its limits."""
        at_limits = len(self.exploration.explorer) > limits.states or self.exploration.explorer.nbytes > limits.nbytes
        if self.graph is None or not (self.graph.complete or at_limits):
            self.graph = self.exploration.run(limits, watch=watch)

    def answer(self, state: bytes, limits: Limits, search: Limits, watch: Watch | None) -> Continuation:
        """See `Onward.answer`."""
        if state in self.known:
            return self.known[state]
        found = self._looked_up(state)
        if found is None or not found.proved:
            self.grow(limits, watch)
            found = self._looked_up(state)
        if found is not None and found.proved:
            return found
        if self.graph is not None and self.graph.why == STOPPED:
            return found or Continuation(None, False, STOPPED, False, len(self.graph))
        return self._searched(state, found, search, watch)

    def _looked_up(self, state: bytes) -> Continuation | None:
        """What the graph says; None: nothing."""
        if self.graph is None:
            return None
        number, left = self.exploration.find(state)
        if number < 0:
            return None
        if self.graph.lost(number, left):
            return Continuation(None, True, "", True, len(self.graph))
        solution = self.graph.onward(number, left)
        if solution is None or self._played(state, solution.moves) is None:
            return None
        why = "" if solution.proved else f"a shorter way may be there: {self.graph.why or 'not all was looked at'}"
        return Continuation(solution.moves, solution.proved, why, True, len(self.graph))

    def _searched(self, state: bytes, found: Continuation | None, limits: Limits, watch: Watch | None) -> Continuation:
        answer = solve(self.one, limits=limits, seed=self.seed, start=state, watch=watch)
        if answer.moves is None and found is not None:
            return found
        moves, proved = answer.moves, answer.proved or answer.unsolvable
        if found is not None and found.moves is not None and moves is not None and len(found.moves) < len(moves):
            moves, proved = found.moves, False
        result = Continuation(moves, proved, "" if proved else answer.why, False, answer.states)
        if answer.why != STOPPED:
            self._remember(state, result)
        return result

    def _remember(self, state: bytes, result: Continuation) -> None:
        """Keep what is known of a position, and so of those on the way that leads on from it."""
        result = dataclasses.replace(result, looked_up=True)
        self.known[state] = result
        if result.moves is not None:
            for number, after in enumerate(self._played(state, result.moves) or [], start=1):
                self.known.setdefault(after, dataclasses.replace(result, moves=result.moves[number:]))

    def _played(self, state: bytes, moves: Sequence[Move]) -> list[bytes] | None:
        """The states after each move but the last; None if these moves do not win with the last one."""
        engine, states = self.engine, list[bytes]()
        engine.restore(state)
        for move in moves:
            if engine.status != Status.PLAYING:
                return None
            engine.step(*move)
            states.append(engine.state())
        return states[:-1] if engine.status == Status.WON else None
