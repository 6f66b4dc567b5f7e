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
none is asked for. An export holds the rules and all levels. Games that arcg.yaml calls semi-private or private are
exported with --server URL: as files that play at an `arcg serve` and hold neither.

Exit code 0: all are written; 1: a game has mistakes; 2: nothing could be written.

\b
Examples:
    arcg export mygame.arcg
    arcg export games/ --set public -o environment_files
    arcg export games/ --set private --server https://games.example.org
    arcg export tilt --json
"""

PUBLIC = "public"

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
    server: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Where games that are not public are played.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON document instead of a report.")] = False,
) -> None:
    """Export `files`; the whole of what `arcg export` does."""
    with guard():
        from arcg.compiler.export.metadata import EXPORTS
        from arcg.compiler.store import store
        from arcg.runtime.official.info import collect

        every = collect(files)
        games = _chosen(every, sets or [], server)
        folders = {_folder(game): _contents(game, output, server) for game in games}
        store(output, folders, EXPORTS)
    if as_json:
        write_json({"output": str(output), "games": [_document(game, output) for game in games]})
        return
    for game in games:
        bare = "" if game.baselines else "; no baselines in arcg.yaml, so its scores are 0"
        where = "" if game.set == PUBLIC else f", played at {server}"
        typer.echo(f"{output / _folder(game)}: {game.title}, {len(game.program.levels)} levels{where}{bare}")
    if left := len(every) - len(games):
        typer.echo(f"left out: {left} of other sets")


def _chosen(games: Sequence[GameInfo], sets: Sequence[str], server: str | None) -> list[GameInfo]:
    """The games of the sets that were asked for; without any, all of them."""
    from arcg.runtime.entry import SETS

    for name in sets:
        if name not in SETS:
            raise CommandError(f"there is no set `{name}`; the sets are {', '.join(SETS)}")
    chosen = [game for game in games if not sets or game.set in sets]
    if not chosen:
        raise CommandError(f"none of these games is {' or '.join(sets)}")
    kept = [game for game in chosen if game.set != PUBLIC]
    if kept and server is None:
        names = ", ".join(f"{game.title} is {game.set}" for game in kept)
        raise CommandError(
            f"{names} in arcg.yaml, and an export shows rules and levels to whoever has the file; give --server URL "
            "for files that play at a server and hold neither, or --set public for the others"
        )
    return chosen


def _folder(game: GameInfo) -> str:
    return f"{game.base}/{game.version}"


def _contents(game: GameInfo, output: Path, server: str | None) -> dict[str, bytes]:
    """The files of one game."""
    from arcg.compiler.export.document import python_text
    from arcg.compiler.export.guest import guest_text
    from arcg.compiler.export.metadata import FILE, date_beside, metadata_text

    date = date_beside(output / game.base, game.version)
    if game.set == PUBLIC:
        text = python_text(game.program, game.game_id, game.class_name)
    else:
        assert server is not None, "refused otherwise"
        levels, actions = len(game.program.levels), game.program.actions
        text = guest_text(game.game_id, game.class_name, levels, actions, server)
    return {
        f"{game.base}.py": text.encode("utf-8"),
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
