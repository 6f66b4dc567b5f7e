"""Measures: how much of a goal is left to do, as an expression of the core language.

How many of its parts are not met, and how many cells the things are away that could meet them. A measure is 0 where the
goal is met; otherwise it is a guess, which may say too much (`reach.py` has one that never does).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from arcg.compiler import ir

UNMET = 2
"""What a part of a goal that is not met adds, beside distances in cells."""


def number(value: int) -> ir.Const:
    """A number."""
    return ir.Const("int", value)


def total(parts: Iterable[ir.Expr]) -> ir.Expr:
    """The sum of numbers."""
    result: ir.Expr | None = None
    for part in parts:
        result = part if result is None else ir.Apply("add", (result, part))
    return number(0) if result is None else result


class Measures:
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
                    return ir.Apply("mul", (ir.Aggregate("count", None, held), number(UNMET)))
                case ir.Compare(op, left, right) if _isnumber(left) or _isnumber(right):
                    return self._compared(op, left, right)
        lone = [atom for atom in query.atoms if isinstance(atom, ir.Every | ir.No)]
        rest = tuple(atom for atom in query.atoms if not isinstance(atom, ir.Every | ir.No))
        if lone and not query.things and not query.values:
            parts = [self.of(ir.Query((atom,))) for atom in lone]
            return total([*parts, self.of(ir.Query(rest))] if rest else parts)
        holds = ir.Query((ir.No(query),))
        left = total([number(UNMET), self._nearest(query, ())])
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
        left = total([number(UNMET), self._nearest(claim, free)])
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
            return number(0)
        away = total(cells_between(one.left, one.right, right_is_cell=one.relation == "at") for one in places)
        near = ir.Aggregate("min", away, ir.Query((*others, *free), query.things, query.values))
        return ir.Either((near, number(0)))

    def _compared(self, op: str, left: ir.Expr, right: ir.Expr) -> ir.Expr:
        less = ir.Apply("sub", (left, right))
        more = ir.Apply("sub", (right, left))
        gap: ir.Expr
        match op:
            case "=":
                gap = ir.Apply("abs", (less,))
            case "<" | "<=":
                gap = ir.Apply("most", (less, number(0)))
            case ">" | ">=":
                gap = ir.Apply("most", (more, number(0)))
            case _:
                gap = number(0)
        failed = ir.Query((ir.No(ir.Query((ir.Compare(op, left, right),))),))  # type: ignore[arg-type]
        amount = ir.Either((ir.Apply("mul", (gap, number(UNMET))), number(0)))
        return ir.Aggregate("sum", total([number(UNMET), amount]), failed)


def cells_between(left: ir.Expr, right: ir.Expr, *, right_is_cell: bool = False) -> ir.Expr:
    """How many steps of one cell lie between a thing and another, or a cell."""
    here = ir.Apply("cell_of", (left,))
    there = right if right_is_cell else ir.Apply("cell_of", (right,))
    return total(
        ir.Apply("abs", (ir.Apply("sub", (ir.Apply(axis, (here,)), ir.Apply(axis, (there,)))),)) for axis in ("x", "y")
    )


def _isnumber(expr: ir.Expr) -> bool:
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
