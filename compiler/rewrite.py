"""Rewriting programs: rebuilds a `Program` with every query passed through a pass, which knows what is bound there.

A pass is a subclass of `Rewriter` that changes what it wants to change in `query` or `node` and lets the rest be
rebuilt. `binders` and `mentioned` tell the two ways in which an atom can speak of a slot.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Set
from typing import Any, TypeVar

from arcg.compiler import ir

T = TypeVar("T")

Slots = Set[int]
"""Numbers of slots of one scope."""

BINDING = (ir.Bind, ir.Range, ir.Assign, ir.CellsOf, ir.Ray)
"""The atoms with a slot of their own; `Did` and `Fact` bind by their `Take` arguments."""


def binders(atom: ir.Atom) -> frozenset[int]:
    """The slots that an atom binds, or tests where they are bound already."""
    if isinstance(atom, BINDING):
        return frozenset((atom.slot,))
    if isinstance(atom, ir.Did | ir.Fact):
        return frozenset(arg.slot for arg in atom.args if isinstance(arg, ir.Take))
    return frozenset()


def mentioned(atom: ir.Atom) -> frozenset[int]:
    """The slots that an atom speaks of in another way: those it reads, and all that stand in queries inside it."""
    match atom:
        case ir.Bind() | ir.Range():
            return frozenset()
        case ir.Assign(_, expr) | ir.CellsOf(_, expr):
            return frozenset(_slots(expr))
        case ir.Ray(_, start, direction, until):
            return frozenset(_slots((start, direction, until)))
        case ir.Did(_, args) | ir.Fact(_, args):
            return frozenset(_slots(tuple(arg for arg in args if isinstance(arg, ir.Equal))))
        case _:
            return frozenset(_slots(atom))


def _slots(root: object) -> set[int]:
    """Every slot named anywhere in a piece of a program."""
    found: set[int] = set()
    for node in ir.nodes(root):
        if isinstance(node, ir.Slot):
            found.add(node.index)
        elif isinstance(node, (*BINDING, ir.Take)):
            found.add(node.slot)
    return found


class Rewriter:
    """Rebuilds a program as it is. Subclasses override `query` or `node`; tables and numbers always stay."""

    def program(self, program: ir.Program) -> ir.Program:
        """The rewritten program."""
        return dataclasses.replace(
            program,
            kinds=tuple(self._kind(kind) for kind in program.kinds),
            facts=tuple(dataclasses.replace(fact, clauses=self._clauses(fact.clauses)) for fact in program.facts),
            distances=tuple(
                dataclasses.replace(field, to=self.clause(field.to), through=self.clause(field.through))
                for field in program.distances
            ),
            stops=self._clauses(program.stops),
            pushes=self._clauses(program.pushes),
            carries=self._clauses(program.carries),
            stuck=self._clauses(program.stuck),
            phases=tuple(self._phase(phase) for phase in program.phases),
            forbids=tuple(self._forbid(forbid) for forbid in program.forbids),
            wins=tuple(self._condition(condition) for condition in program.wins),
            loses=tuple(self._condition(condition) for condition in program.loses),
            view=self.node(program.view, frozenset()),
            paints=tuple(self._paint(paint) for paint in program.paints),
        )

    def query(self, query: ir.Query, bound: Slots) -> ir.Query:
        """The rewritten query. `bound` are the slots that are bound wherever it is asked."""
        known, atoms = set(bound), []
        for atom in query.atoms:
            atoms.append(self.node(atom, known))
            known |= binders(atom)
        return dataclasses.replace(query, atoms=tuple(atoms))

    def clause(self, clause: ir.Clause) -> ir.Clause:
        """The rewritten clause. Its parameters may be known or not, so none of them counts as bound."""
        return dataclasses.replace(clause, query=self.query(clause.query, frozenset()))

    def node(self, value: T, bound: Slots) -> T:
        """A rewritten atom, expression, effect or tuple of them."""
        rebuilt: Any
        match value:
            case ir.Query():
                rebuilt = self.query(value, bound)
            case ir.Aggregate(op, of, query):
                rebuilt = ir.Aggregate(op, self.node(of, bound | _listed(query)), self.query(query, bound))
            case ir.Every(over, claim):
                rebuilt = ir.Every(self.query(over, bound), self.query(claim, bound | _listed(over)))
            case ir.Keyed(slot, query, step):
                rebuilt = ir.Keyed(slot, self.query(query, bound), self.node(step, bound | _listed(query)))
            case tuple():
                rebuilt = tuple(self.node(item, bound) for item in value)
            case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
                parts = {f.name: self.node(getattr(value, f.name), bound) for f in dataclasses.fields(value)}
                rebuilt = dataclasses.replace(value, **parts)
            case _:
                rebuilt = value
        return rebuilt  # type: ignore[no-any-return]

    # ------------------------------------------------------------ tables

    def _clauses(self, clauses: tuple[ir.Clause, ...]) -> tuple[ir.Clause, ...]:
        return tuple(self.clause(clause) for clause in clauses)

    def _condition(self, condition: ir.Condition, bound: Slots = frozenset()) -> ir.Condition:
        return dataclasses.replace(condition, query=self.query(condition.query, bound))

    def _kind(self, kind: ir.Kind) -> ir.Kind:
        """Pictures, tints and a body, in whose scopes slot 0 is the thing."""
        thing = frozenset((0,))
        pictures = tuple(
            dataclasses.replace(picture, when=picture.when and self._condition(picture.when, thing))
            for picture in kind.pictures
        )
        tints = tuple(dataclasses.replace(tint, expr=self.node(tint.expr, thing)) for tint in kind.tints)
        body = None if kind.body is None else self._body(kind.body)
        return dataclasses.replace(kind, pictures=pictures, tints=tints, body=body)

    def _body(self, body: ir.Body) -> ir.Body:
        """A body, where slots 1 and 2 are a cell of its box."""
        thing, cell = frozenset((0,)), frozenset((0, 1, 2))
        return dataclasses.replace(
            body,
            width=self.node(body.width, thing),
            height=self.node(body.height, thing),
            when=body.when and self.query(body.when, cell),
            origin=self.node(body.origin, thing),
            mirrored=body.mirrored and self.query(body.mirrored, thing),
        )

    def _paint(self, paint: ir.Paint) -> ir.Paint:
        bound = _listed(paint.query)
        cell, colour = self.node(paint.cell, bound), self.node(paint.colour, bound)
        return dataclasses.replace(paint, query=self.query(paint.query, frozenset()), cell=cell, colour=colour)

    def _forbid(self, forbid: ir.Forbid) -> ir.Forbid:
        query = self.query(forbid.query, frozenset())
        return dataclasses.replace(forbid, query=query, effects=self.node(forbid.effects, frozenset()))

    def _phase(self, phase: ir.Phase) -> ir.Phase:
        """A phase, whose rules may rely on what every head binds."""
        ways = [_taken(head) for head in phase.heads]
        bound = frozenset.intersection(*ways) if ways else frozenset[int]()
        when = None if phase.when is None else self.query(phase.when, bound)
        each = phase.each
        if each is not None:
            inside = bound | {each.slot}
            each = ir.Each(each.slot, self.query(each.query, bound), self.node(each.by, inside))
            bound = inside
        rules = tuple(self._rule(rule, bound) for rule in phase.rules)
        return dataclasses.replace(phase, heads=self.node(phase.heads, frozenset()), when=when, each=each, rules=rules)

    def _rule(self, rule: ir.Rule, bound: Slots) -> ir.Rule:
        trigger = self.node(rule.trigger, bound)
        bound = bound | (_taken(rule.trigger) if rule.trigger is not None else frozenset())
        effects = self.node(rule.effects, bound | _listed(rule.query))
        return dataclasses.replace(rule, trigger=trigger, query=self.query(rule.query, bound), effects=effects)


def _listed(query: ir.Query) -> frozenset[int]:
    return frozenset((*query.things, *query.values))


def _taken(trigger: ir.Trigger) -> frozenset[int]:
    return frozenset(arg.slot for arg in trigger.args if isinstance(arg, ir.Take))
