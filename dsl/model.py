"""The checked game: every name resolved, every rule in core form, every level placed, with its place in the text kept.

`check.py` fills a `Game` pass by pass (declarations, rules, levels) and hands it out only when no error was found;
everything after it may trust it. Numbers of kinds, fields, world attributes, events, facts and saves are those that
the core nodes carry: the order of first declaration.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from arcg.dsl import core, syntax
from arcg.dsl.cellwise.brackets import BracketGame
from arcg.dsl.cellwise.nodes import Cellwise
from arcg.dsl.diagnostics import Span

COLOURS: tuple[str, ...] = (
    "white", "silver", "lightgrey", "grey", "darkgrey", "black", "magenta", "pink",
    "red", "blue", "sky", "yellow", "orange", "maroon", "green", "purple",
)  # fmt: skip
"""The sixteen palette colours by number, as they may be written in a file."""

LAYER_FLAGS = ("free", "hidden", "clickable", "open")
ACTION_WORDS: dict[str, tuple[int, ...]] = {"arrows": (1, 2, 3, 4), "act": (5,), "click": (6,), "undo": (7,)}
"""What the words after `actions` offer, as action numbers."""


@dataclass(frozen=True, slots=True)
class Type:
    """What an expression yields. `domain` for enumerations, `kinds` for things (those it may be).

    The thing `none` alone has no kinds.
    """

    sort: core.Sort
    domain: core.EnumDomain | None = None
    kinds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AttrModel:
    """An attribute of a kind or of the world. `number` is its field (kinds) or its place (world)."""

    number: int
    name: str
    domain: core.Domain
    default: int
    span: Span

    @property
    def type(self) -> Type:
        """The type of the attribute's value."""
        match self.domain:
            case core.IntDomain():
                return Type("int")
            case core.EnumDomain() as domain:
                return Type("enum", domain)
            case core.DirDomain():
                return Type("dir")
            case core.ThingDomain(kinds):
                return Type("thing", None, kinds)


@dataclass(frozen=True, slots=True)
class LayerModel:
    """A layer; later layers are drawn over earlier ones."""

    number: int
    name: str
    flags: frozenset[str]
    span: Span


@dataclass(frozen=True, slots=True)
class PictureModel:
    """A picture: `rows` of palette numbers, -1 transparent; slot 0 of the condition `when` is the thing.

    `cells`: drawn in every cell of the body.
    """

    when: core.Condition | None
    rows: tuple[tuple[int, ...], ...]
    span: Span
    cells: bool = False


@dataclass(frozen=True, slots=True)
class TintModel:
    """Pixels of `colour` take `palette[value - low]`; slot 0 of `expr`, whose scope is `slots`, is the thing."""

    colour: int
    slots: tuple[core.Variable, ...]
    expr: core.Expr
    low: int
    palette: tuple[int, ...]
    span: Span


@dataclass(slots=True)
class KindModel:
    """A kind. `attrs` in declared order, by name. `wide`: it has a body, which is known once the rules are.

    `numbered`: the last of its attributes is `ID`.
    """

    number: int
    name: str
    layer: LayerModel
    attrs: dict[str, AttrModel]
    span: Span
    pictures: list[PictureModel] = field(default_factory=list)
    tints: list[TintModel] = field(default_factory=list)
    body: core.Body | None = None
    wide: bool = False
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class GroupModel:
    """A group: the numbers of its kinds, ascending; a group may name groups."""

    name: str
    kinds: tuple[int, ...]
    span: Span


@dataclass(slots=True)
class EventModel:
    """An event. `params` are the types of its arguments; those made by rules take them from their emissions."""

    number: int
    name: str
    source: Literal["input", "motion", "rule"]
    params: list[Type]
    span: Span | None


@dataclass(slots=True)
class FactModel:
    """A derived relation. `infix` says that it is written `A name B`.

    `loop` are the facts that ask each other in a ring with this one, itself among them.
    """

    number: int
    name: str
    infix: bool
    params: list[Type]
    clauses: list[core.Clause]
    span: Span
    loop: tuple[int, ...] = ()


@dataclass(slots=True)
class DerivedModel:
    """A derived attribute: the first of `facts` (thing, value) that holds of a thing gives its value.

    `kinds` are those of which some line speaks.
    """

    name: str
    type: Type
    facts: list[int]
    kinds: tuple[int, ...]
    span: Span


@dataclass(slots=True)
class FieldModel:
    """A field. `params` are the types of its arguments, without the cell; the clauses have the cell as well."""

    number: int
    name: str
    params: list[Type]
    to: core.Clause
    through: core.Clause
    span: Span


@dataclass(frozen=True, slots=True)
class BarModel:
    """A bar or pips on an edge."""

    shape: Literal["bar", "pips"]
    attr: AttrModel
    edge: Literal["top", "bottom", "left", "right"]
    colour: int
    span: Span


