"""A game to which the tests of the analyses add statements, and what is said of these, by lines."""

from __future__ import annotations

from arcg.dsl.check import check_text
from arcg.dsl.diagnostics import Diagnostic
from arcg.runtime.starts import check_starts

HEAD = """game test
board 6x4
actions arrows act click undo
layer floor
layer solid
layer air free
kind Goal Plate on floor has hue: red blue
kind Wall Player on solid
kind Crate on solid has hue: red blue green, worth: 1..9, of: Crate
kind Spark on air has way: facing
kind Ghost on air
group Box = Crate Spark
world has energy: 0..30 = 30, mode: day night dusk, chosen: Crate, deep: 0..1000
legend
    # = Wall
    P = Player
    c = Crate
    b = Crate{hue=blue, worth=3}
    o = Goal
    _ = Plate
level
    map
        P.c.b#
        o._...
"""

BIG = "level large\n    board 40x40\n    map\n" + "        ccccbbbbccccbbbb\n" * 20


def found(body: str) -> list[Diagnostic]:
    """What is said of a whole game, or of one with these statements."""
    game, diagnostics = check_text(body if body.startswith("game") else HEAD + body, "test")
    played = check_starts(game).diagnostics if game is not None else []
    return diagnostics + played


def lines(body: str, code: str) -> list[int]:
    """The lines of `body`, from 1, of which a code is said."""
    first = 0 if body.startswith("game") else HEAD.count("\n")
    return sorted(d.span.line - first for d in found(body) if d.code == code)


def rules(text: str) -> str:
    """Rules of a phase without modifiers."""
    return "phase run\n" + "".join(f"    {line}\n" for line in text.split("\n"))


USES = """game test
board 4x4
actions act click arrows
layer solid
layer air free
kind Player on solid
kind Spark on air
world has mode: day night
win when mode = night
level
    put Player at cell(0, 0)
"""
"""A whole game in which everything is used; the tests of uses add to it what may not be."""
