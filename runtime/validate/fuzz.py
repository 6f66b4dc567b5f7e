"""Fuzzing: a game is played with every action at any moment, and nothing may break.

Many environments take random actions on all levels: offered ones and others, clicks anywhere, beside the board and
outside the frame, RESET and undo. The steps are not drawn. Looked at are

- of every answer how many pictures it has, and, in a game of things, whether its turn was taken back;
- of some answers all pictures, and now and then the present pictures of all environments;
- in a game of rules over cells, of some answers whether everything came to rest: a batch does not tell of all;
- some environments that are saved and restored in another batch, which then takes the same actions, partly drawn.

The first fault of each kind in each level is told, made short (`faults.py`).
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.engine import MAX_FRAMES, SEEDS, SIZE, Action, Status
from arcg.runtime.kernel import KernelBatch
from arcg.runtime.kernel.cellwise.batch import CellBatch
from arcg.runtime.kernel.explorer import Move
from arcg.runtime.validate.faults import COLOURS, SAVE_POINT, Fault, History, Trial, difference, malformed

MOST_AT_ONCE, LONGEST = 1024, 256
"""Most environments that are stepped in one call, and most actions after which all begin anew."""

LEAST_LENGTH = 64
"""Actions that each environment takes at least, if there are as many steps."""

WILDNESS = (0.0, 0.05, 0.2, 0.5)
"""How often environments take an action that need not be offered, by turns: tame ones get far, wild ones find more."""

ODDITY = 1 / 16
ODD_PLACES = np.array([-1, 0, SIZE - 1, SIZE, 1000, -(1 << 40), 1 << 40])
"""How often a coordinate of a click is one of these; the others lie in the frame."""

LOOKED_AT = 4
"""Environments of which all pictures of an answer are looked at, a step."""

PICTURES_EVERY = 64
"""Steps between two looks at the present pictures of all environments."""

TOLD_SHARE = 16
"""Rules over cells: of one in so many answers it is asked whether everything came to rest."""

TWINS, TWIN_LIFE, COMPARED_EVERY = 8, 32, 4
"""Environments that are restored elsewhere at once, for how many steps, and after how many they are compared."""

Ints = NDArray[np.int64]


@dataclasses.dataclass(frozen=True)
class FuzzResult:
    """What fuzzing found.

    Attributes:
        steps: actions taken, those in restored environments not counted.
        frames: pictures that were looked at.
        restores: saves that were restored and played on.
        faults: the first of each kind in each level. A crash ends the run.
    """

    steps: int
    frames: int
    restores: int
    faults: tuple[Fault, ...]


def fuzz(program: ir.Program, *, steps: int, seed: int = 0, watch: Callable[[int], None] | None = None) -> FuzzResult:
    """Play a game with every action at any moment, and tell what breaks.

    Args:
        program: the game.
        steps: how many actions to take in all, at least; up to one for each environment more.
        seed: the same seed gives the same play.
        watch: told now and then how many steps were taken.
    """
    play = _Play(program, steps, seed)
    play.begin_levels()
    while play.taken < steps and not play.crashed:
        play.round(-(-(steps - play.taken) // len(play.batch)), watch)
    return FuzzResult(play.taken, play.frames, play.restores, tuple(play.faults.values()))


class _Play:
    """The environments of one run, and what was found in them."""

    def __init__(self, program: ir.Program, steps: int, seed: int) -> None:
        self.program = program
        self.taken = self.frames = self.restores = self.rounds = 0
        self.crashed = False
        self.faults: dict[tuple[str, int], Fault] = {}
        self.seed, self._chance = seed, ir.uses_chance(program)
        self.batch = KernelBatch(program, max(1, min(MOST_AT_ONCE, steps // LEAST_LENGTH)))
        self.twins = KernelBatch(program, min(TWINS, len(self.batch)))
        self.pairs: dict[int, _Pair] = {}
        """The environments that are restored, by their place among the twins."""
        self.trial = Trial(program)
        self.offered = np.isin(np.arange(len(Action)), program.actions)
        self.levels = self.seeds = np.zeros(len(self.batch), np.int64)
        self.moves = np.zeros((3, 0, len(self.batch)), np.int64)

    # ------------------------------------------------------------ playing

    def begin_levels(self) -> None:
        """Begin each level once, and once more by RESET, which tells how its start turn went."""
        again = [Move(Action.CLICK), Move(Action.RESET)]
        for level in range(len(self.program.levels)):
            for length in range(len(again) + 1):
                for kind, detail in self.trial.outcome(level, 0, again[:length]).items():
                    self.faults.setdefault((kind, level), Fault(kind, level, 0, tuple(again[:length]), detail))

    def round(self, steps: int, watch: Callable[[int], None] | None) -> None:
        """Begin anew in all environments and take so many actions, if they are not too many."""
        random, n = np.random.default_rng((self.seed, self.rounds)), len(self.batch)
        self.levels = (np.arange(n) + self.rounds * n) % len(self.program.levels)
        self.seeds = random.integers(SEEDS, size=n) if self._chance else np.zeros(n, np.int64)
        self.moves = _moves(self.program, random, min(steps, LONGEST), n)
        self.rounds += 1
        self.pairs = {}
        reset = random.random(self.moves.shape[1:]) < 0.5
        self.batch.begin(np.arange(n), self.seeds, level=self.levels)
        for number in range(self.moves.shape[1]):
            playing = self.batch.status == Status.PLAYING
            self.moves[0, number, reset[number] & ~playing] = Action.RESET
            if number % TWIN_LIFE == 0:
                self._pair(number, random.choice(n, len(self.twins), replace=False))
            if not self._step(number):
                return
            self.taken += n
            self._check(number, playing, random)
            if watch is not None:
                watch(self.taken)

    def _step(self, number: int) -> bool:
        """Take action `number` in all environments; whether that went well."""
        turns = self.batch.turns.copy()
        playing = self.batch.status == Status.PLAYING
        try:
            self.batch.step(*self.moves[:, number])
        except Exception as error:
            self.crashed = True
            self._blame(number, f"{type(error).__name__}: {error}")
            return False
        actions, xs, ys = self.moves[:, number]
        inside = (xs >= 0) & (xs < SIZE) & (ys >= 0) & (ys < SIZE)
        turned = playing & self.offered[actions] & (inside | (actions != Action.CLICK))
        if self.program.cellwise is None:
            for i in np.flatnonzero(turned & (self.batch.turns == turns)).tolist():
                self._tell("rest", i, number, "a turn was taken back")
        return True

    def _blame(self, number: int, detail: str) -> None:
        """Find the environment whose action broke the step of all: each takes it alone."""
        fresh, n = KernelBatch(self.program, len(self.batch)), len(self.batch)
        fresh.begin(np.arange(n), self.seeds, level=self.levels)
        for earlier in range(number):
            fresh.step(*self.moves[:, earlier])
        for i in range(n):
            alone = np.full(n, -1)
            alone[i] = self.moves[0, number, i]
            try:
                fresh.step(alone, *self.moves[1:, number])
            except Exception:  # whatever it is, that is the crash that is looked for
                self._tell("crash", i, number, detail)
                return
        self._tell("crash", 0, number, f"{detail}, in no environment by itself")

    def _tell(self, kind: str, i: int, number: int, detail: str, pair: _Pair | None = None) -> None:
        """Note a fault that action `number` of environment i showed, if it is the first of its kind in the level."""
        level = int(self.levels[i])
        if (kind, level) in self.faults:
            return
        history: History = [
            Move(action, x, y) if action == Action.CLICK else Move(action)
            for action, x, y in self.moves[:, : number + 1, i].T.tolist()
        ]
        by = "" if pair is None else pair.by
        if pair is not None:
            history = [*history[: pair.since], SAVE_POINT, *history[pair.since :]]
        self.faults[kind, level] = self.trial.shortest(kind, level, int(self.seeds[i]), history, detail, by)

    # ------------------------------------------------------------ looking

    def _check(self, number: int, playing: NDArray[np.bool_], random: np.random.Generator) -> None:
        """Look at the answers to action `number`; `playing`: which environments were in play before it."""
        n, counts = len(self.batch), self.batch.counts
        expected = playing | (self.moves[0, number] == Action.RESET)
        bad = np.where(expected, (counts < 1) | (counts > MAX_FRAMES), counts != 0)
        for i in np.flatnonzero(bad).tolist():
            self._tell("frame", i, number, f"an answer has {counts[i]} pictures")
        for i in random.integers(n, size=min(n, LOOKED_AT)).tolist():
            self._guarded(i, number, functools.partial(self._look, i, number, bool(expected[i])))
        if number % PICTURES_EVERY == 0:
            self._guarded(0, number, functools.partial(self._look_at_all, number))
        if isinstance(self.batch, CellBatch):
            for i in range(number % TOLD_SHARE, n, TOLD_SHARE):
                if any(told for told, _ in self.batch.told(i)):
                    self._tell("rest", i, number, "something did not come to rest")
        self._compare(number)

    def _guarded(self, i: int, number: int, look: Callable[[], None], pair: _Pair | None = None) -> None:
        """Look at environment i; an exception on the way is a fault as well."""
        try:
            look()
        except Exception as error:
            self._tell("crash", i, number, f"{type(error).__name__}: {error}", pair)

    def _look(self, i: int, number: int, expected: bool) -> None:
        """Look at all pictures of an answer."""
        frames = self.batch.frames(i)
        self.frames += len(frames)
        if wrong := malformed(frames, self.batch.frame(i), expected):
            self._tell("frame", i, number, wrong)

    def _look_at_all(self, number: int) -> None:
        """Look at the present pictures of all environments."""
        pictures = self.batch.pictures()
        self.frames += len(pictures)
        for i in np.flatnonzero(pictures.max(axis=(1, 2)) >= COLOURS).tolist():
            self._tell("frame", i, number, f"a picture has colour {pictures[i].max()}")
        if not np.array_equal(pictures[number % len(pictures)], self.batch.frame(number % len(pictures))):
            self._tell("frame", number % len(pictures), number, "a picture drawn among others is another")

    # ------------------------------------------------------------ saving and restoring

    def _pair(self, number: int, chosen: Ints) -> None:
        """Restore some environments elsewhere before action `number`, in place of those that were until now."""
        self.pairs = {}
        for place, i in enumerate(chosen.tolist()):
            pair = _Pair(i, number, "snapshot" if place % 2 else "state")
            self._guarded(i, number - 1, functools.partial(self._restore, place, pair), pair)

    def _restore(self, place: int, pair: _Pair) -> None:
        saved = self.batch.snapshot(pair.i) if pair.by == "snapshot" else self.batch.state(pair.i)
        self.twins.restore(place, saved)
        self.restores += 1
        self.pairs[place] = pair
        if self.twins.state(place) != self.batch.state(pair.i):
            self._tell("state", pair.i, pair.since - 1, "a save comes back as another state", pair)

    def _compare(self, number: int) -> None:
        """Have the restored environments take action `number` as well, and compare them."""
        taken = np.full((3, len(self.twins)), -1, np.int64)
        for place, pair in list(self.pairs.items()):
            taken[:, place] = self.moves[:, number, pair.i]
            if pair.by == "state" and taken[0, place] in (Action.RESET, Action.UNDO):
                del self.pairs[place]  # a state does not hold what these go back to
                taken[0, place] = -1
        compared = number % COMPARED_EVERY == COMPARED_EVERY - 1
        try:
            self.twins.step(*taken, drawn=compared)
        except Exception as error:
            for pair in self.pairs.values():
                self._tell("crash", pair.i, number, f"{type(error).__name__}: {error}", pair)
            self.twins, self.pairs = KernelBatch(self.program, len(self.twins)), {}
        for place, pair in self.pairs.items() if compared else ():
            look = functools.partial(self._compare_one, number, place, pair)
            self._guarded(pair.i, number, look, pair)

    def _compare_one(self, number: int, place: int, pair: _Pair) -> None:
        """Compare a restored environment with that of which it is the save."""
        self.frames += int(self.twins.counts[place])
        if wrong := difference(self.batch, pair.i, self.twins, place, pair.by):
            self._tell("state", pair.i, number, wrong, pair)


@dataclasses.dataclass(frozen=True)
class _Pair:
    """Environment `i` of the batch was saved before action `since`, by `state` or `snapshot`."""

    i: int
    since: int
    by: str


def _moves(program: ir.Program, random: np.random.Generator, steps: int, n: int) -> Ints:
    """So many actions for each of n environments, with columns and rows of clicks: shape (3, steps, n)."""
    shape = (steps, n)
    wild = random.random(shape) < np.resize(WILDNESS, n)
    offered = np.array(program.actions or [Action.ACT])
    actions = np.where(wild, random.integers(len(Action), size=shape), random.choice(offered, size=shape))
    places = random.integers(SIZE, size=(2, *shape))
    odd = random.random(places.shape) < ODDITY
    places[odd] = random.choice(ODD_PLACES, size=int(odd.sum()))
    return np.concatenate([actions[np.newaxis], places])
