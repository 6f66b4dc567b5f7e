"""The testers' window: a pygame window around a `Sitting`, with a picture and next to no words.

Takes key presses, clicks and the time; shows scenes. It stays open from one tester to the next, until it is closed.
"""

from __future__ import annotations

import time

import pygame

from arcg.editor import draw
from arcg.editor.lettering import BAD, GOOD, HOLLOW, MUTED, SURROUND, TEXT, sans, write
from arcg.editor.play import has_display, signals_quit
from arcg.editor.sitting import Scene, Sitting
from arcg.editor.window import REPEAT, events, icon, key_name, window_scale
from arcg.runtime.calibrate.study import Study

IDLE = 1.0
"""Seconds between two looks where nothing is to change by itself."""

MARGIN = 48
"""Around prose, in window pixels."""


class NoDisplayError(ValueError):
    """There is nothing that a window could be opened on."""


def sit_down(study: Study) -> None:
    """Let testers play until the window is closed.

    Raises:
        NoDisplayError: no window can be opened.
    """
    if not has_display():
        raise NoDisplayError("there is no display for a window; leave --window out, and testers play in a browser")
    try:
        window = WindowForTesters(Sitting(study))
    except pygame.error as error:
        raise NoDisplayError(f"no window: {error}; leave --window out, and testers play in a browser") from error
    with signals_quit(window):
        window.run()


class WindowForTesters:
    """An open window. `running`: until it is closed.

    Raises:
        pygame.error: there is no display.
    """

    def __init__(self, sitting: Sitting, *, scale: int | None = None) -> None:
        self.sitting = sitting
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_caption("arcg")
        pygame.display.set_icon(icon())
        self._screen = pygame.display.set_mode(draw.window_size(scale or window_scale()), pygame.RESIZABLE)
        pygame.key.set_repeat(*REPEAT)
        self.running = True

    def run(self) -> None:
        """Go on until the window is closed."""
        try:
            self._show()
            while self.running:
                self.turn()
        finally:
            pygame.display.quit()

    def turn(self) -> None:
        """Wait for the next thing to happen, and deal with it."""
        wait = self.sitting.wait(time.monotonic())
        changed = False
        for event in events(IDLE if wait is None else min(IDLE, wait)):
            changed |= self._handle(event)
        changed |= self.sitting.advance(time.monotonic())
        if changed and self.running:
            self._show()

    def _handle(self, event: pygame.Event) -> bool:
        """Whether the picture may have changed."""
        match event.type:
            case pygame.QUIT:
                self.running = False
            case pygame.KEYDOWN:
                return self.sitting.key(key_name(event), time.monotonic())
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_LEFT:
                at = draw.layout(*self._screen.get_size()).pixel(*event.pos)
                return at is not None and self.sitting.click(*at, time.monotonic())
            case pygame.MOUSEMOTION:
                return self.sitting.scene().clicks
            case pygame.VIDEORESIZE | pygame.WINDOWEXPOSED:
                self._screen = pygame.display.get_surface() or self._screen
                return True
        return False

    def _show(self) -> None:
        paint(self._screen, self.sitting.scene(), pygame.mouse.get_pos())
        pygame.display.flip()


def paint(surface: pygame.Surface, scene: Scene, mouse: tuple[int, int] | None = None) -> None:
    """Draw a scene on any surface."""
    surface.fill(SURROUND)
    place = draw.layout(*surface.get_size())
    if scene.frame is None:
        _prose(surface, scene)
        return
    draw.picture(surface, scene.frame, place, mouse if scene.clicks else None)
    centre = place.left + place.side // 2
    _levels(surface, scene, centre, place.top - 24)
    below = place.top + place.side + 26
    if scene.note:
        write(surface, scene.note, sans(15), MUTED, centre=centre, middle=below, limit=surface.get_width() - 16)
    _keys(surface, scene, centre, below + 28)


def _levels(surface: pygame.Surface, scene: Scene, centre: int, middle: int) -> None:
    """A dot for each level: won, being played, still to come."""
    step = min(18, max(6, (surface.get_width() - 32) // max(1, scene.levels)))
    left = centre - (scene.levels - 1) * step // 2
    for number in range(scene.levels):
        now = BAD if scene.lost else TEXT
        colour = GOOD if number < scene.won else now if number == scene.won else HOLLOW
        pygame.draw.aacircle(surface, colour, (left + number * step, middle), min(5, step // 2 - 1))


def _prose(surface: pygame.Surface, scene: Scene) -> None:
    """Text in the middle of the window, wrapped to its width."""
    font = sans(18)
    wide = min(640, surface.get_width() - 2 * MARGIN)
    lines = [line for paragraph in scene.text for line in wrapped(paragraph, font, wide)]
    step = font.get_linesize() + 2
    top = max(step, (surface.get_height() - draw.FOOTER - len(lines) * step) // 2)
    left = (surface.get_width() - wide) // 2
    for number, line in enumerate(lines):
        middle = top + number * step
        if len(lines) > 2:
            write(surface, line, font, TEXT, left=left, middle=middle, limit=wide)
        else:
            write(surface, line, font, TEXT, centre=surface.get_width() // 2, middle=middle, limit=wide)
    _keys(surface, scene, surface.get_width() // 2, min(surface.get_height() - 24, top + (len(lines) + 2) * step))


def _keys(surface: pygame.Surface, scene: Scene, centre: int, middle: int) -> None:
    """The keys side by side, as many as fit."""
    font, gap = sans(14), 22
    parts = [(key, f" {does}") for key, does in scene.keys]
    widths = [font.size(key)[0] + font.size(does)[0] for key, does in parts]
    while len(parts) > 1 and sum(widths) + gap * (len(widths) - 1) > surface.get_width() - 16:
        parts, widths = parts[1:], widths[1:]
    left = centre - (sum(widths) + gap * (len(widths) - 1)) // 2
    for (key, does), width in zip(parts, widths, strict=True):
        write(surface, key, font, TEXT, left=left, middle=middle)
        write(surface, does, font, MUTED, left=left + font.size(key)[0], middle=middle)
        left += width + gap


def wrapped(text: str, font: pygame.Font, wide: int) -> list[str]:
    """A paragraph as lines that are at most so many pixels wide; an empty one is an empty line."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and font.size(longer)[0] > wide:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
