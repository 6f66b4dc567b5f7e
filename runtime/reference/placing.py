"""Placing: a level as the program has it becomes a position, before anything has happened in it."""

from __future__ import annotations

from arcg.compiler import ir
from arcg.runtime.engine import Status
from arcg.runtime.reference.state import Saved, State, Thing


def placed(program: ir.Program, level: int, seed: int = 0) -> State:
    """The position in which a level is, before its start turn. The handle of a thing is its number in the level."""
    data = program.levels[level]
    things = {number: Thing(t.kind, t.x, t.y, t.attrs) for number, t in enumerate(data.things)}
    saves: list[Saved | None] = [None] * len(program.saves)
    return State(level, Status.PLAYING, things, list(data.world), saves, len(things), seed, seed)
