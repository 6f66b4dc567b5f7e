"""Shapes in core nodes: what one word of the language comes to as several nodes, taken back to one node of its own.

`shaped` takes a piece of a checked game and gives it with the shapes in it replaced: `A sees B`, `A in_row B`, the
attribute that is worked out, the thing that is asked to move, and the cells in a line of a pattern. Only what is
exactly what the checker makes is replaced, so nothing else is ever told as if it were; what is not has words anyway.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from arcg.dsl import core
from arcg.dsl.explain.nodes import inside
from arcg.dsl.model import Game

WAY, CELL, BETWEEN, ASKED = ".way", ".cell", ".between", ".asked"
"""The names of slots that the checker makes for patterns."""


@dataclass(frozen=True, slots=True)
class Derived:
    """The derived attribute `name` of `thing`."""

    thing: core.Expr
    name: str


@dataclass(frozen=True, slots=True)
class Sees:
    """`left` sees `right`, with `direction` where that is said."""

    left: core.Expr
    right: core.Expr
    direction: core.Expr | None


@dataclass(frozen=True, slots=True)
class InLine:
    """`left` and `right` have a row or a column in common."""

    left: core.Expr
    right: core.Expr
    line: Literal["row", "column"]


@dataclass(frozen=True, slots=True)
class Asking:
    """`thing` is asked to move in some direction."""

    thing: core.Expr


Held = core.Query | core.Expr
"""What may be in a cell: things that a query finds, or one that is known."""


@dataclass(frozen=True, slots=True)
class Here:
    """`thing` is in this cell of a line."""

    thing: core.Expr


@dataclass(frozen=True, slots=True)
class Absent:
    """`what` is not in this cell of a line."""

    what: Held


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a line: `atoms` say what is there (`Here`, `Absent`) and what else holds of the cell and the things.

    `gap`: it lies any number of cells behind the one before it; `between` are what each of those cells must hold
    (True) or must not hold (False).
    """

    slot: int
    gap: bool
    atoms: tuple[Any, ...]
    between: tuple[tuple[bool, Held], ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A pattern: cells one after another in the direction `way`, which is one of `along`, or any if that is empty.

    `fixed`: the direction is just what `along` says, and not gone through. One cell may have no direction.
    """

    way: int | None
    along: tuple[core.Expr, ...]
    fixed: bool
    cells: tuple[Cell, ...]


Shape = Sees | InLine | Asking | Line
"""The shapes that are conditions; `Derived` is an expression."""

_Slots = tuple[core.Variable, ...]


def shaped(node: Any, game: Game, slots: _Slots = ()) -> Any:
    """A node, or a tuple of nodes, with the shapes in it replaced; `slots` are those of the scope that it stands in."""
    if isinstance(node, tuple | list):
        return tuple(shaped(item, game, slots) for item in node)
    if not dataclasses.is_dataclass(node) or isinstance(node, type):
        return node
    own = getattr(node, "slots", slots)
    inner = own if isinstance(own, tuple) else slots
    found = _derived(node, game) or _sees(node, game) or _in_line(node) or _asking(node, inner)
    if found is not None:
        return shaped(found, game, inner)
    parts = {part.name: getattr(node, part.name) for part in dataclasses.fields(node)}
    if isinstance(node, core.Query):
        atoms = _lines(shaped(node.atoms, game, inner), inner)
        return replace(node, atoms=atoms)
    changed = {name: new for name, old in parts.items() if (new := shaped(old, game, inner)) is not old and new != old}
    return replace(node, **changed) if changed else node


# ---------------------------------------------------------------- words of the language


def _derived(node: Any, game: Game) -> Derived | None:
    """An attribute that is worked out: the first of its lines that gives a value."""
    options = node.options if isinstance(node, core.Either) else (node,)
    facts, things = [], []
    for option in options:
        match option:
            case core.Aggregate(
                op="first",
                value=core.Slot(index=slot),
                query=core.Query(atoms=(core.Fact(fact=fact, args=(core.Equal(expr=thing), core.Take(slot=taken))),)),
            ) if taken == slot:
                facts.append(fact)
                things.append(thing)
            case _:
                return None
    for derived in game.derived.values():
        if derived.facts == facts and all(thing == things[0] for thing in things):
            return Derived(things[0], derived.name)
    return None


def _only(node: Any) -> core.Query | None:
    """The one alternative of braces."""
    return node.alternatives[0] if isinstance(node, core.Exists) and len(node.alternatives) == 1 else None


def _sees(node: Any, game: Game) -> Sees | None:
    """`A sees B`, as `QueryChecker.sight` makes it."""
    query = _only(node)
    if query is None or len(query.values) != 3 or len(query.atoms) not in (5, 6):
        return None
    match query.atoms:
        case (core.CellsOf(thing=seer), core.CellsOf(thing=seen), _, _, *told, core.No(query=stopper)):
            pass
        case _:
            return None
    direction = told[0].right if told and isinstance(told[0], core.Compare) else None
    if len(stopper.things) != 1 or len(stopper.values) != 1:
        return None
    (start, end, way), between, thing = query.values, stopper.values[0], stopper.things[0]
    other = core.Slot(thing)
    stops = core.Query(
        (
            core.Ray(between, core.Slot(start), core.Slot(way), core.Slot(end)),
            core.Bind(thing, tuple(range(len(game.kinds)))),
            core.Relate("at", other, core.Slot(between)),
            core.Compare("!=", other, seen),
            core.Stops(other, seer),
        ),
        (thing,),
        (between,),
    )
    atoms: list[core.Atom] = [core.CellsOf(start, seer), core.CellsOf(end, seen), core.Compare("!=", seer, seen)]
    atoms.append(core.Assign(way, core.Apply("way", (core.Slot(start), core.Slot(end)))))
    atoms += [core.Compare("=", core.Slot(way), direction)] if direction is not None else []
    made = core.Query((*atoms, core.No(stops)), (), (start, end, way))
    return Sees(seer, seen, direction) if query == made else None


def _in_line(node: Any) -> InLine | None:
    """`A in_row B` and `A in_column B`, as `QueryChecker` makes them."""
    query = _only(node)
    if query is None or len(query.values) != 2:
        return None
    match query.atoms:
        case (core.CellsOf(thing=left), core.CellsOf(thing=right), _, core.Compare(left=core.Apply(function=part))):
            pass
        case _:
            return None
    one, two = query.values
    same = core.Compare("=", core.Apply(part, (core.Slot(one),)), core.Apply(part, (core.Slot(two),)))
    cells = (core.CellsOf(one, left), core.CellsOf(two, right), core.Compare("!=", left, right))
    if part not in ("x", "y") or query != core.Query((*cells, same), (), (one, two)):
        return None
    return InLine(left, right, "row" if part == "y" else "column")


def _asking(node: Any, slots: _Slots) -> core.Exists | core.No | Asking | None:
    """`moving` and `still` in brackets."""
    query = _only(node) if isinstance(node, core.Exists) else node.query if isinstance(node, core.No) else None
    if query is None:
        return None
    match query.atoms:
        case (core.Assign(slot=slot, expr=core.Asked(thing=thing)),) if slots[slot].name == ASKED:
            return Asking(thing) if isinstance(node, core.Exists) else core.No(core.Query((Asking(thing),)))  # type: ignore[arg-type]
    return None


# ---------------------------------------------------------------- patterns


def _lines(atoms: tuple[Any, ...], slots: _Slots) -> tuple[Any, ...]:
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

    def __init__(self, atoms: Sequence[Any], at: int, slots: _Slots) -> None:
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
        end = next((at for at in range(self.at, len(self.atoms)) if self._next(at, slot) is not None), None)
        here: list[Any] = []
        between: list[tuple[bool, Held]] = []
        things = {thing for atom in self.atoms[self.at :] if (thing := _thing_at(atom, slot)) is not None}
        while self.at < (len(self.atoms) if end is None else end):
            atom = self.atoms[self.at]
            passed = self._passed(atom, self.cells[-1].slot if self.cells else None, slot) if gap else None
            if passed is not None:
                between.append(passed)
            elif _of_cell(atom, slot, things):
                here.append(_said_of(atom, slot))
            elif end is None:
                break
            else:
                self.behind.append(atom)
            self.at += 1
        self.cells.append(Cell(slot, gap, tuple(here), tuple(between)))

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
                    there = _only(inner)
                if there is not None and (what := held(there, slot)) is not None:
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


def held(query: core.Query, cell: int) -> Held | None:
    """What a query says to be in a cell; None if it says something else."""
    placed = [index for atom in query.atoms if (index := _thing_at(atom, cell)) is not None]
    rest = tuple(atom for atom in query.atoms if _thing_at(atom, cell) is None)
    if len(placed) != 1 or any(isinstance(node, core.Slot) and node.index == cell for node in inside(rest)):
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
        case core.No(query=query) if (what := held(query, cell)) is not None:
            return Absent(what)
    return atom


def _of_cell(atom: Any, cell: int, things: set[int]) -> bool:
    """Whether an atom says what is in a cell, or how one of the things there is."""
    match atom:
        case core.Bind(slot=slot):
            return slot in things
        case core.No(query=core.Query(atoms=(Asking(thing=core.Slot(index=index)),))):
            return index in things
        case core.No(query=query):
            return held(query, cell) is not None
        case core.Assign(expr=core.Slot(index=index)) | core.Compare(op="=", right=core.Slot(index=index)) if (
            index == cell
        ):
            return True
        case core.Compare(left=core.Asked() | core.Attr() | core.Apply() | Derived() as left):
            return any(isinstance(node, core.Slot) and node.index in things for node in inside(left))
        case Asking(thing=core.Slot(index=index)):
            return index in things
    return isinstance(_said_of(atom, cell), Here)
