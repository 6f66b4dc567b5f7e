"""What can happen at all: rules that cannot fire, kinds that never appear, tests that never hold.

A forward fixed point from the levels: which kinds may be on the board, which values attributes may take, which events
may occur. Junk that only looks like mechanics must not make a game look new.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from arcg.compiler import ir
from arcg.compiler.canonical.bodies import carried, turned_places
from arcg.compiler.canonical.conflicts import moves_only
from arcg.compiler.canonical.kinds import Kinds, Place, Scope, header, holders, places, scope_of
from arcg.compiler.canonical.rewrite import GONE, rewritten

INPUTS = {ir.ARROW: {1, 2, 3, 4}, ir.ACT: {5}, ir.CLICK: {6}, ir.CLICKCELL: {6}, ir.UNDO: {7}, ir.ACTION: set(range(8))}
"""The actions of which one must be offered for an input event to occur."""

_COMPARE = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass
class Reach:
    """What may be: `values` of an attribute, None for any of its domain."""

    program: ir.Program
    kinds: set[int] = field(default_factory=set)
    events: set[int] = field(default_factory=set)
    values: dict[Place, set[int] | None] = field(default_factory=dict)

    @cached_property
    def carried(self) -> Kinds:
        """The kinds that may be carried."""
        return carried(self.program)

    # ------------------------------------------------------------ growing

    def begin(self) -> None:
        """What the levels show and the player can do."""
        offered = set(self.program.actions)
        self.events = {ir.START, *(event for event, actions in INPUTS.items() if actions & offered)}
        for number, kind in enumerate(self.program.kinds):
            if kind.numbered is not None:
                self.add((number, kind.numbered), None)  # it changes without a rule
        for level in self.program.levels:
            for number, value in enumerate(level.world):
                self.add((None, number), value)
            for thing in level.things:
                self.kinds.add(thing.kind)
                for attr, value in zip(self.program.kinds[thing.kind].attrs, thing.attrs, strict=True):
                    self.add((thing.kind, attr.field), value)

    def add(self, place: Place, value: int | None) -> None:
        """An attribute may take a value (None: any)."""
        known = self.values.setdefault(place, set())
        if value is None or known is None:
            self.values[place] = None
        else:
            known.add(value)

    def run(self) -> None:
        """Let every rule that may fire do what it does, until nothing new comes of it."""
        self.begin()
        rules = [
            (phase, rule, scope_of(self.program, rule, *header(phase)))
            for phase in self.program.phases
            for rule in phase.rules
        ]
        before = None
        while (now := self._size()) != before:
            before = now
            for phase, rule, scope in rules:
                if self.runs(phase) and self.fires(rule):
                    self.do(rule.effects, scope)
            for forbid in self.program.forbids:
                if self.holds(forbid.query):
                    self.do(forbid.effects or (), scope_of(self.program, forbid))

    def _size(self) -> tuple[int, int, list[int]]:
        """Grows with everything that is learned."""
        values = [-1 if found is None else len(found) for found in self.values.values()]
        return len(self.kinds), len(self.events), values

    def do(self, effects: Iterable[ir.Effect], scope: Scope) -> None:
        """What these effects may bring about."""
        for node in ir.nodes(tuple(effects)):
            match node:
                case ir.Make(kind, _, given):
                    self.kinds.add(kind)
                    told = dict(given)
                    for attr in self.program.kinds[kind].attrs:
                        self.add((kind, attr.field), known(told[attr.field]) if attr.field in told else attr.default)
                case ir.Set(target, value):
                    for place in places(self.program, target, scope):
                        self.add(place, known(value))
                case ir.Add(target) | ir.Cycle(target):
                    for place in places(self.program, target, scope):
                        self.add(place, None)
                case ir.Emit(event):
                    self.events.add(event)
                case ir.Move() | ir.Put():
                    self.events |= {ir.MOVED, ir.BLOCKED, ir.ENTER, ir.LEAVE}
                case ir.Turn(thing):
                    self.events |= {ir.BLOCKED, ir.ENTER, ir.LEAVE}
                    for place in turned_places(self.program, scope.of(thing) | self.carried):
                        self.add(place, None)

    # ------------------------------------------------------------ asking

    def runs(self, phase: ir.Phase) -> bool:
        """Whether a phase may run."""
        called = not phase.heads or any(self.occurs(head.event, head.args) for head in phase.heads)
        when = phase.when is None or self.holds(phase.when)
        return called and when and (phase.each is None or self.holds(phase.each.query))

    def fires(self, rule: ir.Rule) -> bool:
        """Whether a rule may have a match."""
        trigger = rule.trigger
        return (trigger is None or self.occurs(trigger.event, trigger.args)) and self.holds(rule.query)

    def occurs(self, event: int, args: tuple[ir.Arg, ...]) -> bool:
        """Whether an event with such arguments may occur."""
        return event in self.events and self.fit(args)

    def fit(self, args: tuple[ir.Arg, ...]) -> bool:
        """Whether there may be things of the kinds that the arguments want."""
        return all(self.kinds.intersection(a.kinds) for a in args if isinstance(a, ir.Take) and a.kinds is not None)

    def holds(self, query: ir.Query) -> bool:
        """Whether a query may have a match; `no` is taken to hold."""
        return all(self.atom(atom, query) for atom in query.atoms)

    def atom(self, atom: ir.Atom, query: ir.Query) -> bool:
        """Whether an atom may hold."""
        match atom:
            case ir.Bind(_, kinds) | ir.IsKind(_, kinds):
                return bool(self.kinds.intersection(kinds))
            case ir.Exists(alternatives):
                return any(self.holds(alternative) for alternative in alternatives)
            case ir.Did(event, args):
                return self.occurs(event, args)
            case ir.Fact(fact, args):
                table = self.program.facts[fact]
                return self.fit(args) and (
                    bool(table.loop) or any(self.holds(clause.query) for clause in table.clauses)
                )
            case ir.Compare():
                return self.compares(atom, query)
        return True

    def compares(self, atom: ir.Compare, query: ir.Query) -> bool:
        """Whether a comparison with a constant may hold."""
        left, right = self.range_of(atom.left, query), self.range_of(atom.right, query)
        if left is None or right is None or len(left) * len(right) > MOST_PAIRS:
            return True
        return any(bool(_COMPARE[atom.op](one, two)) for one in left for two in right)

    def range_of(self, expr: ir.Expr, query: ir.Query) -> set[int] | None:
        """The values that an expression may have; None if that is not known."""
        match expr:
            case ir.Const(value=value):
                return {value}
            case ir.World(attr) if not isinstance(self.program.world[attr].domain, ir.ThingDomain):
                return self.domain(self.values.get((None, attr), set()), self.program.world[attr].domain)
            case ir.Attr(thing, number):
                found: set[int] = set()
                for kind, held in holders(self.program, scope_of(self.program, query).of(thing), number):
                    values = self.domain(self.values.get((kind, number), set()), held.domain)
                    if values is None:
                        return None
                    found |= values
                return found
        return None

    def domain(self, values: set[int] | None, domain: ir.Domain) -> set[int] | None:
        """The values, or those of the domain where any is possible."""
        match values, domain:
            case _, ir.ThingDomain():
                return None
            case None, ir.IntDomain(low, high):
                return set(range(low, high + 1)) if high - low < MOST_PAIRS else None
            case None, ir.EnumDomain(names):
                return set(range(len(names)))
            case None, ir.DirDomain():
                return set(range(4))
        return values


MOST_PAIRS = 5_000
"""Value pairs compared one by one; a comparison of more is taken to be open."""


def known(expr: ir.Expr) -> int | None:
    """The value of a constant, None for anything else."""
    return expr.value if isinstance(expr, ir.Const) else None


# ---------------------------------------------------------------- the step


def without_the_impossible(program: ir.Program) -> ir.Program:
    """No rules that cannot fire, no clauses and alternatives that cannot hold, no kinds that never appear."""
    reach = Reach(program)
    reach.run()

    def possible(node: Any) -> Any:
        match node:
            case ir.Bind() | ir.IsKind():
                return replace(node, kinds=tuple(k for k in node.kinds if k in reach.kinds))
            case ir.Take() if node.kinds is not None:
                return replace(node, kinds=tuple(k for k in node.kinds if k in reach.kinds))
            case ir.Exists():
                return ir.Exists(tuple(query for query in node.alternatives if reach.holds(query)))
            case ir.No():
                return node if reach.holds(node.query) else GONE
        return node

    phases: list[ir.Phase] = []
    for phase in program.phases:
        heads = tuple(head for head in phase.heads if reach.occurs(head.event, head.args))
        rules = tuple(rule for rule in phase.rules if reach.fires(rule))
        starts = any(head.event == ir.START for head in heads)
        kept = replace(phase, heads=heads, rules=rules, on_start=starts)
        if reach.runs(phase) and (rules or moves_only((*phases, kept))):
            phases.append(kept)
    motion: dict[str, Any] = {
        name: tuple(clause for clause in getattr(program, name) if reach.holds(clause.query))
        for name in ("stops", "pushes", "carries", "stuck")
    }
    facts = tuple(replace(f, clauses=tuple(c for c in f.clauses if reach.holds(c.query))) for f in program.facts)
    kinds = tuple(replace(kind, body=_possible_body(reach, number)) for number, kind in enumerate(program.kinds))
    program = replace(
        program,
        kinds=kinds,
        facts=facts,
        phases=tuple(phases),
        forbids=tuple(forbid for forbid in program.forbids if reach.holds(forbid.query)),
        loses=tuple(lose for lose in program.loses if reach.holds(lose.query)),
        **motion,
    )
    names = ("facts", "distances", "stops", "pushes", "carries", "stuck", "phases", "forbids", "wins", "loses")
    return replace(program, **{name: rewritten(getattr(program, name), possible) for name in names})


def _possible_body(reach: Reach, number: int) -> ir.Body | None:
    """The body of a kind, not mirrored if it never is."""
    body = reach.program.kinds[number].body
    if body is None or body.mirrored is None:
        return body
    whose = ir.Bind(0, (number,))
    never = number in reach.kinds and not reach.holds(replace(body.mirrored, atoms=(whose, *body.mirrored.atoms)))
    return replace(body, mirrored=None) if never else body
