"""Leaving out what rules no longer mention: kinds and attributes without a part, actions that nothing answers, levels.

Comes after the steps that shorten the rules. What stays of the levels is which kinds may appear, and with which value
an attribute begins if it is always the same one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from arcg.compiler import ir
from arcg.compiler.canonical.reach import INPUTS, Reach
from arcg.compiler.canonical.relevance import Relevance
from arcg.compiler.canonical.rewrite import rewritten
from arcg.compiler.verify import domain_sort

UNDO_ACTION = 7

VARIES = -2
"""No value of any domain."""


def without_the_unused(program: ir.Program) -> ir.Program:
    """Only kinds that appear and matter, in new numbers; only attributes that are read; no levels.

    What `make` does not say is written out, so `default` is free to tell how an attribute begins in the levels: with
    this value, or (`VARIES`) not always with the same.
    """
    reach, relevance = Reach(program), Relevance(program)
    reach.run()
    relevance.run()
    kept = _without_copies(program, reach.kinds & relevance.kinds)
    numbers = {old: new for new, old in enumerate(kept)}

    def renumbered(kinds: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(numbers[kind] for kind in kinds if kind in numbers)

    def change(node: Any) -> Any:
        match node:
            case ir.Bind() | ir.IsKind() | ir.ThingDomain():
                return replace(node, kinds=renumbered(node.kinds))
            case ir.Take() if node.kinds is not None:
                return replace(node, kinds=renumbered(node.kinds))
            case ir.Make(kind, attrs=given):
                told = dict(given)
                said = tuple(
                    (attr.field, told.get(attr.field, ir.Const(domain_sort(attr.domain), attr.default)))
                    for attr in program.kinds[kind].attrs
                    if (kind, attr.field) in relevance.attrs
                )
                return replace(node, kind=numbers[kind], attrs=said)
            case ir.Keep():
                world = tuple(attr for attr in node.world if (None, attr) in relevance.attrs)
                return ir.Keep(tuple(sorted(world)), tuple(sorted(renumbered(node.kinds))))
        return node

    kinds = tuple(
        replace(
            program.kinds[old],
            attrs=tuple(
                replace(attr, default=_start(program, old, place))
                for place, attr in enumerate(program.kinds[old].attrs)
                if (old, attr.field) in relevance.attrs
            ),
        )
        for old in kept
    )
    world = tuple(
        replace(attr, default=_only({level.world[place] for level in program.levels}))
        for place, attr in enumerate(program.world)
    )
    program = rewritten(replace(program, kinds=kinds, world=world, levels=()), change)
    actions = tuple(sorted(_heard(program)))
    return replace(
        program,
        actions=actions,
        undo=program.undo if UNDO_ACTION in actions else ir.Keep((), ()),
        lose_first=program.lose_first and bool(program.wins) and bool(program.loses),
    )


def _start(program: ir.Program, kind: int, place: int) -> int:
    """The value that an attribute of a kind has at the start of all levels."""
    things = (thing for level in program.levels for thing in level.things if thing.kind == kind)
    return _only({thing.attrs[place] for thing in things})


def _only(values: set[int]) -> int:
    return values.pop() if len(values) == 1 else VARIES


def _without_copies(program: ir.Program, kinds: set[int]) -> list[int]:
    """Of the kinds that no rule speaks of, which only stand in the way, one for each layer."""
    spoken: set[int] = set()
    for node in ir.nodes(replace(program, levels=())):
        match node:
            case ir.Bind() | ir.IsKind() | ir.ThingDomain() | ir.Keep() | ir.Take():
                spoken.update(node.kinds or ())
            case ir.Make(kind):
                spoken.add(kind)
    first: dict[tuple[int, ir.Body | None], int] = {}
    for kind in sorted(kinds - spoken):
        first.setdefault((program.kinds[kind].layer, program.kinds[kind].body), kind)
    return sorted(kinds & spoken | set(first.values()))


def _heard(program: ir.Program) -> set[int]:
    """The offered actions that make a difference: that something answers, or all where something happens every turn."""
    offered = set(program.actions)
    if any(not phase.heads and rule.trigger is None for phase in program.phases for rule in phase.rules):
        return offered
    heard = {UNDO_ACTION}
    asked = (program.facts, program.distances, program.stops, program.forbids, program.wins, program.loses)
    for node in ir.nodes((program.phases, asked)):
        match node:
            case ir.Trigger(ir.ARROW, args) | ir.Did(ir.ARROW, args) if args:
                match args[0]:
                    case ir.Equal(ir.Const(value=direction)):
                        heard.add(direction + 1)
                    case _:
                        heard |= INPUTS[ir.ARROW]
            case ir.Trigger(event) | ir.Did(event):
                heard |= INPUTS.get(event, set())
    return offered & heard
