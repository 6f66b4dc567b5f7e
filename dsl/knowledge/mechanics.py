"""Mechanics: what is at work in a level, counted by the sentences, phases and facts that a designer wrote.

A rule or fact is at work in a level if all things that it speaks of can be there, as things of the level or made by
rules that are at work there themselves. It counts if it relates two things, or moves one other than by an arrow:
walking and what it costs do not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from arcg.dsl import core
from arcg.dsl.model import Game, LevelModel


def at_work(game: Game, level: LevelModel) -> list[str]:
    """The mechanics at work in `level`, by name, in the order of the file: a sentence, a phase, or what motion asks."""
    there = _there(game, level)
    arrow = game.events["arrow"].number if "arrow" in game.events else None
    sentences = {
        expansion.sentence.span.line: game.text.split("\n")[expansion.sentence.span.line - 1].strip()
        for expansion in game.expansions
    }  # fmt: skip
    found: dict[str, int] = {}

    def add(line: int, name: str) -> None:
        name = f"`{sentences.get(line, name)}`"
        found[name] = min(line, found.get(name, line))

    for phase in game.phases:
        walking = bool(phase.heads) and all(head.event == arrow for head in phase.heads)
        for rule in phase.rules:
            things = _spoken_of(phase, rule)
            asked = walking or (rule.trigger is not None and rule.trigger.event == arrow)
            moves = not asked and any(isinstance(step, core.Move | core.Put) for step in _steps(rule.effects))
            if _present(things, there) and (len(things) > 1 or (things and moves)):
                add(rule.line, phase.name)
    for relation, clauses in game.motion.items():
        for clause in clauses:
            things = _things(clause.query, ())
            if _present(things, there) and len(things) > 1:
                add(clause.line, f"let .. {relation} ..")
    return sorted(found, key=lambda name: found[name])


def _there(game: Game, level: LevelModel) -> Counter[int]:
    """How many things of each kind can be there: those of the level, and any number of what rules make of them."""
    there = Counter(thing.kind for thing in level.things)
    makers = [
        (_spoken_of(phase, rule), {step.kind for step in _steps(rule.effects) if isinstance(step, core.Make)})
        for phase in game.phases
        for rule in phase.rules
    ]
    made: set[int] = set()
    while new := {kind for things, kinds in makers if _present(things, there) for kind in kinds} - made:
        made |= new
        there.update(dict.fromkeys(new, 2))
    return there


def _spoken_of(phase: core.Phase, rule: core.Rule) -> list[tuple[int, ...]]:
    """The kinds of each thing that a rule binds, with what its phase binds for it."""
    around = _things(phase.each.query if phase.each is not None else None, phase.heads)
    return around + _things(rule.query, (rule.trigger,) if rule.trigger is not None else ())


def _steps(effects: Sequence[core.Effect]) -> Iterator[core.Step]:
    for effect in effects:
        yield effect.step if isinstance(effect, core.Keyed) else effect


def _things(query: core.Query | None, triggers: Sequence[core.Trigger]) -> list[tuple[int, ...]]:
    """The kinds of each thing that triggers and a query bind outside all braces."""
    slots: dict[int, tuple[int, ...]] = {}
    for trigger in triggers:
        for arg in trigger.args:
            if isinstance(arg, core.Take) and arg.kinds is not None:
                slots.setdefault(arg.slot, arg.kinds)
    for atom in query.atoms if query is not None else ():
        if isinstance(atom, core.Bind):
            slots.setdefault(atom.slot, atom.kinds)
    return list(slots.values())


def _present(things: list[tuple[int, ...]], there: Counter[int]) -> bool:
    """Whether every thing can be another one of those that are there."""
    return all(sum(there[kind] for kind in kinds) >= things.count(kinds) for kinds in things)
