"""Checking the small games of tests, whose kinds are not worth a picture."""

from __future__ import annotations

from arcg.dsl.check import check_text
from arcg.dsl.diagnostics import Diagnostic
from arcg.dsl.model import Game


def check_unpainted(text: str, name: str) -> tuple[Game | None, list[Diagnostic]]:
    """The check of a small game whose kinds have no pictures, without the remarks about that."""
    game, found = check_text(text, name)
    return game, [diagnostic for diagnostic in found if diagnostic.code != "W404"]
