"""An exploration of one level: the positions that actions lead to, breadth first, and the edges between them.

`Explorer(program, ..)` holds the arrays of `known.py`, makes them larger, and calls the kernels; what depends on the
semantics of the game is in the classes below it: `thing_explorer.py`, `cellwise/explorer.py`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.engine import Action
from arcg.runtime.kernel import known
from arcg.runtime.kernel.batch import KernelBatch

Longs = NDArray[np.int64]

FIRST_STATES, FIRST_EDGES = 1024, 4096
MOST_STATES = (1 << 31) - 2
"""Positions have numbers of 31 bits."""

SPARE = 8
"""Arrays get longer by one part in so many: copying all of them so often is little beside what moves take."""

FULLEST = 5, 8
"""The hash table is at most so full: emptier it would take more memory than all that spare room."""


class Move(NamedTuple):
    """An action, and for a click the pixel of the frame; both -1 for other actions."""

    action: int
    x: int = -1
    y: int = -1


class Spending(NamedTuple):
    """A counter of the world that positions leave out: `attr` its number, `rich` what it is before each action."""

    attr: int
    rich: int


class Explorer:
    """The positions of a game of one level that are known, each with a number; 0 is where the exploration began.

    Going back (undo, RESET) is no action here. `spending`: a counter that is left out of positions: every action is
    taken with `rich` of it, and an edge tells how much it took. `edges`: whether edges are kept.

    Raises:
        ValueError: the program has another number of levels than one.
    """

    def __new__(
        cls, program: ir.Program, *, seed: int = 0, spending: Spending | None = None, edges: bool = True
    ) -> Explorer:
        """Take the class for the program's semantics."""
        if cls is not Explorer:
            return super().__new__(cls)
        if program.cellwise is None:
            from arcg.runtime.kernel.thing_explorer import ThingExplorer

            return super().__new__(ThingExplorer)
        from arcg.runtime.kernel.cellwise.explorer import CellExplorer

        return super().__new__(CellExplorer)

    def __init__(
        self, program: ir.Program, *, seed: int = 0, spending: Spending | None = None, edges: bool = True
    ) -> None:
        if len(program.levels) != 1:
            raise ValueError(f"one level is explored at a time, and {program.name} has {len(program.levels)}")
        self.program = program
        self.batch = KernelBatch(program, 1)
        self.batch.reset(seed)
        self.plain = np.array(
            [number for number in program.actions if number not in (Action.UNDO, Action.CLICK)], np.int64
        )
        self.control: Longs = np.zeros(known.CONTROL, np.int64)
        self.control[known.C_WON_FROM] = self.control[known.C_SPENT] = -1
        self.control[known.C_KEEPING] = int(edges)
        if spending is not None:
            self.control[known.C_SPENT], self.control[known.C_RICH] = spending
        self.moves = np.full((known.MOST_MOVES, known.MOVE_SIZE), -1, np.int64)
        for number, action in enumerate(self.plain):
            self.moves[number, known.MOVE_ACTION], self.moves[number, known.MOVE_WEIGHT] = action, known.PIXELS
        self.keys = np.zeros((FIRST_STATES, 2), np.int64)
        self.table = np.full(2 * FIRST_STATES, -1, np.int32)
        self.came = np.full(FIRST_STATES, -1, np.int32)
        self.how = np.zeros(FIRST_STATES, np.uint16)
        self.starts = np.zeros(FIRST_STATES + 1, np.int64)
        count = FIRST_EDGES if edges else 0
        self.firsts = np.zeros(FIRST_STATES + 1 if edges else 1, np.int64)
        self.to = np.zeros(count, np.int32)
        self.by = np.zeros(count, np.uint16)
        self.weight = np.zeros(count, np.uint16)
        self.spent = np.zeros(count, np.int32)
        self.bound = 0
        self.kept = np.zeros(0, np.uint8)
        self.budget = self._begin()
        """What the counter of `spending` was when the exploration began, or 0."""
        self.keys[0] = self.control[[known.C_LOW, known.C_HIGH]]
        self.table[known.find(self.control, self.keys, self.table)] = 0
        self.control[known.C_STATES] = 1
        self.starts[1] = self.control[known.C_TOP]

    # ------------------------------------------------------------ what depends on the semantics

    def _begin(self) -> int:
        """Look at the position from which the exploration begins, and write it; see `budget`."""
        raise NotImplementedError

    def _expand(self) -> int:
        """Take actions; see `exploring.expand`."""
        raise NotImplementedError

    def _enlarge(self) -> None:
        """Have more room in the memory of the game."""
        raise NotImplementedError

    # ------------------------------------------------------------ exploring

    def __len__(self) -> int:
        return int(self.control[known.C_STATES])

    @property
    def done(self) -> int:
        """How many positions have had all their actions taken: those before this number."""
        return int(self.control[known.C_NEXT])

    @property
    def nbytes(self) -> int:
        """Bytes that the arrays take."""
        held = (self.keys, self.table, self.came, self.how, self.starts, self.kept)
        return sum(array.nbytes for array in (*held, self.firsts, self.to, self.by, self.weight, self.spent))

    def expand(self, limit: int, *, eager: bool = False) -> None:
        """Take all actions of the positions before `limit` that are known by now, in order of their numbers.

        `eager`: stop after the first position of which an action wins.
        """
        self.control[known.C_LIMIT] = min(limit, len(self))
        self.control[known.C_EAGER] = int(eager)
        while True:
            outcome = self._expand()
            if outcome == known.DONE:
                return
            if outcome == known.NO_MEMORY:
                self._enlarge()
            else:
                self.grow()

    def grow(self) -> None:
        """Make room: a little of whatever may be short, so that little is reserved beyond what positions need."""
        control = self.control
        moves = int(control[known.C_MOVES])
        states, size = len(self), len(self.came)
        if states + moves > size:
            more = min(MOST_STATES, max(size + size // SPARE, states + moves)) - size
            if size + more < states + moves:
                raise MemoryError(f"a level has more than {MOST_STATES} positions")
            self.keys, self.came, self.how = (_longer(held, more) for held in (self.keys, self.came, self.how))
            self.starts = _longer(self.starts, more)
            if control[known.C_KEEPING]:
                self.firsts = _longer(self.firsts, more)
            self._fit_table()
        if control[known.C_KEEPING] and control[known.C_EDGES] + moves > len(self.to):
            more = max(len(self.to) // SPARE, moves)
            self.to, self.by, self.weight, self.spent = (
                _longer(held, more) for held in (self.to, self.by, self.weight, self.spent)
            )
        self._room_for_bytes()

    def _fit_table(self) -> None:
        """Have a larger table if this one may get too full."""
        part, whole = FULLEST
        if whole * len(self.came) > part * len(self.table):
            least = -(-whole * len(self.came) // part)
            self.table = np.full(1 << (least - 1).bit_length(), -1, np.int32)
            known.enter_all(self.keys, self.table, len(self), self.control)

    def _room_for_bytes(self) -> None:
        if self.control[known.C_TOP] + 2 * self.bound > len(self.kept):
            self.kept = _longer(self.kept, max(len(self.kept) // SPARE, 4 * self.bound))

    # ------------------------------------------------------------ what was found

    def path(self, state: int) -> list[Move]:
        """The moves that lead from the beginning to a position: as few as can be."""
        moves: list[Move] = []
        while state > 0:
            moves.append(unpacked(int(self.how[state])))
            state = int(self.came[state])
        return moves[::-1]

    @property
    def first_win(self) -> list[Move] | None:
        """The moves to the first win that was found, which are as few as can be; None if none was."""
        state = int(self.control[known.C_WON_FROM])
        if state < 0:
            return None
        return [*self.path(state), unpacked(int(self.control[known.C_WON_BY]))]


def unpacked(move: int) -> Move:
    """A move from the 15 bits in which edges hold it."""
    action, side = move & 7, (1 << known.SIDE_BITS) - 1
    if action != Action.CLICK:
        return Move(action)
    return Move(action, (move >> 3) & side, (move >> (3 + known.SIDE_BITS)) & side)


def _longer(held: NDArray[Any], more: int) -> NDArray[Any]:
    return np.concatenate([held, np.zeros((more, *held.shape[1:]), held.dtype)])
