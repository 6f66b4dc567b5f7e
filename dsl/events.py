"""Events that rules make: their names, and the types of their arguments read off where they are made.

Nothing declares such an event but the effect that makes it, so all emissions of a file are found first; `infer_events`
then checks the emitting rules quietly, because an argument may come from another event.
"""

from __future__ import annotations

from collections.abc import Sequence

from arcg.dsl import syntax
from arcg.dsl.names import Names
from arcg.dsl.phases import Joined, check_forbid, check_head, check_rule
from arcg.dsl.walk import nodes

MOST_ROUNDS = 20
"""How often emissions are read again at most while argument types still grow; two or three rounds are usual."""


def declare_events(names: Names, statements: Sequence[syntax.Statement]) -> None:
    """Make every event that a rule or forbid makes known, with arguments of unknown types."""
    for statement in statements:
        if isinstance(statement, syntax.PhaseDecl | syntax.ForbidDecl):
            for node in nodes(statement):
                if isinstance(node, syntax.EmitEffect):
                    _declare(names, node.event)


def _declare(names: Names, event: syntax.Call) -> None:
    if event.name not in names.params and event.name not in names.facts:
        names.params[event.name] = [None] * len(event.args)
        names.event_numbers[event.name] = len(names.event_numbers)
        names.emitted[event.name] = event.span


def infer_events(names: Names, phases: Sequence[Joined], forbids: Sequence[syntax.ForbidDecl]) -> None:
    """Find the types of the arguments of the events that rules make, reporting nothing.

    They may depend on each other (an event made by the answer to another), so the emitting rules are read again until
    nothing changes.
    """
    emitting = [
        (phase, [rule for rule in phase.rules if any(isinstance(e, syntax.EmitEffect) for e in rule.effects)])
        for phase in phases
    ]
    emitting = [(phase, rules) for phase, rules in emitting if rules]
    refusing = [f for f in forbids if any(isinstance(e, syntax.EmitEffect) for e in f.effects or ())]
    for _ in range(MOST_ROUNDS):
        before = {name: list(params) for name, params in names.params.items()}
        quiet = names.quiet()
        for phase, rules in emitting:
            head = check_head(quiet, phase.decl)
            for rule in rules:
                check_rule(quiet, rule, head, "")
        for forbid in refusing:
            check_forbid(quiet, forbid)
        if names.params == before:
            return
