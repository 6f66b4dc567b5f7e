"""What a rule over cells looks for and does, cell by cell, in one spelling: masks of the IR become items.

An item says one thing about a cell: that one of some kinds is there (`has`), that none is (`no`), what comes (`put`),
and, as marks, what is asked of it before and afterwards. What goes without saying is left out: a layer holds one thing,
so `Crate` says `no Wall` where both lie on one layer, and what is put replaces what was there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from arcg.compiler import ir

Role = Literal["has", "no", "some", "put", "clears", "chooses", "layer"]
"""`has`: one thing of the kinds; `some`: at least one, of several layers; `clears`: all of them go; `chooses`: one of
them comes, by chance; `layer`: whatever lies on a layer, if anything does."""

Mark = tuple[str, ...]
"""What is said of an item beside: a word, then movements as `0` to `4` or, along a rule, as words."""

TESTED = ("moves", "still", "spared")
"""Marks that test; all others change something."""


@dataclass(frozen=True, slots=True)
class Item:
    """`kinds` in a role; `layer` is that of the marks, or -1."""

    role: Role
    kinds: frozenset[int]
    layer: int = -1
    marks: tuple[Mark, ...] = ()

    @property
    def changes(self) -> bool:
        """Whether it changes anything."""
        return self.role in ("put", "clears", "chooses") or any(mark[0] not in TESTED for mark in self.marks)


Cell = tuple[Item, ...] | None
"""None: a gap of any number of cells."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which a rule can match: `CellRule` in items."""

    way: int
    rows: tuple[tuple[Cell, ...], ...]
    commands: tuple[str, ...]
    source: int
    rigid: bool

    def items(self) -> Iterator[Item]:
        """All items of all cells."""
        return (item for row in self.rows for cell in row for item in cell or ())

    @property
    def acts(self) -> bool:
        """Whether it changes or asks for anything."""
        return bool(self.commands) or any(item.changes for item in self.items())


@dataclass(frozen=True, slots=True)
class WayGroup:
    """`CellGroup` in items."""

    ways: tuple[Way, ...]
    random: bool


@dataclass(frozen=True, slots=True)
class Possible:
    """What may ever be: kinds, and movements before and while things move (none in late rules)."""

    kinds: int
    moves: int


