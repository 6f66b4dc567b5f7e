"""Bodies in the canonical form: who covers no more than a cell, what a body asks, and which shapes are level-like data.

A shape that no rule changes is to a game what a map is: which cells a thing covers differs from level pack to level
pack. That there is a body, how it grows by attributes, how it is turned and mirrored is mechanics.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from arcg.compiler import ir
from arcg.compiler.canonical.kinds import Kinds, Place, Scope, header, places, scope_of
from arcg.dsl.boxes import shape

ONE_CELL, SEVERAL_CELLS = ((1,),), ((1, 1),)
"""The rows that stand for all shapes which no rule changes."""

_ONE, _ZERO = ir.Const("int", 1), ir.Const("int", 0)


def fields_of(node: object) -> frozenset[int]:
    """The fields that a piece of a body asks."""
    return frozenset(part.field for part in ir.nodes(node) if isinstance(part, ir.Attr))


def asked_by(kind: ir.Kind) -> frozenset[int]:
    """The fields that a kind's body depends on."""
    body = kind.body
    if body is None:
        return frozenset()
    return fields_of(body) | (frozenset() if body.turned is None else {body.turned})


def shape_of(body: ir.Body) -> tuple[object, ...]:
    """What says which cells there are, before they are mirrored and turned."""
    return body.width, body.height, body.rows, body.when, body.origin


def is_one_cell(body: ir.Body) -> bool:
    """Whether a body is known to be its thing's cell and no other, however it is turned and mirrored."""
    if fields_of(shape_of(body)):
        return False
    turns = body.turned is not None or body.mirrored is not None
    stays = body.origin is not None or (body.width, body.height) == (_ONE, _ONE)
    return shape(replace(body, turned=None, mirrored=None), {}) == {(0, 0)} and (stays or not turns)


def is_still(body: ir.Body) -> bool:
    """Whether it is one of the shapes that stand for all which no rule changes."""
    return body.rows in (ONE_CELL, SEVERAL_CELLS) and not fields_of(shape_of(body))


def are_points(program: ir.Program, kinds: Kinds) -> bool:
    """Whether all things of these kinds cover their cell and no other, and are always on the board."""
    return all(
        not program.layers[kind.layer].open and (kind.body is None or is_one_cell(kind.body))
        for kind in (program.kinds[number] for number in kinds)
    )


# ---------------------------------------------------------------- what rules do to bodies


def carried(program: ir.Program) -> Kinds:
    """The kinds that may be carried: what carries them may turn them as well."""
    slots = ((scope_of(program, clause), ir.Slot(clause.params[1])) for clause in program.carries)
    return frozenset[int]().union(*(scope.of(slot) for scope, slot in slots))


def turned_places(program: ir.Program, kinds: Iterable[int]) -> list[Place]:
    """The attributes that turn with things of these kinds."""
    found = ((kind, program.kinds[kind].body) for kind in sorted(kinds))
    return [(kind, body.turned) for kind, body in found if body is not None and body.turned is not None]


