"""Views: which part of a board is seen, and how it is turned.

`view_size` reads how large a view is, before the size of a cell is known; `declare_view` what it goes by, after the
rules, as `pictures.py` reads how things look.
"""

from __future__ import annotations

from dataclasses import replace

from arcg.dsl import core, syntax
from arcg.dsl.attributes import name_hint
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.expressions import INT
from arcg.dsl.model import Game
from arcg.dsl.names import Names
from arcg.dsl.queries import QueryChecker
from arcg.dsl.scope import Scope
from arcg.dsl.wording import written as shown

LARGEST = 64
"""Most cells of a view each way: a cell is at least a pixel of the frame."""

Size = tuple[int, int]


def view_size(decl: syntax.ViewDecl, reporter: Reporter) -> Size | None:
    """Width and height of a view in cells, or None after a report."""
    if 1 <= decl.width <= LARGEST and 1 <= decl.height <= LARGEST:
        return decl.width, decl.height
    reporter.report("E224", decl.span, width=decl.width, height=decl.height)
    return None


def seen_size(width: int, height: int, view: Size | None) -> Size:
    """How many cells of a board of `width` x `height` are seen each way."""
    return (width, height) if view is None else (min(width, view[0]), min(height, view[1]))


def declare_view(game: Game, decl: syntax.ViewDecl, reporter: Reporter) -> None:
    """Give the game its view, unless something is wrong with it, which is reported."""
    if game.view_size is None:
        return
    before = len(reporter.errors)
    names, scope = Names(game, reporter), Scope()
    checker = QueryChecker(names, scope)
    written = _followed(decl.follow) if decl.follow is not None else decl.corner
    corner = None
    if written is not None and not _names_no_one(written, names):
        with scope.without_binding():
            x, y = (checker.value(part, INT, "where a view begins") for part in written)
        corner = x, y
        names.bound(corner, decl.span)
    turned, upright = _turning(game, decl.turned, reporter) if decl.turned is not None else (None, core.UP)
    if len(reporter.errors) == before:
        game.followed, game.view_line = decl.follow, decl.span.line
        game.view = core.View(scope.variables(), *game.view_size, corner, decl.follow is not None, turned, upright)


def _names_no_one(corner: tuple[syntax.Expr, syntax.Expr], names: Names) -> bool:
    """Whether an expression speaks of a thing that nothing has chosen, which is reported: a view has no conditions."""
    waiting: list[syntax.Node] = list(corner)
    while waiting:
        match waiting.pop():
            case syntax.Path(base=syntax.ThingTerm(kind=str(kind))) as path:
                names.report("E227", path.span, name=kind, text=shown(path))
                return True
            case syntax.Arith(left=left, right=right):
                waiting += [right, left]
            case syntax.Neg(value=value):
                waiting.append(value)
            case syntax.Call(args=args):
                waiting += args
    return False


def _followed(term: syntax.ThingTerm) -> tuple[syntax.Expr, syntax.Expr]:
    """The column and the row of the first such thing."""
    span, bare = term.span, replace(term, tests=())
    first = syntax.Braces(((term,),), span=span)
    x, y = (syntax.Aggregate("first", syntax.Path(bare, name, span=span), first, span=span) for name in ("x", "y"))
    return x, y


def _turning(game: Game, name: syntax.Name, reporter: Reporter) -> tuple[int | None, int]:
    """The attribute that turns the view, and the direction in which it is not turned."""
    attr = game.world.get(name.text)
    if attr is None:
        hint = name_hint(name.text, game.world, f"declare it: `world has {name.text}: facing`")
        reporter.report("E103", name.span, name=name.text, hint=hint)
    elif isinstance(attr.domain, core.DirDomain):
        return attr.number, attr.default
    elif isinstance(attr.domain, core.IntDomain):
        return attr.number, core.UP
    else:
        reporter.report("E226", name.span, notes=[("declared here", attr.span)], name=name.text)
    return None, core.UP
