"""From a `Program` with rules over cells to the image `P` that the kernels run: tables, and where memory is cut.

See `layout.py` for what the tables hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.kernel.cellwise import needs
from arcg.runtime.kernel.cellwise.clashes import at_once, layers_of
from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.cellwise.paint import Painter
from arcg.runtime.kernel.cellwise.views import STACK_SIZE

MOST_RIGID = (1 << WAYS) - 1
"""Rigid groups are told apart by marks of as many bits as there are ways."""

HOPELESS = 40.0
"""How much weighs a want that is met by a kind which every level has. A movement weighs 1."""

_COMMANDS = {
    "cancel": CANCEL, "restart": RESTART, "checkpoint": CHECKPOINT, "again": AGAIN_COMMAND, "win": WIN_COMMAND,
}  # fmt: skip
_QUANTIFIERS = {"some": GOAL_SOME, "no": GOAL_NO, "every": GOAL_EVERY}


def bits(mask: int) -> list[int]:
    """The places of the bits that are set, ascending."""
    places = []
    while mask:
        places.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return places


def plane_words(plane: int, cells: int) -> list[int]:
    """A plane of so many cells, a bit for each, as words."""
    return [plane >> CELLS_A_WORD * word & EVERY_BIT for word in range(stride(cells))]


class Bits:
    """Which plane stands for which kind, and which bit of a set of planes for which movement of which layer."""

    def __init__(self, program: ir.Program) -> None:
        layers = [kind.layer for kind in program.kinds]
        self.kinds = sorted(range(len(layers)), key=lambda kind: (layers[kind], kind))
        """The kind of each plane of a packed board."""
        self.bit = {kind: place for place, kind in enumerate(self.kinds)}
        self.places = np.array([self.bit[kind] for kind in range(len(self.kinds))], np.int64)
        """The plane of each kind in a packed board."""
        self.kind_words = -(-len(self.kinds) // KINDS_A_WORD)
        self.layers = len(program.layers)
        self.move_words = -(-self.layers // LAYERS_A_WORD)
        self.set_words = self.kind_words + self.move_words

    def of_kinds(self, mask: int) -> list[int]:
        """A set of kinds as words."""
        number = sum(1 << self.bit[kind] for kind in bits(mask))
        every = (1 << KINDS_A_WORD) - 1
        return [number >> KINDS_A_WORD * word & every for word in range(self.kind_words)]

    def of_moves(self, mask: int) -> list[int]:
        """A set of movements as words."""
        width, every = WAYS * LAYERS_A_WORD, (1 << WAYS * LAYERS_A_WORD) - 1
        return [mask >> width * word & every for word in range(self.move_words)]

    def of_both(self, kinds: int, moves: int) -> list[int]:
        """Kinds and movements as the words of a set of planes."""
        return self.of_kinds(kinds) + self.of_moves(moves)

    def planes(self, kinds: int, moves: int = 0) -> list[int]:
        """The planes of movements and kinds, as they are numbered in play; movements, which are rare, first."""
        return bits(moves) + sorted(self.bit[kind] - len(self.kinds) for kind in bits(kinds))

    def first_plane(self, word: int) -> int:
        """The plane of the lowest bit of a word of a set of planes."""
        if word < self.kind_words:
            return word * KINDS_A_WORD - len(self.kinds)
        return (word - self.kind_words) * WAYS * LAYERS_A_WORD


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
        stages = self.cellwise.early, self.cellwise.late
        rows = [tests for stage in stages for group in stage.groups for rule in group.rules for tests in rule.tests]
        self.longest = max((len(tests) for tests in rows), default=1)
        counts = Counter(thing.kind for level in program.levels for thing in level.things)
        self.frequencies = [counts[kind] for kind in self.bits.kinds]
        with_kind = Counter(kind for level in program.levels for kind in {thing.kind for thing in level.things})
        self.shares = [with_kind[kind] / len(program.levels) for kind in self.bits.kinds]
        self.needs: dict[needs.Need, int] = {}
        self.exclusive = layers_of(program)
        self.tree = needs.Tree(self._weight, HOPELESS)
        self.tests: dict[tuple[tuple[ir.CellTest, ...], bool], int] = {}
        self.changes: dict[ir.CellChange, int] = {}
        self.patterns: list[list[int]] = []
        self.rules: list[list[int]] = []

    def image(self) -> NDArray[np.int64]:
        """The words of the image."""
        program, game, words = self.program, self.cellwise, self.words
        words[KINDS], words[LAYERS] = len(self.bits.kinds), self.bits.layers
        words[KIND_WORDS], words[MOVE_WORDS] = self.bits.kind_words, self.bits.move_words
        words[SET_WORDS] = self.bits.set_words
        words[LAYER_AT] = self._layers()
        words[BIT_AT] = self._put(program.kinds[kind].layer for kind in self.bits.kinds)
        words[LONGEST] = self.longest
        words[LEVELS], words[LEVEL_AT] = len(program.levels), self._levels()
        words[MOST_CELLS] = max(level.width * level.height for level in program.levels)
        words[MOST_STRIDE] = stride(words[MOST_CELLS])
        words[EARLY], words[EARLY_AT] = len(game.early.groups), self._stage(game.early, rigid=True)
        words[LATE], words[LATE_AT] = len(game.late.groups), self._stage(game.late, rigid=False)
        words[RULES], words[PATTERNS] = len(self.rules), len(self.patterns)
        words[RULE_AT] = self._put(word for rule in self.rules for word in rule)
        words[PATTERN_AT] = self._put(word for pattern in self.patterns for word in pattern)
        words[MOST_PATTERNS] = max((rule[RULE_PATTERNS] for rule in self.rules), default=1)
        words[RIGID] = sum(group.rigid for group in game.early.groups)
        words[SOURCES] = len(game.names)
        words[PLAYER] = self._row((game.player,), anchored=True)
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
            cells = level.width * level.height
            words = stride(cells)
            span = -(-words // CELLS_A_WORD)
            planes = [0] * len(self.bits.kinds)
            for thing in level.things:
                planes[self.bits.bit[thing.kind]] |= 1 << thing.x * level.height + thing.y
            board = self._put(word for plane in planes for word in plane_words(plane, cells))
            parts = (1 << -(-words // span)) - 1
            shifts, margins = self._shifts(level.height), self._margins(level.width, level.height)
            entries += [level.width, level.height, board, words, span, parts, shifts, margins]
        return self._put(entries)

    def _shifts(self, height: int) -> int:
        """See LEVEL_SHIFTS."""
        away = range(1 - self.longest, self.longest)
        cells = (step * along for along in (1, height) for step in away)
        return self._put(part for distance in cells for part in divmod(distance, CELLS_A_WORD))

    def _margins(self, width: int, height: int) -> int:
        """See LEVEL_MARGINS."""
        column, first = (1 << height) - 1, sum(1 << x * height for x in range(width))
        cells, board, planes = width * height, (1 << width * height) - 1, []
        for others in range(self.longest):
            planes.append([first * (column >> others << others), first * (column >> others), 0, 0])
            planes[-1][2] = board >> others * height << others * height
            planes[-1][3] = board >> others * height
        sides = (planes[others][side] for side in range(4) for others in range(self.longest))
        return self._put(word for plane in sides for word in plane_words(plane, cells))

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
            tree = self.tree.over([self._wants(rule) for rule in group.rules], first) if group.rules else []
            nodes = self._put([word for node in tree for word in self._node(node)])
            look = self._first_look(tree[0].need) if tree and tree[0].size == len(tree) else (0, 0)
            entries.append([first, len(group.rules), int(group.random), mark, -1, source, nodes, len(tree), *look])
        if marks > MOST_RIGID:
            raise ValueError(f"{marks} rigid groups are too many: there can be {MOST_RIGID}")
        for begin, end in stage.loops:
            entries[end][GROUP_LOOP] = begin
        return self._put(word for entry in entries for word in entry)

    def _node(self, node: needs.Node) -> list[int]:
        rule = -1 if node.rule is None else node.rule
        return [*self._first_look(node.need), node.size * NODE_WORDS, self._need(node.need), rule]

    def _first_look(self, need: needs.Need) -> tuple[int, int]:
        """A word and bits of which one must be set: the want that is met least often, among those in one word."""
        wants = [self._set_words(want) for want in sorted(need, key=self._weight)]
        return next((words[0] for words in wants if len(words) == 1), (0, 0))

    def _rule(self, rule: ir.CellRule, mark: int) -> list[int]:
        first = len(self.patterns)
        for number, tests in enumerate(rule.tests):
            changes = rule.changes[number] if rule.changes else ()
            self.patterns.append(self._pattern(tests, changes))
        commands = sum(_COMMANDS[command] for command in set(rule.commands))
        changing, need = int(bool(rule.changes)), self._need(self._wants(rule))
        once = at_once(rule, bool(mark), self.exclusive)
        return [rule.way, len(rule.tests), first, changing, commands, mark, rule.source, need, once]

    def _pattern(self, tests: tuple[ir.CellTest | None, ...], changes: tuple[ir.CellChange | None, ...]) -> list[int]:
        parts: list[list[ir.CellTest]] = [[]]
        for test in tests:
            if test is None:
                parts.append([])
            else:
                parts[-1].append(test)
        gaps = len(parts) - 1
        rows = [self._row(tuple(part), anchored=gaps == 0) for part in parts] + [0] * (MOST_PARTS - len(parts))
        changed = [self._change(change) for change in changes if change is not None]
        sizes = [len(part) for part in parts] + [0]
        return [sum(sizes), gaps, sizes[0], sizes[1], self._put(changed) if changed else 0, *rows]

    # ------------------------------------------------------------ tests and changes

    def _row(self, tests: tuple[ir.CellTest, ...], anchored: bool) -> int:
        """The address of a row of cells without gaps; equal ones share it.

        If it is not `anchored` its first cell is the anchor, else that which holds what is rarest.
        """
        if (tests, anchored) not in self.tests:
            self.tests[tests, anchored] = self._put(self._row_words(tests, anchored))
        return self.tests[tests, anchored]

    def _row_words(self, tests: tuple[ir.CellTest, ...], anchored: bool) -> list[int]:
        held = sorted(
            (self._frequency(plane), plane, place)
            for place, test in enumerate(tests)
            for plane in self.bits.planes(test.present, test.moving)
        )
        anchor = held[0][2] if held and anchored else 0
        leading = [(plane, 0) for _, plane, place in held if place == anchor]
        others = [(plane, place - anchor) for _, plane, place in held if place != anchor]
        refused = [
            (plane, place - anchor)
            for place, test in enumerate(tests)
            for plane in self.bits.planes(test.absent, test.still)
        ]
        sets = [(place - anchor, self.bits.planes(kinds)) for place, test in enumerate(tests) for kinds in test.some]
        words = [len(tests), anchor, len(leading), len(held), len(refused), len(sets)]
        words += [number for term in (*leading, *others, *refused) for number in term]
        for away, planes in sets:
            words += [away, len(planes), *planes]
        return words

    def _frequency(self, plane: int) -> int:
        """How many things of the kind of a plane there are in all levels; of movements there are none."""
        return self.frequencies[plane] if plane < 0 else 0

    def _wants(self, rule: ir.CellRule) -> needs.Need:
        """What a rule needs, as bits of numbers: a bit for each kind by its plane, then one for each movement."""
        found = set()
        for test in (test for tests in rule.tests for test in tests if test is not None):
            found |= {1 << plane + len(self.bits.kinds) for plane in self.bits.planes(test.present, test.moving)}
            found |= {sum(1 << self.bits.bit[kind] for kind in bits(kinds)) for kinds in test.some}
        return needs.least(found)

    def _weight(self, want: int) -> float:
        """How likely it is that the board holds any of some planes: by how many levels have them."""
        kinds = len(self.bits.kinds)
        return sum(1 + HOPELESS * self.shares[place] if place < kinds else 1 for place in bits(want))

    def _need(self, need: needs.Need) -> int:
        """The address of what the board must hold; equal ones share it."""
        if need not in self.needs:
            self.needs[need] = self._put(self._need_words(need))
        return self.needs[need]

    def _need_words(self, need: needs.Need) -> list[int]:
        wants = [self._set_words(want) for want in sorted(need)]
        single = [words for want, words in zip(sorted(need), wants, strict=True) if want.bit_count() == 1]
        looks: dict[int, int] = {}
        # movements come first: they say no more often
        for ((word, mask),) in reversed(single):
            looks[word] = looks.get(word, 0) | mask
        sets = [words for want, words in zip(sorted(need), wants, strict=True) if want.bit_count() != 1]
        words = [len(looks), len(sets), *(number for look in looks.items() for number in look)]
        for found in sets:
            words += [len(found), *(number for pair in found for number in pair)]
        return words

    def _set_words(self, want: int) -> list[tuple[int, int]]:
        """Bits as `_wants` has them, as words of a set of planes and their numbers."""
        count, kinds = len(self.bits.kinds), self.bits.kind_words
        low, high = want & (1 << count) - 1, want >> count
        words = [low >> KINDS_A_WORD * word & EVERY_BIT for word in range(kinds)] + self.bits.of_moves(high)
        return [(word, mask) for word, mask in enumerate(words) if mask]

    def _change(self, change: ir.CellChange) -> int:
        """The address of a change; equal ones share it."""
        if change not in self.changes:
            self.changes[change] = self._put(self._change_words(change))
        return self.changes[change]

    def _change_words(self, change: ir.CellChange) -> list[int]:
        go = self.bits.of_both(change.clear, change.unmove | change.wipe)
        come = self.bits.of_both(change.put, change.move)
        writes = [
            (word, self.bits.first_plane(word), gone & ~comes, comes)
            for word, (gone, comes) in enumerate(zip(go, come, strict=True))
            if gone | comes
        ]
        wipes = [(word, mask) for word, mask in enumerate(self.bits.of_moves(change.wipe)) if mask]
        chosen = [self.bits.bit[kind] for kind in bits(change.choices)]
        turned = [layer for layer in range(self.bits.layers) if change.turned >> WAYS * layer & ALL_WAYS]
        words = [len(writes), len(wipes), len(chosen), len(turned)]
        words += [number for write in writes for number in write]
        return [*words, *(number for wipe in wipes for number in wipe), *chosen, *turned]

    def _goals(self) -> int:
        entries = []
        for goal in self.cellwise.goals:
            rows = [self._row((test,), anchored=True) for test in (goal.first, goal.second)]
            bare = not (goal.first.present or goal.first.some)
            entries.append((_QUANTIFIERS[goal.quantifier], *rows, int(bare)))
        return self._put(word for entry in entries for word in entry)


# ---------------------------------------------------------------- memory


def cut(words: NDArray[np.int64], matches: int) -> NDArray[np.int64]:
    """The image with the addresses of everything in M, which has room for so many matches."""
    P = words.copy()
    cells, plane, sets = (int(P[word]) for word in (MOST_CELLS, MOST_STRIDE, SET_WORDS))
    kinds, moves = int(P[KINDS]), int(P[LAYERS]) * WAYS
    packed, at = kinds * plane, MEMORY_HEAD

    def take(head: int, size: int) -> None:
        nonlocal at
        P[head] = at
        at += size

    take(OBJECTS, packed)
    take(CHECK, packed if P[KEEPS] else 0)
    take(LAST, packed if P[CAN_UNDO] else 0)
    P[ROW_WORDS] = at - LEVEL
    take(PLANES, packed + moves * plane)
    P[PLANES] += packed
    take(SUMMARY, kinds + moves)
    P[SUMMARY] += kinds
    take(BEFORE, DEPTHS * packed)
    take(ASKED_BOARD, packed + moves * plane if P[RIGID] else 0)
    take(MARKS, 2 * cells * int(P[MOVE_WORDS]) if P[RIGID] else 0)
    take(MASKS, sets)
    take(STALE, sets)
    take(FITS, MOST_PARTS * plane)
    take(NONE_AT, int(P[PATTERNS]))
    take(OLD, sets)
    take(BANNED, int(P[RIGID]) + 1)
    take(PLAYERS, plane)
    take(FOUND, 3 * int(P[MOST_PATTERNS]))
    take(COUNT_AT, int(P[SOURCES]) * COUNT_WORDS)
    P[TOLD_SIZE] = TOLD_SORTS * (int(P[SOURCES]) + 1)
    take(TOLD_AT, int(P[TOLD_SIZE]))
    take(STACK, STACK_SIZE)
    take(MATCHES, matches)
    P[MATCHES_SIZE], P[MEMORY_WORDS] = matches, at
    return P
