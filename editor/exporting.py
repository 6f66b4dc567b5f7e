"""What is taken out of a session as files: a picture, an animation, a film, and a recording that is a regression test.

Takes a branch of a reel with the turns that are meant, gives the path of a new file. Every file is written whole or not
at all and under a name that was free, `NAME-LEVEL-1.png`, `NAME-LEVEL-2.png`, .. . Nothing here touches a session, so a
window may have it done in a thread.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arcg.compiler.ir import Program
from arcg.editor.pace import TURN_REST, frame_time
from arcg.editor.reel import Branch
from arcg.runtime.engine import SIZE, Action
from arcg.runtime.env import from_level
from arcg.runtime.gif import gif
from arcg.runtime.palette import to_rgb
from arcg.runtime.png import png
from arcg.runtime.recording import FOLDER, Writer
from arcg.runtime.reference import ReferenceEngine

PICTURE_SCALE = 8
"""File pixels for a frame pixel, in pictures and films."""

ANIMATION_SCALE = 4
"""The same in animations, which have no good compression."""

END_REST = 1.0
"""Seconds that the last frame stays longer, before an animation begins again."""

_HUNDREDTHS = 2
"""Hundredths of a second that a frame of an animation is shown at least: programs take a shorter time for a mistake."""

_FILM_RATE = 30
"""Frames of a film in a second."""

_NO_FFMPEG = "films are made by ffmpeg, which is not installed here; take an animation (GIF) instead"


@dataclass(frozen=True, slots=True)
class Span:
    """Turns `first` to `last` of a branch, both included."""

    branch: Branch
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class RegressionTest:
    """A regression test that was written: where, how many actions it has, and whether all was as it had been seen."""

    path: Path
    actions: int
    as_seen: bool


# ---------------------------------------------------------------- pictures and films


def export_picture(folder: Path, name: str, frame: NDArray[np.uint8], scale: int = PICTURE_SCALE) -> Path:
    """A frame as `NAME-N.png`.

    Raises:
        OSError: the file cannot be written.
    """
    with _new(folder, name, ".png") as file:
        file.part.write_bytes(png(frame, scale))
    return file.path


def export_animation(folder: Path, name: str, span: Span, *, speed: float = 1.0, scale: int = ANIMATION_SCALE) -> Path:
    """Turns as `NAME-N.gif`, at so many times the speed of play.

    Raises:
        OSError: the file cannot be written.
    """
    with _new(folder, name, ".gif") as file:
        file.part.write_bytes(animation(span, speed=speed, scale=scale))
    return file.path


def animation(span: Span, *, speed: float = 1.0, scale: int = ANIMATION_SCALE) -> bytes:
    """Turns as the bytes of a GIF file, at so many times the speed of play."""
    timed = list(_timed(span, speed, 100 // _HUNDREDTHS))
    frames, delays = np.stack([frame for frame, _ in timed]), [_HUNDREDTHS * ticks for _, ticks in timed]
    return gif(frames, delays, scale)


def export_film(folder: Path, name: str, span: Span, *, speed: float = 1.0, scale: int = PICTURE_SCALE) -> Path:
    """Turns as `NAME-N.mp4`, at so many times the speed of play.

    Raises:
        OSError: there is no ffmpeg, it failed, or the file cannot be written; `strerror` says so in words.
    """
    program = shutil.which("ffmpeg")
    if program is None:
        raise OSError(None, _NO_FFMPEG)
    side = SIZE * scale
    command = [
        program, "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{SIZE}x{SIZE}",
        "-r", str(_FILM_RATE), "-i", "-", "-vf", f"scale={side}:{side}:flags=neighbor", "-pix_fmt", "yuv420p",
        "-movflags", "+faststart", "-f", "mp4", "-y",
    ]  # fmt: skip
    with _new(folder, name, ".mp4") as file, tempfile.TemporaryFile() as said:
        running = subprocess.Popen([*command, str(file.part)], stdin=subprocess.PIPE, stderr=said)
        with contextlib.suppress(BrokenPipeError), running:  # a pipe is broken when it has given up, and says why
            assert running.stdin is not None, "it was asked for"
            for frame, ticks in _timed(span, speed, _FILM_RATE):
                running.stdin.write(to_rgb(frame).tobytes() * ticks)
        if running.returncode:
            said.seek(0)
            reason = said.read().decode("utf-8", "replace").strip().splitlines()
            raise OSError(None, f"ffmpeg failed: {reason[-1] if reason else f'exit code {running.returncode}'}")
    return file.path


def _timed(span: Span, speed: float, rate: int) -> Iterator[tuple[NDArray[np.uint8], int]]:
    """The frames, each with how many ticks it is shown, `rate` of which are a second; what is too short is left out."""
    time, shown = 0.0, 0
    for number in range(span.first, span.last + 1):
        frames = span.branch.turn(number).frames
        for place, frame in enumerate(frames, start=1):
            time += frame_time(span.branch, number) / speed
            if place == len(frames):
                time += TURN_REST / speed + (END_REST if number == span.last else 0.0)
            ticks = round(time * rate) - shown
            if ticks:
                yield frame, ticks
                shown += ticks


# ---------------------------------------------------------------- regression tests


def level_try(branch: Branch, turn: int) -> Span:
    """The try at a level that a turn belongs to, from the turn that loaded the level to that turn.

    To the answer that wins a level belongs the try that won it, and not the one that begins with it.
    """
    answer = branch.turn(turn)
    won = turn > 0 and answer.action_count == 0 and answer.action != Action.RESET
    return Span(branch, branch.level_start(turn - won), turn)


def export_test(
    program: Program, text: str, source: str | Path, game: Path, span: Span, seed: int = 0
) -> RegressionTest:
    """A recording of a try at a level in `recordings` beside the game's file, which replays and validation take.

    The actions are played again on the reference engine from the level's beginning.

    Args:
        program: the game as it is now.
        text: what it was made of.
        source: its file, or the id of a shipped game.
        game: its file.
        span: what `level_try` gives.
        seed: that of the game, where it uses chance.

    Raises:
        ValueError: nothing was done in it, or the game no longer has the level.
        OSError: the file cannot be written.
    """
    turns = [span.branch.turn(number) for number in range(span.first, span.last + 1)]
    if len(turns) == 1:
        raise ValueError("nothing has been done in this level yet")
    level = turns[0].level
    engine = ReferenceEngine(from_level(program, level))
    engine.reset(seed)
    folder = game.parent / FOLDER
    folder.mkdir(exist_ok=True)
    as_seen = True
    with (
        _new(folder, f"{program.name}-{level + 1}", ".jsonl") as file,
        Writer(file.part, program, source=source, text=text, first_level=level, seed=seed) as writer,
    ):
        writer.add(engine, Action.RESET)
        for turn in turns[1:]:
            engine.step(turn.action, turn.x, turn.y)
            writer.add(engine, turn.action, turn.x, turn.y)
            as_seen &= np.array_equal(engine.frames(), turn.frames)
    return RegressionTest(file.path, len(turns) - 1, as_seen)


# ---------------------------------------------------------------- files


@dataclass(slots=True)
class _New:
    """A file that comes to be: written as `part`, and at `path` once it is whole."""

    part: Path
    path: Path


@contextlib.contextmanager
def _new(folder: Path, name: str, suffix: str) -> Iterator[_New]:
    """A new file `NAME-N` with the least number that is free."""
    file = _New(folder / f".{name}-{secrets.token_hex(4)}.part", folder)
    try:
        yield file
        number = 1
        while not _linked(file.part, path := folder / f"{name}-{number}{suffix}"):
            number += 1
        file.path = path
    finally:
        file.part.unlink(missing_ok=True)


def _linked(part: Path, path: Path) -> bool:
    """Give a file that is whole its name; False if that is taken."""
    try:
        os.link(part, path)
    except FileExistsError:
        return False
    except OSError:  # a file system without links
        if path.exists():
            return False
        part.rename(path)
    return True
