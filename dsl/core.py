"""The core language: the few typed nodes that every construct of an `.arcg` file comes down to.

The checker makes these nodes from syntax; the compiler's Program carries them unchanged; the engines run them. Names
are gone: kinds, attributes, facts, events and variables are numbers, and what binds a variable is explicit.

Values at run time are whole numbers. An enumeration value is its place in its domain, a direction is 0 up, 1 down,
2 left, 3 right, a thing is whatever handle the engine uses (`NONE` for none), a cell is a pair (x, y) that may lie off
the board. An expression may be *undefined* (a property of `none`, a division by zero, the least of nothing): a
comparison or relation with an undefined side does not hold, and an effect that needs one drops its application.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

NONE = -1
"""The thing that is no thing."""

UP, DOWN, LEFT, RIGHT = range(4)
DIRECTIONS = ("up", "down", "left", "right")
STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))
"""(dx, dy) of each direction, y growing downwards."""

CLOCKWISE = (RIGHT, LEFT, UP, DOWN)
COUNTER_CLOCKWISE = (LEFT, RIGHT, DOWN, UP)
BACK = (DOWN, UP, RIGHT, LEFT)
"""The direction a quarter turn clockwise from each, a quarter turn counter-clockwise, and the opposite one."""

ACTION_NAMES = ("reset", "up", "down", "left", "right", "act", "click", "undo")
"""The player's actions by number: RESET is 0, ACTION1 is 1, ..."""

MAX_BODY = 64
"""Most cells of a body each way."""

MAX_OUTSIDE = 64
"""How many cells off the board a thing of an open layer may be."""

Sort = Literal["int", "enum", "dir", "cell", "thing"]

# ---------------------------------------------------------------- domains


@dataclass(frozen=True, slots=True)
class IntDomain:
    """Whole numbers from `low` to `high`, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class EnumDomain:
    """Named values in a fixed order; stored as the place in `names`."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DirDomain:
    """A facing: one of the four directions. `next` turns clockwise."""


@dataclass(frozen=True, slots=True)
class ThingDomain:
    """A thing of one of `kinds`, or none."""

    kinds: tuple[int, ...]


Domain = IntDomain | EnumDomain | DirDomain | ThingDomain

# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Const:
    """A value known from the text: a number, an enumeration place, a direction, or `NONE`."""

    sort: Sort
    value: int


@dataclass(frozen=True, slots=True)
class Slot:
    """What the variable in slot `index` of the enclosing scope is bound to."""

    index: int


@dataclass(frozen=True, slots=True)
class World:
    """World attribute number `attr`."""

    attr: int


@dataclass(frozen=True, slots=True)
class Attr:
    """Attribute `field` of a thing; undefined when `thing` is none, gone, or of a kind without it."""

    thing: Expr
    field: int


