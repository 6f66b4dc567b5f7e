"""How the levels of a game begin: won, lost, or with a start turn that is taken back.

Takes a checked game, loads every level in the reference engine, and gives warnings as the checker does. It is no part
of `check_text`, which only reads; `arcg check` and whoever wants to know call it after a check without errors.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Final

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.dsl.allow import PLAYED, withdraw
from arcg.dsl.diagnostics import Diagnostic, Reporter
from arcg.dsl.model import Game
from arcg.runtime.reference import ReferenceEngine

MAX_THINGS: Final = 500
"""Levels with more things are not played: their start turn could take longer than a check may."""

MAX_CELL_THINGS: Final = 10_000
"""The same for rules over cells, whose boards are full of things and whose turns take a fraction of a second."""


@dataclass(frozen=True, slots=True)
class Starts:
    """What was found, and the names of the levels that were not played, which have more than `most` things."""

    diagnostics: list[Diagnostic]
    left_out: list[str]
    most: int


def check_starts(game: Game) -> Starts:
    """Load every level of a game that the checker found sound, and judge the position in which it begins."""
    reporter = Reporter()
    program = lower(game)
    left_out: list[str] = []
    most = MAX_THINGS if program.cellwise is None else MAX_CELL_THINGS
    for level, placed in zip(game.levels, program.levels, strict=True):
        if len(placed.things) > most:
            left_out.append(level.name)
            continue
        code, message = _begun(dataclasses.replace(program, levels=(placed,)))
        if code:
            reporter.report(code, level.span, message=message)
    withdraw(game.allowed, reporter, () if left_out else PLAYED)
    return Starts(reporter.found, left_out, most)


def _begun(program: ir.Program) -> tuple[str, str]:
    """The code of what is wrong with the beginning of the only level, with the engine's words; empty if nothing is."""
    engine = ReferenceEngine(program)
    for message in engine.messages():
        return "W413", message
    verdict = engine.verdict()
    return ("" if verdict is None else "W411" if verdict == "win" else "W412"), ""
