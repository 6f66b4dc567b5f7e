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

Version 2 is the compact form: the same header and end, and for each answer a line with the frames' hash in their place,

    [action, status (0 playing, 1 won, 2 over), level, levels_completed, number of frames, first 16 digits of sha256]

to which a click adds its x and y, and a RESET 1 if it began the whole game anew, else 0. What it shows is seen by
playing it again (`filled`). `read` also takes the recordings of the official toolkit and its agents
(`arcg.runtime.official.jsonl`), which may hold less.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

import numpy as np

from arcg.compiler.artefact import MANIFEST
from arcg.compiler.ir import Program, digest, uses_chance
from arcg.dsl.core import ACTION_NAMES
from arcg.runtime.engine import Action, Engine, Frames, Status
from arcg.runtime.env import from_level

FORMAT = "arcg-recording"
VERSION = 1
COMPACT = 2
"""The version that has hashes in place of frames."""

VERSION_DIGITS = 8
"""Digits of a program's digest that are enough to know it by; the versions of official ids have as many."""

HASH_DIGITS = 16
"""Digits of a hash in a compact recording."""

FOLDER = "recordings"
"""The folder beside a game's file that holds its recordings."""

Kind = Literal["frames", "compact", "toolkit", "agents"]
"""Which recorder wrote a file: ours with frames or with hashes, the official toolkit, the official agents."""