Function = Literal[
    # numbers
    "add", "sub", "mul", "div", "mod", "neg", "abs", "least", "most",
    # cells and directions
    "cell", "cell_of", "x", "y", "ahead", "way", "cw", "ccw", "back", "dx", "dy",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Apply:
    """A built-in function.

    Numbers: `add sub mul div mod` (floor division; by zero undefined), `neg`, `abs`, `least(a, b)`, `most(a, b)`.
    `cell(x, y)`, `cell_of(thing)`, `x(cell)`, `y(cell)`, `ahead(cell, dir)` one step on, `way(cell, cell)` the
    direction in which the second lies from the first (undefined unless both lie in one row or column, and are two),
    `cw ccw back` of a direction, `dx dy` of a direction.
    """

    function: Function
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Recode:
    """`expr`, a place in one enumeration, as the place of the same name in another: `table[value]`, -1 without one.

    -1 equals no value, and setting an attribute to it is outside the domain.
    """

    expr: Expr
    table: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Aggregate:
    """Over the distinct matches of `query` (in match order): `count`, or `sum min max first` of `value`.

    Without a match `count` and `sum` are 0 and the others undefined; matches whose value is undefined are left out.
    """

    op: Literal["count", "sum", "min", "max", "first"]
    value: Expr | None
    query: Query


@dataclass(frozen=True, slots=True)
class Either:
    """The value of the first of `options` that is defined."""

    options: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Distance:
    """How many steps `cell` is from the cells that field `number` leads to, for these arguments.

    Undefined off the board, where the field does not reach, and when an argument is undefined or of another kind.
    """

    number: int
    args: tuple[Expr, ...]
    cell: Expr


@dataclass(frozen=True, slots=True)
class Approach:
    """The direction in which a step from `cell` comes nearest in field `number`, of equals the first in `ties` order.

    Undefined when no neighbour is nearer: where the field leads to, where it does not reach, for undefined arguments.
    From a cell that the field does not reach, any neighbour that it reaches is nearer.
    """

    number: int
    args: tuple[Expr, ...]
    cell: Expr


@dataclass(frozen=True, slots=True)
class Asked:
    """The direction of the move that is asked for a thing and not resolved yet; undefined when there is none."""

    thing: Expr


Expr = Const | Slot | World | Attr | Apply | Recode | Aggregate | Either | Distance | Approach | Asked

# ---------------------------------------------------------------- queries


@dataclass(frozen=True, slots=True)
class Bind:
    """Slot `slot` is a thing of one of `kinds`: each of them in order, or a test if the slot is already bound."""

    slot: int
    kinds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class IsKind:
    """`thing` is a thing (not none, not gone) of one of `kinds`."""

    thing: Expr
    kinds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Range:
    """Slot `slot` is any direction (`dir`) or any cell of the board (`cell`); a test if the slot is already bound."""

    slot: int
    over: Literal["dir", "cell"]


@dataclass(frozen=True, slots=True)
class Assign:
    """Slot `slot` is the value of `expr` (fails when undefined); a test for equality if the slot is already bound."""

    slot: int
    expr: Expr


@dataclass(frozen=True, slots=True)
class CellsOf:
    """Slot `slot` is a cell that `thing` covers: each in row-major order; a test if the slot is already bound."""

    slot: int
    thing: Expr


@dataclass(frozen=True, slots=True)
class Ray:
    """Slot `slot` is a cell of the board that lies from `start` in `direction`, each from the nearest on.

    Neither `start` itself nor, when given, `until` and what lies behind it. A test if the slot is already bound.
    """

    slot: int
    start: Expr
    direction: Expr
    until: Expr | None


@dataclass(frozen=True, slots=True)
class Stops:
    """`thing` stops `other`, as motion would find: both on one ordinary layer, or by a clause. Not a thing itself."""

    thing: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Compare:
    """`left op right`. Order (`< <= > >=`) only between numbers. Undefined sides make it false, `!=` too."""

    op: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


Relation = Literal["at", "on", "overlaps", "touches", "near", "ahead", "beside"]


@dataclass(frozen=True, slots=True)
class Relate:
    """A spatial relation between two things, or (`at`) a thing and a cell. Never holds of a thing with itself.

    `at`: left covers the cell right. `on`: every cell of left is a cell of right. `overlaps`: a cell in common.
    `touches`: edge neighbours. `near`: edge or corner neighbours. `ahead`: left covers a cell that right would newly
    enter by one step in `direction`. `beside`: ahead left or right. (`above` and `below` are `ahead` up and down.)
    """

    relation: Relation
    left: Expr
    right: Expr
    direction: Expr | None = None


@dataclass(frozen=True, slots=True)
class Exists:
    """At least one of `alternatives` has a match; binds nothing outside."""

    alternatives: tuple[Query, ...]


@dataclass(frozen=True, slots=True)
class No:
    """`query` has no match; binds nothing outside."""

    query: Query


@dataclass(frozen=True, slots=True)
class Every:
    """For every match of `over`, `claim` has a match with the variables of `over` bound; binds nothing outside."""

    over: Query
    claim: Query


@dataclass(frozen=True, slots=True)
class Wild:
    """An argument that may be anything (also: left out at the end)."""


@dataclass(frozen=True, slots=True)
class Equal:
    """An argument that must equal the value of `expr`."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class Take:
    """An argument bound to slot `slot`, or compared if the slot is bound. With `kinds`, it must be a thing of these."""

    slot: int
    kinds: tuple[int, ...] | None


Arg = Wild | Equal | Take


@dataclass(frozen=True, slots=True)
class Did:
    """An occurrence of event `event` with these arguments happened this turn (each distinct binding once)."""

    event: int
    args: tuple[Arg, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """Fact `fact` holds of these arguments; unbound `Take` arguments are enumerated. Missing arguments are `Wild`."""

    fact: int
    args: tuple[Arg, ...]


Atom = Bind | IsKind | Range | Assign | CellsOf | Ray | Stops | Compare | Relate | Exists | No | Every | Did | Fact


@dataclass(frozen=True, slots=True)
class Query:
    """Atoms that hold together, in the written order.

    `things` and `values` are the slots that the query itself binds (not those inside `Exists`, `No`, `Every` and
    aggregates), each in the order of first binding. A match is an assignment of these slots. Matches are distinct and
    are enumerated in the lexicographic order of (`things` by the order of things, then `values` ascending, directions
    in the game's `ties` order, cells row-major).
    """

    atoms: tuple[Atom, ...]
    things: tuple[int, ...] = ()
    values: tuple[int, ...] = ()


# ---------------------------------------------------------------- effects


@dataclass(frozen=True, slots=True)
class WorldTarget:
    """World attribute `attr` with its domain."""

    attr: int


@dataclass(frozen=True, slots=True)
class AttrTarget:
    """Attribute `field` of the thing `thing`."""

    thing: Expr
    field: int


Target = WorldTarget | AttrTarget


@dataclass(frozen=True, slots=True)
class Move:
    """Ask that `thing` moves `by` steps in `direction` (a negative number goes the other way)."""

    thing: Expr
    direction: Expr
    by: Expr


@dataclass(frozen=True, slots=True)
class Put:
    """Ask that `thing` is put at `cell`."""

    thing: Expr
    cell: Expr


@dataclass(frozen=True, slots=True)
class Turn:
    """Ask that `thing` makes a quarter turn about the cell `pivot`, clockwise or counter-clockwise.

    Its cell goes round the pivot; what is turned by a facing turns that as well.
    """

    thing: Expr
    sense: Literal["cw", "ccw"]
    pivot: Expr


@dataclass(frozen=True, slots=True)
class Stay:
    """`thing` asks for no motion any more."""

    thing: Expr


@dataclass(frozen=True, slots=True)
class Make:
    """A new thing of `kind` at `cell`; `attrs` are (field, value), the others take their defaults.

    The new thing is bound to `slot` for the later effects of the list, when given.
    """

    kind: int
    cell: Expr
    attrs: tuple[tuple[int, Expr], ...]
    slot: int | None


@dataclass(frozen=True, slots=True)
class Drop:
    """`thing` is gone."""

    thing: Expr


@dataclass(frozen=True, slots=True)
class Set:
    """`target = value`."""

    target: Target
    value: Expr


@dataclass(frozen=True, slots=True)
class Add:
    """`target + amount`, added to the running copy; with bounds the result is clamped into them."""

    target: Target
    amount: Expr
    at_least: Expr | None
    at_most: Expr | None


@dataclass(frozen=True, slots=True)
class Cycle:
    """The next (`step` 1) or previous (-1) value of the domain, wrapping round; none after a thing is not offered."""

    target: Target
    step: Literal[1, -1]


@dataclass(frozen=True, slots=True)
class Show:
    """`count` equal frames once the iteration's motion is done."""

    count: int


@dataclass(frozen=True, slots=True)
class Save:
    """Keep a copy of the things and the world under save number `save`."""

    save: int


@dataclass(frozen=True, slots=True)
class Keep:
    """World attributes and kinds named by `keeping` or `only`."""

    world: tuple[int, ...]
    kinds: tuple[int, ...]


TURN_SAVE, LEVEL_SAVE = -1, -2
"""The two snapshots that are always there, as save numbers."""


@dataclass(frozen=True, slots=True)
class Restore:
    """Go back to save number `save`: all but `keep`, or (`only`) just what `keep` names. Nothing if never saved."""

    save: int
    keep: Keep
    only: bool


@dataclass(frozen=True, slots=True)
class End:
    """`part`: the remaining rules for this thing of an `each`; `phase`; `turn`."""

    scope: Literal["part", "phase", "turn"]


@dataclass(frozen=True, slots=True)
class Finish:
    """The turn ends in a win or a loss at the end of the iteration."""

    outcome: Literal["win", "lose"]


@dataclass(frozen=True, slots=True)
class Emit:
    """Event `event` happens with these arguments."""

    event: int
    args: tuple[Expr, ...]


Step = Move | Put | Turn | Stay | Make | Drop | Set | Add | Cycle | Show | Save | Restore | End | Finish | Emit


@dataclass(frozen=True, slots=True)
class Keyed:
    """A step done to every thing that matches `query`, which binds `slot`: each is an application of its own."""

    slot: int
    query: Query
    step: Step


Effect = Step | Keyed

# ---------------------------------------------------------------- bodies


@dataclass(frozen=True, slots=True)
class Body:
    """The cells of a thing: those of a box of `width` x `height` cells that `rows` or `when` say.

    Slot 0 of the scope `slots` is the thing; slots 1 and 2 are the column and the row within the box, counted from 0.
    `width`, `height` and `origin` know the thing only, and all of it only attributes of the thing that hold no things.
    Of a box with `rows` the cells are those with a 1; of another one all, or those for which `when` holds. `origin` is
    the cell of the box that lies at the thing's cell; without it that is the top left one, however the box is turned.
    Under `mirrored` the box is seen in a mirror, left for right; then it makes a quarter turn clockwise for each one
    that leads from the direction `upright` to the thing's attribute `turned` (a field; None: it is never turned). The
    pictures of the thing are mirrored and turned with it.
    """

    slots: tuple[Variable, ...]
    width: Expr
    height: Expr
    rows: tuple[tuple[int, ...], ...]
    when: Query | None
    origin: tuple[Expr, Expr] | None
    mirrored: Query | None
    turned: int | None
    upright: int


# ---------------------------------------------------------------- what is seen


@dataclass(frozen=True, slots=True)
class View:
    """The part of the board that is seen: `width` x `height` cells, or all of a board that is smaller that way.

    `corner` is the column and the row of the cell at its top left, in the scope `slots`, of which nothing is bound, or
    with `middle` of the one in its middle (of two the upper or left one); what is undefined puts the view at 0 (so does
    None). Then it is moved as little as it takes to lie on the board.
    The picture is turned: for a number in world attribute `turned` (None: never) by so many quarters clockwise, for a
    facing by those that lead clockwise from `upright` to it. What is pressed or clicked is turned back.
    """

    slots: tuple[Variable, ...]
    width: int
    height: int
    corner: tuple[Expr, Expr] | None
    middle: bool
    turned: int | None
    upright: int


@dataclass(frozen=True, slots=True)
class Paint:
    """For every match of `query`, `cell` is painted in `colour`, a palette number: in match order, one over the other.

    It lies above the things of `layer`, and no click hits it. `layer` None: it is fog, which lies above everything, and
    a click there hits no thing. Where the cell or the colour is undefined or none of the game's, nothing is painted.
    """

    line: int = field(compare=False)
    slots: tuple[Variable, ...]
    query: Query
    cell: Expr
    colour: Expr
    layer: int | None


# ---------------------------------------------------------------- rules and phases


@dataclass(frozen=True, slots=True)
class Variable:
    """One slot of a scope: what it is called in the text and what it holds. `domain` for enumerations only."""

    name: str
    sort: Sort
    domain: EnumDomain | None = None


@dataclass(frozen=True, slots=True)
class Trigger:
    """The event that a rule answers or a phase waits for."""

    event: int
    args: tuple[Arg, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """`slots` begins with the slots of its phase. `query` comes after `trigger` has bound its arguments.

    `query.things`/`values` list the slots bound by trigger and query together (not those of the phase). `name` is given
    or made from phase and place (`walk.1`). `line` is where it stands in the file, here and in the nodes below: it is
    no part of what the game is. `mode`: all matches at once; only the first one (`once`); one after another, each if
    the query still holds of it, its right sides evaluated then (`turn`); one of them, by the generator (`random`).
    """

    name: str
    line: int = field(compare=False)
    slots: tuple[Variable, ...]
    trigger: Trigger | None
    query: Query
    effects: tuple[Effect, ...]
    mode: Literal["all", "once", "turn", "random"] = "all"


@dataclass(frozen=True, slots=True)
class Each:
    """One part per match of `query`, which binds thing slot `slot` only; sorted by `by` first, when given."""

    slot: int
    query: Query
    by: Expr | None


@dataclass(frozen=True, slots=True)
class Phase:
    """A stretch of the turn. `heads` empty: it runs once; else once for each binding of each head.

    `on_start` says that `start` is among the heads. `show` frames are appended per iteration that changed the state.
    `plan`: what its rules ask to move does not move at the end of the iteration, but is left to the next phase that
    runs; what is asked for after the last phase is forgotten.
    """

    name: str
    line: int = field(compare=False)
    slots: tuple[Variable, ...]
    heads: tuple[Trigger, ...]
    when: Query | None
    repeat: bool
    first: bool
    each: Each | None
    show: int
    on_start: bool
    rules: tuple[Rule, ...]
    plan: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """One `let` line: the fact holds of `params` (slots, in the order of the head) for every match of `query`.

    `query` itself binds every parameter (kinds by `Bind`, directions and cells by `Range`, others in the body); who
    knows an argument sets the slot first, and the binding becomes a test.
    """

    line: int = field(compare=False)
    slots: tuple[Variable, ...]
    params: tuple[int, ...]
    query: Query


@dataclass(frozen=True, slots=True)
class Condition:
    """A query with a scope of its own: a goal, a phase-less test."""

    line: int = field(compare=False)
    slots: tuple[Variable, ...]
    query: Query


@dataclass(frozen=True, slots=True)
class Forbid:
    """`effects` None: show one frame and restore `turn` keeping every counter with a bar or pips."""

    line: int = field(compare=False)
    slots: tuple[Variable, ...]
    query: Query
    effects: tuple[Step, ...] | None


# ---------------------------------------------------------------- walking


def nodes(root: object) -> Iterator[Any]:
    """`root`, if it is a node or a table of the IR, and every node below it, the outer ones first, as written.

    Goes into tuples, so a whole `Program` can be walked too.
    """
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend(reversed(node))
        elif (fields := getattr(type(node), "__dataclass_fields__", None)) is not None:
            yield node
            waiting.extend([getattr(node, name) for name in reversed(fields)])
