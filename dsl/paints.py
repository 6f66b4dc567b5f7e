"""Paint and fog: cells that are coloured where a query says so, without being anything."""

from __future__ import annotations

from arcg.dsl import core, syntax
from arcg.dsl.diagnostics import Reporter, did_you_mean
from arcg.dsl.expressions import CELL, key_of
from arcg.dsl.model import COLOURS, Game
from arcg.dsl.names import Names
from arcg.dsl.pictures import colour
from arcg.dsl.queries import QueryChecker
from arcg.dsl.scope import Scope, Typed
from arcg.dsl.walk import nodes
from arcg.dsl.wording import written


def declare_paint(game: Game, decl: syntax.PaintDecl, reporter: Reporter) -> None:
    """Give the game what a `paint` or `fog` line says, unless something is wrong with it, which is reported."""
    before = len(reporter.errors)
    names, scope = Names(game, reporter), Scope()
    checker = QueryChecker(names, scope)
    layer = _layer(game, decl.layer, reporter) if decl.layer is not None else None
    if (any_cell := _any_cell(decl)) is not None:
        scope.block.atoms.append(core.Range(scope.bind(any_cell, CELL), "cell"))
    checker.query(decl.when or ())
    with scope.without_binding():
        cell = checker.cell(decl.cell, "what stands after `at`")
        found = _colour(checker, decl.colour, reporter)
    made = core.Paint(decl.span.line, scope.variables(), scope.top.query(), cell, found, layer)
    names.bound(made, decl.span)
    if len(reporter.errors) == before:
        game.paints.append(made)


def _layer(game: Game, name: syntax.Name, reporter: Reporter) -> int:
    layer = game.layers.get(name.text)
    if layer is None:
        hint = did_you_mean(name.text, game.layers) or f"declare it: `layer {name.text}`"
        reporter.report("E102", name.span, name=name.text, hint=hint)
        return 0
    if "hidden" in layer.flags:
        reporter.report("E392", name.span, notes=[("hidden here", layer.span)], name=name.text)
    return layer.number


def _any_cell(decl: syntax.PaintDecl) -> str | None:
    """The variable after `at`, if it means each cell of the board: no thing has that name in the conditions."""
    at = decl.cell
    if not isinstance(at, syntax.ThingTerm) or at.kind is not None or at.tests:
        return None
    terms = (node for node in nodes(decl.when) if isinstance(node, syntax.ThingTerm))
    return key_of(at) if all(term.kind is None or term.var != at.var for term in terms) else None


def _colour(checker: QueryChecker, node: syntax.Expr, reporter: Reporter) -> core.Expr:
    """The palette number of a colour: as written, or by a value that is a number or named as a colour."""
    plain = isinstance(node, syntax.Int) or (
        isinstance(node, syntax.Name) and node.text not in checker.names.game.world
    )
    if plain or (isinstance(node, syntax.Name) and node.text in COLOURS):
        return core.Const("int", colour(node, reporter) or 0)
    typed: Typed = checker.expression(node)
    domain = typed.type.domain if typed.type is not None else None
    if domain is not None and set(domain.names) <= set(COLOURS):
        return core.Recode(typed.expr, tuple(COLOURS.index(name) for name in domain.names))
    if typed.type is not None and typed.type.sort != "int":
        reporter.report("E391", node.span, text=written(node))
    return typed.expr
