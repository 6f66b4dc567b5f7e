"""Commands that take files out of what was played: a picture, an animation, a film, a regression test."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from arcg.editor.exporting import Span, export_animation, export_film, export_picture, export_test, level_try
from arcg.editor.looking import Take
from arcg.editor.studio.commands import Command
from arcg.editor.studio.dialogs import Ask, Choice
from arcg.editor.studio.play_commands import PLAY, session_of

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio

FOLDER = "exports"
"""The folder beside a game's file that pictures and films are written to."""


def _place(studio: Studio, level: int) -> tuple[Path, str]:
    """The folder and the name of a picture or a film."""
    path = studio.bench.document.path
    return path.parent / FOLDER, f"{path.stem}-{level + 1}"


def _write(studio: Studio, what: str, write: Callable[[], Path]) -> None:
    """Have it written in the background; what comes of it is said."""
    folder = studio.bench.document.path.parent

    def job() -> str:
        (folder / FOLDER).mkdir(exist_ok=True)
        return f"{what} is in {_near(folder, write())}"

    studio.workspace.playing.exports.start(job)


def _near(folder: Path, path: Path) -> str:
    """A path as seen from the folder of the game, if it lies there."""
    return str(path.relative_to(folder)) if path.is_relative_to(folder) else str(path)


def _picture(studio: Studio) -> None:
    view = session_of(studio).view()
    folder, name = _place(studio, view.level)
    _write(studio, "the picture", partial(export_picture, folder, name, view.frame))


def _whole_try(take: Take, turn: int) -> Span:
    """The try at a level that a turn belongs to, to its end."""
    span = level_try(take.branch, turn)
    if span.first < turn and not take.branch.turn(turn).action_count:  # the answer that won it
        return span
    last = turn
    while last + 1 < take.branch.length and take.branch.turn(last + 1).action_count:
        last += 1
    ahead = last + 1 < take.branch.length and level_try(take.branch, last + 1).first == span.first
    return Span(take.branch, span.first, last + ahead)  # the answer that wins the level loads the next one


def _ask_span(studio: Studio, what: str, export: Callable[[Span, float], Path]) -> None:
    """Ask which turns are meant, where that is a question."""
    session = session_of(studio)
    take, turn, speed = session.take, session.view().timeline.turn, studio.workspace.playing.back.speed
    whole, part = Span(take.branch, 0, take.branch.length - 1), _whole_try(take, turn)

    def write(span: Span) -> None:
        studio.bench.remark(f"{what} is being made…")
        _write(studio, what, partial(export, span, speed))

    if part == whole:
        write(whole)
        return
    said = f"Which turns? {what[0].upper()}{what[1:]} shows them at {speed:g} times the speed of play."
    studio.open_dialog(
        Ask(studio, "Export", said, [
            Choice(f"This level: turns {part.first} to {part.last}", "l", partial(write, part),
                   "The try at the level that is looked at. (L)"),
            Choice(f"All {whole.last + 1} turns", "a", partial(write, whole), "The whole take. (A)"),
            Choice("Cancel", "", lambda: None),
        ])
    )  # fmt: skip


def _animation(studio: Studio) -> None:
    folder, name = _place(studio, session_of(studio).view().level)
    _ask_span(studio, "the animation", lambda span, speed: export_animation(folder, name, span, speed=speed))


def _film(studio: Studio) -> None:
    folder, name = _place(studio, session_of(studio).view().level)
    _ask_span(studio, "the film", lambda span, speed: export_film(folder, name, span, speed=speed))


def _test(studio: Studio) -> None:
    """Write what was done in this level, up to the turn that is looked at, as a recording that replays check."""
    session, document = session_of(studio), studio.bench.document
    span = level_try(session.take.branch, session.view().timeline.turn)
    program, text, path, seed = session.program, session.text, document.path, session.take.reel.seed
    unsaved = document.modified

    def job() -> str:
        test = export_test(program, text, path, path, span, seed)
        count = "1 action" if test.actions == 1 else f"{test.actions} actions"
        said = f"a regression test of {count} is in {_near(path.parent, test.path)}"
        if not test.as_seen:
            said += "; the game by now goes another way than was seen here"
        return said + ("; save the game too (Ctrl+S), the test is of its new text" if unsaved else "")

    studio.workspace.playing.exports.start(job)


EXPORTS = (
    Command("export picture", "Picture (PNG)", "Play", ("f6",),
            "Write the frame that is shown as a PNG, eight times as large.", _picture, PLAY, section=4),
    Command("export animation", "Animation (GIF)", "Play", ("f7",), "Write what was played as an animated GIF.",
            _animation, PLAY, section=4),
    Command("export film", "Film (MP4)", "Play", ("f8",), "Write what was played as an MP4; needs ffmpeg.", _film, PLAY,
            section=4),
    Command("export test", "Regression test", "Play", ("f9",),
            "Write what was done in this level as a test: the actions, and what has to be seen after each.", _test,
            PLAY, section=4),
)  # fmt: skip
