"""An observer of a game of rules over cells: keeps what happens in an answer and tells it as `Firing`s."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from arcg.compiler import ir
from arcg.runtime.engine import Standing
from arcg.runtime.firing import Cell, Change, Firing, Outcome, What, cells_after, cells_before, row_by_row
from arcg.runtime.reference.cellwise.board import Board, asked, bits, listed
from arcg.runtime.reference.cellwise.film import Film
from arcg.runtime.reference.cellwise.matching import Match, fitting
from arcg.runtime.reference.cellwise.resolving import WAYS
from arcg.runtime.reference.cellwise.tables import Rule, Stage, Tables
from arcg.runtime.reference.observing import Observer

TWO_WAYS = "it is asked to go two ways at once"
EDGE = "the board ends there"
RIGID = "what was to move rigidly could not, so its rules were left out and the turn was tried again"
NO_LONGER = "it no longer fitted, since another match came first"

WAY_WORDS = (*ir.DIRECTIONS, "act")


class CellWatcher(Observer):
    """Keeps the first `most` things that happen."""

    def __init__(self, program: ir.Program, cellwise: ir.Cellwise, most: int) -> None:
        self.program = program
        self.cellwise = cellwise
        self.most = most
        self._kept: list[tuple[int, int, Firing]] = []
        """What happened, with the number of its film and of the position in it that was shown next."""
        self._films: list[Film] = []
        self._tables: Tables
        self._board: Board
        self._level, self._loading, self._round = 0, False, 1
        self._stage: Literal["", "early", "late"] = ""
        self._turn_begins = self._try_begins = 0
        self._before: tuple[list[int], list[int]] = ([], [])

    # ------------------------------------------------------------ what is told

    def films(self, film: Film) -> None:
        """See `Observer`."""
        self._films.append(film)

    def answers(self, tables: Tables, level: int, board: Board) -> None:
        """See `Observer`."""
        self._tables, self._level, self._board = tables, level, board
        self._turn_begins = len(self._kept)

    def plays(self, *, loading: bool) -> None:
        """See `Observer`."""
        self._loading, self._stage = loading, ""
        self._turn_begins = len(self._kept)

    def runs(self, stage: Stage) -> None:
        """See `Observer`."""
        early = stage is self._tables.early
        if early and self._stage == "early":
            self._take_back(self._try_begins, RIGID)
        self._stage, self._round = "early" if early else "late", 1
        self._try_begins = len(self._kept)

    def passes(self, number: int) -> None:
        """See `Observer`."""
        self._round = number + 1

    def changes(self, rule: Rule, together: Sequence[Match], before: Mapping[int, tuple[int, int]]) -> None:
        """See `Observer`."""
        changes: list[Change] = []
        does: list[str] = []
        for cell, (kinds, moves) in before.items():
            now = self._board.kinds[cell]
            changes += [Change(self._standing(kind, cell), None) for kind in bits(kinds & ~now)]
            changes += [Change(None, self._standing(kind, cell)) for kind in bits(now & ~kinds)]
            does += self._moving(cell, self._board.moves[cell] & ~moves)
        does += rule.commands
        unmoved = all(moves == self._board.moves[cell] for cell, (_, moves) in before.items())
        outcome: Outcome = "no effect" if unmoved and not changes and not does else "applied"
        cells = [cell for match in together for cell in match]
        self._rule(rule, cells, outcome, matches=1, applied=1, changes=tuple(changes), does=does)

    def misses(self, rule: Rule, together: Sequence[Match]) -> None:
        """See `Observer`."""
        cells = [cell for match in together for cell in match]
        self._rule(rule, cells, "dropped", matches=1, dropped=1, why=NO_LONGER)

    def finds(self, rule: Rule, found: Sequence[Sequence[Match]], matches: int, applied: int) -> None:
        """See `Observer`."""
        if not matches:
            return
        cells = {cell for places in found for match in places for cell in match}
        outcome: Outcome = "applied" if applied else "not chosen"
        self._rule(rule, cells, outcome, matches=matches, applied=applied, does=rule.commands if applied else ())

    def asks(self) -> None:
        """See `Observer`."""
        self._before = list(self._board.kinds), list(self._board.moves)

    def resolves(self) -> None:
        """See `Observer`."""
        kinds, moves = self._before
        for cell, wanted in enumerate(moves):
            for layer, ways in asked(wanted):
                for kind in bits(kinds[cell] & self._tables.on_layer[layer]):
                    left = self._board.moves[cell] >> ir.MOVES * layer & ir.ALL_MOVES
                    self._motion(kind, cell, ways, stays=bool(left))

    def counts(self, held: Sequence[bool]) -> None:
        """See `Observer`."""
        self._stage = ""
        for number, (goal, holds) in enumerate(zip(self._tables.goals, held, strict=True), start=1):
            if holds:
                cells = listed(fitting(self._board, goal.first) & fitting(self._board, goal.second))
                self._keep("win", "", f"win.{number}", 0, cells, "holds")

    def gives_up(self, why: str) -> None:
        """See `Observer`."""
        self._take_back(self._turn_begins, why)

    # ------------------------------------------------------------ inside

    def _cell(self, cell: int) -> Cell:
        return divmod(cell, self._board.grid.height)

    def _standing(self, kind: int, cell: int) -> Standing:
        x, y = self._cell(cell)
        return Standing(self.program.kinds[kind].name, x, y, ((x, y),), {})

    def _moving(self, cell: int, moves: int) -> list[str]:
        """What is newly asked to move in a cell, in words."""
        words = []
        for layer, ways in asked(moves):
            kinds = bits(self._board.kinds[cell] & self._tables.on_layer[layer])
            names = [self.program.kinds[kind].name for kind in kinds]
            words += [f"move {name} {WAY_WORDS[way]}" for name in names for way in bits(ways)]
        return words

    def _motion(self, kind: int, cell: int, ways: int, *, stays: bool) -> None:
        way = WAYS.get(ways)
        if way == ir.TO_ACT:
            return
        was = self._standing(kind, cell)
        does = tuple([f"move {WAY_WORDS[one]}" for one in bits(ways)])
        there = None if way is None else self._board.grid.neighbour(cell, way)
        if not stays and there is not None:
            change = Change(was, self._standing(kind, there))
            self._keep("motion", "", "", 0, [], "moved", changes=(change,), does=does)
            return
        why, by = TWO_WAYS if way is None else EDGE, tuple[Standing, ...]()
        if there is not None:
            layer = self._tables.on_layer[self._tables.layers[kind]]
            by = tuple([self._standing(other, there) for other in bits(self._board.kinds[there] & layer)])
            why = f"{' and '.join(other.kind for other in by)} in the way"
        self._keep("motion", "", "", 0, [cell], "blocked", bound=(("", was),), does=does, why=why, by=by)

    def _rule(
        self,
        rule: Rule,
        cells: Iterable[int],
        outcome: Outcome,
        *,
        matches: int,
        applied: int = 0,
        dropped: int = 0,
        changes: tuple[Change, ...] = (),
        does: Iterable[str] = (),
        why: str = "",
    ) -> None:
        rules, source = self.cellwise, rule.source
        self._keep(
            "rule", rules.phases[source], rules.names[source], rules.lines[source], cells, outcome,
            matches=matches, applied=applied, dropped=dropped, changes=changes, does=tuple(dict.fromkeys(does)),
            why=why, way=ir.DIRECTIONS[rule.way],
        )  # fmt: skip

    def _keep(
        self,
        what: What,
        phase: str,
        rule: str,
        line: int,
        cells: Iterable[int],
        outcome: Outcome,
        *,
        bound: tuple[tuple[str, Standing], ...] = (),
        changes: tuple[Change, ...] = (),
        does: tuple[str, ...] = (),
        matches: int = 0,
        applied: int = 0,
        dropped: int = 0,
        why: str = "",
        by: tuple[Standing, ...] = (),
        way: str = "",
    ) -> None:
        if len(self._kept) >= self.most:
            return
        firing = Firing(
            what=what,
            phase=phase,
            rule=rule,
            line=line,
            level=self._level,
            loading=self._loading,
            round=self._round,
            frame=0,
            bound=bound,
            values=(),
            cells=row_by_row([*map(self._cell, cells), *cells_before(changes)]),
            became=row_by_row(cells_after(changes)),
            changes=changes,
            world=(),
            does=does,
            matches=matches,
            applied=applied,
            dropped=dropped,
            outcome=outcome,
            why=why,
            by=by,
            stage=self._stage,
            way=way,
        )
        self._kept.append((len(self._films) - 1, self._films[-1].positions, firing))

    def _take_back(self, begins: int, why: str) -> None:
        for number in range(begins, len(self._kept)):
            film, position, firing = self._kept[number]
            self._kept[number] = film, position, dataclasses.replace(firing, taken_back=firing.taken_back or why)

    # ------------------------------------------------------------ the whole

    def firings(self, frames: int) -> tuple[Firing, ...]:
        """All that was kept, for an answer of so many frames."""
        found = []
        for number, position, firing in self._kept:
            film = self._films[number]
            place = film.place(min(position, film.positions - 1))
            found.append(dataclasses.replace(firing, frame=min(place, frames - 1)))
        return tuple(found)
