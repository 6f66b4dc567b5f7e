"""Mutants: the game without one of its rules, facts, goals or costs, and whether anyone would notice.

A mutant is another `Program`, which the kernels play as it is: nothing is compiled. `mutants` lists them, `survey`
plays solutions and recordings on each, and explores the levels where those show no difference.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from arcg.compiler import ir
from arcg.runtime.engine import Status
from arcg.runtime.env import from_level
from arcg.runtime.explore.budget import budget_of
from arcg.runtime.explore.graph import Graph, Limits, explore, one_level
from arcg.runtime.kernel import KernelEngine
from arcg.runtime.kernel.explorer import MOST_STATES, Move
from arcg.runtime.validate.alike import KnownGraph, fingerprints

PREFIX = 9
"""Bytes of a state that name the program: a tag and its digest."""


class Mutant(NamedTuple):
    """The game without something: what it is called, the line where it stands, and what is left.

    `mechanic` is the phase or the kind of fact that it is a part of; empty for goals and costs, which are none.
    """

    name: str
    line: int
    mechanic: str
    program: ir.Program


def mutants(program: ir.Program) -> Iterator[Mutant]:
    """The game without each rule, fact of motion, forbid, goal and cost in turn; of rules over cells, each rule."""
    if program.cellwise is not None:
        yield from _cell_mutants(program)
        return
    replace = dataclasses.replace
    for p, phase in enumerate(program.phases):
        for r, rule in enumerate(phase.rules):
            rest = replace(phase, rules=(*phase.rules[:r], *phase.rules[r + 1 :]))
            yield Mutant(f"the rule `{rule.name}`", rule.line, phase.name, _with(program, "phases", p, rest))
            for cheaper in _without_costs(program, rule):
                rules = (*phase.rules[:r], cheaper, *phase.rules[r + 1 :])
                changed = _with(program, "phases", p, replace(phase, rules=rules))
                yield Mutant(f"the cost in the rule `{rule.name}`", rule.line, "", changed)
    for table in ("stops", "pushes", "carries", "stuck"):
        clauses: tuple[ir.Clause, ...] = getattr(program, table)
        for c, clause in enumerate(clauses):
            rest_of = (*clauses[:c], *clauses[c + 1 :])
            left_of = _but(program, table, rest_of)
            yield Mutant(f"the fact `{table}`", clause.line, f"{table} in line {clause.line}", left_of)
    for table, what in (("forbids", "forbid"), ("wins", "win when"), ("loses", "lose when")):
        conditions: tuple[ir.Condition | ir.Forbid, ...] = getattr(program, table)
        for c, condition in enumerate(conditions):
            left = (*conditions[:c], *conditions[c + 1 :])
            if left or table != "wins":
                left_over = _but(program, table, left)
                mechanic = f"forbid in line {condition.line}" if table == "forbids" else ""
                yield Mutant(f"`{what}`", condition.line, mechanic, left_over)


def _with(program: ir.Program, table: str, place: int, entry: object) -> ir.Program:
    entries = getattr(program, table)
    return _but(program, table, (*entries[:place], entry, *entries[place + 1 :]))


def _but(program: ir.Program, table: str, entries: tuple[Any, ...]) -> ir.Program:
    """The program with another table."""
    changed: dict[str, Any] = {table: entries}
    return dataclasses.replace(program, **changed)


def _without_costs(program: ir.Program, rule: ir.Rule) -> Iterator[ir.Rule]:
    """The rule without each of its effects that takes from a counter which may lose the level, if it has others."""
    losing = {node.attr for node in ir.nodes(program.loses) if isinstance(node, ir.World)}
    for e, effect in enumerate(rule.effects):
        step = effect.step if isinstance(effect, ir.Keyed) else effect
        takes = isinstance(step, ir.Add) and isinstance(step.target, ir.WorldTarget) and step.target.attr in losing
        if takes and len(rule.effects) > 1:
            yield dataclasses.replace(rule, effects=(*rule.effects[:e], *rule.effects[e + 1 :]))


def _cell_mutants(program: ir.Program) -> Iterator[Mutant]:
    """The game without each rule as it is written: all ways in which it may match."""
    cells = program.cellwise
    assert cells is not None
    for source, name in enumerate(cells.names):
        stages = [_without_source(stage, source) for stage in (cells.early, cells.late)]
        changed = dataclasses.replace(cells, early=stages[0], late=stages[1])
        mutant = dataclasses.replace(program, cellwise=changed)
        yield Mutant(f"the rule `{name}`", cells.lines[source], name, mutant)


def _without_source(stage: ir.CellStage, source: int) -> ir.CellStage:
    groups = tuple(
        dataclasses.replace(group, rules=tuple(rule for rule in group.rules if rule.source != source))
        for group in stage.groups
    )
    return dataclasses.replace(stage, groups=groups)


# ---------------------------------------------------------------- playing them


class Played(NamedTuple):
    """What is to be seen and remembered after each move, and how it ends."""

    answers: list[bytes]
    status: Status


def trace(engine: KernelEngine, moves: Sequence[Move], seed: int = 0) -> Played:
    """What comes of moves in a whole game."""
    engine.reset(seed)
    answers = [_answer(engine)]
    for move in moves:
        engine.step(*move)
        answers.append(_answer(engine))
    return Played(answers, engine.status)


def trace_level(engine: KernelEngine, level: int, moves: Sequence[Move], seed: int = 0) -> Played:
    """What comes of moves in one level of a game, up to its end.

    One engine is made for all levels, because to make one takes longer than to play most solutions.
    """
    loading = 0
    if level + 1 < len(engine.program.levels):
        engine.batch.begin([0], seed, level=level + 1)
        loading = len(engine.frames())
    engine.batch.begin([0], seed, level=level)
    answers = [_answer(engine)]
    for move in moves:
        engine.step(*move)
        if engine.level != level:  # it is won, and the last frames are those of the next level
            frames = engine.frames()
            answers.append(bytes([Status.WON]) + frames[: len(frames) - loading].tobytes())
            return Played(answers, Status.WON)
        answers.append(_answer(engine))
        if engine.status != Status.PLAYING:
            break
    return Played(answers, engine.status)


def _answer(engine: KernelEngine) -> bytes:
    return bytes([engine.status]) + engine.frames().tobytes() + engine.state()[PREFIX:]


class _Levels:
    """The levels of a game as they are, the small ones first, beside which those of mutants are explored."""

    def __init__(
        self,
        levels: Sequence[ir.Program],
        lengths: Sequence[int | None],
        graphs: Sequence[KnownGraph],
        limits: Limits,
        seed: int,
    ) -> None:
        self._levels = levels
        self._lengths = lengths
        self._graphs = graphs
        self._order = sorted(range(len(levels)), key=lambda level: graphs[level].states)
        self._limits = limits
        self._seed = seed
        self._fingerprints: dict[int, tuple[str, ...]] = {}

    def same(self, mutant: ir.Program, *, by_move: bool) -> bool | None:
        """Whether all levels come to what they come to in the game, see `fingerprints`; None if that is not known."""
        result: bool | None = True
        for level in self._order:
            graph = self._explored(self._of(mutant, level), states=self._graphs[level].states + 1)
            if fingerprints(graph)[by_move] != self._usual(level)[by_move]:
                return False
            if not graph.complete:
                result = None
        return result

    def _usual(self, level: int) -> tuple[str, ...]:
        """The fingerprints of a level of the game."""
        if level not in self._fingerprints:
            known = self._graphs[level].fingerprints
            self._fingerprints[level] = known or fingerprints(self._explored(self._levels[level]))
        return self._fingerprints[level]

    def easier(self, mutant: ir.Program) -> bool:
        """Whether some level can be won with fewer actions than in the game."""
        for level in self._order:
            length = self._lengths[level]
            if length is not None:
                found = self._explored(self._of(mutant, level), eager=True).solution
                if found is not None and len(found.moves) < length:
                    return True
        return False

    def _of(self, mutant: ir.Program, level: int) -> ir.Program:
        return dataclasses.replace(mutant, levels=self._levels[level].levels)

    def _explored(self, one: ir.Program, *, states: int = MOST_STATES, eager: bool = False) -> Graph:
        """Explore a level, of which no more than so many positions are of interest."""
        limits = self._limits._replace(states=min(states, self._limits.states))
        return explore(one, 0, limits=limits, seed=self._seed, eager=eager)


# ---------------------------------------------------------------- what a game needs


def survey(
    program: ir.Program,
    solutions: Sequence[Sequence[Move] | None],
    plays: Sequence[tuple[int, Sequence[Move], int]],
    graphs: Sequence[KnownGraph],
    limits: Limits,
    seed: int = 0,
    watch: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """What each part of a game is good for.

    Args:
        program: the game.
        solutions: a solution of each level, None where none is known.
        plays: recorded plays: the level where each begins, its moves, its seed.
        graphs: what is known of the graph of each level. Where nothing else shows a difference, the levels of a mutant
            are explored, the small ones first, and compared with it.
        limits: how far levels are explored for that.
        seed: of chance.
        watch: told of the moves played.

    Returns:
        `parts`: of each mutant its name, line and mechanic; the levels whose solution no longer wins without it
        (`needed`) or looks otherwise (`shows`); whether nothing at all changes without it (`idle`; None if levels are
        too large to know); and `kept`: of a mechanic that no solution takes or shows, whether it is there for something
        else: it only shows something, or some level would have a shorter solution without it. `mechanics`: of each
        level those that its solution needs. `kinds`: of each level those without whose things it no longer wins.
    """
    levels = [one_level(program, level) for level in range(len(program.levels))]
    engine = KernelEngine(program)
    begun = [(level, moves) for level, moves in enumerate(solutions) if moves is not None]
    traces = [trace_level(engine, level, moves, seed) for level, moves in begun]
    recorded = [_replay(engine, *play) for play in plays]
    known = _Levels(levels, [None if one is None else len(one) for one in solutions], graphs, limits, seed)
    left: list[ir.Program] = []
    counter = budget_of(program)
    parts: list[dict[str, Any]] = []
    played = 0
    for mutant in mutants(program):
        needed: list[int] = []
        shows: list[int] = []
        without = KernelEngine(mutant.program)
        for (level, moves), usual in zip(begun, traces, strict=True):
            found = trace_level(without, level, moves, seed)
            if found.status != usual.status:
                needed.append(level)
            if found != usual:
                shows.append(level)
            played += len(moves)
            if watch is not None:
                watch(played)
        pairs = zip(plays, recorded, strict=True)
        idle: bool | None = not shows and all(_replay(without, *play) == usual for play, usual in pairs)
        if idle and budget_of(mutant.program) != counter:
            idle = False  # what the budget is spent on, or what it means, is another
        if idle:
            idle = known.same(mutant.program, by_move=True)
        told = {"name": mutant.name, "line": mutant.line, "mechanic": mutant.mechanic}
        parts.append({**told, "needed": needed, "shows": shows, "idle": idle, "kept": False})
        left.append(mutant.program)
    for part, rest in zip(parts, left, strict=True):
        others = [other for other in parts if other["mechanic"] == part["mechanic"]]
        if part["mechanic"] and part["idle"] is False and not any(one["needed"] or one["shows"] for one in others):
            part["kept"] = known.same(rest, by_move=False) is not False or known.easier(rest)
    kinds: list[list[str]] = [[] for _ in levels]
    for number, kind in enumerate(program.kinds):
        there = [one for one in begun if any(thing.kind == number for thing in program.levels[one[0]].things)]
        if there:
            without = KernelEngine(_without_kind(program, number))
            for level, moves in there:
                if trace_level(without, level, moves, seed).status != Status.WON:
                    kinds[level].append(kind.name)
    mechanics = [
        sorted({str(part["mechanic"]) for part in parts if part["mechanic"] and level in part["needed"]})
        for level in range(len(levels))
    ]
    return {"parts": parts, "mechanics": mechanics, "kinds": kinds}


def _replay(engine: KernelEngine, first: int, moves: Sequence[Move], seed: int) -> Played:
    """What comes of a recorded play, which begins at a level."""
    return trace(KernelEngine(from_level(engine.program, first)) if first else engine, moves, seed)


def _without_kind(program: ir.Program, number: int) -> ir.Program:
    """The game without the things of a kind that stand in its levels; what refers to them refers to none."""
    levels = tuple(_level_without(program, level, number) for level in program.levels)
    return dataclasses.replace(program, levels=levels)


def _level_without(program: ir.Program, level: ir.Level, number: int) -> ir.Level:
    left = [place for place, thing in enumerate(level.things) if thing.kind != number]
    places = {old: new for new, old in enumerate(left)}
    things = []
    for place in left:
        thing = level.things[place]
        attrs = zip(program.kinds[thing.kind].attrs, thing.attrs, strict=True)
        values = tuple(_moved(attr.domain, value, places) for attr, value in attrs)
        things.append(dataclasses.replace(thing, attrs=values))
    world = tuple(_moved(attr.domain, value, places) for attr, value in zip(program.world, level.world, strict=True))
    return dataclasses.replace(level, things=tuple(things), world=world)


def _moved(domain: ir.Domain, value: int, places: dict[int, int]) -> int:
    """A value of an attribute, when things have other places in their level."""
    return places.get(value, ir.NONE) if isinstance(domain, ir.ThingDomain) else value