@dataclass
class Changes:
    """What the rules of a program may do to bodies."""

    program: ir.Program

    def _effects(self) -> Iterator[tuple[Scope, tuple[ir.Effect, ...]]]:
        program = self.program
        for phase in program.phases:
            for rule in phase.rules:
                yield scope_of(program, rule, *header(phase)), rule.effects
        for forbid in program.forbids:
            yield scope_of(program, forbid), forbid.effects or ()

    @cached_property
    def given(self) -> frozenset[Place]:
        """The attributes that rules set or step, or give to what they make."""
        found: set[Place] = set()
        for scope, effects in self._effects():
            for node in ir.nodes(effects):
                match node:
                    case ir.Set(target) | ir.Add(target) | ir.Cycle(target):
                        found.update(places(self.program, target, scope))
                    case ir.Make(kind, attrs=attrs):
                        found.update((kind, field) for field, _ in attrs)
        return frozenset(found)

    @cached_property
    def turned(self) -> Kinds:
        """The kinds whose things may make a turn."""
        found = [scope.of(n.thing) for scope, effects in self._effects() for n in ir.nodes(effects) if _is_turn(n)]
        return frozenset[int]().union(*found, carried(self.program) if found else ())

    @cached_property
    def placed(self) -> Kinds:
        """The kinds of whose things some rule says or asks where their cell is."""
        program, found = self.program, set[int]()
        parts: list[tuple[Scope, object]] = []
        for phase in program.phases:
            parts.append((scope_of(program, *header(phase)), header(phase)))
            parts += [(scope_of(program, rule, *header(phase)), rule) for rule in phase.rules]
        clauses = [clause for fact in program.facts for clause in fact.clauses]
        clauses += [clause for field in program.distances for clause in (field.to, field.through)]
        clauses += [*program.stops, *program.pushes, *program.carries, *program.stuck]
        parts += [(scope_of(program, c), c) for c in (*clauses, *program.forbids, *program.wins, *program.loses)]
        for scope, part in parts:
            for node in ir.nodes(part):
                match node:
                    case ir.Apply("cell_of", (thing,)) | ir.Put(thing):
                        found |= scope.of(thing)
                    case ir.Make(kind):
                        found.add(kind)
        return frozenset(found)

    def may_change(self, kind: int, body: ir.Body, field: int) -> bool:
        """Whether an attribute of a kind with this body may ever change, or be chosen by a rule."""
        return (body.turned == field and kind in self.turned) or (kind, field) in self.given

    def grows(self, kind: int, body: ir.Body) -> bool:
        """Whether the shape of a kind's things may change, turns and mirrors apart."""
        return any(self.may_change(kind, body, field) for field in fields_of(shape_of(body)))

    def has_corner(self, kind: int, body: ir.Body) -> bool:
        """Whether it makes a difference which corner of its box, turned or mirrored, stays where it was."""
        if body.origin is not None or (body.turned is None and body.mirrored is None):
            return False
        spun = body.turned is not None and (kind, body.turned) in self.given
        return spun or kind in self.placed or self.grows(kind, body)

    def is_boxed(self, kind: int, body: ir.Body) -> bool:
        """Whether it makes a difference that the box stays where it was, instead of some cell of the body."""
        flips = body.origin is None and body.mirrored is not None
        return flips or self.has_corner(kind, body)

    def kept(self, kind: int) -> ir.Body | None:
        """What of a kind's body is mechanics; shapes that never change are one of two, the rest is left as it is."""
        body = self.program.kinds[kind].body
        if body is None or self.grows(kind, body):
            return body
        turned = body.turned if body.turned is not None and self.may_change(kind, body, body.turned) else None
        mirrored = body.mirrored if any(self.may_change(kind, body, f) for f in fields_of(body.mirrored)) else None
        rows = ONE_CELL if is_one_cell(body) else SEVERAL_CELLS
        if rows == ONE_CELL:
            mirrored = None
            if turned is None:
                return None
        across = mirrored is None or turned is None or body.upright in (ir.UP, ir.DOWN)
        origin = None if body.origin is None and rows == SEVERAL_CELLS else (_ZERO, _ZERO)
        still = ir.Body(
            body.slots, ir.Const("int", len(rows[0])), _ONE, rows, None, origin, mirrored, turned,
            ir.UP if across else ir.RIGHT,
        )  # fmt: skip
        return still if self.is_boxed(kind, still) else replace(still, origin=(_ZERO, _ZERO))


def _is_turn(node: object) -> bool:
    return isinstance(node, ir.Turn)


# ---------------------------------------------------------------- the step


def without_shapes(program: ir.Program) -> ir.Program:
    """Bodies without what is level-like data: shapes that never change, turns and mirrors that never happen.

    What no rule speaks of only stands in the way, so that it has a body is part of its shape.
    """
    if all(kind.body is None for kind in program.kinds):
        return program
    changes, spoken = Changes(program), spoken_of(program)
    bodies = [changes.kept(number) for number in range(len(program.kinds))]
    kinds = [
        replace(kind, body=None if number not in spoken and body is not None and is_still(body) else body)
        for number, (kind, body) in enumerate(zip(program.kinds, bodies, strict=True))
    ]
    return replace(program, kinds=tuple(kinds))


def spoken_of(program: ir.Program) -> Kinds:
    """The kinds of which some rule speaks; all of them where one speaks of whatever was met."""
    spoken: set[int] = set()
    for node in ir.nodes(replace(program, levels=())):
        match node:
            case ir.Bind() | ir.IsKind() | ir.ThingDomain() | ir.Keep() | ir.Take() if node.kinds is not None:
                spoken.update(node.kinds)
            case ir.Trigger(event, args) | ir.Did(event, args):
                sorts = program.events[event].sorts
                if any(_is_open(arg, sort) for arg, sort in zip(args, sorts, strict=False)):
                    return frozenset(range(len(program.kinds)))
            case ir.Make(kind):
                spoken.add(kind)
    return frozenset(spoken)


def _is_open(arg: ir.Arg, sort: ir.Sort) -> bool:
    """Whether an argument of an event takes a thing of whatever kind."""
    return isinstance(arg, ir.Take) and arg.kinds is None and sort == "thing"
