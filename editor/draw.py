"""The picture of the play window: the frame, what stands around it, and the report on a broken save.

Takes a `View` and where the mouse is, draws on any pygame surface; `Layout` maps window pixels to frame pixels. It
holds no state but its fonts, so a picture can be made without a window.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import pygame
from numpy.typing import NDArray
from rich.cells import cell_len

from arcg.editor.keys import help_items
from arcg.editor.lettering import (
    BAD,
    EDGE,
    FAINT,
    GOOD,
    HOLLOW,
    MUTED,
    PANEL,
    SURROUND,
    TEXT,
    WARN,
    Colour,
    mono,
    sans,
    write,
)
from arcg.editor.report import GUTTER, report_lines, scroll_hint
from arcg.editor.view import View
from arcg.runtime.engine import SIZE, Action, Status
from arcg.runtime.palette import PALETTE, to_rgb

MARGIN = 24
HEADER = 52
FOOTER = 76

_FINDING = re.compile(r"^\S.*:\d+:\d+ [A-Z]\d+ (error|warning): ")
_CARETS = re.compile(r"^ +\| +\^+$")
_ADVICE = re.compile(r"^ += try: ")
"""The lines of `arcg.dsl.render`, told apart to be coloured."""

_DOTS = 16
"""Most levels that are shown as dots; more are shown as numbers alone."""


@dataclass(frozen=True, slots=True)
class Report:
    """Where the report on a broken save begins in a window (its height if there is none), and how it scrolls.

    In lines: the furthest that it scrolls, and how many are shown at once.
    """

    top: int
    furthest: int
    rows: int = 1


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the frame lies in a window: its top left corner and how many window pixels a frame pixel takes."""

    left: int
    top: int
    scale: int

    @property
    def side(self) -> int:
        """Width and height of the frame in window pixels."""
        return SIZE * self.scale

    def pixel(self, x: int, y: int) -> tuple[int, int] | None:
        """The frame pixel under a window pixel, or None outside the frame."""
        column, row = (x - self.left) // self.scale, (y - self.top) // self.scale
        return (column, row) if 0 <= column < SIZE and 0 <= row < SIZE else None


