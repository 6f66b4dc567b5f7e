"""The cast of a game: the kinds that count in it, what of them shows, the rules and the actions that make a difference.

What counts is what the canonical form says: kinds and attributes on which nothing depends are decoration, and kinds
that nothing tells apart are one *part*.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from arcg.compiler import ir
from arcg.compiler.canonical import shortened
from arcg.compiler.canonical.cell_reach import CellGame, cell_game
from arcg.compiler.canonical.lift_cells import look_alikes

RuleName = tuple[str, str]
"""A phase and a rule of it."""


@dataclass(frozen=True, slots=True)
class Part:
    """Kinds that nothing tells apart; the first stands for all.

    Attributes:
        name: the kind's name.
        kinds: their numbers.
        layer: on which they are.
        shown: whether one is ever drawn.
        attrs: places of the attributes that count, in the first kind.
        seen: those of them that the pictures show.
        wanted: a way to win speaks of it.
        feared: a way to lose does.
    """

    name: str
    kinds: tuple[int, ...]
    layer: int
    shown: bool
    attrs: tuple[int, ...]
    seen: tuple[int, ...]
    wanted: bool
    feared: bool


@dataclass(frozen=True)
class Cast:
    """What counts in a game: its parts, attributes of the world by their numbers, rules by name with their lines."""

    program: ir.Program
    parts: tuple[Part, ...]
    world: tuple[int, ...]
    rules: dict[RuleName, int]
    wins: bool
    loses: bool

    @cached_property
    def part_of(self) -> dict[int, int]:
        """The number of the part of each kind that counts."""
        return {kind: number for number, part in enumerate(self.parts) for kind in part.kinds}


def cast_of(program: ir.Program) -> Cast:
    """The cast of a game."""
    return _over_things(program) if program.cellwise is None else _over_cells(program, program.cellwise)


# ---------------------------------------------------------------- things


def _over_things(program: ir.Program) -> Cast:
    short = shortened(program)
    numbers = {kind.name: number for number, kind in enumerate(program.kinds)}
    spoken = _spoken(program)
    groups = {numbers[kind.name]: [numbers[kind.name]] for kind in short.kinds}
    for number, kind in enumerate(program.kinds):
        if number in groups or number in spoken:
            continue
        for first in groups:
            same = (program.kinds[first].layer, program.kinds[first].body) == (kind.layer, kind.body)
            if first not in spoken and same:
                groups[first].append(number)
    wanted, feared = (_kinds_in(program, conditions) for conditions in (program.wins, program.loses))
    kept = {kind.name: {attr.name for attr in kind.attrs} for kind in short.kinds}
    parts = []
    for first, kinds in groups.items():
        kind = program.kinds[first]
        attrs = tuple(place for place, attr in enumerate(kind.attrs) if attr.name in kept[kind.name])
        drawn = set(_fields(program, (kind.pictures, kind.tints)))
        parts.append(
            Part(
                name=kind.name,
                kinds=tuple(kinds),
                layer=kind.layer,
                shown=any(program.kinds[n].pictures for n in kinds) and not program.layers[kind.layer].hidden,
                attrs=attrs,
                seen=tuple(place for place in attrs if kind.attrs[place].field in drawn),
                wanted=first in wanted,
                feared=first in feared,
            )
        )
    finishes = {node.outcome for node in ir.nodes(short.phases) if isinstance(node, ir.Finish)}
    read = {node.attr for node in ir.nodes(short) if isinstance(node, ir.World | ir.WorldTarget)}
    return Cast(
        program,
        tuple(parts),
        tuple(sorted(read)),
        {(phase.name, rule.name): rule.line for phase in short.phases for rule in phase.rules},
        bool(short.wins) or "win" in finishes,
        bool(short.loses) or "lose" in finishes,
    )


def _spoken(program: ir.Program) -> set[int]:
    """The kinds that a rule, fact or goal speaks of."""
    found: set[int] = set()
    ruled = (
        program.phases, program.facts, program.distances, program.stops, program.pushes, program.carries,
        program.stuck, program.forbids, program.wins, program.loses,
    )  # fmt: skip
    for node in ir.nodes(ruled):
        match node:
            case ir.Bind() | ir.IsKind() | ir.Take():
                found.update(node.kinds or ())
            case ir.Make(kind):
                found.add(kind)
    return found


def _kinds_in(program: ir.Program, conditions: tuple[ir.Condition, ...]) -> set[int]:
    return {kind for node in _asked(program, conditions) if isinstance(node, ir.Bind) for kind in node.kinds}


def _fields(program: ir.Program, drawn: object) -> list[int]:
    """The fields that pictures or tints ask for."""
    return [node.field for node in _asked(program, drawn) if isinstance(node, ir.Attr)]


def _asked(program: ir.Program, root: object) -> list[Any]:
    """All nodes below one, and those of the facts that it asks, one step deep."""
    asked = list(ir.nodes(root))
    facts = {node.fact for node in asked if isinstance(node, ir.Fact)}
    return asked + [node for fact in sorted(facts) for node in ir.nodes(program.facts[fact])]


# ---------------------------------------------------------------- cells


def _over_cells(program: ir.Program, cellwise: ir.Cellwise) -> Cast:
    game = cell_game(program, cellwise)
    groups: dict[int, list[int]] = {}
    for kind, first in look_alikes(program, cellwise, game).items():
        groups.setdefault(first, []).append(kind)
    wanted = {kind for goal in cellwise.goals for kind in _bits(goal.first) | _bits(goal.second)}
    parts = tuple(
        Part(
            name=program.kinds[first].name,
            kinds=tuple(kinds),
            layer=program.kinds[first].layer,
            shown=any(program.kinds[kind].pictures for kind in kinds),
            attrs=(),
            seen=(),
            wanted=not wanted.isdisjoint(kinds),
            feared=False,
        )
        for first, kinds in groups.items()
    )
    sources = sorted(_sources(game))
    rules = {(cellwise.phases[n], cellwise.names[n]): cellwise.lines[n] for n in sources}
    commands = {
        command for stage in (game.early, game.late) for g in stage if g for w in g.ways for command in w.commands
    }
    return Cast(program, parts, (), rules, bool(game.goals) or "win" in commands, False)


def _sources(game: CellGame) -> set[int]:
    return {way.source for stage in (game.early, game.late) for group in stage if group for way in group.ways}


def _bits(test: ir.CellTest) -> set[int]:
    mask = test.present
    for some in test.some:
        mask |= some
    return {bit for bit in range(mask.bit_length()) if mask >> bit & 1}
