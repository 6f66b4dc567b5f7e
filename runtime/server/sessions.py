"""Sessions and scorecards: who plays what, found by id and key, bounded in number, gone when nobody uses them.

A session is one game in play. Its guid and its key belong together: with another key it is as if it were not there.
"""

from __future__ import annotations

import asyncio
import uuid
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from arcg.runtime.official.info import GameInfo
from arcg.runtime.scoring.scorecard import Scorecard
from arcg.runtime.server.errors import SERVER, ApiError, no_game, wrong
from arcg.runtime.server.journal import Entry
from arcg.runtime.server.seats import Seat, Table
from arcg.runtime.server.settings import ServerSettings

RETRY = 60
"""Seconds after which a server that is full is worth another try."""


@dataclass(eq=False, slots=True)
class Card:
    """A scorecard and whose it is. `guids`: the sessions that are played on it."""

    scorecard: Scorecard
    key: str
    opened: float
    used: float
    guids: set[str] = field(default_factory=set)

    @property
    def card_id(self) -> str:
        """Its name."""
        return self.scorecard.card_id


@dataclass(eq=False, slots=True)
class Session:
    """One game in play.

    Attributes:
        guid: its name, which nobody can guess.
        key: of the client that plays it.
        game: what is played.
        table: where its engine is.
        card: the scorecard that counts it; None for practice.
        first_level: the level at which practice begins.
        used: when it was used last.
        seat: its engine; None while the game is away.
        away: the game as bytes, while it has no seat.
        entry: what is written of it.
        answers: how many it has given.
        last: the action that it answered last, with its place.
        busy: held while an action is taken.
    """

    guid: str
    key: str
    game: GameInfo
    table: Table
    card: Card | None
    first_level: int
    used: float
    entry: Entry
    seat: Seat | None = None
    away: bytes = b""
    ended: bool = False
    answers: int = 0
    last: tuple[int, int, int] = (0, -1, -1)
    busy: asyncio.Lock = field(default_factory=asyncio.Lock)


class Sessions:
    """All sessions, those that were used last at the end. `dropped` is told of every session that goes."""

    def __init__(self, settings: ServerSettings, dropped: Callable[[Session], None]) -> None:
        self._settings = settings
        self._dropped = dropped
        self._all: OrderedDict[str, Session] = OrderedDict()
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._all)

    def make_room(self, key: str) -> None:
        """Refuse when there are too many sessions, in all or of a key."""
        self.expire()
        if self._counts[key] >= self._settings.sessions_per_key:
            most = self._settings.sessions_per_key
            raise ApiError(
                429, SERVER, f"this API key has {most} sessions, and no more at once; close a scorecard", RETRY
            )
        if len(self._all) >= self._settings.sessions:
            raise ApiError(503, SERVER, "the server has as many sessions as it takes; try again later", RETRY)

    def add(self, session: Session) -> None:
        """A new session."""
        self._all[session.guid] = session
        self._counts[session.key] += 1
        if session.card is not None:
            session.card.guids.add(session.guid)

    def find(self, guid: str, key: str, game_id: str) -> Session:
        """The session of a client, which is in use now."""
        self.expire()
        session = self._all.get(guid)
        if session is None:
            raise no_game(game_id, "there is no such session, or it has expired; send RESET without a guid")
        if session.key != key:
            raise wrong(f"game {game_id} with guid {guid} does not match API key")
        if game_id not in (session.game.game_id, session.game.base):
            raise no_game(game_id, "the session is of another game")
        self.touch(session)
        return session

    def touch(self, session: Session) -> None:
        """The session is being used."""
        session.used = self._settings.clock()
        if session.guid in self._all:
            self._all.move_to_end(session.guid)
        if session.card is not None:
            session.card.used = session.used

    def drop(self, session: Session) -> None:
        """The session ends."""
        if self._all.pop(session.guid, None) is None:
            return
        session.ended = True
        self._counts[session.key] -= 1
        if not self._counts[session.key]:
            del self._counts[session.key]
        if session.card is not None:
            session.card.guids.discard(session.guid)
        self._dropped(session)

    def drop_all(self, guids: set[str]) -> None:
        """Those sessions end."""
        for guid in list(guids):
            if guid in self._all:
                self.drop(self._all[guid])

    def expire(self) -> None:
        """End what nobody has used for long. One that is taking an action is in use."""
        before = self._settings.clock() - self._settings.idle
        for session in list(self._idle_since(before)):
            if not session.busy.locked():
                self.drop(session)

    def _idle_since(self, before: float) -> Iterator[Session]:
        for session in self._all.values():
            if session.used >= before:
                return
            yield session

    def __iter__(self) -> Iterator[Session]:
        return iter(list(self._all.values()))


class Cards:
    """All open scorecards. `closing` is told of those that expire."""

    def __init__(self, settings: ServerSettings, closing: Callable[[Card], object]) -> None:
        self._settings = settings
        self._closing = closing
        self._all: dict[str, Card] = {}
        self._counts: Counter[str] = Counter()
        self._opened = False

    def __len__(self) -> int:
        return len(self._all)

    def open(self, key: str, *, tags: list[str], source_url: str | None, opaque: object, competition: bool) -> Card:
        """A new scorecard."""
        self.expire()
        if self._settings.competition and self._opened:
            raise ApiError(409, SERVER, "cannot open multiple scorecards in competition mode")
        if self._counts[key] >= self._settings.sessions_per_key:
            raise ApiError(429, SERVER, "this API key has too many open scorecards; close one", RETRY)
        if len(self._all) >= self._settings.sessions:
            raise ApiError(503, SERVER, "the server has as many scorecards as it takes; try again later", RETRY)
        self._opened = True
        scorecard = Scorecard(
            str(uuid.uuid4()),
            tags=tags,
            source_url=source_url,
            opaque=opaque,
            competition=competition or self._settings.competition,
        )
        now = self._settings.clock()
        card = self._all[scorecard.card_id] = Card(scorecard, key, now, now)
        self._counts[key] += 1
        return card

    def find(self, card_id: str, key: str) -> Card | None:
        """The scorecard of a client; None if it has no such card that is open."""
        card = self._all.get(card_id)
        if card is None or card.key != key:
            return None
        if self._stale(card):
            self.expire()
            return None
        return card

    def close(self, card: Card) -> None:
        """The scorecard is closed: nothing is played on it any more."""
        if self._all.pop(card.card_id, None) is not None:
            self._counts[card.key] -= 1
            if not self._counts[card.key]:
                del self._counts[card.key]

    def expire(self) -> None:
        """Close what was idle, or open, for too long."""
        for card in [card for card in self._all.values() if self._stale(card)]:
            self.close(card)
            self._closing(card)

    def _stale(self, card: Card) -> bool:
        now = self._settings.clock()
        return now - card.used > self._settings.idle or now - card.opened > self._settings.card_lifetime
