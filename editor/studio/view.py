"""A view: one part of the window, which draws a part of what is on the bench and turns the mouse into commands.

The application gives each view its place, the events of the mouse in it, and a surface to draw on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from arcg.editor.lettering import sans, write
from arcg.editor.studio.theme import FAINT, MUTED, PANEL

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio

Point = tuple[int, int]


class View:
    """One part of the window. Points are window pixels."""

    title = ""
    """What stands above it; a view without a title has all of its place to itself."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self.rect = pygame.Rect(0, 0, 0, 0)

    def place(self, rect: pygame.Rect) -> None:
        """Take this place in the window."""
        self.rect = rect

    def fixed_height(self) -> int | None:
        """The height that it needs, if its place is not to grow with the window."""
        return None

    @property
    def inner(self) -> pygame.Rect:
        """The place below the title."""
        head = self.studio.measures.px(26) if self.title else 0
        return pygame.Rect(self.rect.left, self.rect.top + head, self.rect.width, self.rect.height - head)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything, on the surface of the window, which is clipped to the place."""
        surface.fill(PANEL, self.rect)
        if self.title:
            px = self.studio.measures.px
            write(surface, self.title, sans(self.studio.measures.small, bold=True), MUTED,
                  left=self.rect.left + px(10), middle=self.rect.top + px(14),
                  limit=self.rect.width - px(16))  # fmt: skip

    def press(self, at: Point, button: int, mods: int) -> bool:
        """A button of the mouse goes down; True if the view wants what follows until it comes up."""
        return False

    def drag(self, at: Point, mods: int) -> None:
        """The mouse moves while a button is down that was pressed here."""

    def release(self, at: Point, button: int, mods: int) -> None:
        """The button comes up."""

    def hover(self, at: Point | None) -> None:
        """The mouse moves over the view, or has left it."""

    def wheel(self, at: Point, across: int, down: int, mods: int) -> bool:
        """The wheel is turned; True if that means something here."""
        return False

    def key(self, name: str, typed: str) -> bool:
        """A key that is no command; True if it means something here."""
        return False

    def tip(self, at: Point) -> str:
        """What is said of the place under the resting mouse."""
        return ""

    def status(self) -> str:
        """What the line at the foot of the window says while the mouse is here."""
        return ""


class ScrollingView(View):
    """A view of rows that may be more than fit."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.scroll = 0

    def content_height(self) -> int:
        """Height of all rows together, in pixels."""
        return 0

    @property
    def furthest(self) -> int:
        """How far it scrolls."""
        return max(0, self.content_height() - self.inner.height)

    def wheel(self, at: Point, across: int, down: int, mods: int) -> bool:
        """Scroll."""
        before = self.scroll
        self.scroll = max(0, min(self.furthest, self.scroll + down * self.studio.measures.px(48)))
        return self.scroll != before

    def reveal(self, top: int, bottom: int) -> None:
        """Scroll just as far as is needed to see rows between two heights."""
        self.scroll = min(self.scroll, top)
        self.scroll = max(self.scroll, bottom - self.inner.height)
        self.scroll = max(0, min(self.furthest, self.scroll))

    def draw_bar(self, surface: pygame.Surface) -> None:
        """The mark at the right edge that says which part is seen."""
        if not self.furthest:
            return
        px, inner = self.studio.measures.px, self.inner
        whole = self.content_height()
        height = max(px(16), inner.height * inner.height // whole)
        top = inner.top + (inner.height - height) * self.scroll // self.furthest
        pygame.draw.rect(surface, FAINT, (inner.right - px(5), top, px(3), height), border_radius=px(2))
