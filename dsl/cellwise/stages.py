"""Expanded rules put together: groups that are tried until nothing changes, and loops of groups."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from arcg.dsl.cellwise.brackets import BracketRule
from arcg.dsl.cellwise.nodes import CellGroup, CellRule, CellStage


@dataclass(frozen=True, slots=True)
class Placed:
    """A rule, what it came to, and the number of the loop around it (-1: none). Equal numbers follow each other."""

    rule: BracketRule
    ways: tuple[CellRule, ...]
    loop: int = -1


def stages(rules: Iterable[Placed]) -> tuple[CellStage, CellStage]:
    """The groups of the rules that are not late, and of those that are.

    A group is a rule and all that join it; if some are late and some not, it is split. Rules that came to nothing
    leave nothing: the first that remains says whether the group is random, and whether it is in a loop.
    """
    parts: tuple[list[list[Placed]], list[list[Placed]]] = ([], [])
    for placed in rules:
        if not placed.rule.joins:
            parts[0].append([])
            parts[1].append([])
        if not parts[0]:
            parts[0].append([])
            parts[1].append([])
        if placed.ways:
            parts[placed.rule.late][-1].append(placed)
    return _stage(parts[0]), _stage(parts[1])


def _stage(parts: Iterable[list[Placed]]) -> CellStage:
    groups: list[CellGroup] = []
    loops: dict[int, tuple[int, int]] = {}
    for part in parts:
        if not part:
            continue
        loop = part[0].loop
        if loop >= 0:
            loops[loop] = loops.get(loop, (len(groups), 0))[0], len(groups)
        ways = tuple(way for placed in part for way in placed.ways)
        groups.append(CellGroup(ways, random=part[0].rule.random, rigid=any(way.rigid for way in ways)))
    return CellStage(tuple(groups), tuple(loops.values()))
