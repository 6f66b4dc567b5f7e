"""Which saves need identities: where a restore can be seen to bring back this thing and not its look-alike.

That takes a restore that something can still compare with what it knows: a part of a save put under things that refer
to others, or any save at all while an event, a head or an `each` of the same turn names a thing. `assemble.py` writes
the answer into the image. Nothing here loads numba.
"""

from __future__ import annotations

from arcg.compiler import ir

EVERYWHERE = ("facts", "distances", "stops", "pushes", "carries", "stuck", "forbids", "wins", "loses")
"""Tables of a program whose questions may be asked after any rule."""


def linked_saves(program: ir.Program) -> tuple[int, ...]:
    """The named saves whose things must be told apart in the state, in order; `ir.LEVEL_SAVE` last if it is one."""
    domains = [attr.domain for attr in program.world] + [attr.domain for kind in program.kinds for attr in kind.attrs]
    refers = any(isinstance(domain, ir.ThingDomain) for domain in domains)
    asked = any(_asks(program, getattr(program, table)) for table in EVERYWHERE)
    last = _last_to_know(program)
    found: set[int] = set()
    for forbid in program.forbids:
        found |= _restores(forbid.effects or (), refers, asked)
    for number, phase in enumerate(program.phases):
        again = phase.repeat or bool(phase.heads)
        all_along = _holds(program, phase) or (again and any(_learns(program, rule) for rule in phase.rules))
        for place, rule in enumerate(phase.rules):
            # a match names its things after one before it has restored; of one match alone a restore comes last
            matched = rule.mode == "turn" or (rule.mode == "all" and _uses_matched(rule))
            named_later = all_along or matched or last > (number, place)
            found |= _restores(rule.effects, refers, asked or named_later)
    named = tuple(sorted(found - {ir.TURN_SAVE, ir.LEVEL_SAVE}))
    return (*named, ir.LEVEL_SAVE) if ir.LEVEL_SAVE in found else named


def _last_to_know(program: ir.Program) -> tuple[int, int]:
    """The last rule of a turn (phase, place) that something besides the position tells of a thing."""
    last = (-1, -1)
    for number, phase in enumerate(program.phases):
        if _holds(program, phase):
            last = (number, len(phase.rules))
        knowing = [place for place, rule in enumerate(phase.rules) if _learns(program, rule)]
        if knowing:
            last = max(last, (number, knowing[-1]))
    return last


def _holds(program: ir.Program, phase: ir.Phase) -> bool:
    """Whether a phase runs with a thing in hand."""
    return phase.each is not None or any(_names(program, head) for head in phase.heads)


def _learns(program: ir.Program, rule: ir.Rule) -> bool:
    """Whether an event tells a rule of a thing."""
    return (rule.trigger is not None and _names(program, rule.trigger)) or _asks(program, (rule.query, rule.effects))


def _names(program: ir.Program, pattern: ir.Trigger | ir.Did) -> bool:
    """Whether a pattern looks at an argument that is a thing."""
    looked_at = zip(program.events[pattern.event].sorts, pattern.args, strict=False)
    return any(sort == "thing" and not isinstance(arg, ir.Wild) for sort, arg in looked_at)


def _asks(program: ir.Program, part: object) -> bool:
    """Whether a part of a program asks what happened to a thing."""
    return any(isinstance(node, ir.Did) and _names(program, node) for node in ir.nodes(part))


def _uses_matched(rule: ir.Rule) -> bool:
    """Whether an effect other than a restore reads a thing that the rule's conditions bind."""
    done = tuple(effect for effect in rule.effects if not isinstance(effect, ir.Restore))
    return any(isinstance(node, ir.Slot) and node.index in rule.query.things for node in ir.nodes(done))


def _restores(effects: tuple[ir.Effect, ...], refers: bool, seen: bool) -> set[int]:
    """The saves that effects bring back; unless it is `seen`, only those of which a part goes under references."""
    steps = [effect.step if isinstance(effect, ir.Keyed) else effect for effect in effects]
    restores = [step for step in steps if isinstance(step, ir.Restore)]
    return {s.save for s in restores if seen or (refers and (s.only or s.keep.world or s.keep.kinds))}
