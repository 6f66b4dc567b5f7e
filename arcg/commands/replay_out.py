"""What `arcg replay` makes of one recording: play in a window or a terminal, an animation, or another form of it."""

from __future__ import annotations

import math
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from arcg.commands.common import FALLS_SHORT, CommandError

if TYPE_CHECKING:
    from arcg.runtime.official.frames import Answer
    from arcg.runtime.official.info import GameInfo
    from arcg.runtime.recording import Recording


def put_out(
    path: Path,
    game: str | None,
    *,
    play: bool,
    speed: float,
    gif: Path | None,
    official: Path | None,
    compact: Path | None,
) -> None:
    """Write the files that were asked for, then show the recording if that was."""
    from arcg.runtime.recording import read

    if not (math.isfinite(speed) and 0 < speed <= 100):
        raise CommandError(f"--speed is a number above 0 and at most 100, not {speed}")
    for out in (gif, official, compact):
        if out is not None:
            _may_write(out, path)
    played = read(path)
    if official is not None or compact is not None:
        _convert(played, game, official, compact)
    if gif is None and not play:
        return
    shown = _with_frames(played, game)
    if gif is not None:
        from arcg.editor.showing import animation
        from arcg.runtime.files import write_whole

        write_whole(gif, animation(shown, speed=speed))
        typer.echo(f"wrote {gif}")
    if play:
        from arcg.editor.showing import show

        show(shown, speed=speed)


def _may_write(out: Path, path: Path) -> None:
    """Refuse to write where nothing can lie, and over the recording that is read."""
    if not out.parent.is_dir():
        raise CommandError(f"{out.parent}: there is no such folder, so {out.name} could not be written there")
    if out.is_dir():
        raise CommandError(f"{out} is a folder; name a file")
    if out.exists() and out.samefile(path):
        raise CommandError(f"{out} is the recording that is read; name another file")


def _with_frames(played: Recording, game: str | None) -> Recording:
    """The recording with all that was seen, played again where it does not hold that; notes are told."""
    from arcg.runtime.loading import load
    from arcg.runtime.official.finding import game_of
    from arcg.runtime.recording import filled

    for note in played.notes:
        typer.echo(f"{played.path}: {note}", err=True)
    if all(answer.frames is not None for answer in played.answers):
        return played
    try:
        return filled(played, load(game_of(played) if game is None else game))
    except FileNotFoundError:
        from dataclasses import replace

        seen = tuple(answer for answer in played.answers if answer.frames is not None)
        if len(seen) < len(played.answers) - 1 or not seen:
            raise
        return replace(played, answers=seen)  # only the frame before the first action is missing


def _convert(played: Recording, game: str | None, official: Path | None, compact: Path | None) -> None:
    """Play the recording again, and write what was seen in other forms if it is what was recorded."""
    from arcg.runtime.official.finding import game_of
    from arcg.runtime.official.info import info_of
    from arcg.runtime.recording import filled, replay

    if not played.replayable:
        raise CommandError(f"{played.path}: {played.notes[0]}", FALLS_SHORT)
    info = info_of(game_of(played) if game is None else game)
    if played.first_level >= len(info.program.levels):
        raise CommandError(f"{played.path}: the play began at level {played.first_level + 1}, which the game has not")
    differences = replay(played, info.program, limit=1)
    if differences:
        told = f"{played.path} is not what {info.program.name} plays now, so it was not converted"
        raise CommandError(f"{told}: {differences[0]}", FALLS_SHORT)
    answers = _official_answers(filled(played, info.program), info)
    if official is not None:
        _write(official, _official(answers, played, info))
    if compact is not None:
        _write(compact, _compact(answers, played, info, compact))


def _write(path: Path, content: bytes) -> None:
    from arcg.runtime.files import write_whole

    write_whole(path, content)
    typer.echo(f"wrote {path}: {len(content):,} bytes")


def _official_answers(played: Recording, info: GameInfo) -> list[Answer]:
    """What was played in the words of the official API."""
    from arcg.runtime.engine import Action
    from arcg.runtime.official.frames import STATES, Answer
    from arcg.runtime.recording import begins_anew

    guid = played.guid or str(uuid.uuid4())
    return [
        Answer(
            game_id=info.game_id,
            guid=guid,
            frames=one.frames,
            state=STATES[one.status],
            levels_completed=one.levels_completed,
            win_levels=len(info.program.levels) - played.first_level,
            action=int(one.action),
            data={"x": one.x, "y": one.y} if one.action == Action.CLICK else {},
            full_reset=anew,
            available_actions=tuple(info.program.actions),
        )
        for one, anew in zip(played.answers, begins_anew(played.answers), strict=True)
        if one.frames is not None
    ]


def _official(answers: list[Answer], played: Recording, info: GameInfo) -> bytes:
    from arcg.runtime.official.jsonl import about, official_line

    extra, moment = about(info, played.seed, played.first_level), datetime.now(UTC)
    return b"".join(official_line(one, moment, None if turn else extra) for turn, one in enumerate(answers))


def _compact(answers: list[Answer], played: Recording, info: GameInfo, path: Path) -> bytes:
    from arcg.runtime.official.jsonl import compact_header, recorded
    from arcg.runtime.recording import compact_line, line_of

    lines = [compact_header(path, info, played.seed, played.first_level, answers[0].guid)]
    lines += [compact_line(recorded(one)) for one in answers]
    lines += [line_of({"end": True, "answers": len(answers)})] if played.finished else []
    return "".join(lines).encode()
