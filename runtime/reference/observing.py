"""Looking on while a reference engine plays: what an `Observer` is told, turn by turn.

An engine has none unless `ReferenceEngine.watch` gives it one, and nothing that it does depends on it. Here every
method does nothing; `arcg.runtime.why` has observers that keep what they are told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from arcg.compiler import ir
from arcg.runtime.reference.state import State

if TYPE_CHECKING:
    from arcg.runtime.reference.cellwise.board import Board
    from arcg.runtime.reference.cellwise.film import Film
    from arcg.runtime.reference.cellwise.matching import Match
    from arcg.runtime.reference.cellwise.tables import Rule, Stage, Tables
    from arcg.runtime.reference.effects import Application
    from arcg.runtime.reference.matching import Env, Matcher
    from arcg.runtime.reference.motion import Motion, Moved
    from arcg.runtime.reference.turn import Turn


class Observer:
    """What is told of the turns of a game of things, and then of those of a game of rules over cells."""

    # ------------------------------------------------------------ games of things

    def begins(self, turn: Turn) -> None:
        """A turn begins; all that follows is of it."""

    def iterates(self, phase: ir.Phase, number: int) -> None:
        """An iteration of a phase begins, the first one with number 0."""

    def matches(self, node: ir.Rule | ir.Forbid, env: Env, matcher: Matcher) -> None:
        """A match of a rule is taken, or a `forbid` holds: found on the position of `matcher`."""

    def writes(
        self,
        node: ir.Rule | ir.Forbid,
        env: Env,
        application: Application | None,
        before: State,
        after: State,
        why: str,
    ) -> None:
        """An application of a match is done, or dropped: then `why` says the reason."""

    def moves(self, motion: Motion, moved: Moved) -> None:
        """What was asked to move has moved or not. `motion` still has the position before."""

    def judges(self, matcher: Matcher) -> None:
        """The goals are asked of the position of `matcher`."""

    def takes_back(self, why: str) -> None:
        """The turn is taken back, and all that was done in it."""

    # ------------------------------------------------------------ games of rules over cells

    def films(self, film: Film) -> None:
        """An answer begins, whose positions go to a film."""

    def answers(self, tables: Tables, level: int, board: Board) -> None:
        """The turns of a level begin that are a part of the answer, on a board that changes with them."""

    def plays(self, *, loading: bool) -> None:
        """A turn begins; all that follows is of it. `loading`: it is one with which a level begins."""

    def runs(self, stage: Stage) -> None:
        """The rules of a stage begin: once more if what moved rigidly had to be taken back."""

    def passes(self, number: int) -> None:
        """A pass over the rules of a group begins, the first one with number 0."""

    def changes(self, rule: Rule, together: Sequence[Match], before: Mapping[int, tuple[int, int]]) -> None:
        """A match is done; `before`: the kinds and movements that its cells held."""

    def misses(self, rule: Rule, together: Sequence[Match]) -> None:
        """A match no longer fits."""

    def finds(self, rule: Rule, found: Sequence[Sequence[Match]], matches: int, applied: int) -> None:
        """So many matches of a rule that changes nothing, or (`applied` 0) of which chance took none."""

    def asks(self) -> None:
        """What was asked to move is about to move."""

    def resolves(self) -> None:
        """It has moved; what could not go is still asked to."""

    def counts(self, held: Sequence[bool]) -> None:
        """The goals are asked: which of them hold."""

    def gives_up(self, why: str) -> None:
        """The turn is taken back, and all that was done in it."""
