"""Which rules can be done to all their matches at once: those of which no match keeps another one from being done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arcg.compiler import ir
from arcg.runtime.kernel.cellwise.layout import ALL_OF_THEM, MOST_PARTS, ONCE_EACH

ONE_BY_ONE = 0


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell of a row. `gone`: kinds that go, without those that come again or cannot have been there."""

    row: int
    test: ir.CellTest
    change: ir.CellChange
    gone: int

    @property
    def halted(self) -> int:
        """Movements that go, without those that come again."""
        return (self.change.unmove | self.change.wipe) & ~self.change.move

    def spoils(self, test: ir.CellTest) -> bool:
        """Whether what fits a test does not fit it any more after the change."""
        change = self.change
        gone = self.gone & test.present | self.halted & test.moving
        return bool(gone or change.put & test.absent or change.move & test.still)

    def may_spoil(self, test: ir.CellTest) -> bool:
        """Whether it might not, or certainly does not."""
        return self.spoils(test) or any(self.gone & kinds for kinds in test.some)

    def undoes(self, other: ir.CellChange) -> bool:
        """Whether it takes away what another change puts."""
        return bool(self.gone & other.put or self.halted & other.move)

    @property
    def leaves(self) -> bool:
        """Whether everything in the cell stays as it is."""
        change, test = self.change, self.test
        return not (self.gone or self.halted or change.put & ~test.present or change.move & ~test.moving)


def layers_of(program: ir.Program) -> list[int]:
    """The kinds of each layer, if nothing ever puts two of one layer into a cell; else none."""
    assert program.cellwise is not None
    layers = [0] * len(program.layers)
    for number, kind in enumerate(program.kinds):
        layers[kind.layer] |= 1 << number
    groups = program.cellwise.early.groups + program.cellwise.late.groups
    changes = {
        change
        for group in groups
        for rule in group.rules
        for row in rule.changes
        for change in row
        if change is not None
    }
    for kinds in layers:
        for change in changes:
            put = change.put & kinds
            if put and (put & put - 1 or kinds & ~put & ~change.clear):
                return []
    for level in program.levels:
        places = [(program.kinds[thing.kind].layer, thing.x, thing.y) for thing in level.things]
        if len(set(places)) < len(places):
            return []
    return layers


def at_once(rule: ir.CellRule, marked: bool, layers: Sequence[int]) -> int:
    """How a rule can be done at once, as RULE_AT_ONCE has it.

    `marked`: it marks as rigid what it moves. `layers`: see `layers_of`.
    """
    if not rule.changes or len(rule.tests) > MOST_PARTS:
        return ONE_BY_ONE
    cells = []
    for row, (tests, changes) in enumerate(zip(rule.tests, rule.changes, strict=True)):
        for test, change in zip(tests, changes, strict=True):
            if test is None or change is None or change.choices or change.turned or (marked and change.wipe):
                return ONE_BY_ONE
            gone = change.clear & ~change.put
            for kinds in layers:
                if test.present & kinds:
                    gone &= ~kinds | test.present
            cells.append(_Cell(row, test, change, gone))
    for one in cells:
        if any(one is not two and (one.may_spoil(two.test) or one.undoes(two.change)) for two in cells):
            return ONE_BY_ONE
    if len(rule.tests) == 1:
        return ALL_OF_THEM
    # a match is done again with every match of the other rows, if it still fits
    spoilt = {cell.row for cell in cells if cell.may_spoil(cell.test)}
    if not spoilt:
        return ALL_OF_THEM
    row = min(spoilt)
    certain = any(cell.row == row and cell.spoils(cell.test) for cell in cells)
    if len(spoilt) == 1 and certain and all(cell.row == row or cell.leaves for cell in cells):
        return ONCE_EACH + row
    return ONE_BY_ONE
