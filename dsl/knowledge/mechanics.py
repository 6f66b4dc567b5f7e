"""Mechanics: what is at work in a level, counted by the sentences, phases and facts that a designer wrote.

A rule or fact is at work in a level if all things that it speaks of can be there, as things of the level or made by
rules. It counts if it relates two things, or moves one other than by an arrow: walking and what it costs do not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from arcg.dsl import core
from arcg.dsl.model import Game, LevelModel


def at_work(game: Game, level: LevelModel) -> list[str]:
    """The mechanics at work in `level`, by name, in the order of the file: a sentence, a phase, or what motion asks."""
    there = Counter(thing.kind for thing in level.things)
    made = {step.kind for rule in _rules(game) for step in _steps(rule.effects) if isinstance(step, core.Make)}
    there.update(dict.fromkeys(made, 2))  # rules may make any number
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
        around = _things(phase.each.query if phase.each is not None else None, phase.heads)
        for rule in phase.rules:
            things = around + _things(rule.query, (rule.trigger,) if rule.trigger is not None else ())
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


def _rules(game: Game) -> Iterator[core.Rule]:
    for phase in game.phases:
        yield from phase.rules


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
