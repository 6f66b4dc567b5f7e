"""An exploration of a level of a game of things; see `explorer.py`."""

from __future__ import annotations

import numpy as np

from arcg.runtime.engine import Action
from arcg.runtime.kernel import clicks, entries, exploring, known, layout
from arcg.runtime.kernel.arrays import Arrays
from arcg.runtime.kernel.explorer import Explorer
from arcg.runtime.kernel.told import told


class ThingExplorer(Explorer):
    """See `Explorer`."""

    def _begin(self) -> int:
        self.told = told(self.program) if Action.CLICK in self.program.actions else np.zeros(0, np.int64)
        self.hits = np.zeros((known.MOST_MOVES, clicks.HIT_WORDS), np.int64)
        self.buckets = np.full(clicks.BUCKETS, -1, np.int64)
        self.marks = np.zeros(known.PIXELS, np.int64)
        a = self._arrays
        self.rows = np.stack([a.E[0], a.E[0]])
        self._cut()
        before = 0
        if self.control[known.C_SPENT] >= 0:
            counter = int(a.P[layout.LIVE]) - layout.LEVEL + layout.BLOCK_HEAD + int(self.control[known.C_SPENT])
            before = int(self.rows[0, counter])
            self.rows[:, counter] = self.control[known.C_RICH]
        while not exploring.begin(self.image, a.T, a.M, self.control, self.rows, self.begun, self.kept):
            self._enlarge()
        return before

    @property
    def _arrays(self) -> Arrays:
        arrays: Arrays = self.batch.arrays  # type: ignore[assignment]
        return arrays

    def _cut(self) -> None:
        """Fit to the arrays as they are cut now."""
        a = self._arrays
        self._source = a.P
        self.image = a.P.copy()
        self.image[layout.CAN_UNDO] = 0  # nothing goes back, so nothing need be kept for it
        live = int(a.P[layout.LIVE]) - layout.LEVEL
        self.begun = np.zeros(int(a.T[0, live + layout.BLOCK_SLOTS]), np.int64)
        exploring.hash_begun(self.image, a.T, 0, self.begun)
        self.bound = known.LONG * (self.rows.shape[1] + 2 * layout.CHUNKS + 8)
        self._room_for_bytes()

    def _enlarge(self) -> None:
        a = self._arrays
        counter = self.control[known.C_SPENT], self.control[known.C_RICH]
        a.enlarge()
        a.load(0)
        if counter[0] >= 0:
            a.M[int(a.P[layout.LIVE]) + layout.BLOCK_HEAD + counter[0]] = counter[1]
        entries.rebase(a.P, a.T, a.M)
        row = a.E[0].copy()
        entries.store(a.P, a.M, row[np.newaxis], 0)
        self.rows = np.stack([row, row])
        self.control[known.C_RECUT] = len(self)
        self._cut()

    def _expand(self) -> int:
        a = self._arrays
        moves = max(len(self.plain), int(self.control[known.C_MOVES]), 1)  # of the position before, clicks included
        a.prepare(int(self.control[known.C_LIMIT] - self.control[known.C_NEXT]) * moves)
        if a.P is not self._source:
            self._cut()
        return int(
            exploring.expand(
                self.image, a.T, a.M, a.R, a.U, a.F, self.control, self.rows, self.begun, self.plain, self.told,
                self.moves, self.hits, self.buckets, self.marks, self.keys, self.table, self.came, self.how,
                self.starts, self.kept, self.firsts, self.to, self.by, self.weight, self.spent, self.bound,
            )
        )  # fmt: skip
