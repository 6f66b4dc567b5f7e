"""The Core Knowledge check: what of a checked game asks for more than objects, places, motion, agents and number.

Takes a game without errors and gives warnings for pictures and maps that look like signs, and advice.
"""

from __future__ import annotations

from arcg.dsl.allow import SHOWN, withdraw
from arcg.dsl.diagnostics import Diagnostic, Reporter
from arcg.dsl.knowledge.advice import advise
from arcg.dsl.knowledge.signs import in_levels, in_pictures
from arcg.dsl.model import Game


def review(game: Game) -> list[Diagnostic]:
    """All warnings and advice about what a checked game shows."""
    reporter = Reporter()
    _pictures(game, reporter)
    _maps(game, reporter)
    advise(game, reporter)
    withdraw(game.allowed, reporter, SHOWN)
    return reporter.found


def _pictures(game: Game, reporter: Reporter) -> None:
    """Pictures that are drawn and look like a sign."""
    pictures = {
        picture.span: picture.rows
        for kind in game.kinds.values()
        if "hidden" not in kind.layer.flags
        for picture in kind.pictures
    }
    for span, sign in zip(pictures, in_pictures(list(pictures.values())), strict=True):
        if sign is not None:
            reporter.report("W501", span, what=sign.figure.what, sign=sign.verdict.likeness)


def _maps(game: Game, reporter: Reporter) -> None:
    """Levels in whose maps things stand like a sign; told where the first of these things is written."""
    for level, sign in zip(game.levels, in_levels(game), strict=True):
        if sign is None:
            continue
        row, column = sign.figure.corner
        column += int(sign.figure.mask[0].argmax())
        span = next((thing.span for thing in level.things if (thing.y, thing.x) == (row, column)), level.span)
        reporter.report("W502", span, what=sign.figure.what, level=level.name, sign=sign.verdict.likeness)
