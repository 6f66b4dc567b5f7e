"""The reference engine for games of rules over cells: answers, restarts, undo and levels as these games have them."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import ir
from arcg.runtime.engine import Action, Frames, Status
from arcg.runtime.reference.cellwise.board import Kinds, in_order
from arcg.runtime.reference.cellwise.film import Film
from arcg.runtime.reference.cellwise.play import Answer, CellPlay, Draws
from arcg.runtime.reference.engine import ReferenceEngine, Shot, UndoEntry
from arcg.runtime.reference.observing import Observer
from arcg.runtime.reference.state import Saved, State

WAYS = {
    Action.UP: ir.UP,
    Action.DOWN: ir.DOWN,
    Action.LEFT: ir.LEFT,
    Action.RIGHT: ir.RIGHT,
    Action.ACT: ir.TO_ACT,
}
"""What an action asks the player to do; a click asks for nothing."""


class CellEngine(ReferenceEngine):
    """One game in play; see `arcg.runtime.engine.Engine` for what the methods promise.

    With `draws`, every choice by chance takes its next number instead of asking the generator.
    """

    def __init__(self, program: ir.Program, draws: Draws | None = None) -> None:
        if program.cellwise is None:
            raise ValueError("the program has no rules over cells")
        self._cells = CellPlay(program, program.cellwise)
        self._cells.draws = draws
        self._behind: list[Kinds] = []
        """The undo stack, the last position on top."""
        self._film: Film | None = None
        """The pictures of the last answer, if it was a turn."""
        super().__init__(program)

    @property
    def draws(self) -> Draws | None:
        """Where chance comes from, if not from the generator."""
        return self._cells.draws

    @draws.setter
    def draws(self, draws: Draws | None) -> None:
        self._cells.draws = draws

    def verdict(self) -> Literal["win", "lose"] | None:
        """How the goals judge the present position, as if nothing had happened in this turn."""
        return "win" if self._cells.holds(self._state) else None

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to go back to by undo."""
        return bool(self._behind)

    def clicks(self) -> tuple[tuple[int, int], ...]:
        """One frame pixel: all clicks are turns without input."""
        return ((0, 0),)

    # ------------------------------------------------------------ looking on

    def watch(self, observer: Observer | None) -> None:
        """Tell an observer of every turn from now on."""
        super().watch(observer)
        self._cells.observer = observer

    def shown(self) -> int:
        """How many pictures `frames` gives."""
        return super().shown() if self._film is None else len(self._film.frames())

    # ------------------------------------------------------------ acting

    def step(self, action: int, x: int = -1, y: int = -1) -> None:
        """Take one action. A click is a turn without input, wherever it is."""
        super().step(action, 0, 0)

    def _start_over(self) -> None:
        self.full_reset = True
        self.levels_completed = 0
        film = self._new_film()
        self._take(self._begun(0, film), film)

    def _restart(self) -> None:
        """Begin the level again, from the checkpoint if there is one; undo can take that back."""
        self.action_count = 0
        film = self._new_film()
        self._take(self._cells.restart(self._state, self._start, film.show), film)

    def _play(self, action: int, x: int, y: int) -> None:
        if action == Action.UNDO:
            self._take_back()
            self._still([self._shot()])
            return
        way = WAYS.get(Action(action))
        film = self._new_film()
        self._take(self._cells.turn(self._state, self._start, way, film.show), film)

    def _new_film(self) -> Film:
        film = Film(self._picture)
        if self._observer is not None:
            self._observer.films(film)
        return film

    def _take(self, answer: Answer, film: Film) -> None:
        """Go on from an answer; if it wins the level, with the beginning of the next, which may win that as well."""
        self._film = film
        self._trace = self._messages = ()
        while True:
            self._state = answer.state
            self._trace += answer.trace
            self._messages += answer.messages
            if Action.UNDO in self.program.actions:
                self._behind += answer.entries
            if not answer.won:
                return
            self.levels_completed += 1
            if self.level == len(self.program.levels) - 1:
                self._finish(Status.WON)
                return
            answer = self._begun(self.level + 1, film)

    def _take_back(self) -> None:
        """Go back to the last position on the stack that is not the present one; chance and checkpoint stay."""
        present = self._cells.kinds(self._state)
        while self._behind and self._behind[-1] == present:
            self._behind.pop()
        if self._behind:
            self._state = self._state.copy()
            self._state.replace_things(self._cells.things(self.level, self._behind.pop()))

    @property
    def _undo(self) -> list[UndoEntry]:
        """The undo stack as things, for snapshots."""
        none: tuple[None, ...] = (None,) * len(self.program.saves)
        return [UndoEntry(Saved(self._cells.things(self.level, kinds), ()), none, 0) for kinds in self._behind]

    @_undo.setter
    def _undo(self, entries: list[UndoEntry]) -> None:
        self._behind = [self._cells.kinds_in(self.level, entry.saved.things) for entry in entries]

    # ------------------------------------------------------------ levels

    def _begun(self, level: int, film: Film) -> Answer:
        """Load a level and play its beginning."""
        placed = self._placed(level)
        self._state, self._start, self._behind, self.action_count = placed, placed.saved(), [], 0
        return self._cells.begin(placed, film.show)

    def _placed(self, level: int) -> State:
        placed = super()._placed(level)
        placed.replace_things(in_order(placed.things))
        return placed

    def _first(self, level: int) -> Saved:
        """The level as it is placed, before its first turn."""
        return self._placed(level).saved()

    # ------------------------------------------------------------ frames

    def _still(self, shown: list[Shot]) -> None:
        self._film = None
        super()._still(shown)

    def frames(self) -> Frames:
        """The pictures of the last answer."""
        return super().frames() if self._film is None else self._film.frames()

    def _picture(self, level: int, kinds: Kinds) -> NDArray[np.uint8]:
        return self._draw(self._cells.shot(level, kinds), self._start)

    # ------------------------------------------------------------ snapshots

    def restore(self, data: bytes) -> None:
        """Go to a state or a snapshot."""
        super().restore(data)
        self._state.replace_things(in_order(self._state.things))
        self._state.saves = [saved and _plain(saved) for saved in self._state.saves]
        self._start = _plain(self._start)


def _plain(saved: Saved) -> Saved:
    return Saved(in_order(saved.things), ())
