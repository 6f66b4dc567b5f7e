"""Rules over cells as tables: the core form of a game under `semantics puzzlescript`, which the engines read.

Sets of kinds are numbers whose bit k stands for the kind number k. Movement belongs to a layer of a cell: sets of
movements are numbers whose bit `MOVES * layer + way` stands for one way of one layer. A way is a direction of
`core.DIRECTIONS` (up, down, left, right), or `TO_ACT`: to be acted on, which moves nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

TO_ACT = 4
"""The way of what is asked to act."""

MOVES = 5
"""Bits for each layer in a set of movements."""

ALL_MOVES = (1 << MOVES) - 1
"""The movements of layer 0."""

Command = Literal["cancel", "restart", "checkpoint", "again", "win"]
"""What a rule asks for beside changes: `restore turn`, `restore level`, `save level`, `again`, `win`."""


@dataclass(frozen=True, slots=True)
class CellTest:
    """What a cell must hold: all of `present`, none of `absent`, at least one of each set of `some`.

    Of its movements, all of `moving` and none of `still`.
    """

    present: int = 0
    absent: int = 0
    some: tuple[int, ...] = ()
    moving: int = 0
    still: int = 0


@dataclass(frozen=True, slots=True)
class CellChange:
    """What becomes of a cell.

    Kinds: `clear` goes, then `put` comes. Movements: `unmove` and `wipe` go, then `move` comes; `wipe` holds whole
    layers. Then, if `choices` is not empty, one of its kinds, by the generator, is put: all else on its layer goes,
    with its movement. Last, each layer of `turned` (whole layers) gets one of the four directions by the generator,
    lowest layer first.

    `wipe` is what marks layers as rigid, which `unmove` does not, so the two are kept apart.
    """

    clear: int = 0
    put: int = 0
    unmove: int = 0
    move: int = 0
    wipe: int = 0
    choices: int = 0
    turned: int = 0


@dataclass(frozen=True, slots=True)
class CellRule:
    """One way in which a rule of the file can match: rows of cells, all in the direction `way` (up to right, 0 to 3).

    A None among the tests of a row is a gap of any number of cells, also none; it is never first or last. `changes`
    mirrors `tests`, or is empty if the rule changes nothing. `source` is the number of the rule in `Cellwise.names`.
    """

    way: int
    tests: tuple[tuple[CellTest | None, ...], ...]
    changes: tuple[tuple[CellChange | None, ...], ...]
    commands: tuple[Command, ...]
    source: int
    rigid: bool = False


@dataclass(frozen=True, slots=True)
class CellGroup:
    """Rules that are tried one after another, again and again until a pass changes nothing.

    `random`: one match of all of them is done, once. `rigid`: any of its rules is.
    """

    rules: tuple[CellRule, ...]
    random: bool = False
    rigid: bool = False


@dataclass(frozen=True, slots=True)
class CellStage:
    """Groups that run in order. `loops` are first and last group of stretches that repeat until nothing changes."""

    groups: tuple[CellGroup, ...]
    loops: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class CellGoal:
    """`some`: a cell fits `first` and `second`; `no`: none does; `every`: each that fits `first` fits `second`."""

    quantifier: Literal["some", "no", "every"]
    first: CellTest
    second: CellTest


@dataclass(frozen=True, slots=True)
class Cellwise:
    """All that a game under `semantics puzzlescript` has beside kinds, layers and levels.

    A turn: what lies in a cell that fits `player` and is one of the kinds of `asked` is asked to move; the groups of
    `early` run; what was asked moves; the groups of `late` run. `at_start`: a turn without input is played when a
    level begins and after each restart. `must_move`: a turn of the player in which each cell that fitted `player`
    still holds any kind of `asked` is taken back. `names`, `phases` and `lines` are of each rule its name, that of its
    phase, and its line in the file.
    """

    player: CellTest
    asked: int
    early: CellStage
    late: CellStage
    goals: tuple[CellGoal, ...]
    at_start: bool
    must_move: bool
    names: tuple[str, ...]
    phases: tuple[str, ...] = field(compare=False)
    lines: tuple[int, ...] = field(compare=False)
