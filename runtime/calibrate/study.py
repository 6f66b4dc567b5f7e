"""A study with testers: which games, how long, and what is asked first; and the sessions in it, one move at a time.

Takes games and limits, gives views: what a tester sees after each move. Knows neither of windows nor of the web. What
happens is kept in a `Store` before it is answered, so a study that is killed goes on where it was: its sessions are
played again from what was kept.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import random
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from arcg.compiler.ir import Program, digest
from arcg.runtime.calibrate.store import Event, SessionRow, Store
from arcg.runtime.engine import SIZE, Action, Engine, Frames, Status
from arcg.runtime.official.frames import STATES
from arcg.runtime.official.info import GameInfo
from arcg.runtime.relay import RelayEngine

CONSENT = """\
You are about to play some small games. There are no instructions: finding out how they work is part of it.

What you do in the games and when is recorded, under a random name. Nothing that tells who you are is asked for or kept.

You may stop at any time. Each game can be played once.
"""

MOST_ACTIONS = 20_000
"""Of one session; nobody plays so many in half an hour."""

Progress = Literal["new", "running", "done"]


class RefusedError(Exception):
    """A move that is not taken. `code` is a word for programs, `status` that of the web; `more` what else to tell."""

    def __init__(self, status: int, code: str, message: str, **more: object) -> None:
        super().__init__(message)
        self.status, self.code, self.more = status, code, more


@dataclass(frozen=True)
class Plan:
    """What a study asks for.

    Attributes:
        consent: the text that a tester agrees to before anything is recorded.
        soft_minutes: after so long a tester is told that it is fine to stop.
        hard_minutes: after so long a game ends.
        shuffled: every tester plays the games in an order of their own.
        seed: with which games of chance begin, the same for all testers.
    """

    consent: str = CONSENT
    soft_minutes: float = 20.0
    hard_minutes: float = 30.0
    shuffled: bool = True
    seed: int = 0


@dataclass(frozen=True)
class View:
    """What a tester sees of a session after a move."""

    session: str
    turn: int
    frames: Frames
    state: str
    levels_completed: int
    win_levels: int
    available_actions: tuple[int, ...]
    fps: int
    seconds: float
    soft: bool
    over: bool

    def told(self) -> dict[str, object]:
        """The view as a document, without its frames."""
        fields = {one.name: getattr(self, one.name) for one in dataclasses.fields(self) if one.name != "frames"}
        return fields | {"seconds": round(self.seconds, 1)}


@dataclass
class _Session:
    """A session in play."""

    row: SessionRow
    info: GameInfo
    engine: Engine
    turn: int = 0
    """Actions so far."""
    events: int = 0
    soft: bool = False
    ended: str | None = None
    last: tuple[int, int, int] = (0, -1, -1)
    lock: threading.Lock = field(default_factory=threading.Lock)


class Study:
    """Games that testers play once each. May be used from several threads.

    Args:
        games: in the order in which they are numbered.
        plan: limits and consent.
        store: where everything is kept.
        place: `browser` or `window`, for the record.
        clock: the time in seconds since 1970.
        engine: what runs a program.
    """

    def __init__(
        self,
        games: Sequence[GameInfo],
        plan: Plan,
        store: Store,
        *,
        place: str = "browser",
        clock: Callable[[], float] = time.time,
        engine: Callable[[Program], Engine] = RelayEngine,
    ) -> None:
        self.games = list(games)
        self.plan = plan
        self._store, self._place, self._clock, self._engine = store, place, clock, engine
        self._sessions: dict[str, _Session] = {}
        self._lock = threading.Lock()
        """Held for everything that is kept, and for what is in memory."""
        for info in self.games:
            self._store.add_game(info.program, info.game_id)

    # ------------------------------------------------------------ testers

    def enrol(self) -> tuple[str, str]:
        """A new tester, who has agreed: the anonymous id, and a secret by which this one is known again."""
        token = secrets.token_urlsafe(18)
        tester = f"t-{secrets.token_hex(4)}"
        with self._lock:
            self._store.add_tester(tester, _key(token), self._clock(), self.plan.consent)
        return tester, token

    def tester(self, token: str) -> str:
        """Who has that secret.

        Raises:
            RefusedError: nobody has.
        """
        with self._lock:
            tester = self._store.tester_of(_key(token))
        if tester is None:
            raise RefusedError(401, "TESTER", "no tester is known by this; begin at the first page")
        return tester

    def order(self, tester: str) -> list[GameInfo]:
        """The games in the order of a tester, the same whenever it is asked for."""
        games = list(self.games)
        if self.plan.shuffled:
            random.Random(tester).shuffle(games)
        return games

    def progress(self, tester: str) -> list[Progress]:
        """How far a tester is with each game, in the order of this tester."""
        with self._lock:
            begun = self._begun(tester)
        found: list[Progress] = []
        for info in self.order(tester):
            row = begun.get(info.base)
            found.append("new" if row is None else "done" if self._revived(row).ended is not None else "running")
        return found

    # ------------------------------------------------------------ sessions

    def begin(self, tester: str, number: int) -> View:
        """Begin the game with a number in the tester's order, or go on with it.

        Raises:
            RefusedError: there is no such game, or it has been played.
        """
        games = self.order(tester)
        if not 0 <= number < len(games):
            raise RefusedError(404, "GAME", f"there is no game {number}; there are {len(games)}")
        info = games[number]
        with self._lock:
            row = self._begun(tester).get(info.base)
            if row is None:
                row = SessionRow(
                    secrets.token_hex(8), tester, digest(info.program), self._clock(), self.plan.seed, self._place
                )
                self._store.add_session(row)
                session = self._sessions[row.session] = self._started(row, info)
                self._keep_answer(session, hard_minutes=self.plan.hard_minutes)
                return self._view(session, session.engine.frames())
        session = self._revived(row)
        with session.lock:
            self._look_at_the_clock(session)
            if session.ended is not None:
                raise RefusedError(409, "PLAYED", "this game has been played; each is played once")
            return self._view(session, session.engine.frame()[None])

    def act(self, tester: str, session_id: str, turn: int, action: int, x: int = -1, y: int = -1) -> View:
        """Take one action. `turn` is its number in the session, from 1; one that was taken is answered again.

        Raises:
            RefusedError: there is no such session, it has ended, or the action cannot be taken now.
        """
        session = self._own(tester, session_id)
        with session.lock:
            if turn == session.turn and (action, x, y) == session.last and turn:
                return self._view(session, session.engine.frames())
            self._look_at_the_clock(session)
            if session.ended is not None:
                code, why = ("TIME", "the time is up") if session.ended == "time" else ("PLAYED", "this game has ended")
                raise RefusedError(403, code, why)
            if turn != session.turn + 1:
                raise RefusedError(409, "TURN", f"the next action is number {session.turn + 1}", turn=session.turn)
            self._may(session, action, x, y)
            with self._kept(session):
                session.engine.step(action, x, y)
                session.turn, session.last = turn, (action, x, y)
                self._keep_answer(session)
                if session.engine.status == Status.WON:
                    self._end(session, "won")
                elif session.turn >= MOST_ACTIONS:
                    self._end(session, "actions")
            return self._view(session, session.engine.frames())

    def end(self, tester: str, session_id: str) -> None:
        """The tester stops with a game.

        Raises:
            RefusedError: there is no such session.
        """
        session = self._own(tester, session_id)
        with session.lock, self._kept(session):
            if session.ended is None:
                self._end(session, "stopped")

    def _may(self, session: _Session, action: int, x: int, y: int) -> None:
        """Refuse what a person never means."""
        engine = session.engine
        if action == Action.RESET:
            if engine.action_count == 0 and engine.levels_completed:
                raise RefusedError(409, "FULL_RESET", "this would begin the whole game again")
        elif action not in engine.actions():
            raise RefusedError(400, "ACTION", f"the game does not offer action {action}")
        elif engine.status == Status.OVER:
            raise RefusedError(409, "GAME_OVER", "the level is lost; only RESET is taken")
        if action == Action.CLICK and not (0 <= x < SIZE and 0 <= y < SIZE):
            raise RefusedError(400, "PLACE", f"a click is at x and y from 0 to {SIZE - 1}")

    # ------------------------------------------------------------ keeping and reviving

    def _begun(self, tester: str) -> dict[str, SessionRow]:
        """The sessions of a tester by the id of their game, whatever its version."""
        programs = {digest(info.program): info.base for info in self.games}
        sessions = self._store.sessions(tester=tester)
        other = self._store.game_ids() if any(row.program not in programs for row in sessions) else {}
        return {programs.get(row.program) or other[row.program].split("-")[0]: row for row in sessions}

    def _own(self, tester: str, session_id: str) -> _Session:
        with self._lock:
            rows = [row for row in self._store.sessions(tester=tester) if row.session == session_id]
        if not rows:
            raise RefusedError(404, "SESSION", "there is no such session of this tester")
        return self._revived(rows[0])

    def _info_of(self, row: SessionRow) -> GameInfo:
        """The game of a session, in the version in which it was begun."""
        for info in self.games:
            if digest(info.program) == row.program:
                return info
        game_id, program = self._store.programs()[row.program]
        base, version = game_id.split("-")
        for info in self.games:
            if info.base == base:
                return dataclasses.replace(info, program=program, version=version)
        raise RefusedError(404, "GAME", "this game is not part of the study any more")

    def _started(self, row: SessionRow, info: GameInfo) -> _Session:
        engine = self._engine(info.program)
        engine.reset(row.seed)
        return _Session(row, info, engine)

    def _revived(self, row: SessionRow) -> _Session:
        """A session as it was when it was last kept, perhaps by another program that has the same file open."""
        with self._lock:
            held = self._sessions.get(row.session)
            if held is not None and (held.lock.locked() or self._store.count_events(row.session) == held.events):
                return held
            session = self._started(row, self._info_of(row))
            for event in self._store.events(row.session):
                session.events = event.number + 1
                if event.kind == "answer" and event.number:
                    session.last = event.body["action"], event.body.get("x", -1), event.body.get("y", -1)
                    session.engine.step(*session.last)
                    session.turn += 1
                elif event.kind == "soft":
                    session.soft = True
                elif event.kind == "end":
                    session.ended = event.body["why"]
            self._sessions[row.session] = session
            return session

    @contextlib.contextmanager
    def _kept(self, session: _Session) -> Iterator[None]:
        """For what is done and kept: what could not be kept was not done; the session is played again from what was."""
        with self._lock:
            try:
                yield
            except sqlite3.IntegrityError:  # somebody else has gone on with it at this very moment
                self._sessions.pop(session.row.session, None)
                raise RefusedError(409, "TURN", "the session has gone on elsewhere", turn=session.turn) from None
            except BaseException:
                self._sessions.pop(session.row.session, None)
                raise

    def _keep_answer(self, session: _Session, **more: float) -> None:
        engine = session.engine
        action, x, y = session.last
        place = {"x": x, "y": y} if action == Action.CLICK else {}
        frames = engine.frames()
        body: dict[str, Any] = {
            "action": action,
            **place,
            "state": STATES[engine.status],
            "levels": engine.levels_completed,
            "full_reset": engine.full_reset,
            "frames": len(frames),
            "sha256": hashlib.sha256(frames.tobytes()).hexdigest()[:16],
            **more,
        }
        self._keep(session, "answer", body)

    def _end(self, session: _Session, why: str) -> None:
        session.ended = why
        self._keep(session, "end", {"why": why})

    def _keep(self, session: _Session, kind: str, body: dict[str, Any]) -> None:
        self._store.add_event(session.row.session, Event(session.events, self._clock(), kind, body))
        session.events += 1

    # ------------------------------------------------------------ time

    def _seconds(self, session: _Session) -> float:
        return max(0.0, self._clock() - session.row.at)

    def _look_at_the_clock(self, session: _Session) -> None:
        """Note the limits that have passed."""
        minutes = self._seconds(session) / 60
        with self._kept(session):
            if session.ended is None and not session.soft and minutes >= self.plan.soft_minutes:
                session.soft = True
                self._keep(session, "soft", {})
            if session.ended is None and minutes >= self.plan.hard_minutes:
                self._end(session, "time")

    def _view(self, session: _Session, frames: Frames) -> View:
        engine = session.engine
        return View(
            session=session.row.session,
            turn=session.turn,
            frames=frames,
            state=STATES[engine.status],
            levels_completed=engine.levels_completed,
            win_levels=len(session.info.program.levels),
            available_actions=engine.actions(),
            fps=session.info.fps,
            seconds=self._seconds(session),
            soft=session.soft,
            over=session.ended is not None,
        )


def _key(token: str) -> str:
    """What is kept of a secret: nobody who reads the file can play as somebody else."""
    return hashlib.sha256(token.encode()).hexdigest()
