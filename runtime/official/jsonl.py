"""Recordings in the format of the official toolkit, written as play goes on and read from any official recorder.

One line of JSON for each answer, the first RESET included:

    {"timestamp": ISO, UTC, "data": {"game_id", "state", "levels_completed", "win_levels", "action_input": {"id":
     "ACTION6", "data": {"x": 3, "y": 4}, "reasoning"}, "guid", "full_reset", "available_actions", "frame": [[[..]]]}}

Ours have a key more in the first line, which official readers leave alone: `arcg`, with the name of the game, the
digest of its program, the seed and the version of arcg. The recorder of the official agents writes the same with
numbers for names, and loses things: all actions (ARC-AGI-3-Agents#91) and the first frame (#92). Both are told.

The writers keep no file open, so a server may have thousands of them. A line is in the file when `add` returns; one
that could not be written whole is taken back.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from arcg.runtime.engine import MAX_FRAMES, SEEDS, SIZE, Action, Frames, Status
from arcg.runtime.official.frames import STATES, Answer
from arcg.runtime.official.info import GameInfo
from arcg.runtime.recording import COMPACT, Recording, RecordingError, compact_line, header, line_of, relative
from arcg.runtime.recording import Answer as Recorded
from arcg.runtime.recording_reading import FARTHEST, document_of, field, level_numbers, text, whole

LONGEST_LINE = 64 << 20
"""Bytes of a line that is read; an answer of 1,001 frames has 14 million."""

EXTRA = "arcg"
"""The key for what the official format has no place for."""

_STATUS = {state: status for status, state in STATES.items()} | {"NOT_PLAYED": Status.PLAYING}
_NAMES = {"RESET": Action.RESET} | {f"ACTION{number}": Action(number) for number in range(1, 8)}
_PEEK = 1 << 16

_LOST = "every action is RESET: this recorder loses the actions (ARC-AGI-3-Agents#91), so it cannot be played again"
_NO_FIRST = "the frame before the first action is missing: this recorder loses it (ARC-AGI-3-Agents#92)"
_NO_FRAMES = "it was recorded without frames, so only levels and outcomes can be compared"
_NO_PLACE = "clicks without a place of whole numbers are taken for clicks beside the picture"


# ---------------------------------------------------------------- writing


def official_line(answer: Answer, moment: datetime, extra: Mapping[str, object] | None = None) -> bytes:
    """An answer as a line of an official recording."""
    data = {
        "game_id": answer.game_id,
        "state": answer.state,
        "levels_completed": answer.levels_completed,
        "win_levels": answer.win_levels,
        "action_input": {"id": answer.action_name, "data": dict(answer.data), "reasoning": answer.reasoning},
        "guid": answer.guid,
        "full_reset": answer.full_reset,
        "available_actions": list(answer.available_actions),
    }
    head = json.dumps({"timestamp": moment.isoformat(), "data": data}, separators=(",", ":")).encode()
    tail = b"" if extra is None else b',"%s":%s' % (EXTRA.encode(), json.dumps(extra).encode())
    return b'%s,"frame":%s}%s}\n' % (head.removesuffix(b"}}"), answer.frames_text, tail)


def about(info: GameInfo, seed: int = 0, first_level: int = 0) -> dict[str, object]:
    """What the first line says beyond the official format."""
    from arcg import __version__

    said = {"game": info.program.name, "program": info.digest, "seed": seed, "version": __version__}
    return said | ({"first_level": first_level} if first_level else {})


def recorded(answer: Answer) -> Recorded:
    """An answer of the official world as our recordings have it."""
    x, y, _ = _place(answer.data) if answer.action == Action.CLICK else (-1, -1, True)
    level = max(0, min(answer.levels_completed, answer.win_levels - 1))
    action, status = Action(answer.action), _STATUS[answer.state]
    return Recorded(action, x, y, status, level, answer.levels_completed, answer.frames, answer.full_reset)


class _Lines:
    """A new file that grows line by line and is open only while it does."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._size = 0

    def append(self, line: bytes) -> None:
        """Write a line, or nothing of it.

        Raises:
            OSError: it cannot be written, or the file of a new recording exists.
        """
        with self.path.open("ab" if self._size else "xb", buffering=0) as file:
            try:
                if file.write(line) != len(line):
                    raise OSError(None, "the line could not be written whole", os.fspath(self.path))
            except OSError:
                with contextlib.suppress(OSError):
                    file.truncate(self._size)
                raise
        self._size += len(line)


