"""`arcg new`: write a small game to start from."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from arcg.commands.common import CommandError, guard
from arcg.runtime.files import write_whole

NAME = "new"
HELP = """Write NAME.arcg, a small complete game to start from.

\b
Examples:
    arcg new mygame
    arcg new mygame --dir games/mygame
"""

TEMPLATE = "new.arcg.txt"
"""The game that is written, beside this module; `NAME` stands for its name."""

_DEVICES = r"con|prn|aux|nul|(com|lpt)[1-9]"
"""Names that Windows keeps for devices, whatever follows the dot."""


def run(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Lower-case letters, digits and _, a letter first.")],
    folder: Annotated[
        Path, typer.Option("--dir", metavar="FOLDER", help="Where to write it; made if it is not there.")
    ] = Path(),
) -> None:
    """Write the new game; the whole of what `arcg new` does."""
    import importlib.resources

    from arcg.dsl.parser import MAX_NAME

    if len(name) > MAX_NAME:
        raise CommandError(f"a game's name has at most {MAX_NAME} characters; this one has {len(name)}")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise CommandError(
            f"`{name}` cannot be a game's name: use lower-case letters, digits and _, beginning with a letter"
        )
    if re.fullmatch(_DEVICES, name):
        raise CommandError(f"`{name}` cannot be a game's name: on Windows no file may be called so")
    path = folder / f"{name}.arcg"
    text = importlib.resources.files("arcg.commands").joinpath(TEMPLATE).read_text(encoding="utf-8")
    with guard():
        if folder.exists() and not folder.is_dir():
            raise CommandError(f"--dir {folder}: this is a file, not a folder")
        if path.exists():
            raise CommandError(f"{path} is there already; choose another name")
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.replace("NAME", name))
    typer.echo(f"{path} is written. Paint and play it with: arcg edit {path}")
