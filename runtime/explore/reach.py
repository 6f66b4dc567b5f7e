"""How many actions a win is away at least: a measure that never says too much, where the rules of a game allow one.

Allowed are games in which nothing changes its place but by moving one cell at a time, with what it pushes, a known
number of times an action; then a thing that must get to one of several cells is at least as many moves away as the
nearest of them is cells away. Whatever is not understood gives no measure.
"""

from __future__ import annotations

from typing import NamedTuple

from arcg.compiler import ir
from arcg.runtime.explore.guide import Measure
from arcg.runtime.explore.measures import cells_between, number, total

THING, PLACE, MOVER = range(3)
"""Slots of the measure: what must get somewhere, where to, and what moves by itself."""

SCOPE = tuple(ir.Variable(name, "thing") for name in ("thing", "place", "mover"))

ONCE = (ir.ARROW, ir.ACT, ir.ACTION)
"""Events that an action makes once at most."""

Kinds = frozenset[int]


class Motion(NamedTuple):
    """What moves: kinds by themselves, kinds that are pushed, and for how many parts of a turn, at most."""

    movers: Kinds
    pushed: Kinds
    parts: int


def fewest_left(program: ir.Program, level: int) -> Measure | None:
    """The fewest actions that are left to a win, at least; None: nothing is known of that."""
    motion = _motion(program)
    if motion is None:
        return None
    found = [one for goal in program.wins if (one := _of_goal(program, level, goal.query, motion)) is not None]
    result: ir.Expr | None = None
    for one in found:
        result = one if result is None else ir.Apply("most", (result, one))
    return None if result is None else Measure(SCOPE, result)


# ---------------------------------------------------------------- what moves


def _motion(program: ir.Program) -> Motion | None:
    """What moves in a game in which nothing gets anywhere in another way; None: that is not known."""
    unknown = (ir.Put, ir.Turn, ir.Restore, ir.Make, ir.Drop, ir.End, ir.Save)
    if program.cellwise is not None or program.carries or any(kind.body is not None for kind in program.kinds):
        return None
    if program.forbids:
        return None  # a turn may be taken back after its measure was taken
    for node in ir.nodes(program.phases):
        if isinstance(node, unknown) or (isinstance(node, ir.Finish) and node.outcome == "win"):
            return None
    movers: set[int] = set()
    parts = 0
    for phase in program.phases:
        moving = [(rule, step) for rule in phase.rules for step in ir.nodes(rule.effects) if isinstance(step, ir.Move)]
        if not moving:
            continue
        if phase.repeat or phase.plan or phase.each is not None or any(h.event not in ONCE for h in phase.heads):
            return None
        parts += max(1, len(phase.heads))
        for rule, step in moving:
            kinds = _kinds_of(step.thing, rule.query)
            if kinds is None or step.by != number(1):
                return None
            movers |= kinds
    pairs = [_pair(clause) for clause in program.pushes]
    known = [pair for pair in pairs if pair is not None]
    pushers = {kind for pair in known for kind in pair[0]}
    pushed = {kind for pair in known for kind in pair[1]}
    if len(known) < len(pairs) or pushers & pushed or not pushers <= movers or pushed & movers:
        return None  # what is pushed pushes on, or by itself
    return Motion(frozenset(movers), frozenset(pushed), parts)


def _kinds_of(thing: ir.Expr, query: ir.Query) -> Kinds | None:
    if isinstance(thing, ir.Slot):
        for atom in query.atoms:
            if isinstance(atom, ir.Bind) and atom.slot == thing.index:
                return frozenset(atom.kinds)
    return None


def _pair(clause: ir.Clause) -> tuple[Kinds, Kinds] | None:
    """The kinds that push and that are pushed by a clause."""
    pusher, pushed = (_kinds_of(ir.Slot(slot), clause.query) for slot in clause.params)
    return None if pusher is None or pushed is None else (pusher, pushed)


# ---------------------------------------------------------------- goals


