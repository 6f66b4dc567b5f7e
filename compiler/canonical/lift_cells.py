"""From rules over cells to one tree without names: layers, kinds, sets of kinds, input, stages, goals.

Each rule of the file is a unit, put together from the ways in which it can match (`cell_cases`). Sets of kinds are
referred to like kinds and declared once, so a game with two sorts of crates has the rules of a game with one. Kinds of
a layer that everything treats alike are one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from arcg.compiler import ir
from arcg.compiler.canonical.cell_cases import Case, Spot, cases
from arcg.compiler.canonical.cell_conflicts import order_of_groups, order_of_sources
from arcg.compiler.canonical.cell_joining import with_rules_joined
from arcg.compiler.canonical.cell_reach import CellGame, Goal, Group, cell_game
from arcg.compiler.canonical.cells import Item, Mark
from arcg.compiler.canonical.tree import Child, Node, Ref, Source, free

ROLES = {"has": "here", "no": "absent", "some": "any_of", "put": "comes", "clears": "goes", "chooses": "chance",
         "layer": "lying"}  # fmt: skip
MARKS = {"moves": "asks", "spared": "spares", "then": "leaves", "unasked": "unasks", "also": "adds"}
"""Marks that have movements; others stand for themselves."""

DIRECTIONS = 4
Kinds = frozenset[int]


def lifted_cells(program: ir.Program, cellwise: ir.Cellwise) -> Node:
    """The tree of a program of rules over cells."""
    game = with_rules_joined(program, cellwise, cell_game(program, cellwise))
    return _Lifter(program, cellwise, game).tree()


def look_alikes(program: ir.Program, cellwise: ir.Cellwise, game: CellGame) -> dict[int, int]:
    """For each kind that counts the first one that nothing tells from it."""
    return _Lifter(program, cellwise, game).alike


@dataclass
class _Lifter:
    program: ir.Program
    cellwise: ir.Cellwise
    game: CellGame
    done: dict[tuple[int, int], tuple[Case, ...]] = field(default_factory=dict)
    numbers: dict[Kinds, int] = field(default_factory=dict)
    refs: dict[Kinds, Ref] = field(default_factory=dict)

    def tree(self) -> Node:
        rules = [
            self._input(),
            self._stage("early", self.game.early, self.cellwise.early.loops),
            self._stage("late", self.game.late, self.cellwise.late.loops),
            free("cell_goals", tuple(self._goal(goal) for goal in self.game.goals)),
        ]
        for kind in sorted(set(self.alike.values())):
            self._ref(frozenset([kind]))
        layers = sorted({self.program.kinds[kind].layer for kind in self.game.kinds})
        declared = [
            free("actions", tuple(Node("action", (number,)) for number in self.program.actions)),
            free("layers", tuple(Node("layer", (Ref("layer", number),)) for number in layers)),
            free("kinds", tuple(self._declared(kinds) for kinds in sorted(self.numbers, key=sorted))),
        ]
        return Node("game", (*declared, *rules))

    # ------------------------------------------------------------ kinds

    @cached_property
    def alike(self) -> dict[int, int]:
        """For each kind the first one that nothing tells from it."""
        told: dict[int, set[Kinds]] = {kind: set() for kind in self.game.kinds}
        for kinds in set(self._spoken()):
            for kind in kinds & self.game.kinds:
                told[kind].add(kinds)
        first: dict[tuple[int, Kinds | frozenset[Kinds]], int] = {}
        layer = {kind: self.program.kinds[kind].layer for kind in told}
        return {kind: first.setdefault((layer[kind], frozenset(told[kind])), kind) for kind in sorted(told)}

    def _spoken(self) -> Iterator[Kinds]:
        """All sets of kinds that something speaks of, and each kind of those of which two have to be the same."""
        yield self.game.asked
        cells = [cell for goal in self.game.goals for cell in goal.cells]
        for cell in (self.game.player, *cells):
            yield from (item.kinds for item in cell)
        for late, groups in enumerate((self.game.early, self.game.late)):
            for number, group in enumerate(groups):
                for case in self._cases(late, number, group):
                    for part, kinds in zip(case.parts, case.kinds, strict=True):
                        yield kinds
                        if sum(spot[2] == "has" for spot in part) > 1:
                            yield from (frozenset([kind]) for kind in kinds)

    def _ref(self, kinds: Kinds) -> Ref:
        if kinds not in self.refs:
            reduced = frozenset(self.alike[kind] for kind in kinds if kind in self.alike)
            self.refs[kinds] = Ref("kind", self.numbers.setdefault(reduced, len(self.numbers)))
        return self.refs[kinds]

    def _declared(self, kinds: Kinds) -> Node:
        ref = self._ref(kinds)
        if len(kinds) == 1:
            kind = self.program.kinds[min(kinds)]
            return Node("kind", (ref, Ref("layer", kind.layer), free("attrs", ())), source=Source(kind.name, None))
        members = free("among", tuple(Ref("kind", self.numbers[frozenset([kind])]) for kind in sorted(kinds)))
        names = " ".join(self.program.kinds[kind].name for kind in sorted(kinds))
        return Node("set_of_kinds", (ref, members), source=Source(names, None))

    # ------------------------------------------------------------ input, goals

    def _input(self) -> Node:
        marks: list[Child] = [Node(mark) for mark, holds in self._settings() if holds]
        whole: tuple[Child, ...] = (self._plain_cell(self.game.player), self._ref(self.game.asked), *marks)
        return Node("input", whole, source=Source("input", None))

    def _settings(self) -> Iterable[tuple[str, bool]]:
        return ("from_start", self.cellwise.at_start), ("must_move", self.cellwise.must_move)

    def _goal(self, goal: Goal) -> Node:
        cells = tuple(self._plain_cell(cell) for cell in goal.cells)
        return Node("cell_goal", (Node(goal.quantifier), *cells), source=Source("win", None))

    def _plain_cell(self, items: Iterable[Item]) -> Node:
        return free("square", tuple(Node(ROLES[item.role], (self._ref(item.kinds),)) for item in items))

    # ------------------------------------------------------------ rules

    def _stage(self, tag: str, groups: tuple[Group, ...], loops: tuple[tuple[int, int], ...]) -> Node:
        """The groups of a stage; those of a loop are one."""
        blocks: list[list[int]] = []
        inside = {number: first for first, last in loops for number in range(first, last + 1)}
        for number, group in enumerate(groups):
            if group is None:
                continue
            if blocks and number in inside and inside[number] == inside.get(blocks[-1][0]):
                blocks[-1].append(number)
            else:
                blocks.append([number])
        late = tag == "late"
        nodes = []
        for block in blocks:
            parts = [self._group(late, number, groups[number]) for number in block]
            if block[0] in inside:
                order = order_of_groups(self.program, [[groups[number]] for number in block])
                nodes.append(_headed("loop", parts, order))
            else:
                nodes += parts
        members = [[groups[number] for number in block] for block in blocks]
        return Node(tag, tuple(nodes), order_of_groups(self.program, members))

    def _group(self, late: bool, number: int, group: Group) -> Node:
        """A group: its rule, or its rules below a head that says that they are tried together."""
        assert group is not None
        sources = list(dict.fromkeys(way.source for way in group.ways))
        units = [self._rule(late, number, group, source) for source in sources]
        if len(units) == 1:
            return units[0]
        return _headed("joint", units, order_of_sources(self.program, group, sources))

    def _rule(self, late: bool, number: int, group: Group, source: int) -> Node:
        assert group is not None
        ways = [way for way in group.ways if way.source == source]
        flags = {"late": late, "at_random": group.random, "rigid": any(way.rigid for way in ways)}
        words = [word for word, holds in flags.items() if holds] + sorted({w for way in ways for w in way.commands})
        found = [self._case(case) for case in self._cases(late, number, group) if case.source == source]
        where = Source(self.cellwise.names[source], self.cellwise.lines[source])
        whole = free("cell_rule", (*map(Node, words), *found))
        return Node(whole.tag, whole.children, whole.before, where)

    def _cases(self, late: int, number: int, group: Group) -> tuple[Case, ...]:
        if (late, number) not in self.done:
            self.done[late, number] = cases(group.ways) if group else ()
        return self.done[late, number]

    def _case(self, case: Case) -> Node:
        cells: dict[tuple[int, int], list[Node]] = {}
        for at, (part, kinds) in enumerate(zip(case.parts, case.kinds, strict=True)):
            ref = self._ref(kinds)
            others = [self._ref(other) for place, other in enumerate(case.kinds) if place != at]
            several = len({self.alike[kind] for kind in kinds}) > 1
            for spot in part:
                apart = several and spot[2] == "has" and ref in others
                cells.setdefault(spot[:2], []).append(_item(spot, ref, apart))
        rows = [
            Node("row", tuple(free("square", tuple(cells.get((at, place), ()))) if there else Node("gap")
                              for place, there in enumerate(row)))
            for at, row in enumerate(case.shape)
        ]  # fmt: skip
        return Node("case", (_along(case.frames), *rows), (frozenset(), *(frozenset([0]) for _ in rows)))


def _item(spot: Spot, ref: Ref, apart: bool) -> Node:
    _, _, role, marks = spot
    told = sorted((_mark(mark) for mark in marks), key=repr)
    return Node(ROLES[role], (ref, *told, *([Node("apart")] if apart else [])))


def _mark(mark: Mark) -> Node:
    ways = ("to_act" if way == str(ir.TO_ACT) else way for way in mark[1:])
    return free(MARKS.get(mark[0], mark[0]), tuple(Node(way) for way in ways))


def _along(frames: frozenset[int]) -> Node:
    if len(frames) == DIRECTIONS or not frames:
        return Node("every_way" if frames else "no_way")
    return free("along", tuple(Node("dir", (frame,)) for frame in sorted(frames)))


def _headed(tag: str, parts: list[Node], order: tuple[frozenset[int], ...]) -> Node:
    """Some units below one that says what they are together."""
    head: Child = Node(tag, source=Source(tag, None))
    behind = tuple(frozenset([0, *(place + 1 for place in before)]) for before in order)
    return Node(f"{tag}s", (head, *parts), (frozenset(), *behind))
