"""The solver's side of two games: what a shared policy saves over two, as code lengths of their solutions.

A solution is a sequence of what is done until the level is won. All solutions of a game are coded one after another,
each step either by itself, as likely as it was so far behind the step before it (Krichevsky and Trofimov 1981), or
with those that follow as a copy of an earlier stretch (Ziv and Lempel 1977), which may be turned or mirrored and may
reach into itself: holding one action, or repeating a macro, until the level is won costs a few bits. The cheapest way
to cut the sequence is taken. Given another game, its solutions come before.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from arcg.compiler import ir
from arcg.compiler.canonical.symmetry import SYMMETRIES, Symmetry
from arcg.compiler.novelty.ratio import clipped, ratio

Step = str
"""What is done: `up`, `down`, `left`, `right`, `act`, or `click` with what is hit, a number by first mention."""

Plan = tuple[Step, ...]
"""A solution."""

Row = tuple[str, str]

COPIED = 1 / 4
"""How likely the next stretch is a copy."""

KT = 0.5
"""What every step counts before it is seen."""

FEW_BITS = 40.0
"""Solutions shorter than that are no evidence of anything."""

LEAST_STEPS, LEAST_SAVED, MOST_TOLD = 3, 2.0, 5
"""A shared macro has at least so many steps and saves so many bits; so many are told."""


@dataclass(frozen=True, slots=True)
class Solver:
    """The solutions of a game: `plans` of the levels that were solved, of `levels` that were tried.

    `impossible`: levels that cannot be won, which is proved. `steps`: how many different things can be done.
    """

    plans: tuple[Plan, ...]
    levels: int
    impossible: int
    steps: int


@dataclass(frozen=True, slots=True)
class Macro:
    """A stretch of the second game's solutions that was copied from the first one's, how often, and what that saved."""

    steps: Plan
    count: int
    bits: float


@dataclass(frozen=True, slots=True)
class Policies:
    """Solutions of two games, coded alone and together; lengths in bits."""

    solvers: tuple[Solver, Solver]
    a: float
    b: float
    chained: float
    """One game's and then the other's, though coding them apart may be shorter."""
    macros: tuple[Macro, ...]

    @property
    def joint(self) -> float:
        """Both together."""
        return min(self.chained, self.a + self.b)

    @property
    def ratio(self) -> float:
        """0: one policy solves both; 1: the solutions have nothing in common."""
        return clipped(self.joint, self.a, self.b)

    @property
    def unclipped(self) -> float:
        """The same for one after the other, which shows whether the code is calibrated."""
        return ratio(self.chained, self.a, self.b)

    @property
    def doubt(self) -> str:
        """Why the figures say nothing; empty: they do."""
        for name, solver in zip("AB", self.solvers, strict=True):
            if not solver.plans:
                return f"no level of {name} was solved within the budget"
        if min(self.a, self.b) < FEW_BITS:
            return f"too short to judge: the solutions of one game take under {FEW_BITS:.0f} bits"
        return ""

    def rows(self) -> list[Row]:
        """As lines of a table."""
        rows = [(f"{name} solved", _solved(solver)) for name, solver in zip("AB", self.solvers, strict=True)]
        if self.solvers[0].plans and self.solvers[1].plans:
            rows += [
                ("S(A)", f"{self.a:.0f} bits"),
                ("S(B)", f"{self.b:.0f} bits"),
                ("S(A,B)", f"{self.joint:.0f} bits"),
                ("ratio", f"{self.ratio:.3f}"),
            ]
        if self.doubt:
            rows.append(("doubt", self.doubt))
        rows += [
            (f"{macro.bits:.0f} bits", f"{worded(macro.steps)}" + (f", {macro.count} times" if macro.count > 1 else ""))
            for macro in self.macros
        ]
        return rows

    def as_json(self) -> dict[str, Any]:
        """As a JSON document."""
        return {
            "solved": {
                name: {"levels": solver.levels, "solved": len(solver.plans), "impossible": solver.impossible}
                for name, solver in zip("ab", self.solvers, strict=True)
            },
            "bits": {"a": round(self.a, 6), "b": round(self.b, 6), "joint": round(self.joint, 6)},
            "ratio": round(self.ratio, 6),
            "doubt": self.doubt or None,
            "macros": [
                {"steps": list(macro.steps), "count": macro.count, "bits": round(macro.bits, 6)}
                for macro in self.macros
            ],
        }


def _solved(solver: Solver) -> str:
    impossible = f", {solver.impossible} cannot be won" if solver.impossible else ""
    moves = sum(map(len, solver.plans))
    return f"{len(solver.plans)} of {solver.levels} levels{impossible}, {moves} moves"


def worded(steps: Plan) -> str:
    """Steps in words, runs of one told once."""
    found: list[str] = []
    at = 0
    while at < len(steps):
        end = at
        while end < len(steps) and steps[end] == steps[at]:
            end += 1
        found.append(steps[at] + (f" x{end - at}" if end - at > 1 else ""))
        at = end
    return ", ".join(found)


# ---------------------------------------------------------------- two games


def compare_solvers(a: Solver, b: Solver) -> Policies:
    """Code the solutions of two games alone and together, the second one's in all eight symmetries."""
    alone = code_of(a, ()).bits, code_of(b, ()).bits
    ways = [(alone[0] + code_of(turned(b, s), (a,)).bits, n, False) for n, s in enumerate(SYMMETRIES)]
    ways += [(alone[1] + code_of(turned(a, s), (b,)).bits, n, True) for n, s in enumerate(SYMMETRIES)]
    chained, number, reverse = min(ways)
    known, new = (b, a) if reverse else (a, b)
    # whoever describes both has described each of them
    joint = min(chained, sum(alone))
    macros = code_of(turned(new, SYMMETRIES[number]), (known,)).macros if chained < sum(alone) else ()
    return Policies((a, b), min(alone[0], joint), min(alone[1], joint), chained, macros)


