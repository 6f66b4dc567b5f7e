"""Whether some conditions hold whenever others do, up to the names of their variables.

Only what is certain: every condition asked for must stand among the given ones, word for word or as a weaker form of
one (`n < 5` where `n < 3` is given, a group where one of its kinds is). What it does not know, it takes to differ.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any, Final

from arcg.dsl import core
from arcg.dsl.lint.nodes import BINDERS, KNOWN, parts
from arcg.dsl.lint.values import Op

Renaming = dict[int, int]
"""The variable of the given conditions that each variable of the wanted ones stands for."""

_MOST_STEPS: Final = 200
"""Comparisons after which conditions are taken to differ."""


def entailed(
    wanted: Sequence[core.Atom], given: Sequence[core.Atom], local: Container[int], start: Renaming | None = None
) -> Renaming | None:
    """How the variables `local` of `wanted` can be named so that all of it is among `given`; None if they cannot.

    Other variables mean the same on both sides.
    """
    return _Search(given, local).all(tuple(wanted), dict(start or {}))


class _Search:
    def __init__(self, given: Sequence[core.Atom], local: Container[int]) -> None:
        self.given = given
        self.local = local
        self.steps = 0

    def all(self, wanted: tuple[core.Atom, ...], names: Renaming) -> Renaming | None:
        """Find the wanted conditions one after another, going back where a choice was wrong."""
        if not wanted:
            return names
        for atom in self.given:
            self.steps += 1
            if self.steps > _MOST_STEPS:
                return None
            tried = dict(names)
            if self.follows(wanted[0], atom, tried):
                found = self.all(wanted[1:], tried)
                if found is not None:
                    return found
        return None

    def follows(self, want: core.Atom, have: core.Atom, names: Renaming) -> bool:
        """Whether one condition follows from another; adds to `names`."""
        match want, have:
            case core.Bind(slot, kinds), core.Bind(other, fewer):
                return set(fewer) <= set(kinds) and self.slot(slot, other, names)
            case core.IsKind(thing, kinds), core.Bind(other, fewer):
                return set(fewer) <= set(kinds) and self.same(thing, core.Slot(other), names)
            case core.IsKind(thing, kinds), core.IsKind(other_thing, fewer):
                return set(fewer) <= set(kinds) and self.same(thing, other_thing, names)
            case core.Compare(op, left, core.Const(sort, limit)), core.Compare(held, other_left, core.Const(_, known)):
                return (sort == "int" and implies(held, known, op, limit) and self.same(left, other_left, names)) or (
                    op == held and limit == known and self.same(left, other_left, names)
                )
        return self.same(want, have, names)

    def same(self, want: Any, have: Any, names: Renaming) -> bool:
        """Whether two pieces are one but for their variables; adds to `names`."""
        if type(want) is not type(have):
            return False
        if isinstance(want, tuple):
            return len(want) == len(have) and all(self.same(a, b, names) for a, b in zip(want, have, strict=True))
        if isinstance(want, core.Slot):
            return self.slot(want.index, have.index, names)
        if not parts(want):
            return bool(want == have)
        if not isinstance(want, KNOWN):
            return False
        if isinstance(want, core.Query):
            return self.same(want.atoms, have.atoms, names)
        if isinstance(want, BINDERS) and not self.slot(want.slot, have.slot, names):
            return False
        return all(self.same(getattr(want, n), getattr(have, n), names) for n in parts(want) if n != "slot")

    def slot(self, want: int, have: int, names: Renaming) -> bool:
        """Whether a variable of the one side may be that of the other."""
        if want not in self.local:
            return want == have
        return names.setdefault(want, have) == have


def implies(held: Op, known: int, op: Op, limit: int) -> bool:
    """Whether every number that is `held known` is `op limit` as well: `< 3` implies `< 5`."""
    low: int | None
    high: int | None
    match held:
        case "=":
            low = high = known
        case "<" | "<=":
            low, high = None, known - (held == "<")
        case ">" | ">=":
            low, high = known + (held == ">"), None
        case _:
            return op == "!=" and known == limit
    match op:
        case "=":
            return low == high == limit
        case "<" | "<=":
            return high is not None and high <= limit - (op == "<")
        case ">" | ">=":
            return low is not None and low >= limit + (op == ">")
        case _:
            return (high is not None and high < limit) or (low is not None and low > limit)
