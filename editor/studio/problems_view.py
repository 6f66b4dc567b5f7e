"""All that the checks have found, on the right of the text: each with its advice; a press goes there."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from arcg.dsl.diagnostics import Diagnostic
from arcg.editor import problems
from arcg.editor.lettering import sans, write
from arcg.editor.studio.marks import finding_mark, mark
from arcg.editor.studio.theme import ACCENT, EDGE, GOOD, HOLLOW, MUTED, RAISED, TEXT, Colour
from arcg.editor.studio.view import Point, ScrollingView


@dataclass(frozen=True, slots=True)
class _Item:
    """A finding as it is drawn: its paragraphs, and where it begins below the first one."""

    one: Diagnostic
    paragraphs: tuple[pygame.Surface, ...]
    top: int
    height: int


class ProblemsView(ScrollingView):
    """Errors, warnings and advice in the order of the file."""

    title = "FOUND BY THE CHECKS"
    _hovered: int | None = None
    _made: tuple[tuple[object, ...], list[_Item]] | None = None
    _shown_for: Diagnostic | None = None

    def _items(self) -> list[_Item]:
        bench, measures = self.studio.bench, self.studio.measures
        key = bench.found, self.inner.width, measures.factor
        if self._made is None or self._made[0][0] is not key[0] or self._made[0][1:] != key[1:]:
            items: list[_Item] = []
            top = measures.px(4)
            for one in bench.found:
                paragraphs = self._paragraphs(one)
                height = sum(p.get_height() for p in paragraphs) + measures.px(34)
                items.append(_Item(one, paragraphs, top, height))
                top += height + measures.px(4)
            self._made = key, items
        return self._made[1]

    def _paragraphs(self, one: Diagnostic) -> tuple[pygame.Surface, ...]:
        width = max(20, self.inner.width - self.studio.measures.px(58))
        font = sans(self.studio.measures.small)
        notes = [f"{said} (line {span.line})" for said, span in one.notes]
        said: list[tuple[str, Colour]] = [(one.message, TEXT), *((text, MUTED) for text in [one.hint, *notes] if text)]
        return tuple(font.render(text.replace("\0", "�"), True, colour, None, width) for text, colour in said)

    def content_height(self) -> int:
        """Height of all findings."""
        items = self._items()
        return items[-1].top + items[-1].height + self.studio.measures.px(8) if items else 0

    def draw(self, surface: pygame.Surface) -> None:
        """The findings in sight; the one that was gone to last is kept in sight when that changes."""
        super().draw(surface)
        bench, inner, items = self.studio.bench, self.inner, self._items()
        if bench.problem is not self._shown_for:
            self._shown_for = bench.problem
            for item in items:
                if item.one == bench.problem:
                    self.reveal(item.top, item.top + item.height)
        self.scroll = max(0, min(self.scroll, self.furthest))
        surface.set_clip(inner)
        for number, item in enumerate(items):
            if self._box(item).colliderect(inner):
                self._draw_item(surface, number, item)
        if not items and bench.checked is not None:
            self._draw_nothing(surface)
        self.draw_bar(surface)
        surface.set_clip(self.rect)
        surface.fill(EDGE, (self.rect.left, self.rect.top, 1, self.rect.height))

    def _box(self, item: _Item) -> pygame.Rect:
        px, inner = self.studio.measures.px, self.inner
        return pygame.Rect(inner.left + px(8), inner.top + item.top - self.scroll, inner.width - px(20), item.height)

    def _draw_item(self, surface: pygame.Surface, number: int, item: _Item) -> None:
        px, box, one = self.studio.measures.px, self._box(item), item.one
        if one == self.studio.bench.problem:
            pygame.draw.rect(surface, RAISED, box, border_radius=px(4))
            pygame.draw.rect(surface, ACCENT, box, 1, border_radius=px(4))
        elif number == self._hovered:
            pygame.draw.rect(surface, HOLLOW, box, 1, border_radius=px(4))
        small, left = sans(self.studio.measures.small), box.left + px(30)
        finding_mark(surface, one.severity, (box.left + px(15), box.top + px(15)), px(13))
        where = f"line {one.span.line}" if problems.in_text(self.studio.bench, one) else f"in {one.span.file}"
        chosen = one == self.studio.bench.problem
        strong, middle = sans(self.studio.measures.small, bold=True), box.top + px(15)
        write(surface, where, strong, TEXT if chosen else MUTED, left=left, middle=middle)
        code = f"{one.severity} {one.code}"
        write(surface, code, small, TEXT if chosen else MUTED, right=box.right - px(8), middle=middle)
        top = box.top + px(27)
        for paragraph in item.paragraphs:
            surface.blit(paragraph, (left, top))
            top += paragraph.get_height() + px(1)

    def _draw_nothing(self, surface: pygame.Surface) -> None:
        px, font = self.studio.measures.px, sans(self.studio.measures.small)
        left, middle = self.inner.left + px(14), self.inner.top + px(14)
        mark(surface, "tick", (left + px(6), middle), px(12), GOOD)
        write(surface, "the checks find nothing", font, GOOD, left=left + px(20), middle=middle)

    # ------------------------------------------------------------ the mouse

    def _at(self, at: Point) -> int | None:
        return next((n for n, item in enumerate(self._items()) if self._box(item).collidepoint(at)), None)

    def press(self, at: Point, button: int, mods: int) -> bool:
        """Go to a finding; the right button goes on to where it is mended by painting."""
        number = self._at(at)
        if number is None or button == pygame.BUTTON_MIDDLE:
            return False
        self.studio.workspace.show_problem(self._items()[number].one)
        if button == pygame.BUTTON_RIGHT:
            self.studio.run_command(self.studio.commands.named("paint line"))
        return False

    def hover(self, at: Point | None) -> None:
        """Outline the finding under the mouse."""
        self._hovered = self._at(at) if at is not None else None

    def tip(self, at: Point) -> str:
        """What a press does."""
        number = self._at(at)
        if number is None:
            return ""
        spot = problems.spot_of(self.studio.bench.document.places, self._items()[number].one.span.line)
        return "press to go there" if spot is None else f"press to go there, right button to paint the {spot.mode}"
