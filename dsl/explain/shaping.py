"""Taking shapes back: core nodes with what one word of the language came to replaced by one node of its own.

`shaped` takes a piece of a checked game and gives it with its shapes. Only what is exactly what the checker makes is
replaced, so nothing else is ever told as if it were; what is not has words anyway.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from arcg.dsl import core
from arcg.dsl.explain.brackets import Slots, only, with_lines
from arcg.dsl.explain.shapes import Asking, Derived, InLine, Sees
from arcg.dsl.model import Game

ASKED = ".asked"
"""The name of the slot that the checker makes for `moving` and `still`."""


def shaped(node: Any, game: Game, slots: Slots = ()) -> Any:
    """A node, or a tuple of nodes, with the shapes in it replaced; `slots` are those of the scope that it stands in."""
    if isinstance(node, tuple | list):
        return tuple(shaped(item, game, slots) for item in node)
    if not dataclasses.is_dataclass(node) or isinstance(node, type):
        return node
    own = getattr(node, "slots", slots)
    inner = own if isinstance(own, tuple) else slots
    found = _derived(node, game) or _sees(node, game) or _in_line(node) or _asking(node, inner)
    if found is not None:
        return shaped(found, game, inner)
    parts = {part.name: getattr(node, part.name) for part in dataclasses.fields(node)}
    if isinstance(node, core.Query):
        atoms = with_lines(shaped(node.atoms, game, inner), inner)
        return dataclasses.replace(node, atoms=atoms)
    changed = {name: new for name, old in parts.items() if (new := shaped(old, game, inner)) is not old and new != old}
    return dataclasses.replace(node, **changed) if changed else node


# ---------------------------------------------------------------- words of the language


def _derived(node: Any, game: Game) -> Derived | None:
    """An attribute that is worked out: the first of its lines that gives a value."""
    options = node.options if isinstance(node, core.Either) else (node,)
    facts, things = [], []
    for option in options:
        match option:
            case core.Aggregate(
                op="first",
                value=core.Slot(index=slot),
                query=core.Query(atoms=(core.Fact(fact=fact, args=(core.Equal(expr=thing), core.Take(slot=taken))),)),
            ) if taken == slot:
                facts.append(fact)
                things.append(thing)
            case _:
                return None
    for derived in game.derived.values():
        if derived.facts == facts and all(thing == things[0] for thing in things):
            return Derived(things[0], derived.name)
    return None


def _sees(node: Any, game: Game) -> Sees | None:
    """`A sees B`, as `QueryChecker.sight` makes it."""
    query = only(node)
    if query is None or len(query.values) != 3 or len(query.atoms) not in (5, 6):
        return None
    match query.atoms:
        case (core.CellsOf(thing=seer), core.CellsOf(thing=seen), _, _, *told, core.No(query=stopper)):
            pass
        case _:
            return None
    direction = told[0].right if told and isinstance(told[0], core.Compare) else None
    if len(stopper.things) != 1 or len(stopper.values) != 1:
        return None
    (start, end, way), between, thing = query.values, stopper.values[0], stopper.things[0]
    other = core.Slot(thing)
    stops = core.Query(
        (
            core.Ray(between, core.Slot(start), core.Slot(way), core.Slot(end)),
            core.Bind(thing, tuple(range(len(game.kinds)))),
            core.Relate("at", other, core.Slot(between)),
            core.Compare("!=", other, seen),
            core.Stops(other, seer),
        ),
        (thing,),
        (between,),
    )
    atoms: list[core.Atom] = [core.CellsOf(start, seer), core.CellsOf(end, seen), core.Compare("!=", seer, seen)]
    atoms.append(core.Assign(way, core.Apply("way", (core.Slot(start), core.Slot(end)))))
    atoms += [core.Compare("=", core.Slot(way), direction)] if direction is not None else []
    made = core.Query((*atoms, core.No(stops)), (), (start, end, way))
    return Sees(seer, seen, direction) if query == made else None


def _in_line(node: Any) -> InLine | None:
    """`A in_row B` and `A in_column B`, as `QueryChecker` makes them."""
    query = only(node)
    if query is None or len(query.values) != 2:
        return None
    match query.atoms:
        case (core.CellsOf(thing=left), core.CellsOf(thing=right), _, core.Compare(left=core.Apply(function=part))):
            pass
        case _:
            return None
    one, two = query.values
    same = core.Compare("=", core.Apply(part, (core.Slot(one),)), core.Apply(part, (core.Slot(two),)))
    cells = (core.CellsOf(one, left), core.CellsOf(two, right), core.Compare("!=", left, right))
    if part not in ("x", "y") or query != core.Query((*cells, same), (), (one, two)):
        return None
    return InLine(left, right, "row" if part == "y" else "column")


def _asking(node: Any, slots: Slots) -> core.Exists | core.No | Asking | None:
    """`moving` and `still` in brackets."""
    query = only(node) if isinstance(node, core.Exists) else node.query if isinstance(node, core.No) else None
    if query is None:
        return None
    match query.atoms:
        case (core.Assign(slot=slot, expr=core.Asked(thing=thing)),) if slots[slot].name == ASKED:
            return Asking(thing) if isinstance(node, core.Exists) else core.No(core.Query((Asking(thing),)))  # type: ignore[arg-type]
    return None
