"""The IR: a `Program` is one whole game as data, in dense numbered tables, ready for any engine.

`lower.py` makes it from a checked game; the engines read it and nothing else of ours. The rule bodies are the nodes
of the core language (`arcg.dsl.core`, re-exported here), which an engine should import from this module. A program is
immutable, has a canonical JSON text (`dumps`/`loads`) and a content hash (`digest`).
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from dataclasses import dataclass
from typing import Any, Literal

from arcg.dsl import core
from arcg.dsl.cellwise import nodes as cellwise_nodes
from arcg.dsl.cellwise.nodes import *  # noqa: F403  the tables of rules over cells
from arcg.dsl.cellwise.nodes import CellGroup, Cellwise
from arcg.dsl.cellwise.sampling import sampled
from arcg.dsl.core import *  # noqa: F403  the IR is the core nodes and the tables below
from arcg.dsl.core import Body, Clause, Condition, Domain, Expr, Forbid, Keep, Paint, Phase, Sort, Variable, View

FORMAT = 2
"""Version of the program format; part of the digest. Fields that are at their default at the end of a node are not
written, so what the language learns leaves the digests of the games that do not use it alone."""

FRAME = 64
"""Width and height of a frame in pixels."""


@dataclass(frozen=True, slots=True)
class Layer:
    """`free`: things may overlap. `hidden`: not drawn, not hit. `clickable`: hit by its cells, not its pictures.

    `open`: things may leave the board, up to `MAX_OUTSIDE` cells; what is outside is not drawn, hit or matched.
    """

    name: str
    free: bool
    hidden: bool
    clickable: bool
    open: bool = False


@dataclass(frozen=True, slots=True)
class AttrInfo:
    """Attribute of a kind: `field` is the number that rules use for the name, the same in all kinds that have it.

    `default` is an encoded value (`NONE` for things).
    """

    field: int
    name: str
    domain: Domain
    default: int


@dataclass(frozen=True, slots=True)
class Tint:
    """Pixels of `colour` are drawn in `palette[value of expr - low]`; slot 0 of the scope `slots` is the thing."""

    colour: int
    slots: tuple[Variable, ...]
    expr: Expr
    low: int
    palette: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """`rows` of pixels, all of one width, -1 transparent. Used when `when` (slot 0 is the thing) matches or is None.

    `cells`: drawn in every cell of the body, instead of once in its box.
    """

    when: Condition | None
    rows: tuple[tuple[int, ...], ...]
    cells: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """`attrs` in declared order (the order of the state). The first picture that applies is drawn; none: invisible.

    Without a `body` a thing covers its cell, and its pictures are drawn as they are. The things of a kind that is
    `numbered` are ordered by their number, which the attribute of that field holds, instead of by their cells: a thing
    that is made gets one more than the greatest there is, and at the end of a turn they are 1, 2, 3 and so on.
    """

    name: str
    layer: int
    attrs: tuple[AttrInfo, ...]
    pictures: tuple[Picture, ...]
    tints: tuple[Tint, ...]
    body: Body | None = None
    numbered: int | None = None


@dataclass(frozen=True, slots=True)
class WorldAttr:
    """A counter, flag, level parameter or reference of the one thing `world`."""

    name: str
    domain: Domain
    default: int


@dataclass(frozen=True, slots=True)
class Event:
    """An event: `source` says what makes it, `sorts` what its arguments are."""

    name: str
    source: Literal["input", "motion", "rule"]
    sorts: tuple[Sort, ...]


START, ARROW, ACT, CLICK, CLICKCELL, UNDO, ACTION, MOVED, BLOCKED, ENTER, LEAVE = range(11)
"""Numbers of the built-in events; those made by rules follow."""

BUILTIN_EVENTS: tuple[Event, ...] = (
    Event("start", "input", ()),
    Event("arrow", "input", ("dir",)),
    Event("act", "input", ()),
    Event("click", "input", ("thing",)),
    Event("clickcell", "input", ("cell",)),
    Event("undo", "input", ()),
    Event("action", "input", ("enum",)),
    Event("moved", "motion", ("thing", "dir")),
    Event("blocked", "motion", ("thing", "dir", "thing", "cell")),
    Event("enter", "motion", ("thing", "thing")),
    Event("leave", "motion", ("thing", "thing")),
)
"""`action`'s argument is the number of the action (`ACTION_NAMES`). A missing thing is `NONE`, a missing direction or
cell of `blocked` is undefined (None)."""


@dataclass(frozen=True, slots=True)
class FactTable:
    """A derived relation: all its clauses, in file order.

    `loop`: the facts that ask each other in a ring with this one, itself among them; empty for one that does not ask
    itself. The facts of a loop hold of the least that their clauses allow.
    """

    name: str
    sorts: tuple[Sort, ...]
    clauses: tuple[Clause, ...]
    loop: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldTable:
    """A field: breadth-first distance over the board, for arguments of `sorts`.

    The parameters of both clauses are the arguments and then the cell. Distance 0 are the cells for which `to` holds;
    from there it grows step by step into cells for which `through` holds.
    """

    name: str
    sorts: tuple[Sort, ...]
    to: Clause
    through: Clause


@dataclass(frozen=True, slots=True)
class Bar:
    """A world attribute drawn on an edge of the frame, stacked inwards in file order on each edge."""

    shape: Literal["bar", "pips"]
    attr: int
    edge: Literal["top", "bottom", "left", "right"]
    colour: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A thing of a level. Attribute values of thing domains are places in the level's `things`, or `NONE`."""

    kind: int
    x: int
    y: int
    attrs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Level:
    """`world` holds every world attribute's value at the start (things as places in `things`). `cell` is in pixels.

    `view`: the size of the view, if it is another one than the program's.
    """

    name: str
    width: int
    height: int
    cell: int
    world: tuple[int, ...]
    things: tuple[Placed, ...]
    view: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Program:
    """A whole game. Tuples are indexed by the numbers that the core nodes carry.

    `actions` are the offered action numbers, ascending, without RESET. `ties` is the game's order of directions.
    `stops`, `pushes`, `carries` have clauses with two thing parameters, `stuck` with a thing and a direction; that
    things of one ordinary layer stop each other is not written out. `undo` is what undo keeps. `cellwise`: the game is
    one of rules over cells; then there are no attributes, events of its own, facts, phases or goals but those in it.
    """

    name: str
    ground: int
    actions: tuple[int, ...]
    ties: tuple[int, ...]
    fields: tuple[str, ...]
    layers: tuple[Layer, ...]
    kinds: tuple[Kind, ...]
    world: tuple[WorldAttr, ...]
    events: tuple[Event, ...]
    facts: tuple[FactTable, ...]
    distances: tuple[FieldTable, ...]
    stops: tuple[Clause, ...]
    pushes: tuple[Clause, ...]
    carries: tuple[Clause, ...]
    stuck: tuple[Clause, ...]
    phases: tuple[Phase, ...]
    forbids: tuple[Forbid, ...]
    wins: tuple[Condition, ...]
    loses: tuple[Condition, ...]
    lose_first: bool
    undo: Keep
    saves: tuple[str, ...]
    bars: tuple[Bar, ...]
    levels: tuple[Level, ...]
    view: View | None = None
    paints: tuple[Paint, ...] = ()
    cellwise: Cellwise | None = None


