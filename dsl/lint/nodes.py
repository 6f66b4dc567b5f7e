"""Core nodes whose meaning the analyses know, and the variables and steps in them.

The walk (`walk.below`) asks for the fields of dataclasses only, so it sees through nodes that it knows nothing of;
`KNOWN` are those whose meaning is known. Whatever else stands in a rule may do anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Final

from arcg.dsl import core
from arcg.dsl.model import Game
from arcg.dsl.walk import below

KNOWN: Final = (
    core.IntDomain, core.EnumDomain, core.DirDomain, core.ThingDomain,
    core.Const, core.Slot, core.World, core.Attr, core.Apply, core.Recode, core.Aggregate, core.Either, core.Distance,
    core.Approach, core.Asked,
    core.Bind, core.IsKind, core.Range, core.Assign, core.CellsOf, core.Ray, core.Stops, core.Compare, core.Relate,
    core.Exists, core.No, core.Every, core.Wild, core.Equal, core.Take, core.Did, core.Fact, core.Query,
    core.WorldTarget, core.AttrTarget, core.Move, core.Put, core.Turn, core.Stay, core.Make, core.Drop, core.Set,
    core.Add, core.Cycle, core.Show, core.Save, core.Keep, core.Restore, core.End, core.Finish, core.Emit, core.Keyed,
    core.Variable, core.Trigger, core.Rule, core.Each, core.Phase, core.Clause, core.Condition, core.Forbid,
    core.Body, core.View, core.Paint,
)  # fmt: skip
"""Core nodes whose meaning the analyses know."""

BINDERS: Final = (core.Bind, core.Range, core.Assign, core.CellsOf, core.Ray, core.Take)
"""Nodes whose `slot` is bound there, or tested if it is bound already."""

_PARTS: dict[type, tuple[str, ...]] = {}


def parts(node: object) -> tuple[str, ...]:
    """The names of the fields of a node; none for what is no node."""
    kind = type(node)
    if kind not in _PARTS:
        _PARTS[kind] = tuple(part.name for part in fields(kind)) if is_dataclass(kind) else ()
    return _PARTS[kind]


def mentions(root: object) -> set[int]:
    """The variables that stand anywhere in a piece of a rule."""
    found: set[int] = set()
    for node in below(root):
        if isinstance(node, core.Slot):
            found.add(node.index)
        elif isinstance(node, BINDERS):
            found.add(node.slot)
    return found


def step_of(effect: core.Effect) -> core.Step:
    """What an effect does to each of its things."""
    return effect.step if isinstance(effect, core.Keyed) else effect


def steps(game: Game) -> Iterator[core.Step]:
    """Every step of every rule and forbid of a game."""
    for phase in game.phases:
        for rule in phase.rules:
            yield from map(step_of, rule.effects)
    for forbid in game.forbids:
        yield from forbid.effects or ()


def shaping(game: Game) -> frozenset[int]:
    """The attributes (by field) that bodies are made of: changing one may be dropped for want of room."""
    bodies = [kind.body for kind in game.kinds.values() if kind.body is not None]
    read = {node.field for node in below(bodies) if isinstance(node, core.Attr)}
    return frozenset(read | {body.turned for body in bodies if body.turned is not None})
