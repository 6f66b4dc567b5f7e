"""How the kind looks with each value of its attributes, and what is said against its pictures."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice, product
from typing import TYPE_CHECKING

import numpy as np
import pygame

from arcg.dsl.levels import Stamp
from arcg.editor import boards, details, picturing
from arcg.editor.lettering import sans, write
from arcg.editor.studio.kinds_view import pixels_of
from arcg.editor.studio.pixels import enlarged
from arcg.editor.studio.theme import EDGE, FAINT, GOOD, MUTED, WARN
from arcg.editor.studio.view import Point, ScrollingView
from arcg.runtime.palette import PALETTE

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio

_MOST = 400
"""Most combinations of values that are looked at."""

_SLICE = 0.003
"""Seconds that drawing looks takes in one picture of the window."""

Look = tuple["np.ndarray[tuple[int, ...], np.dtype[np.int8]]", str]
"""Pixels, and the values that give them, in words."""


class LooksView(ScrollingView):
    """One tile for each look; what the check says of the pictures below them."""

    title = "HOW IT LOOKS"

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._key: object = None
        self._shown: list[Look] = []
        self._coming: Iterator[None] | None = None

    def _looks(self) -> list[Look]:
        """The different pictures that the kind can have, each with the values that give it (the first such values)."""
        return self._shown

    def _go_on(self) -> None:
        """Draw as many looks as there is time for between two pictures of the window; the old ones stay until then."""
        bench = self.studio.bench
        key = (bench.looks, bench.kind)
        if key != self._key:
            if bench.kind != (self._key[1] if isinstance(self._key, tuple) else None):
                self._shown = []
            self._key, self._coming = key, self._drawing()
        if self._coming is None:
            return
        ends = time.perf_counter() + _SLICE
        for _ in self._coming:
            if time.perf_counter() > ends:
                self.studio.dirty = True
                return
        self._coming = None

    def _drawing(self) -> Iterator[None]:
        """Draw one look after the other; with the last all are shown."""
        bench = self.studio.bench
        good, looks = bench.good, dict[bytes, Look]()
        if good is not None and good.program is not None and good.game is not None and bench.kind in good.game.kinds:
            kind = good.game.kinds[bench.kind]
            attrs, spoken = list(kind.attrs.values()), details.spoken_of(bench, kind)
            ranges = [details.values(attr) if attr.name in spoken else [attr.default] for attr in attrs]
            for values in islice(product(*ranges), _MOST):
                named = details.values_of(good.game, Stamp(kind, values))
                pixels = boards.picture_of(good.program, bench.kind, named, good.game.cell)
                told = zip(attrs, values, strict=True)
                words = [f"{attr.name}={details.word(good.game, attr, v)}" for attr, v in told if v != attr.default]
                looks.setdefault(pixels.tobytes(), (pixels, ", ".join(words) or "at the start"))
                yield
            for place in picturing.pictures_of(bench):  # what only the world or a place brings out is shown as painted
                pixels = pixels_of(tuple(row.text for row in place.rows))
                if pixels.size and pixels.tobytes() not in looks and place.when:
                    looks[pixels.tobytes()] = (pixels, f"when {place.when}")
        self._shown = list(looks.values())

    def _side(self) -> int:
        return self.studio.measures.px(62)

    def _columns(self) -> int:
        return max(1, (self.inner.width - self.studio.measures.px(16)) // self._side())

    def content_height(self) -> int:
        """Tiles and findings."""
        px = self.studio.measures.px
        rows = -(-len(self._looks()) // self._columns())
        return rows * self._side() + px(30) + px(22) * max(1, 3 * len(self._findings()))

    def _findings(self) -> list[str]:
        """What the checks, that of Core Knowledge among them, say of the lines of this kind."""
        bench, place = self.studio.bench, picturing.kind_place(self.studio.bench)
        if place is None:
            return []
        text = bench.document.text
        first, last = text.count("\n", 0, place.start) + 1, text.count("\n", 0, place.end) + 1
        return [one.message for one in bench.found if first <= one.span.line <= last]

    def draw(self, surface: pygame.Surface) -> None:
        """Tiles, then lines."""
        self._go_on()
        super().draw(surface)
        px, inner = self.studio.measures.px, self.inner
        self.scroll = min(self.scroll, self.furthest)
        surface.set_clip(inner)
        side, columns, small = self._side(), self._columns(), sans(self.studio.measures.px(11))
        looks = self._looks()
        for number, (pixels, said) in enumerate(looks):
            left = inner.left + px(8) + number % columns * side
            top = inner.top + number // columns * side - self.scroll
            self._draw_look(surface, pixels, pygame.Rect(left, top, side - px(6), side - px(20)))
            write(surface, said, small, MUTED, left=left, middle=top + side - px(12), limit=side - px(6))
        top = inner.top + -(-len(looks) // columns) * side + px(8) - self.scroll
        self._draw_findings(surface, top)
        self.draw_bar(surface)
        surface.set_clip(self.rect)
        surface.fill(EDGE, (self.rect.left, self.rect.top, 1, self.rect.height))
        surface.fill(EDGE, (self.rect.left, self.rect.top, self.rect.width, 1))

    def _draw_look(
        self, surface: pygame.Surface, pixels: np.ndarray[tuple[int, ...], np.dtype[np.int8]], box: pygame.Rect
    ) -> None:
        good = self.studio.bench.good
        ground = PALETTE[good.game.ground].tolist() if good is not None and good.game is not None else (0, 0, 0)
        surface.fill(ground, box)
        if not pixels.size:
            return
        scale = max(1, min(box.width // pixels.shape[1], box.height // pixels.shape[0]))
        made = enlarged(pixels, scale)
        surface.set_clip(box.clip(self.inner))
        surface.blit(made, made.get_rect(center=box.center))
        surface.set_clip(self.inner)

    def _draw_findings(self, surface: pygame.Surface, top: int) -> None:
        px, font = self.studio.measures.px, sans(self.studio.measures.small)
        findings = self._findings()
        left, width = self.inner.left + px(10), self.inner.width - px(22)
        if not findings:
            said = "the checks find nothing" if self._looks() else "no picture to be seen"
            write(surface, said, font, GOOD if self._looks() else FAINT, left=left, middle=top + px(10), limit=width)
            return
        for finding in findings:
            text = font.render(finding, True, WARN, None, width)
            surface.blit(text, (left, top))
            top += text.get_height() + px(6)

    def tip(self, at: Point) -> str:
        """All of the values of a look."""
        side, columns = self._side(), self._columns()
        column = (at[0] - self.inner.left - self.studio.measures.px(8)) // side
        number = (at[1] - self.inner.top + self.scroll) // side * columns + column
        looks = self._looks()
        return looks[number][1] if 0 <= column < columns and 0 <= number < len(looks) else ""
