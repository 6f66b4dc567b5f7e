"""What is written of sessions as they are played, and what can be told of them afterwards.

Every answer goes to two files before the client has it: the official recording and the compact one beside it. The
journal keeps a short entry of each session, also when it has ended, so that its client can look back.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any

from arcg.runtime.official.digits import frames_text
from arcg.runtime.official.frames import Answer
from arcg.runtime.official.info import GameInfo

MOST_ENTRIES = 20_000
"""Sessions that are remembered, those that play included."""


@dataclass(eq=False, slots=True)
class Entry:
    """What is known of a session. `path`: its official recording; None if it is not recorded."""

    guid: str
    key: str
    game_id: str
    win_levels: int
    started: str
    path: Path | None
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
            "recorded": self.path is not None,
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
        entry = Entry(guid, key, game.game_id, len(game.program.levels), started, None)
        if card_id is None:
            return entry
        if self._folder is not None:
            entry.path = self._folder / card_id / f"{game.game_id}-{guid}.jsonl"
        self._entries[guid] = entry
        while len(self._entries) > MOST_ENTRIES:
            self._entries.popitem(last=False)
        return entry

    def write(self, entry: Entry, answer: Answer) -> None:
        """Write an answer down; it is in the file when this returns."""
        entry.actions += answer.action != 0
        entry.state, entry.levels_completed = answer.state, answer.levels_completed
        if entry.path is None:
            return
        try:
            self._append(entry.path, answer)
        except OSError as error:
            self._complain(f"{entry.path}: {error.strerror or error}; the session goes on and is not recorded any more")
            entry.path = None

    @property
    def recording(self) -> bool:
        """Whether sessions are recorded."""
        return self._folder is not None

    def _append(self, path: Path, answer: Answer) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            file.write(official_line(answer))

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


def official_line(answer: Answer) -> bytes:
    """A line of an official recording."""
    head = {
        "game_id": answer.game_id,
        "state": answer.state,
        "levels_completed": answer.levels_completed,
        "win_levels": answer.win_levels,
        "action_input": {"id": answer.action_name, "data": dict(answer.data), "reasoning": answer.reasoning},
        "guid": answer.guid,
        "full_reset": answer.full_reset,
        "available_actions": list(answer.available_actions),
    }
    when = datetime.now(UTC).isoformat()
    text = json.dumps({"timestamp": when, "data": head}).encode()
    return text[:-2] + b', "frame": ' + frames_text(answer.frames) + b"}}\n"
