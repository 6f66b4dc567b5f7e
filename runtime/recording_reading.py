"""Reading recordings of ours, with frames or compact: from the lines of a file to what was played and seen.

Takes a path, gives a `Recording`, or says which line is wrong and how. `value_of` and what follows it read JSON that
anybody may have written, here and in the official recordings.
"""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import json
import re
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from arcg.runtime.engine import MAX_FRAMES, SEEDS, SIZE, Action, Frames, Status
from arcg.runtime.recording import COMPACT, FORMAT, HASH_DIGITS, VERSION, Answer, Kind, Recording, RecordingError

_PIXELS = SIZE * SIZE
_MOST_LEVELS = 1_000_000
_STATUS = {status.name.lower(): status for status in Status}
FARTHEST = 1 << 31
"""A click at a pixel so far away is none."""

_COLUMNS = 6
"""Values that every line of a compact recording has."""


def read_own(path: Path) -> Recording:
    """The recording in a file; raises what `arcg.runtime.recording.read` does."""
    data = path.read_bytes()
    try:
        decoded = data.decode("utf-8")
    except UnicodeDecodeError as error:
        number = data[: error.start].count(b"\n") + 1
        what = "not a recording: line 1 is not text" if number == 1 else f"line {number} is broken: it is not text"
        raise RecordingError(f"{path}: {what}") from error
    lines = decoded.split("\n")
    cut = lines.pop()  # every whole line ends with a newline, so what follows the last one is a line cut off
    header = _header(path, lines[0] if lines else cut)
    answers: list[Answer] = []
    finished = False
    for number, line in enumerate(lines[1:], start=2):
        if finished:
            raise RecordingError(f"{path}: line {number}: there are lines after the end of the recording")
        try:
            if header.kind == "compact" and not line.startswith("{"):
                answers.append(_compact_answer(line))
                continue
            document = document_of(line)
            if document.get("end") is True:
                finished = True
                count = whole(document, "answers")
                if count != len(answers):
                    raise ValueError(f"{count} answers were recorded, {len(answers)} are here")
            else:
                answers.append(_answer(document, len(answers)))
        except ValueError as error:
            raise RecordingError(f"{path}: line {number} is broken: {error}") from error
    if not answers or answers[0].action != Action.RESET:
        raise RecordingError(f"{path}: line 2: the recording does not begin with the answer to RESET")
    return dataclasses.replace(header, answers=tuple(answers), finished=finished and not cut)


def document_of(line: str | bytes) -> dict[str, Any]:
    """A line as an object; a ValueError says in plain words what is wrong, here and in all that follows."""
    document = value_of(line)
    if not isinstance(document, dict):
        raise ValueError("it is not a JSON object")
    return document


def value_of(line: str | bytes) -> Any:
    """What a line of JSON says, whatever it is."""
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not JSON from column {error.colno} on") from error
    except UnicodeDecodeError as error:
        raise ValueError("it is not text") from error
    except RecursionError as error:
        raise ValueError("its brackets are nested too deeply") from error
    except ValueError as error:  # a number of thousands of digits
        raise ValueError("it holds a number that is too long") from error


def _header(path: Path, line: str) -> Recording:
    try:
        head = document_of(line)
    except ValueError as error:
        raise RecordingError(f"{path}: not a recording: line 1: {error}") from error
    if head.get("format") != FORMAT:
        raise RecordingError(f"{path}: not a recording: line 1 does not say that it is one")
    try:
        version = whole(head, "version")
        if version not in (VERSION, COMPACT):
            known = f"this arcg reads versions {VERSION} and {COMPACT}"
            raise RecordingError(f"{path}: line 1: a recording of version {version}; {known}")
        first = whole(head, "first_level")
        if not 0 <= first <= _MOST_LEVELS:
            raise ValueError("`first_level` is not the number of a level")
        source = None if field(head, "source") is None else text(head, "source")
        if source == "":
            raise ValueError("`source` is empty")
        sha = None if field(head, "sha256") is None else text(head, "sha256")
        seed = whole(head, "seed") if "seed" in head else 0
        if not 0 <= seed < SEEDS:
            raise ValueError("`seed` is not the seed of a game")
        game, program, arcg, created = (text(head, key) for key in ("game", "program", "arcg", "created"))
        game_id, guid = (text(head, key) if key in head else "" for key in ("game_id", "guid"))
        if not (game + game_id + guid).isprintable():
            raise ValueError("the name of the game is no name")
    except RecordingError:
        raise
    except ValueError as error:
        raise RecordingError(f"{path}: line 1 is broken: {error}") from error
    kind: Kind = "frames" if version == VERSION else "compact"
    return Recording(path, game, source, sha, program, first, arcg, created, (), False, seed, kind, game_id, guid)