def _of_goal(program: ir.Program, level: int, query: ir.Query, motion: Motion) -> ir.Expr | None:
    match query.atoms:
        case (ir.Every(ir.Query((ir.Bind(slot, kinds),)), ir.Query((ir.Bind(other, others), *rest))),):
            pair = _placed(rest, {slot: frozenset(kinds), other: frozenset(others)}, motion)
            if pair is None:
                return None
            things, places, thing_slot = pair
            if thing_slot != slot and not _all_needed(program.levels[level], things, places):
                return None
            away = ir.Aggregate("sum", _nearest(places), ir.Query((_bind(THING, things),), (THING,)))
            return _actions(program, level, motion, things, away)
        case (ir.Bind(slot, kinds), ir.Bind(other, others), *rest):
            pair = _placed(rest, {slot: frozenset(kinds), other: frozenset(others)}, motion)
            if pair is None:
                return None
            things, places, _ = pair
            nearest = ir.Aggregate("min", _nearest(places), ir.Query((_bind(THING, things),), (THING,)))
            return _actions(program, level, motion, things, ir.Either((nearest, number(0))))
    return None


def _placed(atoms: list[ir.Atom], kinds: dict[int, Kinds], motion: Motion) -> tuple[Kinds, Kinds, int] | None:
    """The kinds of a thing and of the places one of which it must be at, and its slot, if the atoms demand that."""
    for atom in atoms:
        match atom:
            case ir.Relate("on", ir.Slot(thing), ir.Slot(place)) | ir.Relate(
                "at", ir.Slot(thing), ir.Apply("cell_of", (ir.Slot(place),))
            ) if {thing, place} == set(kinds):
                moving = motion.movers | motion.pushed
                if kinds[place] & moving:
                    thing, place = place, thing
                if kinds[place] & moving or not kinds[thing] & moving:
                    return None
                return kinds[thing], kinds[place], thing
    return None


def _all_needed(level: ir.Level, things: Kinds, places: Kinds) -> bool:
    """Whether each of the things is needed to be at one of the places, so that there is one at each of them."""
    cells = {(one.x, one.y) for one in level.things if one.kind in places}
    return sum(one.kind in things for one in level.things) <= len(cells)


# ---------------------------------------------------------------- expressions


def _bind(slot: int, kinds: Kinds) -> ir.Bind:
    return ir.Bind(slot, tuple(sorted(kinds)))


def _nearest(places: Kinds) -> ir.Expr:
    """How many cells the thing is from the nearest of the places."""
    query = ir.Query((_bind(PLACE, places),), (PLACE,))
    return ir.Aggregate("min", cells_between(ir.Slot(THING), ir.Slot(PLACE)), query)


def _actions(program: ir.Program, level: int, motion: Motion, things: Kinds, away: ir.Expr) -> ir.Expr | None:
    """How many actions it takes at least until things have moved so many cells in all."""
    placed = program.levels[level].things
    alone = [program.kinds[kind] for kind in things]
    if len({kind.layer for kind in alone}) > 1 or any(program.layers[kind.layer].free for kind in alone):
        return None  # several of them in a cell may be pushed at once
    own = sum(one.kind in things & motion.movers for one in placed)
    movers = sum(one.kind in motion.movers for one in placed)
    at_once = motion.parts * max(1, own + (movers if things & motion.pushed else 0))
    rounded = ir.Apply("div", (total([away, number(at_once - 1)]), number(at_once)))
    if things & motion.movers or motion.parts > 1:
        return rounded
    # nothing is pushed before a mover stands beside it, and until then every action is a step
    near = ir.Query((_bind(MOVER, motion.movers), _bind(THING, things)), (MOVER, THING))
    steps = ir.Aggregate("min", cells_between(ir.Slot(MOVER), ir.Slot(THING)), near)
    before = ir.Apply("most", (ir.Apply("sub", (steps, number(1))), number(0)))
    waiting = ir.Aggregate("sum", before, ir.Query((ir.Compare(">", away, number(0)),)))
    return total([rounded, waiting])
