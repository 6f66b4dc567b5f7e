"""Rules are expanded to what PuzzleScript's own compiler makes of them: every mask, group and loop of all its tests."""

from __future__ import annotations

from typing import Any

import pytest
from conformance.direct import Direct
from conformance.material import MISSING, Recorded, compiled, recorded

from arcg.compiler import ir
from arcg.dsl.importing.puzzlescript.reading import read
from arcg.dsl.importing.puzzlescript.source import Source

TESTS = recorded()

WAYS = {1: 0, 2: 1, 4: 2, 8: 3}
"""Our directions by theirs."""

COMMANDS = ("cancel", "restart", "checkpoint", "again", "win")
"""The commands that are no sound and no message."""

WORD = 32

Test = tuple[int, int, tuple[int, ...], int, int]
Change = tuple[int, int, int, int, int, int, int]
Rule = tuple[int, int, bool, tuple[str, ...], list[list[Test | None]], list[list[Change]]]
Groups = list[tuple[bool, list[Rule]]]


def _set(words: list[int]) -> int:
    return sum((word & (1 << WORD) - 1) << WORD * place for place, word in enumerate(words))


class Theirs:
    """The original's output in our terms: kinds without the gaps that objects named twice leave in its numbers."""

    def __init__(self, source: Source) -> None:
        placed = [each for each in source.objects.values() if each.layer >= 0]
        self._kinds = {each.number: kind for kind, each in enumerate(sorted(placed, key=lambda each: each.number))}
        self._known: dict[int, int] = {}

    def kinds(self, words: list[int]) -> int:
        """A set of kinds; a number that no object has is in no layer."""
        numbers = _set(words)
        if numbers not in self._known:
            self._known[numbers] = sum(1 << kind for number, kind in self._kinds.items() if numbers >> number & 1)
        return self._known[numbers]

    def groups(self, groups: list[list[dict[str, Any]]]) -> Groups:
        """All groups of a stage."""
        return [(bool(group[0]["random"]), [self._rule(rule) for rule in group]) for group in groups]

    def _rule(self, rule: dict[str, Any]) -> Rule:
        rows = [[None if cell == "..." else cell for cell in row] for row in rule["rows"]]
        commands = tuple(command[0] for command in rule["commands"] if command[0] in COMMANDS)
        tests = [[None if cell is None else self._test(cell) for cell in row] for row in rows]
        changes = [[self._change(cell[5]) for cell in row if cell is not None] for row in rows]
        return WAYS[rule["dir"]], rule["line"], bool(rule["rigid"]), commands, tests, changes

    def _test(self, cell: list[Any]) -> Test:
        present, absent, some, moving, still, _ = cell
        return self.kinds(present), self.kinds(absent), tuple(map(self.kinds, some)), _set(moving), _set(still)

    def _change(self, change: list[list[int]] | None) -> Change:
        """A cell that stays as it is has none; a layer that is turned is marked by some of its bits."""
        if change is None:
            return (0,) * 7
        clear, put, unmove, move, wipe, choices, turned = change
        return _settled(
            self.kinds(clear), self.kinds(put), *map(_set, (unmove, move, wipe)), self.kinds(choices), _set(turned)
        )


def _settled(clear: int, put: int, unmove: int, move: int, wipe: int, choices: int, turned: int) -> Change:
    """A change without what makes no difference: `unmove` of what is wiped, and which bits stand for a layer."""
    layers = range((turned.bit_length() + ir.MOVES - 1) // ir.MOVES)
    whole = sum(ir.ALL_MOVES << ir.MOVES * layer for layer in layers if turned >> ir.MOVES * layer & ir.ALL_MOVES)
    return clear, put, unmove & ~wipe, move, wipe, choices, whole


def _groups(stage: ir.CellStage, lines: tuple[int, ...]) -> Groups:
    return [(group.random, [_rule(rule, lines) for rule in group.rules]) for group in stage.groups]


def _rule(rule: ir.CellRule, lines: tuple[int, ...]) -> Rule:
    tests = [
        [None if test is None else (test.present, test.absent, test.some, test.moving, test.still) for test in row]
        for row in rule.tests
    ]
    changes = [[_change(change) for change in row if change is not None] for row in rule.changes]
    if not rule.changes:
        changes = [[(0,) * 7 for test in row if test is not None] for row in rule.tests]
    return rule.way, lines[rule.source], rule.rigid, rule.commands, tests, changes


def _change(change: ir.CellChange) -> Change:
    return _settled(change.clear, change.put, change.unmove, change.move, change.wipe, change.choices, change.turned)


@pytest.mark.skipif(not TESTS, reason=MISSING)
def test_there_are_all_tests() -> None:
    assert len(TESTS) == 282


@pytest.mark.parametrize(("place", "test"), list(enumerate(TESTS)), ids=[str(test.number) for test in TESTS])
def test_same_rules(place: int, test: Recorded) -> None:
    number, wanted = compiled(place)
    assert number == test.number
    source = read(test.source)
    made = Direct(source).cellwise()
    theirs = Theirs(source)
    for stage, groups, loops in (
        (made.early, "groups", "loop_points"),
        (made.late, "late_groups", "late_loop_points"),
    ):
        assert _groups(stage, made.lines) == theirs.groups(wanted[groups])
        assert {last: first for first, last in stage.loops} == {
            int(last): first for last, first in wanted[loops].items()
        }
