"""A program's rules over cells made ready to be run: equal tests share a number, sums are worked out once."""

from __future__ import annotations

from dataclasses import dataclass

from arcg.compiler import ir
from arcg.runtime.reference.cellwise.board import bits, union


@dataclass(frozen=True, slots=True)
class Check:
    """A test of a cell, ready. Those with one number are equal; `kinds` and `moves` are what it needs, one by one."""

    number: int
    needs: ir.CellTest
    kinds: tuple[int, ...]
    moves: tuple[int, ...]

    def fits(self, kinds: int, moves: int) -> bool:
        """Whether a cell that holds this fits."""
        needs = self.needs
        return (
            kinds & needs.present == needs.present
            and not kinds & needs.absent
            and moves & needs.moving == needs.moving
            and not moves & needs.still
            and all(kinds & members for members in needs.some)
        )


@dataclass(frozen=True, slots=True)
class Row:
    """A row of cells: `parts` are the tests between its gaps, `tests` all of them, `length` how many they are."""

    parts: tuple[tuple[Check, ...], ...]
    tests: tuple[Check, ...]
    length: int


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule. `changes` has those of each row without its gaps; `kinds` and `moves` are all that its tests need.

    `mark`: for a rigid rule, the number with which its group marks what it moves, else 0.
    """

    way: int
    rows: tuple[Row, ...]
    changes: tuple[tuple[ir.CellChange, ...], ...]
    commands: tuple[ir.Command, ...]
    source: int
    kinds: int
    moves: int
    mark: int


@dataclass(frozen=True, slots=True)
class Group:
    """Rules that are run together, as `ir.CellGroup`."""

    rules: tuple[Rule, ...]
    random: bool


@dataclass(frozen=True, slots=True)
class Stage:
    """Groups that are run in order; `jumps` are the loops: from the last group of each back to its first."""

    groups: tuple[Group, ...]
    jumps: dict[int, int]


@dataclass(frozen=True, slots=True)
class Goal:
    """A condition of winning, as `ir.CellGoal`."""

    quantifier: str
    first: Check
    second: Check


class Tables:
    """All that the turns of a program read. Its tests are shared, so that a board need look for each only once."""

    def __init__(self, program: ir.Program, cellwise: ir.Cellwise) -> None:
        self.program = program
        self.cellwise = cellwise
        self.layers: tuple[int, ...] = tuple(kind.layer for kind in program.kinds)
        """The layer of each kind."""
        self.on_layer: tuple[int, ...] = tuple(
            union(1 << kind for kind, at in enumerate(self.layers) if at == layer)
            for layer in range(len(program.layers))
        )
        """The kinds of each layer."""
        self._checks: dict[ir.CellTest, Check] = {}
        self.rigid: tuple[int, ...] = tuple(n for n, group in enumerate(cellwise.early.groups) if group.rigid)
        """The rigid groups; the mark of each is its place here and one."""
        self.early = self._stage(cellwise.early, {group: place + 1 for place, group in enumerate(self.rigid)})
        self.late = self._stage(cellwise.late, {})
        self.player = self._check(cellwise.player)
        self.goals = tuple(
            Goal(goal.quantifier, self._check(goal.first), self._check(goal.second)) for goal in cellwise.goals
        )

    def _stage(self, stage: ir.CellStage, marks: dict[int, int]) -> Stage:
        groups = [
            Group(tuple([self._rule(rule, marks.get(number, 0)) for rule in group.rules]), group.random)
            for number, group in enumerate(stage.groups)
        ]
        return Stage(tuple(groups), {last: first for first, last in stage.loops})

    def _rule(self, rule: ir.CellRule, mark: int) -> Rule:
        tests = [test for row in rule.tests for test in row if test is not None]
        return Rule(
            rule.way,
            tuple([self._row(row) for row in rule.tests]),
            tuple([tuple([change for change in row if change is not None]) for row in rule.changes]),
            rule.commands,
            rule.source,
            union(test.present for test in tests),
            union(test.moving for test in tests),
            mark if rule.rigid else 0,
        )

    def _row(self, row: tuple[ir.CellTest | None, ...]) -> Row:
        parts: list[list[Check]] = [[]]
        for test in row:
            if test is None:
                parts.append([])
            else:
                parts[-1].append(self._check(test))
        tests = tuple([test for part in parts for test in part])
        return Row(tuple([tuple(part) for part in parts]), tests, len(tests))

    def _check(self, test: ir.CellTest) -> Check:
        if test not in self._checks:
            number = len(self._checks)
            self._checks[test] = Check(number, test, tuple(bits(test.present)), tuple(bits(test.moving)))
        return self._checks[test]
