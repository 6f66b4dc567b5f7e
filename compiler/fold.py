"""Folding: what is known from the text alone is worked out once, instead of whenever an engine comes to it.

Expressions of constants become constants, conditions that always hold go, a query that can never match begins with
`NEVER`, and a `Bind` tries only the kinds that a later `IsKind` or `Bind` of its slot lets through. Slots, and what a
query binds, stay. An expression that is known to be undefined has no constant and stays as it is written; the
conditions that read it are known not to hold.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import TypeVar

from arcg.compiler import ir
from arcg.compiler.rewrite import Rewriter, Slots, binders

T = TypeVar("T")

MAX_VALUE = 1_000_000_000
"""A calculated number beyond this, either way, is undefined; the engines have the same bound."""

NEVER = ir.Compare("=", ir.Const("int", 0), ir.Const("int", 1))
"""The condition that never holds."""


def fold(program: ir.Program) -> ir.Program:
    """The program with what is known worked out."""
    return _Folder(program).program(program)


def never(query: ir.Query) -> bool:
    """Whether a folded query is known to have no match."""
    return NEVER in query.atoms


class _Folder(Rewriter):
    """Folds from the inside out."""

    def __init__(self, program: ir.Program) -> None:
        self._world = program.world

    def query(self, query: ir.Query, bound: Slots) -> ir.Query:
        """The query without the conditions that always hold, or with `NEVER` before all others."""
        atoms = _narrowed(super().query(query, bound).atoms)
        known = [self._holds(atom) for atom in atoms]
        # What binds stays even if it is never come to: a query lists what its atoms bind.
        kept = [atom for atom, holds in zip(atoms, known, strict=True) if holds is None or binders(atom)]
        return dataclasses.replace(query, atoms=(NEVER, *kept) if False in known else tuple(kept))

    def node(self, value: T, bound: Slots) -> T:
        """An expression as a constant, where that is known."""
        node: object = super().node(value, bound)
        match node:
            case ir.Exists(alternatives):
                node = ir.Exists(tuple(query for query in alternatives if not never(query)))
            case ir.Aggregate("count" | "sum", _, query) if never(query):
                node = ir.Const("int", 0)
            case ir.Recode(ir.Const(_, place), table) if place >= 0:
                node = ir.Const("enum", table[place])
            case ir.Recode(expr, table) if table == tuple(range(len(table))):
                node = expr
            case ir.Apply():
                node = _applied(node)
        return node  # type: ignore[return-value]

    def _holds(self, atom: ir.Atom) -> bool | None:
        """Whether a condition holds: always, never, or that is not known."""
        match atom:
            case ir.Compare(op, left, right):
                return False if _undefined(left, right) else self._compared(op, left, right)
            case ir.Assign(_, expr) | ir.CellsOf(_, expr):
                return False if _undefined(expr) else None
            case ir.Bind(_, kinds):
                return None if kinds else False
            case ir.IsKind(thing, kinds):
                return False if not kinds or _undefined(thing) or thing == _NONE else None
            case ir.Relate(_, left, right, direction):
                lost = _undefined(left, right, *(() if direction is None else (direction,)))
                return False if lost or _NONE in (left, right) else None
            case ir.Did(_, args) | ir.Fact(_, args):
                return False if _undefined(*(arg.expr for arg in args if isinstance(arg, ir.Equal))) else None
            case ir.Exists(alternatives):
                return True if any(not query.atoms for query in alternatives) else None if alternatives else False
            case ir.No(query):
                return True if never(query) else None if query.atoms else False
            case ir.Every(over, claim):
                return True if never(over) or not claim.atoms else None
            case _:
                return None

    def _compared(self, op: str, left: ir.Expr, right: ir.Expr) -> bool | None:
        """What a comparison gives for all values that its sides can have, if that is the same."""
        if isinstance(left, ir.Const) and isinstance(right, ir.Const) and op in ("=", "!="):
            return (left.value == right.value) == (op == "=")
        one, two = self._span(left), self._span(right)
        if one is None or two is None:
            return None
        below, above = one[1] < two[0], two[1] < one[0]
        not_above, not_below = one[1] <= two[0], two[1] <= one[0]
        always, nowhere = {
            "=": (False, below or above),
            "!=": (below or above, False),
            "<": (below, not_below),
            "<=": (not_above, above),
            ">": (above, not_above),
            ">=": (not_below, below),
        }[op]
        return True if always else False if nowhere else None

    def _span(self, expr: ir.Expr) -> tuple[int, int] | None:
        """The least and the greatest value of a number that is surely defined."""
        match expr:
            case ir.Const("int", value):
                return value, value
            case ir.World(attr):
                domain = self._world[attr].domain
                return (domain.low, domain.high) if isinstance(domain, ir.IntDomain) else None
            case _:
                return None


_NONE = ir.Const("thing", ir.NONE)


def _narrowed(atoms: Iterable[ir.Atom]) -> list[ir.Atom]:
    """The atoms with every `IsKind` or `Bind` of a slot after its `Bind` put into that one."""
    kept: list[ir.Atom] = []
    places: dict[int, int] = {}
    for atom in atoms:
        match atom:
            case ir.Bind(slot, kinds) | ir.IsKind(ir.Slot(slot), kinds) if slot in places:
                first = kept[places[slot]]
                assert isinstance(first, ir.Bind)
                kept[places[slot]] = ir.Bind(slot, tuple(kind for kind in first.kinds if kind in kinds))
            case ir.Bind(slot):
                places[slot] = len(kept)
                kept.append(atom)
            case _:
                kept.append(atom)
    return kept


def _undefined(*exprs: ir.Expr) -> bool:
    """Whether one of some folded expressions is known to be undefined."""
    return any(_is_undefined(expr) for expr in exprs)


def _is_undefined(expr: ir.Expr) -> bool:
    """Whether a folded expression is known to be undefined: so is what was left of numbers alone."""
    match expr:
        case ir.Attr(thing):
            return thing == _NONE or _is_undefined(thing)
        case ir.Recode(inner):
            return _is_undefined(inner)
        case ir.Apply("div" | "mod", (_, ir.Const(_, 0))) | ir.Apply("cell_of", (ir.Const("thing", _),)):
            return True
        case ir.Apply(function, args):
            return _undefined(*args) or (function in _NUMBERS and all(isinstance(arg, ir.Const) for arg in args))
        case ir.Aggregate("min" | "max" | "first", _, query):
            return never(query)
        case ir.Either(options):
            return all(map(_is_undefined, options))
        case _:
            return False


def _applied(expr: ir.Apply) -> ir.Expr:
    """A function of constants as a constant, where its value is defined and no cell."""
    match expr:
        case ir.Apply("x", (ir.Apply("cell", (ir.Const() as x, ir.Const())),)):
            return x
        case ir.Apply("y", (ir.Apply("cell", (ir.Const(), ir.Const() as y)),)):
            return y
        case ir.Apply("ahead", (ir.Apply("cell", (ir.Const(_, x), ir.Const(_, y))), ir.Const(_, direction))):
            dx, dy = ir.STEPS[direction]
            return ir.Apply("cell", (ir.Const("int", x + dx), ir.Const("int", y + dy)))
        case ir.Apply("cw" | "ccw" | "back" as turn, (ir.Const(_, direction),)):
            return ir.Const("dir", _TURNS[turn][direction])
        case ir.Apply("dx" | "dy" as part, (ir.Const(_, direction),)):
            return ir.Const("int", ir.STEPS[direction][part == "dy"])
        case ir.Apply(function, args) if function in _NUMBERS:
            numbers = [arg.value for arg in args if isinstance(arg, ir.Const)]
            found = _NUMBERS[function](*numbers) if len(numbers) == len(args) else None
            return expr if found is None or abs(found) > MAX_VALUE else ir.Const("int", found)
    return expr


_NUMBERS: dict[str, Callable[..., int | None]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a // b if b else None,
    "mod": lambda a, b: a % b if b else None,
    "neg": lambda a: -a,
    "abs": abs,
    "least": min,
    "most": max,
}
"""The functions of numbers; None for a division by zero."""

_TURNS = {"cw": ir.CLOCKWISE, "ccw": ir.COUNTER_CLOCKWISE, "back": ir.BACK}