def full(program: Program, level: int, bar: Bar) -> int:
    """The value at which a bar is full in a level: what the level starts with or, if that is 0, the highest value."""
    domain = program.world[bar.attr].domain
    most = domain.high if isinstance(domain, core.IntDomain) else 1
    return program.levels[level].world[bar.attr] or max(1, most)


def seen(program: Program, level: int) -> tuple[int, int]:
    """How many columns and rows of a level's board are seen.

    A board of rules over cells may be larger than a frame: then as many are as a frame has pixels for.
    """
    data = program.levels[level]
    width, height = data.width, data.height
    if program.view is not None:
        width, height = data.view or (program.view.width, program.view.height)
    width, height = min(data.width, width), min(data.height, height)
    if program.cellwise is not None:
        width, height = min(width, FRAME // data.cell), min(height, FRAME // data.cell)
    return width, height


def drawn(program: Program, picture: Picture, cell: int) -> tuple[tuple[int, ...], ...]:
    """The rows of a picture in cells of so many pixels: of rules over cells, it may be larger than a cell."""
    return picture.rows if program.cellwise is None else sampled(picture.rows, cell)


def uses_chance(program: Program) -> bool:
    """Whether a rule takes one of its matches at random, or makes a choice in a cell."""
    if program.cellwise is not None:
        groups = program.cellwise.early.groups + program.cellwise.late.groups
        return any(group.random or _chooses(group) for group in groups)
    return any(rule.mode == "random" for phase in program.phases for rule in phase.rules)


def _chooses(group: CellGroup) -> bool:
    changes = [change for rule in group.rules for row in rule.changes for change in row if change is not None]
    return any(change.choices or change.turned for change in changes)


# ---------------------------------------------------------------- text form

_CLASSES: dict[str, type] = {
    name: value
    for scope in (vars(core), vars(cellwise_nodes), globals())
    for name, value in list(scope.items())
    if isinstance(value, type) and dataclasses.is_dataclass(value)
}


def _encode(value: object, places: bool) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = [f for f in dataclasses.fields(value) if f.compare or places]
        while fields and getattr(value, fields[-1].name) == fields[-1].default:
            fields.pop()
        return [type(value).__name__, *(_encode(getattr(value, f.name), places) for f in fields)]
    if isinstance(value, tuple):
        return {"t": [_encode(item, places) for item in value]}
    if value is None or isinstance(value, bool | int | str):
        return value
    raise TypeError(f"a program cannot hold {type(value).__name__}")


def _decode(value: Any) -> Any:
    if isinstance(value, list):
        name, *items = value
        if name not in _CLASSES:
            raise ValueError(f"unknown node {name!r} in a program")
        return _CLASSES[name](*(_decode(item) for item in items))
    if isinstance(value, dict):
        return tuple(_decode(item) for item in value["t"])
    return value


def dumps(program: Program) -> str:
    """The canonical JSON text of a program: the same program gives the same bytes everywhere."""
    return _text(program, places=True)


def _text(program: Program, places: bool) -> str:
    document = {"format": FORMAT, "program": _encode(program, places)}
    return json.dumps(document, separators=(",", ":"), ensure_ascii=True)


def loads(text: str) -> Program:
    """The program that `dumps` wrote.

    Raises:
        ValueError: the text is not a program of this format version.
    """
    document = json.loads(text)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError(f"not a program of format {FORMAT}; build it again with this version of arcg")
    program = _decode(document["program"])
    if not isinstance(program, Program):
        raise ValueError("the document does not hold a program")
    return program


def digest(program: Program) -> str:
    """SHA-256 of what the game is, in hex: of the canonical text without the lines in the file."""
    return hashlib.sha256(_text(program, places=False).encode("ascii")).hexdigest()
