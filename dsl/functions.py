"""What the language itself offers by name: functions, properties, relations, events and the facts that motion asks.

Pure data with a signature and one line of documentation each; the checker resolves names by these tables, and the
reference and the editor print them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arcg.dsl import core


@dataclass(frozen=True, slots=True)
class FunctionInfo:
    """A function: the sorts of its arguments and of its value. A `cell` argument also takes a thing, for its cell."""

    name: core.Function
    params: tuple[core.Sort, ...]
    result: core.Sort
    usage: str
    doc: str


@dataclass(frozen=True, slots=True)
class PropertyInfo:
    """What every thing has after a dot; `of_cells` says that cells have it too."""

    name: Literal["cell", "x", "y"]
    result: core.Sort
    of_cells: bool
    doc: str


@dataclass(frozen=True, slots=True)
class RelationInfo:
    """A word between two things. `takes_direction`: it is written with one, as in `ahead($d)`; `sees` may be.

    `direction` is the fixed direction of `above` and `below`.
    """

    relation: core.Relation | Literal["sees", "in_row", "in_column", "stops", "after"]
    takes_direction: bool
    direction: int | None
    usage: str
    doc: str


@dataclass(frozen=True, slots=True)
class EventInfo:
    """An event that input or motion makes. `action` is the word after `actions` that it needs, if it needs one."""

    name: str
    source: Literal["input", "motion"]
    sorts: tuple[core.Sort, ...]
    action: str | None
    usage: str
    doc: str


FUNCTIONS: dict[str, FunctionInfo] = {
    info.name: info
    for info in (
        FunctionInfo("ahead", ("cell", "dir"), "cell", "ahead(Player, $d)", "the cell one step on in a direction"),
        FunctionInfo("way", ("cell", "cell"), "dir", "way(Guard, Player)", "the direction from one to another in line"),
        FunctionInfo("cw", ("dir",), "dir", "cw($d)", "the direction a quarter turn clockwise"),
        FunctionInfo("ccw", ("dir",), "dir", "ccw($d)", "the direction a quarter turn counter-clockwise"),
        FunctionInfo("back", ("dir",), "dir", "back($d)", "the opposite direction"),
        FunctionInfo("dx", ("dir",), "int", "dx($d)", "-1 for left, 1 for right, else 0"),
        FunctionInfo("dy", ("dir",), "int", "dy($d)", "-1 for up, 1 for down, else 0"),
        FunctionInfo("cell", ("int", "int"), "cell", "cell(3, 4)", "the cell in a column and a row, from 0"),
        FunctionInfo("abs", ("int",), "int", "abs($n)", "a number without its sign"),
        FunctionInfo("least", ("int", "int"), "int", "least($a, $b)", "the smaller of two numbers"),
        FunctionInfo("most", ("int", "int"), "int", "most($a, $b)", "the larger of two numbers"),
    )
}

FIELD_FUNCTIONS = {"step": "step(path, Guard)"}
"""What is asked of a field by its name, with an example."""

OTHER_FUNCTIONS = {**FIELD_FUNCTIONS, "asked": "asked(Player)"}
"""Functions of more than values, with an example."""

PROPERTIES: dict[str, PropertyInfo] = {
    info.name: info
    for info in (
        PropertyInfo("cell", "cell", of_cells=False, doc="the cell where a thing lies"),
        PropertyInfo("x", "int", of_cells=True, doc="its column, from 0 at the left"),
        PropertyInfo("y", "int", of_cells=True, doc="its row, from 0 at the top"),
    )
}

RELATIONS: dict[str, RelationInfo] = {
    "at": RelationInfo("at", False, None, "Crate at $c", "the first covers the cell (or the cell of the second)"),
    "on": RelationInfo("on", False, None, "Crate on Goal", "every cell of the first is a cell of the second"),
    "overlaps": RelationInfo("overlaps", False, None, "Rod overlaps Wall", "they have a cell in common"),
    "touches": RelationInfo(
        "touches", False, None, "Lamp touches Lamp $b", "they have neighbouring cells, edge to edge"
    ),
    "near": RelationInfo("near", False, None, "Tile near Clue", "they have neighbouring cells, by edge or corner"),
    "ahead": RelationInfo("ahead", True, None, "Wall ahead($d) Player", "a step of the second would enter the first"),
    "beside": RelationInfo("beside", False, None, "Key beside Door", "the first is ahead left or ahead right"),
    "above": RelationInfo("ahead", False, core.UP, "Key above Door", "the first is ahead up"),
    "below": RelationInfo("ahead", False, core.DOWN, "Key below Door", "the first is ahead down"),
    "in_row": RelationInfo("in_row", False, None, "Key in_row Door", "they have a row in common"),
    "in_column": RelationInfo("in_column", False, None, "Key in_column Door", "they have a column in common"),
    "sees": RelationInfo(
        "sees",
        False,
        None,
        "Guard sees Player",
        "they are in one row or column, and nothing that stops the first lies between; `sees($d)`: in that direction",
    ),
    "stops": RelationInfo("stops", False, None, "Lock stops Player", "the first would stop the second, as motion asks"),
    "after": RelationInfo("after", False, None, "Bead after Bead $b", "of a numbered kind: the first was made later"),
}

ACTION_DOMAIN = core.EnumDomain(core.ACTION_NAMES)
"""The domain of the argument of `action`."""

ID = "id"
"""What the things of a `numbered` kind have besides: their place, from 1, in the order in which they were made."""

EVENTS: tuple[EventInfo, ...] = (
    EventInfo("start", "input", (), None, "start", "a level was loaded"),
    EventInfo("arrow", "input", ("dir",), "arrows", "arrow($d)", "an arrow was pressed"),
    EventInfo("act", "input", (), "act", "act", "the action button was pressed"),
    EventInfo("click", "input", ("thing",), "click", "click(Lamp)", "the topmost thing there was clicked, or none"),
    EventInfo("clickcell", "input", ("cell",), "click", "clickcell($c)", "a cell of the board was clicked"),
    EventInfo("undo", "input", (), "undo", "undo", "a turn was taken back"),
    EventInfo("action", "input", ("enum",), None, "action($a)", "any action was taken"),
    EventInfo("moved", "motion", ("thing", "dir"), None, "moved(Crate, $d)", "it changed its cell by move or push"),
    EventInfo(
        "blocked", "motion", ("thing", "dir", "thing", "cell"), None,
        "blocked(Crate, $d, Wall, $c)", "its move was refused, by what, and where",
    ),
    EventInfo("enter", "motion", ("thing", "thing"), None, "enter(Player, Pad)", "it newly shares a cell with another"),
    EventInfo("leave", "motion", ("thing", "thing"), None, "leave(Player, Pad)", "it no longer shares a cell with it"),
)  # fmt: skip
"""In the order of their numbers."""

BUILTIN_EVENTS: dict[str, EventInfo] = {info.name: info for info in EVENTS}
MOTION_EVENTS = tuple(info.name for info in EVENTS if info.source == "motion")

MOTION_FACTS: dict[str, tuple[core.Sort, ...]] = {
    "stops": ("thing", "thing"),
    "pushes": ("thing", "thing"),
    "carries": ("thing", "thing"),
    "stuck": ("thing", "dir"),
}
"""The facts that motion asks, with the sorts of their parameters; all but `stuck` are written between."""
