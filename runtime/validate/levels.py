"""Judging one level: its state graph, its shortest solution, the luck of the random player, cheap tricks.

`judge` takes a program, the number of a level and settings, and gives plain values that go into a report as they are.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from arcg.compiler import ir
from arcg.runtime.engine import Status
from arcg.runtime.explore.graph import Graph, Limits, explore
from arcg.runtime.explore.luck import chance_to_win, confidence
from arcg.runtime.explore.solving import solve
from arcg.runtime.kernel import KernelEngine
from arcg.runtime.kernel.explorer import Move
from arcg.runtime.validate.alike import fingerprints
from arcg.runtime.validate.attacks import attack
from arcg.runtime.validate.random_play import play_level
from arcg.runtime.validate.settings import Settings

Watch = Callable[[int], None]

FIRST_STEPS = 50_000
"""Steps of the random player, from which it is seen how many it takes for the attempts that are wanted."""

SMALL = 300
"""Most positions of a graph that is drawn."""


def judge(program: ir.Program, level: int, settings: Settings, watch: Watch | None = None) -> dict[str, Any]:
    """What there is to say of a level.

    Returns:
        Plain values: `graph`, `solution` (or None), `luck`, `tricks`, as docs/validate.md lists them, and
        `fingerprints` (see `alike.py`) of a graph that is small enough to be compared with those of mutants.
    """
    limits = Limits(settings.states, settings.memory << 20)
    graph = explore(
        program, level, limits=limits, seed=settings.seed,
        watch=None if watch is None else lambda states, done: watch(done),
    )  # fmt: skip
    solution = _solution(program, graph, limits, settings.seed)
    actions = settings.actions
    if solution is not None:
        actions = max(actions, round(settings.patience * len(solution["moves"])))
    return {
        "level": level,
        "name": program.levels[level].name,
        "graph": _graph(graph),
        "fingerprints": fingerprints(graph) if graph.complete and len(graph) < settings.part_states else (),
        "solution": solution,
        "luck": _luck(program, graph, actions, settings, watch),
        "tricks": _tricks(program, level, solution, actions, settings, watch),
    }


# ---------------------------------------------------------------- the graph


def _graph(graph: Graph) -> dict[str, Any]:
    return {
        **dataclasses.asdict(graph.shape),
        "complete": graph.complete,
        "why": graph.why,
        "budget": graph.budget,
        "dead": int(graph.dead.sum()) if graph.complete else None,
        "layers": [end - begin for begin, end in zip(graph.layers, graph.layers[1:], strict=False)],
        "losable": graph.complete and (graph.shape.losses > 0 or _spends(graph)),
        "cancelled": graph.cancelled,
        "useful": _useful(graph),
        "drawing": _drawing(graph) if graph.complete and len(graph) <= SMALL else None,
    }


def _drawing(graph: Graph) -> dict[str, Any]:
    """What a picture of the graph is made of: edges that change something, and positions that are lost."""
    edges = {(int(one), int(other)) for one, other in zip(graph.source, graph.to, strict=True) if one != other}
    return {"edges": sorted(edges), "dead": np.flatnonzero(graph.dead).tolist()}


def _useful(graph: Graph) -> list[int]:
    """The actions that change something in some position."""
    moved = (graph.to != graph.source) | (graph.spent > 0)
    return sorted({int(move) & 7 for move in np.unique(graph.by[moved])})


def _spends(graph: Graph) -> bool:
    """Whether a player who goes on can spend the budget: some move takes something."""
    return graph.budget is not None and bool((graph.spent > 0).any())


# ---------------------------------------------------------------- the solution


def _solution(program: ir.Program, graph: Graph, limits: Limits, seed: int) -> dict[str, Any] | None:
    """The shortest solution of the graph, or what a guided search finds where that is not complete."""
    found = graph.solution
    moves, proved = (found.moves, found.proved) if found is not None else (None, False)
    if not proved and not graph.complete:
        answer = solve(program, graph.level, limits=limits, seed=seed)
        moves, proved = answer.moves, answer.proved
    if moves is None:
        return None
    frames, status = played(graph.program, moves, seed)
    if status != Status.WON:
        return None
    ways = graph.ways if proved and found is not None and found.proved else None
    return {"moves": [list(move) for move in moves], "proved": proved, "ways": ways, "frames": frames}


def played(program: ir.Program, moves: Sequence[Move], seed: int) -> tuple[int, Status]:
    """How many frames are shown while moves are played, the loading of the level included, and how it ends."""
    engine = KernelEngine(program)
    engine.reset(seed)
    count = len(engine.frames())
    for move in moves:
        engine.step(*move)
        count += len(engine.frames())
    return count, engine.status


# ---------------------------------------------------------------- luck


def _luck(program: ir.Program, graph: Graph, actions: int, settings: Settings, watch: Watch | None) -> dict[str, Any]:
    """How likely the random player wins, and what says so: `exact`, `bound`, `sample`, or None if nothing does."""
    chance = chance_to_win(graph, actions)
    known = not ir.uses_chance(program)  # the graph is that of one seed
    result: dict[str, Any] = {
        "low": chance.low if known else 0.0,
        "high": chance.high if known else 1.0,
        "exact": known and chance.exact,
        "attempts": 0,
        "wins": 0,
        "limits": None,
        "by": None,
    }
    if result["exact"]:
        result["by"] = "exact"
    elif result["high"] <= settings.luck or result["low"] > settings.luck:
        result["by"] = "bound"
    else:
        _sample(program, graph.level, actions, settings, watch, result)
    return result


def _sample(
    program: ir.Program, level: int, actions: int, settings: Settings, watch: Watch | None, result: dict[str, Any]
) -> None:
    """Let the random player try, as often as settings ask."""
    steps = FIRST_STEPS
    while True:
        tried = play_level(program, level, steps=steps, actions=actions, seed=settings.seed, watch=watch)
        if tried.attempts >= settings.attempts:
            break
        steps = max(2 * steps, round(1.1 * settings.attempts * tried.steps / max(tried.attempts, 1)))
    result["attempts"], result["wins"] = tried.attempts, tried.wins
    low, high = confidence(tried.wins, tried.attempts)
    result["limits"] = [low, high]
    if high <= settings.luck or low > settings.luck:
        result["by"] = "sample"


# ---------------------------------------------------------------- tricks


def _tricks(
    program: ir.Program, level: int, solution: dict[str, Any] | None, actions: int, settings: Settings,
    watch: Watch | None,
) -> list[dict[str, Any]]:  # fmt: skip
    """What simple players achieve with as many actions as a person may take."""
    budget = actions if solution is None else round(settings.patience * len(solution["moves"]))
    tried = attack(program, level, actions=budget, seed=settings.seed, watch=watch)
    return [{"name": one.name, "won": one.won, "actions": one.used} for one in tried]
