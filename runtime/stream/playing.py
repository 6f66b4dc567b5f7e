"""Instances in play: one level each, until it is won or its budget of actions is used up.

Several are open at once, and a learner acts in one after the other, action by action. What goes wrong in a learner
becomes a `LearnerError` that says where.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from arcg.compiler.ir import Program
from arcg.runtime.agents.playing import AgentError, engine_for, last_lines, move_of
from arcg.runtime.engine import Status
from arcg.runtime.stream.learner import Feedback, Learner, Observation
from arcg.runtime.stream.learners import Memory


class LearnerError(Exception):
    """What a learner did that cannot be played on."""


class InterruptedRunError(Exception):
    """The run shall end in the middle of a round."""


@dataclasses.dataclass(frozen=True, slots=True)
class Instance:
    """What is played: a level, under which name, which instance of the learner's work, and with how many actions."""

    program: Program
    alias: str
    number: int
    budget: int
    solution: tuple[tuple[int, int, int], ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it: whether it was won, actions taken, how often the attempt was lost, and the charge, 0 to 1.

    `played` is a digest of the actions; equal for equal play.
    """

    won: bool
    actions: int
    losses: int
    charge: float
    played: str


class Open:
    """An instance in play."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.spent = self.losses = 0
        self._played = hashlib.sha256()
        self._engine = engine_for(instance.program)
        self._engine.reset(0)
        self._frames = self._engine.frames()

    @property
    def won(self) -> bool:
        """Whether the level is won."""
        return self._engine.status == Status.WON

    @property
    def ended(self) -> bool:
        """Whether there is no further action."""
        return self.won or self.spent >= self.instance.budget

    def seen(self) -> Observation:
        """What the learner sees now."""
        one = self.instance
        return Observation(
            one.alias, one.number, self._frames, self._engine.actions(), self._engine.status == Status.OVER,
            self.spent, one.budget,
        )  # fmt: skip

    def take(self, move: tuple[int, int, int]) -> Feedback:
        """Take an action. A lost attempt is answered by nothing but RESET, and every action counts."""
        action, x, y = move
        self._engine.step(action, x, y)
        self._played.update(bytes((action, x & 255, y & 255)))
        self.spent += 1
        over = self._engine.status == Status.OVER
        frames = self._engine.frames()
        if len(frames):  # a finished game ignores an action: the last pictures stay what is seen
            self._frames = frames
            self.losses += over
        return Feedback(self._frames, self.won, over, self.ended)

    def outcome(self) -> Outcome:
        """What came of it. Unsolved, it is charged its whole budget."""
        charge = self.spent / self.instance.budget if self.won else 1.0
        return Outcome(self.won, self.spent, self.losses, charge, self._played.hexdigest()[:16])


def play(
    instances: Sequence[Instance],
    learner_for: Callable[[int], Learner],
    watch: Callable[[], bool] = lambda: False,
) -> list[Outcome]:
    """Play instances that are open together.

    Args:
        instances: what is played.
        learner_for: who plays the instance at this place of the list.
        watch: is asked after every action; true ends it.

    Raises:
        LearnerError: the learner broke.
        InterruptedRunError: `watch` said so.
    """
    games = [Open(one) for one in instances]
    learners = [learner_for(place) for place in range(len(games))]
    for game, learner in zip(games, learners, strict=True):
        if type(learner) is Memory:
            learner.told(game.instance.number, game.instance.solution)
    while any(not game.ended for game in games):
        for game, learner in zip(games, learners, strict=True):
            if not game.ended:
                _one(game, learner)
                if watch():
                    raise InterruptedRunError
    return [game.outcome() for game in games]


def _one(game: Open, learner: Learner) -> None:
    seen = game.seen()
    choice: Any = called(lambda: learner.act(seen), "act")
    try:
        move, _ = move_of(choice, "act")
    except AgentError as error:
        raise LearnerError(str(error)) from None
    feedback = game.take(move)
    called(lambda: learner.observe(seen, choice, feedback), "observe")


def called(call: Callable[[], Any], method: str) -> Any:
    """What a method of a learner gives.

    Raises:
        LearnerError: it broke.
    """
    try:
        return call()
    except Exception:
        raise LearnerError(f"{method} broke: {last_lines()}") from None
    except SystemExit as error:
        raise LearnerError(f"{method} ended its process with {error.code!r}") from None
