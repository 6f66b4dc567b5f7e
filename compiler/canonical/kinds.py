"""Which kinds a slot or an expression may hold, read off what binds it.

The steps of the canonical form ask this wherever a rule reads or writes an attribute of a thing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from arcg.compiler import ir

Kinds = frozenset[int]

Place = tuple[int | None, int]
"""An attribute: (kind, field), or (None, number) of the world."""


@dataclass
class Scope:
    """The slots of one rule, clause or condition: `kinds` of those that hold things."""

    program: ir.Program
    kinds: dict[int, Kinds] = field(default_factory=dict)

    def of(self, expr: ir.Expr | None) -> Kinds:
        """The kinds that a thing may be of; all of them where the program does not tell."""
        match expr:
            case ir.Slot(index):
                return self.kinds.get(index, self._all())
            case ir.World(attr):
                domain = self.program.world[attr].domain
                return frozenset(domain.kinds) if isinstance(domain, ir.ThingDomain) else frozenset()
            case ir.Attr(thing, number):
                domains = [attr.domain for _, attr in holders(self.program, self.of(thing), number)]
                return frozenset(k for d in domains if isinstance(d, ir.ThingDomain) for k in d.kinds)
            case ir.Const():
                return frozenset()
            case ir.Aggregate(value=value):
                return self.of(value)
            case ir.Either(options):
                return frozenset[int]().union(*(self.of(option) for option in options))
        return self._all()

    def _all(self) -> Kinds:
        return frozenset(range(len(self.program.kinds)))

    def narrow(self, slot: int, kinds: Kinds) -> None:
        """Learn that a slot holds one of `kinds`."""
        self.kinds[slot] = self.kinds.get(slot, self._all()) & kinds


def holders(program: ir.Program, kinds: Kinds, number: int) -> list[tuple[int, ir.AttrInfo]]:
    """The kinds among `kinds` that have field `number`, in the order of the program, with the attribute of each."""
    return [(k, attr) for k in sorted(kinds) for attr in program.kinds[k].attrs if attr.field == number]


def places(program: ir.Program, target: ir.Target, scope: Scope) -> list[Place]:
    """The attributes that a target may be."""
    if isinstance(target, ir.WorldTarget):
        return [(None, target.attr)]
    return [(kind, target.field) for kind, _ in holders(program, scope.of(target.thing), target.field)]


def scope_of(program: ir.Program, *parts: object) -> Scope:
    """The scope of the nodes `parts` (a rule with the header of its phase, a clause, a condition).

    A slot keeps its kinds in all of a scope, so the order in which the nodes are met does not matter.
    """
    scope = Scope(program)
    assigned: list[tuple[int, ir.Expr]] = []
    for node in ir.nodes(parts):
        match node:
            case ir.Bind(slot, kinds):
                scope.narrow(slot, frozenset(kinds))
            case ir.Take(slot, kinds) if kinds is not None:
                scope.narrow(slot, frozenset(kinds))
            case ir.Make(kind=kind, slot=made) if made is not None:
                scope.narrow(made, frozenset((kind,)))
            case ir.Assign(slot, expr):
                assigned.append((slot, expr))
    for slot, expr in assigned:
        if slot not in scope.kinds:
            scope.narrow(slot, scope.of(expr))
    return scope


def header(phase: ir.Phase) -> tuple[object, ...]:
    """What the rules of a phase share: what binds the slots that theirs begin with."""
    return (phase.heads, phase.when, phase.each)
