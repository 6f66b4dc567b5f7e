"""Checking the small games of tests, which have no pictures and often no goal."""

from __future__ import annotations

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.dsl.diagnostics import Diagnostic
from arcg.dsl.model import Game

SKETCHY = ("W404", "W308", "W210", "W211", "W309", "W329")
"""What is said of a game in which much is missing: pictures, a goal, rules that use what is declared."""


def check_sketch(text: str, name: str) -> tuple[Game | None, list[Diagnostic]]:
    """The check of a small game, without the remarks that it is no whole one."""
    game, found = check_text(text, name)
    return game, [diagnostic for diagnostic in found if diagnostic.code not in SKETCHY]


def sketched(text: str) -> ir.Program:
    """The program of a small game that has no mistakes."""
    game, found = check_sketch(text, "sketch.arcg")
    assert game is not None, [diagnostic.message for diagnostic in found]
    return lower(game)
