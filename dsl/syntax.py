"""The syntax tree: what a file says, word for word, with the place of every node.

The parser makes it from text, prior expansion rewrites it, the checker reads it. It knows names only as written: what
a name means is the checker's business. All nodes are frozen; `span` never takes part in comparisons.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from arcg.dsl.diagnostics import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Anything with a place in the text."""

    span: Span = field(compare=False, repr=False)


# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Int(Node):
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A lower-case word: a world attribute, an enumeration value, a direction, `none`, a fact without arguments."""

    text: str


@dataclass(frozen=True, slots=True)
class AttrTest(Node):
    """One entry of `Kind{..}`: `hue=red`, `n > 2`; without operator and value (`{lit}`) never parsed today."""

    name: str
    op: str
    value: Expr


@dataclass(frozen=True, slots=True)
class ThingTerm(Node):
    """`Crate`, `Crate $a`, `$a`, each with optional `{tests}`. At least one of `kind` and `var` is given.

    `var` is written without its dollar sign.
    """

    kind: str | None
    var: str | None
    tests: tuple[AttrTest, ...] = ()


@dataclass(frozen=True, slots=True)
class Path(Node):
    """`base.name`: an attribute or a built-in property (`cell`, `x`, `y`, `id`)."""

    base: Expr
    name: str


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`name(arguments)`: a function, a fact or an event, told apart by the checker. A bare event has no arguments."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Neg(Node):
    """`-value`."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Arith(Node):
    """`left op right` with op one of `+ - * / %`."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Aggregate(Node):
    """`count {..}`, `sum E of {..}`, `min/max/first E of {..}`; `value` is None only for `count`."""

    op: Literal["count", "min", "max", "sum", "first"]
    value: Expr | None
    query: Braces


Expr = Int | Name | ThingTerm | Path | Call | Neg | Arith | Aggregate

# ---------------------------------------------------------------- queries


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """`left op right` with op one of `= != < <= > >=`."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Related(Node):
    """`left relation(args) right`: `A on B`, `A at $c`, `A ahead($d) B`, or a declared fact written between."""

    relation: str
    args: tuple[Expr, ...]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class No(Node):
    """`no atom`."""

    atom: Atom


@dataclass(frozen=True, slots=True)
class Every(Node):
    """`every over has claim`."""

    over: Atom
    claim: Atom


@dataclass(frozen=True, slots=True)
class Did(Node):
    """`did event(..)`: asks whether it happened this turn, without answering it."""

    event: Call


@dataclass(frozen=True, slots=True)
class Braces(Node):
    """`{ a, b or c }`: alternatives, each a list of atoms that must hold together."""

    alternatives: tuple[tuple[Atom, ...], ...]


@dataclass(frozen=True, slots=True)
class PatternItem(Node):
    """One thing of a cell, with the word before it: `no`, a word of direction, `moving`, `still`, or none."""

    word: str | None
    term: ThingTerm


@dataclass(frozen=True, slots=True)
class PatternCell(Node):
    """What stands between two bars of a pattern. `gap`: it begins with `...`, and speaks of all the cells between."""

    gap: bool
    items: tuple[PatternItem, ...]


@dataclass(frozen=True, slots=True)
class Pattern(Node):
    """`[ > Player | Crate ] [along left right]`: cells in a line; also what they become, after the arrow."""

    cells: tuple[PatternCell, ...]
    along: tuple[Name | ThingTerm, ...]


Atom = (
    Compare
    | Related
    | No
    | Every
    | Did
    | Braces
    | Pattern
    | Int
    | Name
    | ThingTerm
    | Path
    | Call
    | Neg
    | Arith
    | Aggregate
)
Query = tuple[Atom, ...]

# ---------------------------------------------------------------- effects


@dataclass(frozen=True, slots=True)
class MoveEffect(Node):
    """`move target direction [by amount]`."""

    target: Expr
    direction: Expr
    by: Expr | None


@dataclass(frozen=True, slots=True)
class PutEffect(Node):
    """`put target at cell`."""

    target: Expr
    cell: Expr


@dataclass(frozen=True, slots=True)
class TurnEffect(Node):
    """`turn target cw/ccw [about cell]`."""

    target: Expr
    sense: Literal["cw", "ccw"]
    about: Expr | None


@dataclass(frozen=True, slots=True)
class MakeEffect(Node):
    """`make Kind{attr=value} [$name] at cell`: `term` has a kind, tests with op `=` only, and perhaps a name."""

    term: ThingTerm
    cell: Expr


@dataclass(frozen=True, slots=True)
class DropEffect(Node):
    """`drop target`."""

    target: Expr


@dataclass(frozen=True, slots=True)
class SetEffect(Node):
    """`target = value`."""

    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class AddEffect(Node):
    """`target + amount [at least/at most bound]`, or with `-`."""

    target: Expr
    sign: Literal[1, -1]
    amount: Expr
    clamp: Literal["least", "most"] | None
    bound: Expr | None


