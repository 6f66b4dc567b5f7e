"""Explorations held to the engines: every edge is taken again, every position is compared by its canonical state."""

from __future__ import annotations

from random import Random

import numpy as np

from arcg.compiler import ir
from arcg.runtime.engine import SIZE, Action, Status
from arcg.runtime.explore.graph import one_level
from arcg.runtime.kernel import KernelEngine, known
from arcg.runtime.kernel.explorer import Explorer, unpacked

CLICKS = 12
"""Clicks on any pixel that are tried in a position."""


def check(program: ir.Program, level: int, states: int, seed: int = 0) -> Explorer:
    """Explore a level up to a number of positions, and compare everything with what an engine says."""
    one = one_level(program, level)
    explorer = Explorer(one, seed=seed)
    while explorer.done < len(explorer) < states:
        explorer.expand(explorer.done + 16)
    random, engine = Random(seed), KernelEngine(one)
    engine.reset(seed)
    snapshots = {0: engine.state()}
    numbers = {engine.state(): 0}
    for state in range(explorer.done):
        edges = range(int(explorer.firsts[state]), int(explorer.firsts[state + 1]))
        landed: set[int] = set()
        weights = 0
        for edge in edges:
            move, target = unpacked(int(explorer.by[edge])), int(explorer.to[edge])
            engine.restore(snapshots[state])
            engine.step(*move)
            assert _target(engine, numbers, snapshots) == target, (state, move)
            weights += int(explorer.weight[edge])
            if move.action == Action.CLICK:
                landed.add(target)
        offered = [action for action in program.actions if action != Action.UNDO]
        assert weights == SIZE * SIZE * len(offered), state
        for _ in range(CLICKS if Action.CLICK in offered else 0):
            x, y = random.randrange(SIZE), random.randrange(SIZE)
            engine.restore(snapshots[state])
            engine.step(Action.CLICK, x, y)
            assert _target(engine, numbers, snapshots) in landed, (state, x, y)
    assert len(numbers) == len(explorer)
    return explorer


def _target(engine: KernelEngine, numbers: dict[bytes, int], snapshots: dict[int, bytes]) -> int:
    """What the last step led to: a number that the position has, or gets now."""
    if engine.status != Status.PLAYING:
        return known.TO_WIN if engine.status == Status.WON else known.TO_LOSS
    data = engine.state()
    if data not in numbers:
        numbers[data] = len(numbers)
        snapshots[numbers[data]] = data
    return numbers[data]


def click_shares(program: ir.Program, level: int, path: list[tuple[int, int, int]]) -> dict[bytes, int]:
    """Of how many of all 4,096 pixels a click leads to each state (of the end: its status), after some moves."""
    one = one_level(program, level)
    engine = KernelEngine(one)
    for move in path:
        engine.step(*move)
    begun, shares = engine.state(), dict[bytes, int]()
    for place in np.ndindex(SIZE, SIZE):
        engine.restore(begun)
        engine.step(Action.CLICK, *place)
        data = engine.state() if engine.status == Status.PLAYING else engine.status.name.encode()
        shares[data] = shares.get(data, 0) + 1
    return shares
