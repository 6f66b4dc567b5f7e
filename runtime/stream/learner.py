"""What a learner is and sees: four methods, an observation, a feedback. How one is found by its name.

A learner is a black box. It is never told which game it plays, when a task comes again, or what is being measured.
"""

from __future__ import annotations

import hashlib
import inspect
from base64 import b32encode
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from arcg.runtime.agents.plugin import class_of
from arcg.runtime.engine import Frames

METHODS = ("reset", "act", "observe", "end_round")

LETTERS = 8
"""Of a codename."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What a learner sees before it acts.

    Attributes:
        alias: the codename of the task; the same whenever this user meets this task in this run.
        instance: the number of this instance in the learner's own work, from 0 on; those of a round are open together.
        frames: those of the last answer, shape (n, 64, 64), dtype uint8, values 0-15, oldest first.
        actions: the numbers of the offered actions, without RESET (0), which is always there.
        over: whether the attempt is lost, so that nothing but RESET goes on.
        spent: actions so far, RESETs too.
        budget: actions after which the instance ends unsolved.
    """

    alias: str
    instance: int
    frames: Frames
    actions: tuple[int, ...]
    over: bool
    spent: int
    budget: int


@dataclass(frozen=True, slots=True)
class Feedback:
    """What an action came to.

    Attributes:
        frames: the answer, as the next observation has it.
        won: the level is won, and the instance ends.
        over: the attempt is lost.
        ended: there is no further action in this instance: it is won, or its budget is used up.
    """

    frames: Frames
    won: bool
    over: bool
    ended: bool


class Learner(Protocol):
    """What a class must have. It may also have `resources() -> dict[str, float]`: counters, logged and never scored."""

    def reset(self) -> None:
        """Forget everything."""
        ...

    def act(self, observation: Observation) -> Any:
        """What it does next: the number of an action, (6, x, y) for a click, or a `Move` or `GameAction`."""
        ...

    def observe(self, observation: Observation, action: Any, feedback: Feedback) -> None:
        """What its action came to."""
        ...

    def end_round(self) -> None:
        """A round is over: the only place where what it carries to other instances may change."""
        ...


def learner_class(name: str) -> type:
    """The class of a learner: a shipped one, `path.py:Class` or `module:Class`.

    Raises:
        NoAgentError: there is none, or it has not the four methods.
        Exception: what goes wrong in the file or the module when it is run.
    """
    from arcg.runtime.stream.learners import SHIPPED

    return class_of(name, SHIPPED, METHODS, what="learner", page="docs/stream.md")


def make_learner(kind: type, seed: int) -> Learner:
    """A new learner; its constructor is given `seed` if it asks for it by name."""
    made: Learner = kind(seed=seed) if "seed" in inspect.signature(kind).parameters else kind()
    return made


def codenames(salt: str, tasks: Iterable[tuple[int, str]]) -> dict[tuple[int, str], str]:
    """A name for each user's tasks that tells nothing of them, and that another salt makes another one."""
    names: dict[tuple[int, str], str] = {}
    for user, task in tasks:
        words = [word for word in task.lower().replace("@", " ").split() if len(word) > 1]
        for attempt in range(1_000):
            digest = hashlib.sha256(f"{salt}\0{user}\0{task}\0{attempt}".encode()).digest()
            name = b32encode(digest).decode().lower()[:LETTERS]
            if name not in names.values() and not any(word in name for word in words):
                names[user, task] = name
                break
    return names
