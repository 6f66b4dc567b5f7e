"""Which rules did something while two games were played in lockstep."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from arcg.runtime.behaviour.cast import RuleName
from arcg.runtime.behaviour.lockstep import Lockstep, Trial
from arcg.runtime.behaviour.probe import Probe
from arcg.runtime.kernel.engine import KernelEngine

STRIDES = 16, 1
"""One pair of positions in so many is gone on from with every rule watched; for rules that are left, then every one."""

MOST_MOVES = 20_000
"""Moves that are watched at most."""


def fired(step: Lockstep, trials: list[Trial], side: int, wanted: set[RuleName]) -> set[RuleName]:
    """Those of some rules of the first (0) or the second game (1) that did something in what was met."""
    probe = (step.a, step.b)[side]
    engine = KernelEngine(probe.program)
    left = set(wanted)
    left -= {(trace.phase, trace.rule) for trace in engine.trace() if trace.applied}
    moves = 0
    for stride in STRIDES:
        for trial in trials:
            level, acts = (trial.a, trial.b)[side], step.acts(trial)
            if side:
                acts = [step.turned(trial, act) for act in acts]
            for pair in trial.nodes[::-stride]:
                if not left or moves > MOST_MOVES:
                    return wanted - left
                moves += len(acts)
                for act in acts:
                    _put(probe, engine, (pair[1] if side else pair[0]).row)
                    engine.step(act[0], *probe.pixel(level, act))
                    left -= {(trace.phase, trace.rule) for trace in engine.trace() if trace.applied}
    return wanted - left


def _put(probe: Probe, engine: KernelEngine, row: NDArray[Any]) -> None:
    """Bring an engine to a position of a probe: word for word if its arrays are of one size with the probe's."""
    if engine.batch.arrays.E.shape[1] == len(row):
        engine.batch.arrays.E[0] = row
        return
    probe.batch.arrays.E[0] = row
    engine.restore(probe.batch.state(0))
