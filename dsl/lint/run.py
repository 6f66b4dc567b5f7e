"""The analyses, one after another, over a game in which no error was found.

Takes the game with the statements that it was made of, and reports warnings, and an error where a query could take an
engine without limit.
"""

from __future__ import annotations

from arcg.dsl import syntax
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.lint.census import Census
from arcg.dsl.lint.dead import report_dead
from arcg.dsl.lint.joins import report_joins
from arcg.dsl.lint.lets import report_lets
from arcg.dsl.lint.places import Places
from arcg.dsl.lint.plans import report_requests
from arcg.dsl.lint.races import report_races
from arcg.dsl.lint.reach import reach
from arcg.dsl.lint.rest import report_restless
from arcg.dsl.lint.shadow import report_shadowed
from arcg.dsl.lint.uses import report_unused
from arcg.dsl.model import Game


def lint(game: Game, statements: tuple[syntax.Statement, ...], reporter: Reporter) -> None:
    """Report what is allowed and yet probably not meant."""
    places = Places(game, statements, reporter)
    census = Census(game)
    reached = reach(game)
    report_dead(game, reached, census, places, reporter)
    report_shadowed(game, reached, places, reporter)
    report_lets(game, reached, census, places, reporter)
    report_requests(game, reached, places, reporter)
    report_races(game, reached, census, places, reporter)
    report_restless(game, reached, places, reporter)
    report_joins(game, census, places, reporter)
    report_unused(game, statements, places, reporter)
