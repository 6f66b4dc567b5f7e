"""A rule in brackets as it is written, with its names resolved: what `expand` turns into rules over cells.

Both who reads an `.arcg` file under `semantics puzzlescript` and the tests that compare the expansion with other
compilers' output make these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arcg.dsl.cellwise.nodes import Command
from arcg.dsl.diagnostics import Span

ASPECTS = ("moving", "horizontal", "vertical", "orthogonal", "parallel", "perpendicular")
"""Words that stand for several movements."""

RELATIVE = (">", "<", "^", "v", "parallel", "perpendicular")
"""Words that are seen along the direction of the rule."""

WORDS = (">", "<", "^", "v", "up", "down", "left", "right", "act", "still", *ASPECTS, "no", "random", "randomdir")
"""What may stand before a name in a cell: a movement, `no`, or a choice by the generator."""


NOWHERE = Span("", 0, 0, 0, 0)
"""The place of what no file says."""


@dataclass(frozen=True, slots=True)
class Item:
    """`word` (None: nothing is said of movement) and a kind or a group.

    `kinds`: the members of a group as they were written, groups in it spelled out, with repetitions; one for a kind.
    """

    word: str | None
    name: str
    kinds: tuple[int, ...]
    span: Span = NOWHERE


Cell = tuple[Item, ...] | None
"""The items of a cell; None for a gap."""

Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class BracketRule:
    """`ways`: the directions (0 to 3) in which it is tried, in order; those of a rule that says none are 0, 1, 2, 3.

    `right` has as many rows and cells as `left`, or is empty. `joins`: it belongs to the group of the rule before it.
    """

    ways: tuple[int, ...]
    left: tuple[Row, ...]
    right: tuple[Row, ...]
    commands: tuple[Command, ...]
    late: bool = False
    rigid: bool = False
    random: bool = False
    joins: bool = False
    source: int = 0
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class BracketPhase:
    """Rules one below another. `late`: what was asked has moved by then. `loops`: its groups repeat together."""

    name: str
    late: bool
    loops: bool
    rules: tuple[BracketRule, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class BracketGoal:
    """`some`: a cell holds `first`; `no`: none does; `every`: each that holds `first` holds `second`."""

    quantifier: Literal["some", "no", "every"]
    first: tuple[Item, ...]
    second: tuple[Item, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class BracketGame:
    """All that a file says of what happens. `player`: what lies where all of these are is asked to move.

    Rules are numbered through the file (`BracketRule.source`); `names` are theirs.
    """

    player: tuple[Item, ...]
    at_start: bool
    must_move: bool
    phases: tuple[BracketPhase, ...]
    goals: tuple[BracketGoal, ...]
    names: tuple[str, ...]

    @property
    def rules(self) -> list[BracketRule]:
        """The rules of all phases, in the order of the file."""
        return [rule for phase in self.phases for rule in phase.rules]
