"""Rebuilding programs: a function applied to every node of a tree.

Programs are immutable; a step of the canonical form makes a new one. `rewritten` knows nothing of the game: it follows
the fields of the node classes, whichever these are.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, TypeVar, cast

from arcg.compiler import ir

T = TypeVar("T")


class Gone:
    """What a change returns for a node that is to be left out of the tuple it stands in."""


GONE = Gone()


_FIELDS: dict[type, tuple[str, ...] | None] = {}
"""The names of the fields of every node class met so far, None for other classes."""


def _fields(cls: type) -> tuple[str, ...] | None:
    if cls not in _FIELDS:
        names = tuple(field.name for field in dataclasses.fields(cls)) if dataclasses.is_dataclass(cls) else None
        _FIELDS[cls] = names
    return _FIELDS[cls]


def rewritten(node: T, change: Callable[[Any], Any]) -> T:
    """The tree with `change` applied to every node, the inner ones first. `GONE` leaves an item of a tuple out."""
    return cast("T", _rewritten(node, change))


def _rewritten(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, tuple):
        items = tuple(_rewritten(item, change) for item in value)
        return tuple(item for item in items if item is not GONE)
    names = _fields(type(value))
    if names is None:
        return value
    changed = {}
    for name in names:
        old = getattr(value, name)
        new = _rewritten(old, change)
        if new is not old and new != old:
            changed[name] = new
    return change(dataclasses.replace(value, **changed) if changed else value)


def rewritten_rules(program: ir.Program, change: Callable[[Any], Any]) -> ir.Program:
    """The program with `change` applied to every node of its rules, facts, goals and domains, not of its levels."""
    return dataclasses.replace(rewritten(dataclasses.replace(program, levels=()), change), levels=program.levels)
