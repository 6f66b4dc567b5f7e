"""One run: an agent plays a game until it has won, has had enough, or has used up its actions or its time.

Takes a game, an agent and a seed, gives a `Run`. The seed begins both the chance of the game and the agent, so the
same run can be made again; a limit of time may end it earlier and changes nothing before that.
"""

from __future__ import annotations

import contextlib
import hashlib
import random
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from arcg.compiler.ir import Program
from arcg.runtime.agents.clock import Clock, OutOfTimeError
from arcg.runtime.agents.plugin import OURS, Words, make
from arcg.runtime.agents.protocol import ActionInput, FrameData, Player
from arcg.runtime.engine import SEEDS, SIZE, Action, Engine
from arcg.runtime.official.frames import Answer, answer
from arcg.runtime.official.info import GameInfo
from arcg.runtime.scoring.rhae import game_score
from arcg.runtime.scoring.runs import Run as Counted
from arcg.runtime.scoring.scorecard import Scorecard

GUID = "00000000-0000-0000-0000-000000000000"
"""The session of a run: agents ask for one, and here nobody else plays."""

ERROR_LINES = 3
"""Of a traceback, the last lines are told."""


@dataclass(frozen=True, slots=True)
class Run:
    """What came of a run.

    Attributes:
        game: the full id of the game.
        agent: as it was named.
        seed: of the game and of the agent.
        levels_completed: in the best play of the game, if the agent began it anew.
        levels: how many there are.
        state: `WIN`, `GAME_OVER` or `NOT_FINISHED`.
        actions: all that were taken, RESETs too.
        level_actions: those of each level completed, as they are scored: a RESET of the level is one of them.
        score: RHAE, 0 to 100; None for a game without baselines.
        stopped: why it ended: `won`, `done` (the agent had enough), `actions`, `time`, `interrupted`, `error`; empty
            while it goes on.
        error: what went wrong in the agent.
        seconds: how long it took.
        played: a digest of all actions; equal for equal play.
    """

    game: str
    agent: str
    seed: int
    levels_completed: int
    levels: int
    state: str
    actions: int
    level_actions: tuple[int, ...]
    score: float | None
    stopped: str
    error: str
    seconds: float
    played: str

    @property
    def lost(self) -> bool:
        """Whether it tells nothing, for the agent broke or was interrupted."""
        return self.stopped in ("error", "interrupted", "")


class Recorder(Protocol):
    """Writes down what was played."""

    def add(self, answer: Answer) -> None:
        """An answer of the game, the first one too."""
        ...

    def close(self) -> None:
        """There are no more."""
        ...


class AgentError(Exception):
    """What an agent did that cannot be played on."""


class Session:
    """A game in play, with all that is counted of it."""

    def __init__(self, game: GameInfo, engine: Engine, agent: str, seed: int, recorder: Recorder | None) -> None:
        self.game, self.seed, self.actions = game, seed, 0
        self._agent, self._engine, self._recorder = agent, engine, recorder
        self._card = Scorecard("card")
        self._digest = hashlib.sha256()
        self._begun = time.monotonic()
        engine.reset(seed)
        self.answer = self._answered(Action.RESET, -1, -1, None)

    def take(self, action: int, x: int, y: int, reasoning: object) -> Answer:
        """Take an action."""
        self.actions += 1
        self._digest.update(bytes((action, x & 255, y & 255)))
        self._engine.step(action, x, y)
        self.answer = self._answered(action, x, y, reasoning)
        return self.answer

    def _answered(self, action: int, x: int, y: int, reasoning: object) -> Answer:
        told = answer(self._engine, self.game.game_id, GUID, action, x, y, reasoning=reasoning)
        if len(told.frames):
            self._card.observe(told.game_id, GUID, action, told.state, told.levels_completed, told.full_reset)
        if self._recorder is not None:
            self._recorder.add(told)
        return told

    def so_far(self, stopped: str = "", error: str = "") -> Run:
        """What came of it until now."""
        best = max(self._card.runs(self.game.game_id), key=lambda run: (self._score(run) or 0.0, run.levels_completed))
        return Run(
            self.game.game_id, self._agent, self.seed, best.levels_completed, self.answer.win_levels, self.answer.state,
            self.actions, tuple(best.level_actions()), self._score(best), stopped, error,
            time.monotonic() - self._begun, self._digest.hexdigest()[:16],
        )  # fmt: skip

    def _score(self, run: Counted) -> float | None:
        return game_score(run.levels(self.game.baselines)).score if self.game.baselines else None


