"""`arcg new`: write a small game to start from."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from arcg.commands.common import CommandError, guard

NAME = "new"
HELP = """Write NAME.arcg, a small complete game to start from.

\b
Examples:
    arcg new mygame
    arcg new mygame --dir games/mygame
"""

TEMPLATE = "new.arcg.txt"
"""The game that is written, beside this module; `NAME` stands for its name."""


def run(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Lower-case letters, digits and _, a letter first.")],
    folder: Annotated[
        Path, typer.Option("--dir", metavar="FOLDER", help="Where to write it; made if it is not there.")
    ] = Path(),
) -> None:
    """Write the new game; the whole of what `arcg new` does."""
    import importlib.resources

    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise CommandError(
            f"`{name}` cannot be a game's name: use lower-case letters, digits and _, beginning with a letter"
        )
    path = folder / f"{name}.arcg"
    text = importlib.resources.files("arcg.commands").joinpath(TEMPLATE).read_text(encoding="utf-8")
    with guard():
        if path.exists():
            raise CommandError(f"{path} is there already; choose another name")
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.replace("NAME", name))
    typer.echo(f"{path} is written. Play it with: arcg play {path}")


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all: beside its place first, then moved there."""
    beside = path.with_name(f".{path.name}.part")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
