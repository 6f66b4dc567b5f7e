"""Code lengths: a game's units coded one after another, each in the cheapest way, alone or with another game at hand.

A two-part code (Rissanen 1978): what is already in the dictionary is pointed at, what is like an entry is edited, the
rest is written out with the background's prior. Every length is an upper bound on the shortest one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from arcg.compiler.novelty.background import Background
from arcg.compiler.novelty.edits import edits
from arcg.compiler.novelty.units import Unit
from arcg.compiler.novelty.wiring import Wiring

CODE = 1
"""Version of the code: whoever changes a length raises it: `verdict.py` refuses quantiles of another one."""

Mode = Literal["run", "copy", "edit", "prior", "fresh"]

RUN = 3 / 4
"""How likely it is that after an entry that was used comes the one behind it."""

WAYS = 4
"""copy, edit, prior, fresh: as likely as one another."""

EDIT_BITS = 8
"""For one token edit: where in the body, of what sort, and the token."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A unit in the dictionary; `foreign`: of the other game."""

    unit: Unit
    foreign: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """How one unit was coded: `bits` in all, from which `entry`, and what it costs without the other game (`alone`)."""

    unit: Unit
    mode: Mode
    bits: float
    entry: Entry | None
    alone: float


@dataclass(frozen=True, slots=True)
class Code:
    """The code of a game: its choices, unit by unit."""

    choices: tuple[Choice, ...]

    @property
    def bits(self) -> float:
        """The length of the whole."""
        return sum(choice.bits for choice in self.choices)


def coded(units: tuple[Unit, ...], background: Background, other: tuple[Unit, ...] = ()) -> Code:
    """The code of a game's units, given the units of another game."""
    return _Coder(background, other).code(units)


class _Coder:
    def __init__(self, background: Background, other: tuple[Unit, ...]) -> None:
        self.background = background
        self.entries = [Entry(unit, True) for unit in other]
        self.following: int | None = None
        self.wiring = Wiring()

    def code(self, units: tuple[Unit, ...]) -> Code:
        choices = []
        for unit in units:
            choice, used = self._cheapest(unit)
            choices.append(choice)
            self.wiring.learn(unit, choice.entry.unit if choice.entry is not None and choice.entry.foreign else None)
            self.entries.append(Entry(unit, False))
            self.following = None if used is None else used + 1
        return Code(tuple(choices))

    def _cheapest(self, unit: Unit) -> tuple[Choice, int | None]:
        head = self._head()
        written = self.wiring.fresh(unit)
        best: tuple[float, Mode, int | None] = (head + self.background.bits(unit.body) + written, "fresh", None)
        if unit.body in self.background.bodies:
            best = min(best, (head + math.log2(len(self.background.bodies)) + written, "prior", None))
        own = best
        for place, entry in enumerate(self.entries):
            if place == self.following and entry.unit.body == unit.body:
                way: tuple[float, Mode, int | None] = (-math.log2(RUN) + self._wired(unit, entry), "run", place)
                best = min(best, way, key=lambda found: found[0])
                own = own if entry.foreign else min(own, way, key=lambda found: found[0])
            pointer = head + math.log2(len(self.entries))
            if pointer >= best[0]:
                continue
            count = edits(entry.unit.body, unit.body, min(len(unit.body), int((best[0] - pointer) / EDIT_BITS)))
            if count is not None:
                way = (pointer + EDIT_BITS * count + self._wired(unit, entry), "edit" if count else "copy", place)
                best = min(best, way, key=lambda found: found[0])
                own = own if entry.foreign else min(own, way, key=lambda found: found[0])
        bits, mode, used = best
        return Choice(unit, mode, bits, None if used is None else self.entries[used], own[0]), used

    def _wired(self, unit: Unit, entry: Entry) -> float:
        return self.wiring.like(unit, entry.unit, entry.foreign)

    def _head(self) -> float:
        """The bits that say in which of the `WAYS` the unit comes, run apart."""
        if not self.entries:
            return math.log2(WAYS / 2)  # prior or fresh
        runs = self.following is not None and self.following < len(self.entries)
        return math.log2(WAYS) - (math.log2(1 - RUN) if runs else 0)