@dataclass(frozen=True, slots=True)
class CycleEffect(Node):
    """`target next` (step 1) or `target prev` (step -1)."""

    target: Expr
    step: Literal[1, -1]


@dataclass(frozen=True, slots=True)
class ShowEffect(Node):
    """`show [n]`."""

    count: int


@dataclass(frozen=True, slots=True)
class SaveEffect(Node):
    """`save name`."""

    name: str


@dataclass(frozen=True, slots=True)
class Keeping(Node):
    """`keeping a B` (mode "keeping") or `only a B` (mode "only"): world attributes and kinds, as written."""

    mode: Literal["keeping", "only"]
    names: tuple[Name | ThingTerm, ...]


@dataclass(frozen=True, slots=True)
class RestoreEffect(Node):
    """`restore name [keeping .. | only ..]`; `turn` and `level` are always there."""

    name: str
    keep: Keeping | None


@dataclass(frozen=True, slots=True)
class EndEffect(Node):
    """`end` (this thing of an `each`), `end phase`, `end turn`."""

    scope: Literal["part", "phase", "turn"]


@dataclass(frozen=True, slots=True)
class FinishEffect(Node):
    """`win` or `lose` as an effect."""

    outcome: Literal["win", "lose"]


@dataclass(frozen=True, slots=True)
class EmitEffect(Node):
    """`name(..)`: makes an event."""

    event: Call


@dataclass(frozen=True, slots=True)
class StayEffect(Node):
    """`stay Player`: it asks for no motion any more."""

    target: Expr


Step = (
    MoveEffect
    | TurnEffect
    | PutEffect
    | MakeEffect
    | DropEffect
    | StayEffect
    | SetEffect
    | AddEffect
    | CycleEffect
    | ShowEffect
    | SaveEffect
    | RestoreEffect
    | EndEffect
    | FinishEffect
    | EmitEffect
)
Effect = Step | Pattern

# ---------------------------------------------------------------- declarations


@dataclass(frozen=True, slots=True)
class GameDecl(Node):
    """`game name`."""

    name: str


@dataclass(frozen=True, slots=True)
class InputPart(Node):
    """`input Player`: what lies where all of these are is asked to move; `ThingTerm`s without variable or tests."""

    names: tuple[ThingTerm, ...]


@dataclass(frozen=True, slots=True)
class AtStartPart(Node):
    """`from start`: a turn without input is played when a level begins."""


@dataclass(frozen=True, slots=True)
class MustMovePart(Node):
    """`must move`: a turn in which the player stays where it was is taken back."""


@dataclass(frozen=True, slots=True)
class SemanticsDecl(Node):
    """`semantics puzzlescript` with its settings: what rules mean in this file."""

    name: Name
    parts: tuple[InputPart | AtStartPart | MustMovePart, ...]


@dataclass(frozen=True, slots=True)
class BoardDecl(Node):
    """`board WxH [cell n] [ground colour]`; also inside a level, where it holds for that level.

    `ground` is an `Int` (0-15) or a `Name` (a colour's name).
    """

    width: int
    height: int
    cell: int | None
    ground: Expr | None


@dataclass(frozen=True, slots=True)
class ViewDecl(Node):
    """`view 10x8 [follow Player | from x, y] [turned by attribute]`: the part of the board that is seen."""

    width: int
    height: int
    follow: ThingTerm | None
    corner: tuple[Expr, Expr] | None
    turned: Name | None


@dataclass(frozen=True, slots=True)
class ActionsDecl(Node):
    """`actions arrows act click undo`."""

    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class TiesDecl(Node):
    """`ties up down left right`: the order of directions."""

    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class LayerDecl(Node):
    """`layer name [free] [hidden] [clickable]`."""

    name: Name
    flags: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class GroupDecl(Node):
    """`group Tile = Plain Kernel`; the name and the members are `ThingTerm`s without variable or tests."""

    name: ThingTerm
    members: tuple[ThingTerm, ...]


