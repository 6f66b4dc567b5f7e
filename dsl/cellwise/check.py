"""The checker's passes for a file under `semantics puzzlescript`.

Declarations, looks and levels are those of every game; what has no place is refused, and rules in brackets become
rules over cells. Nothing here looks for slips as the analyses of `lint` do, which know the native semantics only.
"""

from __future__ import annotations

from arcg.dsl import syntax
from arcg.dsl.bounds import check_counts
from arcg.dsl.cellwise.corner import check_corner
from arcg.dsl.cellwise.refuse import refuse
from arcg.dsl.cellwise.rules import check_brackets
from arcg.dsl.cellwise.tables import make_tables
from arcg.dsl.declare import declare
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.levels import check_levels
from arcg.dsl.model import Game

CHECKPOINT = "checkpoint"
"""The one save of such a game: what `save level` keeps."""


def check_cellwise(game: Game, statements: tuple[syntax.Statement, ...], reporter: Reporter) -> None:
    """Fill the game and report what is wrong with the file."""
    if not check_counts(statements, reporter, cellwise=True):
        return
    statements = refuse(statements, reporter)
    check_looks = declare(game, statements, reporter)
    game.brackets = check_brackets(game, statements, reporter)
    if not reporter.errors:
        game.cellwise = make_tables(game, game.brackets, reporter)
        _advise(game, statements, reporter)
    check_looks()
    check_corner(game, statements, reporter)
    check_levels(game, statements, reporter)


def _advise(game: Game, statements: tuple[syntax.Statement, ...], reporter: Reporter) -> None:
    """Report a game that nothing wins, and the first rule that leaves something to chance."""
    assert game.brackets is not None
    rules = game.brackets.rules
    if any("checkpoint" in rule.commands for rule in rules):
        game.saves[CHECKPOINT] = 0
    if not game.brackets.goals and not any("win" in rule.commands for rule in rules):
        span = next((statement.span for statement in statements if isinstance(statement, syntax.GameDecl)), None)
        if span is not None:
            reporter.report("W308", span)
    for rule in rules:
        words = {item.word for row in rule.right for cell in row for item in cell or ()}
        if rule.random or words & {"random", "randomdir"}:
            reporter.report("W309", rule.span)
            break
