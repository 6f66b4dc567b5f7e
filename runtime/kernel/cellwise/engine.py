"""The kernel engine for games of rules over cells, behind the engine protocol."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.engine import MAX_CELL_WORK, RuleTrace
from arcg.runtime.kernel.cellwise import layout, play, ruling, running
from arcg.runtime.kernel.cellwise.batch import CellBatch
from arcg.runtime.kernel.engine import KernelEngine

_RESTLESS = {
    layout.TOLD_PASSES: f"rules did not rest within {running.MAX_PASSES} passes and were left",
    layout.TOLD_JUMPS: f"the loop here did not rest within {running.MAX_JUMPS} repetitions and was left",
}
_MESSAGES = {
    layout.TOLD_ROUNDS: f"what moves rigidly was not settled within {ruling.MAX_ROUNDS} rounds and was left",
    layout.TOLD_AGAINS: f"more than {play.MAX_AGAINS} turns would have followed by `again`; the rest was left out",
    layout.TOLD_WORK: (
        f"a turn was taken back: more than {MAX_CELL_WORK} rules were tried and matches done; "
        "let fewer rows of one rule match at once, or give its rules a condition that ends"
    ),
}


class CellEngine(KernelEngine):
    """One game in play, a batch of one."""

    batch: CellBatch

    def __init__(self, program: ir.Program) -> None:
        if program.cellwise is None:
            raise ValueError("the program has no rules over cells")
        self._cellwise = program.cellwise
        super().__init__(program)
        self._draws: NDArray[np.float64] | None = None

    @property
    def draws(self) -> NDArray[np.float64] | None:
        """Random numbers that are read, from the first on, instead of being made; see `CellBatch.draw_from`."""
        return self._draws

    @draws.setter
    def draws(self, numbers: Sequence[float] | NDArray[np.float64] | None) -> None:
        self._draws = None if numbers is None else np.array(numbers, np.float64)
        self.batch.draw_from(self._draws)

    def world_values(self) -> dict[str, int]:
        """The world has no attributes."""
        return {}

    # ------------------------------------------------------------ what happened

    def messages(self) -> tuple[str, ...]:
        """What went wrong in the last turn, in words."""
        if self.batch.at_ease(0):
            return ()
        return tuple(text for told, _ in self.batch.told(0) for text in dict.fromkeys(map(self._message, told)))

    def _message(self, told: int) -> str:
        source, sort = divmod(told, layout.TOLD_SORTS)
        if sort in _MESSAGES:
            return _MESSAGES[sort]
        return f"line {self._cellwise.lines[source]}: {_RESTLESS[sort]}; give them a condition that ends"

    def trace(self) -> tuple[RuleTrace, ...]:
        """What each rule that matched did in the last turn."""
        return tuple(
            self._rule_trace(source, *row)
            for _, counts in self.batch.told(0)
            for source, row in enumerate(counts.tolist())
            if row[layout.COUNT_MATCHES]
        )

    def _rule_trace(self, source: int, matches: int, applied: int, dropped: int) -> RuleTrace:
        rules = self._cellwise
        place = rules.phases[source], rules.names[source], rules.lines[source]
        return RuleTrace(*place, matches, applied, dropped, 0)
