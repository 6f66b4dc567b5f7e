"""Shapes: what one word of the language comes to as several core nodes, as one node of its own.

`A sees B`, `A in_row B`, the attribute that is worked out, the thing that is asked to move, and the cells in a line of
a pattern. `shaping.py` puts them in the place of the core nodes that they stand for; they are told, and never run.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from arcg.dsl import core


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
    """`what` is not in this cell of a line; `anywhere`: in no cell that the thing of the cell before it would enter."""

    what: Held
    anywhere: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a line: `atoms` say what is there (`Here`, `Absent`) and what else holds of the cell and the things.

    `gap`: it lies any number of cells behind the one before it; `between` are what each of those cells must hold
    (True) or must not hold (False). `outside`: the thing of several cells in the cell before it, which does not cover
    this one but would enter it.
    """

    slot: int
    gap: bool
    atoms: tuple[Any, ...]
    between: tuple[tuple[bool, Held], ...]
    outside: core.Expr | None = None


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


def unasked(atom: Any) -> core.Expr | None:
    """The thing of which an atom says that it is not asked to move; None if that is not what it says."""
    atoms: Any = atom.query.atoms if isinstance(atom, core.No) else ()
    return atoms[0].thing if len(atoms) == 1 and isinstance(atoms[0], Asking) else None


def owner(expr: Any) -> core.Expr | None:
    """The thing whose attribute an expression is, stored or worked out."""
    return expr.thing if isinstance(expr, core.Attr | Derived) else None
