"""A learner goes through a stream, round by round, and through the two frozen tests after it.

Beside it goes the same learner wiped before every instance (the arm `reset`), on the same instances. Whole rounds are
recorded. A learner that can be pickled is kept beside the records now and then, so a run that was killed goes on from
there; another one plays again from the beginning. Either way what is played again must come out as it was recorded.
"""

from __future__ import annotations

import copy
import hashlib
import json
import pickle
import secrets
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from arcg import __version__
from arcg.runtime.agents.playing import sow
from arcg.runtime.files import write_whole
from arcg.runtime.stream.learner import Learner, codenames, learner_class, make_learner
from arcg.runtime.stream.playing import Instance, LearnerError, called, play
from arcg.runtime.stream.records import (
    HELD_OUT,
    LEARNER,
    META,
    RECORDS,
    SEEN,
    STREAM,
    WIPED,
    Record,
    append,
    cut,
    whole_rounds,
)
from arcg.runtime.stream.stored import Plan, Stream, Task

KEPT = "learner.pickle"

SHARE = 0.1
"""Of the time of a run, this much may go into keeping the learner."""

OTHER_LUCK = 1 << 30
"""How far the seed of the wiped learner lies from that of the learner."""


class Place:
    """One instance of a run: where it stands in the stream."""

    __slots__ = ("exposure", "gap", "level", "number", "task", "user")

    def __init__(self, number: int, user: int, task: Task, level: int, exposure: int, gap: int | None) -> None:
        self.number, self.user, self.task, self.level = number, user, task, level
        self.exposure, self.gap = exposure, gap


def places(stream: Stream) -> list[tuple[str, list[Place]]]:
    """All rounds of a run: the stream, then each frozen test as one round."""
    rounds: list[tuple[str, list[Place]]] = [(STREAM, []) for _ in range(stream.rounds)]
    last: dict[tuple[int, int], int] = {}
    number = 0
    for slot in stream.slots:
        before = last.get((slot.user, slot.task))
        last[slot.user, slot.task] = slot.round
        gap = None if before is None else slot.round - before
        task = stream.tasks[slot.task]
        rounds[slot.round][1].append(Place(number, slot.user, task, stream.number(slot), slot.exposure, gap))
        number += 1
    for phase, tasks, count, exposure in (
        (SEEN, stream.tasks, stream.plan.seen, stream.plan.exposures),
        (HELD_OUT, stream.held_out, stream.plan.held, 0),
    ):
        test = [(task, level) for task in tasks for level in range(count)]
        if test:
            rounds.append(
                (phase, [Place(number + at, 0, task, level, exposure, None) for at, (task, level) in enumerate(test)])
            )
            number += len(test)
    return rounds


class OtherRunError(ValueError):
    """The folder holds another run, or one that comes out otherwise. The message says how."""


