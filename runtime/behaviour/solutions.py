"""The shortest solutions of a game's levels, within a budget; and the positions that they pass through, as levels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arcg.compiler import ir
from arcg.compiler.novelty.policies import Solver
from arcg.runtime.behaviour.boards import covered
from arcg.runtime.behaviour.cast import Cast
from arcg.runtime.behaviour.probe import Probe
from arcg.runtime.engine import Action
from arcg.runtime.explore.graph import Exploration, Limits
from arcg.runtime.kernel import known
from arcg.runtime.kernel.explorer import Move

WORK = 2_000_000
"""Moves that are taken in search of a solution of a level, times the cells of its board: on a large one a turn takes
longer."""

LEVELS = 16
"""Levels of a game that are solved, the first ones."""

ALONG = 5
"""Positions of a solution that become levels, the last one right before the win."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What was found of one level: `moves` that win it (None: none was found), `shortest`: none wins it with fewer."""

    level: int
    moves: tuple[Move, ...] | None
    shortest: bool
    impossible: bool


def solutions(program: ir.Program, work: int = WORK) -> list[Solved]:
    """The shortest solutions of the first levels of a game, as far as they are found within so much work."""
    found = []
    for level in range(min(LEVELS, len(program.levels))):
        exploration = Exploration(program, level)
        moves = work // (program.levels[level].width * program.levels[level].height)
        control = exploration.explorer.control
        graph = exploration.run(Limits(), eager=True, watch=lambda *_: control[known.C_EDGES] > moves)  # noqa: B023
        solution = graph.solution
        found.append(
            Solved(level, solution and solution.moves, bool(solution and solution.proved), graph.solvable is False)
        )
    return found


def along(cast: Cast, solved: Sequence[Solved]) -> list[ir.Level]:
    """Positions on the way to wins, as levels with nothing but what counts; not how a level begins."""
    done = [one for one in solved if one.moves is not None and len(one.moves) > 1]
    if not done:
        return []
    probe = Probe(cast, [cast.program.levels[one.level] for one in done])
    found = []
    for number, one in enumerate(done):
        assert one.moves is not None
        count = len(one.moves)
        stops = {count - 1 - place * (count - 1) // ALONG for place in range(ALONG)} - {0}
        (place,), _ = probe.begin([number])
        for taken, move in enumerate(one.moves[: count - 1], start=1):
            (place,), _ = probe.move([place], [move])
            if taken in stops:
                found.append(probe.level(place, number))
    return found


def solver_of(cast: Cast, solved: Sequence[Solved]) -> Solver:
    """What was done to win the levels; a click by what it hits, as the kinds are numbered by first mention."""
    done = [one for one in solved if one.moves]
    program = cast.program
    click = Action.CLICK in program.actions
    actions = sum(action not in (Action.UNDO, Action.CLICK) for action in program.actions)
    names: dict[int | None, int] = {}
    plans = []
    probe = Probe(cast, [program.levels[one.level] for one in done]) if done and click else None
    for number, one in enumerate(done):
        assert one.moves is not None
        plan = []
        place = None if probe is None else probe.begin([number])[0][0]
        for move in one.moves:
            name = ir.ACTION_NAMES[move.action]
            if move.action == Action.CLICK and probe is not None and place is not None:
                hit = _hit(cast, probe.level(place, number), probe.cell(number, move.x, move.y))
                name = f"click {names.setdefault(hit, len(names))}"
            plan.append(name)
            if probe is not None and place is not None:
                (place,), _ = probe.move([place], [move])
        plans.append(tuple(plan))
    steps = actions + (len(cast.parts) + 1 if click else 0)
    return Solver(tuple(plans), len(solved), sum(one.impossible for one in solved), steps)


def _hit(cast: Cast, level: ir.Level, cell: tuple[int, int]) -> int | None:
    """The topmost part in a cell; None: nothing that counts."""
    there = [thing for thing in level.things if cell in covered(cast.program, thing)]
    top = max(there, key=lambda thing: cast.program.kinds[thing.kind].layer, default=None)
    return None if top is None else cast.part_of[top.kind]
