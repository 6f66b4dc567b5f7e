"""Lowering: a checked `Game` becomes a `Program`, table by table.

Takes what the checker made and gives the IR that every engine reads. The step is mechanical, because the checker has
already put rules into core form; names and spans stay behind, but for those that traces and messages use.
"""

from __future__ import annotations

from typing import TypeVar

from arcg.compiler import ir
from arcg.compiler.verify import verify
from arcg.dsl.core import Sort
from arcg.dsl.functions import ID
from arcg.dsl.model import LAYER_FLAGS, BarModel, EventModel, FactModel, FieldModel, Game, KindModel, LevelModel

T = TypeVar("T", EventModel, FactModel, FieldModel, KindModel)


def lower(game: Game) -> ir.Program:
    """The program of a game that the checker found sound.

    Raises:
        ValueError: the game breaks an invariant of the IR, which is a fault of the checker.
    """
    program = ir.Program(
        name=game.name,
        ground=game.ground,
        actions=game.actions,
        ties=game.ties,
        fields=tuple(game.fields),
        layers=tuple(
            ir.Layer(layer.name, *(flag in layer.flags for flag in LAYER_FLAGS)) for layer in game.layers.values()
        ),
        kinds=tuple(_kind(kind) for kind in _numbered(game.kinds)),
        world=tuple(ir.WorldAttr(attr.name, attr.domain, attr.default) for attr in game.world.values()),
        events=_events(game),
        facts=tuple(
            ir.FactTable(fact.name, tuple(param.sort for param in fact.params), tuple(fact.clauses), fact.loop)
            for fact in _numbered(game.facts)
        ),
        distances=tuple(
            ir.FieldTable(field.name, tuple(param.sort for param in field.params), field.to, field.through)
            for field in _numbered(game.distances)
        ),
        stops=tuple(game.motion["stops"]),
        pushes=tuple(game.motion["pushes"]),
        carries=tuple(game.motion["carries"]),
        stuck=tuple(game.motion["stuck"]),
        phases=tuple(game.phases),
        forbids=tuple(game.forbids),
        wins=tuple(game.wins),
        loses=tuple(game.loses),
        lose_first=game.lose_first,
        undo=game.undo,
        saves=tuple(sorted(game.saves, key=lambda name: game.saves[name])),
        bars=tuple(_bar(bar) for bar in game.bars),
        levels=tuple(_level(level) for level in game.levels),
        view=game.view,
        paints=tuple(game.paints),
        cellwise=game.cellwise,
    )
    verify(program)
    return program


def _numbered(table: dict[str, T]) -> list[T]:
    """The entries of a table in the order of the numbers that core nodes carry."""
    return sorted(table.values(), key=lambda entry: entry.number)


def _kind(kind: KindModel) -> ir.Kind:
    return ir.Kind(
        name=kind.name,
        layer=kind.layer.number,
        attrs=tuple(ir.AttrInfo(attr.number, attr.name, attr.domain, attr.default) for attr in kind.attrs.values()),
        pictures=tuple(ir.Picture(picture.when, picture.rows, picture.cells) for picture in kind.pictures),
        tints=tuple(ir.Tint(tint.colour, tint.slots, tint.expr, tint.low, tint.palette) for tint in kind.tints),
        body=kind.body,
        numbered=kind.attrs[ID].number if kind.numbered else None,
    )


def _events(game: Game) -> tuple[ir.Event, ...]:
    """The built-in events, whether or not a rule names them, then those made by rules."""
    made = [event for event in _numbered(game.events) if event.source == "rule"]
    return ir.BUILTIN_EVENTS + tuple(ir.Event(event.name, event.source, _sorts(event)) for event in made)


def _sorts(event: EventModel) -> tuple[Sort, ...]:
    return tuple(param.sort for param in event.params)


def _bar(bar: BarModel) -> ir.Bar:
    return ir.Bar(bar.shape, bar.attr.number, bar.edge, bar.colour)


def _level(level: LevelModel) -> ir.Level:
    return ir.Level(
        name=level.name,
        width=level.width,
        height=level.height,
        cell=level.cell,
        world=level.world,
        things=tuple(ir.Placed(thing.kind, thing.x, thing.y, thing.attrs) for thing in level.things),
        view=level.view,
    )
