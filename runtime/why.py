"""Why a turn went as it did: every match of a rule, every motion, `forbid` and goal of an answer, in order.

`fired` plays one action again on the reference engine, with an observer that looks on. Summed by rule, what it gives
is the `RuleTrace` of the same answer.
"""

from __future__ import annotations

import dataclasses
from typing import Protocol

from arcg.compiler import ir
from arcg.runtime.env import from_level
from arcg.runtime.firing import Firing
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.why_cells import CellWatcher
from arcg.runtime.why_things import ThingWatcher

MOST_FIRINGS = 20_000
"""Of an answer in which more happened the first ones are told."""


class _Watcher(Protocol):
    def firings(self, frames: int) -> tuple[Firing, ...]: ...


def fired(program: ir.Program, snapshot: bytes, action: int, x: int = -1, y: int = -1) -> tuple[Firing, ...]:
    """What an action does in a position.

    Args:
        program: the game.
        snapshot: the position before, from `Engine.snapshot()` or `Engine.state()` of the same program.
        action: 0-7; RESET tells how the level begins.
        x: for a click, the column of the frame.
        y: for a click, the row of the frame.

    Raises:
        ValueError: there is no such action, or the bytes are no position of the program.
    """
    engine = ReferenceEngine(program)
    engine.restore(snapshot)
    watcher = _watching(engine)
    engine.step(action, x, y)
    return watcher.firings(engine.shown())


def begun(program: ir.Program, level: int = 0, seed: int = 0) -> tuple[Firing, ...]:
    """What happens when a level is loaded.

    Raises:
        ValueError: there is no such level or seed.
    """
    engine = ReferenceEngine(from_level(program, level))
    watcher = _watching(engine)
    engine.reset(seed)
    return tuple(dataclasses.replace(one, level=one.level + level) for one in watcher.firings(engine.shown()))


def _watching(engine: ReferenceEngine) -> _Watcher:
    if engine.program.cellwise is not None:
        cells = CellWatcher(engine.program, engine.program.cellwise, MOST_FIRINGS)
        engine.watch(cells)
        return cells
    things = ThingWatcher(engine.program, MOST_FIRINGS)
    engine.watch(things)
    return things
