"""What ties the variables of a query together: which conditions speak of several of them at once.

Two measures are needed. A *link* is any condition that lets an engine look one thing up from another, so that it need
not try all pairs. A *tie* is stronger: it says which thing it is, so that there are not several of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set

from arcg.dsl import core
from arcg.dsl.functions import EVENTS
from arcg.dsl.lint.nodes import mentions
from arcg.dsl.walk import below

_ONCE = {number for number, info in enumerate(EVENTS) if info.source == "input"}
"""Events that happen at most once in a turn."""

_LOOSE = ("touches", "near", "beside")
"""Relations of one thing with several others."""

BOUND = -1
"""Stands for everything that is fixed where the query begins."""


class Groups:
    """Variables in groups (a union-find); `BOUND` is a member like the others."""

    def __init__(self) -> None:
        self._parent: dict[int, int] = {}

    def of(self, member: int) -> int:
        """The representative of a member's group."""
        while (parent := self._parent.get(member, member)) != member:
            member = parent
        return member

    def join(self, members: Iterable[int]) -> None:
        """Make one group of the groups of these."""
        first, *others = [self.of(member) for member in members] or [BOUND]
        for other in others:
            self._parent[self.of(other)] = self.of(first)


def links(atoms: tuple[core.Atom, ...], free: set[int]) -> Groups:
    """The variables `free` of a query in groups that conditions link; other variables are `BOUND`."""
    groups = _grouped(atoms, free, _links)
    for atom in atoms:
        if isinstance(atom, core.Did):  # few things happen in a turn
            groups.join([*(mentions(atom) & free), BOUND])
    return groups


def ties(
    atoms: tuple[core.Atom, ...],
    free: set[int],
    trigger: core.Trigger | None = None,
    tables: Set[int] = frozenset(),
) -> Groups:
    """The variables `free` of a rule in groups of which one tells which the others are.

    `tables` are the facts that hold of one thing or value each, whoever asks.
    """
    atoms, inner = _opened(atoms)
    groups = _grouped(atoms, free | inner, _ties)
    for atom in atoms:
        if isinstance(atom, core.Fact) and atom.fact in tables:
            groups.join([*(mentions(atom) & (free | inner)), BOUND])
    if trigger is not None:
        slots = [arg.slot for arg in trigger.args if isinstance(arg, core.Take)]
        groups.join([*slots, BOUND] if trigger.event in _ONCE else slots)
    return groups


def _opened(atoms: tuple[core.Atom, ...]) -> tuple[tuple[core.Atom, ...], set[int]]:
    """Conditions with those in braces that have no `or`, such as what `sees` stands for, and the variables of these."""
    found: list[core.Atom] = []
    own: set[int] = set()
    for atom in atoms:
        match atom:
            case core.Exists((query,)):
                opened, inner = _opened(query.atoms)
                found += opened
                own |= {*query.things, *query.values} | inner
            case _:
                found.append(atom)
    return tuple(found), own


def _grouped(atoms: tuple[core.Atom, ...], free: set[int], ties_of: Callable[[core.Atom], bool]) -> Groups:
    groups = Groups()
    for atom in atoms:
        if ties_of(atom):
            named = mentions(atom)
            members = named & free
            if members:
                groups.join([*members, BOUND] if named - free or _fixes(atom) else members)
    return groups


def _fixes(atom: core.Atom) -> bool:
    """Whether a condition ties what it names to something that is there only once."""
    match atom:
        case core.Relate("at" | "on" | "overlaps" | "ahead", left, right):
            return not mentions(left) or not mentions(right)
        case core.Assign(_, expr):
            return not mentions(expr)
        case core.Compare("=", left, right):
            return any(
                not mentions(key) and (isinstance(side, core.Slot) or _varies(key))
                for side, key in ((left, right), (right, left))
            )
        case core.Fact(_, args):
            return any(isinstance(arg, core.Equal) and _varies(arg.expr) and not mentions(arg.expr) for arg in args)
    return False


def _varies(expr: core.Expr) -> bool:
    """Whether an expression is read off the position: who asks for what equals it looks something up.

    `Page.code = key` says which page is meant, where `Page.hue = red` says which sort of pages.
    """
    return any(isinstance(node, core.World | core.Aggregate) for node in below(expr))


def _links(atom: core.Atom) -> bool:
    """Whether a condition lets an engine find one of its variables from the others."""
    match atom:
        case core.Compare(op):
            return op == "="
        case core.Bind() | core.Range() | core.IsKind() | core.Stops() | core.No() | core.Exists() | core.Every():
            return False
    return True


def _ties(atom: core.Atom) -> bool:
    match atom:
        case core.Relate(relation):
            return relation not in _LOOSE
    return _links(atom)
