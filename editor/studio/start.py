"""Opening the studio: the document of a file, what a crash left of it, and the window.

Takes the path of a game's file. Where another program has the file open, or something was left behind, it is asked
about before anything else.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pygame

from arcg.editor.document.checking import Checker
from arcg.editor.document.document import Document
from arcg.editor.document.leftover import Leftover, left_behind
from arcg.editor.play import signals_quit
from arcg.editor.session import Session
from arcg.editor.studio.app import Studio
from arcg.editor.studio.dialogs import Ask, Choice
from arcg.editor.watch import Watch
from arcg.editor.workbench import Workbench


def edit(path: Path, *, level: int = 0, session: Session | None = None, factor: float | None = None) -> None:
    """Edit a file until the window is closed; takes and raises what `open_studio` does."""
    studio = open_studio(path, level=level, session=session, factor=factor)
    with signals_quit(studio):
        studio.run()


def open_studio(
    path: Path,
    *,
    level: int = 0,
    session: Session | None = None,
    size: tuple[int, int] | None = None,
    factor: float | None = None,
    hints: bool = True,
    shown: Callable[[], None] | None = None,
) -> Studio:
    """A window with the document of a file.

    Args:
        path: an `.arcg` file.
        level: where to begin, 0-based.
        session: play that goes on in the studio; `level` is its level then.
        size: of the window; by default as the desktop allows.
        factor: how much larger than plain the interface is; by default as the desktop is.
        hints: whether positions are solved in the background while playing.
        shown: called each time a picture has been put on the screen.

    Raises:
        Busy: another studio edits this file.
        OSError: the file cannot be read.
        ValueError: it is no text.
        pygame.error: there is no display.
    """
    left = left_behind(path)
    if left is not None and left.text is None:
        left.discard()  # it is damaged; a copy of it has been kept beside it
    document = Document.open(path) if left is None or left.text is None else Document.recovered(left)
    bench = Workbench(document, Checker(str(path), Studio.wake))
    bench.level = max(0, min(level, len(document.places.levels) - 1))
    try:
        studio = Studio(bench, watch=Watch(path), size=size, factor=factor, hints=hints, shown=shown)
    except pygame.error:
        bench.checker.close()
        document.close()
        raise
    if session is not None:
        bench.go_to_level(session.level)
        studio.workspace.playing.take_over(session)
    if left is not None:
        _offer(studio, left)
    return studio


def _offer(studio: Studio, left: Leftover) -> None:
    """Ask what shall become of what a crash left behind."""

    def recover() -> None:
        studio.bench.remark("recovered, with everything that can be undone; not saved yet")

    def discard() -> None:
        studio.bench.document.close()
        studio.bench.replace_document(Document.open(left.path))

    ago = datetime.fromtimestamp(left.when).astimezone().strftime("%Y-%m-%d %H:%M")
    count = f"{left.edits} change{'' if left.edits == 1 else 's'}"
    said = f"The studio was cut off while it edited {left.path.name}: {count} had not been saved (the last at {ago})."
    if left.changed:
        said += "\nThe file has been changed since; both changes are put together, or you are asked."
    studio.open_dialog(
        Ask(studio, "Something was left behind", said, escape=0, choices=[
            Choice("Recover", "r", recover, "Bring back the text and everything that can be undone. (R)"),
            Choice("Discard", "d", discard, "Begin with the file as it is; what was left behind is deleted. (D)"),
        ])
    )  # fmt: skip
