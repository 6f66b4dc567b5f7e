"""Several rules over cells that are one, and one that several are: rules that do the same with other kinds.

`horizontal`, two rules joined by `+` and a rule for each member of a group say the same where it makes no difference
which of them comes first. Within a group the order in which the ways of one rule are tried is left out, and so it is
among rules that look alike. Groups of their own are one if none writes what another reads or writes. In both cases
everything else must stand before all of them or behind all, as far as that counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arcg.compiler import ir
from arcg.compiler.canonical.cell_cases import Case, cases
from arcg.compiler.canonical.cell_conflicts import Order, order_of_groups, order_of_sources
from arcg.compiler.canonical.cell_reach import CellGame, Group
from arcg.compiler.canonical.cells import Way, WayGroup


def with_rules_joined(program: ir.Program, cellwise: ir.Cellwise, game: CellGame) -> CellGame:
    """The game with rules that look alike joined to one, where their order says nothing."""
    early, late = (
        _of_stage(program, tuple(_of_group(program, group) for group in groups), loops)
        for groups, loops in ((game.early, cellwise.early.loops), (game.late, cellwise.late.loops))
    )
    return replace(game, early=early, late=late)


def _looks(found: Sequence[Case]) -> object:
    """What a rule does, without names and directions."""
    return frozenset((case.shape, case.parts) for case in found)


def _of_group(program: ir.Program, group: Group) -> Group:
    """A group in which rules that are one have one source."""
    if group is None:
        return None
    sources = list(dict.fromkeys(way.source for way in group.ways))
    if len(sources) == 1:
        return group
    parts = [[way for way in group.ways if way.source == source] for source in sources]
    first = _first(order_of_sources(program, group, sources), parts, ordered=False)
    ways = (replace(way, source=sources[first[place]]) for place, part in enumerate(parts) for way in part)
    places = {source: place for place, source in enumerate(sources)}
    return WayGroup(tuple(sorted(dict.fromkeys(ways), key=lambda way: places[way.source])), group.random)


def _of_stage(program: ir.Program, groups: tuple[Group, ...], loops: tuple[tuple[int, int], ...]) -> tuple[Group, ...]:
    """The groups of a stage, those that are one in the place of the first; loops stay what they are."""
    found = list(groups)
    stretches = [[n for n in range(first, last + 1) if groups[n] is not None] for first, last in loops]
    inside = {number for stretch in stretches for number in stretch}
    alone = [[number] for number, group in enumerate(groups) if group is not None and number not in inside]
    _join(program, found, sorted([*alone, *filter(None, stretches)]), inside)
    for stretch in stretches:
        _join(program, found, [[number] for number in stretch], set())
    return tuple(found)


def _join(program: ir.Program, groups: list[Group], blocks: list[list[int]], loops: set[int]) -> None:
    """Join the blocks that are one; those that are loops are left alone."""
    parts: list[list[Way]] = []
    for block in blocks:
        group = groups[block[0]]
        assert group is not None
        plain = block[0] not in loops and not group.random and len({way.source for way in group.ways}) == 1
        parts.append(list(group.ways) if plain and not any(way.rigid for way in group.ways) else [])
    order = order_of_groups(program, [[groups[number] for number in block] for block in blocks])
    for place, first in enumerate(_first(order, parts, ordered=True)):
        one, two = groups[blocks[first][0]], groups[blocks[place][0]]
        if first != place and one is not None and two is not None:
            ways = (*one.ways, *(replace(way, source=one.ways[0].source) for way in two.ways))
            groups[blocks[first][0]] = WayGroup(tuple(dict.fromkeys(ways)), one.random)
            groups[blocks[place][0]] = None


def _first(order: Order, parts: Sequence[list[Way]], ordered: bool) -> list[int]:
    """For each of some neighbours the first one that it is one with, itself where it is alone; `parts` are their ways.

    With `ordered`, rules are not one if it makes a difference which of them comes first.
    """
    behind = [frozenset(two for two in range(len(order)) if one in order[two]) for one in range(len(order))]
    told = [cases(part) for part in parts]
    keys: list[object] = [
        (part[0].commands, part[0].rigid, _looks(told[at])) if part else at for at, part in enumerate(parts)
    ]
    classes = _classes(keys)
    while True:  # what is one stands in one place to all that is not
        keys = [
            (key, order[at] - known, behind[at] - known)
            for at, (key, known) in enumerate(zip(keys, classes, strict=True))
        ]
        finer = _classes(keys)
        if finer == classes:
            break
        classes = finer
    first = list(range(len(order)))
    for known in dict.fromkeys(classes):
        members = [at for at in sorted(known) if not (ordered and known & (order[at] | behind[at]))]
        if len(members) > 1:
            for whole in _wholes([told[at] for at in members], [way for at in members for way in parts[at]]):
                for place in whole:
                    first[members[place]] = members[whole[0]]
    return first


def _classes(keys: Sequence[object]) -> list[frozenset[int]]:
    """For each key the places of all that are equal to it."""
    found: dict[object, list[int]] = {}
    for at, key in enumerate(keys):
        found.setdefault(key, []).append(at)
    return [frozenset(found[key]) for key in keys]


def _wholes(told: Sequence[tuple[Case, ...]], ways: list[Way]) -> list[list[int]]:
    """Which of some rules become one that is no longer than each, as they differ in kinds or directions only."""
    whole = cases(replace(way, source=ways[0].source) for way in ways)
    if len(whole) == len(told[0]):
        return [list(range(len(told)))]
    if any(len(found) > 1 for found in told):
        return []
    held = [[at for at, case in enumerate(whole) if _holds(case, found[0])] for found in told]
    if any(len(places) != 1 for places in held):
        return []
    return [[place for place, (at,) in enumerate(held) if at == case] for case in range(len(whole))]


def _holds(whole: Case, part: Case) -> bool:
    """Whether a case is part of another one."""
    same = (whole.shape, whole.parts) == (part.shape, part.parts) and part.frames <= whole.frames
    return same and all(one <= two for one, two in zip(part.kinds, whole.kinds, strict=True))