def level_numbers(*numbers: int) -> None:
    """Refuse what can be the number of no level.

    Raises:
        ValueError: one of them cannot.
    """
    for number in numbers:
        if not 0 <= number <= _MOST_LEVELS:
            raise ValueError(f"{number} is not the number of a level")


def _answer(document: dict[str, Any], turn: int) -> Answer:
    if whole(document, "turn") != turn:
        raise ValueError(f"turn {turn} should be here, not {document['turn']}")
    number = whole(document, "action")
    if not 0 <= number < len(Action):
        raise ValueError(f"there is no action {number}; the actions are 0 to {len(Action) - 1}")
    action = Action(number)
    status = text(document, "status")
    if status not in _STATUS:
        raise ValueError(f"there is no status {status[:40]!r}")
    packed = field(document, "frames")
    if not isinstance(packed, list) or not all(isinstance(one, str) for one in packed):
        raise ValueError("`frames` is not a list of texts")
    unpacked = [_unpack(one) for one in packed]
    frames = np.stack(unpacked) if unpacked else np.empty((0, SIZE, SIZE), dtype=np.uint8)
    if hashlib.sha256(frames.tobytes()).hexdigest() != text(document, "sha256"):
        raise ValueError("the frames do not match their hash")
    level, completed = whole(document, "level"), whole(document, "levels_completed")
    level_numbers(level, completed)
    x, y = (whole(document, "x"), whole(document, "y")) if action == Action.CLICK else (-1, -1)
    return Answer(action, x, y, _STATUS[status], level, completed, frames)


def _compact_answer(line: str) -> Answer:
    """A line of a compact recording."""
    values = value_of(line)
    if not isinstance(values, list) or len(values) < _COLUMNS:
        raise ValueError(f"it is not a list of {_COLUMNS} values and more")
    *numbers, digits = values[:_COLUMNS]
    numbers += values[_COLUMNS:]
    if not all(type(one) is int for one in numbers):
        raise ValueError("one of its values is not a whole number")
    if not isinstance(digits, str) or not re.fullmatch(f"[0-9a-f]{{{HASH_DIGITS}}}", digits):
        raise ValueError("its hash is none")
    number, status, level, completed, count, *more = numbers
    if not 0 <= number < len(Action):
        raise ValueError(f"there is no action {number}; the actions are 0 to {len(Action) - 1}")
    if status not in tuple(Status):
        raise ValueError(f"there is no status {status}")
    if not 0 <= count <= MAX_FRAMES:
        raise ValueError(f"no answer has {count} frames")
    level_numbers(level, completed)
    action = Action(number)
    expected = {Action.CLICK: 2, Action.RESET: 1}.get(action, 0)
    if len(more) != expected:
        raise ValueError(f"after the hash there should be {expected} values, not {len(more)}")
    x, y = more if action == Action.CLICK else (-1, -1)
    if max(abs(x), abs(y)) >= FARTHEST:
        raise ValueError("the place of its click is too far away")
    anew = bool(more[0]) if action == Action.RESET else None
    return Answer(action, x, y, Status(status), level, completed, None, anew, count, digits)


def field(document: dict[str, Any], key: str) -> Any:
    """What stands under a key, which has to be there."""
    if key not in document:
        raise ValueError(f"`{key}` is missing")
    return document[key]


def whole(document: dict[str, Any], key: str) -> int:
    """The whole number under a key."""
    value = field(document, key)
    if type(value) is not int:  # true and false are numbers to Python
        raise ValueError(f"`{key}` is not a whole number")
    return value


def text(document: dict[str, Any], key: str) -> str:
    """The text under a key."""
    value = field(document, key)
    if not isinstance(value, str) or not _encodes(value):
        raise ValueError(f"`{key}` is not text")
    return value


def _encodes(text: str) -> bool:
    """False for halves of characters, which JSON can spell and nothing can print."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _unpack(packed: str) -> Frames:
    try:
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(base64.b64decode(packed, validate=True), _PIXELS + 1)
    except ValueError as error:
        raise ValueError("a frame is not base64") from error
    except zlib.error as error:
        raise ValueError("a frame cannot be unpacked") from error
    if len(data) != _PIXELS:
        raise ValueError(f"a frame should hold {_PIXELS} pixels")
    pixels = np.frombuffer(data, dtype=np.uint8).reshape(SIZE, SIZE)
    if int(pixels.max()) > 15:
        raise ValueError("a frame holds a colour above 15")
    return pixels