def play(
    game: GameInfo,
    agent: str | Player,
    seed: int,
    *,
    actions: int,
    seconds: float | None = None,
    recorder: Recorder | None = None,
    watch: Callable[[Session], bool] = lambda _: False,
) -> Run:
    """One run.

    Args:
        game: what is played.
        agent: who plays: the name of a shipped agent, `path.py:Class` or `module:Class`; or the agent itself.
        seed: where the chance of the game and the agent begin.
        actions: most actions, RESETs included.
        seconds: most time, the making of the agent included.
        recorder: is given every answer.
        watch: is shown the session after every action; true ends the run.

    Raises:
        ValueError: there is no such agent or seed.
    """
    if not 0 <= seed < SEEDS:
        raise ValueError(f"there is no seed {seed}; seeds are the numbers from 0 to {SEEDS - 1}")
    name = agent if isinstance(agent, str) else type(agent).__name__
    session = Session(game, engine_for(game.program), name, seed, recorder)
    with Clock(seconds) as clock:
        try:
            with clock.running():
                sow(seed)
                made = make(agent, game_id=game.game_id, seed=seed) if isinstance(agent, str) else (agent, OURS)
                player, words = made
                sow(seed)  # once more, for an agent that begins its own chance with the clock
            return session.so_far(_played(session, player, words, actions, clock, watch))
        except OutOfTimeError:
            return session.so_far("time")
        except AgentError as error:
            return session.so_far("error", str(error))
        except SystemExit as error:
            return session.so_far("error", f"the agent ended its process with {error.code!r}")
        except Exception:
            return session.so_far("error", last_lines())


def engine_for(program: Program) -> Engine:
    """The engine that plays a game: the kernels where they are compiled, else the reference engine, frame for frame."""
    from arcg.runtime.kernel import ready

    if ready.is_built():
        from arcg.runtime.kernel import KernelEngine

        return KernelEngine(program)
    from arcg.runtime.reference import ReferenceEngine

    return ReferenceEngine(program)


def _played(
    session: Session, player: Player, words: Words, actions: int, clock: Clock, watch: Callable[[Session], bool]
) -> str:
    """Let the agent play; why it ended."""
    frames = [words.nothing()]
    latest = _seen(session.answer, words)
    _tell(player, frames=frames, MAX_ACTIONS=actions, action_counter=0)
    while True:
        if session.answer.state == "WIN":
            return "won"
        if session.actions >= actions:
            return "actions"
        with clock.running():
            done = player.is_done(frames, frames[-1])
            choice = None if done else player.choose_action(frames, latest)
        if done:
            return "done"
        move, reasoning = move_of(choice)
        latest.pack()
        latest = _seen(session.take(*move, reasoning), words)
        frames.append(latest)
        _tell(player, action_counter=session.actions, guid=GUID)
        if watch(session):
            return "interrupted"


def _seen(told: Answer, words: Words) -> FrameData:
    """An answer as agents see it."""
    action = words.action(told.action)
    return FrameData(
        told.game_id, told.frames, words.state(told.state), told.levels_completed, told.win_levels,
        ActionInput(action, told.data, told.reasoning), told.guid, told.full_reset, told.available_actions,
    )  # fmt: skip


def _tell(player: Player, **known: object) -> None:
    """Keep up to date what the official base class has, for agents that let themselves be told."""
    for name, value in known.items():
        with contextlib.suppress(AttributeError):
            setattr(player, name, value)


def move_of(choice: Any, by: str = "choose_action") -> tuple[tuple[int, int, int], object]:
    """The action that an agent chose, with its pixel, and what it says of it.

    Raises:
        AgentError: it is no action.
    """
    place: Any = None
    if isinstance(choice, tuple) and len(choice) in (1, 3):
        number, *place = choice
    else:
        number, data = getattr(choice, "value", choice), getattr(choice, "action_data", None)
        place = [getattr(data, "x", None), getattr(data, "y", None)]
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or not 0 <= number < len(Action):
        said = "which is no action; give a GameAction, a Move or a number from 0 to 7"
        raise AgentError(f"{by} gave {choice!r}, {said}")
    if number != Action.CLICK:
        return (int(number), -1, -1), getattr(choice, "reasoning", None)
    if len(place) != 2 or not all(isinstance(at, int | np.integer) and 0 <= at < SIZE for at in place):
        raise AgentError(f"{by} gave a click without a pixel (x and y from 0 to {SIZE - 1}): {choice!r}")
    return (int(number), int(place[0]), int(place[1])), getattr(choice, "reasoning", None)


def sow(seed: int) -> None:
    """Begin the chance that an agent may draw from, whoever it is."""
    random.seed(seed)
    np.random.seed(seed)
    torch: Any = sys.modules.get("torch")
    if torch is not None:
        torch.manual_seed(seed)


def last_lines() -> str:
    """What went wrong in an agent: where, and in what words."""
    kind, error, trace = sys.exc_info()
    if isinstance(error, SyntaxError):  # which is where the text says, not where it was read
        return f"{kind.__name__ if kind else ''}: {error.msg}; {error.filename} line {error.lineno}"
    lines = [line.strip() for line in traceback.format_exception_only(kind, error)]
    for place in reversed(traceback.extract_tb(trace)):
        if Path(place.filename).parent != Path(__file__).parent:
            lines.append(f"in {place.name}, {place.filename} line {place.lineno}")
            break
    return "; ".join(lines[-ERROR_LINES:])
