"""The play window: a pygame window around a `Session`.

Takes key presses, clicks, saves of the file and the time, gives them to the session and shows its view. It waits for
events, so an idle window costs next to nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pygame

from arcg.editor import draw
from arcg.editor.keys import Command, meaning
from arcg.editor.session import Session
from arcg.editor.watch import POLL, Watch
from arcg.runtime.engine import SIZE, Action
from arcg.runtime.palette import PALETTE

LARGEST_SCALE = 12
"""Largest scale that is chosen unasked."""

REPEAT = (260, 90)
"""Milliseconds until a held key repeats, and between repeats."""

PAUSE = 0.01
"""Seconds between two looks for events. (`pygame.event.wait` looks every millisecond, at four times the cost.)"""


def window_scale() -> int:
    """A scale at which the window fits comfortably on the desktop."""
    width, height = pygame.display.get_desktop_sizes()[0]
    around_x, around_y = draw.window_size(0)
    fits = min((width * 9 // 10 - around_x) // SIZE, (height * 8 // 10 - around_y) // SIZE)
    return max(3, min(LARGEST_SCALE, fits))


class Window:
    """An open window that plays a session until it is closed.

    Args:
        session: what to play.
        watch: the file to look after, if any.
        editable: whether the file can be edited; then Tab ends the window with `edits` set.
        scale: window pixels for a frame pixel at the start; by default as the desktop allows.
        shown: called each time a picture has been put on the screen.

    Raises:
        pygame.error: there is no display.
    """

    def __init__(
        self,
        session: Session,
        *,
        watch: Watch | None = None,
        editable: bool = False,
        scale: int | None = None,
        shown: Callable[[], None] | None = None,
    ) -> None:
        self.session = session
        self._watch = watch
        self._shown = shown
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_caption(f"{session.program.name} - arcg")
        pygame.display.set_icon(icon())
        self._screen = pygame.display.set_mode(draw.window_size(scale or window_scale()), pygame.RESIZABLE)
        pygame.key.set_repeat(*REPEAT)
        self._down: set[int] = set()
        self._mouse: tuple[int, int] | None = None
        self._scroll = 0
        self._report = draw.Report(self._screen.get_height(), 0)
        self.running = True
        self.edits = False
        self._editable = editable

    def run(self) -> None:
        """Play until the window is closed; a session that is to go on in the studio stays open."""
        try:
            self._show()
            while self.running:
                self.turn()
        finally:
            if not self.edits:
                self.session.close()
            pygame.display.quit()

    def turn(self) -> None:
        """Wait for the next thing to happen, at most until the next look at the file, and deal with it."""
        wait = self.session.wait(time.monotonic())
        limit = POLL if self._watch else 1.0
        changed = False
        for event in events(limit if wait is None else min(limit, wait)):
            changed |= self._handle(event)
        if self._watch and self._watch.poll() is not None:
            self.session.reload(time.monotonic())
            pygame.display.set_caption(f"{self.session.program.name} - arcg")
            self._scroll, changed = 0, True
        changed |= self.session.advance(time.monotonic())
        if changed and self.running:
            self._show()

    def _show(self) -> None:
        self._report = draw.draw(self._screen, self.session.view(), mouse=self._mouse, scroll=self._scroll)
        pygame.display.flip()
        if self._shown:
            self._shown()

    def _handle(self, event: pygame.Event) -> bool:
        """Whether the picture may have changed."""
        match event.type:
            case pygame.QUIT:
                self.running = False
            case pygame.KEYDOWN:
                held = event.key in self._down
                self._down.add(event.key)
                return self._key(key_name(event), held)
            case pygame.KEYUP:
                self._down.discard(event.key)
                return False
            case pygame.WINDOWFOCUSLOST:
                self._down.clear()
                return False
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_LEFT:
                self._mouse = event.pos
                at = draw.layout(*self._screen.get_size()).pixel(*event.pos)
                if at and event.pos[1] < self._report.top:
                    self.session.act(Action.CLICK, time.monotonic(), x=at[0], y=at[1])
            case pygame.MOUSEWHEEL:
                self._scroll_by(-3 * event.y)
            case pygame.MOUSEMOTION:
                return self._point(event.pos)
            case pygame.WINDOWLEAVE:
                return self._point(None)
            case pygame.VIDEORESIZE | pygame.WINDOWEXPOSED:
                self._screen = pygame.display.get_surface() or self._screen
            case _:
                return False
        return True

    def _key(self, name: str, held: bool) -> bool:
        does = meaning(name)
        if does is None:
            return False
        if isinstance(does, Action):
            self.session.act(does, time.monotonic(), held=held)
        elif not held or does.startswith("scroll"):
            self._command(does)
        return True

    def _command(self, command: Command) -> None:
        match command:
            case "quit":
                self.running = False
            case "edit" if self._editable:
                self.edits, self.running = True, False
            case "edit":
                self.session.remark("a game that is shipped or compiled stays as it is", time.monotonic())
            case "previous level":
                self.session.go_to(self.session.level - 1, time.monotonic())
            case "next level":
                self.session.go_to(self.session.level + 1, time.monotonic())
            case "scroll up":
                self._scroll_by(1 - max(2, self._report.rows))
            case "scroll down":
                self._scroll_by(max(2, self._report.rows) - 1)

    def _scroll_by(self, lines: int) -> None:
        self._scroll = max(0, min(self._scroll + lines, self._report.furthest))

    def _point(self, at: tuple[int, int] | None) -> bool:
        """The mouse has moved: redraw only when it points at another pixel of the frame."""
        place = draw.layout(*self._screen.get_size())
        before = place.pixel(*self._mouse) if self._mouse else None
        self._mouse = at
        return before != (place.pixel(*at) if at else None)


def events(limit: float, pause: float = PAUSE) -> list[pygame.Event]:
    """What has happened, waiting for it at most `limit` seconds, and looking every `pause` seconds."""
    ends = time.monotonic() + limit
    while not (events := pygame.event.get()) and (left := ends - time.monotonic()) > 0:
        time.sleep(min(pause, left))
    return events


def key_name(event: pygame.Event) -> str:
    """The key in the words of `arcg.editor.keys`. Brackets go by what is typed: some keyboards have no key for them."""
    if event.unicode and event.unicode in "[]":
        return str(event.unicode)
    name = pygame.key.name(event.key)
    return f"ctrl+{name}" if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META) else name


def icon() -> pygame.Surface:
    """Four palette squares."""
    icon = pygame.Surface((32, 32))
    for number, colour in enumerate((9, 11, 14, 8)):
        icon.fill(PALETTE[colour].tolist(), (number % 2 * 16, number // 2 * 16, 16, 16))
    return icon