class Reader:
    """Reads the masks of one program."""

    def __init__(self, program: ir.Program) -> None:
        self.layer_of = [kind.layer for kind in program.kinds]
        self.on_layer = [0] * len(program.layers)
        for number, layer in enumerate(self.layer_of):
            self.on_layer[layer] |= 1 << number
        self.read: dict[tuple[ir.CellTest, ir.CellChange, Possible, bool], tuple[Item, ...] | None] = {}

    def ways(self, rule: ir.CellRule, possible: Possible) -> list[Way]:
        """The items of a rule, once for each of the members of a group that it does different things with."""
        found = (self._way(each, possible) for each in self._parted(rule))
        return [way for way in found if way is not None]

    def _parted(self, rule: ir.CellRule) -> Iterator[ir.CellRule]:
        """A rule with `[ Stone ] -> [ Rock ]`, where `Stone` may be a `Rock`, is two rules, and so with what goes.

        So is one of which some members are of another group that must be there, too, if that has several layers.
        """
        for row, (tests, changes) in enumerate(zip(rule.tests, rule.changes, strict=False)):
            for place, (test, change) in enumerate(zip(tests, changes, strict=True)):
                if test is None or change is None:
                    continue
                wide = [some for some in test.some if not self._layer(some)]
                for some in test.some:
                    for part in (change.put & some, change.clear & ~change.put & some, *(each & some for each in wide)):
                        if part and some & ~part and self._layer(some):
                            for members in (part, some & ~part):
                                others = tuple(members if each == some else each for each in test.some)
                                parted = (*tests[:place], replace(test, some=others), *tests[place + 1 :])
                                rows = (*rule.tests[:row], parted, *rule.tests[row + 1 :])
                                yield from self._parted(replace(rule, tests=rows))
                            return
        yield rule

    def _layer(self, kinds: int) -> bool:
        """Whether all these kinds lie on one layer."""
        return any(not kinds & ~there for there in self.on_layer)

    def _way(self, rule: ir.CellRule, possible: Possible) -> Way | None:
        """The items of a rule; None if it can never match."""
        rows = []
        changes = rule.changes or tuple(
            tuple([None if test is None else ir.CellChange() for test in row]) for row in rule.tests
        )
        for tests, changed in zip(rule.tests, changes, strict=True):
            row: list[Cell] = []
            for test, change in zip(tests, changed, strict=True):
                cell = None
                if test is not None and change is not None:
                    cell = self.cell(test, change, possible, rule.rigid)
                    if cell is None:
                        return None
                row.append(cell)
            rows.append(tuple(row))
        return Way(rule.way, tuple(rows), tuple(sorted(rule.commands)), rule.source, rule.rigid)

    def cell(
        self, test: ir.CellTest, change: ir.CellChange, possible: Possible, rigid: bool = False
    ) -> tuple[Item, ...] | None:
        """The items of a cell; None if there is never such a cell. The ways of a rule have most cells in common."""
        key = test, change, possible, rigid
        if key not in self.read:
            self.read[key] = self._cell(test, change, possible, rigid)
        return self.read[key]

    def _cell(
        self, test: ir.CellTest, change: ir.CellChange, possible: Possible, rigid: bool
    ) -> tuple[Item, ...] | None:
        there, absent = self._held(test, possible.kinds)
        if there is None or test.moving & ~possible.moves:
            return None
        held, some = there
        known = self._layers(held)
        items: dict[int, Item] = {layer: Item("has", kinds, layer) for layer, kinds in held.items()}
        more = [Item("some", kinds) for kinds in some]
        if absent & ~known:
            more.append(Item("no", _set(absent & ~known)))
        more += self._objects(items, change, possible.kinds, absent)
        self._movements(items, test, change, possible, rigid)
        return (*(items[layer] for layer in sorted(items)), *more)

    def _layers(self, held: dict[int, frozenset[int]]) -> int:
        return sum(self.on_layer[layer] for layer in held)

    def _held(
        self, test: ir.CellTest, kinds: int
    ) -> tuple[tuple[dict[int, frozenset[int]], list[frozenset[int]]] | None, int]:
        """What must be there, by layer and over several layers, and what must not."""
        absent = test.absent & kinds
        demands = [1 << kind for kind in bits(test.present)] + list(test.some)
        held: dict[int, int] = {}
        while True:
            left, before = [], dict(held)
            for demand in demands:
                demand &= kinds & ~absent
                for layer, mask in held.items():
                    demand &= ~(self.on_layer[layer] & ~mask)
                if not demand:
                    return None, absent
                layers = {self.layer_of[kind] for kind in bits(demand)}
                if len(layers) == 1:
                    layer = layers.pop()
                    held[layer] = held.get(layer, demand) & demand
                    if not held[layer]:
                        return None, absent
                elif not any(not held[layer] & ~demand for layer in layers & held.keys()):
                    left.append(demand)
            demands = left + list(held.values())
            if held == before:
                some = [_set(demand) for demand in left]
                return ({layer: _set(mask) for layer, mask in held.items()}, some), absent

    def _objects(self, items: dict[int, Item], change: ir.CellChange, kinds: int, absent: int) -> list[Item]:
        """Mark what goes, and give what comes."""
        more = []
        clear = change.clear & kinds & ~absent
        for kind in bits(change.put & kinds):
            layer = self.layer_of[kind]
            clear &= ~self.on_layer[layer]
            if layer not in items:
                items[layer] = Item("put", frozenset([kind]), layer)
            elif items[layer].kinds != {kind}:
                more.append(Item("put", frozenset([kind]), layer))
        for layer, item in items.items():
            gone = clear & self.on_layer[layer]
            clear &= ~gone
            if item.role == "has" and item.kinds <= _set(gone):
                items[layer] = replace(item, marks=(("gone",),))
            elif item.role == "has" and item.kinds & _set(gone):
                more.append(Item("clears", item.kinds & _set(gone)))
        if clear:
            more.append(Item("clears", _set(clear)))
        if change.choices & kinds:
            more.append(Item("chooses", _set(change.choices & kinds)))
        return more

    def _movements(
        self, items: dict[int, Item], test: ir.CellTest, change: ir.CellChange, possible: Possible, rigid: bool
    ) -> None:
        """Mark what is asked and what will be."""
        if not possible.moves:
            return
        told = test.moving | test.still | change.unmove | change.move | change.wipe | change.turned
        while told:
            layer = ((told & -told).bit_length() - 1) // ir.MOVES
            told = told >> ir.MOVES * (layer + 1) << ir.MOVES * (layer + 1)
            there = self.on_layer[layer]
            if not there & possible.kinds:
                continue
            asked, spared, dropped, then, wiped, turned = (
                mask >> ir.MOVES * layer & ir.ALL_MOVES
                for mask in (test.moving, test.still, change.unmove, change.move, change.wipe, change.turned)
            )
            marks: list[Mark] = []
            if asked:
                marks.append(_mark("moves", asked))
            still = possible.moves >> ir.MOVES * layer & ir.ALL_MOVES
            if spared & still:
                marks.append(("still",) if not still & ~spared else _mark("spared", spared & still))
            gone = ("gone",) in items[layer].marks if layer in items else False
            surely = bool(wiped) or (bool(asked) and not asked & ~dropped) or not still & ~spared
            if surely and then != asked and (then or not gone) and not (not still & ~spared and not then):
                marks.append(_mark("then", then) if then else ("halts",))
            elif not surely:
                marks += [_mark("unasked", dropped)] if dropped & still else []
                marks += [_mark("also", then)] if then & ~asked else []
                marks += [("asked_on",)] if gone and asked else []
            if rigid and wiped:
                marks.append(("rigidly",))
            if turned:
                marks.append(("turned",))
            if marks:
                item = items.get(layer) or Item("layer", _set(there & possible.kinds), layer)
                items[layer] = replace(item, marks=(*item.marks, *marks))


def bits(mask: int) -> Iterator[int]:
    """The places of the bits of a mask."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _set(mask: int) -> frozenset[int]:
    return frozenset(bits(mask))


def _mark(word: str, ways: int) -> Mark:
    return (word, *(str(way) for way in bits(ways)))
