"""The studio's window: its loop, its modes, the places of its views, and what is open over them.

Takes events, the time, saves of the file from outside and the results of the checker; gives each to whom it concerns
and draws when something has changed. It waits for events, so an idle window costs next to nothing.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from arcg.editor.studio import tables
from arcg.editor.studio.chrome import Chrome
from arcg.editor.studio.commands import Command, Commands, Mode
from arcg.editor.studio.desktop import comfortable, usual_factor
from arcg.editor.studio.dialogs import Dialog
from arcg.editor.studio.help import Help
from arcg.editor.studio.keyboard import key_name
from arcg.editor.studio.menus import MenuBar
from arcg.editor.studio.over import draw_mode, draw_tip
from arcg.editor.studio.theme import SURROUND, Measures
from arcg.editor.studio.view import Point, View
from arcg.editor.studio.widgets import Manager
from arcg.editor.studio.workspace import Workspace
from arcg.editor.watch import POLL, Watch
from arcg.editor.window import PAUSE, events, icon

if TYPE_CHECKING:
    from arcg.editor.workbench import Workbench

SMALLEST = (860, 560)
"""A smaller window is drawn as if it were this large, and cut off."""

TURN = 0.0005
"""Seconds that a thread beside the window may keep it waiting."""

REST = 0.6
"""Seconds after which a resting mouse is told what it rests on."""

NOTE_TIME = 4.0
"""Seconds that a passing note stays."""

_STEP = 1 / 60
"""Seconds between two pictures while something moves."""

_LIVELY = 1.0
"""Seconds after an event in which the widgets are kept moving: tooltips come and buttons change colour."""

_DROWSY, _DROWSY_PAUSE = 3.0, 0.03
"""Seconds without an event after which the window looks for events more seldom, and how seldom that is."""


@contextmanager
def smooth() -> Iterator[None]:
    """Threads keep the window waiting no longer than `TURN`, and garbage is looked for in quiet moments only."""
    interval, collects = sys.getswitchinterval(), gc.isenabled()
    sys.setswitchinterval(TURN)
    gc.disable()
    try:
        yield
    finally:
        sys.setswitchinterval(interval)
        if collects:
            gc.enable()


class Studio:
    """An open window with a document in it.

    Args:
        bench: the document and what of it is worked on.
        watch: looks after the document's file.
        size: of the window in pixels; by default as the desktop allows.
        factor: how much larger than plain the interface is; by default as the desktop is.
        hints: whether positions are solved in the background while playing.
        shown: called each time a picture has been put on the screen.
        clock: the time in seconds.

    Raises:
        pygame.error: there is no display.
    """

    def __init__(
        self,
        bench: Workbench,
        *,
        watch: Watch | None = None,
        size: tuple[int, int] | None = None,
        factor: float | None = None,
        hints: bool = True,
        shown: Callable[[], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.bench: Workbench = bench
        self.commands = Commands(tables.ALL)
        self.mode: Mode = "level"
        self.edit_mode: Mode = "level"
        self.hints = hints
        self.running = True
        self.dropped = False
        self.key_held = False
        self.dialog: Dialog | None = None
        self.clock = clock
        self._shown = shown
        self._watch = watch
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_icon(icon())
        self.measures = Measures(usual_factor() if factor is None else factor)
        self._screen = pygame.display.set_mode(size or comfortable(SMALLEST), pygame.RESIZABLE)
        pygame.key.set_repeat(260, 50)
        self.manager = Manager(self.size, self.measures)
        self.menus: MenuBar = MenuBar(self)
        self.chrome: Chrome = Chrome(self)
        self.help = Help(self)
        self.workspace: Workspace = Workspace(self)
        self._down: set[int] = set()
        self._pressed: int | None = None
        self._muted: int | None = None
        self._mouse: Point | None = None
        self._rested = self.clock()
        self._held_by: View | None = None
        self._over: View | None = None
        self._note = ""
        self._note_ends = 0.0
        self._updated = self.clock()
        self._lively_until = 0.0
        self._restless = False
        self.dirty = True
        self._check_in = self.bench.check(self.clock())
        self.lay_out()

    # ------------------------------------------------------------ the loop

    def run(self) -> None:
        """Work until the window is closed."""
        with smooth():
            try:
                while self.running:
                    self.turn()
            finally:
                self.close()

    def close(self) -> None:
        """Leave nothing behind: no thread, no process, no window."""
        self.workspace.close()
        self.bench.checker.close()
        if self.dropped or not self.bench.document.modified:
            self.bench.document.close()
        else:
            self.bench.document.leave()
        pygame.display.quit()

    @staticmethod
    def wake() -> None:
        """Have the loop look around; may be called in any thread."""
        if pygame.display.get_init():
            pygame.event.post(pygame.Event(pygame.USEREVENT))

    def watch(self, path: Path) -> None:
        """Look after another file from now on."""
        self._watch = Watch(path, self.bench.document.disk)

    def turn(self) -> None:
        """Wait for the next thing to happen and deal with it."""
        pause = PAUSE if self.clock() < self._lively_until + _DROWSY else _DROWSY_PAUSE
        for event in events(self._wait(), pause):
            self._handle(event)
        now = self.clock()
        self._look_outside()
        self._check_in = self.bench.check(now)
        if self.bench.take(self.bench.checker.poll()):
            self.workspace.checked()
            self.dirty = True
        self.dirty |= self.workspace.advance(now)
        self._take_notes(now)
        if self.running and (now < self._lively_until or self.manager.typing):
            self.manager.update(min(0.1, now - self._updated))
            self.dirty = True
        elif self._restless and now >= self._lively_until:
            self._restless = False
            self.bench.document.rest()
            if not gc.isenabled():
                gc.collect()
        self._updated = now
        if self.dirty and self.running:
            self._show()

    def _wait(self) -> float:
        now = self.clock()
        if self.dirty:
            return 0.0
        times = [POLL if self._watch else 1.0]
        if now < self._lively_until:
            times.append(_STEP)
        elif self.manager.typing:
            times.append(0.25)
        if self._note:
            times.append(self._note_ends - now)
        if self._check_in is not None:
            times.append(self._check_in)
        if (wait := self.workspace.wait(now)) is not None:
            times.append(wait)
        return max(0.0, min(times))

    def _look_outside(self) -> None:
        if self._watch is None or (data := self._watch.poll()) is None:
            return
        self.workspace.outside(data)
        self.dirty = True

    def _take_notes(self, now: float) -> None:
        if self.bench.notes:
            self._note, self._note_ends = self.bench.notes[-1], now + NOTE_TIME
            self.bench.notes.clear()
            self.dirty = True
        elif self._note and now >= self._note_ends:
            self._note, self.dirty = "", True

    @property
    def note(self) -> str:
        """What is said in passing."""
        return self._note

    # ------------------------------------------------------------ what is where

    @property
    def size(self) -> tuple[int, int]:
        """Width and height that are laid out."""
        width, height = self._screen.get_size()
        return max(width, SMALLEST[0]), max(height, SMALLEST[1])

    def lay_out(self) -> None:
        """Give everything its place anew."""
        self.manager.set_window_resolution(self.size)
        self.menus.build()
        self.chrome.build()
        measures, (width, height) = self.measures, self.size
        top = measures.menu_bar + measures.tool_bar
        self.workspace.place(pygame.Rect(0, top, width, height - top - measures.status_bar))
        self.dirty = True

    def larger(self, step: int) -> None:
        """Make the whole interface larger or smaller."""
        factors = (0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0, 2.5, 3.0)
        nearest = min(range(len(factors)), key=lambda n: abs(factors[n] - self.measures.factor))
        self.measures = Measures(factors[max(0, min(len(factors) - 1, nearest + step))])
        self.menus.close()
        self.manager.clear_and_reset()
        self.manager = Manager(self.size, self.measures)
        self.menus = MenuBar(self)
        self.chrome = Chrome(self)
        self.lay_out()

    def set_mode(self, mode: Mode) -> None:
        """Go to another mode."""
        if mode == self.mode:
            return
        self._let_go()
        self._over = None
        before, self.mode = self.mode, mode
        if mode != "play":
            self.edit_mode = mode
        self.workspace.entered(before)
        self.lay_out()

    # ------------------------------------------------------------ commands

    def why_not(self, command: Command) -> str:
        """Why a command cannot be done now; empty if it can."""
        if self.mode not in command.modes:
            where = {"play": "while playing", "level": "on a level", "picture": "on a picture", "source": "on the text"}
            return f"{command.tip} ({' or '.join(where[mode] for mode in where if mode in command.modes)} only)"
        return command.why_not(self)

    def run_command(self, command: Command) -> None:
        """Do a command, or say why not."""
        self._let_go()
        if why := self.why_not(command):
            self.bench.remark(why)
        else:
            command.run(self)
            self.chrome.refresh()
        self.dirty = True

    def open_dialog(self, dialog: Dialog) -> None:
        """Have a dialog take all events."""
        self._let_go()
        self.dialog = dialog
        self._muted = self._pressed
        self.dirty = True

    def close_dialog(self) -> None:
        """Take the dialog away."""
        self._muted = self._pressed
        if self.dialog is not None:
            self.dialog.kill()
            self.manager.set_focus_set(None)
        self.dialog = None
        self.dirty = True

    # ------------------------------------------------------------ events

    def _handle(self, event: pygame.Event) -> None:
        self._lively_until = max(self._lively_until, self.clock() + _LIVELY)
        self._restless = True
        if self._is_muted(event):
            return
        self._pressed = event.key if event.type == pygame.KEYDOWN else None
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self._mouse, self._rested = event.pos, self.clock()
        match event.type:
            case pygame.KEYUP:
                self._down.discard(event.key)  # whatever is open: a key that is up is not held
            case pygame.QUIT:
                self.run_command(self.commands.named("close"))
                return
            case pygame.VIDEORESIZE | pygame.WINDOWSIZECHANGED:
                self._screen = pygame.display.get_surface() or self._screen
                self.lay_out()
                return
            case pygame.WINDOWEXPOSED:
                self.dirty = True
            case pygame.WINDOWFOCUSLOST:
                self._down.clear()
                self._let_go()
            case pygame.WINDOWLEAVE:
                self._mouse = None
                self._point(None)
        if self.help.open and event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL):
            self.help.handle(event)
            self.dirty = True
            return
        taken = self._held_by is None and self.manager.process_events(event)
        self.dirty |= event.type not in (pygame.MOUSEMOTION, pygame.KEYUP)
        if self.dialog is not None:
            self.dialog.handle(event)
            return
        if self.menus.handle(event) or self.chrome.handle(event):
            self.dirty = True
            return
        if not taken or event.type == pygame.KEYDOWN:
            self._plain(event)

    def _plain(self, event: pygame.Event) -> None:
        """An event that no widget wants."""
        match event.type:
            case pygame.KEYDOWN:
                held = event.key in self._down
                self._down.add(event.key)
                self._key(event, held=held)
            case pygame.MOUSEBUTTONDOWN if event.button <= 3:
                self._press(event)
            case pygame.MOUSEBUTTONUP if event.button <= 3 and self._held_by is not None:
                held_by, self._held_by = self._held_by, None
                held_by.release(event.pos, event.button, pygame.key.get_mods())
                self.chrome.refresh()
                self.dirty = True
            case pygame.MOUSEMOTION:
                self._point(event.pos)
            case pygame.MOUSEWHEEL:
                self._wheel(event)

    def _is_muted(self, event: pygame.Event) -> bool:
        """Whether the event is of the key that opened or closed a dialog: what it types is not meant for the other."""
        if self._muted is None:
            return False
        if event.type == pygame.KEYUP and event.key == self._muted:
            self._muted = None
            return False
        if event.type == pygame.KEYDOWN and event.key != self._muted:
            self._muted = None
            return False
        return event.type in (pygame.KEYDOWN, pygame.TEXTINPUT)

    def _key(self, event: pygame.Event, *, held: bool) -> None:
        name = key_name(event)
        if (command := self.commands.at(self.mode, name)) is not None:
            if command.held or not held:
                self.key_held = held
                self.run_command(command)
                self.key_held = False
            return
        self.dirty |= self.workspace.key(name, event.unicode)

    def _press(self, event: pygame.Event) -> None:
        if self._held_by is not None:
            return
        view = self.workspace.view_at(event.pos)
        if view is not None and view.press(event.pos, event.button, pygame.key.get_mods()):
            self._held_by = view
        if self.dialog is not None:
            self._let_go()
        self.chrome.refresh()
        self.dirty = True

    def _point(self, at: Point | None) -> None:
        if self._held_by is not None and at is not None:
            self._held_by.drag(at, pygame.key.get_mods())
            self.dirty = True
            return
        over = self.workspace.view_at(at) if at is not None else None
        if self._over is not None and self._over is not over:
            self._over.hover(None)
        self._over = over
        if over is not None:
            over.hover(at)
        self.dirty = True

    def _wheel(self, event: pygame.Event) -> None:
        view = self.workspace.view_at(self._mouse) if self._mouse is not None else None
        if view is not None and self._mouse is not None:
            self.dirty |= view.wheel(self._mouse, event.x, -event.y, pygame.key.get_mods())

    def _let_go(self) -> None:
        """The mouse holds nothing any more."""
        if self._held_by is not None and self._mouse is not None:
            self._held_by.release(self._mouse, pygame.BUTTON_LEFT, 0)
        self._held_by = None

    # ------------------------------------------------------------ the picture

    def _show(self) -> None:
        self.dirty = False
        cut_off = self._screen.get_size() != self.size
        screen = pygame.Surface(self.size) if cut_off else self._screen
        screen.fill(SURROUND)
        for view in self.workspace.views:
            screen.set_clip(view.rect)
            view.draw(screen)
        screen.set_clip(None)
        draw_mode(screen, self.workspace.middle, self.mode, self.measures, past=self.workspace.playing.looking_back)
        self.chrome.draw(screen, self._over.status() if self._over is not None else "")
        self.manager.draw_ui(screen)
        if said := self._tip():
            assert self._mouse is not None, "there is a tip where the mouse is"
            draw_tip(screen, said, self._mouse, self.measures)
        if self.help.open:
            self.help.draw(screen)
        if cut_off:
            self._screen.blit(screen, (0, 0))
        caption = f"{'* ' if self.bench.document.modified else ''}{self.bench.document.path.name} - arcg"
        if pygame.display.get_caption()[0] != caption:
            pygame.display.set_caption(caption)
        pygame.display.flip()
        if self._shown:
            self._shown()

    def _tip(self) -> str:
        """What is said of the place where the mouse rests."""
        if self._mouse is None or self.clock() - self._rested < REST or self.dialog is not None or self.menus.is_open:
            return ""
        return self._over.tip(self._mouse) if self._over is not None else self.chrome.tip(self._mouse)