def layout(width: int, height: int) -> Layout:
    """The largest whole scale that leaves room for the header and the footer, centred."""
    scale = max(1, min((width - 2 * MARGIN) // SIZE, (height - HEADER - FOOTER) // SIZE))
    side = SIZE * scale
    spare = max(0, height - HEADER - FOOTER - side)
    return Layout(max(0, (width - side) // 2), min(HEADER, max(0, height - side)) + spare // 2, scale)


def window_size(scale: int) -> tuple[int, int]:
    """The window that shows the frame at `scale`."""
    return SIZE * scale + 2 * MARGIN, SIZE * scale + HEADER + FOOTER


def draw(
    surface: pygame.Surface, view: View, *, mouse: tuple[int, int] | None = None, scroll: int = 0, keys: bool = True
) -> Report:
    """Draw everything. `mouse`: in window pixels; `scroll`: lines of the report; `keys`: say which there are."""
    surface.fill(SURROUND)
    place = layout(*surface.get_size())
    clicks = Action.CLICK in view.offered and view.status is Status.PLAYING
    picture(surface, view.frame, place, mouse if clicks else None)
    left, right = _column(surface, place)
    _header(surface, view, left, right, place.top)
    _footer(surface, view, left, right, place.top + place.side, keys=keys)
    report = _report(surface, view, scroll) if view.problem else Report(surface.get_height(), 0)
    if view.messages:
        _messages(surface, view.messages, left, right, place.top + place.side, report.top)
    return report


# ---------------------------------------------------------------- the parts


def picture(
    surface: pygame.Surface, frame: NDArray[np.uint8], place: Layout, mouse: tuple[int, int] | None = None
) -> None:
    """Draw a frame, with a mark on the pixel that a click would hit; `mouse`: in window pixels, None: no mark."""
    image = pygame.image.frombuffer(to_rgb(frame).tobytes(), (SIZE, SIZE), "RGB")
    surface.blit(pygame.transform.scale(image, (place.side, place.side)), (place.left, place.top))
    pygame.draw.rect(surface, EDGE, (place.left - 1, place.top - 1, place.side + 2, place.side + 2), 1)
    under = place.pixel(*mouse) if mouse else None
    if under and place.scale >= 4:
        x, y = under
        red, green, blue = PALETTE[frame[y, x]].tolist()
        outline = (0, 0, 0, 110) if 3 * red + 6 * green + blue > 1280 else (255, 255, 255, 130)
        square = pygame.Surface((place.scale, place.scale), pygame.SRCALPHA)
        pygame.draw.rect(square, outline, square.get_rect(), max(1, place.scale // 8))
        surface.blit(square, (place.left + x * place.scale, place.top + y * place.scale))


def _column(surface: pygame.Surface, place: Layout) -> tuple[int, int]:
    """Left and right edge of the text: those of the frame, or of the window when the frame is too narrow to read by."""
    margin = min(MARGIN, place.left) if place.side < 300 else place.left
    return margin, surface.get_width() - margin


def _header(surface: pygame.Surface, view: View, left: int, right: int, bottom: int) -> None:
    """The name, the levels, the number of actions; what does not fit beside the levels is left out."""
    middle = bottom - 24
    if middle < 10:
        return
    start, stop = _levels(surface, view, left, right, middle)
    count = "1 action" if view.action_count == 1 else f"{view.action_count} actions"
    if right - sans(15).size(count)[0] > stop + 12:
        write(surface, count, sans(15), MUTED, right=right, middle=middle)
    if view.recording:
        pygame.draw.aacircle(surface, BAD, (left + 5, middle), 5)
        left += 18
    if start - 12 - left > 40:
        write(surface, view.name, sans(16, bold=True), TEXT, left=left, middle=middle, limit=start - 12 - left)


def _levels(surface: pygame.Surface, view: View, left: int, right: int, middle: int) -> tuple[int, int]:
    """Dots, bright while played, green once completed; or numbers. Returns where they begin and end."""
    centre, step = (left + right) // 2, 18
    if view.level_count > min(_DOTS, (right - left) // 3 // step):
        text = f"level {view.level + 1} / {view.level_count}"
        start = write(surface, text, sans(15), TEXT, centre=centre, middle=middle)
        return start, 2 * centre - start
    start = centre - (view.level_count - 1) * step // 2
    for number in range(view.level_count):
        spot = (start + number * step, middle)
        if number == view.level and view.status is not Status.WON:
            pygame.draw.aacircle(surface, BAD if view.status is Status.OVER else TEXT, spot, 5)
        elif number in view.won:
            pygame.draw.aacircle(surface, GOOD, spot, 5)
        else:
            pygame.draw.aacircle(surface, HOLLOW, spot, 4)
    return start - 6, 2 * centre - start + 6


def _footer(surface: pygame.Surface, view: View, left: int, right: int, top: int, *, keys: bool) -> None:
    middle = top + 26
    edge = right
    for text, colour in _standing(view):
        edge = write(surface, text, sans(15), colour, right=edge, middle=middle, limit=edge - left) - 16
    for meter in view.meters:
        value, most = str(meter.value), f" / {meter.whole}"
        width = 18 + sum(sans(15).size(part)[0] for part in (meter.name + " ", value, most))
        if left + width > edge:
            break
        swatch = pygame.Rect(left, middle - 5, 10, 10)
        pygame.draw.rect(surface, PALETTE[meter.colour].tolist(), swatch, border_radius=2)
        left += 18
        for part, colour in ((meter.name + " ", MUTED), (value, TEXT), (most, FAINT)):
            write(surface, part, sans(15), colour, left=left, middle=middle)
            left += sans(15).size(part)[0]
        left += 24
    if keys:
        _help(surface, view, right, middle + 28)


def _standing(view: View) -> list[tuple[str, Colour]]:
    """What is said at the right below the frame, from the right inwards."""
    said = []
    if view.status is Status.WON:
        said.append(("won - R plays again", GOOD))
    elif view.status is Status.OVER:
        said.append(("game over - R tries again", BAD))
    if view.note:
        said.append((view.note, MUTED))
    return said


def _help(surface: pygame.Surface, view: View, right: int, middle: int) -> None:
    left = surface.get_width() - right
    font = sans(13)
    for key, does in help_items(view.offered, view.level_count):
        if left + font.size(f"{key} {does}")[0] > right:
            break
        for part, colour in ((key + " ", MUTED), (does, FAINT)):
            write(surface, part, font, colour, left=left, middle=middle)
            left += font.size(part)[0]
        left += 16


def _messages(
    surface: pygame.Surface, messages: tuple[str, ...], left: int, right: int, frame_end: int, bottom: int
) -> None:
    """What went wrong in the last turn, in full: below the frame if there is room, else over its lower part."""
    text = sans(14).render("\n".join(messages), True, WARN, None, max(1, right - left))
    height = text.get_height() + 16
    below = [top for top in (frame_end + 40, frame_end + 4) if top + height <= bottom]
    top = below[0] if below else max(0, bottom - height)
    surface.fill(PANEL, (0, top, surface.get_width(), bottom - top))
    surface.fill(WARN, (0, top, surface.get_width(), 2))
    surface.blit(text, (left, top + 9), (0, 0, text.get_width(), bottom - top - 9))


def _report(surface: pygame.Surface, view: View, scroll: int) -> Report:
    """The report on a broken save, over the lower part of the window."""
    width, height = surface.get_size()
    font = mono(14)
    line_height = font.get_linesize() + 1
    lines = report_lines(view.problem, max(10, (width - 40) // font.size("0")[0]))
    space = height * 6 // 10 - 64
    hint = 28 if len(lines) * line_height > space else 0
    rows = max(1, min(len(lines), (space - hint) // line_height))
    furthest = len(lines) - rows
    scroll = max(0, min(scroll, furthest))
    panel = pygame.Surface((width, rows * line_height + 60 + hint))
    panel.fill(PANEL)
    panel.fill(BAD, (0, 0, width, 2))
    write(panel, view.problem_title, sans(14, bold=True), BAD, left=20, middle=24, limit=width - 40)
    for row, (line, whole) in enumerate(lines[scroll : scroll + rows]):
        _line(panel, line, _line_colour(whole), font, 44 + row * line_height)
    if furthest:
        end = panel.get_height()
        panel.fill(EDGE, (0, end - 34, width, 1))
        said = scroll_hint(scroll, rows, len(lines))
        write(panel, said, sans(14), TEXT, left=20, middle=end - 17, limit=width - 40)
    surface.blit(panel, (0, height - panel.get_height()))
    return Report(height - panel.get_height(), furthest, rows)


def _line_colour(line: str) -> Colour:
    if found := _FINDING.search(line):
        return BAD if found[1] == "error" else WARN
    if _CARETS.match(line):
        return BAD
    if _ADVICE.match(line):
        return GOOD
    return TEXT if GUTTER.match(line) else MUTED


def _line(surface: pygame.Surface, line: str, colour: Colour, font: pygame.Font, top: int) -> None:
    """A line of a report, every character in a cell of its own, so that carets stand under what they point at."""
    advance = font.size("0")[0]
    gutter = found.end() if (found := GUTTER.match(line)) else 0
    column = 0
    for place, character in enumerate(line):
        cells = cell_len(character)
        if character != " ":
            picture = font.render(character, True, FAINT if place < gutter else colour)
            spare = cells * advance - picture.get_width()
            surface.blit(picture, (20 + column * advance + spare // 2, top))
        column += cells