@dataclass(frozen=True, slots=True)
class RangeDomain(Node):
    """`low..high`."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class NamesDomain(Node):
    """`red green blue`, `no yes`, or the one word `facing`."""

    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class ThingDomain(Node):
    """`Token`: a thing of that kind or group, or `none`."""

    kind: ThingTerm


Domain = RangeDomain | NamesDomain | ThingDomain


@dataclass(frozen=True, slots=True)
class AttrDecl(Node):
    """`name: domain [= default]`."""

    name: Name
    domain: Domain
    default: Expr | None


@dataclass(frozen=True, slots=True)
class PicDecl(Node):
    """`pic [cells] [when query]` with its rows of pixels (equal width, `.` transparent, `0`-`9a`-`f`).

    `rows` are as written; `row_spans` has one span per row. `cells`: drawn in every cell of the body.
    """

    when: Query | None
    rows: tuple[str, ...]
    row_spans: tuple[Span, ...] = field(compare=False, repr=False)
    cells: bool = False


@dataclass(frozen=True, slots=True)
class BodyDecl(Node):
    """`body` with rows of pixels as of a picture, or `body width, height [when query]`; both may have `origin x, y`."""

    size: tuple[Expr, Expr] | None
    origin: tuple[Expr, Expr] | None
    when: Query | None
    rows: tuple[str, ...]
    row_spans: tuple[Span, ...] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TurnedDecl(Node):
    """`turned by facing`."""

    by: Name


@dataclass(frozen=True, slots=True)
class MirroredDecl(Node):
    """`mirrored when query`."""

    when: Query


@dataclass(frozen=True, slots=True)
class TintDecl(Node):
    """`tint colour by attribute [as colour colour ..]`: pixels of `colour` take the colour of the attribute's value."""

    colour: Expr
    by: Expr
    palette: tuple[Expr, ...]


KindPart = PicDecl | TintDecl | BodyDecl | TurnedDecl | MirroredDecl