class RecordingError(ValueError):
    """A file that is no recording, or a damaged one. The message names the file and the line."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One action and all that could be seen of its outcome. `x` and `y` are -1 except for clicks.

    `frames` is None where the recording does not hold them; then `count` says how many there were and `sha256` how
    their hash begins, or -1 and nothing where that is not known either. `full_reset`: whether a RESET began the whole
    game anew; None where the recording does not say.
    """

    action: Action
    x: int
    y: int
    status: Status
    level: int
    levels_completed: int
    frames: Frames | None
    full_reset: bool | None = None
    count: int = -1
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording as read. `finished` is False when the session was cut off; `first_level` is where play began.

    What a recording does not tell is empty: `game`, the name, and `program_digest` in those of official recorders,
    `game_id` and `guid` in those of play by hand. `notes` say in words what the recorder lost; `replayable` is False
    if that is the actions. `levels`: how many the game has, in those of official recorders.
    """

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
    kind: Kind = "frames"
    game_id: str = ""
    guid: str = ""
    notes: tuple[str, ...] = ()
    replayable: bool = True
    levels: int = 0

    def source_path(self) -> Path | None:
        """Where the game's file should be, or None if the recording does not say or names a shipped game."""
        if self.source is None or ("/" not in self.source and not self.source.endswith(".arcg")):
            return None
        found = self.path.parent / self.source
        return found if found.suffix == ".arcg" or found.name == MANIFEST or found.is_dir() else None

    def of_game(self, program: Program) -> bool:
        """Whether it is of a version of this game: by name, else by the official id."""
        from arcg.runtime.official.info import base_of

        base = self.game_id.partition("-")[0]
        return self.game == program.name if self.game else base == base_of(program.name) or self.of_version(program)

    def of_version(self, program: Program) -> bool:
        """Whether it was played on exactly this program: by its digest, else by the version in the official id."""
        known = self.program_digest or self.game_id.partition("-")[2]
        return len(known) >= VERSION_DIGITS and digest(program).startswith(known)


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that a replay showed otherwise than the recording.

    `what` is `status`, `level`, `levels_completed`, `frames` (their number), `pixel`, or `hash` (of the frames, where
    the recording has no more of them); for a pixel, `frame`, `x` and `y` say which is the first to differ in this
    answer (frame by frame, row by row), and `pixels` how many do.
    """

    turn: int
    what: Literal["status", "level", "levels_completed", "frames", "pixel", "hash"]
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
        if self.what == "hash":
            return f"turn {self.turn}: the frames look otherwise: expected hash {self.expected}, got {self.got}"
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
        self.path = path
        self.answers = 0
        self._file = path.open("x", encoding="utf-8", newline="\n")
        said = header(program, digest(program), VERSION, first_level, seed, created)
        sha256 = hashlib.sha256(text.encode()).hexdigest() if text is not None else None
        self._line(said | {"source": None if source is None else relative(source, path), "sha256": sha256})

    def add(self, engine: Engine, action: int, x: int = -1, y: int = -1) -> None:
        """Append the answer that `engine` has just given to `action` (RESET for the opening)."""
        status, level, completed = engine.status, engine.level, engine.levels_completed
        self.write(Answer(Action(action), x, y, status, level, completed, engine.frames()))

    def write(self, answer: Answer) -> None:
        """Append an answer."""
        action, frames = answer.action, answer.frames
        assert frames is not None, "what was seen is at hand"
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
        self._file.write(line_of(document))
        self._file.flush()


def line_of(document: object) -> str:
    """A document as a line."""
    return json.dumps(document, separators=(",", ":")) + "\n"


def header(
    program: Program, program_digest: str, version: int, first_level: int, seed: int, created: datetime | None
) -> dict[str, object]:
    """The first line of a recording in either version, with nothing yet of where the game is."""
    from arcg import __version__

    moment = (created or datetime.now(UTC)).astimezone(UTC).replace(tzinfo=None, microsecond=0)
    said: dict[str, object] = {
        "format": FORMAT,
        "version": version,
        "game": program.name,
        "source": None,
        "sha256": None,
        "program": program_digest,
        "first_level": first_level,
        "arcg": __version__,
        "created": moment.isoformat() + "Z",
    }
    return said | ({"seed": seed} if uses_chance(program) else {})


def compact_line(answer: Answer) -> str:
    """An answer as a line of a compact recording."""
    assert answer.frames is not None, "what was seen is at hand"
    line = [int(answer.action), int(answer.status), answer.level, answer.levels_completed]
    if answer.action == Action.CLICK:
        return line_of([*line, *_hashed(answer.frames), answer.x, answer.y])
    if answer.action == Action.RESET:
        return line_of([*line, *_hashed(answer.frames), int(bool(answer.full_reset))])
    return line_of([*line, *_hashed(answer.frames)])


def _hashed(frames: Frames) -> tuple[int, str]:
    """How many frames there are, and how the hash of them begins."""
    return len(frames), hashlib.sha256(frames.tobytes()).hexdigest()[:HASH_DIGITS]


def relative(source: str | Path, recording: Path) -> str:
    """What the header says of the game: a path has a slash or ends in `.arcg`, an id has neither."""
    if isinstance(source, str):
        return source
    try:
        path = Path(os.path.relpath(source, recording.parent)).as_posix()
    except ValueError:  # on Windows there is no relative path to another drive
        return source.resolve().as_posix()
    return path if "/" in path or path.endswith(".arcg") else f"./{path}"


# ---------------------------------------------------------------- using


def read(path: Path) -> Recording:
    """The recording in a file, of any recorder. What was cut off in the middle of a line is left out, and told.

    Raises:
        RecordingError: the file is no recording, is of another version, or a line other than the last is broken.
        OSError: the file cannot be read.
    """
    from arcg.runtime.official import jsonl
    from arcg.runtime.recording_reading import read_own

    return jsonl.read_official(path) if jsonl.is_official(path) else read_own(path)


def actions(recording: Recording) -> list[tuple[Action, int, int]]:
    """The actions played, without the opening RESET: (action, x, y), with -1, -1 except for clicks."""
    return [(answer.action, answer.x, answer.y) for answer in recording.answers[1:]]


def begins_anew(answers: Sequence[Answer]) -> list[bool]:
    """For each answer whether it began the game anew: by the rules of RESET, where the recording does not say."""
    found: list[bool] = []
    count, completed, status = 0, 0, Status.PLAYING
    for answer in answers:
        if answer.action == Action.RESET:
            anew = count == 0 or status is Status.WON
            found.append(not found or (anew if answer.full_reset is None else answer.full_reset))
            count = 0
        else:
            found.append(False)
            loaded = answer.levels_completed > completed and answer.status is Status.PLAYING
            count = 0 if loaded else count + 1
        completed, status = answer.levels_completed, answer.status
    return found


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
    found: list[Difference] = []
    for turn, (answer, running, frames) in enumerate(_played(recording, program, engine)):
        found += _compare(turn, answer, running, frames)
        if watch is not None:
            watch(running)
        if limit is not None and len(found) >= limit:
            break
    return found


def filled(recording: Recording, program: Program, *, engine: Callable[[Program], Engine] | None = None) -> Recording:
    """A recording with the frames that it does not hold, as they are seen when it is played again.

    Raises:
        RecordingError: the game plays otherwise than it did, so they cannot be known.
        ValueError: the program lacks the level at which the recording begins.
    """
    if all(answer.frames is not None for answer in recording.answers):
        return recording
    answers: list[Answer] = []
    for turn, (answer, running, frames) in enumerate(_played(recording, program, engine)):
        differences = _compare(turn, answer, running, frames)
        if differences and answer.frames is None:
            holds = f"{recording.path}: it does not hold what was seen, and {program.name} plays otherwise now"
            raise RecordingError(f"{holds}: {differences[0]}")
        answers.append(answer if answer.frames is not None else replace(answer, frames=frames.copy()))
    return replace(recording, answers=tuple(answers))


def _played(
    recording: Recording, program: Program, engine: Callable[[Program], Engine] | None
) -> Iterator[tuple[Answer, Engine, Frames]]:
    """Each answer with an engine that has just given it again, and the frames that it gave.

    A RESET that would have begun the whole game anew and did not was one in a competition: the game stayed as it was.
    """
    if engine is None:
        from arcg.runtime.reference import ReferenceEngine

        engine = ReferenceEngine
    running = engine(from_level(program, recording.first_level))
    running.reset(recording.seed)
    for turn, answer in enumerate(recording.answers):
        anew = running.action_count == 0 or running.status is Status.WON
        if turn and answer.full_reset is False and answer.action == Action.RESET and anew:
            yield answer, running, running.frame()[None]
            continue
        if turn:
            running.step(answer.action, answer.x, answer.y)
        yield answer, running, running.frames()


def _compare(turn: int, answer: Answer, engine: Engine, frames: Frames) -> list[Difference]:
    found = []
    if engine.status is not answer.status:
        found.append(Difference(turn, "status", answer.status.name.lower(), engine.status.name.lower()))
    if engine.level != answer.level:
        found.append(Difference(turn, "level", answer.level, engine.level))
    if engine.levels_completed != answer.levels_completed:
        found.append(Difference(turn, "levels_completed", answer.levels_completed, engine.levels_completed))
    return found + _compare_frames(turn, answer, frames)


def _compare_frames(turn: int, answer: Answer, frames: Frames) -> list[Difference]:
    found: list[Difference] = []
    count = answer.count if answer.frames is None else len(answer.frames)
    if count not in (-1, len(frames)):
        found.append(Difference(turn, "frames", count, len(frames)))
    if answer.frames is None:
        got = hashlib.sha256(frames.tobytes()).hexdigest()[: len(answer.sha256)]
        if got != answer.sha256 and not found:
            found.append(Difference(turn, "hash", answer.sha256, got))
        return found
    both = min(len(frames), len(answer.frames))
    places = np.argwhere(frames[:both] != answer.frames[:both])
    if len(places):
        frame, y, x = (int(value) for value in places[0])
        expected, got_colour = int(answer.frames[frame, y, x]), int(frames[frame, y, x])
        found.append(Difference(turn, "pixel", expected, got_colour, frame, x, y, len(places)))
    return found
