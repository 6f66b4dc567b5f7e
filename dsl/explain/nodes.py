"""The slots that a piece of a checked game mentions."""

from __future__ import annotations

from typing import Any

from arcg.dsl import core
from arcg.dsl.walk import below


def mentions(value: Any) -> list[int]:
    """The slots that a piece reads or takes, each as often as it does, in order; not where they are merely bound."""
    found: list[int] = []
    for node in below(value):
        if isinstance(node, core.Slot):
            found.append(node.index)
        elif isinstance(node, core.Take | core.CellsOf):
            found.append(node.slot)
    return found
