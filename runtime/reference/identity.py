"""Where identities matter: the saves of which the state must say which thing is which.

Things that look alike are interchangeable, unless something can still tell them apart after a restore: a reference
from what was kept to what came back, or an event, a head or an `each` of the same turn that names a thing. Takes a
program and gives the saves for which that can happen; the codec writes identities for these and no others.
"""

from __future__ import annotations

from arcg.compiler import ir


def linked_saves(program: ir.Program, has_references: bool) -> set[int]:
    """The numbers of the named saves, and `ir.LEVEL_SAVE`, whose things must be told apart in the state.

    `turn` is never among them: it does not outlive its turn.
    """
    found: set[int] = set()
    elsewhere = (
        program.facts,
        program.distances,
        program.stops,
        program.pushes,
        program.carries,
        program.stuck,
        program.forbids,
    )
    known_later = _asks_for_things(program, (*elsewhere, program.wins, program.loses))
    for forbid in program.forbids:
        found |= _restored(forbid.effects or (), known_later, has_references)
    for phase in reversed(program.phases):
        holds_things = phase.each is not None or any(_names_thing(program, head) for head in phase.heads)
        runs_again = phase.repeat or bool(phase.heads)
        known = holds_things or (runs_again and any(_knows(program, rule) for rule in phase.rules))
        for rule in reversed(phase.rules):
            # the things that a match holds while those before it are taken are known too
            by_match = rule.mode == "turn" or (rule.mode == "all" and _acts_on_things(rule))
            found |= _restored(rule.effects, known or known_later or by_match, has_references)
            known_later = known_later or _knows(program, rule)
        known_later = known_later or holds_things
    return found - {ir.TURN_SAVE}


def _restored(effects: tuple[ir.Effect, ...], known: bool, has_references: bool) -> set[int]:
    """The saves that effects restore in a way that can be seen."""
    steps = [effect.step if isinstance(effect, ir.Keyed) else effect for effect in effects]
    restores = [step for step in steps if isinstance(step, ir.Restore)]
    partly = {step.save for step in restores if step.only or step.keep.world or step.keep.kinds}
    return {step.save for step in restores} if known else partly if has_references else set()


def _acts_on_things(rule: ir.Rule) -> bool:
    """Whether a rule does something besides restoring with things of its matches: a later match still holds them."""
    steps = [effect.step if isinstance(effect, ir.Keyed) else effect for effect in rule.effects]
    done = tuple(step for step in steps if not isinstance(step, ir.Restore))
    return any(isinstance(node, ir.Slot) and node.index in rule.query.things for node in ir.nodes(done))


def _knows(program: ir.Program, rule: ir.Rule) -> bool:
    """Whether a rule learns of a thing by an event."""
    triggered = rule.trigger is not None and _names_thing(program, rule.trigger)
    return triggered or _asks_for_things(program, (rule.query, rule.effects))


def _names_thing(program: ir.Program, pattern: ir.Trigger | ir.Did) -> bool:
    sorts = program.events[pattern.event].sorts
    return any(s == "thing" and not isinstance(a, ir.Wild) for s, a in zip(sorts, pattern.args, strict=False))


def _asks_for_things(program: ir.Program, where: object) -> bool:
    return any(isinstance(node, ir.Did) and _names_thing(program, node) for node in ir.nodes(where))
