"""Guides: how far a position is from the goals of its game, worked out by the game itself.

A guided search asks of every position how much is left to do. `guided` writes that into the game as a last phase of
its turn, which takes the measure of every goal from a counter that the search leaves out of positions. So the measure
is worked out by the same kernels as everything else, and a budget (`budget.py`) is told by the same counter.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

from arcg.compiler import ir
from arcg.runtime.explore.budget import Budget
from arcg.runtime.explore.measures import Measures, number

PART = 1 << 12
"""What an action takes of the budget is told in parts below this one, the measure of where it leads in those above."""

MOST = 100_000
"""The greatest measure that is told."""

LOWEST = -(1 << 30)


class Measure(NamedTuple):
    """How much is left to do, as an expression in a scope of its own."""

    slots: tuple[ir.Variable, ...]
    value: ir.Expr


class Guide(NamedTuple):
    """A game that tells how far its goals are: after each action its counter `attr` has lost what `told` reads."""

    program: ir.Program
    attr: int


def told(taken: int) -> tuple[int, int]:
    """What an action took of the budget, and the measure of where it led; -1 if the turn ended before it was taken."""
    return taken % PART, taken // PART - 1


def guessed(program: ir.Program) -> list[Measure]:
    """Measures of all goals of a game, which may say too much; none if nothing is known of its goals."""
    result = []
    for goal in program.wins:
        scope = list(goal.slots)
        measure = Measures(scope).of(goal.query)
        result.append(Measure(tuple(scope), measure))
    return result


def guided(program: ir.Program, counter: Budget | None, measures: Sequence[Measure]) -> Guide:
    """The game with the sum of measures."""
    attr = len(program.world) if counter is None else counter.attr
    domain = ir.IntDomain(LOWEST, -LOWEST)
    phases = program.phases
    world, levels, loses = program.world, program.levels, program.loses
    if counter is None:
        world += (ir.WorldAttr("measure", domain, 0),)
        levels = tuple(dataclasses.replace(level, world=(*level.world, 0)) for level in levels)
    else:
        world = tuple(
            dataclasses.replace(one, domain=domain) if n == attr else one for n, one in enumerate(program.world)
        )
        loses = tuple(lose for lose in loses if ir.World(attr) not in set(ir.nodes(lose)))
        phases = tuple(_unbounded(phase, attr) for phase in phases)
    forbids = tuple(
        dataclasses.replace(one, effects=one.effects and tuple(_freed(step, attr) for step in one.effects))
        for one in program.forbids
    )
    measuring = [_phase(attr, one) for one in (*measures, Measure((), number(1)))]
    return Guide(
        dataclasses.replace(
            program, world=world, levels=levels, loses=loses, phases=(*phases, *measuring), forbids=forbids
        ),
        attr,
    )


# ---------------------------------------------------------------- the counter


def _unbounded(phase: ir.Phase, attr: int) -> ir.Phase:
    """The phase, with what it takes from a counter taken whatever is left of it."""
    rules = tuple(
        dataclasses.replace(rule, effects=tuple(_freed_effect(effect, attr) for effect in rule.effects))
        for rule in phase.rules
    )
    return dataclasses.replace(phase, rules=rules)


def _freed_effect(effect: ir.Effect, attr: int) -> ir.Effect:
    if isinstance(effect, ir.Keyed):
        return dataclasses.replace(effect, step=_freed(effect.step, attr))
    return _freed(effect, attr)


def _freed(step: ir.Step, attr: int) -> ir.Step:
    if isinstance(step, ir.Add) and step.target == ir.WorldTarget(attr):
        return dataclasses.replace(step, at_least=None)
    return step


def _phase(attr: int, measure: Measure) -> ir.Phase:
    """A phase that takes a measure from the counter."""
    most = ir.Apply("least", (measure.value, number(MOST)))
    take = ir.Add(ir.WorldTarget(attr), ir.Apply("mul", (most, number(-PART))), None, None)
    rule = ir.Rule("measure", 0, measure.slots, None, ir.Query(()), (take,))
    return ir.Phase("measure", 0, (), (), None, False, False, None, 0, False, (rule,))
