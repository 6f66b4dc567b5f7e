"""`arcg export`: games as files for the official toolkit, which plays them without arcg."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arcg.commands.common import CommandError, guard, write_json

if TYPE_CHECKING:
    from arcg.runtime.official.info import GameInfo

NAME = "export"
HELP = """Export games for the official toolkit: arc_agi plays them offline, with nothing of ours installed.

Each game becomes DIR/ID/VERSION/ with one Python file, the game as data and the engine for it, and its metadata. The
same game gives the same bytes. Other versions of a game that are in DIR stay; the one exported last is played when
none is asked for. An export holds the rules and all levels: private games are exported with --set private only.

Exit code 0: all are written; 1: a game has mistakes; 2: nothing could be written.

\b
Examples:
    arcg export mygame.arcg
    arcg export games/ --set public -o environment_files
    arcg export tilt --json
"""

OUTPUT = Path("environment_files")
"""Where the toolkit looks by default."""


def run(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="`.arcg` files, ids of shipped games, compiled games, or folders."),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="Where to write; made if it is not there.")
    ] = OUTPUT,
    sets: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="SET",
            help="Only the games of this set (public, semi-private, private), as arcg.yaml says; may be repeated.",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON document instead of a report.")] = False,
) -> None:
    """Export `files`; the whole of what `arcg export` does."""
    with guard():
        from arcg.compiler.export.metadata import EXPORTS
        from arcg.compiler.store import store
        from arcg.runtime.official.info import collect

        every = collect(files)
        games = _chosen(every, sets or [])
        folders = {_folder(game): _contents(game, output) for game in games}
        store(output, folders, EXPORTS)
    if as_json:
        write_json({"output": str(output), "games": [_document(game, output) for game in games]})
        return
    for game in games:
        bare = "" if game.baselines else "; no baselines in arcg.yaml, so its scores are 0"
        typer.echo(f"{output / _folder(game)}: {game.title}, {len(game.program.levels)} levels{bare}")
    if left := len(every) - len(games):
        typer.echo(f"left out: {left} of other sets")


def _chosen(games: Sequence[GameInfo], sets: Sequence[str]) -> list[GameInfo]:
    """The games of the sets that were asked for; without any, all of them, none of which may be private."""
    from arcg.runtime.entry import SETS

    for name in sets:
        if name not in SETS:
            raise CommandError(f"there is no set `{name}`; the sets are {', '.join(SETS)}")
    private = [game for game in games if game.set == "private"]
    if not sets and private:
        names = ", ".join(game.title for game in private)
        raise CommandError(
            f"{names}: private in arcg.yaml, and an export shows rules and levels to whoever has the file; "
            "give --set private to export private games, or --set public for the others"
        )
    chosen = [game for game in games if not sets or game.set in sets]
    if not chosen:
        raise CommandError(f"none of these games is {' or '.join(sets)}")
    return chosen


def _folder(game: GameInfo) -> str:
    return f"{game.base}/{game.version}"


def _contents(game: GameInfo, output: Path) -> dict[str, bytes]:
    """The files of one game."""
    from arcg.compiler.export.document import python_text
    from arcg.compiler.export.metadata import FILE, date_beside, metadata_text

    date = date_beside(output / game.base, game.version)
    return {
        f"{game.base}.py": python_text(game.program, game.game_id, game.class_name).encode("utf-8"),
        FILE: metadata_text(game.metadata(), date).encode("ascii"),
    }


def _document(game: GameInfo, output: Path) -> dict[str, object]:
    place = output / _folder(game)
    return {
        **game.metadata(),
        "set": game.set,
        "levels": len(game.program.levels),
        "file": str(place / f"{game.base}.py"),
    }
