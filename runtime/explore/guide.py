"""Guides: how far a position is from the goals of its game, worked out by the game itself.

A guided search asks of every position how much is left to do. `guided` writes that into the game as a last phase of
its turn, which takes the measure of every goal from a counter that the search leaves out of positions. So the measure
is worked out by the same kernels as everything else, and a budget (`budget.py`) is told by the same counter.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import NamedTuple

from arcg.compiler import ir
from arcg.runtime.explore.budget import Budget

PART = 1 << 12
"""What an action takes of the budget is told in parts below this one, the measure of where it leads in those above."""

MOST = 100_000
"""The greatest measure that is told."""

UNMET = 2
"""What a part of a goal that is not met adds, beside distances in cells."""

LOWEST = -(1 << 30)


class Guide(NamedTuple):
    """A game that tells how far its goals are: after each action its counter `attr` has lost what `told` reads."""

    program: ir.Program
    attr: int


def told(taken: int) -> tuple[int, int]:
    """What an action took of the budget, and the measure of where it led; -1 if the turn ended before it was taken."""
    return taken % PART, taken // PART - 1


def guided(program: ir.Program, counter: Budget | None) -> Guide | None:
    """The game with its measure; None if nothing is known of its goals."""
    if program.cellwise is not None or not program.wins:
        return None
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
    measuring = [*(_taking(goal, attr) for goal in program.wins), _phase(attr, (), _number(1))]
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


def _phase(attr: int, slots: tuple[ir.Variable, ...], measure: ir.Expr) -> ir.Phase:
    """A phase that takes a measure from the counter."""
    most = ir.Apply("least", (measure, _number(MOST)))
    take = ir.Add(ir.WorldTarget(attr), ir.Apply("mul", (most, _number(-PART))), None, None)
    rule = ir.Rule("measure", 0, slots, None, ir.Query(()), (take,))
    return ir.Phase("measure", 0, (), (), None, False, False, None, 0, False, (rule,))


def _taking(goal: ir.Condition, attr: int) -> ir.Phase:
    scope = list(goal.slots)
    measure = _Measures(scope).of(goal.query)
    return _phase(attr, tuple(scope), measure)


# ---------------------------------------------------------------- measures


def _number(value: int) -> ir.Const:
    return ir.Const("int", value)


def _sum(parts: Iterable[ir.Expr]) -> ir.Expr:
    result: ir.Expr | None = None
    for part in parts:
        result = part if result is None else ir.Apply("add", (result, part))
    return _number(0) if result is None else result


class _Measures:
    """Expressions for what is left to do, in the scope of one goal, which they may add variables to."""

    def __init__(self, scope: list[ir.Variable]) -> None:
        self.scope = scope

    def of(self, query: ir.Query) -> ir.Expr:
        """The measure of a query: 0 if it holds."""
        if len(query.atoms) == 1:
            match query.atoms[0]:
                case ir.Every(over, claim):
                    return self._every(over, claim)
                case ir.No(held):
                    return ir.Apply("mul", (ir.Aggregate("count", None, held), _number(UNMET)))
                case ir.Compare(op, left, right) if _is_number(left) or _is_number(right):
                    return self._compared(op, left, right)
        lone = [atom for atom in query.atoms if isinstance(atom, ir.Every | ir.No)]
        rest = tuple(atom for atom in query.atoms if not isinstance(atom, ir.Every | ir.No))
        if lone and not query.things and not query.values:
            parts = [self.of(ir.Query((atom,))) for atom in lone]
            return _sum([*parts, self.of(ir.Query(rest))] if rest else parts)
        holds = ir.Query((ir.No(query),))
        left = _sum([_number(UNMET), self._nearest(query, ())])
        return ir.Aggregate("sum", left, holds)

    def _every(self, over: ir.Query, claim: ir.Query) -> ir.Expr:
        """For each thing for which the claim does not hold: that, and how far the nearest is that could make it so."""
        match over.atoms, claim.atoms:
            case (ir.Bind(),), (ir.Fact() | ir.Compare(),):
                free: tuple[ir.Atom, ...] = ()
            case (ir.Bind(slot, kinds),), (ir.Bind(wanted, _), *_):
                free = self._not_in_place(slot, kinds, wanted, claim)
            case _:
                free = ()
        left = _sum([_number(UNMET), self._nearest(claim, free)])
        unmet = ir.Query((*over.atoms, ir.No(claim)), over.things, over.values)
        return ir.Aggregate("sum", left, unmet)

    def _not_in_place(self, slot: int, kinds: tuple[int, ...], wanted: int, claim: ir.Query) -> tuple[ir.Atom, ...]:
        """That the wanted thing is not where it stays: on another of the things that want one."""
        if len(claim.atoms) != 2 or not isinstance(claim.atoms[1], ir.Relate):
            return ()
        other = len(self.scope)
        self.scope.append(self.scope[slot])
        there = {ir.Slot(slot): ir.Slot(other), ir.Slot(wanted): ir.Slot(wanted)}
        relate = claim.atoms[1]
        if relate.left not in there or relate.right not in there:
            return ()
        moved = dataclasses.replace(relate, left=there[relate.left], right=there[relate.right])
        return (ir.No(ir.Query((ir.Bind(other, kinds), moved), (other,))),)

    def _nearest(self, query: ir.Query, free: tuple[ir.Atom, ...]) -> ir.Expr:
        """How many cells the things of a query are from being where they should, at least; 0 if it names no places."""
        places = [atom for atom in query.atoms if isinstance(atom, ir.Relate) and atom.relation in ("on", "at")]
        others = tuple(atom for atom in query.atoms if not isinstance(atom, ir.Relate))
        if not places or not query.things:
            return _number(0)
        away = _sum(_cells_between(one.left, one.right, one.relation == "at") for one in places)
        near = ir.Aggregate("min", away, ir.Query((*others, *free), query.things, query.values))
        return ir.Either((near, _number(0)))

    def _compared(self, op: str, left: ir.Expr, right: ir.Expr) -> ir.Expr:
        less = ir.Apply("sub", (left, right))
        more = ir.Apply("sub", (right, left))
        gap: ir.Expr
        match op:
            case "=":
                gap = ir.Apply("abs", (less,))
            case "<" | "<=":
                gap = ir.Apply("most", (less, _number(0)))
            case ">" | ">=":
                gap = ir.Apply("most", (more, _number(0)))
            case _:
                gap = _number(0)
        failed = ir.Query((ir.No(ir.Query((ir.Compare(op, left, right),))),))  # type: ignore[arg-type]
        amount = ir.Either((ir.Apply("mul", (gap, _number(UNMET))), _number(0)))
        return ir.Aggregate("sum", _sum([_number(UNMET), amount]), failed)


def _cells_between(left: ir.Expr, right: ir.Expr, right_is_cell: bool) -> ir.Expr:
    here = ir.Apply("cell_of", (left,))
    there = right if right_is_cell else ir.Apply("cell_of", (right,))
    return _sum(
        ir.Apply("abs", (ir.Apply("sub", (ir.Apply(axis, (here,)), ir.Apply(axis, (there,)))),)) for axis in ("x", "y")
    )


def _is_number(expr: ir.Expr) -> bool:
    match expr:
        case ir.Const(sort):
            return sort == "int"
        case ir.Aggregate(op):
            return op in ("count", "sum")
        case ir.Apply(function):
            return function in ("add", "sub", "mul", "div", "mod", "neg", "abs", "least", "most", "x", "y")
        case ir.Distance():
            return True
    return False
