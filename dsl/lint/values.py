"""Sets of values: what an attribute or an expression may be, as far as that is known.

A set is a `frozenset` of few numbers or a `range` of many; `None` means that nothing is known. Every operation may
give too much, never too little.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from arcg.dsl import core

FEW = 64
"""Most values that are kept one by one; of more only the least and the greatest."""

Values = frozenset[int] | range
Op = Literal["=", "!=", "<", "<=", ">", ">="]

FLIPPED: dict[Op, Op] = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The same comparison with its sides changed."""


def least(values: Values) -> int:
    """The least of a set that is not empty; `min` would go through a range."""
    return values[0] if isinstance(values, range) else min(values)


def most(values: Values) -> int:
    """The greatest of a set that is not empty."""
    return values[-1] if isinstance(values, range) else max(values)


def packed(values: Iterable[int]) -> Values:
    """The set of some numbers."""
    found = frozenset(values)
    return found if len(found) <= FEW else range(min(found), max(found) + 1)


def of_domain(domain: core.Domain) -> Values | None:
    """All values of a domain; None for things, and for domains that this module does not know."""
    match domain:
        case core.IntDomain(low, high):
            return range(low, high + 1) if high - low >= FEW else frozenset(range(low, high + 1))
        case core.EnumDomain(names):
            return packed(range(len(names)))
        case core.DirDomain():
            return frozenset(range(4))
    return None


def joined(one: Values, two: Values) -> Values:
    """What is in one set or the other."""
    if isinstance(one, frozenset) and isinstance(two, frozenset):
        return one if two <= one else packed(one | two)
    if not one or not two:
        return one or two
    return range(min(least(one), least(two)), max(most(one), most(two)) + 1)


def narrowed(values: Values, op: Op, others: Values) -> Values:
    """Those values that compare so with at least one of the others."""
    if not values or not others:
        return frozenset()
    if op == "=":
        if isinstance(values, frozenset):
            return frozenset(value for value in values if value in others)
        if isinstance(others, frozenset):
            return frozenset(value for value in others if value in values)
        return range(max(values[0], others[0]), min(values[-1], others[-1]) + 1)
    if op == "!=":
        if len(others) > 1:
            return values
        (other,) = others
        if isinstance(values, frozenset):
            return values - {other}
        return values[1:] if values[0] == other else values[:-1] if values[-1] == other else values
    low, high = _bounds(op, others)
    if isinstance(values, frozenset):
        return frozenset(value for value in values if low <= value <= high)
    return range(max(values[0], low), min(values[-1], high) + 1)


_FAR = 1 << 62


def _bounds(op: Op, others: Values) -> tuple[int, int]:
    """The least and the greatest value that compares so with at least one of the others."""
    match op:
        case "<":
            return -_FAR, most(others) - 1
        case "<=":
            return -_FAR, most(others)
        case ">":
            return least(others) + 1, _FAR
        case _:
            return least(others), _FAR


def sums(one: Values, two: Values) -> Values:
    """What adding gives."""
    if isinstance(one, frozenset) and isinstance(two, frozenset):
        return packed(a + b for a in one for b in two)
    if not one or not two:
        return frozenset()
    return range(least(one) + least(two), most(one) + most(two) + 1)
