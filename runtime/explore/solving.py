"""Solving: the shortest way to win a level, or as short a one as is found, with what is proved of it.

`solve` goes through the positions of a level breadth first. Where that comes to its limits, a guided search
(`guided.py`) goes on: A* where a measure is known that never says too much (`reach.py`), then whatever seems nearest to
the goals. Every solution is played on an engine before it is told.
"""

from __future__ import annotations

import dataclasses
import time
from typing import Literal

from arcg.compiler import ir
from arcg.runtime.engine import Status
from arcg.runtime.explore.budget import budget_of
from arcg.runtime.explore.graph import STOPPED, Graph, Limits, Watch, explore, one_level
from arcg.runtime.explore.guide import guided
from arcg.runtime.explore.guided import Search
from arcg.runtime.kernel.engine import KernelEngine
from arcg.runtime.kernel.explorer import Move

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
        whole: go through all positions, also where a win was found: then `dead` is known.
        watch: told of the progress, and may stop it: then what is known so far is told.

    Raises:
        ValueError: the program has no such level.
    """
    return _Solving(program, level, limits, seed, watch).answer(eager=not whole)


class _Solving:
    def __init__(self, program: ir.Program, level: int, limits: Limits, seed: int, watch: Watch | None) -> None:
        self.program, self.level, self.limits, self.seed, self.watch = program, level, limits, seed, watch
        self.counter = budget_of(program)
        self.begun = time.monotonic()
        self.engine = KernelEngine(one_level(program, level))

    def answer(self, *, eager: bool) -> Answer:
        """Try one search after another until the level is solved and that is proved."""
        half = None if self.limits.seconds is None else self.limits.seconds / 2
        graph = explore(
            self.program, self.level, limits=self.limits._replace(seconds=half), seed=self.seed, eager=eager,
            watch=self.watch,
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
        if not result.proved and not result.unsolvable and graph.why and graph.why != STOPPED:
            del graph
            result = self._guided(result)
        elif graph.complete and moves is None and not result.unsolvable:
            result = dataclasses.replace(result, why="what an action takes of the budget is not certain")
        if result.proved or result.unsolvable:
            result = dataclasses.replace(result, why="")
        return dataclasses.replace(result, seconds=time.monotonic() - self.begun, used=self._used(result.moves))

    def _guided(self, known_so_far: Answer) -> Answer:
        guide = guided(self.program, self.counter)
        if guide is None:
            return known_so_far
        left = self.limits.seconds
        if left is not None:
            left = max(0.0, left - (time.monotonic() - self.begun))
        search = Search(
            guide, self.level, self.counter, limits=self.limits._replace(seconds=left), seed=self.seed, watch=self.watch
        )
        moves = search.run(self.accepts)
        if moves is not None:
            moves = search.shortened(moves, self.accepts)
        if moves is None or (known_so_far.moves is not None and len(known_so_far.moves) <= len(moves)):
            return dataclasses.replace(known_so_far, states=known_so_far.states + len(search))
        return dataclasses.replace(
            known_so_far, moves=tuple(moves), how="best-effort", states=known_so_far.states + len(search)
        )

    # ------------------------------------------------------------ playing

    def accepts(self, moves: list[Move]) -> bool:
        """Whether moves win the level on an engine, with the last of them."""
        engine = self.engine
        engine.reset(self.seed)
        for move in moves:
            if engine.status != Status.PLAYING:
                return False
            engine.step(*move)
        return engine.status == Status.WON

    def _used(self, moves: tuple[Move, ...] | None) -> int | None:
        """What a solution takes of the budget."""
        if moves is None or self.counter is None:
            return None
        name = self.program.world[self.counter.attr].name
        self.engine.reset(self.seed)
        before = self.engine.world_values()[name]
        for move in moves:
            self.engine.step(*move)
        return before - self.engine.world_values()[name]


def _least(graph: Graph) -> int:
    """No win takes fewer actions: one more than there are layers whose positions had all their moves taken."""
    whole = sum(begins <= graph.done for begins in graph.layers[1:])
    found = graph.solution
    if found is not None:
        return min(whole + 1, len(found.moves))
    return whole + 1
