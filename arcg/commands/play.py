"""`arcg play`: play a game by hand, in a window or a terminal, while its file is being edited."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arcg.commands.common import CommandError, guard

NAME = "play"
HELP = """Play a game in a window. The game follows every save of its file.

Keys: arrows or WASD move, space acts, the mouse clicks, Z undoes, R restarts, [ and ] change the level, Q quits.
Without a display the game is played in the terminal.

\b
Examples:
    arcg play mygame.arcg
    arcg play mygame.arcg --level 3 --record play.jsonl
    arcg play mygame.arcg --moves "right right act click cell(3, 1)"
"""


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="An .arcg file, or the id of a shipped game.")],
    record: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Record the play in FILE, for `arcg replay`.", show_default=False),
    ] = None,
    level: Annotated[int, typer.Option(min=1, metavar="N", help="Begin at level N.")] = 1,
    seed: Annotated[
        int, typer.Option(min=0, max=2147483647, metavar="N", help="The seed of a game that uses chance.")
    ] = 0,
    moves: Annotated[
        str | None,
        typer.Option(metavar="LIST", help="Play these moves without a window, and print the end.", show_default=False),
    ] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play in the terminal.")] = False,
    scale: Annotated[
        int | None,
        typer.Option(min=1, max=40, metavar="N", help="Window pixels for a pixel of the frame.", show_default=False),
    ] = None,
    once: Annotated[bool, typer.Option("--once", hidden=True)] = False,
) -> None:
    """Play `game`; the whole of what `arcg play` does."""
    if record is not None and (not record or Path(record).is_dir()):
        told = f"{record} is a folder" if record else "the name is empty"
        raise CommandError(f"--record needs the name of a file: {told}")
    if moves is not None and (terminal or scale is not None):
        other = "--terminal" if terminal else "--scale"
        raise CommandError(f"--moves plays without a window or a terminal: leave {other} out")
    tape = Path(record) if record else None
    with guard():
        if moves is not None:
            from arcg.editor.moves import play_moves, read_moves

            play_moves(game, read_moves(moves), level=level - 1, seed=seed, record=tape)
            return
        from arcg.editor.play import play

        play(game, level=level - 1, seed=seed, record=tape, terminal=terminal, scale=scale, once=once)
