"""From a `Program` with rules over cells to the image `P` that the kernels run: tables, and where memory is cut.

See `layout.py` for what the tables hold.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.cellwise.paint import Painter
from arcg.runtime.kernel.cellwise.views import STACK_SIZE

MOST_RIGID = (1 << WAYS) - 1
"""Rigid groups are told apart by marks of as many bits as there are ways."""

_COMMANDS = {
    "cancel": CANCEL, "restart": RESTART, "checkpoint": CHECKPOINT, "again": AGAIN_COMMAND, "win": WIN_COMMAND,
}  # fmt: skip
_QUANTIFIERS = {"some": GOAL_SOME, "no": GOAL_NO, "every": GOAL_EVERY}


def bits(mask: int) -> list[int]:
    """The places of the bits that are set, ascending."""
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


class Bits:
    """Which bit of a cell stands for which kind, and for which movement of which layer."""

    def __init__(self, program: ir.Program) -> None:
        layers = [kind.layer for kind in program.kinds]
        self.kinds = sorted(range(len(layers)), key=lambda kind: (layers[kind], kind))
        """The kind of each bit."""
        self.bit = {kind: place for place, kind in enumerate(self.kinds)}
        self.kind_words = -(-len(self.kinds) // KINDS_A_WORD)
        self.layers = len(program.layers)
        self.move_words = -(-self.layers // LAYERS_A_WORD)
        self.cell_words = self.kind_words + self.move_words

    def of_kinds(self, mask: int) -> list[int]:
        """A set of kinds as words."""
        number = sum(1 << self.bit[kind] for kind in bits(mask))
        every = (1 << KINDS_A_WORD) - 1
        return [number >> KINDS_A_WORD * word & every for word in range(self.kind_words)]

    def of_moves(self, mask: int) -> list[int]:
        """A set of movements as words."""
        width, every = WAYS * LAYERS_A_WORD, (1 << WAYS * LAYERS_A_WORD) - 1
        return [mask >> width * word & every for word in range(self.move_words)]

    def of_cell(self, kinds: int, moves: int) -> list[int]:
        """Kinds and movements as the words of a cell."""
        return self.of_kinds(kinds) + self.of_moves(moves)


def assemble(program: ir.Program) -> NDArray[np.int64]:
    """The image of a program, without where things lie in M.

    Raises:
        ValueError: the program has too many rigid groups.
    """
    return _Assembler(program).image()


class _Assembler:
    """Writes the image of one program."""

    def __init__(self, program: ir.Program) -> None:
        assert program.cellwise is not None
        self.program, self.cellwise = program, program.cellwise
        self.bits = Bits(program)
        self.words: list[int] = [0] * HEAD_ROOM
        self.tests: dict[ir.CellTest, int] = {}
        self.changes: dict[ir.CellChange, int] = {}
        self.patterns: list[list[int]] = []
        self.rules: list[list[int]] = []

    def image(self) -> NDArray[np.int64]:
        """The words of the image."""
        program, game, words = self.program, self.cellwise, self.words
        words[KIND_WORDS], words[MOVE_WORDS] = self.bits.kind_words, self.bits.move_words
        words[CELL_WORDS], words[LAYERS] = self.bits.cell_words, self.bits.layers
        words[LAYER_AT] = self._layers()
        words[BIT_AT] = self._put(program.kinds[kind].layer for kind in self.bits.kinds)
        words[POWER_AT] = self._put(1 << place for place in range(KINDS_A_WORD))
        words[LOW_BIT_AT] = self._put(self._low_bits())
        words[LEVELS], words[LEVEL_AT] = len(program.levels), self._levels()
        words[CELLS] = max(level.width * level.height for level in program.levels)
        words[SIDE] = max(max(level.width, level.height) for level in program.levels)
        words[EARLY], words[EARLY_AT] = len(game.early.groups), self._stage(game.early, rigid=True)
        words[LATE], words[LATE_AT] = len(game.late.groups), self._stage(game.late, rigid=False)
        words[RULES], words[PATTERNS] = len(self.rules), len(self.patterns)
        words[RULE_AT] = self._put(word for rule in self.rules for word in rule)
        words[PATTERN_AT] = self._put(word for pattern in self.patterns for word in pattern)
        words[MOST_PATTERNS] = max((rule[RULE_PATTERNS] for rule in self.rules), default=1)
        words[RIGID] = sum(group.rigid for group in game.early.groups)
        words[SOURCES] = len(game.names)
        words[PLAYER] = self._test(game.player)
        words[ASKED_AT] = self._put(self.bits.of_kinds(game.asked))
        words[GOALS], words[GOAL_AT] = len(game.goals), self._goals()
        words[AT_START], words[MUST_MOVE] = int(game.at_start), int(game.must_move)
        words[KEEPS] = int(any(rule[RULE_COMMANDS] & CHECKPOINT for rule in self.rules))
        words[CAN_UNDO] = int(ir.ACTION_NAMES.index("undo") in program.actions)
        words[OFFERED_AT] = self._put(int(action in program.actions) for action in range(len(ir.ACTION_NAMES)))
        words[GROUND] = program.ground
        painter = Painter(program, self.bits.kinds, len(words))
        words[VIEW_AT], words[CORNER_X_AT], words[CORNER_Y_AT] = painter.paint()
        words += painter.out
        words[SIZE] = len(words)
        return np.array(words, np.int64)

    def _put(self, numbers: Iterable[int]) -> int:
        """Numbers at the end of the image: where they begin."""
        at = len(self.words)
        self.words += numbers
        return at

    # ------------------------------------------------------------ tables

    @staticmethod
    def _low_bits() -> list[int]:
        places = [0] * LOW_BITS
        for place in range(KINDS_A_WORD):
            places[(1 << place) % LOW_BITS] = place
        return places

    def _layers(self) -> int:
        entries = []
        for layer in range(self.bits.layers):
            kinds = [number for number, kind in enumerate(self.program.kinds) if kind.layer == layer]
            mask = self.bits.of_kinds(sum(1 << kind for kind in kinds))
            used = [word for word, held in enumerate(mask) if held] or [0]
            entries += [used[0], used[-1], self._put(mask)]
        return self._put(entries)

    def _levels(self) -> int:
        entries = []
        for level in self.program.levels:
            masks = [0] * (level.width * level.height)
            for thing in level.things:
                masks[thing.x * level.height + thing.y] |= 1 << thing.kind
            board = self._put(word for mask in masks for word in self.bits.of_kinds(mask))
            entries += [level.width, level.height, board]
        return self._put(entries)

    def _stage(self, stage: ir.CellStage, rigid: bool) -> int:
        """The groups of a stage; only those before movement can be rigid."""
        marks, entries = 0, []
        for group in stage.groups:
            mark = 0
            if rigid and group.rigid:
                marks = mark = marks + 1
            first = len(self.rules)
            for rule in group.rules:
                self.rules.append(self._rule(rule, mark if rule.rigid else 0))
            source = group.rules[0].source if group.rules else 0
            entries.append([first, len(group.rules), int(group.random), mark, -1, source])
        if marks > MOST_RIGID:
            raise ValueError(f"{marks} rigid groups are too many: there can be {MOST_RIGID}")
        for begin, end in stage.loops:
            entries[end][GROUP_LOOP] = begin
        return self._put(word for entry in entries for word in entry)

    def _rule(self, rule: ir.CellRule, mark: int) -> list[int]:
        first = len(self.patterns)
        for number, tests in enumerate(rule.tests):
            changes = rule.changes[number] if rule.changes else ()
            self.patterns.append(self._pattern(tests, changes))
        commands = sum(_COMMANDS[command] for command in set(rule.commands))
        return [rule.way, len(rule.tests), first, int(bool(rule.changes)), commands, mark, rule.source]

    def _pattern(self, tests: tuple[ir.CellTest | None, ...], changes: tuple[ir.CellChange | None, ...]) -> list[int]:
        parts = [0]
        for test in tests:
            if test is None:
                parts.append(0)
            else:
                parts[-1] += 1
        cells = [test for test in tests if test is not None]
        needed = [test for test in cells if not _empty(test)]
        present, moving = 0, 0
        for test in needed:
            present, moving = present | test.present, moving | test.moving
        some = tuple(dict.fromkeys(kinds for test in needed for kinds in test.some))
        need = self._test(ir.CellTest(present=present, some=some, moving=moving))
        addresses = [self._test(test) for test in cells]
        changed = [self._change(change) for change in changes if change is not None]
        gaps = len(parts) - 1
        next_part = parts[1] if gaps > 1 else 0
        tests_at = self._put(addresses)
        return [len(cells), gaps, parts[0], next_part, tests_at, self._put(changed) if changed else 0, need]

    # ------------------------------------------------------------ tests and changes

    def _test(self, test: ir.CellTest) -> int:
        """The address of a test; equal ones share it."""
        if test not in self.tests:
            self.tests[test] = self._put(self._test_words(test))
        return self.tests[test]

    def _test_words(self, test: ir.CellTest) -> list[int]:
        want = self.bits.of_cell(test.present, test.moving)
        refuse = self.bits.of_cell(test.absent, test.still)
        looks = []
        for word, (wanted, refused) in enumerate(zip(want, refuse, strict=True)):
            if wanted & refused:
                looks.append((word, 0, 1))  # which nothing fits
            elif wanted | refused:
                looks.append((word, wanted | refused, wanted))
        # what is there is looked at first: it says no more often
        looks.sort(key=lambda look: look[2] == 0)
        words = [len(looks), len(test.some), *(number for look in looks for number in look)]
        for kinds in test.some:
            found = [(word, mask) for word, mask in enumerate(self.bits.of_kinds(kinds)) if mask]
            words += [len(found), *(number for pair in found for number in pair)]
        return words

    def _change(self, change: ir.CellChange) -> int:
        """The address of a change; equal ones share it."""
        if change not in self.changes:
            self.changes[change] = self._put(self._change_words(change))
        return self.changes[change]

    def _change_words(self, change: ir.CellChange) -> list[int]:
        go = self.bits.of_cell(change.clear, change.unmove | change.wipe)
        come = self.bits.of_cell(change.put, change.move)
        writes = [(word, gone, comes) for word, (gone, comes) in enumerate(zip(go, come, strict=True)) if gone | comes]
        wipes = [(word, mask) for word, mask in enumerate(self.bits.of_moves(change.wipe)) if mask]
        chosen = [self.bits.bit[kind] for kind in bits(change.choices)]
        turned = [layer for layer in range(self.bits.layers) if change.turned >> WAYS * layer & ALL_WAYS]
        words = [len(writes), len(wipes), len(chosen), len(turned)]
        words += [number for write in writes for number in write]
        return [*words, *(number for wipe in wipes for number in wipe), *chosen, *turned]

    def _goals(self) -> int:
        entries = [(_QUANTIFIERS[g.quantifier], self._test(g.first), self._test(g.second)) for g in self.cellwise.goals]
        return self._put(word for entry in entries for word in entry)


def _empty(test: ir.CellTest) -> bool:
    """Whether a test asks for nothing that must be there."""
    return not (test.present or test.some or test.moving)


# ---------------------------------------------------------------- memory


def cut(words: NDArray[np.int64], matches: int) -> NDArray[np.int64]:
    """The image with the addresses of everything in M, which has room for so many matches."""
    P = words.copy()
    cells, side, cell_words = (int(P[word]) for word in (CELLS, SIDE, CELL_WORDS))
    packed, at = cells * int(P[KIND_WORDS]), MEMORY_HEAD

    def take(head: int, size: int) -> None:
        nonlocal at
        P[head] = at
        at += size

    take(OBJECTS, packed)
    take(CHECK, packed if P[KEEPS] else 0)
    take(LAST, packed if P[CAN_UNDO] else 0)
    P[ROW_WORDS] = at - LEVEL
    take(BOARD, cells * cell_words)
    take(BEFORE, DEPTHS * packed)
    take(ASKED_BOARD, cells * cell_words if P[RIGID] else 0)
    take(MARKS, 2 * cells * int(P[MOVE_WORDS]) if P[RIGID] else 0)
    take(MASKS, cell_words)
    take(LINE_MASKS, 2 * side * cell_words)
    take(LINE_STAMPS, 2 * side)
    take(NONE_AT, int(P[PATTERNS]))
    take(OLD, cell_words)
    take(BANNED, int(P[RIGID]) + 1)
    take(PLAYERS, cells)
    take(FOUND, 3 * int(P[MOST_PATTERNS]))
    take(COUNT_AT, int(P[SOURCES]) * COUNT_WORDS)
    P[TOLD_SIZE] = TOLD_SORTS * (int(P[SOURCES]) + 1)
    take(TOLD_AT, int(P[TOLD_SIZE]))
    take(STACK, STACK_SIZE)
    take(MATCHES, matches)
    P[MATCHES_SIZE], P[MEMORY_WORDS] = matches, at
    return P