def turned(solver: Solver, symmetry: Symmetry) -> Solver:
    """The solver of the same game on a turned or mirrored board."""
    plans = tuple(tuple(_turned(step, symmetry) for step in plan) for plan in solver.plans)
    return Solver(plans, solver.levels, solver.impossible, solver.steps)


def _turned(step: Step, symmetry: Symmetry) -> Step:
    return ir.DIRECTIONS[symmetry.direction(ir.DIRECTIONS.index(step))] if step in ir.DIRECTIONS else step


# ---------------------------------------------------------------- the code


@dataclass(frozen=True, slots=True)
class PlanCode:
    """The length of the code of a game's solutions, and what was copied from other games."""

    bits: float
    macros: tuple[Macro, ...]


def code_of(solver: Solver, others: Sequence[Solver]) -> PlanCode:
    """The code of the solutions of a game, given those of others."""
    return _Coder(solver, others).code()


class _Coder:
    """All plans one behind another, those of other games first; behind each a mark that nothing is equal to."""

    def __init__(self, solver: Solver, others: Sequence[Solver]) -> None:
        self.text: list[Step | None] = []
        for other in others:
            for plan in other.plans:
                self.text += [*plan, None]
        self.begins = len(self.text)
        for plan in solver.plans:
            self.text += [*plan, None]
        self.steps = solver.steps

    def code(self) -> PlanCode:
        """The cheapest way to cut the text."""
        end = len(self.text)
        literal = self._literals()
        own, mirrored = self._matches()
        left = [0.0] * (end + 1)
        """Bits for all that comes from a place on."""
        chosen = [(0, 0.0, -1)] * end
        rest = 0
        for at in range(end - 1, self.begins - 1, -1):
            if self.text[at] is None:
                left[at], rest = left[at + 1], 0
                continue
            rest += 1
            best, way = literal[at] - math.log2(1 - COPIED) + left[at + 1], (1, 0.0, -1)
            for longest, source, symmetry in ((*own[at], 0.0), (*mirrored[at], math.log2(len(SYMMETRIES) - 1))):
                for length in range(1, longest + 1):
                    bits = -math.log2(COPIED) + math.log2(at) + 1 + symmetry + _length_bits(length, rest)
                    if bits + left[at + length] < best:
                        best, way = bits + left[at + length], (length, bits, source)
            left[at], chosen[at] = best, way
        return PlanCode(left[self.begins], self._told(chosen, literal))

    def _literals(self) -> list[float]:
        """What each step costs by itself."""
        counts: Counter[tuple[Step | None, Step]] = Counter()
        totals: Counter[Step | None] = Counter()
        bits, before = [], None
        for step in self.text:
            if step is None:
                bits.append(0.0)
            else:
                share = (counts[before, step] + KT) / (totals[before] + KT * self.steps)
                bits.append(-math.log2(min(1.0, share)))
                counts[before, step] += 1
                totals[before] += 1
            before = step
        return bits

    def _matches(self) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """For each place how long the longest copy from before is, and from where: as it is, and turned or mirrored."""
        numbers = {step: number for number, step in enumerate(dict.fromkeys(s for s in self.text if s is not None))}
        text = np.array([-1 if step is None else numbers[step] for step in self.text])
        own: list[tuple[int, int]] = [(0, -1)] * len(text)
        mirrored = list(own)
        for symmetry in SYMMETRIES:
            source = np.array([-2 if step is None else numbers.get(_turned(step, symmetry), -2) for step in self.text])
            table = own if symmetry == SYMMETRIES[0] else mirrored
            lengths = np.zeros(len(text) + 1, np.int64)
            for at in range(len(text) - 1, self.begins - 1, -1):
                lengths[:-1] = np.where(source == text[at], lengths[1:] + 1, 0)
                if at:
                    best = int(np.argmax(lengths[:at]))
                    if lengths[best] > table[at][0]:
                        table[at] = int(lengths[best]), best
        return own, mirrored

    def _told(self, chosen: list[tuple[int, float, int]], literal: list[float]) -> tuple[Macro, ...]:
        """The stretches that were copied from other games, those first that saved most."""
        found: dict[Plan, list[float]] = {}
        at = self.begins
        while at < len(self.text):
            if self.text[at] is None:
                at += 1
                continue
            length, bits, source = chosen[at]
            if 0 <= source < self.begins and length >= LEAST_STEPS:
                steps = tuple(step for step in self.text[at : at + length] if step is not None)
                alone = sum(literal[at : at + length]) - length * math.log2(1 - COPIED)
                found.setdefault(steps, []).append(alone - bits)
            at += length
        macros = [Macro(steps, len(saved), sum(saved)) for steps, saved in found.items()]
        macros = [macro for macro in macros if macro.bits >= LEAST_SAVED]
        return tuple(sorted(macros, key=lambda macro: (-macro.bits, macro.steps))[:MOST_TOLD])


def _length_bits(length: int, rest: int) -> float:
    """A bit says whether a copy goes on until the level is won; if not, its length follows (Elias 1975)."""
    return 1.0 if length == rest else 2.0 + 2 * math.floor(math.log2(length))
