"""The house: all games of a server, who plays them, and what it means to open, reset, act and close.

Requests come here read and checked (`bodies.py`), answers leave as `Answer`s and documents. Games are played in
threads, so that a long turn of one session does not hold up the others; one session takes one action at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import os
import sys
import uuid
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar, cast

from arcg.runtime.engine import Action, Engine, Status
from arcg.runtime.env import from_level
from arcg.runtime.official.frames import Answer, answer
from arcg.runtime.official.info import GameInfo
from arcg.runtime.png import png
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.server.errors import NOT_AVAILABLE, NOT_STARTED, SERVER, ApiError, no_game, wrong
from arcg.runtime.server.journal import Journal
from arcg.runtime.server.kernels import Kernels
from arcg.runtime.server.limits import Rates
from arcg.runtime.server.seats import Seat, Table
from arcg.runtime.server.sessions import Card, Cards, Session, Sessions
from arcg.runtime.server.settings import ServerSettings

SWEEP = 5.0
"""Seconds between two looks for what has expired."""
MOST_TABLES = 64
"""Games begun at another level than the first that are kept ready for practice."""
MOST_PICTURES = 4_096
"""Pictures of levels that are kept."""
WORKERS = 4

Result = TypeVar("Result")


class House:
    """What is played, by whom; see the module."""

    def __init__(self, games: Sequence[GameInfo], settings: ServerSettings, recordings: Path | None) -> None:
        self.games = {game.game_id: game for game in games}
        self.settings = settings
        self.journal = Journal(recordings, complain)
        self.kernels = Kernels(settings.kernels)
        self.rates = Rates(settings.rate, settings.rate * settings.burst, settings.clock)
        self.sessions = Sessions(settings, self._dropped)
        self.cards = Cards(settings, self._close)
        self._by_base = {game.base: game for game in games}
        self._tables: OrderedDict[tuple[str, int], Table] = OrderedDict()
        self._sources: dict[str, str] = {}
        self._pictures: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self._live: OrderedDict[Session, None] = OrderedDict()
        self._threads = ThreadPoolExecutor(min(WORKERS, (os.cpu_count() or 1) + 1), thread_name_prefix="play")

    # ------------------------------------------------------------ opening and closing the house

    @contextlib.asynccontextmanager
    async def open(self, _app: object = None) -> AsyncIterator[None]:
        """Have the kernels made ready and what has expired swept out, while the server runs."""
        self.kernels.start()
        sweeping = asyncio.create_task(self._sweep())
        try:
            yield
        finally:
            self.kernels.stop()
            sweeping.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sweeping
            for session in self.sessions:
                self.sessions.drop(session)
            self._threads.shutdown()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.cards.expire()
            self.sessions.expire()

    # ------------------------------------------------------------ games

    def game(self, game_id: str) -> GameInfo | None:
        """A game by its id, with or without the version."""
        return self.games.get(game_id) or self._by_base.get(game_id)

    def _table(self, game: GameInfo, level: int) -> Table:
        place = (game.game_id, level)
        table = self._tables.pop(place, None) or Table(from_level(game.program, level), self.kernels)
        self._tables[place] = table
        while len(self._tables) > MOST_TABLES + len(self.games):
            self._tables.popitem(last=False)
        return table

    async def picture(self, game_id: str, level: int) -> bytes:
        """The first picture of a level as a PNG file; of the first level, if no others may be practised."""
        game = self.game(game_id)
        if game is None:
            raise ApiError(404, SERVER, f"game {game_id} not found")
        if level and (game.set != "public" or self.settings.competition):
            raise ApiError(403, NOT_AVAILABLE, "later levels are shown of public games only, and not in a competition")
        if not 0 <= level < len(game.program.levels):
            raise ApiError(404, SERVER, f"game {game_id} has no level {level}; the first one is 0")
        place = (game.game_id, level)
        drawn = self._pictures.pop(place, None)
        if drawn is None:
            drawn = await self._run(_drawn, game, level)
        self._pictures[place] = drawn
        if len(self._pictures) > MOST_PICTURES:
            self._pictures.popitem(last=False)
        return drawn

    async def source(self, game: GameInfo) -> str:
        """The game as a file for the official toolkit.

        Raises:
            ValueError: it cannot be exported.
        """
        if game.game_id not in self._sources:
            self._sources[game.game_id] = await self._run(_exported, game)
        return self._sources[game.game_id]

    # ------------------------------------------------------------ scorecards

    def close(self, card_id: str, key: str) -> dict[str, Any]:
        """Close a scorecard and end its sessions; the official document of it."""
        card = self.cards.find(card_id, key)
        if card is None:
            raise ApiError(404, SERVER, f"scorecard {card_id} not found")
        self.cards.close(card)
        return self._close(card)

    def _close(self, card: Card) -> dict[str, Any]:
        self.sessions.drop_all(card.guids)
        document = card.scorecard.as_json(self.games)
        self.journal.closed(card.card_id, document)
        return document

    def card(self, card_id: str, key: str) -> Card:
        """A scorecard to look at."""
        card = self.cards.find(card_id, key)
        if card is None:
            raise ApiError(404, SERVER, f"card_id `{card_id}` not found")
        if card.scorecard.competition:
            raise ApiError(403, SERVER, "cannot get scorecard that is in competition mode")
        return card

    # ------------------------------------------------------------ playing

    async def start(self, key: str, game_id: str, card_id: str | None, reasoning: Any) -> Answer:
        """Begin a game on a scorecard: a new session."""
        game = self.game(game_id)
        if game is None:
            raise no_game(game_id)
        card = self.cards.find(card_id, key) if card_id is not None else None
        if card is None:
            raise no_game(game_id, "there is no such scorecard, or it is closed; open one")
        if card.scorecard.competition and card.scorecard.played(game.game_id):
            raise no_game(game_id, "a competition has one session of each game")
        return await self._begin(key, game, card, 0, reasoning)

    async def practise(self, key: str, game_id: str, level: int) -> Answer:
        """Begin a game at a level, on no scorecard."""
        game = self.game(game_id)
        if game is None:
            raise ApiError(404, SERVER, f"game {game_id} not found")
        if game.set != "public" or self.settings.competition:
            raise ApiError(403, NOT_AVAILABLE, "practice is for public games, and not in a competition")
        if not 0 <= level < len(game.program.levels):
            raise wrong(f"`level` must be a whole number from 0 to {len(game.program.levels) - 1}")
        return await self._begin(key, game, None, level, None)

    async def _begin(self, key: str, game: GameInfo, card: Card | None, level: int, reasoning: Any) -> Answer:
        self.sessions.make_room(key)
        guid = str(uuid.uuid4())
        entry = self.journal.begin(guid, key, game, card.card_id if card else None)
        table = self._table(game, level)
        session = Session(guid, key, game, table, card, level, self.settings.clock(), entry)
        self.sessions.add(session)
        async with self._held(session):
            try:
                await self._make_live(session)
                begun = await self._run(self._opened, session, reasoning)
            except BaseException:
                self.sessions.drop(session)
                raise
            return self._counted(session, begun)

    def _opened(self, session: Session, reasoning: Any) -> Answer:
        session.seat = session.table.begin()
        return self._written(session, Action.RESET, -1, -1, reasoning)

    async def reset(
        self, key: str, game_id: str, guid: str, card_id: str | None, reasoning: Any, turn: int | None = None
    ) -> Answer:
        """RESET of a session: the level, or the whole game when nothing was done in the level or the game is won."""
        session = self.sessions.find(guid, key, game_id)
        if card_id is not None and (session.card is None or session.card.card_id != card_id):
            raise wrong(f"the session {guid} is not on the scorecard {card_id}")
        return await self._act(session, Action.RESET, -1, -1, reasoning, turn)

    async def act(
        self, key: str, game_id: str, guid: str, action: int, x: int, y: int, reasoning: Any, turn: int | None = None
    ) -> Answer:
        """An action of a session. `turn`: how many of its answers the client has seen; see `_seen`."""
        return await self._act(self.sessions.find(guid, key, game_id), action, x, y, reasoning, turn)

    async def _act(self, session: Session, action: int, x: int, y: int, reasoning: Any, turn: int | None) -> Answer:
        async with self._held(session):
            if session.ended:
                raise no_game(session.game.game_id, "its scorecard has been closed")
            await self._make_live(session)
            if turn is not None and turn != session.answers:
                return await self._run(self._seen, session, turn, (action, x, y), reasoning)
            taken = await self._run(self._stepped, session, action, x, y, reasoning)
            self.sessions.touch(session)
            return self._counted(session, taken)

    def _stepped(self, session: Session, action: int, x: int, y: int, reasoning: Any) -> Answer:
        """Take an action; runs in a thread."""
        seat, table = self._seat(session), session.table
        game_id = session.game.game_id
        if action != Action.RESET and seat.status is not Status.PLAYING:
            started = f"game {game_id} is available but has not been started, send RESET to begin playing"
            raise ApiError(400, NOT_STARTED, started)
        if action != Action.RESET and table.patience is not None and seat.action_count >= table.patience:
            raise wrong(f"a level of this game takes {table.patience} actions at most; send RESET to begin it again")
        anew = seat.action_count == 0 or seat.status is Status.WON
        if action == Action.RESET and anew and session.card is not None and session.card.scorecard.competition:
            return self._still(session, seat, reasoning)
        seat.step(action, x, y)
        return self._written(session, action, x, y, reasoning)

    def _seen(self, session: Session, turn: int, action: tuple[int, int, int], reasoning: Any) -> Answer:
        """An action that comes again, as its answer was lost: answered with the picture as it is, and not played."""
        if turn != session.answers - 1 or action != session.last:
            raise ApiError(409, SERVER, f"the session has given {session.answers} answers by now; you have seen {turn}")
        seat = self._seat(session)
        return dataclasses.replace(self._answer(session, seat, *action, reasoning), frames=seat.frame()[None])

    def _seat(self, session: Session) -> Seat:
        """Where the session sits; it sits down if it was away, and moves to the kernels when they have come."""
        if session.seat is None:
            session.seat, session.away = session.table.back(session.away), b""
        session.seat = session.table.better(session.seat)
        return session.seat

    def _still(self, session: Session, seat: Seat, reasoning: Any) -> Answer:
        """A RESET that a competition does not allow: it counts and the game stays as it is, also in the recording."""
        given = self._answer(session, seat, Action.RESET, -1, -1, reasoning)
        given = dataclasses.replace(given, frames=seat.frame()[None], full_reset=False)
        self.journal.write(session.entry, given)
        return self._noted(session, given, -1, -1)

    def _written(self, session: Session, action: int, x: int, y: int, reasoning: Any) -> Answer:
        """What the seat of a session has just answered, written down."""
        assert session.seat is not None
        given = self._answer(session, session.seat, action, x, y, reasoning)
        self.journal.write(session.entry, given)
        return self._noted(session, given, x, y)

    def _noted(self, session: Session, given: Answer, x: int, y: int) -> Answer:
        """The answer is the last one of its session."""
        session.answers += 1
        session.last = (given.action, x, y)
        return given

    def _answer(self, session: Session, seat: Seat, action: int, x: int, y: int, reasoning: Any) -> Answer:
        game_id = session.game.game_id
        data: dict[str, object] = {"game_id": game_id}
        if action == Action.CLICK:
            data |= {"x": x, "y": y}
        engine = cast("Engine", seat)  # an answer needs no more of it than a seat has
        given = answer(engine, game_id, session.guid, action, x, y, data=data, reasoning=reasoning)
        if not session.first_level:
            return given
        done = given.levels_completed + session.first_level
        return dataclasses.replace(given, levels_completed=done, win_levels=len(session.game.program.levels))

    def _counted(self, session: Session, given: Answer) -> Answer:
        """Count an answer on its scorecard."""
        if session.card is not None:
            session.card.scorecard.observe(
                given.game_id, given.guid, given.action, given.state, given.levels_completed, given.full_reset
            )
        return given

    # ------------------------------------------------------------ engines

    async def _run(self, task: Callable[..., Result], *arguments: object) -> Result:
        """Do something in a thread. It is waited for even when nobody wants the answer: a seat has one user."""
        working = asyncio.get_running_loop().run_in_executor(self._threads, task, *arguments)
        try:
            return await asyncio.shield(working)
        except asyncio.CancelledError:
            await asyncio.wait([working])
            raise

    @contextlib.asynccontextmanager
    async def _held(self, session: Session) -> AsyncIterator[None]:
        """One at a time has a session in hand. If it ends meanwhile, its seat is left afterwards."""
        async with session.busy:
            try:
                yield
            finally:
                if session.ended:
                    self._vacate(session)

    async def _make_live(self, session: Session) -> None:
        """Count the session among those that have a seat; those that were not used for longest leave theirs."""
        self._live[session] = None
        self._live.move_to_end(session)
        while len(self._live) > self.settings.live:
            idle = next((one for one in self._live if not one.busy.locked()), None)
            if idle is None:
                return
            async with self._held(idle):
                self._live.pop(idle, None)
                await self._run(_leave, idle)

    def _dropped(self, session: Session) -> None:
        """A session has ended."""
        if not session.busy.locked():
            self._vacate(session)

    def _vacate(self, session: Session) -> None:
        """The seat of a session that has ended is free."""
        self._live.pop(session, None)
        self.journal.close(session.entry)
        seat, session.seat, session.away = session.seat, None, b""
        if seat is not None:
            session.table.leave(seat)


def _exported(game: GameInfo) -> str:
    """The text of an exported game; runs in a thread."""
    from arcg.compiler.export.document import python_text  # brings what takes other texts apart

    return python_text(game.program, game.game_id, game.class_name)


def _leave(session: Session) -> None:
    """Turn the game of a session that is not in use into bytes; runs in a thread."""
    if session.seat is not None:
        session.away, session.seat = session.table.away(session.seat), None


def _drawn(game: GameInfo, level: int) -> bytes:
    """The picture with which a level begins; runs in a thread."""
    engine = ReferenceEngine(from_level(game.program, level))
    engine.reset()
    return png(engine.frame(), scale=1)


def complain(message: str) -> None:
    """Tell whoever runs the server."""
    sys.stderr.write(f"arcg serve: {message}\n")
    sys.stderr.flush()
