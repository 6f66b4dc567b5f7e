"""The data of a study: one SQLite file to which rows are added, and from which nothing is taken or changed.

Three tables: `game` (the programs that were played, whole, so that every session replays for ever), `session` (who
played what, when) and `event` (what happened in a session, numbered from 0). Every `add` is on the disk when it
returns. Triggers refuse to change or delete a row; files of several places merge, since all ids are random.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arcg.compiler import ir

FORMAT = 1
"""Version of the tables."""

_TABLES = f"""
CREATE TABLE game (
    program TEXT PRIMARY KEY, game_id TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL
);
CREATE TABLE tester (
    tester TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, at REAL NOT NULL, consent TEXT NOT NULL
);
CREATE TABLE session (
    session TEXT PRIMARY KEY, tester TEXT NOT NULL REFERENCES tester, program TEXT NOT NULL REFERENCES game,
    at REAL NOT NULL, seed INTEGER NOT NULL, place TEXT NOT NULL, UNIQUE (tester, program)
);
CREATE TABLE event (
    session TEXT NOT NULL REFERENCES session, number INTEGER NOT NULL, at REAL NOT NULL, kind TEXT NOT NULL,
    body TEXT NOT NULL, PRIMARY KEY (session, number)
) WITHOUT ROWID;
PRAGMA user_version = {FORMAT};
"""
NAMES = ("game", "tester", "session", "event")
"""The tables, each after those that it refers to."""


class StoreError(ValueError):
    """A file that holds no study, or one that cannot be merged. The message names it."""


@dataclass(frozen=True)
class SessionRow:
    """One tester's play of one game.

    Attributes:
        session: its id.
        tester: the anonymous id of who played.
        program: digest of the program that was played.
        at: when it began, in seconds since 1970.
        seed: with which the game began.
        place: where it was played, `browser` or `window`.
    """

    session: str
    tester: str
    program: str
    at: float
    seed: int
    place: str


@dataclass(frozen=True)
class Event:
    """Something that happened in a session.

    Attributes:
        number: its place in the session, from 0.
        at: when, in seconds since 1970.
        kind: `answer`, `soft`, `end`.
        body: the rest.
    """

    number: int
    at: float
    kind: str
    body: Mapping[str, Any]


class Store:
    """A study's file, open. A context manager; made where there is none yet. Without a path it is in memory only.

    Raises:
        StoreError: the file is there and is no study, or of another version.
        OSError: it cannot be opened.
    """

    def __init__(self, path: Path | None, *, reading: bool = False) -> None:
        self.path = path
        if path is not None and path.is_dir():
            raise IsADirectoryError(21, "this is a folder", str(path))
        if path is not None and reading and not path.is_file():
            raise FileNotFoundError(2, "there is no such file", str(path))
        if path is not None and not path.parent.is_dir():
            raise FileNotFoundError(2, "there is no such folder", str(path.parent))
        try:
            self._data = _opened(path, reading)
            self._data.execute("PRAGMA foreign_keys = ON")
            if reading:
                self._data.execute("PRAGMA query_only = ON")
            else:
                self._data.execute("PRAGMA synchronous = FULL")  # an answer is kept before it is given
                self._found()
            self._known()
        except sqlite3.OperationalError as error:
            raise StoreError(f"{path}: cannot be opened as a file of `arcg calibrate` ({error})") from error
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{path}: this is no file of `arcg calibrate` ({error})") from error

    def _found(self) -> None:
        """Have the tables made, in a new file."""
        with self._whole():
            if not self._data.execute("SELECT 1 FROM sqlite_schema").fetchone():
                for statement in _statements(_TABLES):
                    self._data.execute(statement)
                for table in NAMES:
                    for change in ("UPDATE", "DELETE"):
                        self._data.execute(
                            f"CREATE TRIGGER {table}_{change} BEFORE {change} ON {table} "
                            f"BEGIN SELECT RAISE(ABORT, 'rows are only added here'); END"
                        )

    def _known(self) -> None:
        [version] = self._data.execute("PRAGMA user_version").fetchone()
        tables = {name for [name] in self._data.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        if not tables.issuperset(NAMES):
            raise StoreError(f"{self.path}: this is no file of `arcg calibrate`")
        if version != FORMAT:
            raise StoreError(f"{self.path}: data of version {version}; this arcg reads version {FORMAT}")
        [found] = self._data.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise StoreError(f"{self.path}: is damaged ({found}); take a copy of it that is not")

    def close(self) -> None:
        """Let go of the file."""
        self._data.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextlib.contextmanager
    def _whole(self) -> Iterator[None]:
        """All of what is done inside, or nothing."""
        self._data.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._data.execute("ROLLBACK")
            raise
        self._data.execute("COMMIT")

    # ------------------------------------------------------------ adding

    def add_game(self, program: ir.Program, game_id: str) -> str:
        """Keep a program, once; gives its digest."""
        digest = ir.digest(program)
        row = (digest, game_id, program.name, ir.dumps(program))
        self._data.execute("INSERT OR IGNORE INTO game VALUES (?, ?, ?, ?)", row)
        return digest

    def add_tester(self, tester: str, key: str, at: float, consent: str) -> None:
        """Keep that a tester has agreed. `key`: what tells this one again; `consent`: the text that was agreed to."""
        self._data.execute("INSERT INTO tester VALUES (?, ?, ?, ?)", (tester, key, at, consent))

    def add_session(self, row: SessionRow) -> None:
        """Keep that a game was begun.

        Raises:
            sqlite3.IntegrityError: this tester has begun this game before.
        """
        values = (row.session, row.tester, row.program, row.at, row.seed, row.place)
        self._data.execute("INSERT INTO session VALUES (?, ?, ?, ?, ?, ?)", values)

    def add_event(self, session: str, event: Event) -> None:
        """Keep what happened; it is on the disk when this returns."""
        body = json.dumps(event.body, separators=(",", ":"))
        row = (session, event.number, event.at, event.kind, body)
        self._data.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?)", row)

    def merge(self, other: Path) -> int:
        """Add all of another file; gives how many sessions are new here.

        Raises:
            StoreError: the other is no such file, or says something else of the same session.
        """
        if self.path is not None and other.exists() and self.path.samefile(other):
            raise StoreError(f"{other}: is the file that everything goes to")
        with Store(other, reading=True):
            pass
        before = self._count("session")
        self._data.execute("ATTACH ? AS other", (f"{other.resolve().as_uri()}?mode=ro",))
        try:
            with self._whole():
                for table in NAMES:
                    self._merge(table, other)
        finally:
            self._data.execute("DETACH other")
        return self._count("session") - before

    def _merge(self, table: str, other: Path) -> None:
        columns = [row[1] for row in self._data.execute(f"PRAGMA table_info({table})")]
        keys = [row[1] for row in self._data.execute(f"PRAGMA table_info({table})") if row[5]]
        same = " AND ".join(f"mine.{key} = theirs.{key}" for key in keys)
        unlike = " OR ".join(f"mine.{column} IS NOT theirs.{column}" for column in columns)
        clash = self._data.execute(
            f"SELECT theirs.{keys[0]} FROM other.{table} AS theirs JOIN {table} AS mine ON {same} WHERE {unlike}"
        ).fetchone()
        if clash is not None:
            raise StoreError(
                f"{other}: says something else of {table} {clash[0]} than is here already; nothing is merged"
            )
        there = f"EXISTS (SELECT 1 FROM {table} AS mine WHERE {same})"
        try:
            self._data.execute(f"INSERT INTO {table} SELECT * FROM other.{table} AS theirs WHERE NOT {there}")
        except sqlite3.IntegrityError as error:
            raise StoreError(f"{other}: does not go with what is here already ({error}); nothing is merged") from error

    def _count(self, table: str) -> int:
        [count] = self._data.execute(f"SELECT count(*) FROM {table}").fetchone()
        return int(count)

    # ------------------------------------------------------------ reading

    def programs(self) -> dict[str, tuple[str, ir.Program]]:
        """The games that were played: digest to official id and program."""
        rows = self._data.execute("SELECT program, game_id, text FROM game ORDER BY rowid").fetchall()
        try:
            found = {digest: (game_id, ir.loads(text)) for digest, game_id, text in rows}
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
            raise StoreError(f"{self.path}: a game in it cannot be read ({error})") from error
        for digest, (game_id, program) in found.items():
            if ir.digest(program) != digest:
                raise StoreError(f"{self.path}: {game_id} is not the game that was played")
        return found

    def game_ids(self) -> dict[str, str]:
        """The games that were played: digest to official id."""
        return dict(self._data.execute("SELECT program, game_id FROM game").fetchall())

    def testers(self) -> list[str]:
        """All testers, in the order in which they came."""
        return [tester for [tester] in self._data.execute("SELECT tester FROM tester ORDER BY at, tester")]

    def tester_of(self, key: str) -> str | None:
        """Who has that key; None if nobody has."""
        row = self._data.execute("SELECT tester FROM tester WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def sessions(self, *, tester: str | None = None) -> list[SessionRow]:
        """The sessions, or those of a tester, in the order in which they began."""
        where, values = ("WHERE tester = ?", (tester,)) if tester is not None else ("", ())
        rows = self._data.execute(f"SELECT * FROM session {where} ORDER BY at, session", values)
        return [SessionRow(*row) for row in rows]

    def count_events(self, session: str) -> int:
        """How much has happened in a session."""
        [count] = self._data.execute("SELECT count(*) FROM event WHERE session = ?", [session]).fetchone()
        return int(count)

    def events(self, session: str) -> list[Event]:
        """What happened in a session, in order."""
        rows = self._data.execute(
            "SELECT number, at, kind, body FROM event WHERE session = ? ORDER BY number", [session]
        )
        try:
            return [Event(number, at, kind, json.loads(body)) for number, at, kind, body in rows]
        except ValueError as error:
            raise StoreError(f"{self.path}: session {session} cannot be read ({error})") from error


def in_memory(files: Sequence[Path]) -> Store:
    """The data of several files as if they were one; nothing is written anywhere.

    Raises:
        StoreError: one is no such file, or they contradict each other.
        OSError: one cannot be opened.
    """
    store = Store(None)
    for path in files:
        store.merge(path)
    return store


def _opened(path: Path | None, reading: bool) -> sqlite3.Connection:
    """The file. What a process that was killed left half written is taken back, so even a reader may have to write."""
    if path is None:
        return sqlite3.connect(":memory:", uri=True, isolation_level=None, check_same_thread=False)
    may_write = not reading or os.access(path, os.W_OK)
    mode = ("rw" if reading else "rwc") if may_write else "ro"
    where = f"{path.resolve().as_uri()}?mode={mode}"
    return sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False)


def _statements(script: str) -> list[str]:
    return [statement for statement in script.split(";") if statement.strip()]
