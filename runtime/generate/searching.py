"""The search for levels: draw, solve, change, keep what comes nearer to what is wanted.

Levels have numbers from 0 on. What level `n` is depends on the game, the block, the gate, the seed and the levels
before it (none comes twice), and on nothing else: not on the machine, the number of processes or how many are asked
for.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

from arcg.compiler import ir
from arcg.dsl.model import Recipe
from arcg.runtime.generate.certifying import UNWANTED, Certificate, Gate, certified, length_of, wins
from arcg.runtime.generate.drawing import Draft, Kitchen
from arcg.runtime.generate.sameness import sameness

DRAWS = 200
"""Levels drawn in a row that the block itself turns down, after which an attempt is given up."""

CHANGES = 24
"""Changes tried of one drawn level."""

ATTEMPTS = 400
"""Attempts at one level, after which the search says that there is none."""


@dataclasses.dataclass(frozen=True, slots=True)
class Fresh:
    """A level that was made: its number, in which attempt, the game with it alone, and what is proved of it."""

    number: int
    attempt: int
    program: ir.Program
    certificate: Certificate
    key: bytes

    @property
    def level(self) -> ir.Level:
        """The level itself."""
        return self.program.levels[0]


class NoLevelError(Exception):
    """Nothing comes of a block, or of what is asked of it. The message says what stood in the way, and how often."""

    def __init__(self, reasons: Counter[str], number: int) -> None:
        self.reasons = reasons
        self.number = number
        most = "; ".join(f"{count} times {reason}" for reason, count in reasons.most_common(4))
        super().__init__(f"no {'level' if not number else f'further level after {number}'} was found: {most}")


class Search:
    """The levels of one block under one gate and seed, by number."""

    def __init__(self, program: ir.Program, recipe: Recipe, gate: Gate, seed: int) -> None:
        self.kitchen = Kitchen(program, recipe)
        self.program = program
        self.recipe = recipe
        self.gate = gate
        self.seed = seed
        self.near = (gate.shortest[1] - gate.shortest[0]) // 8
        """How far from its target a level may be without any further change."""

    def target(self, number: int) -> int | None:
        """The length that level `number` should have: spread evenly over what is asked for, however many there are.

        The numbers 0, 1, 2, .. go to 0, 1/2, 1/4, 3/4, 1/8, .. of the way (van der Corput's sequence), so each run of
        them is spread as well as can be. None where no longest solution is asked for.
        """
        low, high = self.gate.shortest
        if high - low > 1_000:
            return None
        share, step = 0.0, 0.5
        while number:
            share, number, step = share + step * (number & 1), number >> 1, step / 2
        return low + int(share * (high - low + 1))

    def attempt(self, number: int, attempt: int, reasons: Counter[str]) -> Fresh | None:
        """One attempt at a level: a drawn level, and changes of it that bring its length nearer to the target."""
        random = Random(f"{self.seed} {self.recipe.level} {number} {attempt}")
        draft = self._drawn(random, reasons)
        if draft is None:
            return None
        told = self._told(draft, reasons)
        target = self.target(number)
        for _ in range(CHANGES):
            if isinstance(told, Certificate) and (target is None or abs(len(told.moves) - target) <= self.near):
                break
            other = self.kitchen.changed(draft, random)
            if other is not None:
                distance = self._distance(told, target)
                also = self._told(other, reasons, partial(self._may_be_nearer, target, distance))
                if self._distance(also, target) <= distance:
                    draft, told = other, also
        if not isinstance(told, Certificate):
            return None
        level = self.kitchen.level(draft, f"fresh_{number + 1}")
        program = dataclasses.replace(self.program, levels=(level,))
        if not wins(program, told.moves, self.gate.seed):
            reasons["its solution does not win"] += 1
            return None
        return Fresh(number, attempt, program, told, sameness(self.program, level))

    def level(self, number: int, before: set[bytes], first: int = 0) -> Fresh:
        """Level `number`, which is none of those before; attempts from `first` on.

        Raises:
            NoLevelError: there is none, as far as was looked.
        """
        reasons: Counter[str] = Counter()
        for attempt in range(first, ATTEMPTS):
            fresh = self.attempt(number, attempt, reasons)
            if fresh is not None and fresh.key not in before:
                return fresh
            if fresh is not None:
                reasons["a level that was there already"] += 1
        raise NoLevelError(reasons, number)

    def _drawn(self, random: Random, reasons: Counter[str]) -> Draft | None:
        for _ in range(DRAWS):
            draft = self.kitchen.draw(random)
            if isinstance(draft, Draft):
                return draft
            reasons[draft] += 1
        return None

    def _told(
        self, draft: Draft, reasons: Counter[str], wanted: Callable[[int], bool] = lambda length: True
    ) -> Certificate | str:
        told = certified(self.program, self.kitchen.level(draft), self.gate, wanted)
        if isinstance(told, str) and told != UNWANTED:
            reasons[told.partition(":")[0]] += 1
        return told

    def _distance(self, told: Certificate | str, target: int | None) -> tuple[int, int]:
        """How far a level is from what is wanted: those that pass before the others, then by length."""
        length = length_of(told)
        if length is None:
            return (2 if told != "won by luck" else 1, 0)
        return 0 if isinstance(told, Certificate) else 1, self._off(length, target)

    def _may_be_nearer(self, target: int | None, distance: tuple[int, int], length: int) -> bool:
        """Whether a level of that length, if it passes, is not farther from what is wanted."""
        return (0, self._off(length, target)) <= distance

    def _off(self, length: int, target: int | None) -> int:
        """How far a length is from what is wanted."""
        wanted = target if target is not None else self.gate.shortest[0]
        return 0 if target is None and length >= wanted else abs(length - wanted)
