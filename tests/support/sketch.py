"""Checking the small games of tests, which have no pictures and often no goal."""

from __future__ import annotations

from arcg.dsl.check import check_text
from arcg.dsl.diagnostics import Diagnostic
from arcg.dsl.model import Game


def check_sketch(text: str, name: str) -> tuple[Game | None, list[Diagnostic]]:
    """The check of a small game, without the remarks about kinds that have no picture and a game that has no goal."""
    game, found = check_text(text, name)
    return game, [diagnostic for diagnostic in found if diagnostic.code not in ("W404", "W308")]
