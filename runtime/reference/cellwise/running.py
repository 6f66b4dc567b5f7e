"""Running rules: every match of a rule, rules of a group until they rest, groups one after another with their loops."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import NamedTuple

from arcg.compiler import ir
from arcg.runtime.engine import MAX_CELL_WORK
from arcg.runtime.reference.cellwise.board import Board, asked, bits
from arcg.runtime.reference.cellwise.matching import Match, OutOfWork, matches, possible
from arcg.runtime.reference.cellwise.tables import Group, Rule, Stage, Tables
from arcg.runtime.reference.observing import Observer

MAX_PASSES = 200
"""Most passes over the rules of a group."""

MAX_JUMPS = 200
"""Most jumps back to the beginnings of loops while a stage runs."""

Choose = Callable[[int], int]
"""Gives one of the numbers from 0 up to its argument, without it, by chance."""


class Count(NamedTuple):
    """What one rule of the file did: matches found, those that were done, those that no longer fitted."""

    matches: int = 0
    applied: int = 0
    dropped: int = 0


@dataclass(slots=True)
class Log:
    """What is told of an answer afterwards: what each rule did, what went wrong, how much work it was."""

    counts: dict[int, Count] = field(default_factory=dict)
    messages: dict[str, None] = field(default_factory=dict)
    work: int = 0
    observer: Observer | None = None

    def tell(self, message: str) -> None:
        """Keep a message; the same one is told once."""
        self.messages[message] = None

    def count(self, rule: Rule, matches: int, applied: int, dropped: int) -> None:
        """Count what a rule did."""
        before = self.counts.get(rule.source, Count())
        self.counts[rule.source] = Count(before.matches + matches, before.applied + applied, before.dropped + dropped)

    def spend(self, work: int) -> None:
        """Count some work.

        Raises:
            OutOfWork: it is too much now.

        """
        self.work += work
        if self.work > MAX_CELL_WORK:
            raise OutOfWork


class Runner:
    """Runs rules on a board. `queue` holds the commands that they asked for, in order."""

    def __init__(self, tables: Tables, board: Board, choose: Choose, log: Log) -> None:
        self.tables = tables
        self.board = board
        self.choose = choose
        self.log = log
        self.queue: list[ir.Command] = []

    # ------------------------------------------------------------ stages and groups

    def stage(self, stage: Stage, banned: Collection[int | None] = ()) -> None:
        """Run groups in order, but for the banned ones.

        A loop is run again if anything has changed since the last jump, be it before the loop.
        """
        if self.log.observer is not None:
            self.log.observer.runs(stage)
        number, changed, jumps = 0, False, 0
        while number < len(stage.groups):
            if number not in banned:
                changed |= self._group(stage.groups[number])
            if changed and number in stage.jumps:
                number, changed, jumps = stage.jumps[number], False, jumps + 1
                if jumps > MAX_JUMPS:
                    self._tell(
                        f"the loop here did not rest within {MAX_JUMPS} repetitions and was left", stage.groups[number]
                    )
                    return
            else:
                number += 1

    def _group(self, group: Group) -> bool:
        """Run a group; whether anything changed, be it changed back since."""
        if group.random:
            return self._one_of(group)
        for passed in range(MAX_PASSES):
            self.log.spend(len(group.rules))
            if self.log.observer is not None:
                self.log.observer.passes(passed)
            changed = False
            for rule in group.rules:
                if possible(self.board, rule):
                    changed |= self._rule(rule)
            if not changed:
                return passed > 0
        self._tell(f"rules did not rest within {MAX_PASSES} passes and were left", group)
        return True

    def _tell(self, text: str, group: Group) -> None:
        line = self.tables.cellwise.lines[group.rules[0].source]
        self.log.tell(f"line {line}: {text}; give them a condition that ends")

    # ------------------------------------------------------------ rules

    def _rule(self, rule: Rule) -> bool:
        """Do all matches of a rule as they were when it began, each if it still fits; whether anything changed."""
        found = self._found(rule)
        if found is None:
            return False
        total = prod(len(row) for row in found)
        changed, dropped = False, 0
        if rule.changes:
            self.log.spend(total)
            # the matches of the first row vary fastest
            for reverse in product(*reversed(found)):
                together = reverse[::-1]
                if changed and not self._still_fit(rule, together):
                    dropped += 1
                    if self.log.observer is not None:
                        self.log.observer.misses(rule, together)
                else:
                    changed |= self._do(rule, together)
        elif self.log.observer is not None:
            self.log.observer.finds(rule, found, total, total)
        self.log.count(rule, total, total - dropped, dropped)
        self.queue_up(rule.commands)
        return changed

    def _found(self, rule: Rule) -> list[list[Match]] | None:
        """The matches of each row of a rule; None if one has none."""
        found = []
        for row in rule.rows:
            places = matches(self.board, row, rule.way)
            if not places:
                return None
            found.append(places)
        return found

    def _still_fit(self, rule: Rule, together: Sequence[Match]) -> bool:
        kinds, moves = self.board.kinds, self.board.moves
        for row, match in zip(rule.rows, together, strict=True):
            for test, cell in zip(row.tests, match, strict=True):
                if not test.fits(kinds[cell], moves[cell]):
                    return False
        return True

    def _one_of(self, group: Group) -> bool:
        """Do one match of all matches of all rules of a group, by chance; whether anything changed."""
        self.log.spend(len(group.rules))
        fitting = [(rule, self._found(rule)) for rule in group.rules if possible(self.board, rule)]
        candidates = [(rule, found, prod(len(row) for row in found)) for rule, found in fitting if found]
        total = sum(number for _, _, number in candidates)
        if total == 0:
            return False
        chosen, changed = self.choose(total), False
        for rule, found, number in candidates:
            taken = 0 <= chosen < number
            self.log.count(rule, number, int(taken), 0)
            if self.log.observer is not None:
                self.log.observer.finds(rule, found, number - taken, 0)
            if taken:
                changed = self._do(rule, _combination(found, chosen))
                self.queue_up(rule.commands)
            chosen -= number
        return changed

    def queue_up(self, commands: tuple[ir.Command, ...]) -> None:
        """Add what a rule asks for: after `restart` only what comes with `cancel`, after `cancel` nothing.

        What comes with one of the two takes the place of all that was asked for before.
        """
        queue = self.queue
        if not commands or "cancel" in queue or ("restart" in queue and "cancel" not in commands):
            return
        if "cancel" in commands or "restart" in commands:
            queue.clear()
        queue += [command for command in dict.fromkeys(commands) if command not in queue]

    # ------------------------------------------------------------ changes

    def _do(self, rule: Rule, together: Sequence[Match]) -> bool:
        """Do a match; whether anything changed."""
        observer, board = self.log.observer, self.board
        if observer is None:
            return bool(rule.changes) and self._apply(rule, together)
        before = {cell: (board.kinds[cell], board.moves[cell]) for match in together for cell in match}
        changed = bool(rule.changes) and self._apply(rule, together)
        observer.changes(rule, together, before)
        return changed

    def _apply(self, rule: Rule, together: Sequence[Match]) -> bool:
        changed = False
        for changes, match in zip(rule.changes, together, strict=True):
            for change, cell in zip(changes, match, strict=True):
                changed |= self._change(change, cell)
                if rule.mark and change.wipe:
                    changed |= self._mark(cell, change.wipe, rule.mark)
        return changed

    def _change(self, change: ir.CellChange, cell: int) -> bool:
        """Change a cell; chance is asked even if nothing comes of it."""
        board = self.board
        kinds = board.kinds[cell] & ~change.clear | change.put
        moves = board.moves[cell] & ~(change.unmove | change.wipe) | change.move
        if change.choices:
            choices = bits(change.choices)
            kind = choices[self.choose(len(choices))]
            layer = self.tables.layers[kind]
            kinds = kinds & ~self.tables.on_layer[layer] | 1 << kind
            moves &= ~(ir.ALL_MOVES << ir.MOVES * layer)
        for layer, _ in asked(change.turned):
            moves |= 1 << ir.MOVES * layer + self.choose(len(ir.DIRECTIONS))
        return board.put(cell, kinds, moves)

    def _mark(self, cell: int, layers: int, mark: int) -> bool:
        """Mark layers of a cell as moved by a rigid group, unless all are marked; whether that is new."""
        marks = self.board.marks
        places = [(cell, layer) for layer, _ in asked(layers)]
        if all(place in marks for place in places):
            return False
        for place in places:
            marks[place] = marks.get(place, 0) | mark
        return True


def _combination(found: Sequence[Sequence[Match]], number: int) -> list[Match]:
    """One of all ways to take a match of each row; they are counted with the first row varying fastest."""
    together = []
    for places in found:
        number, place = divmod(number, len(places))
        together.append(places[place])
    return together
