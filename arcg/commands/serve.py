"""`arcg serve`: games behind the official REST API, for agents, and on a page, for people."""

from __future__ import annotations

import json
import sys
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arcg.commands.common import CommandError, guard

if TYPE_CHECKING:
    from arcg.runtime.official.info import GameInfo

NAME = "serve"
HELP = """Serve games on the official ARC-AGI-3 REST API, and on a page where people play them.

Agents of the official toolkit play there with ARC_BASE_URL set to the address that is printed, OPERATION_MODE=online
and any ARC_API_KEY. Every session is recorded as it goes. Only this machine can reach the server unless --host says so.

Exit code 0: ended by Ctrl+C; 1: a game has mistakes; 2: a file or the address cannot be used.

\b
Examples:
    arcg serve mygame.arcg
    arcg serve games/ --port 0 --json
    arcg serve games/ --competition --host 0.0.0.0
"""

WISHES = ("build", "built", "off")


def run(
    sources: Annotated[
        list[str], typer.Argument(metavar="FILE|DIR", help="Games: files, folders of them, or ids of shipped games.")
    ],
    host: Annotated[str, typer.Option(metavar="HOST", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="The port; 0 for any that is free.")] = 8001,
    recordings: Annotated[Path, typer.Option(metavar="DIR", help="The folder for what is played.")] = Path(
        "recordings"
    ),
    no_recordings: Annotated[bool, typer.Option("--no-recordings", help="Record nothing.")] = False,
    competition: Annotated[
        bool, typer.Option("--competition", help="One scorecard, one session of each game, no games begun anew.")
    ] = False,
    idle: Annotated[
        float, typer.Option(min=0.1, metavar="MINUTES", help="When unused sessions and scorecards are closed.")
    ] = 15,
    sessions: Annotated[int, typer.Option(min=1, metavar="N", help="Most sessions at once.")] = 10_000,
    sessions_per_key: Annotated[int, typer.Option(min=1, metavar="N", help="Most of them with one key.")] = 2_000,
    rate: Annotated[
        float, typer.Option(min=0, metavar="N", help="Requests a second of one key; 0 for no bound.")
    ] = 1_000,
    kernels: Annotated[
        str,
        typer.Option(
            metavar="WHEN",
            help="build: compile the fast kernels in the background if they are not there; built: use them if they "
            "are; off: never.",
        ),
    ] = "build",
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON with the address.")] = False,
) -> None:
    """Serve `sources`; the whole of what `arcg serve` does."""
    if kernels not in WISHES:
        raise CommandError(f"--kernels is one of {', '.join(WISHES)}, not {kernels!r}")
    if not (isfinite(idle) and isfinite(rate)):
        raise CommandError("--idle and --rate are numbers that end somewhere")
    try:
        from arcg.runtime.server.app import create_app
        from arcg.runtime.server.serving import AddressError, listening, serve, url_of
    except ImportError as error:
        raise CommandError(f"serving needs starlette and uvicorn: pip install 'arcg[serve]' ({error})") from error
    from arcg.runtime.official.info import collect
    from arcg.runtime.server.settings import MINUTE, ServerSettings

    with guard():
        games = collect(sources)
        folder = None if no_recordings else recordings
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    settings = ServerSettings(
        competition=competition,
        kernels=kernels,  # type: ignore[arg-type]  # one of WISHES
        idle=idle * MINUTE,
        sessions=sessions,
        sessions_per_key=min(sessions, sessions_per_key),
        rate=rate,
    )
    app = create_app(games, settings, folder)
    try:
        with listening(host, port) as bound:
            url = url_of(bound, host)
            serve(app, bound, 2 * sessions + 100, lambda: _tell(url, games, folder, as_json))
    except AddressError as error:
        raise CommandError(str(error)) from error
    except KeyboardInterrupt:  # uvicorn has closed everything and passes it on
        return


def _tell(url: str, games: list[GameInfo], folder: Path | None, as_json: bool) -> None:
    """Say where the server is."""
    if as_json:
        kept = None if folder is None else str(folder)
        told = json.dumps({"url": url, "games": [game.game_id for game in games], "recordings": kept})
    else:
        kept = "nothing is recorded" if folder is None else f"recordings go to {folder}"
        count = f"{len(games)} game{'s' if len(games) > 1 else ''}"
        told = f"{count} at {url} (open it in a browser, or ARC_BASE_URL={url}); {kept}; Ctrl+C ends"
    sys.stdout.write(told + "\n")
    sys.stdout.flush()
