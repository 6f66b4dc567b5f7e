"""An exploration of a level of a game of rules over cells; see `arcg.runtime.kernel.explorer`."""

from __future__ import annotations

import numpy as np

from arcg.runtime.engine import Action
from arcg.runtime.kernel import known
from arcg.runtime.kernel.cellwise import exploring, layout
from arcg.runtime.kernel.cellwise.arrays import Arrays
from arcg.runtime.kernel.explorer import Explorer


class CellExplorer(Explorer):
    """See `Explorer`. A click does the same wherever it is."""

    def _begin(self) -> int:
        control, row = self.control, self._arrays.E[0]
        if Action.CLICK in self.program.actions:
            self.moves[len(self.plain)] = Action.CLICK, 0, 0, known.PIXELS
        control[known.C_MOVES] = len(self.program.actions) - (Action.UNDO in self.program.actions)
        self.rows = np.stack([row, row])
        self.bound = known.LONG * (len(row) + 8)
        self._room_for_bytes()
        self._cut()
        self.words = int(exploring.begin(self.image, self._arrays.M, control, self.rows, self.kept))
        return 0

    @property
    def _arrays(self) -> Arrays:
        arrays: Arrays = self.batch.arrays  # type: ignore[assignment]
        return arrays

    def _cut(self) -> None:
        """Fit to the arrays as they are cut now."""
        self.image = self._arrays.P.copy()
        self.image[layout.CAN_UNDO] = 0  # nothing goes back, so nothing need be kept for it

    def _enlarge(self) -> None:
        self._arrays.enlarge()
        self._cut()

    def _expand(self) -> int:
        a = self._arrays
        return int(
            exploring.expand(
                self.image, a.D, a.M, a.U, a.F, self.control, self.rows, self.moves, self.keys, self.table, self.came,
                self.how, self.starts, self.kept, self.firsts, self.to, self.by, self.weight, self.spent, self.bound,
                self.words,
            )
        )  # fmt: skip
