"""Recordings: what was played and what was seen, in a file that replays to the pixel.

A `Writer` takes the answers of an engine as they come, `read` gives them back, `replay` plays them again and tells
every difference. The player and the command line write and replay them; tests keep them as fixtures.

The format, `arcg-recording` version 1, is JSON Lines in UTF-8. The first line is the header:

    {"format": "arcg-recording", "version": 1, "game": name, "source": path relative to the recording or id of a
     shipped game or null, "sha256": of the source text or null, "program": digest of the program, "first_level": 0,
     "arcg": version, "created": "2026-01-31T12:00:00Z"}

The header of a game with chance also says the `seed`.

Then one line for each answer, the opening RESET included. `turn` counts from 0; `x` and `y` are there for clicks:

    {"turn": 3, "action": 6, "name": "click", "x": 12, "y": 40, "status": "playing", "level": 0,
     "levels_completed": 0, "frames": [base64 of zlib of 4096 bytes, row by row, ...], "sha256": of all frames' bytes}

A finished recording closes with {"end": true, "answers": number of answers}. Lines are appended and flushed one by
one, so a session that is killed loses at most the line being written, and what is left is seen to be unfinished.
`first_level` above 0 means that play began at that level: the program was `from_level(program, first_level)`, and
`level` and `levels_completed` count from there.
"""

from __future__ import annotations

import base64
import contextlib
import dataclasses
import hashlib
import json
import os
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

import numpy as np

from arcg.compiler.ir import Program, digest, uses_chance
from arcg.dsl.core import ACTION_NAMES
from arcg.runtime.engine import SEEDS, SIZE, Action, Engine, Frames, Status
from arcg.runtime.env import from_level

FORMAT = "arcg-recording"
VERSION = 1

FOLDER = "recordings"
"""The folder beside a game's file that holds its recordings."""

_PIXELS = SIZE * SIZE
_MOST_LEVELS = 1_000_000
_STATUS = {status.name.lower(): status for status in Status}


