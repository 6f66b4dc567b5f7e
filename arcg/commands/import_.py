"""`arcg import`: a game of another language as an `.arcg` file, with what was wrong in it and what was left out."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arcg.commands.common import FALLS_SHORT, CommandError, guard, write_json
from arcg.runtime.files import write_whole

if TYPE_CHECKING:
    from arcg.dsl.importing.puzzlescript.translate import Imported

NAME = "import"
HELP = """Turn a game of another language into an .arcg file. The language is PuzzleScript so far.

Says what is wrong with the game, by line, and what the file leaves out (messages, sounds), and whether that changes how
it plays. Exit code 0: the file is written; 1: no game can be made of it, or the game has mistakes; 2: used wrongly.

\b
Examples:
    arcg import puzzlescript sokoban.txt -o sokoban.arcg
    arcg import puzzlescript sokoban.txt --json
"""


class Language(StrEnum):
    """The languages that can be read."""

    PUZZLESCRIPT = "puzzlescript"


def run(
    language: Annotated[Language, typer.Argument(metavar="LANGUAGE", help="puzzlescript.", show_default=False)],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The game to read.", show_default=False)],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The file to write; by default FILE's name with .arcg, beside it."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON document instead of a report.")] = False,
) -> None:
    """Import `file`; the whole of what `arcg import` does."""
    from arcg.dsl.importing.puzzlescript.translate import translate

    place = output or file.with_suffix(".arcg")
    with guard():
        if place.exists() and (output is None or place.resolve() == file.resolve()):
            raise CommandError(f"{place} is there already; name the file to write with -o")
        imported = translate(_text(file), file.stem)
        if imported.text is not None:
            write_whole(place, imported.text)
    if as_json:
        write_json(_document(file, place, imported))
    else:
        _report(file, place, imported)
    raise typer.Exit(0 if imported.game is not None else FALLS_SHORT)


def _text(file: Path) -> str:
    from arcg.dsl.importing.puzzlescript.files import decoded

    try:
        return decoded(file.read_bytes())
    except ValueError as error:
        raise CommandError(f"{file}: {error}") from error


def _document(file: Path, place: Path, imported: Imported) -> dict[str, Any]:
    return {
        "path": str(file),
        "written": str(place) if imported.text is not None else None,
        "sound": imported.game is not None,
        "notes": [{"severity": n.severity, "line": n.line or None, "message": n.text} for n in imported.notes],
        "left_out": [
            {"line": left.line or None, "what": left.text, "affects_play": left.affects_play}
            for left in imported.left_out
        ],
    }


def _report(file: Path, place: Path, imported: Imported) -> None:
    """Tell people what was found, what was left out, and what was written."""
    for note in imported.notes:
        typer.echo(f"{file}{f':{note.line}' if note.line else ''}: {note.severity}: {note.text}")
    for left in imported.left_out:
        where = f" (line {left.line})" if left.line else ""
        typer.echo(f"left out: {left.text}{where}; play is {'affected' if left.affects_play else 'the same'}")
    if imported.text is None:
        typer.echo(f"{file}: no game can be made of it; nothing is written")
    else:
        typer.echo(f"{place} is written")