@dataclass(frozen=True, slots=True)
class PlacedModel:
    """A thing of a level; thing-valued attributes are places in the level's `things`, or `core.NONE`."""

    kind: int
    x: int
    y: int
    attrs: tuple[int, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class LevelModel:
    """A level. `world` has one value per world attribute (things as places in `things`); `cell` is in pixels.

    `view`: the size of the view, if it is another one than the game's.
    """

    name: str
    width: int
    height: int
    cell: int
    world: tuple[int, ...]
    things: tuple[PlacedModel, ...]
    span: Span
    view: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """`fill Wall as rooms 2..4`: a kind that is laid out. `amount` has the unit of the way, see `dsl/generating.py`."""

    kind: int
    way: str
    amount: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Kept:
    """`keep Crate with hue: red blue`: things of a kind stay where they stand. `choices` and `area`: as for `Some`."""

    kind: int
    choices: tuple[tuple[int, tuple[int, ...]], ...]
    area: tuple[int, int, int, int] | None


@dataclass(frozen=True, slots=True)
class Some:
    """`put 2..3 Crate with hue: red blue on Goal from cell(1, 1) to cell(4, 3)`.

    `choices`: place of an attribute among those of the kind, and the values that may be drawn. `where`: "", "on",
    "touching" or "apart", with the numbers of `kinds`. `area`: the left, top, right and bottom cell of the part of the
    board that is meant; None for all of it.
    """

    kind: int
    amount: tuple[int, int]
    choices: tuple[tuple[int, tuple[int, ...]], ...]
    where: str
    kinds: tuple[int, ...]
    area: tuple[int, int, int, int] | None


@dataclass(frozen=True, slots=True)
class Demand:
    """`must ..` or `never ..`: what holds where a level begins, or does not; `text` is the line as written."""

    must: bool
    condition: core.Condition
    text: str


@dataclass(frozen=True, slots=True)
class Recipe:
    """A `generate` block: what may vary in levels that are made like level `level` (0-based).

    `vary`: place of an attribute of the world, and the values that may be drawn. `around`: of each `connected` line the
    kinds that part cells. `wanted`: `shortest`, `mechanics`, `branching` with their bounds, where the block names them.
    """

    level: int
    line: int
    least: tuple[int, int]
    most: tuple[int, int]
    keep: tuple[Kept, ...]
    layouts: tuple[Layout, ...]
    mirror: str
    vary: tuple[tuple[int, tuple[int, ...]], ...]
    puts: tuple[Some, ...]
    demands: tuple[Demand, ...]
    around: tuple[tuple[int, ...], ...]
    wanted: dict[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Expansion:
    """A sentence of the file and the statements that it came to, with the prior it used and that prior's family."""

    sentence: syntax.Sentence
    prior: syntax.PriorDecl
    family: str
    statements: tuple[syntax.Statement, ...]


@dataclass(slots=True)
class Game:
    """The checked model of one file. Dictionaries are in declared order.

    `brackets` and `cellwise`: what happens in a game under `semantics puzzlescript`, as written and as tables.
    """

    path: str
    text: str
    name: str = ""
    width: int = 0
    height: int = 0
    cell: int = 1
    ground: int = 5
    actions: tuple[int, ...] = ()
    ties: tuple[int, ...] = (core.UP, core.DOWN, core.LEFT, core.RIGHT)
    layers: dict[str, LayerModel] = field(default_factory=dict)
    kinds: dict[str, KindModel] = field(default_factory=dict)
    groups: dict[str, GroupModel] = field(default_factory=dict)
    fields: dict[str, int] = field(default_factory=dict)
    world: dict[str, AttrModel] = field(default_factory=dict)
    events: dict[str, EventModel] = field(default_factory=dict)
    facts: dict[str, FactModel] = field(default_factory=dict)
    derived: dict[str, DerivedModel] = field(default_factory=dict)
    distances: dict[str, FieldModel] = field(default_factory=dict)
    motion: dict[str, list[core.Clause]] = field(
        default_factory=lambda: {"stops": [], "pushes": [], "carries": [], "stuck": []}
    )
    phases: list[core.Phase] = field(default_factory=list)
    forbids: list[core.Forbid] = field(default_factory=list)
    wins: list[core.Condition] = field(default_factory=list)
    loses: list[core.Condition] = field(default_factory=list)
    lose_first: bool = False
    undo: core.Keep = field(default_factory=lambda: core.Keep((), ()))
    saves: dict[str, int] = field(default_factory=dict)
    bars: list[BarModel] = field(default_factory=list)
    paints: list[core.Paint] = field(default_factory=list)
    view_size: tuple[int, int] | None = None
    view: core.View | None = None
    followed: syntax.ThingTerm | None = None
    view_line: int = 0
    legend: dict[str, syntax.LegendEntry] = field(default_factory=dict)
    levels: list[LevelModel] = field(default_factory=list)
    recipes: dict[int, Recipe] = field(default_factory=dict)
    expansions: list[Expansion] = field(default_factory=list)
    allowed: dict[str, Span] = field(default_factory=dict)
    brackets: BracketGame | None = None
    cellwise: Cellwise | None = None

    def kinds_of(self, name: str) -> tuple[int, ...] | None:
        """The kind numbers that a kind's or group's name stands for, or None if it is neither."""
        if name in self.kinds:
            return (self.kinds[name].number,)
        group = self.groups.get(name)
        return group.kinds if group else None
