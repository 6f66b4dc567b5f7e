"""`arcg edit`: paint levels and pictures, play, record and look back, in one window on one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arcg.commands.common import CommandError, guard

NAME = "edit"
HELP = """Edit a game in a window: paint its levels and pictures, play it, look back, see why.

The text of the file stays the truth: saving changes only what you touched, and what another program writes into the
file appears at once. F1 shows all keys, Tab plays and comes back, Ctrl+S saves.

\b
Examples:
    arcg edit mygame.arcg
    arcg edit mygame.arcg --level 3
    arcg new mygame && arcg edit mygame.arcg
"""


def run(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An .arcg file. `arcg new NAME` makes one.")],
    level: Annotated[int, typer.Option(min=1, metavar="N", help="Begin at level N.")] = 1,
    scale: Annotated[
        float | None,
        typer.Option(
            min=0.5, max=4, metavar="X", help="How much larger than plain the interface is.", show_default=False
        ),
    ] = None,
) -> None:
    """Edit `file`; the whole of what `arcg edit` does."""
    path = _own(file)
    with guard():
        from arcg.editor.play import has_display

        if not has_display():
            raise CommandError(f"there is no display to open a window on; `arcg play {file}` plays in the terminal")
        from arcg.editor.studio.start import edit  # brings pygame and the widgets, a quarter of a second

        try:
            edit(path, level=level - 1, factor=scale)
        except RuntimeError as error:  # pygame's error is one
            raise CommandError(f"no window can be opened: {error}; `arcg play {file}` plays in the terminal") from error


def _own(file: str) -> Path:
    """The file, if it is one that can be edited."""
    from arcg.runtime.loading import shipped

    path = Path(file)
    if not path.exists() and (file in shipped() or path.suffix != ".arcg"):
        games = shipped()
        if file in games:
            raise CommandError(
                f"{file} is a shipped game, and stays as it is; copy it first: cp {games[file]} my_{file}.arcg"
            )
        raise CommandError(f"there is no file {file}; `arcg new {path.stem}` makes {path.stem}.arcg to begin with")
    if not path.exists():
        raise CommandError(f"there is no file {path}; `arcg new {path.stem}` makes one to begin with")
    if path.is_dir():
        raise CommandError(f"{path} is a folder; give an .arcg file")
    return path
