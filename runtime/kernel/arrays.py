"""The arrays that the kernels work on: made for a program, filled with the beginnings of its levels, enlarged.

See `layout.py` for what lies where.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.kernel import bodies, entries, layout
from arcg.runtime.kernel.assemble import assembled
from arcg.runtime.kernel.far import sort_slots
from arcg.runtime.kernel.native import own
from arcg.runtime.kernel.sizes import cut, enlarged, first_sizes
from arcg.runtime.kernel.store import Space, Store
from arcg.runtime.kernel.units import UNITS

FIRST_UNDO = 256


class Loading(NamedTuple):
    """What is to be told of the start turn of a level.

    `told`: why it was taken back (or 0), in which phase, full boards, facts that held of too much. `counts`: what the
    rules did in it, as `Arrays.counts`; nothing if it was taken back.
    """

    told: tuple[int, int, int, int]
    counts: NDArray[np.int32]


class Arrays(Store):
    """The arrays of one program and `n` environments (see `layout.py`).

    Besides those of every game: `T` beginnings of levels.
    """

    layout: ClassVar[ModuleType] = layout
    units = UNITS
    pictured = True
    kept = layout.TRACING, layout.DRAWING, layout.FRAME_FIRST

    def __init__(self, program: ir.Program, n: int, threads: int = 1) -> None:
        self.words = assembled(program)
        self.sizes = first_sizes(program)
        first = image = cut(self.words, self.sizes)
        settled = own.settled(first)
        if settled is not None and settled != self.sizes:
            self.sizes = settled
            image = cut(self.words, settled)
        super().__init__(program, n, threads, image, _row_words(image), FIRST_UNDO)
        self.own = own.Own(first)
        self.T = np.zeros((2 * len(program.levels), _row_words(image)), np.int32)
        self.loading: list[Loading] = []
        """Per level what is to be told of its start turn; with chance in it, for the seed 0."""
        for level in range(len(program.levels)):
            self._begin(level)
        self.M[layout.TRACING] = 0

    def _furnish(self, space: Space) -> None:
        super()._furnish(space)
        space.R = np.zeros(int(self.P[layout.REGISTER_WORDS]), np.int64)

    def prepare(self, turns: int) -> None:
        """Have the game's own machine code in the image, if it is to be used and is there."""
        if self.translated is not False:
            if self.translated:
                self.P = self.own.at_once(self.P, self.sizes)
            else:
                self.P = self.own.after(self.P, self.sizes, turns)

    # ------------------------------------------------------------ beginnings

    def _begin(self, level: int) -> None:
        """Fill the two rows of a level in T."""
        count = len(self.program.levels)
        self._place(level)
        while True:
            self.M[layout.ERROR] = 0
            entries.load(self.P, self.M, self.T, count + level)
            self.M[layout.STALE] = 1  # as it is written, the level has no lists of cells
            sort_slots(self.P, self.M)
            if not self.M[layout.ERROR]:
                break
            self.enlarge()
        entries.store(self.P, self.M, self.T, count + level)
        self.loading.append(self.begun(level, 0))
        entries.store(self.P, self.M, self.T, level)
        live = int(self.P[layout.LIVE]) - layout.LEVEL
        self.T[level, live + layout.BLOCK_BEGUN], self.T[level, live + layout.BLOCK_TOUCHED] = level + 1, 0

    def begun(self, level: int, seed: int) -> Loading:
        """Play the start turn of a level: the memory holds the position after it, by itself."""
        tracing = int(self.M[layout.TRACING])
        while True:
            self._clear()
            entries.play_start(self.P, self.T, self.M, self.R, self.F, level, seed)
            if not self.M[layout.ERROR]:
                entries.settle(self.P, self.M)
            error = int(self.M[layout.ERROR])
            if error == 0 or error >= layout.TOO_MANY_EVENTS:
                break
            self.enlarge()
        words = (layout.REASON, layout.FULL, layout.CROWDED)
        reason, full, crowded = (int(self.M[word]) for word in words)
        counts = np.zeros(0, np.int32) if error else self.counts()
        frames = 1 if error else int(self.M[layout.FRAME_COUNT])
        if error:
            self._take_memory()
            entries.load(self.P, self.M, self.T, len(self.program.levels) + level)
            self.M[self.P[layout.LIVE] + layout.BLOCK_RANDOM] = seed
        self.M[layout.ROW_LOADING_FRAMES] = frames
        self.M[layout.TRACING] = tracing
        return Loading((error, reason, full, crowded), counts)

    def _clear(self) -> None:
        for word in (layout.ERROR, layout.REASON, layout.FULL, layout.CROWDED, layout.DRAWING):
            self.M[word] = 0
        self.M[layout.TRACING] = 1
        entries.clear_counts(self.P, self.M)

    def _place(self, level: int) -> None:
        """A level as it is written, in T."""
        data, P = self.program.levels[level], self.P
        row = self.T[len(self.program.levels) + level]
        row[0] = level
        live = int(P[layout.LIVE]) - layout.LEVEL
        count = len(data.things)
        row[live : live + layout.BLOCK_RANDOM] = count
        row[live + layout.BLOCK_TOUCHED] = layout.EVERYTHING
        at = live + layout.BLOCK_HEAD
        row[at : at + len(data.world)] = data.world
        at += len(data.world)
        for number, thing in enumerate(data.things):
            head = (thing.kind, thing.x, thing.y, number, number)
            row[at : at + len(head) + len(thing.attrs)] = (*head, *thing.attrs)
            at += int(P[layout.RECORD])

    def counts(self) -> NDArray[np.int32]:
        """What the rules and forbids did in the last turn, shape (rules + forbids, COUNT_WORDS)."""
        number = int(self.P[layout.RULES] + self.P[layout.FORBIDS])
        at = int(self.P[layout.COUNT_AT])
        return self.M[at : at + number * layout.COUNT_WORDS].reshape(number, layout.COUNT_WORDS).copy()

    def load(self, i: int) -> None:
        """Put environment i into the memory, the beginning of its level with it, without an error."""
        self.M[layout.ERROR] = 0
        entries.load(self.P, self.M, self.E, i)
        entries.load_start(self.P, self.T, self.M)

    def cells(self, level: int, kind: int, x: int, y: int, attrs: Sequence[int]) -> list[tuple[int, int]] | None:
        """The cells that a thing would cover; None if it may not lie there. Uses the memory."""
        if not self.P[layout.BODIES]:
            board = self.program.levels[level]
            return [(x, y)] if 0 <= x < board.width and 0 <= y < board.height else None
        at = int(self.P[layout.OTHER])
        while True:
            self.M[layout.ERROR], self.M[layout.LEVEL] = 0, level
            self.M[at : at + len(attrs)] = attrs
            shape = bodies.shape_of(self.P, self.M, kind, at)
            if not self.M[layout.ERROR]:
                break
            self.enlarge()
        if not bodies.lies_well(self.P, self.M, kind, shape, x, y):
            return None
        seen = [bodies.cell_at(self.M, shape, number) for number in range(bodies.cell_count(self.M, shape))]
        return [(x + dx, y + dy) for dx, dy in seen]

    # ------------------------------------------------------------ more room

    def _enlarge_memory(self, error: int, need: int) -> None:
        self.sizes = enlarged(self.sizes, error, need)
        old, self.P = self.P, cut(self.words, self.sizes)
        self.T, self.E, self.B = (_recut(rows, old, self.P) for rows in (self.T, self.E, self.B))
        touched = int(self.P[layout.LIVE]) - layout.LEVEL + layout.BLOCK_TOUCHED
        for rows in (self.E, self.B):
            rows[:, touched] = layout.EVERYTHING  # chunks are of another size now