@dataclass(frozen=True, slots=True)
class KindDecl(Node):
    """`kind Wall Player on solid [numbered] [has attributes]` with its body, pictures and tints indented below."""

    names: tuple[ThingTerm, ...]
    layer: Name
    attrs: tuple[AttrDecl, ...]
    parts: tuple[KindPart, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class WorldDecl(Node):
    """`world has attributes`."""

    attrs: tuple[AttrDecl, ...]


@dataclass(frozen=True, slots=True)
class BarDecl(Node):
    """`bar attribute edge colour` or `pips attribute edge colour`."""

    shape: Literal["bar", "pips"]
    attr: Name
    edge: Name
    colour: Expr


@dataclass(frozen=True, slots=True)
class PaintDecl(Node):
    """`paint colour on layer at cell [when query]`, or `fog colour at cell [when query]`, which has no layer."""

    colour: Expr
    layer: Name | None
    cell: Expr
    when: Query | None


@dataclass(frozen=True, slots=True)
class LetDecl(Node):
    """`let head [when query]`. The head is a `Call` (`stuck(Cart, $d)`) or a `Related` (`Cart carries Man`)."""

    head: Call | Related
    when: Query | None


@dataclass(frozen=True, slots=True)
class LetAttrDecl(Node):
    """`let Lamp.lit = yes [when query]`: a derived attribute."""

    thing: ThingTerm
    name: Name
    value: Expr
    when: Query | None


@dataclass(frozen=True, slots=True)
class LetFieldDecl(Node):
    """`let path(Guard, $c) to {..} through {..}`: a field, whose last parameter is the cell."""

    head: Call
    to: Braces
    through: Braces


@dataclass(frozen=True, slots=True)
class EachPart(Node):
    """`each Guard $g [by expression]`."""

    term: ThingTerm
    by: Expr | None


@dataclass(frozen=True, slots=True)
class RuleDecl(Node):
    """`[name:] [on event,] query [once | in turn | at random] [rigid] -> effects`.

    An event alone is a `Call` of nothing.
    """

    name: Name | None
    event: Call | None
    query: Query
    effects: tuple[Effect, ...]
    mode: Literal["all", "once", "turn", "random"] = "all"
    rigid: bool = False


@dataclass(frozen=True, slots=True)
class PhaseDecl(Node):
    """`phase name [on event ..] [when query] [repeat] [first] [each ..] [show [n]] [plan]` with its rules."""

    name: Name
    events: tuple[Call, ...]
    when: Query | None
    repeat: bool
    first: bool
    each: EachPart | None
    show: int
    rules: tuple[RuleDecl, ...]
    plan: bool = False


@dataclass(frozen=True, slots=True)
class ForbidDecl(Node):
    """`forbid query [-> effects]`; without effects the default answer holds (`effects` is None)."""

    query: Query
    effects: tuple[Effect, ...] | None


@dataclass(frozen=True, slots=True)
class GoalDecl(Node):
    """`win when query` or `lose when query`."""

    outcome: Literal["win", "lose"]
    query: Query


@dataclass(frozen=True, slots=True)
class LoseFirstDecl(Node):
    """`lose first`: losing is tested before winning."""


@dataclass(frozen=True, slots=True)
class UndoDecl(Node):
    """`undo [keeping ..]`."""

    keep: Keeping | None


@dataclass(frozen=True, slots=True)
class AllowDecl(Node):
    """`allow W305 W404`: warnings that are not to be given for this file."""

    codes: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class LegendEntry(Node):
    """`glyph = things`: one character and what stands on a cell drawn with it."""

    glyph: str
    things: tuple[ThingTerm, ...]


@dataclass(frozen=True, slots=True)
class LegendDecl(Node):
    """`legend` and its entries."""

    entries: tuple[LegendEntry, ...]


@dataclass(frozen=True, slots=True)
class ParamPart(Node):
    """`energy = 20` inside a level; the value may name a thing that the level puts (`sel = $a`)."""

    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class MapPart(Node):
    """`map` with its rows, as written (not stripped on the right)."""

    rows: tuple[str, ...]
    row_spans: tuple[Span, ...] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PlacePart(Node):
    """`put Kind{..} [$name] at cell(x, y)` inside a level."""

    term: ThingTerm
    cell: Expr


@dataclass(frozen=True, slots=True)
class SizesLine(Node):
    """`board 7x6 to 9x8` below `generate`: the least and the largest width and height."""

    least: tuple[int, int]
    most: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """`hue: red blue`: the values of an attribute that may be drawn."""

    name: Name
    domain: Domain


@dataclass(frozen=True, slots=True)
class KeepLine(Node):
    """`keep Wall Gate with hue: red blue`: what stays where it stands in the level, with values drawn for `choices`.

    `area`: the left, top, right and bottom cell of the part of the board that is meant; None for all of it.
    """

    kinds: tuple[ThingTerm, ...]
    choices: tuple[Choice, ...]
    area: tuple[int, int, int, int] | None


@dataclass(frozen=True, slots=True)
class FillLine(Node):
    """`fill Wall as rooms 2..4`: a way to lay out one kind; `amount` is None if nothing is said."""

    kind: ThingTerm
    way: Name
    amount: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class VaryLine(Node):
    """`vary energy: 20..30`: an attribute of the world whose value is drawn."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class SomeLine(Node):
    """`put 2..3 Crate with hue: red blue on Goal from cell(1, 1) to cell(4, 3)`.

    `where` is one of "", "on", "touching", "apart". `area`: as for `KeepLine`.
    """

    amount: tuple[int, int]
    kind: ThingTerm
    choices: tuple[Choice, ...]
    where: str
    kinds: tuple[ThingTerm, ...]
    area: tuple[int, int, int, int] | None


@dataclass(frozen=True, slots=True)
class DemandLine(Node):
    """`must query` or `never query`: what holds where a level begins, or does not."""

    must: bool
    query: Query


@dataclass(frozen=True, slots=True)
class ConnectedLine(Node):
    """`connected around Wall`: all cells without these hang together."""

    kinds: tuple[ThingTerm, ...]


@dataclass(frozen=True, slots=True)
class AlikeLine(Node):
    """`mirrored across`: what is laid out looks the same in a mirror."""

    way: Name


@dataclass(frozen=True, slots=True)
class WantedLine(Node):
    """`shortest 8..20`: a measure of the level and its bounds; `shortest 8..` names no most."""

    measure: Name
    least: int
    most: int | None


RecipeLine = SizesLine | KeepLine | FillLine | VaryLine | SomeLine | DemandLine | ConnectedLine | AlikeLine | WantedLine


@dataclass(frozen=True, slots=True)
class GeneratePart(Node):
    """`generate` inside a level, and its lines: what may vary in levels that are made like this one."""

    lines: tuple[RecipeLine, ...]


LevelPart = ParamPart | MapPart | PlacePart | BoardDecl | ViewDecl | GeneratePart


@dataclass(frozen=True, slots=True)
class LevelDecl(Node):
    """`level [name]` and its parts."""

    name: Name | None
    parts: tuple[LevelPart, ...]


@dataclass(frozen=True, slots=True)
class PriorDecl(Node):
    """`prior X is pushed by Y` and its statements. Capitalised words and `$words` of the head are its parameters.

    `words` holds `Name`, `ThingTerm` (kind or var) and `Int` nodes in the order written.
    """

    words: tuple[Name | ThingTerm | Int, ...]
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Sentence(Node):
    """`Crate is pushed by Player`: uses a prior; matched word for word."""

    words: tuple[Name | ThingTerm | Int, ...]


Statement = (
    GameDecl
    | SemanticsDecl
    | BoardDecl
    | ViewDecl
    | ActionsDecl
    | TiesDecl
    | LayerDecl
    | GroupDecl
    | KindDecl
    | WorldDecl
    | BarDecl
    | PaintDecl
    | LetDecl
    | LetAttrDecl
    | LetFieldDecl
    | PhaseDecl
    | ForbidDecl
    | GoalDecl
    | LoseFirstDecl
    | UndoDecl
    | AllowDecl
    | LegendDecl
    | LevelDecl
    | PriorDecl
    | Sentence
)


@dataclass(frozen=True, slots=True)
class File:
    """A whole file: its statements in order, and the text they were read from (for messages and the editor)."""

    path: str
    text: str
    statements: tuple[Statement, ...]
