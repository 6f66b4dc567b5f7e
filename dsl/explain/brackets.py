"""Patterns in brackets: the core atoms that the checker makes of one, read back to a `Line` of cells.

`with_lines` takes the atoms of a query, in which all other shapes are replaced, and gives them with each pattern as one
`Line`; what the line cannot say stands behind it. `dsl/patterns.py` makes what is read here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from arcg.dsl import core
from arcg.dsl.explain.shapes import Absent, Asking, Cell, Held, Here, Line, unasked
from arcg.dsl.walk import below

WAY, CELL, BETWEEN = ".way", ".cell", ".between"
"""The names of the slots that the checker makes for patterns."""

Slots = tuple[core.Variable, ...]


def only(node: Any) -> core.Query | None:
    """The one alternative of braces."""
    return node.alternatives[0] if isinstance(node, core.Exists) and len(node.alternatives) == 1 else None


def with_lines(atoms: tuple[Any, ...], slots: Slots) -> tuple[Any, ...]:
    """The atoms of a query with each pattern as one `Line`, what it cannot say behind it."""
    done: list[Any] = []
    at = 0
    while at < len(atoms):
        found = _Pattern(atoms, at, slots).read()
        if found is None:
            done.append(atoms[at])
            at += 1
        else:
            before, line, behind, at = found
            done += [*before, line, *behind]
    return tuple(done)


class _Pattern:
    """Reads a pattern that may begin at one place among the atoms of a query."""

    def __init__(self, atoms: Sequence[Any], at: int, slots: Slots) -> None:
        self.atoms, self.at, self.slots = atoms, at, slots
        self.way: int | None = None
        self.cells: list[Cell] = []
        self.behind: list[Any] = []

    def _is(self, slot: int, name: str) -> bool:
        return self.slots[slot].name == name

    def read(self) -> tuple[list[Any], Line, list[Any], int] | None:
        """What stands before the line in its stead, the line, what stands behind it, and the place after all of it."""
        along = self._aim()
        if along is None:
            return None
        before: list[Any] = []
        while self.at < len(self.atoms) and (start := self._opening()) is None:
            if self.way is None or not isinstance(self.atoms[self.at], core.Bind | core.IsKind):
                return None
            before.append(self.atoms[self.at])
            self.at += 1
        if self.at == len(self.atoms) or start is None:
            return None
        self._cell(start, False)
        while (after := self._next(self.at, self.cells[-1].slot)) is not None:
            slot, gap, self.at = after
            self._cell(slot, gap)
        return before, Line(self.way, along[0], along[1], tuple(self.cells)), self.behind, self.at

    def _aim(self) -> tuple[tuple[core.Expr, ...], bool] | None:
        """The directions that the pattern may lie in; leaves the place behind them."""
        match self.atoms[self.at]:
            case core.Assign(slot=slot, expr=expr) if self._is(slot, WAY):
                self.way, self.at = slot, self.at + 1
                return (expr,), True
            case core.Range(slot=slot, over="dir") if self._is(slot, WAY):
                self.way, self.at = slot, self.at + 1
                told: list[core.Expr] = []
                match self.atoms[self.at : self.at + 1]:
                    case (core.Exists(alternatives=alternatives),):
                        for query in alternatives:
                            match query.atoms:
                                case (core.Compare(op="=", left=core.Slot(index=index), right=right),) if index == slot:
                                    told.append(right)
                        if len(told) == len(alternatives):
                            self.at += 1
                        else:
                            told = []
                return tuple(told), False
        return (), False

    def _opening(self) -> int | None:
        """The slot of the first cell, if it is bound here."""
        match self.atoms[self.at : self.at + 2]:
            case (core.Range(slot=slot, over="cell"), *_) if self._is(slot, CELL):
                self.at += 1
                return slot
            case (core.CellsOf(slot=slot), *_) if self._is(slot, CELL):
                return slot
            case (core.Bind(slot=thing), core.CellsOf(slot=slot, thing=core.Slot(index=index))) if (
                self._is(slot, CELL) and thing == index
            ):
                return slot
        return None

    def _next(self, at: int, last: int) -> tuple[int, bool, int] | None:
        """The slot of the cell after the last one, whether it lies anywhere behind it, and the place after both."""
        if self.way is None:
            return None
        start, way = core.Slot(last), core.Slot(self.way)
        match self.atoms[at : at + 2]:
            case (core.Assign(slot=slot, expr=expr), core.Range(slot=same, over="cell")) if (
                slot == same and expr == core.Apply("ahead", (start, way))
            ):
                return slot, False, at + 2
            case (core.Ray(slot=slot, start=begin, direction=direction, until=None), *_) if (
                begin == start and direction == way
            ):
                return slot, True, at + 1
        return None

    def _cell(self, slot: int, gap: bool) -> None:
        """Read what is said of a cell, up to the next one or as far as it is said of this one."""
        outside = None if gap else self._outside(slot)
        end = next((at for at in range(self.at, len(self.atoms)) if self._next(at, slot) is not None), None)
        here: list[Any] = []
        between: list[tuple[bool, Held]] = []
        things = {thing for atom in self.atoms[self.at :] if (thing := _thing_at(atom, slot)) is not None}
        while self.at < (len(self.atoms) if end is None else end):
            atom = self.atoms[self.at]
            passed = self._passed(atom, self.cells[-1].slot if self.cells else None, slot) if gap else None
            shut = self._shut(atom, outside) if outside is not None else None
            if passed is not None:
                between.append(passed)
            elif shut is not None:
                here.append(shut)
            elif _of_cell(atom, slot, things):
                here.append(_said_of(atom, slot))
            elif end is None:
                break
            else:
                self.behind.append(atom)
            self.at += 1
        self.cells.append(Cell(slot, gap, tuple(here), tuple(between), outside))

    def _outside(self, slot: int) -> core.Expr | None:
        """The thing of several cells from which the line goes on into this one; leaves the place behind that."""
        match self.atoms[self.at : self.at + 1]:
            case (core.No(query=core.Query(atoms=(core.Relate(relation="at", left=thing, right=cell),))),) if (
                cell == core.Slot(slot) and self.cells and Here(thing) in self.cells[-1].atoms
            ):
                self.at += 1
                return thing
        return None

    def _shut(self, atom: Any, outside: core.Expr) -> Absent | None:
        """That something is in no cell which a thing would newly enter."""
        assert self.way is not None
        ahead = [core.Relate("ahead", core.Slot(slot), outside, core.Slot(self.way)) for slot in range(len(self.slots))]
        match atom:
            case core.No(query=query):
                placed = [part for part in query.atoms if part in ahead]
                atoms = tuple(part for part in query.atoms if part not in ahead)
                if len(placed) == 1:
                    there = (*atoms, core.Relate("at", placed[0].left, core.Slot(self.way)))
                    what = _held(replace(query, atoms=there), self.way)
                    return Absent(what, True) if what is not None else None
        return None

    def _passed(self, atom: Any, start: int | None, end: int) -> tuple[bool, Held] | None:
        """What `...` says of each of the cells between two others: that something is there, or is not."""
        match atom:
            case core.No(query=core.Query(atoms=(core.Ray(slot=slot) as ray, inner))) if (
                start is not None and self.way is not None and self._is(slot, BETWEEN)
            ):
                if ray != core.Ray(slot, core.Slot(start), core.Slot(self.way), core.Slot(end)):
                    return None
                if isinstance(inner, core.No):
                    there: core.Query | None = inner.query
                else:
                    there = only(inner)
                if there is not None and (what := _held(there, slot)) is not None:
                    return isinstance(inner, core.No), what
        return None


def _thing_at(atom: Any, cell: int) -> int | None:
    """The slot of the thing that an atom has cover a cell."""
    match atom:
        case core.Relate(relation="at", left=core.Slot(index=index), right=core.Slot(index=right)) if right == cell:
            return index
        case core.CellsOf(slot=slot, thing=core.Slot(index=index)) if slot == cell:
            return index
    return None


def _held(query: core.Query, cell: int) -> Held | None:
    """What a query says to be in a cell; None if it says something else."""
    placed = [index for atom in query.atoms if (index := _thing_at(atom, cell)) is not None]
    rest = tuple(atom for atom in query.atoms if _thing_at(atom, cell) is None)
    if len(placed) != 1 or any(isinstance(node, core.Slot) and node.index == cell for node in below(rest)):
        return None
    if not rest:
        return core.Slot(placed[0])
    bound = isinstance(rest[0], core.Bind) and rest[0].slot == placed[0]
    return replace(query, atoms=rest) if bound and query.things[:1] == (placed[0],) else None


def _said_of(atom: Any, cell: int) -> Any:
    """An atom that says something of a cell, without the cell where it says what is in it or is not."""
    match atom:
        case core.Relate(relation="at", left=thing, right=core.Slot(index=index)) if index == cell:
            return Here(thing)
        case core.CellsOf(slot=slot, thing=thing) if slot == cell:
            return Here(thing)
        case core.No(query=query) if (what := _held(query, cell)) is not None:
            return Absent(what)
    return atom


def _of_cell(atom: Any, cell: int, things: set[int]) -> bool:
    """Whether an atom says what is in a cell, or how one of the things there is."""
    match atom:
        case core.Bind(slot=slot):
            return slot in things
        case core.No(query=query):
            still = unasked(atom)
            return _held(query, cell) is not None or (isinstance(still, core.Slot) and still.index in things)
        case core.Assign(expr=core.Slot(index=index)) | core.Compare(op="=", right=core.Slot(index=index)) if (
            index == cell
        ):
            return True
        case core.Compare(left=left):
            return any(isinstance(node, core.Slot) and node.index in things for node in below(left))
        case Asking(thing=core.Slot(index=index)):
            return index in things
    return isinstance(_said_of(atom, cell), Here)
