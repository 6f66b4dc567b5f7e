"""Solving: the shortest way to win a level, or as short a one as is found, with what is proved of it.

`solve` goes through the positions of a level breadth first. Where that comes to its limits, a guided search
(`guided.py`) goes on with whatever seems nearest to the goals, and then A* where a measure is known that never says too
much (`reach.py`). Every solution is played on an engine before it is told.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Sequence
from typing import Literal

import numpy as np

from arcg.compiler import ir
from arcg.runtime.engine import Status
from arcg.runtime.explore.budget import budget_of
from arcg.runtime.explore.graph import STOPPED, Graph, Limits, Watch, explore, one_level
from arcg.runtime.explore.guide import Measure, guessed, guided
from arcg.runtime.explore.guided import Search
from arcg.runtime.explore.positions import with_guide
from arcg.runtime.explore.reach import fewest_left
from arcg.runtime.kernel.engine import KernelEngine
from arcg.runtime.kernel.explorer import Move

UNCERTAIN = "an action may take more of the budget than there is left, and what happens then was not looked at"

HASTES = 8, 3
"""How hastily best-effort searches go to where the goals seem near: first to find any way, then a shorter one."""

How = Literal["breadth-first", "A*", "best-effort"]


@dataclasses.dataclass(frozen=True)
class Answer:
    """What is known of a level.

    Attributes:
        level: its number, 0-based.
        moves: a solution; None: none was found.
        how: the search that found it, or that went furthest.
        least: no solution takes fewer actions than this.
        unsolvable: there is none, which is proved.
        why: why no more is known, in words; empty if the solution is proved to be shortest, or that there is none.
        states: positions that were known, in all searches together.
        seconds: how long it took.
        dead: share of the positions from which the level cannot be won any more; None if not all are known.
        budget: what may be taken before the level is lost; None: there is no such counter.
        used: what the solution takes of it.
    """

    level: int
    moves: tuple[Move, ...] | None
    how: How
    least: int
    unsolvable: bool
    why: str
    states: int
    seconds: float
    dead: float | None
    budget: int | None
    used: int | None

    @property
    def proved(self) -> bool:
        """Whether no solution is shorter than this one."""
        return self.moves is not None and len(self.moves) <= self.least


def solve(
    program: ir.Program,
    level: int = 0,
    *,
    limits: Limits = Limits(),  # noqa: B008  it is immutable
    seed: int = 0,
    start: bytes | None = None,
    whole: bool = False,
    watch: Watch | None = None,
) -> Answer:
    """Solve a level.

    Args:
        program: the game.
        level: which of its levels, 0-based.
        limits: how far each search may go; `seconds` are those of all searches together, of which the
            first may take half.
        seed: where chance begins, in a game with chance: the level is solved for this seed.
        start: a state of `one_level(program, level)` to solve from, instead of from how the level begins.
        whole: go through all positions, also where a win was found: then `dead` is known.
        watch: told of the progress, and may stop it: then what is known so far is told.

    Raises:
        ValueError: the program has no such level, or `start` is no state of it.
    """
    return _Solving(program, level, limits, seed, start, watch).answer(eager=not whole)


class _Solving:
    def __init__(
        self, program: ir.Program, level: int, limits: Limits, seed: int, start: bytes | None, watch: Watch | None
    ) -> None:
        self.start = start
        self.program, self.level, self.limits, self.seed, self.watch = program, level, limits, seed, watch
        self.counter = budget_of(program)
        self.begun = time.monotonic()
        self.engine = KernelEngine(one_level(program, level))

    def answer(self, *, eager: bool) -> Answer:
        """Try one search after another until the level is solved and that is proved."""
        half = None if self.limits.seconds is None else self.limits.seconds / 2
        graph = explore(
            self.program, self.level, limits=self.limits._replace(seconds=half), seed=self.seed, start=self.start,
            eager=eager, watch=self.watch,
        )  # fmt: skip
        moves = None if graph.solution is None else list(graph.solution.moves)
        if moves is not None and not self.accepts(moves):
            moves = None
        least = _least(graph)
        result = Answer(
            self.level,
            None if moves is None else tuple(moves),
            "breadth-first",
            least,
            graph.solvable is False,
            graph.why,
            len(graph),
            0.0,
            float(graph.dead.mean()) if graph.complete else None,
            graph.budget,
            None,
        )
        if result.proved or result.unsolvable:
            result = dataclasses.replace(result, why="")
        elif graph.complete or (graph.solution is not None and graph.solution.proved):
            result = dataclasses.replace(result, why=UNCERTAIN)
        elif graph.why != STOPPED:
            del graph
            result = self._guided(result)
        return dataclasses.replace(result, seconds=time.monotonic() - self.begun, used=self._used(result.moves))

    def _guided(self, found: Answer) -> Answer:
        """Search by how near positions seem to the goals, then by what never says too much."""
        guesses = guessed(self.program) if self.program.cellwise is None else []
        for haste in HASTES if guesses else ():
            search = self._search(guesses, haste)
            before = None if found.moves is None else list(found.moves)
            moves = search.run(self.accepts, before)
            if moves is not None and moves != before and search.why != STOPPED:
                moves = search.shortened(moves, self.accepts)
            found = self._better(found, moves, "best-effort", search)
            if found.proved:
                return dataclasses.replace(found, why="")
            if found.why == STOPPED:
                return found
        left = fewest_left(self.program, self.level) if self.start is None else None
        certain = self.counter is None or self.counter.clamped
        if left is None or not certain:
            return found
        search = self._search([left], 0)
        moves = search.run(self.accepts, None if found.moves is None else list(found.moves))
        found = self._better(found, moves, "A*", search)
        return dataclasses.replace(found, how="A*", why="") if found.proved else found

    def _search(self, measures: Sequence[Measure], haste: int) -> Search:
        seconds = self.limits.seconds
        if seconds is not None:
            seconds = max(0.0, seconds - (time.monotonic() - self.begun)) / (2 if haste else 1)
        limits = self.limits._replace(seconds=seconds)
        guide = guided(self.program, self.counter, measures)
        start = None
        if self.start is not None:
            one = guide._replace(program=one_level(guide.program, self.level))
            start = with_guide(one_level(self.program, self.level), one, self.start)
        return Search(
            guide, self.level, self.counter, limits=limits, seed=self.seed, start=start, watch=self.watch, haste=haste
        )

    def _better(self, found: Answer, moves: list[Move] | None, how: How, search: Search) -> Answer:
        """What is known after another search."""
        why = STOPPED if search.why == STOPPED else found.why
        found = dataclasses.replace(
            found, states=found.states + len(search), least=max(found.least, search.least), why=why
        )
        if moves is None or (found.moves is not None and len(found.moves) <= len(moves)):
            return found
        return dataclasses.replace(found, moves=tuple(moves), how=how)

    # ------------------------------------------------------------ playing

    def accepts(self, moves: list[Move]) -> bool:
        """Whether moves win the level on an engine, with the last of them."""
        engine = self._begun()
        for move in moves:
            if engine.status != Status.PLAYING:
                return False
            engine.step(*move)
        return engine.status == Status.WON

    def _begun(self) -> KernelEngine:
        """The engine, where the solving begins."""
        if self.start is None:
            self.engine.reset(self.seed)
        else:
            self.engine.restore(self.start)
        return self.engine

    def _used(self, moves: tuple[Move, ...] | None) -> int | None:
        """What a solution takes of the budget."""
        if moves is None or self.counter is None:
            return None
        name = self.program.world[self.counter.attr].name
        self._begun()
        before = self.engine.world_values()[name]
        for move in moves:
            self.engine.step(*move)
        return before - self.engine.world_values()[name]


def _least(graph: Graph) -> int:
    """No win takes fewer actions: one more than there are layers whose positions had all their moves taken.

    Where an action may take more of the budget than there is, that is certain only while none can come to that.
    """
    least = sum(begins <= graph.done for begins in graph.layers[1:]) + 1
    if graph.solution is not None:
        least = min(least, len(graph.solution.moves))
    return _certain(graph, least) if graph.doubtful else least


def _certain(graph: Graph, actions: int) -> int:
    """Up to so many actions, how many it takes at least until one may take more of the budget than there is."""
    assert graph.budget is not None
    most = np.full(len(graph), -1, np.int64)  # the most that can have been taken in the position after some actions
    most[0] = 0
    for taken in range(1, actions):
        here = most[graph.source]
        after = here + graph.spent
        if (after[here >= 0] > graph.budget).any():
            return taken
        most[:] = -1
        on = (here >= 0) & (graph.to >= 0)
        np.maximum.at(most, graph.to[on], np.minimum(after[on], graph.budget - 1))
    return actions