class OfficialWriter:
    """Writes an official recording line by line.

    Args:
        path: a file that does not exist yet; it is made with the first answer.
        info: the game, whose id and digest stand in the file.
        seed: that of the game.
        first_level: the level at which play began; official players cannot begin anywhere but at 0.
    """

    def __init__(self, path: Path, info: GameInfo, *, seed: int = 0, first_level: int = 0) -> None:
        self._lines = _Lines(path)
        self._extra: dict[str, object] | None = about(info, seed, first_level)

    def add(self, answer: Answer) -> None:
        """Write an answer, that to the first RESET included.

        Raises:
            OSError: it cannot be written; nothing of it is in the file then.
        """
        self._lines.append(official_line(answer, datetime.now(UTC), self._extra))
        self._extra = None


class CompactWriter:
    """Writes a compact recording line by line: the actions and the hashes of what was seen.

    Args:
        path: a file that does not exist yet; it is made with the first answer.
        info: the game.
        seed: that of the game.
        first_level: the level at which play began.
    """

    def __init__(self, path: Path, info: GameInfo, *, seed: int = 0, first_level: int = 0) -> None:
        self._lines = _Lines(path)
        self._path = path
        self._info = info
        self._seed = seed
        self._first_level = first_level
        self._answers = 0

    def add(self, answer: Answer) -> None:
        """Write an answer, that to the first RESET included.

        Raises:
            OSError: it cannot be written; nothing of it is in the file then.
        """
        line = compact_line(recorded(answer))
        if not self._answers:
            line = compact_header(self._path, self._info, self._seed, self._first_level, answer.guid) + line
        self._lines.append(line.encode())
        self._answers += 1

    def close(self) -> None:
        """Say that the session has ended. To be called once, or not at all if it has not."""
        if self._answers:
            self._lines.append(line_of({"end": True, "answers": self._answers}).encode())


def compact_header(path: Path, info: GameInfo, seed: int, first_level: int, guid: str) -> str:
    """The first line of a compact recording."""
    head = header(info.program, info.digest, COMPACT, first_level, seed, None)
    return line_of(head | {"source": _source(path, info), "game_id": info.game_id, "guid": guid})


def _source(path: Path, info: GameInfo) -> str | None:
    """Where the game of a recording is: the id of a shipped game, or a path; a compiled game goes by its folder."""
    from arcg.runtime.loading import shipped

    if info.path is None:
        return None
    named = next((name for name, where in shipped().items() if where == info.path), None)
    return named or relative(info.path if info.path.suffix == ".arcg" else info.path.parent, path)


# ---------------------------------------------------------------- reading


