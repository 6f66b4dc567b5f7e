"""Playing a recorded test on an engine: the level is compared after loading and after every input."""

from __future__ import annotations

import dataclasses
import hashlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from conformance.direct import Built, build
from conformance.generator import Generator
from conformance.material import Recorded
from conformance.serial import Serial

from arcg.compiler import ir
from arcg.dsl.importing.puzzlescript.reading import read
from arcg.runtime.engine import Action, Engine
from arcg.runtime.kernel import KernelEngine
from arcg.runtime.kernel.cellwise.engine import CellEngine as KernelCells
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.reference.cellwise.engine import CellEngine as ReferenceCells

ACTIONS: dict[int | str, Action] = {
    0: Action.UP,
    1: Action.LEFT,
    2: Action.DOWN,
    3: Action.RIGHT,
    4: Action.ACT,
    "undo": Action.UNDO,
    "restart": Action.RESET,
    "tick": Action.CLICK,
}
"""The action of an input as the recordings write it; a click is a turn without input."""

Numbers = Callable[[], float]
"""Gives the next of some numbers, at least 0 and less than 1."""

Maker = Callable[[ir.Program, Numbers, int], Engine]
"""Makes an engine for a program, which takes at most so many numbers for choices by chance."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """`differs`: the first input after which the level is another than recorded, 0 after loading; None if none is.

    `seen` and `wanted` are the hashes there, `messages` what the engine had to tell. `seconds`: of a processor, for all
    answers. `states`: a digest of all states and some snapshots, the same for engines that are alike.
    """

    differs: int | None
    seen: str = ""
    wanted: str = ""
    messages: tuple[str, ...] = ()
    seconds: float = 0.0
    states: str = ""

    @property
    def passed(self) -> bool:
        """Whether the level was as recorded every time."""
        return self.differs is None


def reference(program: ir.Program, numbers: Numbers, count: int) -> Engine:
    """The reference engine, which takes numbers as it needs them, from `reset` on."""
    engine = ReferenceEngine(program)
    assert isinstance(engine, ReferenceCells)
    engine.draws = numbers
    return engine


def kernel(program: ir.Program, numbers: Numbers, count: int) -> Engine:
    """The kernel engine, which is given its numbers beforehand."""
    engine = KernelEngine(program)
    assert isinstance(engine, KernelCells)
    engine.draws = np.array([numbers() for _ in range(count)])
    return engine


def directly(text: str) -> Built:
    """The program of a PuzzleScript text, made of its rules as they are read."""
    return build(read(text))


def stretch(game: Built, target: int) -> ir.Program:
    """The program with the levels that are played one after another from the level `target` of the original.

    Where a message follows, the recordings go on playing the map before it, so it is the last here. All actions are
    offered, but no undo where the game has none.
    """
    first = last = game.levels.index(target)
    while last + 1 < len(game.levels) and game.levels[last + 1] == game.levels[last] + 1:
        last += 1
    actions = tuple(action for action in range(1, 8) if action != Action.UNDO or action in game.program.actions)
    return dataclasses.replace(game.program, levels=game.program.levels[first : last + 1], actions=actions)


def answered(engine: Engine, test: Recorded) -> Iterator[float]:
    """Begin, and give each input of a test; yields after each how many seconds of a processor it took.

    A RESET before any action would begin the whole game again, where the original only restarts the level. The level is
    as a restart leaves it then, so it is left out where nothing is drawn.
    """
    draws = ir.uses_chance(engine.program)
    began = time.process_time()
    engine.reset()
    yield time.process_time() - began
    for code in test.inputs:
        began = time.process_time()
        if code != "restart" or ("meta_norestart" not in test.features and (engine.action_count or draws)):
            engine.step(ACTIONS[code])
        yield time.process_time() - began


def replay(test: Recorded, game: Built, make: Maker) -> Outcome:
    """Play a test up to the first difference."""
    program = stretch(game, test.target)
    serial = Serial(program, game.names)
    engine = make(program, Generator(test.seed or ""), test.draws)
    hashes: dict[bytes, str] = {}
    digest = hashlib.sha256()
    seconds = 0.0
    for number, took in enumerate(answered(engine, test)):
        wanted, seconds = test.trace[number], seconds + took
        state = engine.state()
        digest.update(state)
        if not number & (number - 1) or number == len(test.trace) - 1:
            digest.update(engine.snapshot())  # which grows with every turn that can be undone: now and then, and last
        seen = hashes.get(state) or hashes.setdefault(state, serial.hash(state))
        if seen != wanted:
            return Outcome(number, seen, wanted, engine.messages(), seconds)
    return Outcome(None, seconds=seconds, states=digest.hexdigest())
