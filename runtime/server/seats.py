"""Where sessions sit: the engines of one game, shared by all that play it.

A seat is one game in play. On the kernels it is a place in a batch, so that a session costs a few KB and not an engine;
until they are there each session has a reference engine of its own. A session that is not in use can leave its seat:
its game becomes bytes, and sits down again with the next action. Everything here may be called from several threads.
"""

from __future__ import annotations

import threading
import zlib
from typing import TYPE_CHECKING

from arcg.compiler.ir import Program
from arcg.runtime.engine import Action, Frames, Status
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.server.kernels import Kernels

if TYPE_CHECKING:
    from arcg.runtime.kernel.batch import KernelBatch

PLACES = 32
"""Seats of one batch: what a batch needs by itself is shared by so many."""

UNDO_BYTES = 32 << 20
"""About the most that a session's undo stack may take."""
MOST_ACTIONS = 20_000
LEAST_ACTIONS = 1_000
"""A game with undo takes so many actions between two beginnings of a level, at most and in any case; see `patience`."""
WORD = 4


def patience(program: Program) -> int | None:
    """How many actions a level takes until it has to begin again, so that undo stacks are bounded; None without undo.

    An action adds at most one position to the stack, and a position at most what all things of a level take.
    """
    if Action.UNDO not in program.actions:
        return None
    most = max((len(level.things) for level in program.levels), default=0)
    attrs = max((len(kind.attrs) for kind in program.kinds), default=0)
    position = WORD * (most * (2 + attrs) + len(program.world) + 1)
    return max(LEAST_ACTIONS, min(MOST_ACTIONS, UNDO_BYTES // position))


class _Bench:
    """A batch, and who sits where in it."""

    def __init__(self, program: Program) -> None:
        from arcg.runtime.kernel.batch import KernelBatch

        self.batch: KernelBatch = KernelBatch(program, PLACES)
        self.free = list(range(PLACES))
        self.lock = threading.Lock()


class _Place:
    """A place in a batch, as a seat. The frames of an answer are taken with the step, and can be had once."""

    def __init__(self, bench: _Bench, number: int) -> None:
        self.bench, self.number = bench, number
        self._batch = bench.batch
        with bench.lock:
            self._batch.begin([number])
            self._take()

    def _take(self) -> None:
        i, batch = self.number, self._batch
        self.status = Status(int(batch.status[i]))
        self.levels_completed = int(batch.levels_completed[i])
        self.action_count = int(batch.action_count[i])
        self.full_reset = bool(batch.full_reset[i])
        self._frames = batch.frames(i)

    @property
    def program(self) -> Program:
        return self._batch.program

    def actions(self) -> tuple[int, ...]:
        return self.program.actions

    def step(self, action: int, x: int = -1, y: int = -1) -> None:
        asked = [[-1] * PLACES for _ in range(3)]
        for column, value in zip(asked, (action, x, y), strict=True):
            column[self.number] = value
        with self.bench.lock:
            self._batch.step(*asked, drawn=True)
            self._take()

    def frames(self) -> Frames:
        frames, self._frames = self._frames, self._frames[:0]
        return frames

    def frame(self) -> Frames:
        with self.bench.lock:
            return self._batch.frame(self.number)

    def snapshot(self) -> bytes:
        with self.bench.lock:
            return self._batch.snapshot(self.number)

    def restore(self, data: bytes) -> None:
        with self.bench.lock:
            self._batch.restore(self.number, data)
            self._take()


Seat = ReferenceEngine | _Place
"""A game in play: what of an engine a session needs."""


class Table:
    """The seats of one program."""

    def __init__(self, program: Program, kernels: Kernels) -> None:
        self.program = program
        self.patience = patience(program)
        self._kernels = kernels
        self._benches: list[_Bench] = []
        self._lock = threading.Lock()
        self._refused = False

    def begin(self) -> Seat:
        """A seat at the beginning of the game, as a new engine has it."""
        return self._place() or ReferenceEngine(self.program)

    def better(self, seat: Seat) -> Seat:
        """The same game on the kernels, if they have come since; else the seat itself."""
        if isinstance(seat, _Place) or not self._kernels.ready:
            return seat
        place = self._place()
        if place is None:
            return seat
        place.restore(seat.snapshot())
        return place

    def leave(self, seat: Seat) -> None:
        """The seat is free for another."""
        if isinstance(seat, _Place):
            with self._lock:
                seat.bench.free.append(seat.number)
                if len(seat.bench.free) == PLACES and len(self._benches) > 1:
                    self._benches.remove(seat.bench)

    def away(self, seat: Seat) -> bytes:
        """The game as bytes; the seat is free."""
        data = zlib.compress(seat.snapshot(), 1)
        self.leave(seat)
        return data

    def back(self, data: bytes) -> Seat:
        """The game that was away."""
        seat = self.begin()
        seat.restore(zlib.decompress(data))
        return seat

    def _place(self) -> _Place | None:
        """A free place on the kernels; None while there are none, or if they cannot play this."""
        if not self._kernels.ready or self._refused:
            return None
        try:
            with self._lock:
                bench = next((bench for bench in self._benches if bench.free), None)
                if bench is None:
                    bench = _Bench(self.program)
                    self._benches.append(bench)
                number = bench.free.pop()
            return _Place(bench, number)
        except Exception:  # whatever is wrong with compiled code on this machine, the reference engine can play
            self._refused = True
            return None
