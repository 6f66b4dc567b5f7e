"""Events that rules make: their names, and the types of their arguments read off where they are made.

Nothing declares such an event but the effect that makes it, so all emissions of a file are found first; `infer_events`
then checks the emitting rules quietly, because an argument may come from another event.
"""

from __future__ import annotations

from collections.abc import Sequence

from arcg.dsl import syntax
from arcg.dsl.names import Names
from arcg.dsl.phases import Joined, check_forbid, check_head, check_rule
from arcg.dsl.walk import effects_of, mentioned


def declare_events(names: Names, statements: Sequence[syntax.Statement]) -> None:
    """Make every event that a rule or forbid makes known, with arguments of unknown types."""
    for statement in statements:
        for effect in effects_of(statement):
            if isinstance(effect, syntax.EmitEffect):
                _declare(names, effect.event)


def _declare(names: Names, event: syntax.Call) -> None:
    if event.name not in names.params and event.name not in names.facts:
        names.params[event.name] = [None] * len(event.args)
        names.event_numbers[event.name] = len(names.event_numbers)
        names.emitted[event.name] = event.span


def infer_events(names: Names, phases: Sequence[Joined], forbids: Sequence[syntax.ForbidDecl]) -> None:
    """Find the types of the arguments of the events that rules make, reporting nothing.

    They may depend on each other (an event made by the answer to another), so the emitting rules that ask for a changed
    event are read again until nothing changes. Types only grow, so that ends.
    """
    waiting: list[tuple[syntax.PhaseDecl | None, syntax.RuleDecl | syntax.ForbidDecl, set[str]]] = []
    for phase in phases:
        head = (phase.decl.events, phase.decl.when, phase.decl.each)
        waiting += [(phase.decl, rule, mentioned((head, rule))) for rule in phase.rules if _emits(rule.effects)]
    waiting += [(None, forbid, mentioned(forbid)) for forbid in forbids if _emits(forbid.effects or ())]
    quiet = names.quiet()
    changed = set(names.params)
    while changed:
        before = {name: list(params) for name, params in names.params.items()}
        for place, decl, asked in waiting:
            if not changed & asked:
                continue
            if isinstance(decl, syntax.ForbidDecl):
                check_forbid(quiet, decl)
            elif place is not None:
                check_rule(quiet, decl, check_head(quiet, place), "")
        changed = {name for name, params in names.params.items() if params != before[name]}


def _emits(effects: Sequence[syntax.Effect]) -> bool:
    return any(isinstance(effect, syntax.EmitEffect) for effect in effects)
