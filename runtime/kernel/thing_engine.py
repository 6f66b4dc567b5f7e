"""The kernel engine for games of things."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.engine import MAX_EVENTS, MAX_FRAMES, MAX_ITERATIONS, MAX_THINGS, MAX_TUPLES, RuleTrace
from arcg.runtime.kernel import layout, play
from arcg.runtime.kernel.arrange import MAX_ARRANGEMENTS
from arcg.runtime.kernel.arrays import Loading
from arcg.runtime.kernel.engine import KernelEngine
from arcg.runtime.kernel.thing_batch import ThingBatch

FULL_BOARD = f"no more than {MAX_THINGS} things fit on a board; a `make` was dropped"
CROWDED = (
    f"a fact that asks itself holds of more than {MAX_TUPLES} tuples, so it was taken to hold of none; "
    "give it fewer arguments, or let it speak of fewer things"
)
TANGLED = (
    f"more than {MAX_ARRANGEMENTS} arrangements of look-alikes that refer to one another: equal positions may "
    "count as different; give the things an attribute or a cell of their own"
)


class ThingEngine(KernelEngine):
    """One game in play, a batch of one."""

    batch: ThingBatch

    def __init__(self, program: ir.Program) -> None:
        super().__init__(program)
        self.batch.arrays.M[layout.TRACING] = 1
        self._counts: NDArray[np.int32] | None = None
        self._loading: Loading | None = None
        self._told: list[tuple[int, int, int, int]] = []
        self._tangled = False
        self._answered(0)

    def world_values(self) -> dict[str, int]:
        """The world's attributes by name, as encoded values (things: their place in the order of things)."""
        a = self.batch.arrays
        at = int(a.P[layout.LIVE]) - layout.LEVEL + layout.BLOCK_HEAD
        # at rest, slots are places in the order of things
        return {attr.name: int(value) for attr, value in zip(self.program.world, a.E[0, at:], strict=False)}

    # ------------------------------------------------------------ acting

    def reset(self, seed: int = 0) -> None:
        """Start a new game."""
        super().reset(seed)
        self._answered(0)

    def step(self, action: int, x: int = -1, y: int = -1) -> None:
        """Take one action."""
        super().step(action, x, y)
        ran = int(self.batch.arrays.M[layout.RAN])
        self._answered(self.level if ran & play.LEVEL_RAN else None)

    def restore(self, data: bytes) -> None:
        """Go to a state or a snapshot."""
        super().restore(data)
        self._counts, self._loading, self._told, self._tangled = None, None, [], False

    def _answered(self, loaded: int | None) -> None:
        """Keep what the answer tells: of a turn, and of the start turn of the level that was loaded."""
        memory = self.batch.arrays.M
        turn = bool(memory[layout.RAN] & play.TURN_RAN)
        self._counts = self.batch.arrays.counts() if turn else None
        words = (layout.CANCELLED, layout.REASON, layout.FULL, layout.CROWDED)
        cancelled, reason, full, crowded = (int(memory[word]) for word in words)
        self._told = [(cancelled, reason, full, crowded)]
        self._tangled = bool(memory[layout.TANGLED])
        self._loading = None if loaded is None else self.batch.loading(0, loaded)
        if self._loading is not None:
            self._told.append(self._loading.told)
            if self.batch.draws_at_start and self._counts is not None and len(self._loading.counts):
                self._counts -= self._loading.counts  # the start turn was counted with the turn that won

    # ------------------------------------------------------------ what happened

    def messages(self) -> tuple[str, ...]:
        """What went wrong in the last turn, in words."""
        found = [message for told in self._told for message in self._messages(*told)]
        return (*found, TANGLED) if self._tangled else tuple(found)

    def _messages(self, cancelled: int, reason: int, full: int, crowded: int) -> list[str]:
        back = "the turn was taken back: "
        if cancelled == layout.TOO_MANY_EVENTS:
            return [f"{back}it made more than {MAX_EVENTS} events; let fewer rules answer each other"]
        if cancelled == layout.TOO_MANY_FRAMES:
            return [f"{back}it showed more than {MAX_FRAMES} frames; use fewer `show`, or a `repeat` that rests sooner"]
        if cancelled == layout.TOO_MANY_ITERATIONS:
            return [
                f"{back}phase `{self.program.phases[reason].name}` did not rest within {MAX_ITERATIONS} iterations; "
                "give its rules a condition that ends, or drop `repeat`"
            ]
        return [FULL_BOARD] * full + [CROWDED] * crowded

    def trace(self) -> tuple[RuleTrace, ...]:
        """What each rule that matched did in the last turn."""
        counts = [] if self._counts is None else [self._counts]
        if self._loading is not None:
            counts.append(self._loading.counts)
        return tuple(trace for table in counts for trace in self._traced(table))

    def _traced(self, table: NDArray[np.int32]) -> list[RuleTrace]:
        places: list[tuple[str, str, int]] = [
            (phase.name, rule.name, rule.line) for phase in self.program.phases for rule in phase.rules
        ]
        places += [("forbid", f"forbid.{n}", forbid.line) for n, forbid in enumerate(self.program.forbids, start=1)]
        return [
            RuleTrace(*place, *(int(count) for count in row))
            for place, row in zip(places, table, strict=False)
            if row[layout.COUNT_MATCHES]
        ]
