"""Playing a game by hand: chooses the window, the terminal player, or a single picture, and connects the parts.

Takes what `arcg play` was given: a file or a shipped game's id, where to begin, where to record. The file is watched
while it is played.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Protocol

from arcg.dsl.diagnostics import Diagnostic
from arcg.dsl.render import render_text
from arcg.editor.session import Session
from arcg.editor.tape import Tape
from arcg.editor.terminal import Terminal, printed, usable
from arcg.editor.watch import Watch
from arcg.runtime.loading import check_source, find, shipped
from arcg.runtime.relay import RelayEngine


class Runs(Protocol):
    """What goes on while `running` is set."""

    running: bool


def play(
    source: str,
    *,
    level: int = 0,
    seed: int = 0,
    record: Path | None = None,
    terminal: bool = False,
    scale: int | None = None,
    once: bool = False,
) -> None:
    """Play `source` until the player quits.

    Args:
        source: a path to an `.arcg` file, or the id of a shipped game.
        level: where to begin, 0-based.
        seed: that of the game, where it uses chance.
        record: a file for the recording, which must not exist.
        terminal: play in the terminal even if there is a display.
        scale: window pixels for a frame pixel; by default as the desktop allows.
        once: show the first picture and stop (for measurements).

    Raises:
        ArcgError: the file has mistakes.
        ValueError: there is no such level, or no such seed.
        OSError: there is no such game, a file cannot be written, or `terminal` is asked for where there is none.
    """
    path = find(source)
    if terminal and not usable():
        raise OSError(None, "there is no terminal here that a game could be played in")
    watch = Watch(path)
    session = open_session(source, level=level, seed=seed, record=record)
    if not terminal and has_display():
        editable = path.suffix == ".arcg" and source not in shipped()
        if _play_in_window(session, watch, scale, once=once, editable=path if editable else None):
            return
    if usable():
        player = Terminal(session, watch=watch)
        with signals_quit(player):
            player.run()
        return
    session.close()
    print(printed(session.view().frame))  # noqa: T201
    print("arcg play: no display and no terminal to play on; this is the first frame", file=sys.stderr)  # noqa: T201


def open_session(source: str, *, level: int = 0, seed: int = 0, record: Path | None = None) -> Session:
    """A session that plays `source`; takes and raises what `play` does."""
    tapes = (Tape(record, source if source in shipped() else find(source)),) if record else ()
    load, now = partial(check_source, source), time.monotonic()
    return Session(load, RelayEngine, level=level, seed=seed, recorders=tapes, explain=explain, now=now)


def explain(found: list[Diagnostic], text: str) -> str:
    """The checker's report on a broken save as plain text."""
    return render_text(found, {diagnostic.span.file: text for diagnostic in found})


def has_display() -> bool:
    """Whether a window can probably be opened."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))


def _play_in_window(
    session: Session, watch: Watch | None, scale: int | None, *, once: bool, editable: Path | None
) -> bool:
    """Whether a window could be opened; then it has been played in, and perhaps edited."""
    import pygame  # which a terminal does not need

    from arcg.editor.window import Window

    try:
        window = Window(session, watch=watch, editable=editable is not None, scale=scale)
    except pygame.error as error:
        print(f"arcg play: no window: {error}", file=sys.stderr)  # noqa: T201
        return False
    window.running = not once
    with signals_quit(window):
        window.run()
    if window.edits and editable is not None:
        from arcg.editor.studio.start import edit  # brings the widgets, which play does not need

        edit(editable, session=session)
    return True


@contextlib.contextmanager
def signals_quit(player: Runs) -> Iterator[None]:
    """SIGTERM and SIGHUP (the terminal is closed) end the play, or the editing, by ending the loop of its window."""

    def quit_play(*_: object) -> None:
        player.running = False

    before = {}
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGTERM", "SIGHUP"):  # Windows has no SIGHUP
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
                before[number] = signal.signal(number, quit_play)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
