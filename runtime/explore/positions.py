"""Explorations that begin anywhere: from a position of a level instead of from how the level begins."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from arcg.compiler import ir
from arcg.runtime.engine import Status
from arcg.runtime.explore.guide import Guide
from arcg.runtime.kernel import known
from arcg.runtime.kernel.cellwise import layout
from arcg.runtime.kernel.cellwise.explorer import CellExplorer
from arcg.runtime.kernel.explorer import Explorer, Longs, Spending
from arcg.runtime.kernel.thing_explorer import ThingExplorer
from arcg.runtime.reference.engine import DIGEST_BYTES, STATE_TAG
from arcg.runtime.reference.order import Codec, read_varints, to_bytes


class Position(NamedTuple):
    """A state of a game: its level, how the game stands, and the seed of a game with chance (else 0).

    `alone` is the state as one of the game with nothing but this level.
    """

    level: int
    status: Status
    seed: int
    alone: bytes


class States:
    """Reads the states of one game. It keeps what follows from the program, for the next state.

    Attributes:
        program: the game.
        chance: whether the game uses chance.
    """

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.chance = ir.uses_chance(program)
        self._prefix = _prefix(program)
        self._ones: dict[int, tuple[ir.Program, bytes]] = {}

    def one_level(self, level: int) -> ir.Program:
        """The game with nothing but a level."""
        return self._one(level)[0]

    def position(self, state: bytes) -> Position:
        """What a state says of where it is.

        Raises:
            ValueError: these bytes are no state of the program.
        """
        numbers = _numbers(self._prefix, state)
        try:
            level, status, seed = numbers[0], Status(numbers[1]), numbers[2] if self.chance else 0
        except IndexError as error:
            raise ValueError("these bytes are damaged") from error
        if not 0 <= level < len(self.program.levels):
            raise ValueError(f"the game has no level number {level}")
        return Position(level, status, seed, self._one(level)[1] + to_bytes(iter([0, *numbers[1:]])))

    def _one(self, level: int) -> tuple[ir.Program, bytes]:
        if level not in self._ones:
            one = dataclasses.replace(self.program, levels=(self.program.levels[level],))
            self._ones[level] = one, _prefix(one)
        return self._ones[level]


def with_guide(program: ir.Program, guide: Guide, state: bytes) -> bytes:
    """A state of a game of things as one of the game that a guide made of it: its counter is 0 if it is a new one."""
    numbers = iter(_numbers(_prefix(program), state))
    more = len(guide.program.world) > len(program.world)
    return _prefix(guide.program) + to_bytes(iter(list(_counted(program, numbers)) if more else list(numbers)))


def _counted(program: ir.Program, numbers: Iterator[int]) -> Iterator[int]:
    """The numbers of a state, with a 0 behind the world of the position and of every save."""
    codec = Codec(program)

    def table(linked: bool) -> Iterator[int]:
        for _ in program.world:
            yield next(numbers)
        yield 0
        count = next(numbers)
        yield count
        for _ in range(count):
            kind = next(numbers)
            yield kind
            for _ in range(2 + len(program.kinds[kind].attrs)):
                yield next(numbers)
        for _ in range(count if linked else 0):
            yield next(numbers)

    for _ in range(4 if codec.chance else 2):
        yield next(numbers)
    yield from table(False)
    for save in range(len(program.saves)):
        present = next(numbers)
        yield present
        if present:
            yield from table(save in codec.linked)
    if ir.LEVEL_SAVE in codec.linked:
        yield from table(True)


def _prefix(program: ir.Program) -> bytes:
    return STATE_TAG + bytes.fromhex(ir.digest(program))[:DIGEST_BYTES]


def _numbers(prefix: bytes, state: bytes) -> list[int]:
    if not state.startswith(prefix):
        raise ValueError("these bytes are no state of this game")
    return list(read_varints(state[len(prefix) :]))


# ---------------------------------------------------------------- explorers


class _From(Explorer):
    """An explorer that begins from a state, which must be one of its program."""

    def __new__(cls, program: ir.Program, state: bytes, **_: object) -> _From:
        """Take this class: the semantics of the program are known."""
        return object.__new__(cls)

    def __init__(self, program: ir.Program, state: bytes, **named: object) -> None:
        self._state = state
        super().__init__(program, **named)  # type: ignore[arg-type]

    def _begin(self) -> int:
        self.batch.restore(0, self._state)
        return super()._begin()

    def look(self, state: bytes) -> None:
        """Have position 0 be another state; before any exploring."""
        self._state = state
        self.control[known.C_TOP] = 0
        self.budget = self._begin()
        self.keys[0] = self.control[[known.C_LOW, known.C_HIGH]]


class _ThingsFrom(_From, ThingExplorer):
    """Over things."""


class _CellsFrom(_From, CellExplorer):
    """Over cells."""


def explorer_from(program: ir.Program, state: bytes | None, *, seed: int, spending: Spending | None) -> Explorer:
    """An explorer of a game of one level, from a state of it or (None) from how the level begins.

    Raises:
        ValueError: these bytes are no state of the program.
    """
    if state is None:
        return Explorer(program, seed=seed, spending=spending)
    return _from(program, state, seed, spending)


def _from(program: ir.Program, state: bytes, seed: int, spending: Spending | None) -> _From:
    if program.cellwise is None:
        return _ThingsFrom(program, state, seed=seed, spending=spending)
    return _CellsFrom(program, state, seed=seed, spending=spending)


class Keys:
    """Finds the keys by which an explorer knows the positions of its level."""

    def __init__(self, explorer: Explorer, *, seed: int, spending: Spending | None) -> None:
        self._explorer, self._seed, self._spending = explorer, seed, spending
        self._begun: _From | None = None

    def of(self, state: bytes) -> tuple[Longs, int]:
        """The key of a state, and what is left in it of the counter of `spending`, or 0.

        Raises:
            ValueError: these bytes are no state of the program.
        """
        if self._begun is None:
            self._begun = _from(self._explorer.program, state, self._seed, self._spending)
        else:
            self._begun.look(state)
        if isinstance(self._explorer, CellExplorer):
            image = self._explorer.image
            key = _key_over_cells(image, self._explorer.words, self._explorer.rows[0], self._begun.batch.arrays.E[0])
            return key, 0
        return self._begun.keys[0].copy(), self._begun.budget


# ---------------------------------------------------------------- keys over cells

# Over things a key depends on nothing but the level. Over cells it is of what differs from where the exploration began,
# so it is worked out anew here, as `arcg.runtime.kernel.cellwise.exploring.hash_position` does.


def _key_over_cells(image: Longs, words: int, base: Longs, row: Longs) -> Longs:
    """The key of the position at rest in `row`, for an exploration that began from `base`."""
    low = high = 0
    board, saved = int(image[layout.OBJECTS]) - layout.LEVEL, int(image[layout.CHECK]) - layout.LEVEL
    checked, random = int(row[layout.CHECKED - layout.LEVEL]), int(row[layout.RANDOM - layout.LEVEL])
    parts = [_follow(checked + 1, random)]
    for at, salt in ((board, 2), (saved, words + 2))[: 2 if checked else 1]:
        differ = np.flatnonzero(row[at : at + words] != base[board : board + words])
        parts += [_follow(_wrapped((salt + int(n) + 1) * PLACE), int(row[at + n])) for n in differ]
    for part in map(_stirred, parts):
        low, high = _wrapped(low + part), _wrapped(high + _stirred(part ^ 0x5851F42D4C957F2D))
    return np.array([low, high], np.int64)


PLACE, FOLLOW, STIR = -7070675565921424023, -7046029254386353131, (-4658895280553007687, -7723592293110705685)


def _wrapped(number: int) -> int:
    return ((number + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)


def _follow(number: int, word: int) -> int:
    number = _wrapped((number ^ word) * FOLLOW)
    return number ^ ((number >> 32) & 0xFFFFFFFF)


def _stirred(number: int) -> int:
    number = _wrapped(number * STIR[0])
    number = _wrapped((number ^ ((number >> 27) & 0x1FFFFFFFFF)) * STIR[1])
    return number ^ ((number >> 31) & 0x1FFFFFFFF)
