"""Walking core nodes: every node below one, and the variables that it mentions.

The walk asks for the fields of dataclasses only, so it sees through nodes that it knows nothing of; `KNOWN` are those
whose meaning the analyses know. Whatever else stands in a rule may do anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Final

from arcg.dsl import core

KNOWN: Final = (
    core.IntDomain, core.EnumDomain, core.DirDomain, core.ThingDomain,
    core.Const, core.Slot, core.World, core.Attr, core.Apply, core.Recode, core.Aggregate,
    core.Bind, core.IsKind, core.Range, core.Assign, core.CellsOf, core.Compare, core.Relate, core.Exists, core.No,
    core.Every, core.Wild, core.Equal, core.Take, core.Did, core.Fact, core.Query,
    core.WorldTarget, core.AttrTarget, core.Move, core.Put, core.Make, core.Drop, core.Set, core.Add, core.Cycle,
    core.Show, core.Save, core.Keep, core.Restore, core.End, core.Finish, core.Emit, core.Keyed,
    core.Variable, core.Trigger, core.Rule, core.Each, core.Phase, core.Clause, core.Condition, core.Forbid,
)  # fmt: skip
"""Core nodes whose meaning the analyses know."""

BINDERS: Final = (core.Bind, core.Range, core.Assign, core.CellsOf, core.Take)
"""Nodes whose `slot` is bound there, or tested if it is bound already."""

_PARTS: dict[type, tuple[str, ...]] = {}


_LEAVES: Final = (int, str, bool, type(None))


def parts(node: object) -> tuple[str, ...]:
    """The names of the fields of a node; none for what is no node."""
    kind = type(node)
    if kind not in _PARTS:
        _PARTS[kind] = tuple(part.name for part in fields(kind)) if is_dataclass(kind) else ()
    return _PARTS[kind]


def below(root: object) -> Iterator[Any]:
    """`root`, if it is a node, and every node below it, in the written order; also inside tuples, lists and tables."""
    waiting: list[object] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple | list):
            waiting.extend(reversed(node))
        elif isinstance(node, dict):
            waiting.extend(reversed(node.values()))
        elif names := parts(node):
            yield node
            for name in reversed(names):
                part = getattr(node, name)
                if type(part) not in _LEAVES:
                    waiting.append(part)


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
