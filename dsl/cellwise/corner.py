"""Where a view begins under `semantics puzzlescript`: at numbers, and at where things of some kinds are.

A view there is a camera: it cannot ask what rules do not know either, as attributes, directions and conditions of
things.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arcg.dsl import core, syntax
from arcg.dsl.cellwise.refuse import SETTING, report
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.model import Game

DEEPEST: Final = 32
"""Most values that are worked out one inside the other."""

FUNCTIONS: Final = ("add", "sub", "mul", "div", "mod", "neg", "abs", "least", "most")
"""What may be done with numbers."""

_FORMS: Final = "it begins at numbers, at `count { Crate }`, and at `first`, `min` or `max` of `Crate.x of { Crate }`"
_SIMPLER: Final = "write a shorter expression"


def check_corner(game: Game, statements: Sequence[syntax.Statement], reporter: Reporter) -> None:
    """Report a view that begins at what the engines do not work out here."""
    if game.view is None or game.view.corner is None:
        return
    decl = next(statement for statement in statements if isinstance(statement, syntax.ViewDecl))
    for part in game.view.corner:
        if not _has_place(part):
            report(reporter, decl.span, "where this view begins", _FORMS, SETTING)
            return
        if _depth(part) > DEEPEST:
            report(reporter, decl.span, "where this view begins", _SIMPLER, SETTING)
            return


def has_place(expr: core.Expr) -> bool:
    """Whether a view may begin at an expression."""
    return _has_place(expr) and _depth(expr) <= DEEPEST


def _has_place(expr: core.Expr) -> bool:
    match expr:
        case core.Const("int", _):
            return True
        case core.Apply(function, args):
            return function in FUNCTIONS and all(map(_has_place, args))
        case core.Aggregate("count", None, core.Query((core.Bind(bound, _),), (counted,), ())):
            return bound == counted
        case core.Aggregate(
            "first" | "min" | "max",
            core.Apply("x" | "y", (core.Apply("cell_of", (core.Slot(slot),)),)),
            core.Query((core.Bind(bound, _),)),
        ):
            return bound == slot
    return False


def _depth(expr: core.Expr) -> int:
    """How many values wait while an expression is worked out, from left to right, with it."""
    if isinstance(expr, core.Apply):
        return max(place + _depth(arg) for place, arg in enumerate(expr.args))
    return 1
