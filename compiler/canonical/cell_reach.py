"""Rules over cells without what can never happen and what nothing depends on.

Forwards from the levels: which kinds and movements there may ever be, and which ways of which rules can match.
Backwards from the goals: which layers matter, since what lies on one layer stands in the way of what else does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from arcg.compiler import ir
from arcg.compiler.canonical.cells import TESTED, Item, Possible, Reader, Way, WayGroup, bits

Group = WayGroup | None
"""None: nothing is left of it; its place counts for loops."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal in items; `some` and `no` look for one cell, `every` for cells that fit the first and not the second."""

    quantifier: str
    cells: tuple[tuple[Item, ...], ...]


@dataclass(frozen=True, slots=True)
class CellGame:
    """All that counts of a game of rules over cells, in items: kinds and layers as far as they matter."""

    player: tuple[Item, ...]
    asked: frozenset[int]
    early: tuple[Group, ...]
    late: tuple[Group, ...]
    goals: tuple[Goal, ...]
    kinds: frozenset[int]
    layers: frozenset[int]


def cell_game(program: ir.Program, cellwise: ir.Cellwise) -> CellGame:
    """What counts of a program of rules over cells."""
    reader = Reader(program)
    moving = _possible(program, cellwise, reader)
    still = Possible(moving.kinds, 0)
    early = [_group(reader, group, moving) for group in cellwise.early.groups]
    late = [_group(reader, group, still) for group in cellwise.late.groups]
    goals = [goal for each in cellwise.goals if (goal := _goal(reader, each, still)) is not None]
    player = reader.cell(cellwise.player, ir.CellChange(), still) or ()
    asked = frozenset(bits(cellwise.asked & moving.kinds))
    layers = _layers(reader, player, asked, [*early, *late], goals, bool(cellwise.goals))
    kept = frozenset(kind for kind in bits(moving.kinds) if reader.layer_of[kind] in layers)

    def lasting(group: Group) -> Group:
        ways = [_within(way, kept, layers) for way in group.ways] if group else []
        ways = [way for way in ways if way.acts]
        return WayGroup(tuple(ways), group.random) if group and ways else None

    return CellGame(
        player, asked, tuple(map(lasting, early)), tuple(map(lasting, late)), tuple(goals), kept, frozenset(layers)
    )


# ---------------------------------------------------------------- forwards


def _possible(program: ir.Program, cellwise: ir.Cellwise, reader: Reader) -> Possible:
    """The kinds and movements that there may ever be."""
    kinds = 0
    for level in program.levels:
        for thing in level.things:
            kinds |= 1 << thing.kind
    ways = sum(1 << action - 1 for action in program.actions if 1 <= action <= ir.TO_ACT + 1)
    left = [_Needs(rule, True) for group in cellwise.early.groups for rule in group.rules]
    left += [_Needs(rule, False) for group in cellwise.late.groups for rule in group.rules]
    anywhere = sum(0b1111 << ir.MOVES * layer for layer in range(len(program.layers)))
    moves, before = 0, None
    while before != (kinds, moves):
        before = kinds, moves
        for kind in bits(cellwise.asked & kinds):
            moves |= ways << ir.MOVES * reader.layer_of[kind]
        waiting = []
        for rule in left:
            if not rule.may_match(kinds, moves if rule.early else 0):
                waiting.append(rule)
                continue
            kinds |= rule.gives
            moves |= rule.moves | rule.turns & anywhere if rule.early else 0
        left = waiting
    return Possible(kinds, moves)


class _Needs:
    """What a rule needs to match, and what it may bring."""

    def __init__(self, rule: ir.CellRule, early: bool) -> None:
        self.early = early
        self.present = self.moving = self.gives = self.moves = self.turns = 0
        self.some: set[int] = set()
        for test in (test for row in rule.tests for test in row if test is not None):
            self.present |= test.present
            self.moving |= test.moving
            self.some.update(test.some)
        for change in (change for row in rule.changes for change in row if change is not None):
            self.gives |= change.put | change.choices
            self.moves |= change.move
            self.turns |= change.turned

    def may_match(self, kinds: int, moves: int) -> bool:
        return not (self.present & ~kinds or self.moving & ~moves) and all(some & kinds for some in self.some)


def _group(reader: Reader, group: ir.CellGroup, possible: Possible) -> Group:
    ways = [way for rule in group.rules for way in reader.ways(rule, possible) if way.acts]
    return WayGroup(tuple(dict.fromkeys(ways)), group.random) if ways else None


def _goal(reader: Reader, goal: ir.CellGoal, possible: Possible) -> Goal | None:
    """A goal in items; None if it always holds."""
    one, two = goal.first, goal.second
    if goal.quantifier != "every":
        both = ir.CellTest(one.present | two.present, one.absent | two.absent, (*one.some, *two.some))
        cell = reader.cell(both, ir.CellChange(), possible)
        if cell is None:
            return None if goal.quantifier == "no" else Goal("never", ())
        return Goal(goal.quantifier, (cell,))
    first, second = (reader.cell(test, ir.CellChange(), possible) for test in (one, two))
    if first is None:
        return None
    return Goal("no", (first,)) if second is None else Goal("every", (first, second))


# ---------------------------------------------------------------- backwards


def _layers(
    reader: Reader, player: Iterable[Item], asked: Iterable[int], groups: list[Group], goals: list[Goal], told: bool
) -> set[int]:
    """The layers that matter; all where a game cannot be won: it has no goal (`told`: it has) and no rule wins."""

    def spoken(items: Iterable[Item]) -> set[int]:
        return {reader.layer_of[kind] for item in items for kind in item.kinds}

    ways = [way for group in groups if group for way in group.ways]
    if not told and not any("win" in way.commands for way in ways):
        return set(range(len(reader.on_layer)))
    layers = spoken(player) | {reader.layer_of[kind] for kind in asked}
    layers |= spoken(item for goal in goals for cell in goal.cells for item in cell)
    before: set[int] = set()
    while before != layers:
        before = set(layers)
        for way in ways:
            changed = [item for item in way.items() if item.changes]
            if way.commands or way.rigid or spoken(changed) & layers:
                layers |= spoken(item for item in way.items() if not item.changes or item.role == "has")
                layers |= spoken(item for item in changed if any(mark[0] in TESTED for mark in item.marks))
    return layers


def _within(way: Way, kinds: frozenset[int], layers: set[int]) -> Way:
    """A way without what it does on layers that do not matter."""
    if all(item.kinds <= kinds for item in way.items()):
        return way
    rows = tuple(
        tuple(
            cell and tuple([replace(item, kinds=item.kinds & kinds) for item in cell if item.kinds & kinds])
            for cell in row
        )
        for row in way.rows
    )
    return replace(way, rows=rows)
