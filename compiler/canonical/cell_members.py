"""Ways of a rule over cells that differ in what must be there only: members of groups, put together again as sets.

Whether a file names a group, some of its members or all of them, and whether a member happens to be the kind that comes
elsewhere in the rule: what counts are the combinations of kinds with which the rule does the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from math import prod

from arcg.compiler.canonical.cells import Cell, Way

MOST_COMBINATIONS = 4096
"""Combinations of members that are told one by one; of more, sets are only joined as they are."""

Kinds = frozenset[int]
Box = tuple[Kinds, ...]
"""For each thing that must be there, its kinds: any of them with any of the others."""


def merged(ways: Iterable[Way]) -> list[Way]:
    """The same ways with as few as possible of them that differ in the kinds that must be there."""
    groups: dict[object, dict[Box, Way]] = {}
    for way in ways:
        box = tuple([item.kinds for item in way.items() if item.role == "has"])
        rest = tuple([tuple([_nameless(cell) for cell in row]) for row in way.rows])
        groups.setdefault((way.source, way.way, way.rigid, way.commands, rest), {})[box] = way
    found = []
    for boxes in groups.values():
        template = next(iter(boxes.values()))
        found += [_way(template, box) for box in _joined(set(boxes))] if len(boxes) > 1 else [template]
    return found


def _nameless(cell: Cell) -> object:
    """A cell without the kinds that must be there."""
    return cell and tuple([(item.layer, item.marks) if item.role == "has" else item for item in cell])


def _way(template: Way, box: Box) -> Way:
    kinds = iter(box)

    def named(cell: Cell) -> Cell:
        return cell and tuple([replace(item, kinds=next(kinds)) if item.role == "has" else item for item in cell])

    return replace(template, rows=tuple([tuple([named(cell) for cell in row]) for row in template.rows]))


def _joined(boxes: set[Box]) -> list[Box]:
    """Few boxes with the same combinations; which ones depends on the combinations alone."""
    width = len(next(iter(boxes)))
    differ = [at for at in range(width) if len({box[at] for box in boxes}) > 1]
    if sum(prod(len(box[at]) for at in differ) for box in boxes) <= MOST_COMBINATIONS:
        boxes = {
            single
            for box in boxes
            for single in product(
                *([frozenset([k]) for k in box[at]] if at in differ else [box[at]] for at in range(width))
            )
        }
    count = -1
    while count != len(boxes):
        count = len(boxes)
        for at in differ:
            joined: dict[Box, Kinds] = {}
            for box in boxes:
                rest = box[:at] + box[at + 1 :]
                joined[rest] = joined.get(rest, frozenset()) | box[at]
            boxes = {(*rest[:at], kinds, *rest[at:]) for rest, kinds in joined.items()}
    return sorted(boxes, key=lambda box: [sorted(kinds) for kinds in box])
