"""What lies behind the frame that is shown: the position, why its turn went as it did, whether it can still be won.

Takes the session, looks where it is; gives positions, firings and the solver's answers. What takes long is done in a
thread (the turn played again with an observer) and in a process (solving).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from arcg.editor.background import Latest
from arcg.editor.inspector import Inspector, Position
from arcg.editor.looking import Take
from arcg.editor.moves import Move
from arcg.editor.session import Session
from arcg.editor.solver import Answer, Solver
from arcg.runtime.engine import Status
from arcg.runtime.env import from_level
from arcg.runtime.firing import Firing
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.why import begun, fired

SETTLE = 0.12
"""Seconds that a position is looked at before the solver is asked: who plays quickly asks for nothing."""


@dataclass(frozen=True, slots=True)
class Place:
    """A turn of a take: what is looked into."""

    take: Take
    turn: int


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a turn: its firings, and the position after it (`Engine.snapshot()`)."""

    place: Place
    firings: tuple[Firing, ...]
    after: bytes


class Insight:
    """Looks into the turn that a session shows.

    Args:
        wake: called in another thread when there is something new.
        solver: answers whether a position can be won; without it nothing is said of that.
    """

    def __init__(self, wake: Callable[[], object], solver: Solver | None) -> None:
        self._worker: Latest[Facts] = Latest("insight", wake)
        self.solver = solver
        self.facts: Facts | None = None
        self.answer: Answer | None = None
        self.chosen: int | None = None
        self._place: Place | None = None
        self._inspector: Inspector | None = None
        self._position: Position | None = None
        self._ask_at: float | None = None

    # ------------------------------------------------------------ over time

    def advance(self, session: Session, now: float) -> bool:
        """Look where the session is; whether there is anything new to show."""
        timeline = session.view().timeline
        place = Place(session.take, timeline.turn)
        changed = place != self._place
        if changed:
            self._go(place)
            self._ask_at = now + SETTLE
        if (facts := self._worker.poll()) is not None and facts.place == self._place:
            self.facts, self._position, changed = facts, None, True
        if self._ask_at is not None and now >= self._ask_at and self.facts is not None:
            self._ask_at = None
            self._ask()
        if self.solver is not None and (answer := self.solver.poll()) is not None:
            self.answer, changed = answer, True
        return changed

    def wait(self, now: float) -> float | None:
        """Seconds until `advance` has to be called, or None."""
        return max(0.0, self._ask_at - now) if self._ask_at is not None and self.facts is not None else None

    def _go(self, place: Place) -> None:
        known = self._place
        self._place, self.facts, self.answer, self.chosen, self._position = place, None, None, None, None
        if known is None or known.take.reel is not place.take.reel:
            self._inspector = None
        if self.solver is not None:
            self.solver.cancel()
        if not self.blind:
            self._worker.ask(lambda: _looked_into(place))

    def _ask(self) -> None:
        """Ask the solver, where there is something to be won."""
        if self.solver is None or self._place is None or self.facts is None:
            return
        reel, branch = self._place.take.reel, self._place.take.branch
        if branch.turn(self._place.turn).status is not Status.PLAYING:
            return
        engine = ReferenceEngine(from_level(reel.program, reel.first_level))
        engine.restore(self.facts.after)
        self.solver.ask(engine.program, engine.state())

    def toggle(self, wake: Callable[[], object]) -> None:
        """Have positions solved from now on, or no longer."""
        self.answer = None
        if self.solver is not None:
            self.solver.close()
            self.solver = None
        else:
            self.solver = Solver(wake)
            self._ask()

    def close(self) -> None:
        """Leave no thread and no process behind."""
        self._worker.close()
        if self.solver is not None:
            self.solver.close()

    # ------------------------------------------------------------ what is known

    @property
    def blind(self) -> bool:
        """Whether nothing can be known: a recording tells what was seen, and has no positions."""
        return self._place is not None and self._place.take.reel.origin == "recording"

    @property
    def position(self) -> Position | None:
        """The position after the turn that is shown; None while it is being worked out."""
        if self.facts is None:
            return None
        if self._position is None:
            reel = self.facts.place.take.reel
            if self._inspector is None:
                self._inspector = Inspector(from_level(reel.program, reel.first_level))
            self._position = self._inspector.look(self.facts.after)
        return self._position

    @property
    def firings(self) -> tuple[Firing, ...]:
        """What happened in the turn that is shown, in order; nothing while it is being worked out."""
        return self.facts.firings if self.facts is not None else ()

    @property
    def firing(self) -> Firing | None:
        """The one that was chosen."""
        return self.firings[self.chosen] if self.chosen is not None and self.chosen < len(self.firings) else None

    @property
    def next_move(self) -> Move | None:
        """What the shortest known way to win does next."""
        return self.answer.moves[0] if self.answer is not None and self.answer.moves else None


def _looked_into(place: Place) -> Facts:
    """Play the turn again, looking on."""
    reel, branch = place.take.reel, place.take.branch
    program = from_level(reel.program, reel.first_level)
    engine = ReferenceEngine(program)
    turn = branch.turn(place.turn)
    if place.turn == 0:
        engine.reset(reel.seed)
        return Facts(place, begun(reel.program, reel.first_level, reel.seed), engine.snapshot())
    for earlier in reel.position(engine, branch, place.turn - 1):
        engine.step(earlier.action, earlier.x, earlier.y)
    before = engine.snapshot()
    engine.step(turn.action, turn.x, turn.y)
    firings = fired(program, before, turn.action, turn.x, turn.y)
    return Facts(place, firings, engine.snapshot())
