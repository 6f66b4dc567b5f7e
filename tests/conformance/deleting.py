"""What each rule of an import is good for: it is deleted, and a recorded playthrough is played once more without it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass

from conformance.direct import Built
from conformance.generator import Generator
from conformance.material import Recorded
from conformance.replaying import Maker, Numbers, answered, stretch
from conformance.serial import HEADER

from arcg.compiler import ir

MORE_DRAWS = 10_000
"""So many choices more than recorded may be made without a rule."""


@dataclass(frozen=True, slots=True)
class Uses:
    """The rules of a game by their number in the file: all, those that matched in a playthrough, those it needs.

    A playthrough needs a rule if some state, after loading or after an input, is another without it.
    """

    count: int
    matched: frozenset[int]
    needed: frozenset[int]


def uses(test: Recorded, game: Built, make: Maker) -> Uses:
    """What the rules of a game are good for in a playthrough; it is played once for each rule that matches in it."""
    program = stretch(game, test.target)
    assert program.cellwise is not None
    lines = {
        place: number for number, place in enumerate(zip(program.cellwise.names, program.cellwise.lines, strict=True))
    }
    draws = test.draws + MORE_DRAWS * ir.uses_chance(program)
    generator = Generator(test.seed or "")
    numbers = [generator() for _ in range(draws)]
    engine = make(program, _given(numbers), draws)
    states, matched = [], set[int]()
    for _ in answered(engine, test):
        states.append(engine.state()[HEADER:])
        matched |= {lines[told.rule, told.line] for told in engine.trace()}

    def differs(shorter: ir.Program) -> bool:
        """Whether any state is another one, or so much more is left to chance that it does not end."""
        engine = make(shorter, _given(numbers), draws)
        wanted = iter(states)
        try:
            return any(engine.state()[HEADER:] != next(wanted) for _ in answered(engine, test))
        except (OutOfNumbersError, ValueError):  # the kernels say it so
            return True

    needed = {rule for rule in matched if differs(without(program, rule))}
    return Uses(len(lines), frozenset(matched), frozenset(needed))


class OutOfNumbersError(Exception):
    """More is left to chance than there are numbers for."""


def _given(numbers: list[float]) -> Numbers:
    """Gives some numbers one after another."""
    rest = iter(numbers)

    def draw() -> float:
        for number in rest:
            return number
        raise OutOfNumbersError

    return draw


def without(program: ir.Program, source: int) -> ir.Program:
    """The program as if the file had one rule less."""
    tables = program.cellwise
    assert tables is not None
    early, late = _shorter(tables.early, source), _shorter(tables.late, source)
    return dataclasses.replace(program, cellwise=dataclasses.replace(tables, early=early, late=late))


def _shorter(stage: ir.CellStage, source: int) -> ir.CellStage:
    """A stage without the ways of a rule; a group of which nothing is left is no group, nor such a loop a loop."""
    groups, places = [], dict[int, int]()
    for number, group in enumerate(stage.groups):
        rules = tuple(rule for rule in group.rules if rule.source != source)
        if rules:
            places[number] = len(groups)
            groups.append(dataclasses.replace(group, rules=rules, rigid=any(rule.rigid for rule in rules)))
    return ir.CellStage(tuple(groups), tuple(_loops(stage.loops, places)))


def _loops(loops: tuple[tuple[int, int], ...], places: dict[int, int]) -> Iterator[tuple[int, int]]:
    for first, last in loops:
        left = [places[number] for number in range(first, last + 1) if number in places]
        if left:
            yield left[0], left[-1]