class Run:
    """A run in a folder, new or begun."""

    def __init__(self, stream: Stream, name: str, folder: Path, *, seed: int = 0, salt: str | None = None) -> None:
        """Begin or open it.

        Raises:
            OtherRunError: the folder holds a run with other arguments.
            NoAgentError: there is no such learner.
            OSError: the folder cannot be used.
        """
        self.stream, self.folder = stream, folder
        self.rounds = places(stream)
        self.sizes = [2 * len(found) for _, found in self.rounds]
        self._kind, self._seed = learner_class(name), seed
        self.meta = self._begun(name, seed, salt)
        self.recorded = whole_rounds(folder / RECORDS, self.sizes)
        cut(folder / RECORDS, self.recorded)
        owners = [(place.user, place.task.name) for _, found in self.rounds for place in found]
        self._names = codenames(self.meta["salt"], dict.fromkeys(owners))

    def _begun(self, name: str, seed: int, salt: str | None) -> dict[str, Any]:
        path = self.folder / META
        asked = {"learner": name, "code": _code(name), "seed": seed, "stream": self.stream.digest}
        if path.exists():
            meta: dict[str, Any] = json.loads(path.read_bytes())
            then = {key: meta.get(key) for key in asked} | {"salt": meta.get("salt")}
            now = asked | {"salt": meta.get("salt") if salt is None else salt}
            other = next((key for key in now if now[key] != then[key]), None)
            if other is not None:
                raise OtherRunError(
                    f"{self.folder} holds a run with another {other}: {then[other]}, not {now[other]}; "
                    "give another folder for this one"
                )
            return meta
        if self.folder.exists() and any(self.folder.iterdir()):
            raise OtherRunError(f"{self.folder} is no run, and there are files in it; give another folder")
        self.folder.mkdir(parents=True, exist_ok=True)
        meta = {
            **asked, "salt": secrets.token_hex(8) if salt is None else salt, "arcg": __version__,
            "protocol": {**protocol(self.stream), "sizes": self.sizes},
        }  # fmt: skip
        write_whole(path, json.dumps(meta, indent=1) + "\n")
        return meta

    def go(
        self,
        *,
        rounds: int | None = None,
        watch: Callable[[], bool] = lambda: False,
        tell: Callable[[int, Sequence[Record]], None] = lambda _, __: None,
    ) -> int:
        """Play on, to the end or until so many rounds are recorded; how many are.

        Raises:
            LearnerError: the learner broke; the rounds before are recorded.
            OtherRunError: what was recorded comes out otherwise now.
            InterruptedRunError: `watch` said so.
        """
        until = len(self.rounds) if rounds is None else min(rounds, len(self.rounds))
        if len(self.recorded) >= until:
            return len(self.recorded)
        at, learner, wiped = self._kept()
        kept, took = time.monotonic(), 0.0
        for number in range(at, until):
            try:
                made = self._round(number, learner, wiped, watch)
            except LearnerError as error:
                raise LearnerError(f"round {number + 1} ({self.rounds[number][0]}): {error}") from None
            if number < len(self.recorded):
                self._compare(number, made)
            else:
                append(self.folder / RECORDS, made)
                self.recorded.append(made)
            tell(number, made)
            began = time.monotonic()
            if began - kept >= took / SHARE and number + 1 < len(self.rounds):
                self._keep(number + 1, learner, wiped)
                kept = time.monotonic()
                took = kept - began
        return len(self.recorded)

    def _compare(self, number: int, made: Sequence[Record]) -> None:
        for then, now in zip(self.recorded[number], made, strict=True):
            if not then.same(now):
                raise OtherRunError(
                    f"{self.folder}: round {number + 1} comes out otherwise when it is played again, in {then.task}; "
                    "a learner must do the same again, with all its chance from `seed`"
                )

    def _round(self, number: int, learner: Learner, wiped: Learner, watch: Callable[[], bool]) -> list[Record]:
        phase, found = self.rounds[number]
        sow((self._seed + number) % (1 << 31))  # for learners that draw from the chance that all share
        instances = [self._instance(place) for place in found]
        if phase == STREAM:
            outcomes = play(instances, lambda _: learner, watch)
            called(learner.end_round, "end_round")
        else:  # each instance meets a copy of its own, and nothing comes back
            outcomes = [play([one], lambda _: _copy(learner), watch)[0] for one in instances]
        without = []
        for one in instances:
            called(wiped.reset, "reset")
            without += play([one], lambda _: wiped, watch)
        resources = _resources(learner)
        return [
            Record(
                number, phase, arm, place.user, place.task.name, place.task.game, place.level + 1, one.alias,
                place.exposure, place.gap, len(one.solution), one.budget, came.actions, came.losses, came.won,
                came.charge, came.played, resources if arm == LEARNER else {},
            )
            for arm, all_of in ((LEARNER, outcomes), (WIPED, without))
            for place, one, came in zip(found, instances, all_of, strict=True)
        ]  # fmt: skip

    def _instance(self, place: Place) -> Instance:
        task, stream = place.task, self.stream
        return Instance(
            stream.program(task, place.level), self._names[place.user, task.name], place.number,
            stream.budget(task, place.level), task.levels[place.level].moves,
        )  # fmt: skip

    # ---------------------------------------------------------------- the learner as it was

    def _kept(self) -> tuple[int, Learner, Learner]:
        """The learners, and how many rounds they have behind them."""
        sow(self._seed)
        learner = self._new(self._seed)
        wiped = self._new((self._seed + OTHER_LUCK) % (1 << 31))
        called(learner.reset, "reset")
        try:
            at, *both = pickle.loads((self.folder / KEPT).read_bytes())
            if at <= len(self.recorded):
                learner, wiped = both
                return at, learner, wiped
        except Exception:  # there is none, or its class is another now: from the beginning
            pass
        return 0, learner, wiped

    def _new(self, seed: int) -> Learner:
        made: Learner = called(lambda: make_learner(self._kind, seed), "the constructor")
        return made

    def _keep(self, rounds: int, learner: Learner, wiped: Learner) -> None:
        try:
            data = pickle.dumps((rounds, learner, wiped))
        except Exception:  # it cannot be pickled, and is played again instead
            return
        write_whole(self.folder / KEPT, data)


def protocol(stream: Stream) -> dict[str, Any]:
    """How a run is made, and in what that is not what it is unless somebody asks for it."""
    plan, usual = stream.plan, Plan()
    deviations = [
        f"{name}: {getattr(plan, name)}, not {getattr(usual, name)}"
        for name in ("order", "budget", "process")
        if getattr(plan, name) != getattr(usual, name)
    ]
    if not stream.held_out or not plan.seen:
        deviations.append("without one of the two frozen tests")
    return {
        "canonical": not deviations, "deviations": deviations, "rounds": stream.rounds, "users": plan.users,
        "exposures": plan.exposures, "order": plan.order, "budget": plan.budget, "seen": plan.seen, "held": plan.held,
        "tasks": [task.name for task in stream.tasks], "held_out": [task.name for task in stream.held_out],
        "games": {task.name: task.digest for task in (*stream.tasks, *stream.held_out)},
    }  # fmt: skip


def _copy(learner: Learner) -> Learner:
    made: Learner = called(lambda: copy.deepcopy(learner), "copy.deepcopy")
    return made


def _resources(learner: Learner) -> dict[str, float]:
    ask = getattr(learner, "resources", None)
    if ask is None:
        return {}
    told = called(ask, "resources")
    try:
        return {str(name): float(value) for name, value in told.items()}
    except (AttributeError, TypeError, ValueError):
        raise LearnerError(f"resources gave {told!r}, which is no dict of numbers") from None


def _code(name: str) -> str:
    """A digest of a learner's file."""
    where, _, _ = name.rpartition(":")
    path = Path(where)
    return hashlib.sha256(path.read_bytes()).hexdigest() if where.endswith(".py") and path.is_file() else ""
