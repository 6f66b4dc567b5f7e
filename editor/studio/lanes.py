"""The lanes of the timeline: the turns of a take drawn large with their marks, and other takes as thin bars.

Takes where a lane lies, the scale and what is known of a take; draws only what is seen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from arcg.editor.lettering import sans, write
from arcg.editor.looking import Take
from arcg.editor.pairing import Pair
from arcg.editor.studio.marks import Mark, mark
from arcg.editor.studio.theme import (
    ACCENT,
    BAD,
    CHOSEN,
    EDGE,
    FAINT,
    GOOD,
    HOLLOW,
    MUTED,
    PLAY,
    RAISED,
    SURROUND,
    TEXT,
    WARN,
    Colour,
)
from arcg.editor.studio.time_scale import TimeScale
from arcg.editor.studio.turn_marks import turn_mark
from arcg.editor.track import Ending, Track

_ENDINGS: dict[Ending, tuple[Mark, Colour]] = {"won": ("tick", GOOD), "lost": ("cross", BAD)}


@dataclass(frozen=True, slots=True)
class Lane:
    """A take on the timeline.

    Attributes:
        take: which.
        rect: where it lies, without its name.
        scale: that of the timeline, in columns; a turn is drawn in the column `turn + offset`.
        offset: see `scale`.
        track: its events.
        live: whether it is what is being played.
        parts: the turns at which it goes another way than one that it is compared with.
        px: sizes of the plain interface in this one.
    """

    take: Take
    rect: pygame.Rect
    scale: TimeScale
    offset: int
    track: Track
    live: bool
    parts: tuple[int, ...]
    px: Callable[[float], int]

    def left(self, turn: float) -> int:
        """Where a turn begins, in window pixels."""
        return self.rect.left + round(self.scale.left(turn + self.offset))

    def span(self) -> tuple[int, int]:
        """The first and last of the take's turns that are seen; the last is before the first if none is."""
        first, last = self.scale.span()
        return max(0, first - self.offset), min(self.take.branch.length - 1, last - self.offset)

    # ------------------------------------------------------------ large

    def draw_large(self, surface: pygame.Surface, turn: int, frame: int, pair: Pair | None) -> None:
        """All marks of the turns, with the place that is looked at."""
        px, rect = self.px, self.rect
        names = pygame.Rect(rect.left, rect.top, rect.width, px(13))
        marks = pygame.Rect(rect.left, names.bottom, rect.width, px(19))
        ticks = pygame.Rect(rect.left, marks.bottom, rect.width, rect.bottom - marks.bottom)
        surface.fill(SURROUND, rect)
        first, last = self.span()
        if first > last:
            return
        end = min(rect.right, self.left(self.take.branch.length))
        start = max(rect.left, self.left(0))
        surface.fill(RAISED, (start, marks.top, end - start, rect.bottom - marks.top))
        self._draw_levels(surface, names, marks, first, last)
        if pair is not None:
            self._draw_sameness(surface, ticks, pair, first, last)
        if self.scale.turn_width >= px(3):
            self._draw_turns(surface, marks, ticks, (first, last), turn, frame)
        self._draw_endings(surface, names.centery, px(11), first, last)
        self._draw_present(surface, marks.union(ticks), marks.centery)
        for part in self.parts:
            self._draw_parting(surface, part, names, rect.bottom)

    def _draw_levels(
        self, surface: pygame.Surface, names: pygame.Rect, marks: pygame.Rect, first: int, last: int
    ) -> None:
        """Where levels begin, and which they are."""
        px, font = self.px, sans(self.px(11))
        won = {number for number, ending in self.track.ends(first - 1, last) if ending == "won"}
        loads = self.track.levels(first, last)
        begins = [(number + (number in won), level) for number, level in loads]
        free = names.left
        for place, (turn, level) in enumerate(begins):
            at = max(names.left, self.left(turn))
            others = [other for other in begins[place + 1 :] if other[1] != level][:1]
            until = min(names.right, self.left(others[0][0])) if others else names.right
            if turn >= first and turn > 0 and (place == 0 or self.scale.turn_width >= px(1) or at >= free):
                surface.fill(FAINT, (self.left(turn), names.top, 1, self.rect.bottom - names.top))
            said = f"level {level + 1}"
            inset = px(16) if turn in self.parts else px(4)
            changed = place == 0 or level != begins[place - 1][1]
            if changed and at >= free and font.size(said)[0] + inset < until - at:
                write(surface, said, font, MUTED, left=at + inset, middle=names.centery)
                free = at + inset + font.size(said)[0]

    def _draw_sameness(self, surface: pygame.Surface, rect: pygame.Rect, pair: Pair, first: int, last: int) -> None:
        """Hatched where the two that are compared differ, a line below where they are the same."""
        px = self.px
        start = pair.comparison.start
        begin = max(rect.left, self.left(start - self.offset))
        end = min(rect.right, self.left(start - self.offset + len(pair.comparison.same)))
        surface.fill(ACCENT, (begin, rect.bottom - px(2), max(0, end - begin), px(2)))
        for left, right in self._differing(pair, first, last):
            place = pygame.Rect(left, rect.top, right - left, rect.height).clip(rect)
            surface.fill(SURROUND, place)
            hatch(surface, place, WARN, px(6))

    def _differing(self, pair: Pair, first: int, last: int) -> list[tuple[int, int]]:
        """The stretches in which the two differ, in window pixels; those that all but touch are one."""
        found: list[tuple[int, int]] = []
        for one, other in pair.differing:
            if other - self.offset < first or one - self.offset > last:
                continue
            left, right = self.left(one - self.offset), self.left(other + 1 - self.offset)
            if found and left <= found[-1][1] + self.px(2):
                found[-1] = found[-1][0], right
            else:
                found.append((left, max(right, left + self.px(2))))
        return found

    def _draw_turns(
        self,
        surface: pygame.Surface,
        marks: pygame.Rect,
        ticks: pygame.Rect,
        span: tuple[int, int],
        turn: int,
        frame: int,
    ) -> None:
        px, branch = self.px, self.take.branch
        side = min(round(self.scale.turn_width) - px(4), px(14))
        for number in range(span[0], span[1] + 1):
            played = branch.turn(number)
            left, right = self.left(number), self.left(number + 1)
            if number == turn:
                surface.fill(CHOSEN, (left, marks.top, right - left, self.rect.bottom - marks.top))
            elif side >= px(4):
                surface.fill(SURROUND, (right - 1, marks.top, 1, marks.height))
            colour = MUTED if number > turn else TEXT
            if side >= px(4):
                picture = turn_mark(played.action, side, colour)
                surface.blit(picture, picture.get_rect(center=((left + right) // 2, marks.centery)))
            else:
                surface.fill(colour, (left, marks.centery - px(3), max(1, right - left - 1), px(6)))
            if self.scale.with_frames and len(played.packed) > 1:
                self._draw_frames(surface, ticks, number, frame if number == turn else -1, colour)

    def _draw_frames(self, surface: pygame.Surface, ticks: pygame.Rect, turn: int, frame: int, colour: Colour) -> None:
        """A tick for each frame of a turn, as many as can be told apart."""
        count = len(self.take.branch.turn(turn).packed)
        shown = min(count, max(1, round(self.scale.turn_width) // self.px(3)))
        for number in range(shown):
            place = number * count // shown
            at = self.left(turn + (place + 0.5) / count)
            surface.fill(colour, (at, ticks.top, 1, ticks.height - self.px(3)))
        if frame >= 0:
            at = self.left(turn + (frame + 0.5) / count)
            surface.fill(TEXT, (at - self.px(1), ticks.top, self.px(3), ticks.height))

    def _draw_endings(self, surface: pygame.Surface, middle: int, size: int, first: int, last: int) -> None:
        """Wins and losses; where they are closer than can be told apart, the first of them."""
        free = self.rect.left - size
        for number, ending in self.track.ends(first, last):
            at = self.left(number + 0.5)
            if at - size // 2 >= free:
                name, colour = _ENDINGS[ending]
                surface.fill(SURROUND, (at - size // 2 - 1, middle - size // 2, size + 2, size))
                place = mark(surface, name, (at, middle), size, colour)
                free = place.right + 1

    def _draw_present(self, surface: pygame.Surface, rect: pygame.Rect, middle: int) -> None:
        """The end of what is being played."""
        at = self.left(self.take.branch.length)
        if self.live and self.rect.left <= at < self.rect.right:
            surface.fill(PLAY, (at, rect.top - self.px(2), self.px(3), rect.height + self.px(2)))
            write(surface, "now", sans(self.px(11), bold=True), PLAY, left=at + self.px(8), middle=middle)

    def _draw_parting(self, surface: pygame.Surface, turn: int, names: pygame.Rect, bottom: int) -> None:
        """A turn from which on it goes another way: a broken line with a bolt on top."""
        px, at = self.px, self.left(turn)
        if not self.rect.left <= at <= self.rect.right:
            return
        for top in range(names.top, bottom, px(6)):
            surface.fill(WARN, (at - px(1), top, px(2), min(px(4), bottom - top)))
        place = pygame.Rect(0, 0, px(13), names.height)
        place.center = max(at, names.left + px(7)), names.centery
        surface.fill(SURROUND, place)
        mark(surface, "bolt", place.center, px(13), WARN)

    # ------------------------------------------------------------ small

    def draw_small(self, surface: pygame.Surface, pair: Pair | None, *, hovered: bool) -> None:
        """A bar for what is its own, a line for what it shares with the branch that it comes from."""
        px, rect, branch = self.px, self.rect, self.take.branch
        if hovered:
            surface.fill(RAISED, rect)
        first, last = self.span()
        start, fork, end = (max(rect.left, min(rect.right, self.left(at))) for at in (0, branch.start, branch.length))
        surface.fill(HOLLOW, (start, rect.centery, fork - start, 1))
        bar = pygame.Rect(fork, rect.centery - px(3), end - fork, px(6))
        surface.fill(MUTED if hovered else FAINT, bar)
        if pair is not None:
            surface.fill(RAISED, bar.inflate(0, -2))
            self._draw_sameness(surface, bar.inflate(0, px(2)), pair, first, last)
        for turn, _ in self.track.levels(first, last):
            if turn > max(0, branch.start - 1):
                surface.fill(EDGE, (self.left(turn), bar.top, 1, bar.height))
        if branch.parent is not None and self.left(branch.start) >= rect.left:
            pygame.draw.aacircle(surface, MUTED, (fork, rect.centery), px(3))
        self._draw_endings(surface, rect.centery, px(9), max(first, branch.start), last)
        if self.live:
            surface.fill(PLAY, (end, rect.top + px(1), px(3), rect.height - px(2)))
        for part in self.parts:
            if rect.left <= self.left(part) <= rect.right:
                mark(surface, "bolt", (max(self.left(part), rect.left + px(6)), rect.centery), px(11), WARN)
        if self.left(branch.length) <= rect.left:
            mark(surface, "left", (rect.left + px(6), rect.centery), px(8), MUTED)
        elif self.left(0) >= rect.right:
            mark(surface, "right", (rect.right - px(6), rect.centery), px(8), MUTED)


def hatch(surface: pygame.Surface, rect: pygame.Rect, colour: Colour, gap: int) -> None:
    """Slanted lines over a place."""
    before = surface.get_clip()
    surface.set_clip(rect.clip(before))
    begin = rect.left - rect.height - (rect.left - rect.height) % gap
    for at in range(begin, rect.right, gap):
        pygame.draw.line(surface, colour, (at, rect.bottom), (at + rect.height, rect.top), max(1, gap // 4))
    surface.set_clip(before)