def is_official(path: Path) -> bool:
    """Whether a file begins as the recordings of the official toolkit and agents do.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        begins = file.read(_PEEK).lstrip()
    return begins.startswith(b"{") and b'"data"' in begins and b'"format"' not in begins.partition(b'"data"')[0]


def read_official(path: Path) -> Recording:
    """An official recording of the toolkit or of the agents.

    Raises:
        RecordingError: it is none, or a line other than the last is broken.
        OSError: the file cannot be read.
    """
    answers: list[Recorded] = []
    head: dict[str, Any] = {}
    notes: dict[str, None] = {}
    finished = True
    for number, line, whole_line in _lines(path):
        try:
            document = document_of(line)
            data = field(document, "data")
            if not isinstance(data, dict):
                raise ValueError("`data` is not a JSON object")
            if "action_input" not in data and "frame" not in data:
                continue  # the agents mean to write a scorecard at the end
            head = head or document
            answers.append(_answer(data, answers[-1] if answers else None, notes))
        except ValueError as error:
            if whole_line:
                raise RecordingError(f"{path}: line {number} is broken: {error}") from error
            finished = False
    if not answers:
        raise RecordingError(f"{path}: not a recording: there is no answer of a game in it")
    return _recording(path, head, answers, list(notes), finished)


def _lines(path: Path) -> Iterator[tuple[int, bytes, bool]]:
    """Lines that are not empty: their numbers, what they hold, and whether they are whole."""
    with path.open("rb") as file:
        number = 0
        while line := file.readline(LONGEST_LINE):
            number += 1
            if len(line) == LONGEST_LINE:
                raise RecordingError(f"{path}: line {number} is broken: it is longer than any answer")
            if line.strip():
                yield number, line, line.endswith(b"\n")


def _recording(
    path: Path, head: dict[str, Any], answers: list[Recorded], notes: list[str], finished: bool
) -> Recording:
    """The recording of these answers; `head` is the first line."""
    data, extra = head["data"], head.get(EXTRA)
    try:
        named = isinstance(field(field(data, "action_input"), "id"), str)
        game_id = text(data, "game_id")
        guid = text(data, "guid") if data.get("guid") is not None else ""
        created = text(head, "timestamp") if "timestamp" in head else ""
        levels = whole(data, "win_levels") if "win_levels" in data else 0
        said = _extra(extra) if isinstance(extra, dict) else ("", "", 0, "", 0)
    except (ValueError, TypeError) as error:
        raise RecordingError(f"{path}: line 1 is broken: {error}") from error
    game, program, seed, version, first_level = said
    lost = not named and len(answers) > 1 and all(answer.action == Action.RESET for answer in answers)
    if not named:
        answers = [_untold(answer) for answer in answers]
    if lost:
        notes = [_LOST, *notes]
    if lost or answers[0].action != Action.RESET:
        notes = [*notes, _NO_FIRST]
        answers = [Recorded(Action.RESET, -1, -1, Status.PLAYING, 0, 0, None), *answers]
    if any(answer.frames is None for answer in answers[1:]):
        notes = [*notes, _NO_FRAMES]
    return Recording(
        path, game, None, None, program, first_level, version, created, tuple(answers), finished, seed,
        "toolkit" if named else "agents", game_id, guid, tuple(notes), not lost, levels,
    )  # fmt: skip


def _extra(extra: dict[str, Any]) -> tuple[str, str, int, str, int]:
    """What ours say more: game, digest, seed, version, first level."""
    seed, first_level = whole(extra, "seed"), whole(extra, "first_level") if "first_level" in extra else 0
    if not 0 <= seed < SEEDS or first_level < 0:
        raise ValueError(f"`{EXTRA}` says a seed or a level that cannot be")
    return text(extra, "game"), text(extra, "program"), seed, text(extra, "version"), first_level


def _untold(answer: Recorded) -> Recorded:
    """An answer without what its recorder does not know: over REST it always says that nothing began anew."""
    return Recorded(
        answer.action, answer.x, answer.y, answer.status, answer.level, answer.levels_completed, answer.frames
    )


def _answer(data: dict[str, Any], before: Recorded | None, notes: dict[str, None]) -> Recorded:
    """One line as an answer; what it lacks is noted."""
    given = field(data, "action_input")
    if not isinstance(given, dict):
        raise ValueError("`action_input` is not a JSON object")
    action = _action(field(given, "id"))
    state = text(data, "state")
    if state not in _STATUS:
        raise ValueError(f"there is no state {state[:40]!r}")
    completed = whole(data, "levels_completed" if "levels_completed" in data or "score" not in data else "score")
    level_numbers(completed)
    levels = whole(data, "win_levels") if "win_levels" in data else completed + 1
    frames = _frames(data["frame"]) if "frame" in data else None
    if frames is not None and not len(frames) and before is not None:
        completed, level = before.levels_completed, before.level  # a finished game says 0 to whatever is done
    else:
        level = max(0, min(completed, levels - 1))
    x, y = -1, -1
    if action == Action.CLICK:
        x, y, sound = _place(given.get("data"))
        if not sound:
            notes[_NO_PLACE] = None
    anew = data.get("full_reset")
    return Recorded(action, x, y, _STATUS[state], level, completed, frames, anew if isinstance(anew, bool) else None)


def _action(number: object) -> Action:
    """An action by its official name or number."""
    if isinstance(number, str) and number in _NAMES:
        return _NAMES[number]
    if type(number) is int and 0 <= number < len(Action):
        return Action(number)
    raise ValueError(f"there is no action {json.dumps(number)[:40]}")


def _place(data: object) -> tuple[int, int, bool]:
    """Where a click is, and whether it says so; text of digits is a number, as REST servers take it for one."""
    found = []
    for key in ("x", "y"):
        value = data.get(key) if isinstance(data, Mapping) else None
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 5:
            value = int(value)
        if type(value) is not int or abs(value) >= FARTHEST:
            return -1, -1, False
        found.append(value)
    return found[0], found[1], True


def _frames(rows: object) -> Frames:
    """Frames from nested lists."""
    if not isinstance(rows, list) or len(rows) > MAX_FRAMES:
        raise ValueError("`frame` is not a list of frames")
    if not rows:
        return np.empty((0, SIZE, SIZE), np.uint8)
    try:
        frames = np.asarray(rows)
    except (ValueError, OverflowError) as error:
        raise ValueError("`frame` is not a list of frames of one size") from error
    if frames.shape[1:] != (SIZE, SIZE) or frames.dtype.kind not in "iu":
        raise ValueError(f"a frame is not {SIZE} rows of {SIZE} whole numbers")
    if frames.min() < 0 or frames.max() > 15:
        raise ValueError("a frame holds a colour that is not 0 to 15")
    return frames.astype(np.uint8)
