"""What happened in a turn, in order and with its places: the words in which `arcg.runtime.why` tells of one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from arcg.runtime.engine import Standing

Cell = tuple[int, int]

What = Literal["rule", "forbid", "motion", "win", "lose"]

Outcome = Literal["applied", "dropped", "no effect", "not chosen", "moved", "pushed", "carried", "blocked", "holds"]
"""`no effect`: what a match did changed nothing, or had nothing to do it to. `not chosen`: chance took another match.
`holds`: of a goal."""


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one thing. `before` None: it was made; `after` None: it is gone."""

    before: Standing | None
    after: Standing | None


@dataclass(frozen=True, slots=True)
class Firing:
    """One thing that happened: a match of a rule, a `forbid` or a goal that held, a motion that was asked for.

    Attributes:
        what: which of these it is.
        phase: the name of the phase, `forbid`, or empty for goals.
        rule: the name of the rule (`walk.1`, `forbid.1`); of goals `win.1` or `lose.1`; of a motion empty.
        line: its line in the file, of a rule that a sentence brought that of the sentence; of a motion that of the
            sentence or `let` which pushed, carried or stopped it, if there is one, else of the phase; 0: none is known.
        level: the level being played, 0-based.
        loading: it is of the turn with which the level begins.
        round: the iteration of a phase, or the pass over a group of rules over cells, counted from 1.
        frame: the place in the frames of the answer of the first one that shows what came of it.
        bound: what each variable of the match stands for, as it was: the name and the thing.
        values: the same for numbers, directions, cells and named values, in words.
        cells: the cells of all that was bound or changed, as they were, row by row.
        became: the cells of all that was changed, as they became, row by row.
        changes: what became of things.
        world: attributes of the world that changed: name, value before and after.
        does: what else it asked for, in words: `move Crate left`, `show`, `win`.
        matches, applied, dropped: what it counts in the `RuleTrace` of its rule; 0 for motion and goals.
        outcome: what came of it; if some was done and some dropped, `applied`.
        why: the reason for what was dropped or blocked; empty if there is none.
        by: what pushed or carried it, or stands in its way.
        taken_back: why the turn was taken back, and this with it; empty if it was not.
        stage: over cells `early` or `late`, else empty.
        way: over cells the direction of the rule, else empty.
    """

    what: What
    phase: str
    rule: str
    line: int
    level: int
    loading: bool
    round: int
    frame: int
    bound: tuple[tuple[str, Standing], ...]
    values: tuple[tuple[str, str], ...]
    cells: tuple[Cell, ...]
    became: tuple[Cell, ...]
    changes: tuple[Change, ...]
    world: tuple[tuple[str, str, str], ...]
    does: tuple[str, ...]
    matches: int
    applied: int
    dropped: int
    outcome: Outcome
    why: str = ""
    by: tuple[Standing, ...] = ()
    taken_back: str = ""
    stage: Literal["", "early", "late"] = ""
    way: str = ""


def row_by_row(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Cells without repetition, row by row."""
    return tuple(sorted(set(cells), key=lambda cell: (cell[1], cell[0])))


def cells_before(changes: Iterable[Change]) -> list[Cell]:
    """The cells of all that was changed, as it was."""
    return [cell for change in changes if change.before is not None for cell in change.before.cells]


def cells_after(changes: Iterable[Change]) -> list[Cell]:
    """The cells of all that was changed, as it became."""
    return [cell for change in changes if change.after is not None for cell in change.after.cells]
