"""The order of conditions: every query's atoms are rearranged so that an engine has little to try.

Engines run the atoms of a query as nested loops, from left to right. Here tests come as soon as what they read is
bound, and the rest in the order that takes the fewest tries by `estimate.py`. A thing that is tied to a place is bound
right before the atom that ties it, so that an engine can look there instead of trying every thing.

The matches of a query and their order stay what they were, because an atom finds the same slots bound that it speaks
of, wherever it stands: a slot that was bound before it is bound before it now, and one that was not is not. (Binding a
slot twice is a test, whichever comes first.) What stands inside an atom is planned in the same way.
"""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

from arcg.compiler import ir
from arcg.compiler.estimate import Effort, Estimate, around
from arcg.compiler.rewrite import Rewriter, Slots, binders, mentioned

CHEAP = 1.0
"""Tries of a test without a query inside; it is made before anything else."""

MAX_ATOMS = 64
"""Longer queries stay in the written order: looking for a better one takes the square of their length and more."""

MAX_SEARCHED, MAX_CHOICES = 12, 6
"""While more atoms are left, or more of them may come next, only the most promising is followed up."""


def plan(program: ir.Program) -> ir.Program:
    """The program with its queries in a good order."""
    return Planner(program).program(program)


def plan_query(program: ir.Program, query: ir.Query, bound: Slots) -> ir.Query:
    """One query of a program in a good order, where the slots `bound` are always bound before it is asked.

    For a clause of which some parameters are known, `bound` are the slots of these. Such a query may read a slot
    before the atom that binds it, and is to be asked with exactly these slots bound.
    """
    return Planner(program).query(query, bound)


class Planner(Rewriter):
    """Plans the queries of one program, by the given estimates or by those that its levels suggest."""

    def __init__(self, program: ir.Program, estimate: Estimate | None = None) -> None:
        self._estimate = estimate or Estimate(program)
        domains: dict[int, set[object]] = {}
        for kind in program.kinds:
            for attr in kind.attrs:
                names = attr.domain.names if isinstance(attr.domain, ir.EnumDomain) else type(attr.domain)
                domains.setdefault(attr.field, set()).add(names)
        self._ambiguous = frozenset(field for field, found in domains.items() if len(found) > 1)

    def query(self, query: ir.Query, bound: Slots, likely: Slots = frozenset()) -> ir.Query:
        """The query in a good order. `likely` are slots that are often bound already; the order suits that case."""
        rebuilt = super().query(query, bound)
        if not 2 <= len(rebuilt.atoms) <= MAX_ATOMS:
            return rebuilt
        order = _Order(rebuilt.atoms, bound, likely, self._estimate, self._ambiguous)
        return dataclasses.replace(rebuilt, atoms=tuple(rebuilt.atoms[number] for number in order.order()))

    def clause(self, clause: ir.Clause) -> ir.Clause:
        """The clause in an order that is right whatever is known, and good when all parameters are."""
        return dataclasses.replace(clause, query=self.query(clause.query, frozenset(), frozenset(clause.params)))


