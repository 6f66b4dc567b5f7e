"""Many environments of one game, stepped in one call.

`KernelBatch` takes actions for all its environments at once and gives states, frames and counts of each. What depends
on the semantics of the game is in the classes below it: `thing_batch.py`, `cellwise/batch.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.engine import SEEDS, SIZE, Action, Frames
from arcg.runtime.kernel.answers import BEGIN, PLAYING, RESET, STAY
from arcg.runtime.kernel.store import Space, Store
from arcg.runtime.kernel.team import Team

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
ACTIONS = len(Action)


class Memory(NamedTuple):
    """Bytes of the arrays of a batch of n environments, as large as they have grown: shared + n * each + frames.

    `shared`: the game, and the turn that is being played. `each`: an environment at rest, before and after its last
    action, with its undo stack, and what was asked of it. `frames`: room for frames drawn at once, all of a step.
    """

    shared: int
    each: int
    frames: int


class KernelBatch:
    """`n` environments of one game, all at the start of its first level.

    Pictures are drawn only when asked for: `frame(i)` is that of the present state, `frames(i)` are those of the last
    answer. `counts[i]` says how many these are, `turns[i]` how many turns of environment i ran the phases of the game
    so far.

    With several `threads` each steps and draws a part of the environments; what comes out is the same.

    The queries of a game of things are translated to machine code of the game's own (`native`), which changes nothing
    but speed: in the background when it has been played for a while, or (`translated`) before the first step, which
    takes some seconds if it was never done, or never.

    Raises:
        ValueError: there is no environment in it, or no thread.
    """

    arrays: Store
    layout: ClassVar[ModuleType]
    """What the words of the memory and of a row at rest are called."""
    codec: ClassVar[ModuleType]
    """What writes and reads environments."""
    looking: ClassVar[ModuleType]
    """What compares environments at rest."""

    def __new__(
        cls, program: ir.Program, n: int = 1, *, threads: int = 1, translated: bool | None = None
    ) -> KernelBatch:
        """Take the class for the program's semantics."""
        if cls is not KernelBatch:
            return super().__new__(cls)
        if program.cellwise is None:
            from arcg.runtime.kernel.thing_batch import ThingBatch

            return super().__new__(ThingBatch)
        from arcg.runtime.kernel.cellwise.batch import CellBatch

        return super().__new__(CellBatch)

    def __init__(self, program: ir.Program, n: int = 1, *, threads: int = 1, translated: bool | None = None) -> None:
        if n < 1:
            raise ValueError(f"a batch has at least one environment, not {n}")
        if threads < 1:
            raise ValueError(f"a batch is stepped by at least one thread, not {threads}")
        self.threads = min(threads, n)
        self._team = Team(self.threads)
        self.program = program
        self._chance = ir.uses_chance(program)
        self._take_arrays(n)
        self.arrays.translated = translated
        self._all: Ints = np.arange(n)
        self.turns: Ints = np.zeros(n, np.int64)
        self.counts: Ints = np.zeros(n, np.int64)
        self._nowhere: Ints = np.full(n, -1, np.int64)
        """Where nobody clicks."""
        self._asked: tuple[Ints, Ints, Ints] = (np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64))
        self._drawn = False
        self._firsts: list[Ints] = []
        """For each thread where, among the frames that it drew in the last step, those of each environment begin."""
        self._resting: set[int] = set()
        """Environments that were restored since the last step: their answer is the picture of where they are."""
        self._fresh: Bools = np.ones(n, np.bool_)
        """Environments that have begun a new game or were restored since the last step: nothing in them changed."""
        self.reset()

    def __len__(self) -> int:
        return self.arrays.n

    @property
    def memory(self) -> Memory:
        """What the arrays take by now. Code of the game's own is not counted."""
        a = self.arrays
        total = sum(held.nbytes for held in vars(a).values() if isinstance(held, np.ndarray))
        total += sum(space.M.nbytes + space.R.nbytes for space in a.spaces)
        rows = a.E.nbytes + a.B.nbytes + a.U.nbytes
        pictures = a.G.nbytes
        asked = (self._all, self.turns, self.counts, *self._asked, *self._firsts, self._fresh)
        each = (rows + sum(held.nbytes for held in asked)) // a.n
        frames = sum(space.F.nbytes for space in a.spaces) + (pictures if a.G.any() else 0)
        return Memory(total - rows - pictures, each, frames)

    # ------------------------------------------------------------ what depends on the semantics
    # Every program's class has these. They are not abstract for the type checker, because `KernelBatch(..)` is how one
    # of those classes is made.

    def _take_arrays(self, n: int) -> None:
        """Make the arrays."""
        raise NotImplementedError

    def _restart(self, seeds: Ints) -> None:
        """Start a new game in every environment."""
        raise NotImplementedError

    def _step_from(self, space: Space, which: Ints, done: int) -> int:
        """Step the environments `which`, from place `done` in it on; the place of the first that lacked room."""
        raise NotImplementedError

    def _draw(self, picture: NDArray[np.uint8]) -> None:
        """Draw the position in the memory into a flat picture."""
        raise NotImplementedError

    def _draw_answer(self, i: int) -> None:
        """Take the last action of environment i once more, in the memory, and draw its frames."""
        raise NotImplementedError

    def _draw_from(self, space: Space, out: NDArray[np.uint8], which: Ints, done: int) -> int:
        """Draw the present states of the environments `which`, each into its frame of `out`, which is flat.

        From place `done` in it on; the place of the first that lacked room.
        """
        raise NotImplementedError

    def _mark_from(self, space: Space, out: NDArray[np.uint8], which: Ints, done: int) -> int:
        """Mark the cells of every kind in the environments `which`, as `_draw_from` draws them; see `planes`."""
        raise NotImplementedError

    # ------------------------------------------------------------ acting

    def reset(self, seed: int | Sequence[int] | NDArray[Any] = 0) -> None:
        """Start a new game in every environment, with one seed for all or with one for each, shape (n,).

        Raises:
            ValueError: there is no such seed, or not one for each environment.
        """
        self._restart(self._seeds(seed, len(self)))
        self._fresh[:] = True

    def begin(
        self,
        which: Sequence[int] | NDArray[Any],
        seed: int | Sequence[int] | NDArray[Any] = 0,
        *,
        level: int | Sequence[int] | NDArray[Any] = 0,
    ) -> None:
        """Start a new game in some environments; the others stay as they are, and so does what is told of them.

        Args:
            which: the numbers of the environments, each once, shape (k,).
            seed: one seed for all of them or one for each, shape (k,).
            level: where they begin, 0-based, as if the levels before had been won: one for all or one for each. RESET
                may go to the first level.

        Raises:
            ValueError: there is no such environment, level or seed, or not one for each environment.
        """
        places = np.array(which, np.int64).reshape(-1)
        seeds = self._seeds(seed, len(places))
        listed = places.tolist()
        if not _within(places, 0, len(self)) or len(set(listed)) < len(listed):
            raise ValueError(f"the numbers of environments are 0 to {len(self) - 1}, each at most once")
        levels, count = _for_each(level, len(places)), len(self.program.levels)
        if not _within(levels, 0, count):
            raise ValueError(f"levels are counted from 0, and {self.program.name} has {count}; there is no {level}")
        a = self.arrays
        self._sow(places, seeds)
        a.B[places] = a.E[places]
        self._asked[0][places] = BEGIN + levels
        self._drawn = False
        self._resting.difference_update(listed)
        self._fresh[places] = True
        a.E, a.B = a.B, a.E
        self._run(places)
        a.E, a.B = a.B, a.E

    def _sow(self, places: Ints, seeds: Ints) -> None:
        """Have new games in some environments begin with these seeds."""
        if self._chance:
            self._column(self.layout.ROW_SEED)[places] = seeds

    def _seeds(self, seed: int | Sequence[int] | NDArray[Any], n: int) -> Ints:
        """A seed for each of `n` environments."""
        seeds = _for_each(seed, n)
        if not _within(seeds, 0, SEEDS):
            raise ValueError(f"a seed is a number from 0 to {SEEDS - 1}")
        return seeds

    def step(
        self,
        actions: Sequence[int] | NDArray[Any],
        xs: Sequence[int] | NDArray[Any] | None = None,
        ys: Sequence[int] | NDArray[Any] | None = None,
        *,
        drawn: bool = False,
        renew: bool = False,
    ) -> None:
        """Take one action in each environment.

        Args:
            actions: action numbers 0..7, shape (n,); with -1 an environment stays as it is, its answer has no frames.
            xs: columns of clicks in the frame, shape (n,); -1 everywhere when left out.
            ys: rows of clicks in the frame, shape (n,).
            drawn: draw all frames at once; otherwise `frames` plays the turn again when it is asked for them.
            renew: an environment whose game has ended takes RESET instead of its action.

        Raises:
            ValueError: an action is not one of -1..7, or a length is not n.
        """
        a = self.arrays
        columns, rows = (self._nowhere if places is None else _numbers(places, a.n) for places in (xs, ys))
        asked = (_numbers(actions, a.n), columns, rows)
        if not _within(asked[0], STAY, ACTIONS):
            raise ValueError("an action is a number from 0 (RESET) to 7 (undo), or -1 to stay")
        if renew:
            ended = self._column(self.layout.ROW_STATUS) != PLAYING
            asked[0][ended & (asked[0] != STAY)] = RESET
        self._asked, self._drawn = asked, drawn
        self._resting.clear()
        self._fresh[:] = False
        self._run(self._all)
        a.B, a.E = a.E, a.B
        if drawn:
            parts = np.array_split(self.counts, self.threads)
            self._firsts = [np.cumsum(part) - part for part in parts]

    def _run(self, which: Ints) -> None:
        """Do what was asked of some environments, from their rows in E to those in B."""
        for space in self.arrays.spaces:
            space.M[self.layout.DRAWING] = int(self._drawn)
        self.arrays.prepare(len(which))
        self._share(which, self._step_from)

    def _share(self, which: Ints, task: Callable[[Space, Ints, int], int]) -> None:
        """Have something done with some environments, a part of them by each thread, with room enough.

        `task` is given a thread's space, its part of `which`, and how many places in it are done; it answers the same.
        """
        a = self.arrays
        if self.threads == 1:
            ready = task(a.spaces[0], which, 0)
            while ready < len(which):
                a.enlarge()
                ready = task(a.spaces[0], which, ready)
            return
        parts = np.array_split(which, self.threads)
        done = [0] * self.threads
        while True:
            done = self._team.each(lambda number: task(a.spaces[number], parts[number], done[number]))  # noqa: B023
            if all(count == len(part) for count, part in zip(done, parts, strict=True)):
                return
            a.enlarge()

    # ------------------------------------------------------------ where they stand

    def _column(self, word: int, rows: NDArray[Any] | None = None) -> NDArray[Any]:
        held: NDArray[Any] = self.arrays.E if rows is None else rows
        return held[:, word - self.layout.LEVEL]

    def _word(self, word: int) -> NDArray[np.int32]:
        return self._column(word).astype(np.int32)

    @property
    def status(self) -> NDArray[np.int32]:
        """`Status` of each environment, shape (n,)."""
        return self._word(self.layout.ROW_STATUS)

    @property
    def level(self) -> NDArray[np.int32]:
        """The level of each environment, 0-based, shape (n,)."""
        return self._word(self.layout.LEVEL)

    @property
    def levels_completed(self) -> NDArray[np.int32]:
        """How many levels of its present game each environment has won, shape (n,)."""
        return self._word(self.layout.ROW_COMPLETED)

    @property
    def action_count(self) -> NDArray[np.int32]:
        """Actions other than RESET since each level was loaded, shape (n,)."""
        return self._word(self.layout.ROW_ACTIONS)

    @property
    def full_reset(self) -> NDArray[np.int32]:
        """1 where the last answer was a RESET that started the whole game again, shape (n,)."""
        return self._word(self.layout.ROW_FULL_RESET)

    @property
    def can_undo(self) -> Bools:
        """Whether there is anything to go back to by undo, shape (n,)."""
        return self._column(self.layout.ROW_UNDO_COUNT) > 0

    def changed(self) -> Bools:
        """Whether the last answer changed the world apart from its counters, shape (n,).

        Looked at are level and status, the things on the board with all that they are, and the attributes of the world
        that are not whole numbers. Named saves, chance and the undo stack are not. False after a new game began, and
        after `restore`.
        """
        result = np.zeros(len(self), np.bool_)
        self.looking.changed_all(self.arrays.P, self.arrays.E, self.arrays.B, result)
        return result & ~self._fresh

    def planes(self, out: NDArray[np.uint8] | None = None, which: Ints | None = None) -> NDArray[np.uint8]:
        """Which kinds are where: shape (n, kinds, height, width), 1 where a thing of the kind covers the cell, else 0.

        Kinds are in the order of the program; height and width are those of the largest level, a smaller one lies at
        the upper left. Arguments as of `pictures`.
        """
        levels = self.program.levels
        height, width = max(level.height for level in levels), max(level.width for level in levels)
        planes = self._room(out, (len(self), len(self.program.kinds), height, width))
        self._share(
            self._all if which is None else which, lambda space, part, done: self._mark_from(space, planes, part, done)
        )
        return planes

    def _room(self, out: NDArray[np.uint8] | None, shape: tuple[int, ...]) -> NDArray[np.uint8]:
        """Where pictures or planes go."""
        if out is None:
            return np.zeros(shape, np.uint8)
        if out.shape != shape or out.dtype != np.uint8 or not out.flags.c_contiguous:
            raise ValueError(f"they are drawn into a contiguous uint8 array of shape {shape}")
        return out

    # ------------------------------------------------------------ frames

    def frame(self, i: int) -> NDArray[np.uint8]:
        """The picture of the present state of environment i, shape (64, 64)."""
        a = self.arrays
        while True:
            a.load(i)
            picture = np.zeros(SIZE * SIZE, np.uint8)
            self._draw(picture)
            if not a.M[self.layout.ERROR]:
                return picture.reshape(SIZE, SIZE)
            a.enlarge()

    def pictures(self, out: NDArray[np.uint8] | None = None, which: Ints | None = None) -> NDArray[np.uint8]:
        """The pictures of the present states, shape (n, 64, 64): `frame(i)` of every environment, in one call.

        Args:
            out: where they are drawn, of that shape, dtype uint8 and contiguous; a new array if left out.
            which: the numbers of the environments to draw, dtype int64; the others stay in `out` as they are.

        Raises:
            ValueError: `out` is of another shape or dtype, or not contiguous.
        """
        pictures = self._room(out, (len(self), SIZE, SIZE))
        flat = pictures.reshape(-1)
        self._share(
            self._all if which is None else which, lambda space, part, done: self._draw_from(space, flat, part, done)
        )
        return pictures

    def frames(self, i: int) -> Frames:
        """The pictures of the last answer of environment i, oldest first, shape (counts[i], 64, 64)."""
        if i in self._resting:
            return self.frame(i)[np.newaxis]
        if self._drawn:
            place, thread = i, 0
            while place >= len(self._firsts[thread]):
                place -= len(self._firsts[thread])
                thread += 1
            return _pictures(self.arrays.spaces[thread], int(self._firsts[thread][place]), int(self.counts[i]))
        self._draw_answer(i)
        return _pictures(self.arrays.spaces[0], 0, int(self.arrays.M[self.layout.FRAME_COUNT]))

    # ------------------------------------------------------------ states

    def state(self, i: int) -> bytes:
        """The canonical state of environment i; see `Engine.state`."""
        data: bytes = self.codec.state_bytes(self.arrays, i)
        return data

    def snapshot(self, i: int) -> bytes:
        """The snapshot of environment i; see `Engine.snapshot`."""
        data: bytes = self.codec.snapshot_bytes(self.arrays, i)
        return data

    def restore(self, i: int, data: bytes) -> None:
        """Bring environment i to a state or snapshot of the same program, of this engine or another.

        Raises:
            ValueError: the bytes are neither, or of another program.
        """
        self.codec.restore(self.arrays, i, data)
        self.counts[i] = 1
        self._resting.add(i)
        self._fresh[i] = True


def _pictures(space: Space, first: int, count: int) -> Frames:
    """Frames that have been drawn, as an array of their own."""
    return space.F.reshape(-1, SIZE, SIZE)[first : first + count].copy()


def _for_each(value: int | Sequence[int] | NDArray[Any], n: int) -> Ints:
    """One number for all of `n` environments, or one for each."""
    if isinstance(value, int):
        return np.full(n, value, np.int64)
    return _numbers(np.broadcast_to(value, n) if np.ndim(value) == 0 else np.asarray(value), n)


def _within(numbers: Ints, low: int, high: int) -> bool:
    """Whether all numbers are at least `low` and less than `high`."""
    # the methods `min` and `max` take longer to get here than to look at a few hundred numbers
    return not len(numbers) or bool(low <= np.minimum.reduce(numbers) and np.maximum.reduce(numbers) < high)


def _numbers(values: Sequence[int] | NDArray[Any], n: int) -> Ints:
    """Whole numbers for each of `n` environments, as an array of their own."""
    numbers = np.array(values, np.int64)
    if numbers.shape != (n,):
        raise ValueError(f"a batch of {n} environments takes {n} actions at a time, not shape {numbers.shape}")
    return numbers
