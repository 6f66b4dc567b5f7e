"""Walking core nodes: every node in a piece of a checked game, and the slots that it mentions.

Goes by the fields of the dataclasses, so it needs no change when the core language gets more nodes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from arcg.dsl import core


def inside(value: Any) -> Iterator[Any]:
    """`value`, if it is a node, and every node in it, in the order of the fields."""
    if isinstance(value, tuple | list):
        for item in value:
            yield from inside(item)
    elif dataclasses.is_dataclass(value):
        yield value
        for part in dataclasses.fields(value):
            yield from inside(getattr(value, part.name))


def mentions(value: Any) -> list[int]:
    """The slots that a piece reads or takes, each as often as it does, in order; not where they are merely bound."""
    found: list[int] = []
    for node in inside(value):
        if isinstance(node, core.Slot):
            found.append(node.index)
        elif isinstance(node, core.Take | core.CellsOf):
            found.append(node.slot)
    return found
