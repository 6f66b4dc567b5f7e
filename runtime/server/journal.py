"""What is written of sessions as they are played, and what can be told of them afterwards.

Every answer goes to two files before the client has it: the official recording and the compact one beside it. The
journal keeps a short entry of each session, also when it has ended, so that its client can look back.
"""

from __future__ import annotations

import contextlib
import json
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any

from arcg.runtime.files import write_whole
from arcg.runtime.official.frames import Answer
from arcg.runtime.official.info import GameInfo
from arcg.runtime.official.jsonl import CompactWriter, OfficialWriter

COMPACT = ".compact.jsonl"
"""What the name of a compact recording ends in."""

CARD = "scorecard.json"
"""The file of a scorecard that was closed, beside the recordings of its sessions."""

MOST_ENTRIES = 20_000
"""Sessions that are remembered, those that play included."""


@dataclass(eq=False, slots=True)
class Entry:
    """What is known of a session.

    `path`: its official recording; None if there is none. `writers`: what writes it and the compact one; None when the
    session has ended, or could not be written.
    """

    guid: str
    key: str
    game_id: str
    win_levels: int
    started: str
    path: Path | None = None
    writers: tuple[OfficialWriter, CompactWriter] | None = None
    broken: bool = False
    actions: int = 0
    state: str = "NOT_FINISHED"
    levels_completed: int = 0

    def as_json(self) -> dict[str, Any]:
        """What its client is told."""
        return {
            "guid": self.guid,
            "game_id": self.game_id,
            "started": self.started,
            "actions": self.actions,
            "state": self.state,
            "levels_completed": self.levels_completed,
            "win_levels": self.win_levels,
            "recorded": self.path is not None and not self.broken,
        }


class Journal:
    """Writes recordings below a folder, or nowhere. `complain` is told of every recording that cannot be written."""

    def __init__(self, folder: Path | None, complain: Callable[[str], None]) -> None:
        self._folder = folder
        self._complain = complain
        self._entries: OrderedDict[str, Entry] = OrderedDict()

    def begin(self, guid: str, key: str, game: GameInfo, card_id: str | None) -> Entry:
        """A session begins. Without a scorecard it is practice, which is not recorded."""
        started = datetime.now(UTC).isoformat(timespec="milliseconds")
        entry = Entry(guid, key, game.game_id, len(game.program.levels), started)
        if card_id is None:
            return entry
        if self._folder is not None:
            entry.path = self._folder / card_id / f"{game.game_id}-{guid}.jsonl"
            compact = entry.path.with_suffix(COMPACT)
            entry.writers = OfficialWriter(entry.path, game), CompactWriter(compact, game)
        self._entries[guid] = entry
        while len(self._entries) > MOST_ENTRIES:
            self._entries.popitem(last=False)
        return entry

    @property
    def recording(self) -> bool:
        """Whether sessions are recorded."""
        return self._folder is not None

    def write(self, entry: Entry, answer: Answer) -> None:
        """Write an answer down; it is in the file when this returns."""
        entry.actions += answer.action != 0
        entry.state, entry.levels_completed = answer.state, answer.levels_completed
        if entry.writers is None or entry.path is None:
            return
        try:
            if not answer.action:
                entry.path.parent.mkdir(parents=True, exist_ok=True)
            for writer in entry.writers:
                writer.add(answer)
        except OSError as error:
            self._complain(f"{entry.path}: {error.strerror or error}; the session goes on and is not recorded any more")
            entry.writers, entry.broken = None, True

    def close(self, entry: Entry) -> None:
        """The session has ended."""
        if entry.writers is not None:
            with contextlib.suppress(OSError):  # without its last line a recording counts as cut off
                entry.writers[1].close()
            entry.writers = None

    def closed(self, card_id: str, document: dict[str, Any]) -> None:
        """A scorecard has been closed: it lies beside the recordings of its sessions."""
        if self._folder is None or not document["environments"]:
            return
        path = self._folder / card_id / CARD
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, json.dumps(document, indent=2) + "\n")
        except OSError as error:
            self._complain(f"{path}: {error.strerror or error}; the scorecard is not kept")

    def of(self, key: str) -> list[Entry]:
        """The sessions of a client, the latest first."""
        return [entry for entry in reversed(self._entries.values()) if entry.key == key]

    def find(self, guid: str, key: str) -> Entry | None:
        """A session of a client."""
        entry = self._entries.get(guid)
        return entry if entry is not None and entry.key == key else None

    def turns(self, entry: Entry) -> Iterator[dict[str, Any]]:
        """The answers of a session, as they were written down, for the page.

        Raises:
            OSError: the file cannot be read.
        """
        assert entry.path is not None
        with entry.path.open("rb") as file:
            for line in file:
                if line.endswith(b"\n"):  # else it is being written
                    yield _turn(json.loads(line)["data"])


def _turn(data: dict[str, Any]) -> dict[str, Any]:
    """A line of an official recording, with the frames as digits: one character a pixel, row by row."""
    given = data["action_input"]
    return {
        "action": 0 if given["id"] == "RESET" else int(given["id"].removeprefix("ACTION")),
        "x": given["data"].get("x", -1),
        "y": given["data"].get("y", -1),
        "state": data["state"],
        "levels_completed": data["levels_completed"],
        "full_reset": data["full_reset"],
        "frames": [bytes(chain.from_iterable(frame)).hex()[1::2] for frame in data["frame"]],
    }