class _Order:
    """Finds the order of the atoms of one query that takes the fewest tries."""

    def __init__(
        self, atoms: tuple[ir.Atom, ...], bound: Slots, likely: Slots, estimate: Estimate, ambiguous: frozenset[int]
    ) -> None:
        self.atoms = atoms
        self.bound = frozenset(bound)
        self.likely = likely
        self.estimate = estimate
        self.binders = [binders(atom) for atom in atoms]
        self.needs: list[frozenset[int]] = []
        """The slots that must be bound before each atom."""
        self.later_than: list[set[int]] = [set() for _ in atoms]
        """The atoms that must stand before each atom."""
        self._constrain(ambiguous)
        self._best: dict[frozenset[int], tuple[float, tuple[int, ...]]] = {frozenset(): (0.0, ())}
        self._efforts: dict[tuple[int, frozenset[int]], Effort] = {}

    def _constrain(self, ambiguous: frozenset[int]) -> None:
        known, told = self.bound, [mentioned(atom) for atom in self.atoms]
        for number, atom in enumerate(self.atoms):
            self.needs.append(told[number] & known)
            for other, bindings in enumerate(self.binders):
                if other != number and bindings & told[number] - known:
                    self.later_than[other].add(number)
            known |= self.binders[number]
            if ambiguous.intersection(node.field for node in ir.nodes(atom) if isinstance(node, ir.Attr)):
                # Kinds differ in what such a field holds, so what tells the kind of a thing goes on telling it before.
                about = told[number]
                for other in range(number):
                    if not about or about & (told[other] | self.binders[other]):
                        self.later_than[number].add(other)

    def order(self) -> tuple[int, ...]:
        """The numbers of the atoms in their new order."""
        return self._rest(frozenset(range(len(self.atoms))))[1]

    def _rest(self, left: frozenset[int]) -> tuple[float, tuple[int, ...]]:
        """The fewest tries that the atoms still to be placed take, each time they are reached, and their order."""
        if left not in self._best:
            bound = self.bound.union(*(self.binders[n] for n in range(len(self.atoms)) if n not in left))
            self._best[left] = min(self._following(left, step) for step in self._steps(left, bound))
        return self._best[left]

    def _following(self, left: frozenset[int], step: _Step) -> tuple[float, tuple[int, ...]]:
        tries, order = self._rest(left.difference(step.atoms))
        return step.effort.tries + step.effort.fan * tries, step.atoms + order

    def _steps(self, left: frozenset[int], bound: frozenset[int]) -> list[_Step]:
        """What may come next: a cheap test if there is one, else anything; of very much only the one with least fan."""
        steps = []
        for number in sorted(left):
            if not self._ready(number, bound, left):
                continue
            effort = self._effort(number, bound)
            if self.binders[number] <= bound and effort.tries <= CHEAP:
                return [_Step(effort, (number,))]
            steps.append(self._tied(number, effort, bound, left))
        if len(steps) > MAX_CHOICES or len(left) > MAX_SEARCHED:
            return [min(steps, key=lambda step: (max(1.0, step.effort.fan), step.effort.tries))]
        return steps

    def _tied(self, number: int, effort: Effort, bound: frozenset[int], left: frozenset[int]) -> _Step:
        """Placing an atom and, after a `Bind`, the test that ties its thing most closely to what is bound already."""
        atom = self.atoms[number]
        if not isinstance(atom, ir.Bind) or atom.slot in bound:
            return _Step(effort, (number,))
        tests = left.difference((number,))
        ties = [
            (cells, test)
            for test in tests
            if self._ready(test, bound | {atom.slot}, tests)
            and (cells := around(self.atoms[test], atom.slot, bound)) is not None
        ]
        if not ties:
            return _Step(effort, (number,))
        test = min(ties)[1]
        first = self.estimate.atom(atom, bound | (self.likely & {atom.slot}), self.atoms[test])
        second = self._effort(test, bound | {atom.slot})
        return _Step(Effort(first.tries + first.fan * second.tries, first.fan * second.fan), (number, test))

    def _effort(self, number: int, bound: frozenset[int]) -> Effort:
        """What an atom takes; of the slots that it only mentions the same ones are bound wherever it may stand."""
        known = self.binders[number] & (bound | self.likely)
        if (number, known) not in self._efforts:
            self._efforts[number, known] = self.estimate.atom(self.atoms[number], bound | known)
        return self._efforts[number, known]

    def _ready(self, number: int, bound: frozenset[int], left: frozenset[int]) -> bool:
        """Whether an atom may come next."""
        return self.needs[number] <= bound and self.later_than[number].isdisjoint(left)


class _Step(NamedTuple):
    """Atoms to be placed together, and what they take."""

    effort: Effort
    atoms: tuple[int, ...]
