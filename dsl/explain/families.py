"""Which families of Core Knowledge a piece of a game draws on, read off its core nodes and the shapes in them.

`DRAWS_ON` has one entry for every class of the core and every shape: a family and what it is used for, a function of
the node where that depends on more than the class, or None for what every game needs (values, names, logic, the turn).
The families are those of the files in `dsl/priors/`; `docs/explain.md` has the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from arcg.dsl import core
from arcg.dsl.explain.lexicon import Lexicon
from arcg.dsl.explain.shapes import Absent, Asking, Cell, Derived, Here, InLine, Line, Sees
from arcg.dsl.explain.shaping import shaped
from arcg.dsl.walk import below

FAMILIES: dict[str, str] = {
    "objectness": "objects persist, block, push, carry, contain and replace one another",
    "geometry": "places, neighbours, directions and turns",
    "physics": "what moves goes on by itself until something holds it",
    "agentness": "things move of their own accord or for the player, follow and imitate",
    "number": "quantities, more and less, counting and budgets",
}
"""The families in the order in which they are told, each with what it is about."""

Use = tuple[str, str]
"""A family and what of it is used."""

Finder = Callable[[Lexicon, Any, bool], Use | None]
"""From a node, and whether its phase repeats, to what it draws on."""

FIELD_USE: Use = ("geometry", "distances over the board, and the way to where they lead")
"""What fields draw on, and who asks them."""

_STEPS: Use = ("geometry", "cells, columns and rows, directions and turns")
_NUMBERS: Use = ("number", "calculating")
_NEIGHBOURS: Use = ("geometry", "neighbouring cells")
_COVER: Use = ("objectness", "things that share cells")


def _move(lexicon: Lexicon, node: core.Move, repeats: bool) -> Use:
    if repeats:
        return "physics", "motion that goes on round after round"
    return "agentness", "things that ask to move"


def _function(lexicon: Lexicon, node: core.Apply, repeats: bool) -> Use | None:
    if node.function == "cell_of":
        return None
    return _STEPS if node.function in ("cell", "x", "y", "ahead", "cw", "ccw", "back", "dx", "dy", "way") else _NUMBERS


def _aggregate(lexicon: Lexicon, node: core.Aggregate, repeats: bool) -> Use | None:
    return None if node.op == "first" else ("number", "counts, sums, least and greatest")


def _compare(lexicon: Lexicon, node: core.Compare, repeats: bool) -> Use | None:
    return None if node.op in ("=", "!=") else ("number", "more and less")


def _relate(lexicon: Lexicon, node: core.Relate, repeats: bool) -> Use:
    return _COVER if node.relation in ("at", "on", "overlaps") else _NEIGHBOURS


def _event(lexicon: Lexicon, node: core.Trigger | core.Did, repeats: bool) -> Use | None:
    uses: dict[str, Use] = {
        "blocked": ("objectness", "things that are stopped"),
        "enter": _COVER,
        "leave": _COVER,
        "clickcell": _STEPS,
    }
    return uses.get(lexicon.events[node.event].name)


def _body(lexicon: Lexicon, node: core.Body, repeats: bool) -> Use:
    turned = node.turned is not None or node.mirrored is not None
    return "geometry", "bodies that are turned or mirrored" if turned else "bodies of several cells"


def _always(family: str, what: str) -> Finder:
    return lambda lexicon, node, repeats: (family, what)


DRAWS_ON: dict[type, Finder | None] = {
    core.IntDomain: _always("number", "attributes that are numbers"),
    core.EnumDomain: None,
    core.DirDomain: _always("geometry", "things that face a direction"),
    core.ThingDomain: _always("objectness", "things that hold or know a thing"),
    core.Const: None,
    core.Slot: None,
    core.World: None,
    core.Attr: None,
    core.Apply: _function,
    core.Recode: None,
    core.Aggregate: _aggregate,
    core.Either: None,
    core.Distance: _always(*FIELD_USE),
    core.Approach: _always(*FIELD_USE),
    core.Asked: _always("agentness", "what things are asking for"),
    core.Bind: None,
    core.IsKind: None,
    core.Range: lambda lexicon, node, repeats: _STEPS,
    core.Assign: None,
    core.CellsOf: lambda lexicon, node, repeats: _COVER,
    core.Ray: _always("geometry", "cells in a line"),
    core.Stops: _always("objectness", "things that would stop others"),
    core.Compare: _compare,
    core.Relate: _relate,
    core.Exists: None,
    core.No: None,
    core.Every: None,
    core.Wild: None,
    core.Equal: None,
    core.Take: None,
    core.Did: _event,
    core.Fact: None,
    core.Query: None,
    core.WorldTarget: None,
    core.AttrTarget: None,
    core.Move: _move,
    core.Put: _always("objectness", "things that are put elsewhere"),
    core.Turn: _always("geometry", "things that turn about a cell"),
    core.Stay: _always("agentness", "what things are asking for"),
    core.Make: _always("objectness", "things that come into being"),
    core.Drop: _always("objectness", "things that disappear"),
    core.Set: None,
    core.Add: _always("number", "amounts that go up and down"),
    core.Cycle: None,
    core.Show: None,
    core.Save: None,
    core.Keep: None,
    core.Restore: None,
    core.End: None,
    core.Finish: None,
    core.Emit: None,
    core.Keyed: None,
    core.Body: _body,
    core.Variable: None,
    core.Trigger: _event,
    core.Rule: None,
    core.Each: None,
    core.Phase: None,
    core.Clause: None,
    core.Condition: None,
    core.Forbid: None,
    core.Paint: _always("objectness", "cells that are painted"),
    core.View: _always("geometry", "a part of the board that is seen, and how it is turned"),
    Derived: None,
    Sees: _always("agentness", "who sees whom"),
    InLine: _always("geometry", "things in one row or column"),
    Asking: _always("agentness", "what things are asking for"),
    Line: _always("geometry", "cells in a line"),
    Cell: None,
    Here: None,
    Absent: None,
}
"""What each class of the core and each shape draws on."""

MOTION_USES: dict[str, Use] = {
    "stops": ("objectness", "things that stop others"),
    "pushes": ("objectness", "things that push others"),
    "carries": ("objectness", "things that carry others"),
    "stuck": ("objectness", "things that are held back"),
}
"""What the facts that motion asks draw on."""

BAR_USE: Use = ("number", "quantities shown as bars and pips")


def uses(lexicon: Lexicon, root: Any, repeats: bool = False) -> Iterator[Use]:
    """What a piece of a game draws on, each use once; `repeats` says that it stands in a phase that goes round."""
    seen = set()
    for node in below(shaped(root, lexicon.game)):
        finder = DRAWS_ON[type(node)]
        use = finder(lexicon, node, repeats) if finder is not None else None
        if use is not None and use not in seen:
            seen.add(use)
            yield use


def families(found: Iterator[Use] | list[Use]) -> list[str]:
    """The families of some uses, in their order."""
    names = {family for family, _ in found}
    return [family for family in FAMILIES if family in names]
