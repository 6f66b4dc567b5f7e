"""The text of the document: read here, written by painting or in an editor of one's own.

Shows the lines that are in sight, with their numbers, what was found in them, and the line that is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

import pygame

from arcg.dsl.diagnostics import Diagnostic
from arcg.editor import colouring, problems
from arcg.editor.document.places import Places
from arcg.editor.lettering import mono, write
from arcg.editor.studio.colours_view import SIGNS
from arcg.editor.studio.marks import FOUND, finding_mark, mark
from arcg.editor.studio.theme import ACCENT, CHOSEN, EDGE, FAINT, MUTED, PANEL, RAISED, SURROUND, TEXT, Colour
from arcg.editor.studio.view import Point, ScrollingView
from arcg.runtime.palette import PALETTE

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio

_COLOURS: dict[colouring.Sort, Colour] = {
    "plain": TEXT, "comment": MUTED, "word": (150, 182, 240), "kind": (226, 200, 150), "number": (158, 208, 170),
    "variable": (208, 174, 226), "art": (190, 190, 196), "pixels": (190, 190, 196),
}  # fmt: skip

_KEPT = 400
"""Most pictures of lines that are kept."""


class SourceView(ScrollingView):
    """The lines of the text."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.across = 0
        self.sought = ""
        self._read: tuple[Places, dict[int, str]] | None = None
        self._found: tuple[object, dict[int, list[Diagnostic]]] | None = None
        self._pictures: dict[object, pygame.Surface] = {}

    # ------------------------------------------------------------ measures

    @property
    def inner(self) -> pygame.Rect:
        """The place within the frame that says which mode is on."""
        thick = 2 * self.studio.measures.px(4)
        return self.rect.inflate(-thick, -thick)

    @property
    def _places(self) -> Places:
        return self.studio.bench.document.places

    @property
    def count(self) -> int:
        """How many lines there are."""
        return len(self._places.source.starts)

    @property
    def _font(self) -> pygame.Font:
        return mono(self.studio.measures.normal)

    @property
    def _row(self) -> int:
        return self.studio.measures.px(21)

    @property
    def _gutter(self) -> int:
        """Width of the marks and the numbers."""
        px = self.studio.measures.px
        return px(30) + self._font.size("0" * max(3, len(str(self.count))))[0] + px(14)

    @property
    def _sign(self) -> int:
        return int(self._font.size("M")[0])

    @property
    def page(self) -> int:
        """How many lines are seen at once."""
        return max(1, self.inner.height // self._row)

    def content_height(self) -> int:
        """Height of all lines."""
        return self.count * self._row + self.studio.measures.px(12)

    def row_text(self, line: int) -> str:
        """A line, from 1."""
        return self._places.source.row(line - 1)

    def _top(self, line: int) -> int:
        return self.inner.top + self.studio.measures.px(6) + (line - 1) * self._row - self.scroll

    # ------------------------------------------------------------ where it stands

    def go_to(self, line: int, *, centred: bool = True) -> None:
        """Look at a line; if it is not in sight it comes to the middle, or to the edge."""
        line = self.studio.bench.line = max(1, min(line, self.count))
        top = (line - 1) * self._row
        seen = self.scroll <= top and top + 2 * self._row <= self.scroll + self.inner.height
        if centred and not seen:
            self.scroll = max(0, min(self.furthest, top - self.inner.height // 2))
        self.reveal(top, top + self._row + self.studio.measures.px(12))

    def show(self, one: Diagnostic) -> None:
        """Look at the place of a finding."""
        self.go_to(one.span.line)
        columns = (self.inner.width - self._gutter) // self._sign
        begin = colouring.column(self.row_text(self.studio.bench.line), one.span.column - 1)
        self.across = (
            max(0, begin - columns // 3) if not self.across <= begin < self.across + columns - 2 else self.across
        )

    def push(self, columns: int) -> None:
        """Scroll across, as far as the longest line in sight goes."""
        first, last = self._seen()
        longest = max((len(colouring.shown(self.row_text(line))) for line in range(first, last + 1)), default=0)
        most = max(0, longest - (self.inner.width - self._gutter) // self._sign + 4)
        self.across = max(0, min(most, self.across + columns))

    def _seen(self) -> tuple[int, int]:
        """The first and the last line in sight."""
        first = max(1, self.scroll // self._row)
        return first, min(self.count, first + self.inner.height // self._row + 2)

    # ------------------------------------------------------------ drawing

    def draw(self, surface: pygame.Surface) -> None:
        """The lines in sight."""
        surface.fill(SURROUND, self.rect)
        self.scroll = max(0, min(self.scroll, self.furthest))
        inner, before = self.inner, surface.get_clip()
        surface.set_clip(inner)
        gutter = pygame.Rect(inner.left, inner.top, self._gutter - self.studio.measures.px(8), inner.height)
        surface.fill(PANEL, gutter)
        surface.fill(EDGE, (gutter.right, gutter.top, 1, gutter.height))
        first, last = self._seen()
        for line in range(first, last + 1):
            self._draw_line(surface, line)
        self.draw_bar(surface)
        self._draw_found_bar(surface)
        surface.set_clip(before)

    def _draw_line(self, surface: pygame.Surface, line: int) -> None:
        px, top, row = self.studio.measures.px, self._top(line), self._row
        inner = self.inner
        middle, left = top + row // 2, inner.left + self._gutter
        looked_at = line == self.studio.bench.line
        if looked_at:
            surface.fill(RAISED, (inner.left, top, inner.width, row))
            surface.fill(ACCENT, (inner.left, top, px(3), row))
        write(surface, str(line), self._font, TEXT if looked_at else FAINT, right=left - px(16), middle=middle)
        found = self._findings().get(line, [])
        if found:
            finding_mark(surface, found[0].severity, (inner.left + px(16), middle), px(12))
        text = pygame.Rect(left, top, inner.right - left - px(8), row)
        before = surface.get_clip()
        surface.set_clip(text.clip(before))
        raw = self.row_text(line)
        self._draw_sought(surface, raw, text)
        surface.blit(self._picture(raw, self._special().get(line, "")), text)
        for one in reversed(found):
            self._underline(surface, one, raw, text)
        if (len(colouring.shown(raw)) - self.across) * self._sign > text.width:
            surface.fill(RAISED if looked_at else SURROUND, (text.right - px(12), top, px(12), row))
            mark(surface, "right", (text.right - px(5), middle), px(9), FAINT)
        surface.set_clip(before)

    def _special(self) -> dict[int, str]:
        places = self._places
        if self._read is None or self._read[0] is not places:
            self._read = places, dict(colouring.special_lines(places))
        return self._read[1]

    def _findings(self) -> dict[int, list[Diagnostic]]:
        """What was found, by line, the worst of a line first."""
        bench = self.studio.bench
        if self._found is None or self._found[0] is not bench.found:
            by_line: dict[int, list[Diagnostic]] = {}
            for one in sorted(problems.here(bench), key=lambda one: problems.SEVERITIES.index(one.severity)):
                by_line.setdefault(one.span.line, []).append(one)
            self._found = bench.found, by_line
        return self._found[1]

    def _picture(self, raw: str, special: str) -> pygame.Surface:
        """The letters of a line, as far as they can be seen."""
        columns = self.rect.width // self._sign + 1
        key = raw, special, self.across, columns, self._sign
        if key not in self._pictures:
            if len(self._pictures) >= _KEPT:
                self._pictures.clear()
            self._pictures[key] = self._rendered(raw, special, columns)
        return self._pictures[key]

    def _rendered(self, raw: str, special: str, columns: int) -> pygame.Surface:
        picture = pygame.Surface((columns * self._sign, self._row), pygame.SRCALPHA)
        shown = colouring.shown(raw)
        for one in colouring.stretches(raw, special):  # type: ignore[arg-type]
            start, end = colouring.column(raw, one.start), colouring.column(raw, one.end)
            first, last = max(start, self.across), min(end, self.across + columns)
            if first >= last:
                continue
            left = (first - self.across) * self._sign
            if one.sort == "pixels":
                self._draw_pixels(picture, shown[first:last], left)
            else:
                for number, sign in enumerate(shown[first:last]):
                    self._draw_sign(picture, sign, _COLOURS[one.sort], left + number * self._sign)
        return picture

    def _draw_sign(self, picture: pygame.Surface, sign: str, colour: Colour, left: int) -> None:
        """One sign in its column: drawn alone, since the font joins neighbours such as `..` and `->`."""
        if sign != " ":
            drawn = _sign(sign, self._font, colour)
            picture.blit(drawn, (left, (self._row - drawn.get_height()) // 2))

    def _draw_pixels(self, picture: pygame.Surface, signs: str, left: int) -> None:
        """A row of a picture: each sign with its colour below it."""
        for number, sign in enumerate(signs):
            at = left + number * self._sign
            colour = _COLOURS["pixels"]
            if sign in SIGNS:
                red, green, blue = PALETTE[SIGNS.index(sign)].tolist()
                picture.fill((red, green, blue), (at, 0, self._sign, self._row))
                colour = (0, 0, 0) if 3 * red + 6 * green + blue > 1280 else (255, 255, 255)
            self._draw_sign(picture, sign, colour, at)

    def _draw_sought(self, surface: pygame.Surface, raw: str, text: pygame.Rect) -> None:
        """A ground for what is sought."""
        for start in _places_of(self.sought, raw):
            first, last = colouring.column(raw, start), colouring.column(raw, start + len(self.sought))
            box = pygame.Rect(
                text.left + (first - self.across) * self._sign, text.top, (last - first) * self._sign, text.height
            )
            pygame.draw.rect(surface, CHOSEN, box, border_radius=3)
            pygame.draw.rect(surface, ACCENT, box, 1, border_radius=3)

    def _underline(self, surface: pygame.Surface, one: Diagnostic, raw: str, text: pygame.Rect) -> None:
        """A line below the place: waves for an error, dashes for a warning, dots for advice."""
        span = one.span
        end = span.end_column - 1 if span.end_line == span.line else len(raw)
        begin = colouring.column(raw, span.column - 1)
        width = max(1, colouring.column(raw, end) - begin) * self._sign
        left, base = text.left + (begin - self.across) * self._sign, text.bottom - self.studio.measures.px(3)
        step, thick = self.studio.measures.px(4), self.studio.measures.px(2)
        colour = FOUND[one.severity][1]
        if one.severity == "error":
            points = [(left + n, base - (step // 2 if n // step % 2 else 0)) for n in range(0, width + step, step)]
            pygame.draw.lines(surface, colour, False, points, thick)
            return
        dash = 2 * step if one.severity == "warning" else thick
        for at in range(left, left + width, dash + step):
            surface.fill(colour, (at, base - thick // 2, min(dash, left + width - at), thick))

    def _draw_found_bar(self, surface: pygame.Surface) -> None:
        """At the right edge: where in the whole text something was found."""
        px, inner = self.studio.measures.px, self.inner
        for line, found in self._findings().items():
            at = inner.top + round((line - 0.5) / self.count * inner.height)
            surface.fill(FOUND[found[0].severity][1], (inner.right - px(8), at - 1, px(8), px(2)))

    # ------------------------------------------------------------ the mouse

    def _at(self, at: Point) -> int | None:
        line = (at[1] - self._top(1)) // self._row + 1
        return line if 1 <= line <= self.count else None

    def press(self, at: Point, button: int, mods: int) -> bool:
        """Look at a line."""
        line = self._at(at)
        if line is not None and button == pygame.BUTTON_LEFT:
            self.studio.bench.line = line
            self.studio.bench.problem = next(iter(self._findings().get(line, [])), None)
        return False

    def wheel(self, at: Point, across: int, down: int, mods: int) -> bool:
        """Scroll, with Shift across."""
        if across or mods & pygame.KMOD_SHIFT:
            self.push(4 * (across or down))
            return True
        return super().wheel(at, across, down, mods)

    def tip(self, at: Point) -> str:
        """What was found in a line."""
        found = self._findings().get(self._at(at) or 0, [])
        return "\n".join(line for one in found for line in (one.message, one.hint) if line)

    def status(self) -> str:
        """How far down, and how the line is mended by painting."""
        line = self.studio.bench.line
        spot = problems.spot_of(self._places, line)
        where = "" if spot is None else f"   Enter goes to the {spot.mode} it belongs to"
        return f"line {line} of {self.count}{where}"

    # ------------------------------------------------------------ finding

    def find(self, text: str) -> int:
        """How many lines hold a text."""
        return sum(1 for _ in self._holding(text, range(1, self.count + 1)))

    def find_next(self, step: int) -> bool:
        """Look at the next line that holds what is sought, or the one before; whether there is one."""
        line, count = self.studio.bench.line, self.count
        order = ((line - 1 + step * n) % count + 1 for n in range(1, count + 1))
        found = next(iter(self._holding(self.sought, order)), None)
        if found is not None:
            self.go_to(found)
        return found is not None

    def _holding(self, text: str, lines: Iterable[int]) -> Iterable[int]:
        return (line for line in lines if _places_of(text, self.row_text(line)))


@lru_cache(2000)
def _sign(sign: str, font: pygame.Font, colour: Colour) -> pygame.Surface:
    return font.render(sign, True, colour)


def _places_of(text: str, row: str) -> list[int]:
    """Where in a line a text stands, large and small letters alike."""
    found, at, low = [], 0, row.lower()
    if not text or len(low) != len(row):
        return []
    while (at := low.find(text.lower(), at)) >= 0:
        found.append(at)
        at += len(text)
    return found
