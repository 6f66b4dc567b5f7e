"""Estimates of work: how much an engine that runs queries as nested loops has to try, read off the levels of a game.

They only decide between orders that mean the same, so they may be rough: a count of things is the mean over the
levels, and a test passes a fixed share of what it sees. All numbers are the same on every machine.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

from arcg.compiler import ir
from arcg.compiler.rewrite import Slots, binders, mentioned

PASSES, TIES = 0.5, 0.25
"""The share of what it sees that a test lets through, and that an equality or a relation in space does."""

OCCURRENCES = 3.0
"""How often an event happens in a turn, at a guess."""

WIDE = 4.0
"""How many cells a thing covers where there are bodies, at a guess."""

_AROUND: dict[ir.Relation, int] = {
    "at": 1, "on": 1, "overlaps": 1, "ahead": 1, "beside": 2, "touches": 4, "near": 8,
}  # fmt: skip
"""The number of cells, around one end of a relation, in which the other end may lie."""


class Effort(NamedTuple):
    """`tries`: what an atom costs each time it is reached. `fan`: how often, on average, it lets the next atom run."""

    tries: float
    fan: float


class Estimate:
    """The counts of one program, and what follows from them for its atoms and queries."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        levels = max(1, len(program.levels))
        self.board = sum(level.width * level.height for level in program.levels) / levels
        self._count = [0.0] * len(program.kinds)
        for thing in (thing for level in program.levels for thing in level.things):
            self._count[thing.kind] += 1 / levels
        # How many things rules will make cannot be seen in the levels; a row of them is a fair guess.
        for step in ir.nodes((program.phases, program.forbids)):
            if isinstance(step, ir.Make):
                self._count[step.kind] = max(self._count[step.kind], self.board**0.5)
        self._cells = WIDE if any(kind.body is not None for kind in program.kinds) else 1.0
        self._facts: dict[tuple[int, tuple[bool, ...]], Effort] = {}

    def things(self, kinds: Sequence[int]) -> float:
        """The number of things of some kinds."""
        return sum(self._count[kind] for kind in kinds)

    def query(self, query: ir.Query, bound: Slots) -> Effort:
        """All tries of a query, and the number of its matches, in the order in which its atoms stand."""
        tries, rows, known = 0.0, 1.0, set(bound)
        for number, atom in enumerate(query.atoms):
            following = query.atoms[number + 1] if number + 1 < len(query.atoms) else None
            effort = self.atom(atom, known, following)
            tries, rows = tries + rows * effort.tries, rows * effort.fan
            known |= binders(atom)
        return Effort(tries, rows)

    def atom(self, atom: ir.Atom, bound: Slots, following: ir.Atom | None = None) -> Effort:
        """One atom where the slots `bound` are bound; `following` is the atom right after it."""
        match atom:
            case ir.Fact(fact, args):
                known = tuple(_known(arg, bound) for arg in args)
                return self._fact(fact, known)
            case ir.Bind(slot, kinds) if slot not in bound:
                things = self.things(kinds)
                cells = None if following is None else around(following, slot, bound)
                few = max(1.0, things if cells is None else min(things, cells))
                return Effort(few, few)
            case ir.Range(slot, over) if slot not in bound:
                values = 4.0 if over == "dir" else self.board
                return Effort(values, values)
            case ir.Assign(slot, expr) if slot not in bound:
                return Effort(1 + self._inside(expr, bound), 1.0)
            case ir.CellsOf(slot, expr) if slot not in bound:
                return Effort(1 + self._inside(expr, bound), self._cells)
            case ir.Ray(slot) if slot not in bound:
                line = self.board**0.5 / 2
                return Effort(1 + line, line)
            case ir.Did() if not binders(atom) <= bound:
                return Effort(OCCURRENCES, OCCURRENCES)
            case _:
                tied = isinstance(atom, ir.Relate | ir.Assign | ir.CellsOf) or (
                    isinstance(atom, ir.Compare) and atom.op == "="
                )
                return Effort(1 + self._inside(atom, bound), TIES if tied else PASSES)

    def _inside(self, node: object, bound: Slots) -> float:
        """The tries of all queries inside an atom or an expression."""
        match node:
            case ir.Query():
                return self.query(node, bound).tries
            case ir.Aggregate(_, of, query):
                within = bound | {*query.things, *query.values}
                return self.query(query, bound).tries + (self._inside(of, within) if of is not None else 0.0)
            case ir.Every(over, claim):
                each = self.query(over, bound)
                return each.tries + each.fan * self.query(claim, bound | {*over.things, *over.values}).tries
            case tuple():
                return sum(self._inside(item, bound) for item in node)
            case ir.Distance() | ir.Approach():
                return self.board  # it is kept while nothing changes, and worked out anew when something does
            case _ if dataclasses.is_dataclass(node):
                return sum(self._inside(getattr(node, field.name), bound) for field in dataclasses.fields(node))
            case _:
                return 0.0

    def _fact(self, fact: int, known: tuple[bool, ...]) -> Effort:
        """Asking a fact of which some arguments are known."""
        found = self._facts.get((fact, known))
        if found is None and self.program.facts[fact].loop:
            # What a loop holds of is worked out as a whole, and looked through for the arguments.
            found = self._facts[fact, known] = Effort(self.board, PASSES if all(known) else self.board)
        if found is None:
            tries = 1.0
            for clause in self.program.facts[fact].clauses:
                given = frozenset(slot for slot, is_known in zip(clause.params, known, strict=False) if is_known)
                tries += self.query(clause.query, given).tries
            # Without all arguments its tuples are to be gathered and told apart, whatever its tests leave of them.
            found = self._facts[fact, known] = Effort(tries, PASSES if all(known) else tries)
        return found


def around(atom: ir.Atom, slot: int, bound: Slots) -> int | None:
    """In how many cells the thing of `slot` may lie for `atom` to hold, which speaks of nothing else that is unbound.

    That is what an engine can look up instead of trying every thing, when the atom stands right after the `Bind` of
    the slot. 0: the atom says which thing it is. None: it says neither.
    """
    if not mentioned(atom) <= bound | {slot}:
        return None
    here = ir.Slot(slot)
    match atom:
        case ir.Compare("=", left, right):
            ways = [(one, other) for one, other in ((left, right), (right, left)) if slot not in _read(other)]
            if any(one == here for one, _ in ways):
                return 0
            return 1 if any(one == ir.Apply("cell_of", (here,)) for one, _ in ways) else None
        case ir.Relate(relation, left, right, direction):
            if direction is not None and slot in _read(direction):
                return None
            ways = [(one, other) for one, other in ((left, right), (right, left)) if slot not in _read(other)]
            if any(one in (here, ir.Apply("cell_of", (here,))) for one, _ in ways):
                return _AROUND[relation]
    return None


def _read(expr: ir.Expr) -> frozenset[int]:
    return mentioned(ir.Assign(-1, expr))


def _known(arg: ir.Arg, bound: Slots) -> bool:
    return isinstance(arg, ir.Equal) or (isinstance(arg, ir.Take) and arg.slot in bound)
