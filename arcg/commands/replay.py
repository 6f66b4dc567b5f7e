"""`arcg replay`: play a recording again and say whether everything looks as it did."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arcg.commands.common import FALLS_SHORT, CommandError, guard, write_json

if TYPE_CHECKING:
    from arcg.runtime.recording import Recording

NAME = "replay"
HELP = """Play a recording again and tell every difference.

Exit code 0: all frames, levels and outcomes are the same; 1: something differs, or the game has mistakes.

\b
Examples:
    arcg replay play.jsonl
    arcg replay play.jsonl --game mygame.arcg --json
"""

_SHOWN = 5
"""Differences told to people; the first says most, those after it often follow from it."""


def run(
    recording: Annotated[Path, typer.Argument(metavar="RECORDING", help="A file made by `arcg play --record`.")],
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="Replay on this file or shipped game instead.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON document instead of a report.")] = False,
) -> None:
    """Replay `recording`; the whole of what `arcg replay` does."""
    from dataclasses import asdict

    with guard():
        from arcg.compiler.ir import digest
        from arcg.runtime.loading import load
        from arcg.runtime.recording import read, replay

        played = read(recording)
        program = load(_game(played) if game is None else game)
        levels = len(program.levels)
        if played.first_level >= levels:
            began = f"{recording}: line 1: the play began at level {played.first_level + 1}"
            raise CommandError(f"{began}, but {program.name} has {levels}")
        differences = replay(played, program)
    changed = digest(program) != played.program_digest
    if as_json:
        write_json(
            {
                "recording": str(recording),
                "game": played.game,
                "answers": len(played.answers),
                "finished": played.finished,
                "game_changed": changed,
                "same": not differences,
                "differences": [asdict(difference) for difference in differences],
            }
        )
    else:
        for difference in differences[:_SHOWN]:
            typer.echo(str(difference))
        if len(differences) > _SHOWN:
            typer.echo(f"... and {len(differences) - _SHOWN} more differences")
        typer.echo(_summary(played, bool(differences), changed))
    raise typer.Exit(FALLS_SHORT if differences else 0)


def _game(played: Recording) -> str:
    """The game that a recording names."""
    path = played.source_path()
    if path is None and played.source is None:
        raise CommandError(f"{played.path} does not say which game it is of; add --game FILE")
    if path is not None and not path.is_file():
        raise CommandError(f"the game of {played.path} should be {path}, which is not there; add --game FILE")
    return str(path or played.source)


def _summary(played: Recording, differs: bool, changed: bool) -> str:
    count = len(played.answers)
    parts = [
        f"{played.game}: {count} answer{'' if count == 1 else 's'}, {'NOT the same' if differs else 'all the same'}"
    ]
    if changed:
        parts.append("the game has changed since it was recorded")
    if not played.finished:
        parts.append("the session was cut off")
    return "; ".join(parts)