class RecordingError(ValueError):
    """A file that is no recording, or a damaged one. The message names the file and the line."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One action and all that could be seen of its outcome. `x` and `y` are -1 except for clicks."""

    action: Action
    x: int
    y: int
    status: Status
    level: int
    levels_completed: int
    frames: Frames


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording as read. `finished` is False when the session was cut off; `first_level` is where play began."""

    path: Path
    game: str
    source: str | None
    source_sha256: str | None
    program_digest: str
    first_level: int
    arcg: str
    created: str
    answers: tuple[Answer, ...]
    finished: bool
    seed: int = 0

    def source_path(self) -> Path | None:
        """Where the game's file should be, or None if the recording does not say or names a shipped game."""
        if self.source is None or ("/" not in self.source and not self.source.endswith(".arcg")):
            return None
        return self.path.parent / self.source


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that a replay showed otherwise than the recording.

    `what` is `status`, `level`, `levels_completed`, `frames` (their number) or `pixel`; for a pixel, `frame`, `x` and
    `y` say which is the first to differ in this answer (frame by frame, row by row), and `pixels` how many do.
    """

    turn: int
    what: Literal["status", "level", "levels_completed", "frames", "pixel"]
    expected: int | str
    got: int | str
    frame: int = -1
    x: int = -1
    y: int = -1
    pixels: int = 0

    def __str__(self) -> str:
        if self.what == "pixel":
            more = f" (and {self.pixels - 1} more pixels)" if self.pixels > 1 else ""
            place = f"frame {self.frame}, pixel x={self.x} y={self.y}"
            return f"turn {self.turn}: {place}: expected colour {self.expected}, got {self.got}{more}"
        name = "number of frames" if self.what == "frames" else self.what.replace("_", " ")
        return f"turn {self.turn}: {name}: expected {self.expected}, got {self.got}"


# ---------------------------------------------------------------- writing


class Writer:
    """Writes a recording line by line; a context manager. Every line is on its way to the disk when `add` returns.

    Args:
        path: a file that does not exist yet.
        program: the whole game, even if play begins at `first_level`.
        source: the game's file (a `Path`), or the id of a shipped game (a string).
        text: what the file held, for its hash.
        first_level: the level at which play begins.
        seed: that of the game; it is written only if the game uses chance.
        created: when; by default now. Give it for files that must be the same each time.

    Raises:
        OSError: the file exists already or cannot be written.
    """

    def __init__(
        self,
        path: Path,
        program: Program,
        *,
        source: str | Path | None = None,
        text: str | None = None,
        first_level: int = 0,
        seed: int = 0,
        created: datetime | None = None,
    ) -> None:
        from arcg import __version__

        self.path = path
        self.answers = 0
        self._file = path.open("x", encoding="utf-8", newline="\n")
        moment = (created or datetime.now(UTC)).astimezone(UTC).replace(tzinfo=None, microsecond=0)
        header: dict[str, object] = {
            "format": FORMAT,
            "version": VERSION,
            "game": program.name,
            "source": _relative(source, path) if source is not None else None,
            "sha256": hashlib.sha256(text.encode()).hexdigest() if text is not None else None,
            "program": digest(program),
            "first_level": first_level,
            "arcg": __version__,
            "created": moment.isoformat() + "Z",
        }
        self._line(header | ({"seed": seed} if uses_chance(program) else {}))

    def add(self, engine: Engine, action: int, x: int = -1, y: int = -1) -> None:
        """Append the answer that `engine` has just given to `action` (RESET for the opening)."""
        status, level, completed = engine.status, engine.level, engine.levels_completed
        self.write(Answer(Action(action), x, y, status, level, completed, engine.frames()))

    def write(self, answer: Answer) -> None:
        """Append an answer."""
        action, frames = answer.action, answer.frames
        line: dict[str, object] = {"turn": self.answers, "action": int(action), "name": ACTION_NAMES[action]}
        if action == Action.CLICK:
            line |= {"x": int(answer.x), "y": int(answer.y)}
        self._line(
            line
            | {
                "status": answer.status.name.lower(),
                "level": answer.level,
                "levels_completed": answer.levels_completed,
                "frames": [base64.b64encode(zlib.compress(frame.tobytes(), 9)).decode() for frame in frames],
                "sha256": hashlib.sha256(frames.tobytes()).hexdigest(),
            }
        )
        self.answers += 1

    def close(self) -> None:
        """Append the closing line; a second call does nothing."""
        if not self._file.closed:
            self._line({"end": True, "answers": self.answers})
            self._file.close()

    def abandon(self) -> None:
        """Close the file as it is, when the disk takes no more: the recording stays unfinished."""
        with contextlib.suppress(OSError):
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _line(self, document: Mapping[str, object]) -> None:
        self._file.write(json.dumps(document, separators=(",", ":")) + "\n")
        self._file.flush()


def _relative(source: str | Path, recording: Path) -> str:
    """What the header says of the game: a path has a slash or ends in `.arcg`, an id has neither."""
    if isinstance(source, str):
        return source
    try:
        path = Path(os.path.relpath(source, recording.parent)).as_posix()
    except ValueError:  # on Windows there is no relative path to another drive
        return source.resolve().as_posix()
    return path if "/" in path or path.endswith(".arcg") else f"./{path}"


# ---------------------------------------------------------------- reading


def read(path: Path) -> Recording:
    """The recording in a file. A last line that was cut off is left out and the recording counts as unfinished.

    Raises:
        RecordingError: the file is no recording, is of another version, or a line other than the last is broken.
        OSError: the file cannot be read.
    """
    data = path.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        number = data[: error.start].count(b"\n") + 1
        what = "not a recording: line 1 is not text" if number == 1 else f"line {number} is broken: it is not text"
        raise RecordingError(f"{path}: {what}") from error
    lines = text.split("\n")
    cut = lines.pop()  # every whole line ends with a newline, so what follows the last one is a line cut off
    header = _header(path, lines[0] if lines else cut)
    answers: list[Answer] = []
    finished = False
    for number, line in enumerate(lines[1:], start=2):
        if finished:
            raise RecordingError(f"{path}: line {number}: there are lines after the end of the recording")
        try:
            document = _document(line)
            if document.get("end") is True:
                finished = True
                count = _whole(document, "answers")
                if count != len(answers):
                    raise ValueError(f"{count} answers were recorded, {len(answers)} are here")
            else:
                answers.append(_answer(document, len(answers)))
        except ValueError as error:
            raise RecordingError(f"{path}: line {number} is broken: {error}") from error
    if not answers or answers[0].action != Action.RESET:
        raise RecordingError(f"{path}: line 2: the recording does not begin with the answer to RESET")
    return dataclasses.replace(header, answers=tuple(answers), finished=finished and not cut)


def _document(line: str) -> dict[str, Any]:
    """A line as an object; a ValueError says in plain words what is wrong, here and in all that follows."""
    try:
        document = json.loads(line)
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not JSON from column {error.colno} on") from error
    except RecursionError as error:
        raise ValueError("its brackets are nested too deeply") from error
    except ValueError as error:  # a number of thousands of digits
        raise ValueError("it holds a number that is too long") from error
    if not isinstance(document, dict):
        raise ValueError("it is not a JSON object")
    return document


def _header(path: Path, line: str) -> Recording:
    try:
        head = _document(line)
    except ValueError as error:
        raise RecordingError(f"{path}: not a recording: line 1: {error}") from error
    if head.get("format") != FORMAT:
        raise RecordingError(f"{path}: not a recording: line 1 does not say that it is one")
    try:
        version = _whole(head, "version")
        if version != VERSION:
            raise RecordingError(f"{path}: line 1: a recording of version {version}; this arcg reads version {VERSION}")
        first = _whole(head, "first_level")
        if not 0 <= first <= _MOST_LEVELS:
            raise ValueError("`first_level` is not the number of a level")
        source = None if _field(head, "source") is None else _text(head, "source")
        if source == "":
            raise ValueError("`source` is empty")
        sha = None if _field(head, "sha256") is None else _text(head, "sha256")
        seed = _whole(head, "seed") if "seed" in head else 0
        if not 0 <= seed < SEEDS:
            raise ValueError("`seed` is not the seed of a game")
        game, program, arcg, created = (_text(head, key) for key in ("game", "program", "arcg", "created"))
    except RecordingError:
        raise
    except ValueError as error:
        raise RecordingError(f"{path}: line 1 is broken: {error}") from error
    return Recording(path, game, source, sha, program, first, arcg, created, (), False, seed)


def _answer(document: dict[str, Any], turn: int) -> Answer:
    if _whole(document, "turn") != turn:
        raise ValueError(f"turn {turn} should be here, not {document['turn']}")
    number = _whole(document, "action")
    if not 0 <= number < len(Action):
        raise ValueError(f"there is no action {number}; the actions are 0 to {len(Action) - 1}")
    action = Action(number)
    status = _text(document, "status")
    if status not in _STATUS:
        raise ValueError(f"there is no status {status[:40]!r}")
    packed = _field(document, "frames")
    if not isinstance(packed, list) or not all(isinstance(one, str) for one in packed):
        raise ValueError("`frames` is not a list of texts")
    unpacked = [_unpack(one) for one in packed]
    frames = np.stack(unpacked) if unpacked else np.empty((0, SIZE, SIZE), dtype=np.uint8)
    if hashlib.sha256(frames.tobytes()).hexdigest() != _text(document, "sha256"):
        raise ValueError("the frames do not match their hash")
    level, completed = _whole(document, "level"), _whole(document, "levels_completed")
    x, y = (_whole(document, "x"), _whole(document, "y")) if action == Action.CLICK else (-1, -1)
    return Answer(action, x, y, _STATUS[status], level, completed, frames)


def _field(document: dict[str, Any], key: str) -> Any:
    if key not in document:
        raise ValueError(f"`{key}` is missing")
    return document[key]


def _whole(document: dict[str, Any], key: str) -> int:
    value = _field(document, key)
    if type(value) is not int:  # true and false are numbers to Python
        raise ValueError(f"`{key}` is not a whole number")
    return value


def _text(document: dict[str, Any], key: str) -> str:
    value = _field(document, key)
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


# ---------------------------------------------------------------- using


def actions(recording: Recording) -> list[tuple[Action, int, int]]:
    """The actions played, without the opening RESET: (action, x, y), with -1, -1 except for clicks."""
    return [(answer.action, answer.x, answer.y) for answer in recording.answers[1:]]


def replay(
    recording: Recording,
    program: Program,
    *,
    engine: Callable[[Program], Engine] | None = None,
    limit: int | None = None,
    watch: Callable[[Engine], object] | None = None,
) -> list[Difference]:
    """Play a recording again and list all that is seen otherwise, in order; empty when all is the same.

    Args:
        recording: what to play.
        program: the whole game.
        engine: what runs the program; by default the reference engine.
        limit: stop after the answer in which this many differences have been found.
        watch: called with the engine after each answer, the opening included.

    Raises:
        ValueError: the program lacks the level at which the recording begins.
    """
    if engine is None:
        from arcg.runtime.reference import ReferenceEngine

        engine = ReferenceEngine
    running = engine(from_level(program, recording.first_level))
    running.reset(recording.seed)
    found: list[Difference] = []
    for turn, answer in enumerate(recording.answers):
        if turn:
            running.step(answer.action, answer.x, answer.y)
        found += _compare(turn, answer, running)
        if watch is not None:
            watch(running)
        if limit is not None and len(found) >= limit:
            break
    return found


def _compare(turn: int, answer: Answer, engine: Engine) -> list[Difference]:
    found = []
    if engine.status is not answer.status:
        found.append(Difference(turn, "status", answer.status.name.lower(), engine.status.name.lower()))
    if engine.level != answer.level:
        found.append(Difference(turn, "level", answer.level, engine.level))
    if engine.levels_completed != answer.levels_completed:
        found.append(Difference(turn, "levels_completed", answer.levels_completed, engine.levels_completed))
    frames = engine.frames()
    if len(frames) != len(answer.frames):
        found.append(Difference(turn, "frames", len(answer.frames), len(frames)))
    both = min(len(frames), len(answer.frames))
    places = np.argwhere(frames[:both] != answer.frames[:both])
    if len(places):
        frame, y, x = (int(value) for value in places[0])
        expected, got = int(answer.frames[frame, y, x]), int(frames[frame, y, x])
        found.append(Difference(turn, "pixel", expected, got, frame, x, y, len(places)))
    return found