def _row_words(image: NDArray[np.int32]) -> int:
    """Words of a row: the environment, and the beginning of its level if it has one of its own."""
    return int(image[layout.ROW_WORDS] + image[layout.BLOCK_WORDS])


def _recut(rows: NDArray[np.int32], old: NDArray[np.int32], new: NDArray[np.int32]) -> NDArray[np.int32]:
    """The same rows in another layout."""
    result = np.zeros((len(rows), _row_words(new)), np.int32)
    world, record, saves = int(old[layout.WORLD]), int(old[layout.RECORD]), int(old[layout.SAVES])
    things = int(old[layout.CAPACITY]) * record

    def move(source: int, to: int, words: int) -> None:
        result[:, to : to + words] = rows[:, source : source + words]

    def place(image: NDArray[np.int32], head: int) -> int:
        return int(image[head]) - layout.LEVEL

    move(0, 0, layout.ROW_HEAD)
    for head in (layout.LIVE, layout.START):
        one, two = place(old, head), place(new, head)
        move(one, two, layout.BLOCK_HEAD + world + things)
        one += layout.BLOCK_HEAD + world + things
        two += layout.BLOCK_HEAD + world + int(new[layout.CAPACITY]) * record
        for _ in range(saves):
            move(one, two, layout.SAVE_HEAD + world + things)
            one += int(old[layout.SAVE_WORDS])
            two += int(new[layout.SAVE_WORDS])
    if not old[layout.BODIES]:
        move(place(old, layout.HEAD), place(new, layout.HEAD), int(old[layout.CELLS]))
        move(place(old, layout.NEXT), place(new, layout.NEXT), int(old[layout.CAPACITY]))
    move(place(old, layout.KSTART), place(new, layout.KSTART), int(old[layout.KINDS]) + 1)
    return result
