"""How large a game may be: every bound on a file that is not about one line, with its diagnostic.

Counts of statements are taken before anything else is looked at, so that no later pass meets a file that is too large
for it. What a query asks of an engine is measured on the finished core nodes: facts written out in full, it may
neither be long nor deep, because engines follow it step by step, one inside the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, cast

from arcg.dsl import core, syntax
from arcg.dsl.diagnostics import Reporter, Span
from arcg.dsl.walk import inner

MAX_CONDITIONS: Final = 10_000
"""Most conditions of a rule, a fact or a goal, those of the facts that it asks counted each time."""

MAX_DEPTH: Final = 150
"""Most conditions of which each waits for the one before it or stands inside it."""

Measure = Callable[[syntax.Statement], Sequence[syntax.Node]]


def _of(kind: type[syntax.Node]) -> Measure:
    return lambda statement: (statement,) if isinstance(statement, kind) else ()


def _rules(statement: syntax.Statement) -> Sequence[syntax.Node]:
    return statement.rules if isinstance(statement, syntax.PhaseDecl) else ()


def _kinds(statement: syntax.Statement) -> Sequence[syntax.Node]:
    return statement.names if isinstance(statement, syntax.KindDecl) else ()


def _parts(statement: syntax.Statement) -> Sequence[syntax.Node]:
    match statement:
        case syntax.KindDecl(names=names, parts=parts):
            return parts * len(names)
        case syntax.LegendDecl(entries=entries):
            return entries
    return ()


def _world(statement: syntax.Statement) -> Sequence[syntax.Node]:
    return statement.attrs if isinstance(statement, syntax.WorldDecl) else ()


_COUNTS: Final[tuple[tuple[str, int, Measure, str], ...]] = (
    ("priors", 500, _of(syntax.PriorDecl), "let one serve several uses: its kinds and values are parameters"),
    ("layers", 64, _of(syntax.LayerDecl), "mark one layer `free`: things may overlap there"),
    ("kinds", 255, _kinds, "let kinds that differ only in a value share one with an attribute"),
    ("groups", 255, _of(syntax.GroupDecl), "name only the kinds that rules speak of together"),
    ("pictures, tints and glyphs", 5000, _parts, "let a tint colour what differs only in colour"),
    ("attributes of the world", 255, _world, "let things remember what belongs to them"),
    ("bars", 32, _of(syntax.BarDecl), "show only what the player must know"),
    ("`paint` and `fog` lines", 100, _of(syntax.PaintDecl), "let an attribute say the colour, or ask a fact"),
    ("phases", 255, _of(syntax.PhaseDecl), "give rules that may run one after another one phase"),
    ("rules", 1000, _rules, "let one rule serve several kinds: use a group or an attribute"),
    ("`let` lines", 1000, _of(syntax.LetDecl), "let one line serve several kinds: use a group or an attribute"),
    ("goals", 100, _of(syntax.GoalDecl), "say several of them with `{ a or b }` or `every`"),
    ("`forbid` lines", 100, _of(syntax.ForbidDecl), "say several of them with `{ a or b }`"),
    ("levels", 255, _of(syntax.LevelDecl), "divide the game into two files"),
)

CELLWISE: Final = {
    "layers": 128,
    "kinds": 512,
    "groups": 4096,
    "pictures, tints and glyphs": 20_000,
    "phases": 4096,
    "rules": 16_384,
    "goals": 4096,
    "levels": 4096,
}
"""Other limits under `semantics puzzlescript`, whose games have no attributes and speak of more kinds instead."""


def check_counts(statements: Iterable[syntax.Statement], reporter: Reporter, *, cellwise: bool = False) -> bool:
    """Whether there are not too many statements of any sort; reports what there is too much of."""
    statements = tuple(statements)
    sound = True
    for what, limit, measure, hint in _COUNTS:
        limit = CELLWISE.get(what, limit) if cellwise else limit
        found = [node for statement in statements for node in measure(statement)]
        if len(found) > limit:
            reporter.report("E216", found[limit].span, count=len(found), what=what, limit=limit, hint=hint)
            sound = False
    return sound


# ---------------------------------------------------------------- queries


@dataclass(frozen=True, slots=True)
class Effort:
    """How many conditions a piece of a rule has, and how many wait for each other at most."""

    conditions: int = 0
    depth: int = 0


Asked = tuple[Literal["fact", "field"], int]
Efforts = dict[Asked, Effort]
"""The efforts of facts and fields, by number."""

_BLAMED: Final = Effort(-(10**100))
"""Stands for what is too much already, so that what asks it is not reported as well."""


def effort(node: object, known: Efforts) -> Effort:
    """The effort of a core node, given those of facts and fields."""
    return Effort(*_effort(node, known))


def _effort(node: object, known: Efforts) -> tuple[int, int]:
    """Conditions and depth of a node, or of all nodes of a tuple."""
    kind = type(node)
    parts: Iterable[object]
    if kind is tuple:
        parts = cast("tuple[object, ...]", node)
    else:
        names = inner(kind)
        if names is None:
            return 0, 0
        parts = [getattr(node, name) for name in names]
    conditions = depth = 0
    for part in parts:
        if part:
            more, deep = _effort(part, known)
            conditions += more
            depth = max(depth, deep)
    if isinstance(node, core.Query):
        conditions += len(node.atoms)
        depth += len(node.atoms) + 2
    elif isinstance(node, core.Fact | core.Distance | core.Approach):
        place: Asked = ("fact", node.fact) if isinstance(node, core.Fact) else ("field", node.number)
        asked = known.get(place, Effort())
        conditions += asked.conditions
        depth = max(depth, asked.depth + 2)
    return conditions, depth


def check_effort(node: object, known: Efforts, span: Span, reporter: Reporter) -> Effort:
    """The effort of what stands at `span`; reports when it is too much."""
    found = effort(node, known)
    hint = "split it into several, or let a rule remember in an attribute what a fact works out again and again"
    for count, limit, more in (
        (found.conditions, MAX_CONDITIONS, "with those of the facts that are asked"),
        (found.depth, MAX_DEPTH, "one waiting for the other"),
    ):
        if count > limit:
            reporter.report("E216", span, count=count, what=f"conditions here, {more}", limit=limit, hint=hint)
            return _BLAMED
    return found
