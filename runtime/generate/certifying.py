"""What is proved of a level that was made: a shortest solution, little luck, and what was wanted of it.

The tests are those of the validator. Cheap ones come first, so that most levels that are no good cost little.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from arcg.compiler import ir
from arcg.runtime.engine import Status
from arcg.runtime.explore.graph import Exploration, Limits
from arcg.runtime.explore.luck import chance_to_win
from arcg.runtime.kernel import KernelEngine
from arcg.runtime.kernel.explorer import Move
from arcg.runtime.validate.mutants import mutants, trace_level

LIMITS = Limits(200_000, 256 << 20)
"""How far a level is explored. No time is among them: it would be another on another machine."""


UNWANTED = "not of a wanted length"
"""What is told of a level of which nothing more was found out."""


@dataclasses.dataclass(frozen=True, slots=True)
class Certificate:
    """What is known of a level.

    Attributes:
        moves: a solution.
        proved: whether no solution is shorter.
        luck: the most that the chance of the random player may be; None: it was not asked for.
        mechanics: those that the solution takes, if they were asked for.
        branching: moves of a position that change something, on average, if that was asked for.
        states: positions that were looked at.
    """

    moves: tuple[Move, ...]
    proved: bool
    luck: float | None
    mechanics: tuple[str, ...] | None
    branching: float | None
    states: int


@dataclasses.dataclass(frozen=True, slots=True)
class Gate:
    """What a level has to pass.

    Attributes:
        shortest: the fewest and the most actions of its shortest solution.
        mechanics, branching: their bounds, or None.
        luck: the most that the random player's chance may be; None: it may be won by luck.
        patience, actions: an attempt of a level without a budget has `actions` actions, or `patience` times the
            shortest solution if that is more.
        limits: how far a level is explored.
        seed: of chance.
    """

    shortest: tuple[int, int]
    mechanics: tuple[int, int] | None = None
    branching: tuple[int, int] | None = None
    luck: float | None = None
    patience: float = 5.0
    actions: int = 200
    limits: Limits = LIMITS
    seed: int = 0


def certified(
    program: ir.Program, level: ir.Level, gate: Gate, wanted: Callable[[int], bool] = lambda length: True
) -> Certificate | str:
    """What is proved of a level, or in words what it does not pass: `unsolved`, `too short`, ..

    Too short or too long a level is told with its length, which a search can go by: see `length_of`. `wanted`: a level
    of which length is of any use; of another nothing more is found out, which costs the most.
    """
    one = dataclasses.replace(program, levels=(level,))
    exploration = Exploration(one, seed=gate.seed)
    graph = exploration.run(gate.limits, eager=True)
    solution, states = graph.solution, len(graph)
    if solution is None:
        return "it cannot be won" if graph.complete else "no solution was found within the limits"
    length, (low, high) = len(solution.moves), gate.shortest
    if not low <= length <= high:
        return f"too {'short' if length < low else 'long'}: {length}"
    if not wanted(length):
        return UNWANTED
    luck = branching = None
    if gate.luck is not None or gate.branching is not None:
        whole = exploration.run(gate.limits)
        if gate.luck is not None:
            luck = chance_to_win(whole, max(gate.actions, round(gate.patience * length))).high
            if ir.uses_chance(one) or luck > gate.luck:
                return "won by luck"
        if gate.branching is not None:
            branching = whole.shape.branching
            if not whole.complete or not gate.branching[0] <= branching <= gate.branching[1]:
                return "other branching"
    taken: tuple[str, ...] | None = None
    if gate.mechanics is not None:
        taken = _mechanics(one, solution.moves, gate.seed)
        if not gate.mechanics[0] <= len(taken) <= gate.mechanics[1]:
            return f"another number of mechanics: {len(taken)}"
    return Certificate(solution.moves, solution.proved, luck, taken, branching, states)


def length_of(told: Certificate | str) -> int | None:
    """The length of the shortest solution, of a level that passed or was too short or too long."""
    if isinstance(told, Certificate):
        return len(told.moves)
    return int(told.rpartition(": ")[2]) if told.startswith("too ") else None


def wins(one: ir.Program, moves: tuple[Move, ...], seed: int) -> bool:
    """Whether moves win a game of one level, played on an engine and not in the graph in which they were found."""
    engine = KernelEngine(one)
    engine.reset(seed)
    for move in moves:
        engine.step(*move)
    return engine.status == Status.WON


def _mechanics(one: ir.Program, moves: tuple[Move, ...], seed: int) -> tuple[str, ...]:
    """The mechanics without which the solution does not win, as the validator counts them."""
    found = {
        mutant.mechanic for mutant in mutants(one)
        if mutant.mechanic and trace_level(KernelEngine(mutant.program), 0, moves, seed).status != Status.WON
    }  # fmt: skip
    return tuple(sorted(found))
